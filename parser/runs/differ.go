package runs

import (
	"cmp"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"traceglass/parser/profile"
	"traceglass/parser/sorting"
)

// The rank test and the intervals are those of golang.org/x/perf/benchmath, which benchstat uses:
// the Mann-Whitney test, exact for few runs and with ties, and the median's interval by order
// statistics. Neither assumes a distribution of the times. gonum has no rank test for two samples,
// and is many times as large.

// Alpha is the significance level. Two groups of runs of the same code are reported to differ in
// any method's times at most once in 20 comparisons. The same holds separately for calls and for
// early calls.
const Alpha = 0.05

// A Spread is the distribution of a figure over the runs of a group. Low and High are the 95 %
// confidence interval of the median; with too few runs they are minus and plus infinity.
type Spread struct {
	N                           int
	Median, Low, High, Min, Max float64
}

// SpreadOf returns the spread of one or more sorted values.
func SpreadOf(values []float64) Spread {
	s := benchmath.NewSample(values, &benchmath.DefaultThresholds) // sorted
	sum := benchmath.AssumeNothing.Summary(s, 1-Alpha)
	return Spread{len(values), sum.Center, sum.Lo, sum.Hi, s.Values[0], s.Values[len(s.Values)-1]}
}

// Constant reports whether the figure is the same in all runs.
func (s *Spread) Constant() bool { return s.Min == s.Max }

// A Difference holds a method's figures in both groups. Calls, calls before the point and times are
// three families of tests; each is corrected for its number of methods.
type Difference struct {
	Method int       // row of Set.Methods
	Calls  [2]Spread // by group
	Early  [2]Spread // calls before the point; N is the number of runs that reached it
	Time   [2]Spread // ns
	P      float64   // p-value of the times; 1 if not tested

	TimeChance, CallsChance, EarlyChance float64 // the same, corrected
}

// CallsDiffer reports whether the number of calls is constant in each group and differs between
// them. It is also true if every run of one group has calls and no run of the other has any.
func (d *Difference) CallsDiffer() bool { return differ(&d.Calls) }

// EarlyDiffer is CallsDiffer for calls before the point.
func (d *Difference) EarlyDiffer() bool {
	return d.Early[0].N > 0 && d.Early[1].N > 0 && differ(&d.Early)
}

// TimeReal, CallsReal and EarlyReal report whether the groups differ significantly.
func (d *Difference) TimeReal() bool  { return d.TimeChance <= Alpha }
func (d *Difference) CallsReal() bool { return d.CallsChance <= Alpha }
func (d *Difference) EarlyReal() bool { return d.EarlyChance <= Alpha }

func differ(s *[2]Spread) bool { return constantAndDifferent(s) || Only(s) >= 0 }

// constantAndDifferent reports whether a count is constant in each group and differs between them.
// Only these counts are tested: testing counts with an Only group too would reduce the power for
// all others.
func constantAndDifferent(s *[2]Spread) bool {
	return s[0].Constant() && s[1].Constant() && s[0].Min != s[1].Min
}

// Only returns the group with a count above 0 in every run if the other has 0 in every run, else
// -1.
func Only(s *[2]Spread) int {
	for g := range s {
		if s[g].N > 0 && s[1-g].N > 0 && s[g].Min > 0 && s[1-g].Max == 0 {
			return g
		}
	}
	return -1
}

// parted reports whether the counts of a method in all runs could separate the groups under any
// other assignment of runs. They could if as many runs as a group has share one count, and all
// others share another.
func parted(a, b []float64) bool {
	first, other := a[0], math.NaN()
	n := 0
	for _, v := range slices.Concat(a, b) {
		switch {
		case v == first:
			n++
		case math.IsNaN(other):
			other = v
		case v != other:
			return false
		}
	}
	return n == len(a) || n == len(b) && !math.IsNaN(other)
}

// Differences holds the differences of all methods of a Set.
type Differences struct {
	Rows    []Difference // significant ones first: early calls, calls, times, each by size
	Tested  int          // methods whose times were tested
	Runs    [2]int       // of each group
	Typical float64      // half of the tested methods vary by at most this share of their median between runs of one group

	parted [2]int // methods whose counts of calls, and of early calls, could separate the groups
}

// A Figure selects the time of a method to compare.
type Figure struct {
	Clock     profile.Clock
	Exclusive bool
}

func (f Figure) value(m *profile.Method) float64 {
	if f.Exclusive {
		return float64(m.Exclusive[f.Clock])
	}
	return float64(m.Inclusive[f.Clock])
}

