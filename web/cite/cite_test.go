package cite_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/web/cite"
)

func subject() cite.Subject {
	at := time.Date(2026, 11, 29, 0, 0, 0, 0, time.UTC)
	return cite.Subject{
		Case: &incident.Case{
			ID: "IL-0136", Date: "2026-09-29", CreatedAt: at, UpdatedAt: at, RootCause: "deploy-rollout", Aliases: []string{"7QL5-Z50"},
			Title:   incident.Text{EN: `100 % of A & B_c {lost} $5 #1 ~ ^ \ </script><b>`, KO: "캐시를 비운 배포"},
			Sources: []incident.Source{{URL: "https://example.com/report", Title: "Report"}},
		},
		Lang: incident.EN, Org: "Azure", Library: "Incident Library", Permalink: "https://incidents.example/cases/IL-0136",
	}
}

func TestCitation(t *testing.T) {
	s := subject()
	c, err := cite.Of(s)
	if err != nil {
		t.Fatal(err)
	}
	if want := `Incident Library. 100 % of A & B_c {lost} $5 #1 ~ ^ \ </script><b>. IL-0136, 2026-11-29. https://incidents.example/cases/IL-0136`; c.Text != want {
		t.Errorf("%s\nwant\n%s", c.Text, want)
	}
	wantBibTeX := `@techreport{IL-0136,
  title       = {{100 \% of A \& B\_c \{lost\} \$5 \#1 \textasciitilde{} \textasciicircum{} \textbackslash{} </script><b>}},
  author      = {{Incident Library}},
  institution = {Incident Library},
  number      = {IL-0136},
  year        = {2026},
  month       = {11},
  language    = {english},
  url         = {https://incidents.example/cases/IL-0136},
}
`
	if c.BibTeX != wantBibTeX {
		t.Errorf("%s\nwant\n%s", c.BibTeX, wantBibTeX)
	}
	var items []map[string]any
	if err := json.Unmarshal([]byte(c.CSL), &items); err != nil || len(items) != 1 || items[0]["type"] != "report" || items[0]["URL"] != s.Permalink || items[0]["title"] != s.Case.Title.EN {
		t.Errorf("%s, %v", c.CSL, err)
	}
	s.Lang = incident.KO
	if c, err := cite.Of(s); err != nil || !strings.Contains(c.Text, "캐시를 비운 배포") || !strings.Contains(c.BibTeX, "korean") {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestSchema(t *testing.T) {
	s := subject()
	page := "https://incidents.example/en/cases/IL-0136"
	keywords := cite.Keywords(s.Case, func(k incident.Kind, slug string) string { return string(k) + ":" + slug })
	b, err := cite.Schema(s, "https://incidents.example", page, keywords)
	if err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(string(b), "<>&") {
		t.Errorf("text could end the block: %s", b)
	}
	var got map[string]any
	if err := json.Unmarshal(b, &got); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]any{
		"@context": "https://schema.org", "@type": "Report", "@id": s.Permalink, "url": page, "headline": s.Case.Title.EN, "inLanguage": "en",
		"identifier": "IL-0136", "temporalCoverage": "2026-09-29", "dateModified": "2026-11-29T00:00:00Z",
	} {
		if got[key] != want {
			t.Errorf("%s is %v, want %v", key, got[key], want)
		}
	}
	if len(got["isBasedOn"].([]any)) != 1 || got["keywords"].([]any)[0] != "cause:deploy-rollout" {
		t.Errorf("%s", b)
	}
}
