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

// This file is what search_incidents, list_incidents and get_topic share: the
// filters, and a case as a row of a list.

// filterParams are the arguments that narrow a list, as in the site's addresses.
var filterParams = []param{
	slugs("cause", "any of these root causes"),
	slugs("component", "all of these components"),
	slugs("symptom", "all of these symptoms"),
	slugs("factor", "all of these contributing factors"),
	slugs("domain", "all of these domains"),
	slugs("org", "any of these organisations"),
	{name: "severity", form: listForm, enum: severities, most: query.MaxValues, doc: "Any of these severities."},
	{name: "year", form: listForm, most: query.MaxValues, pattern: "^[0-9]{4}$", doc: `Any of these years, such as ["2026"].`},
	{name: "from", form: textForm, most: 10, pattern: datePattern, doc: "First date, inclusive: YYYY-MM-DD, YYYY-MM or YYYY."},
	{name: "to", form: textForm, most: 10, pattern: datePattern, doc: "Last date, inclusive."},
	{name: "not", form: listForm, most: query.MaxValues, doc: "Ids to leave out."},
}

// datePattern is a date, a month or a year; empty is none.
const datePattern = "^([0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?)?$"

func slugs(name, which string) param {
	return param{name: name, form: listForm, most: query.MaxValues, doc: "Slugs: " + which + "."}
}

func sortParam(orders []query.Sort) param {
	p := param{name: "sort", form: textForm, fallback: string(orders[0]), doc: "Order, ties by id."}
	for _, o := range orders {
		p.enum = append(p.enum, string(o))
	}
	return p
}

var perPageParam = param{name: "per_page", form: numberForm, most: query.MaxPerPage, fallback: itoa(query.DefaultPerPage), doc: "Most cases in one answer; fewer come where they would not fit."}

// rowFields are the fields that a row may have beside id, titles, organisation
// and date; those of rowProse are prose, shortened and only given if asked for.
var (
	rowFields = []string{"root_cause", "severity", "symptoms", "components", "contributing", "timeline", "domain"}
	rowProse  = []string{"summary", "symptoms_text", "remediation", "tried", "lessons"}
	listExtra = "facets"

	rowFieldsParam = fieldsParam(slices.Concat(rowFields, rowProse, []string{listExtra}),
		"What rows hold beside id, titles, org and date. Default: root_cause, severity, symptoms, components, contributing, timeline. Prose is shortened. facets adds the counts by which to narrow, and alone leaves the default.")
)

// maxProse is how many bytes of a prose field a row holds.
const maxProse = 500

// rowOut is a case as a row.
type rowOut struct {
	ID            string        `json:"id"`
	URL           string        `json:"url,omitempty"`
	Title         incident.Text `json:"title"`
	Org           termOut       `json:"org"`
	Date          incident.Date `json:"date"`
	DateKind      string        `json:"date_kind"`
	RootCause     string        `json:"root_cause,omitempty"`
	RootCauseText string        `json:"root_cause_text,omitempty"`
	Severity      string        `json:"severity,omitempty"`
	Symptoms      []string      `json:"symptoms,omitempty"`
	Components    []string      `json:"components,omitempty"`
	Contributing  []string      `json:"contributing,omitempty"`
	Domain        []string      `json:"domain,omitempty"`
	DetectedAfter string        `json:"detected_after,omitempty"`
	ResolvedAfter string        `json:"resolved_after,omitempty"`
	Match         *matchOut     `json:"match,omitempty"`

	Summary      string   `json:"summary,omitempty"`
	SymptomsText string   `json:"symptoms_text,omitempty"`
	Remediation  string   `json:"remediation,omitempty"`
	Tried        string   `json:"tried,omitempty"`
	Lessons      string   `json:"lessons,omitempty"`
	Shortened    []string `json:"shortened,omitempty"` // prose fields of which get_incident gives more
}

// matchOut says where a text was found; **what matched** is marked.
type matchOut struct {
	Field   string        `json:"field"`
	Lang    incident.Lang `json:"lang"`
	Passage string        `json:"passage"`
}

