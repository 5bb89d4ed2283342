package mcp

import (
	"github.com/incidentlib/incidentlib/internal/query"
)

// filterParams are the arguments that narrow a list, as in the site's addresses.
var filterParams = []param{
	slugs("cause", "any of these root causes"),
	slugs("component", "all of these components"),
	slugs("symptom", "all of these symptoms"),
	slugs("factor", "all of these contributing factors"),
	slugs("domain", "all of these domains"),
	slugs("org", "any of these organisations"),
	{name: "severity", form: listForm, enum: severities, most: query.MaxValues, doc: "Any of these severities."},
	{name: "year", form: listForm, most: query.MaxValues, pattern: "^[0-9]{4}$", doc: `Any of these years, such as ["2026"].`},
	{name: "from", form: textForm, most: 10, pattern: datePattern, doc: "First date, inclusive: YYYY-MM-DD, YYYY-MM or YYYY."},
	{name: "to", form: textForm, most: 10, pattern: datePattern, doc: "Last date, inclusive."},
	{name: "not", form: listForm, most: query.MaxValues, doc: "Ids to leave out."},
}

// datePattern is a date, a month or a year; empty is none.
const datePattern = "^([0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?)?$"

func slugs(name, which string) param {
	return param{name: name, form: listForm, most: query.MaxValues, doc: "Slugs: " + which + "."}
}

func sortParam(orders []query.Sort) param {
	p := param{name: "sort", form: textForm, fallback: string(orders[0]), doc: "Order, ties by id."}
	for _, o := range orders {
		p.enum = append(p.enum, string(o))
	}
	return p
}

var perPageParam = param{name: "per_page", form: numberForm, most: query.MaxPerPage, fallback: itoa(query.DefaultPerPage), doc: "Most cases in one answer; fewer come where they would not fit."}
