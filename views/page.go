// Package views renders pages. Each page is a template (*.templ) beside the
// struct that is shaped like it (*.go). The structs arrive with the language
// chosen and every address made: a template picks nothing and computes nothing
// but layout.
package views

import (
	"github.com/a-h/templ"

	"github.com/incidentlib/incidentlib/internal/i18n"
)

// Page is what every page has; each page's struct embeds it.
type Page struct {
	P           *i18n.Printer
	Root        string // path prefix of the base URL: "" or "/library"
	Locale      i18n.Locale
	Title       string // of the document; the site's name is added by the layout
	Description string
	Canonical   string      // absolute
	Alternates  []Alternate // this page in each language, and x-default
	Section     string      // the navigation entry that is current: a path such as "/cases", or ""
	SearchText  string      // what the search field holds
	SearchHint  string      // what can be typed into it
	Switch      []LangLink
	NoIndex     bool   // errors, and searches of which cases lack a part
	Forms       []Form // other forms of the page, for programs
	Card        Card   // zero on a page that nobody shares
}

// Path returns the address of a site path ("/cases") in the page's locale.
func (p Page) Path(path string) string { return p.Root + p.Locale.Path(path) }

// Alternate is the address of a page in one language.
type Alternate struct {
	Hreflang string // en, ko or x-default
	Href     string // absolute
}

// Form is the page, or the list it shows, in a form for programs.
type Form struct {
	Type  string // media type
	Title string
	Href  string
}

// LangLink leads to the page in one language.
type LangLink struct {
	Lang    string
	Label   string // the language's own name
	Href    string
	Current bool
}

// Text is a short string; Lang is set only where it is not in the page's
// language, for a "lang" attribute.
type Text struct {
	Value string
	Lang  string
}

// Prose is text in paragraphs.
type Prose struct {
	Paragraphs []string
	Lang       string // as in Text
}

// Written reports whether there is any text.
func (p Prose) Written() bool { return len(p.Paragraphs) > 0 }

// Marked is text whose parts may be marked as what a search matched.
type Marked struct {
	Parts []MarkedPart
	Lang  string // as in Text
}

// MarkedPart is a stretch of text, marked or not.
type MarkedPart struct {
	Value string
	Mark  bool
}

// Link is an address and its words.
type Link struct {
	Text Text
	Href string
}

// Term is a vocabulary's term as a page shows it.
type Term struct {
	Kind       string // cause, component, symptom, factor, domain, org or severity: hue and shape
	Label      Text
	Definition Text   // empty for organisations
	Href       string // the term's page
	Count      int    // published cases, where the page shows counts

	drawn templ.Component // see Drawn
}
