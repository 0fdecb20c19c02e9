//go:build dumps || !js

package engine

import (
	"fmt"
	"slices"
	"strconv"

	"traceglass/parser/dump"
	"traceglass/parser/wait"
	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// mostWaits is how many waiting threads a lock graph shows: more arrows tell nothing, and are
// slow to lay out.
const mostWaits = 200

// lockGraph makes the graph of who waits for whom in a process: a box a thread that waits or
// is waited for, an arrow from the one to the other with the monitor between them. Where
// nobody is seen to hold a monitor, that is a box of its own.
func (e *Engine) lockGraph(req *message.LockGraph) message.Body {
	m := &e.dumps
	if int(req.Process) >= len(m.processes) {
		return noProcess()
	}
	p := &m.processes[req.Process]
	b := locks{process: p, threads: map[int]int{}, objects: map[string]int{}, cycle: map[int]int{}}
	b.graph.Across = true
	for i, d := range p.graph.Deadlocks() {
		for _, t := range d.Threads {
			b.cycle[t] = i + 1
		}
	}
	waits := p.waits()
	main := p.file.d.Main(p.block)
	chain := p.graph.Chain(max(main, p.block.FirstThread))
	rank := func(w *wait.Wait) int { // what is left out is the last
		switch {
		case b.cycle[w.Thread] != 0:
			return 0
		case slices.Contains(chain, w.Thread):
			return 1
		}
		return 2
	}
	slices.SortStableFunc(waits, func(a, b wait.Wait) int { return rank(&a) - rank(&b) })
	for i := range waits[:min(len(waits), mostWaits)] {
		b.add(&waits[i])
	}
	if n := len(waits) - mostWaits; n > 0 {
		b.graph.Nodes = append(b.graph.Nodes, scene.Node{
			Lines: []string{strconv.Itoa(n) + " more threads wait"}, Slot: scene.SlotPool, Method: scene.NoMethod, Number: message.NoNode,
		})
	}
	return e.graph.begin(b.graph)
}

// waits are the threads that wait for another's monitor, or for another to end. A heap task
// daemon that only seems to is none of them.
func (p *process) waits() []wait.Wait {
	return slices.DeleteFunc(slices.Clone(p.graph.Waits), func(w wait.Wait) bool {
		return wait.IdleHeapTask(p.file.d, &p.file.d.Threads[w.Thread])
	})
}

// locks builds a lock graph.
type locks struct {
	process *process
	graph   scene.Graph
	threads map[int]int    // box by thread
	objects map[string]int // box by monitor that nobody is seen to hold
	cycle   map[int]int    // deadlock, from 1, by thread
}

// add adds a thread that waits, and what it waits for.
func (b *locks) add(w *wait.Wait) {
	edge := scene.Edge{Tail: b.thread(w.Thread)}
	if w.For == wait.None {
		edge.Head = b.object(w)
	} else {
		edge.Head = b.thread(w.For)
		edge.Label = shortObject(w.Object)
		if w.Why == wait.Join {
			edge.Label = "until it ends"
		}
		edge.Alarm = b.cycle[w.Thread] != 0 && b.cycle[w.Thread] == b.cycle[w.For]
	}
	b.graph.Edges = append(b.graph.Edges, edge)
}

// thread is a thread's box.
func (b *locks) thread(t int) int {
	if at, ok := b.threads[t]; ok {
		return at
	}
	p := b.process
	thread := &p.file.d.Threads[t]
	name := valid(thread.Name)
	if thread.Tid != 0 {
		name += " (" + strconv.Itoa(thread.Tid) + ")"
	}
	n := scene.Node{
		Lines: []string{name, valid(thread.StateName())}, Method: scene.NoMethod, Number: uint32(p.file.thread + t),
		Slot: scene.SlotState + scene.Slot(dump.ClassOf(thread.State)),
	}
	if r := p.row(t); r.Top != "" {
		n.Lines[1] += " in " + words.ShortLabel(r.Top)
	}
	if t == p.file.d.Main(p.block) {
		n.Slot = scene.SlotOwn
		if thread.Name != "main" {
			n.Lines[0] += ", main"
		}
	}
	b.threads[t] = len(b.graph.Nodes)
	b.graph.Nodes = append(b.graph.Nodes, n)
	return b.threads[t]
}

// object is the box of a monitor whose holder is not seen.
func (b *locks) object(w *wait.Wait) int {
	key := fmt.Sprint(w.Object.Kind, w.Object.ID, w.Missing)
	at, ok := b.objects[key]
	if !ok || w.Object.Kind == dump.NoID {
		at = len(b.graph.Nodes)
		b.objects[key] = at
		why := "nobody is seen to hold it"
		if w.Missing != 0 {
			why = "held by thread " + strconv.Itoa(w.Missing) + ", which is not in the dump"
		}
		b.graph.Nodes = append(b.graph.Nodes, scene.Node{
			Lines: []string{shortObject(w.Object), why}, Slot: scene.SlotPool, Method: scene.NoMethod, Number: message.NoNode,
		})
	}
	return at
}

// shortObject is a monitor's class without the packages, and its number.
func shortObject(o dump.Object) string {
	if o.Kind == dump.NoID && o.Class == "" {
		return "a monitor not named"
	}
	return words.ShortObject(objectName(o))
}
