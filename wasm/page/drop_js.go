package page

import (
	"syscall/js"

	"traceglass/render/words"
	"traceglass/wasm/script"
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
			p.chosen(args[1], p.chooser.adding)
		case "take":
			if len(args) < 4 || p.fetched(args[3].Int()) {
				p.take(args[1], args[2].Bool())
			}
		case "open":
			if p.fetched(args[2].Int()) {
				p.open(args[1], false)
			}
			return p.opening.turn
		case "stream":
			return p.stream(args[1].String(), args[2].Float(), args[3], args[4].Int())
		case "came":
			if p.fetched(args[2].Int()) {
				p.streamed(args[1])
			}
			return p.opening.turn
		case "none":
			if p.fetched(args[2].Int()) {
				p.unstreamed()
				p.unfetched(args[1].String(), words.Filled(args[3].String()).String())
			}
		case "move":
			p.app.MoveRun(args[1].Int(), args[2].Int())
		case "say":
			p.app.Notify(words.Filled(args[1].String()).String())
		case "speak":
			words.SetCatalogue(args[1].String())
			p.link.speak()
			p.redraw()
			p.app.LanguageChanged()
		case "kept":
			p.sayKept()
		case "copy":
			p.Copy(args[1].String())
		case "told":
			p.app.ApplyView(script.Bytes(args[1]), args[2].String(), rangesOf(args[3:]))
		case "exchange":
			p.app.Swap()
		case "tell":
			if p.opened.trace || p.opened.dumps { // no link shows many runs
				return script.Array(script.Buffer(p.app.EncodeView()), p.opened.files, p.both(), p.ranges())
			}
		}
		return nil
	}))
}
