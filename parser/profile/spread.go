package profile

import (
	"math/bits"
	"slices"

	"traceglass/parser/trace"
)

// A Spread is the distribution of the durations of a method's calls by one clock, in nanoseconds.
// Each call counts with its full length, recursive ones too.
type Spread struct {
	Count                       int64
	Min, Median, P95, Max, Mean int64
	Longest                     []Long // ten at most, the longest first
	Bins                        []Bin  // ascending; the first and last are not empty. They are adjacent, except the bin of calls that took no time
}

// Long is one of the longest calls.
type Long struct {
	Call     Ref
	From     int64 // ns on the primary clock
	Duration int64
}

// A Bin counts calls that took [From, To) ns.
type Bin struct{ From, To, Count int64 }

// fineBits is the number of bits below the leading one that a fine bin distinguishes. Bins are at
// most 1/32 of their duration wide, so each order statistic is searched for within one bin.
const fineBits = 5

// fineBin returns the bin of a duration; durations below 32 have a bin each.
func fineBin(d int64) int {
	n := bits.Len64(uint64(d))
	if n <= fineBits {
		return int(d)
	}
	shift := n - 1 - fineBits
	return (shift+1)<<fineBits + int(d>>shift)&(1<<fineBits-1)
}

// floor returns the smallest duration of a fine bin.
func floor(bin int) int64 {
	if bin < 1<<fineBits {
		return int64(bin)
	}
	shift := bin>>fineBits - 1
	return int64(1<<fineBits+bin&(1<<fineBits-1)) << shift
}

// Spread returns the distribution of the calls of m that touch the scope, by a clock. Median and
// P95 are exact: the smallest duration that at least 50 % and 95 % of the calls do not exceed.
func (p *Profile) Spread(m trace.MethodIndex, by Clock) Spread {
	var s Spread
	var h Histogram
	var sum float64
	p.eachDuration(m, by, func(r Ref, from trace.Ticks, d int64) {
		if s.Count == 0 || d < s.Min {
			s.Min = d
		}
		s.Max = max(s.Max, d)
		s.Count++
		sum += float64(d)
		h.Add(d)
		if (len(s.Longest) < 10 || d > s.Longest[len(s.Longest)-1].Duration) && p.Has(r) {
			at := len(s.Longest)
			for at > 0 && s.Longest[at-1].Duration < d {
				at--
			}
			s.Longest = slices.Insert(s.Longest, at, Long{r, p.Calls.Nanos(from), d})
			s.Longest = s.Longest[:min(10, len(s.Longest))]
		}
	})
	if s.Count == 0 {
		return s
	}
	s.Mean = int64(sum / float64(s.Count))
	each := func(f func(d int64)) { p.eachDuration(m, by, func(_ Ref, _ trace.Ticks, d int64) { f(d) }) }
	s.Median, s.P95 = h.Least(50, each), h.Least(95, each)
	s.Bins = h.Bins()
	return s
}

// A Histogram counts durations in fine bins.
type Histogram struct {
	counts [(64 - fineBits) << fineBits]int64
	n      int64
}

// Add counts a duration.
func (h *Histogram) Add(d int64) {
	h.counts[fineBin(d)]++
	h.n++
}

// Least returns the smallest duration that at least a percentage of the durations do not exceed. It
// returns 0 without durations. Each calls its argument with every duration that was added. If each
// is nil, Least returns a bound that is at most 1/32 below.
func (h *Histogram) Least(percent int64, each func(func(d int64))) int64 {
	if h.n == 0 {
		return 0
	}
	k := (h.n*percent + 99) / 100
	bin := 0
	for ; k > h.counts[bin]; bin++ {
		k -= h.counts[bin]
	}
	if each == nil || floor(bin)+1 == floor(bin+1) {
		return floor(bin)
	}
	in := make([]int64, 0, h.counts[bin])
	each(func(d int64) {
		if fineBin(d) == bin {
			in = append(in, d)
		}
	})
	slices.Sort(in)
	return in[k-1]
}

// Bins merges fine bins into two per octave, those below 1<<fineBits ns into one.
func (h *Histogram) Bins() []Bin {
	var bins []Bin
	const half = 1 << (fineBits - 1)
	for bin, n := range h.counts {
		if n == 0 && (len(bins) == 0 || bins[len(bins)-1].From == 0) {
			continue // no octave leads down to zero
		}
		first := bin &^ (half - 1)
		if bin < 1<<fineBits { // bins of one nanosecond: octaves by value
			d := int64(bin)
			from, to := int64(0), int64(1)
			if d > 0 {
				from = 1 << (bits.Len64(uint64(d)) - 1)
				to = 2 * from
			}
			bins = addBin(bins, Bin{from, to, n})
			continue
		}
		bins = addBin(bins, Bin{floor(first), floor(first + half), n})
	}
	for len(bins) > 0 && bins[len(bins)-1].Count == 0 {
		bins = bins[:len(bins)-1]
	}
	return bins
}

func addBin(bins []Bin, b Bin) []Bin {
	if last := len(bins) - 1; last >= 0 && bins[last].From == b.From {
		bins[last].Count += b.Count
		return bins
	}
	return append(bins, b)
}
