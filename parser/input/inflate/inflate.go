// Package inflate unpacks small deflated files, one after another. In the page the browser unpacks
// large files. For ten thousand small ones, creating a stream for each and waiting a dozen times
// takes longer than reading them. The main program of the page is too large to include this
// package.
package inflate

import (
	"bytes"
	"compress/flate"
	"errors"
	"io"
)

// Most is the largest length of an unpacked file, in bytes.
const Most = 4 << 20

// ErrLong reports a longer file.
var ErrLong = errors.New("the file is too long to be unpacked at once")

var errRest = errors.New("bytes follow the packed file's end")

// An Inflater unpacks into reusable memory. The zero Inflater is ready to use.
type Inflater struct {
	packed bytes.Reader
	reader io.ReadCloser
	to     []byte
}

// Inflate unpacks a whole file. The result is valid until the next call. Expected is the stated
// length in bytes; it may be wrong.
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
