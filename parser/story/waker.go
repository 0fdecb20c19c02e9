package story

import (
	"math"
	"slices"
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// The ways to let a waiting thread continue. Some calls end only waits of their own kind.
const (
	notifies   uint8 = 1 << iota // waits in Object.wait
	unparks                      // parked threads
	unlocks                      // waits for locks
	finishes                     // waits for tasks
	countsDown                   // waits for latches and semaphores
	passes                       // no wait: a Handler's thread runs the coroutine
)

// wakers are methods that let another thread continue.
var wakers = map[string]uint8{
	"java.util.concurrent.locks.LockSupport.unpark": unparks, "sun.misc.Unsafe.unpark": unparks, "jdk.internal.misc.Unsafe.unpark": unparks,
	"java.lang.Thread.unpark": unparks, "java.lang.Thread.unpark$": unparks, "java.lang.Object.notify": notifies, "java.lang.Object.notifyAll": notifies,
	"java.util.concurrent.locks.ReentrantLock.unlock": unlocks, "java.util.concurrent.FutureTask.finishCompletion": finishes,
	"java.util.concurrent.CountDownLatch.countDown": countsDown, "java.util.concurrent.Semaphore.release": countsDown,
	"kotlinx.coroutines.android.HandlerContext.dispatch": passes,
}

// wakes returns the ways of each method, and whether any wakes threads.
func (s *waitRule) wakes() (of []uint8, any bool) {
	of = make([]uint8, len(s.x.Info.Methods))
	for m := range of {
		in := &s.x.Info.Methods[m]
		of[m] = wakers[in.Class+"."+in.Name]
		any = any || of[m]&^passes != 0
	}
	return of, any
}

// wokenBy returns the ways that can end a wait for a cause in a method.
func wokenBy(cause Cause, m *trace.Method) uint8 {
	switch {
	case m.Class == "android.os.ConditionVariable":
		return notifies
	case cause == Lock:
		return unparks | unlocks
	case cause == Future:
		return unparks | finishes
	case cause == Latch:
		return unparks | countsDown
	case cause == Queue, cause == Database, strings.HasPrefix(m.Class, "java.util.concurrent."):
		return unparks
	case m.Class == "java.lang.Object":
		return notifies
	}
	return notifies | unparks
}

// Limits of the search for the thread that ended a wait.
const (
	mostWaits  = 20        // waits per cause to explain, the longest ones
	leastWait  = 5_000_000 // ns: shorter waits stay without
	wakesFirst = 5_000_000 // ns: a thread wakes up at most so long after it was woken

	sampledFirst = 15_000_000 // ns: and in samples so long, because they show only some instants
	returnOfHold = 100        // a method returns at most one of so many parts of a wait after it gave up the lock
	tailOfWait   = 40         // own work ends in the last of so many parts of a wait, or within the time above
)

// findWaker finds the thread that ended most of the waiting of a part, and the own method that this
// thread ran meanwhile. The last call that wakes a thread before a wait ended counts as the one
// that ended it.
func (s *waitRule) findWaker(part *Part, f *Finding) {
	switch part.Cause {
	case Lock, Condition, Future, Latch, Queue, Coroutine, Join, Preferences:
	case Database:
		if !s.forConnection(part) {
			return
		}
	default:
		return
	}
	wakes, any := s.wakes()
	any = any && !s.Sampled // a sampler sees such calls by chance
	sums := map[holder]int64{}
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
		key := holder{NoThread, call.NoMethod}
		if any {
			if r, ok := s.wakerOf(s.Thread, c, wakes, wokenBy(part.Cause, &s.x.Info.Methods[s.x.Method(c.Ref)])); ok {
				key = holder{r.Thread, s.doing(r, c)}
			}
		}
		if key.thread == NoThread {
			key.thread, key.method = s.enderOf(s.Thread, c, part.Cause)
		}
		if part.Cause == Preferences && (key.thread == NoThread || key.method == call.NoMethod) {
			key = writerOf(s, c, key)
		}
		if key.thread == NoThread {
			continue
		}
		sums[key] += s.stake(c)
		if 2*sums[key] > part.Time {
			f.Other, f.Doing, f.Sure = key.thread, key.method, Likely
			f.Behind = s.waitDuring(key.thread, s.x.Calls.Ticks(c.From), s.x.Calls.Ticks(c.To))
			f.Beyond, f.BeyondDoing = s.endedBehind(key.thread, c, wakes, any)
			if isNearlyAll(s.stake(c), part.Time) {
				f.Ran = s.ranDuring(key, s.x.Calls.Ticks(c.From), s.x.Calls.Ticks(c.To))
			}
		}
	}
}

