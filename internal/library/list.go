package library

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/query"
	"github.com/incidentlib/incidentlib/internal/store"
)

// List returns the page of published cases that a query asks for, with its
// facets. A query without cases has one empty page; a page past the last is an
// error of kind NotFound that names the last. Newest is the reverse of oldest
// (date, then id); cases updated at once, or alike in relevance, are in the
// order of newest.
func (e *Edition) List(ctx context.Context, q query.Query) (*List, error) {
	var text *found
	if q.Text != "" {
		var err error
		if text, err = e.find(ctx, q.Text, q.Order() == query.Relevance); err != nil {
			return nil, err
		}
	}
	parts := e.parts(q, text)
	selected := e.intersect(parts, "")
	l := &List{Query: q, Total: size(selected), Page: q.PageNumber()}
	l.Pages = max(1, (l.Total+q.Size()-1)/q.Size())
	if l.Page > l.Pages {
		return nil, pastEnd(l)
	}
	skip := (l.Page - 1) * q.Size()
	positions := e.order(q, selected, text, skip)
	if len(positions) > 0 {
		l.First, l.Last = skip+1, skip+len(positions)
	}
	var err error
	if l.Cases, err = e.db.Summaries(ctx, positions); err != nil {
		return nil, err
	}
	l.Facets = e.facets(q, parts, selected)
	l.Common = common(l)
	if text != nil {
		l.Search = text.note()
	}
	return l, nil
}

func pastEnd(l *List) *incident.Error {
	return &incident.Error{
		Kind: incident.NotFound, Param: "page", Value: strconv.Itoa(l.Page), Problem: incident.ProblemPastEnd,
		Nearest: []string{strconv.Itoa(l.Pages)}, Message: fmt.Sprintf("page %d is past the last, which is %d", l.Page, l.Pages),
	}
}

// part is the cases that one parameter of a query lets through.
type part struct {
	param string
	set   *roaring.Bitmap
}

// parts computes what each parameter of a query lets through.
func (e *Edition) parts(q query.Query, text *found) []part {
	var out []part
	add := func(param string, set *roaring.Bitmap) { out = append(out, part{param, set}) }
	if text != nil {
		add("q", text.set)
	}
	for _, f := range query.Facets {
		if slugs := q.Terms[f.Kind]; len(slugs) > 0 {
			add(f.Param, e.combine(string(f.Kind), slugs, f.Any))
		}
	}
	if len(q.Years) > 0 {
		add(store.Year, e.combine(store.Year, q.Years, true))
	}
	if q.From != "" {
		add("from", e.since(q.From))
	}
	if q.To != "" {
		add("to", e.until(q.To))
	}
	if len(q.Not) > 0 {
		others := e.published.Clone()
		for _, id := range q.Not {
			if p, ok := e.x.Position(id); ok {
				others.Remove(p)
			}
		}
		add("not", others)
	}
	return out
}

// intersect returns the published cases that every part but one lets through.
// The result is not to be changed: it may be a set of the index.
func (e *Edition) intersect(parts []part, except string) *roaring.Bitmap {
	out := e.published
	for _, p := range parts {
		if p.param != except {
			out = roaring.And(out, p.set)
		}
	}
	return out
}

// combine returns the cases that have any, or all, of the values.
func (e *Edition) combine(kind string, values []string, anyOf bool) *roaring.Bitmap {
	sets := make([]*roaring.Bitmap, len(values))
	for i, v := range values {
		sets[i] = e.set(kind, v)
	}
	if anyOf {
		return roaring.FastOr(sets...)
	}
	return roaring.FastAnd(sets...)
}

// since returns the cases whose date covers the first day of from or a later one.
func (e *Edition) since(from incident.Date) *roaring.Bitmap {
	day := store.Day(from.First())
	out := roaring.New()
	out.AddRange(uint64(e.firstAt(day)), uint64(len(e.x.Days)))
	// Partial dates that begin earlier and last until then.
	month, year := incident.Date(from.First().Format("2006-01")), incident.Date(from.Year())
	for precision, begin := range map[string]incident.Date{store.Month: month, store.Year: year} {
		first := store.Day(begin.First())
		same := roaring.New()
		same.AddRange(uint64(e.firstAt(first)), uint64(e.firstAt(first+1)))
		same.And(e.set(store.Precision, precision))
		out.Or(same)
	}
	return out
}

// until returns the cases whose date begins on the last day of to or earlier.
func (e *Edition) until(to incident.Date) *roaring.Bitmap {
	out := roaring.New()
	out.AddRange(0, uint64(e.firstAt(store.Day(to.Last())+1)))
	return out
}

// firstAt returns the position of the first case dated on a day or later.
func (e *Edition) firstAt(day int32) int {
	i, _ := slices.BinarySearch(e.x.Days, day)
	return i
}

// order returns the positions of a page of the selected cases.
func (e *Edition) order(q query.Query, selected *roaring.Bitmap, text *found, skip int) []uint32 {
	switch n := q.Size(); q.Order() {
	case query.Oldest:
		var out []uint32
		for i := skip; i < min(skip+n, size(selected)); i++ {
			p, err := selected.Select(uint32(i))
			if err != nil {
				break // cannot be: i is below the size
			}
			out = append(out, p)
		}
		return out
	case query.Updated:
		return e.filter(e.x.Updated, selected, skip, n)
	case query.Relevance:
		if text != nil {
			return e.filter(text.order, selected, skip, n)
		}
		fallthrough
	default:
		return newest(selected, skip, n)
	}
}
