package search_test

import (
	"slices"
	"testing"

	"github.com/incidentlib/incidentlib/internal/search"
)

func TestFromKeyboard(t *testing.T) {
	for _, c := range []struct {
		text, want string
		ok         bool
	}{
		{"wkddo", "장애", true},
		{"zotl", "캐시", true},
		{"WKDDO", "장애", true},
		{"qovh tlfvo", "배포 실패", true},
		{"redis wkddo", "redis 장애", true},
		{"zjsprtus vnf", "커넥션 풀", true},
		{"Eksrla", "딴김", true},
		{"dhfb", "오류", true},
		{"dnjsdls", "원인", true}, // ㅜㅓ in one vowel
		{"ekfrrkf", "닭갈", true}, // ㄹㄱ at the end of a syllable
		{"rkqtdl", "값이", true},  // ㅂㅅ too
		{"dlfrrl", "읽기", true},  // and before another ㄱ
		{"rktl", "가시", true},    // a consonant before a vowel begins a syllable
		{"rksk", "가나", true},
		{"ㅊㅁ촏", "cache", true},
		{"ㄱㄷ얀", "redis", true},
		{"애찯ㄱ", "docker", true},
		{"ㅗㄷ미소", "health", true},
		{"cache", "cache", false},
		{"kafka", "kafka", false},
		{"장애", "장애", false},
		{"ㅋㅅ", "", false},
		{"503", "503", false},
		{"", "", false},
	} {
		got, ok := search.FromKeyboard(c.text)
		if ok != c.ok || ok && got != c.want {
			t.Errorf("FromKeyboard(%q) = %q, %v, want %q, %v", c.text, got, ok, c.want, c.ok)
		}
	}
}

func TestInitials(t *testing.T) {
	for _, c := range []struct {
		text, want string
		ok         bool
	}{
		{"ㅋㅅ", "ㅋㅅ", true},
		{"ㅋ ㅅ", "ㅋㅅ", true},
		{"ㄳ", "ㄱㅅ", true}, // an input method joins two
		{"ㄹㄷㄼㄹㅅ", "ㄹㄷㄹㅂㄹㅅ", true},
		{"ㅋ", "", false},
		{"ㅋ시", "", false},
		{"ㅏㅣ", "", false},
		{"cache", "", false},
		{"", "", false},
	} {
		got, ok := search.Initials(c.text)
		if ok != c.ok || ok && got != c.want {
			t.Errorf("Initials(%q) = %q, %v, want %q, %v", c.text, got, ok, c.want, c.ok)
		}
	}
	for _, c := range []struct {
		initials, word string
		want           bool
	}{
		{"ㅋㅅ", "캐시", true},
		{"ㅋㅅ", "캐시 미스", true},
		{"ㅋㅅㅁ", "캐시 미스", true},
		{"ㅋㅅ", "인메모리 캐시", false},
		{"ㅋㅅ", "캐", false},
		{"ㅋㅅ", "캐DB시", false},
		{"ㄱㄱ", "까가", false},
	} {
		if got := search.MatchesInitials(c.initials, c.word); got != c.want {
			t.Errorf("MatchesInitials(%q, %q) = %v", c.initials, c.word, got)
		}
	}
}

// TestSlip finds words whatever their case, Hangul by jamo.
func TestSlip(t *testing.T) {
	for _, c := range []struct{ word, known, want string }{
		{"cahces", "CACHES", "CACHES"},
		{"cach", "cache", "cache"},
		{"cache", "cache", ""},
		{"cahec", "cache", ""},
		{"케시", "캐시", "캐시"},
		{"잔애", "장애", "장애"},
		{"가부하", "과부하", "과부하"},
	} {
		if got, ok := search.NewSpeller([]string{c.known}).Slip(c.word); got != c.want || ok != (c.want != "") {
			t.Errorf("Slip(%q) = %q of %q, want %q", c.word, got, c.known, c.want)
		}
	}
}

func TestNearest(t *testing.T) {
	candidates := []string{"cache", "database", "deploy-rollout", "dns", "retry-storm", "캐시", "데이터베이스"}
	for _, c := range []struct {
		word string
		n    int
		want []string
	}{
		{"cahce", 3, []string{"cache"}},
		{"databse", 3, []string{"database"}},
		{"rollout", 3, []string{"deploy-rollout"}},
		{"dsn", 3, []string{"dns"}},
		{"케시", 3, []string{"캐시"}},
		{"데이타베이스", 3, []string{"데이터베이스"}},
		{"cache", 3, nil},
		{"zzzzzz", 3, nil},
		{"", 3, nil},
		{"cahce", 0, nil},
	} {
		if got := search.NewSpeller(candidates).Nearest(c.word, c.n); !slices.Equal(got, c.want) {
			t.Errorf("Nearest(%q) = %q, want %q", c.word, got, c.want)
		}
	}
}
