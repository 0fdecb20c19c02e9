package script

import (
	"io"
	"syscall/js"
)

// A Blob is an io.ReaderAt of a File, or another Blob. It waits, so only a goroutine may use it.
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

// Size is the length in bytes.
func (b Blob) Size() int64 { return int64(b.Value.Get("size").Float()) }

// NamesOf are the names of Files.
func NamesOf(files []js.Value) []string {
	names := make([]string, len(files))
	for i, file := range files {
		names[i] = file.Get("name").String()
	}
	return names
}

// SizeOf is how many bytes Files hold together.
func SizeOf(files []js.Value) int64 {
	size := int64(0)
	for _, file := range files {
		size += Blob{file}.Size()
	}
	return size
}
