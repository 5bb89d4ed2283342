package mcp

import (
	"context"
	"slices"

	"github.com/incidentlib/incidentlib/internal/query"
)

// searchIncidents finds cases by a text.
var searchIncidents = tool{
	name:  "search_incidents",
	title: "Search incidents by text",
	description: `Find past incidents by words: a symptom, a pasted log line or error message, a technology, a question, in English or Korean; both languages are searched at once. Best match first, each with the passage that matched, the matching words in **bold**. Filters narrow the result. relaxed: true means that no case has every word.
Not for filters without words (list_incidents), nor for finding a slug (vocab).`,
	params: slices.Concat(
		[]param{{name: "q", form: textForm, required: true, most: query.MaxText, doc: "What to find: words, a sentence, or a log line as it is."}},
		filterParams,
		[]param{sortParam([]query.Sort{query.Relevance, query.Newest, query.Oldest, query.Updated}), perPageParam, rowFieldsParam, langParam, cursorParam},
	),
	run: func(ctx context.Context, c *call) (*answer, error) { return c.cases(ctx, "nothing") },
}
