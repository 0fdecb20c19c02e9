package sorting

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestStable compares with package slices, for lengths that take each of its ways to sort.
func TestStable(t *testing.T) {
	type pair struct{ key, place int }
	byKey := func(a, b pair) int { return cmp.Compare(a.key, b.key) }
	for _, n := range []int{0, 1, 2, 3, 12, 13, 60, 1000} {
		for _, keys := range []int{1, 3, 1 << 30} {
			random := rand.New(rand.NewPCG(uint64(n), uint64(keys)))
			all := make([]pair, n)
			for i := range all {
				all[i] = pair{random.IntN(keys), i}
			}
			want := slices.Clone(all)
			slices.SortStableFunc(want, byKey)
			if Stable(all, byKey); !slices.Equal(all, want) {
				t.Errorf("%d pairs with %d keys:\n got %v\nwant %v", n, keys, all, want)
			}
		}
	}
}

// BenchmarkStable sorts a million numbers.
func BenchmarkStable(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	all := make([]uint32, 1_000_000)
	for i := range all {
		all[i] = random.Uint32()
	}
	for _, s := range []struct {
		name string
		sort func([]uint32, func(a, b uint32) int)
	}{{"sorting.Stable", Stable[uint32]}, {"slices.SortStableFunc", slices.SortStableFunc[[]uint32]}, {"slices.SortFunc", slices.SortFunc[[]uint32]}} {
		b.Run(s.name, func(b *testing.B) {
			for b.Loop() {
				s.sort(slices.Clone(all), cmp.Compare[uint32])
			}
		})
	}
}
