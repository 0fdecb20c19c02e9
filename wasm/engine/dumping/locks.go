package dumping

import (
	"strconv"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/wait"
	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/engine/graph"
	"traceglass/wasm/message"
)

// lockGraph shows who waits for whom in a process.
func (m *Room) lockGraph(req *message.LockGraph, stage *graph.Stage) message.Body {
	if int(req.Process) >= len(m.processes) {
		return noProcess()
	}
	g, says := m.locks(&m.processes[req.Process])
	dot := stage.Show(g)
	dot.Says = says
	return dot
}

// locks is who waits for whom in a process as a graph, with the monitors on the arrows, and the
// sum of it.
func (m *Room) locks(p *process) (g scene.Graph, says string) {
	l := p.file.facts.Locks(p.at)
	g.Across = true
	if l.Culprit != wait.None {
		g.First, g.Chosen = l.Culprit, true
	}
	for i := range l.Boxes {
		g.Nodes = append(g.Nodes, m.lockNode(p, &l.Boxes[i]))
	}
	for i := range l.Arrows {
		a := &l.Arrows[i]
		edge := scene.Edge{Tail: a.From, Head: a.To, Alarm: a.Deadlock}
		switch {
		case l.Boxes[a.To].Thread == wait.None: // which says it itself
		case a.Call != "" && a.Listed:
			edge.Label = words.ShortLabel(a.Call)
		case a.Call != "":
			edge.Label = words.ShortLabel(a.Call) + ", likely"
		case a.Wait.Why == wait.Join:
			edge.Label = "until it ends"
		default:
			edge.Label = shortObject(a.Wait.Object)
		}
		g.Edges = append(g.Edges, edge)
	}
	if l.Left > 0 {
		g.Nodes = append(g.Nodes, scene.Node{
			Lines: []string{strconv.Itoa(l.Left) + " more threads wait"}, Slot: scene.SlotPool, Method: scene.NoMethod, Number: message.NoNode,
		})
	}
	return g, p.waits(&l)
}

// waits sums up who waits for whom.
func (p *process) waits(l *wait.Locks) string {
	var parts []string
	if n := len(p.file.facts.Waits(p.at)); n > 0 {
		parts = append(parts, words.Plural(int64(n), "thread waits for another", "threads wait for others"))
	}
	if l.Calls > 0 {
		parts = append(parts, words.Plural(int64(l.Calls), "call into another process", "calls into other processes"))
	}
	within := len(p.graph.Deadlocks())
	if within > 0 {
		parts = append(parts, words.Plural(int64(within), "deadlock", "deadlocks")+" in red")
	}
	if across := l.Cycles - within; across > 0 {
		parts = append(parts, words.Plural(int64(across), "circle", "circles")+" through several processes in red")
	}
	return strings.Join(parts, ", ")
}

// lockNode is the box of a thread, of several that wait alike, or of what is waited for.
func (m *Room) lockNode(p *process, b *wait.Box) scene.Node {
	if b.Thread == wait.None {
		return objectNode(b)
	}
	f := p.file
	n := m.threadNode(p, b.Thread)
	if len(b.Threads) > 1 {
		names := folded(len(b.Threads), func(i int) string { return f.d.Threads[b.Threads[i]].Name })
		n.Lines[0] = words.Count(int64(len(b.Threads))) + " threads: " + names[0].Name
		if len(names) > 1 {
			n.Lines[0] += " …"
		}
		for _, t := range b.Threads[1:] {
			n.Like = append(n.Like, uint32(f.thread+t))
		}
	}
	return n
}

// threadNode is the box of a thread of a process, or of another one in the same file.
func (m *Room) threadNode(p *process, t int) scene.Node {
	f := p.file
	thread := &f.d.Threads[t]
	of, _ := m.at(uint32(f.thread + t))
	name := valid(thread.Name)
	if thread.Tid != 0 {
		name += " (" + strconv.Itoa(thread.Tid) + ")"
	}
	n := scene.Node{
		Lines: []string{name, valid(thread.StateName())}, Method: scene.NoMethod, Number: uint32(f.thread + t),
		Slot: scene.SlotState + scene.Slot(dump.ClassOf(thread.State)),
	}
	if of == nil {
		return n
	}
	if r := of.row(t); r.Top != "" {
		n.Lines[1] += " in " + words.ShortLabel(r.Top)
	}
	main := t == f.d.Main(of.block)
	switch {
	case of.block != p.block:
		n.Lines = append(n.Lines, "of "+valid(of.label()))
	case main:
		n.Slot = scene.SlotOwn
	}
	if main && thread.Name != "main" {
		n.Lines[0] += ", main"
	}
	return n
}

// objectNode is the box of a monitor whose holder is not seen, or of a call whose server is not.
func objectNode(b *wait.Box) scene.Node {
	if b.Call != "" {
		why := "no thread is seen to answer it"
		if b.PID != 0 {
			why = "to process " + strconv.Itoa(b.PID) + ", of which no thread is seen to answer it"
		}
		return scene.Node{Lines: []string{"call " + words.ShortLabel(valid(b.Call)), why}, Slot: scene.SlotPool, Method: scene.NoMethod, Number: message.NoNode}
	}
	why := "nobody is seen to hold it"
	if b.Missing != 0 {
		why = "held by thread " + strconv.Itoa(b.Missing) + ", which is not in the dump"
	}
	return scene.Node{Lines: []string{shortObject(b.Object), why}, Slot: scene.SlotPool, Method: scene.NoMethod, Number: message.NoNode}
}

// shortObject is a monitor's class without the packages, and its number.
func shortObject(o dump.Object) string {
	if o.Kind == dump.NoID && o.Class == "" {
		return "a monitor not named"
	}
	return words.ShortObject(objectName(o))
}
