package i18n

import (
	"strconv"
	"strings"
	"time"
)

// Count writes a whole number with its digits grouped by three.
func (p *Printer) Count(n int) string {
	s := strconv.Itoa(n)
	start := 3
	if n < 0 {
		start = 4
	}
	for i := len(s) - 3; i >= start-2; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Date writes an ISO 8601 date, full or partial, as the language does:
// "29 September 2026", "2026년 9월". Another string is returned as it is.
func (p *Printer) Date(iso string) string {
	layout := time.DateOnly
	if len(iso) == len("2006-01") || len(iso) == len("2006") {
		layout = layout[:len(iso)]
	}
	t, err := time.Parse(layout, iso)
	switch {
	case err != nil:
		return iso
	case len(iso) == len("2006"):
		return p.F("format.year", Args{"Year": t.Year()})
	case len(iso) == len("2006-01"):
		return p.F("format.month", Args{"Year": t.Year(), "Month": p.month(t)})
	default:
		return p.Day(t)
	}
}

// Day writes the day of a time, in the time's own offset.
func (p *Printer) Day(t time.Time) string {
	return p.F("format.date", Args{"Year": t.Year(), "Month": p.month(t), "Day": t.Day()})
}

func (p *Printer) month(t time.Time) string { return p.T("month." + strconv.Itoa(int(t.Month()))) }

// Clock writes a time of day as 24 hours: "10:03".
func (p *Printer) Clock(t time.Time) string { return t.Format("15:04") }

// Zone names the offset of a time: UTC, KST (which is the only zone in use at
// +09:00 that our sources write), else UTC+05:30.
func (p *Printer) Zone(t time.Time) string {
	switch _, offset := t.Zone(); offset {
	case 0:
		return "UTC"
	case 9 * 3600:
		return "KST"
	default:
		return "UTC" + strings.Replace(t.Format("-07:00"), "-", "\u2212", 1)
	}
}

// daysFrom is the length from which a duration is written in days.
const daysFrom = 48 * time.Hour

// Duration writes a length of time in whole minutes: "5시간 55분", "5 h 55 min",
// past 48 hours in days. Minutes are left out past 48 hours.
func (p *Printer) Duration(d time.Duration) string {
	minutes := int(d / time.Minute)
	hours := minutes / 60
	var parts []string
	add := func(key string, n int) {
		if n > 0 {
			parts = append(parts, p.N(key, n, nil))
		}
	}
	if d >= daysFrom {
		add("format.days", hours/24)
		add("format.hours", hours%24)
	} else {
		add("format.hours", hours)
		add("format.minutes", minutes%60)
	}
	if parts == nil {
		return p.T("format.under_a_minute")
	}
	return strings.Join(parts, " ")
}

// List joins names as the language enumerates them: "a, b and c", "a, b, c".
func (p *Printer) List(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + p.T("format.list_last") + names[last]
}

// Decimal writes a number with one decimal place; both languages use a point.
func (p *Printer) Decimal(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }
