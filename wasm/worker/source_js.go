package worker

import (
	"syscall/js"

	"traceglass/wasm/script"
)

// A source hands out a file's bytes piece by piece, as a Uint8Array that is good until the
// next call, undefined at the end.
type source interface {
	next() (js.Value, error)
	ahead() // the last piece has been copied: the next may be fetched while it is worked on
	stop()  // a next that waits ends
}

// pieceSize is how many bytes are read at a time. The stream reads ahead, so more gains nothing.
const pieceSize = 2 << 20

// newSource returns a source of the bytes of a File, or another Blob.
func newSource(blob js.Value) source {
	var reader js.Value
	err := script.Try(func() {
		reader = blob.Call("stream").Call("getReader", script.Object("mode", "byob"))
	})
	if err != nil {
		return &chunks{blob: blob, length: blob.Get("size").Int()}
	}
	size := max(1, min(pieceSize, blob.Get("size").Int()))
	return &stream{reader: reader, buffer: script.ArrayBuffer.New(size), atLeast: script.Object("min", size)}
}

// A stream reads into one buffer that travels to the browser and back.
type stream struct {
	reader, buffer js.Value
	atLeast        js.Value // option of read; browsers that lack it return shorter pieces
	underWay       js.Value // promise of the next piece, undefined if none is
}

func (s *stream) ahead() {
	if s.underWay.IsUndefined() {
		s.underWay = s.reader.Call("read", script.Uint8Array.New(s.buffer), s.atLeast)
	}
}

func (s *stream) next() (js.Value, error) {
	s.ahead()
	result, err := script.Await(s.underWay)
	s.underWay = js.Undefined()
	if err != nil {
		return js.Undefined(), err
	}
	piece := result.Get("value") // the rest at the end comes with done set
	if piece.IsUndefined() || piece.Length() == 0 {
		return js.Undefined(), nil
	}
	s.buffer = piece.Get("buffer")
	return piece, nil
}

func (s *stream) stop() { script.Ignore(s.reader.Call("cancel")) }

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
	buffer, err := script.Await(s.underWay[0])
	s.underWay = s.underWay[1:]
	if err != nil {
		return js.Undefined(), err
	}
	return script.Uint8Array.New(buffer), nil
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
