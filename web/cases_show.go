package web

import (
	"slices"
	"sync"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/views"
	"github.com/incidentlib/incidentlib/web/api"
	"github.com/incidentlib/incidentlib/web/cite"
)

// showCase answers /cases/{id}. An id in another spelling, an alias and a
// merged case lead to the canonical address.
func showCase(v *visit, c echo.Context) (templ.Component, error) {
	ctx := c.Request().Context()
	ref, err := v.edition.Lookup(ctx, api.PathParam(c, "id"))
	if err != nil {
		return nil, err
	}
	if ref.MergedInto != "" {
		return nil, v.moved(c, "/cases/"+ref.MergedInto)
	}
	if !ref.Canonical {
		return nil, v.moved(c, "/cases/"+ref.ID)
	}
	page, err := v.edition.Case(ctx, ref.ID)
	if err != nil {
		return nil, err
	}
	out := v.casePage(page)
	if err := v.cite(&page.Case, &out); err != nil {
		return nil, err
	}
	return views.CasesShowPage(out), nil
}

// cite adds what programs and other texts take from a case: its other forms,
// citations, and the description of it for search engines.
func (v *visit) cite(c *incident.Case, out *views.CasesShow) error {
	path := "/cases/" + c.ID
	subject := cite.Subject{Case: c, Lang: v.lang(), Org: out.Org.Text.Value, Library: v.printer.T("site.name"), Permalink: out.Permalink}
	cited, err := cite.Of(subject)
	if err != nil {
		return err
	}
	label := func(k incident.Kind, slug string) string { return v.term(k, slug).Label.Value }
	data, err := cite.Schema(subject, v.site.absolute(v.link("/", "")), v.site.absolute(v.link(path, "")), cite.Keywords(c, label))
	if err != nil {
		return err
	}
	out.Cite, out.JSONLD = views.Citation(cited), string(data)
	out.Tools = views.Tools{JSON: v.link(path+".json", ""), Markdown: v.link(path+".md", "")}
	if !v.site.config.Static {
		out.Tools.MCP = v.site.absolute(v.site.root + "/mcp")
	}
	out.Forms = append(out.Forms,
		views.Form{Type: "application/json", Title: "JSON", Href: out.Tools.JSON},
		views.Form{Type: "text/markdown", Title: "Markdown", Href: out.Tools.Markdown})
	return nil
}

func (v *visit) casePage(p *library.CasePage) views.CasesShow {
	c := &p.Case
	zone := zoneOf(c.Timeline.Events)
	headline := v.text(c.Title)
	summary, _ := c.Summary.Pick(v.lang())
	out := views.CasesShow{
		Page:       v.describe(headline.Value, excerpt(summary), "/cases", ""),
		ID:         c.ID,
		Permalink:  v.site.absolute(v.site.link(i18n.Locale{}, "/cases/"+c.ID, "")),
		Date:       v.printer.Date(string(c.Date)),
		DateTime:   string(c.Date),
		ReportDate: c.DateKind == incident.DateOfReport,
		Headline:   headline,
		Org:        v.org(c.OrgSlug),
		Domains:    v.terms(incident.Domain, c.Domains),

		Symptoms:   v.terms(incident.Symptom, c.Symptoms),
		Cause:      v.termOrNone(incident.Cause, c.RootCause),
		CauseText:  v.text(c.RootCauseText),
		Factors:    v.terms(incident.Factor, c.Factors),
		Components: v.terms(incident.Component, c.Components),
		Worked:     v.steps(c, c.Remediation, zone),
		Tried:      v.steps(c, c.Tried, zone),
		Detected:   v.span(c.Timeline.DetectedAfter),
		Resolved:   v.span(c.Timeline.ResolvedAfter),
		Severity:   v.severity(c.Severity),
		Scope:      v.text(c.Impact.Scope),
		Users:      v.text(c.Impact.Users),
		Region:     v.text(c.Impact.Region),

		Timeline:     v.timeline(c.Timeline.Events),
		Summary:      v.prose(c.Summary),
		SymptomsText: v.prose(c.SymptomsText),
		Trigger:      v.prose(c.Trigger),
		Detection:    v.prose(c.Detection),
		ActionItems:  v.actionItems(c.ActionItems),
		Lessons:      v.prose(c.Lessons),
		Checks:       v.caseChecks(c),
		Sources:      v.sources(c.Sources),
		Docs:         c.Docs,
		Aliases:      c.Aliases,

		Related:     v.briefs(p.Related),
		EarlierSame: v.briefOrNone(p.RecurrenceOf),
		LaterSame:   v.briefs(p.Recurrences),
		Neighbours:  v.neighbours(p),
		Previous:    v.caseLink(p.Previous),
		Next:        v.caseLink(p.Next),

		ReviewLine: v.reviewLine(c.Review),
		Added:      v.printer.Day(c.CreatedAt),
		Changed:    v.printer.Day(c.UpdatedAt),
	}
	out.Similar = v.similar(c, p.Similar, &out)
	out.Card = v.cardOf("/cases/"+c.ID+".png", v.printer.F("card.alt", i18n.Args{"Name": c.ID, "Title": headline.Value}))
	out.Card.Published, out.Card.Modified = c.CreatedAt.Format(time.RFC3339), c.UpdatedAt.Format(time.RFC3339)
	if slices.Contains(c.MissingLangs(), v.lang()) {
		out.Notice = v.printer.T("case.notice.untranslated")
	}
	if !c.Published() {
		out.Withdrawn, out.Reason, out.NoIndex = true, v.text(c.Withdrawn), true
	}
	return out
}

