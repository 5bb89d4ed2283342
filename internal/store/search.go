package store

import (
	"cmp"
	"context"
	"database/sql"
	"runtime"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/search"
)

// Match is a case that a full-text expression matches.
type Match struct {
	Position uint32
	Score    float64 // BM25; the lower, the better
}

// selectMatches weighs the columns title, symptoms, terms, story and parts.
const selectMatches = `SELECT rowid, bm25(search, 8, 4, 4, 1, 0.5) FROM search WHERE search MATCH ?`

// Match returns the cases that an FTS5 expression matches, best first; equal
// ones in the order of newest. The expression is one that package search makes.
// An empty one matches nothing.
func (d *DB) Match(ctx context.Context, expression string) (out []Match, err error) {
	defer runtime.KeepAlive(d)
	defer incident.Wrap(&err, "match %.300s", expression)
	if expression == "" {
		return nil, nil
	}
	err = query(ctx, d.match, func(rows *sql.Rows) error {
		var m Match
		err := rows.Scan(&m.Position, &m.Score)
		out = append(out, m)
		return err
	}, expression)
	slices.SortFunc(out, func(a, b Match) int {
		return cmp.Or(cmp.Compare(a.Score, b.Score), cmp.Compare(b.Position, a.Position))
	})
	return out, err
}

const selectHaving = `SELECT rowid FROM search WHERE search MATCH ? LIMIT ?`

// Having returns at most n cases that an expression matches, in no order; n
// below zero returns all. It is cheaper than Match.
func (d *DB) Having(ctx context.Context, expression string, n int) (_ *roaring.Bitmap, err error) {
	defer runtime.KeepAlive(d)
	defer incident.Wrap(&err, "match %.300s", expression)
	out := roaring.New()
	if expression == "" {
		return out, nil
	}
	err = query(ctx, d.having, func(rows *sql.Rows) error {
		var position uint32
		err := rows.Scan(&position)
		out.Add(position)
		return err
	}, expression, n)
	return out, err
}

// termKey names a term.
type termKey struct {
	kind incident.Kind
	slug string
}

// namesOf gives every name of each term in both languages: its own and those
// of the terms that it replaced.
func namesOf(vocabularies map[incident.Kind]*incident.Vocabulary) map[termKey][]string {
	out := map[termKey][]string{}
	for kind, v := range vocabularies {
		replaced := map[string]string{}
		for _, t := range v.Terms {
			if t.ReplacedBy != "" {
				replaced[t.Slug] = t.ReplacedBy
			}
		}
		for i := range v.Terms {
			key := termKey{kind, Final(replaced, v.Terms[i].Slug)}
			out[key] = append(out[key], Names(&v.Terms[i])...)
		}
	}
	return out
}

// Names lists what a term is called: slug, labels, aliases, and an
// organisation's name, each once.
func Names(t *incident.Term) []string {
	var out []string
	for _, s := range slices.Concat([]string{t.Slug, t.Name, t.Label.EN, t.Label.KO}, t.AliasesEN, t.AliasesKO) {
		if s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// searchColumns gives the columns of the table "search" for a case.
func searchColumns(c *incident.Case, names map[termKey][]string) []any {
	terms := slices.Concat([]string{c.ID}, c.Aliases)
	for _, k := range incident.Kinds {
		for _, slug := range c.Terms(k) {
			terms = append(terms, names[termKey{k, slug}]...)
		}
	}
	var title, symptoms, story []string
	for _, f := range c.Prose() {
		into := &story
		switch f.Path {
		case "title":
			into = &title
		case "symptoms_text":
			into = &symptoms
		}
		*into = append(*into, f.Text.EN, f.Text.KO)
	}
	var out []any
	var allParts []string
	for _, texts := range [][]string{title, symptoms, terms, story} {
		var bodies []string
		for _, text := range texts {
			body, parts := search.Index(text)
			bodies = append(bodies, body)
			allParts = append(allParts, parts)
		}
		out = append(out, strings.Join(bodies, " "))
	}
	return append(out, strings.Join(allParts, " "))
}
