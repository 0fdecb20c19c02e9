package desk

import (
	"slices"

	"traceglass/wasm/message"
)

// BaseScope returns the scope of the selection, before hidden threads and the choice of code limit it: see scoped.Scope.
func (s *Selection) BaseScope() message.Scope {
	scope := message.Scope{Clock: s.Clock, From: s.From, To: s.To, Threads: s.Threads, Switches: s.Switches, Filter: s.Filter, Measure: s.Measure}
	if !s.Ranged() {
		scope.From, scope.To = 0, message.Whole
	}
	return scope
}

// Ranged reports whether a time range is selected.
func (s *Selection) Ranged() bool { return s.To > s.From }

// clearRange selects the whole trace.
func (s *Selection) clearRange() { s.From, s.To = 0, 0 }

// SetRange selects the time between from and to, in either order, limited to 0 and end.
func (s *Selection) SetRange(from, to, end int64) {
	if from > to {
		from, to = to, from
	}
	s.From, s.To = max(0, from), min(to, end)
	if s.To <= s.From {
		s.clearRange()
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

// selects reports whether a thread is selected. Figures include it unless it is hidden: see threads.Counts.
func (s *Selection) selects(thread uint32) bool {
	return len(s.Threads) == 0 || slices.Contains(s.Threads, thread)
}

// toggleSelected adds a thread to the selection or removes it. Selecting all threads and selecting none are the
// same.
func (s *Selection) toggleSelected(thread uint32, all []message.Thread) {
	var next []uint32
	for _, t := range all {
		if s.selects(t.Index) != (t.Index == thread) {
			next = append(next, t.Index)
		}
	}
	if len(next) == len(all) {
		next = nil
	}
	s.Threads = next
}

// selectAlone selects one thread, or all again if it was the only one.
func (s *Selection) selectAlone(thread uint32) {
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
