package cite

import (
	"encoding/json"
	"time"

	"github.com/incidentlib/incidentlib/internal/incident"
)

// The properties of schema.org that a case has.
type (
	thing struct {
		Context       string        `json:"@context"`
		Type          string        `json:"@type"`
		ID            string        `json:"@id"`
		URL           string        `json:"url"`
		Identifier    string        `json:"identifier"`
		Headline      string        `json:"headline"`
		Language      string        `json:"inLanguage"`
		Published     string        `json:"datePublished"`
		Modified      string        `json:"dateModified"`
		Covers        string        `json:"temporalCoverage"`
		About         organization  `json:"about"`
		Keywords      []string      `json:"keywords,omitempty"`
		Author        organization  `json:"author"`
		Publisher     organization  `json:"publisher"`
		License       string        `json:"license"`
		Free          bool          `json:"isAccessibleForFree"`
		BasedOn       []basis       `json:"isBasedOn"`
		Alternatives  []alternative `json:"encoding"`
		AlternateName []string      `json:"alternateName,omitempty"`
	}
	organization struct {
		Type string `json:"@type"`
		Name string `json:"name"`
		URL  string `json:"url,omitempty"`
	}
	basis struct {
		Type string `json:"@type"`
		URL  string `json:"url"`
		Name string `json:"name,omitempty"`
	}
	alternative struct {
		Type   string `json:"@type"`
		Format string `json:"encodingFormat"`
		URL    string `json:"contentUrl"`
	}
)

const licence = "https://creativecommons.org/licenses/by/4.0/"

// Schema describes a case as JSON-LD (https://schema.org/Report), for a
// <script type="application/ld+json"> block. "<", ">" and "&" are escaped, so
// that no text can end the block. site is the address of the library, page that
// of the case in the subject's language, without ending.
func Schema(s Subject, site, page string, keywords []string) ([]byte, error) {
	title, lang := s.title()
	out := thing{
		Context: "https://schema.org", Type: "Report", ID: s.Permalink, URL: page, Identifier: s.Case.ID, Headline: title, Language: string(lang),
		Published: s.Case.CreatedAt.Format(time.RFC3339), Modified: s.Case.UpdatedAt.Format(time.RFC3339), Covers: string(s.Case.Date),
		About:    organization{Type: "Organization", Name: s.Org},
		Keywords: keywords, License: licence, Free: true,
		Author:        organization{Type: "Organization", Name: s.Library, URL: site},
		Publisher:     organization{Type: "Organization", Name: s.Library, URL: site},
		AlternateName: s.Case.Aliases,
		BasedOn:       []basis{},
		Alternatives:  []alternative{{"MediaObject", "application/json", page + ".json"}, {"MediaObject", "text/markdown", page + ".md"}},
	}
	for _, src := range s.Case.Sources {
		out.BasedOn = append(out.BasedOn, basis{Type: "CreativeWork", URL: src.URL, Name: src.Title})
	}
	return json.Marshal(out)
}

// Keywords lists the labels of the terms of a case.
func Keywords(c *incident.Case, label func(incident.Kind, string) string) []string {
	var out []string
	for _, k := range []incident.Kind{incident.Cause, incident.Component, incident.Symptom, incident.Factor, incident.Domain} {
		for _, slug := range c.Terms(k) {
			out = append(out, label(k, slug))
		}
	}
	return out
}
