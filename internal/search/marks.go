package search

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Span is a stretch of NFC text, in bytes.
type Span struct{ Start, End int }

// target is a phrase to mark.
type target struct {
	Phrase
	word int    // index into Query.Words
	part uint64 // a bit for the part of the word that it is, 0 for all of it
	all  uint64 // the bits of all parts
}

func targets(words []Word) map[string][]target {
	byFirst := map[string][]target{}
	for i, w := range words {
		if !w.Required {
			continue
		}
		add := func(t target) {
			firsts := []string{t.Terms[0]}
			if t.MayPart(0) {
				firsts = append(firsts, Apart(t.Terms[0]))
			}
			for _, first := range firsts {
				same := func(o target) bool { return o.word == i && o.part == t.part && o.same(t.Phrase) }
				if !slices.ContainsFunc(byFirst[first], same) {
					byFirst[first] = append(byFirst[first], t)
				}
			}
		}
		for _, p := range w.Match.Phrases {
			add(target{Phrase: p, word: i})
		}
		parts := w.Match.All[:min(len(w.Match.All), maxTermWords)]
		for n, part := range parts {
			part.Each(func(p Phrase) { add(target{p, i, 1 << n, 1<<len(parts) - 1}) })
		}
	}
	return byFirst
}

// Loosely is the query with the parts of its words marked wherever they stand, even far from each other.
func (q Query) Loosely() Query {
	loose := make(map[string][]target, len(q.targets))
	for first, all := range q.targets {
		for _, t := range all {
			t.part, t.all = 0, 0
			loose[first] = append(loose[first], t)
		}
	}
	q.targets = loose
	return q
}

// Marks finds the required words of the query in a stored text, as the index finds them, and returns where they
// stand: in order, merged, as offsets into the Canonical text. Of a word in several parts it takes those near each
// other.
func (q Query) Marks(text string) []Span {
	return merge(q.hits(Canonical(text)))
}

// hit is one place where a word of the query stands.
type hit struct {
	Span
	word      int
	part, all uint64 // as in target
}

// marker finds the words of queries in texts; it keeps what one text after another can use again.
type marker struct {
	scanner     scanner
	body, parts []token
}

var markers = sync.Pool{New: func() any { return &marker{} }}

// hits finds the words in Canonical text, ordered by their start.
func (q Query) hits(text string) []hit {
	if len(q.targets) == 0 {
		return nil
	}
	m := markers.Get().(*marker)
	defer markers.Put(m)
	begins := m.expect(q.targets)
	m.body, m.parts = m.body[:0], m.parts[:0]
	m.scanner.scan(text, func(t token) {
		if t.part {
			m.parts = append(m.parts, t)
		} else {
			m.body = append(m.body, t)
		}
	})
	var hits []hit
	for _, tokens := range [][]token{m.body, m.parts} {
		for i, t := range tokens {
			if b := t.term[0] | 0x20; b < utf8.RuneSelf && !begins[b] || b >= utf8.RuneSelf && m.scanner.coarse[hangul] && korean(t.term) {
				continue
			}
			for _, goal := range q.targets[normal(t.term)] {
				if n := len(goal.Terms); goal.at(tokens[i:]) {
					hits = append(hits, hit{Span{t.start, tokens[i+n-1].end}, goal.word, goal.part, goal.all})
				}
			}
		}
	}
	slices.SortFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
	return complete(hits)
}

// expect has the scanner leave out what no target needs, and gives the ASCII letters that a target begins with: most
// words of a text need not be stemmed to see that they are not meant.
func (m *marker) expect(targets map[string][]target) (begins [utf8.RuneSelf]bool) {
	m.scanner.whole, m.scanner.coarse = true, [scripts]bool{true, true}
	for first, all := range targets {
		if first[0] < utf8.RuneSelf {
			begins[first[0]] = true
		}
		for _, t := range all {
			for _, term := range t.Terms {
				if korean(term) {
					m.scanner.coarse[hangul] = false
					m.scanner.whole = m.scanner.whole && len(term) > syllable
				} else {
					m.scanner.coarse[latin] = false
				}
			}
		}
	}
	return begins
}

// near is how many bytes apart the parts of a word are at most that are marked.
const near = 120

// complete leaves out parts of words that have not all other parts near them.
func complete(hits []hit) []hit {
	if !slices.ContainsFunc(hits, func(h hit) bool { return h.part != 0 }) {
		return hits
	}
	return slices.DeleteFunc(slices.Clone(hits), func(h hit) bool {
		have := h.part
		for _, o := range hits {
			if o.word == h.word && o.Start < h.End+near && h.Start < o.End+near {
				have |= o.part
			}
		}
		return have&h.all != h.all
	})
}

// at reports whether the tokens begin with the phrase.
func (p Phrase) at(tokens []token) bool {
	n := len(p.Terms)
	if n > len(tokens) {
		return false
	}
	for i := 1; i < n; i++ {
		term := normal(tokens[i].term)
		if p.MayPart(i) {
			term = together(term)
		}
		if term != p.Terms[i] && !(p.Prefix && i == n-1 && strings.HasPrefix(term, p.Terms[i])) {
			return false
		}
	}
	return true
}

func merge(hits []hit) []Span {
	var spans []Span
	for _, h := range hits {
		if n := len(spans); n > 0 && h.Start <= spans[n-1].End {
			spans[n-1].End = max(spans[n-1].End, h.End)
			continue
		}
		spans = append(spans, h.Span)
	}
	return spans
}
