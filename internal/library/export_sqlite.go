package library

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/incidentlib/incidentlib/internal/incident"
)

// ExportSchema is the schema of the file that ExportSQLite makes, with comments
// that tell what each table holds.
//
//go:embed export.sql
var ExportSchema string

// exportLicence is the licence of the texts of the cases.
const exportLicence = "CC BY 4.0; the sources keep their own terms"

// ExportSQLite writes the published cases and the vocabularies into a new SQLite
// file beside the edition's database, or in the temporary folder. site is the address of the site, without
// a slash at its end. The file is returned open for reading, and has no name any
// more: it is gone when it is closed.
func (e *Edition) ExportSQLite(ctx context.Context, site string) (_ *os.File, err error) {
	defer incident.Wrap(&err, "export as SQLite")
	const form = "incidentlib-export-*.tmp"
	f, err := os.CreateTemp(filepath.Dir(e.db.Path()), form)
	if err != nil { // the folder is gone, or can only be read
		var otherwise error
		if f, otherwise = os.CreateTemp("", form); otherwise != nil {
			return nil, errors.Join(err, otherwise)
		}
	}
	defer func() { _ = os.Remove(f.Name()) }() // what an open handle keeps from removal, Shelf.Clean removes
	if err := e.exportTo(ctx, f.Name(), site); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func (e *Edition) exportTo(ctx context.Context, path, site string) (err error) {
	if path, err = filepath.Abs(path); err != nil { // a relative one would be taken for a host
		return err
	}
	address := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: "_pragma=journal_mode(off)&_pragma=synchronous(off)"}
	db, err := sql.Open("sqlite", address.String()) // the driver that package store brings
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if _, err := db.ExecContext(ctx, ExportSchema); err != nil {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	w := &exporter{ctx: ctx, tx: tx, statements: map[string]*sql.Stmt{}}
	w.insert("about", "schema", "1")
	w.insert("about", "edition", e.Hash())
	w.insert("about", "site", site)
	w.insert("about", "licence", exportLicence)
	for _, k := range exportKinds {
		for _, t := range e.Vocabulary(k).Terms {
			w.insert("terms", string(k), t.Slug, t.Label, t.Definition, orNull(t.ReplacedBy))
		}
	}
	for c, err := range e.All(ctx) {
		if err != nil {
			return errors.Join(err, tx.Rollback())
		}
		w.insertCase(&c, site)
	}
	if w.err != nil {
		return errors.Join(w.err, tx.Rollback())
	}
	return tx.Commit()
}

var exportKinds = append([]incident.Kind{incident.SeverityKind}, incident.Kinds...)

// exporter inserts rows; after the first error it does nothing.
type exporter struct {
	ctx        context.Context
	tx         *sql.Tx
	statements map[string]*sql.Stmt // by table
	err        error
}

// insert adds a row to a table, a value for each column in turn. A bilingual
// text fills two.
func (w *exporter) insert(table string, values ...any) {
	if w.err != nil {
		return
	}
	var row []any
	for _, v := range values {
		if t, ok := v.(incident.Text); ok {
			row = append(row, orNull(t.EN), orNull(t.KO))
		} else {
			row = append(row, v)
		}
	}
	stmt := w.statements[table]
	if stmt == nil {
		marks := strings.TrimSuffix(strings.Repeat("?,", len(row)), ",")
		if stmt, w.err = w.tx.PrepareContext(w.ctx, fmt.Sprintf("INSERT INTO %s VALUES (%s)", table, marks)); w.err != nil {
			return
		}
		w.statements[table] = stmt
	}
	_, w.err = stmt.ExecContext(w.ctx, row...)
}

func (w *exporter) insertCase(c *incident.Case, site string) {
	var reviewed any
	if c.Review.ReviewedAt != nil {
		reviewed = c.Review.ReviewedAt.Format(time.RFC3339Nano)
	}
	w.insert("cases", c.ID, site+"/cases/"+c.ID, c.Org, c.OrgSlug, string(c.Date), string(c.DateKind), string(c.Severity), orNull(c.RootCause),
		c.RootCauseText, c.Title, c.Summary, c.SymptomsText, c.Trigger, c.Detection, c.Lessons, c.Impact.Scope, c.Impact.Users, c.Impact.Region,
		minutesOrNull(c.Timeline.DetectedAfter), minutesOrNull(c.Timeline.ResolvedAfter), orNull(c.RecurrenceOf),
		string(c.Review.WrittenBy), reviewed, orNull(c.Review.ReviewedBy), c.CreatedAt.Format(time.RFC3339Nano), c.UpdatedAt.Format(time.RFC3339Nano))
	for _, k := range exportKinds {
		for i, slug := range c.Terms(k) {
			w.insert("case_terms", c.ID, string(k), slug, i+1)
		}
	}
	for i, ev := range c.Timeline.Events {
		w.insert("events", c.ID, i+1, ev.At.String(), ev.Approx, string(ev.Phase), ev.Text)
	}
	w.insertSteps(c.ID, true, c.Remediation)
	w.insertSteps(c.ID, false, c.Tried)
	for i, a := range c.ActionItems {
		w.insert("action_items", c.ID, i+1, string(a.Status), orNull(string(a.Due)), a.Text)
	}
	for i, s := range c.Sources {
		w.insert("sources", c.ID, i+1, s.URL, string(s.Kind), orNull(s.Title), orNull(s.Publisher), orNull(s.Language), s.License, orNull(s.Archived), orNull(string(s.Accessed)))
	}
	w.insertStrings("docs", c.ID, c.Docs)
	w.insertStrings("aliases", c.ID, c.Aliases)
	w.insertStrings("related", c.ID, c.Related)
}

func (w *exporter) insertStrings(table, id string, values []string) {
	for i, v := range values {
		w.insert(table, id, i+1, v)
	}
}

func (w *exporter) insertSteps(id string, helped bool, steps []incident.Step) {
	for i, s := range steps {
		var at any
		if s.At != nil {
			at = s.At.String()
		}
		w.insert("steps", id, helped, i+1, at, s.Text)
	}
}

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

func minutesOrNull(d *incident.Duration) any {
	if d == nil {
		return nil
	}
	return d.Minutes()
}
