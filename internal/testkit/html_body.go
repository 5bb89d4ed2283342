package testkit

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/PuerkitoBio/goquery"
)

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
	doc.Find(`svg:not(svg svg)`).Each(func(_ int, s *goquery.Selection) {
		hidden := s.Closest(`[aria-hidden="true"]`).Length() > 0
		if !hidden && (s.AttrOr("role", "") != "img" || s.AttrOr("aria-label", "")+s.AttrOr("aria-labelledby", "")+text(s.ChildrenFiltered("title")) == "") {
			out = append(out, `an <svg> that is neither aria-hidden="true" nor role="img" with a name: `+tag(s))
		}
	})
	return out
}
