package page

import (
	"errors"
	"syscall/js"

	"traceglass/parser/input"
	"traceglass/render/words"
	"traceglass/wasm/script"
	"traceglass/wasm/session"
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
func (p *page) chosen(files []*session.File, adding bool) {
	comparing := p.chooser.comparing
	p.chooser = chooser{}
	if comparing && p.HoldsTrace() {
		p.CompareWith(files)
		return
	}
	p.Take(files, adding)
}

func (h screen) Sniff(turn int, files []*session.File) {
	go func() {
		defer h.page.recovered()
		contents := make([]session.Content, len(files))
		for i, f := range files {
			contents[i] = contentOf(f)
		}
		h.page.Sniffed(turn, files, contents)
	}()
}

// contentOf tells by a file's first bytes, of one packed with gzip by those of what is in it, whether it is a trace or
// may be a dump. It waits.
func contentOf(f *session.File) session.Content {
	file := f.Blob.(js.Value)
	head := make([]byte, input.HeadSize)
	n, err := script.Blob{Value: file}.ReadAt(head, 0)
	if n == 0 && err != nil {
		return session.Unknown
	}
	head = head[:n]
	kind := input.Sniff(head, f.Name)
	if kind == input.Gzip && !input.IsTraceName(f.Name) {
		head = unpackedHead(file)
		kind = input.Sniff(head, input.Plain(f.Name))
	}
	switch {
	case kind.Traces(), input.IsTraceName(f.Name):
		return session.Trace
	case kind.MayHoldDump(head):
		return session.Text
	}
	return session.Unknown
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