// Compare compares the groups, which need at least one run each, by the number of calls, then by a
// time. The p-values of the rank test are corrected for the number of methods by Holm's procedure.
// It allows dependent figures, as a caller's time includes its callees'.
//
// Counts are tested only if constant in each group. They are corrected only for methods whose
// counts could separate the groups under any assignment of runs (Tarone's correction): a count that
// is equal in every run, or that varies, could never be significant.
func (s *Set) Compare(figure Figure) *Differences {
	d := &Differences{Runs: [2]int{len(s.Groups[0]), len(s.Groups[1])}, Rows: make([]Difference, len(s.Methods))}
	var calls, early, times [2][][]float64
	var reached [2][]bool
	for g := range s.Groups {
		calls[g] = s.values(g, func(r *Run, k int) float64 { return float64(r.Figures[k].Calls + r.Figures[k].Recursive) })
		times[g] = s.values(g, func(r *Run, k int) float64 { return figure.value(&r.Figures[k]) })
		early[g] = s.values(g, func(r *Run, k int) float64 {
			if r.Early == nil {
				return 0
			}
			return float64(r.Early[k])
		})
		for i := range s.Groups[g] {
			reached[g] = append(reached[g], s.Groups[g][i].Early != nil)
		}
	}
	var tested []int
	var spreads []float64
	for m := range d.Rows {
		row := &d.Rows[m]
		*row = Difference{Method: m, P: 1, TimeChance: 1, CallsChance: 1, EarlyChance: 1}
		if parted(calls[0][m], calls[1][m]) {
			d.parted[0]++
		}
		var before [2][]float64
		for g := range s.Groups {
			row.Calls[g], row.Time[g] = SpreadOf(calls[g][m]), SpreadOf(times[g][m])
			for i, v := range early[g][m] {
				if reached[g][i] {
					before[g] = append(before[g], v)
				}
			}
		}
		if len(before[0]) > 0 && len(before[1]) > 0 {
			if parted(before[0], before[1]) {
				d.parted[1]++
			}
			row.Early = [2]Spread{SpreadOf(before[0]), SpreadOf(before[1])}
		}
		if t := &row.Time; t[0].Constant() && t[1].Constant() && t[0].Min == t[1].Min {
			continue // under any assignment of the runs
		}
		row.P = rank(times[0][m], times[1][m])
		tested = append(tested, m)
		for g := range row.Time {
			if t := &row.Time[g]; t.Median > 0 && t.N > 1 {
				spreads = append(spreads, (t.Max-t.Min)/t.Median)
			}
		}
	}
	d.Tested = len(tested)
	Correct(len(tested), func(i int) (p, corrected *float64) { row := &d.Rows[tested[i]]; return &row.P, &row.TimeChance })
	for i := range d.Rows {
		row := &d.Rows[i]
		if constantAndDifferent(&row.Calls) {
			row.CallsChance = min(1, Least(row.Calls[0].N, row.Calls[1].N)*float64(d.parted[0]))
		}
		if row.Early[0].N > 0 && row.Early[1].N > 0 && constantAndDifferent(&row.Early) {
			row.EarlyChance = min(1, Least(row.Early[0].N, row.Early[1].N)*float64(d.parted[1]))
		}
	}
	if len(spreads) > 0 {
		slices.Sort(spreads)
		d.Typical = spreads[len(spreads)/2]
	}
	sorting.Stable(d.Rows, func(a, b Difference) int {
		return cmp.Or(cmp.Compare(kind(&a), kind(&b)), cmp.Compare(size(&b), size(&a)))
	})
	return d
}

// rank returns the two-sided p-value of the rank test for two samples.
func rank(a, b []float64) float64 {
	return benchmath.AssumeNothing.Compare(benchmath.NewSample(a, &benchmath.DefaultThresholds), benchmath.NewSample(b, &benchmath.DefaultThresholds)).P
}

// Test returns the p-value of the rank test for one figure in two groups of runs, in any order.
func Test(a, b []float64) (p float64) { return rank(slices.Clone(a), slices.Clone(b)) }

// Correct corrects n p-values for their number, by Holm's procedure. At returns pointers to a
// p-value and to the place for the corrected one.
func Correct(n int, at func(i int) (p, corrected *float64)) {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	sorting.Stable(order, func(a, b int) int {
		p, _ := at(a)
		q, _ := at(b)
		return cmp.Compare(*p, *q)
	})
	least := 0.0
	for i, k := range order {
		p, corrected := at(k)
		least = max(least, min(1, float64(n-i)**p))
		*corrected = least
	}
}

// kind orders differences: counts, which do not depend on the machine, before times.
func kind(d *Difference) int {
	switch {
	case d.EarlyDiffer():
		return 0
	case d.CallsDiffer():
		return 1
	case d.TimeReal():
		return 2
	}
	return 3
}

func size(d *Difference) float64 {
	if kind(d) == 0 {
		return math.Abs(d.Early[1].Median - d.Early[0].Median)
	}
	return math.Abs(d.Time[1].Median - d.Time[0].Median)
}

// Least returns the smallest p-value of the rank test for two groups of sizes a and b without ties.
// If it exceeds Alpha, no difference can be significant.
func Least(a, b int) float64 {
	p := 2.0
	for i := 1; i <= min(a, b); i++ { // 2 / (a+b over a)
		p *= float64(i) / float64(max(a, b)+i)
	}
	return min(1, p)
}

// Needed returns how many runs per group can show a difference among this number of methods.
func Needed(tests int) int {
	n := 2
	for Least(n, n)*float64(tests) > Alpha {
		n++
	}
	return n
}
