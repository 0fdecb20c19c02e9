package page

import (
	"syscall/js"

	"traceglass/wasm/script"
)

// hearDrops takes files that are dragged onto the page.
func (p *page) hearDrops() {
	document := js.Global().Get("document")
	dragged := func(e js.Value) bool {
		transfer := e.Get("dataTransfer")
		return transfer.Truthy() && transfer.Get("types").Call("includes", "Files").Bool()
	}
	script.Listen(document, "dragenter", active, func(e js.Value) {
		defer p.recovered()
		if dragged(e) {
			e.Call("preventDefault")
			p.app.Drag(true)
		}
	})
	script.Listen(document, "dragover", active, func(e js.Value) {
		if dragged(e) {
			e.Call("preventDefault")
			e.Get("dataTransfer").Set("dropEffect", "copy")
		}
	})
	script.Listen(document, "dragleave", active, func(e js.Value) {
		defer p.recovered()
		if e.Get("relatedTarget").IsNull() { // the page itself was left
			p.app.Drag(false)
		}
	})
	script.Listen(document, "drop", active, func(e js.Value) {
		defer p.recovered()
		if dragged(e) {
			e.Call("preventDefault")
			p.app.Drag(false)
			p.take(script.ArrayFrom(e.Get("dataTransfer").Get("files")), e.Get("shiftKey").Bool())
		}
	})
}
