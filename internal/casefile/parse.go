package casefile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"
	"golang.org/x/text/unicode/norm"
)

const (
	maxBytes = 1 << 20 // of one file; the longest real case has 40 KB
	maxDepth = 32      // of nesting; a case needs six
)

var byteOrderMark = []byte("\uFEFF")

// parseYAML reads the one document of a file. What YAML offers beyond plain
// maps, lists and scalars is refused: it would say the same thing twice over or
// mean something else than it seems to.
func parseYAML(file string, src []byte) *document {
	d := newDocument(file)
	src = bytes.TrimPrefix(src, byteOrderMark)
	if i := unreadable(file, src); i != nil {
		d.issues = append(d.issues, *i)
		return d
	}
	loader, err := yaml.NewLoader(bytes.NewReader(src), yaml.WithPlugin(loaderlimits.New(loaderlimits.DepthValue(maxDepth))))
	if err != nil {
		panic(err) // only for options that contradict each other
	}
	var first, second yaml.Node
	switch err := loader.Load(&first); {
	case err == io.EOF:
		d.add(Error, nil, "", "the file is empty", "write a case or a vocabulary")
		return d
	case err != nil:
		d.syntaxError(err)
		return d
	}
	switch err := loader.Load(&second); {
	case err == nil:
		d.add(Error, &second, "", "a second document begins here", "put it in a file of its own")
	case err != io.EOF:
		d.syntaxError(err)
	}
	d.read(first.Content[0])
	return d
}

// read takes a tree of nodes as the document's content.
func (d *document) read(root *yaml.Node) {
	d.root = root
	d.value = d.plain(root, "", 0)
}

// plain turns a node into maps, slices and scalars and rejects what they
// cannot express.
func (d *document) plain(n *yaml.Node, field string, depth int) any {
	if n.Anchor != "" {
		d.reject(n, field, fmt.Sprintf("the anchor &%s is not allowed", n.Anchor), "write the value out at each place")
	}
	if n.Style&yaml.TaggedStyle != 0 || n.Tag == "!" {
		d.reject(n, field, fmt.Sprintf("the tag %s is not allowed", n.Tag), "leave it out, and put text in quotes")
	}
	switch n.Kind {
	case yaml.AliasNode:
		d.reject(n, field, fmt.Sprintf("the alias *%s is not allowed", n.Value), "write the value out")
		return nil
	case yaml.MappingNode:
		return d.plainMap(n, field, depth+1)
	case yaml.SequenceNode:
		list := make([]any, len(n.Content))
		for i, c := range n.Content {
			list[i] = d.plain(c, item(field, i), depth+1)
		}
		return list
	}
	return d.scalar(n, field)
}

// plainMap leaves out of the node, too, what it does not take: value and node
// are walked side by side.
func (d *document) plainMap(n *yaml.Node, field string, depth int) map[string]any {
	m := make(map[string]any, len(n.Content)/2)
	taken := n.Content[:0]
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		name := join(field, k.Value)
		switch _, twice := m[k.Value]; {
		case k.ShortTag() == "!!merge":
			d.reject(k, name, "the merge key << is not allowed", "write the keys out")
		case k.Kind != yaml.ScalarNode || k.Anchor != "" || k.ShortTag() != "!!str":
			d.add(Error, k, field, "a key must be a plain word", "write one of the keys that data/README.md names")
		case twice:
			d.add(Error, k, name, "this key stands here twice", "remove one of them")
		default:
			m[k.Value] = d.plain(v, name, depth)
			taken = append(taken, k, v)
		}
	}
	n.Content = taken
	return m
}

func (d *document) scalar(n *yaml.Node, field string) any {
	switch n.ShortTag() {
	case "!!null":
		return nil
	case "!!bool":
		return strings.EqualFold(n.Value, "true")
	case "!!int", "!!float":
		return 0.0 // only its type matters: no field is a number
	case "!!timestamp":
		d.reject(n, field, "a date without quotes", fmt.Sprintf("quote it: %q", n.Value))
	}
	s := normal(n.Value)
	if n.Style == 0 && n.LineComment != "" {
		d.add(Warning, n, field, "what follows # is a comment and no part of the text", "put the text in quotes, or the comment on a line of its own")
	}
	for _, r := range s {
		if what := forbidden(r); what != "" {
			d.reject(n, field, fmt.Sprintf("the text holds U+%04X, %s", r, what), "remove it")
			break
		}
	}
	return s
}

