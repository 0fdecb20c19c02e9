package compare_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/compare"
	"traceglass/parser/profile"
)

// TestLargest: Largest returns the first changes of Changes, for any number and any filter.
func TestLargest(t *testing.T) {
	sides := [2]*compare.Side{}
	for s := range sides {
		var records strings.Builder
		for i := range 1200 {
			// Few changes differ in size, so the tie-breakers decide most of the order.
			from, to := 100*i, 100*i+10+(i*s)%7
			fmt.Fprintf(&records, "main %d>C%d.m()V %d<C%d.m()V\n", from, i*7919%1200, to, i*7919%1200)
		}
		sides[s] = sideOf(t, fmt.Sprint(s), records.String())
	}
	c := compare.Of(sides[0], sides[1], nil, nil)
	for _, order := range []compare.Order{compare.ByExclusive, compare.ByCalls} {
		for _, way := range []compare.Direction{compare.Either, compare.Rose, compare.Fell} {
			all := c.Changes(order, profile.Wall, way)
			if len(all) != 1200 {
				t.Fatalf("%d changes", len(all))
			}
			for _, third := range []bool{false, true} {
				wanted := func(pair int) bool { return !third || pair%3 == 0 }
				want := slices.DeleteFunc(slices.Clone(all), func(pair int) bool { return !wanted(pair) })
				for _, most := range []int{0, 1, 2, 50, 399, 400, 401, 500, 501, 1200, 5000} {
					first, total := c.Largest(order, profile.Wall, way, wanted, most)
					if total != len(want) || !slices.Equal(first, want[:min(most, len(want))]) {
						t.Errorf("order %d, way %d, the first %d of a third %v: %v of %d, want %v of %d", order, way, most, third, first, total, want[:min(most, len(want))], len(want))
					}
				}
			}
		}
	}
}
