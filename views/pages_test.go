package views

import (
	"regexp"
	"strings"
	"testing"

	"github.com/a-h/templ"
)

// pages are all pages, and the states of pages that differ in shape.
func (s sample) pages() map[string]templ.Component {
	return map[string]templ.Component{
		"home":          HomePage(s.home()),
		"list":          CasesListPage(s.list(false)),
		"list-detailed": CasesListPage(s.list(true)),
		"list-empty":    CasesListPage(s.nothing()),
		"case":          CasesShowPage(s.caseShow()),
		"case-extreme":  CasesShowPage(s.extreme()),
		"case-bare":     CasesShowPage(s.bare()),
		"case-crowded":  CasesShowPage(s.crowded()),
		"index":         TermsIndexPage(s.index()),
		"orgs":          TermsIndexPage(s.orgs()),
		"term":          TermsShowPage(s.termShow()),
		"about":         AboutPage(s.about()),
		"stats":         StatsPage(s.stats(40)),
		"stats-few":     StatsPage(s.stats(2)),
		"stats-many":    StatsPage(s.stats(4000)),
		"stats-empty":   StatsPage(Stats{Page: s.page(s.p.T("stats.title"), "/stats"), Empty: true, Cases: Link{Text{Value: "0"}, "/c"}}),
		"error":         ErrorPage(s.failure()),
	}
}

func render(t *testing.T, c templ.Component) string {
	t.Helper()
	var b strings.Builder
	if err := c.Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestPagesHoldToTheRules renders every page and looks for what no page may
// have.
func TestPagesHoldToTheRules(t *testing.T) {
	for _, s := range samples(t) {
		for name, c := range s.pages() {
			html := render(t, c)
			for _, bad := range []string{" style=", "<style", "<script>", " onclick", "javascript:", "<no value>", "<nil>", "about:invalid", "%!"} {
				if strings.Contains(html, bad) {
					t.Errorf("%s/%s has %q", s.l.Lang, name, bad)
				}
			}
			if n := strings.Count(html, "<h1"); n != 1 {
				t.Errorf("%s/%s has %d <h1>", s.l.Lang, name, n)
			}
			for _, id := range regexp.MustCompile(` id="([^"]+)"`).FindAllStringSubmatch(html, -1) {
				if strings.Count(html, id[0]) > 1 {
					t.Errorf("%s/%s: the id %q is given twice", s.l.Lang, name, id[1])
				}
			}
			for _, ref := range regexp.MustCompile(` (?:aria-labelledby|popovertarget|for|href)="#?([^"/:?.]+)"`).FindAllStringSubmatch(html, -1) {
				for _, id := range strings.Fields(ref[1]) {
					if !strings.Contains(html, ` id="`+id+`"`) {
						t.Errorf("%s/%s: %s points to nothing", s.l.Lang, name, ref[0])
					}
				}
			}
			// A key that is missing from locales is printed as it is.
			if key := regexp.MustCompile(`>\s*[a-z]+\.[a-z_.]+\s*<`).FindString(html); key != "" {
				t.Errorf("%s/%s shows a message key: %q", s.l.Lang, name, key)
			}
		}
	}
}

func TestCaseLeavesOutWhatItLacks(t *testing.T) {
	for _, s := range samples(t) {
		_, html, _ := strings.Cut(render(t, CasesShowPage(s.bare())), "<main")
		for _, key := range []string{"case.symptoms", "case.worked", "case.detected", "case.sources", "timeline.title", "case.similar"} {
			if strings.Contains(html, ">"+s.p.T(key)+"<") {
				t.Errorf("%s: a case without it shows %q", s.l.Lang, s.p.T(key))
			}
		}
		if !strings.Contains(html, ">"+s.p.T("case.no_cause")+"<") {
			t.Errorf("%s: the card does not say that no cause is known", s.l.Lang)
		}
	}
}

func TestCaseShowsEveryPart(t *testing.T) {
	for _, s := range samples(t) {
		v := s.caseShow()
		html := render(t, CasesShowPage(v))
		for _, section := range v.sections() {
			if !strings.Contains(html, `<section id="`+section.id+`"`) {
				t.Errorf("%s: the contents list names %q, which is not there", s.l.Lang, section.id)
			}
		}
		if got := strings.Count(html, "<section id="); got != len(v.sections()) {
			t.Errorf("%s: %d sections, %d in the contents list", s.l.Lang, got, len(v.sections()))
		}
		if !strings.Contains(html, `<svg viewBox=`) {
			t.Errorf("%s: no drawing of the timeline", s.l.Lang)
		}
		for _, e := range v.Timeline.Events {
			if !strings.Contains(html, e.Text.Value) {
				t.Errorf("%s: the list lacks %q", s.l.Lang, e.Text.Value)
			}
		}
	}
}

func TestOtherLanguageIsMarked(t *testing.T) {
	for _, s := range samples(t) {
		v := s.bare()
		other := string(s.l.Lang.Other())
		v.Headline, v.Summary.Lang = Text{"Titel", other}, other
		html := render(t, CasesShowPage(v))
		for _, want := range []string{`<span lang="` + other + `">Titel</span>`, `<div class="prose" lang="` + other + `">`} {
			if !strings.Contains(html, want) {
				t.Errorf("%s: no %s", s.l.Lang, want)
			}
		}
	}
}

func TestHostileTextStaysText(t *testing.T) {
	for _, s := range samples(t) {
		v := s.list(false)
		v.SearchText = `"><script>alert(1)</script>`
		v.Chosen[0].Value.Value = v.SearchText
		show := s.caseShow()
		show.Sources[0].Href, show.Docs[0] = "javascript:alert(1)", "javascript:alert(1)"
		for _, html := range []string{render(t, CasesListPage(v)), render(t, CasesShowPage(show))} {
			if strings.Contains(html, "<script>") || strings.Contains(html, `href="javascript:`) {
				t.Errorf("%s: hostile text became markup", s.l.Lang)
			}
		}
	}
}

func TestFacetFoldsOnlyWhatIsLong(t *testing.T) {
	for values, open := range map[int]int{0: 0, 3: 3, 8: 8, 10: 10, 11: 8, 30: 8} {
		f := Facet{Open: 8, Values: make([]FacetValue, values)}
		if got := len(f.open()); got != open || len(f.open())+len(f.folded()) != values {
			t.Errorf("%d values: %d open, %d folded; want %d open", values, got, len(f.folded()), open)
		}
	}
}

func TestTitleClass(t *testing.T) {
	for title, want := range map[string]string{
		"Short": "", strings.Repeat("장애", 30): "longer", strings.Repeat("incident ", 27): "longest",
	} {
		if got := titleClass(title); got != want {
			t.Errorf("titleClass(%q) = %q, want %q", title, got, want)
		}
	}
}
