package views

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/incidentlib/incidentlib/internal/i18n"
)

// stage is what an incident was doing between one event and the next.
type stage string

const (
	stageQuiet      stage = "quiet"      // before the impact, after the resolution, or unknown
	stageUndetected stage = "undetected" // users were affected and nobody knew
	stageKnown      stage = "known"      // users were affected and it was known
	stageImpact     stage = "impact"     // users were affected; when that was noticed is not known
	stagePaused     stage = "paused"     // it seemed over, and came back
)

// stages tells for each event which stage begins with it.
func (t Timeline) stages() []stage {
	detected := slices.ContainsFunc(t.Events, func(e TimelineEvent) bool { return e.Phase == "detected" })
	current, known := stageQuiet, false
	out := make([]stage, len(t.Events))
	for i, e := range t.Events {
		again := slices.ContainsFunc(t.Events[i+1:], func(e TimelineEvent) bool { return e.Phase == "impact" })
		open := current == stageUndetected || current == stageKnown || current == stageImpact
		switch e.Phase {
		case "detected":
			known = true
			if open {
				current = stageKnown
			}
		case "impact":
			switch {
			case !detected:
				current = stageImpact
			case known:
				current = stageKnown
			default:
				current = stageUndetected
			}
		case "mitigated":
			if open && again {
				current = stagePaused
			}
		case "resolved":
			later := slices.ContainsFunc(t.Events[i+1:], func(e TimelineEvent) bool { return e.Phase == "resolved" })
			switch {
			case again && open:
				current = stagePaused
			case !again && !later:
				current = stageQuiet
			}
		}
		out[i] = current
	}
	if n := len(out); n > 0 {
		out[n-1] = stageQuiet // nothing is known past the last event
	}
	return out
}

// The measures of the drawing, in user units of its view box. At its widest a
// unit is a CSS pixel.
const (
	drawWidth   = 1120
	drawInset   = 2              // room for the strokes at both ends
	drawRow     = 22             // from one row of labels to the next
	drawText    = 14             // font size of the labels
	drawBar     = 14             // height of the bar
	drawGap     = 10             // between the lowest row and the bar
	drawRuler   = 32             // below the bar
	flagOffset  = 6              // from a flag's pole to its words
	flagSpace   = 12             // between the words of two flags
	poleSpace   = 4              // between a pole and the words of another flag
	rulerSpace  = 18             // between the words of the ruler
	maxFlags    = 9              // turning points that carry a label
	maxFlagRows = 6              // rows of labels
	clocksUpTo  = 48 * time.Hour // in longer timelines labels give the day, not the time
	emWide      = 1.0            // widths in em, rounded up: Hangul,
	emNarrow    = .66            // and everything else
)

// drawing is a timeline to scale.
type drawing struct {
	Height float64
	BarY   float64
	Bars   []drawnBar
	Ticks  []drawnTick
	Flags  []drawnFlag
	Ruler  []drawnMark
}

type drawnBar struct {
	X, Width float64
	Stage    stage
}

type drawnTick struct{ X float64 }

// drawnFlag is a labelled event: a pole on the bar, with words to its right or,
// if Left, to its left. Row 0 is next to the bar.
type drawnFlag struct {
	X           float64
	Row         int
	Left        bool
	Name, Clock string
	Y           float64 // baseline
	width       float64
	event       int
}

