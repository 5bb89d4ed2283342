package store

import (
	"context"
	"fmt"
	"math"
	"slices"

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
	unions  map[string]*list    // by bigram: of its syllables together and apart
	endings map[string][]string // by a beginning: the terms that begin so
	err     error
}

// Text puts a query to the full text.
func (d *DB) Text(ctx context.Context, q search.Query) *Text {
	t := &Text{ctx: ctx, d: d, words: slices.Clone(q.Words), pairs: q.Pairs, lists: map[string]*list{}, unions: map[string]*list{}, endings: map[string][]string{}}
	var terms []string
	add := func(p search.Phrase) {
		last := len(p.Terms) - 1
		if !p.Prefix {
			terms = append(terms, p.Terms[last])
		} else {
			terms = append(terms, t.beginning(p.Terms[last])...)
		}
		terms = append(terms, p.Terms[:last]...)
		for i, term := range p.Terms {
			if p.MayPart(i) {
				terms = append(terms, search.Apart(term))
			}
		}
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
			return len(o.Terms) < len(p.Terms) && !o.Prefix && holds(p, o)
		})
	})}
	for _, part := range m.All {
		out.All = append(out.All, shortest(part))
	}
	return out
}

func holds(p, o search.Phrase) bool {
	for i := 0; i+len(o.Terms) <= len(p.Terms); i++ {
		if slices.Equal(p.Terms[i:i+len(o.Terms)], o.Terms) && p.Spaced>>i&(1<<len(o.Terms)-1)&^o.Spaced == 0 {
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

// All returns the cases that have every word which constrains, none for a
// query without words.
func (t *Text) All() *roaring.Bitmap {
	return roaring.FromDense(t.all(t.everything()), false)
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
	return roaring.FromDense(t.having(t.words[word].Match, t.everything()), false)
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

// atMost is a bound of the number of cases that fulfil a match: of a phrase, the
// number of cases that have its rarest term.
func (t *Text) atMost(m search.Match) int {
	n := 0
	for _, p := range m.Phrases {
		if p.Prefix {
			p.Terms = p.Terms[:len(p.Terms)-1]
		}
		n += t.rarest(p).size
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

// each hands over a phrase in every block where cases among some may have it,
// with its places if they are asked for.
func (t *Text) each(p search.Phrase, among set, places bool, read func(*phrase)) {
	switch last := len(p.Terms) - 1; {
	case p.Prefix:
		for _, term := range t.endings[p.Terms[last]] {
			t.each(search.Phrase{Terms: append(p.Terms[:last:last], term), Spaced: p.Spaced}, among, places, read)
		}
		return
	case last == 0 && p.MayPart(0):
		t.each(search.Phrase{Terms: p.Terms}, among, places, read)
		t.each(search.Phrase{Terms: []string{search.Apart(p.Terms[0])}}, among, places, read)
		return
	}
	rarest := t.rarest(p)
	for block := range rarest.cases {
		lo, hi := block*blockSize/64, min((block+1)*blockSize/64, len(among))
		if among[lo:hi].isEmpty() {
			continue
		}
		if !t.together(p, block) {
			continue
		}
		var here phrase
		for i := range p.Terms {
			l := t.list(p, i)
			t.fill(l, block, places)
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

// together reports whether a block has every term of a phrase.
func (t *Text) together(p search.Phrase, block int) bool {
	for i := range p.Terms {
		if !t.list(p, i).in(block) {
			return false
		}
	}
	return true
}
