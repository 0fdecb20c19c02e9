package tracetest

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
)

// Mutate damages a file as cutting, copying and chance do, or as an attacker would.
func Mutate(data []byte, rng *rand.Rand) []byte {
	data = bytes.Clone(data)
	for range 1 + rng.IntN(6) {
		if len(data) < 16 {
			return data
		}
		a, b := rng.IntN(len(data)), rng.IntN(len(data))
		switch a, b = min(a, b), max(a, b); rng.IntN(11) {
		case 0:
			data = data[:b]
		case 1:
			data = data[a:]
		case 2:
			data = append(data[:a:a], data[min(len(data), a+rng.IntN(200)):]...)
		case 3: // a piece again, elsewhere
			piece := bytes.Clone(data[a:min(b, a+4000)])
			at := rng.IntN(len(data))
			data = append(append(data[:at:at], piece...), data[at:]...)
		case 4:
			for range 20 {
				data[rng.IntN(len(data))] = byte(rng.IntN(256))
			}
		case 5:
			data[a] ^= 1 << rng.IntN(8)
		case 6: // zeros, or ones
			fill := byte(-rng.IntN(2))
			for i := range data[a:min(b, a+1+rng.IntN(300))] {
				data[a+i] = fill
			}
		case 7: // a number at its ends
			at := min(a, len(data)-8)
			n := [...]uint64{0, 1, 1<<15 - 1, 1 << 15, 1<<16 - 1, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1<<63 - 1, 1<<64 - 1}[rng.IntN(10)]
			switch rng.IntN(3) {
			case 0:
				binary.LittleEndian.PutUint16(data[at:], uint16(n))
			case 1:
				binary.LittleEndian.PutUint32(data[at:], uint32(n))
			case 2:
				binary.LittleEndian.PutUint64(data[at:], n)
			}
		case 8: // a name that acts
			at := rng.IntN(min(len(data), 4000))
			data = append(append(data[:at:at], Evil[rng.IntN(len(Evil))]...), data[at:]...)
		case 9: // a number of the text that is too large, or not a number
			if at := bytes.IndexAny(data[a:], "0123456789"); at >= 0 {
				number := [...]string{"18446744073709551616", "-1", "4294967295", "0x", "1e9", ""}[rng.IntN(6)]
				data = append(append(data[:a+at:a+at], number...), data[a+at+1:]...)
			}
		case 10: // two records the other way round, or anything else
			n := [...]int{1, 9, 10, 14}[rng.IntN(4)]
			if b+n <= len(data) && a+n <= b {
				piece := bytes.Clone(data[a : a+n])
				copy(data[a:], data[b:b+n])
				copy(data[b:], piece)
			}
		}
	}
	return data
}
