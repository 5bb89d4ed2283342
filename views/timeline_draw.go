package views

import (
	"slices"
	"strconv"
	"time"

	"github.com/incidentlib/incidentlib/internal/i18n"
)

// The measures of the drawing, in user units of its view box. At its widest a
// unit is a CSS pixel.
const (
	drawWidth  = 1120
	drawInset  = 6              // room for the shapes at both ends
	drawRow    = 22             // from one row of labels to the next
	drawText   = 14             // font size of the labels
	drawBar    = 14             // height of the bar, from which its SVG is set
	drawGap    = 10             // between the lowest row and the bar
	drawRuler  = 32             // below the bar
	clocksUpTo = 48 * time.Hour // in longer timelines labels give the day, not the time
	emWide     = 1.0            // widths in em, rounded up: Hangul,
	emNarrow   = .66            // and everything else
)

// drawing is a timeline to scale.
type drawing struct {
	Height float64
	BarY   float64
	Lines  [][2]float64 // the stretches of the axis
	Bars   []drawnBar
	Breaks []drawnBreak
	Ticks  []float64
	Flags  []drawnFlag
	Ruler  []drawnMark
}

type drawnBar struct {
	X, Width float64
	Stage    stage
}

// drawnBreak is where the axis is cut short, and how much time is left out.
type drawnBreak struct {
	X    float64 // middle
	Text string
}

// textWidth estimates how wide a text is at a font size: never too narrow for
// the fonts of our stacks.
func textWidth(s string, size float64) float64 {
	em := 0.0
	for _, r := range s {
		if r >= 0x1100 {
			em += emWide
		} else {
			em += emNarrow
		}
	}
	return em * size
}

// draw lays a timeline out. ok is false where there is nothing to draw to
// scale: all that is known of its turning points is one time, or one day.
func (t Timeline) draw(p *i18n.Printer) (d drawing, ok bool) {
	ms := t.moments()
	at := places(ms)
	marks, others := t.marks(ms, at)
	if !t.extends(ms) {
		return drawing{}, false
	}
	spans := t.spans(ms)
	points := t.turningPoints()
	whole := extent(marks, others)
	axis, cuts := axisOf(whole, marks, timesOf(points, at), impact(spans))
	for i, piece := range axis.pieces {
		d.Lines = append(d.Lines, [2]float64{round(piece.x0), round(piece.x1)})
		if i > 0 {
			d.Breaks = append(d.Breaks, drawnBreak{X: round((axis.pieces[i-1].x1 + piece.x0) / 2), Text: leftOut(p, cuts[i-1])})
		}
	}
	for _, s := range spans {
		if x, end := axis.x(s.from), axis.x(s.to); end > x {
			d.Bars = append(d.Bars, drawnBar{X: x, Width: round(end - x), Stage: s.stage})
		}
	}
	for _, a := range at {
		if axis.shows(a) {
			d.Ticks = append(d.Ticks, axis.x(a))
		}
	}
	d.placeFlags(t.flags(p, points, at, axis))
	var taken [][2]float64
	for _, b := range d.Breaks {
		half := textWidth(b.Text, rulerText) / 2
		taken = append(taken, [2]float64{b.X - half, b.X + half})
	}
	d.Ruler = ruler(axis, taken, p.Clock, func(at time.Time) string { return dayAndMonth(p, at) })
	d.Height = d.BarY + drawBar + drawRuler
	return d, true
}

// extends reports whether two turning points are known to lie apart.
func (t Timeline) extends(ms []moment) bool {
	var end time.Time // of the turning point that was over first
	for i, e := range t.Events {
		if e.Label == "" {
			continue
		}
		if !end.IsZero() && ms[i].from.After(end) {
			return true
		}
		if end.IsZero() || ms[i].to.Before(end) {
			end = ms[i].to
		}
	}
	return false
}

// leftOut writes how much time a cut leaves out: whole days, if as little is
// known of it.
func leftOut(p *i18n.Printer, cut mark) string {
	d := cut.length().Round(time.Minute)
	if cut.vague {
		d = d.Round(day)
	}
	if d == 0 {
		return ""
	}
	return "+" + p.Duration(d)
}

