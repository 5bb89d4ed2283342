package library

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/incidentlib/incidentlib/internal/casefile"
	"github.com/incidentlib/incidentlib/internal/incident"
	"github.com/incidentlib/incidentlib/internal/search"
	"github.com/incidentlib/incidentlib/internal/store"
)

// Edition is one state of the library: an open database with its index. It
// never changes, and is safe for concurrent use. A request takes one from
// Library.Acquire and calls Release at its end; when no one holds the edition
// any more, the library neither, its database is closed.
//
// Methods that take a context read the database and may fail with an internal
// error; the others answer from memory.
type Edition struct {
	db        *store.DB
	files     *casefile.Files // that it was built from; nil if its database was there before
	x         *store.Index
	published *roaring.Bitmap    // never changed, like every set of the index
	values    map[string][]value // by kind of set, sorted by value
	terms     map[TermRef]*incident.Term
	lexicon   func() *search.Lexicon
	names     func() []string        // that are suggested
	speller   func() *search.Speller // of the names
	scores    sync.Pool              // of *[]float64, one for each position
	detected  times
	resolved  times

	begun   time.Time    // when it became the current one
	holders atomic.Int64 // requests, and the library while the edition is current
}

// value is a term or year that has cases, with the set of them.
type value struct {
	name    string
	set     *roaring.Bitmap
	members func() members // of set
}

// in counts the cases of a value that a selection has.
func (v value) in(s selection) int {
	if s.everything {
		return size(v.set)
	}
	return v.members().in(s.bits)
}

// newEdition takes over the database.
func newEdition(ctx context.Context, db *store.DB) (*Edition, error) {
	x, err := db.Index(ctx)
	if err != nil {
		return nil, err
	}
	e := &Edition{
		db:        db,
		x:         x,
		published: x.Set(store.Status, string(incident.StatusPublished)),
		values:    map[string][]value{},
		terms:     map[TermRef]*incident.Term{},
		detected:  timesOf(x.Detected),
		resolved:  timesOf(x.Resolved),
	}
	for key, set := range x.Sets {
		e.values[key.Kind] = append(e.values[key.Kind], value{key.Value, set, sync.OnceValue(func() members { return membersOf(set) })})
	}
	for _, v := range e.values {
		slices.SortFunc(v, func(a, b value) int { return cmp.Compare(a.name, b.name) })
	}
	for kind, v := range x.Vocabularies {
		for i := range v.Terms {
			e.terms[TermRef{kind, v.Terms[i].Slug}] = &v.Terms[i]
		}
	}
	e.lexicon = sync.OnceValue(e.newLexicon)
	e.names = sync.OnceValue(e.listNames)
	e.speller = sync.OnceValue(func() *search.Speller { return search.NewSpeller(e.names()) })
	return e, nil
}

// Release ends the hold that Library.Acquire gave.
func (e *Edition) Release() { _ = e.release() }

func (e *Edition) release() error {
	if e.holders.Add(-1) > 0 {
		return nil
	}
	return e.db.Close()
}

// Hash returns the content hash of the cases and vocabularies.
func (e *Edition) Hash() string { return e.db.Hash }

// IDs lists the ids of all cases, withdrawn ones among them, in the order of
// their dates.
func (e *Edition) IDs() []string { return slices.Clone(e.x.IDs) }

// Since returns when the edition became the current one.
func (e *Edition) Since() time.Time { return e.begun }

// Total returns the number of published cases.
func (e *Edition) Total() int { return size(e.published) }

// Months counts the published cases of each month that has any, in order of
// time. Cases dated by year alone are left out.
func (e *Edition) Months() []MonthCount { return e.months(e.selection(e.published)) }

// Years counts the published cases of each year that has any, in order of time.
func (e *Edition) Years() []YearCount { return e.years(e.selection(e.published)) }

// Summaries returns the line of each case, in the order asked. Withdrawn cases
// are among them. An id that no case has is an error of kind NotFound.
func (e *Edition) Summaries(ctx context.Context, ids []string) ([]Summary, error) {
	positions, err := e.positions(ids)
	if err != nil {
		return nil, err
	}
	return e.db.Summaries(ctx, positions)
}

// Cases returns whole cases in the order asked. Withdrawn cases are among
// them. An id that no case has is an error of kind NotFound.
func (e *Edition) Cases(ctx context.Context, ids []string) ([]incident.Case, error) {
	positions, err := e.positions(ids)
	if err != nil {
		return nil, err
	}
	return e.db.Cases(ctx, positions)
}

// Recent returns the n cases that were added last, newest first, those added
// at once by date and then id.
func (e *Edition) Recent(ctx context.Context, n int) ([]Summary, error) {
	return e.db.Summaries(ctx, e.filter(e.x.Created, e.published, 0, n))
}

func (e *Edition) positions(ids []string) ([]uint32, error) {
	out := make([]uint32, len(ids))
	for i, id := range ids {
		p, ok := e.x.Position(id)
		if !ok {
			return nil, e.noCase(id)
		}
		out[i] = p
	}
	return out, nil
}

// filter returns at most n members of a set in the given order, after the
// first skip ones.
func (e *Edition) filter(order []uint32, set *roaring.Bitmap, skip, n int) []uint32 {
	var out []uint32
	bits := bitsOf(set)
	for _, p := range order {
		if len(out) == n {
			break
		}
		if !bits.has(p) {
			continue
		}
		if skip > 0 {
			skip--
			continue
		}
		out = append(out, p)
	}
	return out
}

// set returns the cases of a kind and value. It is not to be changed.
func (e *Edition) set(kind, value string) *roaring.Bitmap { return e.x.Set(kind, value) }

// value returns a value that has cases.
func (e *Edition) value(kind, name string) (value, bool) {
	all := e.values[kind]
	i, ok := slices.BinarySearchFunc(all, name, func(v value, name string) int { return cmp.Compare(v.name, name) })
	if !ok {
		return value{}, false
	}
	return all[i], true
}

// selection is a set of published cases in the form in which the cases of many
// values are counted in it.
type selection struct {
	bits       bitset // empty if everything
	everything bool
}

func (e *Edition) selection(set *roaring.Bitmap) selection {
	if size(set) == e.Total() {
		return selection{everything: true}
	}
	return selection{bits: bitsOf(set)}
}

func size(set *roaring.Bitmap) int { return int(set.GetCardinality()) }

// both is the number of cases that two sets share.
func both(a, b *roaring.Bitmap) int { return int(a.AndCardinality(b)) }

// newest returns at most n members of a set, the newest first.
func newest(set *roaring.Bitmap, skip, n int) []uint32 {
	var out []uint32
	for i := size(set) - 1 - skip; i >= 0 && len(out) < n; i-- {
		p, err := set.Select(uint32(i))
		if err != nil {
			break // cannot be: i is below the size
		}
		out = append(out, p)
	}
	return out
}

func (e *Edition) noCase(id string) *incident.Error {
	return &incident.Error{
		Kind: incident.NotFound, Param: "id", Value: id, Problem: incident.ProblemNoneSuch,
		Nearest: e.NearestCases(id), Message: fmt.Sprintf("no case has the id %q", id),
	}
}
