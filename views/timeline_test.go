package views

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/incidentlib/incidentlib/internal/i18n"
)

var base = time.Date(2026, 9, 29, 9, 38, 0, 0, time.UTC)

// events makes a timeline of phases at minutes after base.
func events(labels bool, at map[int]string) Timeline {
	var t Timeline
	for minute, phase := range at {
		e := TimelineEvent{At: base.Add(time.Duration(minute) * time.Minute), Phase: phase}
		e.Clock = e.At.Format("15:04")
		if labels && phase != "other" {
			e.Label = phase
		}
		t.Events = append(t.Events, e)
	}
	slices.SortStableFunc(t.Events, func(a, b TimelineEvent) int { return a.At.Compare(b.At) })
	return t
}

func TestStages(t *testing.T) {
	for name, tc := range map[string]struct {
		phases []string
		want   []stage
	}{
		"whole": {
			[]string{"trigger", "impact", "detected", "other", "resolved", "diagnosed"},
			[]stage{stageQuiet, stageUndetected, stageKnown, stageKnown, stageQuiet, stageQuiet},
		},
		"comes back": {
			[]string{"impact", "detected", "mitigated", "impact", "mitigated", "resolved", "other"},
			[]stage{stageUndetected, stageKnown, stagePaused, stageKnown, stageKnown, stageQuiet, stageQuiet},
		},
		"detection unknown":   {[]string{"impact", "resolved"}, []stage{stageImpact, stageQuiet}},
		"impact unknown":      {[]string{"detected", "resolved"}, []stage{stageQuiet, stageQuiet}},
		"detected beforehand": {[]string{"detected", "impact", "resolved"}, []stage{stageQuiet, stageKnown, stageQuiet}},
		"not over":            {[]string{"impact", "detected", "other"}, []stage{stageUndetected, stageKnown, stageQuiet}},
		"resolved in steps":   {[]string{"impact", "resolved", "resolved", "other"}, []stage{stageImpact, stageImpact, stageQuiet, stageQuiet}},
		"none":                {nil, []stage{}},
	} {
		var timeline Timeline
		for _, phase := range tc.phases {
			timeline.Events = append(timeline.Events, TimelineEvent{Phase: phase})
		}
		if got := timeline.stages(); !slices.Equal(got, tc.want) {
			t.Errorf("%s: %v, want %v", name, got, tc.want)
		}
	}
}

func TestDrawIsToScale(t *testing.T) {
	p := samples(t)[0].p
	d, ok := events(true, map[int]string{0: "trigger", 25: "impact", 50: "detected", 100: "resolved"}).draw(p)
	if !ok {
		t.Fatal("nothing drawn")
	}
	const length = drawWidth - 2*drawInset
	want := []drawnBar{
		{X: drawInset + .25*length, Width: .25 * length, Stage: stageUndetected},
		{X: drawInset + .5*length, Width: .5 * length, Stage: stageKnown},
	}
	if !slices.Equal(d.Bars, want) {
		t.Errorf("bars %v, want %v", d.Bars, want)
	}
	if len(d.Flags) != 4 || len(d.Ticks) != 4 {
		t.Errorf("%d flags and %d ticks for 4 events", len(d.Flags), len(d.Ticks))
	}
}

func TestDrawNothing(t *testing.T) {
	p := samples(t)[0].p
	same := events(true, map[int]string{0: "impact"})
	same.Events = append(same.Events, same.Events[0])
	for name, timeline := range map[string]Timeline{"none": {}, "one": events(true, map[int]string{0: "impact"}), "one moment": same} {
		if _, ok := timeline.draw(p); ok {
			t.Errorf("%s: drawn", name)
		}
	}
}

// TestFlagsNeverTouch draws many timelines, tight and wide, and measures them
// anew.
func TestFlagsNeverTouch(t *testing.T) {
	p := samples(t)[0].p
	phases := []string{"trigger", "impact", "detected", "diagnosed", "mitigated", "resolved", "other"}
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 2000 {
		span := []int{2, 30, 400, 5000, 60 * 24 * 40}[n%5]
		var timeline Timeline
		for range 2 + random.IntN(39) {
			minute := random.IntN(span)
			if n%3 == 0 && random.IntN(2) == 0 {
				minute = 0 // a crowd at one minute
			}
			phase := phases[random.IntN(len(phases))]
			e := TimelineEvent{At: base.Add(time.Duration(minute) * time.Minute), Phase: phase, DayOnly: random.IntN(8) == 0, Approx: random.IntN(4) == 0}
			if e.DayOnly {
				e.At = e.At.Truncate(day)
			} else {
				e.Clock = e.At.Format("15:04")
			}
			if phase != "other" {
				e.Label = p.T("phase." + phase)
			}
			timeline.Events = append(timeline.Events, e)
		}
		slices.SortStableFunc(timeline.Events, func(a, b TimelineEvent) int { return a.At.Compare(b.At) })
		d, ok := timeline.draw(p)
		if !ok {
			continue
		}
		if points := len(timeline.turningPoints()); len(d.Flags) < min(points, 3) {
			t.Errorf("%d: %d flags for %d turning points", n, len(d.Flags), points)
		}
		checkDrawing(t, fmt.Sprint(n), d)
	}
}

