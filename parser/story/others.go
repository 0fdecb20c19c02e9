package story

import (
	"cmp"
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// Limits of the search for other threads that use the CPU meanwhile.
const (
	leastUnknown = 0.2  // share of the non-idle time, off the CPU for no known cause
	leastOther   = 0.05 // share of that time, for a thread with a name
	mostOthers   = 3    // threads with a name
	mostMoments  = 1000 // messages and frames to look at, the longest
)

// Others is the CPU time of other threads while the thread handles messages and frames. They may be why it is off the CPU.
type Others struct {
	Off     int64        // ns that the thread is off the CPU for no known cause; 0 if that is little
	During  int64        // ns that the thread was busy with messages and frames
	CPU     int64        // ns of CPU time of other threads in them, without those that use little
	Threads []ThreadTime // the longest first, three at most
}

// A ThreadTime is the CPU time of a thread, in ns.
type ThreadTime struct {
	Thread trace.ThreadIndex
	CPU    int64
}

// findOthers finds the threads that use the CPU while the thread is off it, where much of this time has no known cause.
func (s *study) findOthers() {
	if s.Waiting != ByClocks || s.survey == nil {
		return
	}
	var off int64
	for i := range s.Parts {
		if s.Parts[i].Kind == Waiting && s.Parts[i].Cause == Unexplained {
			off += s.Parts[i].Time
		}
	}
	for i := range s.Findings { // long waits in one method have a sentence of their own
		if f := &s.Findings[i]; f.Rule == WaitsFor && f.Cause == Unexplained {
			off -= f.Time
		}
	}
	if off < s.Thresholds.Time || float64(off) < leastUnknown*float64(s.Busy()) {
		return
	}
	moments := s.moments()
	if len(moments) == 0 {
		return
	}
	s.Others.Off, s.Others.During = off, length(moments)
	for i := range s.x.Calls.Threads {
		t := &s.x.Calls.Threads[i]
		whole := s.x.Calls.Nanos(t.Last.CPU - t.First.CPU)
		if trace.ThreadIndex(i) == s.Thread || float64(whole) < leastOther*float64(off) {
			continue
		}
		clock, ticks := call.NewCPUClock(t), 0.0
		for _, at := range moments {
			from := clock.At(float64(s.x.Calls.Ticks(at.from)))
			ticks += clock.At(float64(s.x.Calls.Ticks(at.to))) - from
		}
		ns := s.x.Calls.Nanos(trace.Ticks(max(0, ticks)))
		s.Others.CPU += ns
		if float64(ns) >= leastOther*float64(off) {
			s.Others.Threads = append(s.Others.Threads, ThreadTime{trace.ThreadIndex(i), ns})
		}
	}
	sorting.Stable(s.Others.Threads, func(a, b ThreadTime) int { return cmp.Compare(b.CPU, a.CPU) })
	s.Others.Threads = s.Others.Threads[:min(len(s.Others.Threads), mostOthers)]
}

// moments returns the times of messages, frames and input events in the range, or the whole range if the thread never waits for work.
func (s *study) moments() (all []span) {
	for _, c := range slices.Concat(s.survey.handled, s.survey.frames, s.survey.inputs()) {
		all = append(all, span{max(s.x.Calls.Nanos(c.from), s.From), min(s.x.Calls.Nanos(c.to), s.To)})
	}
	if len(all) == 0 && s.Idle == 0 {
		return []span{{s.From, s.To}}
	}
	sorting.Stable(all, func(a, b span) int { return cmp.Compare(b.to-b.from, a.to-a.from) })
	return joined(all[:min(len(all), mostMoments)])
}
