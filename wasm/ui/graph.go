package ui

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/wasm/message"
)

// graph is the graph on its canvas, from the request for it to the picture. Any view can
// show one: it calls want with a request that the engine answers by a Dot, and has a
// GraphStage in its markup. Boxes are told apart by place in laid.Nodes.
type graph struct {
	pane      // From and To in points, and the same scale down; both may lie beyond the graph
	query     query
	place     query
	dot       *message.Dot // the newest
	job       uint32       // number of what Graphviz is to do, raised by each
	working   bool         // Graphviz lays the newest out
	failure   string       // why there is no graph
	laid      *message.LaidOut
	node      int     // that has the keyboard, or was chosen; -1 for none
	fresh     bool    // has not been seen yet
	framing   framing // which part of it is in view
	focused   bool    // the pointer, or the keyboard, was last here
	listed    bool    // as a list
	list      window
	threshold int // of the call graph, per cent
	sliding   int // where the slider is while it is held
	export    query
	drawing   uint32 // number of the picture that Graphviz makes, 0 for none
	name      string // of its file
}

// A framing is a part of a graph that stays in view when the canvas changes its size.
type framing uint8

const (
	start  framing = iota // what a new graph is shown with
	entire                // all
	byHand                // whatever was chosen
)

// defaultThreshold is dmtracedump's.
const defaultThreshold = 20

func newGraph(old *graph) graph {
	g := graph{node: -1, threshold: defaultThreshold, sliding: defaultThreshold, job: old.job + 1}
	g.View.Width, g.View.Height, g.list.Height = old.View.Width, old.View.Height, old.list.Height
	return g
}

// callGraph asks for the call graph of what is chosen.
func (c *App) callGraph() *message.Graph {
	return &message.Graph{Scope: c.sel.scope(), Threshold: c.graph.threshold}
}

// want has the graph be the one that body asks for.
func (g *graph) want(c *App, body message.Body) {
	before := g.query.asked
	g.query.want(c.host, body)
	if g.query.asked != before {
		g.stop(c)
		g.failure = ""
	}
	if g.fresh && g.View.Width > 0 {
		g.fresh = false
		g.begin()
	}
	g.follow(c)
	if g.laid != nil && g.View.Width > 0 {
		c.show(GraphCanvas, c.graphList())
	}
}

// graphing reports whether a graph is on the page. Every view that shows one is named here.
func (c *App) graphing() bool { return c.tracing() && c.view == graphView || c.locking() }

// stop ends Graphviz's work: what it would lay out is no longer wanted.
func (g *graph) stop(c *App) {
	if g.working {
		g.working = false
		g.job++
		c.host.StopGraphviz()
	}
}

// takeDot has Graphviz lay out a graph.
func (g *graph) takeDot(c *App, dot *message.Dot) {
	if g.query.number != 0 {
		return // another one is on its way
	}
	g.stop(c)
	g.dot, g.working, g.failure = dot, true, ""
	g.laid = nil // the worker has let it go
	g.job++
	g.drawing = 0
	c.host.Graphviz(g.job, dot.Text, "plain")
}

// Graphviz takes what Graphviz made of a graph, or one sentence on why there is nothing.
func (c *App) Graphviz(number uint32, text, failure string) {
	g := &c.graph
	switch {
	case number == g.drawing && g.drawing != 0:
		g.drawing = 0
		if failure != "" {
			c.notice = failure
		} else if strings.Contains(strings.ToLower(text), "<script") {
			c.notice = "The picture was not saved: it held a script."
		} else {
			c.host.Save(&message.File{Name: g.name, Type: "image/svg+xml", Data: []byte(text)})
		}
	case number == g.job && g.working:
		if failure != "" {
			g.working, g.failure = false, failure
			break
		}
		g.place.ask(c.host, &message.Layout{Serial: g.dot.Serial, Text: text})
	}
	c.sync()
	c.host.Redraw()
}

// takePlaces shows a graph that has been laid out.
func (g *graph) takePlaces(c *App, laid *message.LaidOut) {
	if g.dot == nil || laid.Serial != g.dot.Serial {
		return
	}
	g.working = false
	g.laid, g.node, g.fresh = laid, -1, true
	g.list.Total = len(laid.Nodes)
	for i := range laid.Nodes {
		c.names.need(laid.Nodes[i].Method)
	}
}

// giveUp notes that a request for the graph, or for its places, failed.
func (g *graph) giveUp(c *App, text string) {
	g.stop(c)
	g.failure = text
}

