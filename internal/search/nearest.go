package search

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/incidentlib/incidentlib/internal/spelling"
)

// letters is how a word is compared: without case, Hangul by jamo, so that 캐시 and 케시 are one slip apart.
func letters(word string) string { return decompose(fold(Canonical(word))) }

// maxNearest bounds the length of words that are compared, in letters.
const maxNearest = 64

// Speller knows words and phrases that a reader may have meant. It is immutable and safe for concurrent use.
type Speller struct {
	texts   []string
	letters []string
}

// NewSpeller makes texts ready to be compared.
func NewSpeller(texts []string) *Speller {
	s := &Speller{texts: texts}
	for _, text := range texts {
		s.letters = append(s.letters, letters(text))
	}
	return s
}

// Slip gives the text nearest to a word that no more than one slip for every four letters parts from it.
func (s *Speller) Slip(word string) (text string, ok bool) {
	want := []rune(letters(word))
	least := len(want)/4 + 1
	if len(want) > maxNearest {
		return "", false
	}
	for i, have := range s.letters {
		far := utf8.RuneCountInString(have) - len(want)
		if max(far, -far) >= least {
			continue
		}
		if d := spelling.Distance(want, []rune(have)); 0 < d && d < least {
			text, least = s.texts[i], d
		}
	}
	return text, text != ""
}

// Nearest gives the texts most like a word, at most n, the nearest first: those within one slip for every three
// letters, then those that contain the word. The word itself is not among them.
func (s *Speller) Nearest(word string, n int) []string {
	want := letters(word)
	length := utf8.RuneCountInString(want)
	if length == 0 || length > maxNearest {
		return nil
	}
	type near struct {
		text string
		far  int
	}
	var found []near
	for i, have := range s.letters {
		allowed := max(1, length/3)
		switch far := utf8.RuneCountInString(have) - length; {
		case have == want:
		case max(far, -far) <= allowed:
			if d := spelling.Distance([]rune(want), []rune(have)); d <= allowed {
				found = append(found, near{s.texts[i], d})
			}
		case length > 2 && strings.Contains(have, want):
			found = append(found, near{s.texts[i], length + far})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return cmp.Compare(a.far, b.far) })
	var nearest []string
	for _, f := range found[:max(0, min(len(found), n))] {
		nearest = append(nearest, f.text)
	}
	return nearest
}
