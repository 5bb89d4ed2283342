package testkit

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode"

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

// headProblems looks at what every document says of itself.
func headProblems(doc *goquery.Document) (out []string) {
	if lang := doc.Find("html").AttrOr("lang", ""); lang != "en" && lang != "ko" {
		out = append(out, fmt.Sprintf("<html lang=%q>: want en or ko", lang))
	}
	if title := doc.Find("head > title"); title.Length() != 1 || strings.TrimSpace(title.Text()) == "" {
		out = append(out, fmt.Sprintf("%d <title>, text %q: want one that is not empty", title.Length(), title.Text()))
	}
	if doc.Find(`head > meta[charset="utf-8" i]`).Length() != 1 {
		out = append(out, `no <meta charset="utf-8">`)
	}
	if doc.Find(`head > meta[name="viewport"]`).Length() != 1 {
		out = append(out, `no <meta name="viewport">`)
	}
	if n := doc.Find("main").Length(); n != 1 {
		out = append(out, fmt.Sprintf("%d <main>: want one", n))
	}
	return out
}

// addressProblems looks at what a page says of its address and of its other
// languages.
func addressProblems(doc *goquery.Document) (out []string) {
	if strings.TrimSpace(doc.Find(`head > meta[name="description"]`).AttrOr("content", "")) == "" {
		out = append(out, `no <meta name="description"> with content`)
	}
	canonical := doc.Find(`head > link[rel="canonical"]`)
	if canonical.Length() != 1 || !isAbsolute(canonical.AttrOr("href", "")) {
		out = append(out, fmt.Sprintf("%d canonical links, %q: want one absolute address", canonical.Length(), canonical.AttrOr("href", "")))
	}
	seen := map[string]string{}
	doc.Find(`head > link[rel="alternate"][hreflang]`).Each(func(_ int, s *goquery.Selection) {
		lang, href := s.AttrOr("hreflang", ""), s.AttrOr("href", "")
		if seen[lang] != "" {
			out = append(out, fmt.Sprintf("hreflang %q is given twice", lang))
		}
		if !isAbsolute(href) {
			out = append(out, fmt.Sprintf("hreflang %q leads to %q: want an absolute address", lang, href))
		}
		seen[lang] = href
	})
	for _, lang := range []string{"en", "ko", "x-default"} {
		if seen[lang] == "" {
			out = append(out, fmt.Sprintf("no hreflang %q", lang))
		}
	}
	if href := canonical.AttrOr("href", ""); seen["en"] != "" && !slices.Contains([]string{seen["en"], seen["ko"], seen["x-default"]}, href) {
		out = append(out, fmt.Sprintf("the canonical address %q is none of the page's three", href))
	}
	return out
}

func isAbsolute(href string) bool {
	u, err := url.Parse(href)
	return err == nil && u.IsAbs() && u.Host != ""
}

// headingProblems looks at the outline: one h1, no level left out, no heading
// without words.
func headingProblems(doc *goquery.Document) (out []string) {
	if n := doc.Find("h1").Length(); n != 1 {
		out = append(out, fmt.Sprintf("%d <h1>: want one", n))
	}
	last := 0
	doc.Find("h1, h2, h3, h4, h5, h6").Each(func(_ int, s *goquery.Selection) {
		level := int(goquery.NodeName(s)[1] - '0')
		if last > 0 && level > last+1 {
			out = append(out, fmt.Sprintf("<h%d>%s</h%d> follows an <h%d>: a level is left out", level, text(s), level, last))
		}
		if text(s) == "" {
			out = append(out, fmt.Sprintf("an <h%d> without words", level))
		}
		last = level
	})
	return out
}

// inlineProblems looks for what the content security policy forbids.
func inlineProblems(doc *goquery.Document) (out []string) {
	doc.Find("style, [style], script:not([src])").Each(func(_ int, s *goquery.Selection) {
		if kind := s.AttrOr("type", ""); goquery.NodeName(s) == "script" && strings.HasSuffix(kind, "json") {
			return // data, not script
		}
		out = append(out, "inline style or script: "+tag(s))
	})
	doc.Find("*").Each(func(_ int, s *goquery.Selection) {
		for _, a := range s.Nodes[0].Attr {
			if strings.HasPrefix(a.Key, "on") {
				out = append(out, "event handler in an attribute: "+tag(s))
			}
		}
	})
	return out
}

