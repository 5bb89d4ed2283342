package casefile

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/incidentlib/incidentlib/internal/incident"
)

// The parity lint compares what a reader of either language is told: clock
// times, dates, percentages and the number of paragraphs. It compares sets, so
// that one language may repeat a figure, and lets a text leave to its context
// what it may: a lint that cries wolf is switched off.

// A fact is a figure that both languages must state. A weak one is implied
// more than stated: it can answer for a fact of the other language but needs
// no answer itself.
type fact[F any] interface {
	String() string
	isWeak() bool
	matches(F) bool
}

// checkParity warns where the two languages of a field state different facts.
func checkParity(d *document, field string, t incident.Text) {
	if t.EN == "" || t.KO == "" {
		return
	}
	if en, ko := len(incident.Paragraphs(t.EN)), len(incident.Paragraphs(t.KO)); en != ko {
		d.warn(field, fmt.Sprintf("the paragraphs differ: en has %d, ko has %d", en, ko), "split both in the same places")
	}
	en, ko := nearFigures(t.EN), nearFigures(t.KO)
	for _, difference := range []struct{ what, lone string }{
		{"clock times", compare(append(clocksEN(en), namedClocks(t.EN)...), append(clocksKO(ko), namedClocks(t.KO)...))},
		{"dates", compare(append(datesEN(en), namedMonths(t.EN)...), datesKO(ko))},
		{"percentages", compare(percentages(en), percentages(ko))},
	} {
		if difference.lone != "" {
			d.warn(field, "the "+difference.what+" differ: "+difference.lone, "state the same in both languages")
		}
	}
}

// compare says which facts only one of the languages has, "" if none.
func compare[F fact[F]](en, ko []F) string {
	var out []string
	if lone := unanswered(en, ko); lone != nil {
		out = append(out, "only en has "+strings.Join(lone, ", "))
	}
	if lone := unanswered(ko, en); lone != nil {
		out = append(out, "only ko has "+strings.Join(lone, ", "))
	}
	return strings.Join(out, "; ")
}

func unanswered[F fact[F]](facts, others []F) []string {
	var out []string
	for _, f := range facts {
		if !f.isWeak() && !slices.ContainsFunc(others, f.matches) && !slices.Contains(out, f.String()) {
			out = append(out, f.String())
		}
	}
	return out
}

// reach is how far from a figure, in bytes, the words stand that belong to it.
const reach = 24

// nearFigures cuts a text down to its figures and the words around them, as
// nearly all of it has none, and searching it costs most of the time of a load.
func nearFigures(s string) string {
	var out strings.Builder
	end := 0 // of what has been copied
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			continue
		}
		if from := i - reach; from > end {
			out.WriteByte('\x00')
			end = from
		}
		to := min(i+1+reach, len(s))
		out.WriteString(s[end:to])
		end = to
	}
	return out.String()
}

// pattern is an expression that can match only where one of its words stands.
// It is compiled when that is first so: most runs of the program check no file.
type pattern struct {
	compiled func() *regexp.Regexp
	words    []string
}

func newPattern(expression string, words ...string) pattern {
	return pattern{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) }), words}
}

func (p pattern) canMatch(s string) bool {
	return slices.ContainsFunc(p.words, func(word string) bool { return strings.Contains(s, word) })
}

// take finds every match of the pattern in *s that is not part of a longer
// number or word, and blanks it out so that a looser pattern does not find it
// again. It returns the submatches.
func take(p pattern, s *string) [][]string {
	if !p.canMatch(*s) {
		return nil
	}
	var out [][]string
	rest := []byte(*s)
	for _, at := range p.compiled().FindAllStringSubmatchIndex(*s, -1) {
		if isPart((*s)[:at[0]], (*s)[at[1]:]) {
			continue
		}
		var groups []string
		for i := 0; i < len(at); i += 2 {
			group := ""
			if at[i] >= 0 {
				group = (*s)[at[i]:at[i+1]]
			}
			groups = append(groups, group)
		}
		out = append(out, groups)
		for i := at[0]; i < at[1]; i++ {
			rest[i] = '\x00'
		}
	}
	*s = string(rest)
	return out
}

// isPart reports whether figures between the two strings belong to something
// longer: a number, a version, an address, an offset (+09:00), hours (10시간).
func isPart(before, after string) bool {
	b, size := utf8.DecodeLastRuneInString(before)
	beforeThat, _ := utf8.DecodeLastRuneInString(before[:len(before)-size])
	a, size := utf8.DecodeRuneInString(after)
	afterThat, _ := utf8.DecodeRuneInString(after[size:])
	joins := func(r rune) bool { return r == '.' || r == ':' }
	return unicode.IsDigit(b) || b == '+' || b == '_' || joins(b) && unicode.IsDigit(beforeThat) ||
		unicode.IsDigit(a) || a == '간' || joins(a) && unicode.IsDigit(afterThat)
}

func number(s string) int { n, _ := strconv.Atoi(s); return n }

// percent is a percentage as written, without commas and closing zeros.
type percent struct {
	value   float64
	inRange bool // the lower end of "10 to 20 percent"
}

func (p percent) String() string         { return strconv.FormatFloat(p.value, 'f', -1, 64) + "%" }
func (p percent) isWeak() bool           { return p.inRange }
func (p percent) matches(o percent) bool { return p.value == o.value }

const figure = `([0-9][0-9,]*(?:\.[0-9]+)?)`

const percentWord = `\s?(?:%|(?i:percent|per cent)|퍼센트)`

var (
	percentWords = []string{"%", "ercent", "ERCENT", "er cent", "퍼센트"}
	percentSign  = newPattern(figure+percentWord, percentWords...)
	percentRange = newPattern(figure+`\s?(?:-|–|~|∼|to|and|에서)\s?`+figure+percentWord, percentWords...)
)

func percentages(s string) []percent {
	var out []percent
	add := func(figure string, inRange bool) {
		if v, err := strconv.ParseFloat(strings.ReplaceAll(figure, ",", ""), 64); err == nil {
			out = append(out, percent{v, inRange})
		}
	}
	for _, m := range take(percentRange, &s) {
		add(m[1], true)
		add(m[2], false)
	}
	for _, m := range take(percentSign, &s) {
		add(m[1], false)
	}
	return out
}
