package wait

import (
	"slices"

	"traceglass/parser/dump"
)

// A Verdict describes what the main thread of a block does and why it does not answer. It has one
// to three claims, the main one first. If main is idle while other threads hang, the main claim is
// about those, and the claim about main comes second.
type Verdict struct {
	Claims []Claim
	Main   int // index in Claims of the claim about main, 0 or 1
}

// MainIdle reports whether main only waits for work.
func (v *Verdict) MainIdle() bool { return v.Claims[v.Main].Rule == "idle" }

// With returns the claims and another one about main, which follows the verdict's own one.
func (v *Verdict) With(about Claim) []Claim {
	return slices.Insert(slices.Clone(v.Claims), v.Main+1, about)
}

// most is the largest number of claims in a verdict.
const most = 3

// Explain returns the verdict on a block, a row of Dump.Blocks. The first rule that matches makes
// the main claim; the most specific rules come first. Explain caches the verdict, so callers must
// not modify it.
func (f *Facts) Explain(block int) Verdict {
	if v, ok := f.verdicts[block]; ok {
		return v
	}
	v := f.explain(block)
	f.verdicts[block] = v
	return v
}

func (f *Facts) explain(block int) Verdict {
	q := &inquiry{f: f, block: block, b: &f.d.Blocks[block]}
	if q.b.Kind == dump.Java || q.b.Kind == dump.Native {
		q.main = f.d.Main(q.b)
	} else {
		q.main = None
	}
	var v Verdict
	if q.main != None {
		q.s = f.stacks.of(q.main)
		q.path = f.follower.path(q.main)
	}
	for _, rule := range []func(*inquiry) (Claim, bool){aborted, crashed} {
		if c, ok := rule(q); ok {
			v.Claims = append(v.Claims, c)
			break
		}
	}
	if c, ok := q.missing(); ok {
		v.Claims = append(v.Claims, c)
	}
	switch {
	case q.main != None:
		v.Claims = append(v.Claims, q.first())
	case len(v.Claims) == 0:
		v.Claims = append(v.Claims, q.withoutMain())
	}
	more := furtherRules
	if v.Claims[0].Rule != "deadlock" {
		more = slices.Concat(furtherRules, slowdownRules)
	}
	for _, rule := range more {
		if len(v.Claims) == most {
			break
		}
		if c, ok := rule(q, v.Claims[0].Rule); ok {
			v.Claims = append(v.Claims, c)
		}
	}
	if slices.ContainsFunc(v.Claims, func(c Claim) bool { return c.Code == SamplesMoved }) {
		v.Claims[0].Confidence = max(v.Claims[0].Confidence, Likely) // one place of several
	}
	if i := slices.IndexFunc(v.Claims, explainsIdle); i > 0 && v.MainIdle() {
		cause := v.Claims[i]
		v.Claims, v.Main = slices.Insert(slices.Delete(v.Claims, i, i+1), 0, cause), 1
		if about := &v.Claims[1]; about.Code != MainAtQueue {
			about.Code = MainIdleMeanwhile
		}
	}
	for i := range v.Claims {
		v.Claims[i].Lines = unique(v.Claims[i].Lines)
		v.Claims[i].Threads = unique(v.Claims[i].Threads)
		v.Claims[i].Advice = q.advise(&v.Claims[i])
	}
	return v
}

// explainsIdle reports whether a claim explains why a process with an idle main thread did not
// answer.
func explainsIdle(c Claim) bool {
	switch c.Rule {
	case "elsewhere", "deadlock-elsewhere", "gc-stuck", "crash":
		return true
	}
	return false
}

// unique returns a short list without repeated values.
func unique(list []int) []int {
	var kept []int
	for _, v := range list {
		if !slices.Contains(kept, v) {
			kept = append(kept, v)
		}
	}
	return kept
}

// An inquiry holds what the rules need to explain one block.
type inquiry struct {
	f     *Facts
	block int
	b     *dump.Block
	main  int // row of Dump.Threads, None without a main thread
	s     *stack
	path  path
}

