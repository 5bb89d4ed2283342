package views

// TermsShow is a term's page.
type TermsShow struct {
	Page
	Kind     string
	KindName string
	KindHref string
	Term     Term
	Slug     string
	Aliases  []Alias
	Counted  string // "사례 14건"
	Occurs   []Column
	FewCases bool     // too few for shares: the cases themselves say more
	Years    Calendar // zero below that
	Resolved Spread   // without cases where few tell how long it took
	Stats    string   // address of the statistics of its cases
	Checks   []Check
	Rows     []CaseRow
	All      Link   // the list of all its cases
	Siblings []Term // other terms of the group
}

// timed reports whether enough cases tell how long they took for a plot.
func (v TermsShow) timed() bool { return len(v.Resolved.Cases)+len(v.Resolved.Bins) > 0 }

// Alias is another name of a term.
type Alias = Text

// Column is an index column: a facet's terms with counts.
type Column struct {
	Kind    string
	Heading string
	Href    string // the facet's index; "" for none
	Entries []ColumnEntry
}

// ColumnEntry is a line of an index column.
type ColumnEntry struct {
	Term Term   // Count is the figure at the end of the line
	List string // the list of the cases counted; "" where the term's page has them
	Lift string // how many times as often as in all cases: "2.3"; "" where not notable

	// Share is in how many percent of the page's cases the term occurs, Usual in
	// how many of all cases; zero where no bar is drawn.
	Share, Usual float64
}

// casesClass opens the block of a term's cases with a rule of its own where it
// has no rows, which begin with one.
func casesClass(rows []CaseRow) string {
	if len(rows) == 0 {
		return "block"
	}
	return "block-list"
}
