package pile

import (
	"math"
	"testing"
)

// TestChance compares with results of R's fisher.test, and with tables that can be counted by hand.
func TestChance(t *testing.T) {
	for _, tt := range []struct {
		a, n, b, m int
		want       float64
	}{
		{4, 20, 3, 20, 1},
		{3, 20, 9, 20, 0.08241},
		{0, 20, 6, 20, 0.02020},
		{0, 20, 5, 20, 0.04715},
		{0, 20, 4, 20, 0.10602},
		{1, 9, 11, 12, 0.0004},
		{0, 1, 1, 1, 1},
		{0, 3, 3, 3, 0.1}, // 2 of the 20 ways to deal
		{5, 10, 5, 10, 1},
	} {
		if got := exact(tt.a, tt.n, tt.b, tt.m); math.Abs(got-tt.want) > 0.0005 {
			t.Errorf("%d of %d against %d of %d: %.5f, want %.5f", tt.a, tt.n, tt.b, tt.m, got, tt.want)
		}
		if back := exact(tt.b, tt.m, tt.a, tt.n); math.Abs(back-exact(tt.a, tt.n, tt.b, tt.m)) > 1e-9 {
			t.Errorf("%d of %d against %d of %d: %.9f the other way round", tt.a, tt.n, tt.b, tt.m, back)
		}
	}
	for sizes, want := range map[Sizes]int{{20, 20}: 5, {3, 3}: 0, {100, 100}: 6, {10_000, 5}: 1} {
		if got := sizes.Least(); got != want {
			t.Errorf("%+v: a new cause shows from %d on, want %d", sizes, got, want)
		}
	}
}

// TestByChance: dumps dealt into two piles at random differ significantly at most once in twenty.
func TestByChance(t *testing.T) {
	found, all := 0, 0
	for k := range 41 { // of 40 dumps this many have the cause; each deal by its probability
		for x := max(0, k-20); x <= min(20, k); x++ {
			all++
			p := math.Exp(choose(20, x) + choose(20, k-x) - choose(40, k))
			if exact(x, 20, k-x, 20) <= Alpha && p > Alpha {
				found++
			}
		}
	}
	if found > 0 || all == 0 {
		t.Errorf("%d of %d deals count that are more likely than %g", found, all, Alpha)
	}
}
