package store

import (
	"database/sql"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/search"
	"github.com/incidentlib/incidentlib/internal/testkit"
)

// The full text finds what SQLite's FTS5 finds in the same terms, over several
// blocks as well.
func TestTextAgainstFTS5(t *testing.T) {
	whole := blockSize
	t.Cleanup(func() { blockSize = whole })
	blockSize = 64
	corpus := testkit.Corpus(100)
	db, err := shelf(t).Build(t.Context(), corpus)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	reference := newFTS5(t, corpus)
	var names []search.Name
	for _, k := range incident.Kinds {
		for i := range corpus.Vocabularies[k].Terms {
			term := &corpus.Vocabularies[k].Terms[i]
			for _, name := range Names(term) {
				names = append(names, search.Name{Key: string(k) + term.Slug, Text: name})
			}
		}
	}
	lexicon := search.NewLexicon(names)
	g := rand.New(rand.NewPCG(5, 5))
	for range 150 {
		text := sampleText(g, corpus, names)
		for _, l := range []*search.Lexicon{nil, lexicon} {
			q := search.Parse(text, l)
			asked := db.Text(t.Context(), q)
			found := asked.All()
			if got, want := found.ToArray(), reference.ask(t, q); !slices.Equal(got, want) {
				t.Errorf("%q: %v, FTS5 finds %v", text, got, want)
			}
			if asked.Some() != !found.IsEmpty() {
				t.Errorf("%q: some %v of %d", text, asked.Some(), found.GetCardinality())
			}
			order := asked.Order(found)
			slices.Sort(order)
			if !slices.Equal(order, found.ToArray()) {
				t.Errorf("%q: the order is not of the cases found", text)
			}
			if err := asked.Err(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// sampleText is a part of a text of the corpus, or a name.
func sampleText(g *rand.Rand, corpus *incident.Corpus, names []search.Name) string {
	if g.IntN(4) == 0 {
		return names[g.IntN(len(names))].Text + " " + names[g.IntN(len(names))].Text
	}
	prose := corpus.Cases[g.IntN(len(corpus.Cases))].Prose()
	words := strings.Fields(prose[g.IntN(len(prose))].Text.In(incident.Langs[g.IntN(2)]))
	from := g.IntN(len(words))
	return strings.Join(words[from:min(from+1+g.IntN(6), len(words))], []string{" ", "", "-"}[g.IntN(3)])
}

// fts5 is a table of the same terms.
type fts5 struct{ db *sql.DB }

func newFTS5(t *testing.T, corpus *incident.Corpus) fts5 {
	t.Helper()
	db, err := connect(filepath.Join(t.TempDir(), "fts5.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if _, err := db.Exec("CREATE VIRTUAL TABLE t USING fts5 (title, symptoms, terms, story, parts, joined, content = '', tokenize = 'ascii')"); err != nil {
		t.Fatal(err)
	}
	x := newIndexer(namesOf(corpus.Vocabularies))
	for position, c := range inOrder(corpus.Cases) {
		if !c.Published() {
			continue
		}
		at := map[uint32]string{}
		indexed := x.index(c)
		indexed.each(func(term string, places []byte) {
			for c := (cursor{places: places, to: len(places)}); c.nextPlace(); {
				at[c.place] = term
			}
		})
		row := []any{position}
		for column := range uint32(columns) {
			var terms []string
			for n := range x.next[column] {
				term, ok := at[column<<columnShift|n]
				if !ok {
					term = "gapgap"
				}
				terms = append(terms, term)
			}
			row = append(row, strings.Join(terms, " "))
		}
		row = append(row, strings.ReplaceAll(strings.Join([]string{row[1].(string), row[2].(string), row[3].(string), row[4].(string)}, " gapgap "), "␣", ""))
		if _, err := db.Exec("INSERT INTO t (rowid, title, symptoms, terms, story, parts, joined) VALUES (?, ?, ?, ?, ?, ?, ?)", row...); err != nil {
			t.Fatal(err)
		}
	}
	return fts5{db}
}

// ask returns the positions that have every word which constrains.
func (f fts5) ask(t *testing.T, q search.Query) []uint32 {
	t.Helper()
	var all []string
	for _, w := range q.Words {
		if w.Required {
			all = append(all, testkit.FTS5(w.Match, "{title symptoms terms story parts}"))
		}
	}
	if all == nil {
		return nil
	}
	rows, err := f.db.Query("SELECT rowid FROM t WHERE t MATCH ? ORDER BY rowid", strings.Join(all, " AND "))
	if err != nil {
		t.Fatal(err)
	}
	var out []uint32
	err = each(rows, func(rows *sql.Rows) error {
		var position uint32
		err := rows.Scan(&position)
		out = append(out, position)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A phrase that two words merely make where they meet is found only where the
// query may mean that.
func TestWordsThatMeet(t *testing.T) {
	corpus := testkit.Corpus(30)
	write := func(i int, ko string) { corpus.Cases[i].Lessons = incident.Text{EN: "-", KO: ko} }
	write(0, "상태를 확인하고 장애를 알렸다. 수족 관리였다.")
	write(1, "고장 난 수족관")
	write(2, "딸기 우유와 쿼카 카드 가")
	write(3, "딸기우유와 쿼카카드 나")
	db, err := shelf(t).Build(t.Context(), corpus)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	lexicon := search.NewLexicon([]search.Name{{Key: "quokka", Text: "쿼카 카드"}})
	for _, c := range []struct {
		text       string
		has, lacks int
	}{
		{"고장", 1, 0}, {"고장을", 1, 0}, {"수족관", 1, 0}, {"딸기우유", 2, 0}, {"딸기우유", 3, 0}, {"딸기 우유", 3, 1}, {"쿼카카", 3, 2}, {"쿼카 카드", 3, 1}, {"쿼카 카드", 2, 1},
	} {
		asked := db.Text(t.Context(), search.Parse(c.text, lexicon))
		found := asked.All()
		if !found.Contains(positionOf(corpus, c.has)) || found.Contains(positionOf(corpus, c.lacks)) {
			t.Errorf("%q: %v; case %d has it and %d has not", c.text, found.ToArray(), c.has, c.lacks)
		}
		if err := asked.Err(); err != nil {
			t.Fatal(err)
		}
	}
}

// positionOf is the position of a case of a corpus.
func positionOf(corpus *incident.Corpus, i int) uint32 {
	return uint32(slices.Index(inOrder(corpus.Cases), &corpus.Cases[i]))
}

// BenchmarkBuild gives the time that a case takes.
func BenchmarkBuild(b *testing.B) {
	corpus := testkit.Corpus(2000)
	b.Run("texts", func(b *testing.B) {
		x := newIndexer(namesOf(corpus.Vocabularies))
		for i := 0; b.Loop(); i++ {
			x.index(&corpus.Cases[i%len(corpus.Cases)])
		}
	})
	b.Run("database", func(b *testing.B) {
		for b.Loop() {
			db, err := shelf(b).Build(b.Context(), corpus)
			if err != nil {
				b.Fatal(err)
			}
			_ = db.Close()
		}
		b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(corpus.Cases)), "µs/case")
	})
}
