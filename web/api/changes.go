package api

import (
	"cmp"
	"context"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/library"
	"github.com/incidentlib/incidentlib/web/reply"
)

// ListChanges answers /changes: what happened to the cases since a time or a
// cursor, by the time of each case's last change and then by id. Whoever
// applies every change from the beginning has the export.
func (a *API) ListChanges(c echo.Context, e *library.Edition) error {
	values, q, err := only(c, e, "since", "per_page")
	if err != nil {
		return err
	}
	q = a.sized(q, e)
	since, err := once(values, "since")
	if err != nil {
		return err
	}
	at, err := parseCursor(since)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	log, err := a.changeLog(ctx, e)
	if err != nil {
		return err
	}
	rest := log.after(at)
	part := rest[:min(q.Size(), len(rest))]
	out := Changes{Changes: []Change{}, More: len(part) < len(rest)}
	if out.Changes, err = a.changesOf(ctx, e, part, at); err != nil {
		return err
	}
	next := at.then(part, out.More)
	out.Next = next.String()
	if out.More {
		more := q.Values()
		more.Set("since", out.Next)
		a.link(c, "next", Prefix+"/changes", more.Encode())
	}
	c.Response().Header().Set("Cache-Control", reply.Checked)
	return reply.JSON(c, jsonType, out)
}

func (a *API) changesOf(ctx context.Context, e *library.Edition, part []library.Change, at cursor) ([]Change, error) {
	out := []Change{}
	var ids []string
	for _, r := range part {
		change := Change{Change: "changed", ID: r.ID, URL: a.page("/cases/" + r.ID), UpdatedAt: r.UpdatedAt, MergedInto: optional(r.MergedInto)}
		switch {
		case r.Status == incident.StatusWithdrawn:
			change.Change = "withdrawn"
		case at.isNew(r):
			change.Change = "added"
		}
		if r.Status != incident.StatusWithdrawn {
			ids = append(ids, r.ID)
		}
		out = append(out, change)
	}
	cases, err := e.Cases(ctx, ids)
	if err != nil {
		return nil, err
	}
	for i := range out {
		if out[i].Change != "withdrawn" {
			whole := a.NewCase(&cases[0])
			out[i].Case, cases = &whole, cases[1:]
		}
	}
	return out, nil
}

// changeLog is every change of an edition in order.
type changeLog struct {
	edition string // its hash
	changes []library.Change
}

func (a *API) changeLog(ctx context.Context, e *library.Edition) (*changeLog, error) {
	if log := a.changes.Load(); log != nil && log.edition == e.Hash() {
		return log, nil
	}
	all, err := e.Changes(ctx, time.Time{}, -1)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(x, y library.Change) int { return compare(x, y.UpdatedAt, y.ID) })
	log := &changeLog{edition: e.Hash(), changes: all}
	a.changes.Store(log)
	return log, nil
}

// after returns the changes that come after a cursor.
func (l *changeLog) after(at cursor) []library.Change {
	i, found := slices.BinarySearchFunc(l.changes, at, func(c library.Change, at cursor) int { return compare(c, at.time, at.id) })
	if found {
		i++
	}
	return l.changes[i:]
}

func compare(c library.Change, t time.Time, id string) int {
	return cmp.Or(c.UpdatedAt.Compare(t), cmp.Compare(len(c.ID), len(id)), cmp.Compare(c.ID, id))
}

// cursor is a place in the changes: just after the change of id at time. What
// was created before base is known to the caller.
type cursor struct {
	base, time time.Time
	id         string
}

// isNew reports whether the case was not there at the base.
func (at cursor) isNew(c library.Change) bool {
	return c.CreatedAt.After(at.base) || c.CreatedAt.Equal(at.base) && c.UpdatedAt.Equal(c.CreatedAt)
}

// then is the cursor behind a part of the changes. The base stays until the
// caller has them all.
func (at cursor) then(part []library.Change, more bool) cursor {
	if len(part) == 0 {
		return at
	}
	last := part[len(part)-1]
	at.time, at.id = last.UpdatedAt, last.ID
	if !more {
		at.base = at.time
	}
	return at
}

// cursorForm tells a cursor from a time, and this form of cursor from later ones.
const cursorForm = "c1."

func (at cursor) String() string {
	fields := []string{at.base.UTC().Format(time.RFC3339Nano), at.time.UTC().Format(time.RFC3339Nano), at.id}
	return cursorForm + base64.RawURLEncoding.EncodeToString([]byte(strings.Join(fields, " ")))
}

// parseCursor reads a cursor, an RFC 3339 time, from which on changes are
// meant, or nothing, which is the beginning.
func parseCursor(s string) (cursor, error) {
	if s == "" {
		return cursor{}, nil
	}
	wrong := incident.Errors{{
		Kind: incident.Invalid, Param: "since", Value: s, Problem: incident.ProblemForm,
		Message: fmt.Sprintf("%q is neither a time (RFC 3339) nor a cursor", s),
	}}
	encoded, ok := strings.CutPrefix(s, cursorForm)
	if !ok {
		// A "+" that was not percent-encoded has become a space.
		t, err := time.Parse(time.RFC3339, strings.Replace(s, " ", "+", 1))
		if err != nil {
			return cursor{}, wrong
		}
		t = t.Add(-1) // what happened at that time is meant too
		return cursor{base: t, time: t}, nil
	}
	decoded, err := base64.RawURLEncoding.DecodeString(encoded)
	fields := strings.Split(string(decoded), " ")
	if err != nil || len(fields) != 3 {
		return cursor{}, wrong
	}
	at := cursor{id: fields[2]}
	for i, into := range []*time.Time{&at.base, &at.time} {
		if *into, err = time.Parse(time.RFC3339Nano, fields[i]); err != nil {
			return cursor{}, wrong
		}
	}
	if at.id != "" && !incident.ValidID(at.id) {
		return cursor{}, wrong
	}
	return at, nil
}
