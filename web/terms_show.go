package web

import (
	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/internal/query"
	"github.com/incidentlib/incidentlib/views"
	"github.com/incidentlib/incidentlib/web/api"
)

const (
	// fewCases is below how many cases a share says less than the cases do.
	fewCases = 5
	// occursMost is how many terms of a kind a term page shows beside its own.
	occursMost = 6
	// notableLift is from how many times chance on a term is worth a note.
	notableLift = 1.5
)

// showTerm answers /causes/{slug} and its siblings. A renamed term leads to the
// one that took its place.
func showTerm(kind incident.Kind) pageHandler {
	return func(v *visit, c echo.Context) (templ.Component, error) {
		slug := api.PathParam(c, "slug")
		if current, ok := v.edition.Resolve(kind, slug); ok && current != slug {
			return nil, v.moved(c, "/"+kind.Path()+"/"+current)
		}
		topic, err := v.edition.Topic(c.Request().Context(), kind, slug)
		if err != nil {
			return nil, err
		}
		if v.site.config.Static {
			if err := v.wholeTopic(c.Request().Context(), kind, topic); err != nil {
				return nil, err
			}
		}
		return views.TermsShowPage(v.termPage(kind, topic)), nil
	}
}

func (v *visit) termPage(kind incident.Kind, topic *library.Topic) views.TermsShow {
	t := &topic.Term
	out := views.TermsShow{
		Kind:     string(kind),
		KindName: v.kindName(kind),
		KindHref: v.link("/"+kind.Path(), ""),
		Term:     v.term(kind, t.Slug),
		Slug:     t.Slug,
		Aliases:  v.aliases(t),
		Counted:  casesCounted(v.printer, topic.Total),
		FewCases: topic.Total < fewCases,
		Checks:   v.checks(t),
		Rows:     v.rows(topic.Cases),
		Siblings: v.siblings(kind, t),
	}
	out.Term.Count = topic.Total
	if !out.FewCases {
		of := query.Query{}.With(kind, t.Slug)
		out.Years = v.calendar("years", v.printer.T("stats.years"), of, topic.Years, topic.Months)
		if topic.Resolved.Known >= fewTimes {
			out.Resolved = v.spread("resolved", v.printer.T("stats.resolved"), topic.Resolved)
		}
		out.Stats = v.link("/stats", of.Encode())
		for _, o := range topic.Occurs {
			if column := v.occurrence(topic, o); len(column.Entries) > 0 {
				out.Occurs = append(out.Occurs, column)
			}
		}
	}
	if topic.Total > len(topic.Cases) {
		out.All = views.Link{
			Text: views.Text{Value: v.printer.N("list.all", topic.Total, nil)},
			Href: v.link("/cases", query.Query{}.With(kind, t.Slug).Encode()),
		}
	}
	title := out.Term.Label.Value + " · " + out.KindName
	description := out.Term.Definition.Value
	if description == "" {
		description = out.Term.Label.Value
	}
	out.Page = v.describe(title, excerpt(description+" "+out.Counted), "/"+kind.Path(), "")
	out.NoIndex = topic.Total == 0
	return out
}

// aliases lists the other names of a term, the page's language first.
func (v *visit) aliases(t *incident.Term) []views.Alias {
	var out []views.Alias
	for _, l := range []incident.Lang{v.lang(), v.lang().Other()} {
		for _, s := range t.Aliases(l) {
			out = append(out, views.Alias{Value: s, Lang: v.foreign(l)})
		}
	}
	return out
}

// occurrence is an index column of what goes with a term.
func (v *visit) occurrence(topic *library.Topic, o library.Occurrence) views.Column {
	with := query.Query{}.With(topic.Term.Kind, topic.Term.Slug)
	c := views.Column{Kind: string(o.Kind), Heading: v.printer.T("kind." + string(o.Kind) + ".many"), Href: v.link("/"+o.Kind.Path(), "")}
	for _, together := range o.Terms[:min(occursMost, len(o.Terms))] {
		entry := views.ColumnEntry{Term: v.term(o.Kind, together.Slug)}
		entry.Term.Count = together.Count
		entry.List = v.list(with.With(o.Kind, together.Slug))
		entry.Share = 100 * float64(together.Count) / float64(topic.Total)
		entry.Usual = 100 * float64(together.InAll) / float64(v.edition.Total())
		if together.Lift >= notableLift && together.Count > 1 {
			entry.Lift = v.printer.Decimal(together.Lift)
		}
		c.Entries = append(c.Entries, entry)
	}
	return c
}

// siblings lists the other terms of the group that are in use.
func (v *visit) siblings(kind incident.Kind, of *incident.Term) []views.Term {
	var out []views.Term
	if kind == incident.Org {
		return out
	}
	for _, count := range v.edition.Terms(kind) {
		if t, ok := v.edition.Term(kind, count.Slug); ok && t.Group == of.Group && t.Slug != of.Slug {
			sibling := v.term(kind, t.Slug)
			sibling.Count = count.Count
			out = append(out, sibling)
		}
	}
	return out
}
