package casefile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/incidentlib/incidentlib/data"
)

// The schemas state the form of a file: its keys, types, enumerations and
// patterns. What a form cannot say is in the check_*.go files.
const (
	caseSchema  = "case.json"
	vocabSchema = "vocab.json"
)

// schema is one (sub)schema of JSON Schema (draft 2020-12), with the keywords
// that ours use; one with another keyword is not read. The validators there are
// would take as long to set themselves up as the whole server to start.
type schema struct {
	Schema      string `json:"$schema"`
	Title       string
	Description string
	Default     any
	Defs        map[string]*schema `json:"$defs"`

	Type                 types
	Ref                  string `json:"$ref"`
	Enum                 []string
	Pattern              string
	PatternErrorMessage  string // what would be right
	MaxLength            int    // in characters; 0: any
	MinItems             int
	UniqueItems          bool
	Items                *schema
	Required             []string
	MinProperties        int
	Properties           map[string]*schema
	AdditionalProperties *bool

	ref     *schema        // that Ref names
	pattern *regexp.Regexp // of Pattern
}

// types are the types that a value may have, by their names in JSON.
type types []string

// UnmarshalJSON takes one name or a list of them.
func (t *types) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		*t = types{one}
		return nil
	}
	return json.Unmarshal(b, (*[]string)(t))
}

// schemaSet is every schema, by the name of its file.
type schemaSet map[string]*schema

// schemas reads the embedded schemas at first use. They are part of the
// program: one that cannot be read is a bug, not a condition.
var schemas = sync.OnceValue(func() schemaSet {
	set := schemaSet{}
	for _, name := range []string{caseSchema, vocabSchema} {
		src, err := data.FS.ReadFile("schema/" + name)
		if err != nil {
			panic(err)
		}
		decoder := json.NewDecoder(bytes.NewReader(src))
		decoder.DisallowUnknownFields()
		s := &schema{}
		if err := decoder.Decode(s); err != nil {
			panic(fmt.Errorf("schema %s: %w", name, err))
		}
		set[name] = s
	}
	for name, s := range set {
		set.link(name, s)
	}
	return set
})

// link makes a schema of a file, and those in it, ready for use.
func (set schemaSet) link(file string, s *schema) {
	if s == nil {
		return
	}
	if s.Ref != "" {
		address := s.Ref
		if strings.HasPrefix(address, "#") {
			address = file + address
		}
		if s.ref = set.at(address); s.ref == nil {
			panic("schema " + file + ": nothing is at " + address)
		}
	}
	if s.Pattern != "" {
		s.pattern = regexp.MustCompile(s.Pattern)
	}
	for _, members := range []map[string]*schema{s.Defs, s.Properties} {
		for _, member := range members {
			set.link(file, member)
		}
	}
	set.link(file, s.Items)
}

// at finds a subschema by its address, such as "case.json#/$defs/date"; nil if
// there is none.
func (set schemaSet) at(address string) *schema {
	file, pointer, _ := strings.Cut(address, "#")
	s := set[file]
	steps := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	for len(steps) > 0 && steps[0] != "" && s != nil {
		switch {
		case steps[0] == "items":
			s, steps = s.Items, steps[1:]
		case len(steps) == 1:
			return nil
		case steps[0] == "$defs":
			s, steps = s.Defs[steps[1]], steps[2:]
		case steps[0] == "properties":
			s, steps = s.Properties[steps[1]], steps[2:]
		default:
			return nil
		}
	}
	return s
}

// keys lists the keys that an object may have.
func (s *schema) keys() []string {
	if s.Properties == nil && s.ref != nil {
		return s.ref.keys()
	}
	return slices.Sorted(maps.Keys(s.Properties))
}

// describe gives the description of a key as half a sentence.
func (s *schema) describe(key string) string {
	property := s.Properties[key]
	if property == nil || property.Description == "" {
		return ""
	}
	d := strings.TrimSuffix(property.Description, ".")
	return ": " + strings.ToLower(d[:1]) + d[1:]
}
