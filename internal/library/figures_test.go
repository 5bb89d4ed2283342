package library

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/query"
	"github.com/incidentlib/incidentlib/internal/store"
	"github.com/incidentlib/incidentlib/internal/testkit"
)

// keep is a folder for the database of TestFigures; it is built once.
var keep = flag.String("keep", "", "folder in which the database of TestFigures stays")

// TestFigures builds a library of the size given and prints how long its
// answers take. Nothing is judged. CPU time is that of the whole process, the
// garbage collector's part included; on a busy machine it says more.
//
//	go test -run Figures -v -timeout 1h ./internal/library -args -cases 100000
func TestFigures(t *testing.T) {
	if !given("cases") {
		t.Skip("needs -args -cases N")
	}
	e := figuresEdition(t, cmp.Or(*keep, t.TempDir()))
	t.Cleanup(func() { _ = e.db.Close() })
	rng := rand.New(rand.NewPCG(9, 9))
	g := &queries{Rand: rng, e: e}
	figure(t, "list, any page", 500, func() func() error {
		q := g.next()
		q.PerPage = 0
		if l, err := e.List(t.Context(), q); err == nil {
			q.Page = 1 + rng.IntN(l.Pages)
		}
		return listing(t, e, q)
	})
	figure(t, "list, everything", 300, func() func() error {
		return listing(t, e, query.Query{Page: 1 + rng.IntN(e.Total()/20), Sort: query.Sorts[rng.IntN(3)]})
	})
	figure(t, "facets", 500, func() func() error {
		q := g.next()
		return func() error {
			parts := e.parts(q, nil)
			e.facets(q, parts, e.intersect(parts, ""))
			return nil
		}
	})
	for name, q := range map[string]func() query.Query{"everything": func() query.Query { return query.Query{} }, "any selection": g.next} {
		figure(t, "stats, "+name, 100, func() func() error {
			q := q()
			return func() error {
				_, err := e.Stats(t.Context(), q)
				return err
			}
		})
	}
	figure(t, "similar", 500, func() func() error {
		id := e.x.IDs[rng.IntN(len(e.x.IDs))]
		return func() error {
			_, err := e.Similar(t.Context(), id, SimilarLimit)
			return err
		}
	})
	figure(t, "case", 300, func() func() error {
		id := e.x.IDs[rng.IntN(len(e.x.IDs))]
		return func() error {
			_, err := e.Case(t.Context(), id)
			return err
		}
	})
	for _, order := range []query.Sort{query.Newest, query.Relevance} {
		figure(t, "search, "+string(order), 500, func() func() error {
			return listing(t, e, query.Query{Text: g.text(), Sort: order})
		})
		for name, text := range map[string]func() string{"one word": g.word, "term": g.name, "log line": g.line} {
			figure(t, "  "+name+", "+string(order), 100, func() func() error {
				return listing(t, e, query.Query{Text: text(), Sort: order})
			})
		}
	}
	figure(t, "search, 4,000 characters", 30, func() func() error {
		return listing(t, e, query.Query{Text: g.paste(), Sort: query.Relevance})
	})
	figure(t, "mark a page", 100, func() func() error {
		l, err := e.List(t.Context(), query.Query{Text: g.text()})
		return func() error {
			if err != nil {
				return err
			}
			return e.Mark(t.Context(), l, incident.KO)
		}
	})
}

