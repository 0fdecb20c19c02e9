package worker

import (
	"errors"
	"syscall/js"

	"traceglass/parser/input"
	"traceglass/wasm/script"
)

// A part is a file, or a member of a zip file: bytes, and how they are packed.
type part struct {
	blob   script.Blob   // the file, or the zip file
	member *input.Member // of the zip file, nil for a file
	window *window       // onto the zip file
}

// size is how many bytes the part has as it is stored.
func (p part) size() int64 {
	if p.member != nil {
		return p.member.Size
	}
	return p.blob.Size()
}

// open returns a source of what the part holds, unwrapped, and whether it was packed. The
// part's own bytes are counted in stored.
func (p part) open(stored *int64) (source, bool, error) {
	var s source
	packed := false
	if m := p.member; m != nil {
		if m.Odd != "" {
			return nil, false, errors.New(m.Odd)
		}
		at, err := m.Start(p.window)
		if err == nil {
			s, err = p.window.source(at, m.Size)
		}
		if err != nil {
			return nil, false, err
		}
		packed = m.Deflated
	} else {
		s = newSource(p.blob.Value)
	}
	s = counted{s, stored}
	if packed {
		var err error
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
