package views

// CasesAll is the list of every case, by year. A script searches and filters
// it: lookup.js, from the index that Lookup names.
type CasesAll struct {
	Page
	Heading string // "사례 62건"
	Years   []CasesYear
	Lookup  Lookup
}

// CasesYear is the cases of a year, the newest first.
type CasesYear struct {
	Year    string // four digits
	Label   string // as the language writes it
	Counted string
	Rows    []CaseRow
}

// Lookup is what the script of the list needs to know.
type Lookup struct {
	Index   string // address before the names of the files of the index
	Shards  int    // how many of them hold words
	Filters []LookupFilter
}

// LookupFilter is a choice of one value of a facet.
type LookupFilter struct {
	Param   string // as in addresses
	Name    string
	Options []LookupOption
}

// LookupOption is a value of a filter.
type LookupOption struct {
	Value string
	Label Text
	Count int
}
