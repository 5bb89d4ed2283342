package library

import (
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/incidentlib/incidentlib/data"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/query"
	"go.yaml.in/yaml/v4"
)

// goldenSet is tune while ranking is worked on: it shows what that half of the
// golden set misses and does not look at the other half.
//
//	go test -run Golden -v ./internal/library -args -golden tune
var goldenSet = flag.String("golden", "", "the half of the golden set to show misses of")

// goldenSets are the files of queries, with what each must reach in each language.
var goldenSets = []struct {
	file        string
	recall, mrr float64
}{
	{"golden.yaml", 0.95, 0.85},
	{"heldout.yaml", 0.95, 0.85},
	{"third.yaml", 0.95, 0.85},
	{"fourth.yaml", 0.90, 0.80},
}

// golden is a query with the cases that must be among the first five.
type golden struct {
	Q    string        `yaml:"q"`
	Lang incident.Lang `yaml:"lang"`
	Kind string        `yaml:"kind"`
	Set  string        `yaml:"set"`
	Want []string      `yaml:"want"`
}

func goldenQueries(t *testing.T, name string) []golden {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "search", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Queries []golden }
	if err := yaml.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	return file.Queries
}

// embedded returns the edition of the cases in the repository, built once.
func embedded(t testing.TB) (*incident.Corpus, *Edition) {
	t.Helper()
	actual.Do(func() {
		corpus, err := load(data.FS, "embedded")
		if err != nil {
			t.Fatal(err)
		}
		actual.corpus, actual.edition = corpus, edition(t, corpus, sharedDir)
	})
	return actual.corpus, actual.edition
}

var actual struct {
	sync.Once
	corpus  *incident.Corpus
	edition *Edition
}

// quality is how well a set of queries is answered.
type quality struct {
	queries        int
	recall, ranked float64 // sums of recall in the first five, and of one over the rank of the first hit
}

// TestGolden prints how well searches find the cases that readers of the golden
// sets wanted, and fails where that is not good enough.
func TestGolden(t *testing.T) {
	_, e := embedded(t)
	for _, set := range goldenSets {
		t.Run(set.file, func(t *testing.T) {
			results := map[string]*quality{}
			for _, g := range goldenQueries(t, set.file) {
				if *goldenSet != "" && g.Set != *goldenSet {
					continue
				}
				recall, rank := answer(t, e, g)
				for _, group := range []string{string(g.Lang), string(g.Lang) + " " + g.Set, string(g.Lang) + " " + g.Set + " " + g.Kind} {
					r := results[group]
					if r == nil {
						r = &quality{}
						results[group] = r
					}
					r.queries++
					r.recall += recall
					r.ranked += rank
				}
			}
			for _, group := range slices.Sorted(maps.Keys(results)) {
				r := results[group]
				n := float64(r.queries)
				t.Logf("%-24s %3d queries: recall@5 %.3f, MRR %.3f", group, r.queries, r.recall/n, r.ranked/n)
				if len(group) == 2 && *goldenSet == "" && (r.recall/n < set.recall || r.ranked/n < set.mrr) {
					t.Errorf("%s: recall@5 %.3f and MRR %.3f; %.2f and %.2f are needed", group, r.recall/n, r.ranked/n, set.recall, set.mrr)
				}
			}
		})
	}
}

// answer judges the answer to a query and, where asked to, shows a miss.
func answer(t *testing.T, e *Edition, g golden) (recall, rank float64) {
	t.Helper()
	l, err := e.List(t.Context(), query.Query{Text: g.Q, PerPage: query.MaxPerPage})
	if err != nil {
		t.Fatal(err)
	}
	got := ids(l.Cases)
	recall, rank = judge(got, g.Want)
	if *goldenSet != "" && (recall < 1 || rank < 1) {
		t.Logf("%s %s %q: want %v, got %v of %d; relaxed %v, words %q, also %v", g.Lang, g.Kind, g.Q, g.Want, got[:min(5, len(got))], l.Total, l.Search.Relaxed, l.Search.Words, l.Search.Also)
	}
	return recall, rank
}

// judge gives the share of the wanted cases that are in the first five, and one
// over the rank of the first of them.
func judge(got, want []string) (recall, rank float64) {
	for i, id := range got {
		if !slices.Contains(want, id) {
			continue
		}
		if rank == 0 {
			rank = 1 / float64(i+1)
		}
		if i < 5 {
			recall += 1 / float64(len(want))
		}
	}
	return recall, rank
}
