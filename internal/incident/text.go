package incident

import "strings"

// Text is prose in both languages. Paragraphs are split by blank lines. The
// zero Text is a field that the source says nothing about (null in a case file).
type Text struct {
	EN string `json:"en"`
	KO string `json:"ko"`
}

// IsZero reports whether neither language is written.
func (t Text) IsZero() bool { return t == Text{} }

// In returns the text in l, empty where that language is missing.
func (t Text) In(l Lang) string {
	if l == KO {
		return t.KO
	}
	return t.EN
}

// Pick returns the text in want or, where that is missing, in the other
// language, and the language it is in.
func (t Text) Pick(want Lang) (string, Lang) {
	if s := t.In(want); s != "" {
		return s, want
	}
	if s := t.In(want.Other()); s != "" {
		return s, want.Other()
	}
	return "", want
}

// Missing lists the languages in which a written Text has nothing.
func (t Text) Missing() []Lang {
	var out []Lang
	if t.IsZero() {
		return nil
	}
	for _, l := range Langs {
		if t.In(l) == "" {
			out = append(out, l)
		}
	}
	return out
}

// OneLine writes a text on one line, with single spaces. A text that is so
// already, as nearly all are, is not copied.
func OneLine(s string) string {
	s = strings.TrimSpace(s)
	if !strings.Contains(s, "\n") && !strings.Contains(s, "\t") && !strings.Contains(s, "  ") {
		return s
	}
	return strings.Join(strings.Fields(s), " ")
}

// Paragraphs splits prose at blank lines and joins the lines of a paragraph.
func Paragraphs(s string) []string {
	var out []string
	for s != "" {
		var p string
		p, s = cutParagraph(s)
		if p = OneLine(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}

// cutParagraph cuts prose after the first line that is blank.
func cutParagraph(s string) (before, after string) {
	for end := 0; ; {
		line, _, more := strings.Cut(s[end:], "\n")
		if !more {
			return s, ""
		}
		end += len(line) + 1
		if strings.TrimSpace(line) == "" {
			return s[:end], s[end:]
		}
	}
}
