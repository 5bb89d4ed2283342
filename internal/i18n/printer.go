package i18n

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"

	"github.com/incidentlib/incidentlib/locales"
)

// Args fills the placeholders of a message, by name.
type Args map[string]any

// Printer writes the interface in one language. It is safe for concurrent use.
type Printer struct {
	lang      Lang
	localizer *i18n.Localizer
	plain     map[string]string // messages without placeholders, resolved once
}

// Catalog holds a Printer for each language.
type Catalog map[Lang]*Printer

// Load reads the embedded messages of every language. It fails if a file is
// malformed or a language lacks a message that another has.
func Load() (Catalog, error) { return load(locales.FS) }

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
		p := &Printer{lang: l, localizer: i18n.NewLocalizer(bundle, string(l)), plain: map[string]string{}}
		for _, id := range append(keys[l], keys[l.Other()]...) {
			// A message with placeholders fails or prints "<no value>" here; it is
			// resolved when it is asked for, with its data.
			s, tag, err := p.localizer.LocalizeWithTag(&i18n.LocalizeConfig{MessageID: id, PluralCount: 2})
			if missing := (*i18n.MessageNotFoundErr)(nil); errors.As(err, &missing) || (err == nil && tag.String() != string(l)) {
				errs = append(errs, fmt.Errorf("the messages of %s lack %q", l, id))
				continue
			}
			if err == nil {
				p.plain[id] = s
			}
		}
		catalog[l] = p
	}
	return catalog, errors.Join(errs...)
}

// Lang returns the language that the printer writes.
func (p *Printer) Lang() Lang { return p.lang }

// T returns a message that has no placeholders. A key that does not exist is
// returned itself: the locale tests keep that from happening.
func (p *Printer) T(key string) string {
	if s, ok := p.plain[key]; ok {
		return s
	}
	return key
}

// F returns a message with its placeholders filled.
func (p *Printer) F(key string, args Args) string {
	s, err := p.localizer.Localize(&i18n.LocalizeConfig{MessageID: key, TemplateData: map[string]any(args)})
	if err != nil {
		return key
	}
	return s
}

// N returns a message in the plural form for n, with n written as a count in
// the placeholder Count beside those of args.
func (p *Printer) N(key string, n int, args Args) string {
	data := map[string]any{"PluralCount": n, "Count": p.Count(n)}
	for name, value := range args {
		data[name] = value
	}
	s, err := p.localizer.Localize(&i18n.LocalizeConfig{MessageID: key, PluralCount: n, TemplateData: data})
	if err != nil {
		return key
	}
	return s
}
