package scene

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestAxis checks that X and At are inverse, and that an empty axis has only one position.
func TestAxis(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		from := (rng.Float64() - 0.2) * 1e10
		a := NewAxis(from, from+math.Exp(rng.Float64()*20), CSS(rng.Float64()*200), CSS(200+rng.Float64()*2000))
		if a.X(a.From) != a.Left || math.Abs(float64(a.X(a.To)-a.Right)) > 1e-9 || a.At(a.Left) != a.From {
			t.Fatalf("%+v: ends lie at %v and %v", a, a.X(a.From), a.X(a.To))
		}
		x := a.Left + CSS(rng.Float64())*(a.Right-a.Left)
		if back := a.X(a.At(x)); math.Abs(float64(back-x)) > 1e-5*max(1, a.Scale()) {
			t.Fatalf("%+v: %v px is %v, which lies at %v", a, x, a.At(x), back)
		}
		if a.Within(a.From-1) != a.Left || a.Within(a.To+1) != a.Right {
			t.Fatalf("%+v: places outside lie at %v and %v", a, a.Within(a.From-1), a.Within(a.To+1))
		}
	}
	for _, a := range []Axis{{}, NewAxis(3, 3, 0, 100), NewAxis(4, 3, 0, 100), NewAxis(3, 4, 148, 100), NewAxis(math.NaN(), 4, 0, 100)} {
		if !a.Empty() || a.Scale() != 0 || a.X(10) != a.Left && !math.IsNaN(a.From) || a.At(50) != a.From && !math.IsNaN(a.From) {
			t.Errorf("%+v is not empty: 10 lies at %v, 50 px is %v", a, a.X(10), a.At(50))
		}
	}
}
