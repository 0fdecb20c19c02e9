package worker

import (
	"fmt"
	"syscall/js"

	"traceglass/wasm/message"
	"traceglass/wasm/message/post"
	"traceglass/wasm/reading"
	"traceglass/wasm/script"
)

// sendList answers a request for a display list, in the buffer that came with it if it is large
// enough: so buffers go to and fro, and few are made.
func (w *worker) sendList(p *post.ListRequest) {
	number, request, err := message.Decode(p.Data)
	if err == nil {
		err = w.makeList(request)
	}
	if err != nil {
		send(&post.NoList{Canvas: p.Canvas, Data: w.encode(number, &message.Failure{Text: err.Error()}), Buffer: p.Buffer})
		return
	}
	send(&post.List{Canvas: p.Canvas, Buffer: w.encodeList(p.Buffer)})
}

// encodeList puts the list that was made into a buffer, or into a new one if that is nil or too small.
func (w *worker) encodeList(spare post.Buffer) script.Transfer {
	w.encoded = w.list.Append(w.encoded[:0])
	n := len(w.encoded)
	buffer, ok := spare.(script.Transfer)
	if !ok || buffer.Value.Get("byteLength").Int() < n {
		buffer = script.Transfer{Value: script.ArrayBuffer.New((n + n/2 + 7) &^ 7)}
	}
	js.CopyBytesToJS(script.Uint8Array.New(buffer.Value, 0, n), w.encoded)
	return buffer
}

func (w *worker) makeList(request message.Body) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s", reading.Mistake(r).Text)
		}
	}()
	picture, ok := request.(message.Picture)
	if !ok {
		return fmt.Errorf("%T asks for no picture", request)
	}
	return w.engine.List(picture, &w.list)
}
