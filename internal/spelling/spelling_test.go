package spelling

import (
	"slices"
	"strings"
	"testing"
)

// TestDistance counts each kind of slip, from either side.
func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"cache", "cache", 0},
		{"cache", "cahce", 1},
		{"cache", "cach", 1},
		{"cache", "caches", 1},
		{"cache", "cachy", 1},
		{"cache", "", 5},
		{"캐시", "케시", 1},
		{"abcd", "badc", 2},
	} {
		if got := Distance([]rune(c.a), []rune(c.b)); got != c.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
		if Distance([]rune(c.b), []rune(c.a)) != c.want {
			t.Errorf("Distance(%q, %q) is not symmetric", c.a, c.b)
		}
	}
}

func TestNearest(t *testing.T) {
	candidates := []string{"deploy-rollout", "config-change", "dns", "db", "retry-storm", "카카오"}
	for _, test := range []struct {
		s    string
		n    int
		want string
	}{
		{"deploy-rolout", 3, "deploy-rollout"},
		{"Deploy-Rollout", 3, "deploy-rollout"},
		{" rollout ", 3, "deploy-rollout"},
		{"config", 3, "config-change"},
		{"dnss", 1, "dns"},
		{"카카", 1, "카카오"},
		{"gradually-broken", 3, ""},
		{"feedback", 3, ""}, // holds "db", which is too short to mean anything
		{"dns", 0, ""},
		{strings.Repeat("x", 10000), 3, ""},
	} {
		if got := strings.Join(Nearest(test.s, candidates, test.n), " "); got != test.want {
			t.Errorf("Nearest(%q, %d) = %q, want %q", test.s[:min(20, len(test.s))], test.n, got, test.want)
		}
	}
	if got := Nearest("abcd", []string{"abxx", "abcx", "abcd"}, 2); !slices.Equal(got, []string{"abcd", "abcx"}) {
		t.Errorf("best first: %v", got)
	}
}
