package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/incidentlib/incidentlib/data"
	"github.com/incidentlib/incidentlib/internal/casefile"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/testkit"
	"go.yaml.in/yaml/v4"
)

// lastWritten is the file that says that a folder is whole.
const lastWritten = "vocab/severities.yaml"

// writeFolder writes n invented cases and their vocabularies as a folder that
// "serve --data" takes.
func writeFolder(dir string, n int) error {
	corpus := testkit.Corpus(n)
	for _, name := range []string{"cases", "vocab"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			return err
		}
	}
	for i := range corpus.Cases {
		c := &corpus.Cases[i]
		text, err := casefile.Marshal(c)
		if err != nil {
			return fmt.Errorf("%s: %w", c.ID, err)
		}
		if err := os.WriteFile(filepath.Join(dir, "cases", c.ID+".yaml"), text, 0o644); err != nil {
			return err
		}
	}
	for _, kind := range incident.Kinds {
		text, err := yaml.Marshal(vocabularyFile(corpus.Vocabularies[kind]))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, "vocab", kind.Path()+".yaml"), text, 0o644); err != nil {
			return err
		}
	}
	severities, err := data.FS.ReadFile(lastWritten)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, lastWritten), severities, 0o644)
}

// fields is a mapping of a file.
type fields map[string]any

// vocabularyFile is a vocabulary in the shape of its file.
func vocabularyFile(v *incident.Vocabulary) fields {
	var groups, terms []fields
	for _, g := range v.Groups {
		groups = append(groups, fields{"slug": g.Slug, "label": both(g.Label)})
	}
	for i := range v.Terms {
		t := &v.Terms[i]
		f := fields{"slug": t.Slug, "group": t.Group, "label": both(t.Label)}
		if t.Name != "" {
			f["name"] = t.Name
		}
		if !t.Definition.IsZero() {
			f["definition"] = both(t.Definition)
		}
		if aliases := listsOf(t); len(aliases) > 0 {
			f["aliases"] = aliases
		}
		if t.ReplacedBy != "" {
			f["replaced_by"] = t.ReplacedBy
		}
		var checks []fields
		for _, c := range t.Checks {
			checks = append(checks, fields{"question": both(c.Question), "command": c.Command})
		}
		if checks != nil {
			f["checks"] = checks
		}
		terms = append(terms, f)
	}
	return fields{"kind": string(v.Kind), "groups": groups, "terms": terms}
}

func both(t incident.Text) fields { return fields{"en": t.EN, "ko": t.KO} }

func listsOf(t *incident.Term) fields {
	f := fields{}
	if len(t.AliasesEN) > 0 {
		f["en"] = t.AliasesEN
	}
	if len(t.AliasesKO) > 0 {
		f["ko"] = t.AliasesKO
	}
	return f
}
