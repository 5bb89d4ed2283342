package web

import (
	"slices"
	"sync"

	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/views"
)

// termTables keeps the terms of an edition as pages show them: a page names a
// hundred of them, each in one way only for a locale.
type termTables struct {
	mu       sync.Mutex
	hash     string // of the edition
	byLocale map[i18n.Locale]termTable
}

// termTable holds the terms of a locale. Each is drawn when a page first shows it.
type termTable map[library.TermRef]func() views.Term

// of returns the table for a visit. It is made at the first visit of an edition
// in a locale.
func (t *termTables) of(v *visit) termTable {
	t.mu.Lock()
	defer t.mu.Unlock()
	if hash := v.edition.Hash(); t.hash != hash {
		t.hash, t.byLocale = hash, map[i18n.Locale]termTable{}
	}
	table, ok := t.byLocale[v.locale]
	if !ok {
		table = newTermTable(v.site, v.edition, v.locale)
		t.byLocale[v.locale] = table
	}
	return table
}

func newTermTable(s *Site, e *library.Edition, l i18n.Locale) termTable {
	v := &visit{site: s, locale: l} // outlives the visit that asked, and the edition
	out := termTable{}
	for _, k := range append(slices.Clone(incident.Kinds), incident.SeverityKind) {
		terms := e.Vocabulary(k).Terms
		for i := range terms {
			t := &terms[i]
			out[library.TermRef{Kind: k, Slug: t.Slug}] = sync.OnceValue(func() views.Term {
				shown := v.bareTerm(k, t.Slug)
				shown.Label, shown.Definition = v.text(t.Label), v.text(t.Definition)
				return shown.Drawn()
			})
		}
	}
	return out
}

// bareTerm is a term of which only the slug is known.
func (v *visit) bareTerm(k incident.Kind, slug string) views.Term {
	out := views.Term{Kind: string(k), Label: views.Text{Value: slug}, Href: v.link("/"+k.Path()+"/"+slug, "")}
	if k == incident.SeverityKind {
		out.Href = v.link("/cases", "severity="+slug)
	}
	return out
}

// term gives a term as pages show it. A slug that is in no vocabulary cannot be
// in a checked corpus; it is shown as it is.
func (v *visit) term(k incident.Kind, slug string) views.Term {
	if v.shown == nil {
		v.shown = v.site.terms.of(v)
	}
	if t, ok := v.shown[library.TermRef{Kind: k, Slug: slug}]; ok {
		return t()
	}
	return v.bareTerm(k, slug)
}
