package wait

import (
	"slices"

	"traceglass/parser/dump"
)

// A Verdict says what the main thread of one block does, and why it does not answer. Of
// one to three claims the first is the main one.
type Verdict struct{ Claims []Claim }

// most is how many claims a verdict has at most.
const most = 3

// Explain returns what can be said of one block, a row of Dump.Blocks. It tries the rules in
// order of how telling they are; the first that fits makes the main claim. What was said of a
// block is kept, and not to be changed.
func (f *Facts) Explain(block int) Verdict {
	if v, ok := f.said[block]; ok {
		return v
	}
	v := f.explain(block)
	f.said[block] = v
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
	if q.main == None {
		v.Claims = append(v.Claims, q.without())
	} else {
		q.s = f.stack(q.main)
		q.path = f.path(q.main)
		v.Claims = append(v.Claims, q.first())
	}
	more := besides
	if v.Claims[0].Rule != "deadlock" {
		more = slices.Concat(besides, circumstances)
	}
	for _, rule := range more {
		if len(v.Claims) == most {
			break
		}
		if c, ok := rule(q, v.Claims[0].Rule); ok {
			v.Claims = append(v.Claims, c)
		}
	}
	for i := range v.Claims {
		v.Claims[i].Lines = once(v.Claims[i].Lines)
		v.Claims[i].Threads = once(v.Claims[i].Threads)
	}
	return v
}

// once is a short list without what stands in it already.
func once(list []int) []int {
	var kept []int
	for _, v := range list {
		if !slices.Contains(kept, v) {
			kept = append(kept, v)
		}
	}
	return kept
}

// An inquiry is one block's.
type inquiry struct {
	f     *Facts
	block int
	b     *dump.Block
	main  int // row of Dump.Threads, None without
	s     *stack
	path  path
}

// first is the main claim on a block that has a main thread.
func (q *inquiry) first() Claim {
	for _, rule := range []func(*inquiry) (Claim, bool){deadlock, queued, lock, join, binder} {
		if c, ok := rule(q); ok {
			return c
		}
	}
	a := q.f.doing(q.s)
	c := q.does(a)
	if a.rule == "idle" && q.f.hung == q.block {
		c.Code = MainIdle
		if q.f.told {
			c.Code = MainIdleLate
		}
	}
	return c
}

// does is the claim that main does something, by its own stack.
func (q *inquiry) does(a activity) Claim {
	return Claim{
		Rule: a.rule, Confidence: a.confidence, Fact: Fact{MainDoes, Args{Then: &a.Fact}}, Lines: a.lines, Threads: append([]int{q.main}, a.threads...),
	}
}

// A hop is one thread's wait for another: for a lock, for its end, or for its answer.
type hop struct {
	from, to int
	wait     Wait // where call is nil
	call     *call
	listed   bool // the file lists the call with who serves it
}

// A path is the hops from a thread to the one that all of them wait for. Closes is the
// thread on it to which the last hop leads back, None without a cycle; deadlock is the
// cycle where it stands within one process.
type path struct {
	hops     []hop
	closes   int
	deadlock *Deadlock
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
			h.wait, h.to = w, w.For
		} else if across < processes {
			if c, ok := f.stack(at).outgoing(); ok {
				across++
				h.call = &c
				h.to, _, h.listed = f.peer(c)
			}
		}
		if h.to == None {
			return p
		}
		p.hops = append(p.hops, h)
		if seen[h.to] {
			p.closes = h.to
			f.within(&p)
			return p
		}
		seen[h.to] = true
		at = h.to
	}
}

// within finds the deadlock that a path ends in, if it stands within one process.
func (f *Facts) within(p *path) {
	for _, cycle := range f.Graph(f.d.Threads[p.closes].Block).Deadlocks() {
		if slices.Contains(cycle.Threads, p.closes) {
			p.deadlock = &cycle
			return
		}
	}
}

// told is how many threads of a deadlock elsewhere are named.
const told = 4

// hops are those of main's path, as many as a claim has room for: all but the last are from the
// beginning.
func (q *inquiry) hops() (all []Hop) {
	path := q.path.hops
	for i := range path {
		if i >= farthest-1 && i < len(path)-1 {
			continue
		}
		all = append(all, q.hop(&path[i]))
	}
	return all
}

// hop describes one.
func (q *inquiry) hop(h *hop) Hop {
	to := Hop{From: q.f.thread(h.from, q.block), Line: h.wait.Line}
	to.Thread = q.f.other(h.to, q.block)
	switch {
	case h.call != nil:
		to.Code, to.Call, to.Line = WaitsForLikelyAnswer, h.call.title(), h.call.line
		if h.listed {
			to.Code = WaitsForAnswer
		}
		return to
	case h.wait.Why == Join:
		to.Code = WaitsForEnd
		return to
	}
	to.Code, to.Object = WaitsForLock, &h.wait.Object
	if !q.confirmed(h) {
		to.Code = WaitsForLockHeld
		if !h.wait.Named && h.wait.Shown {
			to.Code = WaitsForLockShown
		}
	}
	return to
}

