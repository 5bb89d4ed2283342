package feed

import (
	"fmt"
	"net/url"
	"testing"
)

// TestSitemapIsSplit holds that past the bound the sitemap is an index, and
// that its parts hold every page once, none more than is allowed.
func TestSitemapIsSplit(t *testing.T) {
	f := New(Config{BaseURL: &url.URL{Scheme: "https", Host: "example.org", Path: "/library"}})
	for _, pages := range []int{1, 3, 4, 16_666, 16_667, 40_000} {
		most := maxAddresses
		if pages < 10 {
			most = 10
		}
		all := make([]sitePage, pages)
		for i := range all {
			all[i].path = fmt.Sprintf("/cases/IL-%05d", i)
		}
		switch s := f.sitemap(all, most).(type) {
		case urlSet:
			if len(s.URLs) != pages*3 || len(s.URLs) > most {
				t.Errorf("%d pages: one file with %d addresses", pages, len(s.URLs))
			}
		case siteIndex:
			seen := map[string]bool{}
			parts := split(all, most)
			for i, part := range parts {
				if want := fmt.Sprintf("https://example.org/library/sitemap-%d.xml", i+1); s.Sitemaps[i].Loc != want {
					t.Errorf("%s, want %s", s.Sitemaps[i].Loc, want)
				}
				set := f.urlSet(part)
				if len(set.URLs) > most || len(set.URLs) == 0 {
					t.Errorf("%d pages: a part has %d addresses", pages, len(set.URLs))
				}
				for _, u := range set.URLs {
					seen[u.Loc] = true
				}
			}
			if len(s.Sitemaps) != len(parts) || len(seen) != pages*3 || pages*3 <= most {
				t.Errorf("%d pages: %d of %d parts, %d addresses", pages, len(s.Sitemaps), len(parts), len(seen))
			}
		}
	}
}
