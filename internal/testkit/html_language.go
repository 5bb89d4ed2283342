package testkit

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"
)

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
