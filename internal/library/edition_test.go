package library

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/query"
	"github.com/incidentlib/incidentlib/internal/store"
	"github.com/incidentlib/incidentlib/internal/testkit"
)

// tested is the size of the corpus that the tests share.
const tested = 100

// benched is that of the benchmarks: go test -run none -bench . ./internal/library -args -cases 10000
var benched = flag.Int("cases", 300, "cases in the corpus of the benchmarks")

// edit opens an edition of a corpus through a real file.
func edit(t testing.TB, corpus *incident.Corpus) *Edition {
	t.Helper()
	e := edition(t, corpus, t.TempDir())
	t.Cleanup(func() { _ = e.db.Close() })
	return e
}

// edition builds the database in a folder.
func edition(t testing.TB, corpus *incident.Corpus, dir string) *Edition {
	t.Helper()
	shelf := &store.Shelf{Dirs: []string{dir}, Data: t.Name(), Warn: func(err error) { t.Error(err) }}
	db, err := shelf.Build(context.Background(), corpus)
	if err != nil {
		t.Fatal(err)
	}
	e, err := newEdition(context.Background(), db)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// synthetic returns the corpus that most tests share, or that of the
// benchmarks, with its edition. Each is built once.
func synthetic(t testing.TB) (*incident.Corpus, *Edition) {
	t.Helper()
	n := tested
	if _, ok := t.(*testing.B); ok {
		n = *benched
	}
	made.Lock()
	defer made.Unlock()
	if made.edition == nil || len(made.corpus.Cases) != n {
		made.corpus = testkit.Corpus(n)
		made.edition = edition(t, made.corpus, sharedDir)
	}
	return made.corpus, made.edition
}

var made struct {
	sync.Mutex
	corpus  *incident.Corpus
	edition *Edition
}

var sharedDir string

func TestMain(m *testing.M) {
	flag.Parse()
	dir, err := os.MkdirTemp("", "incidentlib-test-")
	if err != nil {
		panic(err)
	}
	sharedDir = dir
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// find returns the case with an id.
func find(corpus *incident.Corpus, id string) *incident.Case {
	for i := range corpus.Cases {
		if corpus.Cases[i].ID == id {
			return &corpus.Cases[i]
		}
	}
	return nil
}

func ids(s []Summary) []string {
	var out []string
	for _, c := range s {
		out = append(out, c.ID)
	}
	return out
}

// newer orders cases as the sort "newest" does.
func newer(a, b *incident.Case) int {
	if c := b.Date.First().Compare(a.Date.First()); c != 0 {
		return c
	}
	return store.CompareIDs(b.ID, a.ID)
}

func TestEditionHoldsTheCorpus(t *testing.T) {
	corpus, e := synthetic(t)
	if e.Hash() != corpus.Hash {
		t.Errorf("hash %s, want %s", e.Hash(), corpus.Hash)
	}
	var all []string
	for i := range corpus.Cases {
		all = append(all, corpus.Cases[i].ID)
	}
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	got, err := e.Cases(t.Context(), all)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := e.Summaries(t.Context(), all)
	if err != nil {
		t.Fatal(err)
	}
	for i, id := range all {
		c := find(corpus, id)
		if !reflect.DeepEqual(&got[i], c) {
			t.Fatalf("case %s came back as\n%+v\nwant\n%+v", id, got[i], *c)
		}
		want := Summary{
			ID: c.ID, Org: c.Org, OrgSlug: c.OrgSlug, Date: c.Date, DateKind: c.DateKind, Title: c.Title,
			RootCause: c.RootCause, RootCauseText: c.RootCauseText, Severity: c.Severity,
			Symptoms: c.Symptoms, Components: c.Components, Factors: c.Factors, Domains: c.Domains,
			DetectedAfter: c.Timeline.DetectedAfter, ResolvedAfter: c.Timeline.ResolvedAfter,
		}
		if !reflect.DeepEqual(lines[i], want) {
			t.Fatalf("summary of %s is\n%+v\nwant\n%+v", id, lines[i], want)
		}
	}
	for kind, v := range corpus.Vocabularies {
		if !reflect.DeepEqual(e.Vocabulary(kind), v) {
			t.Errorf("vocabulary %s came back as\n%+v\nwant\n%+v", kind, e.Vocabulary(kind), v)
		}
	}
	if _, err := e.Cases(t.Context(), []string{"IL-9999"}); kindOf(err) != incident.NotFound {
		t.Errorf("a case that is not there: %v", err)
	}
}

func TestMonthsAndRecent(t *testing.T) {
	corpus, e := synthetic(t)
	want := map[string]int{}
	total := 0
	var byCreation []*incident.Case
	for i := range corpus.Cases {
		c := &corpus.Cases[i]
		if !c.Published() {
			continue
		}
		total++
		byCreation = append(byCreation, c)
		if len(c.Date) >= 7 {
			want[string(c.Date[:7])]++
		}
	}
	if e.Total() != total {
		t.Errorf("total %d, want %d", e.Total(), total)
	}
	got := map[string]int{}
	for _, m := range e.Months() {
		got[m.Month] = m.Count
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("months %v, want %v", got, want)
	}
	slices.SortFunc(byCreation, func(a, b *incident.Case) int {
		if c := b.CreatedAt.Compare(a.CreatedAt); c != 0 {
			return c
		}
		return newer(a, b)
	})
	recent, err := e.Recent(t.Context(), 10)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range recent {
		if s.ID != byCreation[i].ID {
			t.Fatalf("recent %v: want %s at %d", ids(recent), byCreation[i].ID, i)
		}
	}
}

func TestLookup(t *testing.T) {
	corpus, e := synthetic(t)
	var aliased, merged *incident.Case
	for i := range corpus.Cases {
		c := &corpus.Cases[i]
		if len(c.Aliases) > 0 {
			aliased = c
		}
		if c.MergedInto != "" {
			merged = c
		}
	}
	for typed, want := range map[string]Ref{
		"IL-1004":   {ID: "IL-1004", Canonical: true},
		" IL-1004":  {ID: "IL-1004"},
		"il-1004":   {ID: "IL-1004"},
		"IL1004":    {ID: "IL-1004"},
		"1004":      {ID: "IL-1004"},
		"IL-01004 ": {ID: "IL-1004"},
		" " + strings.ToLower(aliased.Aliases[0]): {ID: aliased.ID},
		merged.ID: {ID: merged.ID, Canonical: true, MergedInto: finalOf(corpus, merged.ID)},
	} {
		if got, err := e.Lookup(t.Context(), typed); err != nil || got != want {
			t.Errorf("Lookup(%q) = %+v, %v; want %+v", typed, got, err, want)
		}
	}
	for typed, nearest := range map[string]string{"IL-10004": "IL-1004", "0104": "IL-1004", "IL-9004": "IL-1004", "104": "IL-1004", "SYN-ABC": ""} {
		_, err := e.Lookup(t.Context(), typed)
		missing, ok := errors.AsType[*incident.Error](err)
		if !ok || missing.Kind != incident.NotFound {
			t.Errorf("Lookup(%q): %v", typed, err)
		} else if nearest != "" && !slices.Contains(missing.Nearest, nearest) {
			t.Errorf("Lookup(%q): nearest %v, want %s among them", typed, missing.Nearest, nearest)
		}
	}
}

func finalOf(corpus *incident.Corpus, id string) string {
	for find(corpus, id).MergedInto != "" {
		id = find(corpus, id).MergedInto
	}
	return id
}

func TestTerms(t *testing.T) {
	corpus, e := synthetic(t)
	for _, k := range append(slices.Clone(incident.Kinds), incident.SeverityKind) {
		want := map[string]int{}
		for i := range corpus.Cases {
			if c := &corpus.Cases[i]; c.Published() {
				for _, slug := range c.Terms(k) {
					want[slug]++
				}
			}
		}
		got := e.Terms(k)
		if len(got) != len(want) {
			t.Errorf("%s: %d terms, want %d", k, len(got), len(want))
		}
		for i, c := range got {
			if c.Count != want[c.Slug] {
				t.Errorf("%s %s: %d cases, want %d", k, c.Slug, c.Count, want[c.Slug])
			}
			if i > 0 && (got[i-1].Count < c.Count || got[i-1].Count == c.Count && got[i-1].Slug > c.Slug) {
				t.Errorf("%s: %v before %v", k, got[i-1], c)
			}
		}
	}
	if slug, ok := e.Resolve(incident.Cause, "bad-deploy"); slug != "deploy-rollout" || !ok {
		t.Errorf("a replaced slug leads to %q, %v", slug, ok)
	}
	if _, ok := e.Resolve(incident.Cause, "nonsense"); ok {
		t.Error("a slug that never was is resolved")
	}
	for typed, want := range map[string]string{"deploy-rolout": "deploy-rollout", "배포 오류": "deploy-rollout", "Misconfigurations": "misconfiguration"} {
		if got := e.NearestTerms(incident.Cause, typed); len(got) == 0 || got[0] != want {
			t.Errorf("nearest to %q: %v, want %s first", typed, got, want)
		}
	}
}

func TestFindTerms(t *testing.T) {
	_, e := synthetic(t)
	for text, want := range map[string]TermRef{
		"cache":              {incident.Component, "cache"},
		"인메모리캐시를":            {incident.Component, "cache"},
		"Redis is slow":      {incident.Component, "cache"},
		"bad deploy":         {incident.Cause, "deploy-rollout"}, // a name of the replaced term
		"이름 없는":              {},
		"meso":               {},
		"rare-factor":        {incident.Factor, "rare-factor"}, // without cases
		"사각":                 {incident.Factor, "monitoring-blind-spot"},
		"kuberntes cluster":  {incident.Component, "kubernetes"},
		"Example 07":         {incident.Org, "example-07"},
		"":                   {},
		"no space left on d": {incident.Symptom, "disk-full"},
	} {
		got := e.FindTerms(text, 5)
		if want == (TermRef{}) {
			if len(got) > 0 {
				t.Errorf("%q names %v", text, got)
			}
		} else if !slices.Contains(got, want) {
			t.Errorf("%q names %v, want %v among them", text, got, want)
		}
	}
}

// An edition answers many requests at once; the race detector watches.
func TestConcurrentReaders(t *testing.T) {
	_, e := synthetic(t)
	var all sync.WaitGroup
	for worker := range 4 {
		all.Go(func() {
			g := &queries{Rand: rand.New(rand.NewPCG(uint64(worker), 1)), e: e}
			for range 15 {
				q := g.next()
				if _, err := e.List(t.Context(), q); err != nil && kindOf(err) == incident.Internal {
					t.Errorf("list %s: %v", q.Encode(), err)
				}
				if _, err := e.Case(t.Context(), testkit.SyntheticID(g.IntN(tested))); err != nil {
					t.Error(err)
				}
				if _, err := e.Topic(t.Context(), incident.Component, "cache"); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}

func BenchmarkCase(b *testing.B) {
	_, e := synthetic(b)
	for i := 0; b.Loop(); i++ {
		if _, err := e.Case(b.Context(), testkit.SyntheticID(i%*benched)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkList(b *testing.B) {
	_, e := synthetic(b)
	for _, bench := range []struct {
		name string
		q    query.Query
	}{
		{"first", query.Query{}},
		{"last", query.Query{Page: (e.Total() + 19) / 20}},
		{"updated", query.Query{Sort: query.Updated, Page: (e.Total() + 19) / 20}},
		{"filtered", query.Query{From: "2016", Years: []string{"2018", "2019"}, Terms: map[incident.Kind][]string{incident.Component: {"cache"}, incident.Cause: {"capacity", "deploy-rollout"}}}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := e.List(b.Context(), bench.q); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkFacets(b *testing.B) {
	_, e := synthetic(b)
	q := query.Query{Years: []string{"2018", "2019"}, Terms: map[incident.Kind][]string{incident.Component: {"cache"}, incident.Cause: {"capacity", "deploy-rollout"}}}
	for b.Loop() {
		parts := e.parts(q, nil)
		e.facets(q, parts, e.intersect(parts, ""))
	}
}

func BenchmarkBuild(b *testing.B) {
	corpus := testkit.Corpus(*benched)
	shelf := &store.Shelf{Dirs: []string{b.TempDir()}, Data: b.Name()}
	for b.Loop() {
		db, err := shelf.Build(b.Context(), corpus)
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		_ = db.Close()
		b.StartTimer()
	}
}

// BenchmarkOpen opens a database that is there, the check of its bytes included.
func BenchmarkOpen(b *testing.B) {
	corpus := testkit.Corpus(*benched)
	shelf := &store.Shelf{Dirs: []string{b.TempDir()}, Data: b.Name()}
	if _, err := shelf.Build(b.Context(), corpus); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		db, err := shelf.Open(b.Context(), corpus.Hash)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := newEdition(b.Context(), db); err != nil {
			b.Fatal(err)
		}
		_ = db.Close()
	}
}
