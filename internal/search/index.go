// Package search turns stored text into the terms of a full-text index, and what a reader types or pastes into a
// query for that index that is always valid. It is pure: it opens no database.
//
// The index has, for each term, the cases and the places where it stands. Latin words become their stems. Each run
// of Hangul becomes overlapping bigrams, and a query word becomes the phrase of its bigrams. So a word is found
// whatever particle follows it and inside compounds. A bigram across a space has a spelling of its own, which only
// what may be written with a space asks for: so it is found with and without, and 고장 is not in 확인하고 장애.
package search

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Index hands over the terms of a text. Those that are no part are the words and bigrams that phrases are asked of,
// in their order. Parts stand beside them, which would otherwise break those phrases, and follow each other too: the
// syllable that ends each run of Hangul, the parts of CamelCase words, and compounds written as one word (rate-limit
// as ratelimit).
func Index(text string, emit func(term string, part bool)) {
	scan(nfc(text), func(t token) { emit(normal(t.term), t.part) })
}

// normal is the form in which a term is indexed and asked for: without case and diacritics, English stemmed.
func normal(term string) string {
	if korean(term) {
		return term
	}
	return porter(fold(term))
}

// nfc is text in the form in which it is stored, indexed and marked (UAX #15).
func nfc(text string) string { return norm.NFC.String(text) }

// token is one term of the index, not yet in its normal form, and the bytes of the text that it stands for.
type token struct {
	term       string
	start, end int
	part       bool
	spaced     bool // a bigram that another writer may part or join
}

// scan hands over every token of NFC text, parts among the others.
func scan(text string, emit func(token)) {
	runs := split(text)
	for i := range runs {
		if runs[i].hangul {
			scanHangul(text, runs, i, emit)
		} else {
			scanWord(text, runs, i, emit)
		}
	}
}

func scanHangul(text string, runs []run, i int, emit func(token)) {
	r := runs[i]
	switch {
	case follows(runs, i):
		before := runs[i-1].end - syllable
		bigram := text[before:before+syllable] + space + text[r.start:r.start+syllable]
		emit(token{term: bigram, start: before, end: r.start + syllable, spaced: true})
	case r.end-r.start == syllable && !follows(runs, i+1):
		emit(token{term: text[r.start:r.end], start: r.start, end: r.end})
	}
	for at := r.start; at+2*syllable <= r.end; at += syllable {
		emit(token{term: text[at : at+2*syllable], start: at, end: at + 2*syllable, spaced: r.end-r.start >= leastSpaced})
	}
	word := text[r.start:r.end]
	if grammatical(word) {
		return
	}
	emit(token{term: word[len(word)-syllable:], start: r.end - syllable, end: r.end, part: true})
	if s := bare(word); s != word {
		end := r.start + len(s)
		emit(token{term: s[len(s)-syllable:], start: end - syllable, end: end, part: true})
	}
}

// follows reports whether runs[i] is Hangul that one space parts from the Hangul before it.
func follows(runs []run, i int) bool {
	return 0 < i && i < len(runs) && runs[i].hangul && runs[i-1].hangul && runs[i].gap == gapSpace
}

func scanWord(text string, runs []run, i int, emit func(token)) {
	r := runs[i]
	word := r.term(text)
	emit(token{term: word, start: r.start, end: r.end})
	at := r.start
	for _, part := range humps(word) {
		emit(token{term: part, start: at, end: at + len(part), part: true})
		at += len(part)
	}
	if joins(text, runs, i) || !joins(text, runs, i+1) {
		return
	}
	last := compoundEnd(text, runs, i)
	if whole := oneWord(terms(text, runs[i:last])); whole != "" {
		emit(token{term: whole, start: r.start, end: runs[last-1].end, part: true})
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

// bigrams is a Hangul word as the terms that a phrase of it consists of.
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
