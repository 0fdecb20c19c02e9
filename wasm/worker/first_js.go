package worker

import (
	"slices"
	"strings"
	"time"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/message/post"
)

// First makes what the page shows before its interface is built.
type First struct {
	// Trace returns the pictures that a trace begins with, by canvas. Looks returns a setting of the page by its
	// name; minimap and timeline say how large the two canvases are.
	Trace func(trace *message.Description, looks func(name string) string, minimap, timeline message.Viewport) []message.Picture
	// Dumps returns the verdict that thread dumps begin with, nil for none.
	Dumps func(*message.Dumps) *post.FirstFacts
}

// awaitAsk returns what the page asked for, nil for nothing. If the page is expected to ask, it waits a second for it.
func (w *worker) awaitAsk() *post.First {
	if w.expected && w.wanted == nil {
		w.await(time.Second)
	}
	ask := w.wanted
	w.expected, w.wanted = false, nil
	return ask
}

// sendFirst sends the first pictures of a trace, if the page asked for them: the timeline, then the minimap. It waits
// until the timeline is on the screen, because the threads that compile and draw share a few processors with this one.
func (w *worker) sendFirst() {
	ask, engine := w.awaitAsk(), w.engine
	if ask == nil || len(ask.Sizes) < 4 {
		return
	}
	d := engine.Outline()
	if d == nil {
		return
	}
	size := func(i int) message.Viewport {
		return message.Viewport{Width: message.CSS(ask.Sizes[i]), Height: message.CSS(ask.Sizes[i+1])}
	}
	for canvas, picture := range slices.Backward(w.first.Trace(d, func(name string) string { return ask.Looks[name] }, size(0), size(2))) {
		if err := w.makeList(picture); err != nil {
			return // the page gets the error when it asks for the same picture
		}
		send(&post.FirstList{Canvas: canvas, Buffer: w.encodeList(nil)})
		if canvas == 0 {
			break
		}
		if w.await(100 * time.Millisecond); w.engine != engine {
			break // another file is read
		}
	}
}

// sendVerdict sends the verdict on thread dumps, if the page asked for first pictures.
func (w *worker) sendVerdict(results []message.Body) {
	if w.awaitAsk() == nil {
		return
	}
	for _, body := range results {
		dumps, ok := body.(*message.Dumps)
		if !ok {
			continue
		}
		if verdict := w.first.Dumps(dumps); verdict != nil {
			send(verdict)
		}
	}
}

// await waits until the page asks for first pictures, or for the names in them, or for so long.
// Messages are handled meanwhile.
func (w *worker) await(patience time.Duration) {
	asked := make(chan struct{})
	w.asked = asked
	// Not a timer's channel: to select would be 70 KB of the program.
	late := time.AfterFunc(patience, w.continueReading)
	defer late.Stop()
	<-asked
}

// continueReading ends await.
func (w *worker) continueReading() {
	if w.asked != nil {
		close(w.asked)
		w.asked = nil
	}
}

// nameFirst sends the names in first pictures.
func (w *worker) nameFirst(methods []float64) {
	w.continueReading()
	numbers := make([]uint32, len(methods))
	for i, n := range methods {
		numbers[i] = uint32(n)
	}
	reply, ok := w.ask(&message.Names{Methods: numbers}).(*message.NamesReply)
	if !ok {
		return
	}
	known, lines := make([]any, len(reply.Names)), make([]string, len(reply.Names))
	for i, n := range reply.Names {
		class, name, label := n.Shown()
		known[i], lines[i] = n.Method, words.NameLine(label, class, name, n.Params, "")
	}
	send(&post.FirstNamed{Methods: known, Lines: strings.Join(lines, "\n"), Data: w.encode(0, reply)})
}
