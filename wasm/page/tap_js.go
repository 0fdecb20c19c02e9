package page

import (
	"syscall/js"

	"traceglass/wasm/script"
)

// A tap is a click on a line of a view: a row of a table, or a button. On a phone, the details of the selection cover the end
// of the views.
type tap struct {
	line string  // its id, "" after the next touch
	time float64 // ms
}

const (
	tapTime = 2000 // ms that the details may take to appear
	tapGap  = 4    // pixels between the line and the details
)

func (t *tap) init(document js.Value) {
	early := script.Object("capture", true, "passive", true)
	script.Listen(document, "pointerdown", early, func(js.Value) { t.line = "" })
	script.Listen(document, "click", early, func(e js.Value) {
		if line := e.Get("target").Call("closest", `.views :is(button, [role="row"])[id]`); !line.IsNull() {
			t.line, t.time = line.Get("id").String(), script.Now()
		}
	})
}

// show scrolls the line above the details: within its scroll box, and past the end of that the page.
func (t *tap) show(document js.Value) {
	if t.line == "" || script.Now()-t.time > tapTime {
		return
	}
	line, details := shown(document, t.line), shown(document, "details")
	if line.IsNull() || details.IsNull() || js.Global().Call("getComputedStyle", details).Get("position").String() != "sticky" {
		return
	}
	if item := line.Call("closest", "li"); !item.IsNull() { // with the buttons that follow
		line = item
	}
	bounds := func(e js.Value, side string) float64 { return e.Call("getBoundingClientRect").Get(side).Float() }
	covered := bounds(line, "bottom") - bounds(details, "top")
	if covered <= 0 {
		return
	}
	covered += tapGap
	if box := line.Call("closest", "[data-scroll]"); !box.IsNull() {
		before := box.Get("scrollTop").Float()
		box.Set("scrollTop", before+covered)
		covered -= box.Get("scrollTop").Float() - before
	}
	js.Global().Call("scrollBy", 0, covered)
}
