package views

import (
	"cmp"
	"slices"
)

// The measures of the labels, in units of the drawing.
const (
	flagOffset  = 9  // from a flag's pole to its words
	flagSpace   = 12 // between the words of two flags
	poleSpace   = 7  // between a pole and the words of another flag
	maxFlags    = 9  // turning points that carry a label
	maxFlagRows = 6  // rows of labels
)

// drawnFlag is a labelled event: a pole on the bar with the shape of its phase
// on top, and words to its right or, if Left, to its left. Row 0 is next to the
// bar.
type drawnFlag struct {
	X           float64
	Row         int
	Left        bool
	Approx      bool // the time is not exact
	Phase       string
	Name, Clock string
	Y           float64 // baseline
	width       float64
	event       int
}

// words returns the stretch that the words of a flag take.
func (f drawnFlag) words() (from, to float64) {
	if f.Left {
		return f.X - flagOffset - f.width, f.X - flagOffset
	}
	return f.X + flagOffset, f.X + flagOffset + f.width
}

// TextX is where the words are anchored.
func (f drawnFlag) TextX() float64 {
	if f.Left {
		return f.X - flagOffset
	}
	return f.X + flagOffset
}

// placeFlags gives every flag its side and row so that no words touch other
// words or another flag's pole. Flags that cannot be placed are left out, the
// lightest first. The result is in order of time.
func placeFlags(byWeight []drawnFlag) []drawnFlag {
	for n := len(byWeight); n > 0; n-- {
		flags := slices.Clone(byWeight[:n])
		slices.SortStableFunc(flags, func(a, b drawnFlag) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.event, b.event)) })
		best := maxFlagRows + 1
		var chosen []drawnFlag
		// The first flags fly to the right, the rest to the left.
		for split := n; split >= 0; split-- {
			for _, earlierAbove := range []bool{true, false} {
				if rows, ok := stack(flags, split, earlierAbove); ok && rows < best {
					best, chosen = rows, slices.Clone(flags)
				}
			}
		}
		if chosen != nil {
			return chosen
		}
	}
	return nil
}

// stack sets the rows for one split. earlierAbove tells which of two flags that
// fly towards each other stands above the other, where either may.
func stack(flags []drawnFlag, split int, earlierAbove bool) (rows int, ok bool) {
	for i := range flags {
		flags[i].Left, flags[i].Row = i >= split, 0
		if from, to := flags[i].words(); from < 0 || to > drawWidth {
			return 0, false
		}
	}
	for settled := false; !settled; {
		settled = true
		for i := range flags {
			for j := i + 1; j < len(flags); j++ {
				over, under, ok := order(&flags[i], &flags[j], earlierAbove)
				if !ok {
					return 0, false
				}
				if over != nil && over.Row <= under.Row {
					over.Row, settled = under.Row+1, false
					if over.Row >= maxFlagRows {
						return 0, false
					}
				}
			}
		}
	}
	for _, f := range flags {
		rows = max(rows, f.Row+1)
	}
	return rows, true
}

// order tells which of two flags must stand above the other, nil if they may
// stand in one row. The pole of each goes down past every row below its own; ok
// is false where each would cross the words of the other.
func order(earlier, later *drawnFlag, earlierAbove bool) (over, under *drawnFlag, ok bool) {
	_, end := earlier.words()
	begin, _ := later.words()
	switch {
	case !later.Left: // both fly right
		if later.X+flagOffset < end+flagSpace {
			return earlier, later, true
		}
	case earlier.Left: // both fly left
		if earlier.X-flagOffset > begin-flagSpace {
			return later, earlier, true
		}
	default: // towards each other
		pierced, piercing := later.X < end+poleSpace, earlier.X > begin-poleSpace
		switch {
		case pierced && piercing:
			return nil, nil, false
		case pierced:
			return earlier, later, true
		case piercing:
			return later, earlier, true
		case begin < end+flagSpace || later.X-earlier.X < flagSpace:
			if earlierAbove {
				return earlier, later, true
			}
			return later, earlier, true
		}
	}
	return nil, nil, true
}
