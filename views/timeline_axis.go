package views

import (
	"cmp"
	"slices"
	"time"
)

const day = 24 * time.Hour

// moment is when an event may have been: one point of time, or a stretch where
// only its day is known.
type moment struct{ from, to time.Time }

func (m moment) length() time.Duration { return m.to.Sub(m.from) }

// moments tells when each event may have been. Events stand in the order in
// which they happened, so that one of which the day alone is known lies between
// its neighbours.
func (t Timeline) moments() []moment {
	out := make([]moment, len(t.Events))
	for i, e := range t.Events {
		out[i] = moment{e.At, e.At}
		if e.DayOnly {
			out[i].to = e.At.AddDate(0, 0, 1)
		}
	}
	for i := range out {
		if t.Events[i].DayOnly && i > 0 && out[i-1].from.After(out[i].from) {
			out[i].from = out[i-1].from
		}
	}
	for i := len(out) - 2; i >= 0; i-- {
		if t.Events[i].DayOnly && out[i+1].to.Before(out[i].to) {
			out[i].to = out[i+1].to
		}
		if out[i].to.Before(out[i].from) { // not in order after all
			out[i] = moment{t.Events[i].At, t.Events[i].At.AddDate(0, 0, 1)}
		}
	}
	return out
}

// places sets each event at a time: one that may have been in a stretch into
// its middle and, where several share a stretch, in equal parts in order.
func places(ms []moment) []time.Time {
	out := make([]time.Time, len(ms))
	for i := 0; i < len(ms); {
		n := 1
		for i+n < len(ms) && ms[i+n] == ms[i] && ms[i].from != ms[i].to {
			n++
		}
		for k := range n {
			out[i+k] = ms[i].from.Add(ms[i].to.Sub(ms[i].from) * time.Duration(k+1) / time.Duration(n+1))
		}
		i += n
	}
	return out
}

// mark is what the axis must show of an event. A vague one stands for a day, of
// which the time does not matter.
type mark struct {
	moment
	vague bool
}

// extent is the part of a timeline that is drawn: from its first mark to its
// last, and other events shortly before and after.
func extent(marks []mark, others []time.Time) moment {
	e := marks[0].moment
	for _, m := range marks {
		if m.from.Before(e.from) {
			e.from = m.from
		}
		if m.to.After(e.to) {
			e.to = m.to
		}
	}
	margin := e.length() / marginPart
	first, last := e.from.Add(-margin), e.to.Add(margin)
	for _, at := range others {
		if at.Before(e.from) && !at.Before(first) {
			e.from = at
		}
		if at.After(e.to) && !at.After(last) {
			e.to = at
		}
	}
	return e
}

// piece is a stretch of the axis that is drawn to scale.
type piece struct {
	from, to time.Time
	x0, x1   float64
}

// timeAxis places times. Its pieces have one scale; between two of them a
// stretch is cut short.
type timeAxis struct {
	pieces []piece
	scale  float64 // units per nanosecond
}

// newTimeAxis spreads a stretch of time over the drawing, less the parts that
// are cut to breakWidth, which are in order.
func newTimeAxis(whole moment, cuts []mark) timeAxis {
	shown := whole.length()
	for _, c := range cuts {
		shown -= c.length()
	}
	width := float64(drawWidth - 2*drawInset - len(cuts)*breakWidth)
	a := timeAxis{scale: width / float64(max(shown, 1))}
	x, from := float64(drawInset), whole.from
	add := func(to time.Time) {
		x1 := x + float64(to.Sub(from))*a.scale
		a.pieces = append(a.pieces, piece{from, to, x, x1})
		x = x1 + breakWidth
	}
	for _, c := range cuts {
		add(c.from)
		from = c.to
	}
	add(whole.to)
	return a
}

// x places a time. One that is not shown stands where the axis is cut or ends.
func (a timeAxis) x(at time.Time) float64 {
	for i, p := range a.pieces {
		if at.Before(p.from) {
			if i == 0 {
				return round(p.x0)
			}
			return round((a.pieces[i-1].x1 + p.x0) / 2)
		}
		if !at.After(p.to) {
			return round(p.x0 + float64(at.Sub(p.from))*a.scale)
		}
	}
	return round(a.pieces[len(a.pieces)-1].x1)
}

// shows reports whether a time is drawn to scale.
func (a timeAxis) shows(at time.Time) bool {
	return slices.ContainsFunc(a.pieces, func(p piece) bool { return !at.Before(p.from) && !at.After(p.to) })
}

// shown is how much time is drawn to scale.
func (a timeAxis) shown() time.Duration {
	var sum time.Duration
	for _, p := range a.pieces {
		sum += p.to.Sub(p.from)
	}
	return sum
}

const (
	marginPart = 7  // of the whole, before the first mark and after the last
	breakWidth = 64 // of a cut
	maxBreaks  = 3
	farLonger  = 2  // times all the rest: a stretch as long as that is cut,
	hugely     = 8  // and as long as that if users were affected through it
	apart      = 14 // from here on two turning points are seen as two
)

// axisOf makes the axis of a timeline, and lists its cuts. A stretch without
// marks is cut short if it is far longer than all the rest together; longer than
// the rest is enough where it ends at a vague mark. One within the impact is the
// incident itself: it must be longer still, and the cut must set more than one
// turning point apart from its neighbour.
func axisOf(whole moment, marks []mark, points []time.Time, impact []moment) (timeAxis, []mark) {
	gaps := gapsOf(marks)
	slices.SortStableFunc(gaps, func(a, b mark) int { return cmp.Compare(b.length(), a.length()) })
	axis, cut := newTimeAxis(whole, nil), 0
	for n := 1; n <= min(maxBreaks, len(gaps)); n++ {
		next := newTimeAxis(whole, inOrder(gaps[:n]))
		gap, rest := gaps[n-1], next.shown()
		least, gain := farLonger*rest, 0
		switch {
		case slices.ContainsFunc(impact, func(m moment) bool { return m.from.Before(gap.to) && m.to.After(gap.from) }):
			least, gain = hugely*rest, 2
		case gap.vague:
			least = rest
		}
		if rest <= 0 || gap.length() < least || separate(next, points)-separate(axis, points) < gain {
			break
		}
		axis, cut = next, n
	}
	return axis, inOrder(gaps[:cut])
}

func inOrder(marks []mark) []mark {
	return slices.SortedFunc(slices.Values(marks), func(a, b mark) int { return a.from.Compare(b.from) })
}

// gapsOf lists the stretches between marks, vague if one that they end at is.
func gapsOf(marks []mark) []mark {
	sorted := inOrder(marks)
	var out []mark
	last := sorted[0]
	for _, m := range sorted[1:] {
		if m.from.After(last.to) {
			out = append(out, mark{moment{last.to, m.from}, last.vague || m.vague})
		}
		if m.to.After(last.to) {
			last = m
		}
	}
	return out
}

// separate counts the neighbouring points that are seen as two.
func separate(a timeAxis, points []time.Time) int {
	n := 0
	for i := 1; i < len(points); i++ {
		if a.x(points[i])-a.x(points[i-1]) >= apart {
			n++
		}
	}
	return n
}
