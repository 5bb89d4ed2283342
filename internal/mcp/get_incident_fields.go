package mcp

import (
	"fmt"
	"strings"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/library"
)

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
