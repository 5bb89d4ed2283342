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
	return fmt.Sprintf("the new data hold %d published cases, the library %d: refused, as more than a tenth would vanish; force it if that is meant", e.To, e.From)
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
		db, err = l.build(ctx, before)
	}
	if err != nil {
		return false, err
	}
	err = l.use(ctx, db)
	return err == nil, err
}

// build makes the database of the data as they are now.
func (l *Library) build(ctx context.Context, before *Edition) (*store.DB, error) {
	start := time.Now()
	corpus, err := load(l.options.Data, l.options.DataName)
	if err != nil {
		return nil, err
	}
	if err := l.shrinks(before, published(corpus)); err != nil {
		return nil, err
	}
	db, err := l.shelf.Build(ctx, corpus)
	if err == nil {
		l.options.Logger.Info("database built", "data", l.options.DataName, "cases", len(corpus.Cases), "path", db.Path(), "took", time.Since(start))
	}
	return db, err
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

// use makes a database the current edition and tidies its folder.
func (l *Library) use(ctx context.Context, db *store.DB) error {
	e, err := newEdition(ctx, db)
	if err == nil {
		err = l.shrinks(l.Edition(), e.Total())
	}
	if err != nil {
		return errors.Join(err, db.Close())
	}
	l.replace(e)
	l.shelf.Clean(db)
	l.options.Logger.Info("edition in use", "data", l.options.DataName, "cases", e.Total(), "hash", e.Hash(), "path", db.Path())
	return nil
}
