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
	position, ok := e.x.Position(id)
	if !ok {
		return nil, e.noCase(id)
	}
	rows, err := e.db.Summaries(ctx, []uint32{position})
	if err != nil {
		return nil, err
	}
	r := rows[0]
	c := incident.Case{RootCause: r.RootCause, Components: r.Components, Symptoms: r.Symptoms, Factors: r.Factors, Domains: r.Domains}
	found := e.similar(&c, position, n)
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
	out := make([]uint32, len(a))
	for i := range a {
		out[i] = a[i].position
	}
	return out
}

func (a alike) with(l lines) []Similar {
	out := make([]Similar, len(a))
	for i := range a {
		out[i] = a[i].similar
		out[i].Summary = l.at(a[i].position)
	}
	return out
}

// weighted is a term of a case with its rarity.
type weighted struct {
	term    TermRef
	set     *roaring.Bitmap
	members members // of set
	weight  float64
}

func (e *Edition) similar(c *incident.Case, position uint32, n int) alike {
	if n < 1 {
		return nil
	}
	terms := e.weigh(c)
	scores := e.takeScores()
	defer e.scores.Put(scores)
	best := mostAlike(terms, position, n, *scores)
	out := make(alike, len(best))
	for i, p := range best {
		out[i].position = p
		out[i].similar.Score = (*scores)[p]
		for _, t := range terms {
			if t.members.has(p) {
				out[i].similar.Shared = append(out[i].similar.Shared, t.term)
				out[i].similar.SameCause = out[i].similar.SameCause || t.term.Kind == incident.Cause
			}
		}
	}
	return out
}

// takeScores returns a zero for each position. It takes the place of one that
// was used before if there is one: they are large.
func (e *Edition) takeScores() *[]float64 {
	scores, ok := e.scores.Get().(*[]float64)
	if !ok {
		made := make([]float64, len(e.x.IDs))
		return &made
	}
	clear(*scores)
	return scores
}

// mostAlike returns the n cases that score best, without the one at position,
// and leaves their scores. Common terms, whose sets are large, are only looked up
// in cases that can still be among the best: with all that is left they would
// score least, which n cases are known to do (MaxScore, Turtle and Flood 1995).
// That begins where few can: where what is left is half of it.
func mostAlike(terms []weighted, position uint32, n int, scores []float64) []uint32 {
	const slack = 1e-9 // sums in another order differ by less
	least := together(terms, n)
	left := 0.0
	for _, t := range terms {
		left += t.weight
	}
	rest := terms
	for refined := false; len(rest) > 0 && left*2+slack >= least; {
		rest[0].members.weigh(scores, rest[0].weight)
		rest, left = rest[1:], left-rest[0].weight
		if !refined && left < 2*least {
			scores[position] = 0 // it would lead
			least = max(least, sure(terms, rest, leaders(scores, 8*n), scores, n))
			refined = true
		}
	}
	scores[position] = 0
	var some []uint32
	enough := max(least-left-slack, math.SmallestNonzeroFloat64)
	for p, score := range scores {
		if score >= enough {
			some = append(some, uint32(p))
		}
	}
	for _, t := range rest {
		left -= t.weight
		some = slices.DeleteFunc(some, func(p uint32) bool {
			if t.members.has(p) {
				scores[p] += t.weight
			}
			return scores[p]+left+slack < least
		})
	}
	some = slices.DeleteFunc(some, func(p uint32) bool { return shared(terms, p) < similarShared })
	slices.SortFunc(some, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(b, a))
	})
	return some[:min(n, len(some))]
}

// leaders returns k cases that score best so far.
func leaders(scores []float64, k int) []uint32 {
	best := make([]uint32, 0, k+1) // the worst first
	least := 0.0
	for p, score := range scores {
		if score <= least {
			continue
		}
		at, _ := slices.BinarySearchFunc(best, score, func(o uint32, score float64) int { return cmp.Compare(scores[o], score) })
		if best = slices.Insert(best, at, uint32(p)); len(best) > k {
			best = slices.Delete(best, 0, 1)
			least = scores[best[0]]
		}
	}
	return best
}

// sure is the score that n of some cases have in the end, 0 if there are fewer.
func sure(terms, rest []weighted, some []uint32, scores []float64, n int) float64 {
	var full []float64
	for _, p := range some {
		if shared(terms, p) < similarShared {
			continue
		}
		score := scores[p]
		for _, t := range rest {
			if t.members.has(p) {
				score += t.weight
			}
		}
		full = append(full, score)
	}
	if len(full) < n {
		return 0
	}
	slices.Sort(full)
	return full[len(full)-n]
}

// shared counts the terms that a case carries, domains left out.
func shared(terms []weighted, p uint32) int {
	n := 0
	for _, t := range terms {
		if t.term.Kind != incident.Domain && t.members.has(p) {
			n++
		}
	}
	return n
}

// together is a score that at least n cases beside the one with the terms have:
// the weight of terms that so many share.
func together(terms []weighted, n int) float64 {
	var all *roaring.Bitmap
	score, shared := 0.0, 0
	for _, domains := range []bool{false, true} {
		for _, t := range terms {
			if domains != (t.term.Kind == incident.Domain) {
				continue
			}
			more := t.set
			if all != nil {
				more = roaring.And(all, t.set)
			}
			if size(more) <= n {
				continue
			}
			all, score = more, score+t.weight
			if !domains {
				shared++
			}
		}
	}
	if shared < similarShared {
		return 0
	}
	return score
}

// weigh returns the terms of a case that others carry too, the rarest first.
func (e *Edition) weigh(c *incident.Case) []weighted {
	out := make([]weighted, 0, 1+len(c.Components)+len(c.Symptoms)+len(c.Factors)+len(c.Domains))
	for _, k := range []incident.Kind{incident.Cause, incident.Component, incident.Symptom, incident.Factor, incident.Domain} {
		for _, slug := range c.Terms(k) {
			if v, ok := e.value(string(k), slug); ok {
				weight := math.Log(float64(e.Total()) / float64(size(v.set)))
				out = append(out, weighted{TermRef{k, slug}, v.set, v.members(), weight})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b weighted) int { return cmp.Compare(b.weight, a.weight) })
	return out
}
