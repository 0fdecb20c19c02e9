// Package ui is the page: what it shows, what a gesture does to it, and what it asks
// the worker. It knows no browser; the page's program is its Host.
package ui

import (
	"slices"
	"strings"
	"time"

	"traceglass/wasm/message"
)

//go:generate go run traceglass/site/build/dense .

// App is the root component and all of the page's state. Handlers and the host's calls
// change the state; sync then asks the worker for what is shown and not yet at hand,
// so a change made anywhere is seen in every view.
type App struct {
	host Host
	now  func() int64 // ms, of any clock; a time.Time in here would bring its 60 KB of methods along

	stage     stage
	file      string
	began     int64 // of the reading, as now
	progress  message.Progress
	failure   string               // one sentence: why a file did not open, or the worker died
	crash     string               // what the worker's program said last, as it is
	trace     *message.Description // of the open trace, nil without one
	dump      dumps                // the open thread dumps
	room      room                 // which of the two is shown
	dumpFirst bool                 // dumps that come with a trace are shown first
	notice    string               // a passing remark: an answer that failed, a copy made
	dragging  bool                 // files are held over the page

	frames int // since a trace was opened, wholePage for more

	sel      Selection
	view     view
	names    names
	colour   message.Colour
	theme    string
	dialog   dialog
	opener   string    // id of the element that had the keyboard before the dialog, or opened it
	menu     string    // which menu is open, "" for none
	menuMove [2]string // from and to which id the last key in it moved the keyboard
	palette  palette
	find     find
	split    split
	timeline timeline
	overview pane
	flame    flame
	graph    graph
	hover    hover

	methods, topDown, bottomUp table
	relatives                  relatives
	threads                    threads
	details                    details
	exporting                  exporting
	sent                       map[Canvas]string // encoding of the body last given to Show
	marked                     mark
	drag                       func(*App, Input) // what the drag under way does
}

// A stage is how far the page is with a file.
type stage uint8

const (
	empty stage = iota
	reading
	opened
	failed
	crashed
)

func (s stage) String() string {
	return [...]string{"empty", "reading", "open", "failed", "crashed"}[s]
}

// A room is what the page shows of what is open.
type room uint8

const (
	traceRoom room = iota
	dumpRoom
)

// tracing reports whether a trace is shown.
func (c *App) tracing() bool { return c.stage == opened && c.room == traceRoom && c.trace != nil }

// dumping reports whether thread dumps are shown.
func (c *App) dumping() bool { return c.stage == opened && c.room == dumpRoom && c.dump.about != nil }

// A view is one of the tabs of a trace.
type view uint8

const (
	methodsView view = iota
	topDownView
	bottomUpView
	flameView
	relativesView
	threadsView
	reportView
	graphView
)

// A tab is a view's; id is the stem of the ids in its panel.
type tab struct {
	view     view
	id, name string
}

// tabs are the views in the order of their keys, 1 to 8.
var tabs = []tab{
	{methodsView, "methods", "Methods"},
	{topDownView, "topdown", "Top-down"},
	{bottomUpView, "bottomup", "Bottom-up"},
	{flameView, "flamegraph", "Flame graph"},
	{relativesView, "relatives", "Callers & callees"},
	{threadsView, "threads", "Threads"},
	{reportView, "report", "Report"},
	{graphView, "callgraph", "Call graph"},
}

// New makes the page, with no file open.
func New(host Host) *App {
	c := &App{host: host, now: func() int64 { return time.Now().UnixMilli() }}
	c.theme = host.Recall("theme")
	if c.theme != "light" && c.theme != "dark" {
		c.theme = ""
	}
	host.Theme(c.theme)
	c.split.recall(host)
	c.timeline.noGaps = host.Recall("gaps") == "hidden"
	c.forget()
	return c
}

// forget drops all that belongs to a file. What was asked about it is answered to no one.
func (c *App) forget() {
	size := func(p pane) pane { return pane{View: message.Viewport{Width: p.View.Width, Height: p.View.Height}} }
	c.trace, c.failure, c.notice, c.frames = nil, "", "", 0
	c.dump.forget()
	c.room = traceRoom
	c.sel = Selection{Method: message.NoNode}
	c.names.reset()
	c.dialog, c.menu = noDialog, ""
	c.find = find{}
	c.timeline = timeline{pane: size(c.timeline.pane), noGaps: c.timeline.noGaps}
	c.overview = size(c.overview)
	c.flame = flame{pane: size(c.flame.pane)}
	c.graph.stop(c)
	c.graph = newGraph(&c.graph)
	c.hover = hover{}
	c.methods = newTable("methods", c.methods.window)
	c.topDown = newTable("topdown", c.topDown.window)
	c.bottomUp = newTable("bottomup", c.bottomUp.window)
	c.relatives = relatives{window: window{Height: c.relatives.Height}}
	c.threads = threads{window: window{Height: c.threads.Height}}
	c.details = details{}
	c.exporting.whole, c.exporting.wanted = false, nil // an export under way goes on
	c.sent = map[Canvas]string{}
	c.marked = mark{}
	c.drag = nil
}

