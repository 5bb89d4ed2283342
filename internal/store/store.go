// Package store keeps an edition of the library in a SQLite file: it builds
// the file from a corpus, finds it again, and reads from it. The file is
// derived data. schema.sql says what is in it.
package store

import (
	"context"
	"database/sql"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/incidentlib/incidentlib/internal/incident"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

//go:embed schema.sql
var schema string

// connections is the size of the pool: more than there are processors are no
// faster, and each keeps pages of its own. All are opened and kept, so that a
// file which is removed while it serves does not matter.
var connections = min(4, max(2, runtime.GOMAXPROCS(0)))

// DB is an open database. It is safe for concurrent use.
type DB struct {
	// Hash is the content hash of the corpus that the database was built from.
	Hash string

	path     string
	sum      uint32      // that the file's name promises
	verified atomic.Bool // the file has it

	filling sync.WaitGroup

	db        *sql.DB
	summaries *sql.Stmt
	bodies    *sql.Stmt
	postings  *sql.Stmt
	places    *sql.Stmt
	beginning *sql.Stmt

	keptSummaries keptPacked
	keptBodies    keptPacked

	lengths    []uint32 // of the text of each case, by position
	meanLength float32
}

// open opens a finished database file for reading.
func open(ctx context.Context, path string) (_ *DB, err error) {
	defer incident.Wrap(&err, "open database %s", path)
	db, err := connect(path, "mode=ro", "immutable=1", "_pragma=query_only(1)", "_pragma=cache_size(-2048)")
	if err != nil {
		return nil, err
	}
	d := &DB{path: path, db: db, keptSummaries: keptPacked{limit: keepSummaries}, keptBodies: keptPacked{limit: keepBodies}}
	d.db.SetMaxOpenConns(connections)
	d.db.SetMaxIdleConns(connections)
	if err := errors.Join(d.check(ctx), d.prepare(ctx), d.loadLengths(ctx)); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	d.filling.Go(d.fillPool)
	return d, nil
}

// connect opens a file with URI parameters; pragmas are among them so that
// every connection of the pool has them.
func connect(path string, params ...string) (*sql.DB, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(path)}
	for i, p := range params {
		if i > 0 {
			u.RawQuery += "&"
		}
		u.RawQuery += p
	}
	return sql.Open("sqlite", u.String())
}

// check reports whether the file is a complete database of ours.
func (d *DB) check(ctx context.Context) error {
	var id, version int
	var complete string
	if err := d.db.QueryRowContext(ctx, "PRAGMA application_id").Scan(&id); err != nil {
		return err
	}
	if err := d.db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	if id != applicationID || version != SchemaVersion {
		return fmt.Errorf("application id %#x, version %d: want %#x, %d", id, version, applicationID, SchemaVersion)
	}
	const q = `SELECT (SELECT value FROM meta WHERE key = 'hash'), (SELECT value FROM meta WHERE key = 'complete')`
	if err := d.db.QueryRowContext(ctx, q).Scan(&d.Hash, &complete); err != nil {
		return err
	}
	if complete != "yes" {
		return errors.New("the last row is missing")
	}
	return nil
}

func (d *DB) prepare(ctx context.Context) (err error) {
	for _, s := range []struct {
		into  **sql.Stmt
		query string
	}{
		{&d.summaries, selectSummaries},
		{&d.bodies, selectBodies},
		{&d.postings, selectCases},
		{&d.places, selectPlaces},
		{&d.beginning, selectBeginning},
	} {
		if *s.into, err = d.db.PrepareContext(ctx, s.query); err != nil {
			return err
		}
	}
	return nil
}

func (d *DB) loadLengths(ctx context.Context) error {
	var packed []byte
	err := d.db.QueryRowContext(ctx, "SELECT packed FROM sequence WHERE name = 'lengths'").Scan(&packed)
	d.lengths = positions(packed)
	sum := 0.0
	for _, n := range d.lengths {
		sum += float64(n)
	}
	d.meanLength = float32(sum / float64(max(1, len(d.lengths))))
	return err
}

// fillPool opens every connection of the pool, which keeps them. If one cannot
// be opened, as the file is gone already, the pool stays as small as it is.
func (d *DB) fillPool() {
	var open []*sql.Conn
	for range connections {
		c, err := d.db.Conn(context.Background())
		if err != nil {
			d.db.SetMaxOpenConns(max(1, len(open)))
			break
		}
		open = append(open, c)
	}
	for _, c := range open {
		_ = c.Close() // gives it back
	}
}

// Close closes the database.
func (d *DB) Close() error {
	d.filling.Wait()
	return d.db.Close()
}

// Path is the file that the database is in.
func (d *DB) Path() string { return d.path }

// query calls read for each row of a query.
func query(ctx context.Context, stmt *sql.Stmt, read func(*sql.Rows) error, args ...any) error {
	rows, err := stmt.QueryContext(ctx, args...)
	if err != nil {
		return err
	}
	return each(rows, read)
}

func each(rows *sql.Rows, read func(*sql.Rows) error) error {
	defer rows.Close()
	for rows.Next() {
		if err := read(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// asJSON writes a column of kind JSON; the values are all of marshallable types.
func asJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}
