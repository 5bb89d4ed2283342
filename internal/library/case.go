package library

import (
	"context"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/store"
)

// Case returns a case by its canonical id with what surrounds it. A withdrawn
// case is returned as well, but is never among the surroundings of another. An
// unknown id is an error of kind NotFound that names the nearest ones.
func (e *Edition) Case(ctx context.Context, id string) (*CasePage, error) {
	position, ok := e.x.Position(id)
	if !ok {
		return nil, e.noCase(id)
	}
	whole, err := e.db.Cases(ctx, []uint32{position})
	if err != nil {
		return nil, err
	}
	c := whole[0]

	// What surrounds the case is found in memory and read in one query. told are
	// the cases that have a place already.
	earlier := e.standing(c.RecurrenceOf)
	later := e.set(store.Recurrence, id)
	told := roaring.Or(earlier, later)
	told.Add(position)
	related := roaring.AndNot(e.standing(c.Related...), told)
	told.Or(related)
	alike := e.similar(&c, position, SimilarLimit)
	told.AddMany(alike.positions())
	sameOrg := e.others(incident.Org, c.OrgSlug, position)
	orgs := newest(roaring.AndNot(sameOrg, told), 0, NeighbourLimit)
	told.AddMany(orgs)
	sameCause := e.others(incident.Cause, c.RootCause, position)
	causes := newest(roaring.AndNot(sameCause, told), 0, NeighbourLimit)
	older, newer := e.beside(position)
	lines, err := e.lines(ctx, related.ToArray(), earlier.ToArray(), later.ToArray(), orgs, causes, older, newer, alike.positions())
	if err != nil {
		return nil, err
	}
	return &CasePage{
		Case:           c,
		Related:        lines.of(newest(related, 0, size(related))),
		RecurrenceOf:   lines.one(earlier.ToArray()),
		Recurrences:    lines.of(newest(later, 0, size(later))),
		Previous:       lines.one(older),
		Next:           lines.one(newer),
		SameOrg:        lines.of(orgs),
		SameOrgTotal:   size(sameOrg),
		SameCause:      lines.of(causes),
		SameCauseTotal: size(sameCause),
		Similar:        alike.with(lines),
	}, nil
}

// standing returns the published cases that stand for ids today: themselves,
// or what they were merged into.
func (e *Edition) standing(ids ...string) *roaring.Bitmap {
	out := roaring.New()
	for _, id := range ids {
		if p, ok := e.x.Position(store.Final(e.x.Merged, id)); ok && e.published.Contains(p) {
			out.Add(p)
		}
	}
	return out
}

// others returns the cases with a term, without the one at position.
func (e *Edition) others(k incident.Kind, slug string, position uint32) *roaring.Bitmap {
	return roaring.AndNot(e.set(string(k), slug), roaring.BitmapOf(position))
}

// beside returns the published cases next to a position, each empty at its end.
func (e *Edition) beside(position uint32) (older, newer []uint32) {
	if position > 0 {
		if p := e.published.PreviousValue(position - 1); p >= 0 {
			older = []uint32{uint32(p)}
		}
	}
	if p := e.published.NextValue(position + 1); p >= 0 {
		newer = []uint32{uint32(p)}
	}
	return older, newer
}

// lines holds summaries in the order of their positions.
type lines struct {
	positions []uint32
	rows      []Summary
}

func (e *Edition) lines(ctx context.Context, groups ...[]uint32) (lines, error) {
	all := roaring.New()
	for _, g := range groups {
		all.AddMany(g)
	}
	positions := all.ToArray()
	rows, err := e.db.Summaries(ctx, positions)
	return lines{positions, rows}, err
}

// at returns the summary at a position, which is there.
func (l lines) at(position uint32) Summary {
	i, _ := slices.BinarySearch(l.positions, position)
	return l.rows[i]
}

func (l lines) of(positions []uint32) []Summary {
	out := make([]Summary, len(positions))
	for i, p := range positions {
		out[i] = l.at(p)
	}
	return out
}

// one returns the first of the positions, nil if there is none.
func (l lines) one(positions []uint32) *Summary {
	if len(positions) == 0 {
		return nil
	}
	s := l.at(positions[0])
	return &s
}
