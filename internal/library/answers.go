package library

import (
	"time"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/query"
	"github.com/incidentlib/incidentlib/internal/store"
)

// Summary is what a list shows of a case: enough for one line, read without
// the case's prose.
type Summary = store.Summary

// CasePage is a case with what surrounds it in the library. Another case stands
// in the first only of RecurrenceOf, Recurrences, Related, SameOrg and SameCause
// that it fits; in the last two not if it is in Similar.
type CasePage struct {
	Case           incident.Case
	RecurrenceOf   *Summary  // the earlier incident that this one repeats
	Recurrences    []Summary // later incidents that repeat this one
	Related        []Summary // both directions, in date order, newest first; published only
	Previous       *Summary  // the next older case in date order; nil at the end
	Next           *Summary  // the next newer one
	Similar        []Similar // most alike first, at most SimilarLimit
	SameOrg        []Summary // further cases of the organisation, newest first, at most NeighbourLimit
	SameOrgTotal   int       // how many others it has in all, wherever they stand
	SameCause      []Summary // further cases with the root cause, newest first, at most NeighbourLimit
	SameCauseTotal int
}

// Limits of the neighbours on a case page.
const (
	NeighbourLimit = 5
	SimilarLimit   = 5
)

// Similar is a case that shares rare terms with another, and why it was chosen.
type Similar struct {
	Summary   Summary
	Shared    []TermRef // the terms that both carry, rarest first
	SameCause bool
	Score     float64
}

// TermRef names a term.
type TermRef struct {
	Kind incident.Kind
	Slug string
}

// List is one page of the cases that a query asks for.
type List struct {
	Query  query.Query
	Total  int // cases in all pages
	Page   int // from 1
	Pages  int // at least 1
	First  int // position of the first case of this page, from 1; 0 if there is none
	Last   int
	Cases  []Summary
	Facets []Facet      // by kind in the order of query.Facets, then years
	Common []FacetValue // the components most frequent in the whole selection, at most three; empty below three cases
	Search *SearchNote  // nil without text
}

// SearchNote says how a text was understood.
type SearchNote struct {
	Whole   bool           // every word but stop words was searched
	Relaxed bool           // no case has every word: those with most are shown
	Also    []TermRef      // terms recognised in the text, by which it was widened
	Words   []string       // the words that were searched, as typed
	Slips   []Slip         // words that no case has, and what was searched in their place
	Named   *Ref           // the withdrawn case whose id or alias the text is; no list has it
	Suggest []string       // other texts that find a case with every word, where none has; best first
	Hits    map[string]Hit // by case id, for the cases of the page; nil until Edition.Mark fills it in a reader's language

	found *found // for Edition.Mark
}

// Slip is a word as typed and the name that it was taken for.
type Slip struct{ Typed, Meant string }

// Hit says where a text matched in a case.
type Hit struct {
	Title   Marked // in the language that Lang names
	Passage Marked // from the field that matched best; empty Text if only the title or terms did
	Field   string // path of that field, such as "symptoms_text"
}

// Marked is text with the parts that matched, in the language it is written in.
type Marked struct {
	Lang  incident.Lang
	Text  string
	Spans [][2]int // byte offsets, in order, not overlapping
}

// Facet is the values of one filter in the present selection.
type Facet struct {
	Param  string        // as in the query
	Kind   incident.Kind // empty for years
	Values []FacetValue  // chosen ones first, then by count, then by slug
}

// FacetValue is a value of a facet, with two numbers that differ only where
// something of the same facet is chosen:
//
// Count is how many cases carry the value. For a facet of which any value may
// match (query.Facet.Any, and years) it is counted under the choices of all
// other facets, otherwise under all choices. It is above zero for a value that
// is not chosen, and the number to show beside the value.
//
// Total is the total of the list that the value's link leads to: the query
// with the value added or, for a chosen value, removed. Beside an unchosen
// value of a facet without choices it equals Count.
type FacetValue struct {
	Value  string // slug or year
	Count  int
	Total  int
	Chosen bool
}

// Topic is a term with its place in the library.
type Topic struct {
	Term     incident.Term
	Total    int          // published cases that carry it
	Cases    []Summary    // newest first, at most TopicCases
	Occurs   []Occurrence // what goes with it: causes, components, symptoms, factors, domains, orgs
	Years    []YearCount  // of its cases, those with any
	Months   []MonthCount // of its cases, those with any
	Resolved Distribution // of its cases
}

// TopicCases is how many cases a topic carries itself; a list query gives the rest.
const TopicCases = 20

// Occurrence is how often terms of one kind occur in the cases of a topic.
type Occurrence struct {
	Kind  incident.Kind
	Terms []Together // most frequent first
}

// Together is how often a term occurs with a topic, and in all cases. Lift is
// how many times more often than chance: the share of the topic's cases that
// carry the term over the share of all cases that do.
type Together struct {
	Slug  string
	Count int
	InAll int
	Lift  float64
}

// Count is a term's number of published cases.
type Count struct {
	Slug  string
	Count int
}

// Change is the state of a case since its last change.
type Change struct {
	ID         string
	Status     incident.Status
	MergedInto string // id, or empty
	CreatedAt  time.Time
	UpdatedAt  time.Time
}

// MonthCount is a month's number of published cases.
type MonthCount struct {
	Month string // YYYY-MM
	Count int
}

// YearCount is a year's number of published cases.
type YearCount struct {
	Year  string // YYYY
	Count int
}

// Stats describes the cases that a query asks for in figures. Each count is
// the total of a list: that of the query narrowed by the value counted.
type Stats struct {
	Total      int
	Search     *SearchNote  // nil without a text
	Years      []YearCount  // those with cases, in order of time
	Months     []MonthCount // those with cases, in order of time
	YearOnly   int          // cases dated by their year alone, which no month counts
	OfReport   int          // cases dated by their report
	Causes     []Count      // most frequent first
	NoCause    int          // cases of which no source states a cause
	Components []Count      // most frequent first
	Severities []Count      // those with cases, gravest first
	Detected   Distribution // from the impact to the detection
	Resolved   Distribution // from the impact to the resolution
	Grid       Crosstab     // of causes and components
	Pairs      []Pair       // a symptom and a cause, most frequent first, at most StatsPairs
	PairsLeft  int          // how many more occur in two cases or more
}

// Distribution is how long something took in the cases of a selection.
type Distribution struct {
	Known   int // cases that tell it
	Unknown int // cases that do not
	// Quartiles are the times within which a quarter, half and three quarters
	// of the known cases were; the smallest time of which that is true. Zero
	// if none is known.
	Quartiles [3]incident.Duration
	Cases     []Timed // shortest first, then in date order; nil if more than DistributionCases are known
	Bins      []int   // how many known cases each of DistributionBins holds
}

// Timed is a case and how long something took in it.
type Timed struct {
	ID    string
	Title incident.Text
	After incident.Duration
}

// Crosstab counts the cases that carry a term of the rows and one of the
// columns, both the most frequent of their kinds.
type Crosstab struct {
	Rows, Columns []Count
	Cells         [][]int // by row, then column
}

// Pair is a symptom and a cause that occur together.
type Pair struct {
	Symptom, Cause string // slugs
	Count          int    // cases that carry both
	OfSymptom      int    // cases that carry the symptom
	Lift           float64
}

// Ref is where an address of a case leads.
type Ref struct {
	ID         string // the canonical id
	Canonical  bool   // the address was written in the canonical form already
	MergedInto string // the case that took this one's place, or empty
}
