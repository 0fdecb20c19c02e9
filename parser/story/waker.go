package story

import (
	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// wakers are methods that let a waiting thread continue.
var wakers = map[string]bool{
	"java.util.concurrent.locks.LockSupport.unpark": true, "sun.misc.Unsafe.unpark": true, "jdk.internal.misc.Unsafe.unpark": true,
	"java.lang.Thread.unpark": true, "java.lang.Thread.unpark$": true, "java.lang.Object.notify": true, "java.lang.Object.notifyAll": true,
	"java.util.concurrent.locks.ReentrantLock.unlock": true, "java.util.concurrent.CountDownLatch.countDown": true,
	"java.util.concurrent.FutureTask.finishCompletion": true, "java.util.concurrent.Semaphore.release": true,
}

// Limits of the search for the thread that ended a wait.
const (
	mostWaits  = 20        // waits per cause to explain, the longest ones
	leastWait  = 5_000_000 // ns: shorter waits stay without
	wakesFirst = 5_000_000 // ns: a thread wakes up at most so long after it was woken, or a tenth of the wait
)

// findWaker finds the thread that ended most of the waiting of a part, and the own method that this
// thread ran meanwhile. The last call that wakes a thread before a wait ended counts as the one
// that ended it.
func (s *study) findWaker(part *Part, f *Finding) {
	switch part.Cause {
	case Lock, Condition, Future, Latch, Queue, Coroutine, Join, Preferences:
	default:
		return
	}
	wakes := make([]bool, len(s.x.Info.Methods))
	any := false
	for m := range wakes {
		in := &s.x.Info.Methods[m]
		wakes[m] = wakers[in.Class+"."+in.Name]
		any = any || wakes[m]
	}
	if !any {
		return
	}
	type by struct {
		thread trace.ThreadIndex
		method trace.MethodIndex
	}
	sums := map[by]int64{}
	var calls []Call
	for i := range part.Sites {
		for _, c := range part.Sites[i].Calls {
			calls = keepLongest(calls, c, s.stake)
		}
	}
	for i := range calls[:min(len(calls), mostWaits)] {
		c := &calls[i]
		if s.stake(c) < leastWait {
			break
		}
		if r, ok := s.wakerOf(c, wakes); ok {
			key := by{r.Thread, s.doing(r, c)}
			sums[key] += s.stake(c)
			if 2*sums[key] > part.Time {
				f.Other, f.Doing, f.Sure = key.thread, key.method, Likely
			}
		}
	}
}

// wakerOf returns the last call of another thread that wakes a thread, and that began shortly before
// a wait ended.
func (s *study) wakerOf(c *Call, wakes []bool) (best profile.Ref, ok bool) {
	tick := s.x.Calls.Tick
	end, from := c.To/tick, max(c.From, c.To-max(wakesFirst, (c.To-c.From)/10))/tick
	latest := int64(-1)
	for i := range s.x.Calls.Threads {
		if trace.ThreadIndex(i) == s.Thread {
			continue
		}
		for depth, l := range s.x.Calls.Threads[i].Levels {
			for row := l.After(end) - 1; row >= 0; row-- {
				start := l.Start(row)
				if start < from || start <= latest {
					break
				}
				r := profile.Ref{Thread: trace.ThreadIndex(i), Depth: uint32(depth), Row: uint32(row)}
				if wakes[s.x.Method(r)] {
					best, latest, ok = r, start, true
					break
				}
			}
		}
	}
	return best, ok
}

// doing returns the own method that the thread of a waking call ran during a wait. It is the
// innermost one around the call that ran for half of the wait, otherwise the innermost. Without own
// code it is NoMethod.
func (s *study) doing(r profile.Ref, c *Call) trace.MethodIndex {
	t := &s.x.Calls.Threads[r.Thread]
	innermost := call.NoMethod
	for depth, row := int(r.Depth), int(r.Row); depth > 0; {
		row = t.Caller(depth, row)
		depth--
		at := profile.Ref{Thread: r.Thread, Depth: uint32(depth), Row: uint32(row)}
		m := s.x.Method(at)
		if s.origin[m] != platform.Own {
			continue
		}
		if innermost == call.NoMethod {
			innermost = m
		}
		from, to := s.x.Calls.Nanos(t.Levels[depth].Start(row)), s.x.Calls.Nanos(t.Levels[depth].End(row))
		if 2*(min(to, c.To)-max(from, c.From)) >= c.To-c.From {
			return m
		}
	}
	return innermost
}