// row is a summary as a row; whole is the case where prose was asked for.
func (c *call) row(s *library.Summary, whole *incident.Case) rowOut {
	r := rowOut{ID: s.ID, URL: c.caseURL(s.ID), Title: s.Title, Org: c.term(incident.Org, s.OrgSlug), Date: s.Date, DateKind: string(s.DateKind)}
	if c.wants("root_cause", true) {
		r.RootCause, r.RootCauseText = s.RootCause, c.pick(s.RootCauseText)
	}
	if c.wants("severity", true) {
		r.Severity = string(s.Severity)
	}
	if c.wants("symptoms", true) {
		r.Symptoms = s.Symptoms
	}
	if c.wants("components", true) {
		r.Components = s.Components
	}
	if c.wants("contributing", true) {
		r.Contributing = s.Factors
	}
	if c.wants("domain", false) {
		r.Domain = s.Domains
	}
	if c.wants("timeline", true) {
		r.DetectedAfter, r.ResolvedAfter = span(s.DetectedAfter), span(s.ResolvedAfter)
	}
	if whole != nil {
		c.addProse(&r, whole)
	}
	return r
}

func (c *call) addProse(r *rowOut, whole *incident.Case) {
	add := func(field string, to *string, texts ...incident.Text) {
		if !c.wants(field, false) {
			return
		}
		var all []string
		for _, t := range texts {
			all = append(all, c.pick(t))
		}
		s := strings.Join(all, " / ")
		if *to = cut(s, maxProse); *to != s {
			r.Shortened = append(r.Shortened, field)
		}
	}
	add("summary", &r.Summary, whole.Summary)
	add("symptoms_text", &r.SymptomsText, whole.SymptomsText)
	add("remediation", &r.Remediation, stepTexts(whole.Remediation)...)
	add("tried", &r.Tried, stepTexts(whole.Tried)...)
	add("lessons", &r.Lessons, whole.Lessons)
}

func stepTexts(steps []incident.Step) []incident.Text {
	var out []incident.Text
	for _, s := range steps {
		out = append(out, s.Text)
	}
	return out
}

func span(d *incident.Duration) string {
	if d == nil {
		return ""
	}
	return d.String()
}

// mark writes where a text was found.
func (r *rowOut) mark(h library.Hit) {
	if h.Passage.Text == "" {
		return
	}
	var b strings.Builder
	end := 0
	for _, s := range h.Passage.Spans {
		b.WriteString(h.Passage.Text[end:s[0]] + "**" + h.Passage.Text[s[0]:s[1]] + "**")
		end = s[1]
	}
	b.WriteString(h.Passage.Text[end:])
	r.Match = &matchOut{Field: h.Field, Lang: h.Passage.Lang, Passage: b.String()}
}

// rowText writes a row for reading.
func (c *call) rowText(r *rowOut) string {
	var b strings.Builder
	fmt.Fprintf(&b, "- **%s** · %s · %s · %s\n", r.ID, r.Org.Label, r.Date, c.pick(r.Title))
	if other := r.Title.In(c.lang.Other()); other != "" && r.Title.In(c.lang) != "" {
		fmt.Fprintf(&b, "  %s\n", other)
	}
	var facts []string
	add := func(word string, values ...string) {
		if v := strings.Join(values, ", "); v != "" {
			facts = append(facts, c.word(word)+": "+v)
		}
	}
	add("root_cause", slices.DeleteFunc([]string{r.RootCause, r.RootCauseText}, func(s string) bool { return s == "" })...)
	add("severity", r.Severity)
	add("detected", r.DetectedAfter)
	add("resolved", r.ResolvedAfter)
	add("symptoms", r.Symptoms...)
	add("components", r.Components...)
	add("contributing", r.Contributing...)
	add("domain", r.Domain...)
	if facts != nil {
		fmt.Fprintf(&b, "  %s\n", strings.Join(facts, "; "))
	}
	if r.Match != nil {
		fmt.Fprintf(&b, "  %s %s: %s\n", c.word("found_in"), r.Match.Field, r.Match.Passage)
	}
	for _, p := range []struct{ word, text string }{
		{"summary", r.Summary}, {"symptoms_text", r.SymptomsText}, {"remediation", r.Remediation}, {"tried", r.Tried}, {"lessons", r.Lessons},
	} {
		if p.text != "" {
			fmt.Fprintf(&b, "  %s: %s\n", c.word(p.word), p.text)
		}
	}
	if r.Shortened != nil {
		fmt.Fprintf(&b, "  %s: %s\n", c.word("shortened"), strings.Join(r.Shortened, ", "))
	}
	return b.String()
}

// page returns the cases of a query from a position on, as far as the page
// that holds the position goes, and the list that they are of.
func (c *call) page(ctx context.Context, q query.Query, position int) (*library.List, []library.Summary, error) {
	q.Page = position/q.Size() + 1
	l, err := c.edition.List(ctx, q)
	if past, ok := errors.AsType[*incident.Error](err); ok && past.Problem == incident.ProblemPastEnd {
		return nil, nil, problems{badCursor("")}
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
