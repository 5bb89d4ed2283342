package store

import "github.com/incidentlib/incidentlib/internal/incident"

// The walks over what is stored of a case (see packer). A field that is left
// out here is lost.

func packCase(p *packer, c *incident.Case) {
	packText(p, &c.ID)
	packText(p, &c.Org)
	packText(p, &c.OrgSlug)
	packText(p, &c.Date)
	packText(p, &c.DateKind)
	for _, t := range []*incident.Text{&c.Title, &c.Summary, &c.SymptomsText, &c.Trigger, &c.Detection, &c.Lessons, &c.RootCauseText,
		&c.Impact.Scope, &c.Impact.Users, &c.Impact.Region, &c.Withdrawn} {
		packBilingual(p, t)
	}
	for _, list := range []*[]string{&c.Domains, &c.Symptoms, &c.Components, &c.Factors, &c.Related, &c.Aliases, &c.Docs} {
		packList(p, list, packText)
	}
	packText(p, &c.RootCause)
	packText(p, &c.Severity)
	packPointer(p, &c.Timeline.DetectedAfter, packNumber)
	packPointer(p, &c.Timeline.ResolvedAfter, packNumber)
	packList(p, &c.Timeline.Events, packEvent)
	packList(p, &c.Remediation, packStep)
	packList(p, &c.Tried, packStep)
	packList(p, &c.ActionItems, packActionItem)
	packText(p, &c.RecurrenceOf)
	packList(p, &c.Sources, packSource)
	packTime(p, &c.CreatedAt)
	packTime(p, &c.UpdatedAt)
	packText(p, &c.Review.WrittenBy)
	packPointer(p, &c.Review.ReviewedAt, packTime)
	packText(p, &c.Review.ReviewedBy)
	packText(p, &c.Status)
	packText(p, &c.MergedInto)
}

func packBilingual(p *packer, t *incident.Text) {
	packText(p, &t.EN)
	packText(p, &t.KO)
}

func packMoment(p *packer, m *incident.Moment) {
	packTime(p, &m.Time)
	packBool(p, &m.DayOnly)
}

func packEvent(p *packer, e *incident.Event) {
	packMoment(p, &e.At)
	packBool(p, &e.Approx)
	packText(p, &e.Phase)
	packBilingual(p, &e.Text)
}

func packStep(p *packer, s *incident.Step) {
	packBilingual(p, &s.Text)
	packPointer(p, &s.At, packMoment)
}

func packActionItem(p *packer, a *incident.ActionItem) {
	packBilingual(p, &a.Text)
	packText(p, &a.Status)
	packText(p, &a.Due)
}

func packSource(p *packer, s *incident.Source) {
	packText(p, &s.URL)
	packText(p, &s.Kind)
	packText(p, &s.Title)
	packText(p, &s.Publisher)
	packText(p, &s.Language)
	packText(p, &s.License)
	packText(p, &s.Archived)
	packText(p, &s.Accessed)
}

func packSummary(p *packer, s *Summary) {
	packText(p, &s.ID)
	packText(p, &s.Org)
	packText(p, &s.OrgSlug)
	packText(p, &s.Date)
	packText(p, &s.DateKind)
	packBilingual(p, &s.Title)
	packText(p, &s.RootCause)
	packBilingual(p, &s.RootCauseText)
	packText(p, &s.Severity)
	for _, list := range []*[]string{&s.Symptoms, &s.Components, &s.Factors, &s.Domains} {
		packList(p, list, packText)
	}
	packPointer(p, &s.DetectedAfter, packNumber)
	packPointer(p, &s.ResolvedAfter, packNumber)
}
