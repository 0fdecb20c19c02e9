package wait

import (
	"slices"
	"strings"

	"traceglass/parser/dump"
)

// over is the reason for one thread's wait for another.
type over uint8

const (
	overLock      over = iota // a lock, or the other thread's end
	overCall                  // an answer from the other thread
	overFinalizer             // finalizers that the other thread runs
	overSignal                // a wake-up by the other thread, as their stacks suggest
)

// A hop is one thread's wait for another.
type hop struct {
	from, to int
	over     over
	wait     Wait   // overLock
	call     call   // overCall
	listed   bool   // the file lists the call with its server
	method   string // overFinalizer, overSignal: the waiting method
	called   Origin // overSignal: origin of that method
	line     int    // that shows the wait
}

// A path is the chain of hops from a thread to the last thread it waits for. If the last hop leads
// back to a thread on the path, closes is that thread, else None.
type path struct {
	hops   []hop
	closes int
}

// root returns the last thread of a path that starts at from.
func (p *path) root(from int) int {
	if len(p.hops) == 0 {
		return from
	}
	return p.hops[len(p.hops)-1].to
}

// processes limits how many calls between processes a path follows.
const processes = 16

// A follower follows the waits of threads.
type follower struct {
	d       *dump.Dump
	stacks  *stacks
	graphs  *graphs
	servers *servers
}

// path follows the waits from a thread, through locks and across processes.
func (f *follower) path(from int) path {
	p, across := path{closes: None}, 0
	seen := map[int]bool{from: true}
	for at := from; ; {
		h := hop{from: at, to: None}
		if w, ok := f.graphs.get(f.d.Threads[at].Block).Of(at); ok {
			h.wait, h.to, h.line = w, w.For, w.Line
		} else if s := f.stacks.of(at); across < processes {
			if c, ok := s.outgoing(); ok {
				across++
				h.over, h.call, h.line = overCall, c, c.line
				h.to, _, h.listed = f.servers.peer(c)
			} else {
				f.bySign(s, &h)
			}
		}
		if h.to == None {
			return p
		}
		p.hops = append(p.hops, h)
		if seen[h.to] {
			p.closes = h.to
			return p
		}
		seen[h.to] = true
		at = h.to
	}
}

// bySign sets the target of a wait that no lock line shows, judging by stacks.
func (f *follower) bySign(s *stack, h *hop) {
	if at := s.finalizing(); at >= 0 {
		h.over, h.method, h.line = overFinalizer, s.java[at].Name(), s.java[at].line
		h.to = f.finalizer(s.block)
		return
	}
	i := s.awaiting()
	if i < 0 {
		return
	}
	t := f.signaller(s)
	if t == None {
		t = f.worker(s)
	}
	if t != None {
		h.over, h.to, h.method, h.line, h.called = overSignal, t, s.java[i].Name(), s.java[i].line, s.callers(i)
	}
}

// finalizers are methods that wait for finalizers to run.
const finalizers = methods("java.lang.Runtime.runFinalization java.lang.System.runFinalization dalvik.system.VMRuntime.runFinalization java.lang.ref.FinalizerReference.finalizeAllEnqueued")

// finalizing returns the frame that waits for finalizers, or -1.
func (s *stack) finalizing() int {
	for i := range min(len(s.java), s.code) {
		if finalizers.contains(s.java[i].key) {
			return i
		}
	}
	return -1
}

// finalizer returns the thread of a process that runs finalizers, or None. Up to Android 2.3 the
// HeapWorker thread does this among other work.
func (f *follower) finalizer(b *dump.Block) int {
	for t := b.FirstThread; t < b.EndThread; t++ {
		if name := f.d.Threads[t].Name; name == "FinalizerDaemon" || name == "HeapWorker" {
			return t
		}
	}
	return None
}