// drawnMark is a mark of the ruler below the bar.
type drawnMark struct {
	X    float64
	Text string // "" where there is no room
	Day  bool
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
// scale: fewer than two moments.
func (t Timeline) draw(p *i18n.Printer) (d drawing, ok bool) {
	n := len(t.Events)
	if n < 2 || !t.Events[n-1].At.After(t.Events[0].At) {
		return drawing{}, false
	}
	start, end := t.Events[0].At, t.Events[n-1].At
	x := func(at time.Time) float64 {
		share := float64(at.Sub(start)) / float64(end.Sub(start))
		return round(drawInset + min(max(share, 0), 1)*(drawWidth-2*drawInset))
	}

	for i, s := range t.stages() {
		if s == stageQuiet {
			continue
		}
		from, to := x(t.Events[i].At), x(t.Events[i+1].At)
		if to <= from {
			continue // one moment, or a whole day that is filed after its hours
		}
		if last := len(d.Bars) - 1; last >= 0 && d.Bars[last].Stage == s && d.Bars[last].X+d.Bars[last].Width == from {
			d.Bars[last].Width = to - d.Bars[last].X
			continue
		}
		d.Bars = append(d.Bars, drawnBar{X: from, Width: to - from, Stage: s})
	}

	var flags []drawnFlag // in order of weight
	for _, i := range t.turningPoints() {
		e := t.Events[i]
		f := drawnFlag{X: x(e.At), Name: e.Label, Clock: clock(p, e), event: i}
		if e.DayOnly || end.Sub(start) > clocksUpTo {
			f.Clock = dayAndMonth(p, e.At)
		}
		f.width = textWidth(f.Name+" "+f.Clock, drawText)
		flags = append(flags, f)
	}
	d.Flags = placeFlags(flags)
	rows := 0
	for _, f := range d.Flags {
		rows = max(rows, f.Row+1)
	}
	d.BarY = float64(rows)*drawRow + drawGap
	for i := range d.Flags {
		d.Flags[i].Y = d.BarY - drawGap - float64(d.Flags[i].Row)*drawRow
	}
	for _, e := range t.Events {
		d.Ticks = append(d.Ticks, drawnTick{X: x(e.At)})
	}
	d.Ruler = ruler(start, end, x, p.Clock, func(at time.Time) string { return dayAndMonth(p, at) })
	d.Height = d.BarY + drawBar + drawRuler
	return d, true
}

// clock writes an event's time of day, "" for a whole day.
func clock(p *i18n.Printer, e TimelineEvent) string {
	if e.Approx && e.Clock != "" {
		return p.F("timeline.about", i18n.Args{"Clock": e.Clock})
	}
	return e.Clock
}

// dayAndMonth writes a day of the drawing; its year stands in the list.
func dayAndMonth(p *i18n.Printer, at time.Time) string {
	return p.F("timeline.day", i18n.Args{"Day": at.Day(), "Month": p.T("month." + strconv.Itoa(int(at.Month())))})
}

// turningPoints chooses the events that carry a label, the weightiest first.
func (t Timeline) turningPoints() []int {
	var chosen []int
	take := func(phase string, last bool) {
		for k := range t.Events {
			i := k
			if last {
				i = len(t.Events) - 1 - k
			}
			if t.Events[i].Phase == phase && t.Events[i].Label != "" && !slices.Contains(chosen, i) {
				chosen = append(chosen, i)
				return
			}
		}
	}
	take("impact", false)
	take("detected", false)
	take("resolved", true)
	take("mitigated", true)
	take("trigger", false)
	for range maxFlags {
		take("impact", false)
		take("diagnosed", false)
		take("mitigated", true)
		take("resolved", true)
		take("trigger", false)
		take("detected", false)
	}
	return chosen[:min(len(chosen), maxFlags)]
}

// placeFlags gives every flag its side and row so that no words touch other
// words or another flag's pole. Flags that cannot be placed are left out, the
// lightest first. The result is in order of time.
func placeFlags(byWeight []drawnFlag) []drawnFlag {
	for n := len(byWeight); n > 0; n-- {
		flags := slices.Clone(byWeight[:n])
		slices.SortStableFunc(flags, func(a, b drawnFlag) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.event, b.event)) })
		best := -1
		var chosen []drawnFlag
		// The first flags fly to the right, the rest to the left.
		for split := n; split >= 0; split-- {
			if rows, ok := stack(flags, split); ok && (best < 0 || rows < best) {
				best, chosen = rows, slices.Clone(flags)
			}
		}
		if chosen != nil {
			return chosen
		}
	}
	return nil
}

