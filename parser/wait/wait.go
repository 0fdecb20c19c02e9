// Package wait is the arrows threads → waits → verdict. It reads the waits of threads for other
// threads from the lock lines of one block of a dump, and finds deadlocks, chains and queues. It
// explains why the main thread does not answer, groups equal stacks, and follows the threads of a
// process through several dumps.
//
// Section numbers in comments refer to parser/dump/format.md.
package wait

import (
	"cmp"
	"slices"

	"traceglass/parser/dump"
	"traceglass/parser/sorting"
)

// None is a row that stands for no thread.
const None = -1

// Why is the reason that one thread waits for another.
type Why uint8

const (
	Monitor Why = iota // wants to enter a monitor
	Join               // waits for the other to end
)

// A Wait is one thread's wait for another. Threads are rows of Dump.Threads.
type Wait struct {
	Thread int
	For    int // the thread waited for; None if the block shows no holder of the object
	Why    Why
	Object dump.Object
	Line   int // of the lock line, in Dump.Text
	// Named: the waiter's own line names the holder. Shown: the holder's stack has locked the
	// object, at HeldLine.
	Named, Shown bool
	HeldLine     int
	// Missing is the tid of a holder that is named but not in the block, 0 for none.
	Missing int
}

// A Graph holds the waits between the threads of one block. Each thread waits for at most one
// other.
type Graph struct {
	Block *dump.Block
	Waits []Wait // by Thread, ascending

	d       *dump.Dump
	main    int // row of the block's main thread, -1 if it has none
	byTid   map[int]int
	byName  map[string]int        // None if the name is not unique
	lockers map[dump.Object][]int // threads that have locked an object and not released it
	held    map[hold]int          // line that shows such a lock
	holds   map[int]int           // by thread: number of objects locked and not released
}

// A hold is one thread's lock of one object.
type hold struct {
	object dump.Object
	thread int
}

// NewGraph returns the waits in the lock lines of a block.
func NewGraph(d *dump.Dump, block *dump.Block) *Graph {
	g := &Graph{Block: block, d: d, main: d.Main(block), byTid: make(map[int]int, block.EndThread-block.FirstThread), byName: make(map[string]int, block.EndThread-block.FirstThread), lockers: map[dump.Object][]int{}, held: map[hold]int{}, holds: map[int]int{}}
	for t := block.FirstThread; t < block.EndThread; t++ {
		thread := &d.Threads[t]
		if thread.Tid != 0 {
			g.byTid[thread.Tid] = t
		}
		if _, twice := g.byName[thread.Name]; twice {
			g.byName[thread.Name] = None
		} else {
			g.byName[thread.Name] = t
		}
	}
	wants := []want{}
	for t := block.FirstThread; t < block.EndThread; t++ {
		if w, ok := g.read(t); ok {
			wants = append(wants, w)
		}
	}
	named := map[dump.Object]int{} // holder of an object, as any waiter's line names it
	for i := range wants {
		if w := &wants[i]; w.lock.Named && w.lock.Object.Kind != dump.NoID {
			if holder := g.find(w.lock); holder != None {
				named[w.lock.Object] = holder
			}
		}
	}
	for _, w := range wants {
		g.Waits = append(g.Waits, g.resolve(w, named))
	}
	return g
}

// A want is the lock line that makes a thread wait.
type want struct {
	thread int
	line   int
	why    Why
	lock   dump.Lock
}

// read records what thread t has locked and returns its wait. Only the topmost wait counts. A
// thread does not hold an object that it waits on or for.
func (g *Graph) read(t int) (w want, waits bool) {
	thread := &g.d.Threads[t]
	var given map[dump.Object]bool // objects released while waiting; nil for most threads, which wait for nothing
	for row := thread.FirstLock; row < thread.EndLock; row++ {
		l, line := g.d.Lock(row), int(g.d.Locks[row].Line)
		switch l.What {
		case dump.WaitingToLock, dump.Inflating:
			if !waits {
				w, waits = want{t, line, Monitor, l}, true
			}
			given = add(given, l.Object)
		case dump.WaitingOn:
			// Dalvik's mark of a join, or of a parked thread.
			if !waits && l.Object.Class == "java.lang.VMThread" && l.Named && l.Holder != thread.Tid {
				w, waits = want{t, line, Join, l}, true
			}
			given = add(given, l.Object)
		case dump.SleepingOn: // Thread.sleep locks a private object and releases it
			given = add(given, l.Object)
		case dump.Locked:
			if l.Object.Kind == dump.NoID {
				g.holds[t]++ // unknown, but still a lock
				continue
			}
			if given[l.Object] {
				continue
			}
			if _, again := g.held[hold{l.Object, t}]; !again { // locked again: still one owner
				g.held[hold{l.Object, t}] = line
				g.holds[t]++
				g.lockers[l.Object] = append(g.lockers[l.Object], t)
			}
		}
	}
	return w, waits
}

