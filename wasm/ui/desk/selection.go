package desk

import (
	"slices"

	"traceglass/wasm/message"
)

// A Selection is what is chosen, anywhere, and seen in every view.
type Selection struct {
	Method   uint32 // NoNode for none
	Call     message.CallRef
	HasCall  bool
	Threads  []uint32 // whose figures are summed, in order; none means all
	From, To int64    // range, ns on the timeline's axis; To 0 means the whole trace
	Clock    message.Clock
	Measure  uint32 // of a recording of samples, what the clock CPU counts: from 1, of Description.Measures
	Switches bool   // context switches are a method of their own
	Idle     bool   // idle waits are summed where figures are of several threads
	OmitIdle bool   // and are not where they are of one
}

// Scope is what figures are taken over.
func (s *Selection) Scope() message.Scope {
	scope := message.Scope{Clock: s.Clock, From: s.From, To: s.To, Threads: s.Threads, Switches: s.Switches, Measure: s.Measure}
	if !s.Ranged() {
		scope.From, scope.To = 0, message.Whole
	}
	return scope
}

// Ranged reports whether a time range is chosen.
func (s *Selection) Ranged() bool { return s.To > s.From }

// ClearRange goes back to the whole trace.
func (s *Selection) ClearRange() { s.From, s.To = 0, 0 }

// SetRange chooses from to to in either order, held inside the trace.
func (s *Selection) SetRange(from, to, end int64) {
	if from > to {
		from, to = to, from
	}
	s.From, s.To = max(0, from), min(to, end)
	if s.To <= s.From {
		s.ClearRange()
	}
}

// SetMethod chooses a method; a call of another one is let go.
func (s *Selection) SetMethod(method uint32) {
	if method != s.Method {
		s.Method, s.HasCall = method, false
	}
}

// SetCall chooses a call and with it its method.
func (s *Selection) SetCall(call message.CallRef, method uint32) {
	s.Call, s.HasCall, s.Method = call, true, method
}

// Counts reports whether a thread's time is part of the figures.
func (s *Selection) Counts(thread uint32) bool {
	return len(s.Threads) == 0 || slices.Contains(s.Threads, thread)
}

// ToggleThread takes a thread into the figures or out of them. All threads and none
// are the same to choose: no thread is left out.
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

// OnlyThread sums one thread alone, or all again if it already was alone.
func (s *Selection) OnlyThread(thread uint32) {
	if len(s.Threads) == 1 && s.Threads[0] == thread {
		s.Threads = nil
		return
	}
	s.Threads = []uint32{thread}
}

// NextClock goes round the clocks that a trace has.
func (s *Selection) NextClock(clocks []message.Clock) {
	if len(clocks) > 0 {
		s.Clock = clocks[(slices.Index(clocks, s.Clock)+1)%len(clocks)]
	}
}