// references are the attributes that name other elements by id.
var references = []string{"for", "form", "list", "headers", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "aria-details", "aria-errormessage", "aria-flowto", "aria-activedescendant"}

// idProblems looks for ids given twice and for references to none.
func idProblems(doc *goquery.Document) (out []string) {
	ids := map[string]bool{"top": true}
	doc.Find("[id]").Each(func(_ int, s *goquery.Selection) {
		id := s.AttrOr("id", "")
		if ids[id] && id != "top" || id == "" || strings.ContainsFunc(id, unicode.IsSpace) {
			out = append(out, fmt.Sprintf("id %q is empty, has a space or is given twice: %s", id, tag(s)))
		}
		ids[id] = true
	})
	for _, name := range references {
		doc.Find("[" + name + "]").Each(func(_ int, s *goquery.Selection) {
			for _, id := range strings.Fields(s.AttrOr(name, "")) {
				if !ids[id] {
					out = append(out, fmt.Sprintf("%s names %q, which no element has: %s", name, id, tag(s)))
				}
			}
		})
	}
	doc.Find(`[href^="#"]`).Each(func(_ int, s *goquery.Selection) {
		href := s.AttrOr("href", "")
		id, err := url.PathUnescape(href[1:])
		if err != nil || !ids[id] {
			out = append(out, fmt.Sprintf("the link to %q leads to no element", href))
		}
	})
	return out
}

// linkProblems looks for links that lead nowhere, or of which nobody can tell
// where.
func linkProblems(doc *goquery.Document) (out []string) {
	doc.Find("a, link, area").Each(func(_ int, s *goquery.Selection) {
		href, ok := s.Attr("href")
		u, err := url.Parse(href)
		switch {
		case !ok || href == "":
			out = append(out, "a link without address: "+tag(s))
		case err != nil:
			out = append(out, fmt.Sprintf("a link whose address does not parse: %v", err))
		case !slices.Contains([]string{"", "http", "https", "mailto"}, u.Scheme):
			out = append(out, "a link that is neither http, https nor mailto: "+tag(s))
		case goquery.NodeName(s) == "a" && name(doc, s) == "":
			out = append(out, "a link without words: "+tag(s))
		}
	})
	return out
}

// controlProblems looks for buttons and fields that have no name.
func controlProblems(doc *goquery.Document) (out []string) {
	doc.Find(`button, summary, select, textarea, input:not([type="hidden"]):not([type="submit"])`).Each(func(_ int, s *goquery.Selection) {
		if id := s.AttrOr("id", ""); id != "" && text(doc.Find("label").FilterFunction(func(_ int, l *goquery.Selection) bool {
			return l.AttrOr("for", "") == id
		})) != "" {
			return
		}
		if text(s.Closest("label")) == "" && name(doc, s) == "" {
			out = append(out, "a control without a name: "+tag(s))
		}
	})
	return out
}

// imageProblems looks for images that say nothing to who does not see them.
func imageProblems(doc *goquery.Document) (out []string) {
	doc.Find("img:not([alt])").Each(func(_ int, s *goquery.Selection) {
		out = append(out, "an image without alt: "+tag(s))
	})
	doc.Find(`svg`).Each(func(_ int, s *goquery.Selection) {
		hidden := s.Closest(`[aria-hidden="true"]`).Length() > 0
		if !hidden && (s.AttrOr("role", "") != "img" || s.AttrOr("aria-label", "")+s.AttrOr("aria-labelledby", "")+text(s.ChildrenFiltered("title")) == "") {
			out = append(out, `an <svg> that is neither aria-hidden="true" nor role="img" with a name: `+tag(s))
		}
	})
	return out
}

// spoken are the attributes whose text a reader sees or hears.
var spoken = []string{"alt", "title", "aria-label", "aria-description", "placeholder", "content", "label"}

// languageProblems looks for Korean that is neither marked as Korean nor, with
// lang="", as text of unknown language, such as what a reader typed. The
// opposite cannot be told: names and log lines are Latin in every language.
func languageProblems(doc *goquery.Document) (out []string) {
	var walk func(n *html.Node, lang string)
	walk = func(n *html.Node, lang string) {
		switch n.Type {
		case html.TextNode:
			if hasHangul(n.Data) && lang != "ko" && lang != "" {
				out = append(out, fmt.Sprintf("Korean text in lang=%q: %q in <%s>", lang, short(n.Data), n.Parent.Data))
			}
		case html.ElementNode:
			if n.Data == "script" || n.Data == "style" {
				return
			}
			for _, a := range n.Attr {
				if a.Key == "lang" {
					lang = a.Val
				}
			}
			for _, a := range n.Attr {
				if slices.Contains(spoken, a.Key) && hasHangul(a.Val) && lang != "ko" && lang != "" {
					out = append(out, fmt.Sprintf("Korean in the attribute %s of <%s> in lang=%q: %q", a.Key, n.Data, lang, short(a.Val)))
				}
			}
		}
		for c := range n.ChildNodes() {
			walk(c, lang)
		}
	}
	walk(doc.Nodes[0], "")
	return out
}

