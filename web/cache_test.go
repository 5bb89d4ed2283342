package web_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"

	"github.com/incidentlib/incidentlib/data"
	"github.com/incidentlib/incidentlib/internal/testkit"
	"github.com/incidentlib/incidentlib/web"
	"github.com/incidentlib/incidentlib/web/reply"
)

func uncached(*web.Config) {}

func cached(c *web.Config) { c.PageCache = 8 << 20 }

// decoded is the body of an answer behind its Content-Encoding.
func decoded(t testing.TB, r *http.Response) string {
	t.Helper()
	var in io.Reader = r.Body
	switch r.Header.Get("Content-Encoding") {
	case "br":
		in = brotli.NewReader(r.Body)
	case "gzip":
		g, err := gzip.NewReader(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		in = g
	}
	b, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestCacheAnswersLikeTheSite holds that whatever is asked for in whatever order,
// with reloads between, an answer from the cache says what a site without one
// says.
func TestCacheAnswersLikeTheSite(t *testing.T) {
	files := smallFiles(t)
	lib := openLibrary(t, "cached", files)
	kept, plain := newSiteWith(t, baseURL, lib, cached), newSiteWith(t, baseURL, lib, uncached)

	paths := []string{
		"/", "/en", "/ko/", "/ko", "/cases", "/ko/cases", "/en/cases", "/cases/IL-0901", "/ko/cases/IL-0901", "/en/cases/IL-0902", "/cases/IL-0903", "/cases/IL-0904",
		"/cases/il-901", "/ko/cases/901", "/cases/IL%2D0901", "/ko/cases/CF%2F2019%2007", "/cases/IL-9999", "/cases/IL-0901.json", "/ko/cases/IL-0901.json", "/cases/IL-0901.md",
		"/en/cases/IL-0901.md", "/cases/IL-0901.png", "/causes", "/ko/causes", "/causes/deploy-rollout", "/en/causes/deploy-rollout", "/causes/nothing", "/orgs/kakao",
		"/stats", "/ko/stats", "/about", "/ko/about", "/api", "/feed.atom", "/ko/feed.atom", "/feed.json", "/sitemap.xml", "/robots.txt", "/llms.txt", "/opensearch.xml", "/openapi.yaml",
		"/manifest.webmanifest", "/card.png", "/api/v1/cases", "/api/v1/cases/IL-0901", "/api/v1/cases/IL-0901/similar", "/api/v1/cases/IL-0901%2Fsimilar", "/api/v1/topics/causes",
		"/api/v1/topics/causes/deploy-rollout", "/api/v1/vocab", "/api/v1/changes", "/nowhere", "/ko/nowhere", "/%6bo/cases", "/KO/cases", "/cases/", "/.well-known/x", "/healthz",
	}
	queries := []string{
		"", "", "", "", "?", "?utm_source=x", "?per_page=20", "?per_page=2&page=2", "?page=2&per_page=2", "?page=99", "?q=CPU", "?q=+CPU+", "?q=", "?sort=oldest", "?sort=newest", "?cause=deploy-rollout",
		"?org=kakao&utm_source=x", "?org=kakao&cause=deploy-rollout", "?cause=deploy-rollout&org=kakao", "?view=detailed", "?view=compact", "?view=detailed&view=compact", "?cause=nope", "?q=%zz",
		"?lang=ko", "?lang=en", "?since=2026-01-02T00:00:00Z", "?not=901", "?year=2022",
	}
	languages := []string{"", "ko", "en", "ko-KR,ko;q=0.9,en;q=0.8", "fr", "*"}
	encodings := []string{"", "", "gzip, deflate, br", "br", "gzip", "br;q=0.1, gzip;q=0.5", "identity;q=0, *", "deflate", "br;q=0"}
	tags := map[string][]string{}
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(all []string) string { return all[random.IntN(len(all))] }

	for n := range 800 {
		if n%250 == 249 {
			content := strings.Replace(smallCases["IL-0901"], "CPU at 100 %", fmt.Sprintf("CPU at %d %%", n), 1)
			files["cases/IL-0901.yaml"] = &fstest.MapFile{Data: []byte(content)}
			if changed, err := lib.Reload(t.Context()); err != nil || !changed {
				t.Fatalf("reload: %t %v", changed, err)
			}
		}
		target := pick(paths) + pick(queries)
		method := pick([]string{"GET", "GET", "GET", "HEAD", "OPTIONS", "POST"})
		headers := []string{"Accept-Encoding", pick(encodings), "Accept-Language", pick(languages)}
		name := fmt.Sprintf("%d: %s %s %q", n, method, target, headers)
		want, got := plain.do(method, target, headers...), kept.do(method, target, headers...)
		if got.StatusCode != want.StatusCode {
			t.Fatalf("%s: status %d, want %d", name, got.StatusCode, want.StatusCode)
		}
		if method == http.MethodHead { // net/http drops the body, if there is one
			compareHeaders(t, name, got, want)
			continue
		}
		text := decoded(t, got)
		if text != body(t, want) {
			t.Fatalf("%s: another page", name)
		}
		compareHeaders(t, name, got, want)
		if got.StatusCode != http.StatusOK {
			continue
		}
		// Each encoding of each text has a tag of its own, and is known by it.
		tag := got.Header.Get("ETag")
		if tag == "" {
			continue // not an answer that is worth one
		}
		bytes := got.Header.Get("Content-Encoding") + "\n" + text
		if known := tags[tag]; known != nil && known[0] != bytes {
			t.Fatalf("%s: the tag %s stands for two answers", name, tag)
		}
		tags[tag] = []string{bytes}
		again := kept.do(pick([]string{"GET", "HEAD"}), target, append(headers, "If-None-Match", pick([]string{tag, "W/" + tag, `"x", ` + tag, "*"}))...)
		if again.StatusCode != http.StatusNotModified || body(t, again) != "" || again.Header.Get("ETag") != tag || again.Header.Get("Vary") != got.Header.Get("Vary") || again.Header.Get("Content-Length") != "" {
			t.Fatalf("%s: again with %s: %d %v", name, tag, again.StatusCode, again.Header)
		}
		if part := kept.get(target, append(headers, "Range", "bytes=1-4")...); part.StatusCode != http.StatusPartialContent || len(body(t, part)) != 4 || part.Header.Get("ETag") != tag {
			t.Fatalf("%s: a range: %d %v", name, part.StatusCode, part.Header)
		}
	}
}

// compareHeaders holds that two answers differ in no more than the encoding.
func compareHeaders(t *testing.T, name string, got, want *http.Response) {
	t.Helper()
	for _, r := range []*http.Response{got, want} {
		for _, field := range []string{"X-Request-Id", "Content-Encoding", "Content-Length"} {
			if field == "Content-Length" && r.StatusCode == http.StatusOK && r.Request == nil && r.Header.Get("ETag") != "" && r.Header.Get(field) == "" {
				t.Fatalf("%s: no length", name)
			}
			r.Header.Del(field)
		}
	}
	tag := strings.Trim(want.Header.Get("ETag"), `"`)
	if !strings.HasPrefix(strings.Trim(got.Header.Get("ETag"), `"`), tag) {
		t.Fatalf("%s: tag %s, want one of %s", name, got.Header.Get("ETag"), tag)
	}
	vary := strings.TrimPrefix(strings.TrimPrefix(got.Header.Get("Vary"), "Accept-Encoding"), ", ")
	if vary != want.Header.Get("Vary") {
		t.Fatalf("%s: Vary %q, want %q", name, vary, want.Header.Get("Vary"))
	}
	for _, field := range []string{"ETag", "Vary"} {
		got.Header.Del(field)
		want.Header.Del(field)
	}
	if g, w := fmt.Sprint(got.Header), fmt.Sprint(want.Header); g != w {
		t.Fatalf("%s: header\n%s, want\n%s", name, g, w)
	}
}

// TestOnlyCanonicalPagesAreKept holds that no one fills the cache with
// spellings, faults or what is not there.
func TestOnlyCanonicalPagesAreKept(t *testing.T) {
	registry := newRegistry(t)
	s := newSiteWith(t, baseURL, openLibrary(t, "embedded", data.FS), func(c *web.Config) { cached(c); c.Metrics = registry.Registry })
	s.get("/cases/IL-0136")
	s.get("/cases?cause=deploy-rollout&symptom=high-latency")
	before := registry.value("incidentlib_page_cache_bytes")
	if before == 0 {
		t.Fatal("nothing is kept")
	}
	for i := range 50 {
		for _, target := range []string{
			"/cases/IL-0136?x=%d", "/cases?symptom=high-latency&utm=%d&cause=deploy-rollout", "/cases?symptom=high-latency&cause=deploy-rollout&cause=deploy-rollout&x=%d", "/nowhere/%d",
			"/cases/IL-99%02d", "/cases?page=0&x=%d", "/ko/cases/nope%d.json", "/static/x%d.css", "/api/v1/cases?x=%d", "/api/v1/changes?since=2026-11-01T00:00:%02dZ",
			"/cases?cause=deploy-rollout&symptom=high-latency&view=huge&x=%d", "/%%63ases/IL-0136?x=%d", "/cases/IL%%2D0136?x=%d", "/api/v1/vocab?q=cache%d",
		} {
			s.get(fmt.Sprintf(target, i))
		}
	}
	if after := registry.value("incidentlib_page_cache_bytes"); after != before {
		t.Errorf("%v bytes are kept, %v before", after, before)
	}
}

// TestOnePagePerCrowd asks for a page that nobody has asked for from many sides
// at once, through the real server.
func TestOnePagePerCrowd(t *testing.T) {
	registry := newRegistry(t)
	s := newSiteWith(t, baseURL, openLibrary(t, "embedded", data.FS), func(c *web.Config) { cached(c); c.Metrics = registry.Registry })
	server := httptest.NewServer(s.handler)
	t.Cleanup(server.Close)
	var wg sync.WaitGroup
	var pages sync.Map
	var answers atomic.Int64
	for range 40 {
		wg.Go(func() {
			r, err := server.Client().Get(server.URL + "/ko/cases/IL-0136")
			if err != nil {
				t.Error(err)
				return
			}
			defer func() { _ = r.Body.Close() }()
			b, err := io.ReadAll(r.Body)
			if err != nil || r.StatusCode != http.StatusOK {
				t.Errorf("%d %v", r.StatusCode, err)
			}
			pages.Store(string(b), true)
			answers.Add(1)
		})
	}
	wg.Wait()
	n := 0
	pages.Range(func(any, any) bool { n++; return true })
	if n != 1 || answers.Load() != 40 {
		t.Errorf("%d different pages in %d answers", n, answers.Load())
	}
	if requests := registry.value("incidentlib_http_requests_total", "route", "/cases/:id", "status", "200"); requests != 40 {
		t.Errorf("%v requests are counted", requests)
	}
	if hits, misses := registry.value("incidentlib_page_cache_hits_total"), registry.value("incidentlib_page_cache_misses_total"); hits+misses != 40 || misses == 0 {
		t.Errorf("%v hits, %v misses", hits, misses)
	}
}

// TestCacheControl holds what README says on how long answers may be kept.
func TestCacheControl(t *testing.T) {
	s := newSite(t, baseURL)
	for target, want := range map[string]string{
		"/": reply.Shared, "/ko/cases": reply.Shared, "/cases?cause=deploy-rollout": reply.Shared, "/ko/cases/IL-0136": reply.Shared, "/cases/IL-0136.json": reply.Shared,
		"/feed.atom": reply.Shared, "/api/v1/cases": reply.Shared, "/cases?q=": reply.Shared, "/cases/IL-0136?q=x": reply.Shared,
		"/cases?q=cache": reply.Private, "/ko/stats?q=cache": reply.Private, "/api/v1/cases?q=cache": reply.Private, "/feed.atom?q=cache": reply.Private,
		"/api/v1/changes": reply.Checked, "/api/v1/export.jsonl": reply.Checked,
		"/cases/il-136": reply.Shared, "/ko/cases/": reply.Shared, "/?lang=ko": reply.Shared,
		"/nowhere": reply.Brief, "/cases/IL-9999": reply.Brief, "/api/v1/nowhere": reply.Brief,
		"/cases?page=0": reply.Never, "/api/v1/cases?x=1": reply.Never, "/healthz": reply.Never, "/readyz": reply.Never, "/mcp": reply.Never,
		"/cases?q=" + strings.Repeat("x", 70_000): reply.Never,
	} {
		if got := s.get(target).Header.Get("Cache-Control"); got != want {
			t.Errorf("%.60s: %q, want %q", target, got, want)
		}
	}
	if got := s.do("POST", "/cases").Header.Get("Cache-Control"); got != reply.Never {
		t.Errorf("POST: %q", got)
	}
	style := s.get("/ko/cases").Body
	b, _ := io.ReadAll(style)
	at := bytes.Index(b, []byte("/static/site."))
	file, _, _ := strings.Cut(string(b[at:]), `"`)
	for _, accept := range []string{"br", ""} {
		r := s.get(file, "Accept-Encoding", accept)
		if r.StatusCode != http.StatusOK || r.Header.Get("Cache-Control") != reply.Forever || r.Header.Get("Content-Encoding") != accept || r.Header.Get("Vary") != "Accept-Encoding" || !strings.Contains(decoded(t, r), "{") {
			t.Errorf("%s with %q: %d %v", file, accept, r.StatusCode, r.Header)
		}
	}
}

// TestReadersWhoLeave holds that a reader who leaves harms neither the page nor
// the log.
func TestReadersWhoLeave(t *testing.T) {
	s := newSite(t, baseURL)
	server := httptest.NewServer(s.handler)
	t.Cleanup(server.Close)
	u, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 30 {
		c := testkit.Dial(t, u.Host)
		fmt.Fprintf(c, "GET /ko/cases?q=%d HTTP/1.1\r\nHost: x\r\n\r\n", i)
		_ = c.Close()
	}
	for i := range 30 {
		r, err := server.Client().Get(fmt.Sprintf("%s/ko/cases?q=%d", server.URL, i))
		if err != nil || r.StatusCode != http.StatusOK {
			t.Fatalf("%d: %v %v", i, r, err)
		}
		_ = r.Body.Close()
	}
	if strings.Contains(s.log.String(), "level="+slog.LevelError.String()) {
		t.Errorf("log: %s", s.log)
	}
}