// awaits are methods that wait for an unnamed thread to make progress.
const awaits = methods("java.lang.Object.wait java.util.concurrent.FutureTask.get java.util.concurrent.CompletableFuture.get java.util.concurrent.CompletableFuture.join java.util.concurrent.CountDownLatch.await java.util.concurrent.CyclicBarrier.await java.util.concurrent.Semaphore.acquire* android.os.ConditionVariable.block android.os.AsyncTask.get kotlinx.coroutines.BlockingCoroutine.joinBlocking java.util.concurrent.LinkedBlockingQueue.take java.util.concurrent.ArrayBlockingQueue.take java.util.concurrent.SynchronousQueue.take java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await java.lang.Thread.join")

// awaiting returns the frame of the outermost waiting method, which is the best known one, or -1 if
// the thread does not wait for another.
func (s *stack) awaiting() int {
	if s.state != dump.Waiting && s.state != dump.Timed {
		return -1
	}
	at := -1
	for i := range min(len(s.java), s.code+1, looked) {
		if awaits.contains(s.java[i].key) {
			at = i
		}
	}
	return at
}

// tasks are the suffixes of methods that run another thread's code as a task.
var tasks = []string{".run", ".call", ".doInBackground", ".invoke", ".invokeSuspend", ".execute", ".apply", ".accept", ".get"}

// worker returns the thread that probably runs what the waiting thread needs: the only thread, not
// at rest, that runs code of the waiting class in a task. It returns None if there is no such
// thread or more than one.
func (f *follower) worker(s *stack) int {
	if s.app == len(s.java) {
		return None
	}
	class, found := outer(s.java[s.app].Class), None
	behind := f.graphs.get(s.Thread.Block).waitersOf(s.row) // signaller handles these
	for t := s.block.FirstThread; t < s.block.EndThread; t++ {
		thread := &f.d.Threads[t]
		if t == s.row || !f.stacks.runs(thread, class, true) || Idle(f.d, thread) || slices.Contains(behind, t) {
			continue
		}
		if found != None {
			return None
		}
		found = t
	}
	return found
}

// signaller returns the thread that must wake a thread which waits without a time limit, if that
// signaller itself waits for a lock of the waiter, directly or through others. The signaller must
// refer to the object waited on, run code of the waiting class, or be the only thread that shares
// an app class with the waiter. Otherwise signaller returns None.
func (f *follower) signaller(s *stack) int {
	g := f.graphs.get(s.Thread.Block)
	if s.state != dump.Waiting || g.Holds(s.row) == 0 {
		return None
	}
	known := s.at != None && s.object.What == dump.WaitingOn && s.object.Object.Kind != dump.NoID
	class := ""
	if s.app < len(s.java) {
		class = outer(s.java[s.app].Class)
	}
	for _, t := range g.waitersOf(s.row) {
		thread := &f.d.Threads[t]
		for row := thread.FirstLock; known && row < thread.EndLock; row++ {
			if f.d.Lock(row).Object == s.object.Object {
				return t
			}
		}
		if class != "" && f.stacks.runs(thread, class, false) {
			return t
		}
	}
	classes, found := s.ownClasses(), None
	for _, t := range g.waitersOf(s.row) {
		if !slices.ContainsFunc(classes, func(class string) bool { return f.stacks.runs(&f.d.Threads[t], class, false) }) {
			continue
		}
		if found != None {
			return None // more than one thread could wake it
		}
		found = t
	}
	return found
}

// WaitersOf returns the number of threads that wait for a thread, directly and through others.
func (g *Graph) WaitersOf(thread int) (directly, through int) {
	for i := range g.Waits {
		if g.Waits[i].For == thread {
			directly++
		}
	}
	return directly, len(g.nearestWaiters(thread, len(g.Waits))) - directly
}

// waitersOf lists the threads that wait for a thread, directly or through others, the nearest
// first, at most farthest.
func (g *Graph) waitersOf(thread int) []int { return g.nearestWaiters(thread, farthest) }

// nearestWaiters is waitersOf with another limit.
func (g *Graph) nearestWaiters(thread, most int) []int {
	waiters := map[int][]int{}
	for i := range g.Waits {
		waiters[g.Waits[i].For] = append(waiters[g.Waits[i].For], g.Waits[i].Thread)
	}
	all := []int{thread}
	for i := 0; i < len(all) && len(all) <= most; i++ {
		for _, t := range waiters[all[i]] {
			if t != thread && len(all) <= most {
				all = append(all, t)
			}
		}
	}
	return all[1:]
}