// writerOf returns the thread that writes preferences during most of a wait for that, or a holder. Android's code writes them.
func writerOf(s *waitRule, c *Call, of holder) holder {
	for i := range s.x.Calls.Threads {
		if trace.ThreadIndex(i) == s.Thread || of.thread != NoThread && of.thread != trace.ThreadIndex(i) {
			continue
		}
		found := call.NoMethod
		s.eachDuring(trace.ThreadIndex(i), s.x.Calls.Ticks(c.From), s.x.Calls.Ticks(c.To), func(r profile.Ref, _ trace.Ticks) {
			if m := s.x.Method(r); s.x.Info.Methods[m].Class == "android.app.SharedPreferencesImpl" && s.x.Info.Methods[m].Name == "writeToFile" {
				found = m
			}
		})
		if found != call.NoMethod {
			return holder{trace.ThreadIndex(i), found}
		}
	}
	return of
}

// endedBehind returns the thread that ended what a thread itself waited for during a wait, in one call, and the own method that it ran
// meanwhile. Any reports whether calls that wake threads are recorded, and wakes has their ways.
func (s *waitRule) endedBehind(thread trace.ThreadIndex, c *Call, wakes []uint8, any bool) (by trace.ThreadIndex, doing trace.MethodIndex) {
	by, doing = NoThread, call.NoMethod
	behind, in := waitBehind(s, thread, s.x.Calls.Ticks(c.From), s.x.Calls.Ticks(c.To))
	if behind == nil || in.To > c.To {
		return by, doing
	}
	switch behind.cause {
	case Lock, Condition, Future, Latch, Queue, Coroutine, Join, Preferences:
	case Database:
		is := func(m trace.MethodIndex) bool { return isForConnection(&s.x.Info.Methods[m]) }
		if !is(s.x.Method(in.Ref)) && !s.survey.calledBy(in.Ref, is) {
			return by, doing
		}
	default:
		return by, doing
	}
	if any {
		if r, ok := s.wakerOf(thread, &in, wakes, wokenBy(behind.cause, &s.x.Info.Methods[s.x.Method(in.Ref)])); ok {
			return r.Thread, s.doing(r, &in)
		}
	}
	return s.enderOf(thread, &in, behind.cause)
}

// ranDuring returns how long a thread was in its method during a wait, in ns. It is 0 for less than half of the wait.
func (s *waitRule) ranDuring(of holder, from, to trace.Ticks) (ns int64) {
	s.eachDuring(of.thread, from, to, func(r profile.Ref, last trace.Ticks) {
		if s.x.Method(r) == of.method {
			ns = s.x.Calls.Nanos(min(last, to) - max(s.x.Level(r).Start(int(r.Row)), from))
		}
	})
	return ns
}

