package views

// API tells how programs read the library.
type API struct {
	Page
	Sections []APISection
}

// APISection is one way in, with commands to copy.
type APISection struct {
	ID       string
	Heading  string
	Text     string
	Commands []string
}

func (v API) sections() []pageSection {
	var ss []pageSection
	for _, s := range v.Sections {
		ss = append(ss, pageSection{s.ID, "api." + s.ID})
	}
	return ss
}
