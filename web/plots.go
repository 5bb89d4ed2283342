package web

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/internal/query"
	"github.com/incidentlib/incidentlib/views"
)

// This file fills the plots that several pages have. Each figure of a plot is
// the total of the list that it leads to: the page's query, narrowed.

// selection is the part of a query that chooses cases.
func selection(q query.Query) query.Query {
	q.Sort, q.Page, q.PerPage = "", 0, 0
	return q
}

// narrowed is the query for those of its cases that carry a term.
func narrowed(q query.Query, k incident.Kind, slug string) query.Query {
	for _, f := range query.Facets {
		if f.Kind == k && f.Any {
			q = q.WithoutKind(k) // the cases have one value of it at most
		}
	}
	return q.With(k, slug)
}

func (v *visit) list(q query.Query) string { return v.link("/cases", q.Encode()) }

// calendar sets the cases that a query asks for into the years of the whole
// library, so that calendars of several pages compare.
func (v *visit) calendar(id, title string, q query.Query, years []library.YearCount, months []library.MonthCount) views.Calendar {
	c := views.Calendar{ID: id, Title: title}
	all := v.edition.Years()
	if len(all) == 0 {
		return c
	}
	first, last := yearNumber(all[0].Year), yearNumber(all[len(all)-1].Year)
	for year := first; year <= last; year++ {
		c.Years = append(c.Years, views.CalendarYear{Year: year})
	}
	var words []string
	for _, n := range years {
		y := &c.Years[yearNumber(n.Year)-first]
		of := q
		of.Years = []string{n.Year}
		y.Count, y.Rest, y.Href = n.Count, n.Count, v.list(of)
		y.Label = v.printer.Date(n.Year) + ": " + casesCounted(v.printer, n.Count)
		words = append(words, y.Label)
	}
	for _, n := range months {
		y := &c.Years[yearNumber(n.Month)-first]
		m, _ := strconv.Atoi(n.Month[5:])
		y.Rest -= n.Count
		y.Months[m-1].Count = n.Count
	}
	for i := range c.Years {
		v.monthLists(&c.Years[i], q)
	}
	c.Summary = strings.Join(words, "; ")
	return c
}

// yearOnly says how many cases of a calendar stand in no month; "" for none.
func (v *visit) yearOnly(c views.Calendar) string {
	n := 0
	for _, y := range c.Years {
		n += y.Rest
	}
	if n == 0 {
		return ""
	}
	return v.printer.N("home.year_only", n, nil)
}

// yearNumber reads the year of a date.
func yearNumber(date string) int {
	n, _ := strconv.Atoi(date[:4])
	return n
}

// monthLists leads each month with cases to their list. A case that is dated by
// its year alone may be of any of its months, so that the list has it as well.
func (v *visit) monthLists(y *views.CalendarYear, q query.Query) {
	for i := range y.Months {
		m := &y.Months[i]
		if m.Count == 0 {
			continue
		}
		month := incident.Date(fmt.Sprintf("%04d-%02d", y.Year, i+1))
		of := q
		if of.From == "" || of.From.First().Before(month.First()) {
			of.From = month
		}
		if of.To == "" || of.To.Last().After(month.Last()) {
			of.To = month
		}
		m.Href, m.Total = v.list(of), m.Count+y.Rest
		name, cases := v.printer.Date(string(month)), casesCounted(v.printer, m.Count)
		m.Label = name + ": " + cases
		if y.Rest > 0 {
			m.Label = v.printer.N("plot.month_and_rest", y.Rest, i18n.Args{"Month": name, "Cases": cases})
		}
	}
}

// fewTimes is below how many cases quartiles say less than the cases do.
const fewTimes = 5

// spread is how long something took in a selection.
func (v *visit) spread(id, title string, d library.Distribution) views.Spread {
	s := views.Spread{ID: id, Title: title}
	switch {
	case d.Known == 0:
		s.Counted = v.printer.N("plot.known_none", d.Unknown, nil)
	case d.Unknown == 0:
		s.Counted = v.printer.N("plot.known_all", d.Known, nil)
	default:
		s.Counted = v.printer.N("plot.known", d.Known, i18n.Args{"Total": v.printer.Count(d.Known + d.Unknown)})
	}
	if d.Known >= fewTimes {
		var words []string
		for i, key := range []string{"plot.quarter", "plot.half", "plot.three_quarters"} {
			s.Quartiles = append(s.Quartiles, v.span(&d.Quartiles[i]))
			words = append(words, v.printer.T(key)+": "+s.Quartiles[i].Text)
		}
		s.Summary = strings.Join(words, "; ")
		s.Median = v.printer.F("plot.median", i18n.Args{"Time": s.Quartiles[1].Text})
	}
	for _, c := range d.Cases {
		s.Cases = append(s.Cases, views.SpreadCase{ID: c.ID, Href: v.link("/cases/"+c.ID, ""), Title: v.text(c.Title), After: v.span(&c.After)})
	}
	if len(s.Cases) > 0 {
		s.Longest = s.Cases[len(s.Cases)-1].After
	} else {
		s.Bins, s.Longest = v.bins(d)
	}
	return s
}

// bins are those of a distribution up to the last with cases, and the time
// that the last begins with.
func (v *visit) bins(d library.Distribution) (bins []views.SpreadBin, longest views.Span) {
	for i, n := range d.Bins {
		from := library.DistributionBins[i]
		b := views.SpreadBin{From: from.Minutes(), Count: n}
		switch {
		case i+1 == len(library.DistributionBins):
			b.Label = v.printer.F("plot.bin_last", i18n.Args{"From": v.span(&from).Text})
		case i == 0:
			b.To = library.DistributionBins[1].Minutes()
			b.Label = v.printer.T("format.under_a_minute")
		default:
			to := library.DistributionBins[i+1]
			b.To = to.Minutes()
			b.Label = v.printer.F("plot.bin", i18n.Args{"From": v.span(&from).Text, "To": v.span(&to).Text})
		}
		bins = append(bins, b)
		if n > 0 {
			longest = v.span(&from)
		}
	}
	return bins, longest
}

// ranked lists terms of a kind with the part that each is of the largest.
func (v *visit) ranked(k incident.Kind, q query.Query, counts []library.Count) []views.Ranked {
	most := 0
	for _, c := range counts {
		most = max(most, c.Count)
	}
	var out []views.Ranked
	for _, c := range counts {
		r := views.Ranked{Term: v.term(k, c.Slug), List: v.list(narrowed(q, k, c.Slug)), Share: 100 * float64(c.Count) / float64(most)}
		r.Term.Count = c.Count
		out = append(out, r)
	}
	return out
}
