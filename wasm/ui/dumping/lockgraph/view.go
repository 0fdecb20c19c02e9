// Package lockgraph is the view that draws the waits between the threads of a process as a graph.
package lockgraph

import (
	"slices"

	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/graph"
	"traceglass/wasm/ui/room"
)

// A View is the graph and the component of its panel.
type View struct {
	*graph.Stage
	dumps     *desk.Dumps
	process   uint32 // the process that the graph shows
	culpritOf uint32 // process whose culprit the view has selected automatically, plus 1; 0 for none
	lastMark  mark   // the mark at the last RequestData
	hasForm   bool   // the reader chose the graph or the list, or the view did
}

// A mark identifies the marked box: the selected thread in one version of the graph.
type mark struct{ graph, thread uint32 }

var _ room.View = (*View)(nil)

// New returns the view.
func New(d *desk.Dumps) *View {
	v := &View{dumps: d}
	v.Stage = graph.New(d.Trace, canvas.InDumps, v)
	return v
}

// Open resets the view for newly opened dumps.
func (v *View) Open() {
	v.Stage.Open()
	v.process, v.culpritOf, v.lastMark, v.hasForm = v.dumps.Process, 0, mark{}, false
}

// Tab returns the view's tab.
func (v *View) Tab() desk.Tab { return desk.Tab{ID: "locks", Name: "Lock graph", Searches: true} }

// RequestData requests the graph, and clears the graph of another process.
func (v *View) RequestData() {
	d := v.dumps
	if v.process != d.Process {
		v.process = d.Process
		v.Drop()
	}
	if now := (mark{v.Serial(), d.Thread}); now.graph != 0 && now != v.lastMark { // a thread was selected elsewhere
		v.lastMark = now
		v.Mark(func(n message.GraphNode) bool { return n.Number == d.Thread || slices.Contains(n.Like, d.Thread) })
	}
	v.Found(d.Found().Found, d.Filter.Text != "")
	v.Want(&message.LockGraph{Process: d.Process, Narrow: v.Narrow()})
	if !v.hasForm && v.IsCramped() {
		v.show(true)
	}
}

// show shows the list, or the graph.
func (v *View) show(listed bool) {
	v.hasForm = true
	v.List(listed)
}

// Status returns the selected box, and the number of boxes that match the search, as text.
func (v *View) Status() room.Status {
	return room.Status{Spoken: v.Spoken(), Tally: v.dumps.Found().Tally}
}

// Opened shows the stack of the thread at the end of main's chain of waits, once for each process. It does
// nothing if a thread other than main is selected, or if main is in a deadlock: its chain has no end. If the culprit is in
// another process, the graph only scrolls to its box: the selected process stays.
func (v *View) Opened(culprit *message.GraphNode) {
	d := v.dumps
	if v.culpritOf != d.Process+1 && d.Thread == d.Chosen().Main && !v.InAlarm(v.Leads) {
		v.culpritOf = d.Process + 1
		if d.ProcessOf(culprit.Number) == int(d.Process) {
			v.Choose(culprit)
		}
	}
}

// Leads reports whether a box is main's. Readers begin there.
func (v *View) Leads(n message.GraphNode) bool {
	main := v.dumps.Chosen().Main
	return main != message.NoNode && (n.Number == main || slices.Contains(n.Like, main))
}

// Choose shows the stack of a box's thread. A monitor has none.
func (v *View) Choose(n *message.GraphNode) {
	if n.Number != message.NoNode {
		v.dumps.ShowStack(n.Number)
	}
}

// FillTip fills the tooltip of a box.
func (v *View) FillTip(t *canvas.Tip, n *message.GraphNode) {
	t.Last = words.Clip(n.Label)
	t.Facts = desk.RawFact(n.Raw)
	if n.Number != message.NoNode {
		t.Note = words.T("Click to see its stack.")
		if len(n.Like) > 0 {
			t.Note = words.T("They all wait for the same thing. Click to see the stack of the first. Its menu lists all of them.")
		}
	}
}

// Offer opens the menu of a box.
func (v *View) Offer(n *message.GraphNode, m desk.Menu, zoom func()) {
	d := v.dumps
	if n == nil {
		m.Title = words.T("Lock graph")
		m.Items = []desk.Command{{Name: words.T("Show the whole graph"), Keys: "0", Do: func() { v.ShowWhole(d.Host) }}}
		d.OpenMenu(m)
		return
	}
	m.Title = words.Clip(n.Label)
	m.Items = []desk.Command{{Name: words.T("Zoom to it"), Do: zoom}}
	if n.Number != message.NoNode {
		m.Items = append(m.Items, desk.Command{Name: words.T("Show its stack"), Do: func() { d.ShowStack(n.Number) }})
		if len(n.Like) > 0 {
			m.Items = append(m.Items, desk.Command{Name: words.T("List its threads"), Do: func() { d.ListThreads(append([]uint32{n.Number}, n.Like...)) }})
		}
	}
	m.Items = append(m.Items, desk.Command{}, desk.Command{Name: words.T("Copy its text"), Do: func() { d.Copy(n.Label) }})
	d.OpenMenu(m)
}

// Note explains why the graph is empty.
func (v *View) Note() string {
	if v.Empty() {
		return words.T("No thread of this process waits for a monitor or for another thread to end. Main waits for no other process.")
	}
	return ""
}

// Do performs a gesture from the keyboard. It leaves Escape to the room.
func (v *View) Do(act canvas.Act) bool { return act != canvas.Back && v.Stage.Do(act) }

// ---- What the panel shows ----

func (v *View) shown() bool { return v.dumps.Tab == v.Tab().ID }

// forms returns the choice of how the graph is shown.
func (v *View) forms() *bar.Row {
	return bar.Choice(words.T("How to show who waits for whom"),
		bar.Button{ID: "locks-drawn", Name: words.T("Graph"), State: bar.Is(!v.Listed()), Do: func() { v.show(false) }},
		bar.Button{ID: "locks-listed", Name: words.T("List"), State: bar.Is(v.Listed()), Do: func() { v.show(true) }},
	)
}

// A colour is an entry of the legend: its class in the style sheet, and its name.
type colour struct {
	class string
	name  words.Text
}

// states are the states of threads that the legend names.
var states = [...]struct {
	class message.StateClass
	name  words.Text
}{
	{message.StateBlocked, "blocked"}, {message.StateRunning, "runnable"}, {message.StateInNative, "native"}, {message.StateWaiting, "waiting"},
	{message.StateTimed, "with a limit"}, {message.StateInMachine, "in the virtual machine"},
}

// legend returns the colours of the boxes.
func (v *View) legend() (all []colour) {
	if v.Colours(message.Slot(scene.SlotMain)) {
		all = append(all, colour{"main", "main"})
	}
	for _, s := range states {
		if v.Colours(message.Slot(scene.SlotState) + message.Slot(s.class-message.StateUnknown)) {
			all = append(all, colour{"state-" + desk.StateName(s.class), s.name})
		}
	}
	return all
}

func (v *View) buttons() *bar.Row { return bar.Of(v.AllButton("locks-all", v.dumps.Host)) }
