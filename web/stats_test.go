package web_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/incidentlib/incidentlib/internal/query"
	"github.com/incidentlib/incidentlib/internal/testkit"
)

var firstNumber = regexp.MustCompile(`[0-9,]+`)

// promises collects the links of a page to lists of cases, with the total that
// the page gives for each: in the words of the link or, of a calendar's month,
// in its cell and that of the cases whose month is not known.
func promises(t *testing.T, doc *goquery.Document) map[string]int {
	t.Helper()
	out := map[string]int{}
	add := func(a *goquery.Selection, n int) {
		href := a.AttrOr("href", "")
		if before, ok := out[href]; ok && before != n {
			t.Errorf("%s is promised to have %d cases and %d", href, before, n)
		}
		out[href] = n
	}
	read := func(s string) int { return number(t, strings.ReplaceAll(firstNumber.FindString(s), ",", "")) }
	doc.Find(".stats-head .counted a, .ranked .figures-cell a, .pairs .figures-cell a").Each(func(_ int, a *goquery.Selection) { add(a, read(a.Text())) })
	doc.Find("table.grid .column-name, table.calendar .column-name").Remove() // the head, again
	doc.Find("table.grid td a").Each(func(_ int, a *goquery.Selection) { add(a, read(a.Text())) })
	doc.Find(".barred .leader").Each(func(_ int, leader *goquery.Selection) {
		add(leader.Find("a.count"), read(leader.Find("a.count").Text()))
	})
	doc.Find("ol.axis a").Each(func(_ int, a *goquery.Selection) {
		add(a, read(a.Find(".unseen").Text()))
	})
	doc.Find("table.calendar tbody tr").Each(func(_ int, row *goquery.Selection) {
		cells := row.Find("td")
		rest, sum := 0, 0
		if s := squeeze(cells.Eq(12).Text()); cells.Length() == 14 && s != "" {
			rest = read(s)
		}
		cells.Slice(0, 12).Find("a").Each(func(_ int, a *goquery.Selection) {
			sum += read(a.Text())
			add(a, read(a.Text())+rest)
		})
		year := cells.Last().Find("a")
		add(year, read(year.Text()))
		if sum+rest != read(year.Text()) {
			t.Errorf("the months of %s have %d cases and %d are left: not %s", row.Find("th").Text(), sum, rest, year.Text())
		}
	})
	return out
}

// TestFiguresEqualTheirLists follows every figure of the pages with plots to its
// list: the picture, its table and the list have one total.
func TestFiguresEqualTheirLists(t *testing.T) {
	s := newSite(t, baseURL)
	for target, least := range map[string]int{
		"/en/stats":                             80,
		"/ko/stats?component=database":          20,
		"/en/stats?year=2025&severity=critical": 10,
		"/stats?from=2025-03-15&to=2025-10-20":  10,
		"/ko/stats?cause=config-change&cause=software-bug&q=%EC%BA%90%EC%8B%9C": 5,
		"/ko/components/database": 30,
		"/en/":                    40,
	} {
		t.Run(target, func(t *testing.T) {
			doc := testkit.CheckPage(t, body(t, s.get(target)))
			promised := promises(t, doc)
			for href, want := range promised {
				r := s.get(href)
				if r.StatusCode != http.StatusOK {
					t.Fatalf("%s: status %d", href, r.StatusCode)
				}
				heading := squeeze(testkit.Parse(t, body(t, r)).Find("main h1").Text())
				if got := number(t, firstNumber.FindString(heading)); got != want || got == 0 {
					t.Errorf("%s has %d cases, the page says %d", href, got, want)
				}
			}
			if len(promised) < least {
				t.Errorf("only %d links were followed", len(promised))
			}
			doc.Find("ol.months-axis a").Each(func(_ int, a *goquery.Selection) {
				if _, ok := promised[a.AttrOr("href", "")]; !ok {
					t.Errorf("the month %q is not in the table", a.AttrOr("title", ""))
				}
			})
			pictures := doc.Find(`svg[role="img"]`)
			if pictures.Length() < 1 || pictures.Find("title").Length() != pictures.Length() || pictures.Find("desc").Length() != pictures.Length() {
				t.Errorf("%d pictures, %d titles, %d descriptions", pictures.Length(), pictures.Find("title").Length(), pictures.Find("desc").Length())
			}
		})
	}
}

// The dots of a distribution are the cases of its table, each once.
func TestStatsDrawEveryTime(t *testing.T) {
	s := newSite(t, baseURL)
	doc := testkit.Parse(t, body(t, s.get("/ko/stats")))
	stats, err := s.edition.Stats(t.Context(), query.Query{})
	if err != nil {
		t.Fatal(err)
	}
	plots := doc.Find("figure.spread")
	for i, d := range []int{stats.Detected.Known, stats.Resolved.Known} {
		plot := plots.Eq(i)
		links, rows := plot.Find(".dots circle"), plot.Find("tbody tr")
		if links.Length() != d || rows.Length() != d {
			t.Errorf("%d links and %d rows for %d times", links.Length(), rows.Length(), d)
		}
		var under strings.Builder
		links.Each(func(_ int, c *goquery.Selection) {
			under.WriteString("M" + strings.TrimSuffix(c.AttrOr("cx", ""), "%") + " " + c.AttrOr("cy", "") + "h0")
		})
		if dots := plot.Find(".all-dots").AttrOr("d", ""); dots != under.String() {
			t.Errorf("dots %s\nlie under no link or another: %s", dots, under.String())
		}
		drawn := map[string]bool{}
		plot.Find(".dots a").Each(func(_ int, a *goquery.Selection) { drawn[a.AttrOr("href", "")] = true })
		plot.Find("tbody a").Each(func(_ int, a *goquery.Selection) {
			if href := a.AttrOr("href", ""); !drawn[href] {
				t.Errorf("%s is in the table alone", href)
			}
		})
	}
}

func TestStatsOfABrokenQuery(t *testing.T) {
	s := newSite(t, baseURL)
	r := s.get("/en/stats?component=cachee&year=2025")
	doc := testkit.CheckErrorPage(t, body(t, r))
	if r.StatusCode != http.StatusBadRequest || doc.Find(`main a[href="/en/stats?component=cache&year=2025"]`).Length() == 0 {
		t.Errorf("status %d; the page does not lead to the statistics of the nearest component", r.StatusCode)
	}
	r = s.get("/ko/stats?" + url.Values{"year": {"1999"}}.Encode())
	doc = testkit.CheckPage(t, body(t, r))
	if r.StatusCode != http.StatusOK || doc.Find("svg, table").Length() > 0 || doc.Find(`main a[href="/ko/stats"]`).Length() == 0 {
		t.Errorf("status %d; a selection without cases has pictures, or no way out", r.StatusCode)
	}
}

// What says nothing about the selection is kept out of the page's address.
func TestStatsAddressIsCanonical(t *testing.T) {
	s := newSite(t, baseURL)
	doc := testkit.Parse(t, body(t, s.get("/stats?utm_source=x&sort=oldest&page=2&component=cache")))
	if got := doc.Find(`link[rel="canonical"]`).AttrOr("href", ""); got != baseURL+"/stats?component=cache" {
		t.Errorf("canonical %q", got)
	}
}
