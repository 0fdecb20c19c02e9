package page

import (
	"slices"
	"syscall/js"

	"traceglass/wasm/script"
)

// hearLeaving has the browser ask before the page is left, or loaded again, while a file is open that the page could not
// open again alone.
func (p *page) hearLeaving() {
	script.Listen(js.Global(), "beforeunload", active(), func(e js.Value) {
		files := p.Files()
		if both := p.Both(); both != nil {
			files = slices.Concat(both...)
		}
		if p.Holds() && !areAt(files, parameters("open")) {
			e.Call("preventDefault")
			e.Set("returnValue", true) // what older browsers go by
		}
	})
}
