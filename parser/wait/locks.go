package wait

import (
	"slices"

	"traceglass/parser/dump"
	"traceglass/parser/sorting"
)

// MostWaits is the largest number of arrows in Locks: more are hard to read and slow to lay out.
const MostWaits = 200

// Locks are the waits of a block as boxes and arrows. Each thread that waits or is waited for has a
// box, with an arrow to the thread it waits for. If a thread waits for an answer from another
// process, the arrows continue there. An object without a known holder, or a call without a known
// server, has its own box. Three or more threads share a box if they have the same wait and no
// thread waits for them.
type Locks struct {
	Boxes   []Box
	Arrows  []Arrow
	Culprit int // box at the end of main's chain; if main waits for no thread, the holder that the verdict names, or None
	Calls   int // number of arrows into other processes
	Cycles  int // cycles of arrows, within the block, within other processes, and across processes
	Across  int // number of Cycles through several processes
	Omitted int // waiting threads beyond the limit
}

// A Box is a thread, several threads with the same wait, an object without a known holder, or a
// call without a known server.
type Box struct {
	Thread  int         // row of Dump.Threads, the first of Threads; None for an object or a call
	Threads []int       // ascending; nil for an object or a call
	Object  dump.Object // of an object
	Missing int         // tid of the object's holder, if that is not in the block; 0 if not known
	Call    string      // of a call: INTERFACE.METHOD
	PID     int         // of a call: pid of the called process, 0 if not known
}

// An Arrow leads from a waiting thread to the thread, object or call that it waits for.
type Arrow struct {
	From, To int    // rows of Boxes
	Wait     Wait   // unset for a call
	Call     string // INTERFACE.METHOD of a call to another process, else ""
	Listed   bool   // of a call: the file lists its server; otherwise the stacks suggest it
	Deadlock bool   // it is part of a deadlock
}

// Waits returns the threads of a block that wait for a monitor or for another thread to end. It
// omits heap task daemons that are idle and threads that wait for the dump to be written.
func (f *Facts) Waits(block int) []Wait {
	return slices.DeleteFunc(slices.Clone(f.Graph(block).Waits), func(w Wait) bool {
		return IdleHeapTask(f.d, &f.d.Threads[w.Thread]) || f.forDump.waits(w.Thread)
	})
}

// Queues returns a block's contended monitors without the threads that wait for the dump's writer.
func (f *Facts) Queues(block int) []Queue {
	all := f.Graph(block).Queues()
	for i := range all {
		all[i].Waiters = slices.DeleteFunc(all[i].Waiters, f.forDump.waits)
	}
	return slices.DeleteFunc(all, func(q Queue) bool { return len(q.Waiters) == 0 })
}

// Locks returns the graph of a block's Waits and of calls to other processes by main, by waiting
// threads, and by threads whose servers are shown. Threads in deadlocks come first, then those that
// main waits for.
func (f *Facts) Locks(block int) Locks {
	g := f.Graph(block)
	b := locksBuilder{facts: f, main: f.d.Main(g.Block), next: map[int]step{}, in: map[int]int{}}
	for _, t := range b.starts(g, f.Waits(block)) {
		b.follow(t)
	}
	b.findCycles()
	b.draw()
	if b.locks.Culprit = b.culprit(); b.locks.Culprit == None {
		v := f.Explain(block)
		if box, ok := b.threads[v.Claims[0].Holder()]; ok {
			b.locks.Culprit = box
		}
	}
	return b.locks
}

// A step is the wait of one thread.
type step struct {
	waits  bool
	to     int // thread waited for, None if not shown
	wait   Wait
	call   string // of a call
	pid    int    // of a call: pid of the called process, 0 if not known
	listed bool
}

// A target is equal for threads with the same wait.
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

// A locksBuilder collects the waits of threads and draws them.
type locksBuilder struct {
	facts *Facts
	main  int
	next  map[int]step // by thread
	order []int        // keys of next with a wait
	in    map[int]int  // by thread: number of threads that wait for it
	cycle map[int]int  // by thread: number of its cycle, from 1

	locks   Locks
	threads map[int]int    // box by thread
	objects map[target]int // box by target, for objects and calls without a known thread
}

// starts lists the threads of a block whose waits are shown, in order.
func (b *locksBuilder) starts(g *Graph, waits []Wait) (all []int) {
	cycle := map[int]bool{}
	for _, d := range g.Deadlocks() {
		for _, t := range d.Threads {
			cycle[t] = true
		}
	}
	chain := g.Chain(max(b.main, g.Block.FirstThread))
	rank := func(w *Wait) int { // the last ones are omitted if there are too many
		switch {
		case cycle[w.Thread]:
			return 0
		case slices.Contains(chain, w.Thread):
			return 1
		}
		return 2
	}
	sorting.Stable(waits, func(a, b Wait) int { return rank(&a) - rank(&b) })
	for i := range waits {
		all = append(all, waits[i].Thread)
	}
	if b.main >= 0 {
		all = append(all, b.main)
	}
	for t := g.Block.FirstThread; t < g.Block.EndThread; t++ {
		if _, waits := g.Of(t); waits || !b.facts.stacks.inCall(t) {
			continue
		}
		if s := b.facts.step(t); s.to != None {
			all = append(all, t)
		}
	}
	return all
}

// step returns the wait of a thread: for a monitor, for another thread's end, or for the answer to
// a call.
func (f *Facts) step(t int) step {
	thread := &f.d.Threads[t]
	if w, ok := f.Graph(thread.Block).Of(t); ok {
		if IdleHeapTask(f.d, thread) || f.forDump.waits(t) {
			return step{to: None}
		}
		return step{waits: true, to: w.For, wait: w}
	}
	if !f.stacks.inCall(t) {
		return step{to: None}
	}
	c, ok := f.stacks.of(t).outgoing()
	if !ok {
		return step{to: None}
	}
	s := step{waits: true, call: c.title()}
	s.to, s.pid, s.listed = f.servers.peer(c)
	return s
}

// follow adds the wait of a thread, then the waits of the threads it leads to.
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

// findCycles numbers the cycles of next. Each thread waits for at most one other.
func (b *locksBuilder) findCycles() {
	b.cycle = map[int]int{}
	seen := map[int]int{} // by thread: number of the walk that visited it, from 1
	for walk, t := range b.order {
		at := t
		for at != None && seen[at] == 0 {
			seen[at] = walk + 1
			at = b.waitsFor(at)
		}
		if at == None || seen[at] != walk+1 {
			continue
		}
		b.locks.Cycles++
		of, isAcross := b.facts.d.Threads[at].Block, false
		for b.cycle[at] == 0 {
			b.cycle[at] = b.locks.Cycles
			isAcross = isAcross || b.facts.d.Threads[at].Block != of
			at = b.waitsFor(at)
		}
		if isAcross {
			b.locks.Across++
		}
	}
}

// waitsFor returns the thread that a thread waits for, or None.
func (b *locksBuilder) waitsFor(t int) int {
	if s, ok := b.next[t]; ok {
		return s.to
	}
	return None
}

// leastFolded is the smallest number of threads with the same wait that share a box.
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
			continue // drawn with another thread
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

// arrow draws threads with the same wait, and its target.
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

// box returns the box of one thread or of several.
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

// object returns the box of an object without a known holder or of a call without a known server.
// Objects without an id never share a box.
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

// culprit returns the box at the end of main's chain; in a cycle, the last before the cycle closes.
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
