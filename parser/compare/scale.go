package compare

import (
	"math"

	"traceglass/parser/profile"
)

// A Scale is the unit of both sides' figures.
type Scale uint8

const (
	AsMeasured Scale = iota
	OfWhole          // as a share of the side's calls, or of its time in calls, in units of 1/Whole
	PerCall          // per call of one method: ns, and calls in units of 1/Call
)

const (
	Whole = 1_000_000_000
	Call  = 1_000_000
)

// Scaled returns the comparison with its figures on a scale; pair is the method of PerCall. Figures
// are rounded one by one, so A + change = B still holds for each, and a sum of many is close to the
// figure of the sum. Sides keep their measured figures. PerCall needs calls of the method on both
// sides; without them, and for AsMeasured, Scaled returns c.
func (c *Comparison) Scaled(scale Scale, pair int) *Comparison {
	var by [2]factors
	for s := range by {
		var ok bool
		if by[s], ok = c.factors(s, scale, pair); !ok {
			return c
		}
	}
	scaled := *c
	scaled.of, scaled.by, scaled.contexts = c, by, nil
	for s := range c.Methods {
		scaled.Methods[s] = make([]profile.Method, len(c.Methods[s]))
		for i := range c.Methods[s] {
			from, to := &c.Methods[s][i], &scaled.Methods[s][i]
			to.Calls, to.Recursive = by[s].ofCalls(from.Calls), by[s].ofCalls(from.Recursive)
			to.Inclusive, to.Exclusive = by[s].ofTimes(from.Inclusive), by[s].ofTimes(from.Exclusive)
		}
	}
	return &scaled
}

// factors are the multipliers for the figures of a side.
type factors struct {
	calls float64
	times [len(profile.Times{})]float64
}

// Totals returns the number of all calls of a side, and the time in them.
func (c *Comparison) Totals(side int) (calls int64, times profile.Times) {
	costs := c.Sides[side].Costs
	for i := range costs {
		calls += costs[i].Calls + costs[i].Recursive
		for clock := range times {
			times[clock] += costs[i].Exclusive[clock]
		}
	}
	return calls, times
}

// Times returns the time in all calls of a side without idle waits, and the idle waits, whether the figures leave them out
// or not.
func (c *Comparison) Times(side int) (rest, idle profile.Times) {
	_, rest = c.Totals(side)
	idle = c.Sides[side].Idle
	if !c.Sides[side].NoIdle {
		for clock := range rest {
			rest[clock] -= idle[clock]
		}
	}
	return rest, idle
}

func (c *Comparison) factors(side int, scale Scale, pair int) (f factors, ok bool) {
	over := func(parts float64, n int64) float64 {
		if n <= 0 {
			return 0
		}
		return parts / float64(n)
	}
	switch scale {
	case OfWhole:
		calls, times := c.Totals(side)
		f.calls = over(Whole, calls)
		for clock := range f.times {
			f.times[clock] = over(Whole, times[clock])
		}
		return f, true
	case PerCall:
		if pair < 0 || pair >= len(c.Pairs) {
			return f, false
		}
		m := &c.Methods[side][pair]
		n := m.Calls + m.Recursive
		f.calls = over(Call, n)
		for clock := range f.times {
			f.times[clock] = over(1, n)
		}
		return f, n > 0
	}
	return f, false
}

func (f *factors) ofCalls(n int64) int64 { return int64(math.Round(float64(n) * f.calls)) }

func (f *factors) ofTimes(t profile.Times) profile.Times {
	for clock := range t {
		t[clock] = int64(math.Round(float64(t[clock]) * f.times[clock]))
	}
	return t
}

// scaled returns the contexts with scaled figures, in the same rows.
func (x *Contexts) scaled(by *[2]factors) *Contexts {
	y := *x
	for s := range x.Rows {
		y.Rows[s] = make([]profile.Context, len(x.Rows[s]))
		for row := range x.Rows[s] {
			from := &x.Rows[s][row]
			y.Rows[s][row] = profile.Context{Calls: by[s].ofCalls(from.Calls), Inclusive: by[s].ofTimes(from.Inclusive), Exclusive: by[s].ofTimes(from.Exclusive)}
		}
	}
	return &y
}
