package incident

import (
	"testing"
	"time"
)

func TestDate(t *testing.T) {
	for _, test := range []struct{ s, first, last, year string }{
		{"2026-09-29", "2026-09-29", "2026-09-29", "2026"},
		{"2024-02", "2024-02-01", "2024-02-29", "2024"},
		{"2026-12", "2026-12-01", "2026-12-31", "2026"},
		{"2026", "2026-01-01", "2026-12-31", "2026"},
	} {
		d, err := ParseDate(test.s)
		if err != nil {
			t.Errorf("%s: %v", test.s, err)
		}
		first, last := d.First().Format(time.DateOnly), d.Last().Format(time.DateOnly)
		if first != test.first || last != test.last || d.Year() != test.year {
			t.Errorf("%s runs from %s to %s in %s, want %s, %s, %s", d, first, last, d.Year(), test.first, test.last, test.year)
		}
	}
	if none := Date(""); !none.First().IsZero() || !none.Last().IsZero() || none.Year() != "" {
		t.Error("an absent date has days")
	}
	for _, s := range []string{"", "2026-02-30", "2026-13", "26", "2026-9-29", "29.9.2026", "1899-01-01", "2026-09-29T10:03:00Z", "２０２６"} {
		if d, err := ParseDate(s); err == nil {
			t.Errorf("ParseDate(%q) = %s", s, d)
		}
	}
}

func TestMoment(t *testing.T) {
	for s, isDay := range map[string]bool{
		"2026-09-29": true, "2026-09-29T10:03:00Z": false, "2026-09-29T10:03:00+09:00": false, "2026-09-29T10:03:00.25-07:00": false,
	} {
		m, err := ParseMoment(s)
		if err != nil || m.DayOnly != isDay || m.String() != s {
			t.Errorf("ParseMoment(%q) = %+v, %v; it writes %s", s, m, err, m)
		}
	}
	for _, s := range []string{"", "2026-09", "10:03", "2026-09-29T10:03:00", "2026-09-29 10:03", "2026-02-30", "2026-09-29T25:00:00Z"} {
		if m, err := ParseMoment(s); err == nil {
			t.Errorf("ParseMoment(%q) = %s", s, m)
		}
	}
}

func TestDuration(t *testing.T) {
	for s, minutes := range map[string]int{
		"0m": 0, "14m": 14, "5h 55m": 355, "6h": 360, "5d 7h 30m": 7650, "1d 1m": 1441, "23h 59m": 1439, "400d": 576000,
	} {
		d, err := ParseDuration(s)
		if err != nil || d.Minutes() != minutes || d.String() != s {
			t.Errorf("ParseDuration(%q) = %d minutes, %v; it writes %s", s, d.Minutes(), err, d)
		}
	}
	if days, hours, minutes := Duration(7650 * time.Minute).Split(); days != 5 || hours != 7 || minutes != 30 {
		t.Errorf("Split() = %d, %d, %d", days, hours, minutes)
	}
	for _, s := range []string{"", " ", "14", "14 minutes", "90m", "24h", "0h 5m", "5h55m", "55m 5h", "1d0h", "-5m", "1.5h"} {
		if d, err := ParseDuration(s); err == nil {
			t.Errorf("ParseDuration(%q) = %s", s, d)
		}
	}
}
