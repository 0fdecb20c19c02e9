//go:build js && wasm && !dumps

package main

import (
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall/js"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/domrender"

	"traceglass/parser/input"
	"traceglass/wasm/message"
	"traceglass/wasm/ui"
)

// A page joins the interface to the browser: it is the App's Host. All of it runs in
// the browser's one thread, each event's handler to its end.
type page struct {
	app      *ui.App
	link     link
	number   uint32   // of the last request
	names    uint32   // number of the request for names to draw, 0 for none
	files    js.Value // array of the Files that are open, for Restart
	dumps    js.Value // the program that reads thread dumps, compiled; undefined until it is needed
	budget   float64  // bytes the worker may use
	draw     js.Value // traceglassDraw
	canvases [4]canvas
	graphviz graphviz
	inputAt  float64 // time of the event that is being handled, 0 for none

	env      *vugu.BuildEnv
	renderer *domrender.JSRenderer
	dirty    bool // the next frame renders
	boxes    boxes
	focus    string // id of the element to focus after the next render

	exporter exporter

	picker js.Value // hidden <input type=file>
	adding bool     // what is picked is added to what is open
	opened bool     // a trace or a thread dump is open
	traced bool     // a trace is
	dumped bool     // a thread dump is

	turn     int  // raised by each opening, so that a download knows it is late
	fetching bool // a download is under way
	drawn    bool // and its timeline has been drawn
}

// mark notes when something happened, for make bench and the browser tests to read with
// performance.getEntriesByName: "traceglass:started", "opening", "read", "drawn", "dumped".
func mark(name string) { performance.Call("mark", "traceglass:"+name) }

// A canvas is one of the page's canvases: its drawing is in draw.js.
type canvas struct {
	surface js.Value
	host    js.Value // element it lies in
	gesture gesture
	flying  *wanted  // the list asked for and not yet here
	next    *wanted  // the newest asked for meanwhile
	spare   js.Value // ArrayBuffer for the next list; undefined if there is none
}

// wanted is a display list asked for.
type wanted struct {
	body    message.Body
	inputAt float64 // time stamp of the input event that led to it, 0 for none
	shownAt float64 // when the interface asked
	sentAt  float64
}

// hostIDs are the elements that hold the canvases, by ui.Canvas.
var hostIDs = [4]string{"overview", "timeline", "flame", "graph"}

func runPage() {
	p := &page{draw: js.Global().Get("traceglassDraw"), budget: budget()}
	p.link = link{receive: p.receive, died: p.died, module: js.Global().Get("traceglassModule")}
	p.link.start()
	p.draw.Call("start", handler(func(args []js.Value) { p.frame(args[0].Int()) }))
	for i := range p.canvases {
		p.canvases[i].surface = p.draw.Get("surfaces").Index(i)
	}
	p.boxes.init(p.draw)

	renderer, err := domrender.New("#app")
	if err != nil {
		panic(err)
	}
	env, err := vugu.NewBuildEnv(renderer.EventEnv())
	if err != nil {
		panic(err)
	}
	p.renderer, p.env = renderer, env
	p.app = ui.New(p)
	p.render()
	go func() {
		for renderer.EventWait() {
			p.Redraw()
		}
	}()
	p.listen()
	mark("started")
	if url := query("open"); url != "" {
		p.Fetch(url)
	}
}

// defaultBudget is what a trace's calls may take, in bytes: less than the 4 GB that
// WebAssembly can address, since answers need room too.
const defaultBudget = 3.2e9

// budget returns the worker's budget; ?memory=500 in the page's address makes it 500 MB.
func budget() float64 {
	megabytes, err := strconv.ParseFloat(query("memory"), 64)
	if err != nil || !(megabytes > 0) {
		return defaultBudget
	}
	return min(megabytes*1e6, defaultBudget)
}

