package mcp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/library"
)

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
