package main

import (
	"runtime"
	"runtime/debug"
	runtimemetrics "runtime/metrics"
	"sync"
	"sync/atomic"
)

// The pace of garbage collection, unless the environment sets another (GOGC).
// Pages are kept once they are written, so that memory is worth more than time:
// the heap may grow by half. But while little is kept that would be a collection
// every few pages, each of which costs as much as several: below leastHeap bytes
// none is begun.
const (
	gcPercent = 50
	leastHeap = 16 << 20
)

// uncollected lets a start, which makes little garbage, do without a collection.
// end has garbage collected as it is usual.
func uncollected() (end func()) {
	usual := debug.SetGCPercent(200) // of the least heap: the first comes at 8 MB
	if usual == 100 {
		return sync.OnceFunc(func() { new(pacer).follow() })
	}
	debug.SetGCPercent(usual)
	return func() {}
}

// much is how many bytes a server may hold without a collection for their sake.
const much = 128 << 20

// giveBack returns to the system what making a large edition took, which is many
// times what is kept of it. The collector would do so over minutes and, where
// nobody asks for anything, not before it is next due.
func giveBack() {
	if held() > much {
		debug.FreeOSMemory()
	}
}

// held is the memory that the program has of the system, in bytes.
func held() uint64 {
	m := []runtimemetrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	runtimemetrics.Read(m)
	return m[0].Value.Uint64() - m[1].Value.Uint64()
}

// pacer sets the pace anew after each collection.
type pacer struct{ percent atomic.Int32 }

// follow sets the pace and, as a collection finds a cycle that nobody holds,
// again after the next one.
func (p *pacer) follow() {
	type cycle struct{ _ *cycle }
	live := []runtimemetrics.Sample{{Name: "/gc/heap/live:bytes"}}
	runtimemetrics.Read(live)
	if percent := paceAt(live[0].Value.Uint64()); p.percent.Swap(int32(percent)) != int32(percent) {
		debug.SetGCPercent(percent)
	}
	runtime.AddCleanup(new(cycle), (*pacer).follow, p)
}

// paceAt is by how many percent a heap may grow of which so many bytes are in
// use, in steps of ten so that it seldom changes.
func paceAt(live uint64) int {
	used := max(int(live), 1<<20)
	return max(gcPercent, 100*(leastHeap-used)/used/10*10)
}