func figuresEdition(t *testing.T, dir string) *Edition {
	t.Helper()
	shelf := &store.Shelf{Dirs: []string{dir}, Data: fmt.Sprint("figures of ", *benched)}
	db, err := shelf.Open(t.Context(), "")
	if errors.Is(err, store.ErrNone) {
		corpus := testkit.Corpus(*benched)
		build := begin()
		db, err = shelf.Build(t.Context(), corpus)
		wall, cpu := build.end()
		n := float64(len(corpus.Cases))
		t.Logf("build   %.0f cases in %v, %.0f a second; CPU %v, %.2f ms a case", n, wall, n/wall.Seconds(), cpu, cpu.Seconds()*1000/n)
	}
	if err != nil {
		t.Fatal(err)
	}
	open := begin()
	e, err := newEdition(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	wall, cpu := open.end()
	info, err := os.Stat(db.Path())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("edition of %d cases loaded in %v, CPU %v; file %d MB", len(e.x.IDs), wall, cpu, info.Size()>>20)
	return e
}

func given(name string) bool {
	found := false
	flag.Visit(func(f *flag.Flag) { found = found || f.Name == name })
	return found
}

func listing(t *testing.T, e *Edition, q query.Query) func() error {
	return func() error {
		_, err := e.List(t.Context(), q)
		return err
	}
}

// text is what a reader may type: one to three words of the cases, the name of
// a term, a log line, or words of which one is nowhere.
func (g *queries) text() string {
	switch g.IntN(10) {
	case 0, 1, 2:
		return g.word()
	case 3, 4, 5:
		return g.word() + " " + g.word()
	case 6:
		return g.word() + " " + g.word() + " " + g.word()
	case 7:
		return g.name()
	case 8:
		return g.line()
	}
	return g.word() + " xyzzy"
}

// word is a word of a random case, in either language.
func (g *queries) word() string {
	cases, err := g.e.Cases(context.Background(), []string{g.e.x.IDs[g.IntN(len(g.e.x.IDs))]})
	if err != nil {
		panic(err)
	}
	prose := cases[0].Prose()
	for {
		f := prose[g.IntN(len(prose))]
		words := strings.Fields(f.Text.In(incident.Langs[g.IntN(2)]))
		if len(words) > 0 {
			return words[g.IntN(len(words))]
		}
	}
}

func (g *queries) name() string {
	k := incident.Kinds[g.IntN(len(incident.Kinds))]
	terms := g.e.Vocabulary(k).Terms
	names := store.Names(&terms[g.IntN(len(terms))])
	return names[g.IntN(len(names))]
}

func (g *queries) line() string {
	return []string{
		"2026-05-01T10:00:00.123Z ERROR dial tcp 10.0.0.7:5432: connect: connection refused attempt=3",
		"x509: certificate has expired or is not yet valid: " + g.word(),
		`{"level":"error","msg":"` + g.word() + " " + g.word() + `","code":503}`,
		"HTTP/1.1 503 Service Unavailable\nupstream " + g.word(),
	}[g.IntN(4)]
}

// paste is the longest text that a query may have, of one case.
func (g *queries) paste() string {
	cases, err := g.e.Cases(context.Background(), []string{g.e.x.IDs[g.IntN(len(g.e.x.IDs))]})
	if err != nil {
		panic(err)
	}
	var b strings.Builder
	lang := incident.Langs[g.IntN(2)]
	for b.Len() < 4000*utf8.UTFMax {
		for _, f := range cases[0].Prose() {
			b.WriteString(f.Text.In(lang) + "\n")
		}
	}
	return string([]rune(b.String())[:4000])
}

// figure prints the median and the 99th percentile of what next makes ready:
// of the time on the wall, and of the least CPU time of three runs.
func figure(t *testing.T, name string, times int, next func() func() error) {
	t.Helper()
	var walls, cpus []time.Duration
	for range times {
		do := next()
		var wall, cpu [3]time.Duration
		for i := range wall {
			clock := begin()
			err := do()
			if wall[i], cpu[i] = clock.end(); err != nil && kindOf(err) == incident.Internal {
				t.Fatal(err)
			}
		}
		walls, cpus = append(walls, wall[0]), append(cpus, slices.Min(cpu[:]))
	}
	at := func(d []time.Duration, percent int) float64 {
		slices.Sort(d)
		return d[(len(d)-1)*percent/100].Seconds() * 1000
	}
	t.Logf("%-24s p50 %6.2f p99 %6.2f ms   CPU p50 %6.2f p99 %6.2f ms", name, at(walls, 50), at(walls, 99), at(cpus, 50), at(cpus, 99))
}

// clock measures time on the wall and of the processor.
type clock struct {
	wall time.Time
	cpu  time.Duration
}

func begin() clock { return clock{time.Now(), processorTime()} }

func (c clock) end() (wall, cpu time.Duration) {
	return time.Since(c.wall), processorTime() - c.cpu
}

func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
