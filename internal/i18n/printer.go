package i18n

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/nicksnyder/go-i18n/v2/i18n/template"
	"golang.org/x/text/language"

	"github.com/incidentlib/incidentlib/locales"
)

// Args fills the placeholders of a message, by name.
type Args map[string]any

// Printer writes the interface in one language. It is safe for concurrent use.
type Printer struct {
	lang     Lang
	messages map[string]plural
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
	bundle := i18n.NewBundle(language.English)
	bundle.RegisterUnmarshalFunc("json", json.Unmarshal)
	keys := map[Lang][]string{}
	for _, l := range Langs {
		file, err := bundle.LoadMessageFileFS(fsys, fmt.Sprintf("active.%s.json", l))
		if err != nil {
			return nil, fmt.Errorf("reading the messages of %s: %w", l, err)
		}
		for _, m := range file.Messages {
			keys[l] = append(keys[l], m.ID)
		}
	}
	catalog := Catalog{}
	var errs []error
	for _, l := range Langs {
		p := &Printer{lang: l, messages: map[string]plural{}}
		localizer := i18n.NewLocalizer(bundle, string(l))
		for _, id := range append(keys[l], keys[l.Other()]...) {
			if _, done := p.messages[id]; done {
				continue
			}
			one, err := resolve(localizer, l, id, 1)
			other, otherErr := resolve(localizer, l, id, 2)
			p.messages[id] = plural{one, other}
			errs = append(errs, err, otherErr)
		}
		catalog[l] = p
	}
	return catalog, errors.Join(errs...)
}

// resolve looks a message up in the plural form for n, with its placeholders
// left in place, and takes it apart.
func resolve(localizer *i18n.Localizer, l Lang, id string, n int) (phrase, error) {
	s, tag, err := localizer.LocalizeWithTag(&i18n.LocalizeConfig{MessageID: id, PluralCount: n, TemplateParser: template.IdentityParser{}})
	if missing := (*i18n.MessageNotFoundErr)(nil); errors.As(err, &missing) || tag.String() != string(l) {
		return phrase{}, fmt.Errorf("the messages of %s lack %q", l, id)
	}
	// Another error says that the message has one form only, which s is.
	p, err := parsePhrase(s)
	if err != nil {
		return phrase{}, fmt.Errorf("the messages of %s: %q: %w", l, id, err)
	}
	return p, nil
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