// enderOf returns the thread whose work ended with the wait of a thread, and the own method that it ran meanwhile, where no call that wakes
// the waiting thread is recorded. The end of a thread ends a join. The end of an own call that ran for half of the wait ends
// the others. For a database, a call in it must end. If several threads fit, it returns none.
func (s *waitRule) enderOf(of trace.ThreadIndex, c *Call, cause Cause) (thread trace.ThreadIndex, doing trace.MethodIndex) {
	thread, doing = NoThread, call.NoMethod
	switch cause {
	case Future, Latch, Coroutine, Join, Condition, Database:
	default:
		return thread, doing
	}
	from, to := s.x.Calls.Ticks(c.From), s.x.Calls.Ticks(c.To)
	window := max(wakesFirst, (c.To-c.From)/tailOfWait) // code of libraries can follow the work
	if s.Sampled {
		window = max(window, sampledFirst)
	}
	first, last := max(from, s.x.Calls.Ticks(c.To-window)), to
	if s.Sampled { // the next samples of the two threads
		last = s.x.Calls.Ticks(c.To + sampledFirst)
	}
	for i := range s.x.Calls.Threads {
		t := &s.x.Calls.Threads[i]
		at := trace.ThreadIndex(i)
		if at == s.Thread || at == of || cause == Join && (t.OpenCalls > 0 || t.Last.Primary < first || t.Last.Primary > last) {
			continue
		}
		m, end := s.during(at, from, to)
		switch {
		case cause == Join:
		case m == call.NoMethod, cause == Database && !s.leavesDatabase(at, first, to), cause != Database && (end < first || end > last):
			continue
		}
		if thread != NoThread {
			return NoThread, call.NoMethod
		}
		thread, doing = at, m
	}
	return thread, doing
}

// leavesDatabase reports whether a call of a thread in a database ends between two times.
func (s *waitRule) leavesDatabase(i trace.ThreadIndex, first, last trace.Ticks) bool {
	for depth, l := range s.x.Calls.Threads[i].Levels {
		for row := l.After(last) - 1; row >= 0 && l.End(row) >= first; row-- {
			if k := s.known[s.x.Method(profile.Ref{Thread: i, Depth: uint32(depth), Row: uint32(row)})]; k != nil && k.cause == Database && l.End(row) <= last {
				return true
			}
		}
	}
	return false
}

// during returns the method of the innermost own call of a thread that ran for half of a time, and the end of the outermost one. If
// none did, calls of libraries count, and then those of AndroidX. The method is NoMethod without any. A call that is open when the
// recording ends has no end.
func (s *waitRule) during(i trace.ThreadIndex, from, to trace.Ticks) (m trace.MethodIndex, end trace.Ticks) {
	m = call.NoMethod
	for _, of := range [...]platform.Origin{platform.Own, platform.Library, platform.Platform} {
		s.eachDuring(i, from, to, func(r profile.Ref, last trace.Ticks) {
			if at := s.x.Method(r); s.origin[at] == of && (of != platform.Platform || strings.HasPrefix(s.x.Info.Methods[at].Class, "androidx.")) {
				if m == call.NoMethod {
					end = last
				}
				m = at
			}
		})
		if m != call.NoMethod {
			break
		}
	}
	return m, end
}

// waitDuring returns what a thread waited for during half of a time, in one call or in several, or Unexplained.
func (s *waitRule) waitDuring(i trace.ThreadIndex, from, to trace.Ticks) Cause {
	if k, _ := waitBehind(s, i, from, to); k != nil {
		return k.cause
	}
	const most = 10_000 // calls
	var in [Causes][]span
	n := 0
	for depth, l := range s.x.Calls.Threads[i].Levels {
		for row, end := l.From(from), l.After(to); row < end && n < most; row, n = row+1, n+1 {
			if k := s.waitOf(profile.Ref{Thread: i, Depth: uint32(depth), Row: uint32(row)}); k != nil {
				in[k.cause] = append(in[k.cause], span{int64(max(l.Start(row), from)), int64(min(l.End(row), to))})
			}
		}
	}
	for c := range in {
		if 2*length(joined(in[c])) >= int64(to-from) && to > from {
			return Cause(c)
		}
	}
	return Unexplained
}

