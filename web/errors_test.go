package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/incidentlib/incidentlib/internal/testkit"
)

type selection = goquery.Selection

func TestBadRequests(t *testing.T) {
	s := newSite(t, baseURL)
	long := strings.Repeat("x", 70_000)
	for _, tc := range []struct {
		method, target string
		status         int
		suggests       string // part of an href that the page offers
	}{
		{"GET", "/nowhere", 404, "/cases"},
		{"GET", "/symtoms", 404, "/symptoms"},
		{"GET", "/IL-0136", 404, "/cases/IL-0136"},
		{"GET", "/ko/case/IL-0136", 404, "/ko/cases/IL-0136"},
		{"GET", "/ko/en/cases/IL-0136", 404, "/en/cases/IL-0136"},
		{"GET", "/en/ko/causes", 404, "/en/causes"},
		{"GET", "/en/ko/causes", 404, "/ko/causes"},
		{"GET", "/cases/IL-O136", 404, "/cases/IL-0136"},
		{"GET", "/cases?view=compact&view=detailed", 400, "view=compact"},
		{"GET", "/cases?not=7QL5-Z51", 400, "/cases"},
		{"GET", "/cases/IL-9136", 404, "/cases/IL-"},
		{"GET", "/cases/nonsense", 404, "/cases"},
		{"GET", "/cases/%00", 404, "/cases"},
		{"GET", "/cases/%F0%28", 404, "/cases"},
		{"GET", "/cases/..%2f..%2fetc%2fpasswd", 404, "/cases"},
		{"GET", "/causes/deploy-rolout", 404, "/causes/deploy-rollout"},
		{"GET", "/ko/factors/retry-stom", 404, "/ko/factors/retry-storm"},
		{"GET", "/cases?cause=deploy-rolout", 400, "cause=deploy-rollout"},
		{"GET", "/ko/cases?symptom=high-latancy&factor=retry-storm", 400, "symptom=high-latency&factor=retry-storm"},
		{"GET", "/cases?page=0", 400, "/cases"},
		{"GET", "/cases?page=-1", 400, "/cases"},
		{"GET", "/cases?page=two", 400, "/cases"},
		{"GET", "/cases?page=99999999999999999999", 400, "/cases"},
		{"GET", "/cases?page=9999", 404, "/cases"},
		{"GET", "/cases?per_page=101", 400, "/cases"},
		{"GET", "/cases?year=20x6", 400, "/cases"},
		{"GET", "/cases?from=2026-02-30", 400, "/cases"},
		{"GET", "/cases?from=2026&to=2020", 400, "/cases"},
		{"GET", "/cases?sort=newst", 400, "/cases"},
		{"GET", "/cases?sort=relevance", 400, "/cases"},
		{"GET", "/cases?view=huge", 400, "view=compact"},
		{"GET", "/cases?view=huge&cause=config-change", 400, "cause=config-change&view=compact"},
		{"GET", "/cases?cause=config-change&page=0", 400, "/cases?cause=config-change"},
		{"GET", "/cases?cause=config-change&page=99&view=detailed", 404, "/cases?cause=config-change&view=detailed"},
		{"GET", "/cases?cause=zzzzzzzzzz", 400, "/causes"},
		{"GET", "/cases?not=IL-9999", 400, "/cases"},
		{"GET", "/cases?q=%zz", 400, "/cases"},
		{"GET", "/cases?q=" + long, 414, "/cases"},
		{"GET", "/" + long, 414, "/cases"},
		{"GET", "/cases?q=" + url.QueryEscape(strings.Repeat("가", 4001)), 400, "/cases"},
		{"POST", "/cases", 405, "/cases"},
		{"DELETE", "/ko/cases/IL-0136", 405, "/ko/cases"},
		{"POST", "/nowhere", 404, "/cases"},
		{"GET", "/static/none.css", 404, "/cases"},
		{"GET", "//evil.example/", 404, "/cases"},
	} {
		name := tc.method + " " + tc.target[:min(60, len(tc.target))]
		t.Run(name, func(t *testing.T) {
			r := s.do(tc.method, tc.target)
			if r.StatusCode != tc.status {
				t.Fatalf("status %d, want %d", r.StatusCode, tc.status)
			}
			if tc.status == http.StatusMethodNotAllowed && !strings.Contains(r.Header.Get("Allow"), "GET") {
				t.Errorf("Allow: %q", r.Header.Get("Allow"))
			}
			doc := testkit.CheckErrorPage(t, body(t, r))
			found := false
			doc.Find("main a").Each(func(_ int, a *selection) {
				found = found || strings.Contains(a.AttrOr("href", ""), tc.suggests)
			})
			if !found {
				t.Errorf("the page does not offer %q", tc.suggests)
			}
			if text := doc.Text(); strings.Contains(text, "goroutine") || strings.Contains(text, ".go:") {
				t.Errorf("the page shows internals: %s", text)
			}
		})
	}
	if s.log.Len() > 0 {
		t.Errorf("bad requests of readers were logged: %s", s.log)
	}
}

