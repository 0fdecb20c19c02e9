package ui

import (
	"strings"

	"traceglass/wasm/message"
)

// A gesture is one thing that a hand can do on keyboard or canvas. The table below is
// the only place where gestures are given: the bindings, the help and the command
// palette are made from it.
type gesture struct {
	group string
	show  string  // how the help writes it
	does  string  // what it does
	keys  []chord // any of them
	press func(*App)
	on    []touch // any of them
	move  func(*App, Input)
}

// A chord is a key press: by the key's name, or by its place (code) where the place is
// what matters.
type chord struct {
	name, code string
	shift, mod bool
}

// A touch is what happens on a canvas.
type touch struct {
	kind       InputKind
	canvases   canvases
	zone       zone // 0: any
	shift, mod bool
}

type canvases uint8

const (
	onOverview canvases = 1 << OverviewCanvas
	onTimeline canvases = 1 << TimelineCanvas
	onFlame    canvases = 1 << FlameCanvas
	onGraph    canvases = 1 << GraphCanvas
	onTime              = onOverview | onTimeline
	onChart             = onTimeline | onFlame | onGraph
	onAny               = onTime | onChart
)

// A zone is a part of a canvas.
type zone uint8

const (
	chart  zone = 1 << iota // a call or a frame
	ground                  // nothing
	ruler                   // the time scale; all of the overview
	edge                    // an end of the chosen range, on the ruler
)

const (
	zooming   = "Zoom and pan"
	choosing  = "Choose"
	walking   = "Walk"
	switching = "Views and clocks"
	dumping   = "Thread dumps"
	opening   = "Open"
	paging    = "Page"
)

// gestures in the order of the help; of those that fit, the first counts. It is set by
// init because its functions in turn read it.
var gestures []gesture

