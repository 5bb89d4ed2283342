package query

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/spelling"
)

// Known is what a query is checked against: the terms and cases that exist.
type Known interface {
	// Resolve returns the slug that stands for slug today (itself, or what
	// replaced it); ok is false for a slug that the vocabulary never had.
	Resolve(k incident.Kind, slug string) (current string, ok bool)
	// NearestTerms returns the slugs of terms most like s.
	NearestTerms(k incident.Kind, s string) []string
	// FindCase returns the canonical id of the case that an id in any spelling or
	// an alias names.
	FindCase(typed string) (id string, ok bool)
	// NearestCases returns the ids most like s.
	NearestCases(s string) []string
}

// Parse reads the parameters of a request. It returns every error it finds,
// each of kind Invalid and naming the parameter, the value and the nearest valid
// ones; the Query then holds what was valid. Names outside the grammar are
// ignored: a door that refuses them calls CheckNames.
func Parse(v url.Values, known Known) (Query, incident.Errors) {
	p := parser{values: v, known: known}
	q := Query{
		Text: p.text(),
		From: p.date("from"),
		To:   p.date("to"),
		Sort: Sort(p.oneOf("sort", p.sorts())),
		Page: p.number("page", maxPage),
	}
	q.PerPage = p.number("per_page", MaxPerPage)
	for _, f := range Facets {
		if slugs := p.terms(f); len(slugs) > 0 {
			if q.Terms == nil {
				q.Terms = map[incident.Kind][]string{}
			}
			q.Terms[f.Kind] = slugs
		}
	}
	q.Years = p.years()
	q.Not = p.ids()
	if q.From != "" && q.To != "" && q.From.First().After(q.To.Last()) {
		p.fail("to", string(q.To), incident.ProblemRange, nil, "the end of the span lies before its beginning: from must not be after to")
		q.From, q.To = "", ""
	}
	if q.Sort == Relevance && q.Text == "" {
		p.fail("sort", string(Relevance), incident.ProblemRange, []string{string(Newest), string(Oldest), string(Updated)}, "relevance orders the results of a text search: give q, or another order")
		q.Sort = ""
	}
	return q, p.errs
}

// CheckNames returns an error for each parameter that is neither of the
// grammar nor in also.
func CheckNames(v url.Values, also ...string) incident.Errors {
	names := append(slices.Clone(Params), also...)
	var errs incident.Errors
	for _, name := range sortedKeys(v) {
		if !slices.Contains(names, name) {
			errs = append(errs, &incident.Error{
				Kind: incident.Invalid, Param: name, Problem: incident.ProblemNoParam,
				Nearest: spelling.Nearest(name, names, 3),
				Message: fmt.Sprintf("no parameter is called %q", name),
			})
		}
	}
	return errs
}

func sortedKeys(v url.Values) []string {
	keys := make([]string, 0, len(v))
	for k := range v {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

type parser struct {
	values url.Values
	known  Known
	errs   incident.Errors
}

func (p *parser) fail(param, value string, why incident.Problem, nearest []string, message string) {
	p.errs = append(p.errs, &incident.Error{
		Kind: incident.Invalid, Param: param, Value: value, Problem: why, Nearest: nearest, Message: message,
	})
}

// many returns the values of a parameter, trimmed, empty ones left out (a form
// sends its empty fields).
func (p *parser) many(name string) []string {
	var out []string
	for _, s := range p.values[name] {
		s = strings.TrimSpace(strings.ToValidUTF8(s, "\uFFFD"))
		if s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	if len(out) > MaxValues {
		p.fail(name, strconv.Itoa(len(out)), incident.ProblemTooMany, nil, fmt.Sprintf("%s has %d values: at most %d are read", name, len(out), MaxValues))
		out = out[:MaxValues]
	}
	return out
}

func (p *parser) one(name string) string {
	all := p.many(name)
	if len(all) == 0 {
		return ""
	}
	if len(all) > 1 {
		p.fail(name, strings.Join(all, ", "), incident.ProblemRepeated, all[:1], name+" may be given once")
	}
	return all[0]
}

func (p *parser) text() string {
	s := p.one("q")
	if n := utf8.RuneCountInString(s); n > MaxText {
		p.fail("q", strconv.Itoa(n), incident.ProblemTooLong, nil, fmt.Sprintf("the text has %d characters: at most %d are searched", n, MaxText))
		return strings.TrimSpace(string([]rune(s)[:MaxText]))
	}
	return s
}

func (p *parser) date(name string) incident.Date {
	s := p.one(name)
	if s == "" {
		return ""
	}
	d, err := incident.ParseDate(s)
	if err != nil {
		p.fail(name, s, incident.ProblemForm, nil, err.Error())
	}
	return d
}

func (p *parser) oneOf(name string, valid []Sort) string {
	s := p.one(name)
	if s == "" || slices.Contains(valid, Sort(s)) {
		return s
	}
	var names []string
	for _, v := range valid {
		names = append(names, string(v))
	}
	near := spelling.Nearest(s, names, 3)
	if near == nil {
		near = names
	}
	p.fail(name, s, incident.ProblemUnknown, near, fmt.Sprintf("%s has no value %q: it may be %s", name, s, strings.Join(names, ", ")))
	return ""
}

// sorts are the orders that the request may ask for: relevance needs a text.
// It is known all the same, for an error of its own.
func (p *parser) sorts() []Sort {
	if slices.ContainsFunc(p.values["q"], func(s string) bool { return strings.TrimSpace(s) != "" }) || slices.Contains(p.values["sort"], string(Relevance)) {
		return Sorts
	}
	return slices.DeleteFunc(slices.Clone(Sorts), func(s Sort) bool { return s == Relevance })
}

func (p *parser) number(name string, most int) int {
	s := p.one(name)
	if s == "" {
		return 0
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > most {
		p.fail(name, s, incident.ProblemRange, nil, fmt.Sprintf("%s must be a whole number from 1 to %d", name, most))
		return 0
	}
	return n
}

func (p *parser) terms(f Facet) []string {
	var out []string
	for _, s := range p.many(f.Param) {
		current, ok := p.known.Resolve(f.Kind, s)
		if !ok {
			p.errs = append(p.errs, &incident.Error{
				Kind: incident.Invalid, Param: f.Param, Value: s, Problem: incident.ProblemUnknown,
				TermKind: f.Kind, Nearest: p.known.NearestTerms(f.Kind, s),
				Message: fmt.Sprintf("no %s is called %q", f.Kind, s),
			})
			continue
		}
		out = append(out, current)
	}
	return clean(out)
}

func (p *parser) years() []string {
	var out []string
	for _, s := range p.many("year") {
		if _, err := incident.ParseDate(s); err != nil || len(s) != 4 {
			p.fail("year", s, incident.ProblemForm, nil, fmt.Sprintf("%q is not a year: write four digits", s))
			continue
		}
		out = append(out, s)
	}
	return clean(out)
}

func (p *parser) ids() []string {
	var out []string
	for _, s := range p.many("not") {
		id, ok := p.known.FindCase(s)
		if !ok {
			p.fail("not", s, incident.ProblemUnknown, p.known.NearestCases(s), fmt.Sprintf("no case has the id %q", s))
			continue
		}
		out = append(out, id)
	}
	return clean(out)
}
