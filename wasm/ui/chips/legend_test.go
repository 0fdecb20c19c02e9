package chips

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestPerMille: shares sum to 1000, and each is rounded up or down.
func TestPerMille(t *testing.T) {
	for _, tt := range []struct {
		times []int64
		want  string
	}{
		{nil, "[]"}, {[]int64{0, 0}, "[]"}, {[]int64{5}, "[1000]"}, {[]int64{1, 1, 1}, "[334 333 333]"}, {[]int64{0, 1 << 60, 1}, "[0 1000 0]"},
		{[]int64{6, 6, 1988}, "[3 3 994]"}, {[]int64{9, 9, 9, 1973}, "[5 5 4 986]"},
	} {
		if got := fmt.Sprint(perMille(tt.times)); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.times, got, tt.want)
		}
	}
	for range 1000 {
		times, whole := make([]int64, 1+rand.IntN(6)), int64(0)
		for i := range times {
			times[i] = rand.Int64N(1 << (1 + rand.IntN(50)))
			whole += times[i]
		}
		sum := 0
		for i, n := range perMille(times) {
			sum += n
			if off := float64(n) - 1000*float64(times[i])/float64(whole); off <= -1.000001 || off >= 1.000001 {
				t.Errorf("%v: %d for %d", times, n, times[i])
			}
		}
		if whole > 0 && sum != 1000 {
			t.Errorf("%v: sum %d", times, sum)
		}
	}
}