// query returns a parameter of the page's address, or "".
func query(name string) string {
	search := js.Global().Get("location").Get("search")
	v := js.Global().Get("URLSearchParams").New(search).Call("get", name)
	if v.IsNull() {
		return ""
	}
	return v.String()
}

// frame runs once an animation frame in which there is something to do: n events wait in
// draw.js, or Redraw was called.
func (p *page) frame(n int) {
	defer p.recovered()
	if n > 0 {
		numbers := make([]float64, n*eventNumbers)
		floats(numbers, p.draw.Get("queue"))
		var inputs []ui.Input
		for ; len(numbers) > 0; numbers = numbers[eventNumbers:] {
			e := readEvent(numbers)
			if e.kind != size {
				p.inputAt = e.time
			}
			inputs = p.canvases[e.canvas].gesture.add(inputs, e)
		}
		for _, in := range inputs {
			p.addHit(&in)
			p.app.Input(in)
		}
	}
	for _, b := range p.boxes.moved() {
		p.app.Scroll(b.name, b.top, b.height)
	}
	if p.dirty {
		p.render()
	}
	p.inputAt = 0
}

// addHit says what lies under the pointer; for a drag, under where it began.
func (p *page) addHit(in *ui.Input) {
	x, y := in.X, in.Y
	switch in.Kind {
	case ui.DragStart:
		x, y = in.StartX, in.StartY
	case ui.Move, ui.Click, ui.DoubleClick:
	default:
		return
	}
	surface := p.canvases[in.Canvas].surface
	surface.Call("hit", x, y)
	var found [8]float64
	floats(found[:], jsUint8Array.New(surface.Get("found").Get("buffer")))
	in.Hit = ui.Hit{
		OK:     found[0] != 0,
		Method: uint32(found[1]), Thread: uint32(found[2]), Depth: uint32(found[3]), Row: uint32(found[4]),
		X: found[5], W: found[6], Merged: uint8(found[7])&1 != 0, Switch: uint8(found[7])&2 != 0,
	}
}

// render builds the interface and brings the document up to it.
func (p *page) render() {
	p.dirty = false
	start := now()
	results := p.env.RunBuild(p.app)
	p.guard(results, results.Out)
	if err := p.renderer.Render(results); err != nil {
		fmt.Fprintln(os.Stderr, "render:", err)
	}
	document := js.Global().Get("document")
	for i := range p.canvases {
		c := &p.canvases[i]
		host := shown(document, hostIDs[i])
		if !host.IsNull() && !host.Equal(c.host) {
			c.host = host
			c.surface.Call("attach", host)
		}
	}
	p.boxes.rendered(document)
	if p.focus != "" {
		if e := shown(document, p.focus); !e.IsNull() {
			e.Call("focus")
		}
		p.focus = ""
	}
	p.record("render", now()-start)
}

// unseen are elements of the room that is not shown: what it held stays in the document, and
// may have the ids of what is shown.
const unseen = `main[hidden] *`

// shown finds the element of an id in the room that is shown.
func shown(document js.Value, id string) js.Value {
	return document.Call("querySelector", `[id="`+id+`"]:not(`+unseen+`)`)
}

// guard makes a panic of an event's handler a remark on the page instead of its end.
func (p *page) guard(results *vugu.BuildResults, out *vugu.BuildOut) {
	var walk func(n *vugu.VGNode)
	walk = func(n *vugu.VGNode) {
		for ; n != nil; n = n.NextSibling {
			for i := range n.DOMEventHandlerSpecList {
				spec := &n.DOMEventHandlerSpecList[i]
				handle := spec.Func
				spec.Func = func(e vugu.DOMEvent) {
					defer p.recovered()
					handle(e)
				}
			}
			if n.Component != nil {
				if out := results.ResultFor(n.Component); out != nil {
					p.guard(results, out)
				}
			}
			walk(n.FirstChild)
		}
	}
	for _, n := range out.Out {
		walk(n)
	}
}

