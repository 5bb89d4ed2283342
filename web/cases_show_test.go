package web_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/internal/testkit"
)

// TestAnotherCaseStandsOnceOnACasePage: among related, similar and
// neighbouring cases; where it is related and alike, with the reason. None of
// what is most alike or related is lost, and "all" counts what it leads to.
func TestAnotherCaseStandsOnceOnACasePage(t *testing.T) {
	s := newSite(t, baseURL)
	reasons := 0
	for _, id := range s.edition.IDs() {
		page, err := s.edition.Case(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		doc := testkit.CheckPage(t, body(t, s.get("/en/cases/"+id)))
		rows := map[string]int{}
		doc.Find("#related .id, #similar .id, #neighbours .id").Each(func(_ int, e *goquery.Selection) { rows[e.Text()]++ })
		for other, n := range rows {
			if n > 1 || other == id {
				t.Errorf("%s shows %s %d times", id, other, n)
			}
		}
		expected := append([]library.Summary{}, page.Related...)
		for _, alike := range page.Similar {
			expected = append(expected, alike.Summary)
		}
		for _, other := range expected {
			if rows[other.ID] != 1 {
				t.Errorf("%s lacks %s", id, other.ID)
			}
		}
		reasons += doc.Find("#related .why").Length()
		doc.Find("#neighbours .all a").Each(func(_ int, e *goquery.Selection) {
			list := testkit.CheckPage(t, body(t, s.get(strings.TrimPrefix(e.AttrOr("href", ""), baseURL))))
			if counted := list.Find("#cases h2").Text(); !strings.Contains(e.Text(), counted) {
				t.Errorf("%s: %q leads to %s", id, e.Text(), counted)
			}
		})
	}
	if reasons == 0 {
		t.Error("no related case is alike")
	}
}

// TestAllOfAWithdrawnCasesOrganisation: the count does not include the case
// itself, which no list has.
func TestAllOfAWithdrawnCasesOrganisation(t *testing.T) {
	const id = "IL-1053"
	files := embedded(t, "*/*.yaml")
	file := files["cases/"+id+".yaml"]
	file.Data = bytes.ReplaceAll(file.Data, []byte("status: published"), []byte("status: withdrawn\nreason: {en: A test., ko: 시험이다.}"))
	s := newSiteOver(t, baseURL, t.Name(), files)
	all := testkit.CheckPage(t, body(t, s.get("/en/cases/"+id))).Find("#neighbours .all a").First()
	list := testkit.CheckPage(t, body(t, s.get(all.AttrOr("href", ""))))
	if counted := list.Find("#cases h2").Text(); counted == "" || !strings.Contains(all.Text(), counted) {
		t.Errorf("%q leads to %q", all.Text(), counted)
	}
}
