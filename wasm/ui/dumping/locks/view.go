// Package locks is the view of a dump's process as a graph of who waits for whom.
package locks

import (
	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/graph"
	"traceglass/wasm/ui/node"
)

// A View is how the graph looks, and the component of its panel.
type View struct {
	*graph.Stage
	dumps   *desk.Dumps
	process uint32 // whose graph it is
}

// New makes the view.
func New(d *desk.Dumps) *View {
	v := &View{dumps: d}
	v.Stage = graph.New(d.Trace, canvas.InDumps, v)
	return v
}

// Open begins with other dumps.
func (v *View) Open() {
	v.Stage.Open()
	v.process = v.dumps.Process
}

// Tab is the view's.
func (v *View) Tab() desk.Tab { return desk.Tab{ID: "locks", Name: "Lock graph"} }

// Wants asks for the graph, if anybody waits. That of another process is not shown in the
// meantime.
func (v *View) Wants() {
	d := v.dumps
	idle := d.Chosen().Waits == 0
	if idle || v.process != d.Process {
		v.process = d.Process
		v.Drop()
	}
	if !idle {
		v.Want(&message.LockGraph{Process: d.Process})
	}
}

// Choose shows the stack of the thread that a box is; a monitor is none.
func (v *View) Choose(n *message.GraphNode) {
	if n.Number != message.NoNode {
		v.dumps.ShowStack(n.Number)
	}
}

// Tell says in the tip what a box says.
func (v *View) Tell(t *canvas.Tip, n *message.GraphNode) {
	t.Last = words.Clip(n.Label)
	if n.Number != message.NoNode {
		t.Note = "Click to see its stack."
	}
}

// Menu opens the menu of a box.
func (v *View) Menu(n *message.GraphNode, m desk.Menu, zoom func()) {
	d := v.dumps
	if n == nil {
		m.Title = "Lock graph"
		m.Items = []desk.Command{{Name: "Show the whole graph", Keys: "0", Do: func() { v.ShowAll(); v.Preview(d.Host) }}}
		d.OpenMenu(m)
		return
	}
	m.Title = words.Clip(n.Label)
	m.Items = []desk.Command{{Name: "Zoom to it", Do: zoom}}
	if n.Number != message.NoNode {
		m.Items = append(m.Items, desk.Command{Name: "Show its stack", Do: func() { d.ShowStack(n.Number) }})
	}
	m.Items = append(m.Items, desk.Command{}, desk.Command{Name: "Copy what it says", Do: func() { d.Copy(n.Label) }})
	d.OpenMenu(m)
}

// Note is what the canvas says where nobody waits.
func (v *View) Note() string {
	if v.dumps.Chosen().Waits == 0 {
		return "No thread of this process waits for a monitor, or for another thread to end."
	}
	return ""
}

// Do does a gesture of the keyboard. Escape is the room's.
func (v *View) Do(act canvas.Act) bool { return act != canvas.Back && v.Stage.Do(act) }

// ---- What the panel shows ----

func (v *View) shown() bool { return v.dumps.Tab == v.Tab().ID }

// says sums up the graph.
func (v *View) says() string {
	p := v.dumps.Chosen()
	if p.Waits == 0 {
		return ""
	}
	s := words.Plural(int64(p.Waits), "thread waits for another", "threads wait for others")
	if p.Deadlocks > 0 {
		s += ", " + words.Plural(int64(p.Deadlocks), "deadlock", "deadlocks") + " in red"
	}
	return s
}

// clicked finds what was clicked by its id.
func (v *View) clicked(event vugu.DOMEvent) {
	node.Routes{
		"locks-drawn":  func(int) { v.List(false) },
		"locks-listed": func(int) { v.List(true) },
		"locks-all":    func(int) { v.ShowAll(); v.Preview(v.dumps.Host) },
	}.Take(event)
}
