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
	"sync/atomic"
	"time"

	"github.com/incidentlib/incidentlib/internal/casefile"
	"github.com/incidentlib/incidentlib/internal/store"
)

// Options says which data a library serves and where its database lies.
type Options struct {
	Data     fs.FS        // the folder "data": cases and vocabularies
	DataName string       // what Data is, for messages and file names: "embedded" or the path of the folder
	Hash     string       // content hash of Data where it is known without reading (embedded data); else empty
	DBDir    string       // folder for the database; empty: the user's cache folder or, if that cannot be written, the temporary one
	Logger   *slog.Logger // nil logs nothing

	// Stale lets Open answer at once with the newest database of the same
	// DataName, even of older files; what has changed since is loaded in the
	// background.
	Stale bool
	// Progress, if not nil, is told how many cases a build has written.
	Progress func(done, total int)
}

// Library is the cases and vocabularies of one data folder, as a sequence of
// editions of which one is current. It is safe for concurrent use.
type Library struct {
	options Options
	shelf   *store.Shelf
	current atomic.Pointer[Edition]

	loading    sync.Mutex // held while an edition is made
	background sync.WaitGroup
	stop       context.CancelFunc
}

// Open opens the library: the database that was built from these data before,
// or one that is built now. If the data are wrong the error is a *LoadError
// that holds every problem; if no folder can hold the database it says so.
func Open(ctx context.Context, o Options) (*Library, error) {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	l := &Library{options: o, stop: stop}
	l.shelf = &store.Shelf{
		Dirs:     databaseDirs(o.DBDir),
		Data:     dataPath(o.DataName),
		Progress: o.Progress,
		Warn:     func(err error) { o.Logger.Warn("database", "error", err) },
	}
	if o.Stale && l.openNewest(ctx) {
		l.background.Go(func() {
			if _, err := l.Reload(background, true); err != nil && background.Err() == nil {
				o.Logger.Error("data not loaded; the edition built before stays", "data", o.DataName, "error", err)
			}
		})
		return l, nil
	}
	if _, err := l.Reload(ctx, true); err != nil {
		stop()
		return nil, err
	}
	return l, nil
}

// openNewest makes the newest database current whatever it was built from.
func (l *Library) openNewest(ctx context.Context) bool {
	db, err := l.shelf.Open(ctx, "")
	if err != nil {
		return false
	}
	return l.serve(ctx, db, true) == nil
}

// Edition returns the current edition. A request takes one and keeps it.
func (l *Library) Edition() *Edition { return l.current.Load() }

// Close ends work in the background and closes the current edition, which
// must not be in use any more.
func (l *Library) Close() error {
	l.stop()
	l.background.Wait()
	return l.Edition().db.Close()
}

// Shrinking is the error of a reload that would remove more than a tenth of
// the published cases.
type Shrinking struct{ From, To int }

func (e *Shrinking) Error() string {
	return fmt.Sprintf("the new data hold %d published cases, the library %d: refused, as more than a tenth would vanish; force it if that is meant", e.To, e.From)
}

// Reload makes an edition of the data as they are now and swaps it in; changed
// is false if they are the same as before. On an error nothing has changed: a
// *LoadError if the data are wrong, a *Shrinking, unless forced, if too many
// cases would vanish.
func (l *Library) Reload(ctx context.Context, force bool) (changed bool, err error) {
	l.loading.Lock()
	defer l.loading.Unlock()
	hash := l.options.Hash
	if hash == "" {
		if hash, err = casefile.Hash(l.options.Data); err != nil {
			if _, wrong := load(l.options.Data, l.options.DataName); wrong != nil {
				err = wrong // it names every file that cannot be read
			}
			return false, err
		}
	}
	before := l.Edition()
	if before != nil && before.Hash() == hash {
		return false, nil
	}
	db, err := l.shelf.Open(ctx, hash)
	if errors.Is(err, store.ErrNone) {
		db, err = l.build(ctx)
	}
	if err != nil {
		return false, err
	}
	err = l.serve(ctx, db, force)
	return err == nil, err
}

// build makes the database of the data as they are now.
func (l *Library) build(ctx context.Context) (*store.DB, error) {
	start := time.Now()
	corpus, err := load(l.options.Data, l.options.DataName)
	if err != nil {
		return nil, err
	}
	db, err := l.shelf.Build(ctx, corpus)
	if err == nil {
		l.options.Logger.Info("database built", "data", l.options.DataName, "cases", len(corpus.Cases), "path", db.Path(), "took", time.Since(start))
	}
	return db, err
}

// serve makes a database the current edition and tidies its folder.
func (l *Library) serve(ctx context.Context, db *store.DB, force bool) error {
	e, err := newEdition(ctx, db)
	if err != nil {
		return errors.Join(err, db.Close())
	}
	if before := l.Edition(); before != nil && !force && e.Total()*10 < before.Total()*9 {
		return errors.Join(&Shrinking{From: before.Total(), To: e.Total()}, db.Close())
	}
	l.current.Store(e)
	l.shelf.Clean(db)
	l.options.Logger.Info("edition in use", "data", l.options.DataName, "cases", e.Total(), "hash", e.Hash(), "path", db.Path())
	return nil
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
