// Package incident holds the domain of the library: what a case is, the terms
// that classify it, and the kinds of error that every layer speaks. It imports
// the standard library alone, so that each other package may import it.
package incident

import (
	"slices"
	"time"
)

// Lang is one of the two languages that prose is written in.
type Lang string

// The languages of the library.
const (
	EN Lang = "en"
	KO Lang = "ko"
)

// Langs lists the languages in the order in which pages name them.
var Langs = []Lang{EN, KO}

// Other returns the other of the two languages.
func (l Lang) Other() Lang {
	if l == KO {
		return EN
	}
	return KO
}

// Case is one public post-incident report in the library's structure. Strings
// of kind "slug" are terms of the vocabularies (see Vocabulary).
type Case struct {
	ID       string // IL- and four digits or more
	Org      string // name in the organisations' vocabulary
	OrgSlug  string // derived from Org
	Date     Date
	DateKind DateKind

	Title         Text
	Summary       Text
	SymptomsText  Text
	Trigger       Text
	Detection     Text
	Lessons       Text
	RootCauseText Text // at most 90 characters in each language

	Domains    []string // slugs
	Symptoms   []string // slugs
	Components []string // slugs
	Factors    []string // slugs; the field "contributing" of a file
	RootCause  string   // slug; empty where no source states a cause

	Severity    Severity
	Impact      Impact
	Timeline    Timeline
	Remediation []Step // what worked
	Tried       []Step // what was tried and did not
	ActionItems []ActionItem

	Related      []string // ids; symmetric once a corpus is linked
	RecurrenceOf string   // id, or empty
	Aliases      []string // tracking ids and the like

	Sources []Source
	Docs    []string // addresses of reference documents

	CreatedAt time.Time
	UpdatedAt time.Time
	Review    Review

	Status     Status
	Withdrawn  Text   // why it was withdrawn
	MergedInto string // id of the case that took its place, or empty
}

// Published reports whether the case stands in lists and counts.
func (c *Case) Published() bool { return c.Status == StatusPublished }

// Terms returns the slugs that the case carries of one kind of term.
func (c *Case) Terms(k Kind) []string {
	switch k {
	case Cause:
		return optional(c.RootCause)
	case Component:
		return c.Components
	case Symptom:
		return c.Symptoms
	case Factor:
		return c.Factors
	case Domain:
		return c.Domains
	case Org:
		return optional(c.OrgSlug)
	case SeverityKind:
		return optional(string(c.Severity))
	}
	return nil
}

func optional(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}

// MissingLangs lists the languages in which any written field of the case has
// no text, in page order.
func (c *Case) MissingLangs() []Lang {
	var out []Lang
	for _, f := range c.Prose() {
		for _, l := range f.Text.Missing() {
			if !slices.Contains(out, l) {
				out = append(out, l)
			}
		}
	}
	return out
}

// Field is a bilingual field of a case and its path in the case file.
type Field struct {
	Path string // such as "action_items[2].text"
	Text Text
}

// Prose lists every bilingual field that the case has text in, in file order.
func (c *Case) Prose() []Field {
	out := make([]Field, 0, 11+len(c.Timeline.Events)+len(c.Remediation)+len(c.Tried)+len(c.ActionItems))
	add := func(path string, t Text) {
		if !t.IsZero() {
			out = append(out, Field{path, t})
		}
	}
	add("title", c.Title)
	add("summary", c.Summary)
	add("symptoms_text", c.SymptomsText)
	add("root_cause_text", c.RootCauseText)
	add("trigger", c.Trigger)
	add("detection", c.Detection)
	add("impact.scope", c.Impact.Scope)
	add("impact.users", c.Impact.Users)
	add("impact.region", c.Impact.Region)
	for i, e := range c.Timeline.Events {
		add(index("timeline.events", i), e.Text)
	}
	for i, s := range c.Remediation {
		add(index("remediation", i), s.Text)
	}
	for i, s := range c.Tried {
		add(index("tried", i), s.Text)
	}
	for i, a := range c.ActionItems {
		add(index("action_items", i), a.Text)
	}
	add("lessons", c.Lessons)
	add("reason", c.Withdrawn)
	return out
}

// Severity is how grave an incident was; the rule for each is its definition
// in the vocabulary "severities".
type Severity string

// The severities, gravest first.
const (
	Critical        Severity = "critical"
	Major           Severity = "major"
	Minor           Severity = "minor"
	UnknownSeverity Severity = "unknown"
)

// Severities lists the severities, gravest first.
var Severities = []Severity{Critical, Major, Minor, UnknownSeverity}

// DateKind says what the date of a case is the date of.
type DateKind string

// A date is the incident's own or, where no source gives that, the report's.
const (
	DateOfIncident DateKind = "incident"
	DateOfReport   DateKind = "report"
)

// Impact is what the source states of who and what was hit.
type Impact struct {
	Scope  Text
	Users  Text
	Region Text
}

// Step is something that was done during the incident.
type Step struct {
	Text Text
	At   *Moment
}

// ItemStatus is the state of a follow-up as its source gives it.
type ItemStatus string

// The states of a follow-up.
const (
	ItemDone    ItemStatus = "done"
	ItemPlanned ItemStatus = "planned"
	ItemUnknown ItemStatus = "unknown"
)

// ActionItem is a follow-up that the organisation named.
type ActionItem struct {
	Text   Text
	Status ItemStatus
	Due    Date // zero where the source gives none
}

// SourceKind says what sort of document a source is.
type SourceKind string

// SourceKinds lists the kinds of source, the organisation's own first.
var SourceKinds = []SourceKind{"official-report", "official-status", "official-blog", "repo-document", "press"}

// Source is a public document that the case was written from.
type Source struct {
	URL       string
	Kind      SourceKind
	Title     string // as the document has it
	Publisher string
	Language  string // BCP 47 tag of the document, or empty
	License   string // "unknown" where the document states none
	Archived  string // address of an archived copy, or empty
	Accessed  Date   // when it was read; zero if not recorded
}

// Author says whether a person or a program wrote the text of a case.
type Author string

// The authors of a case.
const (
	Human   Author = "human"
	Machine Author = "machine"
)

// Review says who wrote a case and who checked it against its sources.
type Review struct {
	WrittenBy  Author
	ReviewedAt *time.Time // nil until a person has reviewed it
	ReviewedBy string
}

// Status says whether a case stands in the lists.
type Status string

// A withdrawn case keeps its page and leaves the lists.
const (
	StatusPublished Status = "published"
	StatusWithdrawn Status = "withdrawn"
)
