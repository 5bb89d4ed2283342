package search

import (
	"strings"
	"testing"
)

// BenchmarkParseLong reads the longest texts that a query may have: short words
// over and over, which every rule looks at most often.
func BenchmarkParseLong(b *testing.B) {
	l := NewLexicon([]Name{{"cache", "in-memory cache"}, {"cache", "인메모리 캐시"}, {"retry-storm", "재시도 폭풍"}, {"oom", "out of memory"}})
	for name, word := range map[string]string{"stop words": "the ", "term": "cache ", "Hangul": "캐시 ", "Hangul without spaces": "안됨", "no term": "wkddo "} {
		text := strings.Repeat(word, 4000/len([]rune(word)))
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Parse(text, l)
			}
		})
	}
}

// TestLongTextTriesBoundedTerms counts the work that a long text makes: it must
// grow with the text, not with a power of it.
func TestLongTextTriesBoundedTerms(t *testing.T) {
	l := NewLexicon([]Name{{"cache", "in-memory cache"}, {"oom", "out of memory"}})
	allocations := func(words int) float64 {
		text := strings.Repeat("the ", words)
		return testing.AllocsPerRun(1, func() { Parse(text, l) })
	}
	if short, long := allocations(100), allocations(400); long > 8*short {
		t.Errorf("four times the words make %.0f times the allocations", long/short)
	}
}
