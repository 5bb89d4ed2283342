package library

import (
	"context"
	"iter"
	"slices"
	"time"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/store"
)

// All reads every published case, by id. It ends at the first error.
func (e *Edition) All(ctx context.Context) iter.Seq2[incident.Case, error] {
	order := e.published.ToArray()
	slices.SortFunc(order, func(a, b uint32) int { return store.CompareIDs(e.x.IDs[a], e.x.IDs[b]) })
	return e.whole(ctx, order)
}

// Changes returns the cases that were added, changed or withdrawn at a time or
// after it, the earliest change first, at most n; n below zero returns all.
func (e *Edition) Changes(ctx context.Context, since time.Time, n int) ([]Change, error) {
	rows, err := e.db.Changes(ctx, since, n)
	if err != nil {
		return nil, err
	}
	var out []Change
	for _, r := range rows {
		out = append(out, Change(r))
	}
	return out, nil
}
