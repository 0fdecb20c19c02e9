package input

import (
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"
	"strconv"
)

// A Digest identifies a file by its stored bytes. String returns their XXH64 with seed 0 in
// hexadecimal and their number in base 36, "ef46db3751d8e999-0". Links to a view and tables of many
// files contain it, and site/static/hash.js computes the same digest in the page. A link to three
// or more files has the digest of a text: their sorted digests joined by dots. A Digest is computed
// while the bytes pass through; it does not protect against deliberate collisions. The zero value
// is not usable; see NewDigest.
type Digest struct {
	lanes [4]uint64
	rest  [32]byte // the first size%32 bytes wait for more
	size  uint64
}

const (
	prime1 = 0x9E3779B185EBCA87
	prime2 = 0xC2B2AE3D27D4EB4F
	prime3 = 0x165667B19E3779F9
	prime4 = 0x85EBCA77C2B2AE63
	prime5 = 0x27D4EB2F165667C5
)

// NewDigest returns the digest of an empty file, ready for Write.
func NewDigest() *Digest {
	one, two := uint64(prime1), uint64(prime2) // their sum wraps, which is an error for constants
	return &Digest{lanes: [4]uint64{one + two, two, 0, -one}}
}

// DigestOf returns the digest and the size of a reader's bytes.
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
