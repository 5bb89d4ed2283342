package library

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/query"
)

func TestTopicAgainstOracle(t *testing.T) {
	corpus, e := synthetic(t)
	for _, kind := range append(slices.Clone(incident.Kinds), incident.SeverityKind) {
		for _, slug := range e.Vocabulary(kind).Slugs() {
			topic, err := e.Topic(t.Context(), kind, slug)
			if err != nil {
				t.Fatal(err)
			}
			carriers := matching(corpus, query.Query{}.With(kind, slug))
			if topic.Total != len(carriers) || topic.Term.Slug != slug {
				t.Errorf("%s %s: total %d, want %d", kind, slug, topic.Total, len(carriers))
			}
			for i, c := range carriers[:min(len(carriers), TopicCases)] {
				if topic.Cases[i].ID != c.ID {
					t.Errorf("%s %s: case %d is %s, want %s", kind, slug, i, topic.Cases[i].ID, c.ID)
				}
			}
			for _, o := range topic.Occurs {
				for i, together := range o.Terms {
					n := 0
					for _, c := range carriers {
						if slices.Contains(c.Terms(o.Kind), together.Slug) {
							n++
						}
					}
					all := len(matching(corpus, query.Query{}.With(o.Kind, together.Slug)))
					lift := float64(n) / float64(len(carriers)) / (float64(all) / float64(e.Total()))
					if together.Count != n || math.Abs(together.Lift-lift) > 1e-9 || n == 0 {
						t.Errorf("%s %s with %s: %+v, want %d and %f", kind, slug, o.Kind, together, n, lift)
					}
					if o.Kind == kind && together.Slug == slug {
						t.Errorf("%s %s occurs with itself", kind, slug)
					}
					if i > 0 && o.Terms[i-1].Count < together.Count {
						t.Errorf("%s %s: %s out of order", kind, slug, together.Slug)
					}
				}
			}
		}
	}
}

func TestTopicErrors(t *testing.T) {
	_, e := synthetic(t)
	for slug, want := range map[string]string{"deploy-rolout": "deploy-rollout", "bad-deploy": "deploy-rollout"} {
		_, err := e.Topic(t.Context(), incident.Cause, slug)
		missing, ok := errors.AsType[*incident.Error](err)
		if !ok || missing.Kind != incident.NotFound || !slices.Contains(missing.Nearest, want) || missing.TermKind != incident.Cause {
			t.Errorf("topic %s: %#v", slug, err)
		}
	}
}
