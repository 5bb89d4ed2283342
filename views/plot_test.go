package views

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// calendar invents n cases over the years 1998 to 2026.
func (s sample) calendar(n int) Calendar {
	c := Calendar{ID: "calendar", Title: s.p.T("stats.years"), Summary: "1998: 1", Note: s.p.N("stats.year_only", 2, nil)}
	random := rand.New(rand.NewPCG(3, uint64(n)))
	for year := 1998; year <= 2026; year++ {
		c.Years = append(c.Years, CalendarYear{Year: year})
	}
	for range n {
		y := &c.Years[len(c.Years)-1-int(math.Abs(random.NormFloat64()*7))%len(c.Years)]
		y.Count++
		y.Href, y.Label = s.l.Path("/cases")+"?year="+strconv.Itoa(y.Year), strconv.Itoa(y.Year)
		if random.IntN(9) == 0 {
			y.Rest++
			continue
		}
		m := &y.Months[random.IntN(12)]
		m.Count++
		m.Total, m.Href, m.Label = m.Count, s.l.Path("/cases")+"?from=x", "month"
	}
	return c
}

// spread invents the times of n cases, from under a minute to months.
func (s sample) spread(id string, n int) Spread {
	out := Spread{ID: id, Title: s.p.T("stats.resolved"), Counted: s.p.N("plot.known_all", n, nil)}
	random := rand.New(rand.NewPCG(4, uint64(n)))
	var minutes []int
	for range n {
		minutes = append(minutes, int(math.Exp(random.NormFloat64()*2.2+4)))
	}
	slices.Sort(minutes)
	at := func(m int) Span {
		v := s.span(time.Duration(m)*time.Minute, 0)
		v.Minutes = m
		return v
	}
	for i, m := range minutes {
		out.Cases = append(out.Cases, SpreadCase{ID: fmt.Sprintf("IL-%04d", i), Href: "/c", Title: s.text("A title", "제목"), After: at(m)})
	}
	out.Longest = at(minutes[n-1])
	if n >= 5 {
		out.Summary, out.Median = "quartiles", s.p.F("plot.median", map[string]any{"Time": at(minutes[n/2]).Text})
		out.Quartiles = []Span{at(minutes[n/4]), at(minutes[n/2]), at(minutes[3*n/4])}
	}
	if n > 300 {
		out.Cases = nil
		edges := []int{0, 1, 4, 15, 60, 240, 960, 2880, 11520, 46080, 0}
		for i := range edges[:len(edges)-1] {
			b := SpreadBin{From: edges[i], To: edges[i+1], Label: strconv.Itoa(edges[i])}
			for _, m := range minutes {
				if m >= b.From && (b.To == 0 || m < b.To) {
					b.Count++
				}
			}
			out.Bins = append(out.Bins, b)
		}
	}
	return out
}

func (s sample) stats(n int) Stats {
	v := Stats{
		Page: s.page(s.p.T("stats.title"), "/stats"), Counted: s.p.N("count.cases", n, nil), Cases: Link{Text{Value: s.p.N("list.all", n, nil)}, s.l.Path("/cases")},
		Years: s.calendar(n), Detected: s.spread("detected", n), Resolved: s.spread("resolved", n), NoCause: s.p.N("stats.no_cause", 3, nil), PairsLeft: s.p.N("stats.pairs_left", 9, nil),
		Chosen: []Chip{{Kind: "component", Name: s.p.T("kind.component.one"), Value: s.components()[0].Label, Remove: "/s"}}, ClearAll: "/s",
	}
	for i, t := range s.symptoms() {
		v.Causes = append(v.Causes, Ranked{Term: t, List: "/c", Share: 100 / float64(i+1)})
		v.Pairs = append(v.Pairs, Pair{Symptom: t, Cause: *s.cause(), Count: 6 - i, Of: 7, List: "/c", Lift: "2.1"})
		v.Grid.Rows, v.Grid.Columns = append(v.Grid.Rows, *s.cause()), append(v.Grid.Columns, t)
	}
	for i := range v.Grid.Rows {
		var cells []GridCell
		for j := range v.Grid.Columns {
			cells = append(cells, GridCell{Count: i * j % 6, Href: "/c", Shade: i * j % 6})
		}
		v.Grid.Cells = append(v.Grid.Cells, cells)
	}
	v.Severities = []Ranked{{Term: *s.severity("Major", "중대"), List: "/c", Share: 100}}
	return v
}

func TestYearsAreToScale(t *testing.T) {
	s := samples(t)[0]
	for _, n := range []int{1, 30, 5000} {
		c := s.calendar(n)
		bars := c.years(yearsHeight)
		most := slices.MaxFunc(c.Years, func(a, b CalendarYear) int { return a.Count - b.Count }).Count
		for i, y := range c.counted() {
			b := bars[i]
			want := yearsHeight * float64(y.Count) / float64(most)
			if b.Text != strconv.Itoa(y.Count) || math.Abs(b.Height-want) > 1 || b.Y+b.Height != yearsHeight+yearsWords {
				t.Errorf("%d cases, %d: %+v, want a height of %.1f", n, y.Year, b, want)
			}
			if at := float64(y.Year-1998) + .5; math.Abs(b.Mid-at*100/29) > .01 || b.X < 0 || b.X+b.Width > 100 {
				t.Errorf("%d stands at %v", y.Year, b)
			}
		}
		if len(bars) != len(c.counted()) {
			t.Errorf("%d bars for %d years", len(bars), len(c.counted()))
		}
	}
}

