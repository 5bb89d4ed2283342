package library

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/incidentlib/incidentlib/internal/incident"
)

func TestTmpSimSlow(t *testing.T) {
	if *keep == "" {
		t.Skip()
	}
	e := figuresEdition(t, *keep)
	g := &queries{Rand: rand.New(rand.NewPCG(9, 9)), e: e}
	type one struct {
		d time.Duration
		s string
	}
	var all []one
	for range 1500 {
		p := uint32(g.IntN(len(e.x.IDs)))
		id := e.x.IDs[p]
		best := time.Hour
		for range 4 {
			c := begin()
			_, _ = e.Similar(t.Context(), id, 5)
			_, cpu := c.end()
			best = min(best, cpu)
		}
		rows, _ := e.db.Summaries(t.Context(), []uint32{p})
		r := rows[0]
		c := incident.Case{RootCause: r.RootCause, Components: r.Components, Symptoms: r.Symptoms, Factors: r.Factors, Domains: r.Domains}
		terms := e.weigh(&c)
		s := fmt.Sprintf("together %.1f:", together(terms, 5))
		for _, x := range terms {
			s += fmt.Sprintf(" %.1f/%d", x.weight, size(x.set))
		}
		a := e.similar(&c, p, 5)
		s += fmt.Sprintf(" best %.1f %.1f", a[0].similar.Score, a[4].similar.Score)
		all = append(all, one{best, s})
	}
	slices.SortFunc(all, func(a, b one) int { return int(b.d - a.d) })
	for i, o := range all {
		if i < 12 || i == 150 || i == 750 {
			fmt.Println(o.d, o.s)
		}
	}
}
