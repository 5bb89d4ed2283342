package views

import "github.com/incidentlib/incidentlib/internal/i18n"

// CasesList is a page of the list of cases.
type CasesList struct {
	Page
	Heading  string // "사례 62건"
	Position string // "1~20번째 표시"; "" when the page holds all
	Insight  string // what the cases have in common; "" for few
	Empty    bool

	Chosen   []Chip // the filters in force
	ClearAll string // address of the list without filters; "" if there are none
	Facets   []Facet
	Sorts    []Choice
	Layouts  []Choice // compact, detailed
	Detailed bool

	Also    []Term   // terms that the search text was widened by
	Relaxed bool     // no case has every word of the search text
	Slips   []string // words that were taken for other ones
	Named   *Link    // the withdrawn case whose id the search text is
	Suggest []Link   // other texts to try when nothing is found
	Hidden  []Hidden // filters that the search form keeps

	Rows  []CaseRow
	Pager Pager
	Stats string // the same cases in figures
}

// Chip is a filter in force, with the address of the list without it.
type Chip struct {
	Kind   string // as in Term, or "year", "from", "to", "not", "q"
	Name   string // the facet's name
	Value  Text
	Remove string
}

// Facet is one filter with the values that lead on.
type Facet struct {
	Kind       string // as in Term, or "year"
	Name       string
	Definition string
	Values     []FacetValue
	Open       int // how many values stand unfolded
}

// FacetValue is a link that adds a value or, if it is chosen, removes it.
type FacetValue struct {
	Label  Text
	Count  int // cases that carry it
	Total  int // cases of the list that the link leads to
	Href   string
	Chosen bool
	Adds   bool // the cases come on top of those of the values chosen beside it
}

// Choice is one of several ways to see the list.
type Choice struct {
	Label   string
	Href    string
	Current bool
}

// Hidden is a form field that keeps a filter.
type Hidden struct{ Name, Value string }

// Pager leads through the pages of a list.
type Pager struct {
	Previous string // "" on the first page
	Next     string // "" on the last
	Pages    []PagerPage
}

// PagerPage is a page's number, or a gap between numbers.
type PagerPage struct {
	Number  string
	Label   string // "3쪽", for assistive technology
	Href    string
	Current bool
	Gap     bool
}

// open returns the values that stand unfolded. A fold of one or two lines would
// hide no more than its own line shows: they stay open.
func (f Facet) open() []FacetValue {
	if len(f.Values)-f.Open <= 2 {
		return f.Values
	}
	return first(f.Open, f.Values)
}

// folded returns the values behind the fold.
func (f Facet) folded() []FacetValue { return f.Values[len(f.open()):] }

// figure is the number beside a value: how many cases carry it, with a plus
// sign where they would be added to those of the values chosen beside it.
func (v FacetValue) figure(p *i18n.Printer) string {
	if v.Adds {
		return "+" + p.Count(v.Count)
	}
	return p.Count(v.Count)
}

// filtered reports whether filters are in force besides the text of a search.
func filtered(chosen []Chip) bool {
	return len(chosen) > 1 || len(chosen) == 1 && chosen[0].Kind != "q"
}
