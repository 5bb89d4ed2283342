package views

import "math"

// The plots are SVG without a view box: across they are measured in percent of
// the page's width, along in pixels. So they shrink to a phone's width while
// their words keep their size. Colours come from classes.
//
// A path knows no percent. Shapes that are many are drawn as one path in a graph,
// whose view box has the same measures: a browser lays it out as one thing.

// hundredth rounds a coordinate across to a hundredth of a percent.
func hundredth(f float64) float64 { return math.Round(f*100) / 100 }

// percent writes a coordinate across.
func percent(f float64) string { return number(hundredth(f)) + "%" }

// barsPath is the outline of bars.
func barsPath(bars []bar) string {
	var path markup
	for _, b := range bars {
		path.add("M").number(hundredth(b.X)).add(" ").number(b.Y)
		path.add("h").number(hundredth(b.Width)).add("v").number(b.Height).add("h-").number(hundredth(b.Width)).add("Z")
	}
	return string(path)
}

// ratio is part of whole, in percent.
func ratio(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return 100 * float64(part) / float64(whole)
}
