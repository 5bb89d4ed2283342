// Package search turns stored text into the terms of a full-text index, and what a reader types or pastes into a
// query for that index that is always valid. It is pure: it opens no database.
//
// The index is an SQLite FTS5 table with tokenize='porter unicode61' (https://sqlite.org/fts5.html). FTS5 knows
// no Korean, so Korean is prepared here: each run of Hangul becomes overlapping bigrams, also across one space,
// and a query word becomes the phrase of its bigrams. So a word is found whatever particle follows it, inside
// compounds, and with or without spaces.
package search

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Index prepares one text for the FTS5 table. Body is the text as the words and bigrams that phrases are asked of,
// in their order. Parts belongs in a column of its own, which would otherwise break those phrases: the syllable
// that ends each run of Hangul, the parts of CamelCase words, and compounds written as one word (rate-limit as
// ratelimit). No column is ever named in a query, since a syllable alone is never a bigram.
func Index(text string) (body, parts string) {
	text = nfc(text)
	var columns [2]strings.Builder
	columns[inBody].Grow(len(text) * 2)
	columns[inParts].Grow(len(text) / 2)
	scan(text, func(c column, t token) {
		columns[c].WriteString(t.term)
		columns[c].WriteByte(' ')
	})
	return strings.TrimSuffix(columns[inBody].String(), " "), strings.TrimSuffix(columns[inParts].String(), " ")
}

// nfc is text in the form in which it is stored, indexed and marked (UAX #15).
func nfc(text string) string { return norm.NFC.String(text) }

// column is the half of the index that a token goes to.
type column uint8

const (
	inBody column = iota
	inParts
)

// token is one term of the index, not yet folded or stemmed, and the bytes of the text that it stands for.
type token struct {
	term       string
	start, end int
}

// scan hands over every token of NFC text, those of one column in the order of their positions.
func scan(text string, emit func(column, token)) {
	runs := split(text)
	for i := range runs {
		if runs[i].hangul {
			scanHangul(text, runs, i, emit)
		} else {
			scanWord(text, runs, i, emit)
		}
	}
}

func scanHangul(text string, runs []run, i int, emit func(column, token)) {
	r := runs[i]
	switch {
	case follows(runs, i):
		before := runs[i-1].end - syllable
		bigram := text[before:before+syllable] + text[r.start:r.start+syllable]
		emit(inBody, token{bigram, before, r.start + syllable})
	case r.end-r.start == syllable && !follows(runs, i+1):
		emit(inBody, token{text[r.start:r.end], r.start, r.end})
	}
	for at := r.start; at+2*syllable <= r.end; at += syllable {
		emit(inBody, token{text[at : at+2*syllable], at, at + 2*syllable})
	}
	word := text[r.start:r.end]
	if grammatical(word) {
		return
	}
	emit(inParts, token{word[len(word)-syllable:], r.end - syllable, r.end})
	if s := bare(word); s != word {
		end := r.start + len(s)
		emit(inParts, token{s[len(s)-syllable:], end - syllable, end})
	}
}

// follows reports whether runs[i] is Hangul that one space parts from the Hangul before it.
func follows(runs []run, i int) bool {
	return 0 < i && i < len(runs) && runs[i].hangul && runs[i-1].hangul && runs[i].gap == gapSpace
}

func scanWord(text string, runs []run, i int, emit func(column, token)) {
	r := runs[i]
	word := r.term(text)
	emit(inBody, token{word, r.start, r.end})
	at := r.start
	for _, part := range humps(word) {
		emit(inParts, token{part, at, at + len(part)})
		at += len(part)
	}
	if joins(text, runs, i) || !joins(text, runs, i+1) {
		return
	}
	last := compoundEnd(text, runs, i)
	if whole := oneWord(terms(text, runs[i:last])); whole != "" {
		emit(inParts, token{whole, r.start, runs[last-1].end})
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
