package wait

import (
	"slices"
	"strconv"

	"traceglass/parser/dump"
)

// Confidence is how far a claim may be believed.
type Confidence uint8

const (
	Certain    Confidence = iota // the file says so
	Likely                       // what the file says has most often this cause
	CannotTell                   // the file does not show it
)

// String is the confidence in words.
func (c Confidence) String() string { return [...]string{"certain", "likely", "cannot tell"}[c] }

// A Claim is one thing that can be said of a process, and what shows it.
type Claim struct {
	Rule       string // its name, stable, lower case, hyphenated: "deadlock", "lock", "idle" ...
	Confidence Confidence
	Text       string // one sentence
	Lines      []int  // of Dump.Text, from 0, the most telling first; may be empty
	Threads    []int  // rows of Dump.Threads of which it speaks, main first; may be empty
}

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
	text := "main " + a.what + "."
	if a.rule == "idle" {
		text = "main " + a.what + q.late() + "."
	}
	return Claim{a.rule, a.confidence, text, a.lines, append([]int{q.main}, a.threads...)}
}

// late is what idleness says of the process that did not answer.
func (q *inquiry) late() string {
	switch {
	case q.f.hung != q.block:
		return ""
	case q.f.told:
		return "; the dump came too late to show what held it up, or what held it up lies outside of main"
	}
	return "; if it did not answer before, the dump came too late to show why"
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

// told is how many hops a sentence tells of one by one.
const told = 4

// tell puts a path from main into words, without the first word and the last stop.
func (q *inquiry) tell() string {
	text := ""
	for i, h := range q.path.hops {
		last := i == len(q.path.hops)-1
		if i >= told-1 && !last {
			if i == told-1 {
				text += "; and so on over " + count(len(q.path.hops)-told, "more thread", "more threads")
			}
			continue
		}
		if i > 0 {
			text += "; that "
		}
		text += q.hop(&h)
	}
	return text
}

// hop puts one hop into words, without the thread that waits.
func (q *inquiry) hop(h *hop) string {
	to := q.f.Name(h.to)
	if b := q.f.d.Threads[h.to].Block; b != q.block {
		to += " of " + process(&q.f.d.Blocks[b])
	}
	switch {
	case h.call != nil && h.listed:
		return "waits for the answer to " + h.call.title() + ", which " + to + " works on"
	case h.call != nil:
		return "waits for the answer to " + h.call.title() + ", which " + to + " seems to work on"
	case h.wait.Why == Join:
		return "waits for " + to + " to end"
	}
	holds := " holds"
	if !q.confirmed(h) {
		holds = " held"
		if !h.wait.Named && h.wait.Shown {
			holds = " shows as locked"
		}
	}
	return "waits for " + LockName(h.wait.Object) + ", which " + to + holds
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
	c := Claim{Rule: "deadlock", Confidence: Likely, Text: "main " + q.tell() + ": probably a deadlock"}
	c.Lines, c.Threads = q.shown()
	if d := q.path.deadlock; d != nil && d.Certain {
		c.Confidence, c.Text = Certain, "main "+q.tell()+": deadlock"
	}
	if q.path.deadlock == nil {
		c.Text += " across processes"
	}
	if q.path.closes != q.main {
		c.Text += ", which main is not part of, but waits for"
	}
	c.Text += "."
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
	c.Text = "main waits for " + LockName(w.Object)
	if n := len(c.Threads) - 1; n > 0 {
		c.Text += " together with " + count(n, "other thread", "other threads")
	}
	c.Text += q.s.called() + "; it changed hands while the dump was made"
	if t := q.holder(w.Object); t != None {
		c.Text += ": " + q.f.Name(t) + " had it when it was looked at, and " + q.f.doing(q.f.stack(t)).what
		c.Lines = slices.Insert(c.Lines, 1, q.f.Graph(q.block).held[hold{w.Object, t}])
		c.Threads = append(c.Threads, t)
	} else {
		c.Text += ", so nobody is seen to hold it"
	}
	c.Text += "."
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
		return Claim{"lock", Likely, "main waits to enter a synchronized block that another thread is in; the dump does not say which" + q.s.called() + ".", q.s.lines(q.s.first()), []int{q.main}}, true
	}
	c := Claim{Rule: "lock", Confidence: Certain}
	c.Lines, c.Threads = q.shown()
	if len(q.path.hops) == 0 {
		c.Lines = []int{w.Line}
		c.Text = "main waits for " + LockName(w.Object) + q.s.called() + "; " + nobody(w) + "."
		return c, true
	}
	for _, h := range q.path.hops {
		if !q.confirmed(&h) {
			c.Confidence = Likely
		}
	}
	return q.ends(c), true
}

// nobody says that the holder of a lock is not known.
func nobody(w Wait) string {
	if w.Missing != 0 {
		return "thread " + strconv.Itoa(w.Missing) + " holds it, which is not in this dump"
	}
	return "the dump does not show who holds it"
}

// ends adds to a claim on a path what the thread at its end does.
func (q *inquiry) ends(c Claim) Claim {
	root := q.path.root(q.main)
	a := q.f.doing(q.f.stack(root))
	c.Text = "main " + q.tell() + "; that " + a.what + "."
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

// count is 1 thread, 2 threads.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