func init() {
	gestures = []gesture{
		{opening, "Drop, or Open…", "A method trace (.trace, or .key with .data), thread dumps (traces.txt, anr_…, a bug report), as many at once as you like; .gz and .zip too", nil, nil, nil, nil},
		{opening, "Mod + V", "Open a thread dump from the clipboard, text or file", nil, nil, nil, nil},
		{opening, "Drop a dump on a trace", "Both are open; likewise a trace dropped on dumps. Anything else takes the place of what is open", nil, nil, nil, nil},
		{opening, "Shift + drop", "Add to what is open, as does Add a file… in the file's menu", nil, nil, nil, nil},

		{zooming, "W  S  +  −", "Zoom in and out", nil, nil, nil, nil},
		{"", "", "Zoom in", keys(chord{code: "KeyW"}, chord{name: "+"}, chord{name: "="}), func(c *App) { c.keyZoom(0.7) }, nil, nil},
		{"", "", "Zoom out", keys(chord{code: "KeyS"}, chord{name: "-"}, chord{name: "−"}), func(c *App) { c.keyZoom(1 / 0.7) }, nil, nil},
		{zooming, "A  D", "Pan left and right", nil, nil, nil, nil},
		{"", "", "Pan left", keys(chord{code: "KeyA"}), func(c *App) { c.keyPan(-1, 0) }, nil, nil},
		{"", "", "Pan right", keys(chord{code: "KeyD"}), func(c *App) { c.keyPan(1, 0) }, nil, nil},
		{zooming, "Mod + wheel, pinch", "Zoom at the pointer", nil, nil, touches(touch{Wheel, onAny, 0, false, true}), (*App).wheelZoom},
		{zooming, "Shift + wheel", "Pan", nil, nil, touches(touch{Wheel, onAny, 0, true, false}), (*App).wheelPan},
		{zooming, "Wheel", "Scroll; over the overview and a graph, zoom", nil, nil, touches(touch{Wheel, onAny, 0, false, false}), (*App).wheelScroll},
		{zooming, "Drag a call or frame, or anywhere on a graph", "Pan", nil, nil, touches(touch{DragStart, onGraph, 0, false, false}, touch{DragStart, onGraph, 0, true, false}, touch{DragStart, onChart, chart, false, false}, touch{DragStart, onFlame, 0, false, false}, touch{DragStart, onFlame, 0, true, false}), (*App).panDrag},
		{zooming, "Double-click a call, frame or box", "Zoom to it", nil, nil, touches(touch{DoubleClick, onChart, chart, false, false}), (*App).doubleClickChart},
		{zooming, "Double-click elsewhere", "Show all", nil, nil, touches(touch{DoubleClick, onAny, 0, false, false}), func(c *App, in Input) { c.showAll(in.Canvas) }},
		{zooming, "F", "Fit the selection", keys(chord{name: "f"}), (*App).fit, nil, nil},
		{zooming, "0", "Show all", keys(chord{name: "0"}), func(c *App) { c.showAll(c.front()) }, nil, nil},

		{choosing, "Drag an end of the range", "Move that end", nil, nil, touches(touch{DragStart, onTime, edge, false, false}), (*App).takeEdge},
		{choosing, "Drag on ruler, overview or empty ground", "Choose a time range: every table and graph is summed over it", nil, nil, touches(touch{DragStart, onTime, ruler | ground, false, false}), (*App).brush},
		{choosing, "Shift + drag", "Choose a time range anywhere", nil, nil, touches(touch{DragStart, onTime, 0, true, false}), (*App).brush},
		{choosing, "Click", "Select a call and its method, or a box of a graph; a selected frame: zoom into it", nil, nil, touches(touch{Click, onAny, chart, false, false}), (*App).clickChart},
		{choosing, "Click on empty ground", "Let go of the call; on the ruler, of the range", nil, nil, touches(touch{Click, onAny, 0, false, false}, touch{Click, onAny, 0, true, false}), (*App).clickGround},
		{choosing, "Esc", "Back one level: dialog, search, range, call, method, zoom", keys(chord{name: "Escape"}), (*App).back, nil, nil},

		{walking, "↑  ↓", "To the caller, to the first callee; on a graph, along its arrows", nil, nil, nil, nil},
		{"", "", "Go to the caller", keys(chord{name: "ArrowUp"}), func(c *App) { c.arrow(message.ToCaller, 0, -1) }, nil, nil},
		{"", "", "Go to the first callee", keys(chord{name: "ArrowDown"}), func(c *App) { c.arrow(message.ToCallee, 0, 1) }, nil, nil},
		{walking, "←  →", "To the call before, after, beside this one; on a graph, to the box beside", nil, nil, nil, nil},
		{"", "", "Go to the call before", keys(chord{name: "ArrowLeft"}), func(c *App) { c.arrow(message.ToPrevious, -1, 0) }, nil, nil},
		{"", "", "Go to the call after", keys(chord{name: "ArrowRight"}), func(c *App) { c.arrow(message.ToNext, 1, 0) }, nil, nil},
		{walking, ".  ,", "Next and previous call of the method", nil, nil, nil, nil},
		{"", "", "Next call of the method", keys(chord{name: "."}), func(c *App) { c.stepCall(false) }, nil, nil},
		{"", "", "Previous call of the method", keys(chord{name: ","}), func(c *App) { c.stepCall(true) }, nil, nil},
		{walking, "N  P", "Next and previous thread", nil, nil, nil, nil},
		{"", "", "Next thread", keys(chord{name: "n"}), func(c *App) { c.stepThread(1) }, nil, nil},
		{"", "", "Previous thread", keys(chord{name: "p"}), func(c *App) { c.stepThread(-1) }, nil, nil},
		{walking, "/  Mod + F", "Search", keys(chord{name: "/"}, chord{name: "f", mod: true}), (*App).focusFind, nil, nil},
		{walking, "Enter  Shift + Enter", "In the search: next and previous match", nil, nil, nil, nil},
		{walking, "Enter", "In a table: open a method, jump to a relative, zoom the flame graph to a frame", nil, nil, nil, nil},

		{switching, "K", "Next clock: wall, CPU, waiting", keys(chord{name: "k"}), (*App).nextClock, nil, nil},
		{switching, "I", "Turn the flame graph over: icicle or flame", keys(chord{name: "i"}), func(c *App) { c.flame.turn() }, nil, nil},
		{switching, "R", "Fold direct recursion in trees and flame graph", keys(chord{name: "r"}), (*App).toggleFold, nil, nil},
		{switching, "G", "Show or hide CPU gaps: hatched where a thread was off the CPU", keys(chord{name: "g"}), (*App).toggleGaps, nil, nil},
		{switching, "X", "Take context switches out of exclusive times, as a method of their own", keys(chord{name: "x"}), (*App).toggleSwitches, nil, nil},
		{switching, "1  …  8", "Methods, Top-down, Bottom-up, Flame graph, Callers & callees, Threads, Report, Call graph", nil, nil, nil, nil},

		{dumping, "1  …  9", "The views of a thread dump", nil, nil, nil, nil},
		{dumping, "Click a frame or cell", "Show the stack of a thread of it; a selected frame: zoom into it", nil, nil, []touch{}, (*App).clickDump}, // by dumps.input
		{dumping, "/  Mod + F", "Search threads, states, locks and frames", nil, nil, nil, nil},
		{dumping, "↑  ↓  Enter", "Walk the threads; Enter shows the thread's lines in the file", nil, nil, nil, nil},
		{dumping, "[  ]", "Previous and next process", nil, nil, nil, nil},

		{paging, "Mod + K", "All commands", keys(chord{name: "k", mod: true}), (*App).openPalette, nil, nil},
		{paging, "?", "This help", keys(chord{name: "?"}), func(c *App) { c.openDialog(helpDialog) }, nil, nil},
	}
	for i, tab := range tabs {
		gestures = append(gestures, gesture{does: "Show " + tab.name, keys: keys(chord{name: string(rune('1' + i))}),
			press: func(c *App) { c.open(tab.view) }})
	}
}

func keys(k ...chord) []chord    { return k }
func touches(t ...touch) []touch { return t }

// fits reports whether a key press is the chord.
func (k chord) fits(key Key) bool {
	if key.Alt || key.Mod != k.mod {
		return false
	}
	if k.code != "" {
		return key.Code == k.code && key.Shift == k.shift
	}
	letter := len(k.name) == 1 && k.name[0] >= 'a' && k.name[0] <= 'z'
	if letter {
		return strings.EqualFold(key.Name, k.name) && key.Shift == k.shift
	}
	return key.Name == k.name
}

// fits reports whether an input is the touch.
func (t touch) fits(in Input, z zone) bool {
	return t.kind == in.Kind && t.canvases&(1<<in.Canvas) != 0 && (t.zone == 0 || t.zone&z != 0) &&
		t.shift == in.Shift && t.mod == in.Mod
}

// zone is the part of a canvas that an input is on. A drag belongs where it began.
func (c *App) zone(in Input) zone {
	p := c.pane(in.Canvas)
	x, y := in.X, in.Y
	if in.Kind == DragStart {
		x, y = in.StartX, in.StartY
	}
	onScale := in.Canvas == OverviewCanvas || in.Canvas == TimelineCanvas && y < p.Top
	if onScale {
		if _, ok := c.edge(p, x); ok {
			return edge
		}
		return ruler
	}
	if in.Hit.OK && in.Hit.onCall() {
		return chart
	}
	return ground
}

// pane is a canvas's own.
func (c *App) pane(canvas Canvas) *pane {
	if c.dumping() && canvas != GraphCanvas {
		return c.dump.pane(canvas)
	}
	switch canvas {
	case OverviewCanvas:
		return &c.overview
	case FlameCanvas:
		return &c.flame.pane
	case GraphCanvas:
		return &c.graph.pane
	}
	return &c.timeline.pane
}

// preview draws a canvas's last list under the viewport it has now.
// What the pointer was over has moved away from under it.
func (c *App) preview(canvas Canvas) {
	p := c.pane(canvas)
	v := p.View
	if canvas != GraphCanvas {
		v.ScrollY = min(v.ScrollY, max(0, p.Content-(v.Height-p.Top)))
	}
	c.host.Preview(canvas, v)
	if c.hover.on(canvas) {
		c.hover.hide()
		c.host.Redraw()
	}
}

// Input takes what happened on a canvas since the last frame.
func (c *App) Input(in Input) {
	switch in.Kind {
	case Click, DoubleClick, DragStart:
		c.notice = "" // as a key does
	}
	if in.Kind == Size {
		p := c.pane(in.Canvas)
		switch {
		case in.X <= 0 || in.Y <= 0:
		case in.Canvas == GraphCanvas:
			c.graph.resize(in.X, in.Y)
		default:
			p.View.Width, p.View.Height = in.X, in.Y
		}
		c.sync()
		return
	}
	if c.dumping() && in.Canvas != GraphCanvas {
		c.dump.input(c, in)
		c.sync()
		return
	}
	if !c.tracing() && !c.graphing() {
		return
	}
	switch in.Kind {
	case Move:
		c.move(in)
	case Leave:
		c.leave(in)
	case Drag, DragEnd:
		if c.drag != nil {
			c.drag(c, in)
		}
		if in.Kind == DragEnd {
			c.drag = nil
		}
	default:
		c.touch(in)
	}
	c.sync()
}

// touch does what the table of gestures says.
func (c *App) touch(in Input) {
	c.notice = ""
	z := c.zone(in)
	for i := range gestures {
		for _, t := range gestures[i].on {
			if t.fits(in, z) {
				gestures[i].move(c, in)
				return
			}
		}
	}
}