// outer returns the outer class of an inner or compiler-generated class.
func outer(class string) string {
	if i := strings.IndexByte(class, '$'); i > 0 {
		return class[:i]
	}
	return class
}

// hops returns the hops of a path for a claim, at most as many as a claim may hold: the first ones,
// and the last.
func (f *Facts) hops(p *path, block int) (all []Hop) {
	for i := range p.hops {
		if i >= farthest-1 && i < len(p.hops)-1 {
			continue
		}
		h := &p.hops[i]
		to := f.describeHop(h, block)
		if p.closes != None && to.isLock() { // to order the locks, one needs to know who takes them where
			to.Method, to.Top = f.methodAt(h.from, h.wait.Line), f.methodAt(h.to, h.wait.HeldLine)
		}
		all = append(all, to)
	}
	return all
}

// methodAt returns the method of a thread that a line on a lock belongs to, which is below its frame. It returns "" for other lines.
func (f *Facts) methodAt(thread, line int) (method string) {
	t := &f.d.Threads[thread]
	if line <= t.Line || line >= t.EndLine {
		return ""
	}
	java := f.stacks.of(thread).java
	for i := range java {
		if java[i].line > line {
			break
		}
		method = java[i].Name()
	}
	return method
}

// describeHop describes one hop.
func (f *Facts) describeHop(h *hop, block int) Hop {
	to := Hop{From: f.ThreadFrom(h.from, block), Line: h.line}
	to.Thread, to.Method = f.threadArg(h.to, block), h.method
	switch {
	case h.over == overFinalizer:
		to.Code = WaitsForFinalizers
	case h.over == overSignal:
		to.Code, to.Args.From = WaitsForSignal, h.called
	case h.over == overCall:
		to.Code, to.Call = WaitsForLikelyAnswer, h.call.title()
		if h.listed {
			to.Code = WaitsForAnswer
		}
	case h.wait.Why == Join:
		to.Code = WaitsForEnd
	default:
		to.Code, to.Object = WaitsForLock, &h.wait.Object
		if f.hopConfidence(h) != Certain {
			to.Code = WaitsForLockHeld
			if !h.wait.Named && h.wait.Shown {
				to.Code = WaitsForLockShown
			}
		}
	}
	return to
}

// hopConfidence returns the confidence of a hop. A lock is certain if waiter and holder agree at
// one instant.
func (f *Facts) hopConfidence(h *hop) Confidence {
	switch h.over {
	case overFinalizer:
		return Certain
	case overLock:
		if f.d.Blocks[f.d.Threads[h.from].Block].Instant || h.wait.Named && (h.wait.Shown || h.wait.Why == Join) {
			return Certain
		}
	}
	return Likely
}

// sureAll returns the lowest confidence of all hops of a path.
func (f *Facts) sureAll(p *path) Confidence {
	all := Certain
	for i := range p.hops {
		all = max(all, f.hopConfidence(&p.hops[i]))
	}
	return all
}

// shown returns the lines that show a path, and its threads, the waiting one first.
func (p *path) shown(from int) (lines, threads []int) {
	threads = []int{from}
	var held []int
	for i, h := range p.hops {
		if i >= farthest {
			break
		}
		lines = append(lines, h.line)
		if h.over == overLock && h.wait.Shown {
			held = append(held, h.wait.HeldLine)
		}
		if h.to != p.closes {
			threads = append(threads, h.to)
		}
	}
	return append(lines, held...), threads
}

// spansProcesses reports whether the cycle of a path spans several processes.
func (p *path) spansProcesses() bool {
	from := slices.IndexFunc(p.hops, func(h hop) bool { return h.from == p.closes })
	return slices.ContainsFunc(p.hops[max(from, 0):], func(h hop) bool { return h.over == overCall })
}
