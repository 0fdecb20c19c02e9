package profile

import (
	"traceglass/parser/call"
	"traceglass/parser/trace"
)

// waits is how a trace records waiting.
type waits uint8

const (
	notRecorded waits = iota
	byClocks          // waiting is wall less CPU
	recorded          // times off the CPU are recorded: a context's own are in its Inclusive until it is settled
)

// Usual returns the default clock: wall if the trace has it.
func Usual(x *Index) Clock {
	if x.Info.Figures()&trace.Wall == 0 && x.Info.Figures() != 0 {
		return CPU
	}
	return Wall
}

func (x *Index) waits() waits {
	switch {
	case x.Calls.Samples:
		return recorded
	case x.Calls.Clocks == trace.Dual:
		return byClocks
	}
	return notRecorded
}

// eachOff calls f with each recorded time off the CPU: its context, and its length within the
// scope, in ns.
func (x *Index) eachOff(scope Scope, f func(row Row, ns int64)) {
	if !x.Calls.Samples {
		return
	}
	for i := range x.Calls.Threads {
		if scope.Has(trace.ThreadIndex(i)) {
			t := &x.Calls.Threads[i]
			for _, off := range t.Within(scope.From, scope.To) {
				f(x.offRow(&off, trace.ThreadIndex(i), &scope), x.Calls.Nanos(min(off.To, scope.To)-max(off.From, scope.From)))
			}
		}
	}
}

// offRow returns the row of a time off the CPU. If Switched returned the index, it is the row of
// the switch. If the scope leaves out the call, it is the row of the first caller that it keeps.
func (x *Index) offRow(off *call.Away, thread trace.ThreadIndex, scope *Scope) Row {
	node := off.Node
	if scope.Slower > 0 {
		if slow := x.slowNode(off, thread, scope); slow != node {
			return x.Of[slow]
		}
	}
	if x.base != nil && x.under[node] != call.None {
		node = x.under[node]
	}
	return x.Of[node]
}

// slowNode returns the node of the innermost call, at the start of a time off the CPU, that a scope keeps.
func (x *Index) slowNode(off *call.Away, thread trace.ThreadIndex, scope *Scope) call.NodeIndex {
	t := &x.Calls.Threads[thread]
	for node := off.Node; node != t.Root; node = x.Calls.Tree.At(node).Parent {
		l := t.Levels[x.Depth(node)]
		if row := l.After(off.From) - 1; row >= 0 && !scope.Quick(l, row) {
			return node
		}
	}
	return t.Root
}
