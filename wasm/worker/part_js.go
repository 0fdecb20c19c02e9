package worker

import (
	"syscall/js"

	"traceglass/wasm/script"
)

// A part is a file, or a member of a zip file: bytes, and how they are packed.
type part struct {
	blob   script.Blob
	format string // of DecompressionStream, "" if as they are
}

// open returns a source of what the part holds, unwrapped, and whether it was packed. The
// part's own bytes are counted in stored.
func (p part) open(stored *int64) (source, bool, error) {
	var s source = counted{newSource(p.blob.Value), stored}
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
