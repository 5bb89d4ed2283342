package library

import (
	"math/bits"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
)

// bitset is a set of positions, a bit for each. Many sets are counted against
// one several times faster than against a compressed bitmap.
type bitset []uint64

func bitsOf(set *roaring.Bitmap) bitset { return set.ToDense() }

func (b bitset) has(position uint32) bool {
	at := int(position / 64)
	return at < len(b) && b[at]&(1<<(position%64)) != 0
}

// members is a set that is counted often: as a list where that is shorter.
type members struct {
	few  []uint32
	bits bitset
}

func membersOf(set *roaring.Bitmap) members {
	if b := bitsOf(set); size(set) > len(b) {
		return members{bits: b}
	}
	return members{few: set.ToArray()}
}

func (m members) has(position uint32) bool {
	if m.bits != nil {
		return m.bits.has(position)
	}
	_, ok := slices.BinarySearch(m.few, position)
	return ok
}

// weigh adds a weight to the score of each member.
func (m members) weigh(scores []float64, weight float64) {
	for _, p := range m.few {
		scores[p] += weight
	}
	for i, word := range m.bits {
		for ; word != 0; word &= word - 1 {
			scores[i*64+bits.TrailingZeros64(word)] += weight
		}
	}
}

// in counts the members that another set has.
func (m members) in(b bitset) int {
	n := 0
	for _, p := range m.few {
		if b.has(p) {
			n++
		}
	}
	for i := range min(len(m.bits), len(b)) {
		n += bits.OnesCount64(m.bits[i] & b[i])
	}
	return n
}