// graphList asks for what the canvas shows.
func (c *App) graphList() *message.GraphView {
	g := &c.graph
	return &message.GraphView{
		View: g.View, Serial: g.laid.Serial, Method: c.sel.Method, Selected: g.node, Find: c.find.text, Colour: c.colour,
	}
}

// ---- What part of it is in view ----

const (
	largest  = 4.0  // pixels a point
	readable = 0.8  // at which a graph is first shown, if all of it would be smaller
	margin   = 16.0 // pixels around it
)

// scale is pixels a point.
func (g *graph) scale() float64 {
	if span := g.View.To - g.View.From; span > 0 {
		return g.View.Width / span
	}
	return 1
}

// whole is the scale at which all is in view.
func (g *graph) whole() float64 {
	w, h := max(1, g.View.Width-2*margin), max(1, g.View.Height-2*margin)
	return min(1.25, w/max(1, g.laid.Width), h/max(1, g.laid.Height))
}

// look shows the place x, y, in points, at px, py pixels.
func (g *graph) look(x, y, px, py, scale float64) {
	g.View.From = x - px/scale
	g.View.To = g.View.From + g.View.Width/scale
	g.View.ScrollY = y*scale - py
	g.hold()
}

// hold keeps some of the graph in view.
func (g *graph) hold() {
	if g.laid == nil {
		return
	}
	s, width, height := g.scale(), g.View.Width, g.View.Height
	half := min(width, g.laid.Width*s) / 2
	from := max(half-width, min(g.View.From*s, g.laid.Width*s-half)) / s
	g.View.To += from - g.View.From
	g.View.From = from
	half = min(height, g.laid.Height*s) / 2
	// A list has it as a float32, and must be known as made for this view.
	g.View.ScrollY = float64(float32(max(half-height, min(g.View.ScrollY, g.laid.Height*s-half))))
}

// begin shows all of a new graph, or, where that would be too small to read, its top.
func (g *graph) begin() {
	if g.whole() >= readable || len(g.laid.Nodes) == 0 {
		g.all()
		return
	}
	g.framing = start
	n := &g.laid.Nodes[0]
	// No more empty ground at a side than where all is in view.
	x := near(n.X+n.W/2, g.laid.Width, g.View.Width)
	y := n.Y
	if g.laid.Height*readable < g.View.Height-2*margin {
		y = (g.laid.Height - (g.View.Height-2*margin)/readable) / 2
	}
	g.look(x, y, g.View.Width/2, margin, readable)
}

// near is the place nearest to at, in points, that can be in the middle of a view of so many
// pixels without ground beyond the graph.
func near(at, length, pixels float64) float64 {
	half := (pixels/2 - margin) / readable
	if length < 2*half {
		return length / 2
	}
	return max(half, min(at, length-half))
}

// all shows the whole graph, in the middle.
func (g *graph) all() {
	g.framing = entire
	if g.laid != nil {
		g.look(g.laid.Width/2, g.laid.Height/2, g.View.Width/2, g.View.Height/2, g.whole())
	}
}

// zoom makes everything factor times as small, around x, y pixels.
func (g *graph) zoom(x, y, factor float64) {
	if g.laid == nil {
		return
	}
	s := g.scale()
	least := min(s, g.whole()/2)
	g.framing = byHand
	g.look(g.View.From+x/s, (g.View.ScrollY+y)/s, x, y, max(least, min(s/factor, largest)))
}

// pan moves by pixels.
func (g *graph) pan(dx, dy float64) {
	if dx != 0 || dy != 0 {
		g.framing = byHand
	}
	d := dx / g.scale()
	g.View.From, g.View.To, g.View.ScrollY = g.View.From+d, g.View.To+d, g.View.ScrollY+dy
	g.hold()
}

// resize keeps what is in view: by its scale and middle, unless it is all or the start.
func (g *graph) resize(width, height float64) {
	s := g.scale()
	x, y := (g.View.From+g.View.To)/2, (g.View.ScrollY+g.View.Height/2)/s
	g.View.Width, g.View.Height = width, height
	switch {
	case g.laid != nil && g.framing == start:
		g.begin()
	case g.framing == entire:
		g.all()
	default:
		g.look(x, y, width/2, height/2, s)
	}
}

// to zooms to a box.
func (g *graph) to(i int) {
	n := &g.laid.Nodes[i]
	s := min(max(g.scale(), 1.6), largest, (g.View.Width-2*margin)/max(1, n.W))
	g.look(n.X+n.W/2, n.Y+n.H/2, g.View.Width/2, g.View.Height/2, max(s, 0.1))
	g.framing = byHand
}

