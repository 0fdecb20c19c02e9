package wait

import (
	"slices"
	"strings"

	"traceglass/parser/dump"
)

// MostWaits is how many arrows Locks has room for: more tell nothing, and are slow to lay out.
const MostWaits = 200

// Locks are the waits of a block as boxes and arrows: a box a thread that waits or is waited
// for, an arrow from the one to the other. What a thread waits for may be an answer from another
// process; then the arrows go on there. Where nobody is seen to hold an object, or to serve a
// call, that is a box of its own. Three threads or more that wait alike, and for whom nobody
// waits, share a box.
type Locks struct {
	Boxes   []Box
	Arrows  []Arrow
	Culprit int // box at the end of main's chain, None if main waits for nobody
	Calls   int // arrows into other processes
	Cycles  int // that the arrows make, those of the block alone and those across processes
	Omitted int // waiting threads that there was no room for
}

// A Box is a thread, or threads that wait alike, or an object that nobody is seen to hold, or a
// call that nobody is seen to serve.
type Box struct {
	Thread  int         // row of Dump.Threads, the first of Threads; None for an object or a call
	Threads []int       // ascending; nil for an object or a call
	Object  dump.Object // of an object
	Missing int         // tid of the object's holder, which is not in the block, 0 if not known
	Call    string      // of a call: INTERFACE.METHOD
	PID     int         // of a call: of the process that is to serve it, 0 if not known
}

// An Arrow leads from a thread that waits to what it waits for.
type Arrow struct {
	From, To int    // rows of Boxes
	Wait     Wait   // of all but a call
	Call     string // INTERFACE.METHOD of a call into another process, else ""
	Listed   bool   // of a call: the file lists who serves it; else the stacks suggest it
	Deadlock bool   // it is part of one
}

// Waits are a block's threads that wait for another's monitor, or for another to end. A heap
// task daemon that only seems to is none of them, nor is a thread that waits for the dump to be written.
func (f *Facts) Waits(block int) []Wait {
	return slices.DeleteFunc(slices.Clone(f.Graph(block).Waits), func(w Wait) bool {
		return IdleHeapTask(f.d, &f.d.Threads[w.Thread]) || f.awaitsDump(w.Thread)
	})
}

// Queues lists a block's contended monitors. Threads that wait for the dump's writer are left out.
func (f *Facts) Queues(block int) []Queue {
	all := f.Graph(block).Queues()
	for i := range all {
		all[i].Waiters = slices.DeleteFunc(all[i].Waiters, f.awaitsDump)
	}
	return slices.DeleteFunc(all, func(q Queue) bool { return len(q.Waiters) == 0 })
}

// Locks is the graph of a block's Waits, and of the calls that main, its threads that wait, and
// those whose servers are seen wait in. First come threads in deadlocks, then those that main
// waits for.
func (f *Facts) Locks(block int) Locks {
	g := f.Graph(block)
	b := locksBuilder{facts: f, main: f.d.Main(g.Block), next: map[int]step{}, in: map[int]int{}}
	for _, t := range b.starts(g, f.Waits(block)) {
		b.follow(t)
	}
	b.findCycles()
	b.draw()
	b.locks.Culprit = b.culprit()
	return b.locks
}

// A step is what one thread waits for.
type step struct {
	waits  bool
	to     int // thread, None if it is not seen
	wait   Wait
	call   string // of a call
	pid    int    // of a call: of the process called, 0 if not known
	listed bool
}

// A target is equal for threads that wait alike.
type target struct {
	to      int
	why     Why
	object  dump.Object
	missing int
	call    string
	pid     int
}

func (s *step) target() target {
	t := target{s.to, s.wait.Why, s.wait.Object, s.wait.Missing, s.call, s.pid}
	if s.to != None {
		t.missing = 0
	}
	return t
}

// A locksBuilder knows which threads wait for which.
type locksBuilder struct {
	facts *Facts
	main  int
	next  map[int]step // by thread
	order []int        // keys of next that wait
	in    map[int]int  // by thread: how many wait for it
	cycle map[int]int  // by thread: number of its cycle, from 1

	locks   Locks
	threads map[int]int    // box by thread
	objects map[target]int // box by what nobody is seen to hold or serve
}

// starts are the threads of a block whose waits are shown, in order.
func (b *locksBuilder) starts(g *Graph, waits []Wait) (all []int) {
	cycle := map[int]bool{}
	for _, d := range g.Deadlocks() {
		for _, t := range d.Threads {
			cycle[t] = true
		}
	}
	chain := g.Chain(max(b.main, g.Block.FirstThread))
	rank := func(w *Wait) int { // what is left out is the last
		switch {
		case cycle[w.Thread]:
			return 0
		case slices.Contains(chain, w.Thread):
			return 1
		}
		return 2
	}
	slices.SortStableFunc(waits, func(a, b Wait) int { return rank(&a) - rank(&b) })
	for i := range waits {
		all = append(all, waits[i].Thread)
	}
	if b.main >= 0 {
		all = append(all, b.main)
	}
	for t := g.Block.FirstThread; t < g.Block.EndThread; t++ {
		if _, waits := g.Of(t); waits || !b.facts.inCall(t) {
			continue
		}
		if s := b.facts.step(t); s.to != None {
			all = append(all, t)
		}
	}
	return all
}

