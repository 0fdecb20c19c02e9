//go:build js && wasm

package main

import (
	"fmt"
	"os"
	"runtime/debug"
	"syscall/js"

	"traceglass/render/scene"
	"traceglass/wasm/engine"
	"traceglass/wasm/message"
)

// A worker holds one trace and answers the page. Its methods run one at a time; only a
// reading waits between them.
type worker struct {
	engine  *engine.Engine // has no trace at first
	reading *reading       // nil when none is under way
	list    scene.List
	encoded []byte // of the list or answer last sent
}

// mostMemory is what Go may hold, in bytes, short of the 4 GB that WebAssembly can address.
// As the heap nears it, garbage is collected more often than its growth alone would ask for.
const mostMemory = 3_500_000_000

func runWorker() {
	debug.SetMemoryLimit(mostMemory)
	w := &worker{engine: engine.New(0, dumps())}
	js.Global().Call("addEventListener", "message", handler(func(args []js.Value) {
		w.receive(args[0].Get("data"))
	}))
	post(object("kind", "ready"))
}

// post sends a message to the page; buffers are transferred.
func post(m js.Value, buffers ...any) {
	js.Global().Call("postMessage", m, array(buffers...))
}

func (w *worker) receive(m js.Value) {
	switch m.Get("kind").String() {
	case "open":
		files := make([]js.Value, m.Get("files").Length())
		for i := range files {
			files[i] = m.Get("files").Index(i)
		}
		w.engine = engine.New(int64(m.Get("budget").Float()), dumps())
		w.reading = &reading{engine: w.engine, files: files, news: func(b message.Body) { w.answer(0, b) }}
		go w.read()
	case "cancel":
		if w.reading != nil {
			w.reading.cancel()
		}
	case "ask":
		number, request, err := message.Decode(goBytes(m.Get("data")))
		if err != nil {
			w.answer(number, &message.Failure{Text: err.Error()})
			return
		}
		w.answer(number, w.ask(request))
	case "list request":
		w.sendList(m)
	}
}

func (w *worker) read() {
	results, elsewhere := w.reading.run(), w.reading.elsewhere
	w.reading = nil
	if elsewhere {
		post(object("kind", "needs dumps"))
		return
	}
	for _, body := range results {
		w.answer(0, body)
	}
}

func (w *worker) answer(number uint32, body message.Body) {
	w.encoded = message.Encode(w.encoded[:0], number, body)
	data := arrayBuffer(w.encoded)
	post(object("kind", "answer", "data", data), data)
}

func (w *worker) ask(request message.Body) (body message.Body) {
	defer func() {
		if r := recover(); r != nil {
			body = mistake(r)
		}
	}()
	return w.engine.Answer(request)
}

func (w *worker) sendList(m js.Value) {
	number, request, err := message.Decode(goBytes(m.Get("data")))
	if err == nil {
		err = w.makeList(request)
	}
	buffer := m.Get("buffer")
	canvas := m.Get("canvas")
	if err != nil {
		w.encoded = message.Encode(w.encoded[:0], number, &message.Failure{Text: err.Error()})
		data := arrayBuffer(w.encoded)
		reply := object("kind", "no list", "canvas", canvas, "data", data)
		if buffer.IsUndefined() {
			post(reply, data)
			return
		}
		reply.Set("buffer", buffer)
		post(reply, data, buffer)
		return
	}
	w.encoded = w.list.Append(w.encoded[:0])
	n := len(w.encoded)
	if buffer.IsUndefined() || buffer.Get("byteLength").Int() < n {
		buffer = jsArrayBuffer.New((n + n/2 + 7) &^ 7)
	}
	js.CopyBytesToJS(jsUint8Array.New(buffer, 0, n), w.encoded)
	post(object("kind", "list", "canvas", canvas, "number", number, "buffer", buffer), buffer)
}

func (w *worker) makeList(request message.Body) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s", mistake(r).Text)
		}
	}()
	picture, ok := request.(message.Picture)
	if !ok {
		return fmt.Errorf("%T asks for no picture", request)
	}
	return w.engine.List(picture, &w.list)
}

// mistake reports a panic: to the user in a sentence, and in full on the console.
func mistake(r any) *message.Failure {
	fmt.Fprintf(os.Stderr, "recovered: %v\n%s", r, debug.Stack())
	return &message.Failure{Text: fmt.Sprintf("Traceglass made a mistake here (%v). The rest works on.", r)}
}
