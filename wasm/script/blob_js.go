package script

import (
	"io"
	"syscall/js"
)

// A Blob is an io.ReaderAt of a JavaScript File or Blob. Its methods block, so call them only
// from a goroutine, not from a handler.
type Blob struct{ Value js.Value }

// ReadAt implements io.ReaderAt.
func (b Blob) ReadAt(p []byte, at int64) (int, error) {
	buffer, err := Await(b.Value.Call("slice", at, at+int64(len(p))).Call("arrayBuffer"))
	if err != nil {
		return 0, err
	}
	n := js.CopyBytesToGo(p, Uint8Array.New(buffer))
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// Size returns the length in bytes.
func (b Blob) Size() int64 { return int64(b.Value.Get("size").Float()) }
