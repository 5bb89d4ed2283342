package i18n

import (
	"strings"
	"testing"
)

func TestNegotiate(t *testing.T) {
	tests := []struct {
		accept   string
		fallback Lang
		want     Lang
	}{
		{"", EN, EN},
		{"", KO, KO},
		{"ko", EN, KO},
		{"ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7", EN, KO},
		{"en-GB", KO, EN},
		{"en-US,en;q=0.9,ko;q=0.8", KO, EN},
		{"en;q=0.5, ko;q=0.9", EN, KO}, // weight before order
		{"ko;q=0.5, en;q=0.9", KO, EN},
		{"fr-FR,fr;q=0.9,ko;q=0.1", EN, KO}, // ours before the fallback
		{"fr,de", KO, KO},
		{"ko;q=0, en", KO, EN}, // not acceptable
		{"ko;q=0", EN, EN},
		{"en;q=0,*", EN, KO},
		{"*, ko;q=0", KO, EN},
		{"en;q=0", EN, KO},
		{"en;q=0, ko;q=0", EN, EN}, // none is acceptable: the fallback
		{"*", EN, EN},
		{"*", KO, KO},
		{"*, ko;q=0.5", EN, KO}, // a named range says more
		{"KO-kr", EN, KO},       // case does not matter
		{"ko-Kore-KR-u-co-phonebk", EN, KO},
		{"kok", EN, EN}, // Konkani
		{"eng", KO, EN}, // the three-letter code of English
		{" ko ", EN, KO},
		{"ko;q=x", EN, EN}, // malformed counts as absent
		{"ko;;;", EN, EN},
		{"한국어", EN, EN},
		{"\x00\xff", EN, EN},
		{";q=1", KO, KO},
	}
	for _, tt := range tests {
		if got := Negotiate(tt.accept, tt.fallback); got != tt.want {
			t.Errorf("Negotiate(%q, %s) = %s, want %s", tt.accept, tt.fallback, got, tt.want)
		}
	}
}

func TestNegotiateBoundsItsWork(t *testing.T) {
	long := strings.Repeat("fr;q=0.1,", 100<<10/9)
	if got := Negotiate("ko,"+long, EN); got != KO {
		t.Errorf("a long field that begins with ko: %s", got)
	}
	if got := Negotiate(long+"ko", EN); got != EN {
		t.Errorf("a range at the end of 100 KB is read: %s", got)
	}
	if got := Negotiate(strings.Repeat("k", 100<<10), KO); got != KO {
		t.Errorf("100 KB without a comma: %s", got)
	}
	allocs := func(accept string) float64 {
		return testing.AllocsPerRun(10, func() { Negotiate(accept, EN) })
	}
	if short, all := allocs(long[:maxAccept]), allocs(long); all > short {
		t.Errorf("100 KB cost %v allocations, %d bytes %v: the field is read beyond its bound", all, maxAccept, short)
	}
}

func TestParseLang(t *testing.T) {
	for s, want := range map[string]bool{"en": true, "ko": true, "EN": false, "ko-KR": false, "": false, "fr": false} {
		if l, ok := ParseLang(s); ok != want || ok && string(l) != s {
			t.Errorf("ParseLang(%q) = %q, %v", s, l, ok)
		}
	}
}

func TestOther(t *testing.T) {
	for _, l := range Langs {
		if l.Other() == l || l.Other().Other() != l {
			t.Errorf("%s: other is %s, whose other is %s", l, l.Other(), l.Other().Other())
		}
	}
}
