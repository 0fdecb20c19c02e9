package story

import (
	"cmp"
	"slices"
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// largest returns the row with the most time.
func (s *finder) largest(rows []profile.Row) profile.Row {
	return slices.MaxFunc(rows, func(a, b profile.Row) int {
		return cmp.Compare(s.p.Rows[a].Inclusive[s.first], s.p.Rows[b].Inclusive[s.first])
	})
}

// timeOf returns the time of some rows, in ns.
func timeOf(s *study, rows []profile.Row) (ns int64) {
	for _, row := range rows {
		ns += s.p.Rows[row].Inclusive[s.first]
	}
	return ns
}

// outermostRows returns the rows of a method without recursive calls.
func outermostRows(s *finder, m trace.MethodIndex) (rows []profile.Row) {
	for row := range s.x.RowsOf(m) {
		if s.tree.Outermost[row] {
			rows = append(rows, row)
		}
	}
	return rows
}

// sumOf returns a candidate on the calls of some methods, without the nested ones.
func (s *finder) sumOf(rule Rule, methods []trace.MethodIndex, nested func(profile.Row) bool) []*candidate {
	c := newCandidate(rule)
	for _, m := range methods {
		for row := range s.x.RowsOf(m) {
			r := &s.p.Rows[row]
			if r.Calls == 0 || nested(row) {
				continue
			}
			c.rows = append(c.rows, row)
			c.Time += r.Inclusive[s.first]
			c.CPU += r.Inclusive[profile.CPU]
			c.Count += r.Calls
		}
	}
	if len(c.rows) == 0 {
		return nil
	}
	c.Methods = []trace.MethodIndex{s.tree.Method[s.largest(c.rows)]}
	s.share(c, func(row profile.Row) profile.Row { return s.own[row] })
	return []*candidate{c}
}

// share says which methods have most of a candidate's time. Of returns the row that has the time of a row, or NoRow.
func (s *finder) share(c *candidate, of func(profile.Row) profile.Row) {
	own, by := s.mostlyIn(c.rows, of)
	c.Own, c.OwnTime = own, by[own]
	if own != call.NoMethod && c.Rule != Often {
		c.Inside.Parts = c.others(by)
	}
}

// others returns the own methods besides Own with at least a tenth of a candidate's time, two at most. By has the time by own method.
func (c *candidate) others(by map[trace.MethodIndex]int64) []Share {
	left := map[trace.MethodIndex]int64{}
	for m, ns := range by {
		if m != c.Own && m != call.NoMethod && 10*ns >= c.Time {
			left[m] = ns
		}
	}
	return longestOf(left, mostShares-1)
}

// mostlyIn returns the own method that calls of some rows spend most time in, and the time by own method, in ns. Own returns
// the own row of a row. The method is NoMethod if rows without one have more time than those of each method.
func (s *finder) mostlyIn(rows []profile.Row, own func(profile.Row) profile.Row) (most trace.MethodIndex, by map[trace.MethodIndex]int64) {
	by = map[trace.MethodIndex]int64{}
	for _, row := range rows {
		by[s.methodOf(own(row))] += s.p.Rows[row].Inclusive[s.first]
	}
	most = s.methodOf(own(s.largest(rows)))
	for m, ns := range by {
		if ns > by[most] || ns == by[most] && m < most {
			most = m
		}
	}
	return most, by
}

// sumOfSet returns a candidate on the calls of a set of methods, without those that others of the set call.
func (s *finder) sumOfSet(rule Rule, in set) []*candidate {
	var methods []trace.MethodIndex
	for m := range s.sets {
		if s.sets[m]&in != 0 {
			methods = append(methods, trace.MethodIndex(m))
		}
	}
	return s.sumOf(rule, methods, func(row profile.Row) bool { return s.within[row]&in != 0 })
}

// timesOf returns the time by method, in ns, of the rows of methods that fit and that count.
func (s *finder) timesOf(fits func(trace.MethodIndex) bool, counts func(profile.Row) bool) map[trace.MethodIndex]int64 {
	times := map[trace.MethodIndex]int64{}
	for i := range s.x.Info.Methods {
		m := trace.MethodIndex(i)
		if !fits(m) {
			continue
		}
		for row := range s.x.RowsOf(m) {
			if s.p.Rows[row].Calls != 0 && counts(row) {
				times[m] += s.p.Rows[row].Inclusive[s.first]
			}
		}
	}
	return times
}

// inflation sums the inflation of layouts, and names the view of the app or of a library that takes most of it.
func (s *finder) inflation() []*candidate {
	all := s.sumOfSet(Inflation, inflates)
	inflater := func(m trace.MethodIndex) bool { // AndroidX inflates for others
		return s.isLibrary(m) && !strings.HasPrefix(s.x.Info.Methods[m].Class, "androidx.")
	}
	for _, c := range all {
		s.share(c, func(row profile.Row) profile.Row {
			if s.own[row] != profile.NoRow {
				return s.own[row]
			}
			return s.nearestOf(row, inflater)
		})
		views := s.timesOf(func(m trace.MethodIndex) bool {
			return s.x.Info.Methods[m].Name == "<init>" && (s.origin[m] == platform.Own || s.origin[m] == platform.Library || isWebView(&s.x.Info.Methods[m]))
		}, func(row profile.Row) bool { return s.within[row]&inflates != 0 && s.tree.Outermost[row] })
		if most := longestOf(views, 1); len(most) > 0 && 5*most[0].Time >= 2*c.Time {
			c.Inside.Method, c.Inside.Time = most[0].Method, min(most[0].Time, c.Time)
		}
	}
	return all
}

// classLoads sums the loading of classes and their static initialization. It does not name a class with
// little time. It names a native library that takes half, or else a static initializer with two fifths.
func (s *finder) classLoads() []*candidate {
	all := s.sumOfSet(ClassLoads, loadsClass)
	for _, c := range all {
		loadsLibrary := func(m trace.MethodIndex) bool { return s.known[m] != nil && s.known[m].cause == Libraries }
		libraries := s.timesOf(loadsLibrary, func(row profile.Row) bool {
			return s.within[row]&loadsClass != 0 && !loadsLibrary(s.tree.Method[s.tree.Parent[row]])
		})
		initializers := s.timesOf(func(m trace.MethodIndex) bool {
			return s.sets[m]&loadsClass != 0 && s.x.Info.Methods[m].Name == "<clinit>"
		}, func(row profile.Row) bool { return s.tree.Outermost[row] })
		if most := longestOf(libraries, 1); len(most) > 0 && 2*most[0].Time >= c.Time {
			c.Inside.Method, c.Inside.Time = most[0].Method, min(most[0].Time, c.Time)
		}
		if c.Own == call.NoMethod || 5*c.OwnTime < c.Time {
			c.Inside.Parts = nil
			s.share(c, func(row profile.Row) profile.Row { return s.nearestOf(row, s.isLibrary) })
		}
		if 5*c.OwnTime < c.Time {
			c.Own, c.OwnTime, c.Inside.Parts = call.NoMethod, 0, nil
		}
		if most := longestOf(initializers, 1); len(most) > 0 && c.Inside.Time == 0 && most[0].Method != c.Own && 5*most[0].Time >= 2*c.Time {
			c.Inside.Method, c.Inside.Time = most[0].Method, min(most[0].Time, c.Time)
			c.Inside.Parts = slices.DeleteFunc(c.Inside.Parts, func(in Share) bool { return in.Method == most[0].Method })
		}
	}
	return all
}

// An oftenRule finds methods that are called often, with little time each.
type oftenRule struct{ *finder }

// find returns a candidate on the own method of this kind with the most time, if that is enough. Recursive calls do not
// count: their callers lead to it once.
func (s oftenRule) find() []*candidate {
	best, most := call.NoMethod, int64(0)
	for m := range s.p.Methods {
		t, m := s.p.Methods[m].Inclusive[s.first], trace.MethodIndex(m)
		if t > most && s.isOften(m) && s.origin[m] == platform.Own && (t >= timesOften*s.least || s.hasHabit(m)) {
			best, most = m, t
		}
	}
	if best == call.NoMethod {
		return nil
	}
	all := s.sumOf(Often, []trace.MethodIndex{best}, func(row profile.Row) bool { return !s.tree.Outermost[row] })
	for _, c := range all {
		row := s.largest(c.rows)
		c.Sure, c.Own, c.Through, c.Inside = Likely, s.callerOf(row), s.algorithmOf([]profile.Row{row}), s.callee(best)
		_, by := s.mostlyIn(c.rows, func(row profile.Row) profile.Row { return s.own[s.tree.Parent[row]] })
		c.OneOf = !isNearlyAll(by[c.Own], c.Time)
	}
	return all
}

// timesOften is how many times the least time a method that is called often needs: many short calls are usual.
const timesOften = 2

// hasHabit reports whether a method mostly calls one of habits.
func (s oftenRule) hasHabit(m trace.MethodIndex) bool {
	in := s.callee(m)
	return in.Time > 0 && habitOf(&s.x.Info.Methods[in.Method]) != nil
}

// isOften reports whether a method is called so.
func (s oftenRule) isOften(m trace.MethodIndex) bool {
	f, t := &s.p.Methods[m], &s.opts.Thresholds
	return f.Calls >= t.Often && f.Inclusive[s.first] <= f.Calls*t.Each
}

// callee returns the method that takes at least half of the time of another one, where that calls it directly.
func (s *finder) callee(of trace.MethodIndex) (in Inside) {
	inner, whole := map[trace.MethodIndex]int64{}, int64(0)
	for row := range s.x.RowsOf(of) {
		if !s.tree.Outermost[row] {
			return Inside{} // it calls itself
		}
		whole += s.p.Rows[row].Inclusive[s.first]
		for at := s.tree.First[row]; at != profile.NoRow; at = s.tree.Next[at] {
			inner[s.tree.Method[at]] += s.p.Rows[at].Inclusive[s.first]
		}
	}
	if most := longestOf(inner, 1); len(most) > 0 && 2*most[0].Time >= whole {
		in.Method, in.Time = most[0].Method, most[0].Time
	}
	return in
}

// callerOf returns the nearest own method that calls a row, or NoMethod.
func (s *finder) callerOf(row profile.Row) trace.MethodIndex {
	return s.methodOf(s.own[s.tree.Parent[row]])
}
