package page

import (
	"syscall/js"

	"traceglass/render/words"
	"traceglass/wasm/script"
)

// hearLeaving has the browser ask before the page is left, or loaded again, while something is
// open that the page could not open again by itself.
func (p *page) hearLeaving() {
	script.Listen(js.Global(), "beforeunload", active, func(e js.Value) {
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

// fileKey is where the name of what is open is kept, of this tab alone and until it is closed.
const fileKey = "traceglass.file"

// session calls f with the tab's own storage, where the browser gives it.
func session(f func(storage js.Value)) {
	if storage, err := script.Get(js.Global(), "sessionStorage"); err == nil && storage.Truthy() {
		script.Try(func() { f(storage) })
	}
}

// keepName keeps the name of what is open, for a page that is loaded again to say it.
func (p *page) keepName() {
	name, _ := called(p.opened.files)
	session(func(storage js.Value) { storage.Call("setItem", fileKey, name) })
}

func forgetName() {
	session(func(storage js.Value) { storage.Call("removeItem", fileKey) })
}

// sayName says which file was open before the page was loaded again.
func (p *page) sayName() {
	session(func(storage js.Value) {
		if name := storage.Call("getItem", fileKey); name.Truthy() {
			p.app.Remark(words.Clip(name.String()) + " was open here before the page was loaded again. A page cannot open it by itself: choose it anew, or drop it here.")
		}
	})
}
