package casefile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/spelling"
)

// vocabularyKinds lists the kinds that have a file.
var vocabularyKinds = append(slices.Clone(incident.Kinds), incident.SeverityKind)

// checkableKinds are the kinds whose terms may carry checks.
var checkableKinds = []incident.Kind{incident.Factor, incident.Cause, incident.Component}

// readVocabulary turns the document of vocab/<kind>s.yaml into a vocabulary
// and records everything that is wrong with it. It returns nil if the file
// could not be parsed.
func readVocabulary(d *document, k incident.Kind) *incident.Vocabulary {
	if d.root == nil {
		return nil
	}
	d.validate(vocabSchema)
	root, _ := d.value.(map[string]any)
	o := object(root)
	v := &incident.Vocabulary{Kind: k}
	for _, g := range o.objects("groups") {
		v.Groups = append(v.Groups, incident.Group{Slug: g.str("slug"), Label: g.text("label")})
	}
	for _, t := range o.objects("terms") {
		v.Terms = append(v.Terms, decodeTerm(t, k))
	}
	if kind := o.str("kind"); kind != "" && kind != string(k) {
		d.fail("kind", fmt.Sprintf("this file is for the kind %q", k), fmt.Sprintf("write kind: %s", k))
	}
	checkGroups(d, v)
	checkSlugs(d, v)
	checkReplaced(d, v)
	checkAliases(d, v)
	for i := range v.Terms {
		checkVocabTerm(d, item("terms", i), &v.Terms[i], v)
	}
	switch k {
	case incident.Org:
		checkNames(d, v)
	case incident.SeverityKind:
		checkSeverities(d, v)
	}
	return v
}

func decodeTerm(t object, k incident.Kind) incident.Term {
	term := incident.Term{
		Kind:       k,
		Slug:       t.str("slug"),
		Name:       t.str("name"),
		Group:      t.str("group"),
		Label:      t.text("label"),
		Definition: t.text("definition"),
		AliasesEN:  t.object("aliases").strs("en"),
		AliasesKO:  t.object("aliases").strs("ko"),
		ReplacedBy: t.str("replaced_by"),
	}
	for _, c := range t.objects("checks") {
		term.Checks = append(term.Checks, incident.Check{Question: c.text("question"), Command: c.str("command")})
	}
	return term
}

func checkGroups(d *document, v *incident.Vocabulary) {
	seen := map[string]bool{}
	for i, g := range v.Groups {
		field := item("groups", i)
		if g.Slug != "" && seen[g.Slug] {
			d.fail(field+".slug", fmt.Sprintf("a group %q stands above already", g.Slug), "give this one another slug")
		}
		seen[g.Slug] = true
		checkLanguages(d, field+".label", g.Label)
	}
}

func checkSlugs(d *document, v *incident.Vocabulary) {
	seen := map[string]bool{}
	for i, t := range v.Terms {
		if t.Slug != "" && seen[t.Slug] {
			d.fail(item("terms", i)+".slug", fmt.Sprintf("a term %q stands above already", t.Slug), "give this one another slug, or merge the two")
		}
		seen[t.Slug] = true
	}
}

// checkReplaced wants every replaced_by to lead to a term that stays.
func checkReplaced(d *document, v *incident.Vocabulary) {
	for i := range v.Terms {
		t := &v.Terms[i]
		if t.ReplacedBy == "" {
			continue
		}
		field := item("terms", i) + ".replaced_by"
		if _, ok := v.Term(t.ReplacedBy); !ok {
			d.fail(field, fmt.Sprintf("no term is called %q", t.ReplacedBy),
				didYouMean(spelling.Nearest(t.ReplacedBy, v.Slugs(), 1), "name a term of this file"))
		} else if last := successor(v, t); last.ReplacedBy != "" && hasTerm(v, last.ReplacedBy) {
			d.fail(field, "the replacement leads in a circle", "let it lead to a term that is not replaced")
		}
	}
}

func hasTerm(v *incident.Vocabulary, slug string) bool { _, ok := v.Term(slug); return ok }

// checkAliases wants each alias to lead to one term.
func checkAliases(d *document, v *incident.Vocabulary) {
	owner := map[string]string{}
	for i := range v.Terms {
		t := &v.Terms[i]
		for _, l := range incident.Langs {
			for j, alias := range t.Aliases(l) {
				folded := strings.ToLower(alias)
				if other, ok := owner[folded]; ok && other != t.Slug && alias != "" {
					d.fail(fmt.Sprintf("terms[%d].aliases.%s[%d]", i, l, j),
						fmt.Sprintf("%q is an alias of %q already", alias, other), "leave it with the one that it means")
					continue
				}
				owner[folded] = t.Slug
			}
		}
	}
}

// checkVocabTerm checks what a term must and must not have by its kind.
func checkVocabTerm(d *document, field string, t *incident.Term, v *incident.Vocabulary) {
	checkTermGroup(d, field, t, v)
	checkLanguages(d, field+".label", t.Label)
	checkLanguages(d, field+".definition", t.Definition)
	for i, c := range t.Checks {
		checkLanguages(d, item(field+".checks", i)+".question", c.Question)
	}
	isOrg := v.Kind == incident.Org
	switch {
	case isOrg && t.Name == "":
		d.fail(field+".name", "an organisation needs a name", "add what a case's org says")
	case !isOrg && t.Name != "":
		d.fail(field+".name", "only organisations have a name", "remove it: the label is what pages show")
	}
	switch {
	case isOrg && !t.Definition.IsZero():
		d.fail(field+".definition", "organisations have no definition", "remove it")
	case !isOrg && t.Definition.IsZero():
		d.fail(field+".definition", "the term has no definition", "add definition: {en: ..., ko: ...}")
	}
	if len(t.Checks) > 0 && !slices.Contains(checkableKinds, v.Kind) {
		d.fail(field+".checks", "only causes, components and factors have checks", "remove them")
	}
}

func checkTermGroup(d *document, field string, t *incident.Term, v *incident.Vocabulary) {
	var slugs []string
	for _, g := range v.Groups {
		slugs = append(slugs, g.Slug)
	}
	switch {
	case t.Group == "" && len(slugs) > 0:
		d.fail(field+".group", "the term stands in no group", "name one of "+strings.Join(slugs, ", "))
	case t.Group != "" && !slices.Contains(slugs, t.Group):
		d.fail(field+".group", fmt.Sprintf("no group is called %q", t.Group),
			didYouMean(spelling.Nearest(t.Group, slugs, 1), "add it to groups"))
	}
}

func checkNames(d *document, v *incident.Vocabulary) {
	seen := map[string]bool{}
	for i, t := range v.Terms {
		folded := strings.ToLower(t.Name)
		if t.Name != "" && seen[folded] {
			d.fail(item("terms", i)+".name", fmt.Sprintf("an organisation %q stands above already", t.Name), "merge the two")
		}
		seen[folded] = true
	}
}

// checkSeverities wants the terms to be the severities that the program knows.
func checkSeverities(d *document, v *incident.Vocabulary) {
	for i, t := range v.Terms {
		if t.Slug != "" && !slices.Contains(incident.Severities, incident.Severity(t.Slug)) {
			d.fail(item("terms", i)+".slug", fmt.Sprintf("no severity is called %q", t.Slug), "remove it: the severities are fixed")
		}
	}
	for _, s := range incident.Severities {
		if !hasTerm(v, string(s)) {
			d.fail("terms", fmt.Sprintf("the severity %q is missing", s), "add it with its rule as the definition")
		}
	}
}
