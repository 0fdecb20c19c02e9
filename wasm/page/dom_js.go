package page

import (
	"fmt"
	"os"
	"syscall/js"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/domrender"

	"traceglass/wasm/script"
)

// A dom is what of the document the interface makes, by Vugu.
type dom struct {
	*base
	canvases *canvases
	env      *vugu.BuildEnv
	renderer *domrender.JSRenderer
	dirty    bool     // the next frame renders
	veiled   bool     // it waits, see veil
	ends     js.Func  // calls unveil
	timer    js.Value // timer that does; undefined before the first time
	fresh    bool     // nothing of a new trace has been rendered
	boxes    boxes
	focus    string // id of the element to focus after the next render
	top      bool   // then scroll the page to its top
	keyed    bool   // a key was taken since the last render
	tab      string // id of the selected tab at the last render
	tap      tap    // the last one on a line of a view
}

// build renders the interface for the first time, and after each event of its elements.
func (d *dom) build() {
	renderer, err := domrender.New("#app")
	if err != nil {
		panic(err)
	}
	env, err := vugu.NewBuildEnv(renderer.EventEnv())
	if err != nil {
		panic(err)
	}
	d.renderer, d.env = renderer, env
	if !d.veiled {
		d.render()
	}
	go func() {
		for renderer.EventWait() {
			d.Redraw()
		}
	}()
}

// veilTime is how long, in ms, the interface may wait for a trace that is on its way.
const veilTime = 500

// veil leaves the document as it is for a while: what index.html shows, maybe with a trace's first pictures
// by then, is soon followed by the trace. How far its reading is would take long to build and not be seen
// for long.
func (d *dom) veil() {
	d.veiled = true
	js.Global().Call("clearTimeout", d.timer)
	d.timer = js.Global().Call("setTimeout", d.ends, veilTime)
}

// unveil ends that.
func (d *dom) unveil() {
	if d.veiled {
		d.veiled = false
		d.Redraw()
	}
}

// present renders, and of a fresh trace asks for the first pictures right away: to wait a frame for the
// browser to tell how large their canvases are would be as long as they take.
func (d *dom) present() {
	d.render()
	if d.fresh {
		d.fresh = false
		d.canvases.input(d.draw.Call("measure").Int())
	}
}

// render builds the interface and brings the document up to it.
func (d *dom) render() {
	d.dirty = false
	start := script.Now()
	results := d.env.RunBuild(d.app)
	d.guard(results, results.Out)
	if err := d.renderer.Render(results); err != nil {
		fmt.Fprintln(os.Stderr, "render:", err)
	}
	document := js.Global().Get("document")
	d.canvases.attach(document)
	d.draw.Call("uncover")
	d.boxes.rendered(document)
	if d.focus != "" {
		if e := shown(document, d.focus); !e.IsNull() {
			e.Call("focus", script.Object("preventScroll", d.top))
			if d.top {
				js.Global().Call("scrollTo", 0, 0)
			}
			if d.focus == "palette" { // typing replaces its text
				e.Call("select")
			}
		}
		d.focus = ""
	}
	if d.keyed { // a dialog's list, or a list whose rows wrap, shows the line that the key went to
		if line := document.Call("querySelector", ".command-list .on, [data-wraps] .cursor"); !line.IsNull() {
			line.Call("scrollIntoView", script.Object("block", "nearest"))
		}
		d.keyed = false
	}
	d.showTab(document)
	d.tap.show(document)
	d.record("render", script.Now()-start)
}

// showTab scrolls the tabs sideways to a newly selected one, because a narrow page has no room for all of them.
func (d *dom) showTab(document js.Value) {
	tab := document.Call("querySelector", ".tab.on:not("+unseen+")")
	if tab.IsNull() {
		return
	}
	id, before := tab.Get("id").String(), d.tab
	d.tab = id
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
func (d *dom) guard(results *vugu.BuildResults, out *vugu.BuildOut) {
	var walk func(n *vugu.VGNode)
	walk = func(n *vugu.VGNode) {
		for ; n != nil; n = n.NextSibling {
			for i := range n.DOMEventHandlerSpecList {
				spec := &n.DOMEventHandlerSpecList[i]
				handle := spec.Func
				spec.Func = func(e vugu.DOMEvent) {
					defer d.recovered()
					handle(e)
				}
			}
			if n.Component != nil {
				if out := results.ResultFor(n.Component); out != nil {
					d.guard(results, out)
				}
			}
			walk(n.FirstChild)
		}
	}
	for _, n := range out.Out {
		walk(n)
	}
}

func (d *dom) Redraw() {
	d.dirty = true
	d.draw.Call("wake")
}

func (d *dom) Focus(id string) {
	d.focus, d.top = id, false
	d.Redraw()
}

func (d *dom) FocusAtTop(id string) {
	d.Focus(id)
	d.top = true
}

func (d *dom) ScrollTo(box string, top float64) {
	d.boxes.scrollTo(box, top)
	d.Redraw()
}
