package library

import (
	"cmp"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/query"
	"github.com/incidentlib/incidentlib/internal/store"
)

// facets counts the values of every facet; FacetValue says under which choices.
func (e *Edition) facets(q query.Query, parts []part, selected *roaring.Bitmap) []Facet {
	var out []Facet
	among := e.selection(selected)
	for _, f := range query.Facets {
		out = append(out, e.facet(f, q.Terms[f.Kind], parts, selected, among))
	}
	return append(out, e.facet(query.Facet{Param: store.Year, Any: true}, q.Years, parts, selected, among))
}

func (e *Edition) facet(f query.Facet, chosen []string, parts []part, selected *roaring.Bitmap, among selection) Facet {
	kind := cmp.Or(string(f.Kind), f.Param)
	others := selected // under the choices of all other facets
	if len(chosen) > 0 {
		others = e.intersect(parts, f.Param)
	}
	counted, countedAmong := selected, among
	if f.Any && len(chosen) > 0 {
		counted, countedAmong = others, e.selection(others)
	}
	out := Facet{Param: f.Param, Kind: f.Kind}
	for _, v := range e.values[kind] {
		n := v.in(countedAmong)
		if n == 0 || slices.Contains(chosen, v.name) {
			continue
		}
		total := n
		if f.Any && len(chosen) > 0 {
			total = size(selected) + n - v.in(among)
		}
		out.Values = append(out.Values, FacetValue{Value: v.name, Count: n, Total: total})
	}
	for _, name := range chosen {
		v := FacetValue{Value: name, Chosen: true, Count: both(counted, e.set(kind, name)), Total: size(others)}
		rest := slices.DeleteFunc(slices.Clone(chosen), func(s string) bool { return s == name })
		if len(rest) > 0 {
			v.Total = both(others, e.combine(kind, rest, f.Any))
		}
		out.Values = append(out.Values, v)
	}
	slices.SortFunc(out.Values, func(a, b FacetValue) int {
		if a.Chosen != b.Chosen {
			if a.Chosen {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value))
	})
	return out
}

// Bounds of List.Common.
const (
	commonLimit   = 3
	commonFromHow = 3 // cases
)

// common returns the components most frequent in the whole selection.
func common(l *List) []FacetValue {
	if l.Total < commonFromHow {
		return nil
	}
	i := slices.IndexFunc(l.Facets, func(f Facet) bool { return f.Kind == incident.Component })
	values := slices.Clone(l.Facets[i].Values)
	slices.SortStableFunc(values, func(a, b FacetValue) int { return cmp.Compare(b.Count, a.Count) })
	return values[:min(commonLimit, len(values))]
}
