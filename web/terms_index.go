package web

import (
	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/views"
)

// indexTerms answers /causes and its siblings: the terms in use, by group in
// the vocabulary's order. Terms without cases stay out.
func indexTerms(kind incident.Kind) pageHandler {
	return func(v *visit, _ echo.Context) (templ.Component, error) {
		vocabulary := v.edition.Vocabulary(kind)
		counts := map[string]int{}
		for _, c := range v.edition.Terms(kind) {
			counts[c.Slug] = c.Count
		}
		name := "kind." + string(kind)
		out := views.TermsIndex{
			Kind:       string(kind),
			Heading:    v.printer.T(name + ".many"),
			Definition: v.printer.T(name + ".definition"),
			Counted:    v.printer.N("count.terms", len(counts), nil),
		}
		for _, g := range vocabulary.Groups {
			group := views.TermGroup{ID: g.Slug, Label: v.text(g.Label)}
			for i := range vocabulary.Terms {
				if t := &vocabulary.Terms[i]; t.Group == g.Slug && counts[t.Slug] > 0 {
					term := v.term(kind, t.Slug)
					term.Count = counts[t.Slug]
					group.Terms = append(group.Terms, term)
				}
			}
			if len(group.Terms) > 0 {
				out.Groups = append(out.Groups, group)
			}
		}
		out.Page = v.describe(out.Heading, out.Definition, "/"+kind.Path(), "")
		return views.TermsIndexPage(out), nil
	}
}
