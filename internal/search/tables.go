package search

import (
	"iter"
	"maps"
	"regexp"
	"strings"
	"sync"
)

// The tables of this package are made at their first use: a start, whose first
// page searches for nothing, does not wait for them.

// words is a set of words.
type words struct{ set func() map[string]bool }

// wordSet makes a set of the words of a text.
func wordSet(text string) words {
	return words{sync.OnceValue(func() map[string]bool {
		set := map[string]bool{}
		for _, w := range strings.Fields(text) {
			set[w] = true
		}
		return set
	})}
}

func (w words) has(word string) bool { return w.set()[word] }

func (w words) all() iter.Seq[string] { return maps.Keys(w.set()) }

// expression is a regular expression.
type expression struct{ compiled func() *regexp.Regexp }

func pattern(text string) expression {
	return expression{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })}
}

func (e expression) MatchString(s string) bool { return e.compiled().MatchString(s) }
