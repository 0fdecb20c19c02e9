package ui

import (
	"math"
	"slices"
	"strings"

	"traceglass/wasm/message"
)

// timeline is the call chart of all threads.
type timeline struct {
	pane
	sort      message.ThreadSort
	hidden    []uint32
	collapsed []uint32
	reveal    bool    // the selected call is to be brought into view
	zoomTo    bool    // and, once its times are known, zoomed to
	cursor    float64 // ns under the pointer
	pointed   bool    // there is a pointer
	anchor    float64 // of the brush under way: the end that stays
	noGaps    bool    // context switches are not drawn
}

// timelineList asks for what the timeline shows.
func (c *App) timelineList() *message.Timeline {
	t := &c.timeline
	return &message.Timeline{
		View: t.View, Sort: t.sort, Hidden: t.hidden, Collapsed: t.collapsed,
		Method: c.sel.Method, Selected: c.sel.Call, HasCall: c.sel.HasCall,
		Switches: !c.timeline.noGaps && c.twoClocks(),
		Colour:   c.colour, Find: c.find.text, Clock: c.sel.Clock, Reveal: t.reveal && c.sel.HasCall,
	}
}

// showAll shows the whole trace.
func (t *timeline) showAll() { t.show(0, t.End) }

// twoClocks reports whether the trace tells when a thread was off the CPU.
func (c *App) twoClocks() bool { return c.trace != nil && c.trace.HasWall && c.trace.HasCPU }

// toggleGaps draws context switches in the timeline, or no more. The next visit will too.
func (c *App) toggleGaps() {
	if !c.twoClocks() {
		c.notice = oneClock
		return
	}
	c.timeline.noGaps = !c.timeline.noGaps
	c.host.Remember("gaps", when(c.timeline.noGaps, "hidden"))
}

// toggleSwitches sums context switches as a method of their own, or no more.
func (c *App) toggleSwitches() {
	if !c.twoClocks() {
		c.notice = oneClock
		return
	}
	c.sel.Switches = !c.sel.Switches
	if !c.sel.Switches && c.names.isSwitch(c.sel.Method) {
		c.sel.Method = message.NoNode // which has no figures now
	}
}

// oneClock says why a trace has no context switches.
const oneClock = "This trace has one clock. Only wall and CPU time together tell when a thread was off the CPU."

// A switchButton is one of the two buttons about context switches.
type switchButton struct {
	ID, Name, Hint string
	On             bool
	Press          func(*App)
}

func (c *App) switchButtons() []switchButton {
	all := []switchButton{
		{"gaps", "CPU gaps", "Hatch calls where their thread was off the CPU for more than 100 µs (G)", !c.timeline.noGaps && c.twoClocks(), (*App).toggleGaps},
		{"switches", "Switches apart", "Take context switches out of exclusive times, as a method of their own (X)", c.sel.Switches, (*App).toggleSwitches},
	}
	if !c.twoClocks() {
		all[0].Hint, all[1].Hint = oneClock, oneClock
	}
	return all
}

// mark is what is drawn over the overview and the timeline without asking the worker.
type mark struct{ from, to, cursor float64 }

// markRange draws the chosen range and the pointer's cursor where they changed.
func (c *App) markRange() {
	m := mark{from: 1, cursor: math.Inf(-1)}
	if c.sel.ranged() {
		m.from, m.to = float64(c.sel.From), float64(c.sel.To)
	}
	if c.timeline.pointed {
		m.cursor = c.timeline.cursor
	}
	if m == c.marked {
		return
	}
	c.marked = m
	if math.IsInf(m.cursor, -1) {
		m.cursor = math.NaN()
	}
	c.host.Mark(OverviewCanvas, m.from, m.to, m.cursor)
	c.host.Mark(TimelineCanvas, m.from, m.to, m.cursor)
}

// edgeReach is how near, in pixels, the pointer takes hold of the range's edge.
const edgeReach = 6

// edge is the end of the range that stays when the one under x is dragged.
func (c *App) edge(p *pane, x float64) (stays float64, ok bool) {
	if !c.sel.ranged() {
		return 0, false
	}
	from, to := float64(c.sel.From), float64(c.sel.To)
	nearFrom, nearTo := math.Abs(p.x(from)-x), math.Abs(p.x(to)-x)
	switch {
	case nearFrom <= edgeReach && nearFrom < nearTo:
		return to, true
	case nearTo <= edgeReach:
		return from, true
	}
	return 0, false
}

