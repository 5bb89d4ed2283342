package views

// Stats is the page of figures, of all cases or of those that a query asks for.
type Stats struct {
	Page
	Counted  string   // "사례 62건"
	Cases    Link     // the list of them
	Chosen   []Chip   // the filters in force
	ClearAll string   // the page without filters
	Slips    []string // words that were taken for other ones
	Relaxed  bool     // no case has every word of the text: those with most are counted
	Empty    bool

	Years      Calendar
	Detected   Spread
	Resolved   Spread
	Causes     []Ranked
	NoCause    string // how many cases have none; "" for none
	Severities []Ranked
	Grid       Grid
	Pairs      []Pair
	PairsLeft  string // how many pairs more there are; "" for none
}

// Ranked is a term with the cases that have it.
type Ranked struct {
	Term  Term    // Count is the number of cases
	List  string  // the list of them
	Share float64 // of the largest of the plot, in percent
}

// Grid counts the cases that have a term of the rows and one of the columns.
type Grid struct {
	Rows, Columns []Term
	Cells         [][]GridCell // by row, then column
	Note          string       // which terms are shown
}

// GridCell is a cell of a grid. One without cases has no address.
type GridCell struct {
	Count int
	Href  string // the list of the cases
	Shade int    // from 1 to 5, the darker the more cases
}

// Pair is a symptom and a cause that occur together.
type Pair struct {
	Symptom, Cause Term
	Count          int
	Of             int    // cases with the symptom
	List           string // the list of the cases with both
	Lift           string // "3.1"; "" where there are too few cases to say
}

// share is the part of the symptom's cases, in percent.
func (p Pair) share() float64 { return ratio(p.Count, p.Of) }