// TestWhatWasTypedIsNotLost: the search field of an error page holds the text of
// the search that failed.
func TestWhatWasTypedIsNotLost(t *testing.T) {
	s := newSite(t, baseURL)
	long := strings.Repeat("가", 4001)
	for target, want := range map[string]string{
		"/cases?q=cache+storm&cause=zzz":      "cache storm",
		"/ko/stats?q=%EC%BA%90%EC%8B%9C&to=x": "캐시",
		"/cases?q=" + url.QueryEscape(long):   long,
		"/cases?q=%22%3E%3Cscript%3E&page=0":  `"><script>`,
		"/case?q=cache":                       "cache",
	} {
		doc := testkit.CheckErrorPage(t, body(t, s.get(target)))
		if typed := doc.Find("input[name=q]").AttrOr("value", ""); typed != want {
			t.Errorf("%.60s: the field holds %.60q", target, typed)
		}
	}
}

// TestSuggestionsLeadSomewhereOnce: however many languages an address names,
// what is suggested in its place answers, and no suggestion is made twice.
func TestSuggestionsLeadSomewhereOnce(t *testing.T) {
	s := newSite(t, baseURL)
	for _, path := range []string{"/en/en/cases", "/en/ko/en/causes", "/ko/ko/ko/cases/IL-0136", "/en/ko/en", "/en/ko/en/caess", "/caess", "/en/cases/IL-O136"} {
		doc := testkit.Parse(t, body(t, s.get(path)))
		seen := map[string]bool{}
		for _, a := range doc.Find(".suggest a").EachIter() {
			href := a.AttrOr("href", "")
			if r := s.get(href); r.StatusCode != http.StatusOK || seen[href] {
				t.Errorf("%s suggests %s: %d, before: %t", path, href, r.StatusCode, seen[href])
			}
			seen[href] = true
		}
		if len(seen) == 0 {
			t.Errorf("%s suggests nothing", path)
		}
	}
}

// TestAnUnknownAddressIsNamedAsItWasAsked, with its language.
func TestAnUnknownAddressIsNamedAsItWasAsked(t *testing.T) {
	s := newSite(t, baseURL)
	for _, path := range []string{"/caess", "/ko/caess", "/en/ko/en/caess"} {
		if said := testkit.Parse(t, body(t, s.get(path))).Find(".problems").Text(); !strings.Contains(said, path) {
			t.Errorf("%s: %q", path, said)
		}
	}
}

// TestProblemsForProgramsAreInEnglish, also below a Korean address.
func TestProblemsForProgramsAreInEnglish(t *testing.T) {
	s := newSite(t, baseURL)
	r := s.get("/ko/cases/IL-9999.md")
	if got := r.Header.Get("Content-Language"); got != "" || r.StatusCode != http.StatusNotFound {
		t.Errorf("status %d, Content-Language %q of an English text", r.StatusCode, got)
	}
}

