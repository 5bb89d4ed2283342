package library

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/query"
	"github.com/incidentlib/incidentlib/internal/testkit"
)

// queries makes queries of every shape but without text.
type queries struct {
	*rand.Rand
	e *Edition
}

func (g *queries) next() query.Query {
	var q query.Query
	for _, f := range query.Facets {
		slugs := g.e.Vocabulary(f.Kind).Slugs()
		for g.IntN(8) == 0 {
			q = q.With(f.Kind, slugs[g.IntN(len(slugs))*g.IntN(2)])
		}
	}
	for g.IntN(5) == 0 {
		q = q.WithYear(fmt.Sprint(2014 + g.IntN(14)))
	}
	date := func() incident.Date {
		d := fmt.Sprintf("%d-%02d-%02d", 2014+g.IntN(14), 1+g.IntN(12), 1+g.IntN(28))
		return incident.Date(d[:[]int{4, 7, 10, 10}[g.IntN(4)]])
	}
	if g.IntN(4) == 0 {
		q.From = date()
	}
	if g.IntN(4) == 0 {
		q.To = date()
	}
	for g.IntN(4) == 0 {
		q.Not = append(q.Not, testkit.SyntheticID(g.IntN(len(g.e.x.IDs))))
	}
	q.Sort = []query.Sort{"", query.Newest, query.Oldest, query.Updated}[g.IntN(4)]
	q.PerPage = []int{0, 1, 7, 100}[g.IntN(4)]
	return q
}

// matches is the meaning of a query without text, said once more and slowly.
func matches(c *incident.Case, q query.Query) bool {
	if !c.Published() || slices.Contains(q.Not, c.ID) {
		return false
	}
	for _, f := range query.Facets {
		hits := 0
		for _, slug := range q.Terms[f.Kind] {
			if slices.Contains(c.Terms(f.Kind), slug) {
				hits++
			}
		}
		if want := len(q.Terms[f.Kind]); want > 0 && (hits == 0 || !f.Any && hits < want) {
			return false
		}
	}
	if len(q.Years) > 0 && !slices.Contains(q.Years, c.Date.Year()) {
		return false
	}
	return (q.From == "" || !c.Date.Last().Before(q.From.First())) && (q.To == "" || !c.Date.First().After(q.To.Last()))
}

func matching(corpus *incident.Corpus, q query.Query) []*incident.Case {
	var out []*incident.Case
	for i := range corpus.Cases {
		if matches(&corpus.Cases[i], q) {
			out = append(out, &corpus.Cases[i])
		}
	}
	slices.SortFunc(out, func(a, b *incident.Case) int {
		switch q.Order() {
		case query.Oldest:
			return newer(b, a)
		case query.Updated:
			return cmp.Or(b.UpdatedAt.Compare(a.UpdatedAt), newer(a, b))
		}
		return newer(a, b)
	})
	return out
}

// values returns what a case has in a facet.
func valuesOf(c *incident.Case, f Facet) []string {
	if f.Kind == "" {
		return []string{c.Date.Year()}
	}
	return c.Terms(f.Kind)
}

// Totals, ids in order over all pages, and facets agree with a reading of the
// grammar that shares no code with the index.
func TestListsAgainstOracle(t *testing.T) {
	corpus, e := synthetic(t)
	g := &queries{Rand: rand.New(rand.NewPCG(7, 7)), e: e}
	for range 200 {
		q := g.next()
		t.Run(q.Encode(), func(t *testing.T) {
			want := matching(corpus, q)
			var got []string
			for page := 1; ; page++ {
				l, err := e.List(t.Context(), q.AtPage(page))
				if err != nil {
					t.Fatal(err)
				}
				if l.Total != len(want) || l.Page != page || l.Pages != max(1, (len(want)+q.Size()-1)/q.Size()) {
					t.Fatalf("total %d, page %d of %d; want total %d", l.Total, l.Page, l.Pages, len(want))
				}
				if len(l.Cases) > 0 && (l.First != len(got)+1 || l.Last != len(got)+len(l.Cases)) {
					t.Fatalf("page %d holds %d to %d after %d", page, l.First, l.Last, len(got))
				}
				got = append(got, ids(l.Cases)...)
				if page == 1 {
					checkFacets(t, corpus, e, l)
				}
				if page == l.Pages {
					break
				}
			}
			for i, c := range want {
				if got[i] != c.ID {
					t.Fatalf("case %d is %s, want %s", i, got[i], c.ID)
				}
			}
		})
	}
}

