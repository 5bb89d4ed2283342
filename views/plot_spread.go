package views

import (
	"math"
	"time"

	"github.com/incidentlib/incidentlib/internal/i18n"
)

// Spread is how long something took in each of some cases.
type Spread struct {
	ID        string // of the plot, for references within the page
	Title     string
	Counted   string // of how many cases the time is known, and of how many not
	Summary   string // the quartiles in words; "" where there are too few cases for them
	Quartiles []Span // within which a quarter, half and three quarters were; none with too few
	Median    string // "중앙값 5시간 49분"
	Cases     []SpreadCase
	Bins      []SpreadBin // in place of the cases, where there are too many to draw each
	Longest   Span        // the end of the axis covers it: alike in plots to be compared
}

// SpreadCase is a case of a spread; the shortest comes first.
type SpreadCase struct {
	ID    string
	Href  string
	Title Text
	After Span
}

// SpreadBin counts the cases whose time lies from From to below To, in
// minutes; the last bin has no end (zero).
type SpreadBin struct {
	From, To int
	Count    int
	Label    string // "1시간~2시간"
}

// Measures of a spread's plot. Times under a minute, which a log axis cannot
// show, stand in a place of their own to its left.
const (
	spreadZero  = 4.5 // percent: where times under a minute stand
	spreadFirst = 12  // a minute
	spreadLast  = 97  // the end of the axis
	spreadDot   = 9   // pixels from one dot to the next above it
	spreadApart = 2.4 // percent: as wide as a dot on the narrowest screen
	spreadWords = 22  // above the dots, for the median
	spreadLeast = 4   // dots: the least height
	spreadBars  = 84  // height of the highest bar
	spreadFoot  = 26  // below the axis, for its words
)

// spreadEnds are the ends that the axis may have, spreadTicks its marks; those
// whose words matter most come first.
var (
	spreadEnds  = []time.Duration{128 * day, 400 * day, 1200 * day, 4000 * day}
	spreadTicks = []time.Duration{
		time.Hour, day, 10 * time.Minute, 7 * day, 365 * day, 3650 * day, 100 * day, 30 * day, time.Minute, 6 * time.Hour, 1000 * day,
	}
)

// The least widths of a plot in pixels: on a screen of 320, and on the narrowest
// that is not set as narrow (48rem).
const (
	narrowPlot = 288
	widePlot   = 640
	tickText   = 13 // font size
	tickSpace  = 8  // between words
)

// logAxis is the axis of a spread: from a minute to its end.
type logAxis struct{ end float64 } // minutes

func (s Spread) axis() logAxis {
	longest := time.Duration(s.Longest.Minutes) * time.Minute
	for _, end := range spreadEnds {
		if longest <= end {
			return logAxis{end.Minutes()}
		}
	}
	return logAxis{longest.Minutes()}
}

// x places a time, in percent.
func (a logAxis) x(minutes float64) float64 {
	if minutes < 1 {
		return spreadZero
	}
	return spreadFirst + (spreadLast-spreadFirst)*math.Log(minutes)/math.Log(a.end)
}

// spreadTick is a mark of the axis.
type spreadTick struct {
	X    float64
	Text string // "" where there is no room
	Thin bool   // no room on a narrow screen
}

// ticks lists the marks of the axis, that of times under a minute first.
func (a logAxis) ticks(p *i18n.Printer) []spreadTick {
	out := []spreadTick{{X: spreadZero, Text: "<" + p.Duration(time.Minute)}}
	narrow, wide := words{width: narrowPlot}, words{width: widePlot}
	narrow.fit(out[0])
	wide.fit(out[0])
	for _, at := range spreadTicks {
		if at.Minutes() > a.end {
			continue
		}
		t := spreadTick{X: a.x(at.Minutes()), Text: p.Duration(at)}
		t.Thin = !narrow.fit(t)
		if !wide.fit(t) {
			t.Text = ""
		}
		out = append(out, t)
	}
	return out
}

// words are the stretches of a line that words take, in pixels.
type words struct {
	width float64
	taken [][2]float64
}

// fit takes the room for the words of a tick, if it is free.
func (w *words) fit(t spreadTick) bool {
	half := textWidth(t.Text, tickText) / 2
	from, to := t.X/100*w.width-half, t.X/100*w.width+half
	if from < -tickSpace || to > w.width+tickSpace {
		return false
	}
	for _, other := range w.taken {
		if from < other[1]+tickSpace && other[0] < to+tickSpace {
			return false
		}
	}
	w.taken = append(w.taken, [2]float64{from, to})
	return true
}