// stack sets the rows for one split: of flags that fly right and meet, the
// earlier is higher; of flags that fly left, the later.
func stack(flags []drawnFlag, split int) (rows int, ok bool) {
	for i := range flags {
		flags[i].Left, flags[i].Row = i >= split, 0
		if from, to := flags[i].words(); from < 0 || to > drawWidth {
			return 0, false
		}
	}
	for i := split - 1; i >= 0; i-- {
		_, to := flags[i].words()
		for j := i + 1; j < split; j++ {
			if flags[j].X+flagOffset < to+flagSpace {
				flags[i].Row = max(flags[i].Row, flags[j].Row+1)
			}
		}
	}
	for i := split; i < len(flags); i++ {
		from, _ := flags[i].words()
		for j := split; j < i; j++ {
			if flags[j].X-flagOffset > from-flagSpace {
				flags[i].Row = max(flags[i].Row, flags[j].Row+1)
			}
		}
	}
	for i, f := range flags {
		rows = max(rows, f.Row+1)
		for _, g := range flags[i+1:] {
			if clash(f, g) {
				return 0, false
			}
		}
	}
	return rows, rows <= maxFlagRows
}

// clash tells whether two flags touch.
func clash(f, g drawnFlag) bool {
	fFrom, fTo := f.words()
	gFrom, gTo := g.words()
	if f.Row == g.Row && fFrom < gTo+flagSpace && gFrom < fTo+flagSpace {
		return true
	}
	through := func(pole drawnFlag, from, to float64, row int) bool {
		return row <= pole.Row && pole.X > from-poleSpace && pole.X < to+poleSpace
	}
	return through(f, gFrom, gTo, g.Row) || through(g, fFrom, fTo, f.Row)
}

// rulerSteps are the distances between marks that a reader can count in.
var rulerSteps = []time.Duration{
	time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 15 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 3 * time.Hour, 6 * time.Hour, 12 * time.Hour,
	day, 2 * day, 3 * day, 7 * day, 14 * day, 28 * day, 91 * day, 182 * day, 364 * day, 1820 * day, 3640 * day,
}

const (
	day       = 24 * time.Hour
	rulerText = 12 // font size
)

// ruler sets the marks of the time axis: the shortest step whose words have
// room. A mark at midnight names the day.
func ruler(start, end time.Time, x func(time.Time) float64, clock, date func(time.Time) string) []drawnMark {
	var step time.Duration
	for _, step = range rulerSteps {
		words := textWidth(clock(start), rulerText)
		if step >= day {
			words = textWidth(date(end), rulerText)
		}
		if float64(step)/float64(end.Sub(start))*drawWidth >= words+rulerSpace {
			break
		}
	}
	var marks []drawnMark
	midnight := time.Date(start.Year(), start.Month(), start.Day(), 0, 0, 0, 0, start.Location())
	for at := midnight; !at.After(end); at = at.Add(step) {
		if at.Before(start) {
			continue
		}
		m := drawnMark{X: x(at), Text: clock(at), Day: at.Hour() == 0 && at.Minute() == 0}
		if m.Day {
			m.Text = date(at)
		}
		marks = append(marks, m)
	}
	// Days first: they are wider, and the hours beside them give way.
	var taken [][2]float64
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

// round keeps coordinates short: a tenth of a unit.
func round(f float64) float64 { return float64(int(f*10+.5)) / 10 }

// length is how far a mark stands out of the bar.
func (m drawnMark) length() float64 {
	if m.Text == "" {
		return 4
	}
	return 8
}

// number writes a coordinate.
func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// eventTime writes when an event of the list was: its time of day, or that it
// is known to the day only.
func eventTime(p *i18n.Printer, e TimelineEvent) string {
	if e.Clock == "" {
		return p.T("timeline.all_day")
	}
	return clock(p, e)
}

// describe says the drawing in words: its turning points in order of time.
func (t Timeline) describe(p *i18n.Printer) string {
	points := t.turningPoints()
	slices.Sort(points)
	var words []string
	for _, i := range points {
		e := t.Events[i]
		w := e.Label
		if e.Day != "" {
			w += ", " + e.Day
		}
		if c := clock(p, e); c != "" {
			w += ", " + c
		}
		words = append(words, w)
	}
	return strings.Join(words, "; ")
}

// shown lists the stages that the bar shows, for its key.
func (d drawing) shown() []stage {
	return slices.DeleteFunc([]stage{stageUndetected, stageKnown, stageImpact, stagePaused}, func(s stage) bool {
		return !slices.ContainsFunc(d.Bars, func(b drawnBar) bool { return b.Stage == s })
	})
}
