package library

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/search"
	"github.com/incidentlib/incidentlib/internal/spelling"
	"github.com/incidentlib/incidentlib/internal/store"
)

// Vocabulary returns the vocabulary of a kind, severities included; it is not
// to be changed. It is empty for a kind that there is none of.
func (e *Edition) Vocabulary(k incident.Kind) *incident.Vocabulary {
	if v := e.x.Vocabularies[k]; v != nil {
		return v
	}
	return &incident.Vocabulary{Kind: k}
}

// Term finds a term by its slug, replaced ones included.
func (e *Edition) Term(k incident.Kind, slug string) (*incident.Term, bool) {
	t, ok := e.terms[TermRef{k, slug}]
	return t, ok
}

// Resolve returns the slug that stands for slug today: itself, or the one
// that replaced it. ok is false for a slug that the vocabulary never had.
func (e *Edition) Resolve(k incident.Kind, slug string) (current string, ok bool) {
	for range len(e.Vocabulary(k).Terms) + 1 {
		t, found := e.Term(k, slug)
		if !found {
			return "", false
		}
		if t.ReplacedBy == "" {
			return slug, true
		}
		slug = t.ReplacedBy
	}
	return "", false // replaced in a circle
}

// NearestTerms returns at most three slugs of current terms whose slug, label
// or alias in either language is most like s, best first.
func (e *Edition) NearestTerms(k incident.Kind, s string) []string {
	var names []string
	slugs := map[string]string{}
	for current, name := range e.termNames(k) {
		if _, taken := slugs[name]; !taken {
			slugs[name] = current.Slug
			names = append(names, name)
		}
	}
	var out []string
	for _, name := range spelling.Nearest(s, names, len(names)) {
		if slug := slugs[name]; !slices.Contains(out, slug) && len(out) < nearestLimit {
			out = append(out, slug)
		}
	}
	return out
}

// Terms counts the published cases of every current term that has any, most
// cases first, then by slug.
func (e *Edition) Terms(k incident.Kind) []Count {
	var out []Count
	for _, v := range e.values[string(k)] {
		if t, ok := e.Term(k, v.name); ok && t.ReplacedBy == "" {
			out = append(out, Count{Slug: v.name, Count: size(v.set)})
		}
	}
	slices.SortStableFunc(out, func(a, b Count) int { return cmp.Compare(b.Count, a.Count) })
	return out
}

// FindTerms returns at most n current terms of any kind that a text names, in
// either language: first those recognised in it whatever their form, then those
// of which a name contains it; if there are none, those most like it.
func (e *Edition) FindTerms(text string, n int) []TermRef {
	var out []TermRef
	add := func(ref TermRef) {
		if !slices.Contains(out, ref) {
			out = append(out, ref)
		}
	}
	for _, t := range e.lexicon().Find(text) {
		add(refOf(t.Key))
	}
	if text = strings.ToLower(strings.TrimSpace(text)); text == "" {
		return nil
	}
	owners := map[string]TermRef{}
	var names []string
	for current, name := range e.termNames(incident.Kinds...) {
		name = strings.ToLower(name)
		owners[name] = current
		names = append(names, name)
		if strings.Contains(name, text) {
			add(current)
		}
	}
	if out == nil {
		for _, name := range search.NewSpeller(names).Nearest(text, n) {
			add(owners[name])
		}
	}
	return out[:min(n, len(out))]
}

// termNames gives each label and alias of the terms of some kinds, in both
// languages, with the term it names today.
func (e *Edition) termNames(kinds ...incident.Kind) iter.Seq2[TermRef, string] {
	return func(yield func(TermRef, string) bool) {
		for _, k := range kinds {
			for i := range e.Vocabulary(k).Terms {
				t := &e.Vocabulary(k).Terms[i]
				current, ok := e.Resolve(k, t.Slug)
				if !ok {
					continue
				}
				for _, name := range store.Names(t) {
					if !yield(TermRef{k, current}, name) {
						return
					}
				}
			}
		}
	}
}
