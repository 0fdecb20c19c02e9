package profile

import (
	"traceglass/parser/call"
	"traceglass/parser/trace"
)

// waits says how a trace tells of waiting.
type waits uint8

const (
	notRecorded waits = iota
	byClocks          // it is wall less CPU
	recorded          // by times off the CPU: a context's own stand in its Inclusive, until it is settled
)

// Usual is the clock that figures are by where nobody chooses one: wall where the trace has it.
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

// eachOff calls f with what the recording tells of times off the CPU: in which context, and how
// long within the scope, in ns.
func (x *Index) eachOff(scope Scope, f func(row Row, ns int64)) {
	if !x.Calls.Samples {
		return
	}
	for i := range x.Calls.Threads {
		if scope.Has(trace.ThreadIndex(i)) {
			t := &x.Calls.Threads[i]
			for _, off := range t.Within(scope.From, scope.To) {
				f(x.offRow(&off), x.Calls.Nanos(min(off.To, scope.To)-max(off.From, scope.From)))
			}
		}
	}
}

// offRow is the row of a time off the CPU: in an index that Switched returns, of that itself.
func (x *Index) offRow(off *call.Away) Row {
	node := off.Node
	if x.base != nil && x.under[node] != call.None {
		node = x.under[node]
	}
	return x.Of[node]
}