// TestCanonicalAddresses holds that every spelling of a case leads to the one
// address, and keeps language and query.
func TestCanonicalAddresses(t *testing.T) {
	s := newSite(t, baseURL)
	for target, want := range map[string]string{
		"/cases/il-136":               "/cases/IL-0136",
		"/cases/IL136":                "/cases/IL-0136",
		"/cases/136":                  "/cases/IL-0136",
		"/cases/IL-136":               "/cases/IL-0136",
		"/ko/cases/il-0136?a=b&c=%20": "/ko/cases/IL-0136?a=b&c=%20",
		"/cases/7QL5-Z50":             "/cases/IL-0136",
		"/en/cases/7ql5-z50":          "/en/cases/IL-0136",
		"/cases/IL-0136/":             "/cases/IL-0136",
		"/ko/causes/?x=1":             "/ko/causes?x=1",
		"/about/":                     "/about",
		"/KO/cases/IL-0136?a=b":       "/ko/cases/IL-0136?a=b",
		"/En":                         "/en",
		"/%6bo/cases/IL-0136":         "/ko/cases/IL-0136",
		"/%63auses":                   "/causes",
		"/Ko/%63auses/":               "/ko/causes",
	} {
		r := s.get(target)
		if got := r.Header.Get("Location"); r.StatusCode != http.StatusPermanentRedirect || got != want {
			t.Errorf("%s: %d to %q, want 308 to %q", target, r.StatusCode, got, want)
		}
	}
	for _, target := range []string{"/en/", "/en", "/ko", "/ko/"} {
		if r := s.get(target); r.StatusCode != http.StatusOK {
			t.Errorf("%s: status %d", target, r.StatusCode)
		}
	}
}

func TestUnknownParametersAreKeptOutOfLinks(t *testing.T) {
	s := newSite(t, baseURL)
	r := s.get("/en/cases?fbclid=abc&per_page=5&utm_source=x&Cause=nope")
	page := body(t, r)
	if r.StatusCode != http.StatusOK || strings.Contains(page, "fbclid") || strings.Contains(page, "utm_source") {
		t.Errorf("status %d; tracking parameters stand in the page", r.StatusCode)
	}
}

func TestHostileTextIsShownAsText(t *testing.T) {
	s := newSite(t, baseURL)
	for _, text := range []string{`"><script>alert(1)</script>`, `'onmouseover='x`, "javascript:alert(1)", "\x00\x1b[31m", "<img src=x onerror=1>", strings.Repeat("ㅎ", 3000), "%00%ff", `\u202e"'`} {
		for _, param := range []string{"q", "cause", "from", "sort", "not", "page", "view"} {
			r := s.get("/ko/cases?" + url.Values{param: {text}}.Encode())
			if r.StatusCode >= 500 {
				t.Fatalf("%s=%q: status %d", param, text, r.StatusCode)
			}
			doc := testkit.CheckErrorPage(t, body(t, r))
			if doc.Find("script:not([src])").Length() > 0 || doc.Find("[onerror], [onmouseover]").Length() > 0 {
				t.Errorf("%s=%q became markup", param, text)
			}
			doc.Find("a[href]").Each(func(_ int, a *selection) {
				if u, err := url.Parse(a.AttrOr("href", "")); err != nil || u.Scheme == "javascript" {
					t.Errorf("%s=%q became the address %q", param, text, a.AttrOr("href", ""))
				}
			})
		}
	}
}

