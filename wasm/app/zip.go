//go:build js && wasm

package main

import (
	"errors"
	"fmt"
	"io"
	"syscall/js"

	"traceglass/parser/input"
)

// A part is a file, or a member of a zip file: bytes, and how they are packed.
type part struct {
	blob   js.Value
	format string // of DecompressionStream, "" if as they are
}

// open returns a source of what the part holds, unwrapped, and whether it was packed. The
// part's own bytes are counted in stored.
func (p part) open(stored *int64) (source, bool, error) {
	var s source = counted{newSource(p.blob), stored}
	packed := p.format != ""
	if packed {
		var err error
		if s, err = unpack(s, p.format); err != nil {
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

// An item is one trace or thread dump to read: a file, a .key and its .data, or members of
// a zip file.
type item struct {
	name   string
	stored string // name of the file that was opened
	parts  []part
	zip    *zipped // that it is in, nil outside
}

// size is how many bytes the item has as it is stored.
func (it *item) size() (n int64) {
	for _, p := range it.parts {
		n += int64(p.blob.Get("size").Float())
	}
	return n
}

// A zipped is what is known of a zip file while its items are read.
type zipped struct {
	name  string
	names []string // of all that is in it
	items int      // to read
	tried int      // have been read
	found int      // were a trace or a dump
}

// items lists what to read of a file, or of a .key and its .data.
func items(files []js.Value) ([]item, error) {
	name := files[0].Get("name").String()
	var parts []part
	for _, file := range files {
		parts = append(parts, part{blob: file})
	}
	whole := []item{{name: name, parts: parts}}
	if len(files) != 1 {
		return whole, nil
	}
	file := blobReader{files[0]}
	head := make([]byte, 4)
	if _, err := file.ReadAt(head, 0); err != nil || input.Sniff(head, "") != input.Zip {
		return whole, nil // reading it will tell
	}
	members, err := input.Members(file, int64(files[0].Get("size").Float()))
	if err != nil {
		return nil, fmt.Errorf("The zip file %s cannot be opened: %w.", name, err)
	}
	z := &zipped{name: name}
	for _, m := range members {
		z.names = append(z.names, m.Name)
	}
	groups, note := input.Choose(z.names)
	if note.Code != "" {
		return nil, errors.New(note.Text)
	}
	z.items = len(groups)
	var all []item
	for _, group := range groups {
		it := item{name: input.Leaf(members[group[0]].Name), zip: z}
		for _, i := range group {
			m := members[i]
			at, err := m.Start(file)
			if err != nil {
				return nil, fmt.Errorf("%s cannot be read from the zip file: %w.", m.Name, err)
			}
			p := part{blob: files[0].Call("slice", at, at+m.Size)}
			if m.Deflated {
				p.format = "deflate-raw"
			}
			it.parts = append(it.parts, p)
		}
		all = append(all, it)
	}
	return all, nil
}

// A blobReader reads anywhere in a File. It waits, so only a goroutine may use it.
type blobReader struct{ blob js.Value }

func (r blobReader) ReadAt(p []byte, at int64) (int, error) {
	buffer, err := await(r.blob.Call("slice", at, at+int64(len(p))).Call("arrayBuffer"))
	if err != nil {
		return 0, err
	}
	n := js.CopyBytesToGo(p, jsUint8Array.New(buffer))
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}
