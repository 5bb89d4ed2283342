package search_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"github.com/incidentlib/incidentlib/internal/search"
	"github.com/incidentlib/incidentlib/internal/testkit"
)

// table is an FTS5 table of the terms of texts. It stands for the index here: what a query asks for is said again in
// the language of another search engine.
type table struct{ db *sql.DB }

func newTable(t testing.TB, texts ...string) table {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(filepath.Join(t.TempDir(), "fts.db")))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	_, err = db.Exec(`CREATE VIRTUAL TABLE cases USING fts5(text, parts, joined, content='', tokenize='ascii')`)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		body, parts := indexed(text)
		joined := strings.ReplaceAll(body, "␣", "")
		if _, err := db.Exec(`INSERT INTO cases(rowid, text, parts, joined) VALUES (?, ?, ?, ?)`, i, body, parts, joined); err != nil {
			t.Fatal(err)
		}
	}
	return table{db}
}

// indexed gives the terms of a text, the parts apart.
func indexed(text string) (body, parts string) {
	var terms [2][]string
	x := search.NewIndexer()
	x.Index(text, func(number uint32, part bool) {
		half := 0
		if part {
			half = 1
		}
		terms[half] = append(terms[half], x.Terms()[number])
	})
	return strings.Join(terms[0], " "), strings.Join(terms[1], " ")
}

// columns are those of which phrases are asked.
const columns = "{text parts}"

// every asks for all words that constrain, and has the others rank.
func every(q search.Query) string {
	var required []string
	for _, w := range q.Words {
		if w.Required {
			required = append(required, testkit.FTS5(w.Match, columns))
		}
	}
	if len(required) < len(q.Words) {
		required = append(required, "("+some(q)+")")
	}
	return strings.Join(required, " AND ")
}

// some asks for any word.
func some(q search.Query) string {
	var all []string
	for _, w := range q.Words {
		all = append(all, testkit.FTS5(w.Match, columns))
	}
	return strings.Join(all, " OR ")
}

// ask gives the row numbers that an expression matches, best first.
func (tb table) ask(match string) ([]int, error) {
	if match == "" {
		return nil, nil
	}
	rows, err := tb.db.Query(`SELECT rowid FROM cases WHERE cases MATCH ? ORDER BY bm25(cases, 1, 0.5, 0), rowid`, match)
	if err != nil {
		return nil, fmt.Errorf("%.300s: %w", match, err)
	}
	defer rows.Close()
	var ids []int
	for rows.Next() {
		var id int
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// check asks a query of one stored text. What the table finds must be marked, and the other way round for a query
// of one word.
func check(t *testing.T, query, text string, want bool, l *search.Lexicon) {
	t.Helper()
	q := search.Parse(query, l)
	ids, err := newTable(t, text).ask(every(q))
	if err != nil {
		t.Fatalf("%q: %v", query, err)
	}
	found := slices.Contains(ids, 0)
	if found != want {
		t.Errorf("%q finds %q: %v, want %v (%s)", query, text, found, want, every(q))
	}
	if marks := q.Marks(text); found && len(marks) == 0 || len(q.Words) == 1 && l == nil && found != (len(marks) > 0) {
		t.Errorf("%q in %q: found %v, marks %v", query, text, found, marks)
	}
}
