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
	FewCases bool // too few for shares: the cases themselves say more
	Checks   []Check
	Rows     []CaseRow
	All      Link   // the list of all its cases
	Siblings []Term // other terms of the group
}

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
	Note string // how much more often than chance; "" for none
}
