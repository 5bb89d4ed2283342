package testkit

import (
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"
)

// Parse reads an HTML document as a browser with scripting off does.
func Parse[B ~string | ~[]byte](t testing.TB, body B) *goquery.Document {
	t.Helper()
	root, err := html.ParseWithOptions(strings.NewReader(string(body)), html.ParseOptionEnableScripting(false))
	if err != nil {
		t.Fatalf("parsing the page: %v", err)
	}
	return goquery.NewDocumentFromNode(root)
}

// CheckPage fails the test for each rule that a page of the site breaks, and
// returns the page. The rules hold for all pages; what one page says is for its
// own test.
func CheckPage[B ~string | ~[]byte](t testing.TB, body B) *goquery.Document {
	t.Helper()
	doc := CheckErrorPage(t, body)
	for _, p := range addressProblems(doc) {
		t.Error(p)
	}
	return doc
}

// CheckErrorPage is CheckPage without the rules on a page's own address
// (canonical, hreflang, description), which an error page does not have.
func CheckErrorPage[B ~string | ~[]byte](t testing.TB, body B) *goquery.Document {
	t.Helper()
	doc := Parse(t, body)
	for _, p := range markupProblems(string(body)) {
		t.Error(p)
	}
	for _, check := range documentChecks {
		for _, p := range check(doc) {
			t.Error(p)
		}
	}
	return doc
}

// documentChecks hold for every HTML document that the site sends.
var documentChecks = []func(*goquery.Document) []string{
	headProblems, headingProblems, inlineProblems, idProblems, linkProblems, controlProblems, imageProblems, languageProblems,
}

// text returns the words of an element with single spaces.
func text(s *goquery.Selection) string { return strings.Join(strings.Fields(s.Text()), " ") }

// name returns what an element is called by: its words, or what stands for them.
func name(doc *goquery.Document, s *goquery.Selection) string {
	names := []string{text(s), s.AttrOr("aria-label", ""), s.AttrOr("title", ""), s.Find("img").AttrOr("alt", ""), text(s.Find("svg title"))}
	for _, id := range strings.Fields(s.AttrOr("aria-labelledby", "")) {
		names = append(names, text(doc.Find("[id]").FilterFunction(func(_ int, e *goquery.Selection) bool {
			return e.AttrOr("id", "") == id
		})))
	}
	return strings.TrimSpace(strings.Join(names, ""))
}

// tag returns an element's start, for a message.
func tag(s *goquery.Selection) string {
	out, err := goquery.OuterHtml(s.First())
	if err != nil {
		return err.Error()
	}
	return short(out)
}

func short(s string) string {
	r := []rune(strings.Join(strings.Fields(s), " "))
	if len(r) > 120 {
		return string(r[:119]) + "…"
	}
	return string(r)
}
