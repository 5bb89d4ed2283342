package api

import (
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/library"
)

// This file turns what the library answers into the shapes of types.go.

func text(t incident.Text) *Text {
	if t.IsZero() {
		return nil
	}
	return &Text{EN: optional(t.EN), KO: optional(t.KO)}
}

// optional is null for an empty string.
func optional[S ~string](s S) *string {
	if s == "" {
		return nil
	}
	out := string(s)
	return &out
}

// list is [] for a list without members, which Go would write as null.
func list[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

// each converts the members of a list.
func each[T, U any](s []T, convert func(T) U) []U {
	out := make([]U, 0, len(s))
	for _, v := range s {
		out = append(out, convert(v))
	}
	return out
}

func duration(d *incident.Duration) *string {
	if d == nil {
		return nil
	}
	s := d.String()
	return &s
}

func moment(m *incident.Moment) *string {
	if m == nil {
		return nil
	}
	s := m.String()
	return &s
}

// NewCase gives a case the API's shape.
func (a *API) NewCase(c *incident.Case) Case {
	return Case{
		ID:            c.ID,
		URL:           a.page("/cases/" + c.ID),
		Org:           c.Org,
		OrgSlug:       c.OrgSlug,
		Date:          string(c.Date),
		DateKind:      string(c.DateKind),
		Title:         text(c.Title),
		Domain:        list(c.Domains),
		RootCause:     optional(c.RootCause),
		RootCauseText: text(c.RootCauseText),
		Symptoms:      list(c.Symptoms),
		Components:    list(c.Components),
		Contributing:  list(c.Factors),
		Severity:      string(c.Severity),
		Impact:        Impact{Scope: stated(c.Impact.Scope), Users: stated(c.Impact.Users), Region: stated(c.Impact.Region)},
		ImpactText:    ImpactText{Scope: text(c.Impact.Scope), Users: text(c.Impact.Users), Region: text(c.Impact.Region)},
		Summary:       text(c.Summary),
		SymptomsText:  text(c.SymptomsText),
		Trigger:       text(c.Trigger),
		Detection:     text(c.Detection),
		Timeline: Timeline{
			DetectedAfter: duration(c.Timeline.DetectedAfter),
			ResolvedAfter: duration(c.Timeline.ResolvedAfter),
			Events: each(c.Timeline.Events, func(e incident.Event) Event {
				return Event{At: e.At.String(), Approx: e.Approx, Phase: string(e.Phase), Text: text(e.Text)}
			}),
		},
		Remediation: each(c.Remediation, step),
		Tried:       each(c.Tried, step),
		ActionItems: each(c.ActionItems, func(i incident.ActionItem) ActionItem {
			return ActionItem{Text: text(i.Text), Status: string(i.Status), Due: optional(i.Due)}
		}),
		Lessons:      text(c.Lessons),
		Related:      list(c.Related),
		RecurrenceOf: optional(c.RecurrenceOf),
		Aliases:      list(c.Aliases),
		Sources: each(c.Sources, func(s incident.Source) Source {
			return Source{
				URL: s.URL, Kind: string(s.Kind), Title: optional(s.Title), Publisher: optional(s.Publisher),
				Language: optional(s.Language), License: s.License, Archived: optional(s.Archived), Accessed: optional(s.Accessed),
			}
		}),
		Docs:       list(c.Docs),
		CreatedAt:  c.CreatedAt,
		UpdatedAt:  c.UpdatedAt,
		Review:     Review{WrittenBy: string(c.Review.WrittenBy), ReviewedAt: c.Review.ReviewedAt, ReviewedBy: optional(c.Review.ReviewedBy)},
		Status:     string(c.Status),
		Reason:     text(c.Withdrawn),
		MergedInto: optional(c.MergedInto),
	}
}

func step(s incident.Step) Step { return Step{Text: text(s.Text), At: moment(s.At)} }

// stated is a part of the impact in English.
func stated(t incident.Text) string {
	if t.IsZero() {
		return "unknown"
	}
	s, _ := t.Pick(incident.EN)
	return s
}

func (a *API) summary(s library.Summary) Summary {
	return Summary{
		ID:            s.ID,
		URL:           a.page("/cases/" + s.ID),
		Org:           s.Org,
		OrgSlug:       s.OrgSlug,
		Date:          string(s.Date),
		DateKind:      string(s.DateKind),
		Title:         text(s.Title),
		Domain:        list(s.Domains),
		RootCause:     optional(s.RootCause),
		RootCauseText: text(s.RootCauseText),
		Symptoms:      list(s.Symptoms),
		Components:    list(s.Components),
		Contributing:  list(s.Factors),
		Severity:      string(s.Severity),
		Timeline:      Spans{DetectedAfter: duration(s.DetectedAfter), ResolvedAfter: duration(s.ResolvedAfter)},
	}
}

// label is what a term is called, in both languages.
func label(e *library.Edition, k incident.Kind, slug string) *Text {
	if t, ok := e.Term(k, slug); ok {
		return text(t.Label)
	}
	return nil
}

func termRefs(e *library.Edition, refs []library.TermRef) []TermRef {
	return each(refs, func(r library.TermRef) TermRef {
		return TermRef{Kind: r.Kind.Path(), Slug: r.Slug, Label: label(e, r.Kind, r.Slug)}
	})
}

// terms converts terms of one kind, with the number of cases of each.
func (a *API) term(e *library.Edition, t *incident.Term, cases int) Term {
	out := Term{
		Kind:       t.Kind.Path(),
		Slug:       t.Slug,
		URL:        a.page("/" + t.Kind.Path() + "/" + t.Slug),
		Label:      text(t.Label),
		Definition: text(t.Definition),
		Aliases:    Aliases{EN: list(t.AliasesEN), KO: list(t.AliasesKO)},
		Cases:      cases,
	}
	for _, g := range e.Vocabulary(t.Kind).Groups {
		if g.Slug == t.Group {
			out.Group = &Group{Slug: g.Slug, Label: text(g.Label)}
		}
	}
	return out
}

// facets sorts the facets of a list into their fields.
func facets(e *library.Edition, all []library.Facet) Facets {
	var out Facets
	into := map[string]*[]FacetValue{
		"cause": &out.Cause, "component": &out.Component, "symptom": &out.Symptom, "factor": &out.Factor,
		"domain": &out.Domain, "org": &out.Org, "severity": &out.Severity, "year": &out.Year,
	}
	for _, values := range into {
		*values = []FacetValue{}
	}
	for _, f := range all {
		if values, ok := into[f.Param]; ok {
			*values = each(f.Values, func(v library.FacetValue) FacetValue {
				out := FacetValue{Value: v.Value, Label: &Text{EN: &v.Value, KO: &v.Value}, Count: v.Count, Total: v.Total, Chosen: v.Chosen}
				if f.Kind != "" {
					out.Label = label(e, f.Kind, v.Value)
				}
				return out
			})
		}
	}
	return out
}
