package page

import (
	"syscall/js"

	"traceglass/wasm/script"
	"traceglass/wasm/ui/list"
)

// boxes are the interface's scroll boxes, elements with data-scroll="name". Their events are handled once a frame, not
// by Vugu, which would render at each.
type boxes struct {
	elements map[string]js.Value // as of the last render
	changed  map[string]bool     // scrolled or resized since the last frame
	wanted   map[string]float64  // where to scroll after the next render
	sizes    js.Value            // ResizeObserver
	serial   int                 // raised when all boxes are to begin at their top
}

// A box is where a scroll box stands.
type box struct {
	name        string
	top, height float64
}

func (b *boxes) init(draw js.Value) {
	b.elements = make(map[string]js.Value)
	b.changed = make(map[string]bool)
	b.wanted = make(map[string]float64)
	note := func(element js.Value) {
		if name := scrollName(element); name != "" {
			b.changed[name] = true
			draw.Call("wake")
		}
	}
	b.sizes = js.Global().Get("ResizeObserver").New(script.Handler(func(args []js.Value) {
		for i := range args[0].Length() {
			e := args[0].Index(i).Get("target")
			b.begin(e)
			note(e)
		}
	}))
	script.Listen(js.Global().Get("document"), "scroll", script.Object("capture", true, "passive", true), func(e js.Value) {
		note(e.Get("target"))
	})
}

// toTop has all boxes begin at their top; those that are not in the page do when they come
// into it, for a browser keeps how far they were scrolled.
func (b *boxes) toTop() {
	b.serial++
	for _, e := range b.elements {
		b.begin(e)
	}
}

// begin scrolls a box to its top if it has not been since that was wanted.
func (b *boxes) begin(e js.Value) {
	const mark = "traceglassSerial"
	if e.Get("clientHeight").Int() == 0 || e.Get(mark).Equal(js.ValueOf(b.serial)) {
		return
	}
	e.Set(mark, b.serial)
	e.Set("scrollTop", 0)
	e.Set("scrollLeft", 0)
}

func scrollName(element js.Value) string {
	data := element.Get("dataset")
	if !data.Truthy() { // the document itself
		return ""
	}
	if name := data.Get("scroll"); name.Type() == js.TypeString {
		return name.String()
	}
	return ""
}

// moved returns the boxes that scrolled or changed their size since the last call.
func (b *boxes) moved() []box {
	var list []box
	for name := range b.changed {
		if e, ok := b.elements[name]; ok {
			list = append(list, box{name, e.Get("scrollTop").Float(), e.Get("clientHeight").Float()})
		}
	}
	clear(b.changed)
	return list
}

func (b *boxes) scrollTo(name string, top float64) { b.wanted[name] = top }

// rendered finds the boxes again, which a render may have replaced, and scrolls those
// that are to be.
func (b *boxes) rendered(document js.Value) {
	before := b.elements
	b.elements = make(map[string]js.Value, len(before))
	found := document.Call("querySelectorAll", "[data-scroll]:not("+unseen+")")
	for i := range found.Length() {
		e := found.Index(i)
		name := scrollName(e)
		b.elements[name] = e
		if !before[name].Equal(e) {
			// Observed again, even if known by another name, so that its size is reported.
			b.sizes.Call("unobserve", e)
			b.sizes.Call("observe", e)
		}
	}
	for name, top := range b.wanted {
		if name == list.Page {
			js.Global().Call("scrollTo", 0, top)
		} else if e, ok := b.elements[name]; ok {
			b.begin(e) // now, not only when its size is reported
			e.Set("scrollTop", top)
		}
	}
	clear(b.wanted)
}
