package store

import (
	"math"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/incidentlib/incidentlib/internal/search"
)

// ranked is how many cases are ranked: the newest of those found.
const ranked = 5_000

// The measures of BM25 (Robertson and Zaragoza 2009), and what an occurrence
// in each column counts.
const (
	saturation = 4 // by a case's title and symptoms rather than by how many words stand anywhere in it
	lengthPart = 0.75
)

var weights = [columns]float32{inTitle: 8, inSymptoms: 4, inTerms: 2, inStory: 1, inParts: 0.5}

// pairPart is what a pair of words that stand together counts beside a word.
const pairPart = 0.5

// akinPart is what a synonym counts beside the word itself.
const akinPart = 0.5

// Order returns the cases of a set, best first, equal ones the newest first.
// Best is by BM25, in which all that a word may match counts as one term and
// its synonyms as another that counts less; words that stand together as typed
// count beside them. How rare a word is, is seen from the newest whole block of
// cases, or from all if there is none.
//
// Only the newest 5,000 cases of the set are ranked; older ones follow, the
// newest first. What that gives up: of a text that more cases have, an old case
// that fits better does not come to the front. Totals, pages and facets are
// right all the same.
func (t *Text) Order(found *roaring.Bitmap) []uint32 {
	order := found.ToArray()
	slices.Reverse(order)
	best := order[:min(len(order), ranked)]
	among := t.empty()
	for _, p := range best {
		among.add(p)
	}
	scores := make([]float32, len(t.d.lengths))
	sample := t.everything()
	if whole := len(t.d.lengths) / blockSize; whole > 0 {
		sample = t.block(whole - 1)
	}
	score := func(m search.Match, part float64) {
		n, df := float64(sample.size()), float64(t.having(m, sample).size())
		weight := float32(part * math.Log(1+(n-df+0.5)/(df+0.5)))
		for p, c := range t.counts(m, among) {
			if c > 0 {
				length := 1 - lengthPart + lengthPart*float32(t.d.lengths[p])/t.d.meanLength
				scores[p] += weight * c * (saturation + 1) / (c + saturation*length)
			}
		}
	}
	for _, w := range t.words {
		itself, akin := w.Match.Apart()
		score(itself, 1)
		if len(akin.Phrases) > 0 {
			score(akin, akinPart)
		}
	}
	for _, p := range t.pairs {
		score(search.Match{Phrases: []search.Phrase{p}}, pairPart)
	}
	// Scores are not negative, so that their bits are in their order.
	keys := make([]uint64, len(best))
	for i, p := range best {
		keys[i] = uint64(math.Float32bits(scores[p]))<<32 | uint64(p)
	}
	slices.Sort(keys)
	for i, key := range keys {
		best[len(best)-1-i] = uint32(key)
	}
	return order
}

// counts weighs the occurrences of a match in each case among some. Of several
// words, all of which it takes, the one that occurs least counts.
func (t *Text) counts(m search.Match, among set) []float32 {
	out := make([]float32, len(t.d.lengths))
	for i, part := range m.All {
		for p, c := range t.counts(part, among) {
			if i == 0 || c < out[p] {
				out[p] = c
			}
		}
	}
	for _, p := range m.Phrases {
		t.each(p, among, true, func(p *phrase) {
			for p.next() {
				if at := p.lead.position; among.has(at) && p.gather() {
					for start, ok := p.occur(); ok; start, ok = p.occur() {
						out[at] += weights[start>>columnShift]
					}
				}
			}
		})
	}
	return out
}
