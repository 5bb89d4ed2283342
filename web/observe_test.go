package web_test

import (
	"errors"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"github.com/incidentlib/incidentlib/data"
	"github.com/incidentlib/incidentlib/internal/testkit"
	"github.com/incidentlib/incidentlib/web"
	"github.com/incidentlib/incidentlib/web/client"
)

func TestRequestIDs(t *testing.T) {
	lib := openLibrary(t, "embedded", data.FS)
	plain := newSiteWith(t, baseURL, lib, cached)
	behind := newSiteWith(t, baseURL, lib, func(c *web.Config) {
		cached(c)
		c.TrustedProxies = client.Proxies{netip.MustParsePrefix("192.0.2.0/24")}
	})
	id := func(s site, target, given string) string {
		return s.get(target, "X-Request-Id", given).Header.Get("X-Request-Id")
	}
	seen := map[string]bool{}
	for _, target := range []string{"/ko", "/ko", "/nowhere", "/cases/136", "/api/v1/cases", "/healthz", "/cases?page=0"} {
		got := id(plain, target, "given-by-anyone")
		if len(got) < 8 || seen[got] {
			t.Errorf("%s: id %q", target, got)
		}
		seen[got] = true
		if got := id(behind, target, "0af7651916cd43dd8448eb211c80319c"); got != "0af7651916cd43dd8448eb211c80319c" {
			t.Errorf("%s: %q, not the id that the proxy gave", target, got)
		}
	}
	for _, given := range []string{"", "short", strings.Repeat("x", 65), "with space", "new\nline-x", `quote"quote`, "유니코드-유니코드", "<b>bold</b>"} {
		if got := id(behind, "/ko", given); got == given || len(got) < 8 {
			t.Errorf("%q is taken as %q", given, got)
		}
	}
}

// TestFaultsCanBeQuoted holds that a fault of ours is shown with the id under
// which the log holds it, and that nothing else is shown.
func TestFaultsCanBeQuoted(t *testing.T) {
	lib := openLibrary(t, "faulty", smallFiles(t))
	s := newSiteWith(t, baseURL, lib, cached)
	lib.Edition().Release() // closes the database under the site
	for _, target := range []string{"/ko/cases/IL-0901", "/en/cases"} {
		r := s.get(target)
		doc := testkit.CheckErrorPage(t, body(t, r))
		id := r.Header.Get("X-Request-Id")
		if r.StatusCode != http.StatusInternalServerError || doc.Find("main .request code").Text() != id || r.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d, id %q on the page, %q in the answer", target, r.StatusCode, doc.Find("main .request code").Text(), id)
		}
		if !strings.Contains(s.log.String(), "id="+id) {
			t.Errorf("the log does not hold %s: %s", id, s.log)
		}
		if text := doc.Text(); strings.Contains(text, "sql") || strings.Contains(text, "database is closed") {
			t.Errorf("the page shows internals: %s", text)
		}
	}
	if page := body(t, s.get("/nowhere")); strings.Contains(page, `class="request"`) {
		t.Error("a reader's mistake is shown as a fault")
	}
}

func TestAccessLog(t *testing.T) {
	lib := openLibrary(t, "embedded", data.FS)
	for log, want := range map[web.AccessLog][]string{
		web.LogFaults: nil,
		web.LogBasic:  {"msg=request", "id=", "method=GET", "path=/ko/cases", "status=200", "bytes=", "took="},
		web.LogFull:   {"msg=request", "path=/ko/cases", `query="q=secret+text"`, "client=192.0.2.1", "agent=curl/8"},
	} {
		s := newSiteWith(t, baseURL, lib, func(c *web.Config) { cached(c); c.AccessLog = log })
		s.get("/ko/cases?q=secret+text", "User-Agent", "curl/8")
		s.get("/ko/cases?q=secret+text", "User-Agent", "curl/8") // from the cache
		s.get("/nowhere", "User-Agent", "curl/8")
		for _, part := range want {
			if strings.Count(s.log.String(), part) < 2 {
				t.Errorf("%s: no %q in\n%s", log, part, s.log)
			}
		}
		if lines := strings.Count(s.log.String(), "\n"); want != nil && lines != 3 || want == nil && lines != 0 {
			t.Errorf("%s: %d lines\n%s", log, lines, s.log)
		}
		if log != web.LogFull && (strings.Contains(s.log.String(), "secret") || strings.Contains(s.log.String(), "192.0.2.1") || strings.Contains(s.log.String(), "curl")) {
			t.Errorf("%s: personal data in\n%s", log, s.log)
		}
	}
}

func TestReadiness(t *testing.T) {
	var notReady error
	s := newSiteWith(t, baseURL, openLibrary(t, "embedded", data.FS), func(c *web.Config) { cached(c); c.Ready = func() error { return notReady } })
	check := func(target string, status int, text string) {
		t.Helper()
		r := s.get(target)
		if got := body(t, r); r.StatusCode != status || got != text || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/plain") || r.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %q %v", target, r.StatusCode, got, r.Header)
		}
		if head := s.do(http.MethodHead, target); head.StatusCode != status {
			t.Errorf("HEAD %s: %d", target, head.StatusCode)
		}
	}
	check("/healthz", 200, "ok\n")
	check("/readyz", 200, "ready\n")
	notReady = errors.New("stopping")
	check("/healthz", 200, "ok\n")
	check("/readyz", 503, "not ready: stopping\n")
}
