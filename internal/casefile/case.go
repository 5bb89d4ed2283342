package casefile

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/incidentlib/incidentlib/internal/incident"
)

// record is a case and the document that it was read from.
type record struct {
	incident.Case
	doc *document
}

// readCase turns a document into a case and records everything that is wrong
// with it by itself. Terms of a vocabulary that is missing are not checked.
func readCase(d *document, vocabularies map[incident.Kind]*incident.Vocabulary) record {
	r := record{doc: d}
	if d.root == nil {
		return r
	}
	d.validate(caseSchema)
	r.Case = d.decodeCase()
	checkCase(d, &r.Case, vocabularies)
	return r
}

// object reads the keys of a map; a key that is missing, null or of the wrong
// type (which the schema reports) gives the zero value.
type object map[string]any

func (o object) str(key string) string     { s, _ := o[key].(string); return s }
func (o object) flag(key string) bool      { b, _ := o[key].(bool); return b }
func (o object) object(key string) object  { m, _ := o[key].(map[string]any); return m }
func (o object) list(key string) []any     { l, _ := o[key].([]any); return l }
func (o object) or(key, def string) string { return cmp.Or(o.str(key), def) }

func (o object) text(key string) incident.Text {
	t := o.object(key)
	return incident.Text{EN: t.str("en"), KO: t.str("ko")}
}

func (o object) strs(key string) []string {
	var out []string
	for _, v := range o.list(key) {
		s, _ := v.(string)
		out = append(out, s)
	}
	return out
}

func (o object) objects(key string) []object {
	var out []object
	for _, v := range o.list(key) {
		m, _ := v.(map[string]any)
		out = append(out, m)
	}
	return out
}

// decodeCase reads the fields in file order. What the vocabularies and the
// other cases decide (org_slug, related) is left to them.
func (d *document) decodeCase() incident.Case {
	root, _ := d.value.(map[string]any)
	o := object(root)
	impact, timeline, review := o.object("impact"), o.object("timeline"), o.object("review")
	c := incident.Case{
		ID:            o.str("id"),
		Org:           o.str("org"),
		Date:          d.date("date", o.str("date")),
		DateKind:      incident.DateKind(o.str("date_kind")),
		Title:         o.text("title"),
		Domains:       o.strs("domain"),
		RootCause:     o.str("root_cause"),
		RootCauseText: o.text("root_cause_text"),
		Symptoms:      o.strs("symptoms"),
		Components:    o.strs("components"),
		Factors:       o.strs("contributing"),
		Severity:      incident.Severity(o.or("severity", string(incident.UnknownSeverity))),
		Impact:        incident.Impact{Scope: impact.text("scope"), Users: impact.text("users"), Region: impact.text("region")},
		Summary:       o.text("summary"),
		SymptomsText:  o.text("symptoms_text"),
		Trigger:       o.text("trigger"),
		Detection:     o.text("detection"),
		Timeline: incident.Timeline{
			DetectedAfter: d.duration("timeline.detected_after", timeline.str("detected_after")),
			ResolvedAfter: d.duration("timeline.resolved_after", timeline.str("resolved_after")),
		},
		Remediation:  d.steps("remediation", o),
		Tried:        d.steps("tried", o),
		Lessons:      o.text("lessons"),
		Related:      o.strs("related"),
		RecurrenceOf: o.str("recurrence_of"),
		Aliases:      o.strs("aliases"),
		Docs:         o.strs("docs"),
		CreatedAt:    d.time("created_at", o.str("created_at")),
		UpdatedAt:    d.time("updated_at", o.str("updated_at")),
		Review: incident.Review{
			WrittenBy:  incident.Author(review.str("written_by")),
			ReviewedBy: review.str("reviewed_by"),
		},
		Status:     incident.Status(o.or("status", string(incident.StatusPublished))),
		Withdrawn:  o.text("reason"),
		MergedInto: o.str("merged_into"),
	}
	if t := d.time("review.reviewed_at", review.str("reviewed_at")); !t.IsZero() {
		c.Review.ReviewedAt = &t
	}
	for i, e := range timeline.objects("events") {
		event := incident.Event{Approx: e.flag("approx"), Phase: incident.Phase(e.str("phase")), Text: e.text("text")}
		if m := d.moment(item("timeline.events", i)+".at", e.str("at")); m != nil {
			event.At = *m
		}
		c.Timeline.Events = append(c.Timeline.Events, event)
	}
	for i, a := range o.objects("action_items") {
		c.ActionItems = append(c.ActionItems, incident.ActionItem{
			Text:   a.text("text"),
			Status: incident.ItemStatus(a.or("status", string(incident.ItemUnknown))),
			Due:    d.date(item("action_items", i)+".due", a.str("due")),
		})
	}
	for i, s := range o.objects("sources") {
		c.Sources = append(c.Sources, incident.Source{
			URL:       s.str("url"),
			Kind:      incident.SourceKind(s.str("kind")),
			Title:     s.str("title"),
			Publisher: s.str("publisher"),
			Language:  s.str("language"),
			License:   s.or("license", "unknown"),
			Archived:  s.str("archived"),
			Accessed:  d.date(item("sources", i)+".accessed", s.str("accessed")),
		})
	}
	return c
}

func (d *document) steps(field string, o object) []incident.Step {
	var out []incident.Step
	for i, s := range o.objects(field) {
		out = append(out, incident.Step{Text: s.text("text"), At: d.moment(item(field, i)+".at", s.str("at"))})
	}
	return out
}

// The readers below take an absent value as it is and reject one that has the
// form of a date but is none, such as "2026-02-30".

func (d *document) date(field, s string) incident.Date {
	if s == "" {
		return ""
	}
	date, err := incident.ParseDate(s)
	if err != nil {
		d.failParse(field, err)
	}
	return date
}

func (d *document) duration(field, s string) *incident.Duration {
	if s == "" {
		return nil
	}
	v, err := incident.ParseDuration(s)
	if err != nil {
		d.failParse(field, err)
		return nil
	}
	return &v
}

func (d *document) moment(field, s string) *incident.Moment {
	if s == "" {
		return nil
	}
	m, err := incident.ParseMoment(s)
	if err != nil {
		d.failTime(field, s)
		return nil
	}
	return &m
}

func (d *document) time(field, s string) time.Time {
	if s == "" {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		d.failTime(field, s)
	}
	return t
}

// failParse splits the message of a parser of package incident into problem
// and fix.
func (d *document) failParse(field string, err error) {
	message, fix, _ := strings.Cut(err.Error(), ": ")
	d.rejectField(field, message, fix)
}

func (d *document) failTime(field, s string) {
	d.rejectField(field, fmt.Sprintf("%q is not a time of the calendar", s), "write a day and an hour that exist")
}