// reveal pans as little as brings a box into view.
func (g *graph) reveal(i int) {
	n, s := &g.laid.Nodes[i], g.scale()
	x, y := (n.X-g.View.From)*s, n.Y*s-g.View.ScrollY
	past := func(at, size, room float64) float64 {
		if at < margin || size > room-2*margin {
			return at - margin
		}
		return max(0, at+size-(room-margin))
	}
	g.pan(past(x, n.W*s, g.View.Width), past(y, n.H*s, g.View.Height))
}

// ---- Choosing ----

// follow makes the selected method's box the one that has the keyboard.
func (g *graph) follow(c *App) {
	if g.laid == nil || c.sel.Method == message.NoNode {
		return
	}
	if g.node >= 0 && g.node < len(g.laid.Nodes) && g.laid.Nodes[g.node].Method == c.sel.Method {
		return
	}
	i := slices.IndexFunc(g.laid.Nodes, func(n message.GraphNode) bool { return n.Method == c.sel.Method })
	if i >= 0 {
		g.node = i
		g.reveal(i)
	}
}

// chooseNode selects what a box stands for.
func (c *App) chooseNode(i int) {
	g := &c.graph
	if g.laid == nil || i < 0 || i >= len(g.laid.Nodes) {
		return
	}
	g.node = i
	if c.dumping() {
		if t := g.laid.Nodes[i].Number; t != message.NoNode {
			c.dump.raw = false
			c.dump.chooseThread(c, t)
		}
		c.host.Redraw()
		return
	}
	if m := g.laid.Nodes[i].Method; m != message.NoNode {
		c.chooseMethod(m)
	} else {
		c.sel.Method, c.sel.HasCall = message.NoNode, false
	}
	c.host.Redraw()
}

// stepNode goes along an arrow, to a caller or callee, or to the box before or after at the
// same height. Of several callers and callees the first is the greatest.
func (c *App) stepNode(way message.Direction) {
	g := &c.graph
	if g.laid == nil || len(g.laid.Nodes) == 0 {
		return
	}
	next := -1
	if g.node < 0 {
		next = 0
	} else if way == message.ToCaller || way == message.ToCallee {
		for _, e := range g.laid.Edges {
			from, to := int(e.Head), int(e.Tail)
			if way == message.ToCallee {
				from, to = to, from
			}
			if from == g.node && to != g.node {
				next = to
				break
			}
		}
	} else {
		next = g.beside(way == message.ToNext)
	}
	if next < 0 {
		c.notice = "There is no further box that way."
		return
	}
	c.chooseNode(next)
	g.reveal(next)
	c.preview(GraphCanvas)
}

// beside is the nearest box to the right, or left, of the one that has the keyboard; -1 for none.
func (g *graph) beside(right bool) int {
	here := &g.laid.Nodes[g.node]
	best, least := -1, math.Inf(1)
	for i := range g.laid.Nodes {
		n := &g.laid.Nodes[i]
		if i == g.node || n.Y > here.Y+here.H || n.Y+n.H < here.Y {
			continue
		}
		if d := n.X - here.X; (d > 0) == right && d != 0 && math.Abs(d) < least {
			best, least = i, math.Abs(d)
		}
	}
	return best
}

// ---- What it says ----

// graphNote is what lies over the canvas while there is no graph to see.
func (c *App) graphNote() string {
	g := &c.graph
	switch {
	case c.locking() && c.dump.chosen().Waits == 0:
		return "No thread of this process waits for a monitor, or for another thread to end."
	case g.failure != "":
		return g.failure
	case g.working && g.dot != nil:
		return "Laying out " + plural(int64(g.dot.Nodes), "box", "boxes") + " and " + plural(int64(g.dot.Edges), "arrow", "arrows") + "…"
	case g.query.number != 0 && g.laid == nil:
		return "Summing up…"
	case c.locking():
		return ""
	case g.laid != nil && len(g.laid.Nodes) < 2:
		return "No call here takes as much of its caller's time. Lower the share to see more."
	}
	return ""
}

// cancelGraph gives up laying out.
func (c *App) cancelGraph() {
	c.graph.giveUp(c, "The graph was not laid out. A higher share makes it smaller.")
}

// graphCount says how large the graph is.
func (c *App) graphCount() string {
	if g := &c.graph; g.laid != nil {
		return plural(int64(len(g.laid.Nodes)), "box", "boxes") + " · " + plural(int64(len(g.laid.Edges)), "arrow", "arrows")
	}
	return ""
}

// graphLabel tells a screen reader what the canvas shows.
func (c *App) graphLabel() string {
	g := &c.graph
	if g.laid == nil {
		return "Graph"
	}
	return "Graph of " + c.graphCount() + ". Arrow keys go along the arrows; the list shows the same."
}

