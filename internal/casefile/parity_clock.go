package casefile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// clock is a time of day.
type clock struct {
	minute int  // of the day
	either bool // may be twelve hours later: "2:10 to 3 PM" leaves that open for the first
	named  bool // noon or midnight, which the other language may say in other words
}

func (c clock) String() string { return fmt.Sprintf("%02d:%02d", c.minute/60, c.minute%60) }
func (c clock) isWeak() bool   { return c.named }

func (c clock) matches(o clock) bool {
	const half = 12 * 60
	apart := (c.minute - o.minute + 2*half) % (2 * half)
	return apart == 0 || apart == half && (c.either || o.either)
}

// clockAt reads an hour with "a", "p" or nothing after it. Without it the hour
// is ambiguous only in a text that counts to twelve elsewhere.
func clockAt(hour, minute int, half string, countsToTwelve bool) clock {
	switch half {
	case "a":
		hour %= 12
	case "p":
		hour = hour%12 + 12
	}
	return clock{
		minute: hour%24*60 + minute,
		either: half == "" && countsToTwelve && hour >= 1 && hour <= 12,
	}
}

const hourMinute = `([01]?[0-9]|2[0-4]):([0-5][0-9])(?::[0-5][0-9](?:\.[0-9]+)?)?`

var (
	halfWords = []string{"am", "pm", "AM", "PM", "Am", "Pm", "a.m", "p.m", "A.M", "P.M"}
	halfEN    = newPattern(`(?i)[0-9]\s?[ap]\.?m\b`, halfWords...)
	timeEN    = newPattern(hourMinute+`(?:\s?(?i:([ap])\.?m)\b)?`, ":")
	hourEN    = newPattern(`\b(1?[0-9]|2[0-3])\s?(?:(?i:([ap])\.?m)|UTC|GMT|[PMEC][SD]?T|[KJ]ST)\b`,
		append([]string{"UTC", "GMT", "ST", "DT", "PT", "MT", "ET", "CT"}, halfWords...)...)
	timeKO = newPattern(`(?:(오전|오후|새벽|아침|낮|저녁|밤)\s?)?(?:`+hourMinute+`|([01]?[0-9]|2[0-4])시(?:\s?([0-5]?[0-9])분|\s?(반))?)`, ":", "시")
)

func clocksEN(s string) []clock {
	countsToTwelve := halfEN.canMatch(s) && halfEN.compiled().MatchString(s)
	var out []clock
	for _, m := range take(timeEN, &s) {
		out = append(out, clockAt(number(m[1]), number(m[2]), strings.ToLower(m[3]), countsToTwelve))
	}
	for _, m := range take(hourEN, &s) {
		out = append(out, clockAt(number(m[1]), 0, strings.ToLower(m[2]), countsToTwelve))
	}
	return out
}

func clocksKO(s string) []clock {
	found := take(timeKO, &s)
	countsToTwelve := slices.ContainsFunc(found, func(m []string) bool { return m[1] != "" })
	var out []clock
	for _, m := range found {
		hour, minute := number(cmp.Or(m[2], m[4])), number(cmp.Or(m[3], m[5]))
		if m[6] != "" { // 반
			minute = 30
		}
		out = append(out, clockAt(hour, minute, halfKO(m[1], hour), countsToTwelve))
	}
	return out
}

// halfKO reads the word before a Korean hour as "a" or "p".
func halfKO(word string, hour int) string {
	switch {
	case word == "":
		return ""
	case word == "오후", word == "저녁":
		return "p"
	case word == "낮" && (hour == 12 || hour < 10): // 낮 11시, 낮 12시, 낮 1시
		return "p"
	case word == "밤" && hour >= 6 && hour < 12: // 밤 11시, 밤 12시, 밤 1시
		return "p"
	}
	return "a"
}

// namedClocks finds the words for noon and midnight in a whole text.
func namedClocks(s string) []clock {
	var out []clock
	for word, hour := range map[string]int{"noon": 12, "Noon": 12, "midday": 12, "정오": 12, "midnight": 0, "Midnight": 0, "자정": 0} {
		if strings.Contains(s, word) {
			out = append(out, clock{minute: hour * 60, named: true})
		}
	}
	return out
}
