package mcp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/library"
)

// vocabFields are the fields that a term may have beside kind, slug, labels and
// its number of cases.
var vocabFields = []string{"definition", "aliases", "group"}

// vocab finds terms, or lists them.
var vocab = tool{
	name:  "vocab",
	title: "Look up terms",
	description: `Find the slug of a cause, component, symptom, factor, domain or organisation: q is a word or name in English or Korean, matched with slugs, labels and aliases; unlike words are not returned, so that an empty answer means that there is no such term. With kind alone: the whole vocabulary. With neither: what vocabularies there are.
Gives terms, not incidents; the slugs go into list_incidents, search_incidents and get_topic.`,
	params: []param{
		{name: "q", form: textForm, most: 200, doc: "Word or name to look up."},
		{name: "kind", form: textForm, enum: append(slices.Clone(kindPaths), incident.SeverityKind.Path()), doc: "Vocabulary to look in or list."},
		fieldsParam(vocabFields, "What terms hold beside kind, slug, labels and number of cases. Default: definition."),
		langParam, cursorParam,
	},
	run: func(_ context.Context, c *call) (*answer, error) { return c.vocabulary(), nil },
}

type vocabOut struct {
	Total        int         `json:"total"`
	Terms        []vocabTerm `json:"terms"`
	Vocabularies []kindOut   `json:"vocabularies,omitempty"`
	Note         string      `json:"note,omitempty"`
	more
}

type kindOut struct {
	Kind  string `json:"kind"`
	Terms int    `json:"terms"`
}

type vocabTerm struct {
	Kind       string        `json:"kind"`
	Slug       string        `json:"slug"`
	Label      incident.Text `json:"label"`
	Cases      int           `json:"cases"`
	Definition string        `json:"definition,omitempty"`
	Aliases    []string      `json:"aliases,omitempty"`
	Group      string        `json:"group,omitempty"`
}

func (c *call) vocabulary() *answer {
	q, path := strings.TrimSpace(c.values.Get("q")), c.values.Get("kind")
	if q == "" && path == "" {
		return c.vocabularies()
	}
	var refs []library.TermRef
	if q == "" {
		for _, slug := range c.edition.Vocabulary(kindOf(path)).Slugs() {
			refs = append(refs, library.TermRef{Kind: kindOf(path), Slug: slug})
		}
	} else {
		refs = c.findTerms(q, path)
	}
	out, b := &vocabOut{Total: len(refs), Terms: []vocabTerm{}}, newBudget()
	head := fmt.Sprintf("%s: %d\n", c.word("terms"), len(refs))
	if len(refs) == 0 {
		out.Note = c.word("no_term")
		head += out.Note + "\n"
	}
	b.take(head, out.Note)
	counts := map[incident.Kind]map[string]int{}
	at := min(c.start, len(refs))
	for ; at < len(refs); at++ {
		t := c.vocabTerm(refs[at], counts)
		line := t.text(c)
		if !b.take(line, t) {
			break
		}
		out.Terms = append(out.Terms, t)
		head += line
	}
	out.missing("terms", len(refs)-at)
	if at == len(refs) {
		at = 0
	}
	return &answer{out, head + out.close(c, at)}
}

// findTerms returns the terms that a text names or is like, of one kind if that
// is given. What is unlike every name is nothing.
func (c *call) findTerms(q, path string) []library.TermRef {
	const all = 1 << 20
	found := c.edition.FindTerms(q, all)
	if path == "" {
		return found
	}
	kind := kindOf(path)
	found = slices.DeleteFunc(found, func(t library.TermRef) bool { return t.Kind != kind })
	if len(found) == 0 {
		for _, slug := range c.edition.NearestTerms(kind, q) {
			found = append(found, library.TermRef{Kind: kind, Slug: slug})
		}
	}
	return found
}

// vocabularies says what there is to list.
func (c *call) vocabularies() *answer {
	out := &vocabOut{Terms: []vocabTerm{}, Note: c.word("vocab_kinds")}
	text := out.Note + "\n"
	for _, k := range append(slices.Clone(incident.Kinds), incident.SeverityKind) {
		n := len(c.edition.Vocabulary(k).Slugs())
		out.Vocabularies = append(out.Vocabularies, kindOut{k.Path(), n})
		text += fmt.Sprintf("- %s: %d\n", k.Path(), n)
	}
	return &answer{out, text}
}

func (c *call) vocabTerm(ref library.TermRef, counts map[incident.Kind]map[string]int) vocabTerm {
	if counts[ref.Kind] == nil {
		counts[ref.Kind] = map[string]int{}
		for _, n := range c.edition.Terms(ref.Kind) {
			counts[ref.Kind][n.Slug] = n.Count
		}
	}
	out := vocabTerm{Kind: ref.Kind.Path(), Slug: ref.Slug, Cases: counts[ref.Kind][ref.Slug]}
	t, ok := c.edition.Term(ref.Kind, ref.Slug)
	if !ok {
		return out
	}
	out.Label = t.Label
	if c.wants("definition", true) {
		out.Definition = c.pick(t.Definition)
	}
	if c.wants("aliases", false) {
		out.Aliases = slices.Concat(t.AliasesEN, t.AliasesKO)
	}
	if c.wants("group", false) {
		out.Group = t.Group
	}
	return out
}

func (t *vocabTerm) text(c *call) string {
	s := fmt.Sprintf("- %s `%s`: %s / %s (%d)", t.Kind, t.Slug, t.Label.In(c.lang), t.Label.In(c.lang.Other()), t.Cases)
	if t.Definition != "" {
		s += ". " + t.Definition
	}
	if t.Aliases != nil {
		s += " " + c.word("aliases") + ": " + strings.Join(t.Aliases, ", ")
	}
	return s + "\n"
}
