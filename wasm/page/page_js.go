package page

import (
	"fmt"
	"os"
	"runtime/debug"
	"syscall/js"

	"traceglass/wasm/message"
	"traceglass/wasm/script"
	"traceglass/wasm/ui/app"
)

var _ app.Host = (*page)(nil)

// A page joins the interface to the browser: it is the App's Host. All of it runs in
// the browser's one thread, each event's handler to its end.
type page struct {
	app      *app.App
	dom      dom
	draw     js.Value   // traceglassDraw
	surfaces [4]surface // by canvas.ID
	inputAt  float64    // time of the event that is being handled, 0 for none

	link     *link
	newcomer *newcomer // read beside what is open, nil for none
	number   uint32    // of the last request
	names    uint32    // number of the request for names to draw, 0 for none

	opened  opened
	before  opened // what was open before that, of which the files are kept alone
	opening opening
	again   again
	chooser chooser

	past     past
	press    press
	requests requests

	graphviz graphviz
	exporter exporter
}

// Run draws the interface in the document and serves it from now on.
func Run() {
	p := &page{draw: js.Global().Get("traceglassDraw")}
	p.link = p.newLink()
	p.opening.late = script.Handler(func([]js.Value) { p.deaf() })
	p.draw.Call("start", script.Handler(func(args []js.Value) { p.frame(args[0].Int()) }))
	for i := range p.surfaces {
		p.surfaces[i].drawer = p.draw.Get("surfaces").Index(i)
	}
	p.dom.boxes.init(p.draw)
	p.app = app.New(p)
	p.build()
	p.hearPast()
	p.hearLeaving()
	p.countRequests()
	p.hearKeys()
	p.hearMenus()
	p.hearPastes()
	p.hearDrops()
	note("started")
	first := js.Global().Get("traceglassFirst")
	heard := p.link.adopt(first)
	switch url := parameter("open"); {
	case url == "":
		p.offer()
		p.rehearse()
	case first.Truthy() && first.Get("named").Bool():
		p.expect(url)
	default:
		p.Fetch(url)
	}
	heard()
}

// note notes when something happened, for make bench and the browser tests to read with
// performance.getEntriesByName: "traceglass:started", "rehearsed", "opening", "read", "drawn", "dumped".
func note(what string) { script.Mark("traceglass:" + what) }

// record adds a figure to traceglass.stats.
func (p *page) record(name string, ms float64) { p.draw.Call("record", name, ms) }

// recovered, deferred, turns a panic into a remark.
func (p *page) recovered() {
	if r := recover(); r != nil {
		fmt.Fprintf(os.Stderr, "recovered: %v\n%s", r, debug.Stack())
		p.fail(fmt.Sprintf("Traceglass made a mistake here (%v). The rest works on.", r))
	}
}

// fail has the interface say what went wrong.
func (p *page) fail(text string) { p.app.Receive(0, &message.Failure{Text: text}) }
