// Package search turns stored text into the terms of a full-text index, and what a reader types or pastes into a
// query for that index that is always valid. It is pure: it opens no database.
//
// The index has, for each term, the cases and the places where it stands. Latin words become their stems. Each run
// of Hangul becomes overlapping bigrams, and a query word becomes the phrase of its bigrams. So a word is found
// whatever particle follows it and inside compounds, save those that are none (simplex). A bigram across a space has a
// spelling of its own, which only what may be written with a space asks for: so it is found with and without, and 고장
// is not in 확인하고 장애.
package search

import (
	"strings"
	"unicode/utf8"
)

// Indexer finds the terms of one text after another. It numbers them, from 0, and remembers what it made of each
// word. It is not safe for concurrent use.
type Indexer struct {
	terms   []string
	numbers map[string]uint32 // of terms
	words   map[string]uint32 // number of the term of a Latin word as written
	scanner scanner
}

// NewIndexer returns an Indexer that knows no words yet.
func NewIndexer() *Indexer {
	return &Indexer{numbers: map[string]uint32{}, words: map[string]uint32{}, scanner: scanner{nouns: map[string]int{}}}
}

// Terms lists the terms so far, by number. The list stays as it is when the Indexer goes on.
func (x *Indexer) Terms() []string { return x.terms }

// Index hands over the numbers of the terms of a text. Those that are no part are the words and bigrams that phrases
// are asked of, in their order. Parts stand beside them, which would otherwise break those phrases, and follow each
// other too: the syllable that ends each run of Hangul, the parts of CamelCase words, and compounds written as one
// word (rate-limit as ratelimit).
func (x *Indexer) Index(text string, emit func(number uint32, part bool)) {
	x.scanner.scan(Canonical(text), func(t token) { emit(x.number(t.term), t.part) })
}

func (x *Indexer) number(word string) uint32 {
	if korean(word) {
		return x.numberOf(word)
	}
	n, ok := x.words[word]
	if !ok {
		n = x.numberOf(normal(word))
		x.words[strings.Clone(word)] = n // a word is part of a text, which need not be kept
	}
	return n
}

func (x *Indexer) numberOf(term string) uint32 {
	n, ok := x.numbers[term]
	if !ok {
		term = strings.Clone(term)
		n = uint32(len(x.terms))
		x.terms = append(x.terms, term)
		x.numbers[term] = n
	}
	return n
}

// normal is the form in which a term is indexed and asked for: without case and diacritics, English stemmed.
func normal(term string) string {
	if korean(term) {
		return term
	}
	return stemmed(fold(term))
}

// stemmed is the stem of a folded word. A stem of two letters keeps the e that the algorithm takes off: one, ones and
// use, used are not on and us.
func stemmed(word string) string {
	stem := porter(word)
	if len(stem) == 2 && (strings.HasPrefix(word, stem+"e") || word == stem+"ing") {
		return stem + "e"
	}
	return stem
}

// token is one term of the index, not yet in its normal form, and the bytes of the text that it stands for.
type token struct {
	term       string
	start, end int
	part       bool
	spaced     bool // a bigram that another writer may part or join
}

// scanner cuts texts into tokens.
type scanner struct {
	text  string
	runs  []run
	nouns map[string]int // what noun has answered; nil to remember nothing
	emit  func(token)

	coarse [scripts]bool // runs of a script that are one token each, since it only matters that they are there
	whole  bool          // no syllables that end runs
}

// The scripts of runs.
const (
	latin = iota
	hangul
	scripts
)

// scan hands over every token of NFC text, parts among the others.
func scan(text string, emit func(token)) { new(scanner).scan(text, emit) }

func (s *scanner) scan(text string, emit func(token)) {
	s.text, s.runs, s.emit = text, split(text, s.runs[:0]), emit
	for i := range s.runs {
		r, script := s.runs[i], latin
		if r.hangul {
			script = hangul
		}
		switch {
		case s.coarse[script]:
			s.emit(token{term: s.text[r.start:r.end], start: r.start, end: r.end})
		case r.hangul:
			s.hangul(i)
		default:
			s.word(i)
		}
	}
}

