package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// workshop is a folder in which one database is built. The lock in it is held
// as long as its process lives: what a killed one leaves behind can be told
// from what is being built, by any process that shares the disk.
type workshop struct {
	dir  string
	lock *flock.Flock
}

const (
	workshops = "incidentlib-*.tmp"
	lockName  = "lock"
	// settled is the age at which a workshop has its lock for certain.
	settled = 5 * time.Second
	// leftoverAge is the age of what has no lock and is taken for left behind:
	// the files that an export was written to.
	leftoverAge = time.Hour
)

// newWorkshop makes a workshop in dir, and dir if need be.
func newWorkshop(dir string) (*workshop, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	made, err := os.MkdirTemp(dir, workshops)
	if err != nil {
		return nil, err
	}
	w := &workshop{dir: made, lock: flock.New(filepath.Join(made, lockName), flock.SetPermissions(0o600))}
	// Where locks are not to be had the build goes on: it is only tidied later.
	_, _ = w.lock.TryLock()
	f, err := os.OpenFile(w.file(), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, errors.Join(err, w.remove())
	}
	return w, f.Close()
}

func (w *workshop) file() string { return filepath.Join(w.dir, "database") }

func (w *workshop) remove() error {
	return errors.Join(os.RemoveAll(w.dir), w.lock.Close())
}

// removeLeftovers removes the workshops of processes that are no more from a
// folder of databases.
func (s *Shelf) removeLeftovers(dir string) {
	left, err := filepath.Glob(filepath.Join(dir, workshops))
	s.warn(err)
	for _, path := range left {
		info, err := os.Stat(path)
		switch {
		case err != nil:
		case info.IsDir() && abandoned(path, time.Since(info.ModTime())), !info.IsDir() && time.Since(info.ModTime()) > leftoverAge:
			if err := os.RemoveAll(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				s.warn(fmt.Errorf("left behind by an earlier build: %w", err))
			}
		}
	}
}

// abandoned reports whether the process that made a workshop is no more.
func abandoned(path string, age time.Duration) bool {
	if age < settled {
		return false
	}
	lock := flock.New(filepath.Join(path, lockName), flock.SetFlag(os.O_RDWR))
	free, err := lock.TryLock()
	_ = lock.Close()
	return free || errors.Is(err, fs.ErrNotExist) || err != nil && age > leftoverAge
}
