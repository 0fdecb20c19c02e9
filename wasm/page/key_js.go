package page

import (
	"syscall/js"

	"traceglass/wasm/script"
	"traceglass/wasm/ui/canvas"
)

// active is the option of a listener that may prevent the browser's own action.
func active() js.Value { return script.Object("passive", false) }

func (p *page) hearKeys() {
	p.leaveSelects()
	keepSheet()
	document := js.Global().Get("document")
	script.Listen(document, "keydown", active(), func(e js.Value) {
		defer p.recovered()
		if e.Get("isComposing").Bool() || e.Get("defaultPrevented").Bool() {
			return
		}
		p.inputAt = e.Get("timeStamp").Float()
		if p.app.Key(readKey(e, document.Get("activeElement"))) {
			e.Call("preventDefault")
			p.dom.keyed = true
		}
		p.inputAt = 0
	})
}

// leaveSelects gives the keyboard back to the page after a list of choices was used, because a list takes all letters.
// After a choice with the pointer it does so at once. After a choice with keys it waits for Enter or Esc, because keys
// may move to the next choice.
func (p *page) leaveSelects() {
	document := js.Global().Get("document")
	early := script.Object("capture", true, "passive", true)
	byPointer := false
	isSelect := func(e js.Value) bool { return e.Truthy() && e.Get("tagName").String() == "SELECT" }
	script.Listen(document, "pointerdown", early, func(js.Value) { byPointer = true })
	script.Listen(document, "keydown", early, func(e js.Value) {
		byPointer = false
		focus := document.Get("activeElement")
		if name := e.Get("key").String(); isSelect(focus) && (name == "Enter" || name == "Escape") {
			focus.Call("blur")
		}
	})
	script.Listen(document, "change", script.Object("passive", true), func(e js.Value) {
		if target := e.Get("target"); byPointer && isSelect(target) {
			target.Call("blur")
		}
	})
}

// keepSheet lets no button in the details take the focus from the pointer where these are a sheet over the page. The sheet is taller
// with focus, so the button would move away before the click.
func keepSheet() {
	script.Listen(js.Global().Get("document"), "mousedown", active(), func(e js.Value) {
		target := e.Get("target")
		if target.Get("closest").IsUndefined() || target.Call("closest", "button").IsNull() {
			return
		}
		sheet := target.Call("closest", ".details")
		if !sheet.IsNull() && js.Global().Call("getComputedStyle", sheet).Get("position").String() == "sticky" {
			e.Call("preventDefault")
		}
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