func add(set map[dump.Object]bool, o dump.Object) map[dump.Object]bool {
	if set == nil {
		set = map[dump.Object]bool{}
	}
	set[o] = true
	return set
}

// find returns the thread that a lock line names as the holder, None if it is not in the block.
func (g *Graph) find(l dump.Lock) int {
	if t, ok := g.byTid[l.Holder]; ok {
		return t
	}
	if t, ok := g.byName[l.Name]; ok && l.Name != "" {
		return t
	}
	return None
}

// resolve returns the wait of a thread with its holder: the one that its own line names, else one
// that another waiter names, else the only thread that shows the object as locked.
func (g *Graph) resolve(w want, named map[dump.Object]int) Wait {
	result := Wait{Thread: w.thread, For: None, Why: w.why, Object: w.lock.Object, Line: w.line, Named: w.lock.Named}
	known := w.lock.Object.Kind != dump.NoID
	lockers := g.lockers[w.lock.Object]
	switch holder, listed := named[w.lock.Object]; {
	case w.lock.Named && w.lock.Holder == 0:
	case w.lock.Named:
		if result.For = g.find(w.lock); result.For == None {
			result.Missing = w.lock.Holder
		}
	case known && listed && w.why == Monitor:
		result.For = holder
	case len(lockers) == 1:
		result.For = lockers[0]
	}
	if result.For == w.thread {
		result.For = None
	}
	if known {
		result.HeldLine, result.Shown = g.held[hold{w.lock.Object, result.For}]
	}
	return result
}

// Holds returns how many objects a thread has locked and not released. An object that it waits on
// or for does not count (section 13).
func (g *Graph) Holds(thread int) int { return g.holds[thread] }

// GivenUp reports whether a thread has locked an object but does not own it now, because it waits
// on it or for it.
func (g *Graph) GivenUp(thread int, o dump.Object) bool {
	_, owns := g.held[hold{o, thread}]
	return o.Kind != dump.NoID && !owns
}

// Of returns the wait of a thread; ok is false if it waits for no thread.
func (g *Graph) Of(thread int) (w Wait, ok bool) {
	i, ok := slices.BinarySearchFunc(g.Waits, thread, func(w Wait, t int) int { return cmp.Compare(w.Thread, t) })
	if !ok {
		return Wait{}, false
	}
	return g.Waits[i], true
}

// A Deadlock is a cycle of threads: each waits for the next, and the last for the first. The first
// has the smallest tid.
type Deadlock struct {
	Threads []int // rows of Dump.Threads
	// Certain: all threads were stopped together, or both ends confirm each wait (section 13.1).
	// Otherwise a lock may have changed hands while the threads were read.
	Certain bool
}

// DeadlockedTids returns the tids of each cycle, ascending, ordered by the smallest.
func (g *Graph) DeadlockedTids() (all [][]int) {
	for _, cycle := range g.Deadlocks() {
		var tids []int
		for _, t := range cycle.Threads {
			tids = append(tids, g.d.Threads[t].Tid)
		}
		slices.Sort(tids)
		all = append(all, tids)
	}
	return all
}