// Opening is called when files were chosen, dropped, pasted or fetched and reading begins.
// Added means that what is open is among them.
func (c *App) Opening(name string, size int64, added bool) {
	// A dump added to a trace is what one wants to see now.
	front := added && c.stage == opened && c.trace != nil && (c.dump.about == nil || c.room == dumpRoom)
	c.forget()
	c.dumpFirst = front
	c.stage, c.file, c.began = reading, name, c.now()
	c.progress = message.Progress{Size: size}
	c.dragging = false
	c.host.Redraw()
}

// Crashed is called when the worker died, with its last words. Nothing can be asked any more.
func (c *App) Crashed(reason string) {
	c.forget()
	c.stage, c.crash = crashed, reason
	c.failure = "Traceglass made a mistake while it worked on this file, and had to stop."
	if strings.Contains(reason, "memory") && !strings.Contains(reason, "panic") {
		c.failure = "This file needed more memory than the browser gives to a page."
	}
	c.host.Redraw()
}

// Remark says something in passing that leaves what is open alone.
func (c *App) Remark(text string) {
	c.notice = text
	c.host.Redraw()
}

// Drag is called when files are dragged over the page, and when they left it.
func (c *App) Drag(over bool) {
	c.dragging = over
	c.host.Redraw()
}

// Receive takes an answer, or news of the file being read.
func (c *App) Receive(number uint32, body message.Body) {
	switch body := body.(type) {
	case *message.Progress:
		c.progress = *body
	case *message.Description:
		c.describe(body)
	case *message.Dumps:
		c.showDumps(body)
	case *message.Failure:
		c.fail(number, body.Text)
	case *message.NamesReply:
		if number == c.names.number {
			c.names.number = 0
		}
		c.names.learn(body.Names)
	default:
		c.answer(number, body)
	}
	c.sync()
	c.host.Redraw()
}

// describe shows a trace that has been read.
func (c *App) describe(trace *message.Description) {
	c.forget()
	c.stage, c.trace = opened, trace
	if trace.File != "" {
		c.file = trace.File
	}
	if !trace.HasWall {
		c.sel.Clock = message.CPU
	}
	c.timeline.reset(float64(trace.Span), 1000)
	c.overview.reset(float64(trace.Span), 1000)
	c.flame.reset(1, 1e-7)
	c.flame.thread = busiest(trace.Threads)
	c.threads.reply = trace.Threads
	c.timeline.collapsed = minor(trace)
	c.methods.order.Clock = c.sel.Clock
	c.topDown.order.Clock = c.sel.Clock
	c.bottomUp.order.Clock = c.sel.Clock
}

// fail takes a failure: of the file while it is read, else of one request.
func (c *App) fail(number uint32, text string) {
	if c.stage != opened {
		c.forget()
		c.stage, c.failure = failed, text
		return
	}
	if number == 0 {
		c.notice = text
		return
	}
	if number == c.names.number {
		c.names.number = 0
	}
	for _, q := range c.queries() {
		if q.take(c.host, number) {
			c.notice = text
		}
	}
	for _, q := range []*query{&c.graph.query, &c.graph.place} {
		if q.take(c.host, number) {
			c.graph.giveUp(c, text)
		}
	}
}

// queries are all the kinds of request that wait for an answer of their own.
func (c *App) queries() []*query {
	return []*query{
		&c.methods.query, &c.topDown.query, &c.bottomUp.query, &c.relatives.query, &c.threads.query,
		&c.details.call, &c.details.method, &c.details.step, &c.hover.query, &c.hover.offs,
		&c.find.query, &c.find.locate, &c.graph.export,
		&c.dump.rows.query, &c.dump.stack, &c.dump.text.query, &c.dump.sight.query, &c.dump.mainSight.query,
		&c.dump.groups.query, &c.dump.flame.pointing, &c.dump.flame.choosing, &c.dump.time.query, &c.dump.time.hover,
	}
}

