//go:build js && wasm

package main

import (
	"fmt"
	"syscall/js"
)

// A source hands out a file's bytes piece by piece, as a Uint8Array that is good until the
// next call, undefined at the end.
type source interface {
	next() (js.Value, error)
	ahead() // the last piece has been copied: the next may be fetched while it is worked on
	stop()  // a next that waits ends
}

const (
	pieceSize = 2 << 20 // the stream reads ahead, so more gains nothing

	// To unpack at a time. What comes before an error in the same piece is lost, so pieces
	// start small and are at most an eighth of what went before.
	minPacked = 4 << 10
	maxPacked = 256 << 10
)

// newSource returns a source of the bytes of a File, or another Blob.
func newSource(blob js.Value) source {
	var reader js.Value
	err := try(func() {
		reader = blob.Call("stream").Call("getReader", object("mode", "byob"))
	})
	if err != nil {
		return &chunks{blob: blob, length: blob.Get("size").Int()}
	}
	return &stream{reader: reader, buffer: jsArrayBuffer.New(pieceSize), atLeast: object("min", pieceSize)}
}

// A stream reads into one buffer that travels to the browser and back.
type stream struct {
	reader, buffer js.Value
	atLeast        js.Value // option of read; browsers that lack it return shorter pieces
	underWay       js.Value // promise of the next piece, undefined if none is
}

func (s *stream) ahead() {
	if s.underWay.IsUndefined() {
		s.underWay = s.reader.Call("read", jsUint8Array.New(s.buffer), s.atLeast)
	}
}

func (s *stream) next() (js.Value, error) {
	s.ahead()
	result, err := await(s.underWay)
	s.underWay = js.Undefined()
	if err != nil {
		return js.Undefined(), err
	}
	piece := result.Get("value") // what is left at the end comes with done set
	if piece.IsUndefined() || piece.Length() == 0 {
		return js.Undefined(), nil
	}
	s.buffer = piece.Get("buffer")
	return piece, nil
}

func (s *stream) stop() { ignore(s.reader.Call("cancel")) }

// chunks reads a file in browsers whose streams cannot fill a buffer of ours. A few
// pieces are under way at a time.
type chunks struct {
	blob       js.Value
	at, length int
	underWay   []js.Value // promises of ArrayBuffers, in order
	stopped    bool
}

func (s *chunks) ahead() {
	for len(s.underWay) < 3 && s.at < s.length && !s.stopped {
		end := min(s.at+pieceSize, s.length)
		s.underWay = append(s.underWay, s.blob.Call("slice", s.at, end).Call("arrayBuffer"))
		s.at = end
	}
}

func (s *chunks) next() (js.Value, error) {
	s.ahead()
	if len(s.underWay) == 0 || s.stopped {
		return js.Undefined(), nil
	}
	buffer, err := await(s.underWay[0])
	s.underWay = s.underWay[1:]
	if err != nil {
		return js.Undefined(), err
	}
	return jsUint8Array.New(buffer), nil
}

func (s *chunks) stop() { s.stopped = true }

// A resumed source hands out again the piece that was looked at.
type resumed struct {
	source
	first js.Value
	given bool
}

func (r *resumed) next() (js.Value, error) {
	if !r.given {
		r.given = true
		return r.first, nil
	}
	return r.source.next()
}

func (r *resumed) ahead() {
	if r.given {
		r.source.ahead()
	}
}

// A counted source counts the bytes that pass.
type counted struct {
	source
	bytes *int64
}

func (c counted) next() (js.Value, error) {
	piece, err := c.source.next()
	if err == nil && !piece.IsUndefined() {
		*c.bytes += int64(piece.Length())
	}
	return piece, err
}

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
	err := try(func() {
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
			await(writer.Call("abort", err.Error()))
			return
		case piece.IsUndefined():
			// An error at the end would drop what still waits to be read; nothing waits once an
			// empty piece has been taken.
			if _, err := await(writer.Call("write", jsUint8Array.New(0))); err == nil {
				await(writer.Call("close"))
			}
			return
		}
		for at, n := 0, piece.Length(); at < n; {
			end := min(at+max(minPacked, min(fed/8, maxPacked)), n)
			if _, err := await(writer.Call("write", piece.Call("subarray", at, end))); err != nil {
				u.packed.stop()
				return // next reports it
			}
			fed += end - at
			at = end
		}
	}
}

func (u *unpacked) next() (js.Value, error) {
	result, err := await(u.reader.Call("read"))
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

func (u *unpacked) ahead() {} // the browser works ahead by itself

func (u *unpacked) stop() {
	u.packed.stop()
	ignore(u.reader.Call("cancel"))
}

// A packError says that packed data is damaged.
type packError struct{ err error }

func (e *packError) Error() string {
	return "the packed data is damaged or cut short: " + e.err.Error()
}
