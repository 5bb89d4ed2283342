package mcp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/internal/query"
)

// This file is what search_incidents, list_incidents and get_topic share: a page
// of cases, with what was understood and the values by which to narrow it.

// page returns the cases of a query from a position on, as far as the page
// that holds the position goes, and the list that they are of.
func (c *call) page(ctx context.Context, q query.Query, position int) (*library.List, []library.Summary, error) {
	q.Page = position/q.Size() + 1
	l, err := c.edition.List(ctx, q)
	if past, ok := errors.AsType[*incident.Error](err); ok && past.Problem == incident.ProblemPastEnd {
		return nil, nil, badCursor("")
	}
	if err != nil {
		return nil, nil, err
	}
	return l, l.Cases[min(position%q.Size(), len(l.Cases)):], nil
}

// addRows writes rows while they fit and returns how many did.
func (c *call) addRows(ctx context.Context, l *library.List, cases []library.Summary, b *budget, out *[]rowOut, text *strings.Builder) (int, error) {
	var whole []incident.Case
	if slices.ContainsFunc(rowProse, func(f string) bool { return c.wants(f, false) }) {
		var ids []string
		for i := range cases {
			ids = append(ids, cases[i].ID)
		}
		var err error
		if whole, err = c.edition.Cases(ctx, ids); err != nil {
			return 0, err
		}
	}
	for i := range cases {
		var of *incident.Case
		if whole != nil {
			of = &whole[i]
		}
		r := c.row(&cases[i], of)
		if l.Search != nil {
			r.mark(l.Search.Hits[r.ID])
		}
		t := c.rowText(&r)
		if !b.take(t, r) {
			return i, nil
		}
		*out = append(*out, r)
		text.WriteString(t)
	}
	return len(cases), nil
}

// casesOut is a list of cases.
type casesOut struct {
	Total int `json:"total"`
	First int `json:"first"` // position of the first case given, from 1; 0 if there is none
	Last  int `json:"last"`
	*searchOut
	Cases  []rowOut   `json:"cases"`
	Facets []facetOut `json:"facets,omitempty"`
	more
}

// searchOut says how the text of a search was understood.
type searchOut struct {
	Relaxed bool     `json:"relaxed"`         // no case has every word
	Slips   []string `json:"slips,omitempty"` // typed → meant
	Also    []refOut `json:"also_searched,omitempty"`
	Suggest []string `json:"suggestions,omitempty"`
}

type refOut struct {
	Kind string `json:"kind"`
	termOut
}

// facetOut is the values by which a list can be narrowed.
type facetOut struct {
	Param  string     `json:"param"`
	Values []countOut `json:"values"`
	More   int        `json:"more_values,omitempty"`
}

type countOut struct {
	Value string `json:"value"`
	Cases int    `json:"cases"`
}

// facetValues is how many values of a facet an answer has.
const facetValues = 10

// cases answers with a list of cases, one page of it at most.
func (c *call) cases(ctx context.Context, none string) (*answer, error) {
	q, err := c.query()
	if err != nil {
		return nil, err
	}
	facets := c.wants(listExtra, false)
	if facets && len(c.fields) == 1 {
		c.fields = nil
	}
	l, cases, err := c.page(ctx, q, c.start)
	if err != nil {
		return nil, err
	}
	if err := c.edition.Mark(ctx, l, c.lang); err != nil {
		return nil, err
	}
	out, b := &casesOut{Total: l.Total, Cases: []rowOut{}}, newBudget()
	var body strings.Builder
	head := c.searchHead(l, out)
	if facets && c.start == 0 {
		head += c.facets(l, out)
	}
	b.take(head, []any{out.searchOut, out.Facets})
	n, err := c.addRows(ctx, l, cases, b, &out.Cases, &body)
	if err != nil {
		return nil, err
	}
	next := c.start + n
	if n > 0 {
		out.First, out.Last = c.start+1, next
	}
	title := fmt.Sprintf("%s: %d", c.word("cases"), l.Total)
	switch {
	case l.Total == 0:
		title += "\n" + c.word(none)
	case n > 0:
		title += fmt.Sprintf(" (%d-%d)", out.First, out.Last)
	}
	out.missing("cases", l.Total-next)
	if next >= l.Total {
		next = 0
	}
	tail := out.close(c, next)
	return &answer{out, title + "\n" + head + body.String() + tail}, nil
}

// maxSuggestion bounds a suggestion: it may be the caller's whole text, mended.
const maxSuggestion = 200

func (c *call) searchHead(l *library.List, out *casesOut) string {
	note := l.Search
	if note == nil {
		return ""
	}
	out.searchOut = &searchOut{Relaxed: note.Relaxed}
	var b strings.Builder
	if note.Relaxed {
		b.WriteString(c.word("relaxed") + "\n")
	}
	var also []string
	for _, t := range note.Also[:min(len(note.Also), query.MaxValues)] {
		term := c.term(t.Kind, t.Slug)
		out.Also = append(out.Also, refOut{t.Kind.Path(), term})
		also = append(also, t.Kind.Path()+" "+term.String())
	}
	for _, s := range note.Slips {
		out.Slips = append(out.Slips, cut(s.Typed, maxSuggestion)+" → "+s.Meant)
	}
	if out.Slips != nil {
		b.WriteString(c.word("slips") + ": " + strings.Join(out.Slips, ", ") + "\n")
	}
	for _, s := range note.Suggest {
		out.Suggest = append(out.Suggest, cut(s, maxSuggestion))
	}
	if also != nil {
		b.WriteString(c.word("also") + ": " + strings.Join(also, ", ") + "\n")
	}
	if out.Suggest != nil {
		b.WriteString(c.word("suggest") + ": " + strings.Join(out.Suggest, " | ") + "\n")
	}
	return b.String()
}

func (c *call) facets(l *library.List, out *casesOut) string {
	var b strings.Builder
	b.WriteString(c.word("facets") + "\n")
	for _, f := range l.Facets {
		o := facetOut{Param: f.Param, Values: []countOut{}, More: max(0, len(f.Values)-facetValues)}
		var values []string
		for _, v := range f.Values[:min(len(f.Values), facetValues)] {
			o.Values = append(o.Values, countOut{v.Value, v.Count})
			values = append(values, fmt.Sprintf("%s %d", v.Value, v.Count))
		}
		if o.More > 0 {
			values = append(values, fmt.Sprintf("+%d", o.More))
		}
		out.Facets = append(out.Facets, o)
		fmt.Fprintf(&b, "- %s: %s\n", f.Param, strings.Join(values, ", "))
	}
	return b.String()
}
