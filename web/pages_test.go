package web_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/incidentlib/incidentlib/data"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/testkit"
)

// paths lists an address of every kind of page, without language.
func paths(s site) []string {
	out := []string{"/", "/cases", "/cases?view=detailed", "/cases/IL-0136", "/stats", "/stats?component=cache", "/about", "/api"}
	for _, kind := range incident.Kinds {
		out = append(out, "/"+kind.Path(), "/"+kind.Path()+"/"+s.edition.Terms(kind)[0].Slug)
	}
	return out
}

func localised(prefix, path string) string {
	if prefix == "" {
		return path
	}
	return "/" + prefix + path
}

func TestEveryPageStandsAtThreeAddresses(t *testing.T) {
	s := newSite(t, baseURL)
	for _, path := range paths(s) {
		for _, prefix := range []string{"", "en", "ko"} {
			for _, accept := range []string{"ko-KR,ko;q=0.9,en;q=0.5", "en-GB", ""} {
				target := localised(prefix, path)
				t.Run(target+" "+accept, func(t *testing.T) {
					want := prefix
					if want == "" {
						want = "en"
						if strings.HasPrefix(accept, "ko") {
							want = "ko"
						}
					}
					r := s.get(target, "Accept-Language", accept)
					if r.StatusCode != http.StatusOK {
						t.Fatalf("status %d", r.StatusCode)
					}
					if got := r.Header.Get("Content-Language"); got != want {
						t.Errorf("Content-Language %q, want %q", got, want)
					}
					if varies := strings.Contains(r.Header.Get("Vary"), "Accept-Language"); varies != (prefix == "") {
						t.Errorf("Vary: Accept-Language is %t for prefix %q", varies, prefix)
					}
					doc := testkit.CheckPage(t, body(t, r))
					if got := doc.Find("html").AttrOr("lang", ""); got != want {
						t.Errorf("html lang %q, want %q", got, want)
					}
					if got := doc.Find(`link[rel="canonical"]`).AttrOr("href", ""); got != baseURL+target {
						t.Errorf("canonical %q, want %q", got, baseURL+target)
					}
					for lang, p := range map[string]string{"en": "en", "ko": "ko", "x-default": ""} {
						if got := doc.Find(fmt.Sprintf(`link[rel="alternate"][hreflang="%s"]`, lang)).AttrOr("href", ""); got != baseURL+localised(p, path) {
							t.Errorf("hreflang %s %q, want %q", lang, got, baseURL+localised(p, path))
						}
					}
					checkPrefixes(t, doc, prefix)
				})
			}
		}
	}
}

// checkPrefixes holds that links stay in the page's locale, but for those that
// switch the language.
func checkPrefixes(t *testing.T, doc *goquery.Document, prefix string) {
	t.Helper()
	doc.Find("body a[href^='/']").Not("[hreflang]").Each(func(_ int, a *goquery.Selection) {
		href := a.AttrOr("href", "")
		inPrefix := strings.HasPrefix(href, "/en/") || strings.HasPrefix(href, "/ko/")
		if prefix == "" && inPrefix || prefix != "" && !strings.HasPrefix(href, "/"+prefix+"/") {
			t.Errorf("link %q leaves the locale %q", href, prefix)
		}
	})
}

func TestHeadAnswersAsGetWithoutBody(t *testing.T) {
	server := newServer(t)
	for _, path := range []string{"/ko/cases", "/cases/IL-0136", "/cases/IL-9999"} {
		got := server.request(t, http.MethodGet, path)
		head := server.request(t, http.MethodHead, path)
		if head.StatusCode != got.StatusCode || head.Header.Get("Content-Type") != got.Header.Get("Content-Type") {
			t.Errorf("%s: HEAD %d %s, GET %d %s", path, head.StatusCode, head.Header.Get("Content-Type"), got.StatusCode, got.Header.Get("Content-Type"))
		}
		if b := body(t, head); b != "" {
			t.Errorf("%s: HEAD has a body of %d bytes", path, len(b))
		}
	}
}

// TestEveryCaseRenders is one subtest per case file and language.
func TestEveryCaseRenders(t *testing.T) {
	s := newSite(t, baseURL)
	files, err := data.FS.ReadDir("cases")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		id := strings.TrimSuffix(f.Name(), ".yaml")
		for _, lang := range incident.Langs {
			t.Run(id+"/"+string(lang), func(t *testing.T) {
				page, err := s.edition.Case(t.Context(), id)
				if err != nil {
					t.Fatal(err)
				}
				if page.Case.MergedInto != "" {
					t.Skip("merged: its address redirects")
				}
				r := s.get("/" + string(lang) + "/cases/" + id)
				if r.StatusCode != http.StatusOK {
					t.Fatalf("status %d", r.StatusCode)
				}
				doc := testkit.CheckPage(t, body(t, r))
				text := squeeze(doc.Find("main").Text())
				for _, field := range page.Case.Prose() {
					want, _ := field.Text.Pick(lang)
					for _, p := range incident.Paragraphs(want) {
						if !strings.Contains(text, squeeze(p)) {
							t.Errorf("the page lacks %s: %q", field.Path, p)
						}
					}
				}
				for _, kind := range []incident.Kind{incident.Cause, incident.Component, incident.Symptom, incident.Factor, incident.Domain} {
					for _, slug := range page.Case.Terms(kind) {
						if doc.Find(fmt.Sprintf(`main a[href="/%s/%s/%s"]`, lang, kind.Path(), slug)).Length() == 0 {
							t.Errorf("the page does not link %s %q", kind, slug)
						}
					}
				}
				for _, src := range page.Case.Sources {
					if doc.Find(fmt.Sprintf(`main a[href=%q]`, src.URL)).Length() == 0 {
						t.Errorf("the page does not link its source %s", src.URL)
					}
				}
			})
		}
	}
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

