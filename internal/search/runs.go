package search

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// syllable is the length in bytes of every Hangul syllable (U+AC00 to U+D7A3) in UTF-8.
const syllable = 3

// gap is what stands between a run and the one before it.
type gap uint8

const (
	gapOther gap = iota // punctuation, a paragraph break, or the start of the text
	gapNone             // nothing: the script changes, as in DB연결
	gapSpace            // white space within a paragraph
	gapJoin             // one sign that joins compounds, as in rate-limit
)

// run is a stretch of text in one script: Hangul syllables, or letters and digits of any other kind.
// An apostrophe between letters stands inside the word (UAX #29 MidLetter).
type run struct {
	start, end int
	hangul     bool
	apostrophe bool
	gap        gap
}

type class uint8

const (
	classOther class = iota
	classWord
	classHangul
	classMark
	classApostrophe
)

func classify(r rune) class {
	switch {
	case r < utf8.RuneSelf:
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
			return classWord
		case r == '\'':
			return classApostrophe
		}
		return classOther
	case isHangul(r):
		return classHangul
	case r == '’':
		return classApostrophe
	case unicode.IsLetter(r), unicode.IsNumber(r):
		return classWord
	case unicode.IsMark(r):
		return classMark
	}
	return classOther
}

func isHangul(r rune) bool  { return '가' <= r && r <= '힣' }
func notHangul(r rune) bool { return !isHangul(r) }

// split cuts NFC text into runs, which it appends. Bytes that are not UTF-8 separate, as any sign does.
func split(text string, runs []run) []run {
	if runs == nil {
		runs = make([]run, 0, len(text)/6+1)
	}
	end := 0
	for i := 0; i < len(text); {
		r, size := decode(text, i)
		c := classify(r)
		if c != classWord && c != classHangul {
			i += size
			continue
		}
		next := run{start: i, hangul: c == classHangul, gap: between(text, end, i)}
		if next.hangul {
			i = hangulEnd(text, i+size)
		} else {
			i, next.apostrophe = wordEnd(text, i+size)
		}
		next.end, end = i, i
		runs = append(runs, next)
	}
	return runs
}

func decode(text string, i int) (rune, int) {
	if b := text[i]; b < utf8.RuneSelf {
		return rune(b), 1
	}
	return utf8.DecodeRuneInString(text[i:])
}

func hangulEnd(text string, i int) int {
	for i < len(text) {
		if r, _ := decode(text, i); !isHangul(r) {
			break
		}
		i += syllable
	}
	return i
}

func wordEnd(text string, i int) (end int, apostrophe bool) {
	for i < len(text) {
		r, size := decode(text, i)
		switch classify(r) {
		case classWord, classMark:
			i += size
			continue
		case classApostrophe:
			if after, n := utf8.DecodeRuneInString(text[i+size:]); unicode.IsLetter(after) && !isHangul(after) {
				i += size + n
				apostrophe = true
				continue
			}
		}
		break
	}
	return i, apostrophe
}

// between names the gap that text[end:start] is.
func between(text string, end, start int) gap {
	switch sep := text[end:start]; {
	case end == 0:
		return gapOther
	case sep == "":
		return gapNone
	case sep == " ":
		return gapSpace
	case len(sep) == 1 && strings.Contains("-_./&+", sep), sep == "\u2010", sep == "\u2011":
		return gapJoin
	case strings.TrimSpace(sep) == "" && strings.Count(sep, "\n") < 2:
		return gapSpace
	}
	return gapOther
}

// term is the run as it is indexed: couldn't as couldnt, service's as service.
func (r run) term(text string) string {
	word := text[r.start:r.end]
	if !r.apostrophe {
		return word
	}
	word = strings.ReplaceAll(word, "’", "'")
	for _, possessive := range []string{"'s", "'S"} {
		word = strings.TrimSuffix(word, possessive)
	}
	return strings.ReplaceAll(word, "'", "")
}

// terms are runs as the body of the index has them, each apart from its neighbours.
func terms(text string, runs []run) []string {
	var all []string
	for _, r := range runs {
		if r.hangul {
			all = append(all, asRun(text[r.start:r.end], false).Terms...)
		} else {
			all = append(all, r.term(text))
		}
	}
	return all
}

// joins reports whether runs[i] continues a compound begun before it: rate-limit, node.js, I/O. A slash joins
// only short parts, since client/server is two words.
func joins(text string, runs []run, i int) bool {
	if i == 0 || i == len(runs) || runs[i].gap != gapJoin || runs[i].hangul || runs[i-1].hangul {
		return false
	}
	if text[runs[i-1].end] == '/' {
		return runs[i].end-runs[i].start <= 3 && runs[i-1].end-runs[i-1].start <= 3
	}
	return true
}

// humps cuts a CamelCase word before each capital that starts a part: OOMKilled is OOM and Killed,
// CrashLoopBackOff is Crash, Loop, Back and Off. It returns nil for a word of one part, and for spellings such as
// iOS, IPv6, VMs and APIs, whose capitals start no part, and for strings of too many parts to be a name.
func humps(word string) []string {
	var parts []string
	from := 0
	for i := 1; i < len(word); i++ {
		if upper(word[i]) && (!upper(word[i-1]) || i+1 < len(word) && lower(word[i+1]) && word[i+1:] != "s") {
			if i-from < 2 || len(parts) == maxHumps-1 {
				return nil
			}
			parts = append(parts, word[from:i])
			from = i
		}
	}
	if parts == nil || len(word)-from < 2 {
		return nil
	}
	return append(parts, word[from:])
}

// maxHumps bounds the parts of a CamelCase word.
const maxHumps = 8

func upper(b byte) bool { return 'A' <= b && b <= 'Z' }
func lower(b byte) bool { return 'a' <= b && b <= 'z' }
func digit(b byte) bool { return '0' <= b && b <= '9' }
