package mcp

import (
	"strings"

	"github.com/incidentlib/incidentlib/internal/incident"
)

// termOut is a term of a vocabulary: the slug for further calls, the label for
// people.
type termOut struct {
	Slug  string `json:"slug"`
	Label string `json:"label"`
}

// kindPaths are the words by which tools name the vocabularies that have
// topics, as the site's addresses do.
var kindPaths = func() []string {
	var out []string
	for _, k := range incident.Kinds {
		out = append(out, k.Path())
	}
	return out
}()

// severities are the values of the argument severity, gravest first.
var severities = func() []string {
	var out []string
	for _, s := range incident.Severities {
		out = append(out, string(s))
	}
	return out
}()

// kindOf is the vocabulary that a word names; severities have no topic but a
// vocabulary.
func kindOf(path string) incident.Kind {
	if k, ok := incident.KindOfPath(path); ok {
		return k
	}
	return incident.SeverityKind
}

func (c *call) term(k incident.Kind, slug string) termOut {
	if t, ok := c.edition.Term(k, slug); ok {
		return termOut{slug, c.pick(t.Label)}
	}
	return termOut{slug, slug}
}

func (c *call) terms(k incident.Kind, slugs []string) []termOut {
	out := []termOut{}
	for _, slug := range slugs {
		out = append(out, c.term(k, slug))
	}
	return out
}

// String writes a term as the text of an answer has it.
func (t termOut) String() string {
	if t.Label == t.Slug {
		return "`" + t.Slug + "`"
	}
	return t.Label + " (`" + t.Slug + "`)"
}

func join(terms []termOut) string {
	var out []string
	for _, t := range terms {
		out = append(out, t.String())
	}
	return strings.Join(out, ", ")
}
