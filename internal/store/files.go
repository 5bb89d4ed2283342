package store

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/incidentlib/incidentlib/internal/incident"
)

// Shelf is where the database files of one data path lie. A file is named
//
//	incidentlib-<data path>-<content hash>-v<format>-<checksum>.db
//
// The data path and the hash are given by 8 and 16 hex digits of SHA-256, the
// format begins with the schema's version, the checksum is the CRC-32C of the
// file. A file therefore either has the bytes
// that its name promises or is damaged, in one step of renaming.
type Shelf struct {
	Dirs []string // in order of preference; those that do not exist are made
	Data string   // the data path, or another name of the data

	// Progress, if not nil, is told how far a step of a build is.
	Progress func(step string, done, total int)
	// Warn, if not nil, is told what does not keep the shelf from working: a
	// folder that cannot be written, a damaged file.
	Warn func(err error)
}

// checkedAtOnce is the size in bytes up to which a file is held against its
// checksum before it is opened, which takes 5 ms; for a larger one DB.Verify
// does it. A variable for tests.
var checkedAtOnce int64 = 16 << 20

// Limits of what is kept.
const (
	// otherFormatAge is how long a superseded file that another version of this
	// program has built stays, as that may be about to open it.
	otherFormatAge = time.Hour
	// keptOld is how many superseded files stay all the same, for a way back.
	keptOld = 1
)

var fileForm = regexp.MustCompile(`^incidentlib-([0-9a-f]{8})-([0-9a-f]{16})-v([0-9]+\.[0-9a-f]{8})-([0-9a-f]{8})\.db$`)

// ErrNone says that the shelf has no intact database of the kind asked for.
var ErrNone = errors.New("no intact database")

// Open opens the database of the corpus with this hash, or the newest one if
// hash is empty. If there is none that is intact, the error is ErrNone.
func (s *Shelf) Open(ctx context.Context, hash string) (*DB, error) {
	for _, f := range s.files() {
		if f.format != format() || f.data != s.key() || hash != "" && f.hash != short(hash) {
			continue
		}
		db, err := s.openIntact(ctx, f)
		if err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			s.warn(fmt.Errorf("left aside: %w", err))
			continue
		}
		if hash == "" || db.Hash == hash {
			return db, nil
		}
		s.warn(db.Close())
	}
	return nil, ErrNone
}

// Build builds the database of a corpus in the first folder that can hold it
// and opens it. Two processes may build the same at once.
func (s *Shelf) Build(ctx context.Context, corpus *incident.Corpus) (*DB, error) {
	var errs []error
	for _, dir := range s.Dirs {
		s.removeLeftovers(dir)
		db, err := s.buildIn(ctx, dir, corpus)
		if err == nil || ctx.Err() != nil {
			return db, err
		}
		s.warn(fmt.Errorf("no database could be built in %s: %w", dir, err))
		errs = append(errs, err)
	}
	return nil, fmt.Errorf("no folder can hold the database; make room in one, make it writable or name another with --db-dir: %w", errors.Join(errs...))
}

// buildIn builds in a workshop, moves the result into place and opens it.
func (s *Shelf) buildIn(ctx context.Context, dir string, corpus *incident.Corpus) (_ *DB, err error) {
	w, err := newWorkshop(dir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.remove()) }()
	if err := build(ctx, corpus, w.file(), s.Progress); err != nil {
		return nil, err
	}
	sum, err := seal(w.file())
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, fmt.Sprintf("incidentlib-%s-%s-v%s-%08x.db", s.key(), short(corpus.Hash), format(), sum))
	if err := os.Rename(w.file(), path); err != nil {
		return nil, err
	}
	if err := syncDir(dir); err != nil {
		return nil, err
	}
	db, err := open(ctx, path)
	if err == nil {
		db.sum = sum
		db.verified.Store(true)
	}
	return db, err
}