func checkFacets(t *testing.T, corpus *incident.Corpus, e *Edition, l *List) {
	t.Helper()
	if len(l.Facets) != len(query.Facets)+1 {
		t.Fatalf("%d facets", len(l.Facets))
	}
	for i, f := range l.Facets {
		anyOf := i == len(query.Facets) || query.Facets[i].Any
		under, chosen := l.Query, l.Query.Years
		if f.Kind != "" {
			chosen = l.Query.Terms[f.Kind]
		}
		if anyOf {
			under = under.WithoutKind(f.Kind)
			if f.Kind == "" {
				under.Years = nil
			}
		}
		counts := map[string]int{}
		for _, c := range matching(corpus, under) {
			for _, v := range valuesOf(c, f) {
				counts[v]++
			}
		}
		for _, v := range chosen {
			counts[v] += 0
		}
		if len(f.Values) != len(counts) {
			t.Fatalf("%s has %d values, want %d", f.Param, len(f.Values), len(counts))
		}
		for j, v := range f.Values {
			if v.Count != counts[v.Value] || v.Chosen != slices.Contains(chosen, v.Value) {
				t.Errorf("%s: %+v, want %d", f.Param, v, counts[v.Value])
			}
			link := linkOf(l.Query, f, v)
			if total := len(matching(corpus, link)); v.Total != total {
				t.Errorf("%s: %+v leads to a list of %d (%s)", f.Param, v, total, link.Encode())
			}
			if len(chosen) == 0 && v.Total != v.Count {
				t.Errorf("%s: %+v without a choice", f.Param, v)
			}
			if j > 0 {
				before := f.Values[j-1]
				ordered := before.Chosen && !v.Chosen || before.Chosen == v.Chosen &&
					(before.Count > v.Count || before.Count == v.Count && before.Value < v.Value)
				if !ordered {
					t.Errorf("%s: %+v before %+v", f.Param, before, v)
				}
			}
		}
	}
}

// linkOf is the query that a value of a facet leads to.
func linkOf(q query.Query, f Facet, v FacetValue) query.Query {
	switch {
	case f.Kind == "" && v.Chosen:
		return q.WithoutYear(v.Value)
	case f.Kind == "":
		return q.WithYear(v.Value)
	case v.Chosen:
		return q.Without(f.Kind, v.Value)
	}
	return q.With(f.Kind, v.Value)
}

func TestPagePastTheLast(t *testing.T) {
	_, e := synthetic(t)
	_, err := e.List(t.Context(), query.Query{Page: 1000})
	past, ok := errors.AsType[*incident.Error](err)
	if !ok || past.Kind != incident.NotFound || past.Problem != incident.ProblemPastEnd || past.Param != "page" {
		t.Fatalf("%#v", err)
	}
	if last := fmt.Sprint((e.Total() + 19) / 20); !slices.Equal(past.Nearest, []string{last}) {
		t.Errorf("nearest %v, want %s", past.Nearest, last)
	}
	empty, err := e.List(t.Context(), query.Query{Years: []string{"1999"}})
	if err != nil || empty.Total != 0 || empty.Pages != 1 || empty.First != 0 || len(empty.Cases) != 0 {
		t.Errorf("a valid query without cases: %+v, %v", empty, err)
	}
	if _, err := e.List(t.Context(), query.Query{Years: []string{"1999"}, Page: 2}); kindOf(err) != incident.NotFound {
		t.Errorf("its second page: %v", err)
	}
}

func TestCommonComponents(t *testing.T) {
	_, e := synthetic(t)
	l, err := e.List(t.Context(), query.Query{})
	if err != nil {
		t.Fatal(err)
	}
	counts := e.Terms(incident.Component)
	for i, v := range l.Common {
		if v.Value != counts[i].Slug || v.Count != counts[i].Count {
			t.Errorf("common %d is %+v, want %+v", i, v, counts[i])
		}
	}
	if len(l.Common) != commonLimit {
		t.Errorf("%d components in common", len(l.Common))
	}
}
