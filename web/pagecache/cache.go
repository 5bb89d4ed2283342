// Package pagecache keeps pages in the encodings in which readers ask for them,
// bounded in bytes. A page is made once however many ask for it at once; what is
// kept of an earlier edition of the library is never given for a later one.
package pagecache

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/sync/singleflight"
)

// Key names a page by its canonical address, so that one page has one key.
type Key struct {
	Path  string
	Query string // without "?"
	Lang  string // the language negotiated, empty where the address tells it
}

// isImage is of what takes long to make and much memory, and that few ask for.
func (k Key) isImage() bool { return strings.HasSuffix(k.Path, ".png") }

// Options say how much is kept.
type Options struct {
	Bytes   int64         // bound of what is kept, more than 0
	Edition func() string // the edition in use: pages of another are not kept
}

// queried is the share of the bound for images and addresses with a query, of
// which there is no end: they never push out the others.
const queried = 4

// Cache is a page cache, safe for concurrent use.
type Cache struct {
	edition func() string
	plain   *otter.Cache[id, *Form] // of addresses without a query
	queried *otter.Cache[id, *Form] // and of images
	flights singleflight.Group
	upgrade upgrader

	hits, misses atomic.Int64
}

type id struct {
	key      Key
	encoding Encoding
}

// New returns an empty cache.
func New(o Options) *Cache {
	c := &Cache{edition: o.Edition}
	forAll := uint64(o.Bytes)
	c.plain, c.queried = bounded(forAll-forAll/queried), bounded(forAll/queried)
	c.upgrade.init(c)
	return c
}

// bounded is a cache that keeps what is asked for most (W-TinyLFU): a crawler
// that asks once for everything does not empty it.
func bounded(bytes uint64) *otter.Cache[id, *Form] {
	return otter.Must(&otter.Options[id, *Form]{
		MaximumWeight: bytes,
		Weigher:       func(i id, f *Form) uint32 { return uint32(min(f.weight(i.key), 1<<31)) },
		Executor:      func(f func()) { f() }, // so that the bound holds at any time
	})
}

func (c *Cache) of(k Key) *otter.Cache[id, *Form] {
	if k.Query != "" || k.isImage() {
		return c.queried
	}
	return c.plain
}

// Stats is what a cache has done and holds.
type Stats struct {
	Hits, Misses int64 // pages given as kept, and others
	Bytes        int64 // kept now
}

// Stats returns what the cache has done and holds.
func (c *Cache) Stats() Stats {
	return Stats{c.hits.Load(), c.misses.Load(), int64(c.plain.WeightedSize() + c.queried.WeightedSize())}
}

// Find returns a page as it is kept, nil if it is not.
func (c *Cache) Find(edition string, k Key, e Encoding) *Form {
	f, ok := c.of(k).GetIfPresent(id{k, e})
	if !ok || f.edition != edition {
		return nil
	}
	c.hits.Add(1)
	c.upgrade.offer(id{k, e}, f)
	return f
}

// Get returns a page in an encoding, and makes it where it is not kept: once for
// all who wait for it. The reader who asked first may leave without harm to the
// others; each waits no longer than for its own ctx. An error is given to all
// who wait, and nothing is kept.
func (c *Cache) Get(ctx context.Context, edition string, k Key, e Encoding, make func(context.Context) (Page, error)) (*Form, error) {
	if f := c.Find(edition, k, e); f != nil {
		return f, nil
	}
	c.misses.Add(1)
	k = Key{strings.Clone(k.Path), strings.Clone(k.Query), strings.Clone(k.Lang)} // the request's memory is not kept
	name := edition + "\n" + k.Path + "?" + k.Query + "\n" + k.Lang
	return fly(ctx, &c.flights, name+"\n"+names[e], func(ctx context.Context) (*Form, error) {
		page, err := c.whole(ctx, edition, k, name, make)
		if err != nil {
			return nil, err
		}
		return c.keep(edition, k, e, page)
	})
}

// whole is the page itself: from another encoding that is kept, or made.
func (c *Cache) whole(ctx context.Context, edition string, k Key, name string, make func(context.Context) (Page, error)) (Page, error) {
	for e := range Encoding(encodings) {
		if f, ok := c.of(k).GetIfPresent(id{k, e}); ok && f.edition == edition {
			body, err := decode(f.encoding(), f.Body)
			return Page{Header: f.page.Header, Route: f.page.Route, Body: body}, err
		}
	}
	return fly(ctx, &c.flights, name, make)
}

// keep encodes a page and keeps it. Where its text is that of an earlier
// edition, what was compressed then serves on.
func (c *Cache) keep(edition string, k Key, e Encoding, p Page) (*Form, error) {
	kept, _ := c.of(k).GetIfPresent(id{k, e})
	f, err := newForm(edition, p, e, kept)
	if err != nil {
		return nil, err
	}
	if c.edition() == edition {
		c.of(k).Set(id{k, e}, f)
	}
	return f, nil
}

// patience is how long a page may take to be made once nobody may cancel it.
const patience = 30 * time.Second

// fly does what several ask for at once, and gives all of them what came of it.
func fly[T any](ctx context.Context, flights *singleflight.Group, name string, do func(context.Context) (T, error)) (T, error) {
	var none T
	done := flights.DoChan(name, func() (out any, err error) {
		defer func() {
			if p := recover(); p != nil { // in no request's goroutine: nothing else would catch it
				err = &Panic{Value: p, Stack: debug.Stack()}
			}
		}()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer cancel()
		return do(ctx)
	})
	select {
	case r := <-done:
		if r.Err != nil {
			return none, r.Err
		}
		return r.Val.(T), nil
	case <-ctx.Done():
		return none, ctx.Err()
	}
}

// Panic is the error of a page whose making panicked.
type Panic struct {
	Value any
	Stack []byte
}

func (p *Panic) Error() string { return fmt.Sprintf("panic: %v", p.Value) }

// ErrNotKept is what a maker returns for an answer that is no page.
var ErrNotKept = errors.New("pagecache: this answer is not kept")