func TestMonthsShowEveryCase(t *testing.T) {
	s := samples(t)[0]
	for _, n := range []int{1, 60, 5000} {
		c := s.calendar(n)
		most, cases, months := 0, 0, 0
		for _, y := range c.Years {
			for _, m := range y.Months {
				most = max(most, m.Count)
				cases += m.Count
				if m.Count > 0 {
					months++
				}
			}
		}
		bars := c.months()
		want := cases
		if most > bricksUpTo {
			want = months
		}
		if len(bars) != want {
			t.Errorf("%d bars for %d cases in %d months, at most %d in one", len(bars), cases, months, most)
		}
		for _, b := range bars {
			if b.X < 0 || b.X+b.Width > 100 || b.Y < 0 || b.Y+b.Height > monthsHeight+.001 || b.Height <= 0 {
				t.Errorf("%+v leaves the plot", b)
			}
		}
	}
}

// Years that carry their number have room for it, on the narrowest screen too.
func TestYearNumbersHaveRoom(t *testing.T) {
	const number = 30 // pixels
	for years := 1; years <= 300; years++ {
		c := Calendar{Years: make([]CalendarYear, years)}
		for i := range c.Years {
			c.Years[i].Year = 2026 - years + 1 + i
		}
		for narrow, width := range map[bool]float64{false: widePlot, true: narrowPlot} {
			last, named := -1e9, 0
			for i, y := range c.Years {
				if !c.labelled(y.Year, narrow) {
					continue
				}
				named++
				at := (float64(i) + .5) * c.slot() / 100 * width
				if at-last < number {
					t.Errorf("%d years on %g pixels: %d is %.1f pixels from the number before", years, width, y.Year, at-last)
				}
				last = at
			}
			if years > 20 && named == 0 {
				t.Errorf("%d years on %g pixels: none has its number", years, width)
			}
		}
	}
}

// No dot hides another on the narrowest screen, and none is further from its
// time than half its width.
func TestDotsNeverTouch(t *testing.T) {
	s := samples(t)[0]
	for _, n := range []int{1, 2, 46, 300} {
		spread := s.spread("x", n)
		d := spread.draw()
		axis := spread.axis()
		for i, a := range d.Dots {
			if want := axis.x(float64(a.After.Minutes)); math.Abs(a.X-want) > spreadApart/2+1e-9 || a.X < 0 || a.X > 100 || a.Y < 0 || a.Y > d.Base {
				t.Errorf("%d cases: %d min stands at %.2f, %.1f; want %.2f", n, a.After.Minutes, a.X, a.Y, want)
			}
			for _, b := range d.Dots[i+1:] {
				if dx, dy := (a.X-b.X)/100*narrowPlot, a.Y-b.Y; math.Hypot(dx, dy) < 6 {
					t.Errorf("%d cases: dots at %.2f, %.1f and %.2f, %.1f touch", n, a.X, a.Y, b.X, b.Y)
				}
			}
		}
		if len(d.Dots) != n {
			t.Errorf("%d dots for %d cases", len(d.Dots), n)
		}
	}
}

// The area of a bar says how many cases it holds.
func TestHistogramIsToScale(t *testing.T) {
	s := samples(t)[0]
	spread := s.spread("x", 4000)
	d := spread.draw()
	var filled []SpreadBin
	for _, b := range spread.Bins {
		if b.Count > 0 {
			filled = append(filled, b)
		}
	}
	if len(d.Bars) != len(filled) {
		t.Fatalf("%d bars for %d bins", len(d.Bars), len(filled))
	}
	scale := d.Bars[3].Width * d.Bars[3].Height / float64(filled[3].Count)
	for i, b := range d.Bars {
		if area := scale * float64(filled[i].Count); math.Abs(b.Width*b.Height-area) > b.Width {
			t.Errorf("bin %s: area %.1f for %d cases, want %.1f", filled[i].Label, b.Width*b.Height, filled[i].Count, area)
		}
	}
}

// The words of the axis never touch, enough of them are there, and the axis
// covers the longest time.
func TestLogAxis(t *testing.T) {
	for _, s := range samples(t) {
		for _, longest := range []int{0, 5, 40_000, 136_800, 1_000_000, 20_000_000} {
			axis := Spread{Longest: Span{Minutes: longest}}.axis()
			if x := axis.x(float64(longest)); x > spreadLast+.001 {
				t.Errorf("%d min stand at %.2f", longest, x)
			}
			for _, width := range []float64{narrowPlot, widePlot, 2 * widePlot} {
				var taken [][2]float64
				for _, tick := range axis.ticks(s.p) {
					if tick.Text == "" || tick.Thin && width == narrowPlot {
						continue
					}
					half := textWidth(tick.Text, tickText) / 2
					from, to := tick.X/100*width-half, tick.X/100*width+half
					for _, other := range taken {
						if from < other[1] && other[0] < to {
							t.Errorf("%s, %d min, %g pixels: %q touches other words", s.l.Lang, longest, width, tick.Text)
						}
					}
					taken = append(taken, [2]float64{from, to})
				}
				if len(taken) < 4 && width == widePlot || len(taken) < 3 {
					t.Errorf("%s, %d min, %g pixels: only %d marks have words", s.l.Lang, longest, width, len(taken))
				}
			}
		}
	}
}

func TestPlotsHaveWords(t *testing.T) {
	for _, s := range samples(t) {
		html := render(t, StatsPage(s.stats(40)))
		if got := strings.Count(html, `role="img"`); got != 3 || strings.Count(html, "<desc") != got || strings.Count(html, "<table") < got {
			t.Errorf("%s: %d pictures, %d with a description", s.l.Lang, got, strings.Count(html, "<desc"))
		}
	}
}
