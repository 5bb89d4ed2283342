package store

import (
	"encoding/binary"
	"maps"
	"slices"
	"strings"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/search"
)

// The columns of a case's text. A place in the text is the column and the
// number of the term in it; phrases are of terms at places that follow each
// other. The parts of all other columns are a column of their own.
const (
	inTitle = iota
	inSymptoms
	inTerms
	inStory
	inParts
	columns

	columnShift = 20 // place = column << columnShift | number, from 1
	columnLimit = 1 << columnShift
)

// blockSize is how many positions a row of the table "posting" covers, a
// multiple of 64. A test makes it small.
var blockSize = 1 << 14

// text is the terms of one case, each once, with their places.
type text struct {
	terms  []string
	places [][]uint32 // of each term, ascending
	length uint32     // in terms, parts left out
}

// indexer makes texts; it keeps what one case after another can use again.
type indexer struct {
	names  map[termKey][]string
	number map[string]int32 // of each term of the case, in order of appearance
	terms  []string
	counts []int32
	found  [2][]occurrence // body, parts
	next   [columns]uint32
}

type occurrence struct {
	term  int32
	place uint32
}

func newIndexer(names map[termKey][]string) *indexer {
	return &indexer{names: names, number: map[string]int32{}}
}

// index makes the text of a case.
func (x *indexer) index(c *incident.Case) text {
	clear(x.number)
	x.terms, x.counts, x.next = nil, x.counts[:0], [columns]uint32{1, 1, 1, 1, 1}
	x.found[0], x.found[1] = x.found[0][:0], x.found[1][:0]
	prose := c.Prose()
	for column, path := range []string{inTitle: "title", inSymptoms: "symptoms_text"} {
		for _, f := range prose {
			if f.Path == path {
				x.add(column, f.Text.EN)
				x.add(column, f.Text.KO)
			}
		}
	}
	x.add(inTerms, c.ID)
	x.add(inTerms, c.Date.Year()+"년")
	for _, alias := range c.Aliases {
		x.add(inTerms, alias)
	}
	for _, k := range incident.Kinds {
		for _, slug := range c.Terms(k) {
			for _, name := range x.names[termKey{k, slug}] {
				x.add(inTerms, name)
			}
		}
	}
	for _, f := range prose {
		if f.Path != "title" && f.Path != "symptoms_text" {
			x.add(inStory, f.Text.EN)
			x.add(inStory, f.Text.KO)
		}
	}
	return x.sorted()
}

// add indexes one text of a column. No phrase reaches from it into the next.
func (x *indexer) add(column int, s string) {
	search.Index(s, func(term string, part bool) {
		at, half := column, 0
		if part {
			at, half = inParts, 1
		}
		if x.next[at] >= columnLimit-1 {
			return
		}
		n, ok := x.number[term]
		if !ok {
			n = int32(len(x.terms))
			x.number[term] = n
			x.terms = append(x.terms, term)
			x.counts = append(x.counts, 0)
		}
		x.counts[n]++
		x.found[half] = append(x.found[half], occurrence{n, uint32(at)<<columnShift | x.next[at]})
		x.next[at]++
	})
	x.next[column]++
	x.next[inParts]++
}

// sorted brings the places of each term together.
func (x *indexer) sorted() text {
	t := text{terms: x.terms, places: make([][]uint32, len(x.terms)), length: uint32(len(x.found[0]))}
	all := make([]uint32, len(x.found[0])+len(x.found[1]))
	for i, n := range x.counts {
		t.places[i], all = all[:0:n], all[n:]
	}
	for _, half := range x.found {
		for _, o := range half {
			t.places[o.term] = append(t.places[o.term], o.place)
		}
	}
	return t
}

// block collects what the table "posting" has of blockSize positions.
type block struct {
	number   uint32
	postings map[string]*posting
}

// posting is the row of a term: see schema.sql.
type posting struct {
	last, size    uint32
	cases, places []byte
}

func (b *block) add(position uint32, t text) {
	within := position % uint32(blockSize)
	for i, term := range t.terms {
		p := b.postings[term]
		if p == nil {
			p = &posting{}
			b.postings[strings.Clone(term)] = p // a term is part of the text of its case
		}
		before := len(p.places)
		last := uint32(0)
		for _, place := range t.places[i] {
			p.places = binary.AppendUvarint(p.places, uint64(place-last))
			last = place
		}
		p.cases = binary.AppendUvarint(p.cases, uint64(within-p.last))
		p.cases = binary.AppendUvarint(p.cases, uint64(len(p.places)-before))
		p.last = within
		p.size++
	}
}

// each calls write for every row, in the order of the table.
func (b *block) each(write func(block uint32, term string, cases, places []byte)) {
	for _, term := range slices.Sorted(maps.Keys(b.postings)) {
		p := b.postings[term]
		write(b.number, term, append(binary.AppendUvarint(nil, uint64(p.size)), p.cases...), p.places)
	}
}

// termKey names a term.
type termKey struct {
	kind incident.Kind
	slug string
}

// namesOf gives every name of each term in both languages: its own and those
// of the terms that it replaced.
func namesOf(vocabularies map[incident.Kind]*incident.Vocabulary) map[termKey][]string {
	out := map[termKey][]string{}
	for kind, v := range vocabularies {
		replaced := map[string]string{}
		for _, t := range v.Terms {
			if t.ReplacedBy != "" {
				replaced[t.Slug] = t.ReplacedBy
			}
		}
		for i := range v.Terms {
			key := termKey{kind, Final(replaced, v.Terms[i].Slug)}
			out[key] = append(out[key], Names(&v.Terms[i])...)
		}
	}
	return out
}

// Names lists what a term is called: slug, labels, aliases, and an
// organisation's name, each once.
func Names(t *incident.Term) []string {
	var out []string
	for _, s := range slices.Concat([]string{t.Slug, t.Name, t.Label.EN, t.Label.KO}, t.AliasesEN, t.AliasesKO) {
		if s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}