func TestSecurityHeaders(t *testing.T) {
	s := newSite(t, baseURL)
	for _, target := range []string{"/", "/ko/cases/IL-0136", "/nowhere", "/cases/il-136", "/cases?page=0"} {
		h := s.get(target).Header
		for name, want := range map[string]string{
			"Content-Security-Policy": "default-src 'none'", "X-Content-Type-Options": "nosniff",
			"Referrer-Policy": "strict-origin", "Permissions-Policy": "camera=()", "Strict-Transport-Security": "max-age",
		} {
			if !strings.Contains(h.Get(name), want) {
				t.Errorf("%s: %s is %q", target, name, h.Get(name))
			}
		}
		if csp := h.Get("Content-Security-Policy"); strings.Contains(csp, "unsafe") || !strings.Contains(csp, "frame-ancestors 'none'") {
			t.Errorf("%s: policy %q", target, csp)
		}
	}
	if h := newSite(t, "http://localhost:8080").get("/").Header; h.Get("Strict-Transport-Security") != "" {
		t.Error("HSTS is sent over http")
	}
}

func TestBasePathIsHonouredByEveryLink(t *testing.T) {
	s := newSite(t, "https://example.org/library")
	for _, target := range []string{"/library/ko/cases/IL-0136", "/ko/cases/IL-0136", "/library/", "/library/nowhere", "/library/cases?cause=nope"} {
		doc := testkit.Parse(t, body(t, s.get(target)))
		doc.Find("a[href^='/'], link[href^='/'], form[action]").Each(func(_ int, a *selection) {
			if href := a.AttrOr("href", a.AttrOr("action", "")); !strings.HasPrefix(href, "/library/") {
				t.Errorf("%s: %q leaves the base path", target, href)
			}
		})
	}
	if got := s.get("/library/cases/il-136").Header.Get("Location"); got != "/library/cases/IL-0136" {
		t.Errorf("redirect to %q", got)
	}
	if got := s.get("/library/ko/cases/IL-0136").StatusCode; got != 200 {
		t.Errorf("status %d", got)
	}
	doc := testkit.Parse(t, body(t, s.get("/library/ko/cases")))
	if got := doc.Find(`link[rel="canonical"]`).AttrOr("href", ""); got != "https://example.org/library/ko/cases" {
		t.Errorf("canonical %q", got)
	}
}

func TestHostHeaderReachesNoLink(t *testing.T) {
	s := newSite(t, baseURL)
	r := httptest.NewRequest("GET", "/ko/cases/IL-0136", nil)
	r.Host = "evil.example"
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	if strings.Contains(w.Body.String(), "evil.example") {
		t.Error("the page links to the Host header")
	}
}

// server is the site behind a real listener.
type server struct{ *httptest.Server }

func newServer(t *testing.T) server {
	s := httptest.NewServer(newSite(t, baseURL).handler)
	t.Cleanup(s.Close)
	return server{s}
}

func (s server) request(t *testing.T, method, path string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := s.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	return res
}

// TestLongTextMakesNoLongPage holds that a pasted text stands in a bounded
// number of a page's links.
func TestLongTextMakesNoLongPage(t *testing.T) {
	s := newSite(t, baseURL)
	for _, word := range []string{"the ", "캐시 ", "wkddo "} {
		text := strings.Repeat(word, 4000/len([]rune(word)))
		r := s.get("/ko/cases?" + url.Values{"q": {text}}.Encode())
		if n := len(body(t, r)); r.StatusCode != http.StatusOK || n > 1<<20 {
			t.Errorf("%q: status %d, %d bytes", word, r.StatusCode, n)
		}
	}
}

// TestResultsSayWhereTheyMatched holds that every result of a search has a
// marked word, be it in a term's other name.
func TestResultsSayWhereTheyMatched(t *testing.T) {
	s := newSite(t, baseURL)
	for _, text := range []string{"레디스", "quota", "유실", "지연", "latency", "재시도 폭풍", "헬스체크"} {
		doc := testkit.Parse(t, body(t, s.get("/ko/cases?"+url.Values{"q": {text}, "per_page": {"100"}}.Encode())))
		rows := doc.Find("main .case-row")
		if rows.Length() == 0 {
			t.Errorf("%s finds nothing", text)
		}
		rows.Each(func(_ int, row *selection) {
			if row.Find("mark").Length() == 0 {
				t.Errorf("%s: %s has no mark", text, row.Find("a").First().AttrOr("href", ""))
			}
		})
	}
}
