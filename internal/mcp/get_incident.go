package mcp

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/library"
)

// getIncident gives one case.
var getIncident = tool{
	name:  "get_incident",
	title: "Get one incident",
	description: `One incident in full, by id: what was seen, what happened, root cause, contributing factors, what fixed it and what did not, times to detect and resolve, timeline, lessons, follow-ups, similar cases, sources. fields: ["checks"] gives read-only checks by which to see whether the same weaknesses are in one's own system.
Needs an id (IL-0136, il-136 and 136 are the same) or an alias such as a tracking id; search_incidents and list_incidents find it.`,
	params: []param{
		{name: "id", form: textForm, required: true, most: 100, doc: "Id or alias of the case."},
		fieldsParam(caseFieldNames(), "Default: all but checks and docs, in this order, as far as the answer's budget goes. Id, titles, organisation, dates, terms and durations always come."),
		langParam, cursorParam,
	},
	run: func(ctx context.Context, c *call) (*answer, error) {
		page, asked, err := c.lookup(ctx, c.values.Get("id"))
		if err != nil {
			return nil, err
		}
		return c.incident(page, asked, newBudget()), nil
	},
}

// lookup finds a case by any spelling of its id, or an alias. asked is the id
// that led to another case, into which it was merged; empty otherwise.
func (c *call) lookup(ctx context.Context, typed string) (page *library.CasePage, asked string, err error) {
	ref, err := c.edition.Lookup(ctx, strings.TrimSpace(typed))
	if err != nil {
		return nil, "", err
	}
	id := ref.ID
	if ref.MergedInto != "" {
		id, asked = ref.MergedInto, ref.ID
	}
	page, err = c.edition.Case(ctx, id)
	return page, asked, err
}

// caseField is a field of a case that may be asked for by itself.
type caseField struct {
	name    string
	unasked bool // given where no fields are named
	parts   func(*caseView) []part
}

// caseFields lists them in the order of the answer: triage first.
func caseFields() []caseField {
	return []caseField{
		{"impact", true, (*caseView).impact},
		{"symptoms_text", true, prose("symptoms_text", func(v *caseView) (incident.Text, *string) { return v.of.SymptomsText, &v.out.SymptomsText })},
		{"summary", true, prose("summary", func(v *caseView) (incident.Text, *string) { return v.of.Summary, &v.out.Summary })},
		{"trigger", true, prose("trigger", func(v *caseView) (incident.Text, *string) { return v.of.Trigger, &v.out.Trigger })},
		{"detection", true, prose("detection", func(v *caseView) (incident.Text, *string) { return v.of.Detection, &v.out.Detection })},
		{"remediation", true, (*caseView).remediation},
		{"tried", true, (*caseView).tried},
		{"lessons", true, prose("lessons", func(v *caseView) (incident.Text, *string) { return v.of.Lessons, &v.out.Lessons })},
		{"sources", true, (*caseView).sources},
		{"similar", true, (*caseView).similar},
		{"related", true, (*caseView).related},
		{"action_items", true, (*caseView).actionItems},
		{"timeline", true, (*caseView).timeline},
		{"docs", false, (*caseView).docs},
		{"checks", false, (*caseView).checks},
	}
}

func caseFieldNames() []string {
	var out []string
	for _, f := range caseFields() {
		out = append(out, f.name)
	}
	return out
}

