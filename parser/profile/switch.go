package profile

import (
	"traceglass/parser/call"
	"traceglass/parser/trace"
)

// AddSwitchMethod appends a row to the method table of a dual-clock trace. Context switches are
// calls of that method in an index that Switched returns. Call AddSwitchMethod before Switched, and
// before NewIndex if profiles without switches need the row too.
func AddSwitchMethod(info *trace.Info) {
	name := "(context switch)"
	if info.Samples != nil {
		name = "(off CPU)"
	}
	if info.Figures() == trace.Dual {
		info.Methods = append(info.Methods, trace.Method{ID: ^trace.MethodID(0) >> 32, Name: name, Listed: true})
	}
}

// SwitchMethod returns the row that AddSwitchMethod added, or call.NoMethod.
//
//go:noinline
func (x *Index) SwitchMethod() trace.MethodIndex {
	if last := len(x.Info.Methods) - 1; last >= 0 && x.Info.Methods[last].ID == ^trace.MethodID(0)>>32 {
		return trace.MethodIndex(last)
	}
	return call.NoMethod
}

// Switches returns the context switches during a thread's calls at one depth; depth -1 stands for
// an empty stack. They are found on first use and cached.
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

// Switched returns an index that shows every context switch as a call of SwitchMethod, made by the
// interrupted call, so no other method has that time as self time. Rows of Merged keep the numbers
// that they have in x. Levels do not contain these calls. The result is cached; without a
// SwitchMethod it is x.
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

// eachSwitch calls f for each thread of the scope and each depth of its calls, -1 for an empty
// stack. s are the context switches at that depth within the scope, if any.
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

// sumSwitches sets the sums of the context switches inside a range.
func (x *Index) sumSwitches(sums []call.Sum, scope Scope) {
	clear(sums[len(x.under):]) // their nodes are the last
	x.eachSwitch(scope, func(thread trace.ThreadIndex, depth int, s call.Switches) {
		t := &x.Calls.Threads[thread]
		for i := range s {
			if depth >= 0 && scope.Quick(t.Levels[depth], int(s[i].Row)) {
				continue
			}
			sum := &sums[x.under[t.Node(depth, s[i].Row)]]
			sum.Calls++
			sum.Primary += min(s[i].To, scope.To) - max(s[i].From, scope.From)
		}
	})
}

// eachDuration calls f with every call of a method that touches the scope, its start in ticks and
// its duration in ns. The Ref of a context switch is the interrupted call. A switch with an empty
// stack interrupts none, so Has is false for its Ref.
func (p *Profile) eachDuration(m trace.MethodIndex, by Clock, f func(r Ref, from trace.Ticks, d int64)) {
	if p.base == nil || m != p.SwitchMethod() {
		p.EachCall(m, func(r Ref, l *call.Level) { f(r, l.Start(int(r.Row)), p.Times(r)[by]) })
		return
	}
	p.eachSwitch(p.Scope, func(thread trace.ThreadIndex, depth int, s call.Switches) {
		for i := range s {
			if depth >= 0 && p.Scope.Quick(p.Calls.Threads[thread].Levels[depth], int(s[i].Row)) {
				continue
			}
			d := p.Calls.Nanos(s[i].To - s[i].From)
			if by == CPU {
				d = 0
			}
			f(Ref{thread, uint32(depth), s[i].Row}, s[i].From, d)
		}
	})
}
