// Package inflate unpacks small deflated files at once, one after another. In the page the browser
// unpacks what is large; but to make a stream of it for each of ten thousand small files, and to wait
// a dozen times for each, takes longer than to read them. The page's own program has no room for it.
package inflate

import (
	"bytes"
	"compress/flate"
	"errors"
	"io"
)

// Most is how long a file may be, in bytes.
const Most = 4 << 20

// ErrLong is the error on a longer one.
var ErrLong = errors.New("the file is too long to be unpacked at once")

var errRest = errors.New("bytes follow the packed file's end")

// An Inflater unpacks in memory of its own. The zero Inflater is ready.
type Inflater struct {
	packed bytes.Reader
	reader io.ReadCloser
	to     []byte
}

// Inflate unpacks a whole file. What it returns is good until the next call. Expected is how long the
// file is said to be, in bytes; it may be wrong.
func (f *Inflater) Inflate(packed []byte, expected int64) ([]byte, error) {
	if expected > Most {
		return nil, ErrLong
	}
	f.packed.Reset(packed)
	if f.reader == nil {
		f.reader = flate.NewReader(&f.packed)
	} else if err := f.reader.(flate.Resetter).Reset(&f.packed, nil); err != nil {
		return nil, err
	}
	if want := int(max(expected, 0)) + 1; cap(f.to) < want {
		f.to = make([]byte, want+want/2)
	}
	f.to = f.to[:cap(f.to)]
	n := 0
	for {
		if n == len(f.to) {
			if n > Most {
				return nil, ErrLong
			}
			f.to = append(f.to, make([]byte, n)...)
			f.to = f.to[:cap(f.to)]
		}
		read, err := f.reader.Read(f.to[n:])
		n += read
		switch {
		case n > Most:
			return nil, ErrLong
		case err == io.EOF && f.packed.Len() > 0:
			return nil, errRest
		case err == io.EOF:
			return f.to[:n], nil
		case err != nil:
			return nil, err
		}
	}
}