// recovered, deferred, turns a panic into a remark.
func (p *page) recovered() {
	if r := recover(); r != nil {
		fmt.Fprintf(os.Stderr, "recovered: %v\n%s", r, debug.Stack())
		p.fail(fmt.Sprintf("Traceglass made a mistake here (%v). The rest works on.", r))
	}
}

// fail has the interface say what went wrong.
func (p *page) fail(text string) { p.app.Receive(0, &message.Failure{Text: text}) }

// record adds a figure to traceglass.stats.
func (p *page) record(name string, ms float64) { p.draw.Call("record", name, ms) }

// receive takes a message of the worker.
func (p *page) receive(m js.Value) {
	defer p.recovered()
	switch m.Get("kind").String() {
	case "answer":
		p.answer(goBytes(m.Get("data")))
	case "list":
		p.show(m)
	case "needs dumps":
		p.readDumps()
	case "no list":
		c := &p.canvases[m.Get("canvas").Int()]
		c.spare = m.Get("buffer")
		c.flying = nil
		p.answer(goBytes(m.Get("data")))
		p.send(m.Get("canvas").Int())
	}
}

func (p *page) answer(data []byte) {
	number, body, err := message.Decode(data)
	if err != nil {
		body = &message.Failure{Text: err.Error()}
	}
	switch body := body.(type) {
	case *message.NamesReply:
		p.learn(body)
	case *message.Description:
		p.opened, p.traced, p.drawn = true, true, false
		mark("read")
	case *message.Dumps:
		p.opened, p.dumped = true, true
		mark("dumped")
	case *message.Failure:
		if number == 0 && !p.opened {
			p.link.used = false // a file refused leaves nothing behind
		}
	}
	if number != 0 && number == p.names {
		p.names = 0
		p.askNames()
	}
	p.app.Receive(number, body)
}

// show draws a list that arrived.
func (p *page) show(m js.Value) {
	i := m.Get("canvas").Int()
	c := &p.canvases[i]
	of := c.flying
	c.flying = nil
	if of == nil {
		return
	}
	p.record("list", now()-of.sentAt)
	before := c.surface.Call("show", m.Get("buffer"), c.next == nil)
	c.spare = js.Undefined()
	if !before.IsNull() {
		c.spare = before
	}
	if of.inputAt != 0 {
		p.record("input", now()-of.inputAt)
		p.record("handled", now()-of.shownAt)
	}
	if ui.Canvas(i) == ui.TimelineCanvas && p.opened && !p.drawn {
		p.drawn = true
		mark("drawn")
	}
	p.send(i)
	p.askNames()
	var g [6]float64
	floats(g[:], jsUint8Array.New(c.surface.Get("geometry").Get("buffer")))
	p.app.Drawn(ui.Geometry{Canvas: ui.Canvas(i), From: g[0], To: g[1], Content: g[2], Left: g[3], Top: g[4], ScrollY: g[5]})
}

// send asks the worker for the canvas's newest list, unless one is on its way.
func (p *page) send(i int) {
	c := &p.canvases[i]
	if c.flying != nil || c.next == nil {
		return
	}
	c.flying, c.next = c.next, nil
	c.flying.sentAt = now()
	p.number++
	data := arrayBuffer(message.Encode(nil, p.number, c.flying.body))
	m := object("kind", "list request", "canvas", i, "data", data)
	if c.spare.IsUndefined() {
		p.link.post(m, data)
		return
	}
	m.Set("buffer", c.spare)
	p.link.post(m, data, c.spare)
	c.spare = js.Undefined()
}

// askNames asks for the names that draw.js came upon and does not know.
func (p *page) askNames() {
	if p.names != 0 {
		return
	}
	unknown := p.draw.Call("unknown")
	if n := unknown.Length(); n > 0 {
		methods := make([]uint32, n)
		for i := range methods {
			methods[i] = uint32(unknown.Index(i).Float())
		}
		p.names = p.Ask(&message.Names{Methods: methods})
	}
}

