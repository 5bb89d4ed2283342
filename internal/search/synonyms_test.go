package search

import (
	"slices"
	"strings"
	"testing"
)

func TestSynonymsAreWellFormed(t *testing.T) {
	for line := range strings.Lines(synonyms) {
		words := strings.Fields(line)
		if len(words) == 1 {
			t.Errorf("%q stands alone", words[0])
		}
		for i, word := range words {
			if korean(word) != korean(words[0]) && word != "db" && word != "IDC" {
				t.Errorf("%q: two languages", strings.TrimSpace(line))
			}
			if slices.Contains(words[:i], word) {
				t.Errorf("%q twice in %q", word, strings.TrimSpace(line))
			}
			if keys := thesaurusKeys(word); !strings.Contains(word, "-") && len(thesaurus()[keys[0]]) == 0 {
				t.Errorf("%q is not found in the thesaurus under %q", word, keys)
			}
		}
	}
}

// A word as people write it has the synonyms of its form in the list.
func TestParseAlike(t *testing.T) {
	for text, synonym := range map[string]string{
		"재기동했는데": "재시작", "서버가 얼어붙었어요": "멈춤", "손님들이": "고객", "sluggish": "slow", "Rebooted": "restart", "servers": "hosts", "프로브가": "헬스체크",
	} {
		if !asks(ParseAlike(text, nil), synonym) {
			t.Errorf("%q does not ask for %q", text, synonym)
		}
		if asks(Parse(text, nil), synonym) {
			t.Errorf("%q asks for %q where each word must be there", text, synonym)
		}
	}
}

// Nothing is left of an ending that stands alone.
func TestParseAlikeOfAnEnding(t *testing.T) {
	for _, text := range []string{"다", "다 다", "a다"} {
		ParseAlike(text, nil)
	}
}

// asks reports whether a word of a query may be what another text is.
func asks(q Query, text string) bool {
	for _, want := range Parse(text, nil).Words[0].Match.Phrases {
		for _, w := range q.Words {
			if slices.ContainsFunc(w.Match.Phrases, want.same) {
				return true
			}
		}
	}
	return false
}
