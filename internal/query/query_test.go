package query

import (
	"reflect"
	"testing"

	"github.com/incidentlib/incidentlib/internal/incident"
)

func TestEncodeIsCanonical(t *testing.T) {
	for _, c := range []struct {
		q    Query
		want string
	}{
		{Query{}, ""},
		{Query{Page: 1, PerPage: DefaultPerPage, Sort: Newest}, ""},
		{Query{Text: "캐시 a&b", Sort: Relevance}, "q=%EC%BA%90%EC%8B%9C+a%26b"},
		{Query{Text: "x", Sort: Newest}, "q=x&sort=newest"},
		{Query{Sort: Oldest, Page: 3, PerPage: 50}, "sort=oldest&page=3&per_page=50"},
		{
			Query{
				Terms: map[incident.Kind][]string{
					incident.SeverityKind: {"major"}, incident.Org: {"a", "b"}, incident.Cause: {"c"}, incident.Symptom: {"s", "t"},
				},
				Years: []string{"2025", "2026"}, From: "2025-02", To: "2026-01-31", Not: []string{"IL-0136"},
			},
			"cause=c&symptom=s&symptom=t&org=a&org=b&severity=major&year=2025&year=2026&from=2025-02&to=2026-01-31&not=IL-0136",
		},
	} {
		if got := c.q.Encode(); got != c.want {
			t.Errorf("%+v is written %q, want %q", c.q, got, c.want)
		}
	}
}

func TestChangesResetThePageAndLeaveTheRest(t *testing.T) {
	base := Query{Text: "x", Terms: map[incident.Kind][]string{incident.Cause: {"b"}}, Years: []string{"2025"}, Sort: Relevance, Page: 4, PerPage: 50}
	before := base.Encode()
	for name, c := range map[string]struct {
		q    Query
		want string
	}{
		"with":                 {base.With(incident.Cause, "a"), "q=x&cause=a&cause=b&year=2025&per_page=50"},
		"with what is there":   {base.With(incident.Cause, "b"), "q=x&cause=b&year=2025&per_page=50"},
		"with another kind":    {base.With(incident.Org, "o"), "q=x&cause=b&org=o&year=2025&per_page=50"},
		"without":              {base.Without(incident.Cause, "b"), "q=x&year=2025&per_page=50"},
		"without what is not":  {base.Without(incident.Org, "b"), "q=x&cause=b&year=2025&per_page=50"},
		"without kind":         {base.With(incident.Cause, "a").WithoutKind(incident.Cause), "q=x&year=2025&per_page=50"},
		"with year":            {base.WithYear("2024"), "q=x&cause=b&year=2024&year=2025&per_page=50"},
		"without year":         {base.WithoutYear("2025"), "q=x&cause=b&per_page=50"},
		"without text":         {base.WithoutText(), "cause=b&year=2025&per_page=50"},
		"without text, oldest": {base.InOrder(Oldest).WithoutText(), "cause=b&year=2025&sort=oldest&per_page=50"},
		"in order":             {base.InOrder(Oldest), "q=x&cause=b&year=2025&sort=oldest&per_page=50"},
		"at page":              {base.AtPage(2), "q=x&cause=b&year=2025&page=2&per_page=50"},
	} {
		if got := c.q.Encode(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if base.Encode() != before {
			t.Fatalf("%s changed the query that it was asked of: %q", name, base.Encode())
		}
	}
}

func TestFiltered(t *testing.T) {
	for _, q := range []Query{{Text: "x"}, {Years: []string{"2025"}}, {From: "2025"}, {To: "2025"}, {Not: []string{"IL-0136"}}, Query{}.With(incident.Cause, "a")} {
		if !q.Filtered() {
			t.Errorf("%q filters", q.Encode())
		}
	}
	for _, q := range []Query{{}, {Sort: Oldest, Page: 3, PerPage: 7}, Query{}.With(incident.Cause, "a").Without(incident.Cause, "a")} {
		if q.Filtered() {
			t.Errorf("%q filters nothing", q.Encode())
		}
	}
}

func TestChangingBackGivesTheSameQuery(t *testing.T) {
	if q := (Query{}).With(incident.Cause, "a").Without(incident.Cause, "a"); !reflect.DeepEqual(q, Query{}) {
		t.Errorf("%+v", q)
	}
}

func TestDefaults(t *testing.T) {
	if q := (Query{}); q.Order() != Newest || q.PageNumber() != 1 || q.Size() != DefaultPerPage {
		t.Errorf("%v %v %v", q.Order(), q.PageNumber(), q.Size())
	}
	if q := (Query{Text: "x"}); q.Order() != Relevance {
		t.Errorf("with a text the order is %v", q.Order())
	}
}
