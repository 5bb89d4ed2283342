package mcp

import (
	"context"
	"slices"

	"github.com/incidentlib/incidentlib/internal/query"
)

// listIncidents lists cases by filters.
var listIncidents = tool{
	name:  "list_incidents",
	title: "List incidents by filters",
	description: `List incidents by what they are filed under: root cause, component, symptom, factor, domain, organisation, severity, year or dates; without a filter, all of them. Several causes, organisations, severities or years mean any of them; several components, symptoms, factors or domains mean all of them. fields: ["facets"] counts the values that narrow the list further.
Not for words or log lines (search_incidents). vocab gives slugs.`,
	params: slices.Concat(
		filterParams,
		[]param{sortParam([]query.Sort{query.Newest, query.Oldest, query.Updated}), perPageParam, rowFieldsParam, langParam, cursorParam},
	),
	run: func(ctx context.Context, c *call) (*answer, error) { return c.cases(ctx, "no_cases") },
}
