package views

// Home is the first page.
type Home struct {
	Page
	Examples []Link // texts and ids that lead to cases
	Columns  []Column
	Months   Calendar
	Stats    string // address of the statistics
	Recent   []CaseRow
	Counted  string // "사례 62건"
	AllCases string // address of the list
}
