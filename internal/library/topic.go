package library

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/incidentlib/incidentlib/internal/incident"
)

// Topic returns a current term with its newest cases and what occurs with it.
// A term without cases has a topic too. A slug that is unknown is an error of
// kind NotFound that names the nearest ones; for one that has been replaced
// that is the current slug alone (ask Resolve first to redirect).
func (e *Edition) Topic(ctx context.Context, k incident.Kind, slug string) (*Topic, error) {
	current, ok := e.Resolve(k, slug)
	if !ok || current != slug {
		err := &incident.Error{
			Kind: incident.NotFound, Param: string(k), Value: slug, Problem: incident.ProblemNoneSuch, TermKind: k,
			Nearest: e.NearestTerms(k, slug), Message: fmt.Sprintf("no %s is called %q", k, slug),
		}
		if ok {
			err.Nearest = []string{current}
			err.Message = fmt.Sprintf("the %s %q is now called %q", k, slug, current)
		}
		return nil, err
	}
	term, _ := e.Term(k, slug)
	topic := &Topic{Term: *term}
	set := e.set(string(k), slug)
	topic.Total = size(set)
	for _, kind := range incident.Kinds {
		if terms := e.together(set, kind, TermRef{k, slug}); terms != nil {
			topic.Occurs = append(topic.Occurs, Occurrence{Kind: kind, Terms: terms})
		}
	}
	among := e.selection(set)
	topic.Years, topic.Months = e.years(among), e.months(among)
	var err error
	if topic.Resolved, err = e.distribution(ctx, set, e.resolved, DistributionCases); err != nil {
		return nil, err
	}
	topic.Cases, err = e.db.Summaries(ctx, newest(set, 0, TopicCases))
	return topic, err
}

// together counts the terms of one kind in a set of cases, leaving out the
// term that the set is of.
func (e *Edition) together(set *roaring.Bitmap, kind incident.Kind, self TermRef) []Together {
	var out []Together
	for _, v := range e.values[string(kind)] {
		n := both(set, v.set)
		if n == 0 || self == (TermRef{kind, v.name}) {
			continue
		}
		share, usual := float64(n)/float64(size(set)), float64(size(v.set))/float64(e.Total())
		out = append(out, Together{Slug: v.name, Count: n, InAll: size(v.set), Lift: share / usual})
	}
	slices.SortStableFunc(out, func(a, b Together) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(b.Lift, a.Lift))
	})
	return out
}
