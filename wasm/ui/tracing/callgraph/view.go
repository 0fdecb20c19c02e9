// Package callgraph is the view that draws a trace as a graph, like dmtracedump's. Each method is a box. An
// arrow leads to each callee that takes enough of its caller's time.
package callgraph

import (
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/export"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/graph"
	"traceglass/wasm/ui/menus"
	"traceglass/wasm/ui/node"
	"traceglass/wasm/ui/room"
)

// A View is the graph and the component of its panel.
type View struct {
	*graph.Stage
	desk    *desk.Desk
	sliding int // position of the slider; AutoThreshold until it is moved
	file    ask.Query[*message.File]
}

var _ room.View = (*View)(nil)

// New returns the view.
func New(d *desk.Desk) *View {
	v := &View{desk: d, sliding: d.Share}
	v.Stage = graph.New(d, canvas.InTrace, v)
	return v
}

// Open resets the view for a newly opened trace.
func (v *View) Open() {
	v.Stage.Open()
	*v = View{Stage: v.Stage, desk: v.desk, sliding: v.desk.Share}
}

// Tab returns the view's tab.
func (v *View) Tab() desk.Tab { return desk.Tab{ID: "callgraph", Name: "Call graph"} }

// RequestData requests the graph of the selected scope.
func (v *View) RequestData() {
	v.Want(&message.Graph{Scope: v.desk.Scope(), Threshold: v.desk.Share, Unfolded: v.desk.ShowsFramework()})
}

// Choose selects the method of a box. The root box has no method. The box of the platform frames expands them
// in every view.
func (v *View) Choose(n *message.GraphNode) {
	if n.Number == message.FoldedNode {
		thread, _ := v.desk.Framework()
		v.desk.ToggleFramework(thread)
		return
	}
	if n.Method == message.NoNode {
		v.desk.Method, v.desk.HasCall = message.NoNode, false
		return
	}
	v.desk.ChooseMethod(n.Method)
}

// FillTip fills the tooltip of a box.
func (v *View) FillTip(t *canvas.Tip, n *message.GraphNode) {
	t.First, t.Last = v.desk.Names.Parts(n.Method)
	if n.Number == message.FoldedNode {
		t.Last, t.Note = words.Clip(n.Label), words.T("Android frames that nearly all calls here ran in. Click to unfold or fold them (E).")
		return
	}
	_, figures, _ := strings.Cut(n.Label, ", ")
	t.Note = words.Clip(figures)
}

// Offer opens the menu of a box.
func (v *View) Offer(n *message.GraphNode, m desk.Menu, zoom func()) {
	if n == nil || n.Method == message.NoNode {
		m.Title = words.T("Call graph")
		m.Items = []desk.Command{{Name: words.T("Show the whole graph"), Keys: "0", Do: func() { v.ShowWhole(v.desk.Host) }}, {Name: words.T("Show or hide the list"), Do: v.toggleList}}
		v.desk.OpenMenu(m)
		return
	}
	menus.OpenThing(v.desk, menus.Thing{View: v.Tab().ID, Method: n.Method, Node: message.NoNode, Zoom: zoom}, m)
}

// Status describes the selected box.
func (v *View) Status() room.Status { return room.Status{Spoken: v.Spoken()} }

// Key handles a key in the list.
func (v *View) Key(k canvas.Key) bool {
	return (k.Focus == "" || k.Focus == "callgraph-rows") && v.Stage.Key(k)
}

// The graph opens without a box that leads.

func (v *View) Opened(*message.GraphNode)    {}
func (v *View) Leads(message.GraphNode) bool { return false }

// Note explains a graph of a single box.
func (v *View) Note() string {
	switch {
	case v.Boxes() != 1:
	case v.desk.Timeless():
		return v.desk.NoTimesText()
	case v.position() == 0:
		return words.T("No call here calls another.")
	default:
		return words.T("No call here takes this share of its caller's time. Lower the share to see more.")
	}
	return ""
}

// slide follows the slider while the pointer drags it.
func (v *View) slide(event vugu.DOMEvent) { v.sliding = min(node.Number(event), 99) }

// slid applies the share when the slider is released.
func (v *View) slid(event vugu.DOMEvent) {
	v.slide(event)
	v.desk.Share = v.sliding
}

// position returns the position of the slider. Until it is moved, that is the graph's own share.
func (v *View) position() int {
	if v.sliding == message.AutoThreshold {
		return max(0, v.Threshold())
	}
	return v.sliding
}

func (v *View) share() string {
	return words.Say("{1}\u00a0% of their caller’s time", strconv.Itoa(v.position()))
}

// lacking says why the graph does not show the selected method, "" if it does.
func (v *View) lacking() string {
	d := v.desk
	if d.Method == message.NoNode || !v.Lacks(d.Method) || v.Boxes() < 2 {
		return ""
	}
	name := words.ShortLabel(d.Names.Label(d.Method))
	if _, levels := d.Framework(); levels > 0 && !d.ShowsFramework() && v.position() == 0 {
		return words.Say("{1} has no box: it is one of the folded platform frames, or did not run here", name)
	}
	if v.position() == 0 {
		return words.Say("{1} has no box: it did not run here", name)
	}
	return words.Say("{1} has no box: lower the share to see it", name)
}

func (v *View) toggleList() { v.List(!v.Listed()) }

func (v *View) buttons() *bar.Row {
	return bar.Of(
		bar.Button{ID: "graph-listed", Name: words.T("List"), Title: words.T("The same as a list"), State: bar.Is(v.Listed()), Do: v.toggleList},
		v.AllButton("graph-all", v.desk.Host),
	)
}

func (v *View) files() *bar.Row {
	return &bar.Row{Class: "segments", Role: "group", Label: words.T("Save the graph"), Buttons: []bar.Button{
		{ID: "graph-dot", Name: "DOT", Title: words.T("Save as text for Graphviz"), Do: v.saveText},
		{ID: "graph-svg", Name: "SVG", Title: words.T("Save the whole graph as a drawing"), Disabled: v.Working(), Do: v.saveDrawing},
		{ID: "graph-png", Name: "PNG", Title: words.T("Save the view as a picture"), Do: v.savePicture},
	}}
}

// The graph can be saved as text for Graphviz, as a drawing of the whole graph, or as a picture of its visible
// part. The text is the same file that the command makes, with idle waits.

func (v *View) saveText() {
	scope := v.desk.Scope()
	scope.NoIdle = false
	v.askFile(scope, func(file *message.File) {
		v.desk.Host.Save(&message.File{Name: v.name(export.CallGraph), Type: file.Type, Data: file.Data})
	})
}

func (v *View) saveDrawing() {
	v.askFile(v.desk.Scope(), func(file *message.File) { v.Draw(file.Data, v.name(".callgraph.svg")) })
}

func (v *View) savePicture() { v.SaveView(v.name(".callgraph.png")) }

func (v *View) askFile(scope message.Scope, take func(*message.File)) {
	v.file.Ask(&v.desk.Line, &message.GraphFile{Scope: scope, Threshold: v.desk.Share}, take)
}

func (v *View) name(ending string) string { return desk.Stem(v.desk.Trace.File) + ending }

// ---- What the panel shows ----

func (v *View) open() bool { return v.desk.Tab == v.Tab().ID }

func (v *View) shown() bool { return v.open() && v.desk.Trace != nil }
