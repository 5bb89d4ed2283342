package views

import (
	"math"
	"strconv"
)

// The plots are SVG without a view box: across they are measured in percent of
// the page's width, along in pixels. So they shrink to a phone's width while
// their words keep their size. Colours come from classes.

// percent writes a coordinate across, to a hundredth of a percent.
func percent(f float64) string {
	return strconv.FormatFloat(math.Round(f*100)/100, 'f', -1, 64) + "%"
}

// ratio is part of whole, in percent.
func ratio(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return 100 * float64(part) / float64(whole)
}
