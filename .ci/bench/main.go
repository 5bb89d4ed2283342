// Command bench asks the golden sets of searches of four engines, side by side:
// SQLite's FTS5 with the tokenizers unicode61 and trigram, Bleve with its CJK
// analyzer, and the library. It prints how many of the wanted cases are in the
// first five, the mean reciprocal rank of the first of them, and how long an
// answer takes. All engines have the same texts.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/incidentlib/incidentlib/data"
	"github.com/incidentlib/incidentlib/internal/casefile"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/internal/query"
	"go.yaml.in/yaml/v4"
)

// engine finds cases, best first.
type engine interface {
	search(ctx context.Context, text string) ([]string, error)
}

type golden struct {
	Q    string        `yaml:"q"`
	Lang incident.Lang `yaml:"lang"`
	Want []string      `yaml:"want"`
}

// files are the golden sets, in internal/search/testdata.
var files = []string{"golden.yaml", "heldout.yaml", "third.yaml"}

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "incidentlib-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	corpus, issues := casefile.Load(data.FS)
	if corpus == nil {
		return issues.Err()
	}
	sets := map[string][]golden{}
	for _, name := range files {
		if sets[name], err = readGolden(filepath.Join("..", "..", "internal", "search", "testdata", name)); err != nil {
			return err
		}
	}
	texts := textsOf(corpus)
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(out, "%d cases\tset\tqueries\tko recall@5\tko MRR\ten recall@5\ten MRR\tmedian\tp99\t\n", len(texts))
	for _, e := range []struct {
		name string
		open func() (engine, error)
	}{
		{"FTS5 unicode61", func() (engine, error) { return openFTS5(ctx, dir, "unicode61", texts) }},
		{"FTS5 trigram", func() (engine, error) { return openFTS5(ctx, dir, "trigram", texts) }},
		{"Bleve CJK", func() (engine, error) { return openBleve(texts) }},
		{"Incident Library", func() (engine, error) { return openLibrary(ctx, dir) }},
	} {
		opened, err := e.open()
		if err != nil {
			return fmt.Errorf("%s: %w", e.name, err)
		}
		for _, name := range files {
			r, err := ask(ctx, opened, sets[name])
			if err != nil {
				return fmt.Errorf("%s: %w", e.name, err)
			}
			ko, en := r.of[incident.KO], r.of[incident.EN]
			fmt.Fprintf(out, "%s\t%s\t%d\t%.3f\t%.3f\t%.3f\t%.3f\t%.2f ms\t%.2f ms\t\n", e.name, name, len(sets[name]), ko.recall/ko.n, ko.ranked/ko.n, en.recall/en.n, en.ranked/en.n, r.at(50), r.at(99))
		}
	}
	return out.Flush()
}

func readGolden(path string) ([]golden, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var file struct{ Queries []golden }
	err = yaml.Unmarshal(text, &file)
	return file.Queries, err
}

// result is how well and how fast an engine answers.
type result struct {
	of    map[incident.Lang]*quality
	times []time.Duration
}

type quality struct{ n, recall, ranked float64 }

// at is a percentile of the times, in milliseconds.
func (r result) at(percent int) float64 {
	slices.Sort(r.times)
	return r.times[(len(r.times)-1)*percent/100].Seconds() * 1000
}

func ask(ctx context.Context, e engine, queries []golden) (result, error) {
	r := result{of: map[incident.Lang]*quality{incident.KO: {}, incident.EN: {}}}
	for _, g := range queries {
		start := time.Now()
		got, err := e.search(ctx, g.Q)
		if err != nil {
			return r, fmt.Errorf("%q: %w", g.Q, err)
		}
		r.times = append(r.times, time.Since(start))
		q := r.of[g.Lang]
		q.n++
		if first := slices.IndexFunc(got, func(id string) bool { return slices.Contains(g.Want, id) }); first >= 0 {
			q.ranked += 1 / float64(first+1)
		}
		for _, id := range got[:min(5, len(got))] {
			if slices.Contains(g.Want, id) {
				q.recall += 1 / float64(len(g.Want))
			}
		}
	}
	return r, nil
}

// ours is the library as a page of the site asks it, facets included.
type ours struct{ edition *library.Edition }

func openLibrary(ctx context.Context, dir string) (engine, error) {
	l, err := library.Open(ctx, library.Options{Data: data.FS, DataName: "bench", DBDir: dir})
	if err != nil {
		return nil, err
	}
	return ours{l.Edition()}, nil
}

func (o ours) search(ctx context.Context, text string) ([]string, error) {
	l, err := o.edition.List(ctx, query.Query{Text: text, PerPage: query.MaxPerPage})
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, c := range l.Cases {
		ids = append(ids, c.ID)
	}
	return ids, nil
}
