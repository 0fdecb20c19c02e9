package wait

import (
	"fmt"
	"slices"

	"traceglass/parser/dump"
)

// MostWaits is how many waiting threads Locks has room for: more arrows tell nothing, and are
// slow to lay out.
const MostWaits = 200

// Locks are the waits of a block as boxes and arrows: a box a thread that waits or is waited
// for, an arrow from the one to the other. Where nobody is seen to hold an object, that is a
// box of its own.
type Locks struct {
	Boxes  []Box
	Arrows []Arrow
	Left   int // waiting threads that there was no room for
}

// A Box is a thread, or an object that nobody is seen to hold.
type Box struct {
	Thread  int         // row of Dump.Threads, None for an object
	Object  dump.Object // where Thread is None
	Missing int         // tid of the object's holder, which is not in the block, 0 if not known
}

// An Arrow leads from a thread that waits to what it waits for.
type Arrow struct {
	From, To int // rows of Boxes
	Wait     Wait
	Deadlock bool // it is part of one
}

// Waits are a block's threads that wait for another's monitor, or for another to end. A heap
// task daemon that only seems to is none of them.
func (f *Facts) Waits(block int) []Wait {
	return slices.DeleteFunc(slices.Clone(f.Graph(block).Waits), func(w Wait) bool {
		return IdleHeapTask(f.d, &f.d.Threads[w.Thread])
	})
}

// Locks is the graph of a block's Waits: first come threads in deadlocks, then those that main
// waits for.
func (f *Facts) Locks(block int) Locks {
	g := f.Graph(block)
	b := locksBuilder{threads: map[int]int{}, objects: map[string]int{}, cycle: map[int]int{}}
	for i, d := range g.Deadlocks() {
		for _, t := range d.Threads {
			b.cycle[t] = i + 1
		}
	}
	waits := f.Waits(block)
	chain := g.Chain(max(f.d.Main(g.Block), g.Block.FirstThread))
	rank := func(w *Wait) int { // what is left out is the last
		switch {
		case b.cycle[w.Thread] != 0:
			return 0
		case slices.Contains(chain, w.Thread):
			return 1
		}
		return 2
	}
	slices.SortStableFunc(waits, func(a, b Wait) int { return rank(&a) - rank(&b) })
	for i := range waits[:min(len(waits), MostWaits)] {
		b.add(&waits[i])
	}
	b.locks.Left = max(0, len(waits)-MostWaits)
	return b.locks
}

// A locksBuilder knows which boxes there are.
type locksBuilder struct {
	locks   Locks
	threads map[int]int    // box by thread
	objects map[string]int // box by object that nobody is seen to hold
	cycle   map[int]int    // deadlock, from 1, by thread
}

// add adds a thread that waits, and what it waits for.
func (b *locksBuilder) add(w *Wait) {
	arrow := Arrow{From: b.thread(w.Thread), Wait: *w}
	if w.For == None {
		arrow.To = b.object(w)
	} else {
		arrow.To = b.thread(w.For)
		arrow.Deadlock = b.cycle[w.Thread] != 0 && b.cycle[w.Thread] == b.cycle[w.For]
	}
	b.locks.Arrows = append(b.locks.Arrows, arrow)
}

// thread is a thread's box.
func (b *locksBuilder) thread(t int) int {
	at, ok := b.threads[t]
	if !ok {
		at = len(b.locks.Boxes)
		b.threads[t] = at
		b.locks.Boxes = append(b.locks.Boxes, Box{Thread: t})
	}
	return at
}

// object is the box of an object whose holder is not seen. What has no number is not known to
// be one object.
func (b *locksBuilder) object(w *Wait) int {
	key := fmt.Sprint(w.Object.Kind, w.Object.ID, w.Missing)
	at, ok := b.objects[key]
	if !ok || w.Object.Kind == dump.NoID {
		at = len(b.locks.Boxes)
		b.objects[key] = at
		b.locks.Boxes = append(b.locks.Boxes, Box{Thread: None, Object: w.Object, Missing: w.Missing})
	}
	return at
}
