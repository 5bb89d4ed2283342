package web_test

import (
	"bufio"
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/incidentlib/incidentlib/data"
	"github.com/incidentlib/incidentlib/web"
)

// maxAnswer is the longest answer, in bytes, that a request of at most a few
// kilobytes may have: the longest list, with all its cases in detail.
const maxAnswer = 8 << 20

// FuzzRequests holds that no target and no headers make a fault of ours, an
// answer without bounds or one without the site's headers, and that a site with
// a page cache answers as one without. Much of what runs beside it makes its
// coverage differ from run to run, so that the engine would spend most of its
// time making inputs smaller: give it -fuzzminimizetime=100x.
func FuzzRequests(f *testing.F) {
	for _, seed := range []string{
		"/ko/cases/IL-0136\nAccept-Encoding: br", "/cases?q=%EC%BA%90%EC%8B%9C&sort=relevance\nAccept-Language: ko", "/cases?cause=deploy-rollout&cause=x&page=2\nIf-None-Match: *",
		"/api/v1/cases?per_page=100&not=136\nRange: bytes=0-1,5-", "/KO/%63ases/\nX-Forwarded-For: 1.2.3.4", "//evil.example/?lang=ko\nHost: x", "/cases/%00%ff..%2f?view=detailed\nCookie: a=b",
		"/stats?from=2020&to=2021\nAccept-Encoding: identity;q=0, *", "/feed.atom?page=2\nAccept: application/json", "http://evil.example/cases\nForwarded: for=_x", "/mcp\nOrigin: null",
		"/static/site.css?x\nIf-Range: \"x\"", "/api/v1/changes?since=c1.eA\nExpect: x", "*\nConnection: close", "/card.png\nAccept-Encoding: gzip;q=1e9", "/cases/IL-0136.json?callback=x\nOrigin: https://x",
	} {
		f.Add("GET", seed)
	}
	f.Add("OPTIONS", "/api/v1/cases/\nOrigin: https://x")
	f.Add("HEAD", "/ko/cases?q=x\nIf-Match: \"x\"")
	f.Add("TRACE", "/\n")
	lib := openLibrary(f, "embedded", data.FS)
	kept := newSiteWith(f, baseURL, lib, func(c *web.Config) { c.PageCache = 1 << 20 })
	plain := newSiteWith(f, baseURL, lib, uncached)
	f.Fuzz(func(t *testing.T, method, rest string) {
		target, fields, _ := strings.Cut(rest, "\n")
		message := method + " " + target + " HTTP/1.1\r\nHost: fuzz\r\n" + strings.ReplaceAll(fields, "\n", "\r\n") + "\r\n\r\n"
		if len(message) > 4<<10 || strings.Contains(target, "/export.") {
			return
		}
		kept.log.Reset()
		ask := func(s site) *httptest.ResponseRecorder {
			r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(message)))
			if err != nil {
				t.Skip() // net/http refuses it
			}
			r.RemoteAddr = "192.0.2.1:1"
			w := httptest.NewRecorder()
			s.handler.ServeHTTP(w, r)
			return w
		}
		want, got := ask(plain), ask(kept)
		if got.Code >= 500 || got.Body.Len() > maxAnswer {
			t.Fatalf("status %d, %d bytes", got.Code, got.Body.Len())
		}
		if got.Code != want.Code || got.Header().Get("Location") != want.Header().Get("Location") {
			t.Fatalf("with a cache %d to %q, without %d to %q", got.Code, got.Header().Get("Location"), want.Code, want.Header().Get("Location"))
		}
		if got.Header().Get("Content-Encoding") == "" && got.Code == http.StatusOK && !bytes.Equal(got.Body.Bytes(), want.Body.Bytes()) {
			t.Fatal("with a cache another page")
		}
		if got.Header().Get("Content-Security-Policy") == "" || got.Header().Get("X-Request-Id") == "" || got.Header().Get("Set-Cookie") != "" {
			t.Fatalf("headers %v", got.Header())
		}
		if to := got.Header().Get("Location"); strings.HasPrefix(to, "//") || strings.HasPrefix(to, "/\\") || strings.Contains(to, "://") {
			t.Fatalf("leads away, to %q", to)
		}
		if strings.Contains(kept.log.String(), "level=ERROR") {
			t.Fatalf("log: %s", kept.log)
		}
	})
}
