package library

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/incidentlib/incidentlib/internal/incident"
)

// similarShared is how many terms, domains left out, a case must share with
// another to be called similar.
const similarShared = 2

// Similar returns at most n published cases like the one with a canonical id,
// most alike first. Cases are alike by the terms that they share; a term
// weighs the more the fewer cases carry it, ln(cases / cases with the term).
// The organisation is no reason, and a shared domain alone is none.
func (e *Edition) Similar(ctx context.Context, id string, n int) ([]Similar, error) {
	position, ok := e.position[id]
	if !ok {
		return nil, e.noCase(id)
	}
	whole, err := e.db.Cases(ctx, []uint32{position})
	if err != nil {
		return nil, err
	}
	found := e.similar(&whole[0], position, n)
	lines, err := e.lines(ctx, found.positions())
	if err != nil {
		return nil, err
	}
	return found.with(lines), nil
}

// alike is cases like another by their positions, without their summaries.
type alike []struct {
	position uint32
	similar  Similar
}

func (a alike) positions() []uint32 {
	var out []uint32
	for _, s := range a {
		out = append(out, s.position)
	}
	return out
}

func (a alike) with(l lines) []Similar {
	var out []Similar
	for _, s := range a {
		s.similar.Summary = l[s.position]
		out = append(out, s.similar)
	}
	return out
}

// weighted is a term of a case with its rarity.
type weighted struct {
	term   TermRef
	set    *roaring.Bitmap
	weight float64
}

func (e *Edition) similar(c *incident.Case, position uint32, n int) alike {
	terms := e.weigh(c)
	scores := make([]float64, len(e.x.IDs))
	shared := make([]int, len(e.x.IDs))
	for _, t := range terms {
		t.set.Iterate(func(p uint32) bool {
			scores[p] += t.weight
			if t.term.Kind != incident.Domain {
				shared[p]++
			}
			return true
		})
	}
	var candidates []uint32
	for p := range scores {
		if uint32(p) != position && shared[p] >= similarShared && scores[p] > 0 {
			candidates = append(candidates, uint32(p))
		}
	}
	slices.SortFunc(candidates, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(b, a))
	})
	out := make(alike, min(n, len(candidates)))
	for i := range out {
		p := candidates[i]
		out[i].position = p
		out[i].similar.Score = scores[p]
		for _, t := range terms {
			if t.set.Contains(p) {
				out[i].similar.Shared = append(out[i].similar.Shared, t.term)
				out[i].similar.SameCause = out[i].similar.SameCause || t.term.Kind == incident.Cause
			}
		}
	}
	return out
}

// weigh returns the terms of a case that others carry too, the rarest first.
func (e *Edition) weigh(c *incident.Case) []weighted {
	var out []weighted
	for _, k := range []incident.Kind{incident.Cause, incident.Component, incident.Symptom, incident.Factor, incident.Domain} {
		for _, slug := range c.Terms(k) {
			if set := e.set(string(k), slug); !set.IsEmpty() {
				weight := math.Log(float64(e.Total()) / float64(size(set)))
				out = append(out, weighted{TermRef{k, slug}, set, weight})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b weighted) int { return cmp.Compare(b.weight, a.weight) })
	return out
}
