package trace

import "encoding/binary"

// IsHeaderless reports whether b looks like the first packet of a dump without a header
// (section 7): u1 2, u4 Linux thread id, u3 number of records, not zero.
func IsHeaderless(b []byte) bool {
	return len(b) >= 8 && b[0] == 2 && binary.LittleEndian.Uint32(b[1:]) < 1<<22 &&
		binary.LittleEndian.Uint32(b[4:])>>8 != 0 && b[7] == 0
}
