package page

import (
	"math"
	"syscall/js"

	"traceglass/wasm/message"
	"traceglass/wasm/script"
	"traceglass/wasm/ui/desk"
)

// long is for how long a finger is to stay where it is for a menu, in milliseconds; stray is how
// far it may move meanwhile, in CSS pixels. The canvases have theirs in input.js.
const (
	long  = 500
	stray = 8
)

// menus open by the right button, and by a finger that stays in its place on an element that has a menu.
type menus struct {
	*base
	timer js.Value // of the finger
	late  js.Func  // opens the menu
	id    string   // of the element
	x, y  message.CSS
	open  bool // a menu was, when a button or a finger went down last
}

// thing finds the element, at or around another, that stands for something with a menu.
func thing(target js.Value) string {
	if target.Get("closest").IsUndefined() {
		return ""
	}
	e := target.Call("closest", "[role=row][id], #path button, #longest button, #stack-lines li")
	if e.IsNull() {
		return ""
	}
	if id := e.Get("id").String(); id != "" {
		return id
	}
	if line := e.Call("querySelector", "[id]"); !line.IsNull() {
		return line.Get("id").String()
	}
	return ""
}

// browsers reports whether the browser's own menu is wanted at an element: in text fields, and on
// links.
func browsers(target js.Value) bool {
	return !target.Get("closest").IsUndefined() &&
		!target.Call("closest", "a[href], textarea, select, input:not([type=checkbox],[type=radio],[type=button],[type=range])").IsNull()
}

// hear opens menus. A press elsewhere closes them.
func (m *menus) hear() {
	document, window := js.Global().Get("document"), js.Global()
	m.late = script.Handler(func([]js.Value) {
		defer m.recovered()
		m.app.Menu(m.id, m.x, m.y)
	})
	release := func(js.Value) { window.Call("clearTimeout", m.timer) }
	early := script.Object("capture", true, "passive", true)
	inside := func(e js.Value) bool {
		target := e.Get("target")
		return !target.Get("closest").IsUndefined() && !target.Call("closest", "#"+desk.MenuID).IsNull()
	}
	closes := func(e js.Value) {
		defer m.recovered()
		if !inside(e) {
			m.app.CloseMenu()
		}
	}
	script.Listen(document, "pointerdown", early, func(e js.Value) {
		release(e)
		closes(e)
		m.open = m.app.MenuOpen()
		m.x, m.y = css(e, "clientX"), css(e, "clientY")
		if e.Get("pointerType").String() == "touch" && e.Get("isPrimary").Bool() {
			if m.id = thing(e.Get("target")); m.id != "" {
				m.timer = window.Call("setTimeout", m.late, long)
			}
		}
	})
	script.Listen(document, "pointermove", early, func(e js.Value) {
		if math.Hypot(float64(css(e, "clientX")-m.x), float64(css(e, "clientY")-m.y)) > stray {
			release(e)
		}
	})
	for _, event := range []string{"pointerup", "pointercancel"} {
		script.Listen(document, event, early, release)
	}
	script.Listen(document, "wheel", early, closes)
	for _, event := range []string{"resize", "blur"} {
		script.Listen(window, event, early, func(e js.Value) {
			defer m.recovered()
			if e.Get("target").Equal(window) {
				m.app.CloseMenu()
			}
		})
	}
	// The finger that called the menu lies over it when it is lifted, which is no click.
	script.Listen(document, "click", script.Object("capture", true), func(e js.Value) {
		if m.app.MenuOpen() && !m.open && inside(e) {
			e.Call("stopPropagation")
			e.Call("preventDefault")
		}
	})
	script.Listen(document, "mousedown", active(), func(e js.Value) {
		if inside(e) || m.app.MenuOpen() && !m.open {
			e.Call("preventDefault") // the menu keeps the keyboard, also when the finger that opened it is lifted outside it
		}
	})
	script.Listen(document, "contextmenu", active(), func(e js.Value) {
		defer m.recovered()
		target := e.Get("target")
		byHand := e.Get("button").Int() == 2 || e.Get("pointerType").Equal(js.ValueOf("touch"))
		switch {
		case e.Get("defaultPrevented").Bool(), browsers(target), byHand && e.Get("shiftKey").Bool():
			return
		case !byHand:
			if !m.app.MenuOpen() { // which the key has opened already
				return
			}
		case inside(e):
		default:
			release(e)
			id := thing(target)
			if m.app.MenuOpen() { // by the same finger
				break
			}
			if id == "" || !m.app.Menu(id, css(e, "clientX"), css(e, "clientY")) {
				return
			}
		}
		e.Call("preventDefault")
	})
}

// css returns a length among the properties of an object.
func css(of js.Value, property string) message.CSS {
	return message.CSS(of.Get(property).Float())
}
