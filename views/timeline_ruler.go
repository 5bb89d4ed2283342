package views

import (
	"slices"
	"time"
)

// rulerSteps are the distances between marks that a reader can count in.
var rulerSteps = []time.Duration{
	time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 15 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 3 * time.Hour, 6 * time.Hour, 12 * time.Hour,
	day, 2 * day, 3 * day, 7 * day, 14 * day, 28 * day, 91 * day, 182 * day, 364 * day, 1820 * day, 3640 * day,
}

const (
	rulerText  = 12 // font size
	rulerSpace = 18 // between the words of the ruler
)

// drawnMark is a mark of the ruler below the bar.
type drawnMark struct {
	X    float64
	Text string // "" where there is no room
	Day  bool
}

// length is how far a mark stands out of the bar.
func (m drawnMark) length() float64 {
	if m.Text == "" {
		return 4
	}
	return 8
}

// ruler sets the marks of the time axis: the shortest step whose words have
// room. A mark at midnight names the day. taken is where words stand already.
func ruler(a timeAxis, taken [][2]float64, clock, date func(time.Time) string) []drawnMark {
	start, end := a.pieces[0].from, a.pieces[len(a.pieces)-1].to
	var step time.Duration
	for _, step = range rulerSteps {
		words := textWidth(clock(start), rulerText)
		if step >= day {
			words = textWidth(date(end), rulerText)
		}
		if float64(step)*a.scale >= words+rulerSpace {
			break
		}
	}
	var marks []drawnMark
	for _, p := range a.pieces {
		from := time.Date(p.from.Year(), p.from.Month(), p.from.Day(), 0, 0, 0, 0, p.from.Location())
		for at := from; !at.After(p.to); at = at.Add(step) {
			if at.Before(p.from) {
				continue
			}
			m := drawnMark{X: a.x(at), Text: clock(at), Day: at.Hour() == 0 && at.Minute() == 0}
			if m.Day {
				m.Text = date(at)
			}
			marks = append(marks, m)
		}
	}
	// Days first: they are wider, and the hours beside them give way.
	for _, days := range []bool{true, false} {
		for i, m := range marks {
			if m.Day != days {
				continue
			}
			half := textWidth(m.Text, rulerText) / 2
			from, to := m.X-half, m.X+half
			if from < 0 || to > drawWidth || slices.ContainsFunc(taken, func(t [2]float64) bool {
				return from < t[1]+rulerSpace/2 && t[0] < to+rulerSpace/2
			}) {
				marks[i].Text = ""
				continue
			}
			taken = append(taken, [2]float64{from, to})
		}
	}
	return marks
}