func checkDrawing(t *testing.T, name string, d drawing) {
	t.Helper()
	for i, f := range d.Flags {
		from, to := f.words()
		if from < 0 || to > drawWidth || f.Row >= maxFlagRows {
			t.Errorf("%s: flag %v leaves the drawing", name, f)
		}
		for _, g := range d.Flags[i+1:] {
			gFrom, gTo := g.words()
			if f.Row == g.Row && (from < gTo && gFrom < to || math.Abs(f.X-g.X) < 10) {
				t.Errorf("%s: words of %v and %v overlap", name, f, g)
			}
			if g.Row <= f.Row && gFrom < f.X && f.X < gTo || f.Row <= g.Row && from < g.X && g.X < to {
				t.Errorf("%s: a pole crosses words: %v, %v", name, f, g)
			}
		}
	}
	for _, b := range d.Bars {
		if b.X < 0 || b.X+b.Width > drawWidth+.1 || b.Width <= 0 {
			t.Errorf("%s: bar %v leaves the drawing", name, b)
		}
	}
	for _, b := range d.Breaks {
		half := textWidth(b.Text, rulerText) / 2
		for _, m := range d.Ruler {
			if words := textWidth(m.Text, rulerText) / 2; m.Text != "" && m.X-words < b.X+half && b.X-half < m.X+words {
				t.Errorf("%s: mark %q touches %q", name, m.Text, b.Text)
			}
		}
	}
	var last float64
	for i, m := range d.Ruler {
		if m.Text == "" {
			continue
		}
		half := textWidth(m.Text, rulerText) / 2
		if m.X-half < last || m.X+half > drawWidth {
			t.Errorf("%s: mark %d of the ruler, %q, touches another", name, i, m.Text)
		}
		last = m.X + half
	}
}

func TestRulerNamesDays(t *testing.T) {
	p := samples(t)[0].p
	d, _ := events(true, map[int]string{0: "impact", 60 * 26: "resolved"}).draw(p)
	var days []string
	for _, m := range d.Ruler {
		if m.Day && m.Text != "" {
			days = append(days, m.Text)
		}
	}
	if want := []string{p.F("timeline.day", i18n.Args{"Day": 30, "Month": p.T("month.9")})}; !slices.Equal(days, want) {
		t.Errorf("the ruler names %q, want %q", days, want)
	}
}

// course makes a timeline of events such as "26 20:15 trigger" and, of a day
// alone, "26 impact".
func course(t testing.TB, p *i18n.Printer, events ...string) Timeline {
	t.Helper()
	var out Timeline
	for _, s := range events {
		words := strings.Fields(s)
		e := TimelineEvent{DayOnly: len(words) == 2, Phase: words[len(words)-1]}
		layout, at := "2", words[0]
		if !e.DayOnly {
			layout, at, e.Clock = "2 15:04", words[0]+" "+words[1], words[1]
		}
		parsed, err := time.Parse(layout, at)
		if err != nil {
			t.Fatal(err)
		}
		e.At = parsed.AddDate(2025, 8, 0)
		if e.Phase != "other" {
			e.Label = p.T("phase." + e.Phase)
		}
		out.Events = append(out.Events, e)
	}
	return out
}

func flagOf(t testing.TB, d drawing, phase string) drawnFlag {
	t.Helper()
	i := slices.IndexFunc(d.Flags, func(f drawnFlag) bool { return f.Phase == phase })
	if i < 0 {
		t.Fatalf("no flag for %s", phase)
	}
	return d.Flags[i]
}

