package incident

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Date is a calendar date that may lack its day or its month: "2026-09-29",
// "2026-09" or "2026" (ISO 8601 with reduced precision). The zero Date is absent.
type Date string

var dateForms = map[int]string{10: "2006-01-02", 7: "2006-01", 4: "2006"}

// ParseDate reads a full or partial date.
func ParseDate(s string) (Date, error) {
	layout, ok := dateForms[len(s)]
	if !ok {
		return "", fmt.Errorf("%q is not a date: write YYYY-MM-DD, YYYY-MM or YYYY", s)
	}
	if _, err := time.Parse(layout, s); err != nil || s < "1900" {
		return "", fmt.Errorf("%q is not a date of the calendar: write YYYY-MM-DD, YYYY-MM or YYYY", s)
	}
	return Date(s), nil
}

// First returns the first day that the date covers, at midnight UTC, and the
// zero time for an absent date.
func (d Date) First() time.Time {
	t, err := time.Parse(dateForms[len(d)], string(d))
	if err != nil || d == "" {
		return time.Time{}
	}
	return t
}

// Last returns the last day that the date covers, at midnight UTC.
func (d Date) Last() time.Time {
	t := d.First()
	switch len(d) {
	case 7:
		return t.AddDate(0, 1, -1)
	case 4:
		return t.AddDate(1, 0, -1)
	}
	return t
}

// Year returns the year as four digits, or "" for an absent date.
func (d Date) Year() string {
	if len(d) < 4 {
		return ""
	}
	return string(d[:4])
}

// Moment is a point on a timeline: a time of day with its offset, or a whole day.
type Moment struct {
	Time    time.Time // in the offset it was written in; midnight UTC for a whole day
	DayOnly bool
}

// ParseMoment reads a full date or an RFC 3339 time with offset.
func ParseMoment(s string) (Moment, error) {
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		return Moment{Time: t, DayOnly: true}, nil
	}
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return Moment{}, fmt.Errorf("%q is neither a date (2026-09-29) nor a time with offset (2026-09-29T10:03:00Z, 2026-09-29T10:03:00+09:00)", s)
	}
	return Moment{Time: t}, nil
}

// String gives the moment as it is written in a case file.
func (m Moment) String() string {
	if m.DayOnly {
		return m.Time.Format(time.DateOnly)
	}
	return m.Time.Format(time.RFC3339Nano)
}

// Duration is a length of time in whole minutes, written "5d 7h 30m" with zero
// units left out ("0m" for nothing).
type Duration time.Duration

var durationForm = regexp.MustCompile(`^(?:(\d{1,4})d)?(?: ?(\d{1,2})h)?(?: ?(\d{1,2})m)?$`)

// ParseDuration reads the form that String writes.
func ParseDuration(s string) (Duration, error) {
	m := durationForm.FindStringSubmatch(s)
	if m == nil || s == "" {
		return 0, fmt.Errorf("%q is not a duration: write days, hours and minutes as 5d 7h 30m, leaving zero units out", s)
	}
	n := func(i int) time.Duration { v, _ := strconv.Atoi(m[i]); return time.Duration(v) }
	d := Duration(n(1)*24*time.Hour + n(2)*time.Hour + n(3)*time.Minute)
	if d.String() != s {
		return 0, fmt.Errorf("%q is not a duration in its shortest form: write %s", s, d)
	}
	return d, nil
}

// Split gives the duration as days, hours below 24 and minutes below 60.
func (d Duration) Split() (days, hours, minutes int) {
	m := int(time.Duration(d) / time.Minute)
	return m / (24 * 60), m / 60 % 24, m % 60
}

// Minutes gives the whole duration in minutes.
func (d Duration) Minutes() int { return int(time.Duration(d) / time.Minute) }

func (d Duration) String() string {
	days, hours, minutes := d.Split()
	var parts []string
	for _, u := range []struct {
		n    int
		unit string
	}{{days, "d"}, {hours, "h"}, {minutes, "m"}} {
		if u.n != 0 {
			parts = append(parts, strconv.Itoa(u.n)+u.unit)
		}
	}
	if parts == nil {
		return "0m"
	}
	return strings.Join(parts, " ")
}
