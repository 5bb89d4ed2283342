package views

import (
	"context"
	"io"
	"strings"

	"github.com/a-h/templ"
)

// The components here are written hundreds of times on a page, nearly always in
// a form that needs no markup of its own. That form is written without a
// template, which takes a fifth of the time.

// plain writes a string.
type plain string

// Render writes the string as HTML text.
func (s plain) Render(_ context.Context, w io.Writer) error {
	_, err := io.WriteString(w, templ.EscapeString(string(s)))
	return err
}

// text writes a short string, with its language where that is not the page's.
func text(t Text) templ.Component {
	if t.Lang != "" {
		return foreign(t)
	}
	return plain(t.Value)
}

// marked writes text with the parts marked that a search matched.
func marked(m Marked) templ.Component {
	if m.Lang == "" && len(m.Parts) == 1 && !m.Parts[0].Mark {
		return plain(m.Parts[0].Value)
	}
	return markedParts(m)
}

// term writes a term.
func term(t Term) templ.Component {
	if t.drawn != nil {
		return t.drawn
	}
	return newTerm(t)
}

// Drawn returns the term with its markup made beforehand, for one that many
// pages show. Its words and address are not to be changed any more.
func (t Term) Drawn() Term {
	var html strings.Builder
	if err := newTerm(t).Render(context.Background(), &html); err == nil {
		t.drawn = templ.Raw(html.String())
	}
	return t
}
