package page

import (
	"syscall/js"

	"traceglass/wasm/script"
	"traceglass/wasm/ui/canvas"
)

// active is the option of a listener that may prevent what the browser does by itself.
var active = script.Object("passive", false)

func (p *page) hearKeys() {
	document := js.Global().Get("document")
	script.Listen(document, "keydown", active, func(e js.Value) {
		defer p.recovered()
		if e.Get("isComposing").Bool() || e.Get("defaultPrevented").Bool() {
			return
		}
		p.inputAt = e.Get("timeStamp").Float()
		if p.app.Key(readKey(e, document.Get("activeElement"))) {
			e.Call("preventDefault")
		}
		p.inputAt = 0
	})
}

func readKey(e, focus js.Value) canvas.Key {
	k := canvas.Key{
		Name:  e.Get("key").String(),
		Code:  e.Get("code").String(),
		Shift: e.Get("shiftKey").Bool(),
		Mod:   e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool(),
		Alt:   e.Get("altKey").Bool(),
	}
	if focus.Truthy() {
		k.Focus = focus.Get("id").String()
		k.Row = !focus.Call("closest", "table,[role=grid],[role=treegrid],[role=table]").IsNull()
		textual := focus.Call("matches", "textarea,select,input:not([type=checkbox],[type=radio],[type=button],[type=range])")
		k.Editing = textual.Bool() || focus.Get("isContentEditable").Truthy()
	}
	return k
}
