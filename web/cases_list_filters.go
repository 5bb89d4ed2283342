package web

import (
	"slices"

	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/internal/query"
	"github.com/incidentlib/incidentlib/views"
)

// openValues is how many values of a facet stand unfolded.
const openValues = 8

// chips lists every filter in force, with the address of the query without it.
func (v *visit) chips(q query.Query, address func(query.Query) string) []views.Chip {
	p := v.printer
	var out []views.Chip
	add := func(kind, value string, without query.Query) {
		out = append(out, views.Chip{Kind: kind, Name: p.T("filter." + kind), Value: views.Text{Value: value}, Remove: address(without)})
	}
	if q.Text != "" {
		add("q", excerpt(q.Text), q.WithoutText())
	}
	for _, f := range query.Facets {
		for _, slug := range q.Terms[f.Kind] {
			out = append(out, views.Chip{
				Kind: string(f.Kind), Name: v.kindName(f.Kind), Value: v.term(f.Kind, slug).Label, Remove: address(q.Without(f.Kind, slug)),
			})
		}
	}
	for _, year := range q.Years {
		add("year", p.Date(year), q.WithoutYear(year))
	}
	if q.From != "" {
		without := q.AtPage(0)
		without.From = ""
		add("from", p.Date(string(q.From)), without)
	}
	if q.To != "" {
		without := q.AtPage(0)
		without.To = ""
		add("to", p.Date(string(q.To)), without)
	}
	for _, id := range q.Not {
		without := q.AtPage(0)
		without.Not = slices.DeleteFunc(slices.Clone(q.Not), func(s string) bool { return s == id })
		add("not", id, without)
	}
	return out
}

// longAddress is the query, in bytes, past which the facets are left out: each
// of their links repeats it, which for a pasted stack trace makes megabytes.
const longAddress = 2000

func (l *listPage) facets() []views.Facet {
	var out []views.Facet
	if len(l.q.Encode()) > longAddress {
		return nil
	}
	for _, f := range l.list.Facets {
		facet := views.Facet{Kind: f.Param, Name: l.printer.T("filter.year"), Open: openValues}
		if f.Kind != "" {
			facet.Kind, facet.Name = string(f.Kind), l.kindName(f.Kind)
			facet.Definition = l.printer.T("kind." + string(f.Kind) + ".definition")
		}
		for _, value := range f.Values {
			facet.Values = append(facet.Values, l.facetValue(f, value))
		}
		if len(facet.Values) > 0 {
			out = append(out, facet)
		}
	}
	return out
}

func (l *listPage) facetValue(f library.Facet, value library.FacetValue) views.FacetValue {
	out := views.FacetValue{Count: value.Count, Total: value.Total, Chosen: value.Chosen, Adds: !value.Chosen && value.Total != value.Count}
	if f.Kind == "" {
		out.Label.Value = l.printer.Date(value.Value)
		out.Href = l.address(l.q.WithYear(value.Value))
		if value.Chosen {
			out.Href = l.address(l.q.WithoutYear(value.Value))
		}
		return out
	}
	out.Label = l.term(f.Kind, value.Value).Label
	out.Href = l.address(l.q.With(f.Kind, value.Value))
	if value.Chosen {
		out.Href = l.address(l.q.Without(f.Kind, value.Value))
	}
	return out
}

// hidden is what the search form keeps beside its text: every filter, the
// order and the view, but not the page.
func (l *listPage) hidden() []views.Hidden {
	values := l.q.WithoutText().Values()
	if l.detailed {
		values.Set("view", viewDetailed)
	}
	var out []views.Hidden
	for _, name := range append(slices.Clone(query.Params), "view") {
		for _, value := range values[name] {
			out = append(out, views.Hidden{Name: name, Value: value})
		}
	}
	return out
}
