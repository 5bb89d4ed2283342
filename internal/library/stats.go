package library

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/query"
	"github.com/incidentlib/incidentlib/internal/store"
)

// Bounds of a Stats: what more there is stands in the lists.
const (
	StatsRows    = 12 // causes of the grid
	StatsColumns = 14 // components of the grid
	StatsPairs   = 12
	pairFrom     = 2 // cases that make a pair
)

// Stats describes the cases that a query asks for; its order and its page say
// nothing. A query without cases has a Stats of zeros.
func (e *Edition) Stats(ctx context.Context, q query.Query) (*Stats, error) {
	var text *found
	if q.Text != "" {
		var err error
		if text, err = e.find(ctx, q.Text, false); err != nil {
			return nil, err
		}
	}
	selected := e.intersect(e.parts(q, text), "")
	among := e.selection(selected)
	s := &Stats{
		Total:      size(selected),
		Years:      e.years(among),
		Months:     e.months(among),
		YearOnly:   both(selected, e.set(store.Precision, store.Year)),
		OfReport:   both(selected, e.set(store.DateKind, string(incident.DateOfReport))),
		Causes:     e.counts(incident.Cause, among),
		Components: e.counts(incident.Component, among),
	}
	if text != nil {
		s.Search = text.note()
	}
	for _, severity := range incident.Severities {
		if n := both(selected, e.set(string(incident.SeverityKind), string(severity))); n > 0 {
			s.Severities = append(s.Severities, Count{Slug: string(severity), Count: n})
		}
	}
	s.NoCause = s.Total
	for _, c := range s.Causes {
		s.NoCause -= c.Count // a case has one cause at most
	}
	s.Grid = e.crosstab(selected, s.Causes, s.Components)
	s.Pairs = e.pairs(selected, s.Causes, e.counts(incident.Symptom, among))
	if len(s.Pairs) > StatsPairs {
		s.PairsLeft, s.Pairs = len(s.Pairs)-StatsPairs, s.Pairs[:StatsPairs]
	}
	var err error
	if s.Detected, err = e.distribution(ctx, selected, e.detected, DistributionCases); err != nil {
		return nil, err
	}
	s.Resolved, err = e.distribution(ctx, selected, e.resolved, DistributionCases)
	return s, err
}

// years counts the members of a set by year.
func (e *Edition) years(among selection) []YearCount {
	var out []YearCount
	for year, n := range e.counted(store.Year, among) {
		out = append(out, YearCount{Year: year, Count: n})
	}
	return out
}

// months counts the members of a set by month; those dated by year alone are in none.
func (e *Edition) months(among selection) []MonthCount {
	var out []MonthCount
	for month, n := range e.counted(store.Month, among) {
		out = append(out, MonthCount{Month: month, Count: n})
	}
	return out
}

// counts counts the terms of a kind in a set, the most frequent first.
func (e *Edition) counts(k incident.Kind, among selection) []Count {
	var out []Count
	for slug, n := range e.counted(string(k), among) {
		out = append(out, Count{Slug: slug, Count: n})
	}
	slices.SortStableFunc(out, func(a, b Count) int { return cmp.Compare(b.Count, a.Count) })
	return out
}

// counted gives the values of a facet that members of a set have, and how many.
func (e *Edition) counted(facet string, among selection) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for _, v := range e.values[facet] {
			if n := v.in(among); n > 0 && !yield(v.name, n) {
				return
			}
		}
	}
}

// crosstab counts the first causes against the first components.
func (e *Edition) crosstab(selected *roaring.Bitmap, causes, components []Count) Crosstab {
	t := Crosstab{Rows: causes[:min(StatsRows, len(causes))], Columns: components[:min(StatsColumns, len(components))]}
	for _, row := range t.Rows {
		with := e.selection(roaring.And(selected, e.set(string(incident.Cause), row.Slug)))
		cells := make([]int, len(t.Columns))
		for i, column := range t.Columns {
			if v, ok := e.value(string(incident.Component), column.Slug); ok {
				cells[i] = v.in(with)
			}
		}
		t.Cells = append(t.Cells, cells)
	}
	return t
}

// pairs lists the symptoms and causes that occur together in more than one
// case, the most frequent first and, of those, the one furthest above chance.
func (e *Edition) pairs(selected *roaring.Bitmap, causes, symptoms []Count) []Pair {
	var out []Pair
	total := float64(size(selected))
	for _, cause := range causes {
		with := e.selection(roaring.And(selected, e.set(string(incident.Cause), cause.Slug)))
		for _, symptom := range symptoms {
			v, ok := e.value(string(incident.Symptom), symptom.Slug)
			if !ok || min(cause.Count, symptom.Count) < pairFrom {
				continue
			}
			if n := v.in(with); n >= pairFrom {
				out = append(out, Pair{
					Symptom: symptom.Slug, Cause: cause.Slug, Count: n, OfSymptom: symptom.Count,
					Lift: float64(n) * total / (float64(symptom.Count) * float64(cause.Count)),
				})
			}
		}
	}
	slices.SortFunc(out, func(a, b Pair) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(b.Lift, a.Lift), cmp.Compare(a.Symptom, b.Symptom), cmp.Compare(a.Cause, b.Cause))
	})
	return out
}
