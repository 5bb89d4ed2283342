package search

import "strings"

// porterMax is the longest word, in bytes, that is stemmed; longer ones pass unchanged.
const porterMax = 64

// porter is the stem of a folded English word. It follows M. F. Porter, "An algorithm for suffix stripping" (1980),
// with the choices of the tokenizer "porter" in SQLite's fts5_tokenize.c; a test compares the two.
func porter(word string) string {
	if len(word) < 3 || len(word) > porterMax {
		return word
	}
	w := plural(word)
	w = past(w)
	if n := len(w); w[n-1] == 'y' && hasVowel(w[:n-1]) {
		w = w[:n-1] + "i"
	}
	w = derivation(w, porterStep2)
	w = derivation(w, porterStep3)
	w = residue(w)
	if n := len(w); w[n-1] == 'e' {
		if m := measure(w[:n-1]); m > 1 || m == 1 && !endsCVC(w[:n-1]) {
			w = w[:n-1]
		}
	}
	if strings.HasSuffix(w, "ll") && measure(w[:len(w)-1]) > 1 {
		w = w[:len(w)-1]
	}
	return w
}

// suffix is one rule of Porter's steps 2 and 3: from becomes to.
type suffix struct{ from, to string }

// Within a step the longer of two suffixes stands first where one ends in the other.
var (
	porterStep2 = []suffix{
		{"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"}, {"anci", "ance"}, {"izer", "ize"},
		{"logi", "log"}, {"bli", "ble"}, {"alli", "al"}, {"entli", "ent"}, {"eli", "e"}, {"ousli", "ous"},
		{"ization", "ize"}, {"ation", "ate"}, {"ator", "ate"}, {"alism", "al"}, {"iveness", "ive"},
		{"fulness", "ful"}, {"ousness", "ous"}, {"aliti", "al"}, {"iviti", "ive"}, {"biliti", "ble"},
	}
	porterStep3 = []suffix{
		{"icate", "ic"}, {"ative", ""}, {"alize", "al"}, {"iciti", "ic"}, {"ical", "ic"}, {"ful", ""}, {"ness", ""},
	}
	porterStep4 = []string{
		"al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion",
		"ou", "ism", "ate", "iti", "ous", "ive", "ize",
	}
)

// plural is Porter's step 1a.
func plural(w string) string {
	switch {
	case strings.HasSuffix(w, "sses"), strings.HasSuffix(w, "ies") && len(w) > 3:
		return w[:len(w)-2]
	case strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss"):
		return w[:len(w)-1]
	}
	return w
}

// past is Porter's step 1b: "eed", "ed" and "ing", and what their loss leaves to mend.
func past(w string) string {
	if stem, ok := strings.CutSuffix(w, "eed"); ok && stem != "" {
		if measure(stem) > 0 {
			return stem + "ee"
		}
		return w
	}
	stem, ok := strings.CutSuffix(w, "ed")
	if !ok {
		stem, ok = strings.CutSuffix(w, "ing")
	}
	if !ok || !hasVowel(stem) {
		return w
	}
	for _, end := range []string{"at", "bl", "iz"} {
		if strings.HasSuffix(stem, end) {
			return stem + "e"
		}
	}
	n := len(stem)
	switch last := stem[n-1]; {
	case n > 1 && last == stem[n-2] && !isVowel(last, false) && last != 'l' && last != 's' && last != 'z':
		return stem[:n-1]
	case measure(stem) == 1 && endsCVC(stem):
		return stem + "e"
	}
	return stem
}

// derivation applies the first rule whose suffix the word has, if a stem with a measure is left.
func derivation(w string, rules []suffix) string {
	last := w[len(w)-1]
	for _, r := range rules {
		if r.from[len(r.from)-1] != last {
			continue
		}
		if stem, ok := strings.CutSuffix(w, r.from); ok {
			if measure(stem) > 0 {
				return stem + r.to
			}
			return w
		}
	}
	return w
}

// residue is Porter's step 4.
func residue(w string) string {
	for _, end := range porterStep4 {
		stem, ok := strings.CutSuffix(w, end)
		if !ok || end == "ion" && !strings.HasSuffix(stem, "s") && !strings.HasSuffix(stem, "t") {
			continue
		}
		if measure(stem) > 1 {
			return stem
		}
		return w
	}
	return w
}

// isVowel reports whether a byte is a vowel; y is one after a consonant.
func isVowel(c byte, afterConsonant bool) bool {
	switch c {
	case 'a', 'e', 'i', 'o', 'u':
		return true
	case 'y':
		return afterConsonant
	}
	return false
}

// measure counts the vowel-consonant sequences of a stem, Porter's m.
func measure(stem string) int {
	m, vowel := 0, false
	for i := range len(stem) {
		v := isVowel(stem[i], i > 0 && !vowel)
		if vowel && !v {
			m++
		}
		vowel = v
	}
	return m
}

func hasVowel(stem string) bool {
	return strings.ContainsAny(stem, "aeiou") || strings.LastIndexByte(stem, 'y') > 0
}

func endsInVowel(stem string) bool {
	vowel := false
	for i := range len(stem) {
		vowel = isVowel(stem[i], i > 0 && !vowel)
	}
	return vowel
}

// endsCVC is Porter's *o: consonant, vowel, consonant at the end, the last not w, x or y.
func endsCVC(stem string) bool {
	n := len(stem)
	if n < 3 {
		return false
	}
	switch stem[n-1] {
	case 'w', 'x', 'y':
		return false
	}
	return !isVowel(stem[n-1], false) && isVowel(stem[n-2], true) && !endsInVowel(stem[:n-2])
}
