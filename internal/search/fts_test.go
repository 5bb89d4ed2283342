package search_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	_ "modernc.org/sqlite"

	"github.com/incidentlib/incidentlib/internal/search"
)

// table is a real FTS5 table, laid out as the store lays it out.
type table struct{ db *sql.DB }

func newTable(t testing.TB, texts ...string) table {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(filepath.Join(t.TempDir(), "fts.db")))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	_, err = db.Exec(`CREATE VIRTUAL TABLE cases USING fts5(text, parts, content='', contentless_delete=1,
		tokenize='porter unicode61')`)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		body, parts := search.Index(text)
		if _, err := db.Exec(`INSERT INTO cases(rowid, text, parts) VALUES (?, ?, ?)`, i, body, parts); err != nil {
			t.Fatal(err)
		}
	}
	return table{db}
}

// ask gives the row numbers that an expression matches, best first.
func (tb table) ask(match string) ([]int, error) {
	if match == "" {
		return nil, nil
	}
	rows, err := tb.db.Query(`SELECT rowid FROM cases WHERE cases MATCH ? ORDER BY bm25(cases, 1, 0.5), rowid`, match)
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
	ids, err := newTable(t, text).ask(q.Match())
	if err != nil {
		t.Fatalf("%q: %v", query, err)
	}
	found := slices.Contains(ids, 0)
	if found != want {
		t.Errorf("%q finds %q: %v, want %v (%s)", query, text, found, want, q.Match())
	}
	if marks := q.Marks(text); found && len(marks) == 0 || len(q.Words) == 1 && l == nil && found != (len(marks) > 0) {
		t.Errorf("%q in %q: found %v, marks %v", query, text, found, marks)
	}
}
