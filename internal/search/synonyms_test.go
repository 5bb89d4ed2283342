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

// No synonym is the end of another word with its particle: 외부에서는 has 서는, 마지막을 has 막을.
func TestSynonymsAreNoEndsOfNouns(t *testing.T) {
	for word := range strings.FieldsSeq(synonyms) {
		if _, ok := fromDictionary(word); !ok {
			continue
		}
		for _, p := range asSynonym(word) {
			if len(p.Terms) == 1 && single(p.Terms[0]) != "" {
				t.Errorf("%s may be %s", word, p.Terms[0])
			}
		}
	}
	for text, other := range map[string]string{"certificate expired": "timeouts", "멈췄어요": "외부에서는", "차단": "마지막을", "공백": "장비는", "유출": "재분배"} {
		q := ParseAlike(text, nil)
		if marks := q.Marks(other); len(marks) > 0 {
			t.Errorf("%s marks %v of %s", text, marks, other)
		}
	}
}

// The stem of a word is no other word.
func TestStemsOfShortWords(t *testing.T) {
	for _, c := range []struct{ word, other string }{{"one", "on"}, {"ones", "on"}, {"use", "us"}, {"used", "us"}, {"using", "us"}, {"age", "ag"}, {"ide", "id"}} {
		if normal(c.word) == normal(c.other) {
			t.Errorf("%s and %s are both %s", c.word, c.other, normal(c.word))
		}
	}
	for _, same := range [][]string{{"one", "ones", "One"}, {"use", "uses", "used", "using"}, {"key", "keys"}, {"ip", "ips"}, {"log", "logs", "logged"}, {"age", "aged", "ages"}} {
		for _, word := range same {
			if normal(word) != normal(same[0]) {
				t.Errorf("%s is %s, %s %s", word, normal(word), same[0], normal(same[0]))
			}
		}
	}
}

// A name in another spelling is the same name of the vocabulary.
func TestNilIsNull(t *testing.T) {
	l := NewLexicon([]Name{{Key: "null", Text: "null pointer dereference"}})
	for _, text := range []string{"nil pointer dereference", "invalid memory address or nil pointer dereference", "Null pointer dereference"} {
		if len(Parse(text, l).Terms) != 1 {
			t.Errorf("%q: not recognised", text)
		}
	}
	if !asks(Parse("nil", nil), "null") || !asks(Parse("널", nil), "nil") {
		t.Error("nil does not ask for null")
	}
}