func hasHangul(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Hangul, r) })
}

// markupProblems compares the tags as they are written with the tree that a
// browser builds: it silently moves or closes what is nested wrongly.
func markupProblems(body string) (out []string) {
	written, problems := writtenElements(body)
	if len(problems) > 0 {
		return problems
	}
	root, err := html.ParseWithOptions(strings.NewReader(body), html.ParseOptionEnableScripting(false))
	if err != nil {
		return []string{err.Error()}
	}
	var built []element
	var walk func(n *html.Node, parent string)
	walk = func(n *html.Node, parent string) {
		if n.Type == html.ElementNode && n.Data != "tbody" {
			built = append(built, element{name: strings.ToLower(n.Data), parent: parent})
			parent = strings.ToLower(n.Data)
		}
		for c := range n.ChildNodes() {
			walk(c, parent)
		}
	}
	walk(root, "")
	for i, w := range written {
		if i >= len(built) || built[i].name != w.name || built[i].parent != w.parent {
			got := "nothing"
			if i < len(built) {
				got = fmt.Sprintf("<%s> in <%s>", built[i].name, built[i].parent)
			}
			return []string{fmt.Sprintf("line %d: <%s> in <%s> is not allowed: a browser makes %s of it", w.line, w.name, w.parent, got)}
		}
	}
	if len(built) > len(written) {
		b := built[len(written)]
		return []string{fmt.Sprintf("a browser adds <%s> in <%s>, which is not written", b.name, b.parent)}
	}
	return nil
}

// element is a tag with the element it stands in; <tbody> is looked through,
// since a browser adds it where it is left out.
type element struct {
	name, parent string
	line         int
}

// void are the elements without content and end tag.
var void = []string{"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}

func writtenElements(body string) (out []element, problems []string) {
	z := html.NewTokenizer(strings.NewReader(body))
	line := 1
	var open []element
	parent := func() string {
		for _, e := range slices.Backward(open) {
			if e.name != "tbody" {
				return e.name
			}
		}
		return ""
	}
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		at := line
		line += strings.Count(string(z.Raw()), "\n")
		token := z.Token()
		switch kind {
		case html.StartTagToken, html.SelfClosingTagToken:
			e := element{name: token.Data, parent: parent(), line: at}
			if token.Data != "tbody" {
				out = append(out, e)
			}
			if token.Data == "noscript" {
				z.NextIsNotRawText()
			}
			foreign := slices.ContainsFunc(open, func(e element) bool { return e.name == "svg" || e.name == "math" })
			if !slices.Contains(void, token.Data) && (kind != html.SelfClosingTagToken || !foreign) {
				open = append(open, e)
			}
		case html.EndTagToken:
			if len(open) == 0 || open[len(open)-1].name != token.Data {
				inside := "nothing"
				if len(open) > 0 {
					inside = fmt.Sprintf("<%s> of line %d", open[len(open)-1].name, open[len(open)-1].line)
				}
				return out, append(problems, fmt.Sprintf("line %d: </%s> closes %s", at, token.Data, inside))
			}
			open = open[:len(open)-1]
		}
	}
	for _, e := range open {
		problems = append(problems, fmt.Sprintf("line %d: <%s> is not closed", e.line, e.name))
	}
	return out, problems
}

// text returns the words of an element with single spaces.
func text(s *goquery.Selection) string { return strings.Join(strings.Fields(s.Text()), " ") }

// name returns what an element is called by: its words, or what stands for them.
func name(doc *goquery.Document, s *goquery.Selection) string {
	names := []string{text(s), s.AttrOr("aria-label", ""), s.AttrOr("title", ""), s.Find("img").AttrOr("alt", ""), text(s.Find("svg title"))}
	if id := s.AttrOr("aria-labelledby", ""); id != "" {
		names = append(names, id)
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
