package dumping

import (
	"strconv"

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
	return stage.Show(m.processes[req.Process].locks())
}

// locks is who waits for whom in a process as a graph, with the monitors on the arrows.
func (p *process) locks() scene.Graph {
	l := p.file.facts.Locks(p.at)
	g := scene.Graph{Across: true}
	for i := range l.Boxes {
		if l.Boxes[i].Thread == wait.None {
			g.Nodes = append(g.Nodes, objectNode(&l.Boxes[i]))
		} else {
			g.Nodes = append(g.Nodes, p.threadNode(l.Boxes[i].Thread))
		}
	}
	for i := range l.Arrows {
		a := &l.Arrows[i]
		edge := scene.Edge{Tail: a.From, Head: a.To, Alarm: a.Deadlock}
		switch {
		case a.Wait.For == wait.None:
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
	return g
}

// threadNode is a thread's box.
func (p *process) threadNode(t int) scene.Node {
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
	return n
}

// objectNode is the box of a monitor whose holder is not seen.
func objectNode(b *wait.Box) scene.Node {
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
