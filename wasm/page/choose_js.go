package page

import (
	"errors"
	"syscall/js"

	"traceglass/parser/input"
	"traceglass/render/words"
	"traceglass/wasm/script"
	"traceglass/wasm/session"
)

// arrivals are the files that a user chooses or pastes, and those that an address names.
type arrivals struct {
	*base
	session *session.Session
	chooser chooser
}

// A chooser is the purpose of the browser's dialog for files.
type chooser struct {
	adding    bool // the chosen files are added to the open ones
	comparing bool // the chosen trace is compared with the open one
}

func (a *arrivals) Pick() { a.pick(chooser{}) }

func (a *arrivals) Add() { a.pick(chooser{adding: true}) }

// Compare has a trace chosen, to compare with the one that is open.
func (a *arrivals) Compare() { a.pick(chooser{comparing: true}) }

// pick opens the dialog that gives handles of files. Where the browser has none, or not in a frame, it opens that of the
// element with the id file, which is in drop.js.
func (a *arrivals) pick(with chooser) {
	a.chooser = with
	open := func() { js.Global().Get("document").Call("getElementById", "file").Call("click") }
	if !js.Global().Get("showOpenFilePicker").Truthy() {
		open()
		return
	}
	picked := js.Global().Call("showOpenFilePicker", script.Object("multiple", true))
	go func() {
		handles, err := script.Await(picked)
		defer a.recovered()
		if err != nil {
			if !errors.Is(err, script.ErrAborted) {
				open()
			}
			return
		}
		files, err := filesOf(handles)
		if err != nil {
			a.app.Notify(words.Say("The file cannot be read: {1}", words.Filled(err.Error()).String()))
			return
		}
		a.chosen(files, with.adding)
	}()
}

// chosen takes files that were chosen in a dialog.
func (a *arrivals) chosen(files []*session.File, adding bool) {
	comparing := a.chooser.comparing
	a.chooser = chooser{}
	if comparing && a.session.HoldsTrace() {
		a.session.CompareWith(files)
		return
	}
	a.session.OpenOrAdd(files, adding)
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

// contentOf detects by a file's first bytes, uncompressed, whether it is a trace or may be a dump. It waits.
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

// unpackedHead returns the first uncompressed bytes of a file in gzip, nil if it is damaged. It waits.
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
