package feed_test

import (
	"testing"

	"github.com/incidentlib/incidentlib/internal/query"
	"github.com/incidentlib/incidentlib/web/feed"
)

// TestCanonical holds that every order of a feed has an address of its own.
func TestCanonical(t *testing.T) {
	for want, q := range map[string]query.Query{
		"":                         {Sort: query.Updated},
		"sort=newest":              {Sort: query.Newest},
		"sort=oldest&page=2":       {Sort: query.Oldest, Page: 2},
		"page=2&sort=newest":       {Sort: query.Newest, Page: 2},
		"q=sort%3D":                {Text: "sort="},
		"q=sort%3D&sort=relevance": {Text: "sort=", Sort: query.Relevance},
		"q=x&sort=newest":          {Text: "x", Sort: query.Newest},
	} {
		if got := feed.Canonical(q); got != want {
			t.Errorf("%+v: %q, want %q", q, got, want)
		}
	}
	if got := feed.Canonical(query.Query{}); got != "" {
		t.Errorf("all: %q", got)
	}
}
