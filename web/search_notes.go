package web

import (
	"github.com/incidentlib/incidentlib/internal/i18n"
	"github.com/incidentlib/incidentlib/internal/library"
)

// What the pages of a text say of it.

// isPoor reports a text of which no case has every word, or a part that no case
// need have, such as the addresses in a log line: a page for a search engine to
// leave out, or anybody's words would be found under the site's name.
func isPoor(n *library.SearchNote, total int) bool {
	return n != nil && (total == 0 || !n.Whole || n.Relaxed || n.Slips != nil)
}

// slips says which words were taken for others.
func (v *visit) slips(n *library.SearchNote) []string {
	var out []string
	for _, s := range n.Slips {
		out = append(out, v.printer.F("list.slip", i18n.Args{"Typed": s.Typed, "Meant": s.Meant}))
	}
	return out
}
