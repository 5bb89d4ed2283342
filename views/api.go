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