// normal gives text the one form in which it is compared and searched: NFC,
// lines that end in \n, nothing blank at the end.
func normal(s string) string {
	s = strings.ReplaceAll(norm.NFC.String(s), "\r\n", "\n")
	return strings.TrimRight(s, " \t\r\n")
}

// forbidden says what a character is that no text may hold, "" for any other.
func forbidden(r rune) string {
	switch {
	case r >= ' ' && r <= '~' || r == '\n' || r == '\t':
		return ""
	case unicode.IsControl(r):
		return "a control character"
	case r == utf8.RuneError:
		return "the mark of a failed conversion"
	case r == '\uFEFF':
		return "a byte order mark"
	case r == '\u2028' || r == '\u2029':
		return "a line separator"
	case r >= '\u202A' && r <= '\u202E' || r >= '\u2066' && r <= '\u2069':
		return "which changes the direction of the text"
	case unicode.Is(unicode.Noncharacter_Code_Point, r):
		return "which is no character"
	}
	return ""
}

// unreadable finds the first place that no YAML or JSON file can have. The
// parsers would report it without line and column.
func unreadable(file string, src []byte) *Issue {
	line, column := 1, 1
	for len(src) > 0 {
		r, size := utf8.DecodeRune(src)
		var message, fix string
		switch {
		case r == utf8.RuneError && size == 1:
			message, fix = fmt.Sprintf("the byte 0x%02X is not valid UTF-8", src[0]), "save the file as UTF-8"
		case r == '\r' || r == '\uFEFF' || r == utf8.RuneError: // judged with the text that holds them
		case unicode.IsControl(r) || unicode.Is(unicode.Noncharacter_Code_Point, r):
			if what := forbidden(r); what != "" {
				message, fix = fmt.Sprintf("the file holds U+%04X, %s", r, what), "remove it"
			}
		}
		if message != "" {
			return &Issue{File: file, Line: line, Column: column, Severity: Error, Message: message, Fix: fix}
		}
		src = src[size:]
		column++
		if r == '\n' {
			line, column = line+1, 1
		}
	}
	return nil
}

// syntaxFixes say what most often lies behind the parser's messages.
var syntaxFixes = []struct{ message, fix string }{
	{"mapping values are not allowed", "put text that holds a colon and a space in quotes, or mend the indentation"},
	{"cannot start any token", "indent with spaces, and put text that begins with @, `, % or a tab in quotes"},
	{"did not find expected key", "mend the indentation, or put the whole text in quotes"},
	{"did not find expected <document start>", "begin the line with a key and a colon"},
	{"did not find expected '-' indicator", "give every item of the list the same indentation"},
	{"did not find expected ',' or", "close the bracket that opens here, and put text that holds a comma, a bracket or a quote in quotes"},
	{"unexpected end of stream", "close the quote that opens here"},
	{"could not find expected ':'", "write \"key: value\", with a space after the colon"},
	{"block sequence entries are not allowed", "begin the list on the next line"},
	{"unknown anchor", "put text that begins with * in quotes"},
	{"escape code", "double the backslash, or use single quotes"},
	{"unknown escape character", "double the backslash, or use single quotes"},
	{"exceeded max depth", "write the lists and maps less deep"},
}

func (d *document) syntaxError(err error) {
	failure, ok := errors.AsType[*yaml.LoadError](err)
	if !ok {
		d.add(Error, nil, "", "not valid YAML: "+err.Error(), "")
		return
	}
	at, fix := failure.Mark, ""
	for _, f := range syntaxFixes {
		if strings.Contains(failure.Message, f.message) {
			fix = f.fix
			break
		}
	}
	if strings.Contains(fix, "opens here") {
		at = failure.ContextMark
	}
	d.add(Error, &yaml.Node{Line: at.Line, Column: at.Column}, "", "not valid YAML: "+failure.Message, fix)
}
