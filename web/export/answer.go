package export

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strings"
)

const htmlType = "text/html"

// answer is what the site answers, kept whole.
type answer struct {
	status int
	header http.Header
	body   []byte
}

func (a *answer) mediaType() string {
	t, _, err := mime.ParseMediaType(a.header.Get("Content-Type"))
	if err != nil {
		return ""
	}
	return t
}

// varies reports whether the answer depends on Accept-Language.
func (a *answer) varies() bool {
	return strings.Contains(strings.ToLower(strings.Join(a.header.Values("Vary"), ",")), "accept-language")
}

// ask puts a GET request to the site. A redirect to what is no page, such as
// that of favicon.ico, is followed: no file but a page can lead on.
func (w *writer) ask(ctx context.Context, address, lang string) (a *answer, err error) {
	a, err = w.get(ctx, address, lang)
	if err != nil || a.header.Get("Location") == "" || !hasEnding(address) {
		return a, err
	}
	to, ok := w.within(address, a.header.Get("Location"))
	if !ok {
		return a, nil
	}
	target, err := w.get(ctx, to, lang)
	if err != nil || target.mediaType() == htmlType {
		return a, err
	}
	return target, nil
}

func (w *writer) get(ctx context.Context, address, lang string) (a *answer, err error) {
	u, err := url.Parse(w.root() + address)
	if err != nil {
		return nil, err
	}
	u.Scheme, u.Host = w.BaseURL.Scheme, w.BaseURL.Host
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, err
	}
	r.RequestURI, r.RemoteAddr = u.RequestURI(), "127.0.0.1:0" // as a server has them
	r.Header.Set("Accept-Language", lang)
	rec := recorder{header: http.Header{}}
	defer func() {
		if p := recover(); p != nil { // how a handler breaks off an answer
			err = fmt.Errorf("the site broke off its answer: %v", p)
		}
	}()
	w.Handler.ServeHTTP(&rec, r)
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	return &answer{status: cmp.Or(rec.status, http.StatusOK), header: rec.header, body: rec.body.Bytes()}, nil
}

// recorder takes an answer.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header { return r.header }

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
}

func (r *recorder) Write(p []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	return r.body.Write(p)
}
