package i18n

import "testing"

func TestSplitPath(t *testing.T) {
	tests := []struct {
		path string
		lang Lang
		rest string
		ok   bool
	}{
		{"/", "", "/", false},
		{"/cases", "", "/cases", false},
		{"/en", EN, "/", true},
		{"/en/", EN, "/", true},
		{"/ko/cases/IL-0136", KO, "/cases/IL-0136", true},
		{"/ko/ko/cases", KO, "/ko/cases", true}, // one prefix is taken off
		{"/english", "", "/english", false},
		{"/EN/cases", "", "/EN/cases", false},
		{"/fr/cases", "", "/fr/cases", false},
		{"", "", "", false},
		{"ko/cases", "", "ko/cases", false},
		{"//ko/cases", "", "//ko/cases", false},
	}
	for _, tt := range tests {
		lang, rest, ok := SplitPath(tt.path)
		if lang != tt.lang || rest != tt.rest || ok != tt.ok {
			t.Errorf("SplitPath(%q) = %q, %q, %v, want %q, %q, %v", tt.path, lang, rest, ok, tt.lang, tt.rest, tt.ok)
		}
	}
}

func TestPathAndSplitPathAgree(t *testing.T) {
	for _, path := range []string{"/", "/cases", "/cases/IL-0136.json", "/causes/deploy-rollout"} {
		for _, l := range Langs {
			address := Locale{Lang: l, Prefixed: true}.Path(path)
			if lang, rest, ok := SplitPath(address); lang != l || rest != path || !ok {
				t.Errorf("%s of %s is %s, which splits into %q, %q, %v", path, l, address, lang, rest, ok)
			}
			if got := (Locale{Lang: l}).Path(path); got != path {
				t.Errorf("unprefixed: %s becomes %s", path, got)
			}
		}
	}
}
