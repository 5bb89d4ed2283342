package store

import (
	"encoding/binary"
	"maps"
	"slices"

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
	indexer *indexer // for its numbers; it may be at work on the next text
	known   []string // terms by number
	terms   []uint32 // numbers
	places  []byte   // of each term in turn, as in the table "posting"
	ends    []int    // where the places of each end
	length  uint32   // in terms, parts left out
}

// each calls yield for every term, with its places.
func (t *text) each(yield func(term string, places []byte)) {
	from := 0
	for i, n := range t.terms {
		yield(t.known[n], t.places[from:t.ends[i]])
		from = t.ends[i]
	}
}

// indexer makes texts; it keeps what one case after another can use again.
type indexer struct {
	*search.Indexer
	names  map[termKey][]string
	tokens map[string][]token // of names, which stand in many cases
	seen   []int32            // of each term: its place in terms, from 1, for the present case; otherwise 0
	terms  []uint32
	counts []int
	found  [2][]occurrence // body, parts
	sorted []uint32
	next   [columns]uint32
}

// token is a term as search.Indexer hands it over.
type token struct {
	number uint32
	part   bool
}

type occurrence struct {
	term  int32 // its place in terms
	place uint32
}

func newIndexer(names map[termKey][]string) *indexer {
	return &indexer{Indexer: search.NewIndexer(), names: names, tokens: map[string][]token{}}
}

// index makes the text of a case.
func (x *indexer) index(c *incident.Case) text {
	x.next = [columns]uint32{1, 1, 1, 1, 1}
	x.terms, x.counts = x.terms[:0], x.counts[:0]
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
				x.addName(name)
			}
		}
	}
	for _, f := range prose {
		if f.Path != "title" && f.Path != "symptoms_text" {
			x.add(inStory, f.Text.EN)
			x.add(inStory, f.Text.KO)
		}
	}
	return x.text()
}

// add indexes one text of a column. No phrase reaches from it into the next.
func (x *indexer) add(column int, s string) {
	x.Index(s, func(number uint32, part bool) { x.put(column, number, part) })
	x.end(column)
}

// addName indexes the name of a term.
func (x *indexer) addName(name string) {
	tokens, ok := x.tokens[name]
	if !ok {
		x.Index(name, func(number uint32, part bool) { tokens = append(tokens, token{number, part}) })
		x.tokens[name] = tokens
	}
	for _, t := range tokens {
		x.put(inTerms, t.number, t.part)
	}
	x.end(inTerms)
}

func (x *indexer) put(column int, number uint32, part bool) {
	half := 0
	if part {
		column, half = inParts, 1
	}
	if x.next[column] >= columnLimit-1 {
		return
	}
	for int(number) >= len(x.seen) {
		x.seen = append(x.seen, 0)
	}
	at := x.seen[number]
	if at == 0 {
		x.terms = append(x.terms, number)
		x.counts = append(x.counts, 0)
		at = int32(len(x.terms))
		x.seen[number] = at
	}
	x.counts[at-1]++
	x.found[half] = append(x.found[half], occurrence{at - 1, uint32(column)<<columnShift | x.next[column]})
	x.next[column]++
}

func (x *indexer) end(column int) {
	x.next[column]++
	x.next[inParts]++
}

// text brings the places of each term together.
func (x *indexer) text() text {
	occurrences := len(x.found[0]) + len(x.found[1])
	x.sorted = slices.Grow(x.sorted[:0], occurrences)[:occurrences]
	from := 0
	for i, n := range x.counts {
		x.counts[i], from = from, from+n // where the places of the term begin
	}
	for _, half := range x.found {
		for _, o := range half {
			x.sorted[x.counts[o.term]] = o.place
			x.counts[o.term]++ // in the end, where they end
		}
	}
	t := text{indexer: x, known: x.Terms(), terms: slices.Clone(x.terms), length: uint32(len(x.found[0]))}
	t.ends, t.places = make([]int, len(t.terms)), make([]byte, 0, 2*occurrences)
	from = 0
	for i, end := range x.counts {
		last := uint32(0)
		for _, place := range x.sorted[from:end] {
			t.places = binary.AppendUvarint(t.places, uint64(place-last))
			last = place
		}
		from, t.ends[i] = end, len(t.places)
		x.seen[t.terms[i]] = 0
	}
	return t
}

// block collects what the table "posting" has of blockSize positions.
type block struct {
	number   uint32
	postings map[string]*posting
	numbered map[*indexer][]*posting // the same, by the indexer's number of the term
}

func newBlock(number uint32) *block {
	return &block{number, map[string]*posting{}, map[*indexer][]*posting{}}
}

// posting is the row of a term: see schema.sql.
type posting struct {
	last, size    uint32
	cases, places []byte
}

func (b *block) add(position uint32, t text) {
	within := position % uint32(blockSize)
	from := 0
	for i, number := range t.terms {
		p := b.posting(&t, number)
		p.cases = binary.AppendUvarint(p.cases, uint64(within-p.last))
		p.cases = binary.AppendUvarint(p.cases, uint64(t.ends[i]-from))
		p.places = append(p.places, t.places[from:t.ends[i]]...)
		from = t.ends[i]
		p.last = within
		p.size++
	}
}

// posting returns the row of a term of a text.
func (b *block) posting(t *text, number uint32) *posting {
	known := b.numbered[t.indexer]
	if int(number) >= len(known) {
		known = append(known, make([]*posting, int(number)+1-len(known))...)
		b.numbered[t.indexer] = known
	}
	if known[number] == nil {
		term := t.known[number]
		p := b.postings[term]
		if p == nil {
			p = &posting{}
			b.postings[term] = p
		}
		known[number] = p
	}
	return known[number]
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
