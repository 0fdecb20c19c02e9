package trace

import "encoding/binary"

// IsHeaderless reports whether b, the first bytes of a file, looks like a dump without a header
// (section 7). Such a file begins with the head of a block (u1 2, u4 Linux thread id, u3 number of
// records, not zero), or with packets of names before it.
func IsHeaderless(b []byte) bool {
	f := form{dump: true}
	for names := 0; ; names++ {
		switch {
		case len(b) == 0:
			return names > 1
		case b[0] == blockPacket:
			return len(b) >= 8 && binary.LittleEndian.Uint32(b[1:]) < maxTid && binary.LittleEndian.Uint32(b[4:])>>8 != 0 && b[7] == 0
		case b[0] > methodPacket:
			return false
		}
		_, to, l := f.classify(b, true)
		if l != alike {
			return l == unsure && names > 1
		}
		b = b[to:]
	}
}
