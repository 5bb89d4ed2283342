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

	// Progress, if not nil, is told how many cases a build has written.
	Progress func(done, total int)
	// Warn, if not nil, is told what does not keep the shelf from working: a
	// folder that cannot be written, a damaged file.
	Warn func(err error)
}

// Age from which files that a process may have left behind are removed, and
// how many older editions are kept all the same.
const (
	leftoverAge = time.Hour
	keptOld     = 1
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
			s.warn(fmt.Errorf("damaged database left aside: %w", err))
			continue
		}
		if hash == "" || db.Hash == hash {
			return db, nil
		}
		s.warn(db.Close())
	}
	return nil, ErrNone
}

// Build builds the database of a corpus in the first folder that can be
// written and opens it. Two processes may build the same at once.
func (s *Shelf) Build(ctx context.Context, corpus *incident.Corpus) (*DB, error) {
	var errs []error
	for _, dir := range s.Dirs {
		tmp, err := newFile(dir)
		if err != nil {
			s.warn(fmt.Errorf("database folder cannot be used: %w", err))
			errs = append(errs, err)
			continue
		}
		return s.buildIn(ctx, dir, tmp, corpus)
	}
	return nil, fmt.Errorf("no folder for the database can be written; make one writable or name another with --db-dir: %w", errors.Join(errs...))
}

// buildIn builds into the empty file tmp, moves that into place and opens it.
func (s *Shelf) buildIn(ctx context.Context, dir, tmp string, corpus *incident.Corpus) (_ *DB, err error) {
	defer func() {
		if err != nil {
			err = errors.Join(err, removeDatabase(tmp))
		}
	}()
	if err := build(ctx, corpus, tmp, s.Progress); err != nil {
		return nil, err
	}
	sum, err := seal(tmp)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, fmt.Sprintf("incidentlib-%s-%s-v%s-%08x.db", s.key(), short(corpus.Hash), format(), sum))
	if err := os.Rename(tmp, path); err != nil {
		return nil, err
	}
	if err := syncDir(dir); err != nil {
		return nil, err
	}
	return open(ctx, path)
}

// Clean removes from the shelf what the database in use has superseded: files
// of the same data path beyond the newest other one, and unfinished files,
// each only if it has not been written to for an hour. Files of other data
// paths stay.
func (s *Shelf) Clean(inUse *DB) {
	kept := 0
	for _, f := range s.files() {
		if f.data != s.key() || f.path == inUse.path {
			continue
		}
		if kept < keptOld {
			kept++
			continue
		}
		if time.Since(f.modified) > leftoverAge {
			s.warn(os.Remove(f.path))
		}
	}
	for _, dir := range s.Dirs {
		left, err := filepath.Glob(filepath.Join(dir, "incidentlib-*.tmp"))
		s.warn(err)
		for _, path := range left {
			if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > leftoverAge {
				s.warn(removeDatabase(path))
			}
		}
	}
}

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
			out = append(out, file{filepath.Join(dir, e.Name()), m[1], m[2], m[3], uint32(sum), info.ModTime()})
		}
	}
	slices.SortStableFunc(out, func(a, b file) int { return cmp.Or(b.modified.Compare(a.modified), cmp.Compare(a.path, b.path)) })
	return out
}

// openIntact opens a file if it has the bytes that its name promises.
func (s *Shelf) openIntact(ctx context.Context, f file) (*DB, error) {
	r, err := os.Open(f.path)
	if err != nil {
		return nil, err
	}
	sum, err := checksum(r)
	if err := errors.Join(err, r.Close()); err != nil {
		return nil, err
	}
	if sum != f.sum {
		return nil, fmt.Errorf("%s: checksum is %08x", f.path, sum)
	}
	return open(ctx, f.path)
}

func checksum(r io.Reader) (uint32, error) {
	h := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	_, err := io.CopyBuffer(h, struct{ io.Reader }{r}, make([]byte, 1<<20))
	return h.Sum32(), err
}

// newFile makes an empty file to build in, and the folder if need be.
func newFile(dir string) (string, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	f, err := os.CreateTemp(dir, "incidentlib-*.tmp")
	if err != nil {
		return "", err
	}
	return f.Name(), f.Close()
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

// removeDatabase removes a file in the making and its journal.
func removeDatabase(path string) error {
	var errs []error
	for _, p := range []string{path + "-journal", path} {
		if err := os.Remove(p); !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
