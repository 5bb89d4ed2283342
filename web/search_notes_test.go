package web_test

import (
	"strings"
	"testing"

	"github.com/incidentlib/incidentlib/internal/testkit"
)

// A page says when it searched for another word, and leads to a withdrawn case
// whose id was typed.
func TestSearchNotes(t *testing.T) {
	for _, c := range []struct{ path, selector, text, href string }{
		{"/en/cases?q=kuberentes", "main [data-slip]", "kuberentes", ""},
		{"/ko/cases?q=kuberentes", "main [data-slip]", "kuberentes →", ""},
		{"/ko/stats?q=kuberentes", "main [data-slip]", "kuberentes →", ""},
	} {
		found := testkit.Parse(t, body(t, newSite(t, baseURL).get(c.path))).Find(c.selector)
		if found.Length() != 1 || !strings.Contains(found.Text(), c.text) {
			t.Errorf("%s: %q, want %q", c.path, found.Text(), c.text)
		}
	}
	for _, c := range []struct{ path, href string }{
		{"/en/cases?q=il903", "/en/cases/IL-0903"},
		{"/ko/cases?q=IL-0904", "/ko/cases/IL-0904"},
		{"/ko/cases?q=IL-0902", ""}, // published: in the list
	} {
		doc := testkit.Parse(t, body(t, newSmallSite(t).get(c.path)))
		if href := doc.Find("main [data-named] a").AttrOr("href", ""); href != c.href {
			t.Errorf("%s leads to %q, want %q", c.path, href, c.href)
		}
	}
}

// The search field says which text a page is of.
func TestSearchFieldKeepsTheText(t *testing.T) {
	s := newSite(t, baseURL)
	for _, page := range []string{"/en/cases", "/ko/stats"} {
		doc := testkit.Parse(t, body(t, s.get(page+"?q=retry+storm")))
		if got := doc.Find(`header input[name="q"]`).AttrOr("value", ""); got != "retry storm" {
			t.Errorf("%s: the field holds %q", page, got)
		}
		// A phone's header has the field behind a button; a list has one of its own.
		if chip := doc.Find(".chip").Text(); strings.Contains(chip, "retry storm") != (page == "/ko/stats") {
			t.Errorf("%s: the filters in force are %q", page, chip)
		}
	}
}

// A search engine may take a page of cases that have every word, listed or in
// figures, and no other search: anybody's words would be found under the site's name.
func TestSearchesForSearchEngines(t *testing.T) {
	s := newSite(t, baseURL)
	for query, hidden := range map[string]bool{
		"": false, "?q=cache": false, "?q=캐시": false, "?q=cache+xyzzy": true, "?q=/buy-pills-at-casino/login+timeout": true, "?q=ERROR+casino.example.com:443+timeout": true, "?q=kuberentes": true, "?q=xyzzy": true,
	} {
		for _, page := range []string{"/en/cases", "/ko/stats"} {
			doc := testkit.Parse(t, body(t, s.get(page+query)))
			if got := doc.Find(`meta[name="robots"]`).AttrOr("content", "") == "noindex"; got != hidden {
				t.Errorf("%s%s: noindex %t, want %t", page, query, got, hidden)
			}
		}
	}
}
