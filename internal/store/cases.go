package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"runtime"
	"time"

	"github.com/incidentlib/incidentlib/internal/incident"
)

// Summary is the row of a case in a list.
type Summary struct {
	ID            string
	Org           string
	OrgSlug       string
	Date          incident.Date
	DateKind      incident.DateKind
	Title         incident.Text
	RootCause     string
	RootCauseText incident.Text
	Severity      incident.Severity
	Symptoms      []string
	Components    []string
	Factors       []string
	Domains       []string
	DetectedAfter *incident.Duration
	ResolvedAfter *incident.Duration
}

const selectSummaries = `
SELECT position, id, org, org_slug, date, date_kind, title_en, title_ko, root_cause, root_cause_text_en, root_cause_text_ko,
       severity, symptoms, components, factors, domains, detected_after, resolved_after
FROM cases WHERE position IN (SELECT value FROM json_each(?))`

// Summaries returns the rows at the given positions, in the order asked for.
// It is one query. A position that is not there is an error.
func (d *DB) Summaries(ctx context.Context, positions []uint32) ([]Summary, error) {
	defer runtime.KeepAlive(d)
	return at(ctx, d.summaries, positions, func(rows *sql.Rows) (position uint32, s Summary, err error) {
		var symptoms, components, factors, domains []byte
		var detected, resolved sql.NullInt64
		err = rows.Scan(&position, &s.ID, &s.Org, &s.OrgSlug, &s.Date, &s.DateKind, &s.Title.EN, &s.Title.KO,
			&s.RootCause, &s.RootCauseText.EN, &s.RootCauseText.KO, &s.Severity,
			&symptoms, &components, &factors, &domains, &detected, &resolved)
		for _, list := range []struct {
			packed []byte
			into   *[]string
		}{{symptoms, &s.Symptoms}, {components, &s.Components}, {factors, &s.Factors}, {domains, &s.Domains}} {
			if err == nil {
				err = json.Unmarshal(list.packed, list.into)
			}
		}
		s.DetectedAfter, s.ResolvedAfter = minutes(detected), minutes(resolved)
		return position, s, err
	})
}

func minutes(n sql.NullInt64) *incident.Duration {
	if !n.Valid {
		return nil
	}
	d := incident.Duration(time.Duration(n.Int64) * time.Minute)
	return &d
}

const selectTitles = `SELECT position, title_en, title_ko FROM cases WHERE position IN (SELECT value FROM json_each(?))`

// Titles returns the titles of the cases at the given positions, in the order
// asked for, without the rest of their rows. A position that is not there is an
// error.
func (d *DB) Titles(ctx context.Context, positions []uint32) ([]incident.Text, error) {
	defer runtime.KeepAlive(d)
	return at(ctx, d.titles, positions, func(rows *sql.Rows) (position uint32, t incident.Text, err error) {
		err = rows.Scan(&position, &t.EN, &t.KO)
		return position, t, err
	})
}

const selectBodies = `SELECT position, body FROM case_body WHERE position IN (SELECT value FROM json_each(?))`

// Cases returns the whole cases at the given positions, in the order asked
// for. It is one query. A position that is not there is an error.
func (d *DB) Cases(ctx context.Context, positions []uint32) ([]incident.Case, error) {
	defer runtime.KeepAlive(d)
	return at(ctx, d.bodies, positions, func(rows *sql.Rows) (position uint32, c incident.Case, err error) {
		var body []byte
		if err = rows.Scan(&position, &body); err == nil {
			err = json.Unmarshal(body, &c)
		}
		return position, c, err
	})
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
	defer runtime.KeepAlive(d)
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

// at runs a query that takes a JSON array of positions and returns what read
// makes of each row, in the order of positions.
func at[T any](ctx context.Context, stmt *sql.Stmt, positions []uint32, read func(*sql.Rows) (uint32, T, error)) (_ []T, err error) {
	defer incident.Wrap(&err, "read %d cases", len(positions))
	if len(positions) == 0 {
		return nil, nil
	}
	found := make(map[uint32]T, len(positions))
	err = query(ctx, stmt, func(rows *sql.Rows) error {
		position, v, err := read(rows)
		found[position] = v
		return err
	}, asJSON(positions))
	if err != nil {
		return nil, err
	}
	out := make([]T, len(positions))
	for i, p := range positions {
		v, ok := found[p]
		if !ok {
			return nil, sql.ErrNoRows
		}
		out[i] = v
	}
	return out, nil
}
