package page

import (
	"fmt"
	"os"
	"syscall/js"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/domrender"

	"traceglass/wasm/script"
)

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

// A dom is what of the document the interface makes, by Vugu.
type dom struct {
	env      *vugu.BuildEnv
	renderer *domrender.JSRenderer
	dirty    bool     // the next frame renders
	veiled   bool     // it waits, see veil
	ends     js.Func  // calls unveil
	veil     js.Value // timer that does; undefined before the first time
	fresh    bool     // nothing of a new trace has been rendered
	boxes    boxes
	focus    string // id of the element to focus after the next render
	keyed    bool   // a key was taken since the last render
	tab      string // id of the selected tab at the last render
}

// build renders the interface for the first time, and after each event of its elements.
func (p *page) build() {
	renderer, err := domrender.New("#app")
	if err != nil {
		panic(err)
	}
	env, err := vugu.NewBuildEnv(renderer.EventEnv())
	if err != nil {
		panic(err)
	}
	p.dom.renderer, p.dom.env = renderer, env
	if !p.dom.veiled {
		p.render()
	}
	go func() {
		for renderer.EventWait() {
			p.Redraw()
		}
	}()
}

// veilTime is how long, in ms, the interface may wait for a trace that is on its way.
const veilTime = 500

// veil leaves the document as it is for a while: what index.html shows, maybe with a trace's first pictures
// by then, is soon followed by the trace. How far its reading is would take long to build and not be seen
// for long.
func (p *page) veil() {
	p.dom.veiled = true
	js.Global().Call("clearTimeout", p.dom.veil)
	p.dom.veil = js.Global().Call("setTimeout", p.dom.ends, veilTime)
}

// unveil ends that.
func (p *page) unveil() {
	if p.dom.veiled {
		p.dom.veiled = false
		p.Redraw()
	}
}

// present renders, and of a fresh trace asks for the first pictures right away: to wait a frame for the
// browser to tell how large their canvases are would be as long as they take.
func (p *page) present() {
	p.render()
	if p.dom.fresh {
		p.dom.fresh = false
		p.input(p.draw.Call("measure").Int())
	}
}

// render builds the interface and brings the document up to it.
func (p *page) render() {
	p.dom.dirty = false
	start := script.Now()
	results := p.dom.env.RunBuild(p.app)
	p.guard(results, results.Out)
	if err := p.dom.renderer.Render(results); err != nil {
		fmt.Fprintln(os.Stderr, "render:", err)
	}
	document := js.Global().Get("document")
	p.attach(document)
	p.draw.Call("uncover")
	p.dom.boxes.rendered(document)
	if p.dom.focus != "" {
		if e := shown(document, p.dom.focus); !e.IsNull() {
			e.Call("focus")
			if p.dom.focus == "palette" { // typing replaces its text
				e.Call("select")
			}
		}
		p.dom.focus = ""
	}
	if p.dom.keyed { // a dialog's list, or a list whose rows wrap, shows the line that the key went to
		if line := document.Call("querySelector", ".command-list .on, [data-wraps] .cursor"); !line.IsNull() {
			line.Call("scrollIntoView", script.Object("block", "nearest"))
		}
		p.dom.keyed = false
	}
	p.showTab(document)
	p.record("render", script.Now()-start)
}

// showTab scrolls the tabs sideways to a newly selected one, because a narrow page has no room for all of them.
func (p *page) showTab(document js.Value) {
	tab := document.Call("querySelector", ".tab.on:not("+unseen+")")
	if tab.IsNull() {
		return
	}
	id, before := tab.Get("id").String(), p.dom.tab
	p.dom.tab = id
	if before == "" || before == id { // measuring would delay the first picture
		return
	}
	tabs := tab.Get("parentElement")
	at, box := tab.Call("getBoundingClientRect"), tabs.Call("getBoundingClientRect")
	middle := func(r js.Value) float64 { return r.Get("left").Float() + r.Get("width").Float()/2 }
	tabs.Call("scrollBy", middle(at)-middle(box), 0)
}

// unseen are the elements of a room that is not shown. They stay in the document, and may have the same ids as visible
// elements.
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

func (p *page) Redraw() {
	p.dom.dirty = true
	p.draw.Call("wake")
}

func (p *page) Focus(id string) {
	p.dom.focus = id
	p.Redraw()
}

func (p *page) ScrollTo(box string, top float64) {
	p.dom.boxes.scrollTo(box, top)
	p.Redraw()
}