// first returns the main claim for a block with a main thread.
func (q *inquiry) first() Claim {
	for _, rule := range []func(*inquiry) (Claim, bool){deadlock, atQueue, queued, holderUnknown, chain} {
		if c, ok := rule(q); ok {
			return c
		}
	}
	a := q.f.doing(q.s)
	c := q.mainActivity(a)
	if a.rule != "idle" {
		return c
	}
	nothing := q.b.Kind == dump.Java && (q.b.Ended || q.b.Reporter) && len(q.f.Waits(q.block)) == 0 && !q.f.stacks.locked(q.b)
	switch {
	case q.f.notAnswering && q.f.hung == q.block:
		c.Code = MainIdleLate
	case nothing:
		c.Code = MainIdleNothing
	}
	return c
}

// concurrent are methods that wait for a lock of java.util.concurrent.
const concurrent = methods("java.util.concurrent.locks.ReentrantLock.lock* java.util.concurrent.locks.ReentrantLock.tryLock java.util.concurrent.locks.ReentrantLock$* java.util.concurrent.locks.ReentrantReadWriteLock$* java.util.concurrent.locks.StampedLock.*")

// wantsLock reports whether a thread of a block waits for a lock of any kind.
func (f *Facts) wantsLock(thread int) bool {
	t := &f.d.Threads[thread]
	if IdleHeapTask(f.d, t) || f.forDump.waits(thread) {
		return false
	}
	w, waits := f.Graph(t.Block).Of(thread)
	return dump.ClassOf(t.State) == dump.Blocked || waits && w.Why == Monitor || f.stacks.parked(t)
}

// mainActivity returns the claim about main's activity, by its own stack.
func (q *inquiry) mainActivity(a activity) Claim {
	return Claim{
		Rule: a.rule, Confidence: a.confidence, Fact: Fact{MainDoes, Args{Then: &a.Fact}}, Lines: a.lines, Threads: append([]int{q.main}, a.threads...),
	}
}

// deadlock: main waits for itself through other threads, in one process or across several, or waits
// for threads in a deadlock.
func deadlock(q *inquiry) (Claim, bool) {
	if q.path.closes == None {
		return Claim{}, false
	}
	c := q.pathClaim("deadlock")
	codes := [...]Code{MainInLikelyDeadlock, MainBeforeLikelyDeadlock}
	switch {
	case q.path.spansProcesses():
		codes = [...]Code{MainInDeadlockAcross, MainBeforeDeadlockAcross}
	case c.Confidence == Certain:
		codes = [...]Code{MainInDeadlock, MainBeforeDeadlock}
	}
	c.Code = codes[0]
	if q.path.closes != q.main {
		c.Code = codes[1]
	}
	return c, true
}

// pathClaim returns a claim about the threads that main waits for.
func (q *inquiry) pathClaim(rule string) Claim {
	c := Claim{Rule: rule, Confidence: q.f.sureAll(&q.path), Hops: q.f.hops(&q.path, q.block)}
	c.Count = len(q.path.hops)
	if e := q.s.entry(); e >= 0 {
		c.From.Entry = q.s.java[e].Name()
	}
	c.Lines, c.Threads = q.path.shown(q.main)
	return c
}

// atQueue: main's loop wants the lock of its message queue. A thread that posts a message holds it
// only briefly. If other threads want it too, the claim is contention instead.
func atQueue(q *inquiry) (Claim, bool) {
	w, ok := q.f.Graph(q.block).Of(q.main)
	if !ok || w.Object.Class != "android.os.MessageQueue" || len(q.s.java) == 0 || q.s.java[0].key != next || len(q.path.hops) != 1 {
		return Claim{}, false
	}
	holder := q.f.stacks.of(q.path.hops[0].to)
	if !slices.ContainsFunc(holder.java[:min(len(holder.java), 2)], func(f frame) bool { return f.key == "android.os.MessageQueue.enqueueMessage" }) {
		return Claim{}, false
	}
	for _, other := range q.f.Graph(q.block).Waits {
		if other.Object == w.Object && other.Thread != q.main {
			return Claim{}, false
		}
	}
	c := Claim{Rule: "idle", Confidence: Likely}
	c.Code, c.Thread = MainAtQueue, q.f.threadArg(holder.row, q.block)
	c.Lines, c.Threads = q.path.shown(q.main)
	return c, true
}

