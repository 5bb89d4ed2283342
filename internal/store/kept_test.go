package store

import (
	"strings"
	"testing"
)

func TestKeptPacked(t *testing.T) {
	k := keptPacked{limit: 1000}
	for p := range uint32(100) {
		k.add(p, strings.Repeat("x", int(p)))
		k.add(p, "another")
		if got, ok := k.get(p); !ok || len(got) != int(p) {
			t.Fatalf("%d: %q, %v", p, got, ok)
		}
		sum := 0
		for _, v := range k.values {
			sum += len(v)
		}
		if sum != k.bytes || sum > k.limit {
			t.Fatalf("%d: %d bytes, counted as %d", p, sum, k.bytes)
		}
	}
	if k.bytes < k.limit/2 {
		t.Errorf("only %d bytes are kept", k.bytes)
	}
	k.add(1000, strings.Repeat("x", 1001))
	if _, ok := k.get(1000); ok || len(k.values) == 0 {
		t.Error("a value above the limit is kept, or has pushed the others out")
	}
}
