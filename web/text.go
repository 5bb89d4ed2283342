package web

import (
	"strings"
	"unicode"

	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/views"
)

// This file is where a bilingual value becomes text of one language: the page's
// or, where that is missing, the other's with its "lang".

func (v *visit) text(t incident.Text) views.Text {
	s, lang := t.Pick(v.lang())
	return views.Text{Value: incident.OneLine(s), Lang: v.foreign(lang)}
}

func (v *visit) prose(t incident.Text) views.Prose {
	s, lang := t.Pick(v.lang())
	return views.Prose{Paragraphs: incident.Paragraphs(s), Lang: v.foreign(lang)}
}

// foreign returns the code of a language that is not the page's, else "".
func (v *visit) foreign(l incident.Lang) string {
	if l == v.lang() {
		return ""
	}
	return string(l)
}

// name is a proper name as its source writes it. Hangul on an English page is
// marked as Korean; a Latin name is at home in both.
func (v *visit) name(s string) views.Text {
	hangul := strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Hangul, r) })
	if hangul {
		return views.Text{Value: s, Lang: v.foreign(incident.KO)}
	}
	return views.Text{Value: s}
}

// unmarked is text in which a search marked nothing.
func (v *visit) unmarked(t incident.Text) views.Marked {
	text := v.text(t)
	return views.Marked{Parts: []views.MarkedPart{{Value: text.Value}}, Lang: text.Lang}
}

func (v *visit) marked(m library.Marked) views.Marked {
	out := views.Marked{Lang: v.foreign(m.Lang)}
	add := func(s string, mark bool) {
		if s != "" {
			out.Parts = append(out.Parts, views.MarkedPart{Value: s, Mark: mark})
		}
	}
	end := 0
	for _, span := range m.Spans {
		add(m.Text[end:span[0]], false)
		add(m.Text[span[0]:span[1]], true)
		end = span[1]
	}
	add(m.Text[end:], false)
	return out
}

func (v *visit) terms(k incident.Kind, slugs []string) []views.Term {
	out := make([]views.Term, len(slugs))
	for i, slug := range slugs {
		out[i] = v.term(k, slug)
	}
	return out
}

// termOrNone is term for a case that may lack one.
func (v *visit) termOrNone(k incident.Kind, slug string) *views.Term {
	if slug == "" {
		return nil
	}
	t := v.term(k, slug)
	return &t
}

// severity is the severity's term, nil where no source tells it.
func (v *visit) severity(s incident.Severity) *views.Term {
	if s == incident.UnknownSeverity {
		return nil
	}
	return v.termOrNone(incident.SeverityKind, string(s))
}

func (v *visit) org(slug string) views.Link {
	t := v.term(incident.Org, slug)
	return views.Link{Text: t.Label, Href: t.Href}
}

// labels lists the labels of terms as the language enumerates them.
func (v *visit) labels(refs []library.TermRef) string {
	names := make([]string, len(refs))
	for i, r := range refs {
		names[i] = v.term(r.Kind, r.Slug).Label.Value
	}
	return v.printer.List(names)
}

// kindName is what a kind of term is called.
func (v *visit) kindName(k incident.Kind) string { return v.printer.T("kind." + string(k) + ".one") }

// column is an index column with the most frequent terms of a kind.
func (v *visit) column(k incident.Kind, counts []library.Count, most int) views.Column {
	c := views.Column{Kind: string(k), Heading: v.printer.T("kind." + string(k) + ".many"), Href: v.link("/"+k.Path(), "")}
	for _, n := range counts[:min(most, len(counts))] {
		t := v.term(k, n.Slug)
		t.Count = n.Count
		c.Entries = append(c.Entries, views.ColumnEntry{Term: t})
	}
	return c
}

// casesCounted writes a number of cases: "사례 14건".
func casesCounted(p *i18n.Printer, n int) string { return p.N("count.cases", n, nil) }
