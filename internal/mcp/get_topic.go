package mcp

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/internal/query"
)

// topicFields are the fields of a topic in the order of the answer.
var topicFields = []string{"definition", "aliases", "checks", "occurs_with", "cases"}

// getTopic gives a term with its place in the library.
var getTopic = tool{
	name:  "get_topic",
	title: "Get one topic",
	description: `One term of a vocabulary and its place in the library: what it means, what else it is called, read-only checks for the same weakness in one's own system, which causes, components, symptoms, factors, domains and organisations occur with it (how often, and how many times more often than by chance), and its cases, newest first. For "what do outages of X have in common?".
Needs the slug: vocab finds it. For several filters at once: list_incidents.`,
	params: []param{
		{name: "kind", form: textForm, enum: kindPaths, required: true, doc: "Vocabulary of the term."},
		{name: "slug", form: textForm, required: true, most: 100, doc: "Slug of the term, such as deploy-rollout."},
		fieldsParam(topicFields, fmt.Sprintf("Default: all, with the %d terms of each kind that occur with it most; occurs_with named here gives all of them.", togetherTerms)),
		langParam, cursorParam,
	},
	run: func(ctx context.Context, c *call) (*answer, error) { return c.topic(ctx) },
}

// togetherTerms is how many terms of a kind occurs_with has unasked.
const togetherTerms = 5

type topicOut struct {
	Kind       string        `json:"kind"`
	Slug       string        `json:"slug"`
	Label      incident.Text `json:"label"`
	Replaced   string        `json:"replaced,omitempty"` // the slug asked for, of which this one took the place
	URL        string        `json:"url,omitempty"`
	Total      int           `json:"total"` // cases in all
	Definition string        `json:"definition,omitempty"`
	Aliases    []string      `json:"aliases,omitempty"`
	Checks     []checkOut    `json:"checks,omitempty"`
	OccursWith []togetherOut `json:"occurs_with,omitempty"`
	Cases      []rowOut      `json:"cases,omitempty"`
	more
}

// togetherOut is a term that occurs with the topic. Lift is how many times more
// often than by chance.
type togetherOut struct {
	Kind string `json:"kind"`
	termOut
	Cases int     `json:"cases"`
	Lift  float64 `json:"lift"`
}

func (c *call) topic(ctx context.Context) (*answer, error) {
	kind, slug := kindOf(c.values.Get("kind")), strings.TrimSpace(c.values.Get("slug"))
	current, ok := c.edition.Resolve(kind, slug)
	if !ok {
		current = slug // for the error, with the nearest
	}
	topic, err := c.edition.Topic(ctx, kind, current)
	if unknown, ok := errors.AsType[*incident.Error](err); ok {
		mine := *unknown
		mine.Param = "slug"
		return nil, &mine
	}
	if err != nil {
		return nil, err
	}
	out, b := &topicOut{Kind: kind.Path(), Slug: current, Label: topic.Term.Label, Total: topic.Total}, newBudget()
	if current != slug {
		out.Replaced = slug
	}
	if c.site != "" {
		out.URL = c.site + "/" + kind.Path() + "/" + current
	}
	text := c.topicHead(out)
	b.take(text, out)

	// The parts are what stands before the cases, then the cases.
	parts := c.topicParts(topic, out)
	at := c.start
	heading := ""
	for ; at < len(parts); at++ {
		p := parts[at]
		t := p.text
		if p.field != heading {
			t = "\n## " + c.word(p.field) + "\n" + t
		}
		if !b.take(t, p.data) {
			break
		}
		heading = p.field
		p.put()
		text += t
	}
	for _, p := range parts[min(at, len(parts)):] {
		out.missing(p.field, 1)
	}
	if c.fields == nil && c.start == 0 {
		out.missing("occurs_with", omitted(topic))
	}
	if c.wants("cases", true) {
		if at >= len(parts) {
			n, rows, err := c.topicCases(ctx, kind, current, at-len(parts), b, out)
			if err != nil {
				return nil, err
			}
			text += rows
			at += n
		}
		out.missing("cases", topic.Total-max(0, at-len(parts)))
		if at >= len(parts)+topic.Total {
			at = 0
		}
	} else if at >= len(parts) {
		at = 0
	}
	return &answer{out, text + out.close(c, at)}, nil
}

func (c *call) topicHead(out *topicOut) string {
	text := fmt.Sprintf("# %s: %s (`%s`)\n", out.Kind, c.pick(out.Label), out.Slug)
	if other := out.Label.In(c.lang.Other()); other != "" && out.Label.In(c.lang) != "" {
		text += other + "\n"
	}
	if out.Replaced != "" {
		text += c.word("replaced") + ": " + out.Slug + "\n"
	}
	return text + fmt.Sprintf("%s: %d\n", c.word("cases"), out.Total)
}

// topicCases adds the cases from a position on.
func (c *call) topicCases(ctx context.Context, kind incident.Kind, slug string, position int, b *budget, out *topicOut) (n int, text string, err error) {
	i := slices.IndexFunc(query.Facets, func(f query.Facet) bool { return f.Kind == kind })
	q, wrong := query.Parse(url.Values{query.Facets[i].Param: {slug}}, c.edition)
	if len(wrong) > 0 {
		return 0, "", wrong
	}
	l, cases, err := c.page(ctx, q, position)
	if err != nil {
		return 0, "", err
	}
	var rows strings.Builder
	rest := *c
	rest.fields = nil // fields of the topic are none of a row
	n, err = rest.addRows(ctx, l, cases, b, &out.Cases, &rows)
	if n > 0 {
		text = "\n## " + c.word("cases") + "\n" + rows.String()
	}
	return n, text, err
}

// part is one paragraph or entry of a field.
type part struct {
	field string
	text  string
	data  any    // as it is in the object
	put   func() // puts it there
}

func (c *call) topicParts(topic *library.Topic, out *topicOut) []part {
	var parts []part
	t := &topic.Term
	if d := c.pick(t.Definition); d != "" && c.wants("definition", true) {
		parts = append(parts, part{"definition", d + "\n", d, func() { out.Definition = d }})
	}
	if c.wants("aliases", true) {
		for _, a := range slices.Concat(t.AliasesEN, t.AliasesKO) {
			parts = append(parts, part{"aliases", "- " + a + "\n", a, func() { out.Aliases = append(out.Aliases, a) }})
		}
	}
	if c.wants("checks", true) {
		for _, k := range c.checks(t) {
			parts = append(parts, part{"checks", k.text(), k, func() { out.Checks = append(out.Checks, k) }})
		}
	}
	if c.wants("occurs_with", true) {
		for _, o := range topic.Occurs {
			shown := o.Terms
			if c.fields == nil {
				shown = shown[:min(len(shown), togetherTerms)]
			}
			for _, with := range shown {
				w := togetherOut{o.Kind.Path(), c.term(o.Kind, with.Slug), with.Count, float64(int(with.Lift*10+0.5)) / 10}
				text := fmt.Sprintf("- %s: %s %d, %.1f\n", w.Kind, w.termOut, w.Cases, w.Lift)
				parts = append(parts, part{"occurs_with", text, w, func() { out.OccursWith = append(out.OccursWith, w) }})
			}
		}
	}
	return parts
}

// omitted counts the terms that occurs_with lacks unasked.
func omitted(topic *library.Topic) int {
	n := 0
	for _, o := range topic.Occurs {
		n += max(0, len(o.Terms)-togetherTerms)
	}
	return n
}
