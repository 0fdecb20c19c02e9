package page

import (
	"syscall/js"

	"traceglass/parser/input"
	"traceglass/render/words"
	"traceglass/wasm/script"
	"traceglass/wasm/session"
)

// pastedName is what pasted text is called.
const pastedName = "pasted text"

func (a *arrivals) hear() {
	script.Listen(js.Global().Get("document"), "paste", active(), func(e js.Value) {
		defer a.recovered()
		a.pasted(e)
	})
}

// pasted opens files or text that were pasted outside text fields.
func (a *arrivals) pasted(e js.Value) {
	if target := e.Get("target"); target.InstanceOf(js.Global().Get("Element")) && target.Call("closest", "input,textarea,select,[contenteditable]").Truthy() {
		return
	}
	data := e.Get("clipboardData")
	if !data.Truthy() {
		return
	}
	if files := data.Get("files"); files.Length() > 0 {
		e.Call("preventDefault")
		a.session.OpenOrAdd(filesIn(script.ArrayFrom(files)), false)
		return
	}
	if text := data.Call("getData", "text/plain"); text.Truthy() {
		e.Call("preventDefault")
		a.takeText(text)
	}
}

// Paste opens the clipboard's text where the browser gives it.
func (a *arrivals) Paste() {
	clipboard := js.Global().Get("navigator").Get("clipboard")
	if !clipboard.Truthy() || !clipboard.Get("readText").Truthy() {
		a.app.Notify(words.Say("Your browser does not let this page read the clipboard. Press {1}+V to paste.", browser{}.Mod()))
		return
	}
	go func() {
		text, err := script.Await(clipboard.Call("readText"))
		defer a.recovered()
		if err != nil {
			a.app.Notify(words.Say("Your browser did not let this page read the clipboard. Press {1}+V to paste.", browser{}.Mod()))
			return
		}
		a.takeText(text)
	}()
}

// takeText opens text as a file if it may be a thread dump. Other text leaves the page as it is.
func (a *arrivals) takeText(text js.Value) {
	turn := a.session.Turn()
	go func() {
		defer a.recovered()
		file := js.Global().Get("File").New(script.Array(text), pastedName, script.Object("type", "text/plain"))
		opens, err := opensText(file)
		switch {
		case !a.session.Wanted(turn):
		case err != nil:
			a.app.Notify(words.Say("The pasted text cannot be read: {1}", words.Filled(err.Error()).String()))
		case !opens:
			a.app.Notify(words.T("The pasted text holds no thread dump."))
		default:
			a.session.OpenOrAdd([]*session.File{fileOf(file)}, false)
		}
	}()
}

// A pasted text is searched for a dump in its first looked bytes, look bytes at a time, so that the page stays
// responsive. Pieces overlap, so that no line is missed that is not longer.
const (
	looked  = 16 << 20
	look    = 256 << 10
	overlap = 1 << 10
)

// opensText reports whether a text is of a known kind, or has a line of a thread dump or of a stack.
func opensText(file js.Value) (bool, error) {
	piece := make([]byte, look)
	for at := int64(0); at < looked; at += look - overlap {
		n, err := script.Blob{Value: file}.ReadAt(piece, at)
		if at == 0 && input.Sniff(piece[:min(n, input.HeadSize)], "") != input.Unknown || input.HasDumpLine(piece[:n]) || input.HasStackLine(piece[:n]) {
			return true, nil
		}
		if n < look {
			if n == 0 && err != nil && at == 0 {
				return false, err
			}
			break
		}
	}
	return false, nil
}
