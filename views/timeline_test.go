package views

import (
	"fmt"
	"math/rand/v2"
	"slices"
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
			if !e.DayOnly {
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
			if f.Row == g.Row && from < gTo && gFrom < to {
				t.Errorf("%s: words of %v and %v overlap", name, f, g)
			}
			if g.Row <= f.Row && gFrom < f.X && f.X < gTo || f.Row <= g.Row && from < g.X && g.X < to {
				t.Errorf("%s: a pole crosses words: %v, %v", name, f, g)
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

func BenchmarkDraw(b *testing.B) {
	t := events(true, map[int]string{0: "trigger", 25: "impact", 39: "detected", 50: "other", 112: "diagnosed", 257: "diagnosed", 362: "mitigated", 380: "resolved", 412: "diagnosed"})
	p := samples(b)[0].p
	for b.Loop() {
		t.draw(p)
	}
}