// spreadDrawing is a spread laid out. Along, it is measured from the top.
type spreadDrawing struct {
	Base float64 // of the axis
	Dots []spreadDotAt
	Bars []bar
	Box  bar     // from the first to the third quartile
	Mid  float64 // the median
	Left bool    // the median's words stand to its left
}

type spreadDotAt struct {
	SpreadCase
	X, Y float64
}

func (s Spread) draw() spreadDrawing {
	a := s.axis()
	var d spreadDrawing
	rows := 0
	if s.Bins == nil {
		d.Dots, rows = pile(s.Cases, a)
	}
	height := float64(max(rows, spreadLeast) * spreadDot)
	if s.Bins != nil {
		height = spreadBars
		d.Bars = histogram(s.Bins, a)
	}
	d.Base = spreadWords + height
	for i := range d.Dots {
		d.Dots[i].Y = d.Base - (d.Dots[i].Y+.5)*spreadDot
	}
	for i := range d.Bars {
		d.Bars[i].Y = d.Base - d.Bars[i].Height
	}
	if len(s.Quartiles) < 3 {
		return d
	}
	q1, q3 := a.x(float64(s.Quartiles[0].Minutes)), a.x(float64(s.Quartiles[2].Minutes))
	d.Box = bar{X: q1, Width: q3 - q1, Y: spreadWords, Height: height}
	d.Mid = a.x(float64(s.Quartiles[1].Minutes))
	d.Left = d.Mid > 60
	return d
}

// axisPath is the line of the axis, broken before its first minute, and its
// marks. Times under a minute have words, but no mark.
func (d spreadDrawing) axisPath(ticks []spreadTick) string {
	var path markup
	path.add("M0 ").number(d.Base + .5).add("H").number(2 * spreadZero)
	path.add("M").number(spreadFirst).add(" ").number(d.Base + .5).add("H100")
	for _, t := range ticks[1:] {
		path.add("M").number(hundredth(t.X)).add(" ").number(d.Base).add("v6")
	}
	return string(path)
}

// dotsPath is a line without length for each dot: its round ends are the dot.
func (d spreadDrawing) dotsPath() string {
	var path markup
	for _, dot := range d.Dots {
		path.add("M").number(hundredth(dot.X)).add(" ").number(dot.Y).add("h0")
	}
	return string(path)
}

// pile stacks dots: those that would touch on a narrow screen stand in one
// column, midway between the first and the last of them, so that a dot is at
// most half its width from its time (L. Wilkinson, Dot Plots, The American
// Statistician 53, 1999). The row is left in Y.
func pile(cases []SpreadCase, a logAxis) (dots []spreadDotAt, rows int) {
	x := func(c SpreadCase) float64 { return a.x(float64(c.After.Minutes)) }
	for len(cases) > 0 {
		n := 1
		for n < len(cases) && x(cases[n])-x(cases[0]) < spreadApart {
			n++
		}
		at := (x(cases[0]) + x(cases[n-1])) / 2
		if last := len(dots) - 1; last >= 0 {
			at = max(at, dots[last].X+spreadApart)
		}
		for row, c := range cases[:n] {
			dots = append(dots, spreadDotAt{c, at, float64(row)})
		}
		rows, cases = max(rows, n), cases[n:]
	}
	return dots, rows
}

// histogram draws bins as bars of which the area says how many cases they
// hold: bins differ in width.
func histogram(bins []SpreadBin, a logAxis) []bar {
	var out []bar
	most := 0.0
	for _, b := range bins {
		if b.Count == 0 {
			continue
		}
		from, to := a.x(float64(b.From)), a.x(float64(b.To))
		switch {
		case b.From == 0:
			from, to = 0, 2*spreadZero
		case b.To == 0:
			to = max(spreadLast, from+spreadApart) // no end
		}
		density := float64(b.Count) / (to - from)
		most = max(most, density)
		out = append(out, bar{X: from, Width: to - from, Height: density})
	}
	for i := range out {
		out[i].Height = max(round(spreadBars*out[i].Height/most), 1)
	}
	return out
}
