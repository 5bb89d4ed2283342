package search

import "testing"

// TestLongest holds that no word of a table is longer than what is looked for.
func TestLongest(t *testing.T) {
	hold := func(name string, longest, word int, text string) {
		if word > longest {
			t.Errorf("%s: %s is longer than %d bytes and is never found", name, text, longest)
		}
	}
	for text := range endings() {
		hold("endings", longestEnding, len(text), text)
	}
	for text := range tails() {
		hold("tails", longestTail, len(text), text)
	}
	for text := range auxiliaries() {
		hold("auxiliaries", longestAuxiliary, len(text), text)
	}
	for text := range sameSpelling() {
		hold("variants", longestSpelling, len(text), text)
	}
	for _, text := range Simplex() {
		hold("simplex", mostSimplex*syllable, len(text), text)
	}
}
