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
