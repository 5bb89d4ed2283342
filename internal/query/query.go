// Package query is the one grammar by which cases are asked for: the site's
// addresses, the API, feeds, exports and MCP all parse it here, and every link
// to a list is written here in its canonical form.
package query

import (
	"net/url"
	"slices"
	"strconv"

	"github.com/incidentlib/incidentlib/internal/incident"
)

// Sort is an order of cases. Every order is tie-broken by id.
type Sort string

// The orders. The zero Sort stands for the default: relevance with a text,
// newest without.
const (
	Newest    Sort = "newest"
	Oldest    Sort = "oldest"
	Updated   Sort = "updated"
	Relevance Sort = "relevance"
)

// Sorts lists the orders as a page offers them.
var Sorts = []Sort{Newest, Oldest, Updated, Relevance}

// Limits of the grammar.
const (
	DefaultPerPage = 20
	MaxPerPage     = 100
	MaxText        = 4000 // characters of q
	MaxValues      = 20   // values of one parameter
	maxPage        = 1_000_000
)

// Facet is a parameter whose values are terms of a vocabulary.
type Facet struct {
	Param string
	Kind  incident.Kind
	Any   bool // several values mean any of them; otherwise all of them
}

// Facets lists the term parameters in canonical order.
var Facets = []Facet{
	{"cause", incident.Cause, true},
	{"component", incident.Component, false},
	{"symptom", incident.Symptom, false},
	{"factor", incident.Factor, false},
	{"domain", incident.Domain, false},
	{"org", incident.Org, true},
	{"severity", incident.SeverityKind, true},
}

// Params lists every parameter of the grammar in canonical order.
var Params = []string{
	"q", "cause", "component", "symptom", "factor", "domain", "org", "severity",
	"year", "from", "to", "not", "sort", "page", "per_page",
}

// Query is a parsed request for cases. The zero Query asks for all of them.
type Query struct {
	Text     string
	Terms    map[incident.Kind][]string // slugs, sorted, each once
	Years    []string                   // four digits, sorted, each once; any of
	From, To incident.Date              // inclusive; zero is open
	Not      []string                   // canonical ids, sorted, each once
	Sort     Sort
	Page     int // from 1; 0 stands for 1
	PerPage  int // 0 stands for DefaultPerPage
}

// Order returns the order in force.
func (q Query) Order() Sort {
	switch {
	case q.Sort != "":
		return q.Sort
	case q.Text != "":
		return Relevance
	}
	return Newest
}

// PageNumber returns the page asked for, from 1.
func (q Query) PageNumber() int { return max(q.Page, 1) }

// Size returns how many cases a page holds.
func (q Query) Size() int {
	if q.PerPage == 0 {
		return DefaultPerPage
	}
	return q.PerPage
}

// Filtered reports whether the query leaves any case out.
func (q Query) Filtered() bool {
	return q.Text != "" || len(q.Terms) > 0 || len(q.Years) > 0 || q.From != "" || q.To != "" || len(q.Not) > 0
}

// Has reports whether the query asks for a term.
func (q Query) Has(k incident.Kind, slug string) bool { return slices.Contains(q.Terms[k], slug) }

// With returns the query with a term added and the page reset.
func (q Query) With(k incident.Kind, slug string) Query {
	return q.setTerms(k, clean(append(slices.Clone(q.Terms[k]), slug)))
}

// Without returns the query with a term removed and the page reset.
func (q Query) Without(k incident.Kind, slug string) Query {
	return q.setTerms(k, slices.DeleteFunc(slices.Clone(q.Terms[k]), func(s string) bool { return s == slug }))
}

// WithoutKind returns the query with no term of a kind, and the page reset.
func (q Query) WithoutKind(k incident.Kind) Query { return q.setTerms(k, nil) }

func (q Query) setTerms(k incident.Kind, slugs []string) Query {
	terms := make(map[incident.Kind][]string, len(q.Terms)+1)
	for kind, s := range q.Terms {
		terms[kind] = s
	}
	if len(slugs) > 0 {
		terms[k] = slugs
	} else {
		delete(terms, k)
	}
	if len(terms) == 0 {
		terms = nil // as Parse leaves it
	}
	q.Terms, q.Page = terms, 0
	return q
}

// WithYear returns the query with a year added and the page reset.
func (q Query) WithYear(year string) Query {
	q.Years, q.Page = clean(append(slices.Clone(q.Years), year)), 0
	return q
}

// WithoutYear returns the query with a year removed and the page reset.
func (q Query) WithoutYear(year string) Query {
	q.Years, q.Page = slices.DeleteFunc(slices.Clone(q.Years), func(s string) bool { return s == year }), 0
	return q
}

// WithoutText returns the query without its text, in an order that needs none.
func (q Query) WithoutText() Query {
	q.Text, q.Page = "", 0
	if q.Sort == Relevance {
		q.Sort = ""
	}
	return q
}

// AtPage returns the query at another page.
func (q Query) AtPage(n int) Query {
	q.Page = n
	return q
}

// InOrder returns the query in another order, from its first page.
func (q Query) InOrder(s Sort) Query {
	q.Sort, q.Page = s, 0
	return q
}

// Values returns the canonical form of the query: parameters that say nothing
// beyond the default left out. Encode writes them in order.
func (q Query) Values() url.Values {
	v := url.Values{}
	q.each(v.Add)
	return v
}

// Encode writes the canonical form as a query string without "?", empty for
// the zero Query. Equal queries are written alike.
func (q Query) Encode() string {
	var room [256]byte
	b := room[:0]
	q.each(func(name, value string) {
		if len(b) > 0 {
			b = append(b, '&')
		}
		b = append(append(b, name...), '=')
		b = append(b, url.QueryEscape(value)...)
	})
	return string(b)
}

// each calls f for every value of the canonical form, in the order of Params.
func (q Query) each(f func(name, value string)) {
	all := func(name string, values []string) {
		for _, value := range values {
			f(name, value)
		}
	}
	set := func(name, value string, unless bool) {
		if value != "" && !unless {
			f(name, value)
		}
	}
	set("q", q.Text, false)
	for _, f := range Facets {
		all(f.Param, q.Terms[f.Kind])
	}
	all("year", q.Years)
	set("from", string(q.From), false)
	set("to", string(q.To), false)
	all("not", q.Not)
	set("sort", string(q.Sort), q.Sort == Query{Text: q.Text}.Order())
	set("page", strconv.Itoa(q.Page), q.Page < 2)
	set("per_page", strconv.Itoa(q.PerPage), q.PerPage == 0 || q.PerPage == DefaultPerPage)
}

func clean(s []string) []string {
	slices.Sort(s)
	return slices.Compact(s)
}
