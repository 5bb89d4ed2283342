package store

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"unicode/utf8"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/incidentlib/incidentlib/internal/search"
)

// Text is a query put to the full text. It holds what the index has of the
// query's terms. It is not safe for concurrent use. The first error that a
// method meets is kept for Err; from then on nothing is found.
type Text struct {
	ctx     context.Context
	d       *DB
	words   []search.Word
	pairs   []search.Phrase
	lists   map[string]*list    // by term
	endings map[string][]string // by a beginning: the terms that begin so
	err     error
}

// list is what the index has of a term: of each block the cases and, once
// needed, the places.
type list struct {
	cases, places [][]byte
	size          int // cases in all blocks
}

// Text puts a query to the full text.
func (d *DB) Text(ctx context.Context, q search.Query) *Text {
	t := &Text{ctx: ctx, d: d, words: slices.Clone(q.Words), pairs: q.Pairs, lists: map[string]*list{}, endings: map[string][]string{}}
	var terms []string
	add := func(p search.Phrase) {
		last := len(p.Terms) - 1
		if !p.Prefix {
			terms = append(terms, p.Terms[last])
		} else {
			terms = append(terms, t.beginning(p.Terms[last])...)
		}
		terms = append(terms, p.Terms[:last]...)
	}
	for i := range t.words {
		t.words[i].Match = shortest(t.words[i].Match)
		t.words[i].Match.Each(add)
	}
	for _, p := range t.pairs {
		add(p)
	}
	slices.Sort(terms)
	t.load(slices.Compact(terms))
	return t
}

// shortest leaves out phrases that hold another one, which finds all that they
// find.
func shortest(m search.Match) search.Match {
	out := search.Match{Phrases: slices.DeleteFunc(slices.Clone(m.Phrases), func(p search.Phrase) bool {
		return slices.ContainsFunc(m.Phrases, func(o search.Phrase) bool {
			return len(o.Terms) < len(p.Terms) && !o.Prefix && holds(p.Terms, o.Terms)
		})
	})}
	for _, part := range m.All {
		out.All = append(out.All, shortest(part))
	}
	return out
}

func holds(terms, some []string) bool {
	for i := 0; i+len(some) <= len(terms); i++ {
		if slices.Equal(terms[i:i+len(some)], some) {
			return true
		}
	}
	return false
}

