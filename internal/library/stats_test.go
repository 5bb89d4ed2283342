package library

import (
	"cmp"
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/query"
)

// Every figure agrees with a reading of the cases that shares no code with the
// index.
func TestStatsAgainstOracle(t *testing.T) {
	corpus, e := synthetic(t)
	g := &queries{Rand: rand.New(rand.NewPCG(8, 8)), e: e}
	asked := []query.Query{{}, {Years: []string{"1900"}}}
	for range 100 {
		asked = append(asked, g.next())
	}
	for _, q := range asked {
		t.Run(q.Encode(), func(t *testing.T) {
			got, err := e.Stats(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			checkStats(t, got, matching(corpus, q))
		})
	}
}

func checkStats(t *testing.T, got *Stats, cases []*incident.Case) {
	t.Helper()
	slices.SortFunc(cases, func(a, b *incident.Case) int { return newer(b, a) })
	of := func(n func(*incident.Case) bool) int {
		out := 0
		for _, c := range cases {
			if n(c) {
				out++
			}
		}
		return out
	}
	has := func(k incident.Kind, slug string) func(*incident.Case) bool {
		return func(c *incident.Case) bool { return slices.Contains(c.Terms(k), slug) }
	}
	equal := func(what string, got, want any) {
		t.Helper()
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	equal("total", got.Total, len(cases))
	equal("dated by year alone", got.YearOnly, of(func(c *incident.Case) bool { return len(c.Date) == 4 }))
	equal("dated by report", got.OfReport, of(func(c *incident.Case) bool { return c.DateKind == incident.DateOfReport }))
	equal("without a cause", got.NoCause, of(func(c *incident.Case) bool { return c.RootCause == "" }))

	sum := 0
	for _, y := range got.Years {
		equal("year "+y.Year, y.Count, of(func(c *incident.Case) bool { return c.Date.Year() == y.Year }))
		sum += y.Count
	}
	equal("sum of the years", sum, len(cases))
	sum = got.YearOnly
	for _, m := range got.Months {
		equal("month "+m.Month, m.Count, of(func(c *incident.Case) bool { return len(c.Date) > 4 && string(c.Date[:7]) == m.Month }))
		sum += m.Count
	}
	equal("sum of the months", sum, len(cases))
	sum = 0
	for _, s := range got.Severities {
		sum += s.Count
		equal("severity "+s.Slug, s.Count, of(has(incident.SeverityKind, s.Slug)))
	}
	equal("sum of the severities", sum, len(cases))
	for kind, counts := range map[incident.Kind][]Count{incident.Cause: got.Causes, incident.Component: got.Components} {
		for i, c := range counts {
			equal(c.Slug, c.Count, of(has(kind, c.Slug)))
			if i > 0 && counts[i-1].Count < c.Count {
				t.Errorf("%s is out of order", c.Slug)
			}
		}
	}
	equal("rows", len(got.Grid.Rows), min(StatsRows, len(got.Causes)))
	equal("columns", len(got.Grid.Columns), min(StatsColumns, len(got.Components)))
	for i, row := range got.Grid.Rows {
		for j, column := range got.Grid.Columns {
			both := of(func(c *incident.Case) bool {
				return c.RootCause == row.Slug && slices.Contains(c.Components, column.Slug)
			})
			equal(row.Slug+" × "+column.Slug, got.Grid.Cells[i][j], both)
		}
	}
	checkPairs(t, got, cases)
	checkDistribution(t, got.Detected, cases, func(c *incident.Case) *incident.Duration { return c.Timeline.DetectedAfter })
	checkDistribution(t, got.Resolved, cases, func(c *incident.Case) *incident.Duration { return c.Timeline.ResolvedAfter })
}

func checkPairs(t *testing.T, got *Stats, cases []*incident.Case) {
	t.Helper()
	together, ofSymptom, ofCause := map[[2]string]int{}, map[string]int{}, map[string]int{}
	for _, c := range cases {
		ofCause[c.RootCause]++
		for _, s := range c.Symptoms {
			ofSymptom[s]++
			if c.RootCause != "" {
				together[[2]string{s, c.RootCause}]++
			}
		}
	}
	var want []Pair
	for p, n := range together {
		if n >= 2 {
			share, usual := float64(n)/float64(ofSymptom[p[0]]), float64(ofCause[p[1]])/float64(len(cases))
			want = append(want, Pair{p[0], p[1], n, ofSymptom[p[0]], share / usual})
		}
	}
	if len(got.Pairs)+got.PairsLeft != len(want) || len(got.Pairs) != min(StatsPairs, len(want)) {
		t.Errorf("%d pairs and %d more, want %d", len(got.Pairs), got.PairsLeft, len(want))
	}
	slices.SortFunc(want, func(a, b Pair) int { return cmp.Compare(b.Count, a.Count) })
	for i, p := range got.Pairs {
		j := slices.IndexFunc(want, func(w Pair) bool { return w.Symptom == p.Symptom && w.Cause == p.Cause })
		if j < 0 || p.Count != want[i].Count || p.Count != want[j].Count || p.OfSymptom != want[j].OfSymptom || p.Lift-want[j].Lift > 1e-9 || want[j].Lift-p.Lift > 1e-9 {
			t.Errorf("pair %d: %+v", i, p)
		}
	}
}

func checkDistribution(t *testing.T, got Distribution, cases []*incident.Case, after func(*incident.Case) *incident.Duration) {
	t.Helper()
	var known []Timed
	for _, c := range cases { // in date order
		if d := after(c); d != nil {
			known = append(known, Timed{c.ID, c.Title, *d})
		}
	}
	slices.SortStableFunc(known, func(a, b Timed) int { return cmp.Compare(a.After, b.After) })
	if got.Known != len(known) || got.Unknown != len(cases)-len(known) {
		t.Errorf("%d known and %d unknown, want %d and %d", got.Known, got.Unknown, len(known), len(cases)-len(known))
	}
	if !reflect.DeepEqual(got.Cases, known) {
		t.Errorf("cases %v\nwant %v", got.Cases, known)
	}
	for i, q := range got.Quartiles {
		if len(known) == 0 {
			continue
		}
		within, before := 0, 0
		for _, k := range known {
			if k.After <= q {
				within++
			}
			if k.After < q {
				before++
			}
		}
		if share := len(known) * (i + 1); 4*within < share || 4*before >= share {
			t.Errorf("quartile %d is %v: %d of %d are within, %d below", i+1, q, within, len(known), before)
		}
	}
	for i, n := range got.Bins {
		want := 0
		for _, k := range known {
			if k.After >= DistributionBins[i] && (i+1 == len(DistributionBins) || k.After < DistributionBins[i+1]) {
				want++
			}
		}
		if n != want {
			t.Errorf("bin from %v holds %d, want %d", DistributionBins[i], n, want)
		}
	}
}

// A text selects as it does in a list.
func TestStatsOfASearch(t *testing.T) {
	_, e := synthetic(t)
	for _, q := range []query.Query{{Text: "캐시"}, {Text: "connection refused"}, {Text: "cache xyzzy"}, {Text: "kuberentes"}, {Text: "xyzzy"}} {
		list, err := e.List(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		stats, err := e.Stats(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if stats.Total != list.Total || stats.Search.Relaxed != list.Search.Relaxed || !slices.Equal(stats.Search.Slips, list.Search.Slips) {
			t.Errorf("%q: %d cases, relaxed %t, slips %v; the list has %d, %t, %v", q.Text,
				stats.Total, stats.Search.Relaxed, stats.Search.Slips, list.Total, list.Search.Relaxed, list.Search.Slips)
		}
	}
}

func TestDistributionNamesCasesUpToALimit(t *testing.T) {
	_, e := synthetic(t)
	for most, named := range map[int]int{e.Total(): e.Total(), e.Total() - 1: 0} {
		d, err := e.distribution(t.Context(), e.published, timesOf(make([]int32, len(e.x.IDs))), most)
		if err != nil {
			t.Fatal(err)
		}
		if len(d.Cases) != named || d.Known != e.Total() || d.Bins[0] != e.Total() {
			t.Errorf("of at most %d, %d cases are named; %d known and %d in the first bin, want %d", most, len(d.Cases), d.Known, d.Bins[0], e.Total())
		}
	}
}

func BenchmarkStats(b *testing.B) {
	_, e := synthetic(b)
	for name, q := range map[string]query.Query{
		"all": {}, "component": query.Query{}.With(incident.Component, e.Terms(incident.Component)[0].Slug), "search": {Text: "cache"},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := e.Stats(context.Background(), q); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