// brush chooses the range from where the drag began to where it is.
func (c *App) brush(in Input) {
	p := c.pane(in.Canvas)
	if in.Kind == DragStart {
		c.timeline.anchor = p.at(in.StartX)
		c.drag = (*App).stretch
	}
	c.stretch(in)
}

// takeEdge moves one end of the range.
func (c *App) takeEdge(in Input) {
	p := c.pane(in.Canvas)
	if stays, ok := c.edge(p, in.StartX); ok {
		c.timeline.anchor = stays
		c.drag = (*App).stretch
		c.stretch(in)
	}
}

// stretch moves the end of the range that the pointer holds.
func (c *App) stretch(in Input) {
	p := c.pane(in.Canvas)
	at := p.at(in.X)
	c.timeline.cursor, c.timeline.pointed = min(max(at, 0), p.End), true
	c.sel.setRange(int64(c.timeline.anchor), int64(at), c.trace.Span)
	c.host.Redraw()
}

// panDrag moves the canvas with the pointer.
func (c *App) panDrag(in Input) {
	p := c.pane(in.Canvas)
	if in.Kind == DragStart {
		start := p.View
		x, y := in.StartX, in.StartY
		c.drag = func(c *App, in Input) {
			p.View.From, p.View.To, p.View.ScrollY = start.From, start.To, start.ScrollY
			c.panCanvas(in.Canvas, x-in.X, y-in.Y)
			c.preview(in.Canvas)
		}
		c.drag(c, in)
		c.host.Redraw()
	}
}

// panCanvas moves what a canvas shows by pixels.
func (c *App) panCanvas(canvas Canvas, dx, dy float64) {
	if canvas == GraphCanvas {
		c.graph.pan(dx, dy)
	} else {
		c.pane(canvas).pan(dx, dy)
	}
}

// wheelZoom zooms around the pointer.
func (c *App) wheelZoom(in Input) {
	d := in.WheelY
	if d == 0 {
		d = in.WheelX
	}
	factor := math.Exp(max(-240, min(d, 240)) * 0.004)
	canvas, p := in.Canvas, c.pane(in.Canvas)
	if canvas == GraphCanvas {
		c.graph.zoom(in.X, in.Y, factor)
		c.preview(canvas)
		return
	}
	x := in.X
	if canvas == OverviewCanvas {
		at := p.at(in.X)
		canvas, p = TimelineCanvas, &c.timeline.pane
		x = p.x(min(max(at, p.View.From), p.View.To))
	}
	p.zoom(x, factor)
	c.preview(canvas)
}

// wheelScroll scrolls up and down; a wheel that turns sideways pans.
func (c *App) wheelScroll(in Input) {
	if in.Canvas == OverviewCanvas || in.Canvas == GraphCanvas && !in.Fingers {
		c.wheelZoom(in)
		return
	}
	c.panCanvas(in.Canvas, in.WheelX, in.WheelY)
	c.preview(in.Canvas)
}

// wheelPan pans.
func (c *App) wheelPan(in Input) {
	canvas := in.Canvas
	if canvas == OverviewCanvas {
		canvas = TimelineCanvas
	}
	c.panCanvas(canvas, in.WheelX+in.WheelY, 0)
	c.preview(canvas)
}

// clickChart selects what lies under the pointer.
func (c *App) clickChart(in Input) {
	h := in.Hit
	switch in.Canvas {
	case FlameCanvas:
		c.clickFlame(in)
		return
	case GraphCanvas:
		c.chooseNode(int(h.Row))
		return
	}
	if h.Method == message.NoNode {
		c.toggleCollapsed(h.Thread)
		return
	}
	c.chooseCall(message.CallRef{Thread: h.Thread, Depth: h.Depth, Row: h.Row}, h.Method)
	c.host.Redraw()
}

