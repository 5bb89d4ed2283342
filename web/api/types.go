package api

import "time"

// This file is every shape that the API answers with. A key is always there;
// what is not known is null, a list without members is [].

// Text is a value in both languages; a language that is not written is null.
type Text struct {
	EN *string `json:"en"`
	KO *string `json:"ko"`
}

// Case is a whole case. It has the fields of a case file, and four that follow
// from the others: url, org_slug, impact and impact_text.
type Case struct {
	ID            string       `json:"id"`
	URL           string       `json:"url"` // the page, in the reader's language
	Org           string       `json:"org"`
	OrgSlug       string       `json:"org_slug"`
	Date          string       `json:"date"` // YYYY-MM-DD, YYYY-MM or YYYY
	DateKind      string       `json:"date_kind"`
	Title         *Text        `json:"title"`
	Domain        []string     `json:"domain"`
	RootCause     *string      `json:"root_cause"`
	RootCauseText *Text        `json:"root_cause_text"`
	Symptoms      []string     `json:"symptoms"`
	Components    []string     `json:"components"`
	Contributing  []string     `json:"contributing"`
	Severity      string       `json:"severity"`
	Impact        Impact       `json:"impact"`
	ImpactText    ImpactText   `json:"impact_text"`
	Summary       *Text        `json:"summary"`
	SymptomsText  *Text        `json:"symptoms_text"`
	Trigger       *Text        `json:"trigger"`
	Detection     *Text        `json:"detection"`
	Timeline      Timeline     `json:"timeline"`
	Remediation   []Step       `json:"remediation"`
	Tried         []Step       `json:"tried"`
	ActionItems   []ActionItem `json:"action_items"`
	Lessons       *Text        `json:"lessons"`
	Related       []string     `json:"related"`
	RecurrenceOf  *string      `json:"recurrence_of"`
	Aliases       []string     `json:"aliases"`
	Sources       []Source     `json:"sources"`
	Docs          []string     `json:"docs"`
	CreatedAt     time.Time    `json:"created_at"`
	UpdatedAt     time.Time    `json:"updated_at"`
	Review        Review       `json:"review"`
	Status        string       `json:"status"`
	Reason        *Text        `json:"reason"`
	MergedInto    *string      `json:"merged_into"`
}

// Impact is the impact in English (in Korean where there is no English), with
// "unknown" for what no source states.
type Impact struct {
	Scope  string `json:"scope"`
	Users  string `json:"users"`
	Region string `json:"region"`
}

// ImpactText is the impact in both languages.
type ImpactText struct {
	Scope  *Text `json:"scope"`
	Users  *Text `json:"users"`
	Region *Text `json:"region"`
}

// Timeline is the course of the incident. Durations are written "5d 7h 30m".
type Timeline struct {
	DetectedAfter *string `json:"detected_after"`
	ResolvedAfter *string `json:"resolved_after"`
	Events        []Event `json:"events"`
}

// Event is one line of a timeline. At is a date or an RFC 3339 time.
type Event struct {
	At     string `json:"at"`
	Approx bool   `json:"approx"`
	Phase  string `json:"phase"`
	Text   *Text  `json:"text"`
}

// Step is something that was done during the incident.
type Step struct {
	Text *Text   `json:"text"`
	At   *string `json:"at"`
}

// ActionItem is a follow-up.
type ActionItem struct {
	Text   *Text   `json:"text"`
	Status string  `json:"status"`
	Due    *string `json:"due"`
}

// Source is a document that the case was written from.
type Source struct {
	URL       string  `json:"url"`
	Kind      string  `json:"kind"`
	Title     *string `json:"title"`
	Publisher *string `json:"publisher"`
	Language  *string `json:"language"`
	License   string  `json:"license"`
	Archived  *string `json:"archived"`
	Accessed  *string `json:"accessed"`
}

// Review says who wrote the case, human or machine, and who checked it.
type Review struct {
	WrittenBy  string     `json:"written_by"`
	ReviewedAt *time.Time `json:"reviewed_at"`
	ReviewedBy *string    `json:"reviewed_by"`
}

// Summary is a case as a line of a list: the fields of Case that need no prose.
type Summary struct {
	ID            string   `json:"id"`
	URL           string   `json:"url"`
	Org           string   `json:"org"`
	OrgSlug       string   `json:"org_slug"`
	Date          string   `json:"date"`
	DateKind      string   `json:"date_kind"`
	Title         *Text    `json:"title"`
	Domain        []string `json:"domain"`
	RootCause     *string  `json:"root_cause"`
	RootCauseText *Text    `json:"root_cause_text"`
	Symptoms      []string `json:"symptoms"`
	Components    []string `json:"components"`
	Contributing  []string `json:"contributing"`
	Severity      string   `json:"severity"`
	Timeline      Spans    `json:"timeline"`
}

// Spans is the part of a timeline that a Summary has.
type Spans struct {
	DetectedAfter *string `json:"detected_after"`
	ResolvedAfter *string `json:"resolved_after"`
}

// List is one page of the cases that a query asks for.
type List struct {
	Total   int       `json:"total"` // cases in all pages
	Page    int       `json:"page"`
	Pages   int       `json:"pages"`
	PerPage int       `json:"per_page"`
	Cases   []Summary `json:"cases"`
	Facets  Facets    `json:"facets"`
	Relaxed bool      `json:"relaxed"` // no case has every word of q: these have the most
	Also    []TermRef `json:"also"`    // terms recognised in q, by which it was widened
	Slips   []Slip    `json:"slips"`   // words of q that no case has, and what was searched in their place
	Suggest []string  `json:"suggest"` // other texts for q, where no case has every word
}