// learn hands names to draw.js, in their short form.
func (p *page) learn(reply *message.NamesReply) {
	var lines []byte
	methods := make([]any, len(reply.Names))
	for i, name := range reply.Names {
		methods[i] = name.Method
		if i > 0 {
			lines = append(lines, '\n')
		}
		lines = append(lines, shortName(name)...)
	}
	p.draw.Call("learn", methods, string(lines))
}

// open starts reading files, in place of those that are open or with added beside them.
func (p *page) open(files js.Value, added bool) {
	if added {
		if p.dumps.IsUndefined() {
			// Needed for certain: one of two files is a dump. What is open stays until it is there.
			p.loadDumps(func() { p.open(files, true) })
			return
		}
		files = p.files.Call("concat", files)
	}
	n := files.Length()
	if n == 0 {
		return
	}
	bytes := int64(0)
	names := make([]string, n)
	for i := range n {
		names[i] = files.Index(i).Get("name").String()
		bytes += int64(files.Index(i).Get("size").Float())
	}
	groups, traces := input.Pair(names), 0
	for _, group := range groups {
		if input.IsTraceName(names[group[0]]) {
			traces++
		}
	}
	name := names[groups[0][0]]
	if len(groups) > 1 {
		name = fmt.Sprintf("%s and %d more", name, len(groups)-1)
	}
	if traces > 1 {
		if !p.opened { // else what is open stays
			p.fresh()
			p.app.Opening(name, bytes, false)
		}
		p.fail("Open one trace at a time, or a .key file together with its .data file. Thread dumps may come along, as many as you like.")
		return
	}
	p.fresh()
	p.files = files
	p.link.used = true
	p.opened, p.traced, p.dumped = false, false, false
	mark("opening")
	p.app.Opening(name, bytes, added)
	p.link.post(object("kind", "open", "files", files, "budget", p.budget))
}

// readDumps opens the files again with the program that reads thread dumps, which is loaded
// the first time.
func (p *page) readDumps() {
	p.loadDumps(func() {
		p.link.module = p.dumps
		p.link.start()
		p.link.used = true
		p.link.post(object("kind", "open", "files", p.files, "budget", p.budget))
	})
}

// loadDumps loads the program that reads thread dumps, unless it is there, and goes on with
// then. If it cannot be had, the page says so, and what is open stays.
func (p *page) loadDumps(then func()) {
	if !p.dumps.IsUndefined() {
		then()
		return
	}
	turn := p.turn
	p.fetching = !p.opened // what reading stands still for it can be cancelled
	if p.opened {
		p.app.Remark("Loading what reads thread dumps…")
	}
	go func() {
		defer p.recovered()
		module, err := await(js.Global().Call("traceglassCompile", js.Global().Get("traceglassDumpsURL")))
		if err == nil {
			p.dumps = module
		}
		if turn != p.turn { // cancelled, or another file was chosen meanwhile
			return
		}
		p.fetching = false
		if err != nil {
			p.fail("Thread dumps are read by a program of their own, which could not be loaded: " + err.Error())
			return
		}
		then()
	}()
}

// fresh makes sure of a worker that has had no file yet, and of no download under way: what
// an older one still sends is nobody's.
func (p *page) fresh() {
	p.turn++
	p.fetching = false
	if p.link.used || p.link.worker.IsUndefined() {
		p.Close()
	}
}

// died is called when the worker ended by itself.
func (p *page) died(reason string) {
	defer p.recovered()
	again := p.link.ready
	p.reset()
	p.link.end()
	if again { // one that never got to work would only fail again
		p.link.start()
	}
	if strings.Contains(reason, "out of memory") {
		reason = "it needed more memory than the browser has for a page"
	}
	p.app.Crashed(reason)
}

