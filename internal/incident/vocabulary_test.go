package incident

import (
	"slices"
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
