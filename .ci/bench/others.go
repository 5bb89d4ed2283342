package main

import (
	"context"
	"database/sql"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/lang/cjk"
	blevequery "github.com/blevesearch/bleve/v2/search/query"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/store"
	"golang.org/x/text/unicode/norm"
	_ "modernc.org/sqlite"
)

// text is what is indexed of a case: the same columns as the library has, with
// the names of its terms in both languages.
type text struct {
	ID       string
	Title    string
	Symptoms string
	Terms    string
	Story    string
}

// boosts are what each column counts, for every engine alike.
var boosts = map[string]float64{"Title": 8, "Symptoms": 4, "Terms": 4, "Story": 1}

func textsOf(corpus *incident.Corpus) []text {
	var out []text
	for i := range corpus.Cases {
		c := &corpus.Cases[i]
		if !c.Published() {
			continue
		}
		t := text{ID: c.ID, Terms: strings.Join(append(c.Aliases, c.ID, c.Date.Year()), "\n")}
		for _, f := range c.Prose() {
			both := f.Text.EN + "\n" + f.Text.KO + "\n"
			switch f.Path {
			case "title":
				t.Title += both
			case "symptoms_text":
				t.Symptoms += both
			default:
				t.Story += both
			}
		}
		for _, k := range incident.Kinds {
			for j := range corpus.Vocabularies[k].Terms {
				if term := &corpus.Vocabularies[k].Terms[j]; slices.Contains(c.Terms(k), term.Slug) {
					t.Terms += "\n" + strings.Join(store.Names(term), "\n")
				}
			}
		}
		out = append(out, t)
	}
	return out
}

// fts5 asks for all words and, if no case has them, for any.
type fts5 struct {
	db    *sql.DB
	least int // characters of a word that the tokenizer can find
}

func openFTS5(ctx context.Context, dir, tokenizer string, texts []text) (engine, error) {
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(filepath.Join(dir, tokenizer+".db")))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, "CREATE VIRTUAL TABLE t USING fts5 (id UNINDEXED, title, symptoms, terms, story, tokenize = '"+tokenizer+"')"); err != nil {
		return nil, err
	}
	for _, t := range texts {
		if _, err := db.ExecContext(ctx, "INSERT INTO t VALUES (?, ?, ?, ?, ?)", t.ID, t.Title, t.Symptoms, t.Terms, t.Story); err != nil {
			return nil, err
		}
	}
	e := fts5{db: db, least: 1}
	if tokenizer == "trigram" {
		e.least = 3
	}
	return e, nil
}

func (e fts5) search(ctx context.Context, text string) ([]string, error) {
	var words []string
	for _, w := range strings.FieldsFunc(norm.NFC.String(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }) {
		if utf8.RuneCountInString(w) >= e.least {
			words = append(words, `"`+w+`"`)
		}
	}
	for _, operator := range []string{" AND ", " OR "} {
		if ids, err := e.ask(ctx, strings.Join(words, operator)); err != nil || ids != nil {
			return ids, err
		}
	}
	return nil, nil
}

func (e fts5) ask(ctx context.Context, match string) ([]string, error) {
	if match == "" {
		return nil, nil
	}
	rows, err := e.db.QueryContext(ctx, "SELECT id FROM t WHERE t MATCH ? ORDER BY bm25(t, 0, 8, 4, 4, 1) LIMIT 100", match)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var ids []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// bleveIndex asks for all words in a column and, if no case has them, for any.
type bleveIndex struct{ index bleve.Index }

func openBleve(texts []text) (engine, error) {
	mapping := bleve.NewIndexMapping()
	mapping.DefaultAnalyzer = cjk.AnalyzerName
	index, err := bleve.NewMemOnly(mapping)
	if err != nil {
		return nil, err
	}
	for _, t := range texts {
		if err := index.Index(t.ID, t); err != nil {
			return nil, err
		}
	}
	return bleveIndex{index}, nil
}

func (e bleveIndex) search(ctx context.Context, text string) ([]string, error) {
	for _, operator := range []blevequery.MatchQueryOperator{blevequery.MatchQueryOperatorAnd, blevequery.MatchQueryOperatorOr} {
		var columns []blevequery.Query
		for column, boost := range boosts {
			q := bleve.NewMatchQuery(norm.NFC.String(text))
			q.SetField(column)
			q.SetBoost(boost)
			q.SetOperator(operator)
			columns = append(columns, q)
		}
		found, err := e.index.SearchInContext(ctx, bleve.NewSearchRequestOptions(bleve.NewDisjunctionQuery(columns...), 100, 0, false))
		if err != nil {
			return nil, err
		}
		var ids []string
		for _, hit := range found.Hits {
			ids = append(ids, hit.ID)
		}
		if ids != nil {
			return ids, nil
		}
	}
	return nil, nil
}