func (s *scanner) hangul(i int) {
	r := s.runs[i]
	switch {
	case follows(s.runs, i):
		before := s.runs[i-1].end - syllable
		bigram := s.text[before:before+syllable] + space + s.text[r.start:r.start+syllable]
		s.emit(token{term: bigram, start: before, end: r.start + syllable, spaced: true})
	case r.end-r.start == syllable && !follows(s.runs, i+1):
		s.emit(token{term: s.text[r.start:r.end], start: r.start, end: r.end})
	}
	indexedBigrams(s.text[r.start:r.end], func(term string, at int, simplex bool) {
		at += r.start
		s.emit(token{term: term, start: at, end: at + 2*syllable, spaced: r.end-r.start >= leastSpaced && !simplex})
	})
	if s.whole {
		return
	}
	length := s.noun(s.text[r.start:r.end])
	if length == 0 {
		return
	}
	s.last(r.end)
	if end := r.start + length; end < r.end {
		s.last(end)
	}
}

// last hands over the syllable that ends a word.
func (s *scanner) last(end int) {
	s.emit(token{term: s.text[end-syllable : end], start: end - syllable, end: end, part: true})
}

// noun is the length of a Hangul run without its particles, 0 for one that is nothing else.
func (s *scanner) noun(word string) int {
	if length, ok := s.nouns[word]; ok {
		return length
	}
	length := 0
	if !grammatical(word) {
		length = len(bare(word))
	}
	if s.nouns != nil {
		s.nouns[strings.Clone(word)] = length
	}
	return length
}

// follows reports whether runs[i] is Hangul that one space parts from the Hangul before it.
func follows(runs []run, i int) bool {
	return 0 < i && i < len(runs) && runs[i].hangul && runs[i-1].hangul && runs[i].gap == gapSpace
}

func (s *scanner) word(i int) {
	r := s.runs[i]
	word := r.term(s.text)
	s.emit(token{term: word, start: r.start, end: r.end})
	at := r.start
	for _, part := range humps(word) {
		s.emit(token{term: part, start: at, end: at + len(part), part: true})
		at += len(part)
	}
	if joins(s.text, s.runs, i) || !joins(s.text, s.runs, i+1) {
		return
	}
	last := compoundEnd(s.text, s.runs, i)
	if whole := oneWord(terms(s.text, s.runs[i:last])); whole != "" {
		s.emit(token{term: whole, start: r.start, end: s.runs[last-1].end, part: true})
	}
}

// compoundEnd is the index after the last run of the compound that begins at runs[i].
func compoundEnd(text string, runs []run, i int) int {
	i++
	for joins(text, runs, i) {
		i++
	}
	return i
}

// oneWord is a compound as people also write it, ratelimit for rate-limit, or "" for what is none: numbers, paths,
// package names.
func oneWord(parts []string) string {
	if len(parts) < 2 || len(parts) > 4 || parts[0] == "" || digit(parts[0][0]) {
		return ""
	}
	if whole := strings.Join(parts, ""); len(whole) <= 32 {
		return whole
	}
	return ""
}

// space stands in the bigram of two syllables that a space parts.
const space = "␣"

// Apart is the term for the two syllables of a Hangul bigram where a space parts them.
func Apart(bigram string) string { return bigram[:syllable] + space + bigram[syllable:] }

// together is the bigram of a term that Apart may have made.
func together(term string) string {
	if len(term) == 2*syllable+len(space) && term[syllable:syllable+len(space)] == space {
		return term[:syllable] + term[syllable+len(space):]
	}
	return term
}

// bigrams is a Hangul word as the terms that a phrase of it consists of inside a longer one.
func bigrams(word string) []string {
	if len(word) <= syllable {
		return []string{word}
	}
	terms := make([]string, 0, utf8.RuneCountInString(word)-1)
	for at := 0; at+2*syllable <= len(word); at += syllable {
		terms = append(terms, word[at:at+2*syllable])
	}
	return terms
}
