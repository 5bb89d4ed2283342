package web

import (
	"math"
	"strconv"
	"time"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/views"
)

// row is a case as a line of a list. It is dated in ISO 8601, so that dates
// stand in a column.
func (v *visit) row(s *library.Summary) views.CaseRow {
	r := v.line(s)
	r.Cause = v.termOrNone(incident.Cause, s.RootCause)
	r.Severity = v.severity(s.Severity)
	return r
}

func (v *visit) rows(summaries []library.Summary) []views.CaseRow {
	out := make([]views.CaseRow, len(summaries))
	for i := range summaries {
		out[i] = v.row(&summaries[i])
	}
	return out
}

// brief is a case where it is not the page's subject: without cause and
// severity, and dated in words.
func (v *visit) brief(s *library.Summary) views.CaseRow {
	r := v.line(s)
	r.Date = v.printer.Date(string(s.Date))
	return r
}

func (v *visit) line(s *library.Summary) views.CaseRow {
	return views.CaseRow{
		ID:         s.ID,
		Href:       v.link("/cases/"+s.ID, ""),
		DateTime:   string(s.Date),
		ReportDate: s.DateKind == incident.DateOfReport,
		Title:      v.unmarked(s.Title),
		Org:        v.org(s.OrgSlug),
		Resolved:   v.span(s.ResolvedAfter),
	}
}

func (v *visit) briefs(summaries []library.Summary) []views.CaseRow {
	out := make([]views.CaseRow, len(summaries))
	for i := range summaries {
		out[i] = v.brief(&summaries[i])
	}
	return out
}

func (v *visit) briefOrNone(s *library.Summary) *views.CaseRow {
	if s == nil {
		return nil
	}
	r := v.brief(s)
	return &r
}

// longestSpan is the length that fills the bar of a list.
const longestSpan = 30 * 24 * time.Hour

// span writes a duration and places it on a log scale from one minute to
// longestSpan.
func (v *visit) span(d *incident.Duration) views.Span {
	if d == nil {
		return views.Span{}
	}
	days, hours, minutes := d.Split()
	share := math.Log(float64(max(d.Minutes(), 1))) / math.Log(longestSpan.Minutes())
	return views.Span{
		Text:    v.printer.Duration(time.Duration(*d)),
		ISO:     "P" + strconv.Itoa(days) + "DT" + strconv.Itoa(hours) + "H" + strconv.Itoa(minutes) + "M",
		Percent: int(math.Round(100 * min(share, 1))),
		Minutes: d.Minutes(),
	}
}

// detail is what the detailed view of a list adds to a row.
func (v *visit) detail(c *incident.Case) *views.CaseDetail {
	zone := zoneOf(c.Timeline.Events)
	return &views.CaseDetail{
		Symptoms:     v.terms(incident.Symptom, c.Symptoms),
		SymptomsText: v.prose(c.SymptomsText),
		CauseText:    v.text(c.RootCauseText),
		Components:   v.terms(incident.Component, c.Components),
		Factors:      v.terms(incident.Factor, c.Factors),
		Trigger:      v.prose(c.Trigger),
		Detection:    v.prose(c.Detection),
		Remediation:  v.steps(c, c.Remediation, zone),
		ActionItems:  v.actionItems(c.ActionItems),
		Lessons:      v.prose(c.Lessons),
	}
}

func (v *visit) steps(c *incident.Case, steps []incident.Step, zone *time.Location) []views.Step {
	out := make([]views.Step, len(steps))
	for i, s := range steps {
		out[i].Text = v.text(s.Text)
		if s.At != nil {
			out[i].At = v.moment(*s.At, c.Date, zone)
		}
	}
	return out
}

// moment writes when something was done: the time alone on the day of the
// incident, else the day with it.
func (v *visit) moment(m incident.Moment, day incident.Date, zone *time.Location) string {
	if m.DayOnly {
		return v.printer.Day(m.Time)
	}
	at := m.Time.In(zone)
	clock := v.printer.Clock(at) + " " + v.printer.Zone(at)
	if at.Format(time.DateOnly) == string(day) {
		return clock
	}
	return v.printer.Day(at) + " " + clock
}

func (v *visit) actionItems(items []incident.ActionItem) []views.ActionItem {
	out := make([]views.ActionItem, 0, len(items))
	for _, a := range items {
		item := views.ActionItem{Text: v.text(a.Text), Status: string(a.Status), Label: v.printer.T("item." + string(a.Status))}
		if a.Due != "" && a.Status != incident.ItemDone {
			item.Label = v.printer.F("item.due", map[string]any{"Date": v.printer.Date(string(a.Due))})
		}
		out = append(out, item)
	}
	return out
}
