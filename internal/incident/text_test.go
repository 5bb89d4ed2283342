package incident

import (
	"slices"
	"testing"
)

func TestTextPick(t *testing.T) {
	for _, test := range []struct {
		text Text
		want Lang
		s    string
		in   Lang
	}{
		{Text{EN: "fire", KO: "화재"}, KO, "화재", KO},
		{Text{EN: "fire", KO: "화재"}, EN, "fire", EN},
		{Text{EN: "fire"}, KO, "fire", EN},
		{Text{KO: "화재"}, EN, "화재", KO},
		{Text{}, KO, "", KO},
	} {
		if s, in := test.text.Pick(test.want); s != test.s || in != test.in {
			t.Errorf("%+v.Pick(%s) = %q in %s, want %q in %s", test.text, test.want, s, in, test.s, test.in)
		}
	}
}

func TestTextMissing(t *testing.T) {
	for _, test := range []struct {
		text Text
		want []Lang
	}{
		{Text{EN: "a", KO: "가"}, nil},
		{Text{EN: "a"}, []Lang{KO}},
		{Text{KO: "가"}, []Lang{EN}},
		{Text{}, nil}, // not written at all
	} {
		if got := test.text.Missing(); !slices.Equal(got, test.want) {
			t.Errorf("%+v.Missing() = %v, want %v", test.text, got, test.want)
		}
	}
}

func TestOneLine(t *testing.T) {
	for s, want := range map[string]string{
		"":                       "",
		" \n\t ":                 "",
		"One line.":              "One line.",
		" One line.\n":           "One line.",
		"One  line,\nin \t two.": "One line, in two.",
		"장애\r\n보고서":              "장애 보고서",
	} {
		if got := OneLine(s); got != want {
			t.Errorf("OneLine(%q) = %q, want %q", s, got, want)
		}
	}
	if n := testing.AllocsPerRun(100, func() { OneLine("one line") }); n > 0 {
		t.Errorf("a text of one line is copied: %v allocations", n)
	}
}

func TestParagraphs(t *testing.T) {
	for s, want := range map[string][]string{
		"":                          nil,
		" \n\n ":                    nil,
		"One.":                      {"One."},
		"One\nline.\n\nTwo.":        {"One line.", "Two."},
		"One.\r\n\r\nTwo.\r\n":      {"One.", "Two."},
		"\n\nOne.\n \t\n\n\n  Two.": {"One.", "Two."},
	} {
		if got := Paragraphs(s); !slices.Equal(got, want) {
			t.Errorf("Paragraphs(%q) = %q, want %q", s, got, want)
		}
	}
}