// Drawn is called when a fresh list is on a canvas.
func (c *App) Drawn(g Geometry) {
	p := c.pane(g.Canvas)
	p.Left, p.Top, p.Content = g.Left, g.Top, g.Content
	if g.Canvas == TimelineCanvas && c.timeline.reveal && g.From == p.View.From && g.To == p.View.To {
		c.timeline.reveal = false
		p.View.ScrollY = g.ScrollY
		c.sync()
	}
	if g.Canvas == FlameCanvas && p.View.ScrollY > g.ScrollY {
		p.View.ScrollY = g.ScrollY
		c.sync()
	}
	c.pictured(g.Canvas)
	c.marked = mark{}
	c.markRange()
}

// Scroll is called when an element with data-scroll="box" scrolled or changed its size.
func (c *App) Scroll(box string, top, height float64) {
	for _, w := range []struct {
		box string
		*window
	}{
		{"methods", &c.methods.window}, {"topdown", &c.topDown.window}, {"bottomup", &c.bottomUp.window},
		{"relatives", &c.relatives.window}, {"threads", &c.threads.window}, {"callgraph", &c.graph.list},
		{"stacks", &c.dump.rows.window}, {"text", &c.dump.text.window}, {"courses", &c.dump.time.list},
	} {
		if rows := height - headHeight; w.box == box && rows > 0 && (w.Top != top || w.Height != rows) {
			w.Top, w.Height = top, rows
			c.sync()
			c.host.Redraw()
		}
	}
}

// Key takes a key press. It reports whether the key was meant for the page.
func (c *App) Key(key Key) bool {
	c.notice = ""
	if c.dialog == noDialog {
		c.opener = key.Focus
	}
	done := c.key(key)
	if done {
		c.sync()
		c.host.Redraw()
	}
	return done
}

func (c *App) key(key Key) bool {
	switch {
	case c.dialog == paletteDialog:
		return c.palette.press(c, key)
	case c.dialog != noDialog:
		if key.Name == "Escape" {
			c.closeDialog()
			return true
		}
		return false
	case key.Editing:
		return c.editing(key)
	case key.Focus == "graph-threshold" && !key.Mod && len(key.Name) > 1:
		return false // the slider's own
	case c.menu != "" && c.menuKey(key):
		return true
	case c.split.press(c, key):
		return true
	case c.dumping() && c.dump.key(c, key):
		return true
	case c.tabKey(key):
		return true
	case c.tracing() && !key.Mod && !key.Alt && c.tableKey(key):
		return true
	}
	group := ""
	for i := range gestures {
		g := &gestures[i]
		if g.group != "" {
			group = g.group
		}
		for _, k := range g.keys {
			switch {
			case !k.fits(key):
			case !c.tracing() && c.front() == GraphCanvas && (group == zooming || strings.HasPrefix(k.name, "Arrow")):
				g.press(c)
				return true
			default:
				return c.perform(g)
			}
		}
	}
	return false
}

// perform does a gesture of the keyboard, if the page is far enough for it.
func (c *App) perform(g *gesture) bool {
	if g.press == nil || !c.tracing() && g.group != paging && g.show != "Esc" {
		return false
	}
	g.press(c)
	return true
}

// editing takes keys pressed in the search box.
func (c *App) editing(key Key) bool {
	switch {
	case c.dumping() && c.dump.editing(c, key):
		return true
	case key.Name == "Escape":
		if c.find.text != "" {
			c.clearFind()
		}
		c.host.Focus("timeline")
		return true
	case key.Name == "Enter" && (key.Focus == "find" || key.Focus == ""):
		c.step(key.Shift)
		return true
	case key.Mod && strings.EqualFold(key.Name, "k"):
		c.openPalette()
		return true
	case key.Mod && strings.EqualFold(key.Name, "f") && c.tracing():
		c.focusFind()
		return true
	}
	return false
}

// tabKey moves among the tabs while one of them has the keyboard.
func (c *App) tabKey(key Key) bool {
	if !strings.HasPrefix(key.Focus, "tab-") {
		return false
	}
	next := int(c.view)
	switch key.Name {
	case "ArrowRight":
		next = (next + 1) % len(tabs)
	case "ArrowLeft":
		next = (next + len(tabs) - 1) % len(tabs)
	case "Home":
		next = 0
	case "End":
		next = len(tabs) - 1
	default:
		return false
	}
	c.open(tabs[next].view)
	c.host.Focus("tab-" + tabs[next].id)
	return true
}

