package library

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"github.com/incidentlib/incidentlib/internal/incident"
)

// What surrounds each case, against a slow reading of the corpus.
func TestCaseAgainstOracle(t *testing.T) {
	corpus, e := synthetic(t)
	var order []*incident.Case // published, newest first
	for i := range corpus.Cases {
		if corpus.Cases[i].Published() {
			order = append(order, &corpus.Cases[i])
		}
	}
	slices.SortFunc(order, newer)
	where := func(keep func(*incident.Case) bool) []string {
		var out []string
		for _, c := range order {
			if keep(c) {
				out = append(out, c.ID)
			}
		}
		return out
	}
	for i := range corpus.Cases {
		c := &corpus.Cases[i]
		page, err := e.Case(t.Context(), c.ID)
		if err != nil {
			t.Fatal(err)
		}
		same := func(what string, got []Summary, want []string, limit int) {
			t.Helper()
			if !slices.Equal(ids(got), want[:min(len(want), limit)]) {
				t.Errorf("%s: %s %v, want %v", c.ID, what, ids(got), want)
			}
		}
		one := func(s *Summary) []Summary {
			if s == nil {
				return nil
			}
			return []Summary{*s}
		}
		related := map[string]bool{}
		for _, id := range c.Related {
			related[finalOf(corpus, id)] = true
		}
		others := func(k incident.Kind) []string {
			return where(func(o *incident.Case) bool {
				return o.ID != c.ID && len(c.Terms(k)) > 0 && slices.Contains(o.Terms(k), c.Terms(k)[0])
			})
		}
		told := map[string]bool{}
		further := func(all []string) []string {
			return slices.DeleteFunc(slices.Clone(all), func(id string) bool { return told[id] })
		}
		tell := func(summaries []Summary) {
			for _, id := range ids(summaries) {
				if told[id] {
					t.Errorf("%s: %s stands twice", c.ID, id)
				}
				told[id] = true
			}
		}
		same("recurrence of", one(page.RecurrenceOf), where(func(o *incident.Case) bool { return c.RecurrenceOf != "" && o.ID == finalOf(corpus, c.RecurrenceOf) }), 1)
		same("recurrences", page.Recurrences, where(func(o *incident.Case) bool { return o.RecurrenceOf != "" && finalOf(corpus, o.RecurrenceOf) == c.ID }), 100)
		tell(slices.Concat(one(page.RecurrenceOf), page.Recurrences))
		same("related", page.Related, further(where(func(o *incident.Case) bool { return o.ID != c.ID && related[o.ID] })), 100)
		tell(page.Related)
		same("similar", summariesOf(page.Similar), similarTo(c, order), SimilarLimit)
		for _, s := range page.Similar {
			told[s.Summary.ID] = true
		}
		same("same organisation", page.SameOrg, further(others(incident.Org)), NeighbourLimit)
		tell(page.SameOrg)
		same("same cause", page.SameCause, further(others(incident.Cause)), NeighbourLimit)
		tell(page.SameCause)
		same("previous", one(page.Previous), where(func(o *incident.Case) bool { return newer(o, c) > 0 }), 1)
		younger := where(func(o *incident.Case) bool { return newer(o, c) < 0 })
		slices.Reverse(younger)
		same("next", one(page.Next), younger, 1)
		if page.SameOrgTotal != len(others(incident.Org)) || page.SameCauseTotal != len(others(incident.Cause)) {
			t.Errorf("%s: %d of the organisation, %d of the cause", c.ID, page.SameOrgTotal, page.SameCauseTotal)
		}
		for _, s := range page.Similar {
			for _, term := range s.Shared {
				if !slices.Contains(find(corpus, s.Summary.ID).Terms(term.Kind), term.Slug) || !slices.Contains(c.Terms(term.Kind), term.Slug) {
					t.Errorf("%s and %s do not share %v", c.ID, s.Summary.ID, term)
				}
			}
			if s.SameCause != (c.RootCause != "" && s.Summary.RootCause == c.RootCause) {
				t.Errorf("%s and %s: same cause %v", c.ID, s.Summary.ID, s.SameCause)
			}
		}
	}
	if _, err := e.Case(t.Context(), "IL-0001"); kindOf(err) != incident.NotFound {
		t.Errorf("an unknown case: %v", err)
	}
}

func summariesOf(similar []Similar) []Summary {
	var out []Summary
	for _, s := range similar {
		out = append(out, s.Summary)
	}
	return out
}

// similarTo ranks the published cases by the rarity of what they share with c.
func similarTo(c *incident.Case, published []*incident.Case) []string {
	kinds := []incident.Kind{incident.Cause, incident.Component, incident.Symptom, incident.Factor, incident.Domain}
	carriers := map[TermRef]float64{}
	for _, o := range published {
		for _, k := range kinds {
			for _, slug := range o.Terms(k) {
				carriers[TermRef{k, slug}]++
			}
		}
	}
	type scored struct {
		c     *incident.Case
		score float64
	}
	var out []scored
	for _, o := range published {
		score, shared := 0.0, 0
		for _, k := range kinds {
			for _, slug := range c.Terms(k) {
				if slices.Contains(o.Terms(k), slug) {
					score += math.Log(float64(len(published)) / carriers[TermRef{k, slug}])
					if k != incident.Domain {
						shared++
					}
				}
			}
		}
		if o.ID != c.ID && shared >= 2 {
			out = append(out, scored{o, math.Round(score*1e6) / 1e6})
		}
	}
	slices.SortStableFunc(out, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	var ids []string
	for _, s := range out {
		ids = append(ids, s.c.ID)
	}
	return ids
}
