package wait

import (
	"slices"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/platform"
)

// What one thread waits for another for.
type over uint8

const (
	overLock      over = iota // or for its end
	overCall                  // its answer
	overFinalizer             // that it runs finalizers
	overSignal                // that it wakes the first, by what their stacks have in common
)

// A hop is one thread's wait for another.
type hop struct {
	from, to int
	over     over
	wait     Wait   // overLock
	call     call   // overCall
	listed   bool   // the file lists the call with who serves it
	method   string // overFinalizer, overSignal: in which the thread waits
	called   Origin // overSignal: of that
	line     int    // that shows it
}

// A path is the hops from a thread to the one that all of them wait for. Closes is the
// thread on it to which the last hop leads back, None without a cycle.
type path struct {
	hops   []hop
	closes int
}

// root is the thread at the end.
func (p *path) root(from int) int {
	if len(p.hops) == 0 {
		return from
	}
	return p.hops[len(p.hops)-1].to
}

// processes bounds how many calls from process to process a path follows.
const processes = 16

// path follows the waits from a thread, through locks and from process to process.
func (f *Facts) path(from int) path {
	p, across := path{closes: None}, 0
	seen := map[int]bool{from: true}
	for at := from; ; {
		h := hop{from: at, to: None}
		if w, ok := f.Graph(f.d.Threads[at].Block).Of(at); ok {
			h.wait, h.to, h.line = w, w.For, w.Line
		} else if s := f.stack(at); across < processes {
			if c, ok := s.outgoing(); ok {
				across++
				h.over, h.call, h.line = overCall, c, c.line
				h.to, _, h.listed = f.peer(c)
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

// bySign finds for whom a thread waits that no lock line tells.
func (f *Facts) bySign(s *stack, h *hop) {
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

// finalizing is the frame in which a thread waits for finalizers, -1 without.
func (s *stack) finalizing() int {
	for i := range min(len(s.java), s.code) {
		if finalizers.contains(s.java[i].key) {
			return i
		}
	}
	return -1
}

// finalizer is the thread of a process that runs finalizers, None if the dump has it not. Up to
// Android 2.3 that is another's side work.
func (f *Facts) finalizer(b *dump.Block) int {
	for t := b.FirstThread; t < b.EndThread; t++ {
		if name := f.d.Threads[t].Name; name == "FinalizerDaemon" || name == "HeapWorker" {
			return t
		}
	}
	return None
}

// awaits are methods in which a thread waits for another to go on, which they do not name.
const awaits = methods("java.lang.Object.wait java.util.concurrent.FutureTask.get java.util.concurrent.CompletableFuture.get java.util.concurrent.CompletableFuture.join java.util.concurrent.CountDownLatch.await java.util.concurrent.CyclicBarrier.await java.util.concurrent.Semaphore.acquire* android.os.ConditionVariable.block android.os.AsyncTask.get kotlinx.coroutines.BlockingCoroutine.joinBlocking java.util.concurrent.LinkedBlockingQueue.take java.util.concurrent.ArrayBlockingQueue.take java.util.concurrent.SynchronousQueue.take java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await java.lang.Thread.join")

// awaiting is the frame, of those that wait, whose name a reader knows best, -1 of a thread that
// does not wait for another to go on.
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

// tasks end methods as which other threads run code that one waits for.
var tasks = []string{".run", ".call", ".doInBackground", ".invoke", ".invokeSuspend", ".execute", ".apply", ".accept", ".get"}

// worker is the thread that does what one waits for, by its looks: the only one that does not rest
// and runs, in a task, code of the class that waits. None where none is seen, or several are.
func (f *Facts) worker(s *stack) int {
	if s.app == len(s.java) {
		return None
	}
	class, found := outer(s.java[s.app].Class), None
	behind := f.Graph(s.Thread.Block).behind(s.row) // signaller has its say on these
	for t := s.block.FirstThread; t < s.block.EndThread; t++ {
		thread := &f.d.Threads[t]
		if t == s.row || !f.runs(thread, class, true) || Idle(f.d, thread) || slices.Contains(behind, t) {
			continue
		}
		if found != None {
			return None
		}
		found = t
	}
	return found
}

// runs reports whether a thread runs code of a class, or of those inside it; in a task if asked.
func (f *Facts) runs(t *dump.Thread, class string, task bool) bool {
	for _, row := range f.d.Stack[t.FirstRow:min(t.EndRow, t.FirstRow+deepest)] {
		if f.d.FrameKind(row.Place) != dump.JavaFrame || !f.d.Mentions(row.Place, class) {
			continue
		}
		key := f.key(row.Place)
		rest, ok := strings.CutPrefix(key, class)
		if ok && rest != "" && (rest[0] == '.' || rest[0] == '$') && (!task || slices.ContainsFunc(tasks, func(end string) bool { return strings.HasSuffix(key, end) })) {
			return true
		}
	}
	return false
}

// signaller is the thread that has to wake one which waits without a time limit, where that
// thread itself waits, over others maybe, for a lock which the first holds: it has to do with the
// object that is waited on, or runs code of the class that waits, or is the only one that shares an own class with
// the first. None where none is seen.
func (f *Facts) signaller(s *stack) int {
	g := f.Graph(s.Thread.Block)
	if s.state != dump.Waiting || g.Holds(s.row) == 0 {
		return None
	}
	known := s.at != None && s.object.What == dump.WaitingOn && s.object.Object.Kind != dump.NoID
	class := ""
	if s.app < len(s.java) {
		class = outer(s.java[s.app].Class)
	}
	for _, t := range g.behind(s.row) {
		thread := &f.d.Threads[t]
		for row := thread.FirstLock; known && row < thread.EndLock; row++ {
			if f.d.Lock(row).Object == s.object.Object {
				return t
			}
		}
		if class != "" && f.runs(thread, class, false) {
			return t
		}
	}
	classes, found := f.ownClasses(s), None
	for _, t := range g.behind(s.row) {
		if !slices.ContainsFunc(classes, func(class string) bool { return f.runs(&f.d.Threads[t], class, false) }) {
			continue
		}
		if found != None {
			return None // which of them is to wake it cannot be said
		}
		found = t
	}
	return found
}

// ownClasses are the classes of a stack's own frames, without those inside them.
func (f *Facts) ownClasses(s *stack) (all []string) {
	app := platform.AppOf(s.block.CommandLine)
	for i := range s.java {
		if class := outer(s.java[i].Class); originOf(app, &s.java[i].Frame) == platform.Own && !slices.Contains(all, class) {
			all = append(all, class)
		}
	}
	return all
}

// behind are threads that wait for one, over others too, those nearest first; farthest at most.
func (g *Graph) behind(thread int) []int {
	waiters := map[int][]int{}
	for i := range g.Waits {
		waiters[g.Waits[i].For] = append(waiters[g.Waits[i].For], g.Waits[i].Thread)
	}
	all := []int{thread}
	for i := 0; i < len(all) && len(all) <= farthest; i++ {
		for _, t := range waiters[all[i]] {
			if t != thread && len(all) <= farthest {
				all = append(all, t)
			}
		}
	}
	return all[1:]
}

// outer is a class without those inside it, and what compilers have made of it.
func outer(class string) string {
	if i := strings.IndexByte(class, '$'); i > 0 {
		return class[:i]
	}
	return class
}

// hops are those of a path, as many as a claim on a block has room for: all but the last are
// from the beginning.
func (f *Facts) hops(p *path, block int) (all []Hop) {
	for i := range p.hops {
		if i >= farthest-1 && i < len(p.hops)-1 {
			continue
		}
		all = append(all, f.hop(&p.hops[i], block))
	}
	return all
}

// hop describes one.
func (f *Facts) hop(h *hop, block int) Hop {
	to := Hop{From: f.ThreadFrom(h.from, block), Line: h.line}
	to.Thread, to.Method = f.other(h.to, block), h.method
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
		if f.sure(h) != Certain {
			to.Code = WaitsForLockHeld
			if !h.wait.Named && h.wait.Shown {
				to.Code = WaitsForLockShown
			}
		}
	}
	return to
}

// sure is how far a hop may be believed: a lock's is certain if both sides say the same of one
// instant.
func (f *Facts) sure(h *hop) Confidence {
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

// sureAll is how far a path may be believed: no farther than its weakest hop.
func (f *Facts) sureAll(p *path) Confidence {
	all := Certain
	for i := range p.hops {
		all = max(all, f.sure(&p.hops[i]))
	}
	return all
}

// shown are the lines that show a path, and its threads, the one that waits first.
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

// across reports whether the cycle of a path leads over several processes.
func (p *path) across() bool {
	from := slices.IndexFunc(p.hops, func(h hop) bool { return h.from == p.closes })
	return slices.ContainsFunc(p.hops[max(from, 0):], func(h hop) bool { return h.over == overCall })
}
