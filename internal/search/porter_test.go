package search

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite"
)

// TestPorterIsFTS5 compares the stems with those of a real table, over made-up words that reach every rule.
func TestPorterIsFTS5(t *testing.T) {
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(filepath.Join(t.TempDir(), "fts.db")))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	heads := strings.Fields(`a b ca fa hop hopp tre sky by plat connect relat oper gener condit happy fall fil kill cont agr
		feed d triplic form electr sens hope vietnam conform rational probat replac adjust commun s t y yy byat x w`)
	tails := strings.Fields(`s ss sses ies ied eed ed ing at bl iz y ate ational tional enci anci izer logi bli alli entli eli
		ousli ization ation ator alism iveness fulness ousness aliti iviti biliti icate ative alize iciti ical ful ness al ance
		ence er ic able ible ant ement ment ent ion tion sion ou ism iti ous ive ize e l ll le é`)
	var words []string
	for _, head := range heads {
		for _, tail := range tails {
			words = append(words, head+tail, head+tail+"s", head+tail+"ed", head+tail+"ing")
		}
	}
	words = append(words, heads...)
	words = append(words, strings.Repeat("running", 9), strings.Repeat("running", 10), "장애", "Connections", "CAFÉS")
	if _, err := db.Exec(`CREATE VIRTUAL TABLE words USING fts5(word, tokenize='porter unicode61');
		CREATE VIRTUAL TABLE stems USING fts5vocab(words, 'instance');
		INSERT INTO words(word) VALUES (?)`, strings.Join(words, " ")); err != nil {
		t.Fatal(err)
	}
	rows, err := db.Query(`SELECT term, offset FROM stems`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	n := 0
	for ; rows.Next(); n++ {
		var stem string
		var at int
		if err := rows.Scan(&stem, &at); err != nil {
			t.Fatal(err)
		}
		if got := porter(fold(words[at])); got != stem {
			t.Errorf("%s: %s, FTS5 %s", words[at], got, stem)
		}
	}
	if rows.Err() != nil || n != len(words) {
		t.Fatalf("%d of %d words, %v", n, len(words), rows.Err())
	}
}
