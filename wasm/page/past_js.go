package page

import (
	"slices"
	"syscall/js"

	"traceglass/wasm/script"
	"traceglass/wasm/session"
)

// settled is how long nothing must change for a step of the history, in milliseconds.
const settled = 500

// A past is the browser's history, and the wait for changes to settle. The state of each entry names a file and a moment
// of it.
type past struct {
	*base
	session *session.Session
	timer   js.Value
	late    js.Func
	byHand  bool // keys or pointer were used since things settled last
	held    bool // a button is down
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
	if !isNamed() && !js.Global().Call("traceglassTold").Bool() {
		h.session.EnterStart()
		js.Global().Get("history").Call("replaceState", stateOf(0, 0), "")
	}
	script.Listen(js.Global(), "popstate", early, func(e js.Value) {
		defer h.recovered()
		state := e.Get("state") // another script of the site may have written it
		isOurs := state.Type() == js.TypeObject && state.Get("visit").Type() == js.TypeNumber && state.Get("serial").Type() == js.TypeNumber && state.Get("at").Type() == js.TypeNumber
		if !isOurs {
			return // view.js follows a link
		}
		h.byHand = false // the key that goes back is no action in the view
		switch {
		case state.Get("visit").Equal(visit()):
			h.app.Return(state.Get("serial").Int(), state.Get("at").Int())
		case isNamed() && !h.showsAddress():
			h.app.Return(earlier, 0)
		case !isNamed() && !js.Global().Call("traceglassTold").Bool():
			h.app.Return(0, 0)
		}
	})
}

// earlier is the serial of entries that the page made before it was loaded again. Their address opens their files.
const earlier = -1

// isNamed reports whether the address names files.
func isNamed() bool { return len(parameters("open")) > 0 }

// showsAddress reports whether the open files are those that the address names.
func (h *past) showsAddress() bool {
	files := h.session.Files()
	if both := h.session.Both(); both != nil {
		files = slices.Concat(both...)
	}
	return h.session.Holds() && areAt(files, slices.Concat(parameters("open"), parameters("with")))
}

// visit tells this load of the page from others, whose entries may be in the history.
func visit() js.Value { return js.Global().Get("performance").Get("timeOrigin") }

// AwaitSettled starts the wait again.
func (h *past) AwaitSettled() {
	js.Global().Call("clearTimeout", h.timer)
	h.timer = js.Global().Call("setTimeout", h.late, settled)
}

// stateOf returns the state of an entry.
func stateOf(serial, at int) js.Value {
	return script.Object("serial", serial, "at", at, "visit", visit())
}

func (h *past) Entry(serial, at int, after bool) {
	how := "replaceState"
	if after {
		how = "pushState"
	}
	js.Global().Call("traceglassEntry", how, stateOf(serial, at), h.addresses())
}

func (h *past) EnterFiles(serial, at int, after bool) {
	h.Entry(serial, at, h.session.Enter(serial) || after)
}

// addresses returns an array of arrays: the addresses of the open files, or those of A and of B. It is empty unless each
// file has one.
func (h *past) addresses() js.Value {
	sides := h.session.Both()
	if sides == nil {
		sides = [][]*session.File{h.session.Files()}
	}
	all := script.Array()
	for _, files := range sides {
		urls := script.Array()
		for _, f := range files {
			if f.From == "" {
				return script.Array()
			}
			urls.Call("push", f.From)
		}
		all.Call("push", urls)
	}
	return all
}
