package page

import (
	"fmt"
	"os"
	"runtime/debug"
	"syscall/js"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/script"
	"traceglass/wasm/session"
	"traceglass/wasm/ui/app"
)

var _ app.Host = (*page)(nil)

// A page joins the interface to the browser: it is the App's Host. All of it runs in
// the browser's one thread, each event's handler to its end.
type page struct {
	browser
	app      *app.App
	dom      dom
	draw     js.Value   // traceglassDraw
	surfaces [5]surface // by canvas.ID
	inputAt  float64    // time of the event that is being handled, 0 for none

	*session.Session
	links map[*session.Worker]*link
	names uint32 // number of the request for names to draw, 0 for none
	drawn bool   // the trace's timeline has been drawn

	again   again
	chooser chooser

	past     past
	press    press
	requests requests

	graphviz graphviz
	exporter exporter
}

// Run draws the interface in the document, and serves it from then on.
func Run() {
	p := &page{draw: js.Global().Get("traceglassDraw"), links: make(map[*session.Worker]*link)}
	words.SetCatalogue(js.Global().Get("traceglassLanguage").Get("text").String())
	p.Session = session.New(screen{p}, budget())
	p.dom.ends = script.Handler(func([]js.Value) { p.unveil() })
	p.draw.Call("start", script.Handler(func(args []js.Value) { p.frame(args[0].Int()) }))
	for i := range p.surfaces {
		p.surfaces[i].drawer = p.draw.Get("surfaces").Index(i)
	}
	p.dom.boxes.init(p.draw)
	p.app = app.New(p)
	if named() {
		p.veil()
	}
	p.build()
	p.hearPast()
	p.hearLeaving()
	p.countRequests()
	p.hearKeys()
	p.hearMenus()
	p.hearPastes()
	p.hearDrops()
	p.begins()
}

// begins begins a visit.
func (p *page) begins() {
	note("started")
	url := parameter("open")
	heard := p.adopt(js.Global().Get("traceglassFirst"), url)
	switch {
	case url != "" && parameter("with") != "":
		p.fetchAll([]string{url, parameter("with")}, func(files []*session.File) { p.Session.Compare(files[:1], files[1:]) })
	case len(parameters("open")) > 1:
		p.fetchAll(parameters("open"), p.Open)
	case url == "":
		p.offer()
	case !named():
		p.Fetch(url)
	}
	heard()
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

// record adds a figure to traceglass.stats.
func (p *page) record(name string, ms float64) { p.draw.Call("record", name, ms) }

// recovered, deferred, turns a panic into a remark.
func (p *page) recovered() {
	if r := recover(); r != nil {
		fmt.Fprintf(os.Stderr, "recovered: %v\n%s", r, debug.Stack())
		p.fail(words.Say("An error occurred here ({1}). The rest still works.", fmt.Sprint(r)))
	}
}

// fail has the interface say what went wrong.
func (p *page) fail(text string) { p.app.Receive(0, &message.Failure{Text: text}) }
