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
			return p.Session.Fetch(args[1].String())
		case "on":
			return p.Wanted(args[1].Int())
		case "chosen":
			p.chosen(filesIn(args[1]), p.chooser.adding)
		case "take":
			if len(args) < 4 || p.Fetched(args[3].Int()) {
				p.OpenOrAdd(filesIn(args[1]), args[2].Bool())
			}
		case "open":
			if p.Fetched(args[2].Int()) {
				p.Open(filesIn(args[1]))
			}
			return p.Turn()
		case "stream":
			return p.Stream(args[4].Int(), args[3], args[1].String(), int64(args[2].Float()))
		case "came":
			p.Streamed(args[2].Int(), fileOf(args[1].Index(0)))
			return p.Turn()
		case "none":
			p.NotFetched(args[2].Int(), args[1].String(), words.Filled(args[3].String()).String())
		case "move":
			p.app.MoveRun(args[1].Int(), args[2].Int())
		case "say":
			p.app.Notify(words.Filled(args[1].String()).String())
		case "speak":
			words.SetCatalogue(args[1].String())
			p.Speak(args[1].String())
			p.redraw()
			p.app.LanguageChanged()
		case "kept":
			p.sayKept()
		case "copy":
			p.Copy(args[1].String())
		case "follows":
			p.byHand = false
			p.app.Follows()
		case "told":
			p.app.ApplyView(script.Bytes(args[1]), args[2].String(), rangesOf(args[3:]))
		case "exchange":
			p.app.Swap()
		case "tell":
			if p.HoldsViews() {
				return script.Array(script.Buffer(p.app.EncodeView()), arrayOf(p.Files()), bothOf(p.Both()), p.ranges())
			}
		}
		return nil
	}))
}
