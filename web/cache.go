package web

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/internal/query"
	"github.com/incidentlib/incidentlib/static"
	"github.com/incidentlib/incidentlib/web/conn"
	"github.com/incidentlib/incidentlib/web/feed"
	"github.com/incidentlib/incidentlib/web/pagecache"
	"github.com/incidentlib/incidentlib/web/reply"
)

// fromCache answers at once with a page that is kept under the very address
// that was asked for. Everything else takes the long way, on which keep finds
// the canonical address.
func (s *Site) fromCache(next echo.HandlerFunc) echo.HandlerFunc {
	if s.cache == nil {
		return next
	}
	return func(c echo.Context) error {
		r := c.Request()
		if !isRead(r.Method) || r.URL.RawPath != "" || r.ContentLength != 0 {
			return next(c)
		}
		k := pagecache.Key{Path: r.URL.Path, Query: r.URL.RawQuery}
		if lang, how, _ := s.choose(r); how == negotiated {
			k.Lang = string(lang)
		}
		f := s.cache.Find(s.library.Edition().Hash(), k, encodingOf(r))
		if f == nil {
			return next(c)
		}
		return sendForm(c, f)
	}
}

func sendForm(c echo.Context, f *pagecache.Form) error {
	h := c.Response().Header()
	for _, field := range f.Header {
		h[field.Name] = field.Value
	}
	c.SetPath(f.Route())
	return reply.Send(c, f.Body)
}

// encodingOf is the encoding in which a request is answered. Images are
// compressed by themselves.
func encodingOf(r *http.Request) pagecache.Encoding {
	if strings.HasSuffix(r.URL.Path, ".png") {
		return pagecache.Identity
	}
	return pagecache.Negotiate(r.Header["Accept-Encoding"])
}

// canonical gives the query by which a route's pages differ. ok is false for
// one that is not valid, and for a page that is not worth keeping.
type canonical func(v url.Values, e *library.Edition) (query string, ok bool)

// alone is of a page that takes no parameters and ignores all.
func alone(url.Values, *library.Edition) (string, bool) { return "", true }

// bare is of an address for programs, as long as no parameter is given.
func bare(v url.Values, _ *library.Edition) (string, bool) { return "", len(v) == 0 }

// fed is of a feed.
func fed(v url.Values, e *library.Edition) (string, bool) {
	q, errs := query.Parse(v, e)
	return feed.Canonical(q), len(errs) == 0
}

// viewed is of the site's list, which has two views.
func viewed(v url.Values, e *library.Edition) (string, bool) {
	q, errs := query.Parse(v, e)
	detailed, wrong := parseView(v)
	return withView(q, detailed), len(errs) == 0 && wrong == nil
}

// selected is of a page on all the cases that a query asks for.
func selected(v url.Values, e *library.Edition) (string, bool) {
	q, errs := query.Parse(v, e)
	return selection(q).Encode(), len(errs) == 0
}

// strictlyListed is of a list to which they are errors.
func strictlyListed(v url.Values, e *library.Edition) (string, bool) {
	q, errs := query.Parse(v, e)
	return q.Encode(), len(errs) == 0 && query.CheckNames(v) == nil
}

// keep answers a route from the page cache, and has the handler make the page
// once for all who ask for it. Only an answer of 200 is kept, and only under a
// canonical address, so that no one fills the cache with spellings.
func (s *Site) keep(of canonical, h echo.HandlerFunc) echo.HandlerFunc {
	h = s.fewAtOnce(isDear, h)
	return func(c echo.Context) error {
		ctx := c.Request().Context()
		v := visitOf(ctx)
		query, ok := of(c.QueryParams(), v.edition)
		text := strings.HasPrefix(query, "q=") || !ok && c.QueryParam("q") != ""
		if text {
			c.Response().Header().Set("Cache-Control", reply.Private)
		}
		if !ok || s.cache == nil || c.Request().URL.RawPath != "" {
			if err := s.admit(c, text); err != nil {
				return err
			}
			return h(c)
		}
		k := pagecache.Key{Path: c.Request().URL.Path, Query: query}
		if v.chosen == negotiated {
			k.Lang = string(v.locale.Lang)
		}
		encoding := encodingOf(c.Request())
		if f := s.cache.Find(v.edition.Hash(), k, encoding); f != nil {
			return sendForm(c, f)
		}
		if err := s.admit(c, text); err != nil {
			return err
		}
		f, err := s.cache.Get(ctx, v.edition.Hash(), k, encoding, s.maker(c, query, h))
		switch {
		case err == nil:
			return sendForm(c, f)
		case ctx.Err() != nil:
			return ctx.Err()
		}
		return h(c) // an error, or an answer that is not kept: it is this reader's own
	}
}

// maker returns what makes a page for the cache. It takes all it needs from c
// now, as the reader may leave before the page is made.
func (s *Site) maker(c echo.Context, query string, h echo.HandlerFunc) func(context.Context) (pagecache.Page, error) {
	v := *visitOf(c.Request().Context())
	path, names, values := c.Path(), c.ParamNames(), slices.Clone(c.ParamValues())
	header := c.Response().Header().Clone()
	header.Del("X-Request-Id")
	address := *c.Request().URL
	address.RawQuery = query
	return func(ctx context.Context) (pagecache.Page, error) {
		edition := s.library.Acquire()
		defer edition.Release()
		if edition.Hash() != v.edition.Hash() {
			return pagecache.Page{}, pagecache.ErrNotKept // the library went on meanwhile
		}
		v.edition = edition
		r, err := http.NewRequestWithContext(withVisit(conn.Detach(ctx), &v), http.MethodGet, "", nil)
		if err != nil {
			return pagecache.Page{}, err
		}
		r.URL = &address
		w := &recorder{header: header, status: http.StatusOK}
		made := s.router.NewContext(r, w)
		made.SetPath(path)
		made.SetParamNames(names...)
		made.SetParamValues(values...)
		if err := h(made); err != nil {
			return pagecache.Page{}, err
		}
		if w.status != http.StatusOK {
			return pagecache.Page{}, pagecache.ErrNotKept
		}
		return pagecache.Page{Header: w.header, Body: w.body.Bytes(), Route: path}, nil
	}
}

// recorder takes an answer as it is made.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header         { return r.header }
func (r *recorder) WriteHeader(status int)      { r.status = status }
func (r *recorder) Write(p []byte) (int, error) { return r.body.Write(p) }

// choice is how the language of an answer came about.
type choice int

const (
	named      choice = iota // by the address
	negotiated               // by Accept-Language
	free                     // the answer is the same in every language
)

// choose finds the language of a request and its path without prefix.
func (s *Site) choose(r *http.Request) (lang i18n.Lang, how choice, path string) {
	lang, path, prefixed := i18n.SplitPath(r.URL.Path)
	switch {
	case prefixed:
		return lang, named, path
	case isData(path) && !speaks(path):
		return i18n.EN, free, path
	}
	how = negotiated
	if strings.HasPrefix(path, static.Prefix) {
		how = free
	}
	return s.negotiate(r.Header["Accept-Language"]), how, path
}