func (v *visit) caseLink(s *library.Summary) *views.Link {
	if s == nil {
		return nil
	}
	return &views.Link{Text: v.text(s.Title), Href: v.link("/cases/"+s.ID, "")}
}

// similar tells why cases are like c. One that page shows among those that its
// authors related to it has the reason there and no second place.
func (v *visit) similar(c *incident.Case, all []library.Similar, page *views.CasesShow) []views.CaseRow {
	var out []views.CaseRow
	for i := range all {
		why := v.why(c, &all[i])
		if r := page.RelatedRow(all[i].Summary.ID); r != nil {
			r.Why = why
			continue
		}
		row := v.brief(&all[i].Summary)
		row.Why = why
		out = append(out, row)
	}
	return out
}

func (v *visit) why(c *incident.Case, s *library.Similar) string {
	args := i18n.Args{"Terms": v.labels(s.Shared), "Kind": v.kindName(incident.Cause)}
	if s.SameCause || c.RootCause == "" {
		return v.printer.F("similar.shares", args)
	}
	return v.printer.F("similar.shares_differs", args)
}

// neighbours are the cases of the organisation and of the cause that have no
// other place on the page, and the way to all of them.
func (v *visit) neighbours(p *library.CasePage) []views.Neighbours {
	var out []views.Neighbours
	add := func(kind incident.Kind, slug string, summaries []library.Summary, total int) {
		if len(summaries) == 0 {
			return
		}
		term := v.term(kind, slug)
		n := views.Neighbours{
			Heading: views.Text{Value: v.printer.F("case.neighbours."+string(kind), i18n.Args{"Name": term.Label.Value})},
			Rows:    v.briefs(summaries),
		}
		if kind == incident.Org {
			for i := range n.Rows {
				n.Rows[i].Org = views.Link{} // the heading names it
			}
		}
		if total > len(summaries) {
			if p.Case.Published() {
				total++ // the list has this one too
			}
			n.All = views.Link{Text: views.Text{Value: v.printer.N("list.all", total, nil)}, Href: term.Href}
		}
		out = append(out, n)
	}
	add(incident.Org, p.Case.OrgSlug, p.SameOrg, p.SameOrgTotal)
	add(incident.Cause, p.Case.RootCause, p.SameCause, p.SameCauseTotal)
	return out
}

// caseChecks gathers the checks of the terms that a case carries, those of what
// made it worse first.
func (v *visit) caseChecks(c *incident.Case) []views.Check {
	var out []views.Check
	for _, kind := range []incident.Kind{incident.Factor, incident.Cause, incident.Component} {
		for _, slug := range c.Terms(kind) {
			if t, ok := v.edition.Term(kind, slug); ok {
				out = append(out, v.checks(t)...)
			}
		}
	}
	return out
}

