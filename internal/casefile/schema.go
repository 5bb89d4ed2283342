package casefile

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"go.yaml.in/yaml/v4"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/incidentlib/incidentlib/data"
	"github.com/incidentlib/incidentlib/internal/incident"
)

// The schemas state the form of a file: its keys, types, enumerations and
// patterns. What a form cannot say is in the check_*.go files.
const (
	caseSchema  = "case.json"
	vocabSchema = "vocab.json"
)

// A rule is one (sub)schema as it stands in its JSON file.
type rule map[string]any

// schemaSet is every schema, compiled, and its source for wording the messages.
type schemaSet struct {
	compiled map[string]*jsonschema.Schema
	source   map[string]any
}

const schemaBase = "file:///schema/"

// schemas compiles the embedded schemas at first use. They are part of the
// program: one that does not compile is a bug, not a condition.
var schemas = sync.OnceValue(func() schemaSet {
	set := schemaSet{map[string]*jsonschema.Schema{}, map[string]any{}}
	compiler := jsonschema.NewCompiler()
	for _, name := range []string{caseSchema, vocabSchema} {
		src, err := data.FS.ReadFile("schema/" + name)
		if err != nil {
			panic(err)
		}
		if set.source[name], err = jsonschema.UnmarshalJSON(bytes.NewReader(src)); err != nil {
			panic(err)
		}
		if err := compiler.AddResource(schemaBase+name, set.source[name]); err != nil {
			panic(err)
		}
	}
	for name := range set.source {
		set.compiled[name] = compiler.MustCompile(schemaBase + name)
	}
	return set
})

// rule finds a subschema by its address, such as
// "file:///schema/case.json#/$defs/date".
func (s schemaSet) rule(url string) rule {
	name, pointer, _ := strings.Cut(strings.TrimPrefix(url, schemaBase), "#")
	node := s.source[name]
	for step := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		if step != "" {
			parent, _ := node.(map[string]any)
			node = parent[step]
		}
	}
	r, _ := node.(map[string]any)
	return r
}

// keys lists the keys that an object under the rule may have.
func (s schemaSet) keys(r rule) []string {
	properties, _ := r["properties"].(map[string]any)
	if ref := r.text("$ref"); ref != "" && properties == nil {
		if strings.HasPrefix(ref, "#") {
			ref = caseSchema + ref // the definitions of both schemas that have keys stand there
		}
		return s.keys(s.rule(schemaBase + ref))
	}
	return slices.Sorted(maps.Keys(properties))
}

func (r rule) text(keyword string) string { s, _ := r[keyword].(string); return s }

// describe gives the description of a key under the rule as half a sentence.
func (r rule) describe(key string) string {
	properties, _ := r["properties"].(map[string]any)
	property, _ := properties[key].(map[string]any)
	s := strings.TrimSuffix(rule(property).text("description"), ".")
	if s == "" {
		return ""
	}
	return ": " + strings.ToLower(s[:1]) + s[1:]
}

// validate checks the document's form and rejects every field that breaks it.
func (d *document) validate(schema string) {
	err := schemas().compiled[schema].Validate(d.value)
	if failure, ok := err.(*jsonschema.ValidationError); ok {
		d.explain(failure)
	}
}

func (d *document) explain(e *jsonschema.ValidationError) {
	if len(e.Causes) > 0 {
		for _, cause := range e.Causes {
			d.explain(cause)
		}
		return
	}
	field, n := d.at(e.InstanceLocation)
	r := schemas().rule(e.SchemaURL)
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		for _, name := range k.Missing {
			d.reject(n, join(field, name), "this key is missing", "add it"+r.describe(name))
		}
	case *kind.AdditionalProperties:
		d.unknownKeys(n, field, schemas().keys(r))
	case *kind.Type:
		d.reject(n, field, fmt.Sprintf("this is %s, but must be %s", typeNames[k.Got], typeNames[wanted(k)]), typeFix(field, n, k, r))
	case *kind.Enum:
		d.reject(n, field, fmt.Sprintf("%q is not one of the values", k.Got), enumFix(k))
	case *kind.Pattern:
		d.reject(n, field, wrongForm(k.Got), r.text("patternErrorMessage"))
	case *kind.MaxLength:
		d.reject(n, field, fmt.Sprintf("the text has %d characters", k.Got), fmt.Sprintf("shorten it to %d", k.Want))
	case *kind.MinItems:
		d.reject(n, field, "the list is empty", fmt.Sprintf("add at least %d", k.Want))
	case *kind.MinProperties:
		d.reject(n, field, "nothing is written here", "write at least one of "+strings.Join(schemas().keys(r), ", "))
	case *kind.UniqueItems:
		d.duplicates(n, field)
	default:
		d.reject(n, field, e.ErrorKind.LocalizedString(message.NewPrinter(language.English)), "")
	}
}

func (d *document) unknownKeys(n *yaml.Node, field string, known []string) {
	for i := 0; i < len(n.Content); i += 2 {
		key := n.Content[i]
		if slices.Contains(known, key.Value) || key.ShortTag() != "!!str" {
			continue
		}
		fix := didYouMean(incident.Nearest(key.Value, known, 1), "the keys here are "+strings.Join(known, ", "))
		if field == "" && slices.Contains(derivedKeys, key.Value) {
			fix = "the API adds it: read this record with \"incidentlib import\""
		}
		d.reject(key, join(field, key.Value), fmt.Sprintf("no key is called %q", key.Value), fix)
	}
}

// duplicates rejects every text of a list that stands in it already: the
// validator names the first pair alone.
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

var typeNames = map[string]string{
	"string": "text", "array": "a list", "object": "a group of keys", "null": "empty (null)",
	"boolean": "true or false", "number": "a number",
}

// wanted is the type that a field must have where it is written at all.
func wanted(k *kind.Type) string {
	return k.Want[slices.IndexFunc(k.Want, func(t string) bool { return t != "null" })]
}

func typeFix(field string, n *yaml.Node, k *kind.Type, r rule) string {
	isScalar := n.Kind == yaml.ScalarNode && k.Got != "null"
	switch want := wanted(k); {
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
		return "write {" + strings.Join(schemas().keys(r), ": ..., ") + ": ...}"
	}
	return "write " + typeNames[wanted(k)]
}

func enumFix(k *kind.Enum) string {
	var values []string
	for _, v := range k.Want {
		values = append(values, fmt.Sprint(v))
	}
	if near := incident.Nearest(fmt.Sprint(k.Got), values, 1); near != nil {
		return didYouMean(near, "")
	}
	last := len(values) - 1
	return "write " + strings.Join(values[:last], ", ") + " or " + values[last]
}

func wrongForm(got string) string {
	if strings.TrimFunc(got, unicode.IsSpace) == "" {
		return "the text is empty"
	}
	return fmt.Sprintf("%q has the wrong form", got)
}