// waitBehind returns the innermost call of a thread that waits for half of a time, and the row of the table of waits for its cause. The row is
// nil without one. The times of the call are left out.
func waitBehind(s *waitRule, i trace.ThreadIndex, from, to trace.Ticks) (k *known, in Call) {
	s.eachDuring(i, from, to, func(r profile.Ref, last trace.Ticks) {
		of := s.waitOf(r)
		if of == nil {
			return
		}
		if k == nil || of.role != pauses { // a caller says more than Object.wait
			k = of
		}
		in = Call{Ref: r, From: s.x.Calls.Nanos(s.x.Level(r).Start(int(r.Row))), To: s.x.Calls.Nanos(last)}
	})
	return k, in
}

// waitOf returns the row of the table of waits for a call that waits, or nil.
func (s *waitRule) waitOf(r profile.Ref) *known {
	k := s.known[s.x.Method(r)]
	if k == nil {
		return nil
	}
	switch k.cause {
	case Unexplained, IdleWait, Tracing, Debugger, Unmeasured:
		return nil
	}
	if t := s.x.Times(r); s.Waiting == ByClocks && 2*t[profile.Waiting] < t[profile.Wall] || s.Waiting != ByClocks && !k.blocks && k.cause != Network {
		return nil
	}
	return k
}

// eachDuring calls f with each call of a thread that ran for half of a time and with its end, callers first.
func (s *waitRule) eachDuring(i trace.ThreadIndex, from, to trace.Ticks, f func(r profile.Ref, last trace.Ticks)) {
	t := &s.x.Calls.Threads[i]
	middle := from + (to-from)/2 // a call that runs for half of the time runs then
	for depth, l := range t.Levels {
		row, last := l.From(middle), trace.Ticks(math.MaxInt64)
		switch open := l.Len() - 1; {
		case int64(depth) < t.OpenCalls && row >= open:
			if row = open; s.Sampled { // samples do not show whether it continues
				last = l.End(row)
			}
		case row <= open:
			last = l.End(row)
		default:
			return
		}
		if l.Start(row) > middle || 2*(min(last, to)-max(l.Start(row), from)) < to-from {
			return
		}
		f(profile.Ref{Thread: i, Depth: uint32(depth), Row: uint32(row)}, last)
	}
}

// meanwhile finds the one thread that ran own code for half of the time that the thread hung.
func (s *waitRule) meanwhile(f *Finding) {
	f.Waker = noWaker
	switch f.Cause {
	case Lock, Condition, Future, Latch, Queue, Coroutine, Join, Preferences, Database:
	case Unexplained:
		s.holderAtEnd(f)
		return
	default:
		return
	}
	to := s.x.Calls.Ticks(s.After.Call.To)
	from := to - s.x.Calls.Ticks(s.After.Time)
	for i := range s.x.Calls.Threads {
		if trace.ThreadIndex(i) == s.Thread {
			continue
		}
		if m, _ := s.during(trace.ThreadIndex(i), from, to); m != call.NoMethod {
			if f.Other != NoThread {
				f.Waker = noWaker
				return
			}
			f.Other, f.Doing, f.Behind = trace.ThreadIndex(i), m, s.waitDuring(trace.ThreadIndex(i), from, to)
		}
	}
	if f.Other == NoThread && f.Cause == Coroutine {
		s.poster(f)
	} else if f.Other != NoThread {
		f.Still = s.x.Calls.Threads[f.Other].Last.Primary <= from+(to-from)/20
		in := s.outerClass(f.Doing)
		f.Mutual = f.Still && f.Behind == Unexplained && in != "" && s.survey.calledBy(s.After.Call.Ref, func(m trace.MethodIndex) bool { return s.outerClass(m) == in })
	}
}

// poster finds the thread that last passed a coroutine to a Handler while main hung. If it is the Handler of main, both wait.
func (s *waitRule) poster(f *Finding) {
	if !s.x.Info.Threads[s.Thread].IsMain() {
		return
	}
	of, _ := s.wakes()
	if !slices.Contains(of, passes) {
		return
	}
	if latest, ok := s.lastCall(s.Thread, of, passes, s.After.Call.From, s.After.Call.To); ok {
		f.Other, f.Doing, f.Sure, f.Posted = latest.Thread, s.doing(latest, &s.After.Call), Likely, true
	}
}

