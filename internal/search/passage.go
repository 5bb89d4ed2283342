package search

import (
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"
)

const ellipsis = "…"

// Passage cuts from a stored text the stretch of one paragraph that has most of the query's words, at most limit
// characters long, with the spans to mark in it. It begins with a sentence where one begins near, otherwise with a
// word, and has an ellipsis where the paragraph goes on. words is how many of the query's words are marked in it: 0
// where the text has none of them.
func (q Query) Passage(text string, limit int) (passage string, spans []Span, words int) {
	text = Canonical(text)
	hits := q.hits(text)
	if len(hits) == 0 {
		return "", nil, 0
	}
	limit -= 2 * utf8.RuneCountInString(ellipsis)
	dense := densest(text, hits, limit)
	from, to := paragraph(text, dense)
	before, after := "", ""
	if utf8.RuneCountInString(text[from:to]) > limit {
		whole := Span{from, to}
		from = begin(text, whole.Start, dense.Start, limit-utf8.RuneCountInString(text[dense.Start:dense.End]))
		to = finish(text, dense.End, whole.End, limit-utf8.RuneCountInString(text[from:dense.End]))
		if from > whole.Start {
			before = ellipsis
		}
		if to < whole.End {
			after = ellipsis
		}
	}
	shift := len(before) - from
	for _, s := range merge(hits) {
		if s.Start >= from && s.End <= to {
			spans = append(spans, Span{s.Start + shift, s.End + shift})
		}
	}
	return before + text[from:to] + after, spans, bits.OnesCount64(wordsIn(hits, from, to))
}

// wordsIn is the words of the query that are hit between two places, a bit for each.
func wordsIn(hits []hit, from, to int) (words uint64) {
	for _, h := range hits {
		if h.Start >= from && h.End <= to {
			words |= 1 << h.word
		}
	}
	return words
}

// densest is the stretch of a paragraph, from hit to hit, that has most different words, then most hits.
func densest(text string, hits []hit, limit int) Span {
	best, bestWords, bestHits := hits[0].Span, 0, 0
	for i, first := range hits {
		window, length := Span{first.Start, first.Start}, 0
		words, n := uint64(0), 0 // a bit for each word of the query
		for _, h := range hits[i:] {
			more := text[window.End:max(h.End, window.End)]
			length += utf8.RuneCountInString(more)
			if n > 0 && (length > limit || strings.Contains(more, "\n")) {
				break
			}
			window.End += len(more)
			words |= 1 << h.word
			n++
		}
		if w := bits.OnesCount64(words); w > bestWords || w == bestWords && n > bestHits {
			best, bestWords, bestHits = window, w, n
		}
	}
	return best
}

// paragraph gives the bounds of the paragraph round a stretch, without white space at its ends.
func paragraph(text string, s Span) (from, to int) {
	from = strings.LastIndexByte(text[:s.Start], '\n') + 1
	to = len(text)
	if n := strings.IndexByte(text[s.End:], '\n'); n >= 0 {
		to = s.End + n
	}
	from += len(text[from:s.Start]) - len(strings.TrimLeftFunc(text[from:s.Start], unicode.IsSpace))
	return from, s.End + len(strings.TrimRightFunc(text[s.End:to], unicode.IsSpace))
}

// begin is where the passage of a stretch at start begins: with its sentence if room characters suffice for that,
// otherwise with a word, for which a third of the room is used.
func begin(text string, first, start, room int) int {
	if s := sentence(text, first, start); utf8.RuneCountInString(text[s:start]) <= room {
		return s
	}
	at := start
	for n := room / 3; n > 0 && at > first; n-- {
		_, size := utf8.DecodeLastRuneInString(text[:at])
		at -= size
	}
	if n := strings.IndexFunc(text[at:start], unicode.IsSpace); n >= 0 {
		_, size := utf8.DecodeRuneInString(text[at+n:])
		return at + n + size
	}
	return start
}

// sentence is the start of the sentence that text[start:] continues. As in UAX #29, white space after a full stop,
// question or exclamation mark ends one.
func sentence(text string, first, start int) int {
	for at := start; at > first; {
		r, size := utf8.DecodeLastRuneInString(text[first:at])
		if at -= size; !unicode.IsSpace(r) {
			continue
		}
		if strings.HasSuffix(strings.TrimRight(text[first:at], `"')”’`), ".") ||
			strings.HasSuffix(text[first:at], "?") || strings.HasSuffix(text[first:at], "!") {
			return at + size
		}
	}
	return first
}

// finish is where the passage of a stretch that ends at end is cut: with the last word that room characters hold.
func finish(text string, end, last, room int) int {
	at := end
	for ; room > 0 && at < last; room-- {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	if at == last || at < last && unicode.IsSpace(next(text, at)) {
		return at
	}
	if n := strings.LastIndexFunc(text[end:at], unicode.IsSpace); n >= 0 {
		return end + n
	}
	for at > end && unicode.IsMark(next(text, at)) {
		_, size := utf8.DecodeLastRuneInString(text[:at])
		at -= size
	}
	return at
}

func next(text string, at int) rune {
	r, _ := utf8.DecodeRuneInString(text[at:])
	return r
}