// reset forgets what belonged to the worker before: its trace and its answers, and what was
// still to be loaded for it.
func (p *page) reset() {
	p.turn++
	p.fetching = false
	for i := range p.canvases {
		c := &p.canvases[i]
		c.flying, c.next, c.spare = nil, nil, js.Undefined()
		c.surface.Call("clear")
	}
	p.draw.Call("forget")
	p.link.module = js.Global().Get("traceglassModule")
	p.names, p.opened, p.traced, p.dumped = 0, false, false, false
}

// listen registers what is not bound to a canvas or to the interface's own elements.
func (p *page) listen() {
	document := js.Global().Get("document")
	active := object("passive", false)
	listen(document, "keydown", active, func(e js.Value) {
		defer p.recovered()
		if e.Get("isComposing").Bool() || e.Get("defaultPrevented").Bool() {
			return
		}
		p.inputAt = e.Get("timeStamp").Float()
		if p.app.Key(readKey(e, document.Get("activeElement"))) {
			e.Call("preventDefault")
		}
		p.inputAt = 0
	})

	// The hidden chooser stands outside the interface, which would reset it at every render.
	p.picker = document.Call("createElement", "input")
	p.picker.Set("type", "file")
	p.picker.Set("multiple", true)
	p.picker.Set("hidden", true)
	p.picker.Set("id", "file")
	document.Get("body").Call("append", p.picker)
	listen(p.picker, "change", active, func(js.Value) {
		defer p.recovered()
		p.take(jsArray.Call("from", p.picker.Get("files")), p.adding)
		p.adding = false
		p.picker.Set("value", "") // so that the same file can be chosen again
	})

	listen(document, "paste", active, func(e js.Value) {
		defer p.recovered()
		p.pasted(e)
	})

	dragged := func(e js.Value) bool {
		transfer := e.Get("dataTransfer")
		return transfer.Truthy() && transfer.Get("types").Call("includes", "Files").Bool()
	}
	listen(document, "dragenter", active, func(e js.Value) {
		defer p.recovered()
		if dragged(e) {
			e.Call("preventDefault")
			p.app.Drag(true)
		}
	})
	listen(document, "dragover", active, func(e js.Value) {
		if dragged(e) {
			e.Call("preventDefault")
			e.Get("dataTransfer").Set("dropEffect", "copy")
		}
	})
	listen(document, "dragleave", active, func(e js.Value) {
		defer p.recovered()
		if e.Get("relatedTarget").IsNull() { // the page itself was left
			p.app.Drag(false)
		}
	})
	listen(document, "drop", active, func(e js.Value) {
		defer p.recovered()
		if dragged(e) {
			e.Call("preventDefault")
			p.app.Drag(false)
			p.take(jsArray.Call("from", e.Get("dataTransfer").Get("files")), e.Get("shiftKey").Bool())
		}
	})
}

func readKey(e, focus js.Value) ui.Key {
	k := ui.Key{
		Name:  e.Get("key").String(),
		Code:  e.Get("code").String(),
		Shift: e.Get("shiftKey").Bool(),
		Mod:   e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool(),
		Alt:   e.Get("altKey").Bool(),
	}
	if focus.Truthy() {
		k.Focus = focus.Get("id").String()
		k.Row = !focus.Call("closest", "table,[role=grid],[role=treegrid],[role=table]").IsNull()
		textual := focus.Call("matches", "textarea,select,input:not([type=checkbox],[type=radio],[type=button],[type=range])")
		k.Editing = textual.Bool() || focus.Get("isContentEditable").Truthy()
	}
	return k
}

// shortName is how a method is called in a box: its class without the package, and its name.
func shortName(n message.Name) string {
	class := n.Class
	for i := len(class) - 1; i >= 0; i-- {
		if class[i] == '.' {
			class = class[i+1:]
			break
		}
	}
	short := n.Label
	if class != "" && n.Name != "" {
		short = class + "." + n.Name
	}
	return string(slices.DeleteFunc([]byte(short), func(b byte) bool { return b == '\n' }))
}
