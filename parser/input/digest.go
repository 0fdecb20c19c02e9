package input

import (
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"
	"strconv"
)

// A Digest tells a file from others, by its bytes as they are stored: String is their XXH64 with the seed 0, in
// hexadecimal, and their number to the base 36, "ef46db3751d8e999-0". Links to a view have it and tables of many files,
// the same of the same file: site/static/hash.js makes it in the page. A link to three files or more has the digest of a
// text, of their sorted digests with a point between them. It is to know a file by, while its bytes go by,
// and no proof against one who wants to deceive. The zero value has no use; see NewDigest.
type Digest struct {
	lanes [4]uint64
	rest  [32]byte // of which size%32 wait for more
	size  uint64
}

const (
	prime1 = 0x9E3779B185EBCA87
	prime2 = 0xC2B2AE3D27D4EB4F
	prime3 = 0x165667B19E3779F9
	prime4 = 0x85EBCA77C2B2AE63
	prime5 = 0x27D4EB2F165667C5
)

// NewDigest returns the digest of nothing, to write to.
func NewDigest() *Digest {
	one, two := uint64(prime1), uint64(prime2) // their sum wraps, which constants may not
	return &Digest{lanes: [4]uint64{one + two, two, 0, -one}}
}

// DigestOf is the digest of what a reader gives, and its size.
func DigestOf(r io.Reader) (digest string, size int64, err error) {
	d := NewDigest()
	size, err = io.Copy(d, r)
	return d.String(), size, err
}

func digestRound(lane, word uint64) uint64 {
	return bits.RotateLeft64(lane+word*prime2, 31) * prime1
}

func (d *Digest) stripe(b []byte) {
	for i := range d.lanes {
		d.lanes[i] = digestRound(d.lanes[i], binary.LittleEndian.Uint64(b[8*i:]))
	}
}

// Write implements io.Writer; it never fails.
func (d *Digest) Write(b []byte) (int, error) {
	n := len(b)
	held := int(d.size % 32)
	d.size += uint64(n)
	if held > 0 {
		more := copy(d.rest[held:], b)
		if b = b[more:]; held+more < len(d.rest) {
			return n, nil
		}
		d.stripe(d.rest[:])
	}
	for ; len(b) >= 32; b = b[32:] {
		d.stripe(b)
	}
	copy(d.rest[:], b)
	return n, nil
}

func (d *Digest) String() string {
	sum := uint64(prime5)
	if d.size >= 32 {
		l := d.lanes
		sum = bits.RotateLeft64(l[0], 1) + bits.RotateLeft64(l[1], 7) + bits.RotateLeft64(l[2], 12) + bits.RotateLeft64(l[3], 18)
		for _, lane := range l {
			sum = (sum^digestRound(0, lane))*prime1 + prime4
		}
	}
	sum += d.size
	rest := d.rest[:d.size%32]
	for ; len(rest) >= 8; rest = rest[8:] {
		sum = bits.RotateLeft64(sum^digestRound(0, binary.LittleEndian.Uint64(rest)), 27)*prime1 + prime4
	}
	if len(rest) >= 4 {
		sum = bits.RotateLeft64(sum^uint64(binary.LittleEndian.Uint32(rest))*prime1, 23)*prime2 + prime3
		rest = rest[4:]
	}
	for _, b := range rest {
		sum = bits.RotateLeft64(sum^uint64(b)*prime5, 11) * prime1
	}
	sum = (sum ^ sum>>33) * prime2
	sum = (sum ^ sum>>29) * prime3
	return fmt.Sprintf("%016x-%s", sum^sum>>32, strconv.FormatUint(d.size, 36))
}
