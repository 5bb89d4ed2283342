package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/incidentlib/incidentlib/internal/incident"
)

// Summary is the row of a case in a list.
type Summary struct {
	ID            string
	Org           string // name
	OrgSlug       string
	Date          incident.Date
	DateKind      incident.DateKind
	Title         incident.Text
	RootCause     string // slug, or empty
	RootCauseText incident.Text
	Severity      incident.Severity
	Symptoms      []string // slugs
	Components    []string
	Factors       []string
	Domains       []string
	DetectedAfter *incident.Duration
	ResolvedAfter *incident.Duration
}

// summaryOf returns the row of a case.
func summaryOf(c *incident.Case) *Summary {
	return &Summary{
		ID: c.ID, Org: c.Org, OrgSlug: c.OrgSlug, Date: c.Date, DateKind: c.DateKind, Title: c.Title,
		RootCause: c.RootCause, RootCauseText: c.RootCauseText, Severity: c.Severity,
		Symptoms: c.Symptoms, Components: c.Components, Factors: c.Factors, Domains: c.Domains,
		DetectedAfter: c.Timeline.DetectedAfter, ResolvedAfter: c.Timeline.ResolvedAfter,
	}
}

// What is packed is read as text: the driver then copies it once, and not twice.
const (
	selectSummaries = `SELECT position, CAST(summary AS TEXT) FROM cases WHERE position IN (SELECT value FROM json_each(?))`
	selectBodies    = `SELECT position, CAST(body AS TEXT) FROM case_body WHERE position IN (SELECT value FROM json_each(?))`
)

// Summaries returns the rows at the given positions, in the order asked for.
// It is one query, or none if all of them are kept. A position that is not there
// is an error.
func (d *DB) Summaries(ctx context.Context, positions []uint32) ([]Summary, error) {
	return at(ctx, d.summaries, &d.keptSummaries, positions, packSummary)
}

// Cases returns the whole cases at the given positions, in the order asked
// for. It is one query, or none if all of them are kept. A position that is not
// there is an error.
func (d *DB) Cases(ctx context.Context, positions []uint32) ([]incident.Case, error) {
	return at(ctx, d.bodies, &d.keptBodies, positions, packCase)
}

// Change is the row of a case in the list of changes.
type Change struct {
	ID         string
	Status     incident.Status
	MergedInto string
	CreatedAt  time.Time
	UpdatedAt  time.Time
}

// Changes returns the cases whose last change is not before since, the
// earliest first, at most n; n below zero returns all.
func (d *DB) Changes(ctx context.Context, since time.Time, n int) (out []Change, err error) {
	defer incident.Wrap(&err, "read changes since %s", since)
	const q = `SELECT id, status, merged_into, created_at, updated_at FROM cases WHERE updated_at >= ? ORDER BY updated_at, position LIMIT ?`
	err = d.rows(ctx, q, func(rows *sql.Rows) error {
		var c Change
		var created, updated string
		if err := rows.Scan(&c.ID, &c.Status, &c.MergedInto, &created, &updated); err != nil {
			return err
		}
		var errs [2]error
		c.CreatedAt, errs[0] = time.Parse(timeForm, created)
		c.UpdatedAt, errs[1] = time.Parse(timeForm, updated)
		out = append(out, c)
		return errors.Join(errs[:]...)
	}, since.UTC().Format(timeForm), n)
	return out, err
}

// timeForm is RFC 3339 in UTC with all its digits, so that text sorts as time.
const timeForm = "2006-01-02T15:04:05.000000000Z"

// at returns the values at positions in their order: those whose packed form is
// kept, and the others by a query that takes a JSON array of positions and gives
// packed values by position.
func at[T any](ctx context.Context, stmt *sql.Stmt, kept *keptPacked, positions []uint32, walk func(*packer, *T)) (_ []T, err error) {
	defer incident.Wrap(&err, "read %d cases", len(positions))
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	places := make(map[uint32]int, len(positions)) // in out
	out := make([]T, len(positions))
	var missing []uint32
	for i, p := range positions {
		if _, seen := places[p]; seen {
			continue
		}
		places[p] = i
		if packed, ok := kept.get(p); !ok {
			missing = append(missing, p)
		} else if err := unmarshal(packed, &out[i], walk); err != nil {
			return nil, err
		}
	}
	if err := read(ctx, stmt, missing, func(position uint32, packed string) error {
		kept.add(position, packed)
		return unmarshal(packed, &out[places[position]], walk)
	}); err != nil {
		return nil, err
	}
	for i, p := range positions { // one that is asked for twice is read once
		if at := places[p]; at != i {
			out[i] = out[at]
		}
	}
	return out, nil
}

// read runs the query of at and passes each row on. A position that has none is
// an error.
func read(ctx context.Context, stmt *sql.Stmt, positions []uint32, row func(position uint32, packed string) error) error {
	if len(positions) == 0 {
		return nil
	}
	found := 0
	err := query(context.WithoutCancel(ctx), stmt, func(rows *sql.Rows) error { // watching over it takes longer than the query
		var position uint32
		var packed string
		if err := rows.Scan(&position, &packed); err != nil {
			return err
		}
		found++
		return row(position, packed)
	}, asJSON(positions))
	if err == nil && found < len(positions) {
		return sql.ErrNoRows
	}
	return err
}
