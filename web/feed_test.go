package web_test

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mmcdole/gofeed"

	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/internal/incident"
)

func parseFeed(t *testing.T, r *http.Response) *gofeed.Feed {
	t.Helper()
	if r.StatusCode != http.StatusOK {
		t.Fatalf("status %d: %s", r.StatusCode, body(t, r))
	}
	f, err := gofeed.NewParser().ParseString(body(t, r))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestFeedsTellTheList reads feeds of lists with a feed reader's parser: the
// cases, the latest change first, in the feed's language.
func TestFeedsTellTheList(t *testing.T) {
	s := newSite(t, baseURL)
	for _, prefix := range []string{"", "en", "ko"} {
		for _, format := range []string{"/feed.atom", "/feed.json"} {
			for _, filter := range []string{"", "?component=cache", "?q=" + url.QueryEscape("캐시") + "&sort=relevance", "?severity=critical&utm_source=x&page=2&per_page=2", "?year=1999"} {
				target := localised(prefix, format) + filter
				t.Run(target, func(t *testing.T) {
					f := parseFeed(t, s.get(target))
					lang := i18n.Lang(prefix)
					if prefix == "" {
						lang = i18n.EN
					}
					if f.Language != string(lang) || f.Title == "" || f.Description == "" || f.FeedLink == "" || strings.Contains(f.FeedLink, "utm") {
						t.Errorf("%q %q %q %q", f.Language, f.Title, f.Description, f.FeedLink)
					}
					for i, item := range f.Items {
						id := item.Link[strings.LastIndex(item.Link, "/")+1:]
						c, err := s.edition.Cases(t.Context(), []string{id})
						if err != nil {
							t.Fatal(err)
						}
						if item.Link != baseURL+localised(prefix, "/cases/"+id) || item.GUID != fmt.Sprintf("tag:incidents.example,2026:%s/cases/%s", lang, id) {
							t.Errorf("link %q, id %q", item.Link, item.GUID)
						}
						if want := c[0].Title.In(incident.Lang(lang)); item.Title != want || !item.UpdatedParsed.Equal(c[0].UpdatedAt) || !item.PublishedParsed.Equal(c[0].CreatedAt) {
							t.Errorf("%q updated %v, published %v; want %q", item.Title, item.UpdatedParsed, item.PublishedParsed, want)
						}
						if strings.Count(item.Content, "<p>") != len(incident.Paragraphs(c[0].Summary.In(incident.Lang(lang)))) || len(item.Categories) == 0 {
							t.Errorf("%s: %d categories, content %.200s", id, len(item.Categories), item.Content)
						}
						if i > 0 && !strings.Contains(filter, "sort") && item.UpdatedParsed.After(*f.Items[i-1].UpdatedParsed) {
							t.Errorf("%s comes after an earlier change", id)
						}
					}
					if (len(f.Items) == 0) != (filter == "?year=1999") {
						t.Errorf("%d entries", len(f.Items))
					}
				})
			}
		}
	}
}

// TestAtomHasWhatRFC4287Asks looks at the elements that every feed and entry
// must have, once, and follows the pages of RFC 5005.
func TestAtomHasWhatRFC4287Asks(t *testing.T) {
	s := newSite(t, baseURL)
	type link struct {
		Rel  string `xml:"rel,attr"`
		Href string `xml:"href,attr"`
	}
	type atom struct {
		XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
		ID      []string `xml:"id"`
		Title   []string `xml:"title"`
		Updated []string `xml:"updated"`
		Authors []string `xml:"author>name"`
		Links   []link   `xml:"link"`
		Entries []struct {
			ID      []string `xml:"id"`
			Title   []string `xml:"title"`
			Updated []string `xml:"updated"`
			Links   []link   `xml:"link"`
		} `xml:"entry"`
	}
	href := func(links []link, rel string) string {
		for _, l := range links {
			if l.Rel == rel {
				return strings.TrimPrefix(l.Href, baseURL)
			}
		}
		return ""
	}
	seen := map[string]bool{}
	var feedID string
	for target := "/ko/feed.atom?per_page=7"; target != ""; {
		var f atom
		if err := xml.Unmarshal([]byte(body(t, s.get(target))), &f); err != nil {
			t.Fatal(err)
		}
		if len(f.ID) != 1 || len(f.Title) != 1 || len(f.Updated) != 1 || len(f.Authors) != 1 || href(f.Links, "self") != target || href(f.Links, "alternate") == "" {
			t.Fatalf("%s: %+v", target, f)
		}
		if feedID != "" && feedID != f.ID[0] {
			t.Errorf("the pages of a feed have the ids %s and %s", feedID, f.ID[0])
		}
		feedID = f.ID[0]
		for _, e := range f.Entries {
			if len(e.ID) != 1 || len(e.Title) != 1 || len(e.Updated) != 1 || href(e.Links, "alternate") == "" || seen[e.ID[0]] {
				t.Errorf("%+v", e)
			}
			if _, err := time.Parse(time.RFC3339, e.Updated[0]); err != nil {
				t.Error(err)
			}
			seen[e.ID[0]] = true
		}
		target = href(f.Links, "next")
	}
	if len(seen) != s.edition.Total() {
		t.Errorf("%d entries, %d cases", len(seen), s.edition.Total())
	}
}

func TestFeedShowsTheOtherLanguageWhereOneIsMissing(t *testing.T) {
	s := newSmallSite(t)
	f := body(t, s.get("/en/feed.atom"))
	if !strings.Contains(f, `<title type="text" xml:lang="ko">한국어로만 쓰인 사례</title>`) || strings.Contains(f, "IL-0903") || strings.Contains(f, "IL-0904") {
		t.Errorf("%s", f)
	}
	if !strings.Contains(f, "&lt;p&gt;1. A rule ran everywhere.&lt;/p&gt;") || !strings.Contains(f, "snake_case &amp;amp;amp; a\\b") {
		t.Errorf("the text is not escaped for HTML and then for XML: %s", f)
	}
	for _, target := range []string{"/feed.atom?q=%00%1b%ef%bf%bf", "/feed.json?q=%00%1b"} {
		parseFeed(t, s.get(target))
	}
}

// TestSitemapListsEveryPage holds that each address answers 200 in each
// language, names its alternates, and that no case is left out.
func TestSitemapListsEveryPage(t *testing.T) {
	s := newSite(t, "https://example.org/library")
	var sitemap struct {
		URLs []struct {
			Loc        string `xml:"loc"`
			LastMod    string `xml:"lastmod"`
			Alternates []struct {
				Hreflang string `xml:"hreflang,attr"`
				Href     string `xml:"href,attr"`
			} `xml:"http://www.w3.org/1999/xhtml link"`
		} `xml:"url"`
	}
	if err := xml.Unmarshal([]byte(body(t, s.get("/library/sitemap.xml"))), &sitemap); err != nil {
		t.Fatal(err)
	}
	locs := map[string]bool{}
	for _, u := range sitemap.URLs {
		if locs[u.Loc] || !strings.HasPrefix(u.Loc, "https://example.org/library/") {
			t.Errorf("%s stands twice, or elsewhere", u.Loc)
		}
		locs[u.Loc] = true
		if len(u.Alternates) != 3 || !slices.ContainsFunc(u.Alternates, func(a struct {
			Hreflang string `xml:"hreflang,attr"`
			Href     string `xml:"href,attr"`
		}) bool {
			return a.Href == u.Loc
		}) {
			t.Errorf("%s: alternates %v", u.Loc, u.Alternates)
		}
		if strings.Contains(u.Loc, "/cases/") != (u.LastMod != "") {
			t.Errorf("%s was changed %q", u.Loc, u.LastMod)
		}
	}
	cases := 0
	for loc := range locs {
		if strings.Contains(loc, "/cases/") {
			cases++
		}
		if len(locs) > 300 && strings.Contains(loc, "/cases/") && !strings.HasSuffix(loc, "6") {
			continue // the pages' own tests render every case
		}
		if r := s.get(strings.TrimPrefix(loc, "https://example.org")); r.StatusCode != http.StatusOK {
			t.Errorf("%s: status %d", loc, r.StatusCode)
		}
	}
	if cases != 3*s.edition.Total() {
		t.Errorf("%d addresses of cases", cases)
	}
	if small := body(t, newSmallSite(t).get("/sitemap.xml")); strings.Contains(small, "IL-0903") || !strings.Contains(small, "IL-0901") {
		t.Error("a withdrawn case is listed, or a published one is not")
	}
}

func TestFilesForRobotsAndBrowsers(t *testing.T) {
	s := newSite(t, "https://example.org/library")
	if got := body(t, s.get("/library/robots.txt")); got != "User-agent: *\nAllow: /\n\nSitemap: https://example.org/library/sitemap.xml\n" {
		t.Errorf("robots.txt: %q", got)
	}
	for _, prefix := range []string{"", "en", "ko"} {
		search := body(t, s.get("/library"+localised(prefix, "/opensearch.xml")))
		if !strings.Contains(search, `template="https://example.org/library`+localised(prefix, "/cases")+`?q={searchTerms}"`) || xml.Unmarshal([]byte(search), new(any)) != nil {
			t.Errorf("%s", search)
		}
		_, name, _ := strings.Cut(search, "<ShortName>")
		name, _, _ = strings.Cut(name, "<")
		if n := len([]rune(name)); n == 0 || n > 16 {
			t.Errorf("the short name %q has %d characters, of 16", name, n)
		}
	}
	text := body(t, s.get("/library/llms.txt", "Accept-Language", "ko"))
	if !strings.HasPrefix(text, "# Incident Library\n\n> ") || strings.Contains(text, "원인") {
		t.Errorf("%s", text)
	}
	for _, line := range strings.Split(text, "\n") {
		if !strings.HasPrefix(line, "- [") {
			continue
		}
		_, target, _ := strings.Cut(line, "](https://example.org")
		target, _, ok := strings.Cut(target, "): ")
		if r := s.get(target); !ok || r.StatusCode != http.StatusOK && !strings.HasSuffix(target, "/mcp") {
			t.Errorf("%s: status %d", line, r.StatusCode)
		}
	}
}
