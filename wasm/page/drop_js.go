package page

import (
	"syscall/js"
)

// hearDrops takes files and folders that are dragged onto the page, and folders that are chosen. A
// folder comes as one File: drop.js has walked it.
func (p *page) hearDrops() {
	js.Global().Call("traceglassDrops", js.FuncOf(func(_ js.Value, args []js.Value) any {
		defer p.recovered()
		switch args[0].String() {
		case "drag":
			p.app.Drag(args[1].Bool())
		case "walk":
			p.fetch(args[1].String())
			return p.opening.turn
		case "on":
			return args[1].Int() == p.opening.turn
		case "chosen":
			p.take(args[1], p.chooser.adding)
			p.chooser.adding = false
		case "take":
			if len(args) < 4 || p.fetched(args[3].Int()) {
				p.take(args[1], args[2].Bool())
			}
		case "empty":
			if p.fetched(args[2].Int()) {
				p.unfetched(args[1].String(), "There is no file in this folder.")
			}
		}
		return nil
	}))
}
