//go:build js && wasm && !dumps

package main

import (
	"syscall/js"

	"traceglass/parser/input"
)

// take opens files that a user chose, dropped or pasted. With add, and where all of them are
// of the other kind than what is open (dumps beside a trace, a trace beside dumps), they are
// opened together with it; otherwise in its place.
func (p *page) take(files js.Value, add bool) {
	if add || !p.opened || p.traced == p.dumped {
		p.open(files, add && p.opened)
		return
	}
	p.turn++
	turn := p.turn
	go func() {
		defer p.recovered()
		other := true
		for i := range files.Length() {
			isDump, known := kindOf(files.Index(i))
			other = other && known && isDump == p.traced
		}
		if turn == p.turn {
			p.open(files, other)
		}
	}()
}

// kindOf tells by a file's first bytes whether it is a trace or may be a dump, of a packed
// one by its name; known is false for anything else.
func kindOf(file js.Value) (isDump, known bool) {
	name := file.Get("name").String()
	head := make([]byte, input.HeadSize)
	n, err := blobReader{file}.ReadAt(head, 0)
	if n == 0 && err != nil {
		return false, false
	}
	switch kind := input.Sniff(head[:n], name); {
	case kind == input.MethodTrace, kind == input.MethodChunk, input.IsTraceName(name):
		return false, true
	case kind == input.Gzip:
		return true, input.IsDumpName(name)
	default:
		return true, kind.MayHoldDump(head[:n])
	}
}

// pastedName is what pasted text is called.
const pastedName = "pasted text"

// pasted opens what was pasted outside text fields, files or text.
func (p *page) pasted(e js.Value) {
	if target := e.Get("target"); target.InstanceOf(js.Global().Get("Element")) && target.Call("closest", "input,textarea,select,[contenteditable]").Truthy() {
		return
	}
	data := e.Get("clipboardData")
	if !data.Truthy() {
		return
	}
	if files := data.Get("files"); files.Length() > 0 {
		e.Call("preventDefault")
		p.take(jsArray.Call("from", files), false)
		return
	}
	if text := data.Call("getData", "text/plain"); text.Truthy() {
		e.Call("preventDefault")
		p.takeText(text)
	}
}

// Paste opens the clipboard's text where the browser gives it.
func (p *page) Paste() {
	clipboard := js.Global().Get("navigator").Get("clipboard")
	if !clipboard.Truthy() || !clipboard.Get("readText").Truthy() {
		p.app.Remark("Your browser does not let this page read the clipboard by itself: press Ctrl+V, on a Mac Cmd+V.")
		return
	}
	go func() {
		text, err := await(clipboard.Call("readText"))
		defer p.recovered()
		if err != nil {
			p.app.Remark("Your browser did not let this page read the clipboard by itself: press Ctrl+V, on a Mac Cmd+V.")
			return
		}
		p.takeText(text)
	}()
}

// takeText opens text if there is a thread dump in it. What is none leaves open files alone.
func (p *page) takeText(text js.Value) {
	turn := p.turn
	go func() {
		defer p.recovered()
		file := js.Global().Get("File").New(array(text), pastedName, object("type", "text/plain"))
		holds, err := holdsDump(file)
		switch {
		case turn != p.turn:
		case err != nil:
			p.app.Remark("The pasted text cannot be read: " + err.Error())
		case !holds:
			p.app.Remark("The pasted text holds no thread dump.")
		default:
			p.take(array(file), false)
		}
	}()
}

// looked is how much of a pasted text is searched for a dump, in bytes, and look how much
// of it at a time, so that the page goes on meanwhile; the last line of a piece is looked at
// again in the next, if it is no longer than overlap.
const (
	looked  = 16 << 20
	look    = 256 << 10
	overlap = 1 << 10
)

// holdsDump tells whether a text has a line of a thread dump, or of one of its relatives,
// which has a sentence of its own.
func holdsDump(file js.Value) (bool, error) {
	piece := make([]byte, look)
	for at := int64(0); at < looked; at += look - overlap {
		n, err := blobReader{file}.ReadAt(piece, at)
		if input.HasDumpLine(piece[:n]) {
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