// tableKey gives a key to the table that has the keyboard.
func (c *App) tableKey(key Key) bool {
	if !key.Row || key.Focus != "" && key.Focus != tabs[c.view].id+"-rows" {
		return false
	}
	switch c.view {
	case methodsView:
		return c.methods.press(c, key)
	case topDownView:
		return c.topDown.press(c, key)
	case bottomUpView:
		return c.bottomUp.press(c, key)
	case relativesView:
		return c.relatives.press(c, key)
	case threadsView:
		return c.threads.press(c, key)
	case graphView:
		return c.graph.press(c, key)
	}
	return false
}

// front is the canvas that zoom keys act on: the flame graph or the graph when its tab is
// open and the pointer was last over it, else the timeline.
func (c *App) front() Canvas {
	switch {
	case c.view == flameView && c.flame.focused:
		return FlameCanvas
	case c.graphing() && c.graph.focused:
		return GraphCanvas
	}
	return TimelineCanvas
}

func (c *App) keyZoom(factor float64) {
	canvas := c.front()
	p := c.pane(canvas)
	if canvas == GraphCanvas {
		c.graph.zoom(p.View.Width/2, p.View.Height/2, factor)
		c.preview(canvas)
		return
	}
	x := (p.Left + p.View.Width) / 2
	if canvas == TimelineCanvas && c.timeline.pointed {
		x = p.x(min(max(c.timeline.cursor, p.View.From), p.View.To))
	}
	p.zoom(x, factor)
	c.preview(canvas)
}

// keyPan moves by an eighth of what is shown.
func (c *App) keyPan(dx, dy float64) {
	canvas := c.front()
	p := c.pane(canvas)
	if canvas == GraphCanvas {
		c.graph.pan(dx*p.View.Width/8, dy*60)
	} else {
		p.pan(dx*(p.View.Width-p.Left)/8, dy*60)
	}
	c.preview(canvas)
}

// arrow walks among calls, or among the boxes of a graph; over the flame graph it moves
// the view.
func (c *App) arrow(to message.Direction, dx, dy float64) {
	switch c.front() {
	case FlameCanvas:
		c.keyPan(dx, dy)
	case GraphCanvas:
		c.stepNode(to)
	default:
		c.stepNested(to)
	}
}

// fit zooms to the call, or the range, or shows all; on a graph, to the box chosen.
func (c *App) fit() {
	switch {
	case c.front() == GraphCanvas && c.graph.laid != nil && c.graph.node >= 0:
		c.graph.to(c.graph.node)
		c.preview(GraphCanvas)
	case c.front() == GraphCanvas:
		c.showAll(c.front())
	case c.sel.HasCall:
		c.timeline.zoomTo = true
		c.timeline.reveal = true
		c.zoomToCall()
	case c.sel.ranged():
		c.timeline.show(float64(c.sel.From), float64(c.sel.To))
		c.preview(TimelineCanvas)
	default:
		c.showAll(c.front())
	}
}

// showAll zooms a canvas all the way out.
func (c *App) showAll(canvas Canvas) {
	switch canvas {
	case FlameCanvas:
		c.flame.home()
		c.preview(FlameCanvas)
		return
	case GraphCanvas:
		c.graph.all()
		c.preview(GraphCanvas)
		return
	}
	c.timeline.showAll()
	c.preview(TimelineCanvas)
}

func (c *App) focusFind() { c.host.Focus("find") }

func (c *App) nextClock() {
	c.sel.nextClock(c.clocks())
	c.setClock(c.sel.Clock)
}

// toggleFold folds direct recursion, or unfolds it. The nodes of the trees are others then.
func (c *App) toggleFold() {
	c.flame.fold = !c.flame.fold
	c.flame.home()
	c.topDown.open, c.bottomUp.open = nil, nil
}

// A section is one part of the help.
type section struct {
	Title string
	Rows  []hint
}

// A hint is one line of the help: keys to press, or what the hand does, and what for.
type hint struct {
	Keys       []string
	Hand, Does string
}

// help lists the gestures, as the table has them.
func help() []section {
	var all []section
	for _, title := range []string{opening, zooming, choosing, walking, switching, dumping, paging} {
		s := section{Title: title}
		for i := range gestures {
			g := &gestures[i]
			if g.group != title {
				continue
			}
			row := hint{Does: g.does}
			if g.on != nil || strings.Contains(strings.ToLower(g.show), "drop") { // which the browser tells, not a canvas
				row.Hand = g.show
			} else {
				row.Keys = strings.Split(g.show, "  ")
			}
			s.Rows = append(s.Rows, row)
		}
		all = append(all, s)
	}
	return all
}
