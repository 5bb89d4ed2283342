package library

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/store"
)

// DistributionCases is up to how many known cases a Distribution names them.
const DistributionCases = 300

// DistributionBins are the lower ends of the bins of a Distribution, about a
// factor of two apart; a bin ends where the next begins, the last has no end.
var DistributionBins = []incident.Duration{
	0, minutes(1), minutes(2), minutes(4), minutes(8), minutes(15), minutes(30), hours(1), hours(2), hours(4), hours(8), hours(16),
	days(1), days(2), days(4), days(8), days(16), days(32), days(64), days(128),
}

func minutes(n int) incident.Duration { return incident.Duration(time.Duration(n) * time.Minute) }
func hours(n int) incident.Duration   { return minutes(60 * n) }
func days(n int) incident.Duration    { return hours(24 * n) }

// times is how long something took in every case that tells it.
type times struct {
	after []int32         // by position, in minutes; store.Unknown
	order func() []uint32 // positions of the known, shortest first
}

func timesOf(after []int32) times {
	return times{after, sync.OnceValue(func() []uint32 {
		var known []uint32
		for p, n := range after {
			if n != store.Unknown {
				known = append(known, uint32(p))
			}
		}
		slices.SortStableFunc(known, func(a, b uint32) int { return cmp.Compare(after[a], after[b]) })
		return known
	})}
}

// distribution describes a time in the cases of a set, of which it names at
// most so many.
func (e *Edition) distribution(ctx context.Context, set *roaring.Bitmap, t times, most int) (Distribution, error) {
	known := e.filter(t.order(), set, 0, size(set))
	d := Distribution{Known: len(known), Unknown: size(set) - len(known), Bins: make([]int, len(DistributionBins))}
	if len(known) == 0 {
		return d, nil
	}
	at := func(i int) incident.Duration { return minutes(int(t.after[known[i]])) }
	for i := range d.Quartiles {
		d.Quartiles[i] = at((len(known)*(i+1)+3)/4 - 1)
	}
	bin := 0
	for i := range known {
		for bin+1 < len(DistributionBins) && at(i) >= DistributionBins[bin+1] {
			bin++
		}
		d.Bins[bin]++
	}
	if len(known) > most {
		return d, nil
	}
	rows, err := e.db.Summaries(ctx, known)
	if err != nil {
		return Distribution{}, err
	}
	for i, p := range known {
		d.Cases = append(d.Cases, Timed{ID: e.x.IDs[p], Title: rows[i].Title, After: at(i)})
	}
	return d, nil
}
