package views

import (
	"slices"
	"strings"
	"time"
)

// CasesShow is a case's page. Zero fields are what the case does not have.
type CasesShow struct {
	Page
	ID         string
	Permalink  string // absolute, without language
	Date       string
	DateTime   string // ISO 8601
	ReportDate bool
	Headline   Text
	Org        Link
	Domains    []Term
	Notice     string // a language is missing, or the case was withdrawn
	Withdrawn  bool
	Reason     Text // why it was withdrawn

	// The triage card.
	Symptoms   []Term
	Cause      *Term
	CauseText  Text
	Factors    []Term
	Components []Term
	Worked     []Step
	Tried      []Step
	Detected   Span
	Resolved   Span
	Severity   *Term // nil where unknown
	Scope      Text
	Users      Text
	Region     Text

	Timeline     Timeline
	Summary      Prose
	SymptomsText Prose
	Trigger      Prose
	Detection    Prose
	ActionItems  []ActionItem
	Lessons      Prose
	Checks       []Check
	Sources      []Source
	Docs         []string
	Aliases      []string

	Related     []CaseRow
	Similar     []CaseRow // Why says what is shared
	EarlierSame *CaseRow  // the incident that this one repeats
	LaterSame   []CaseRow
	Neighbours  []Neighbours

	Cite   Citation
	JSONLD string // the case as schema.org describes it, safe inside a script element
	Tools  Tools

	Previous *Link // older
	Next     *Link // newer

	ReviewLine string // who wrote and who checked it
	Added      string // dates as the language writes them
	Changed    string
}

// Citation is the case cited in three forms.
type Citation struct{ Text, BibTeX, CSL string }

// Tools are the addresses at which programs read the case or the library.
type Tools struct {
	JSON, Markdown string // the case in these forms
	MCP            string // absolute; "" where there is none
}

// Step is something that was done during the incident.
type Step struct {
	Text Text
	At   string // "15:40 UTC"; "" where not known
}

// ActionItem is a follow-up.
type ActionItem struct {
	Text   Text
	Status string // done, planned or unknown
	Label  string // "완료", "2026년 10월까지", "예정"
}

// Timeline is the course of the incident. Events come in time order.
type Timeline struct {
	Zone   string // "UTC"
	Events []TimelineEvent
}

// TimelineEvent is one line of a timeline.
type TimelineEvent struct {
	At       time.Time // in the zone of the timeline
	DayOnly  bool
	Approx   bool
	DateTime string // for the datetime attribute
	Day      string // "2026년 9월 29일", set on the first event of each day
	Clock    string // "10:03"; "" for a whole day
	Phase    string // trigger, impact, detected, diagnosed, mitigated, resolved or other
	Label    string // the phase's name; "" for other
	Text     Text
}

// Check is a question about the reader's own system.
type Check struct {
	Term     Term // the term that it belongs to
	Question Text
	Command  string
}

// Source is a document that the case was written from.
type Source struct {
	Href     string
	Title    Text   // the document's own title, or its address
	Kind     string // "공식 장애 보고서"
	Facts    []Text // publisher, language, licence, date of access, as far as known
	Archived string
	Accessed string
}

// Neighbours are further cases that share the organisation or the cause.
type Neighbours struct {
	Heading Text
	Rows    []CaseRow
	All     Link // the page of the organisation or cause; "" Href if the rows are all that it has
}

// pageSection is a part of a case's page: its anchor and its heading's message.
type pageSection struct{ id, key string }

