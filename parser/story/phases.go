package story

import (
	"cmp"
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// A phaseRule finds the slow phases of a start.
type phaseRule struct{ *finder }

// find looks for the phases of a start that take longest, one for each anchor, and the most expensive initialization in
// each. It leaves out idle phases.
func (s *phaseRule) find() (all []*candidate) {
	const most = 5
	telling := tellingMethods(s.finder)
	for i := range s.Startup.Phases {
		phase := &s.Startup.Phases[i]
		if phase.Status == NotRecorded || phase.Anchor == ProcessStart || s.isIdle(i) {
			continue
		}
		c := bare(SlowPhase, s.x.Method(phase.Call.Ref), phase.Alone[s.first]-s.paused(phase.Call.From, phase.Call.To))
		c.CPU, c.Anchor, c.Cut, c.only = phase.Alone[profile.CPU], phase.Anchor, phase.Status == Cut, &phase.Call.Ref
		if !slices.ContainsFunc(s.Startup.Phases, func(p Phase) bool { return p.Parent == i && p.Status != NotRecorded && s.survey.hungIn(p.Call.Ref) > 0 }) {
			c.Time += s.x.Calls.Nanos(s.survey.hungIn(phase.Call.Ref))
		}
		if row, ns := s.costliest(i); row != profile.NoRow {
			c.Further = s.another(i, row)
			c.Own, c.OwnTime = s.tree.Method[row], ns
			switch in := s.survey.inside(phase.Call.Ref); {
			case in.Method == c.Own && in.Time == ns:
				c.Inside = in // the name alone says little: each callee has less than half
			case 5*in.Time >= 4*ns && in.Time <= c.Time && s.origin[in.Method] == platform.Own:
				c.Own, c.OwnTime, c.Inside = in.Method, in.Time, in // it does nearly all of that in many calls
			case passesOn(&s.x.Info.Methods[c.Own]):
				c.Inside = s.insideCallback(phase.Call.Ref, c.Own, ns)
			case s.origin[c.Own] == platform.Library && isNearlyAll(ns, c.Time):
				c.Inside = s.insideLibrary(phase.Call.Ref, c.Own, ns)
			}
			c.OwnTime = max(c.OwnTime, s.timeIn(i, c.Own))
			if c.Inside.Time == 0 || len(c.Inside.Parts) == 1 && isInflater(&s.x.Info.Methods[c.Inside.Parts[0].Method]) {
				c.Inside = s.tellingOf(i, c.Own, c.OwnTime, telling)
			}
		} else if in := s.survey.inside(phase.Call.Ref); in.Time <= c.Time { // else it is in an inner phase
			c.Inside = in
		}
		if most := s.mostOf(c); most.Time > 0 && 4*most.Time >= c.Time && most.Time <= phase.Alone[s.first] && !passesOn(&s.x.Info.Methods[most.Method]) && 20*c.Time >= s.Startup.Times[s.first] {
			phase.Most = most
		}
		all = append(all, c)
	}
	sorting.Stable(all, func(a, b *candidate) int { return cmp.Compare(b.Time, a.Time) })
	longest := all[:0]
	for _, c := range all {
		i := slices.IndexFunc(longest, func(of *candidate) bool { return of.Anchor == c.Anchor })
		if i < 0 {
			longest = append(longest, c)
		} else if s.arePieces(longest[i], c) {
			longest[i].add(c, func(m trace.MethodIndex) int64 { return s.timeIn(s.phaseOf(c), m) })
		} // else a shorter activity
	}
	for _, c := range longest {
		for _, piece := range c.all {
			if c.Own != call.NoMethod {
				ns, _ := s.survey.timeIn(piece, c.Own)
				c.OwnTime = min(c.OwnTime+ns, c.Time) // it can be in inner phases, too
			}
		}
	}
	return longest[:min(most, len(longest))]
}

// isIdle reports whether the thread is idle for more than a tenth of a phase, as in a dialog's own looper, without the phases within it.
func (s *phaseRule) isIdle(i int) bool {
	phase := &s.Startup.Phases[i]
	messages := messageRule{s.finder}
	idle := messages.idleIn(&phase.Call)
	for _, in := range s.phasesIn(i) {
		idle -= messages.idleIn(&in)
	}
	return 10*idle > phase.Alone[s.first]
}

// mostOf returns the costliest method that a candidate on a phase names. If the own method of the candidate only calls others, mostOf returns its costliest callee.
func (s *phaseRule) mostOf(c *candidate) Share {
	in := &c.Inside
	if c.Own == call.NoMethod {
		if in.Time == 0 && in.Parts != nil {
			return in.Parts[0]
		}
		return Share{in.Method, in.Time}
	}
	if in.Parts != nil && passesOn(&s.x.Info.Methods[c.Own]) {
		return in.Parts[0]
	}
	return Share{c.Own, c.OwnTime}
}

// longestGap is the longest time between two pieces of one phase, in ns.
const longestGap = 20_000_000

// arePieces reports whether samples without the outermost frames separate two pieces of one phase.
func (s *phaseRule) arePieces(a, b *candidate) bool {
	p, q := &s.Startup.Phases[s.phaseOf(a)], &s.Startup.Phases[s.phaseOf(b)]
	return s.Sampled && p.Class != "" && p.Class == q.Class && max(p.Call.From, q.Call.From)-min(p.Call.To, q.Call.To) <= longestGap
}

// phaseOf returns the index of the phase that a candidate is on.
func (s *phaseRule) phaseOf(c *candidate) int {
	return slices.IndexFunc(s.Startup.Phases, func(p Phase) bool { return p.Status != NotRecorded && p.Call.Ref == *c.only })
}

// add adds a shorter piece of the same phase. timeIn returns how long a method takes in the piece, in ns.
func (c *candidate) add(piece *candidate, timeIn func(trace.MethodIndex) int64) {
	c.Time += piece.Time
	c.CPU += piece.CPU
	c.all = append(c.all, *piece.only)
	if c.Own != call.NoMethod {
		c.OwnTime += timeIn(c.Own)
	}
	if c.Inside.Time > 0 {
		c.Inside.Time += timeIn(c.Inside.Method)
		for i := range c.Inside.Parts {
			c.Inside.Parts[i].Time += timeIn(c.Inside.Parts[i].Method)
		}
	}
	if piece.Own != call.NoMethod && piece.Own != c.Own && c.Further == nil {
		c.Further = []Site{{Method: piece.Own, Own: call.NoMethod, Time: piece.OwnTime}}
	}
}

// insideLibrary returns what a method of a library that is nearly all of a phase calls, if it calls several methods.
func (s *phaseRule) insideLibrary(phase profile.Ref, m trace.MethodIndex, ns int64) Inside {
	times := map[trace.MethodIndex]int64{}
	below := descent{s.survey, false}
	for of, ticks := range below.calleesOf(below.callsIn(phase, m)) {
		if time := s.x.Calls.Nanos(ticks); 5*time >= ns {
			times[of] = time
		}
	}
	if len(times) < 2 {
		return Inside{}
	}
	return Inside{Method: m, Time: ns, Parts: longestOf(times, mostShares)}
}

// tellingOf returns a method of tellings with nearly all of the time of another one in a phase, as a callee of that. Ns is the time of that one.
func (s *phaseRule) tellingOf(i int, of trace.MethodIndex, ns int64, telling []trace.MethodIndex) (in Inside) {
	for _, m := range telling {
		if m == of {
			continue
		}
		if most := s.timeIn(i, m); isNearlyAll(most, ns) && (in.Time == 0 || isTold(most, in.Parts[0].Time)) {
			in = Inside{Method: of, Time: ns, Parts: []Share{{m, most}}}
		}
	}
	return in
}

// timeIn returns how long calls of a method took within a phase, without those in the phases within it, in ns.
func (s *phaseRule) timeIn(i int, m trace.MethodIndex) (ns int64) {
	inner := s.phasesIn(i)
	s.survey.outermost(s.Startup.Phases[i].Call.Ref, func(of trace.MethodIndex) bool { return of == m }, func(r profile.Ref, _ trace.MethodIndex) {
		if c := s.call(r); !slices.ContainsFunc(inner, func(in Call) bool { return in.From < c.To && c.From < in.To }) {
			ns += s.x.Calls.Nanos(s.survey.within(r))
		}
	})
	return ns
}

// insideCallback returns what a callback with the time ns within a phase calls, because its name alone says little. It
// is empty if that is inflation, which has a finding of its own.
func (s *phaseRule) insideCallback(phase profile.Ref, callback trace.MethodIndex, ns int64) Inside {
	var longest profile.Ref
	var most trace.Ticks
	s.survey.outermost(phase, func(m trace.MethodIndex) bool { return m == callback }, func(c profile.Ref, _ trace.MethodIndex) {
		if d := s.survey.within(c); d > most {
			longest, most = c, d
		}
	})
	if most == 0 {
		return Inside{}
	}
	in := s.survey.inside(longest)
	switch {
	case in.Time == 0 && in.Parts == nil, in.Time > 0 && s.sets[in.Method]&inflates != 0:
		return Inside{}
	case in.Time > 0:
		in.Parts = []Share{{in.Method, in.Time}}
	}
	return Inside{Method: callback, Time: ns, Parts: in.Parts}
}

// another returns the longest callee of a phase's callback besides the first one, if it takes enough.
func (s *phaseRule) another(i int, first profile.Row) []Site {
	if !passesOn(&s.x.Info.Methods[s.tree.Method[s.tree.Parent[first]]]) {
		return nil
	}
	row, ns := s.longestCallee(s.tree.Parent[first], &s.Startup.Phases[i].Call, s.phasesIn(i), first)
	if phase := s.Startup.Phases[i].Alone[s.first]; row == profile.NoRow || ns < s.least && (5*ns < phase || 2*ns < s.least) {
		return nil
	}
	return []Site{{Method: s.tree.Method[row], Own: call.NoMethod, Time: ns}}
}

// isInflater reports whether a method makes the views of a layout.
func isInflater(m *trace.Method) bool { return m.Class == "android.view.LayoutInflater" }

// nameOnce leaves out further callees of phases and messages that they name already, or that other findings name.
func nameOnce(all []*candidate, least int64) {
	for _, phase := range all {
		if phase.Rule != SlowPhase && phase.Rule != LongMessage {
			continue
		}
		phase.Further = slices.DeleteFunc(phase.Further, func(at Site) bool {
			in := &phase.Inside // its sentence has that for no own method, or for the own method
			if phase.Own == call.NoMethod || in.Method == phase.Own {
				if slices.ContainsFunc(in.all(), func(part Share) bool { return part.Time > 0 && part.Method == at.Method }) {
					return true
				}
			}
			return slices.ContainsFunc(all, func(c *candidate) bool {
				return c != phase && c.Time >= least && (c.Own == at.Method && 5*c.Time >= 4*at.Time || slices.Contains(c.Methods, at.Method))
			})
		})
	}
}

// phasesIn returns the calls of the phases within a phase.
func (s *phaseRule) phasesIn(i int) (inner []Call) {
	for k := range s.Startup.Phases {
		if p := &s.Startup.Phases[k]; p.Parent == i && p.Status != NotRecorded {
			inner = append(inner, p.Call)
		}
	}
	return inner
}

// costliest returns the most expensive initialization in a phase, and its time there. It follows the
// longest callee down to the callback of the app, and then to the longest callee of this callback. A
// callback without a callee that takes half of it is the answer itself. Time in the phases within the
// phase does not count.
func (s *phaseRule) costliest(i int) (at profile.Row, ns int64) {
	phase := &s.Startup.Phases[i].Call
	inner := s.phasesIn(i)
	row, time := s.longestCallee(s.rowOf(phase.Ref), phase, inner, profile.NoRow)
	for row != profile.NoRow && !s.isOwnOrLibrary(row) {
		row, time = s.longestCallee(row, phase, inner, profile.NoRow)
	}
	if row == profile.NoRow || 4*time < s.Startup.Phases[i].Alone[s.first] {
		return profile.NoRow, 0
	}
	row, time = s.initializer(row, time, phase, inner)
	return s.ownBelow(row, time, phase, inner)
}

// isOwnOrLibrary reports whether the method of a row is of the app or of a library.
func (s *phaseRule) isOwnOrLibrary(row profile.Row) bool {
	o := s.origin[s.tree.Method[row]]
	return o == platform.Own || o == platform.Library
}

// initializer follows a method of the app or of a library in a phase, and its time, down to the callee of a callback. Inner are the phases
// within the phase.
func (s *phaseRule) initializer(row profile.Row, time int64, phase *Call, inner []Call) (profile.Row, int64) {
	for {
		next, ns := s.longestCallee(row, phase, inner, profile.NoRow)
		for passesOn(&s.x.Info.Methods[s.tree.Method[row]]) && next != profile.NoRow && 2*ns >= time && !s.isOwnOrLibrary(next) { // such as inflation of the app's views
			next, ns = s.longestCallee(next, phase, inner, profile.NoRow)
		}
		if next == profile.NoRow || 2*ns < time || !s.isOwnOrLibrary(next) {
			return row, time
		}
		if row, time = next, ns; s.tree.Method[row] != s.tree.Method[s.tree.Parent[row]] && !passesOn(&s.x.Info.Methods[s.tree.Method[row]]) {
			return row, time
		}
	}
}

// ownBelow returns the own method that a method of a library calls for nearly all of its time, and its time, or the method itself.
func (s *phaseRule) ownBelow(library profile.Row, ns int64, phase *Call, inner []Call) (profile.Row, int64) {
	row, time := library, ns
	for s.origin[s.tree.Method[row]] != platform.Own {
		if row, time = s.longestCallee(row, phase, inner, profile.NoRow); row == profile.NoRow || 20*time < 19*ns {
			return library, ns
		}
	}
	return row, time
}

// longestCallee returns the callee of a context with the most time within a call, less the time of
// other calls in it, and that time. Skip is a callee that does not count, or NoRow.
func (s *phaseRule) longestCallee(of profile.Row, within *Call, less []Call, skip profile.Row) (best profile.Row, most int64) {
	best = profile.NoRow
	levels := s.x.Calls.Threads[s.Thread].Levels
	depth := int(s.tree.Depth[of])
	if depth >= len(levels) {
		return best, 0
	}
	l, ticks := levels[depth], s.x.Calls.Ticks
	from, to := max(ticks(within.From), s.opts.From), min(ticks(within.To), s.opts.To)
	sums := map[profile.Row]int64{}
	for i, end := l.From(from), l.After(to); i < end; i++ {
		row := s.x.Of[l.Call(i).Node]
		if s.tree.Parent[row] != of || row == skip {
			continue
		}
		a, b := max(l.Start(i), from), min(l.End(i), to)
		sums[row] += s.x.Calls.Nanos(b - a + s.survey.hungIn(profile.Ref{Thread: s.Thread, Depth: uint32(depth), Row: uint32(i)}))
		for _, c := range less {
			sums[row] -= s.x.Calls.Nanos(max(0, min(b, ticks(c.To))-max(a, ticks(c.From))))
		}
		if sums[row] > most {
			best, most = row, sums[row]
		}
	}
	return best, most
}

// passesOn reports whether a method is a callback that may only call that of another class.
func passesOn(m *trace.Method) bool { return m.Name == "onCreate" || m.Name == "performCreate" }