// caseOut is a case in one language, with both titles. Its names are those of
// the API; a term is a slug with its label.
type caseOut struct {
	ID            string        `json:"id"`
	MergedFrom    string        `json:"merged_from,omitempty"` // the id asked for
	URL           string        `json:"url,omitempty"`
	Lang          incident.Lang `json:"lang"`
	OtherLang     []string      `json:"in_other_lang,omitempty"` // fields that are written in the other language only
	Title         incident.Text `json:"title"`
	Org           termOut       `json:"org"`
	Date          incident.Date `json:"date"`
	DateKind      string        `json:"date_kind"`
	Status        string        `json:"status"`
	Reason        string        `json:"reason,omitempty"`
	RootCause     *termOut      `json:"root_cause"`
	RootCauseText string        `json:"root_cause_text,omitempty"`
	Severity      string        `json:"severity"`
	Symptoms      []termOut     `json:"symptoms"`
	Components    []termOut     `json:"components"`
	Contributing  []termOut     `json:"contributing"`
	Domain        []termOut     `json:"domain"`
	DetectedAfter string        `json:"detected_after,omitempty"`
	ResolvedAfter string        `json:"resolved_after,omitempty"`
	Aliases       []string      `json:"aliases,omitempty"`
	UpdatedAt     string        `json:"updated_at"`
	Review        reviewOut     `json:"review"`

	Impact       map[string]string `json:"impact,omitempty"`
	SymptomsText string            `json:"symptoms_text,omitempty"`
	Summary      string            `json:"summary,omitempty"`
	Trigger      string            `json:"trigger,omitempty"`
	Detection    string            `json:"detection,omitempty"`
	Remediation  []stepOut         `json:"remediation,omitempty"`
	Tried        []stepOut         `json:"tried,omitempty"`
	Lessons      string            `json:"lessons,omitempty"`
	Similar      []similarOut      `json:"similar,omitempty"`
	Related      []relatedOut      `json:"related,omitempty"`
	Timeline     []eventOut        `json:"timeline,omitempty"`
	ActionItems  []itemOut         `json:"action_items,omitempty"`
	Sources      []sourceOut       `json:"sources,omitempty"`
	Docs         []string          `json:"docs,omitempty"`
	Checks       []checkOut        `json:"checks,omitempty"`
	more
}

type reviewOut struct {
	WrittenBy  incident.Author `json:"written_by"`
	ReviewedAt string          `json:"reviewed_at,omitempty"`
	ReviewedBy string          `json:"reviewed_by,omitempty"`
}

type stepOut struct {
	Text string `json:"text"`
	At   string `json:"at,omitempty"`
}

type eventOut struct {
	At     string         `json:"at"`
	Approx bool           `json:"approx,omitempty"`
	Phase  incident.Phase `json:"phase"`
	Text   string         `json:"text"`
}

type itemOut struct {
	Text   string              `json:"text"`
	Status incident.ItemStatus `json:"status"`
	Due    incident.Date       `json:"due,omitempty"`
}

type similarOut struct {
	ID     string        `json:"id"`
	Title  incident.Text `json:"title"`
	Shares []string      `json:"shares"` // slugs, rarest first
}

type relatedOut struct {
	ID    string        `json:"id"`
	Title incident.Text `json:"title"`
	How   string        `json:"how"` // related, recurrence_of or recurrence
}

type sourceOut struct {
	URL       string              `json:"url"`
	Kind      incident.SourceKind `json:"kind"`
	Title     string              `json:"title,omitempty"`
	Publisher string              `json:"publisher,omitempty"`
	Archived  string              `json:"archived,omitempty"`
}

// caseView is a case on its way into an answer.
type caseView struct {
	*call
	page *library.CasePage
	of   *incident.Case
	out  *caseOut
}

// incident answers with a case: its parts in order, as many as fit.
func (c *call) incident(page *library.CasePage, asked string, b *budget) *answer {
	v := &caseView{c, page, &page.Case, &caseOut{MergedFrom: asked}}
	v.head()
	var text strings.Builder
	text.WriteString(v.headText())
	b.take(text.String(), v.out)

	var parts []part
	for _, f := range caseFields() {
		all := f.parts(v)
		if c.wants(f.name, f.unasked) {
			parts = append(parts, all...)
		} else if c.fields == nil && c.start == 0 {
			v.out.missing(f.name, len(all))
		}
	}
	at := min(c.start, len(parts))
	for ; at < len(parts); at++ {
		p := parts[at]
		t := p.text
		if begins := at == 0 || parts[at-1].field != p.field; begins {
			t = "\n## " + c.word(p.field) + "\n" + t
		} else if at == c.start {
			t = "\n## " + c.word(p.field) + " (" + c.word("continued") + ")\n" + t
		}
		if !b.take(t, p.data) {
			break
		}
		p.put()
		text.WriteString(t)
	}
	for _, p := range parts[at:] {
		v.out.missing(p.field, 1)
	}
	if at == len(parts) {
		at = 0
	}
	text.WriteString(v.out.close(c, at))
	return &answer{v.out, text.String()}
}

