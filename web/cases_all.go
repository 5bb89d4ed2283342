package web

import (
	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/internal/query"
	"github.com/incidentlib/incidentlib/views"
)

// listAllCases answers /cases of a static site: every case by year, the newest
// first, which is the order that the index of lookup.go counts them in.
func listAllCases(v *visit, c echo.Context) (templ.Component, error) {
	ctx := c.Request().Context()
	list, err := v.edition.List(ctx, query.Query{PerPage: max(1, v.edition.Total())})
	if err != nil {
		return nil, err
	}
	index, err := v.site.lookup(ctx)
	if err != nil {
		return nil, err
	}
	title := v.printer.T("nav.cases")
	out := views.CasesAll{
		Page:    v.describe(title, v.printer.T("about.description"), "/cases", ""),
		Heading: casesCounted(v.printer, list.Total),
		Years:   v.years(list.Cases),
		Lookup:  views.Lookup{Index: v.site.root + index.folder(), Shards: index.shards, Filters: v.lookupFilters(list.Facets)},
	}
	return views.CasesAllPage(out), nil
}

func (v *visit) years(cases []library.Summary) []views.CasesYear {
	var out []views.CasesYear
	for i := range cases {
		year := cases[i].Date.Year()
		if len(out) == 0 || out[len(out)-1].Year != year {
			out = append(out, views.CasesYear{Year: year, Label: v.printer.Date(year)})
		}
		last := &out[len(out)-1]
		last.Rows = append(last.Rows, v.row(&cases[i]))
	}
	for i := range out {
		out[i].Counted = casesCounted(v.printer, len(out[i].Rows))
	}
	return out
}

// lookupFilters are the values of every facet that have cases.
func (v *visit) lookupFilters(facets []library.Facet) []views.LookupFilter {
	var out []views.LookupFilter
	for _, f := range facets {
		filter := views.LookupFilter{Param: f.Param, Name: v.printer.T("filter.year")}
		if f.Kind != "" {
			filter.Name = v.kindName(f.Kind)
		}
		for _, value := range f.Values {
			o := views.LookupOption{Value: value.Value, Count: value.Count}
			if f.Kind == "" {
				o.Label.Value = v.printer.Date(value.Value)
			} else {
				o.Label = v.term(incident.Kind(f.Kind), value.Value).Label
			}
			filter.Options = append(filter.Options, o)
		}
		out = append(out, filter)
	}
	return out
}