// inCall reports whether a call into another process is among a thread's innermost frames, of
// Java or of native code that runs it.
func (f *Facts) inCall(thread int) bool {
	const innermost = 24 // kernel and native frames come before
	t := &f.d.Threads[thread]
	for _, row := range f.d.Stack[t.FirstRow:min(t.EndRow, t.FirstRow+innermost)] {
		if f.d.Mentions(row.Place, transact) && strings.Contains(f.key(row.Place), transact) {
			return true
		}
	}
	return false
}

// step is what a thread waits for: another's monitor, its end, or the answer to a call.
func (f *Facts) step(t int) step {
	thread := &f.d.Threads[t]
	if w, ok := f.Graph(thread.Block).Of(t); ok {
		if IdleHeapTask(f.d, thread) || f.awaitsDump(t) {
			return step{to: None}
		}
		return step{waits: true, to: w.For, wait: w}
	}
	if !f.inCall(t) {
		return step{to: None}
	}
	c, ok := f.stack(t).outgoing()
	if !ok {
		return step{to: None}
	}
	s := step{waits: true, call: c.title()}
	s.to, s.pid, s.listed = f.peer(c)
	return s
}

// follow goes from a thread to what it waits for, and on from there.
func (b *locksBuilder) follow(t int) {
	for t != None {
		if _, done := b.next[t]; done {
			return
		}
		s := b.facts.step(t)
		b.next[t] = s
		if !s.waits {
			return
		}
		b.order = append(b.order, t)
		if s.to != None {
			b.in[s.to]++
		}
		t = s.to
	}
}

// findCycles numbers the cycles of next. Each thread waits for one other at most.
func (b *locksBuilder) findCycles() {
	b.cycle = map[int]int{}
	seen := map[int]int{} // by thread: the walk that came by, from 1
	for walk, t := range b.order {
		at := t
		for at != None && seen[at] == 0 {
			seen[at] = walk + 1
			at = b.to(at)
		}
		if at == None || seen[at] != walk+1 {
			continue
		}
		b.locks.Cycles++
		for b.cycle[at] == 0 {
			b.cycle[at] = b.locks.Cycles
			at = b.to(at)
		}
	}
}

// to is the thread that another waits for, None for none.
func (b *locksBuilder) to(t int) int {
	if s, ok := b.next[t]; ok {
		return s.to
	}
	return None
}

// leastFolded is how many threads that wait alike share a box.
const leastFolded = 3

// draw makes the boxes and arrows.
func (b *locksBuilder) draw() {
	b.threads, b.objects = map[int]int{}, map[target]int{}
	alike := map[target][]int{}
	for _, t := range b.order {
		if s := b.next[t]; b.in[t] == 0 && t != b.main && (s.to != None || s.call != "" || s.wait.Object.Kind != dump.NoID) {
			alike[s.target()] = append(alike[s.target()], t)
		}
	}
	for _, t := range b.order {
		s := b.next[t]
		if _, done := b.threads[t]; done && b.in[t] == 0 {
			continue // it came with another
		}
		all := []int{t}
		if same := alike[s.target()]; len(same) >= leastFolded && slices.Contains(same[:1], t) {
			all = same
		}
		if len(b.locks.Arrows) == MostWaits {
			b.locks.Omitted += len(all)
			for _, t := range all {
				b.threads[t] = None
			}
			continue
		}
		b.arrow(all, s)
	}
}

// arrow draws threads that wait alike, and what they wait for.
func (b *locksBuilder) arrow(all []int, s step) {
	a := Arrow{From: b.box(all), Wait: s.wait, Call: s.call, Listed: s.listed}
	if s.to == None {
		a.To = b.object(&s)
	} else {
		a.To = b.box([]int{s.to})
		a.Deadlock = b.cycle[all[0]] != 0 && b.cycle[all[0]] == b.cycle[s.to]
	}
	if s.call != "" {
		b.locks.Calls++
	}
	b.locks.Arrows = append(b.locks.Arrows, a)
}

// box is the box of a thread, or of several.
func (b *locksBuilder) box(all []int) int {
	if at, ok := b.threads[all[0]]; ok && at != None {
		return at
	}
	sorted := slices.Sorted(slices.Values(all))
	for _, t := range all {
		b.threads[t] = len(b.locks.Boxes)
	}
	b.locks.Boxes = append(b.locks.Boxes, Box{Thread: sorted[0], Threads: sorted})
	return len(b.locks.Boxes) - 1
}

// object is the box of an object whose holder is not seen, or of a call whose server is not.
// An object without a number is not known to be one.
func (b *locksBuilder) object(s *step) int {
	key := s.target()
	at, ok := b.objects[key]
	if !ok || s.call == "" && s.wait.Object.Kind == dump.NoID {
		at = len(b.locks.Boxes)
		b.objects[key] = at
		box := Box{Thread: None, Object: s.wait.Object, Missing: s.wait.Missing}
		if s.call != "" {
			box = Box{Thread: None, Call: s.call, PID: s.pid}
		}
		b.locks.Boxes = append(b.locks.Boxes, box)
	}
	return at
}

// culprit is the box at the end of main's chain; in a cycle, the last before it would close.
func (b *locksBuilder) culprit() int {
	at := b.main
	if s, ok := b.next[at]; !ok || !s.waits {
		return None
	}
	for seen := map[int]bool{}; ; {
		seen[at] = true
		s := b.next[at]
		switch {
		case !s.waits || s.to != None && seen[s.to]:
			if box, ok := b.threads[at]; ok {
				return box
			}
			return None
		case s.to == None:
			if box, ok := b.objects[s.target()]; ok {
				return box
			}
			return None
		}
		at = s.to
	}
}
