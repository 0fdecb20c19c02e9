package page

import (
	"syscall/js"

	"traceglass/wasm/script"
)

// hearLeaving has the browser ask before the page is left, or loaded again, while a file is open that the page could not
// open again alone.
func (p *page) hearLeaving() {
	script.Listen(js.Global(), "beforeunload", active(), func(e js.Value) {
		if p.Holds() && !p.showsAddress() {
			e.Call("preventDefault")
			e.Set("returnValue", true) // what older browsers go by
		}
	})
}
