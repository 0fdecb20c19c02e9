package simpleperf

import "encoding/binary"

// Protobuf's wire types (format.md, section 3).
const (
	asVarint = 0
	asFixed8 = 1
	asBytes  = 2
	asFixed4 = 5
)

// A message is the unread rest of a protobuf message. It is read field by field, without copying.
type message []byte

// A field is one of a message: its value as a number, or as the bytes of a text or of a
// message within.
type field struct {
	number uint64
	wire   uint8
	value  uint64
	bytes  message
}

// matches reports whether the field has this number and wire type. Readers skip all other fields.
func (f *field) matches(number uint64, wire uint8) bool { return f.number == number && f.wire == wire }

// next reads a field; ok is false at the end of the message. After a damaged field, broken returns
// true.
func (m *message) next(f *field) (ok bool) {
	b := *m
	if len(b) == 0 {
		return false
	}
	var key uint64
	if b[0] < 0x80 {
		key, b = uint64(b[0]), b[1:]
	} else if key, b = varint(b); b == nil {
		*m = damaged
		return false
	}
	f.number, f.wire = key>>3, uint8(key&7)
	switch f.wire {
	case asVarint:
		f.value, b = varint(b)
	case asBytes:
		var size uint64
		if size, b = varint(b); b != nil {
			if size > uint64(len(b)) {
				b = nil
			} else {
				f.bytes, b = b[:size], b[size:]
			}
		}
	case asFixed8:
		b = skip(b, 8)
	case asFixed4:
		b = skip(b, 4)
	default:
		b = nil
	}
	if b == nil || f.number == 0 || f.number >= 1<<29 {
		*m = damaged
		return false
	}
	*m = b
	return true
}

// damaged replaces a message that cannot be read further.
var damaged = message(nil)

// broken reports whether next stopped because of damage. Call it after next has returned false.
func (m message) broken() bool { return m == nil }

func skip(b []byte, n int) []byte {
	if len(b) < n {
		return nil
	}
	return b[n:]
}

// varint reads a number; rest is nil if b does not begin with one.
func varint(b []byte) (v uint64, rest []byte) {
	v, n := binary.Uvarint(b)
	if n <= 0 {
		return 0, nil
	}
	return v, b[n:]
}
