package views

import "slices"

// TermsIndex lists the terms of one vocabulary.
type TermsIndex struct {
	Page
	Kind       string
	Heading    string
	Definition string
	Counted    string // "원인 24개"
	Groups     []TermGroup
}

// TermGroup is a part of a vocabulary.
type TermGroup struct {
	ID    string // for the contents list
	Label Text
	Terms []Term
}

// defined tells whether any term of the group has a definition: organisations
// have none and stand in plain columns.
func (g TermGroup) defined() bool {
	return slices.ContainsFunc(g.Terms, func(t Term) bool { return t.Definition.Value != "" })
}
