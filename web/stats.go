package web

import (
	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/internal/query"
	"github.com/incidentlib/incidentlib/views"
)

// liftFrom is from how many cases on it is said how far above chance a pair is.
const liftFrom = 5

// showStats answers /stats: the cases that a query asks for, in figures.
func showStats(v *visit, c echo.Context) (templ.Component, error) {
	q, problems := query.Parse(c.QueryParams(), v.edition)
	q = selection(q)
	v.asked = q
	if len(problems) > 0 {
		return nil, problems
	}
	stats, err := v.edition.Stats(c.Request().Context(), q)
	if err != nil {
		return nil, err
	}
	return views.StatsPage(v.statsPage(q, stats)), nil
}

func (v *visit) statsPage(q query.Query, s *library.Stats) views.Stats {
	p := v.printer
	address := func(q query.Query) string { return v.link("/stats", q.Encode()) }
	out := views.Stats{
		Counted:    casesCounted(p, s.Total),
		Chosen:     v.chips(q, address),
		Empty:      s.Total == 0,
		Years:      v.calendar("cases-by-year", p.T("stats.years"), q, s.Years, s.Months),
		Detected:   v.spread("detected", p.T("stats.detected"), s.Detected),
		Resolved:   v.spread("resolved", p.T("stats.resolved"), s.Resolved),
		Causes:     v.ranked(incident.Cause, q, s.Causes),
		Severities: v.ranked(incident.SeverityKind, q, s.Severities),
		Grid:       v.grid(q, s),
		Pairs:      v.pairs(q, s.Pairs),
	}
	if out.Detected.Longest.Minutes > out.Resolved.Longest.Minutes {
		out.Resolved.Longest = out.Detected.Longest
	}
	out.Detected.Longest = out.Resolved.Longest // one axis for both
	out.Cases = views.Link{Text: views.Text{Value: p.N("list.all", s.Total, nil)}, Href: v.list(q)}
	if q.Filtered() {
		out.ClearAll = address(query.Query{})
	}
	if s.YearOnly > 0 {
		out.Years.Note = p.N("stats.year_only", s.YearOnly, nil)
	}
	if s.OfReport > 0 {
		out.Years.Note = joinSentences(out.Years.Note, p.N("stats.of_report", s.OfReport, nil))
	}
	if s.NoCause > 0 {
		out.NoCause = p.N("stats.no_cause", s.NoCause, nil)
	}
	if s.PairsLeft > 0 {
		out.PairsLeft = p.N("stats.pairs_left", s.PairsLeft, nil)
	}
	out.Page = v.describe(p.T("stats.title"), p.T("stats.lead"), "/stats", q.Encode())
	if s.Search != nil {
		out.Relaxed, out.Slips = s.Search.Relaxed, v.slips(s.Search)
	}
	out.SearchText, out.NoIndex = q.Text, isPoor(s.Search, s.Total)
	return out
}

func joinSentences(a, b string) string {
	if a == "" {
		return b
	}
	return a + " " + b
}

// shades is how many shades the cells of a grid have.
const shades = 5

func (v *visit) grid(q query.Query, s *library.Stats) views.Grid {
	g := views.Grid{}
	for _, column := range s.Grid.Columns {
		g.Columns = append(g.Columns, v.term(incident.Component, column.Slug))
	}
	most := 0
	for _, row := range s.Grid.Cells {
		for _, n := range row {
			most = max(most, n)
		}
	}
	for i, row := range s.Grid.Rows {
		g.Rows = append(g.Rows, v.term(incident.Cause, row.Slug))
		with := narrowed(q, incident.Cause, row.Slug)
		cells := make([]views.GridCell, len(s.Grid.Columns))
		for j, n := range s.Grid.Cells[i] {
			if n > 0 {
				href := v.list(narrowed(with, incident.Component, s.Grid.Columns[j].Slug))
				cells[j] = views.GridCell{Count: n, Href: href, Shade: (shades*n + most - 1) / most}
			}
		}
		g.Cells = append(g.Cells, cells)
	}
	if len(s.Causes) > len(g.Rows) || len(s.Components) > len(g.Columns) {
		g.Note = v.printer.F("stats.grid.shown", i18n.Args{
			"Causes": len(g.Rows), "AllCauses": len(s.Causes), "Components": len(g.Columns), "AllComponents": len(s.Components),
		})
	}
	return g
}

func (v *visit) pairs(q query.Query, pairs []library.Pair) []views.Pair {
	var out []views.Pair
	for _, p := range pairs {
		pair := views.Pair{
			Symptom: v.term(incident.Symptom, p.Symptom), Cause: v.term(incident.Cause, p.Cause), Count: p.Count, Of: p.OfSymptom,
			List: v.list(narrowed(narrowed(q, incident.Symptom, p.Symptom), incident.Cause, p.Cause)),
		}
		if p.Count >= liftFrom {
			pair.Lift = v.printer.Decimal(p.Lift)
		}
		out = append(out, pair)
	}
	return out
}
