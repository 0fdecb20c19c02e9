package page

import (
	"errors"
	"syscall/js"

	"traceglass/parser/input"
	"traceglass/wasm/script"
)

// A chooser is the browser's own dialogue for files, that of an element of drop.js.
type chooser struct {
	adding bool // what is chosen is added to what is open
}

func (p *page) Pick() { p.pick(false) }

func (p *page) Add() { p.pick(true) }

// pick opens the browser's dialogue: the one that gives handles of files, or where there is none,
// or not for a page in a frame of another's, the chooser.
func (p *page) pick(adding bool) {
	p.chooser.adding = adding
	open := func() { js.Global().Get("document").Call("getElementById", "file").Call("click") }
	if !js.Global().Get("showOpenFilePicker").Truthy() {
		open()
		return
	}
	picked := js.Global().Call("showOpenFilePicker", script.Object("multiple", true))
	go func() {
		handles, err := script.Await(picked)
		defer p.recovered()
		if err != nil {
			if !errors.Is(err, script.ErrAborted) {
				open()
			}
			return
		}
		files, err := filesOf(handles)
		if err != nil {
			p.app.Remark("The file cannot be read: " + err.Error())
			return
		}
		p.take(files, adding)
	}()
}

// take opens files that a user chose, dropped or pasted. With add, and where all of them are
// of the other kind than what is open (dumps beside a trace, a trace beside dumps), they are
// opened together with it; otherwise in its place.
func (p *page) take(files js.Value, add bool) {
	if add || !p.opened.any() || p.opened.trace == p.opened.dumps {
		p.open(files, add && p.opened.any())
		return
	}
	p.opening.turn++
	turn := p.opening.turn
	go func() {
		defer p.recovered()
		other := true
		for i := range files.Length() {
			isDump, known := kindOf(files.Index(i))
			other = other && known && isDump == p.opened.trace
		}
		if turn == p.opening.turn {
			p.open(files, other)
		}
	}()
}

// kindOf tells by a file's first bytes whether it is a trace or may be a dump, of a packed
// one by its name; known is false for anything else.
func kindOf(file js.Value) (isDump, known bool) {
	name := file.Get("name").String()
	head := make([]byte, input.HeadSize)
	n, err := script.Blob{Value: file}.ReadAt(head, 0)
	if n == 0 && err != nil {
		return false, false
	}
	switch kind := input.Sniff(head[:n], name); {
	case kind.Traces(), kind == input.MethodChunk, input.IsTraceName(name):
		return false, true
	case kind == input.Gzip:
		return true, input.IsDumpName(name)
	default:
		return true, kind.MayHoldDump(head[:n])
	}
}
