package query

import (
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/spelling"
)

// known holds two terms of each kind, one that was replaced, and two cases.
type known struct{}

func (known) Resolve(_ incident.Kind, slug string) (string, bool) {
	switch slug {
	case "cache", "database":
		return slug, true
	case "old-cache":
		return "cache", true
	}
	return "", false
}

func (known) NearestTerms(_ incident.Kind, s string) []string {
	return spelling.Nearest(s, []string{"cache", "database"}, 3)
}
func (known) FindCase(typed string) (string, bool) {
	if typed == "7QL5-Z50" {
		return "IL-0136", true
	}
	id, ok := incident.CanonicalID(typed)
	return id, ok && (id == "IL-0136" || id == "IL-0248")
}
func (known) NearestCases(s string) []string { return []string{"IL-0136"} }

func values(t *testing.T, s string) url.Values {
	t.Helper()
	v, err := url.ParseQuery(s)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestParse(t *testing.T) {
	for in, want := range map[string]Query{
		"":                                    {},
		"utm_source=x&view=detailed":          {},
		"q=+%EC%BA%90%EC%8B%9C+":              {Text: "캐시"},
		"q=&cause=&from=&page=":               {},
		"component=database&component=cache":  {Terms: map[incident.Kind][]string{incident.Component: {"cache", "database"}}},
		"cause=old-cache&cause=cache":         {Terms: map[incident.Kind][]string{incident.Cause: {"cache"}}},
		"severity=cache&org=database":         {Terms: map[incident.Kind][]string{incident.SeverityKind: {"cache"}, incident.Org: {"database"}}},
		"year=2026&year=2025&year=2026":       {Years: []string{"2025", "2026"}},
		"from=2025-02&to=2025":                {From: "2025-02", To: "2025"},
		"from=2025-12-31&to=2025":             {From: "2025-12-31", To: "2025"},
		"not=7QL5-Z50&not=136":                {Not: []string{"IL-0136"}},
		"not=248&not=il-0136&not=IL-0136":     {Not: []string{"IL-0136", "IL-0248"}},
		"sort=oldest&page=2&per_page=100":     {Sort: Oldest, Page: 2, PerPage: 100},
		"q=x&sort=relevance":                  {Text: "x", Sort: Relevance},
		"page=1&per_page=20":                  {Page: 1, PerPage: 20},
		"q=a&q=a":                             {Text: "a"},
		"q=%FF":                               {Text: "\uFFFD"},
		"component=cache&component=old-cache": {Terms: map[incident.Kind][]string{incident.Component: {"cache"}}},
	} {
		got, errs := Parse(values(t, in), known{})
		if len(errs) > 0 || !reflect.DeepEqual(got, want) {
			t.Errorf("%q is read as\n%+v %v, want\n%+v", in, got, errs, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	many := ""
	for i := range 25 {
		many += fmt.Sprintf("&year=%d", 2000+i)
	}
	for in, want := range map[string]incident.Error{
		"component=cachee":                    {Param: "component", Value: "cachee", Problem: incident.ProblemUnknown, Nearest: []string{"cache"}, TermKind: incident.Component},
		"cause=zzzzzzzz":                      {Param: "cause", Value: "zzzzzzzz", Problem: incident.ProblemUnknown, TermKind: incident.Cause},
		"year=25":                             {Param: "year", Value: "25", Problem: incident.ProblemForm},
		"year=2025-01":                        {Param: "year", Value: "2025-01", Problem: incident.ProblemForm},
		"from=2025-13":                        {Param: "from", Value: "2025-13", Problem: incident.ProblemForm},
		"to=yesterday":                        {Param: "to", Value: "yesterday", Problem: incident.ProblemForm},
		"from=2026&to=2025-12-31":             {Param: "to", Value: "2025-12-31", Problem: incident.ProblemRange},
		"not=IL-9":                            {Param: "not", Value: "IL-9", Problem: incident.ProblemUnknown, Nearest: []string{"IL-0136"}},
		"not=what":                            {Param: "not", Value: "what", Problem: incident.ProblemUnknown, Nearest: []string{"IL-0136"}},
		"sort=newst":                          {Param: "sort", Value: "newst", Problem: incident.ProblemUnknown, Nearest: []string{"newest"}},
		"sort=random":                         {Param: "sort", Value: "random", Problem: incident.ProblemUnknown, Nearest: []string{"newest", "oldest", "updated"}},
		"q=x&sort=random":                     {Param: "sort", Value: "random", Problem: incident.ProblemUnknown, Nearest: []string{"newest", "oldest", "updated", "relevance"}},
		"sort=relevance":                      {Param: "sort", Value: "relevance", Problem: incident.ProblemRange, Nearest: []string{"newest", "oldest", "updated"}},
		"page=0":                              {Param: "page", Value: "0", Problem: incident.ProblemRange},
		"page=x":                              {Param: "page", Value: "x", Problem: incident.ProblemRange},
		"page=99999999999999999999":           {Param: "page", Value: "99999999999999999999", Problem: incident.ProblemRange},
		"per_page=101":                        {Param: "per_page", Value: "101", Problem: incident.ProblemRange},
		"q=a&q=b":                             {Param: "q", Value: "a, b", Problem: incident.ProblemRepeated, Nearest: []string{"a"}},
		"q=" + strings.Repeat("가", MaxText+1): {Param: "q", Value: fmt.Sprint(MaxText + 1), Problem: incident.ProblemTooLong},
		many[1:]:                              {Param: "year", Value: "25", Problem: incident.ProblemTooMany},
	} {
		_, errs := Parse(values(t, in), known{})
		if len(errs) != 1 {
			t.Errorf("%q: errors %v", in, errs)
			continue
		}
		got := *errs[0]
		if got.Kind != incident.Invalid || got.Message == "" {
			t.Errorf("%q: %+v", in, got)
		}
		want.Kind, want.Message = got.Kind, got.Message
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q:\n%+v, want\n%+v", in, got, want)
		}
	}
}

func TestParseReportsEveryErrorAndKeepsTheRest(t *testing.T) {
	q, errs := Parse(values(t, "cause=zzz&cause=cache&year=x&page=-1&q=text"), known{})
	var params []string
	for _, e := range errs {
		params = append(params, e.Param)
	}
	slices.Sort(params)
	if !slices.Equal(params, []string{"cause", "page", "year"}) {
		t.Errorf("errors of %v", params)
	}
	if q.Encode() != "q=text&cause=cache" {
		t.Errorf("what was valid: %q", q.Encode())
	}
}

func TestCheckNames(t *testing.T) {
	if errs := CheckNames(values(t, "q=x&cause=y&lang=ko"), "lang"); errs != nil {
		t.Errorf("%v", errs)
	}
	errs := CheckNames(values(t, "causes=x&utm_source=y"))
	if len(errs) != 2 || errs[0].Param != "causes" || errs[0].Problem != incident.ProblemNoParam || !slices.Contains(errs[0].Nearest, "cause") {
		t.Errorf("%v", errs)
	}
}

// Whatever the parameters, Parse gives a query within the limits, whose
// canonical form is read back as the same query and written the same again.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "q=캐시&sort=oldest", "component=cache&component=old-cache&year=2025", "from=2025-02&to=2024", "not=136&page=3&per_page=7",
		"q=a&q=b", "q=%FF%00", "year=٢٠٢٥", "page=+1", "q=" + strings.Repeat("a", MaxText-1) + "+b", "sort=relevance", "cause=%20cache%20",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, _ := url.ParseQuery(s)
		q, errs := Parse(v, known{})
		for _, e := range errs {
			if e.Kind != incident.Invalid || e.Param == "" || e.Message == "" || e.Problem == "" {
				t.Errorf("%+v", e)
			}
		}
		if q.Size() < 1 || q.Size() > MaxPerPage || q.PageNumber() < 1 || len([]rune(q.Text)) > MaxText {
			t.Errorf("%+v", q)
		}
		canonical := q.Encode()
		again, more := Parse(values(t, canonical), known{})
		if len(errs) == 0 && len(more) > 0 {
			t.Fatalf("%q is read without errors, its canonical form %q with %v", s, canonical, more)
		}
		if again.Encode() != canonical {
			t.Errorf("%q becomes %q becomes %q", s, canonical, again.Encode())
		}
	})
}
