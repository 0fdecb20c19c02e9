package mapping

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestHolding compares the index of lines with a scan of all groups.
func TestHolding(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		var methods []method
		for range rng.IntN(12) {
			var one method
			for range 1 + rng.IntN(6) {
				from := int32(rng.IntN(60)) - 1
				one.groups = append(one.groups, group{{from: from, to: from + int32(rng.IntN(20))}})
			}
			methods = append(methods, one)
		}
		o := newOverloads(methods)
		for n := int32(-1); n < 80; n++ {
			after := place{int32(rng.IntN(12)), int32(rng.IntN(6))}
			var want []place
			for i := range methods {
				for j, g := range methods[i].groups {
					at := place{int32(i), int32(j)}
					if g[0].from >= 0 && g[0].from <= n && n <= g[0].to && at.compare(after) >= 0 {
						want = append(want, at)
					}
				}
			}
			got, total := o.holding(n, after)
			if !slices.Equal(got, want) || total != len(want) {
				t.Fatalf("line %d after %v: %v, %d in all, want %v", n, after, got, total, want)
			}
		}
	}
}

// TestHoldingIsBounded looks up a line that more groups contain than are visited.
func TestHoldingIsBounded(t *testing.T) {
	methods := []method{{groups: slices.Repeat([]group{{{from: 1, to: 9}}}, 3*mostHolding)}, {groups: []group{{{from: 20, to: 30}}}}}
	o := newOverloads(methods)
	if places, total := o.holding(5, place{}); len(places) != mostHolding || total != 3*mostHolding {
		t.Errorf("%d places of %d, want %d of %d", len(places), total, mostHolding, 3*mostHolding)
	}
	if places, total := o.holding(25, place{}); len(places) != 1 || total != 1 {
		t.Errorf("%d places of %d, want 1 of 1", len(places), total)
	}
}
