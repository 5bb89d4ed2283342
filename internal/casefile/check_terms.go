package casefile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/spelling"
)

// kindNames are the words by which messages call the kinds.
var kindNames = map[incident.Kind]string{
	incident.Cause: "cause", incident.Component: "component", incident.Symptom: "symptom",
	incident.Factor: "contributing factor", incident.Domain: "domain", incident.Org: "organisation",
	incident.SeverityKind: "severity",
}

func checkTerms(d *document, c *incident.Case, vocabularies map[incident.Kind]*incident.Vocabulary) {
	if c.RootCause != "" {
		checkTerm(d, "root_cause", c.RootCause, incident.Cause, vocabularies)
	}
	for _, list := range []struct {
		field string
		kind  incident.Kind
	}{
		{"domain", incident.Domain},
		{"symptoms", incident.Symptom},
		{"components", incident.Component},
		{"contributing", incident.Factor},
	} {
		for i, slug := range c.Terms(list.kind) {
			checkTerm(d, item(list.field, i), slug, list.kind, vocabularies)
		}
	}
}

func checkTerm(d *document, field, slug string, k incident.Kind, vocabularies map[incident.Kind]*incident.Vocabulary) {
	v := vocabularies[k]
	if v == nil {
		return
	}
	if t, ok := v.Term(slug); ok {
		if t.ReplacedBy != "" {
			d.fail(field, fmt.Sprintf("the %s %q has been replaced", kindNames[k], slug), fmt.Sprintf("write %q", successor(v, t).Slug))
		}
		return
	}
	fix := didYouMean(spelling.Nearest(slug, v.Slugs(), 1), fmt.Sprintf("take one of %s or add it there", vocabFile(k)))
	for _, other := range incident.Kinds {
		if v := vocabularies[other]; v != nil {
			if _, ok := v.Term(slug); ok {
				fix = "that term stands in " + vocabFile(other)
			}
		}
	}
	d.fail(field, fmt.Sprintf("no %s is called %q", kindNames[k], slug), fix)
}

// successor follows replaced_by to the term that a case may use.
func successor(v *incident.Vocabulary, t *incident.Term) *incident.Term {
	for range v.Terms { // as many steps as there are terms: a cycle ends
		next, ok := v.Term(t.ReplacedBy)
		if !ok {
			break
		}
		t = next
	}
	return t
}

// checkOrg finds the organisation by its name and sets the case's slug.
func checkOrg(d *document, c *incident.Case, orgs *incident.Vocabulary) {
	if orgs == nil || c.Org == "" {
		return
	}
	var names []string
	for i := range orgs.Terms {
		t := &orgs.Terms[i]
		if t.Name == c.Org && t.ReplacedBy != "" {
			d.fail("org", fmt.Sprintf("the organisation %q has been replaced", c.Org), fmt.Sprintf("write %q", successor(orgs, t).Name))
			return
		}
		if t.Name == c.Org {
			c.OrgSlug = t.Slug
			return
		}
		names = append(names, t.Name)
	}
	nearest := spelling.Nearest(c.Org, names, 1)
	if i := slices.IndexFunc(orgs.Terms, func(t incident.Term) bool { return hasAlias(&t, c.Org) }); i >= 0 {
		nearest = []string{orgs.Terms[i].Name}
	}
	d.fail("org", fmt.Sprintf("no organisation is called %q", c.Org), didYouMean(nearest, "add it to "+vocabFile(incident.Org)))
}

func hasAlias(t *incident.Term, s string) bool {
	same := func(alias string) bool { return strings.EqualFold(alias, s) }
	return same(t.Label.EN) || same(t.Label.KO) || slices.ContainsFunc(t.AliasesEN, same) || slices.ContainsFunc(t.AliasesKO, same)
}
