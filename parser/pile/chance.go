package pile

import "math"

// Alpha is the significance level.
const Alpha = 0.05

// Chance returns the probability that shares differ at least as much as a group's although the
// cause is equally frequent before and after: Fisher's exact test, two-sided, from 0 to 1.
func (s Sizes) Chance(g *Group) float64 { return exact(len(g.Before), s.Before, len(g.Cases), s.After) }

// BeyondChance reports whether a group's share changed significantly.
func (s Sizes) BeyondChance(g *Group) bool { return s.Chance(g) <= Alpha }

// Least returns the smallest number of later dumps that makes a cause without earlier ones
// significant, or 0 if so few dumps cannot show any.
func (s Sizes) Least() int {
	for n := 1; n <= s.After; n++ {
		if exact(0, s.Before, n, s.After) <= Alpha {
			return n
		}
	}
	return 0
}

// exact returns the two-sided p-value for a of n cases before and b of m after: the total
// probability of all tables with the same sums that are at most as likely as this one.
func exact(a, n, b, m int) float64 {
	k := a + b
	log := func(x int) float64 { // for a table with x of n
		return choose(n, x) + choose(m, k-x) - choose(n+m, k)
	}
	const same = 1e-7 // relative rounding error between equal probabilities
	seen, p := log(a), 0.0
	for x := max(0, k-m); x <= min(n, k); x++ {
		if at := log(x); at <= seen+same {
			p += math.Exp(at)
		}
	}
	return min(1, p)
}

// choose returns the logarithm of the binomial coefficient n over k.
func choose(n, k int) float64 {
	of := func(n int) float64 {
		v, _ := math.Lgamma(float64(n + 1))
		return v
	}
	return of(n) - of(k) - of(n-k)
}
