package mcp

import (
	"fmt"

	"github.com/incidentlib/incidentlib/internal/incident"
)

// checkOut is a check with the term that it tests.
type checkOut struct {
	Kind     string  `json:"kind"`
	Term     termOut `json:"term"`
	Question string  `json:"question"`
	Command  string  `json:"command"` // only reads
}

func (k checkOut) text() string {
	return fmt.Sprintf("- %s (%s): %s\n```sh\n%s\n```\n", k.Term.Label, k.Kind, k.Question, k.Command)
}

// checkedKinds are the kinds of term that carry checks, those of what made an
// incident worse first.
var checkedKinds = []incident.Kind{incident.Factor, incident.Cause, incident.Component}

// checks gives the checks of a term.
func (c *call) checks(t *incident.Term) []checkOut {
	var out []checkOut
	for _, k := range t.Checks {
		out = append(out, checkOut{t.Kind.Path(), c.term(t.Kind, t.Slug), c.pick(k.Question), k.Command})
	}
	return out
}

// caseChecks gathers the checks of the terms that a case carries.
func (c *call) caseChecks(of *incident.Case) []checkOut {
	var out []checkOut
	for _, kind := range checkedKinds {
		for _, slug := range of.Terms(kind) {
			if t, ok := c.edition.Term(kind, slug); ok {
				out = append(out, c.checks(t)...)
			}
		}
	}
	return out
}
