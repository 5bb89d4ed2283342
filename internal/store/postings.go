package store

import (
	"database/sql"
	"runtime"
	"slices"
	"unicode/utf8"

	"github.com/incidentlib/incidentlib/internal/search"
)

// list is what the index has of a term: of each block the cases and, once
// needed, the places.
type list struct {
	term          string
	cases, places [][]byte
	size          int     // cases in all blocks
	of            []*list // what this is the union of
}

func newList(term string, blocks int) *list {
	return &list{term: term, cases: make([][]byte, blocks), places: make([][]byte, blocks)}
}

// in reports whether a case of a block has the term.
func (l *list) in(block int) bool {
	return l.cases[block] != nil || slices.ContainsFunc(l.of, func(o *list) bool { return o.in(block) })
}

const selectCases = `SELECT block, term, cases FROM posting
WHERE block IN (SELECT value FROM json_each(?)) AND term IN (SELECT value FROM json_each(?))`

// load reads the cases of terms.
func (t *Text) load(terms []string) {
	if len(terms) == 0 || t.err != nil {
		return
	}
	defer runtime.KeepAlive(t.d)
	blocks := t.blocks()
	t.err = query(t.ctx, t.d.postings, func(rows *sql.Rows) error {
		var block int
		var term string
		var cases []byte
		if err := rows.Scan(&block, &term, &cases); err != nil {
			return err
		}
		l := t.lists[term]
		if l == nil {
			l = newList(term, len(blocks))
			t.lists[term] = l
		}
		size, n := uvarint(cases)
		l.cases[block], l.size = cases[n:], l.size+int(size)
		return nil
	}, asJSON(blocks), asJSON(terms))
}

func (t *Text) blocks() []int {
	out := make([]int, (len(t.d.lengths)+blockSize-1)/blockSize)
	for i := range out {
		out[i] = i
	}
	return out
}

const selectBeginning = `SELECT DISTINCT term FROM posting
WHERE block IN (SELECT value FROM json_each(?)) AND term >= ? AND term < ?`

// beginning returns the terms that begin with a syllable.
func (t *Text) beginning(syllable string) []string {
	terms, ok := t.endings[syllable]
	if ok || t.err != nil {
		return terms
	}
	defer runtime.KeepAlive(t.d)
	first, _ := utf8.DecodeRuneInString(syllable)
	t.err = query(t.ctx, t.d.beginning, func(rows *sql.Rows) error {
		var term string
		err := rows.Scan(&term)
		terms = append(terms, term)
		return err
	}, asJSON(t.blocks()), syllable, string(first+1))
	t.endings[syllable] = terms
	return terms
}

var absent = &list{}

// rarest returns the shortest list of the terms of a phrase.
func (t *Text) rarest(p search.Phrase) *list {
	var out *list
	for i := range p.Terms {
		l := t.list(p, i)
		if l == nil {
			return absent
		}
		if out == nil || l.size < out.size {
			out = l
		}
	}
	return out
}

// list returns what the index has of a term of a phrase, or nil.
func (t *Text) list(p search.Phrase, term int) *list {
	if p.MayPart(term) {
		return t.union(p.Terms[term])
	}
	return t.lists[p.Terms[term]]
}

const selectPlaces = `SELECT places FROM posting WHERE block = ? AND term = ?`

// fill reads what is still missing of a block: the places if they are asked
// for and, of a union, the cases as well.
func (t *Text) fill(l *list, block int, places bool) {
	switch {
	case t.err != nil || !l.in(block) || l.places[block] != nil:
	case l.of != nil:
		t.unite(l, block)
	case places:
		defer runtime.KeepAlive(t.d)
		t.err = t.d.places.QueryRowContext(t.ctx, block, l.term).Scan(&l.places[block])
	}
}
