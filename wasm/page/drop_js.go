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
			transfer := e.Get("dataTransfer")
			files := script.ArrayFrom(transfer.Get("files"))
			giveHandles(files, transfer.Get("items"))
			p.take(files, e.Get("shiftKey").Bool())
		}
	})
}

// giveHandles gives each of the files that are dropped the promise of its handle, where the
// browser makes such. It must be asked at once, while they are dropped.
func giveHandles(files, items js.Value) {
	at := 0
	for i := range items.Length() {
		if item := items.Index(i); item.Get("kind").String() == "file" && item.Get("getAsFileSystemHandle").Truthy() && at < files.Length() {
			promise := item.Call("getAsFileSystemHandle")
			script.Ignore(promise)
			files.Index(at).Set("handle", promise)
			at++
		}
	}
}
