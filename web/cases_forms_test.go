package web_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/yuin/goldmark"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/testkit"
)

// render turns an answer in Markdown into HTML.
func render(t *testing.T, r *http.Response) *goquery.Document {
	t.Helper()
	if r.StatusCode != http.StatusOK || r.Header.Get("Content-Type") != "text/markdown; charset=utf-8" {
		t.Fatalf("status %d, %s", r.StatusCode, r.Header.Get("Content-Type"))
	}
	var out bytes.Buffer
	if err := goldmark.Convert([]byte(body(t, r)), &out); err != nil {
		t.Fatal(err)
	}
	return testkit.Parse(t, out.Bytes())
}

func textsOf(s *goquery.Selection) []string {
	return s.Map(func(_ int, s *goquery.Selection) string { return squeeze(s.Text()) })
}

// TestMarkdownSaysWhatThePageSays renders the Markdown of every case in both
// languages and holds it against the page: title, headings in order, prose.
func TestMarkdownSaysWhatThePageSays(t *testing.T) {
	for name, s := range map[string]site{"embedded": newSite(t, baseURL), "small": newSmallSite(t)} {
		for c, err := range s.edition.All(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			for _, lang := range incident.Langs {
				t.Run(name+"/"+c.ID+"/"+string(lang), func(t *testing.T) {
					address := "/" + string(lang) + "/cases/" + c.ID
					page := testkit.Parse(t, body(t, s.get(address)))
					doc := render(t, s.get(address+".md"))
					if got, want := squeeze(doc.Find("h1").Text()), squeeze(page.Find("h1").Text()); got != want {
						t.Errorf("title %q, want %q", got, want)
					}
					// The page has sections of navigation beside; the order is one.
					headings := textsOf(page.Find("main section h2"))
					for _, h := range textsOf(doc.Find("h2")) {
						h, _, _ = strings.Cut(h, " (")
						for len(headings) > 0 && !strings.HasPrefix(headings[0], h) {
							headings = headings[1:]
						}
						if len(headings) == 0 {
							t.Fatalf("the heading %q is not on the page, or not in this order", h)
						}
					}
					all := " " + squeeze(doc.Text()) + " "
					for _, f := range c.Prose() {
						if !strings.Contains(f.Path, "impact") && !strings.Contains(f.Path, "reason") {
							text, _ := f.Text.Pick(lang)
							for _, p := range incident.Paragraphs(text) {
								if !strings.Contains(all, squeeze(p)) {
									t.Errorf("%s is not in the Markdown as it is: %q", f.Path, p)
								}
							}
						}
					}
					if n := doc.Find("em, blockquote h1, h1 ~ h1, script, b").Length(); n > 0 {
						t.Errorf("text of the case became markup: %d elements", n)
					}
					doc.Find("a[href]").Each(func(_ int, a *goquery.Selection) {
						if !strings.HasPrefix(a.AttrOr("href", ""), "http") {
							t.Errorf("a relative address: %s", a.AttrOr("href", ""))
						}
					})
				})
			}
		}
	}
}

func TestMarkdownInTheAddressesLanguage(t *testing.T) {
	s := newSite(t, baseURL)
	for _, tc := range []struct{ target, accept, want string }{
		{"/cases/IL-0136.md", "ko", "원인"}, {"/cases/IL-0136.md", "en", "Root cause"}, {"/ko/cases/IL-0136.md", "en", "원인"}, {"/en/cases/IL-0136.md", "ko", "Root cause"},
	} {
		if got := body(t, s.get(tc.target, "Accept-Language", tc.accept)); !strings.Contains(got, "**"+tc.want+"**") {
			t.Errorf("%+v: %.300s", tc, got)
		}
	}
	withdrawn := body(t, newSmallSite(t).get("/ko/cases/IL-0903.md"))
	if !strings.Contains(withdrawn, "\n> ") || !strings.Contains(withdrawn, "출처가 철회됐다.") {
		t.Errorf("%s", withdrawn)
	}
}

func TestJSONOfACaseIsTheRecordOfTheAPI(t *testing.T) {
	s := newSite(t, baseURL)
	want := body(t, s.get("/api/v1/cases/IL-0136"))
	for _, prefix := range []string{"", "/en", "/ko"} {
		if r := s.get(prefix + "/cases/IL-0136.json?utm_source=x"); body(t, r) != want || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%q: %v", prefix, r.Header)
		}
	}
}