// answer hands a reply to the view that asked for it; one that nobody waits for any
// more is dropped.
func (c *App) answer(number uint32, body message.Body) {
	mine := func(q *query) bool { return q.take(c.host, number) }
	switch body := body.(type) {
	case *message.Rows:
		c.names.learn(body.Names) // which do not come again, whoever waits for the rows
		switch {
		case mine(&c.methods.query):
			c.methods.take(c, body)
		case mine(&c.topDown.query):
			c.topDown.take(c, body)
		case mine(&c.bottomUp.query):
			c.bottomUp.take(c, body)
		case mine(&c.relatives.query):
			c.relatives.take(c, body)
		}
	case *message.Threads:
		if mine(&c.threads.query) {
			c.threads.reply = body.Threads
		}
	case *message.Call:
		switch {
		case mine(&c.hover.query):
			c.hover.take(c, body)
		case mine(&c.details.step):
			c.stepped(body)
		case mine(&c.details.call):
			c.details.takeCall(c, body)
		}
	case *message.Switch:
		if mine(&c.hover.offs) {
			c.hover.takeSwitch(c, body)
		}
	case *message.Method:
		if mine(&c.details.method) && body.Method == c.sel.Method {
			c.details.about = body
		}
	case *message.Hits:
		if mine(&c.find.query) && body.Text == c.find.text {
			c.find.hits = body
		}
	case *message.Location:
		if mine(&c.find.locate) {
			c.located(body)
		}
	case *message.StackRowsReply:
		if mine(&c.dump.rows.query) {
			c.dump.rows.take(body)
			c.dump.rows.choose(c)
		}
	case *message.StackReply:
		if mine(&c.dump.stack) {
			c.dump.takeStack(c, body)
		}
	case *message.SightReply:
		for _, s := range []*sight{&c.dump.sight, &c.dump.mainSight} {
			if mine(&s.query) {
				s.reply = body
				break
			}
		}
	case *message.TextLinesReply:
		if mine(&c.dump.text.query) {
			c.dump.text.take(body)
		}
	case *message.Dot:
		if mine(&c.graph.query) {
			c.graph.takeDot(c, body)
		}
	case *message.LaidOut:
		if mine(&c.graph.place) {
			c.graph.takePlaces(c, body)
		}
	case *message.GroupsReply:
		if mine(&c.dump.groups.query) {
			c.dump.groups.reply = body
		}
	case *message.StackNodeReply:
		switch {
		case mine(&c.dump.flame.pointing):
			c.dump.flame.pointed = body
		case mine(&c.dump.flame.choosing):
			c.dump.flame.takeChosen(c, body)
		}
	case *message.CoursesReply:
		switch {
		case mine(&c.dump.time.query):
			c.dump.time.take(body)
		case mine(&c.dump.time.hover):
			c.dump.time.pointed = *body
		}
	case *message.File:
		if mine(&c.graph.export) {
			c.graph.takeExport(c, body)
		}
	}
}

// Compute runs before each build of the page: handlers have only changed the state.
func (c *App) Compute() {
	c.sync()
	if c.stage == opened && c.frames < wholePage {
		c.frames++
		c.host.Redraw()
	}
}

// A page that has just opened a trace is shown piece by piece, a frame each, since all at
// once would hold the browser up: first the timeline, then what lies below it, then the
// table, whose rows come in pieces too (Grid.growing).
const (
	lowerPage = 2
	wholePage = 3
)

// sync asks for what is shown and not yet at hand. It may be called at any time; what
// was asked for already is not asked for again.
func (c *App) sync() {
	if c.dumping() {
		c.dump.want(c)
	}
	if !c.tracing() {
		return
	}
	if c.view == graphView {
		c.graph.want(c, c.callGraph())
	}
	c.paint()
	switch c.view {
	case methodsView:
		c.methods.query.want(c.host, c.methodRows())
	case topDownView:
		c.topDown.query.want(c.host, c.treeRows(&c.topDown))
	case bottomUpView:
		c.bottomUp.query.want(c.host, c.treeRows(&c.bottomUp))
	case relativesView:
		if c.sel.Method != message.NoNode {
			c.relatives.query.want(c.host, &message.Relatives{
				Scope: c.sel.scope(), Order: c.relatives.order(c.sel.Clock), Method: c.sel.Method})
		}
	case threadsView:
		c.threads.query.want(c.host, &message.ThreadRows{Scope: c.sel.scope()})
	}
	if c.dump.about != nil {
		c.dump.mainSight.want(c, c.dump.chosen().Main)
	}
	c.details.want(c)
	c.hover.want(c)
	if c.find.text != "" {
		c.find.query.want(c.host, &message.Search{Scope: c.sel.scope(), Text: c.find.text})
	}
	c.names.ask(c.host)
}

