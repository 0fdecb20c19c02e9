package worker

import (
	"syscall/js"

	"traceglass/wasm/reading"
	"traceglass/wasm/script"
)

// A file is a File of the browser, or another Blob, as a reading.File.
type file struct{ script.Blob }

// filesOf returns posted files.
func filesOf(posted []any) []reading.File {
	files := make([]reading.File, len(posted))
	for i, f := range posted {
		files[i] = file{script.Blob{Value: f.(js.Value)}}
	}
	return files
}

func (f file) Name() string { return f.Value.Get("name").String() }

// IsFolder knows the type that drop.js gives to a folder.
func (f file) IsFolder() bool { return f.Value.Get("type").String() == "inode/directory" }

// keep waits for a file that is read while it comes: see worker.js.
func (f file) keep() {
	if !f.Value.Get("keep").IsUndefined() {
		script.Await(f.Value.Call("keep"))
	}
}

func (f file) Open(of reading.Stretch, stored *int64) (reading.Source, bool, error) {
	s, packed, err := f.open(of, stored)
	return &copied{source: s}, packed, err
}

// open returns a source of the uncompressed content of a stretch, and whether it was compressed.
func (f file) open(of reading.Stretch, stored *int64) (s source, packed bool, err error) {
	blob := f.Value
	if of != (reading.Stretch{}) {
		blob = blob.Call("slice", of.From, of.From+of.Size)
	}
	s = counted{newSource(blob), stored}
	if of.Deflated {
		packed = true
		if s, err = unpack(s, "deflate-raw"); err != nil {
			return nil, false, err
		}
	}
	for range 2 {
		first, err := s.next()
		if err != nil {
			return nil, false, err
		}
		s = &resumed{first: first, source: s}
		if !isGzip(first) {
			break
		}
		packed = true
		if s, err = unpack(s, "gzip"); err != nil {
			return nil, false, err
		}
	}
	return s, packed, nil
}

func isGzip(piece js.Value) bool {
	return !piece.IsUndefined() && piece.Length() > 1 && piece.Index(0).Int() == 0x1f && piece.Index(1).Int() == 0x8b
}

// each calls do with every piece of a stretch, which is good until do returns. An error of do ends it.
func (f file) each(of reading.Stretch, do func(piece js.Value) error) error {
	s, _, err := f.open(of, new(int64))
	if err != nil {
		return err
	}
	defer s.stop()
	for {
		piece, err := s.next()
		if err != nil {
			return err
		}
		if piece.IsUndefined() {
			return nil
		}
		if err := do(piece); err != nil {
			return err
		}
		s.ahead()
	}
}

// Unpack holds the file in memory of the browser.
func (f file) Unpack(of reading.Stretch, each func(length int, head []byte) error) (reading.File, error) {
	pieces, head := script.Array(), make([]byte, 4)
	err := f.each(of, func(piece js.Value) error {
		n := js.CopyBytesToGo(head, piece)
		if err := each(piece.Length(), head[:n]); err != nil {
			return err
		}
		pieces.Call("push", piece.Call("slice"))
		return nil
	})
	if err != nil {
		return nil, err
	}
	return file{script.Blob{Value: js.Global().Get("Blob").New(pieces)}}, nil
}

// copied is a source whose pieces are copied into a buffer of Go's.
type copied struct {
	source
	buffer []byte
}

func (c *copied) Next() ([]byte, error) {
	piece, err := c.next()
	if err != nil || piece.IsUndefined() {
		return nil, err
	}
	n := piece.Length()
	if n > len(c.buffer) {
		c.buffer = make([]byte, n)
	}
	js.CopyBytesToGo(c.buffer, piece)
	c.ahead()
	return c.buffer[:n], nil
}

func (c *copied) Stop() { c.stop() }

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
