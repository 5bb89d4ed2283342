package views

import "github.com/a-h/templ"

// documentTitle names the page and the site.
func (p Page) documentTitle() string {
	site := p.P.T("site.name")
	if p.Title == "" || p.Title == site {
		return site
	}
	return p.Title + " · " + site
}

// langOf is the "lang" attribute of a text that is not in the page's language.
func langOf(t Text) templ.Attributes {
	if t.Lang == "" {
		return nil
	}
	return templ.Attributes{"lang": t.Lang}
}

// titleOf puts a definition into the tooltip.
func titleOf(definition Text) templ.Attributes {
	if definition.Value == "" {
		return nil
	}
	return templ.Attributes{"title": definition.Value}
}

func termAttributes(t Term) templ.Attributes {
	a := templ.Attributes{}
	if t.Label.Lang != "" {
		a["lang"] = t.Label.Lang
	}
	if t.Definition.Value != "" {
		a["title"] = t.Definition.Value
	}
	return a
}

// first returns the first n elements, or all.
func first[T any](n int, s []T) []T { return s[:min(n, len(s))] }

// kindClass names the hue and the shape of a kind of term. Organisations and
// severities have none.
func kindClass(kind string) string {
	switch kind {
	case "cause", "component", "symptom", "factor", "domain":
		return "kind " + kind
	}
	return ""
}
