package main

import (
	"runtime"
	"runtime/debug"
	"testing"
)

func TestPace(t *testing.T) {
	const mb = 1 << 20
	for live, want := range map[uint64]int{0: 1500, mb: 1500, 4 * mb: 300, 8 * mb: 100, 10 * mb: 60, 11 * mb: 50, 16 * mb: 50, 17 * mb: 50, 1000 * mb: 50} {
		if got := paceAt(live); got != want {
			t.Errorf("%d MB: %d %%, want %d %%", live/mb, got, want)
		}
	}
}

// TestThePaceFollowsTheHeap: once much is kept, the heap grows by half and no
// more.
func TestThePaceFollowsTheHeap(t *testing.T) {
	before := debug.SetGCPercent(100)
	t.Cleanup(func() { debug.SetGCPercent(before) })
	runtime.GC()
	p := new(pacer)
	p.follow()
	kept := make([]byte, 2*leastHeap)
	for range 1000 { // what a collection finds is looked at a little later
		if runtime.GC(); p.percent.Load() == gcPercent {
			break
		}
	}
	if got := p.percent.Load(); got != gcPercent {
		t.Errorf("%d %% with %d MB in use, want %d %%", got, len(kept)>>20, gcPercent)
	}
	runtime.KeepAlive(kept)
}

func TestWhatABuildTookIsGivenBack(t *testing.T) {
	garbage := make([]byte, 2*much)
	before := held()
	if before < 2*much {
		t.Fatalf("%d MB are held, less than were just taken", before>>20)
	}
	runtime.KeepAlive(garbage)
	giveBack()
	if after := held(); after > before-much {
		t.Errorf("%d MB are held, before %d", after>>20, before>>20)
	}
}
