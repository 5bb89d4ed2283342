package views

// About says what a case is, how it is written and how to report a mistake.
type About struct {
	Page
	Counted    string // "사례 62건, 기관 40곳"
	Severities []Term
}

// sections lists the parts of the page, for its contents list.
func (v About) sections() []pageSection {
	ss := []pageSection{{"case", "about.case"}, {"writing", "about.writing"}, {"times", "about.times"}}
	if len(v.Severities) > 0 {
		ss = append(ss, pageSection{"severity", "kind.severity.one"})
	}
	return append(ss, pageSection{"mistakes", "about.mistakes"}, pageSection{"addresses", "about.addresses"}, pageSection{"licence", "about.licence"})
}
