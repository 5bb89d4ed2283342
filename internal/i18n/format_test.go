package i18n

import (
	"testing"
	"time"
)

// printers returns the printers over the site's own messages.
func printers(t *testing.T) (en, ko *Printer) {
	t.Helper()
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return c[EN], c[KO]
}

func TestDate(t *testing.T) {
	en, ko := printers(t)
	for _, tt := range []struct{ iso, en, ko string }{
		{"2026-09-29", "29 September 2026", "2026년 9월 29일"},
		{"2026-01-01", "1 January 2026", "2026년 1월 1일"},
		{"2026-12-31", "31 December 2026", "2026년 12월 31일"},
		{"2026-09", "September 2026", "2026년 9월"},
		{"2026", "2026", "2026년"},
		{"2026-02-30", "2026-02-30", "2026-02-30"}, // no such day: as it is
		{"soon", "soon", "soon"},
		{"", "", ""},
	} {
		if got := en.Date(tt.iso); got != tt.en {
			t.Errorf("en: %q is %q, want %q", tt.iso, got, tt.en)
		}
		if got := ko.Date(tt.iso); got != tt.ko {
			t.Errorf("ko: %q is %q, want %q", tt.iso, got, tt.ko)
		}
	}
}

func TestDayClockAndZoneStayInTheTimesOffset(t *testing.T) {
	en, ko := printers(t)
	for _, tt := range []struct{ at, day, clock, zone string }{
		{"2026-09-29T23:38:00Z", "29 September 2026", "23:38", "UTC"},
		{"2026-09-30T08:38:00+09:00", "30 September 2026", "08:38", "KST"},
		{"2026-09-29T16:38:00-07:00", "29 September 2026", "16:38", "UTC−07:00"},
		{"2026-09-30T05:08:00+05:30", "30 September 2026", "05:08", "UTC+05:30"},
	} {
		at, err := time.Parse(time.RFC3339, tt.at)
		if err != nil {
			t.Fatal(err)
		}
		if day, clock, zone := en.Day(at), en.Clock(at), en.Zone(at); day != tt.day || clock != tt.clock || zone != tt.zone {
			t.Errorf("%s: %q %q %q, want %q %q %q", tt.at, day, clock, zone, tt.day, tt.clock, tt.zone)
		}
		if clock, zone := ko.Clock(at), ko.Zone(at); clock != tt.clock || zone != tt.zone {
			t.Errorf("ko: %s: %q %q, want %q %q", tt.at, clock, zone, tt.clock, tt.zone)
		}
	}
}

func TestDuration(t *testing.T) {
	en, ko := printers(t)
	for _, tt := range []struct{ length, en, ko string }{
		{"5h55m", "5 h 55 min", "5시간 55분"},
		{"14m", "14 min", "14분"},
		{"1m", "1 min", "1분"},
		{"1h", "1 h", "1시간"},
		{"24h", "24 h", "24시간"},
		{"47h59m", "47 h 59 min", "47시간 59분"},
		{"48h", "2 days", "2일"},
		{"49h30m", "2 days 1 h", "2일 1시간"}, // minutes no longer matter
		{"127h10m", "5 days 7 h", "5일 7시간"},
		{"2m59s", "2 min", "2분"},
	} {
		d, err := time.ParseDuration(tt.length)
		if err != nil {
			t.Fatal(err)
		}
		if got := en.Duration(d); got != tt.en {
			t.Errorf("en: %s is %q, want %q", tt.length, got, tt.en)
		}
		if got := ko.Duration(d); got != tt.ko {
			t.Errorf("ko: %s is %q, want %q", tt.length, got, tt.ko)
		}
	}
	for _, p := range []*Printer{en, ko} {
		for _, d := range []time.Duration{0, 59 * time.Second} {
			if got := p.Duration(d); got != p.T("format.under_a_minute") {
				t.Errorf("%s: %v is %q", p.Lang(), d, got)
			}
		}
	}
}

func TestCount(t *testing.T) {
	en, ko := printers(t)
	for n, want := range map[int]string{0: "0", 7: "7", 999: "999", 1000: "1,000", 12345: "12,345", 123456: "123,456", 1234567: "1,234,567", -5: "-5", -999: "-999", -1000: "-1,000", -123456: "-123,456"} {
		if got := en.Count(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
		if got := ko.Count(n); got != want {
			t.Errorf("ko: %d is %q, want %q", n, got, want)
		}
	}
}

func TestList(t *testing.T) {
	en, ko := printers(t)
	for _, tt := range []struct {
		names  []string
		en, ko string
	}{
		{nil, "", ""},
		{[]string{"a"}, "a", "a"},
		{[]string{"a", "b"}, "a and b", "a, b"},
		{[]string{"a", "b", "c"}, "a, b and c", "a, b, c"},
	} {
		if got := en.List(tt.names); got != tt.en {
			t.Errorf("en: %v is %q, want %q", tt.names, got, tt.en)
		}
		if got := ko.List(tt.names); got != tt.ko {
			t.Errorf("ko: %v is %q, want %q", tt.names, got, tt.ko)
		}
	}
}
