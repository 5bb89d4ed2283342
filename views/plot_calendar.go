package views

import (
	"slices"
	"strconv"
	"strings"
)

// Calendar is how many cases fall into each year, and into its months.
type Calendar struct {
	ID      string // of the plot, for references within the page
	Title   string
	Summary string         // the plot in words
	Years   []CalendarYear // every year from the first to the last, those without cases too
	Note    string         // what the plot does not show; "" for nothing
}

// CalendarYear is a year with its months. A year or month without cases has
// neither an address nor a label.
type CalendarYear struct {
	Year   int
	Count  int
	Href   string // the list of its cases
	Label  string // "2025년: 사례 18건"
	Months [12]CalendarMonth
	Rest   int // cases of which the month is not known
}

// CalendarMonth is a month of a year.
type CalendarMonth struct {
	Count int
	Href  string // the list of its cases, and of those that may be its
	Total int    // of that list
	Label string // "2025년 10월: 사례 3건"
}

// rest is what the label of a year says beyond its number.
func (y CalendarYear) rest() string { return strings.TrimPrefix(y.Label, strconv.Itoa(y.Year)) }

// Measures of a calendar's plots. A slot is the room of a year.
const (
	calendarSlots    = 12  // least number of slots, so that few years make no wide bars
	yearsHeight      = 112 // of the bar of the largest year
	smallYearsHeight = 56  // the same where the plot is one of several
	yearWidth        = 34  // pixels from one number of a year to the next
	yearsWords       = 20  // above the bars, for the figure
	yearsBar         = .36 // part of the slot that a bar takes
	brickMost        = 10  // height of a case in a month
	monthsHeight     = 60
	monthsBar        = .7
	bricksUpTo       = 8 // cases in the largest month, up to which each case is drawn
)

// bar is a bar of a plot: across in percent, along in pixels.
type bar struct {
	X, Width  float64
	Y, Height float64
	Text      string // the figure above the bar
	Mid       float64
}

func (c Calendar) slot() float64 { return 100 / float64(max(len(c.Years), calendarSlots)) }

// years draws a bar for each year with cases.
func (c Calendar) years(height float64) []bar {
	most := 0
	for _, y := range c.Years {
		most = max(most, y.Count)
	}
	var out []bar
	for i, y := range c.Years {
		if y.Count == 0 {
			continue
		}
		h := max(round(height*float64(y.Count)/float64(most)), 1)
		out = append(out, bar{
			X: (float64(i) + (1-yearsBar)/2) * c.slot(), Width: yearsBar * c.slot(), Mid: (float64(i) + .5) * c.slot(),
			Y: yearsWords + height - h, Height: h, Text: strconv.Itoa(y.Count),
		})
	}
	return out
}

// month returns the cases of the largest month and the height of one.
func (c Calendar) month() (most int, unit float64) {
	most = 1
	for _, y := range c.Years {
		for _, m := range y.Months {
			most = max(most, m.Count)
		}
	}
	return most, min(brickMost, monthsHeight/float64(most))
}

// monthsTop is the height of the largest month.
func (c Calendar) monthsTop() float64 {
	most, unit := c.month()
	return unit * float64(most)
}

// months draws the months: a brick for each case or, where a month has many, a
// bar for all.
func (c Calendar) months() []bar {
	most, unit := c.month()
	height := unit * float64(most)
	var out []bar
	for i, y := range c.Years {
		for k, m := range y.Months {
			if m.Count == 0 {
				continue
			}
			width := c.slot() / 12
			b := bar{X: float64(i)*c.slot() + (float64(k)+(1-monthsBar)/2)*width, Width: monthsBar * width}
			if most > bricksUpTo {
				b.Height = max(round(unit*float64(m.Count)), 1)
				b.Y = height - b.Height
				out = append(out, b)
				continue
			}
			for n := range m.Count {
				b.Y, b.Height = height-float64(n+1)*unit+1, unit-1
				out = append(out, b)
			}
		}
	}
	return out
}

// labelled tells which years carry their number: all of few, every fifth of
// more, and so on. On a narrow screen there is room for fewer.
func (c Calendar) labelled(year int, narrow bool) bool {
	width := float64(widePlot)
	if narrow {
		width = narrowPlot
	}
	for _, step := range []int{1, 5, 10, 20, 50} {
		if float64(step)*c.slot()/100*width >= yearWidth {
			return year%step == 0
		}
	}
	return false
}

// counted lists the years with cases.
func (c Calendar) counted() []CalendarYear {
	return slices.DeleteFunc(slices.Clone(c.Years), func(y CalendarYear) bool { return y.Count == 0 })
}

// hasRest tells whether the month of any case is not known.
func (c Calendar) hasRest() bool {
	return slices.ContainsFunc(c.Years, func(y CalendarYear) bool { return y.Rest > 0 })
}
