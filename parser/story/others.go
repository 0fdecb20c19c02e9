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
	leastUnknown = 0.15 // Share of the non-idle time, off the CPU for no known cause.
	leastOther   = 0.05 // Share of that time, for a thread with a name.
	mostOthers   = 3    // Threads with a name.
	mostMoments  = 1000 // The longest messages, frames and input events.

	leastCollecting = 0.2 // Share of the range, for the garbage collector.
)

// Others is the CPU time of other threads while the thread handles messages, frames and input events. They may be why it is off the CPU.
type Others struct {
	Off     int64        // ns off the CPU for no known cause, without Found. 0 if that is little.
	Found   int64        // ns of such time in methods with a finding.
	During  int64        // ns that the thread was busy with these.
	CPU     int64        // ns of CPU time of other threads meanwhile.
	In      Share        // The innermost own method whose calls have at least half of Off. Its Time is 0 without one, and with Found.
	Threads []ThreadTime // The busiest other threads, the longest first, three at most.
}

// A ThreadTime is the CPU time of a thread, in ns.
type ThreadTime struct {
	Thread trace.ThreadIndex
	CPU    int64
	Doing  trace.MethodIndex // that it spent at least half of this time on, or call.NoMethod
}

// IsCollector reports whether a thread collects garbage: HeapTaskDaemon of ART, GC of Dalvik.
func IsCollector(thread string) bool { return thread == "HeapTaskDaemon" || thread == "GC" }

// findCollector fills Collector, if collecting garbage takes much of the time.
func (s othersRule) findCollector() {
	if s.Waiting != ByClocks {
		return
	}
	for i := range s.x.Calls.Threads {
		if t := &s.x.Calls.Threads[i]; trace.ThreadIndex(i) != s.Thread && IsCollector(s.x.Info.Threads[i].Name) && t.Last.CPU > t.First.CPU {
			ns := s.cpuIn(t, []span{{s.From, s.To}})
			if ns >= s.Thresholds.Time && float64(ns) >= leastCollecting*float64(s.To-s.From) {
				s.Collector = ThreadTime{trace.ThreadIndex(i), ns, call.NoMethod}
			}
		}
	}
}

// cpuIn returns the CPU time of a thread in some times, in ns.
func (s othersRule) cpuIn(t *call.Thread, times []span) int64 {
	clock, ticks := call.NewCPUClock(t), 0.0
	for _, at := range times {
		from := clock.At(float64(s.x.Calls.Ticks(at.from)))
		ticks += clock.At(float64(s.x.Calls.Ticks(at.to))) - from
	}
	return s.x.Calls.Nanos(trace.Ticks(max(0, ticks)))
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
	if found == 0 {
		s.Others.In = s.mostlyOff(off)
	}
	for i := range s.x.Calls.Threads {
		t := &s.x.Calls.Threads[i]
		if trace.ThreadIndex(i) == s.Thread || t.Last.CPU == t.First.CPU {
			continue
		}
		begin, end := call.NewCPUClock(t), call.NewCPUClock(t)
		if end.At(float64(s.x.Calls.Ticks(moments[len(moments)-1].to))) <= begin.At(float64(s.x.Calls.Ticks(moments[0].from))) {
			continue
		}
		ns := s.cpuIn(t, moments)
		s.Others.CPU += ns
		if float64(ns) >= leastOther*float64(off) {
			s.Others.Threads = append(s.Others.Threads, ThreadTime{trace.ThreadIndex(i), ns, call.NoMethod})
		}
	}
	sorting.Stable(s.Others.Threads, func(a, b ThreadTime) int { return cmp.Compare(b.CPU, a.CPU) })
	s.Others.Threads = s.Others.Threads[:min(len(s.Others.Threads), mostOthers)]
	for i := range s.Others.Threads {
		s.Others.Threads[i].Doing = s.mostlyDoes(s.Others.Threads[i].Thread, moments)
	}
}

