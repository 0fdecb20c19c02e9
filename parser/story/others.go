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

// Limits of the search for other threads that use the CPU meanwhile.
const (
	leastUnknown = 0.2  // share of the non-idle time, off the CPU for no known cause
	leastOther   = 0.05 // share of that time, for a thread with a name
	mostOthers   = 3    // threads with a name
	mostMoments  = 1000 // messages and frames to look at, the longest
)

// Others is the CPU time of other threads while the thread handles messages and frames. They may be why it is off the CPU.
type Others struct {
	Off     int64        // ns that the thread is off the CPU for no known cause, without Found; 0 if that is little
	Found   int64        // ns of such time in one method, which has a finding
	During  int64        // ns that the thread was busy with messages and frames
	CPU     int64        // ns of CPU time of other threads in them
	Threads []ThreadTime // those that use most, the longest first, three at most
}

// A ThreadTime is the CPU time of a thread, in ns.
type ThreadTime struct {
	Thread trace.ThreadIndex
	CPU    int64
	Doing  trace.MethodIndex // that it spent at least half of its CPU time on in the range, or call.NoMethod
}

// An othersRule finds the threads that use the CPU while that of a study is off it.
type othersRule struct{ *study }

// find fills Others, where much of the time off the CPU has no known cause.
func (s othersRule) find() {
	if s.Waiting != ByClocks || s.survey == nil {
		return
	}
	var off, found int64
	for i := range s.Parts {
		if s.Parts[i].Kind == Waiting && s.Parts[i].Cause == Unexplained {
			off += s.Parts[i].Time
		}
	}
	for i := range s.Findings { // long waits in one method have a sentence of their own
		if f := &s.Findings[i]; f.Rule == WaitsFor && f.Cause == Unexplained {
			found += f.Time
		}
	}
	off -= found
	if off < s.Thresholds.Time || float64(off) < leastUnknown*float64(s.Busy()) {
		return
	}
	moments := s.moments()
	if len(moments) == 0 {
		return
	}
	s.Others.Off, s.Others.Found, s.Others.During = off, found, length(moments)
	for i := range s.x.Calls.Threads {
		t := &s.x.Calls.Threads[i]
		if trace.ThreadIndex(i) == s.Thread || t.Last.CPU == t.First.CPU {
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
			s.Others.Threads = append(s.Others.Threads, ThreadTime{trace.ThreadIndex(i), ns, call.NoMethod})
		}
	}
	sorting.Stable(s.Others.Threads, func(a, b ThreadTime) int { return cmp.Compare(b.CPU, a.CPU) })
	s.Others.Threads = s.Others.Threads[:min(len(s.Others.Threads), mostOthers)]
	for i := range s.Others.Threads {
		s.Others.Threads[i].Doing = s.mostlyDoes(s.Others.Threads[i].Thread)
	}
}

// mostlyDoes returns the innermost own method that at least half of a thread's CPU time in the range is in. Without own code it is
// a method of a library, or else of the platform. It is call.NoMethod without one.
func (s othersRule) mostlyDoes(thread trace.ThreadIndex) trace.MethodIndex {
	threads := make([]bool, len(s.x.Calls.Threads))
	threads[thread] = true
	p := s.x.Profile(profile.Scope{From: s.opts.From, To: s.opts.To, Threads: threads}, nil)
	whole := p.Total()[profile.CPU]
	isHalf := func(row profile.Row) bool { return whole > 0 && 2*p.Rows[row].Inclusive[profile.CPU] >= whole }
	own, library, any := call.NoMethod, call.NoMethod, call.NoMethod
	for at := s.tree.First[0]; at != profile.NoRow; {
		if !isHalf(at) {
			at = s.tree.Next[at]
			continue
		}
		switch m := s.tree.Method[at]; {
		case s.origin[m] == platform.Own:
			own = m
		case s.isLibrary(m):
			library = m
		case !s.leads(m) && s.known[m] == nil:
			any = m
		}
		at = s.tree.First[at]
	}
	switch {
	case own != call.NoMethod:
		return own
	case library != call.NoMethod:
		return library
	}
	return any
}

// moments returns the times of messages, frames and input events in the range, or the whole range if the thread never waits for work.
func (s othersRule) moments() (all []span) {
	for _, c := range slices.Concat(s.survey.handled, s.survey.frames, s.survey.inputs()) {
		all = append(all, span{max(s.x.Calls.Nanos(c.from), s.From), min(s.x.Calls.Nanos(c.to), s.To)})
	}
	if len(all) == 0 && s.Idle == 0 {
		return []span{{s.From, s.To}}
	}
	sorting.Stable(all, func(a, b span) int { return cmp.Compare(b.to-b.from, a.to-a.from) })
	return joined(all[:min(len(all), mostMoments)])
}