// Err returns the first error.
func (t *Text) Err() error {
	if t.err == nil {
		return nil
	}
	return fmt.Errorf("search the full text: %w", t.err)
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
			l = &list{cases: make([][]byte, len(blocks)), places: make([][]byte, len(blocks))}
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

// set is a set of positions, a bit for each.
type set []uint64

func (t *Text) empty() set             { return make(set, (len(t.d.lengths)+63)/64) }
func (s set) has(position uint32) bool { return s[position/64]&(1<<(position%64)) != 0 }
func (s set) add(position uint32)      { s[position/64] |= 1 << (position % 64) }
func (s set) remove(position uint32)   { s[position/64] &^= 1 << (position % 64) }
func (s set) isEmpty() bool            { return !slices.ContainsFunc(s, func(w uint64) bool { return w != 0 }) }
func (s set) or(o set) {
	for i := range s {
		s[i] |= o[i]
	}
}

func (s set) size() (n int) {
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// block is the positions of a block, or all for one below zero.
func (t *Text) block(number int) set {
	first, end := number*blockSize, (number+1)*blockSize
	if number < 0 {
		first, end = 0, len(t.d.lengths)
	}
	s := t.empty()
	for p := first; p < min(end, len(t.d.lengths)); p++ {
		s.add(uint32(p))
	}
	return s
}

// All returns the cases that have every word which constrains, none for a
// query without words.
func (t *Text) All() *roaring.Bitmap {
	return roaring.FromDense(t.all(t.block(-1)), false)
}

// Some reports whether a case has every word that constrains.
func (t *Text) Some() bool {
	for last := (len(t.d.lengths) - 1) / blockSize; last >= 0; last-- {
		if !t.all(t.block(last)).isEmpty() {
			return true
		}
	}
	return false
}

func (t *Text) all(among set) set {
	required := slices.DeleteFunc(slices.Clone(t.words), func(w search.Word) bool { return !w.Required })
	if len(required) == 0 {
		return t.empty()
	}
	slices.SortStableFunc(required, func(a, b search.Word) int { return t.atMost(a.Match) - t.atMost(b.Match) })
	for _, w := range required {
		among = t.having(w.Match, among)
	}
	return among
}

// Having returns the cases that have a word of the query.
func (t *Text) Having(word int) *roaring.Bitmap {
	return roaring.FromDense(t.having(t.words[word].Match, t.block(-1)), false)
}

// having returns the cases among some that fulfil a match.
func (t *Text) having(m search.Match, among set) set {
	out, rest := t.empty(), slices.Clone(among)
	for _, p := range m.Phrases {
		t.each(p, rest, len(p.Terms) > 1, func(p *phrase) {
			for p.next() {
				if at := p.lead.position; rest.has(at) && p.stands() {
					out.add(at)
					rest.remove(at)
				}
			}
		})
	}
	if len(m.All) > 0 {
		for _, part := range m.All {
			rest = t.having(part, rest)
		}
		out.or(rest)
	}
	return out
}

// atMost is a bound of the number of cases that fulfil a match: that of a
// phrase is the number of cases that have its rarest term.
func (t *Text) atMost(m search.Match) int {
	n := 0
	for _, p := range m.Phrases {
		last := len(p.Terms)
		if p.Prefix {
			last--
		}
		n += t.rarest(p.Terms[:last]).size
	}
	if len(m.All) > 0 {
		least := math.MaxInt
		for _, part := range m.All {
			least = min(least, t.atMost(part))
		}
		n += least
	}
	return min(n, len(t.d.lengths))
}

var absent = &list{}

// rarest returns the shortest list of some terms.
func (t *Text) rarest(terms []string) *list {
	var out *list
	for _, term := range terms {
		l, ok := t.lists[term]
		if !ok {
			return absent
		}
		if out == nil || l.size < out.size {
			out = l
		}
	}
	return out
}

// each hands over a phrase in every block where cases among some may have it,
// with its places if they are asked for.
func (t *Text) each(p search.Phrase, among set, places bool, read func(*phrase)) {
	if p.Prefix {
		last := len(p.Terms) - 1
		for _, term := range t.endings[p.Terms[last]] {
			t.each(search.Phrase{Terms: append(p.Terms[:last:last], term)}, among, places, read)
		}
		return
	}
	rarest := t.rarest(p.Terms)
	for block := range rarest.cases {
		lo, hi := block*blockSize/64, min((block+1)*blockSize/64, len(among))
		if among[lo:hi].isEmpty() {
			continue
		}
		var here phrase
		for i, term := range p.Terms {
			l := t.lists[term]
			if places {
				t.loadPlaces(l, term, block)
			}
			c := cursor{cases: l.cases[block], places: l.places[block], offset: uint32(i), position: uint32(block * blockSize)}
			if l == rarest && here.lead.cases == nil {
				here.lead = c
			} else {
				here.others = append(here.others, c)
			}
		}
		if t.err != nil {
			return
		}
		read(&here)
	}
}

const selectPlaces = `SELECT places FROM posting WHERE block = ? AND term = ?`

func (t *Text) loadPlaces(l *list, term string, block int) {
	if t.err == nil && l.places[block] == nil && l.cases[block] != nil {
		defer runtime.KeepAlive(t.d)
		t.err = t.d.places.QueryRowContext(t.ctx, block, term).Scan(&l.places[block])
	}
}

// ranked is how many cases are ranked: the newest of those found.
const ranked = 5_000

// The measures of BM25 (Robertson and Zaragoza 2009), and what an occurrence
// in each column counts.
const (
	saturation = 1.2
	lengthPart = 0.75
)

var weights = [columns]float32{inTitle: 8, inSymptoms: 4, inTerms: 4, inStory: 1, inParts: 0.5}

// pairPart is what a pair of words that stand together counts beside a word.
const pairPart = 0.5

// Order returns the cases of a set, best first, equal ones the newest first.
// Best is by BM25, in which all that a word may match counts as one term, and
// words that stand together as typed count beside it. How rare a word is, is
// seen from the newest whole block of cases, or from all if there is none.
//
// Only the newest 5,000 cases of the set are ranked; older ones follow, the
// newest first. What that gives up: of a text that more cases have, an old case
// that fits better does not come to the front. Totals, pages and facets are
// right all the same.
func (t *Text) Order(found *roaring.Bitmap) []uint32 {
	order := found.ToArray()
	slices.Reverse(order)
	best := order[:min(len(order), ranked)]
	among := t.empty()
	for _, p := range best {
		among.add(p)
	}
	scores := make([]float32, len(t.d.lengths))
	sample := t.block(len(t.d.lengths)/blockSize - 1)
	score := func(m search.Match, part float64) {
		n, df := float64(sample.size()), float64(t.having(m, sample).size())
		weight := float32(part * math.Log(1+(n-df+0.5)/(df+0.5)))
		for p, c := range t.counts(m, among) {
			if c > 0 {
				length := 1 - lengthPart + lengthPart*float32(t.d.lengths[p])/t.d.meanLength
				scores[p] += weight * c * (saturation + 1) / (c + saturation*length)
			}
		}
	}
	for _, w := range t.words {
		score(w.Match, 1)
	}
	for _, p := range t.pairs {
		score(search.Match{Phrases: []search.Phrase{p}}, pairPart)
	}
	// Scores are not negative, so that their bits are in their order.
	keys := make([]uint64, len(best))
	for i, p := range best {
		keys[i] = uint64(math.Float32bits(scores[p]))<<32 | uint64(p)
	}
	slices.Sort(keys)
	for i, key := range keys {
		best[len(best)-1-i] = uint32(key)
	}
	return order
}

// counts weighs the occurrences of a match in each case among some. Of several
// words, all of which it takes, the one that occurs least counts.
func (t *Text) counts(m search.Match, among set) []float32 {
	out := make([]float32, len(t.d.lengths))
	for i, part := range m.All {
		for p, c := range t.counts(part, among) {
			if i == 0 || c < out[p] {
				out[p] = c
			}
		}
	}
	for _, p := range m.Phrases {
		t.each(p, among, true, func(p *phrase) {
			for p.next() {
				if at := p.lead.position; among.has(at) && p.gather() {
					for start, ok := p.occur(); ok; start, ok = p.occur() {
						out[at] += weights[start>>columnShift]
					}
				}
			}
		})
	}
	return out
}
