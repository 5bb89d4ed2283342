package web

import (
	"regexp"
	"strings"

	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/views"
)

// markdown writes a case's page as Markdown (CommonMark): its headings and
// fields in its order, every address absolute.
func (v *visit) markdown(p views.CasesShow) []byte {
	m := &markdown{visit: v}
	m.head(p)
	m.card(p)
	m.story(p)
	m.apparatus(p)
	return []byte(m.String())
}

type markdown struct {
	*visit
	strings.Builder
}

func (m *markdown) line(s string) { m.WriteString(s + "\n") }

// paragraph writes a block of its own.
func (m *markdown) paragraph(s string) { m.line("\n" + s) }

func (m *markdown) section(key string, has bool) bool {
	if has {
		m.paragraph("## " + m.printer.T(key))
	}
	return has
}

func (m *markdown) linked(text, href string) string {
	if strings.HasPrefix(href, "/") {
		href = m.site.absolute(href)
	}
	if strings.ContainsAny(href, " ()<>") {
		href = "<" + href + ">"
	}
	return "[" + escapeMarkdown(text) + "](" + href + ")"
}

func (m *markdown) termLink(t views.Term) string { return m.linked(t.Label.Value, t.Href) }

func (m *markdown) termLinks(terms []views.Term) string {
	var out []string
	for _, t := range terms {
		out = append(out, m.termLink(t))
	}
	return strings.Join(out, ", ")
}

func (m *markdown) head(p views.CasesShow) {
	m.line("# " + escapeMarkdown(p.Headline.Value))
	date := p.Date
	if p.ReportDate {
		date += " (" + m.printer.T("case.report_date") + ")"
	}
	facts := []string{p.ID, m.linked(p.Org.Text.Value, p.Org.Href), date}
	if len(p.Domains) > 0 {
		facts = append(facts, m.termLinks(p.Domains))
	}
	m.paragraph(strings.Join(facts, " · "))
	if p.Withdrawn {
		m.paragraph("> " + m.printer.T("case.withdrawn") + " " + escapeMarkdown(p.Reason.Value))
	}
	if p.Notice != "" {
		m.paragraph("> " + p.Notice)
	}
}

// card writes what the page answers within the first screen. What was done is
// told under its own heading.
func (m *markdown) card(p views.CasesShow) {
	m.line("")
	cause := ""
	if p.Cause != nil {
		cause = m.termLink(*p.Cause)
		if p.CauseText.Value != "" {
			cause += ": " + escapeMarkdown(p.CauseText.Value)
		}
	}
	severity := ""
	if p.Severity != nil {
		severity = m.termLink(*p.Severity)
	}
	for _, field := range []struct{ key, value string }{
		{"case.detected", p.Detected.Text},
		{"case.resolved", p.Resolved.Text},
		{"case.symptoms", m.termLinks(p.Symptoms)},
		{"case.cause", cause},
		{"case.factors", m.termLinks(p.Factors)},
		{"case.components", m.termLinks(p.Components)},
		{"case.severity", severity},
		{"case.scope", escapeMarkdown(p.Scope.Value)},
		{"case.users", escapeMarkdown(p.Users.Value)},
		{"case.region", escapeMarkdown(p.Region.Value)},
	} {
		m.field(field.key, field.value)
	}
}

func (m *markdown) field(key, value string) {
	if value != "" {
		m.line("- **" + m.printer.T(key) + "**: " + value)
	}
}

func (m *markdown) story(p views.CasesShow) {
	m.prose("case.summary", p.Summary)
	m.prose("case.symptoms_text", p.SymptomsText)
	m.events(p.Timeline)
	m.prose("case.trigger", p.Trigger)
	m.prose("case.detection", p.Detection)
	if m.section("case.mitigation", len(p.Worked)+len(p.Tried) > 0) {
		m.steps("case.worked", p.Worked)
		m.steps("case.tried", p.Tried)
	}
	if m.section("case.follow_ups", len(p.ActionItems) > 0) {
		m.line("")
		for _, i := range p.ActionItems {
			m.line("- " + escapeMarkdown(i.Text.Value) + " (" + i.Label + ")")
		}
	}
	m.prose("case.lessons", p.Lessons)
	if m.section("checks.heading", len(p.Checks) > 0) {
		m.paragraph(m.printer.T("checks.intro"))
		for _, c := range p.Checks {
			m.paragraph(m.termLink(c.Term) + ": " + escapeMarkdown(c.Question.Value))
			m.code(c.Command)
		}
	}
}

func (m *markdown) prose(key string, p views.Prose) {
	if !m.section(key, p.Written()) {
		return
	}
	for _, s := range p.Paragraphs {
		m.paragraph(escapeMarkdown(s))
	}
}

