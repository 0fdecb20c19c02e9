package trace

import "testing"

// TestProbes looks up ids that one fixed multiplier would put into adjacent slots.
func TestProbes(t *testing.T) {
	const inverse = 0x0E8B2F51 // of 0x9E3779B1, modulo 2^32
	var l lists
	l.init(new(Info))
	var keys []key
	for i := uint32(0); len(keys) < 100_000; i++ {
		if k := i * inverse; maxDirect <= k && k < 1<<30 {
			keys = append(keys, key(k))
		}
	}
	for _, k := range keys {
		l.addMethod(k, 0)
	}
	longest := 0
	for row, k := range keys {
		if l.find(k) != uint32(row)+1 {
			t.Fatalf("key %#x is in row %d, want %d", k, l.find(k), row+1)
		}
		n := 0
		for i := l.hash(k); l.slots[i&uint64(len(l.slots)-1)].key != k; i++ {
			n++
		}
		longest = max(longest, n)
	}
	if longest > 1000 {
		t.Errorf("%d slots were searched for one key", longest)
	}
}