// Deadlocks returns all cycles, ordered by their smallest tid.
func (g *Graph) Deadlocks() []Deadlock {
	var all []Deadlock
	seen := map[int]int{} // by thread: number of the walk that visited it, from 1
	for walk := range g.Waits {
		at := g.Waits[walk].Thread
		for at != None && seen[at] == 0 {
			seen[at] = walk + 1
			at = g.next(at)
		}
		if at == None || seen[at] != walk+1 {
			continue
		}
		cycle := Deadlock{Certain: true}
		for t := at; ; {
			w, _ := g.Of(t)
			cycle.Threads = append(cycle.Threads, t)
			cycle.Certain = cycle.Certain && (g.Block.Instant || w.Named && w.Shown)
			if t = w.For; t == at {
				break
			}
		}
		first := 0
		for i, t := range cycle.Threads {
			if g.d.Threads[t].Tid < g.d.Threads[cycle.Threads[first]].Tid {
				first = i
			}
		}
		cycle.Threads = append(cycle.Threads[first:len(cycle.Threads):len(cycle.Threads)], cycle.Threads[:first]...)
		all = append(all, cycle)
	}
	sorting.Stable(all, func(a, b Deadlock) int {
		return cmp.Compare(g.d.Threads[a.Threads[0]].Tid, g.d.Threads[b.Threads[0]].Tid)
	})
	return all
}

func (g *Graph) next(thread int) int {
	if w, ok := g.Of(thread); ok {
		return w.For
	}
	return None
}

// Chain returns a thread and those it waits for, in order. The last is the root blocker, or, if the
// chain is a deadlock, the last before it closes.
func (g *Graph) Chain(thread int) []int {
	chain := []int{thread}
	seen := map[int]bool{thread: true}
	for {
		thread = g.next(thread)
		if thread == None || seen[thread] {
			return chain
		}
		seen[thread] = true
		chain = append(chain, thread)
	}
}

// A Queue holds the threads that want to enter one monitor.
type Queue struct {
	Object  dump.Object
	Waiters []int // ascending
	// Owners are the threads named as the holder or shown with the object locked. More than one
	// means that it changed hands while the dump was written.
	Owners []int
	Behind int // threads that wait, through at most farthest others, for one of the waiters
}

// farthest limits walks along chains, which are short in real dumps.
const farthest = 100

// Queues returns the contended monitors, the one that blocks most threads first. Unknown objects
// have no queue: a Blocked HeapTaskDaemon is idle (section 12).
func (g *Graph) Queues() []Queue {
	at := map[dump.Object]int{}
	owns := map[hold]bool{}
	var all []Queue
	for _, w := range g.Waits {
		if w.Why != Monitor || w.Object.Kind == dump.NoID {
			continue
		}
		i, ok := at[w.Object]
		if !ok {
			i = len(all)
			at[w.Object] = i
			all = append(all, Queue{Object: w.Object})
			for _, t := range g.lockers[w.Object] {
				all[i].Owners = append(all[i].Owners, t)
				owns[hold{w.Object, t}] = true
			}
		}
		q := &all[i]
		q.Waiters = append(q.Waiters, w.Thread)
		if of := (hold{w.Object, w.For}); w.For != None && !owns[of] {
			owns[of] = true
			q.Owners = append(q.Owners, w.For)
		}
	}
	for _, w := range g.Waits {
		// Each thread counts once per queue that it blocks.
		counted := map[int]bool{}
		for t, steps := w.For, 0; t != None && t != w.Thread && steps < farthest; steps++ {
			to, ok := g.Of(t)
			if !ok {
				break
			}
			if i, ok := at[to.Object]; ok && to.Object != w.Object && !counted[i] {
				counted[i] = true
				all[i].Behind++
			}
			t = to.For
		}
	}
	sorting.Stable(all, func(a, b Queue) int {
		return cmp.Compare(len(b.Waiters)+b.Behind, len(a.Waiters)+a.Behind)
	})
	return all
}

// IdleHeapTask reports whether a thread is the heap task daemon of Android 7 and 8 that waits for
// work although its state is Blocked (section 12).
func IdleHeapTask(d *dump.Dump, t *dump.Thread) bool {
	if t.State != "Blocked" || t.FirstLock == t.EndLock {
		return false
	}
	l := d.Lock(t.FirstLock)
	top, ok := d.TopFrame(t)
	return l.What == dump.WaitingToLock && l.Object.Kind == dump.NoID && !l.Named && ok && top.Key() == "dalvik.system.VMRuntime.runHeapTasks"
}
