package worker

import (
	"slices"
	"strings"
	"syscall/js"
	"time"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/script"
)

// First says which pictures a trace begins with, by canvas, of which each is so large and looks as
// the settings say; nil in a program whose traces are all opened later.
type First func(trace *message.Description, looks func(name string) string, overview, timeline message.Viewport) []message.Picture

// sendFirst sends the first pictures, if they were asked for, and reports whether: to be drawn before the
// page's program is up. The timeline's is the first of them, which is what one looks for. That is drawn before
// the worker goes on: this thread, those that compile for it and those that draw share a few processors.
func (w *worker) sendFirst() bool {
	if w.expected && w.wanted.IsUndefined() {
		w.await(time.Second)
	}
	w.expected = false
	m := w.wanted
	if w.wanted = js.Undefined(); w.first == nil || m.IsUndefined() {
		return false
	}
	engine := w.engine
	d := engine.Outline()
	if d == nil {
		return false
	}
	sizes := m.Get("sizes")
	size := func(i int) message.Viewport {
		return message.Viewport{Width: sizes.Index(i).Float(), Height: sizes.Index(i + 1).Float()}
	}
	looks := m.Get("looks")
	for canvas, picture := range slices.Backward(w.first(d, func(name string) string { return looks.Get(name).String() }, size(0), size(2))) {
		if err := w.makeList(picture); err != nil {
			return false // which the page's program will be told when it asks
		}
		data := w.encode(js.Undefined())
		post(script.Object("kind", "first list", "canvas", canvas, "buffer", data), data)
		if canvas == 0 {
			break
		}
		if w.await(100 * time.Millisecond); w.over || w.engine != engine {
			break // no more is wanted of what this is of
		}
	}
	return true
}

// await waits until the page asks for first pictures, or for the names in what is on its screen, or for so
// long. Messages are taken meanwhile.
func (w *worker) await(patience time.Duration) {
	asked := make(chan struct{})
	w.asked = asked
	// Not a timer's channel: to select would be 70 KB of the program.
	late := time.AfterFunc(patience, w.goOn)
	defer late.Stop()
	<-asked
}

func (w *worker) goOn() {
	if w.asked != nil {
		close(w.asked)
		w.asked = nil
	}
}

// nameFirst names what is in them.
func (w *worker) nameFirst(methods js.Value) {
	w.goOn()
	numbers := make([]uint32, methods.Length())
	for i := range numbers {
		numbers[i] = uint32(methods.Index(i).Float())
	}
	reply, ok := w.ask(&message.Names{Methods: numbers}).(*message.NamesReply)
	if !ok {
		return
	}
	known, lines := make([]any, len(reply.Names)), make([]string, len(reply.Names))
	for i, n := range reply.Names {
		known[i], lines[i] = n.Method, words.NameLine(n.Label, n.Class, n.Name, n.Params, "")
	}
	w.encoded = message.Encode(w.encoded[:0], 0, reply)
	data := script.Buffer(w.encoded)
	post(script.Object("kind", "first names", "methods", known, "lines", strings.Join(lines, "\n"), "data", data), data)
}
