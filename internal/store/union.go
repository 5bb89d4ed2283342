package store

import (
	"encoding/binary"

	"github.com/incidentlib/incidentlib/internal/search"
)

// union returns what the index has of a bigram whose syllables stand together
// or apart, or nil. Its blocks are filled when they are read.
func (t *Text) union(bigram string) *list {
	together, apart := t.lists[bigram], t.lists[search.Apart(bigram)]
	switch {
	case apart == nil:
		return together
	case together == nil:
		return apart
	}
	u := t.unions[bigram]
	if u == nil {
		u = newList(bigram, len(together.cases))
		u.size, u.of = together.size+apart.size, []*list{together, apart}
		t.unions[bigram] = u
	}
	return u
}

// unite fills a block of a union of two lists.
func (t *Text) unite(u *list, block int) {
	a, b := u.of[0], u.of[1]
	t.fill(a, block, true)
	t.fill(b, block, true)
	switch {
	case t.err != nil:
	case b.cases[block] == nil:
		u.cases[block], u.places[block] = a.cases[block], a.places[block]
	case a.cases[block] == nil:
		u.cases[block], u.places[block] = b.cases[block], b.places[block]
	default:
		u.cases[block], u.places[block] = merged(a.cursor(block), b.cursor(block))
	}
}

// cursor stands before the first case of a block; positions count from there.
func (l *list) cursor(block int) cursor {
	return cursor{cases: l.cases[block], places: l.places[block]}
}

// merged writes the cases and places of two cursors as one row has them.
func merged(a, b cursor) (cases, places []byte) {
	cases = make([]byte, 0, len(a.cases)+len(b.cases))
	places = make([]byte, 0, len(a.places)+len(b.places))
	last := uint32(0)
	moreA, moreB := a.next(), b.next()
	for moreA || moreB {
		before, position := len(places), uint32(0)
		switch {
		case !moreB || moreA && a.position < b.position:
			position, places = a.position, append(places, a.places[a.from:a.to]...)
			moreA = a.next()
		case !moreA || b.position < a.position:
			position, places = b.position, append(places, b.places[b.from:b.to]...)
			moreB = b.next()
		default:
			position, places = a.position, appendBoth(places, &a, &b)
			moreA, moreB = a.next(), b.next()
		}
		cases = binary.AppendUvarint(cases, uint64(position-last))
		cases = binary.AppendUvarint(cases, uint64(len(places)-before))
		last = position
	}
	return cases, places
}

// appendBoth writes the places that two cursors have in the case where both stand.
func appendBoth(places []byte, a, b *cursor) []byte {
	a.rewind()
	b.rewind()
	last := uint32(0)
	moreA, moreB := a.nextPlace(), b.nextPlace()
	for moreA || moreB {
		c, more := a, &moreA
		if !moreA || moreB && b.place < a.place {
			c, more = b, &moreB
		}
		places = binary.AppendUvarint(places, uint64(c.place-last))
		last = c.place
		*more = c.nextPlace()
	}
	return places
}