// What is known of a day alone lies where its neighbours leave room for it, and
// the bar is unsure for as long.
func TestDayWithoutTimeLiesBetweenItsNeighbours(t *testing.T) {
	p := samples(t)[0].p
	d, ok := course(t, p, "26 20:15 trigger", "26 20:20 detected", "26 impact", "26 23:00 other", "27 08:00 resolved").draw(p)
	if !ok {
		t.Fatal("not drawn")
	}
	trigger, detected, impact := flagOf(t, d, "trigger"), flagOf(t, d, "detected"), flagOf(t, d, "impact")
	if !(trigger.X < detected.X && detected.X < impact.X) {
		t.Errorf("trigger at %.1f, detected at %.1f, impact at %.1f: not in order", trigger.X, detected.X, impact.X)
	}
	if !impact.Approx || trigger.Approx || strings.Contains(impact.Clock, ":") {
		t.Errorf("impact %+v, trigger %+v", impact, trigger)
	}
	if len(d.Bars) != 2 || d.Bars[0].Stage != stageUnsure || d.Bars[0].X != detected.X || d.Bars[1].Stage != stageKnown || d.Bars[1].X != d.Bars[0].X+d.Bars[0].Width {
		t.Errorf("bars %+v", d.Bars)
	}
}

// Several events of one day keep their order.
func TestEventsOfOneDayKeepTheirOrder(t *testing.T) {
	p := samples(t)[0].p
	d, _ := course(t, p, "3 trigger", "3 impact", "3 detected", "5 resolved").draw(p)
	var phases []string
	for _, f := range d.Flags {
		phases = append(phases, f.Phase)
	}
	if want := []string{"trigger", "impact", "detected", "resolved"}; !slices.Equal(phases, want) {
		t.Errorf("%v, want %v", phases, want)
	}
}

// A long stretch in which nothing happened is cut short; the rest is to scale.
// The incident itself is not cut.
func TestAxisIsCutWhereNothingHappens(t *testing.T) {
	p := samples(t)[0].p
	for name, tc := range map[string]struct {
		events []string
		breaks []string
	}{
		"after the end":       {[]string{"1 10:00 impact", "1 10:10 detected", "1 11:00 resolved", "9 11:00 diagnosed"}, []string{"+" + p.Duration(8*day)}},
		"before the impact":   {[]string{"1 10:00 trigger", "3 10:00 impact", "3 12:00 resolved"}, []string{"+" + p.Duration(2*day)}},
		"up to a vague day":   {[]string{"1 10:00 impact", "1 10:10 detected", "1 11:00 resolved", "9 diagnosed"}, []string{"+" + p.Duration(8*day)}},
		"within the incident": {[]string{"1 10:00 impact", "1 10:10 detected", "9 11:00 resolved"}, nil},
		"even":                {[]string{"1 10:00 trigger", "1 11:00 impact", "1 12:00 resolved"}, nil},
	} {
		d, ok := course(t, p, tc.events...).draw(p)
		var breaks []string
		for _, b := range d.Breaks {
			breaks = append(breaks, b.Text)
		}
		if !ok || !slices.Equal(breaks, tc.breaks) {
			t.Errorf("%s: cuts %q, want %q", name, breaks, tc.breaks)
		}
		if len(d.Lines) != len(breaks)+1 {
			t.Errorf("%s: %d stretches of the axis for %d cuts", name, len(d.Lines), len(breaks))
		}
	}
	d, _ := course(t, p, "1 10:00 impact", "1 10:15 detected", "1 11:00 resolved", "9 11:00 diagnosed").draw(p)
	impact, detected, resolved := flagOf(t, d, "impact").X, flagOf(t, d, "detected").X, flagOf(t, d, "resolved").X
	if share := (detected - impact) / (resolved - impact); math.Abs(share-.25) > .001 || resolved-impact < .9*drawWidth {
		t.Errorf("detected at %.3f of the impact, which is %.0f wide", share, resolved-impact)
	}
}

// Without two turning points that are known to lie apart there is no scale.
func TestNothingIsDrawnWithoutAScale(t *testing.T) {
	p := samples(t)[0].p
	for _, events := range [][]string{
		{"7 trigger", "7 impact", "7 resolved"}, {"7 trigger", "7 06:00 impact"}, {"7 06:00 other", "9 06:00 other"}, {"7 06:00 impact", "9 06:00 other"},
	} {
		if _, ok := course(t, p, events...).draw(p); ok {
			t.Errorf("%q is drawn", events)
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	t := events(true, map[int]string{0: "trigger", 25: "impact", 39: "detected", 50: "other", 112: "diagnosed", 257: "diagnosed", 362: "mitigated", 380: "resolved", 412: "diagnosed"})
	p := samples(b)[0].p
	for b.Loop() {
		t.draw(p)
	}
}