// queued: many threads want the lock that main wants, and the dump shows no holder (section 13.1).
func queued(q *inquiry) (Claim, bool) {
	w, ok := q.f.Graph(q.block).Of(q.main)
	if !ok || w.Why != Monitor || w.Object.Kind == dump.NoID || q.b.Instant {
		return Claim{}, false
	}
	end := w
	for _, h := range q.path.hops {
		if end, ok = q.f.Graph(q.block).Of(h.to); !ok || end.Object != w.Object {
			return Claim{}, false
		}
	}
	if end.Missing != 0 {
		return Claim{}, false
	}
	c := Claim{Rule: "contention", Confidence: Likely, Lines: []int{w.Line}, Threads: []int{q.main}}
	for _, other := range q.f.Graph(q.block).Waits {
		if other.Object == w.Object && other.Thread != q.main && len(c.Threads) < farthest {
			c.Threads = append(c.Threads, other.Thread)
			c.Lines = append(c.Lines, other.Line)
		}
	}
	c.Fact = Fact{MainInContention, Args{Object: &w.Object, Count: len(c.Threads) - 1, From: q.s.called()}}
	if t := q.holder(w.Object); t != None {
		a := q.f.doing(q.f.stacks.of(t))
		c.Code, c.Thread, c.Then = MainInContentionHad, q.f.threadArg(t, q.block), &a.Fact
		c.Lines = slices.Insert(c.Lines, 1, q.f.Graph(q.block).held[hold{w.Object, t}])
		c.Threads = append(c.Threads, t)
	}
	return c, true
}

// holder returns a thread that shows an object as locked and does not wait for it, or None.
func (q *inquiry) holder(object dump.Object) int {
	g := q.f.Graph(q.block)
	for _, t := range g.lockers[object] {
		if w, waits := g.Of(t); !waits || w.Object != object {
			return t
		}
	}
	return None
}

// holderUnknown: main waits for a lock, and the dump shows no holder.
func holderUnknown(q *inquiry) (Claim, bool) {
	w, ok := q.f.Graph(q.block).Of(q.main)
	switch {
	case ok && w.Why == Monitor && len(q.path.hops) == 0:
		return q.mainActivity(activity{"lock", Certain, unknownHolder(w, q.s.called()), []int{w.Line}, nil}), true
	case !ok && q.s.state == dump.Blocked:
		return Claim{
			Rule: "lock", Confidence: Likely, Fact: Fact{MainWaitsForUnnamed, Args{From: q.s.called()}}, Lines: q.s.lines(q.s.first()), Threads: []int{q.main},
		}, true
	}
	return Claim{}, false
}

// unknownHolder returns the clause for a wait for a lock whose holder is not known.
func unknownHolder(w Wait, from Origin) Fact {
	if w.Missing != 0 {
		return Fact{LockMissing, Args{Object: &w.Object, Number: w.Missing, From: from}}
	}
	return Fact{LockUnseen, Args{Object: &w.Object, From: from}}
}

// chain: main waits for another thread: for a lock, its end, its answer, or code that it runs. The
// activity of the last thread is the cause.
func chain(q *inquiry) (Claim, bool) {
	if len(q.path.hops) == 0 {
		return Claim{}, false
	}
	rule := "lock"
	switch first := &q.path.hops[0]; {
	case first.over == overCall:
		rule = "binder"
	case first.over == overFinalizer:
		rule = "finalizer"
	case first.over == overSignal, first.wait.Why == Join:
		rule = "wait"
	}
	c := q.pathClaim(rule)
	a := q.f.doing(q.f.stacks.of(q.path.root(q.main)))
	c.Code, c.Then, c.End = MainWaits, &a.Fact, a.lines[0]
	c.Lines = append(c.Lines, a.lines...)
	c.Confidence = max(c.Confidence, min(a.confidence, Likely))
	return c, true
}
