package i18n

import (
	"encoding/json"
	"fmt"
	"io/fs"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/nicksnyder/go-i18n/v2/i18n/template"
	"golang.org/x/text/language"
)

// file is the messages of a language by key, as its file has them.
type file map[string]entry

// entry is a message: one text or, if forms is set, one for each plural form.
type entry struct {
	text  string
	forms *i18n.Message
}

// readFile reads the messages of a language: a JSON object of texts and of
// objects with a text for each plural form.
func readFile(fsys fs.FS, l Lang) (file, error) {
	content, err := fs.ReadFile(fsys, fmt.Sprintf("active.%s.json", l))
	if err != nil {
		return nil, err
	}
	var values map[string]any
	if err := json.Unmarshal(content, &values); err != nil {
		return nil, err
	}
	out := make(file, len(values))
	for id, value := range values {
		if text, ok := value.(string); ok {
			out[id] = entry{text: text}
			continue
		}
		m, err := i18n.NewMessage(value)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", id, err)
		}
		if m.ID = id; m.One == "" {
			out[id] = entry{text: m.Other} // the form for every count
			continue
		}
		out[id] = entry{forms: m}
	}
	return out, nil
}

// counter chooses among the plural forms of messages.
type counter struct{ localizer *i18n.Localizer }

func newCounter(l Lang, messages file) (counter, error) {
	tag := language.Make(string(l))
	bundle := i18n.NewBundle(tag)
	for id, m := range messages {
		if m.forms == nil {
			continue
		}
		if err := bundle.AddMessages(tag, m.forms); err != nil {
			return counter{}, fmt.Errorf("the messages of %s: %q: %w", l, id, err)
		}
	}
	return counter{i18n.NewLocalizer(bundle, string(l))}, nil
}

// form returns the form of a message for a count, with its placeholders left in
// place.
func (c counter) form(id string, count int) (string, error) {
	return c.localizer.Localize(&i18n.LocalizeConfig{MessageID: id, PluralCount: count, TemplateParser: template.IdentityParser{}})
}
