package library

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/incidentlib/incidentlib/internal/casefile"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/store"
)

// Shrinking is the error of a reload that would remove more than a tenth of
// the published cases.
type Shrinking struct{ From, To int }

func (e *Shrinking) Error() string {
	return fmt.Sprintf("the new data hold %d published cases, the library %d: refused, as more than a tenth would vanish; if that is meant, start with --force", e.To, e.From)
}

// shrinks refuses to go from one number of published cases to another.
func (l *Library) shrinks(from *Edition, to int) error {
	if from == nil || l.options.Force || to*10 >= from.Total()*9 {
		return nil
	}
	return &Shrinking{From: from.Total(), To: to}
}

// Reload makes an edition of the data as they are now and puts it in the place
// of the current one; changed is false if they are the same as before. On an
// error nothing has changed: a *LoadError if the data are wrong, a *Shrinking,
// unless forced, if too many cases would vanish.
func (l *Library) Reload(ctx context.Context) (changed bool, err error) {
	l.loading.Lock()
	defer l.loading.Unlock()
	hash, err := casefile.Hash(l.options.Data)
	if err != nil {
		if _, wrong := load(l.options.Data, l.options.DataName); wrong != nil {
			err = wrong // it names every file that cannot be read
		}
		return false, err
	}
	before := l.Edition()
	if before != nil && before.Hash() == hash {
		err := before.db.Verify()
		if err == nil {
			return false, nil
		}
		l.discard(before.db, err)
	}
	e, err := l.open(ctx, hash)
	if errors.Is(err, store.ErrNone) {
		e, err = l.build(ctx, before)
	}
	if err != nil {
		return false, err
	}
	err = l.use(e)
	return err == nil, err
}

// open makes an edition of the database with this hash, or of the newest one
// if hash is empty. If there is none that can be read the error is store.ErrNone.
func (l *Library) open(ctx context.Context, hash string) (*Edition, error) {
	db, err := l.shelf.Open(ctx, hash)
	if err != nil {
		return nil, err
	}
	e, err := newEdition(ctx, db)
	if err == nil {
		return e, nil
	}
	err = errors.Join(err, db.Close())
	if ctx.Err() != nil {
		return nil, err
	}
	l.discard(db, err)
	return nil, store.ErrNone
}

// discard removes a database that cannot be used.
func (l *Library) discard(db *store.DB, why error) {
	l.options.Logger.Warn("database discarded, to be built again", "path", db.Path(), "error", why)
	l.shelf.Discard(db)
}

// build makes an edition of the data as they are now.
func (l *Library) build(ctx context.Context, before *Edition) (*Edition, error) {
	start := time.Now()
	corpus, files, err := l.loadChanged(ctx, before)
	if err != nil {
		return nil, err
	}
	if err := l.shrinks(before, published(corpus)); err != nil {
		return nil, err
	}
	db, err := l.shelf.Build(ctx, corpus)
	if err != nil {
		return nil, err
	}
	l.options.Logger.Info("database built", "data", l.options.DataName, "cases", len(corpus.Cases), "path", db.Path(), "took", time.Since(start).Round(time.Millisecond))
	e, err := newEdition(ctx, db)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	e.files = files
	return e, nil
}

// published counts the cases of a corpus that a library shows.
func published(corpus *incident.Corpus) int {
	n := 0
	for i := range corpus.Cases {
		if corpus.Cases[i].Published() {
			n++
		}
	}
	return n
}

// use makes an edition the current one, unless that is refused, and tidies the
// folder of its database.
func (l *Library) use(e *Edition) error {
	if err := l.shrinks(l.Edition(), e.Total()); err != nil {
		return errors.Join(err, e.db.Close())
	}
	l.replace(e)
	l.shelf.Clean(e.db)
	l.options.Logger.Info("edition in use", "data", l.options.DataName, "cases", e.Total(), "hash", e.Hash(), "path", e.db.Path())
	return nil
}