// mostlyOff returns the innermost own method whose calls have at least half of the time off the CPU with no known cause. It also returns
// how much, in ns. Off is all such time.
func (s othersRule) mostlyOff(off int64) Share {
	sums, by := make([]int64, s.tree.Len()), map[trace.MethodIndex]int64{} // ns of such time in a row and its callees
	for _, row := range slices.Backward(s.rows) {
		if wait := s.waitIn(row); wait > 0 {
			if _, cause := s.site(row); cause == Unexplained {
				sums[row] += wait
			}
		}
		if s.own[row] == row && s.tree.Outermost[row] && sums[row] > 0 {
			by[s.tree.Method[row]] += sums[row]
		}
		if row != 0 {
			sums[s.tree.Parent[row]] += sums[row]
		}
	}
	best := Share{Method: call.NoMethod}
	for m, ns := range by {
		if 2*ns >= off && (best.Time == 0 || ns < best.Time || ns == best.Time && m > best.Method) {
			best = Share{m, ns}
		}
	}
	return best
}

// mostlyDoes returns the innermost own method that at least half of a thread's CPU time in some moments is in, as far as instants show.
// Without own code it is a method of a library, or else of the platform. It is call.NoMethod without one.
func (s othersRule) mostlyDoes(thread trace.ThreadIndex, moments []span) trace.MethodIndex {
	const instants = 500 // each moment has one at least
	type part struct {
		ticks   float64 // of CPU time
		depth   int     // where it was seen last
		instant int     // when it was seen last
	}
	t := &s.x.Calls.Threads[thread]
	clock, step := call.NewCPUClock(t), max(length(moments)/instants, 1)
	by, whole, instant := map[trace.MethodIndex]part{}, 0.0, 0
	for _, in := range moments {
		for at := in.from; at < in.to; at += step {
			from, to := s.x.Calls.Ticks(at), s.x.Calls.Ticks(min(at+step, in.to))
			begin := clock.At(float64(from))
			ticks := clock.At(float64(to)) - begin
			if ticks <= 0 {
				continue
			}
			whole += ticks
			instant++
			eachAt(s.x, thread, (from+to)/2, func(r profile.Ref) {
				m := s.x.Method(r)
				p := by[m]
				if p.instant != instant { // else a recursive call
					p.ticks += ticks
				}
				p.depth, p.instant = int(r.Depth), instant
				by[m] = p
			})
		}
	}
	best, kind := call.NoMethod, 0
	for m, p := range by {
		if 2*p.ticks < whole {
			continue
		}
		if is := s.kindOf(m); is > 0 && (is > kind || is == kind && (p.depth > by[best].depth || p.depth == by[best].depth && m < best)) {
			best, kind = m, is
		}
	}
	return best
}

// kindOf returns how well a method says what its thread does: 3 for own code, 2 for a library, 1 for other code, 0 if it only waits or leads
// to other code.
func (s othersRule) kindOf(m trace.MethodIndex) int {
	switch {
	case s.origin[m] == platform.Own:
		return 3
	case s.isLibrary(m):
		return 2
	case s.leads(m) || s.known[m] != nil:
		return 0
	}
	return 1
}

// moments returns the times of messages, frames and input events in the range. Without them, it returns the times when the thread does
// not wait for work.
func (s othersRule) moments() (all []span) {
	for _, c := range slices.Concat(s.survey.handled, s.survey.frames, s.survey.events) {
		all = append(all, span{max(s.x.Calls.Nanos(c.from), s.From), min(s.x.Calls.Nanos(c.to), s.To)})
	}
	if len(all) == 0 {
		all = s.active()
	}
	sorting.Stable(all, func(a, b span) int { return cmp.Compare(b.to-b.from, a.to-a.from) })
	return joined(all[:min(len(all), mostMoments)])
}

// active returns the times in the range when the thread does not wait for work.
func (s othersRule) active() (all []span) {
	marks := s.unmarked()
	for row, idle := range s.idle {
		if idle {
			marks[row] = 1
		}
	}
	var idle []span
	s.eachCall(marks, func(r profile.Ref, _ uint32) {
		c := s.call(r)
		idle = append(idle, span{c.From, c.To})
	})
	from := s.From
	for _, at := range joined(idle) {
		if at.from > from {
			all = append(all, span{from, min(at.from, s.To)})
		}
		from = max(from, at.to)
	}
	if from < s.To {
		all = append(all, span{from, s.To})
	}
	return all
}
