package worker

import (
	"errors"
	"syscall/js"

	"traceglass/parser/input"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/message/post"
	"traceglass/wasm/reading"
	"traceglass/wasm/script"
)

// name reads a map of names for the open files and reports its effect, or why it has none.
func (w *worker) name(p *post.Name) {
	r := reading.Mapping(w.engine, filesOf(p.Files), w.dumped, script.Now, func(b message.Body) { w.answer(0, b) })
	w.cancel = r.Cancel
	w.turn.Lock()
	named, why := r.Name(p.Only)
	w.turn.Unlock()
	w.cancel = nil
	if named == nil {
		send(&post.NotNamed{Reason: why})
		return
	}
	if named.On || !p.Only {
		w.used = r.Used()
	}
	w.answer(0, named)
	w.postTexts()
}

// keepMap sends the map that is in use to the page, alone and compressed, to be kept.
func (w *worker) keepMap() {
	w.turn.Lock()
	blob, err := packed(w.used)
	w.turn.Unlock()
	if err != nil {
		send(&post.NoMap{Reason: err.Error()})
		return
	}
	send(&post.Map{Blob: blob})
}

// errEnough ends the packing of a map that is larger than the part that was read.
var errEnough = errors.New("enough")

// packed returns a map, compressed with gzip, in a Blob. It waits.
func packed(used *reading.Used) (blob js.Value, err error) {
	if used == nil {
		return blob, errors.New(words.T("No mapping file is open."))
	}
	of, stretch, err := used.Stretch()
	if err != nil {
		return blob, err
	}
	packer := js.Global().Get("CompressionStream").New("gzip")
	whole := js.Global().Get("Response").New(packer.Get("readable")).Call("blob")
	to := packer.Get("writable").Call("getWriter")
	limits, size := input.DefaultLimits, int64(0)
	err = of.(file).each(stretch, func(piece js.Value) error {
		if size += int64(piece.Length()); size > max(limits.Free, limits.Ratio*used.Size()) {
			return errEnough
		}
		_, err := script.Await(to.Call("write", piece.Call("slice")))
		return err
	})
	if err != nil && !errors.Is(err, errEnough) {
		return blob, err
	}
	if _, err := script.Await(to.Call("close")); err != nil {
		return blob, err
	}
	return script.Await(whole)
}
