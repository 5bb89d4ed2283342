package casefile

import (
	"fmt"
	"slices"
	"strings"
)

// date is a calendar date with zeros for what the text leaves to its context.
type date struct{ year, month, day int }

// isWeak holds for "the 29th" and "in October": both are as often something
// else (29일 is also 29 days), so they need no answer.
func (d date) isWeak() bool { return d.month == 0 || d.year == 0 && d.day == 0 }

// matches wants the finest part of d stated and no part contradicted.
func (d date) matches(o date) bool {
	agree := func(a, b int) bool { return a == 0 || b == 0 || a == b }
	if d.day != 0 && o.day != d.day || d.day == 0 && o.month != d.month {
		return false
	}
	return agree(d.year, o.year) && agree(d.month, o.month)
}

func (d date) String() string {
	switch {
	case d.year == 0:
		return fmt.Sprintf("%02d-%02d", d.month, d.day)
	case d.day == 0:
		return fmt.Sprintf("%d-%02d", d.year, d.month)
	}
	return fmt.Sprintf("%d-%02d-%02d", d.year, d.month, d.day)
}

const (
	monthEN = `\b(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b\.?`
	dayEN   = `\b([0-3]?[0-9])(?:st|nd|rd|th)?\b`
	yearEN  = `(?:,?\s(?:of\s)?((?:19|20)[0-9]{2})\b)?`
	untilEN = `\s?(?:-|–|—|to|and|or|through|until)\s?`
)

var (
	months   = []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}
	monthsEN = []string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"}

	dateISO  = newPattern(`\b((?:19|20)[0-9]{2})[-./]\s?([01]?[0-9])[-./]\s?([0-3]?[0-9])`, "19", "20")
	monthISO = newPattern(`\b((?:19|20)[0-9]{2})-([01][0-9])\b`, "19", "20")

	dayMonthEN = newPattern(`(?:`+dayEN+untilEN+`)?`+dayEN+`(?:\sof)?[\s-]`+monthEN+yearEN, monthsEN...)
	monthDayEN = newPattern(monthEN+`\s`+dayEN+`(?:`+untilEN+dayEN+`)?`+yearEN, monthsEN...)
	monthYear  = newPattern(monthEN+`,?\s(?:of\s)?((?:19|20)[0-9]{2})\b`, monthsEN...)
	ordinalEN  = newPattern(`\b([0-3]?[0-9])(?:st|nd|rd|th)\b`, "st", "nd", "rd", "th")

	rangeKO = newPattern(`([01]?[0-9])월\s?([0-3]?[0-9])\s?[-–~∼]\s?([0-3]?[0-9])일`, "월")
	dateKO  = newPattern(`(?:((?:19|20)[0-9]{2})년\s?)?([01]?[0-9])월(?:\s?([0-3]?[0-9])일)?`, "월")
	dayKO   = newPattern(`([0-3]?[0-9])일`, "일")
)

func datesEN(s string) []date {
	out := datesISO(&s)
	for _, m := range take(dayMonthEN, &s) {
		out = append(out, days(m[4], monthOf(m[3]), m[1], m[2])...)
	}
	for _, m := range take(monthDayEN, &s) {
		out = append(out, days(m[4], monthOf(m[1]), m[2], m[3])...)
	}
	for _, m := range take(monthYear, &s) {
		out = append(out, date{number(m[2]), monthOf(m[1]), 0})
	}
	for _, m := range take(ordinalEN, &s) {
		out = append(out, date{day: number(m[1])})
	}
	return out
}

// namedMonths finds the English months in a whole text, whatever stands beside
// them.
func namedMonths(s string) []date {
	var out []date
	for i, name := range months {
		if strings.Contains(s, name) {
			out = append(out, date{month: i + 1})
		}
	}
	return out
}

func datesKO(s string) []date {
	out := datesISO(&s)
	for _, m := range take(rangeKO, &s) {
		out = append(out, days("", number(m[1]), m[2], m[3])...)
	}
	for _, m := range take(dateKO, &s) {
		out = append(out, date{number(m[1]), number(m[2]), number(m[3])})
	}
	for _, m := range take(dayKO, &s) {
		out = append(out, date{day: number(m[1])})
	}
	return out
}

func datesISO(s *string) []date {
	var out []date
	for _, m := range take(dateISO, s) {
		out = append(out, date{number(m[1]), number(m[2]), number(m[3])})
	}
	for _, m := range take(monthISO, s) {
		out = append(out, date{number(m[1]), number(m[2]), 0})
	}
	return out
}

// days gives the one or two days of a month that a text names.
func days(year string, month int, first, second string) []date {
	var out []date
	for _, day := range []string{first, second} {
		if day != "" {
			out = append(out, date{number(year), month, number(day)})
		}
	}
	return out
}

// monthOf numbers an English month by its first three letters.
func monthOf(name string) int { return slices.Index(monthsEN, name[:3]) + 1 }
