package worker

import (
	"fmt"
	"syscall/js"

	"traceglass/wasm/script"
)

// How many bytes are unpacked at a time. An error loses the data before it in the same piece, so pieces start small and
// are at most an eighth of all earlier ones.
const (
	minPacked = 4 << 10
	maxPacked = 256 << 10
)

// unpacked is what a packed source holds. The browser unpacks; a goroutine keeps it fed, a
// little at a time, so that all of that has been handed on before the next can fail.
type unpacked struct {
	packed  source
	reader  js.Value
	readErr error // of packed
}

// unpack undoes a format of DecompressionStream.
func unpack(packed source, format string) (*unpacked, error) {
	u := &unpacked{packed: packed}
	var writer js.Value
	err := script.Try(func() {
		pair := js.Global().Get("DecompressionStream").New(format)
		u.reader = pair.Get("readable").Call("getReader")
		writer = pair.Get("writable").Call("getWriter")
	})
	if err != nil {
		return nil, fmt.Errorf("this browser cannot unpack %s: %w", format, err)
	}
	go u.feed(writer)
	return u, nil
}

func (u *unpacked) feed(writer js.Value) {
	fed := 0
	for {
		piece, err := u.packed.next()
		switch {
		case err != nil:
			u.readErr = err
			script.Await(writer.Call("abort", err.Error()))
			return
		case piece.IsUndefined():
			// An error at the end would drop what still waits to be read; nothing waits once an
			// empty piece has been taken.
			if _, err := script.Await(writer.Call("write", script.Uint8Array.New(0))); err == nil {
				script.Await(writer.Call("close"))
			}
			return
		}
		for at, n := 0, piece.Length(); at < n; {
			end := min(at+max(minPacked, min(fed/8, maxPacked)), n)
			if _, err := script.Await(writer.Call("write", piece.Call("subarray", at, end))); err != nil {
				u.packed.stop()
				return // next reports it
			}
			fed += end - at
			at = end
		}
	}
}

func (u *unpacked) next() (js.Value, error) {
	result, err := script.Await(u.reader.Call("read"))
	switch {
	case u.readErr != nil:
		return js.Undefined(), u.readErr
	case err != nil:
		return js.Undefined(), &packError{err}
	case result.Get("done").Bool():
		return js.Undefined(), nil
	}
	return result.Get("value"), nil
}

func (u *unpacked) ahead() {} // the browser always works ahead

func (u *unpacked) stop() {
	u.packed.stop()
	script.Ignore(u.reader.Call("cancel"))
}

// A packError says that packed data is damaged.
type packError struct{ err error }

func (e *packError) Error() string {
	return "the packed data is damaged or cut short: " + e.err.Error()
}
