package store

import "sync"

// Bytes of packed values that a database keeps in memory: all of a library of
// some hundred cases. A query takes longer than unpacking what it reads.
const (
	keepSummaries = 1 << 20
	keepBodies    = 3 << 20
)

// keptPacked holds packed values by position, as they are asked for, up to a
// number of bytes. Which one makes room for another is left to chance.
type keptPacked struct {
	limit int // bytes; 0 keeps nothing

	mu     sync.RWMutex
	values map[uint32]string
	bytes  int
}

func (k *keptPacked) get(position uint32) (string, bool) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	packed, ok := k.values[position]
	return packed, ok
}

func (k *keptPacked) add(position uint32, packed string) {
	if len(packed) > k.limit {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, ok := k.values[position]; ok {
		return
	}
	for other, p := range k.values {
		if k.bytes+len(packed) <= k.limit {
			break
		}
		delete(k.values, other)
		k.bytes -= len(p)
	}
	if k.values == nil {
		k.values = map[uint32]string{}
	}
	k.values[position] = packed
	k.bytes += len(packed)
}
