package incident

import (
	"slices"
	"strings"
	"testing"
)

func TestKindPath(t *testing.T) {
	for _, k := range Kinds {
		if got, ok := KindOfPath(k.Path()); got != k || !ok {
			t.Errorf("KindOfPath(%q) = %q, %t", k.Path(), got, ok)
		}
	}
	if SeverityKind.Path() != "severities" {
		t.Errorf("path of severities: %q", SeverityKind.Path())
	}
	for _, path := range []string{"", "cause", "severities", "Causes"} {
		if k, ok := KindOfPath(path); ok {
			t.Errorf("KindOfPath(%q) = %q", path, k)
		}
	}
}

func TestVocabulary(t *testing.T) {
	v := Vocabulary{Kind: Cause, Terms: []Term{
		{Slug: "new"}, {Slug: "old", ReplacedBy: "new", AliasesEN: []string{"a"}, AliasesKO: []string{"가"}},
	}}
	if got := v.Slugs(); !slices.Equal(got, []string{"new"}) {
		t.Errorf("Slugs() = %v, want replaced ones left out", got)
	}
	old, ok := v.Term("old")
	if !ok || old.ReplacedBy != "new" || old.Aliases(EN)[0] != "a" || old.Aliases(KO)[0] != "가" {
		t.Errorf("Term(old) = %+v, %t", old, ok)
	}
	if _, ok := v.Term("none"); ok {
		t.Error("a term that is not there")
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