// nodeText is a box in words: what it says, and what its arrows lead to.
func (g *graph) nodeText(i int) string {
	var in, out int64
	for _, e := range g.laid.Edges {
		if int(e.Tail) == i {
			out++
		}
		if int(e.Head) == i {
			in++
		}
	}
	return clipped(g.laid.Nodes[i].Label) + "; " + plural(in, "arrow", "arrows") + " in, " + count(out) + " out"
}

// ---- The list ----

// A nodeLine is a box's row in the list.
type nodeLine struct {
	ID, Class, Label string
	To, From         string // the boxes its arrows lead to, and come from
	Index            int
	Chosen           bool
}

// mostEnds is how many ends of arrows a row names.
const mostEnds = 12

// nodeLines are the rows to have in the page.
func (g *graph) nodeLines() []nodeLine {
	if g.laid == nil {
		return nil
	}
	first, n := g.list.rows()
	var all []nodeLine
	for i := first; i < min(first+n, len(g.laid.Nodes)); i++ {
		l := nodeLine{ID: "callgraph-" + strconv.Itoa(i), Class: "row node", Label: clipped(g.laid.Nodes[i].Label), Index: i, Chosen: i == g.node}
		if l.Chosen {
			l.Class += " cursor"
		}
		l.To = g.ends(i, func(e message.GraphEdge) (uint32, uint32) { return e.Tail, e.Head })
		l.From = g.ends(i, func(e message.GraphEdge) (uint32, uint32) { return e.Head, e.Tail })
		all = append(all, l)
	}
	return all
}

// ends names the boxes at the other ends of a box's arrows.
func (g *graph) ends(i int, of func(message.GraphEdge) (this, other uint32)) string {
	var names []string
	for _, e := range g.laid.Edges {
		this, other := of(e)
		if int(this) != i {
			continue
		}
		if len(names) == mostEnds {
			names = append(names, "…")
			break
		}
		name, _, _ := strings.Cut(g.laid.Nodes[other].Label, ",")
		if e.Label != "" {
			name += " (" + e.Label + ")"
		}
		names = append(names, name)
	}
	return clipped(strings.Join(names, ", "))
}

// press takes a key of the list: Enter shows the box on the canvas.
func (g *graph) press(c *App, key Key) bool {
	if g.laid == nil {
		return false
	}
	if key.Name == "Enter" && g.node >= 0 {
		g.listed, g.focused = false, true
		g.to(g.node)
		c.host.Focus("graph")
		return true
	}
	step := map[string]int{"ArrowDown": 1, "ArrowUp": -1, "PageDown": 10, "PageUp": -10, "Home": -len(g.laid.Nodes), "End": len(g.laid.Nodes)}[key.Name]
	if step == 0 {
		return false
	}
	i := max(0, min(g.node+step, len(g.laid.Nodes)-1))
	c.chooseNode(i)
	if top, moved := g.list.reach(i); moved {
		g.list.Top = top
		c.host.ScrollTo("callgraph", top)
	}
	return true
}

// ---- The call graph's own ----

// slide follows the slider while it is held.
func (c *App) slide(event vugu.DOMEvent) {
	n, _ := strconv.Atoi(event.PropString("target", "value"))
	c.graph.sliding = max(0, min(n, 99))
}

// slid takes the share that the slider was left at.
func (c *App) slid(event vugu.DOMEvent) {
	c.slide(event)
	c.graph.threshold = c.graph.sliding
}

// saveGraph saves the graph as DOT, or as a picture: SVG of all of it, PNG of what is in view.
func (c *App) saveGraph(format string) {
	g := &c.graph
	name, _, _ := strings.Cut(c.file, ".")
	g.name = name + ".callgraph." + format
	if format == "png" {
		c.host.Picture(GraphCanvas, g.name)
		return
	}
	g.export.ask(c.host, &message.GraphFile{Scope: c.sel.scope(), Threshold: g.threshold})
}

// takeExport saves the graph's DOT, or has Graphviz draw it.
func (g *graph) takeExport(c *App, file *message.File) {
	if !strings.HasSuffix(g.name, ".svg") {
		c.host.Save(file)
		return
	}
	if g.working {
		c.notice = "The graph is still being laid out."
		return
	}
	dot := strings.Map(func(r rune) rune { // which XML could not hold
		if r < ' ' && r != '\n' && r != '\t' {
			return '�'
		}
		return r
	}, string(file.Data))
	g.job++
	g.drawing = g.job
	c.host.Graphviz(g.job, dot, "svg")
}
