package views

// CaseRow is a case in a list. Zero fields are what the case does not have.
type CaseRow struct {
	ID         string
	Href       string
	Date       string // as the language writes it
	DateTime   string // ISO 8601, for the datetime attribute
	ReportDate bool   // the date is the report's, not the incident's
	Title      Marked
	Org        Link
	Cause      *Term
	CauseText  Text
	Components []Term
	Symptoms   []Term
	Factors    []Term
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
	SymptomsText Prose
	Trigger      Prose
	Detection    Prose
	Remediation  []Step
	ActionItems  []ActionItem
	Lessons      Prose
}

// How many terms of a kind a row shows: enough to scan, the page has them all.
const (
	scannedSymptoms   = 2
	scannedComponents = 1
	scannedFactors    = 1
)

// scanned returns the terms of the compact view, the cause first.
func (r CaseRow) scanned() []Term {
	var ts []Term
	if r.Cause != nil {
		ts = append(ts, *r.Cause)
	}
	ts = append(ts, first(scannedSymptoms, r.Symptoms)...)
	ts = append(ts, first(scannedComponents, r.Components)...)
	return append(ts, first(scannedFactors, r.Factors)...)
}
