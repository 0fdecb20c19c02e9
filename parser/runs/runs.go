// Package runs is the arrow many profiles → differences. For two groups of runs it keeps the cost
// of each method in every run, and finds the significant differences.
package runs

import (
	"slices"
	"strconv"
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/compare"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// A Run holds the figures of one run's methods, without calls or contexts. So a hundred runs take
// little memory.
type Run struct {
	compare.About
	Methods []int            // rows of Set.Methods
	Figures []profile.Method // by row of Methods
	Early   []int64          // calls before the point, by row of Methods; nil if the run did not reach the point
	Threads []compare.Thread // as of its Side
}

// A Set is two groups of runs with a common list of methods: A, the base, and B.
type Set struct {
	Groups  [2][]Run
	Methods []compare.Method

	at        map[compare.Method]int
	reference *compare.Side // the first run: generated names of all others are paired with its names
	numbers   []int         // by its methods: rows of Methods
}

// Add adds a run to a group. Early is the same trace's profile up to the point that ends early
// calls, or nil if the trace lacks that point. Methods with generated names are paired with those
// of the first run added.
func (s *Set) Add(group int, name string, p, early *profile.Profile) {
	side := compare.NewFigures(p.Figures(), name)
	run := Run{About: side.About, Threads: side.Threads}
	if s.at == nil {
		s.at = map[compare.Method]int{}
	}
	row := make([]int, len(side.Methods)) // by the side's methods
	for i := range row {
		row[i] = -1
	}
	if s.reference != nil {
		for _, pair := range compare.Match(s.reference, side, nil) {
			if pair.A != compare.None && pair.B != compare.None {
				row[pair.B] = s.numbers[pair.A]
			}
		}
	}
	taken := map[int]bool{}
	for _, r := range row {
		taken[r] = true
	}
	for i := range row {
		if row[i] >= 0 {
			continue
		}
		n, ok := s.at[side.Methods[i]]
		if !ok || taken[n] {
			n = len(s.Methods)
			s.at[side.Methods[i]] = n
			s.Methods = append(s.Methods, side.Methods[i])
		}
		row[i], taken[n] = n, true
	}
	if s.reference == nil {
		s.reference, s.numbers = side, row
	}
	var calls map[compare.Method]int64
	if early != nil {
		before := compare.NewFigures(early.Figures(), name)
		calls = map[compare.Method]int64{}
		for i, f := range before.Costs {
			calls[before.Methods[i]] = f.Calls + f.Recursive
		}
		run.Early = make([]int64, len(row))
	}
	for i := range row {
		run.Methods, run.Figures = append(run.Methods, row[i]), append(run.Figures, side.Costs[i])
		if early != nil {
			run.Early[i] = calls[side.Methods[i]]
		}
	}
	s.Groups[group] = append(s.Groups[group], run)
}

// Before returns the scope of all calls before the first call of a matching method. The scope has
// only the thread that made it, because the progress of other threads depends on the machine. It
// returns false if there is no such call. Calls of the same tick keep their order in the file.
func Before(x *profile.Index, match func(*trace.Method) bool) (scope profile.Scope, ok bool) {
	first, ok := First(x, match)
	if !ok {
		return profile.Scope{}, false
	}
	scope = profile.Scope{From: profile.WholeTrace.From, To: x.Level(first).Start(int(first.Row)), Threads: make([]bool, first.Thread+1), Before: &first}
	scope.Threads[first.Thread] = true
	return scope, true
}

// First returns the first call of a matching method, on main if main made one.
func First(x *profile.Index, match func(*trace.Method) bool) (first profile.Ref, ok bool) {
	matches := make([]bool, len(x.Info.Methods))
	for m := range matches {
		matches[m] = match(&x.Info.Methods[m])
	}
	tree := &x.Calls.Tree
	places := map[profile.Place]bool{} // levels with such calls
	for n := range call.NodeIndex(tree.Len()) {
		if m := tree.At(n).Method; m != call.NoMethod && matches[m] && tree.At(n).Calls > 0 {
			places[profile.Place{Thread: x.Thread[n], Depth: x.Depth(n)}] = true
		}
	}
	var at trace.Ticks
	main := false
	for place := range places {
		t := &x.Calls.Threads[place.Thread]
		onMain := x.Info.Threads[place.Thread].IsMain()
		if int(place.Depth) >= len(t.Levels) || main && !onMain {
			continue
		}
		l := t.Levels[place.Depth]
		for row := range l.Len() {
			if !matches[tree.At(l.Call(row).Node).Method] {
				continue
			}
			ref := profile.Ref{Thread: place.Thread, Depth: place.Depth, Row: uint32(row)}
			if start := l.Start(row); !ok || onMain && !main || start < at || start == at && (ref.Thread < first.Thread || ref.Thread == first.Thread && ref.Depth < first.Depth) {
				first, at, ok, main = ref, start, true, onMain
			}
			break
		}
	}
	return first, ok
}

// IsFirstFrame reports whether a method is the default point for early calls: it draws a frame.
func IsFirstFrame(m *trace.Method) bool {
	return m.Class == "android.view.Choreographer" && m.Name == "doFrame"
}

// Named returns the benchmark and number of a run from a file name of Macrobenchmark:
// Startup_cold_iter003_2024-05-01-10-00-00.trace, Startup_cold-methodTracing-2024-….trace. Number
// is -1 if the name has none. Ok is false for any other name.
func Named(file string) (benchmark string, number int, ok bool) {
	file = file[strings.LastIndexAny(file, `/\`)+1:]
	if at := strings.Index(file, "-methodTracing-"); at > 0 {
		benchmark, number, ok = file[:at], -1, true
		file = benchmark + "_" // an iteration may stand before it
	}
	if at := strings.LastIndex(file, "_iter"); at > 0 {
		digits, _, found := strings.Cut(file[at+len("_iter"):], "_")
		if !found {
			digits, _, _ = strings.Cut(digits, ".")
		}
		if n, err := strconv.Atoi(digits); err == nil && n >= 0 {
			return file[:at], n, true
		}
	}
	return benchmark, number, ok
}

// values returns a figure of a method in every run of a group, 0 for runs without the method.
func (s *Set) values(group int, of func(*Run, int) float64) [][]float64 {
	runs := s.Groups[group]
	all := make([][]float64, len(s.Methods))
	flat := make([]float64, len(s.Methods)*len(runs))
	for m := range all {
		all[m] = flat[m*len(runs) : (m+1)*len(runs) : (m+1)*len(runs)]
	}
	for i := range runs {
		for k, m := range runs[i].Methods {
			all[m][i] = of(&runs[i], k)
		}
	}
	return all
}

// Benchmarks lists the benchmarks in the names of files, each once.
func Benchmarks(files []string) (names []string) {
	for _, file := range files {
		if name, _, ok := Named(file); ok && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