func (v *visit) checks(t *incident.Term) []views.Check {
	var out []views.Check
	for _, c := range t.Checks {
		out = append(out, views.Check{Term: v.term(t.Kind, t.Slug), Question: v.text(c.Question), Command: c.Command})
	}
	return out
}

func (v *visit) sources(sources []incident.Source) []views.Source {
	out := make([]views.Source, 0, len(sources))
	for _, s := range sources {
		src := views.Source{Href: s.URL, Title: views.Text{Value: s.Title}, Kind: v.printer.T("source." + string(s.Kind)), Archived: s.Archived}
		in := v.sourceLanguage(s.Language)
		if s.Title == "" {
			src.Title.Value = s.URL
		} else if in.base != string(v.locale.Lang) {
			src.Title.Lang = in.base
		}
		if s.Publisher != "" {
			src.Facts = append(src.Facts, v.name(s.Publisher))
		}
		if in.name != "" {
			src.Facts = append(src.Facts, views.Text{Value: in.name})
		}
		if s.License != "" && s.License != "unknown" {
			src.Facts = append(src.Facts, views.Text{Value: s.License})
		}
		if s.Accessed != "" {
			src.Accessed = v.printer.F("source.accessed", i18n.Args{"Date": v.printer.Date(string(s.Accessed))})
		}
		out = append(out, src)
	}
	return out
}

// sourceLanguage is the language of a source: without script and region, and
// as the page calls it. Both are "" where it is not known.
type sourceLanguage struct{ base, name string }

// sourceLanguages are those that were asked for, by page language and tag: to
// read a tag takes longer than to write the line of its source.
var sourceLanguages sync.Map

func (v *visit) sourceLanguage(tag string) sourceLanguage {
	key := [2]string{string(v.locale.Lang), tag}
	if known, ok := sourceLanguages.Load(key); ok {
		return known.(sourceLanguage)
	}
	var out sourceLanguage
	if t, err := language.Parse(tag); err == nil {
		if base, _, _ := t.Raw(); base.String() != "und" { // of which Base would make English
			out = sourceLanguage{base.String(), display.Languages(language.Make(key[0])).Name(base)}
		}
	}
	sourceLanguages.Store(key, out)
	return out
}

func (v *visit) reviewLine(r incident.Review) string {
	key := "review." + string(r.WrittenBy)
	if r.ReviewedAt == nil {
		return v.printer.T(key + "_unreviewed")
	}
	return v.printer.F(key+"_reviewed", i18n.Args{"Date": v.printer.Day(*r.ReviewedAt), "Name": r.ReviewedBy})
}

// zoneOf is the offset in which a page gives the times of a case: that of the
// first event whose time of day is known.
func zoneOf(events []incident.Event) *time.Location {
	for _, e := range events {
		if !e.At.DayOnly {
			return e.At.Time.Location()
		}
	}
	return time.UTC
}

func (v *visit) timeline(events []incident.Event) views.Timeline {
	zone := zoneOf(events)
	t := views.Timeline{Events: make([]views.TimelineEvent, 0, len(events))}
	var day string
	for _, e := range events {
		at := e.At.Time
		if e.At.DayOnly {
			at = time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, zone)
		} else {
			at = at.In(zone)
			t.Zone = v.printer.Zone(at)
		}
		out := views.TimelineEvent{
			At: at, DayOnly: e.At.DayOnly, Approx: e.Approx, DateTime: e.At.String(),
			Phase: string(e.Phase), Text: v.text(e.Text),
		}
		if !e.At.DayOnly {
			out.Clock = v.printer.Clock(at)
		}
		if e.Phase != incident.PhaseOther {
			out.Label = v.printer.T("phase." + string(e.Phase))
		}
		if d := v.printer.Day(at); d != day {
			out.Day, day = d, d
		}
		t.Events = append(t.Events, out)
	}
	return t
}
