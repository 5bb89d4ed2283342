package web

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"sync"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/internal/query"
	"github.com/incidentlib/incidentlib/views"
	"github.com/incidentlib/incidentlib/web/reply"
)

// visit is one request as the handlers see it: the edition that it reads from
// beginning to end, the language it is answered in, and the path without its
// language prefix.
type visit struct {
	site    *Site
	edition *library.Edition
	printer *i18n.Printer
	locale  i18n.Locale
	chosen  choice // how the language came about
	path    string
	asked   query.Query // the valid part of a list's query; zero on other pages
	view    string      // what a list's query asks for beside: "view=detailed" or ""
	shown   termTable   // of the edition and the locale, once a term is asked for
}

type visitKey struct{}

// beginVisit makes a visit of each request, and holds its edition until the
// request has been answered. An error is written here, as its page reads the
// edition too.
func (s *Site) beginVisit(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		v := &visit{site: s, edition: s.library.Acquire()}
		defer v.edition.Release()
		c.SetRequest(c.Request().WithContext(withVisit(c.Request().Context(), v)))
		if err := next(c); err != nil {
			c.Error(err)
		}
		return nil
	}
}

func withVisit(ctx context.Context, v *visit) context.Context {
	return context.WithValue(ctx, visitKey{}, v)
}

func visitOf(ctx context.Context) *visit {
	v, _ := ctx.Value(visitKey{}).(*visit)
	return v
}

// pageHandler answers with a page, or with an error or a *redirect that
// handleError writes.
type pageHandler func(v *visit, c echo.Context) (templ.Component, error)

// page turns a pageHandler into Echo's: it renders the whole page into a buffer
// before the status is sent, so that a page that fails is an error page.
func (s *Site) page(h pageHandler) echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx := c.Request().Context()
		component, err := h(visitOf(ctx), c)
		if err != nil {
			return err
		}
		return writePage(c, http.StatusOK, component)
	}
}

// bodies are the buffers that pages are rendered into, one after the other.
var bodies = sync.Pool{New: func() any { return new(bytes.Buffer) }}

const htmlType = "text/html; charset=utf-8"

func writePage(c echo.Context, status int, component templ.Component) error {
	body := bodies.Get().(*bytes.Buffer)
	defer bodies.Put(body)
	body.Reset()
	if err := component.Render(c.Request().Context(), body); err != nil {
		return err
	}
	if status != http.StatusOK {
		return c.Blob(status, htmlType, body.Bytes())
	}
	return reply.Bytes(c, htmlType, body.Bytes())
}

// redirect is where a page stands now, for good.
type redirect struct {
	path  string // site path without language
	query string // without "?"
}

func (r *redirect) Error() string { return "moved to " + r.path }

// moved answers that a page stands at another path; language and query stay.
func (v *visit) moved(c echo.Context, path string) error {
	return &redirect{path: path, query: c.Request().URL.RawQuery}
}

// lang is the language of the page, as the domain names it.
func (v *visit) lang() incident.Lang { return incident.Lang(v.locale.Lang) }

// link returns the address of a site path in the visit's locale. The query is
// without "?".
func (v *visit) link(path, query string) string { return v.site.link(v.locale, path, query) }

func (s *Site) link(l i18n.Locale, path, query string) string {
	if query != "" && s.config.Static {
		return s.root + l.Path(withoutQuery(path, query))
	}
	address := s.root + l.Path(path)
	if query != "" {
		address += "?" + query
	}
	return address
}

// describe fills what every page has. query is the page's own canonical query:
// what the reader sent beyond it appears in no link.
func (v *visit) describe(title, description, section, query string) views.Page {
	p := views.Page{
		P: v.printer, Root: v.site.root, Locale: v.locale,
		Title: title, Description: description, Section: section,
		Canonical: v.site.absolute(v.link(escapedPath(v.path), query)),
	}
	for _, l := range i18n.Langs {
		prefixed := i18n.Locale{Lang: l, Prefixed: true}
		href := v.site.link(prefixed, escapedPath(v.path), query)
		p.Alternates = append(p.Alternates, views.Alternate{Hreflang: string(l), Href: v.site.absolute(href)})
		p.Switch = append(p.Switch, views.LangLink{
			Lang: string(l), Label: v.printer.T("language." + string(l)), Href: href, Current: l == v.locale.Lang,
		})
	}
	p.Forms, p.Card = v.feedForms(""), v.siteCard()
	p.SearchHint = v.printer.T("search.placeholder")
	if v.site.config.Static {
		p.SearchHint = v.printer.T("lookup.placeholder")
	}
	p.Alternates = append(p.Alternates, views.Alternate{
		Hreflang: "x-default", Href: v.site.absolute(v.site.link(i18n.Locale{}, escapedPath(v.path), query)),
	})
	return p
}

// feedForms are the feeds of the list that a query asks for.
func (v *visit) feedForms(query string) []views.Form {
	return []views.Form{
		{Type: "application/atom+xml", Title: v.printer.T("feed.atom"), Href: v.link("/feed.atom", query)},
		{Type: "application/feed+json", Title: v.printer.T("feed.json"), Href: v.link("/feed.json", query)},
	}
}

// excerpt shortens prose to about the length that search engines and chat
// tools show of a description.
func excerpt(s string) string {
	const most = 160
	var line []rune // no longer than need be
	for word := range strings.FieldsSeq(s) {
		if len(line) > 0 {
			line = append(line, ' ')
		}
		for _, r := range word {
			line = append(line, r)
		}
		if len(line) > most {
			break
		}
	}
	if len(line) <= most {
		return string(line)
	}
	cut := string(line[:most])
	if i := strings.LastIndexByte(cut, ' '); i > 0 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,.;:") + "…"
}
