package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
)

// Canonical is a text in the form that is indexed and in which Marks counts: in NFC (UAX #15), without what is not
// seen and parts no words (soft hyphen, zero-width space, word joiner, byte order mark).
func Canonical(text string) string {
	if plain(text) {
		return text
	}
	if strings.ContainsFunc(text, unseen) {
		text = strings.Map(func(r rune) rune {
			if unseen(r) {
				return -1
			}
			return r
		}, text)
	}
	return norm.NFC.String(text)
}

func unseen(r rune) bool { return r == 0xad || r == 0x200b || r == 0x2060 || r == 0xfeff }

// plain reports whether a text is of ASCII, Latin letters, syllables of Hangul and common punctuation alone, which
// stay as they are. Nearly every text is, and to see that takes a tenth of the time.
func plain(text string) bool {
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if size == 1 || !isHangul(r) && (r == 0xad || r >= 0x300 && r < 0x2010 || r >= 0x2060) {
			return false
		}
		i += size
	}
	return true
}

// clean makes any bytes canonical text of bounded length, full-width forms narrow (UAX #11), without the marks that
// only direct or join what is shown.
func clean(text string, limit int) string {
	text = strings.ToValidUTF8(text[:min(len(text), limit)], " ")
	if !plain(text) {
		text = width.Fold.String(strings.Map(func(r rune) rune {
			if r >= 0x200c && r <= 0x200f || r >= 0x202a && r <= 0x202e {
				return -1
			}
			return r
		}, text))
	}
	return strings.TrimFunc(Canonical(text), unicode.IsSpace)
}

// fold is the form in which two spellings of a word are one: lower case, without diacritics, in letters and digits of
// the plain kind (ＤＮＳ as dns, ﬁ as fi).
func fold(word string) string {
	for i := range len(word) {
		if word[i] >= utf8.RuneSelf {
			if !strings.ContainsFunc(word, notHangul) {
				return word
			}
			return foldRunes(word)
		}
	}
	return strings.ToLower(word)
}

func foldRunes(word string) string {
	if plain := bareLetters(norm.NFKD.String(word)); !strings.ContainsFunc(plain, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }) {
		return plain
	}
	return bareLetters(norm.NFD.String(word))
}

// bareLetters is a decomposed word in lower case and without diacritics.
func bareLetters(word string) string {
	return norm.NFC.String(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, word))
}
