package profile

import (
	"traceglass/parser/call"
	"traceglass/parser/trace"
)

// AddSwitchMethod gives a dual-clock trace's method table one more row, last: what context
// switches are calls of in an index that Switched returns. Call it before that, and before
// NewIndex where profiles without switches are to have the row too.
func AddSwitchMethod(info *trace.Info) {
	name := "(context switch)"
	if info.Samples != nil {
		name = "(off CPU)"
	}
	if info.Figures() == trace.Dual {
		info.Methods = append(info.Methods, trace.Method{ID: ^trace.MethodID(0) >> 32, Name: name, Listed: true})
	}
}

// SwitchMethod returns the row that AddSwitchMethod added, call.NoMethod if there is none.
//
//go:noinline
func (x *Index) SwitchMethod() trace.MethodIndex {
	if last := len(x.Info.Methods) - 1; last >= 0 && x.Info.Methods[last].ID == ^trace.MethodID(0)>>32 {
		return trace.MethodIndex(last)
	}
	return call.NoMethod
}

// Switches returns the context switches of a thread's calls at one depth, at -1 those with
// nothing on the stack. They are found when first asked for, and kept.
func (x *Index) Switches(thread trace.ThreadIndex, depth int) call.Switches {
	if x.base != nil {
		return x.base.Switches(thread, depth)
	}
	if x.switches == nil {
		x.switches = make([][]call.Switches, len(x.Calls.Threads))
	}
	if x.switches[thread] == nil {
		x.switches[thread] = make([]call.Switches, 1+len(x.Calls.Threads[thread].Levels))
	}
	s := &x.switches[thread][depth+1]
	if *s == nil {
		*s = x.Calls.Switches(thread, depth)
	}
	return *s
}

// Switched returns an index in which every context switch is a call of SwitchMethod, made by
// the call that it met: no other method has that time to itself. Rows of Merged that x has
// too keep their numbers. Levels do not have these calls. It is made once and kept; without
// a SwitchMethod it is x itself.
func (x *Index) Switched() *Index {
	m := x.SwitchMethod()
	if m == call.NoMethod || x.base != nil {
		return x
	}
	if x.switched == nil {
		calls, under := x.Calls.Switched(m, x.Switches)
		x.switched = NewIndex(calls, x.Info)
		x.switched.base, x.switched.under = x, under
	}
	return x.switched
}

// eachSwitch calls f with each thread of the scope, each depth of its calls, -1 for nothing on
// the stack, and the switches that calls at that depth met within the scope, if any.
func (x *Index) eachSwitch(scope Scope, f func(thread trace.ThreadIndex, depth int, s call.Switches)) {
	for i := range x.Calls.Threads {
		if thread := trace.ThreadIndex(i); scope.Has(thread) {
			for depth := -1; depth < len(x.Calls.Threads[i].Levels); depth++ {
				s := x.Switches(thread, depth)
				if a, b := s.Begin(scope.From), s.After(scope.To); a < b {
					f(thread, depth, s[a:b])
				}
			}
		}
	}
}

// sumSwitches sets what the context switches inside a range come to.
func (x *Index) sumSwitches(sums []call.Sum, scope Scope) {
	clear(sums[len(x.under):]) // their nodes are the last
	x.eachSwitch(scope, func(thread trace.ThreadIndex, depth int, s call.Switches) {
		t := &x.Calls.Threads[thread]
		for i := range s {
			sum := &sums[x.under[t.Node(depth, s[i].Row)]]
			sum.Calls++
			sum.Primary += min(s[i].To, scope.To) - max(s[i].From, scope.From)
		}
	})
}

// eachDuration calls f with every call of a method that touches the scope, when it began, in
// ticks, and how long it took, in ns. A context switch stands for the call that it met; with
// nothing on the stack there is none such, and Has does not hold.
func (p *Profile) eachDuration(m trace.MethodIndex, by Clock, f func(r Ref, from, d int64)) {
	if p.base == nil || m != p.SwitchMethod() {
		p.EachCall(m, func(r Ref, l *call.Level) { f(r, l.Start(int(r.Row)), p.Times(r)[by]) })
		return
	}
	p.eachSwitch(p.Scope, func(thread trace.ThreadIndex, depth int, s call.Switches) {
		for i := range s {
			d := p.Calls.Nanos(s[i].To - s[i].From)
			if by == CPU {
				d = 0
			}
			f(Ref{thread, uint32(depth), s[i].Row}, s[i].From, d)
		}
	})
}
