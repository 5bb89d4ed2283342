package views

// CaseRow is a case in a list. Zero fields are what the case does not have.
type CaseRow struct {
	ID         string
	Href       string
	Date       string // as the language writes it, where a case is told briefly
	DateTime   string // ISO 8601, for the datetime attribute
	ReportDate bool   // the date is the report's, not the incident's
	Title      Marked
	Org        Link
	Cause      *Term
	Severity   *Term // nil where unknown
	Resolved   Span
	Passage    Marked      // where a search matched; no parts otherwise
	Why        string      // why a similar case is shown; "" elsewhere
	Detail     *CaseDetail // in the detailed view
}

// Span is a length of time, in words and in minutes. Percent places it on the log scale that all spans
// share (one minute is 0, thirty days are 100).
type Span struct {
	Text    string // "5시간 55분"; "" where unknown
	ISO     string // ISO 8601 duration, "PT5H55M", for the datetime attribute
	Percent int
	Minutes int
}

// CaseDetail is what the detailed view of a list adds.
type CaseDetail struct {
	Symptoms     []Term
	SymptomsText Prose
	CauseText    Text
	Components   []Term
	Factors      []Term
	Trigger      Prose
	Detection    Prose
	Remediation  []Step
	ActionItems  []ActionItem
	Lessons      Prose
}

// longName reports whether a column of organisations may have no room for the
// whole of a name.
func longName(name string) bool { return textWidth(name, 1) > 9 }
