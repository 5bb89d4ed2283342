package casefile

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/incidentlib/incidentlib/internal/spelling"
)

// validate checks the document's form and rejects every field that breaks it.
func (d *document) validate(name string) {
	d.check(d.root, d.value, "", schemas()[name])
}

// check holds a value, at its node, against a schema.
func (d *document) check(n *yaml.Node, value any, field string, s *schema) {
	if s == nil {
		return
	}
	if got := typeOf(value); s.Type != nil && !slices.Contains(s.Type, got) {
		d.reject(n, field, fmt.Sprintf("this is %s, but must be %s", typeNames[got], typeNames[s.wanted()]), s.typeFix(field, n, got))
		return
	}
	switch v := value.(type) {
	case map[string]any:
		d.checkMap(n, v, field, s)
	case []any:
		d.checkList(n, v, field, s)
	case string:
		d.checkText(n, v, field, s)
	}
	d.check(n, value, field, s.ref)
}

func (d *document) checkMap(n *yaml.Node, v map[string]any, field string, s *schema) {
	for _, name := range s.Required {
		if _, ok := v[name]; !ok {
			d.reject(n, join(field, name), "this key is missing", "add it"+s.describe(name))
		}
	}
	if len(v) < s.MinProperties {
		d.reject(n, field, "nothing is written here", "write at least one of "+strings.Join(s.keys(), ", "))
	}
	if s.AdditionalProperties != nil && !*s.AdditionalProperties {
		d.unknownKeys(n, field, s.keys())
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		name := n.Content[i].Value
		if member, ok := v[name]; ok {
			d.check(n.Content[i+1], member, join(field, name), s.Properties[name])
		}
	}
}

func (d *document) checkList(n *yaml.Node, v []any, field string, s *schema) {
	if len(v) < s.MinItems {
		d.reject(n, field, "the list is empty", fmt.Sprintf("add at least %d", s.MinItems))
	}
	for i, member := range v {
		d.check(n.Content[i], member, item(field, i), s.Items)
	}
	if s.UniqueItems {
		d.duplicates(n, field)
	}
}

func (d *document) checkText(n *yaml.Node, v, field string, s *schema) {
	if length := utf8.RuneCountInString(v); s.MaxLength > 0 && length > s.MaxLength {
		d.reject(n, field, fmt.Sprintf("the text has %d characters", length), fmt.Sprintf("shorten it to %d", s.MaxLength))
	}
	if s.Enum != nil && !slices.Contains(s.Enum, v) {
		d.reject(n, field, fmt.Sprintf("%q is not one of the values", v), s.enumFix(v))
	}
	if s.pattern != nil && !s.pattern.MatchString(v) {
		d.reject(n, field, wrongForm(v), s.PatternErrorMessage)
	}
}

func (d *document) unknownKeys(n *yaml.Node, field string, known []string) {
	for i := 0; i < len(n.Content); i += 2 {
		key := n.Content[i]
		if slices.Contains(known, key.Value) || key.ShortTag() != "!!str" {
			continue
		}
		fix := didYouMean(spelling.Nearest(key.Value, known, 1), "the keys here are "+strings.Join(known, ", "))
		if field == "" && slices.Contains(derivedKeys, key.Value) {
			fix = "the API adds it: read this record with \"incidentlib import\""
		}
		d.reject(key, join(field, key.Value), fmt.Sprintf("no key is called %q", key.Value), fix)
	}
}

// duplicates rejects every text of a list that stands in it already.
func (d *document) duplicates(list *yaml.Node, field string) {
	seen := map[string]bool{}
	for i, n := range list.Content {
		value := normal(n.Value)
		if n.ShortTag() != "!!str" {
			continue // rejected by its type
		}
		if seen[value] {
			d.reject(n, item(field, i), fmt.Sprintf("%q stands in the list twice", value), "remove one of them")
		}
		seen[value] = true
	}
}

// typeOf names the type of a document's value as JSON Schema does.
func typeOf(value any) string {
	switch value.(type) {
	case map[string]any:
		return "object"
	case []any:
		return "array"
	case string:
		return "string"
	case bool:
		return "boolean"
	case nil:
		return "null"
	}
	return "number"
}

var typeNames = map[string]string{
	"string": "text", "array": "a list", "object": "a group of keys", "null": "empty (null)",
	"boolean": "true or false", "number": "a number",
}

// wanted is the type that a field must have where it is written at all.
func (s *schema) wanted() string {
	return s.Type[slices.IndexFunc(s.Type, func(t string) bool { return t != "null" })]
}

func (s *schema) typeFix(field string, n *yaml.Node, got string) string {
	isScalar := n.Kind == yaml.ScalarNode && got != "null"
	switch want := s.wanted(); {
	case field == "":
		return "write the keys that data/README.md names"
	case want == "string" && isScalar:
		return fmt.Sprintf("put it in quotes: %q", n.Value)
	case want == "string":
		return "write one text"
	case want == "array" && isScalar:
		return fmt.Sprintf("write [%s]", n.Value)
	case want == "array":
		return "write a list, [] if there is nothing"
	case want == "object":
		return "write {" + strings.Join(s.keys(), ": ..., ") + ": ...}"
	}
	return "write " + typeNames[s.wanted()]
}

func (s *schema) enumFix(got string) string {
	if near := spelling.Nearest(got, s.Enum, 1); near != nil {
		return didYouMean(near, "")
	}
	last := len(s.Enum) - 1
	return "write " + strings.Join(s.Enum[:last], ", ") + " or " + s.Enum[last]
}

func wrongForm(got string) string {
	if strings.TrimFunc(got, unicode.IsSpace) == "" {
		return "the text is empty"
	}
	return fmt.Sprintf("%q has the wrong form", got)
}
