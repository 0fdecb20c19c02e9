package script

import (
	"syscall/js"
	"unsafe"
)

// Constructors of buffers.
var (
	Uint8Array  = js.Global().Get("Uint8Array")
	ArrayBuffer = js.Global().Get("ArrayBuffer")
)

// Buffer returns a new ArrayBuffer with a copy of data.
func Buffer(data []byte) js.Value {
	a := Uint8Array.New(len(data))
	js.CopyBytesToJS(a, data)
	return a.Get("buffer")
}

// Bytes returns a copy of an ArrayBuffer's content.
func Bytes(buffer js.Value) []byte {
	a := Uint8Array.New(buffer)
	data := make([]byte, a.Length())
	js.CopyBytesToGo(data, a)
	return data
}

// Floats copies as many numbers as fit in to from a Float64Array, given as a Uint8Array.
func Floats(to []float64, from js.Value) {
	if len(to) > 0 {
		js.CopyBytesToGo(unsafe.Slice((*byte)(unsafe.Pointer(&to[0])), 8*len(to)), from)
	}
}