// clickGround lets the call go, and on ruler and overview the range.
func (c *App) clickGround(in Input) {
	p := c.pane(in.Canvas)
	if in.Canvas == OverviewCanvas || in.Canvas == TimelineCanvas && in.Y < p.Top {
		c.sel.clearRange()
	} else if in.Canvas == TimelineCanvas {
		c.sel.HasCall = false
	}
	c.host.Redraw()
}

// doubleClickChart zooms to what lies under the pointer.
func (c *App) doubleClickChart(in Input) {
	switch in.Canvas {
	case FlameCanvas:
		c.enterFlame(in.Hit)
		return
	case GraphCanvas:
		if g := &c.graph; g.laid != nil && int(in.Hit.Row) < len(g.laid.Nodes) {
			g.to(int(in.Hit.Row))
			c.preview(GraphCanvas)
		}
		return
	}
	if in.Hit.Method == message.NoNode {
		return
	}
	c.clickChart(in)
	c.timeline.zoomTo = true
	c.zoomToCall()
}

// zoomToCall zooms to the selected call as soon as its times are known.
func (c *App) zoomToCall() {
	call := c.details.shown
	if !c.timeline.zoomTo || call == nil || !c.sel.HasCall || call.Call != c.sel.Call {
		return
	}
	c.timeline.zoomTo = false
	c.timeline.around(float64(call.From), float64(call.To))
	c.preview(TimelineCanvas)
}

// move follows the pointer: cursor and tooltip.
func (c *App) move(in Input) {
	c.flame.focused, c.graph.focused = in.Canvas == FlameCanvas, in.Canvas == GraphCanvas
	if onTime&(1<<in.Canvas) != 0 {
		p := c.pane(in.Canvas)
		c.timeline.pointed = in.X >= p.Left
		c.timeline.cursor = p.at(in.X)
	}
	c.hover.follow(c, in)
}

// leave forgets the pointer.
func (c *App) leave(Input) {
	c.timeline.pointed = false
	if c.hover.shown {
		c.hover.hide()
		c.host.Redraw()
	}
}

// toggleCollapsed shows a thread as one row, or with all its rows again.
func (c *App) toggleCollapsed(thread uint32) {
	c.timeline.collapsed = toggled(c.timeline.collapsed, thread)
	c.host.Redraw()
}

// toggleHidden hides a thread from the timeline, or shows it again.
func (c *App) toggleHidden(thread uint32) {
	c.timeline.hidden = toggled(c.timeline.hidden, thread)
}

// collapseAll shows every thread as one row; where some are, all with all their rows.
func (c *App) collapseAll() {
	if len(c.timeline.collapsed) > 0 {
		c.timeline.collapsed = nil
		return
	}
	for _, t := range c.trace.Threads {
		c.timeline.collapsed = append(c.timeline.collapsed, t.Index)
	}
}

func (c *App) collapseName() string {
	if len(c.timeline.collapsed) > 0 {
		return "Expand all"
	}
	return "Collapse all"
}

func (c *App) collapseHint() string {
	if len(c.timeline.collapsed) > 0 {
		return "Show every thread with a row a depth"
	}
	return "Show every thread as one row"
}

// expand shows a thread with all its rows.
func (t *timeline) expand(thread uint32) {
	t.collapsed = slices.DeleteFunc(slices.Clone(t.collapsed), func(c uint32) bool { return c == thread })
}

// mostExpanded is how many threads a timeline may have that starts with all their rows.
const mostExpanded = 4

// minor are the threads that start collapsed, so that several are seen at once: where there
// are many, all but the first two drawn.
func minor(trace *message.Description) []uint32 {
	if len(trace.Threads) <= mostExpanded {
		return nil
	}
	return slices.Clone(trace.Drawn[message.ThreadsByActivity][2:])
}

// axisNote says what the axis measures while the figures are by another clock.
func (c *App) axisNote() string {
	if clocks := c.clocks(); len(clocks) > 0 && c.sel.Clock != clocks[0] {
		return "axis: " + strings.ToLower(clockName(clocks[0])) + " time"
	}
	return ""
}

// toggled is set with v put in or taken out.
func toggled(set []uint32, v uint32) []uint32 {
	if i := slices.Index(set, v); i >= 0 {
		return slices.Delete(slices.Clone(set), i, i+1)
	}
	return append(slices.Clone(set), v)
}
