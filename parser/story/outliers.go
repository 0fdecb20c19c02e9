package story

import (
	"cmp"

	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// stats describe the calls of an own method that take much time together.
type stats struct {
	method   trace.MethodIndex
	longest  profile.Ref
	min, max int64 // ns
	calls    int64 // without recursive ones
	lengths  profile.Histogram
}

// add adds a call. It lasts whole ns, and ns within the range.
func (st *stats) add(r profile.Ref, ns, whole int64) {
	st.lengths.Add(whole)
	if st.calls == 0 || ns < st.min {
		st.min = ns
	}
	if st.calls == 0 || ns > st.max {
		st.max, st.longest = ns, r
	}
	st.calls++
}

// dearest returns stats, still empty, for the own methods with the most inclusive time.
func (s *study) dearest() (all []*stats) {
	const most = 20
	for m := range s.p.Methods {
		if f := &s.p.Methods[m]; f.Inclusive[s.first] >= s.opts.Thresholds.Time && f.Calls+f.Recursive >= 2 && s.origin[m] == platform.Own {
			all = append(all, &stats{method: trace.MethodIndex(m)})
		}
	}
	sorting.Stable(all, func(a, b *stats) int {
		return cmp.Compare(s.p.Methods[b.method].Inclusive[s.first], s.p.Methods[a.method].Inclusive[s.first])
	})
	return all[:min(len(all), most)]
}

// median returns the median of the whole lengths of a method's calls, in ns.
func (s *finder) median(st *stats) int64 {
	return st.lengths.Least(50, func(f func(ns int64)) {
		marks := s.unmarked()
		for row := range s.x.RowsOf(st.method) {
			if s.tree.Outermost[row] {
				marks[row] = 1
			}
		}
		s.eachCall(marks, func(r profile.Ref, _ uint32) {
			l := s.x.Level(r)
			f(s.x.Calls.Nanos(l.End(int(r.Row)) - l.Start(int(r.Row))))
		})
	})
}

// outlier finds the call of own code that most exceeds the usual length of its method.
func (s *finder) outlier() []*candidate {
	const fewest = 10 // calls that show the usual length
	var best *candidate
	var in Call
	for _, st := range s.stats {
		if st.max < s.least/2 || st.calls < fewest {
			continue
		}
		if st.max < s.opts.Thresholds.Outlier*max(st.lengths.Least(50, nil), 1) {
			continue // the exact median is not less, and costs a pass
		}
		usual := s.median(st)
		if st.max < s.opts.Thresholds.Outlier*max(usual, 1) {
			continue
		}
		at := s.call(st.longest)
		// Of nested calls that are all outliers, the innermost that has most of the time explains it.
		if best != nil && 4*s.time(&at) <= 5*best.Time && !(at.From >= in.From && at.To <= in.To && 5*s.time(&at) >= 4*best.Time) {
			continue
		}
		if s.wraps(st) { // its calls have no usual length
			continue
		}
		in = at
		cut := s.survey.stretch(at.Ref).cut
		best = bare(Outlier, st.method, s.time(&at))
		best.CPU, best.Usual, best.Sure, best.Own, best.Cut = at.Times[profile.CPU], usual, Likely, s.callerOf(s.rowOf(at.Ref)), cut
		best.only = &at.Ref
	}
	if best == nil {
		return nil
	}
	return []*candidate{best}
}

// wraps reports whether a method runs different own methods, or one that most of its calls do not run, and its longest call is nearly all in
// one such method.
func (s *finder) wraps(st *stats) bool {
	const several, rare = 3, 5 // own methods; one of so many calls
	var most trace.Ticks
	in := map[trace.MethodIndex]trace.Ticks{}
	s.survey.outermost(st.longest, func(m trace.MethodIndex) bool { return m != st.method && s.origin[m] == platform.Own }, func(c profile.Ref, m trace.MethodIndex) {
		in[m] += s.survey.within(c)
		most = max(most, in[m])
	})
	if !isNearlyAll(most, s.survey.within(st.longest)) {
		return false
	}
	callees := map[trace.MethodIndex]int64{} // calls
	s.inwards(func(row profile.Row) {
		if m := s.tree.Method[row]; s.own[row] == row && m != st.method && s.callerOf(row) == st.method {
			callees[m] += s.p.Rows[row].Calls
		}
	})
	return len(callees) >= several || rare*callees[longestIn(in)] <= st.calls
}

// repeated finds own work that is done again under different callers, and takes about as long each
// time. The time at stake is that of all callers but the one with the most.
func (s *finder) repeated() []*candidate {
	const most = 100 // calls: work that is done more often is a helper of other work
	const mostCallers = 2
	var best *candidate
	for _, st := range s.stats {
		f := &s.p.Methods[st.method]
		if f.Recursive > 0 || f.Calls > most || st.max > 2*max(st.min, 1) {
			continue
		}
		if 2*f.Inclusive[profile.Waiting] > f.Inclusive[s.first] { // waits can have different causes
			continue
		}
		callers := map[trace.MethodIndex]int64{} // ns
		for row := range s.x.RowsOf(st.method) {
			if s.p.Rows[row].Calls > 0 {
				callers[s.methodOf(s.tree.Parent[row])] += s.p.Rows[row].Inclusive[s.first]
			}
		}
		if int64(len(callers)) < s.opts.Thresholds.Repeated {
			continue
		}
		longest := longestOf(callers, mostCallers)
		time := f.Inclusive[s.first] - longest[0].Time
		if best != nil && time <= best.Time {
			continue
		}
		best = bare(Repeated, st.method, time)
		best.Count, best.Callers, best.Usual, best.Sure, best.Inside.Parts = f.Calls, int64(len(callers)), f.Inclusive[s.first]/f.Calls, Possible, longest
		for row := range s.x.RowsOf(st.method) {
			if s.p.Rows[row].Calls > 0 && s.methodOf(s.tree.Parent[row]) != longest[0].Method {
				best.rows = append(best.rows, row)
				best.CPU += s.p.Rows[row].Inclusive[profile.CPU]
			}
		}
	}
	if best == nil {
		return nil
	}
	return []*candidate{best}
}