// holderAtEnd finds the one thread that may have the monitor that the thread hangs for: it was in a method of the same class
// when the thread began to hang, and still is.
func (s *waitRule) holderAtEnd(f *Finding) {
	begin, in := s.x.Calls.Ticks(s.After.Call.From), s.outerClass(s.After.Method)
	if in == "" {
		return
	}
	for i := range s.x.Calls.Threads {
		t := &s.x.Calls.Threads[i]
		for depth := t.OpenCalls - 1; depth >= 0 && trace.ThreadIndex(i) != s.Thread; depth-- {
			l := t.Levels[depth]
			m := s.x.Method(profile.Ref{Thread: trace.ThreadIndex(i), Depth: uint32(depth), Row: uint32(l.Len() - 1)})
			if l.Start(l.Len()-1) > begin || s.outerClass(m) != in {
				continue
			}
			if f.Other != NoThread {
				f.Waker = noWaker
				return
			}
			f.Other, f.Doing, f.Sure = trace.ThreadIndex(i), m, Likely
			break
		}
	}
}

// outerClass returns the class of a method, or that around it.
func (s *waitRule) outerClass(m trace.MethodIndex) string {
	outer, _, _ := strings.Cut(s.x.Info.Methods[m].Class, "$")
	return outer
}

// forConnection reports whether most of the waiting for databases is for a connection that another thread uses.
func (s *waitRule) forConnection(part *Part) bool {
	var ns int64
	for m := range s.x.Info.Methods {
		if isForConnection(&s.x.Info.Methods[m]) {
			ns += s.p.Methods[m].Inclusive[s.first]
		}
	}
	return 2*ns > part.Time
}

// isForConnection reports whether a method waits for a connection to a database that another thread uses.
func isForConnection(m *trace.Method) bool {
	return m.Name == "waitForConnection" && m.Class == "android.database.sqlite.SQLiteConnectionPool"
}

// findHolder finds the thread that may have held a monitor during most of the waiting of a method. No recorded method shows
// the wait for a synchronized method or block. But often a method of the same class has the monitor: another thread was in
// one when the wait began, and left it when the wait ended.
func (s *waitRule) findHolder(site *Site, f *Finding) {
	f.Waker = noWaker
	in := s.outerClass(site.Method)
	if in == "" || s.Sampled {
		return
	}
	longest := s.longestWaits(s.x.RowsOf(site.Method))
	sums := map[holder]int64{}
	for i := range longest[:min(len(longest), mostWaits)] {
		at, _ := s.survey.gap(longest[i].Ref)
		h := s.holderOf(at, in)
		if sums[h] += at.to - at.from; h.thread != NoThread && 2*sums[h] >= f.Time {
			f.Other, f.Doing, f.Sure = h.thread, h.method, Likely
			if s.origin[h.method] != platform.Own { // such as a lazy value of Kotlin
				if m, _ := s.during(h.thread, s.x.Calls.Ticks(at.from), s.x.Calls.Ticks(at.to)); m != call.NoMethod {
					f.Doing = m
				}
			}
			f.Behind = s.waitDuring(h.thread, s.x.Calls.Ticks(at.from), s.x.Calls.Ticks(at.to))
		}
	}
}

// A holder is a thread that another one waited for, and its method.
type holder struct {
	thread trace.ThreadIndex
	method trace.MethodIndex
}

