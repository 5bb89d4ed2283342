package incident

import (
	"slices"
	"testing"
)

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
