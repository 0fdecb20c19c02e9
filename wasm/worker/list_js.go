package worker

import (
	"fmt"
	"syscall/js"

	"traceglass/wasm/message"
	"traceglass/wasm/script"
)

// sendList answers a request for a display list, in the buffer that came with it if it is large
// enough: so buffers go to and fro, and few are made.
func (w *worker) sendList(m js.Value) {
	number, request, err := message.Decode(script.Bytes(m.Get("data")))
	if err == nil {
		err = w.makeList(request)
	}
	buffer := m.Get("buffer")
	canvas := m.Get("canvas")
	if err != nil {
		w.encoded = message.Encode(w.encoded[:0], number, &message.Failure{Text: err.Error()})
		data := script.Buffer(w.encoded)
		reply := script.Object("kind", "no list", "canvas", canvas, "data", data)
		if buffer.IsUndefined() {
			post(reply, data)
			return
		}
		reply.Set("buffer", buffer)
		post(reply, data, buffer)
		return
	}
	buffer = w.encode(buffer)
	post(script.Object("kind", "list", "canvas", canvas, "number", number, "buffer", buffer), buffer)
}

// encode puts the list that was made into a buffer, or a new one that is large enough.
func (w *worker) encode(buffer js.Value) js.Value {
	w.encoded = w.list.Append(w.encoded[:0])
	n := len(w.encoded)
	if buffer.IsUndefined() || buffer.Get("byteLength").Int() < n {
		buffer = script.ArrayBuffer.New((n + n/2 + 7) &^ 7)
	}
	js.CopyBytesToJS(script.Uint8Array.New(buffer, 0, n), w.encoded)
	return buffer
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
