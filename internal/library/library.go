// Package library answers what a door (site, API, feed, MCP) may ask: a case,
// a list with facets, a topic, similar cases, a search. answers.go holds the
// shapes of the answers; each other file is one kind of question.
package library

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/incidentlib/incidentlib/internal/casefile"
	"github.com/incidentlib/incidentlib/internal/store"
)

// Options says which data a library serves and where its database lies.
type Options struct {
	Data     fs.FS        // the folder "data": cases and vocabularies
	DataName string       // what Data is, for messages and file names: "embedded" or the path of the folder
	DBDir    string       // folder for the database; empty: the user's cache folder or, if that cannot be written, the temporary one
	Logger   *slog.Logger // nil logs nothing

	// Stale lets Open answer at once with the newest database of the same
	// DataName, even of older files. The caller then has Reload bring in what
	// has changed since.
	Stale bool
	// Force lets a reload remove as many cases as it will.
	Force bool
	// Progress, if not nil, is told how far a step of a build is.
	Progress func(step string, done, total int)
}

// Library is the cases and vocabularies of one data folder, as a sequence of
// editions of which one is current. It is safe for concurrent use.
type Library struct {
	options Options
	shelf   *store.Shelf

	swap    sync.RWMutex // held to take the current edition or to replace it
	current *Edition     // nil until Open has one

	loading sync.Mutex // held while an edition is made
}

// Open opens the library: the database that was built from these data before,
// or one that is built now. If the data are wrong the error is a *LoadError
// that holds every problem; if no folder can hold the database it says so.
func Open(ctx context.Context, o Options) (*Library, error) {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	l := &Library{options: o}
	l.shelf = &store.Shelf{
		Dirs:     databaseDirs(o.DBDir),
		Data:     dataPath(o.DataName),
		Progress: o.Progress,
		Warn:     func(err error) { o.Logger.Warn("database", "error", err) },
	}
	if e := l.openNewest(ctx); e != nil {
		return l, l.use(e)
	}
	if _, err := l.Reload(ctx); err != nil {
		return nil, err
	}
	return l, nil
}

// openNewest makes an edition of the newest database, unless that is stale and
// must not be; nil if there is none.
func (l *Library) openNewest(ctx context.Context) *Edition {
	var hash string
	var hashed sync.WaitGroup
	if !l.options.Stale {
		hashed.Go(func() { hash, _ = casefile.Hash(l.options.Data) }) // meanwhile
	}
	e, err := l.open(ctx, "")
	hashed.Wait()
	if err != nil {
		return nil
	}
	if !l.options.Stale && e.Hash() != hash {
		_ = e.db.Close()
		return nil
	}
	return e
}

// Edition returns the current edition, which may be closed by the next reload:
// it is for looking at, and for who knows that there is none. A request takes
// its edition with Acquire.
func (l *Library) Edition() *Edition {
	l.swap.RLock()
	defer l.swap.RUnlock()
	return l.current
}

// Acquire returns the current edition, which stays open until the caller has
// called its Release, whatever is reloaded meanwhile.
func (l *Library) Acquire() *Edition {
	l.swap.RLock()
	defer l.swap.RUnlock()
	l.current.holders.Add(1)
	return l.current
}

// replace makes an edition current and lets go of the one before.
func (l *Library) replace(e *Edition) {
	e.begun = time.Now()
	e.holders.Add(1)
	l.swap.Lock()
	before := l.current
	l.current = e
	l.swap.Unlock()
	if before != nil {
		before.Release()
	}
}

// Close lets go of the current edition, the last one: its database is closed
// once no request holds it.
func (l *Library) Close() error {
	l.loading.Lock()
	defer l.loading.Unlock()
	return l.Edition().release()
}

// databaseDirs lists the folders that may hold the database, best first.
func databaseDirs(dir string) []string {
	if dir != "" {
		return []string{dir}
	}
	var out []string
	if cache, err := os.UserCacheDir(); err == nil {
		out = append(out, filepath.Join(cache, "incidentlib"))
	}
	temp := filepath.Join(os.TempDir(), fmt.Sprintf("incidentlib-%d", os.Getuid()))
	if err := os.Chmod(temp, 0o700); err == nil || errors.Is(err, fs.ErrNotExist) {
		out = append(out, temp) // not one that another user has put there
	}
	return out
}

// dataPath gives the path of a data folder one form; another name stays.
func dataPath(name string) string {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		if abs, err := filepath.Abs(name); err == nil {
			return abs
		}
	}
	return name
}
