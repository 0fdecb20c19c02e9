package story

import (
	"cmp"
	"maps"
	"path"
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// Shares of the time.
const (
	leastCostly = 0.1 // of a method that an overview without findings names
	leastBusier = 0.5 // of a thread that a reader may look for instead
)

// A branch is the calls of one method below code that only leads to it.
type branch struct {
	method trace.MethodIndex
	rows   []profile.Row
	time   int64
}

// findCostliest lists the methods that took most of the time, for an overview without findings. It begins with the first methods
// below those that only lead to them, and follows a callee with four fifths of the time. It names several callees of a
// method with nearly all of the time. It names native functions only for a thread
// without other code, and files without names of functions only for a thread without such names.
func (s *study) findCostliest() {
	unnamed := func(row profile.Row) bool { return isUnnamed(&s.x.Info.Methods[s.tree.Method[row]]) }
	for _, skips := range [...]func(profile.Row) bool{s.isOutsideJava, unnamed, func(profile.Row) bool { return false }} {
		if s.Costliest = s.costliest(skips); s.Costliest != nil {
			break
		}
	}
}

// isUnnamed reports whether a method stands for all code of a file without names.
func isUnnamed(m *trace.Method) bool {
	return m.Class == "" && m.Library != "" && m.Name == path.Base(m.Library)
}

// costliest returns what findCostliest lists. It skips rows through which other code is reached.
func (s *study) costliest(skips func(profile.Row) bool) []Share {
	by, whole := s.first, s.Busy()
	if s.OnCPU {
		by, whole = profile.CPU, s.Total[profile.CPU]
	}
	outer := make([]bool, s.tree.Len()) // by row: a looper, or one of its callers
	for _, row := range s.rows {
		for at := row; s.looper[s.tree.Method[row]] && at > 0 && !outer[at]; at = s.tree.Parent[at] {
			outer[at] = true
		}
	}
	leads := func(row profile.Row) bool { return outer[row] || skips(row) || s.leads(s.tree.Method[row]) }
	first := &branch{method: call.NoMethod, rows: []profile.Row{0}}
	times := map[trace.MethodIndex]int64{}
	for _, b := range s.branches(first, by, leads) {
		next := s.branches(b, by, skips)
		for len(next) > 0 && 5*next[0].time >= 4*b.time {
			b = next[0]
			next = s.branches(b, by, skips)
		}
		if len(next) < 2 || !isNearlyAll(b.time, whole) || 5*next[1].time < b.time {
			next = []*branch{b}
		} // else it is all that the thread does
		for _, b := range next {
			times[b.method] += b.time
		}
	}
	maps.DeleteFunc(times, func(m trace.MethodIndex, ns int64) bool {
		return float64(ns) < leastCostly*float64(whole) || 2*ns < s.p.Methods[m].Inclusive[by] // others on the list call it, too
	})
	return longestOf(times, mostShares)
}

// findBusier finds another thread that used most of the CPU time in the range.
func (s *study) findBusier() {
	sums := s.x.ThreadSums(profile.Scope{From: s.opts.From, To: s.opts.To})
	var most trace.ThreadIndex
	var whole int64
	for i := range sums {
		if whole += sums[i].Inclusive[profile.CPU]; sums[i].Inclusive[profile.CPU] > sums[most].Inclusive[profile.CPU] {
			most = trace.ThreadIndex(i)
		}
	}
	share := func(t trace.ThreadIndex) float64 {
		return float64(sums[t].Inclusive[profile.CPU]) / float64(max(whole, 1))
	}
	if b := (Busier{most, share(most), share(s.Thread)}); b.Share > leastBusier && most != s.Thread {
		s.Busier = b
	}
}

// branches returns the calls directly below those of a branch, by method, the longest first. It skips rows through which other
// code is reached.
func (s *study) branches(of *branch, by profile.Clock, skips func(profile.Row) bool) (all []*branch) {
	found := map[trace.MethodIndex]*branch{}
	for open := slices.Clone(of.rows); len(open) > 0; {
		at := open[len(open)-1]
		open = open[:len(open)-1]
		for row := s.tree.First[at]; row != profile.NoRow; row = s.tree.Next[row] {
			m := s.tree.Method[row]
			time := s.p.Rows[row].Inclusive[by]
			switch {
			case time <= 0 || m == of.method || s.isPause(m):
			case s.idle[row] || skips(row): // handlers run while a queue is idle
				open = append(open, row)
			default:
				b := found[m]
				if b == nil {
					b = &branch{method: m}
					found[m] = b
					all = append(all, b)
				}
				b.rows = append(b.rows, row)
				b.time += time
			}
		}
	}
	sorting.Stable(all, func(a, b *branch) int {
		return cmp.Or(cmp.Compare(b.time, a.time), cmp.Compare(a.method, b.method))
	})
	return all
}

// isPause reports whether the thread waits in a method for the recorder or a debugger.
func (s *study) isPause(m trace.MethodIndex) bool {
	k := s.known[m]
	return k != nil && (k.cause == Tracing || k.cause == Debugger)
}

// leads reports whether a method only leads to the code of an app.
func (s *study) leads(m trace.MethodIndex) bool {
	in := &s.x.Info.Methods[m]
	return leads(in) || platform.IsRoot(in.Class+"."+in.Name)
}

// isOutsideJava reports whether the method of a row is native, or has no class. Their names tell a reader little.
func (s *study) isOutsideJava(row profile.Row) bool {
	m := s.tree.Method[row]
	return s.origin[m] == platform.Native || s.x.Info.Methods[m].Class == ""
}
