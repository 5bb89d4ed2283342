package library

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/incidentlib/incidentlib/internal/store"
)

func TestAll(t *testing.T) {
	corpus, e := synthetic(t)
	n, last := 0, ""
	for c, err := range e.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if !find(corpus, c.ID).Published() || last != "" && store.CompareIDs(last, c.ID) >= 0 {
			t.Errorf("%s after %s", c.ID, last)
		}
		last = c.ID
		n++
	}
	if n != e.Total() {
		t.Errorf("%d cases of %d", n, e.Total())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, err := range e.All(ctx) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
	}
}

func TestChanges(t *testing.T) {
	corpus, e := synthetic(t)
	all, err := e.Changes(t.Context(), time.Time{}, -1)
	if err != nil || len(all) != len(corpus.Cases) {
		t.Fatalf("%d changes of %d cases, %v", len(all), len(corpus.Cases), err)
	}
	for i, c := range all {
		want := find(corpus, c.ID)
		if c.Status != want.Status || c.MergedInto != want.MergedInto || !c.CreatedAt.Equal(want.CreatedAt) || !c.UpdatedAt.Equal(want.UpdatedAt) {
			t.Errorf("%+v", c)
		}
		if i > 0 && all[i-1].UpdatedAt.After(c.UpdatedAt) {
			t.Errorf("%+v after %+v", c, all[i-1])
		}
	}
	since := all[len(all)/2].UpdatedAt
	some, err := e.Changes(t.Context(), since, 5)
	if err != nil || len(some) != 5 || some[0].UpdatedAt.Before(since) {
		t.Errorf("%v, %v", some, err)
	}
}