func (v *caseView) head() {
	c, out := v.of, v.out
	out.ID, out.URL, out.Lang, out.Title = c.ID, v.caseURL(c.ID), v.lang, c.Title
	out.Org, out.Date, out.DateKind = v.term(incident.Org, c.OrgSlug), c.Date, string(c.DateKind)
	out.Status, out.Reason = string(c.Status), v.pick(c.Withdrawn)
	if c.RootCause != "" {
		cause := v.term(incident.Cause, c.RootCause)
		out.RootCause = &cause
	}
	out.RootCauseText, out.Severity = v.pick(c.RootCauseText), string(c.Severity)
	out.Symptoms, out.Components = v.terms(incident.Symptom, c.Symptoms), v.terms(incident.Component, c.Components)
	out.Contributing, out.Domain = v.terms(incident.Factor, c.Factors), v.terms(incident.Domain, c.Domains)
	out.DetectedAfter, out.ResolvedAfter = span(c.Timeline.DetectedAfter), span(c.Timeline.ResolvedAfter)
	out.Aliases, out.UpdatedAt = c.Aliases, c.UpdatedAt.Format(time.RFC3339)
	out.Review = reviewOut{WrittenBy: c.Review.WrittenBy, ReviewedBy: c.Review.ReviewedBy}
	if at := c.Review.ReviewedAt; at != nil {
		out.Review.ReviewedAt = at.Format(time.RFC3339)
	}
	for _, f := range c.Prose() {
		if f.Text.In(v.lang) == "" {
			out.OtherLang = append(out.OtherLang, f.Path)
		}
	}
}

// headText is the triage card.
func (v *caseView) headText() string {
	out := v.out
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: %s\n", out.ID, v.pick(out.Title))
	if other := out.Title.In(v.lang.Other()); other != "" && out.Title.In(v.lang) != "" {
		fmt.Fprintf(&b, "%s\n", other)
	}
	fmt.Fprintf(&b, "%s · %s", out.Org.Label, out.Date)
	if v.of.DateKind == incident.DateOfReport {
		fmt.Fprintf(&b, " (%s)", v.word("report_date"))
	}
	if out.URL != "" {
		fmt.Fprintf(&b, " · %s", out.URL)
	}
	b.WriteString("\n\n")
	line := func(word string, values ...string) {
		var said []string
		for _, s := range values {
			if s != "" {
				said = append(said, s)
			}
		}
		if said != nil {
			fmt.Fprintf(&b, "- %s: %s\n", v.word(word), strings.Join(said, "; "))
		}
	}
	if !v.of.Published() {
		fmt.Fprintf(&b, "- %s. %s\n", v.word("withdrawn"), out.Reason)
	}
	if out.MergedFrom != "" {
		line("merged", out.MergedFrom+" → "+out.ID)
	}
	if out.OtherLang != nil {
		line("other_lang", strings.Join(out.OtherLang, ", "))
	}
	if out.RootCause != nil {
		line("root_cause", out.RootCause.String(), out.RootCauseText)
	}
	line("symptoms", join(out.Symptoms))
	line("contributing", join(out.Contributing))
	line("components", join(out.Components))
	line("domain", join(out.Domain))
	line("severity", out.Severity)
	line("detected", out.DetectedAfter)
	line("resolved", out.ResolvedAfter)
	line("review", v.reviewText())
	return b.String()
}

func (v *caseView) reviewText() string {
	by := v.word("by_" + string(v.out.Review.WrittenBy))
	if v.out.Review.ReviewedAt == "" {
		return by + ", " + v.word("not_reviewed")
	}
	return by + ", " + v.word("reviewed") + " " + v.out.Review.ReviewedAt[:len(time.DateOnly)]
}

// prose is a field of paragraphs.
func prose(name string, field func(*caseView) (incident.Text, *string)) func(*caseView) []part {
	return func(v *caseView) []part {
		t, to := field(v)
		s, _ := t.Pick(v.lang)
		var parts []part
		for i, p := range paragraphs(s) {
			text := p + "\n"
			if i > 0 {
				text = "\n" + text
			}
			parts = append(parts, part{name, text, p, func() {
				if *to != "" {
					*to += "\n\n"
				}
				*to += p
			}})
		}
		return parts
	}
}

// pieces is the text of an entry, in several where it is long.
func (v *caseView) pieces(t incident.Text) []string { return paragraphs(v.pick(t)) }

func (v *caseView) impact() (parts []part) {
	for _, f := range []struct {
		name string
		text incident.Text
	}{{"scope", v.of.Impact.Scope}, {"users", v.of.Impact.Users}, {"region", v.of.Impact.Region}} {
		for _, s := range v.pieces(f.text) {
			parts = append(parts, part{"impact", "- " + v.word(f.name) + ": " + s + "\n", s, func() {
				if v.out.Impact == nil {
					v.out.Impact = map[string]string{}
				}
				v.out.Impact[f.name] = strings.TrimSpace(v.out.Impact[f.name] + " " + s)
			}})
		}
	}
	return parts
}

