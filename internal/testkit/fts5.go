package testkit

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/incidentlib/incidentlib/internal/search"
)

// FTS5 is a match as SQLite reads it (https://sqlite.org/fts5.html, section 3): what a query
// asks of the library's own index is said again to another search engine. Terms are letters
// and digits only, so nothing needs escaping.
//
// Phrases are asked of columns, such as "{title story}", with each way of writing bigrams that
// may be parted; those of which every bigram may be are asked of the column joined, in which
// none is.
func FTS5(m search.Match, columns string) string {
	var alternatives, all []string
	for _, p := range m.Phrases {
		alternatives = append(alternatives, phrase(p, columns))
	}
	for _, part := range m.All {
		all = append(all, FTS5(part, columns))
	}
	if all != nil {
		alternatives = append(alternatives, "("+strings.Join(all, " AND ")+")")
	}
	return "(" + strings.Join(alternatives, " OR ") + ")"
}

func phrase(p search.Phrase, columns string) string {
	ways := [][]string{{}}
	if everyMayPart(p) {
		columns, p.Spaced = "{joined}", 0
	}
	for i, term := range p.Terms {
		var more [][]string
		for _, way := range ways {
			if p.MayPart(i) {
				more = append(more, append(slices.Clone(way), search.Apart(term)))
			}
			more = append(more, append(slices.Clone(way), term))
		}
		ways = more
	}
	var all []string
	for _, way := range ways {
		one := columns + ` : "` + strings.Join(way, " ") + `"`
		if p.Prefix {
			one += " *"
		}
		all = append(all, one)
	}
	return strings.Join(all, " OR ")
}

// everyMayPart reports a phrase of bigrams each of which may stand apart.
func everyMayPart(p search.Phrase) bool {
	for i, term := range p.Terms {
		if utf8.RuneCountInString(term) >= 2 && term > "가" && !p.MayPart(i) {
			return false
		}
	}
	return p.Spaced != 0
}
