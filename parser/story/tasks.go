package story

import (
	"path"
	"slices"

	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// runsTasks reports whether a thread is one that others give tasks to, and not one that handles messages or draws frames.
func runsTasks(s *finder) bool {
	return !s.x.Info.Threads[s.Thread].IsMain() && s.survey != nil && len(s.survey.handled)+len(s.survey.frames) == 0
}

// runners are the names of methods that only run a task.
var runners = [...]string{"run", "call", "execute", "invoke"}

// chooseTasks decides which methods of own are costly in a thread that runs tasks: the outermost ones, or those that they only lead to. What
// these call in turn is a detail, such as a check that each method of a library makes.
func (l *ledger) chooseTasks() {
	inner := map[profile.Row][]profile.Row{} // by row of own, or NoRow: the rows of own that it leads to first
	above := l.nearest(func(trace.MethodIndex) bool { return true }, func(_, _ profile.Row) {})
	l.inwards(func(row profile.Row) {
		if l.own[row] == row && l.sum[row] > 0 {
			up := above[l.tree.Parent[row]]
			inner[up] = append(inner[up], row)
		}
	})
	for next := [][]profile.Row{inner[profile.NoRow]}; len(next) > 0; next = next[1:] {
		rows := map[trace.MethodIndex][]profile.Row{}
		for _, row := range next[0] {
			m := l.tree.Method[row]
			rows[m] = append(rows[m], row)
		}
		for m, of := range rows {
			if l.freeIn(of) < l.least {
				continue
			}
			var callees []profile.Row
			for _, row := range of {
				callees = append(callees, inner[row]...)
			}
			if l.leadsOn(m, of, callees) {
				next = append(next, callees)
			} else {
				l.taken[m] = true
			}
		}
	}
}

// leadsOn reports whether a method does little else than call another, or several if it only runs a task. It also does so if other findings
// explain most of its time. The method has some rows, which lead to callees.
func (l *ledger) leadsOn(m trace.MethodIndex, rows, callees []profile.Row) bool {
	const little, leastOf, nearly = 0.75, 0.4, 0.9 // Shares of the time.
	free := float64(l.freeIn(rows))
	if share := free / float64(timeOf(l.study, rows)); share < leastOf || l.alone && share < nearly {
		return true
	}
	by := map[trace.MethodIndex]int64{}
	for _, row := range callees {
		by[l.tree.Method[row]] += l.sum[row]
	}
	most := longestOf(by, 1)
	if len(most) == 0 {
		return false
	}
	to := most[0].Time
	if slices.Contains(runners[:], l.x.Info.Methods[m].Name) && to >= l.least {
		to = l.freeIn(callees)
	}
	return float64(to) >= little*free
}

// freeIn returns the time in some rows that no other finding explains, in ns.
func (l *ledger) freeIn(rows []profile.Row) (ns int64) {
	for _, row := range rows {
		ns += l.sum[row]
	}
	return ns
}

// carriers are native libraries that run the code of others: the virtual machine, loopers, and what Java calls.
var carriers = [...]string{"libart.so", "libdvm.so", "libutils.so", "libandroid_runtime.so"}

// rest returns, by row, the nearest row outwards with a name, itself included, in a thread that runs tasks of Android, such as that of the
// renderer. It is NoRow without one, and where own code or a library is on the stack. It also returns the time in such rows, in ns. It returns
// nil for a thread that runs no tasks.
func rest(s *finder) (of []profile.Row, ns int64) {
	if !runsTasks(s) {
		return nil, 0
	}
	is := make([]bool, len(s.x.Info.Methods))
	for m := range is {
		in := &s.x.Info.Methods[m]
		is[m] = in.Listed && s.known[m] == nil && !s.leads(trace.MethodIndex(m)) && !isUnnamed(in) && !slices.Contains(carriers[:], path.Base(in.Library))
	}
	library := make([]bool, s.tree.Len())
	return s.column(func(row, outer profile.Row) profile.Row {
		library[row] = library[s.tree.Parent[row]] || s.origin[s.tree.Method[row]] == platform.Library
		switch {
		case s.own[row] != profile.NoRow || library[row]:
			return profile.NoRow
		case is[s.tree.Method[row]]:
			return row
		}
		return outer
	})
}