// marks tells what the axis must show: each turning point, and each event with
// which a stage changed, in all the time in which that may have been. others are
// the remaining events.
func (t Timeline) marks(ms []moment, at []time.Time) (marks []mark, others []time.Time) {
	before := stageQuiet
	for i, s := range t.stages() {
		switch {
		case s != before:
			marks = append(marks, mark{ms[i], false})
		case t.Events[i].Label != "":
			marks = append(marks, mark{moment{at[i], at[i]}, t.Events[i].DayOnly})
		default:
			others = append(others, at[i])
		}
		before = s
	}
	return marks, others
}

// timesOf returns the times of some events, in order.
func timesOf(events []int, at []time.Time) []time.Time {
	var out []time.Time
	for _, i := range events {
		out = append(out, at[i])
	}
	slices.SortFunc(out, time.Time.Compare)
	return out
}

// stageSpan is a stage in time.
type stageSpan struct {
	moment
	stage stage
}

// spans lists the stages but quiet ones. Where a stage changed on a day of which
// the time is not known, it is unsure for as long as that may have been.
func (t Timeline) spans(ms []moment) []stageSpan {
	var out []stageSpan
	add := func(s stage, from, to time.Time) {
		if s != stageQuiet && to.After(from) {
			out = append(out, stageSpan{moment{from, to}, s})
		}
	}
	current, since := stageQuiet, time.Time{}
	for i, s := range t.stages() {
		if s == current {
			continue
		}
		from := ms[i].from
		add(current, since, from)
		if from.Before(since) {
			from = since // unsure already
		}
		if from.Before(ms[i].to) {
			add(stageUnsure, from, ms[i].to)
		}
		current, since = s, ms[i].to
	}
	return out
}

// impact lists the stretches through which users were affected.
func impact(spans []stageSpan) []moment {
	var out []moment
	for _, s := range spans {
		if s.stage != stagePaused && s.stage != stageUnsure {
			out = append(out, s.moment)
		}
	}
	return out
}

// flags words the turning points, the weightiest first.
func (t Timeline) flags(p *i18n.Printer, points []int, at []time.Time, axis timeAxis) []drawnFlag {
	dated := func(i int) bool { // a day is named where it is not the one before
		before := -1
		for _, k := range points {
			if at[k].Before(at[i]) && (before < 0 || at[k].After(at[before])) {
				before = k
			}
		}
		return len(axis.pieces) > 1 && (before < 0 || !sameDay(t.Events[before].At, t.Events[i].At))
	}
	var out []drawnFlag
	for _, i := range points {
		e := t.Events[i]
		f := drawnFlag{X: axis.x(at[i]), Phase: e.Phase, Name: e.Label, Approx: e.Approx || e.DayOnly, Clock: clock(p, e), event: i}
		switch {
		case e.DayOnly || axis.shown() > clocksUpTo:
			f.Clock = dayAndMonth(p, e.At)
		case dated(i):
			f.Clock = dayAndMonth(p, e.At) + " " + f.Clock
		}
		f.width = textWidth(f.Name+" "+f.Clock, drawText)
		out = append(out, f)
	}
	return out
}

func sameDay(a, b time.Time) bool { return a.Format(time.DateOnly) == b.Format(time.DateOnly) }

// placeFlags sets the labels above the bar, which moves down for them.
func (d *drawing) placeFlags(byWeight []drawnFlag) {
	d.Flags = placeFlags(byWeight)
	rows := 0
	for _, f := range d.Flags {
		rows = max(rows, f.Row+1)
	}
	d.BarY = float64(rows)*drawRow + drawGap
	for i := range d.Flags {
		d.Flags[i].Y = d.BarY - drawGap - float64(d.Flags[i].Row)*drawRow
	}
}

// round keeps coordinates short: a tenth of a unit.
func round(f float64) float64 { return float64(int(f*10+.5)) / 10 }

// number writes a coordinate.
func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// approx reports whether the time of any flag is not exact, for the key.
func (d drawing) approx() bool {
	return slices.ContainsFunc(d.Flags, func(f drawnFlag) bool { return f.Approx })
}

// shown lists the stages that the bar shows, for its key.
func (d drawing) shown() []stage {
	return slices.DeleteFunc([]stage{stageUndetected, stageKnown, stageImpact, stagePaused, stageUnsure}, func(s stage) bool {
		return !slices.ContainsFunc(d.Bars, func(b drawnBar) bool { return b.Stage == s })
	})
}