// holderOf returns the first thread that was in a method of a class when a wait began, and left it when the wait ended.
func (s *waitRule) holderOf(at span, in string) holder {
	begin, first, last := s.x.Calls.Ticks(at.from), s.x.Calls.Ticks(at.to-wakesFirst), s.x.Calls.Ticks(at.to+(at.to-at.from)/returnOfHold)
	for i := range s.x.Calls.Threads {
		if trace.ThreadIndex(i) == s.Thread {
			continue
		}
		best := call.NoMethod
		for depth, l := range s.x.Calls.Threads[i].Levels { // the innermost call counts
			row := l.From(begin + 1)
			if row == l.Len() || l.Start(row) > begin || l.End(row) < first || l.End(row) > last {
				continue
			}
			if m := s.x.Method(profile.Ref{Thread: trace.ThreadIndex(i), Depth: uint32(depth), Row: uint32(row)}); s.outerClass(m) == in {
				best = m
			}
		}
		if best != call.NoMethod {
			return holder{trace.ThreadIndex(i), best}
		}
	}
	return holder{NoThread, call.NoMethod}
}

// wakerOf returns the last call of another thread than one that wakes it in one of some ways, and that began shortly before
// its wait ended. Threads of the runtime only wake each other.
func (s *waitRule) wakerOf(thread trace.ThreadIndex, c *Call, wakes []uint8, ways uint8) (best profile.Ref, ok bool) {
	return s.lastCall(thread, wakes, ways, max(c.From, c.To-wakesFirst), c.To)
}

// lastCall returns the call of another thread than one that began last in a time, from and to in ns, and whose method has one of some ways.
func (s *waitRule) lastCall(thread trace.ThreadIndex, of []uint8, ways uint8, from, to int64) (best profile.Ref, ok bool) {
	first, end := s.x.Calls.Ticks(from), s.x.Calls.Ticks(to)
	latest := trace.Ticks(-1)
	for i := range s.x.Calls.Threads {
		if trace.ThreadIndex(i) == thread {
			continue
		}
		for depth, l := range s.x.Calls.Threads[i].Levels {
			for row := l.After(end) - 1; row >= 0; row-- {
				start := l.Start(row)
				if start < first || start <= latest {
					break
				}
				r := profile.Ref{Thread: trace.ThreadIndex(i), Depth: uint32(depth), Row: uint32(row)}
				if of[s.x.Method(r)]&ways != 0 && !s.ofRuntime(r) {
					best, latest, ok = r, start, true
					break
				}
			}
		}
	}
	return best, ok
}

// ofRuntime reports whether a thread of the runtime, such as that of finalizers, made a call for itself.
func (s *waitRule) ofRuntime(r profile.Ref) bool {
	daemon := s.survey.calledBy(r, func(m trace.MethodIndex) bool {
		return strings.HasPrefix(s.x.Info.Methods[m].Class, "java.lang.Daemons$")
	})
	return daemon && !s.survey.calledBy(r, func(m trace.MethodIndex) bool { // a finalizer of the app
		return s.origin[m] == platform.Own || s.origin[m] == platform.Library
	})
}

// isEntry reports whether a method is one that a thread or an executor begins with: it may do everything that the thread does.
func isEntry(m *trace.Method) bool {
	return m.Name == "run" || m.Name == "call" || m.Name == "invoke" || m.Name == "invokeSuspend"
}

// doing returns the own method that the thread of a waking call ran during a wait. It is the
// innermost one around the call that ran for half of the wait, otherwise the innermost. Without own
// code it is NoMethod.
func (s *waitRule) doing(r profile.Ref, c *Call) trace.MethodIndex {
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
		if 2*(min(to, c.To)-max(from, c.From)) < c.To-c.From {
			continue
		}
		if !isEntry(&s.x.Info.Methods[m]) {
			return m
		}
		begin, end := s.x.Calls.Ticks(c.From), s.x.Calls.Ticks(c.To)
		if inner, _ := s.during(r.Thread, begin, end); inner != call.NoMethod && 4*s.ranDuring(holder{r.Thread, inner}, begin, end) > 3*(c.To-c.From) {
			return inner // it does nearly all
		}
		return m
	}
	if innermost == call.NoMethod { // the work comes before the call, not around it
		innermost, _ = s.during(r.Thread, s.x.Calls.Ticks(c.From), s.x.Calls.Ticks(c.To))
	}
	return innermost
}
