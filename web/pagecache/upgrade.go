package pagecache

import (
	"sync"
	"sync/atomic"
	"time"
)

// upgrader compresses pages that are asked for again at the best quality, one
// at a time, while the server has little else to do.
type upgrader struct {
	cache   *Cache
	asked   atomic.Int64 // pages given since the start
	mu      sync.Mutex
	waiting []upgrade
	working bool
}

// upgrade is a page that waits. It is looked up when its turn comes: a form that
// is no longer kept must not be held by the queue.
type upgrade struct {
	id     id
	queued *queued
}

// queued tells that a form waits for the upgrader or has been with it.
type queued struct{ atomic.Bool }

const (
	maxWaiting = 1000      // pages
	maxUpgrade = 256 << 10 // bytes compressed at quick quality; a longer page would take seconds
	pause      = 100 * time.Millisecond
	calm       = 10              // pages asked for in a pause, up to which the server counts as idle
	giveUp     = 2 * time.Minute // of load without a pause, after which the queue is dropped
)

func (u *upgrader) init(c *Cache) { u.cache = c }

// offer is told of each page that is given from the cache.
func (u *upgrader) offer(i id, f *Form) {
	u.asked.Add(1)
	if f.coding != Brotli || f.quality == best || f.queued.Load() || len(f.Body) > maxUpgrade {
		return
	}
	if !f.queued.CompareAndSwap(false, true) {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if len(u.waiting) >= maxWaiting {
		f.queued.Store(false)
		return
	}
	u.waiting = append(u.waiting, upgrade{i, f.queued})
	if !u.working {
		u.working = true
		go u.work()
	}
}

// work empties the queue and ends.
func (u *upgrader) work() {
	for {
		idle := u.waitForCalm()
		next, ok := u.next(idle)
		if !ok {
			return
		}
		u.cache.improve(next)
	}
}

// next takes what waits longest; what it cannot get to is forgotten.
func (u *upgrader) next(idle bool) (upgrade, bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if !idle {
		for _, w := range u.waiting {
			w.queued.Store(false)
		}
		u.waiting = nil
	}
	if len(u.waiting) == 0 {
		u.waiting, u.working = nil, false
		return upgrade{}, false
	}
	first := u.waiting[0]
	u.waiting = u.waiting[1:]
	return first, true
}

// waitForCalm waits until few pages are asked for; false if that never comes.
func (u *upgrader) waitForCalm() bool {
	for begin := time.Now(); time.Since(begin) < giveUp; {
		before := u.asked.Load()
		time.Sleep(pause)
		if u.asked.Load()-before <= calm {
			return true
		}
	}
	return false
}

// improve replaces the form of a page, if it is still the one that was to be
// improved, by the same page at the best quality.
func (c *Cache) improve(u upgrade) {
	kept := c.of(u.id.key)
	form, ok := kept.GetIfPresent(u.id)
	if !ok || form.queued != u.queued {
		return
	}
	body, err := decode(form.coding, form.Body)
	if err != nil {
		return // as it was kept, it stays
	}
	better := *form
	better.quality = best
	if err := better.encode(body); err != nil || better.coding != Brotli {
		return
	}
	better.Tag = better.tag()
	better.Header = better.fields()
	if now, ok := kept.GetIfPresent(u.id); ok && now == form {
		kept.Set(u.id, &better)
	}
}
