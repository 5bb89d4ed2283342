package search

import (
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// nfc is text in the form in which it is stored, indexed and marked (UAX #15).
func nfc(text string) string {
	if plain(text) {
		return text
	}
	return norm.NFC.String(text)
}

// plain reports whether a text is of ASCII, Latin letters, syllables of Hangul and general punctuation alone, which
// NFC does not change. Nearly every text is, and to see that takes a tenth of the time.
func plain(text string) bool {
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if !isHangul(r) && (r >= 0x300 && r < 0x2010 || r > 0x206f || size == 1) {
			return false
		}
		i += size
	}
	return true
}