func (v *caseView) remediation() []part {
	return v.steps("remediation", v.of.Remediation, &v.out.Remediation)
}
func (v *caseView) tried() []part { return v.steps("tried", v.of.Tried, &v.out.Tried) }

func (v *caseView) steps(field string, steps []incident.Step, to *[]stepOut) (parts []part) {
	for _, s := range steps {
		for _, p := range v.pieces(s.Text) {
			o := stepOut{Text: p}
			text := "- " + p + "\n"
			if s.At != nil {
				o.At = s.At.String()
				text = "- " + o.At + ": " + p + "\n"
			}
			parts = append(parts, part{field, text, o, func() { *to = append(*to, o) }})
		}
	}
	return parts
}

func (v *caseView) timeline() (parts []part) {
	for _, e := range v.of.Timeline.Events {
		at := e.At.String()
		if e.Approx {
			at += " (" + v.word("approx") + ")"
		}
		for _, p := range v.pieces(e.Text) {
			o := eventOut{e.At.String(), e.Approx, e.Phase, p}
			parts = append(parts, part{"timeline", fmt.Sprintf("- %s %s: %s\n", at, o.Phase, p), o, func() { v.out.Timeline = append(v.out.Timeline, o) }})
		}
	}
	return parts
}

func (v *caseView) actionItems() (parts []part) {
	for _, a := range v.of.ActionItems {
		status := v.word(string(a.Status))
		if a.Due != "" {
			status += ", " + v.word("due") + " " + string(a.Due)
		}
		for _, p := range v.pieces(a.Text) {
			o := itemOut{p, a.Status, a.Due}
			parts = append(parts, part{"action_items", fmt.Sprintf("- %s (%s)\n", p, status), o, func() { v.out.ActionItems = append(v.out.ActionItems, o) }})
		}
	}
	return parts
}

func (v *caseView) similar() (parts []part) {
	for i := range v.page.Similar {
		s := &v.page.Similar[i]
		o := similarOut{ID: s.Summary.ID, Title: s.Summary.Title}
		for _, t := range s.Shared {
			o.Shares = append(o.Shares, t.Slug)
		}
		text := fmt.Sprintf("- %s: %s (%s: %s)\n", o.ID, v.pick(o.Title), v.word("shares"), strings.Join(o.Shares, ", "))
		parts = append(parts, part{"similar", text, o, func() { v.out.Similar = append(v.out.Similar, o) }})
	}
	return parts
}

func (v *caseView) related() (parts []part) {
	add := func(how string, s *library.Summary) {
		o := relatedOut{s.ID, s.Title, how}
		text := fmt.Sprintf("- %s: %s\n", o.ID, v.pick(o.Title))
		if how != "related" {
			text = fmt.Sprintf("- %s: %s (%s)\n", o.ID, v.pick(o.Title), v.word(how))
		}
		parts = append(parts, part{"related", text, o, func() { v.out.Related = append(v.out.Related, o) }})
	}
	if v.page.RecurrenceOf != nil {
		add("recurrence_of", v.page.RecurrenceOf)
	}
	for i := range v.page.Recurrences {
		add("recurrence", &v.page.Recurrences[i])
	}
	for i := range v.page.Related {
		add("related", &v.page.Related[i])
	}
	return parts
}

func (v *caseView) sources() (parts []part) {
	for _, s := range v.of.Sources {
		o := sourceOut{s.URL, s.Kind, s.Title, s.Publisher, s.Archived}
		text := fmt.Sprintf("- %s (%s): %s\n", o.Title, o.Kind, o.URL)
		if o.Title == "" {
			text = fmt.Sprintf("- %s: %s\n", o.Kind, o.URL)
		}
		parts = append(parts, part{"sources", text, o, func() { v.out.Sources = append(v.out.Sources, o) }})
	}
	return parts
}

func (v *caseView) docs() (parts []part) {
	for _, d := range v.of.Docs {
		parts = append(parts, part{"docs", "- " + d + "\n", d, func() { v.out.Docs = append(v.out.Docs, d) }})
	}
	return parts
}

func (v *caseView) checks() (parts []part) {
	for _, k := range v.caseChecks(v.of) {
		parts = append(parts, part{"checks", k.text(), k, func() { v.out.Checks = append(v.out.Checks, k) }})
	}
	return parts
}
