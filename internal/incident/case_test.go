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

func TestProse(t *testing.T) {
	text := func(s string) Text { return Text{EN: s} }
	c := Case{
		Title:       text("title"),
		Impact:      Impact{Region: text("region")},
		Timeline:    Timeline{Events: []Event{{}, {Text: text("event")}}},
		Remediation: []Step{{Text: text("step")}},
		Tried:       []Step{{Text: text("try")}},
		ActionItems: []ActionItem{{Text: text("a")}, {Text: text("b")}},
		Withdrawn:   text("reason"),
	}
	var paths []string
	for _, f := range c.Prose() {
		paths = append(paths, f.Path)
	}
	want := []string{
		"title", "impact.region", "timeline.events[1].text", "remediation[0].text", "tried[0].text",
		"action_items[0].text", "action_items[1].text", "reason",
	}
	if !slices.Equal(paths, want) {
		t.Errorf("paths %v, want %v", paths, want)
	}
	if got := c.MissingLangs(); !slices.Equal(got, []Lang{KO}) {
		t.Errorf("MissingLangs() = %v", got)
	}
}

func TestCaseTerms(t *testing.T) {
	c := Case{
		RootCause: "deploy-rollout", Components: []string{"cache"}, Symptoms: []string{"errors"}, Factors: []string{"retry-storm"},
		Domains: []string{"azure"}, OrgSlug: "kakao", Severity: Major,
	}
	for kind, want := range map[Kind]string{
		Cause: "deploy-rollout", Component: "cache", Symptom: "errors", Factor: "retry-storm", Domain: "azure", Org: "kakao", SeverityKind: "major",
	} {
		if got := c.Terms(kind); !slices.Equal(got, []string{want}) {
			t.Errorf("Terms(%s) = %v, want %s", kind, got, want)
		}
	}
	if got := new(Case).Terms(Cause); got != nil {
		t.Errorf("terms of a case without a cause: %v", got)
	}
}
