package page

import (
	"syscall/js"

	"traceglass/render/words"
	"traceglass/wasm/script"
	"traceglass/wasm/session"
	"traceglass/wasm/ui/app"
)

var _ app.Host = (*page)(nil)

// A page joins the interface to the browser: it is the App's Host. All of it runs in
// the browser's one thread, each event's handler to its end.
//
// Each part may use those before it, and no part uses the page.
type page struct {
	browser
	*base
	*session.Session
	canvases
	dom
	arrivals
	again
	past
	menus
	requests
	graphviz
	exporter

	links map[*session.Worker]*link
}

// Run draws the interface in the document, and serves it from then on.
func Run() {
	b := &base{draw: js.Global().Get("traceglassDraw")}
	p := &page{base: b, links: make(map[*session.Worker]*link)}
	words.SetCatalogue(js.Global().Get("traceglassLanguage").Get("text").String())
	p.Session = session.New(screen{p}, budget())
	p.canvases = canvases{base: b, session: p.Session, names: names{base: b, session: p.Session}}
	p.dom = dom{base: b, canvases: &p.canvases}
	p.arrivals = arrivals{base: b, session: p.Session}
	p.again = again{base: b, session: p.Session, arrivals: &p.arrivals}
	p.past, p.menus, p.graphviz = past{base: b, session: p.Session}, menus{base: b}, graphviz{base: b}
	p.requests = requests{base: b, dom: &p.dom}
	p.exporter = exporter{base: b, session: p.Session}
	p.dom.ends = script.Handler(func([]js.Value) { p.unveil() })
	p.draw.Call("start", script.Handler(func(args []js.Value) { p.frame(args[0].Int()) }))
	for i := range p.surfaces {
		p.surfaces[i].drawer = p.draw.Get("surfaces").Index(i)
	}
	p.dom.boxes.init(p.draw)
	p.dom.tap.init(js.Global().Get("document"))
	p.app = app.New(p)
	if named() {
		p.veil()
	}
	p.build()
	p.past.hear()
	p.hearLeaving()
	p.requests.count()
	p.hearKeys()
	p.menus.hear()
	p.arrivals.hear()
	p.acceptCalls()
	js.Global().Get("traceglassView").Call("started")
	js.Global().Call("traceglassDrops")
	p.begins()
}

// begins begins a visit.
func (p *page) begins() {
	note("started")
	url := parameter("open")
	heard := p.adopt(js.Global().Get("traceglassFirst"), url)
	switch {
	case url == "":
		p.offer()
	case !named():
		p.fetchAddress(func() {})
	}
	heard()
}

// fetchAddress opens the files that the address names. It calls arrived when they have been fetched.
func (p *page) fetchAddress(arrived func()) {
	urls, with := parameters("open"), parameter("with")
	if with != "" {
		p.fetchAll([]string{urls[0], with}, func(files []*session.File) {
			arrived()
			p.Session.Compare(files[:1], files[1:])
		})
		return
	}
	p.fetchAll(urls, func(files []*session.File) {
		arrived()
		p.Open(files)
	})
}

// Revisit opens what an entry of the history shows, if need be by its address.
func (p *page) Revisit(serial int) (shown, reads bool) {
	if shown, reads = p.Session.Revisit(serial); shown || reads || !isNamed() {
		return shown, reads
	}
	p.fetchAddress(p.app.Arrived)
	return false, true
}

// frame runs once an animation frame, if n events wait in draw.js or Redraw was called.
func (p *page) frame(n int) {
	defer p.recovered()
	p.input(n)
	for _, b := range p.dom.boxes.moved() {
		p.app.Scroll(b.name, b.top, b.height)
	}
	if p.dom.dirty && !p.dom.veiled {
		p.present()
	}
	if p.HoldsTrace() {
		p.names.ask() // those that twin.js reads out
	}
	p.inputAt = 0
}

// budget returns how many bytes the calls of a trace may need in a worker.
func budget() int64 { return int64(js.Global().Get("traceglassBudget").Float()) }

// named reports whether the first worker has been given the file that the address names.
func named() bool {
	first := js.Global().Get("traceglassFirst")
	return first.Truthy() && first.Get("named").Bool()
}

// note marks the time of an event, for make bench and the browser tests, which read it with performance.getEntriesByName.
// The events are "traceglass:started", "opening", "read", "drawn", "dumped", "runs" and "compared". "chart" marks when a
// trace's timeline was drawn, even by draw.js alone.
func note(what string) { script.Mark("traceglass:" + what) }
