//go:build js && wasm

package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
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

// unzip returns the parts that make the trace: the files, or members of the one zip file.
func unzip(files []js.Value) ([]part, error) {
	var parts []part
	for _, file := range files {
		parts = append(parts, part{blob: file})
	}
	if len(files) != 1 {
		return parts, nil
	}
	file := blobReader{files[0]}
	head := make([]byte, 4)
	if _, err := file.ReadAt(head, 0); err != nil || input.Sniff(head, "") != input.Zip {
		return parts, nil // reading it will tell
	}
	all, err := input.Members(file, int64(files[0].Get("size").Float()))
	if err != nil {
		return nil, fmt.Errorf("The zip file cannot be opened: %w.", err)
	}
	var members []input.Member
	var names []string
	for _, m := range all {
		name := strings.TrimSuffix(strings.ToLower(m.Name), ".gz")
		if strings.HasSuffix(name, ".trace") || strings.HasSuffix(name, ".key") || strings.HasSuffix(name, ".data") {
			members, names = append(members, m), append(names, m.Name)
		}
	}
	groups := input.Pair(names)
	switch {
	case len(groups) == 0:
		return nil, errors.New("The zip file holds no .trace file, nor a .key and its .data: unpack it and open the file you mean.")
	case len(groups) > 1:
		return nil, fmt.Errorf("The zip file holds %d traces: unpack it and open them one by one.", len(groups))
	}
	parts = nil
	for _, i := range groups[0] {
		m := members[i]
		at, err := m.Start(file)
		if err != nil {
			return nil, fmt.Errorf("%s cannot be read from the zip file: %w", m.Name, err)
		}
		p := part{blob: files[0].Call("slice", at, at+m.Size)}
		if m.Deflated {
			p.format = "deflate-raw"
		}
		parts = append(parts, p)
	}
	return parts, nil
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