// Slip is a word as typed and the name that it was taken for.
type Slip struct {
	Typed string `json:"typed"`
	Meant string `json:"meant"`
}

// Facets is the values of each filter in the selection, by parameter.
type Facets struct {
	Cause     []FacetValue `json:"cause"`
	Component []FacetValue `json:"component"`
	Symptom   []FacetValue `json:"symptom"`
	Factor    []FacetValue `json:"factor"`
	Domain    []FacetValue `json:"domain"`
	Org       []FacetValue `json:"org"`
	Severity  []FacetValue `json:"severity"`
	Year      []FacetValue `json:"year"`
}

// FacetValue is a value of a filter. Count is how many cases carry it; Total is
// the total of the list with the value added or, if it is chosen, removed.
type FacetValue struct {
	Value  string `json:"value"`
	Label  *Text  `json:"label"`
	Count  int    `json:"count"`
	Total  int    `json:"total"`
	Chosen bool   `json:"chosen"`
}

// TermRef names a term. Kind is its word in addresses: causes, ..., orgs.
type TermRef struct {
	Kind  string `json:"kind"`
	Slug  string `json:"slug"`
	Label *Text  `json:"label"`
}

// SimilarCases is the cases like another, most alike first.
type SimilarCases struct {
	ID    string    `json:"id"`
	Total int       `json:"total"`
	Cases []Similar `json:"cases"`
}

// Similar is a case like another, and the terms that both carry, rarest first.
type Similar struct {
	Case      Summary   `json:"case"`
	Shared    []TermRef `json:"shared"`
	SameCause bool      `json:"same_cause"`
	Score     float64   `json:"score"`
}

// Term is an entry of a vocabulary. Cases counts the published ones.
type Term struct {
	Kind       string  `json:"kind"`
	Slug       string  `json:"slug"`
	URL        string  `json:"url"`
	Label      *Text   `json:"label"`
	Definition *Text   `json:"definition"`
	Aliases    Aliases `json:"aliases"`
	Group      *Group  `json:"group"`
	Cases      int     `json:"cases"`
}

// Aliases are the other names of a term.
type Aliases struct {
	EN []string `json:"en"`
	KO []string `json:"ko"`
}

// Group gathers terms of a vocabulary.
type Group struct {
	Slug  string `json:"slug"`
	Label *Text  `json:"label"`
}

// Terms is the current terms of one kind, those with most cases first; those
// that no case carries stand last.
type Terms struct {
	Kind  string `json:"kind"`
	Total int    `json:"total"`
	Terms []Term `json:"terms"`
}

// Topic is a term, what occurs with it, and one page of its cases.
type Topic struct {
	Term       Term      `json:"term"`
	Checks     []Check   `json:"checks"`
	OccursWith []Occurs  `json:"occurs_with"`
	Total      int       `json:"total"`
	Page       int       `json:"page"`
	Pages      int       `json:"pages"`
	PerPage    int       `json:"per_page"`
	Cases      []Summary `json:"cases"`
}

// Check is a question about one's own system with a command that only reads.
type Check struct {
	Question *Text  `json:"question"`
	Command  string `json:"command"`
}

// Occurs is a term that occurs with a topic: in how many of its cases, and how
// many times more often than in all cases.
type Occurs struct {
	Kind  string  `json:"kind"`
	Slug  string  `json:"slug"`
	Label *Text   `json:"label"`
	Cases int     `json:"cases"`
	Lift  float64 `json:"lift"`
}

// Vocab is the terms that a text names, in either language; none if it names none.
type Vocab struct {
	Q     string `json:"q"`
	Total int    `json:"total"`
	Terms []Term `json:"terms"`
}

// Changes is what happened to the cases since a time or cursor, earliest first.
// Next is the cursor to go on from, now if More is true, else later.
type Changes struct {
	Changes []Change `json:"changes"`
	More    bool     `json:"more"`
	Next    string   `json:"next"`
}

// Change is the last change of a case. Case is null for a withdrawn one.
type Change struct {
	Change     string    `json:"change"` // added, changed or withdrawn
	ID         string    `json:"id"`
	URL        string    `json:"url"`
	UpdatedAt  time.Time `json:"updated_at"`
	MergedInto *string   `json:"merged_into"` // the case that took a withdrawn one's place
	Case       *Case     `json:"case"`
}

// Problem is an answer that tells what was wrong (RFC 9457).
type Problem struct {
	Type   string         `json:"type"`
	Title  string         `json:"title"`
	Status int            `json:"status"`
	Detail string         `json:"detail"`
	Errors []ProblemError `json:"errors"` // every problem of the request
}

// ProblemError is one problem of a request: which parameter (or part of the
// path), the nearest valid values, and what to do.
type ProblemError struct {
	Parameter string   `json:"parameter"`
	Value     string   `json:"value"`
	Problem   string   `json:"problem"` // unknown, form, range, repeated, too_many, too_long, past_end, no_param, none_such
	Detail    string   `json:"detail"`
	Nearest   []string `json:"nearest"`
	Fix       string   `json:"fix"`
}
