package i18n

import (
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"github.com/incidentlib/incidentlib/locales"
)

// Args fills the placeholders of a message, by name.
type Args map[string]any

// Printer writes the interface in one language. It is safe for concurrent use.
type Printer struct {
	lang     Lang
	messages map[string]*plural
}

// plural is a message in the plural forms that our languages have: one for a
// count of 1, and another for every other count and for no count.
type plural struct{ one, other phrase }

// Catalog holds a Printer for each language.
type Catalog map[Lang]*Printer

// Load reads the embedded messages of every language, once. It fails if a file
// is malformed or a language lacks a message that another has.
func Load() (Catalog, error) { return loaded() }

var loaded = sync.OnceValues(func() (Catalog, error) { return load(locales.FS) })

func load(fsys fs.FS) (Catalog, error) {
	files := map[Lang]file{}
	for _, l := range Langs {
		var err error
		if files[l], err = readFile(fsys, l); err != nil {
			return nil, fmt.Errorf("reading the messages of %s: %w", l, err)
		}
	}
	catalog := Catalog{}
	var errs []error
	for _, l := range Langs {
		for id := range files[l.Other()] {
			if _, ok := files[l][id]; !ok {
				errs = append(errs, fmt.Errorf("the messages of %s lack %q", l, id))
			}
		}
		p, err := newPrinter(l, files[l])
		catalog[l], errs = p, append(errs, err)
	}
	return catalog, errors.Join(errs...)
}

// newPrinter takes the messages of a language apart. Which of the forms of a
// message stands for which count go-i18n says; one that has no forms, as nearly
// all, need not be asked for.
func newPrinter(l Lang, messages file) (*Printer, error) {
	p := &Printer{lang: l, messages: make(map[string]*plural, len(messages))}
	counted, err := newCounter(l, messages)
	if err != nil {
		return nil, err
	}
	var wrong []error
	for id, m := range messages {
		one, other := m.text, m.text
		var errs [4]error
		if m.forms != nil {
			one, errs[0] = counted.form(id, 1)
			other, errs[1] = counted.form(id, 2)
		}
		var forms plural
		forms.one, errs[2] = parsePhrase(one)
		forms.other, errs[3] = parsePhrase(other)
		if err := errors.Join(errs[:]...); err != nil {
			wrong = append(wrong, fmt.Errorf("the messages of %s: %q: %w", l, id, err))
		}
		p.messages[id] = &forms
	}
	return p, errors.Join(wrong...)
}

// Lang returns the language that the printer writes.
func (p *Printer) Lang() Lang { return p.lang }

// T returns a message that has no placeholders. A key that does not exist is
// returned itself: the locale tests keep that from happening.
func (p *Printer) T(key string) string { return p.F(key, nil) }

// F returns a message with its placeholders filled.
func (p *Printer) F(key string, args Args) string {
	m, ok := p.messages[key]
	if !ok {
		return key
	}
	return m.other.fill(args, "")
}

// N returns a message in the plural form for n, with n written as a count in
// the placeholder Count beside those of args.
func (p *Printer) N(key string, n int, args Args) string {
	m, ok := p.messages[key]
	switch {
	case !ok:
		return key
	case n == 1:
		return m.one.fill(args, p.Count(n))
	default:
		return m.other.fill(args, p.Count(n))
	}
}
