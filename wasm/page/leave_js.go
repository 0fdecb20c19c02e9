package page

import (
	"syscall/js"

	"traceglass/wasm/script"
)

// hearLeaving has the browser ask before the page is left, or loaded again, while something is
// open that the page could not open again by itself.
func (p *page) hearLeaving() {
	script.Listen(js.Global(), "beforeunload", active(), func(e js.Value) {
		if p.opened.any() && !p.reopens() {
			e.Call("preventDefault")
			e.Set("returnValue", true) // what older browsers go by
		}
	})
}

// reopens reports whether loading the page again opens the same file: its address names it.
func (p *page) reopens() bool {
	return p.opened.files.Length() == 1 && p.opened.files.Index(0).Equal(p.opening.named)
}
