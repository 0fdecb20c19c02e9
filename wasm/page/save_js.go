package page

import (
	"syscall/js"

	"traceglass/wasm/message"
	"traceglass/wasm/script"
)

// OpenTrace opens a trace that was made of the open dumps, together with them.
func (p *page) OpenTrace(f *message.File) {
	p.Session.OpenTrace(fileOf(js.Global().Get("File").New(script.Array(script.Buffer(f.Data)), f.Name)))
}

// save hands a Blob to the browser as a download.
func save(blob js.Value, name string) {
	urls := js.Global().Get("URL")
	address := urls.Call("createObjectURL", blob)
	link := js.Global().Get("document").Call("createElement", "a")
	link.Set("href", address)
	link.Set("download", name)
	link.Call("click")
	// The browser takes hold of the file while the click is handled, but some only later.
	js.Global().Call("setTimeout", urls.Get("revokeObjectURL").Call("bind", urls, address), 10_000)
}
