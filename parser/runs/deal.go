package runs

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"traceglass/parser/compare"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
)

// Out is the group of runs that are left out.
const Out = 2

// Deal returns a Set that assigns the runs of all groups to other groups: group returns 0, 1 or Out
// for each run, in order. The Sets share the runs.
func (s *Set) Deal(group func(run int) int) *Set {
	dealt := &Set{Methods: s.Methods}
	for i, r := range slices.Concat(s.Groups[0], s.Groups[1]) {
		if g := group(i); g == 0 || g == 1 {
			dealt.Groups[g] = append(dealt.Groups[g], r)
		}
	}
	return dealt
}

// Parted guesses the group of each run from its path. It splits by two folders or zip files, by two
// benchmarks of Macrobenchmark, or by two names that differ in more than numbers. A is then the
// first of the two. Without such a difference it splits by the time of recording. It returns false,
// with all runs in the first group, if no rule gives two groups.
func Parted(paths []string) (groups []int, ok bool) {
	for _, stem := range []func(string) string{
		func(p string) string { return p[:max(0, strings.IndexByte(p, '/'))] },
		path.Dir,
		func(p string) string { benchmark, _, _ := Named(p); return benchmark },
		func(p string) string {
			name, _, _ := strings.Cut(path.Base(p), ".")
			return platform.Pool(name)
		},
	} {
		var stems []string
		groups = groups[:0]
		for _, p := range paths {
			s := stem(p)
			if !slices.Contains(stems, s) {
				stems = append(stems, s)
			}
			groups = append(groups, slices.Index(stems, s))
		}
		if len(stems) == 2 {
			return groups, true
		}
	}
	if groups, ok = byTime(paths); ok {
		return groups, true
	}
	return make([]int, len(paths)), false
}

// byTime splits runs by the times in their names if each benchmark and iteration occurs twice: the
// earlier are A. A benchmark that ran past midnight has each iteration once, and is not split.
func byTime(paths []string) (groups []int, ok bool) {
	times := make([]string, len(paths))
	latest := map[int]string{} // by iteration
	second := ""               // start time of the second recording
	for i, p := range paths {
		_, n, _ := Named(p)
		if times[i] = stamp(path.Base(p)); n < 0 || times[i] == "" {
			return nil, false
		}
		if other, twice := latest[n]; twice {
			if began := max(other, times[i]); second == "" || began < second {
				second = began
			}
		}
		latest[n] = max(latest[n], times[i])
	}
	if second == "" {
		return nil, false
	}
	type place struct{ group, iteration int }
	taken := map[place]bool{}
	for i, p := range paths {
		_, n, _ := Named(p)
		at := place{0, n}
		if times[i] >= second {
			at.group = 1
		}
		if taken[at] {
			return nil, false // more than two recordings, or overlapping ones
		}
		taken[at] = true
		groups = append(groups, at.group)
	}
	return groups, true
}

// stamp returns the time in a name, such as 2024-05-01-10-00-00, or "".
func stamp(name string) string {
	const digits = "0123456789"
	for at := 0; at < len(name); at++ {
		s := name[at:]
		if len(s) >= len("2024-05-01") && s[4] == '-' && s[7] == '-' && strings.Trim(s[:4]+s[5:7]+s[8:10], digits) == "" {
			return s[:len(s)-len(strings.TrimLeft(s, digits+"-"))]
		}
	}
	return ""
}

// Clocks returns the clocks with comparable figures in all runs. Each group must have a run.
func (s *Set) Clocks() []profile.Clock {
	first := &s.Groups[0][0].About
	clocks := compare.Clocks(first, first)
	for g := range s.Groups {
		for i := range s.Groups[g] {
			of := compare.Clocks(first, &s.Groups[g][i].About)
			clocks = slices.DeleteFunc(clocks, func(c profile.Clock) bool { return !slices.Contains(of, c) })
		}
	}
	return clocks
}

// Refusal returns the reason, in one sentence, that the groups cannot be compared, or nil.
func (s *Set) Refusal() error {
	for _, g := range s.Groups {
		if len(g) == 0 {
			return fmt.Errorf("both groups need a run")
		}
	}
	a, b := &s.Groups[0][0], &s.Groups[1][0]
	for _, r := range []*Run{a, b} {
		if len(r.Methods) == 0 {
			return fmt.Errorf("%s has no calls that could be compared", r.Name)
		}
	}
	if _, common := s.common(); !common {
		return fmt.Errorf("%s and %s have no method in common, so there is nothing to compare", a.Name, b.Name)
	}
	return nil
}

// common reports whether the groups share any app methods, and whether they share any methods.
// Groups without app code count as sharing it.
func (s *Set) common() (own, any bool) {
	has := [2][]bool{make([]bool, len(s.Methods)), make([]bool, len(s.Methods))}
	owned := [2]bool{}
	for g := range s.Groups {
		for i := range s.Groups[g] {
			for _, m := range s.Groups[g][i].Methods {
				has[g][m] = true
				owned[g] = owned[g] || s.Methods[m].Own
			}
		}
	}
	for m := range s.Methods {
		if has[0][m] && has[1][m] {
			any = true
			own = own || s.Methods[m].Own
		}
	}
	return own || !owned[0] || !owned[1], any
}

// Remarks returns one sentence for each limit of the comparison that results from how the runs were
// recorded. Each group must have a run.
func (s *Set) Remarks() []string {
	own, _ := s.common()
	remarks := compare.Remarks(&s.Groups[0][0].About, &s.Groups[1][0].About, !own)
	incomplete := 0
	for g := range s.Groups {
		for i := range s.Groups[g] {
			if !s.Groups[g][i].Complete {
				incomplete++
			}
		}
	}
	if incomplete > 0 {
		remarks = append(remarks, fmt.Sprintf("%d of the runs were not read to the end of their recording, so their figures are too small.", incomplete))
	}
	return remarks
}
