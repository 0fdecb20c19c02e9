package list

import (
	"fmt"
	"testing"
)

func TestSorted(t *testing.T) {
	type pair struct {
		key  int
		name string
	}
	given := []pair{{2, "a"}, {1, "b"}, {2, "c"}, {0, "d"}, {1, "e"}}
	before := fmt.Sprint(given)
	if got := fmt.Sprint(Sorted(given, func(a, b *pair) int { return a.key - b.key })); got != "[{0 d} {1 b} {1 e} {2 a} {2 c}]" {
		t.Error(got)
	}
	if fmt.Sprint(given) != before {
		t.Errorf("what was given is %v now", given)
	}
}
