package page

import (
	"syscall/js"

	"traceglass/wasm/script"
)

// settled is how long nothing must change for a step of the history, in milliseconds.
const settled = 500

// A past is the browser's history, and the wait for changes to settle. The state of each entry names a file and a moment
// of it.
type past struct {
	*base
	timer  js.Value
	late   js.Func
	byHand bool // keys or pointer were used since things settled last
	held   bool // a button is down
}

// hear listens to the browser's history and to the user's actions.
func (h *past) hear() {
	h.late = script.Handler(func([]js.Value) {
		defer h.recovered()
		if h.held {
			h.AwaitSettled()
			return
		}
		if h.app.Settled(h.byHand) {
			h.byHand = false
		}
	})
	early := script.Object("capture", true, "passive", true)
	for event, held := range map[string]bool{"pointerdown": true, "pointerup": false, "pointercancel": false, "dragend": false} {
		script.Listen(js.Global(), event, early, func(js.Value) { h.byHand, h.held = true, held })
	}
	for _, event := range []string{"keydown", "wheel", "click", "change"} {
		script.Listen(js.Global(), event, early, func(js.Value) { h.byHand = true })
	}
	script.Listen(js.Global(), "popstate", early, func(e js.Value) {
		defer h.recovered()
		state := e.Get("state") // another script of the site may have written it
		if state.Type() == js.TypeObject && state.Get("visit").Equal(visit()) && state.Get("serial").Type() == js.TypeNumber && state.Get("at").Type() == js.TypeNumber {
			h.byHand = false // the key that goes back is no action in the view
			h.app.Return(state.Get("serial").Int(), state.Get("at").Int())
		}
	})
}

// visit tells this load of the page from others, whose entries may be in the history.
func visit() js.Value { return js.Global().Get("performance").Get("timeOrigin") }

// AwaitSettled starts the wait again.
func (h *past) AwaitSettled() {
	js.Global().Call("clearTimeout", h.timer)
	h.timer = js.Global().Call("setTimeout", h.late, settled)
}

func (h *past) Entry(serial, at int, after bool) {
	how := "replaceState"
	if after {
		how = "pushState"
	}
	js.Global().Call("traceglassEntry", how, script.Object("serial", serial, "at", at, "visit", visit()))
}