func TestDurationsAreWrittenNaturally(t *testing.T) {
	s := newSite(t, baseURL)
	for path, want := range map[string][]string{
		"/ko/cases/IL-0136": {"14분", "5시간 55분"},
		"/en/cases/IL-0136": {"14 min", "5 h 55 min"},
		"/ko/cases/IL-0248": {"19분", "7시간 45분"},
	} {
		text := squeeze(testkit.Parse(t, body(t, s.get(path))).Find("main").Text())
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s lacks %q", path, w)
			}
		}
	}
}

func TestHomeExamplesLeadToCases(t *testing.T) {
	s := newSite(t, baseURL)
	for _, lang := range []string{"en", "ko"} {
		doc := testkit.Parse(t, body(t, s.get("/"+lang+"/")))
		examples := doc.Find("[data-example]")
		if examples.Length() != 3 {
			t.Fatalf("%s: %d examples", lang, examples.Length())
		}
		examples.Each(func(_ int, a *goquery.Selection) {
			target := a.AttrOr("href", "")
			r := s.get(target)
			if r.StatusCode != http.StatusOK {
				t.Fatalf("%s: status %d", target, r.StatusCode)
			}
			page := testkit.Parse(t, body(t, r))
			if strings.HasPrefix(target, "/"+lang+"/cases/") {
				return // the case itself
			}
			if page.Find("main [data-relaxed]").Length() > 0 {
				t.Errorf("%s: no case has every word of the example", target)
			}
			first := page.Find("main .case-row a[href*='/cases/IL-']").First().AttrOr("href", "")
			if first == "" {
				t.Fatalf("%s finds no case", target)
			}
			if r := s.get(first); r.StatusCode != http.StatusOK {
				t.Errorf("%s -> %s: status %d", target, first, r.StatusCode)
			}
		})
	}
}

// TestEveryInternalLinkAnswers crawls the site in both languages and follows
// every link, so that no page leads to an error. Filters multiply without end:
// from a filtered list no further one is followed, and of the lists with two
// filters, to which each figure of a term page leads, one in ten.
func TestEveryInternalLinkAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("a crawl of the whole site")
	}
	s := newSite(t, baseURL)
	queue := []string{"/en/", "/ko/"}
	from := map[string]string{"/en/": "", "/ko/": ""}
	pairs := 0
	for i := 0; i < len(queue); i++ {
		here := queue[i]
		r := s.get(here)
		if r.StatusCode != http.StatusOK {
			t.Errorf("%s, linked from %s: status %d", here, from[here], r.StatusCode)
			continue
		}
		if !strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") {
			continue
		}
		testkit.Parse(t, body(t, r)).Find("a[href^='/'], link[href^='/'], img[src^='/']").Each(func(_ int, a *goquery.Selection) {
			href, _, _ := strings.Cut(a.AttrOr("href", a.AttrOr("src", "")), "#")
			_, known := from[href]
			if known || strings.Contains(href, "?") && strings.Contains(here, "?") {
				return
			}
			from[href] = here
			if strings.Contains(href, "&") {
				if pairs++; pairs%10 != 0 {
					return
				}
			}
			queue = append(queue, href)
		})
	}
	if len(queue) < 500 {
		t.Errorf("only %d addresses were found", len(queue))
	}
}

// TestFacetCountsEqualTheirLists follows every facet link of a crawl: the list
// behind it has the total that the link promises. The figure shown is that
// total or, with a plus sign, what the value adds to the present list.
func TestFacetCountsEqualTheirLists(t *testing.T) {
	s := newSite(t, baseURL)
	totals := map[string]int{}
	list := func(target string) *goquery.Document {
		doc := testkit.Parse(t, body(t, s.get(target)))
		total, _, _ := strings.Cut(squeeze(doc.Find("main h1").Text()), " ")
		n, err := strconv.Atoi(total)
		if err != nil {
			t.Fatalf("%s: the heading has no total: %v", target, err)
		}
		totals[target] = n
		return doc
	}
	const most = 12 // lists whose facets are followed
	queue := []string{"/en/cases"}
	for i := 0; i < len(queue) && i < most; i++ {
		here := queue[i]
		list(here).Find("[data-facet] a[data-total]").Each(func(j int, a *goquery.Selection) {
			href := a.AttrOr("href", "")
			if _, known := totals[href]; !known {
				list(href)
				if j%7 == i%7 { // some of every facet, at every depth
					queue = append(queue, href)
				}
			}
			if want := a.AttrOr("data-total", ""); strconv.Itoa(totals[href]) != want || want == "0" {
				t.Errorf("%s: %s promises %s, the list has %d", here, href, want, totals[href])
			}
			shown := squeeze(a.Find(".count").Text())
			if added, plus := strings.CutPrefix(shown, "+"); plus {
				shown = strconv.Itoa(totals[here] + number(t, added))
			} else if a.AttrOr("aria-current", "") != "" {
				return // a chosen value shows its own cases, its link leads away from them
			}
			if number(t, shown) != totals[href] {
				t.Errorf("%s: %s shows %q, the list has %d", here, href, a.Find(".count").Text(), totals[href])
			}
		})
	}
	if len(totals) < 200 {
		t.Errorf("only %d lists were compared", len(totals))
	}
}

func number(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(strings.TrimSpace(s))
	if err != nil {
		t.Fatal(err)
	}
	return n
}
