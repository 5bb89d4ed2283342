package library

import (
	"context"
	"iter"
	"slices"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/query"
)

// Each reads every case that a query asks for, whole and in its order, and
// tells how many there are; the page of the query is not regarded. The cases
// end at the first error.
func (e *Edition) Each(ctx context.Context, q query.Query) (total int, cases iter.Seq2[incident.Case, error], err error) {
	var text *found
	if q.Text != "" {
		if text, err = e.find(ctx, q.Text, q.Order() == query.Relevance); err != nil {
			return 0, nil, err
		}
	}
	selected := e.intersect(e.parts(q, text), "")
	q.PerPage = max(1, size(selected))
	order := e.order(q, selected, text, 0)
	return len(order), e.whole(ctx, order), nil
}

// wholeChunk is how many cases whole reads at once.
const wholeChunk = 100

// whole reads whole cases, in the order of the positions. It ends at the first
// error.
func (e *Edition) whole(ctx context.Context, positions []uint32) iter.Seq2[incident.Case, error] {
	return func(yield func(incident.Case, error) bool) {
		for chunk := range slices.Chunk(positions, wholeChunk) {
			cases, err := e.db.Cases(ctx, chunk)
			if err != nil {
				yield(incident.Case{}, err)
				return
			}
			for _, c := range cases {
				if !yield(c, nil) {
					return
				}
			}
		}
	}
}
