package desk

import (
	"slices"

	"traceglass/wasm/message"
)

// A Selection is the selected method, call, threads, range and clock. Every view shows it.
type Selection struct {
	Method   uint32 // NoNode for none
	Call     message.CallRef
	HasCall  bool
	Threads  []uint32 // in order; none means all
	From, To int64    // time range in ns on the timeline's axis; To 0 means the whole trace
	Clock    message.Clock
	Measure  uint32       // in a recording of samples, the measure of the CPU clock: an index from 1 into Description.Measures
	Switches bool         // context switches are a method of their own
	Code     message.Code // that tables, trees and flame graphs show, if CodeSet
	CodeSet  bool         // the user chose Code
	Filter   string       // what figures leave out, in the language of package query; "" for nothing
	Idle     bool         // include idle waits in figures of several threads
	OmitIdle bool         // exclude idle waits from figures of one thread
}

// Scope returns the scope of the selection.
func (s *Selection) Scope() message.Scope {
	scope := message.Scope{Clock: s.Clock, From: s.From, To: s.To, Threads: s.Threads, Switches: s.Switches, Filter: s.Filter, Measure: s.Measure}
	if !s.Ranged() {
		scope.From, scope.To = 0, message.Whole
	}
	return scope
}

// Ranged reports whether a time range is selected.
func (s *Selection) Ranged() bool { return s.To > s.From }

// ClearRange selects the whole trace.
func (s *Selection) ClearRange() { s.From, s.To = 0, 0 }

// SetRange selects the time between from and to, in either order, limited to 0 and end.
func (s *Selection) SetRange(from, to, end int64) {
	if from > to {
		from, to = to, from
	}
	s.From, s.To = max(0, from), min(to, end)
	if s.To <= s.From {
		s.ClearRange()
	}
}

// SetMethod selects a method, and clears the selected call if that is of another method.
func (s *Selection) SetMethod(method uint32) {
	if method != s.Method {
		s.Method, s.HasCall = method, false
	}
}

// SetCall selects a call and its method.
func (s *Selection) SetCall(call message.CallRef, method uint32) {
	s.Call, s.HasCall, s.Method = call, true, method
}

// Counts reports whether figures include a thread.
func (s *Selection) Counts(thread uint32) bool {
	return len(s.Threads) == 0 || slices.Contains(s.Threads, thread)
}

// ToggleThread adds a thread to the selection or removes it. Selecting all threads and selecting none are the
// same.
func (s *Selection) ToggleThread(thread uint32, all []message.Thread) {
	var next []uint32
	for _, t := range all {
		if s.Counts(t.Index) != (t.Index == thread) {
			next = append(next, t.Index)
		}
	}
	if len(next) == len(all) {
		next = nil
	}
	s.Threads = next
}

// OnlyThread selects one thread, or all again if it was the only one.
func (s *Selection) OnlyThread(thread uint32) {
	if len(s.Threads) == 1 && s.Threads[0] == thread {
		s.Threads = nil
		return
	}
	s.Threads = []uint32{thread}
}

// NextClock selects the next of a trace's clocks.
func (s *Selection) NextClock(clocks []message.Clock) {
	if len(clocks) > 0 {
		s.Clock = clocks[(slices.Index(clocks, s.Clock)+1)%len(clocks)]
	}
}
