package page

import (
	"errors"
	"syscall/js"

	"traceglass/parser/input"
	"traceglass/render/words"
	"traceglass/wasm/script"
)

// A chooser is the browser's own dialogue for files, that of an element of drop.js.
type chooser struct {
	adding    bool // what is chosen is added to what is open
	comparing bool // it is compared with what is open
}

func (p *page) Pick() { p.pick(chooser{}) }

func (p *page) Add() { p.pick(chooser{adding: true}) }

// Compare has a trace chosen, to compare with the one that is open.
func (p *page) Compare() { p.pick(chooser{comparing: true}) }

// pick opens the browser's dialogue: the one that gives handles of files, or where there is none,
// or not for a page in a frame of another's, the chooser.
func (p *page) pick(with chooser) {
	p.chooser = with
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
			p.app.Notify(words.Say("The file cannot be read: {1}", err.Error()))
			return
		}
		p.chosen(files, with.adding)
	}()
}

// chosen takes what was chosen in a dialogue.
func (p *page) chosen(files js.Value, adding bool) {
	comparing := p.chooser.comparing
	p.chooser = chooser{}
	if comparing && p.opened.trace {
		p.compare(p.opened, opened{files: files})
		return
	}
	p.take(files, adding)
}

// take opens files that a user chose, dropped or pasted. With add, and where all of them are
// of the other kind than what is open (dumps beside a trace, a trace beside dumps), they are
// opened together with it; otherwise in its place.
func (p *page) take(files js.Value, add bool) {
	if add && (p.opened.trace || p.readsTrace()) && p.allTraces(files) {
		p.CompareWith(files)
		return
	}
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

// readsTrace reports whether a file that is there is being read, and is one trace by its name.
func (p *page) readsTrace() bool {
	files := p.opened.files
	return p.app.Reading() && p.pairing == nil && files.Truthy() && p.allTraces(files) && files.Index(0).InstanceOf(js.Global().Get("Blob"))
}

// kindOf tells by a file's first bytes, of one packed with gzip by those of what is in it, whether it is a trace
// or may be a dump; known is false for anything else. It waits.
func kindOf(file js.Value) (isDump, known bool) {
	name := file.Get("name").String()
	head := make([]byte, input.HeadSize)
	n, err := script.Blob{Value: file}.ReadAt(head, 0)
	if n == 0 && err != nil {
		return false, false
	}
	switch kind := input.Sniff(head[:n], name); {
	case kind.Traces(), input.IsTraceName(name):
		return false, true
	case kind == input.Gzip:
		packed := unpackedHead(file)
		kind = input.Sniff(packed, input.Plain(name))
		return !kind.Traces(), kind.Traces() || kind.MayHoldDump(packed)
	default:
		return true, kind.MayHoldDump(head[:n])
	}
}

// unpackedHead is how what is in a file begins that is packed with gzip, nil if it cannot be told. It waits.
func unpackedHead(file js.Value) []byte {
	reader := file.Call("stream").Call("pipeThrough", js.Global().Get("DecompressionStream").New("gzip")).Call("getReader")
	first, err := script.Await(reader.Call("read"))
	cancelled := reader.Call("cancel")
	cancelled.Call("catch", js.Global().Get("Function").Get("prototype")) // of one that is damaged
	if err != nil || !first.Get("value").Truthy() {
		return nil
	}
	head := make([]byte, min(first.Get("value").Length(), input.HeadSize))
	js.CopyBytesToGo(head, first.Get("value"))
	return head
}
