package search

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Span is a stretch of NFC text, in bytes.
type Span struct{ Start, End int }

// target is a phrase to mark.
type target struct {
	Phrase
	word int // index into Query.Words
}

func targets(words []Word) map[string][]target {
	byFirst := map[string][]target{}
	for i, w := range words {
		if !w.Required {
			continue
		}
		w.Match.Each(func(p Phrase) {
			firsts := []string{p.Terms[0]}
			if p.MayPart(0) {
				firsts = append(firsts, Apart(p.Terms[0]))
			}
			for _, first := range firsts {
				if !slices.ContainsFunc(byFirst[first], func(o target) bool { return o.word == i && o.same(p) }) {
					byFirst[first] = append(byFirst[first], target{p, i})
				}
			}
		})
	}
	return byFirst
}

// Marks finds the required words of the query in a stored text, as the index finds them, and returns where they
// stand: in order, merged, as offsets into the text in NFC, which is how texts are stored.
func (q Query) Marks(text string) []Span {
	return merge(q.hits(Canonical(text)))
}

// hit is one place where a word of the query stands.
type hit struct {
	Span
	word int
}

// hits finds the words in NFC text, ordered by their start.
func (q Query) hits(text string) []hit {
	if len(q.targets) == 0 {
		return nil
	}
	var begins [utf8.RuneSelf]bool // most words of a text need not be stemmed to see that they are not meant
	for first := range q.targets {
		if first[0] < utf8.RuneSelf {
			begins[first[0]] = true
		}
	}
	body, parts := make([]token, 0, len(text)/5), []token(nil)
	scan(text, func(t token) {
		if t.part {
			parts = append(parts, t)
		} else {
			body = append(body, t)
		}
	})
	var hits []hit
	for _, tokens := range [][]token{body, parts} {
		for i, t := range tokens {
			if b := t.term[0] | 0x20; b < utf8.RuneSelf && !begins[b] {
				continue
			}
			for _, goal := range q.targets[normal(t.term)] {
				if n := len(goal.Terms); goal.at(tokens[i:]) {
					hits = append(hits, hit{Span{t.start, tokens[i+n-1].end}, goal.word})
				}
			}
		}
	}
	slices.SortFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
	return hits
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
