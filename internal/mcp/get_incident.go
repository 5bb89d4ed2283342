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