// paint asks for the canvases' lists and marks, where they would differ from the last.
func (c *App) paint() {
	if v := c.overview.View; v.Width > 0 {
		c.show(OverviewCanvas, &message.Overview{Width: v.Width, Height: v.Height, Hidden: c.timeline.hidden, Colour: c.colour})
	}
	if c.timeline.View.Width > 0 {
		c.show(TimelineCanvas, c.timelineList())
	}
	if c.view == flameView && c.flame.View.Width > 0 {
		c.show(FlameCanvas, c.flameList())
	}
	c.markRange()
}

func (c *App) show(canvas Canvas, body message.Body) {
	code := string(message.Encode(nil, 0, body))
	if c.sent[canvas] != code {
		c.sent[canvas] = code
		c.host.Show(canvas, body)
	}
}

// clocks are the clocks by which figures of this trace can be given.
func (c *App) clocks() []message.Clock {
	switch {
	case c.trace == nil:
		return nil
	case c.trace.HasWall && c.trace.HasCPU:
		return []message.Clock{message.Wall, message.CPU, message.Waiting}
	case c.trace.HasCPU:
		return []message.Clock{message.CPU}
	case c.trace.HasWall:
		return []message.Clock{message.Wall}
	}
	return nil
}

// columnClocks are the clocks that tables have columns for, the chosen one first.
// Waiting, which the other two give, is shown when it is chosen.
func (c *App) columnClocks() []message.Clock {
	clocks := []message.Clock{c.sel.Clock}
	for _, clock := range c.clocks() {
		if clock != c.sel.Clock && clock != message.Waiting {
			clocks = append(clocks, clock)
		}
	}
	return clocks
}

// setClock sums by another clock. Tables sorted by a time follow.
func (c *App) setClock(clock message.Clock) {
	if !slices.Contains(c.clocks(), clock) {
		return
	}
	c.sel.Clock = clock
	for _, t := range []*table{&c.methods, &c.topDown, &c.bottomUp} {
		t.order.Clock = clock
	}
}

// open shows one of the tabs.
func (c *App) open(v view) {
	c.view, c.menu = v, ""
	if v == methodsView && c.sel.Method != message.NoNode {
		c.locateMethod()
	}
}

// chooseMethod selects a method from anywhere, and shows its row.
func (c *App) chooseMethod(method uint32) {
	if method == message.NoNode {
		return
	}
	c.sel.setMethod(method)
	c.names.need(method)
	if c.view == methodsView {
		c.locateMethod()
	}
}

// chooseCall selects a call from anywhere.
func (c *App) chooseCall(call message.CallRef, method uint32) {
	changed := method != c.sel.Method
	c.sel.setCall(call, method)
	c.names.need(method)
	if changed && c.view == methodsView {
		c.locateMethod()
	}
}

// jump selects a call and brings it into view in the timeline.
func (c *App) jump(call message.CallRef, method uint32) {
	c.chooseCall(call, method)
	c.timeline.expand(call.Thread)
	c.timeline.reveal = true
}

// back goes back one level: dialog, search, range, call, method, zoom.
func (c *App) back() {
	switch {
	case c.menu != "":
		c.closeMenu()
	case c.dialog != noDialog:
		c.closeDialog()
	case c.find.text != "":
		c.clearFind()
	case c.sel.ranged():
		c.sel.clearRange()
	case c.sel.HasCall:
		c.sel.HasCall = false
	case c.sel.Method != message.NoNode:
		c.sel.Method = message.NoNode
	case c.view == flameView && c.flame.zoomed():
		c.flame.out()
	case c.front() == GraphCanvas:
		c.graph.all()
	default:
		c.timeline.showAll()
		c.preview(TimelineCanvas)
	}
}

// busiest is the thread with the most time.
func busiest(threads []message.Thread) uint32 {
	best := uint32(0)
	most := int64(-1)
	for _, t := range threads {
		if busy := t.Busy[message.Wall] + t.Busy[message.CPU]; busy > most {
			best, most = t.Index, busy
		}
	}
	return best
}
