package page

import (
	"fmt"
	"os"
	"runtime/debug"
	"syscall/js"

	"traceglass/render/words"
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
	surfaces [5]surface // by canvas.ID
	inputAt  float64    // time of the event that is being handled, 0 for none

	link     *link
	newcomer *newcomer // read beside what is open, nil for none
	naming   *naming   // a map of names that is being read for what is open, nil for none
	later    js.Value  // one for B, when A has its own; undefined for none
	pairing  *pairing  // two traces that are being read, nil for none
	pair     *pair     // two traces that are open, nil for one
	told     js.Value  // what was shown of a trace that is now read again, undefined for nothing
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

// Run draws the interface in the document, and serves it from then on.
func Run() {
	p := &page{draw: js.Global().Get("traceglassDraw")}
	words.SetCatalogue(js.Global().Get("traceglassLanguage").Get("text").String())
	p.link = p.newLink()
	p.opening.late = script.Handler(func([]js.Value) { p.deaf() })
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
	heard := p.link.adopt(js.Global().Get("traceglassFirst"))
	switch url := parameter("open"); {
	case url != "" && parameter("with") != "":
		p.fetchAll([]string{url, parameter("with")}, func(files js.Value) {
			p.compare(opened{files: script.Array(files.Index(0))}, opened{files: script.Array(files.Index(1))})
		})
	case len(parameters("open")) > 1:
		p.fetchAll(parameters("open"), func(files js.Value) { p.open(files, false) })
	case url == "":
		p.offer()
	case named():
		p.expect(url)
	default:
		p.Fetch(url)
	}
	heard()
}

// named reports whether the first worker has been given the file that the address names.
func named() bool {
	first := js.Global().Get("traceglassFirst")
	return first.Truthy() && first.Get("named").Bool()
}

// note notes when something happened, for make bench and the browser tests to read with
// performance.getEntriesByName: "traceglass:started", "opening", "read", "drawn", "dumped", "runs",
// "compared", and "chart" when a trace's timeline was drawn, be it by
// draw.js alone.
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