func (m *markdown) events(t views.Timeline) {
	if len(t.Events) == 0 {
		return
	}
	heading := "## " + m.printer.T("timeline.title")
	if t.Zone != "" {
		heading += " (" + t.Zone + ")"
	}
	m.paragraph(heading)
	for _, e := range t.Events {
		if e.Day != "" {
			m.paragraph("### " + e.Day)
			m.line("")
		}
		when := e.Clock
		switch {
		case e.DayOnly:
			when = m.printer.T("timeline.all_day")
		case e.Approx:
			when = m.printer.F("timeline.about", i18n.Args{"Clock": e.Clock})
		}
		if e.Label != "" {
			when += " **" + e.Label + "**"
		}
		m.line("- " + when + ": " + escapeMarkdown(e.Text.Value))
	}
}

func (m *markdown) steps(key string, steps []views.Step) {
	if len(steps) == 0 {
		return
	}
	m.paragraph("### " + m.printer.T(key))
	m.line("")
	for _, s := range steps {
		at := ""
		if s.At != "" {
			at = s.At + ": "
		}
		m.line("- " + at + escapeMarkdown(s.Text.Value))
	}
}

// code writes a command in a fence that is longer than any in it.
func (m *markdown) code(command string) {
	fence := "```"
	for strings.Contains(command, fence) {
		fence += "`"
	}
	m.paragraph(fence + "\n" + strings.TrimRight(command, "\n") + "\n" + fence)
}

func (m *markdown) apparatus(p views.CasesShow) {
	if m.section("case.sources", len(p.Sources) > 0) {
		m.line("")
		for _, s := range p.Sources {
			facts := []string{s.Kind}
			if s.Accessed != "" {
				facts = append(facts, s.Accessed)
			}
			if s.Archived != "" {
				facts = append(facts, m.linked(m.printer.T("source.archived"), s.Archived))
			}
			title := m.linked(s.Title.Value, s.Href)
			if s.Title.Value == s.Href {
				title = "<" + s.Href + ">"
			}
			m.line("- " + title + " (" + strings.Join(facts, ", ") + ")")
		}
	}
	if m.section("case.docs", len(p.Docs) > 0) {
		m.line("")
		for _, d := range p.Docs {
			m.line("- <" + d + ">")
		}
	}
	if m.section("case.related", len(p.Related)+len(p.LaterSame) > 0 || p.EarlierSame != nil) {
		if p.EarlierSame != nil {
			m.paragraph("### " + m.printer.T("case.earlier_same"))
			m.rows([]views.CaseRow{*p.EarlierSame})
		}
		if len(p.LaterSame) > 0 {
			m.paragraph("### " + m.printer.T("case.later_same"))
			m.rows(p.LaterSame)
		}
		m.rows(p.Related)
	}
	if m.section("case.similar", len(p.Similar) > 0) {
		m.rows(p.Similar)
	}
	m.section("case.record", true)
	m.line("")
	m.field("case.review", escapeMarkdown(p.ReviewLine))
	m.field("case.added", p.Added)
	m.field("case.changed", p.Changed)
	m.field("case.aliases", escapeMarkdown(strings.Join(p.Aliases, ", ")))
	m.field("case.permalink", "<"+p.Permalink+">")
}

func (m *markdown) rows(rows []views.CaseRow) {
	if len(rows) > 0 {
		m.line("")
	}
	for _, r := range rows {
		var title strings.Builder
		for _, part := range r.Title.Parts {
			title.WriteString(part.Value)
		}
		line := "- " + m.linked(r.ID, r.Href) + " " + escapeMarkdown(title.String()) + " (" + escapeMarkdown(r.Org.Text.Value) + ", " + r.Date + ")"
		if r.Why != "" {
			line += ". " + escapeMarkdown(r.Why)
		}
		m.line(line)
	}
}

var (
	markdownInline = regexp.MustCompile("[\\\\`*\\[\\]<>~]|&(#?\\w+;)|\\b_|_\\b")
	markdownStart  = regexp.MustCompile(`^(#{1,6}(\s|$)|[-+](\s|$)|=+$|-{2,}|\d{1,9}[.)](\s|$))`)
)

// escapeMarkdown writes a text of one line so that CommonMark shows it as it is.
func escapeMarkdown(s string) string {
	s = markdownInline.ReplaceAllStringFunc(s, func(m string) string { return `\` + m })
	if m := markdownStart.FindString(s); m != "" {
		mark := strings.IndexFunc(m, func(r rune) bool { return r < '0' || r > '9' })
		s = s[:mark] + `\` + s[mark:]
	}
	return s
}
