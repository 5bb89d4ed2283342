package testkit

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

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
