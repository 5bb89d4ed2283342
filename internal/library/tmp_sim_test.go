package library

import (
	"math/rand/v2"
	"testing"
)

func TestTmpSim(t *testing.T) {
	if *keep == "" {
		t.Skip()
	}
	e := figuresEdition(t, *keep)
	g := &queries{Rand: rand.New(rand.NewPCG(9, 9)), e: e}
	figure(t, "similar", 3000, func() func() error {
		id := e.x.IDs[g.IntN(len(e.x.IDs))]
		return func() error {
			_, err := e.Similar(t.Context(), id, SimilarLimit)
			return err
		}
	})
	figure(t, "list", 1000, func() func() error {
		q := g.next()
		q.PerPage = 0
		if l, err := e.List(t.Context(), q); err == nil {
			q.Page = 1 + g.IntN(l.Pages)
		}
		return listing(t, e, q)
	})
}
