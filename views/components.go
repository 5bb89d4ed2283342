package views

import (
	"context"
	"io"
	"strings"
	"sync"

	"github.com/a-h/templ"

	"github.com/incidentlib/incidentlib/internal/i18n"
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
	t.drawn = draw(newTerm(t))
	return t
}

// draw makes the markup of a component now. One that fails is returned as it is:
// it fails again where the page is written.
func draw(c templ.Component) templ.Component {
	var html strings.Builder
	if err := c.Render(context.Background(), &html); err != nil {
		return c
	}
	return templ.Raw(html.String())
}

// once draws a part of the frame, which all pages of a section in a locale have
// in common, the first time that it is needed.
func once(p Page, part string, c templ.Component) templ.Component {
	key := frameKey{part, p.P, p.Root, p.Locale, p.Section}
	if drawn, ok := frame.Load(key); ok {
		return drawn.(templ.Component)
	}
	drawn, _ := frame.LoadOrStore(key, draw(c))
	return drawn.(templ.Component)
}

// frame has the parts that are drawn, by frameKey. They are as many as there are
// sections and locales.
var frame sync.Map

type frameKey struct {
	part    string
	printer *i18n.Printer
	root    string
	locale  i18n.Locale
	section string
}