// confirmed reports whether both sides of a wait say the same of one instant.
func (q *inquiry) confirmed(h *hop) bool {
	b := &q.f.d.Blocks[q.f.d.Threads[h.from].Block]
	return h.call == nil && (b.Instant || h.wait.Named && h.wait.Shown)
}

// shown are the lines that show a path, and its threads, main first.
func (q *inquiry) shown() (lines, threads []int) {
	threads = []int{q.main}
	var held []int
	for i, h := range q.path.hops {
		if i >= farthest {
			break
		}
		if h.call != nil {
			lines = append(lines, h.call.line)
		} else {
			lines = append(lines, h.wait.Line)
			if h.wait.Shown {
				held = append(held, h.wait.HeldLine)
			}
		}
		if h.to != q.path.closes {
			threads = append(threads, h.to)
		}
	}
	return append(lines, held...), threads
}

// deadlock: main waits for itself over others, in its process or across several; or it
// waits for threads that do.
func deadlock(q *inquiry) (Claim, bool) {
	if q.path.closes == None {
		return Claim{}, false
	}
	c := Claim{Rule: "deadlock", Confidence: Likely, Hops: q.hops()}
	c.Count = len(q.path.hops)
	c.Lines, c.Threads = q.shown()
	codes := [...]Code{MainInLikelyDeadlock, MainBeforeLikelyDeadlock}
	switch d := q.path.deadlock; {
	case d == nil:
		codes = [...]Code{MainInDeadlockAcross, MainBeforeDeadlockAcross}
	case d.Certain:
		c.Confidence, codes = Certain, [...]Code{MainInDeadlock, MainBeforeDeadlock}
	}
	c.Code = codes[0]
	if q.path.closes != q.main {
		c.Code = codes[1]
	}
	return c, true
}

// queued: many want the lock that main wants, and the dump shows nobody who has it (section
// 13.1).
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
		a := q.f.doing(q.f.stack(t))
		c.Code, c.Thread, c.Then = MainInContentionHad, q.f.other(t, q.block), &a.Fact
		c.Lines = slices.Insert(c.Lines, 1, q.f.Graph(q.block).held[hold{w.Object, t}])
		c.Threads = append(c.Threads, t)
	}
	return c, true
}

// holder is a thread that shows an object as locked and does not wait for it; None without.
func (q *inquiry) holder(object dump.Object) int {
	g := q.f.Graph(q.block)
	for _, t := range g.lockers[object] {
		if w, waits := g.Of(t); !waits || w.Object != object {
			return t
		}
	}
	return None
}

// lock: main waits for a lock; the end of the chain is the cause.
func lock(q *inquiry) (Claim, bool) {
	w, ok := q.f.Graph(q.block).Of(q.main)
	if !ok || w.Why != Monitor {
		if q.s.state != dump.Blocked || ok {
			return Claim{}, false
		}
		return Claim{
			Rule: "lock", Confidence: Likely, Fact: Fact{MainWaitsForUnnamed, Args{From: q.s.called()}}, Lines: q.s.lines(q.s.first()), Threads: []int{q.main},
		}, true
	}
	c := Claim{Rule: "lock", Confidence: Certain}
	c.Lines, c.Threads = q.shown()
	if len(q.path.hops) == 0 {
		return q.does(activity{"lock", Certain, nobody(w, q.s.called()), []int{w.Line}, nil}), true
	}
	for _, h := range q.path.hops {
		if !q.confirmed(&h) {
			c.Confidence = Likely
		}
	}
	return q.ends(c), true
}

// nobody is a wait for a lock whose holder is not known.
func nobody(w Wait, from Origin) Fact {
	if w.Missing != 0 {
		return Fact{LockMissing, Args{Object: &w.Object, Number: w.Missing, From: from}}
	}
	return Fact{LockUnseen, Args{Object: &w.Object, From: from}}
}

// ends adds to a claim on a path what the thread at its end does.
func (q *inquiry) ends(c Claim) Claim {
	root := q.path.root(q.main)
	a := q.f.doing(q.f.stack(root))
	c.Fact, c.Hops = Fact{MainWaits, Args{Then: &a.Fact, Count: len(q.path.hops)}}, q.hops()
	c.Lines = append(c.Lines, a.lines...)
	c.Confidence = max(c.Confidence, min(a.confidence, Likely))
	return c
}

// join: main waits for a thread to end, which Dalvik names.
func join(q *inquiry) (Claim, bool) {
	if w, ok := q.f.Graph(q.block).Of(q.main); !ok || w.Why != Join || len(q.path.hops) == 0 {
		return Claim{}, false
	}
	c := Claim{Rule: "wait", Confidence: Certain}
	c.Lines, c.Threads = q.shown()
	return q.ends(c), true
}

// binder: main waits for another process to answer, of which the file has a thread.
func binder(q *inquiry) (Claim, bool) {
	if len(q.path.hops) == 0 || q.path.hops[0].call == nil {
		return Claim{}, false
	}
	c := Claim{Rule: "binder", Confidence: Likely}
	c.Lines, c.Threads = q.shown()
	return q.ends(c), true
}
