package store

import (
	"math/bits"
	"slices"
)

// set is a set of positions, a bit for each.
type set []uint64

func (t *Text) empty() set             { return make(set, (len(t.d.lengths)+63)/64) }
func (s set) has(position uint32) bool { return s[position/64]&(1<<(position%64)) != 0 }
func (s set) add(position uint32)      { s[position/64] |= 1 << (position % 64) }
func (s set) remove(position uint32)   { s[position/64] &^= 1 << (position % 64) }
func (s set) isEmpty() bool            { return !slices.ContainsFunc(s, func(w uint64) bool { return w != 0 }) }
func (s set) or(o set) {
	for i := range s {
		s[i] |= o[i]
	}
}

func (s set) size() (n int) {
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// everything is all positions.
func (t *Text) everything() set { return t.span(0, len(t.d.lengths)) }

// block is the positions of a block.
func (t *Text) block(number int) set {
	return t.span(number*blockSize, min((number+1)*blockSize, len(t.d.lengths)))
}

func (t *Text) span(first, end int) set {
	s := t.empty()
	for p := first; p < end; p++ {
		s.add(uint32(p))
	}
	return s
}