// Clean marks the database in use as the newest, and removes from the shelf
// what it has superseded: the files of the same data path but the newest one,
// and what builds that were killed have left. Files of other data paths stay.
func (s *Shelf) Clean(inUse *DB) {
	now := time.Now()
	_ = os.Chtimes(inUse.path, now, now) // fails on a read-only disk, which is no harm
	kept := 0
	for _, f := range s.files() {
		if f.data != s.key() || f.path == inUse.path {
			continue
		}
		if kept < keptOld {
			kept++
			continue
		}
		if f.format == format() || time.Since(f.modified) > otherFormatAge {
			s.warn(removeFile(f.path))
		}
	}
	for _, dir := range s.Dirs {
		s.removeLeftovers(dir)
	}
}

// Discard removes the file of a damaged database, which may still be open.
func (s *Shelf) Discard(db *DB) { s.warn(removeFile(db.path)) }

func (s *Shelf) warn(err error) {
	if err != nil && s.Warn != nil {
		s.Warn(err)
	}
}

// key stands for the data path in file names.
func (s *Shelf) key() string { return fmt.Sprintf("%x", sha256.Sum256([]byte(s.Data)))[:8] }

// short gives the part of a corpus's hash that a file name carries.
func short(hash string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(hash)))[:16] }

// file is a database file as its name describes it.
type file struct {
	path               string
	data, hash, format string
	sum                uint32
	size               int64
	modified           time.Time
}

// files lists the database files of every folder, the newest first.
func (s *Shelf) files() []file {
	var out []file
	for _, dir := range s.Dirs {
		entries, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			s.warn(err)
		}
		for _, e := range entries {
			m := fileForm.FindStringSubmatch(e.Name())
			info, err := e.Info()
			if m == nil || err != nil || !info.Mode().IsRegular() {
				continue
			}
			sum, _ := strconv.ParseUint(m[4], 16, 32)
			out = append(out, file{filepath.Join(dir, e.Name()), m[1], m[2], m[3], uint32(sum), info.Size(), info.ModTime()})
		}
	}
	slices.SortStableFunc(out, func(a, b file) int { return cmp.Or(b.modified.Compare(a.modified), cmp.Compare(a.path, b.path)) })
	return out
}

// openIntact opens a file if it has the bytes that its name promises, or may
// have them, as a large file is not read as a whole.
func (s *Shelf) openIntact(ctx context.Context, f file) (*DB, error) {
	small := f.size <= checkedAtOnce
	var damage error
	var verified sync.WaitGroup
	if small {
		verified.Go(func() { damage = verify(f.path, f.sum) }) // meanwhile
	}
	db, err := open(ctx, f.path)
	verified.Wait()
	if damage != nil {
		if err == nil {
			_ = db.Close()
		}
		return nil, damage
	}
	if err == nil {
		db.sum = f.sum
		db.verified.Store(small)
	}
	return db, err
}

// Damage is the error of a file that has not the bytes that its name promises.
type Damage struct{ Path string }

func (e *Damage) Error() string { return "the database is damaged: " + e.Path }

// Verify holds the file against its checksum, unless that has been done: the
// error is a *Damage if it differs. A file that is gone or cannot be read any
// more is left to those who have it open.
func (d *DB) Verify() error {
	if d.verified.Load() {
		return nil
	}
	err := verify(d.path, d.sum)
	if damage := (*Damage)(nil); errors.As(err, &damage) {
		return err
	}
	d.verified.Store(true)
	return nil
}

// verify holds a file against its checksum.
func verify(path string, want uint32) error {
	r, err := os.Open(path)
	if err != nil {
		return err
	}
	sum, err := checksum(r)
	if err := errors.Join(err, r.Close()); err != nil {
		return err
	}
	if sum != want {
		return &Damage{Path: path}
	}
	return nil
}

func checksum(r io.Reader) (uint32, error) {
	h := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	_, err := io.CopyBuffer(h, struct{ io.Reader }{r}, make([]byte, 128<<10))
	return h.Sum32(), err
}

// seal writes a finished file through to the disk and returns its checksum.
func seal(path string) (_ uint32, err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if err := f.Sync(); err != nil {
		return 0, err
	}
	return checksum(f)
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// removeFile removes a file that another process may have removed before.
func removeFile(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