var (
	secSummary    = pageSection{"summary", "case.summary"}
	secSymptoms   = pageSection{"symptoms", "case.symptoms_text"}
	secTimeline   = pageSection{"timeline", "timeline.title"}
	secTrigger    = pageSection{"trigger", "case.trigger"}
	secDetection  = pageSection{"detection", "case.detection"}
	secMitigation = pageSection{"mitigation", "case.mitigation"}
	secFollowUps  = pageSection{"follow-ups", "case.follow_ups"}
	secLessons    = pageSection{"lessons", "case.lessons"}
	secChecks     = pageSection{"checks", "checks.heading"}
	secSources    = pageSection{"sources", "case.sources"}
	secDocs       = pageSection{"docs", "case.docs"}
	secRelated    = pageSection{"related", "case.related"}
	secSimilar    = pageSection{"similar", "case.similar"}
	secNeighbours = pageSection{"neighbours", "case.neighbours"}
	secTools      = pageSection{"tools", "tools.heading"}
	secCite       = pageSection{"cite", "case.cite"}
	secRecord     = pageSection{"record", "case.record"}
)

// sections lists the parts that the page has, for its contents list.
func (v *CasesShow) sections() []pageSection {
	var ss []pageSection
	add := func(s pageSection, has bool) {
		if has {
			ss = append(ss, s)
		}
	}
	add(secSummary, v.Summary.Written())
	add(secSymptoms, v.SymptomsText.Written())
	add(secTimeline, len(v.Timeline.Events) > 0)
	add(secTrigger, v.Trigger.Written())
	add(secDetection, v.Detection.Written())
	add(secMitigation, len(v.Worked)+len(v.Tried) > 0)
	add(secFollowUps, len(v.ActionItems) > 0)
	add(secLessons, v.Lessons.Written())
	add(secChecks, len(v.Checks) > 0)
	add(secSources, len(v.Sources) > 0)
	add(secDocs, len(v.Docs) > 0)
	add(secRelated, v.hasRelated())
	add(secSimilar, len(v.Similar) > 0)
	add(secNeighbours, len(v.Neighbours) > 0)
	add(secTools, v.Tools.JSON != "")
	add(secCite, v.Cite.Text != "")
	add(secRecord, true)
	return ss
}

func (v *CasesShow) hasRelated() bool {
	return len(v.Related) > 0 || v.EarlierSame != nil || len(v.LaterSame) > 0
}

// RelatedRow is the row of a case that stands among the related ones, nil if it
// does not.
func (v *CasesShow) RelatedRow(id string) *CaseRow {
	if v.EarlierSame != nil && v.EarlierSame.ID == id {
		return v.EarlierSame
	}
	for _, rows := range [][]CaseRow{v.LaterSame, v.Related} {
		for i := range rows {
			if rows[i].ID == id {
				return &rows[i]
			}
		}
	}
	return nil
}

// cardSteps is how many steps of a kind the triage card shows.
const cardSteps = 2

// tightSteps is how much of two steps a small screen has room for, in em.
const tightSteps = 75

// longSteps reports whether a small screen has room for one step only.
func longSteps(ss []Step) bool {
	em := 0.0
	for _, s := range first(cardSteps, ss) {
		em += textWidth(s.Text.Value, 1)
	}
	return len(ss) > 1 && em > tightSteps
}

// definedTerms lists the terms of the card that have a definition, in its order.
func (v *CasesShow) definedTerms() []Term {
	var cause []Term
	if v.Cause != nil {
		cause = []Term{*v.Cause}
	}
	all := slices.Concat(v.Symptoms, cause, v.Factors, v.Components, v.Domains)
	return slices.DeleteFunc(all, func(t Term) bool { return t.Definition.Value == "" })
}

// shareText is the case in one line, for chat tools.
func (v *CasesShow) shareText() string {
	text := v.Headline.Value
	if v.Cause != nil {
		text += " — " + v.Cause.Label.Value
		if v.CauseText.Value != "" {
			text += ": " + v.CauseText.Value
		}
	}
	return text
}

// titleClass sets a title smaller the longer it is, so that the card below it
// stays within the first screen.
func titleClass(title string) string {
	switch em := textWidth(title, 1); {
	case em > 90:
		return "longest"
	case em > 55:
		return "longer"
	}
	return ""
}

// withoutScheme shortens an address for reading.
func withoutScheme(address string) string {
	_, rest, ok := strings.Cut(address, "://")
	if !ok {
		return address
	}
	return strings.TrimSuffix(rest, "/")
}
