package trace

import (
	"bytes"
	"encoding/binary"
	"math"
)

// An encoding is the layout of records in a block (sections 6.4 to 6.7, 7.1 and 7.2). E3 includes
// E4, which differs only in its unit; the summary states that unit.
type encoding uint8

const (
	anyEncoding encoding = iota // not known yet
	encodingE1
	encodingE2
	encodingE3
	encodingE5
	longRunning
	bare8  // low-overhead, with a head of 8 bytes
	bare12 // the same with 12 bytes; the meaning of the last 4 is not known
)

// head is the length of a block's head.
func (e encoding) head(dual bool) int {
	n := [...]int{anyEncoding: 5, encodingE1: 17, encodingE2: 21, encodingE3: 12, encodingE5: 12, longRunning: 12, bare8: 8, bare12: 12}[e]
	if dual && (e == encodingE1 || e == encodingE2) {
		n += 4
	}
	return n
}

// sized reports whether the head of a block says how many bytes the records have.
func (e encoding) sized() bool { return e == encodingE3 || e == encodingE5 || e == longRunning }

// timed reports whether records are of times first, and exits name no method.
func (e encoding) timed() bool { return e == encodingE5 || e == longRunning }

// unnamedExits reports whether exits name no method.
func (e encoding) unnamedExits() bool { return e.timed() || e.bare() }

func (e encoding) bare() bool { return e == bare8 || e == bare12 }

// A form is how the packets of a file are written, as far as it is known.
type form struct {
	encoding encoding
	dual     bool
	wide     bool // method ids have 8 bytes
	dump     bool // no V2 file: without a header or of version 6
	micros   bool // a tick is a µs, as a first reading has found

	counter, frequency uint64 // of E5's clock
	base               uint64 // start of the times, in its ticks or in ns
	based              bool   // base is settled

	shapes *[256]shape // number shapes, by the set of bytes that end a number

	lost bool   // amid bytes that are no packet
	tid  uint32 // of the block, or of the last one
}

// clocks returns the clocks of the records, and whether the form is sure of them.
func (f *form) clocks() (recorded Clocks, sure bool) {
	switch {
	case f.dual:
		return Dual, true
	case f.encoding.bare():
		return 0, true
	}
	return Wall, f.dump
}

// A likeness is how the bytes at hand look as a packet.
type likeness uint8

const (
	unlike likeness = iota
	unsure          // more bytes tell
	alike
)

// classify reports whether b begins with a packet. It returns the range of the packet's text, or
// the length of a block's head. Its cost does not grow with the packet.
func (f *form) classify(b []byte, wide bool) (from, to int, l likeness) {
	switch b[0] {
	case threadPacket:
		from = 7
		if len(b) < from {
			return 0, 0, unsure
		}
		to = from + int(binary.LittleEndian.Uint16(b[5:]))
		if tid := binary.LittleEndian.Uint32(b[1:]); tid == 0 || tid >= maxTid || f.lost && to == from {
			return 0, 0, unlike
		}
	case methodPacket:
		from = 7
		if wide {
			from = 11
		}
		if len(b) < from {
			return 0, 0, unsure
		}
		to = from + int(binary.LittleEndian.Uint16(b[from-2:]))
		if to == from || len(b) >= to && b[to-1] != '\n' {
			return 0, 0, unlike
		}
	case blockPacket:
		to = f.encoding.head(f.dual)
		if len(b) < to {
			return 0, 0, unsure
		}
		return 0, to, f.likeBlock(b)
	case summaryPacket:
		from = 3
		text := b[min(from, len(b)):min(from+len("*version"), len(b))]
		switch {
		case !bytes.HasPrefix([]byte("*version"), text):
			if f.dump && !f.lost { // version 6 has such a packet of 16 unknown bytes
				return 17, 17, likenessOf(len(b) >= 17)
			}
			return 0, 0, unlike
		default:
			return from, from, likenessOf(len(text) == len("*version"))
		}
	case textTail:
		const tail = "\n*threads\n"
		if !f.dump || !bytes.HasPrefix([]byte(tail), b[:min(len(b), len(tail))]) {
			return 0, 0, unlike
		}
		return 1, 1, likenessOf(len(b) >= len(tail))
	default:
		return 0, 0, unlike
	}
	// No string of a virtual machine holds a zero byte.
	if seen := b[from:min(to, len(b), from+64)]; bytes.IndexByte(seen, 0) >= 0 || f.lost && len(seen) > 0 && seen[0] < ' ' {
		return 0, 0, unlike
	}
	return from, to, likenessOf(len(b) >= to)
}

func likenessOf(whole bool) likeness {
	if whole {
		return alike
	}
	return unsure
}

// likeBlock reports whether b begins with the head of a block.
func (f *form) likeBlock(b []byte) likeness {
	tid := binary.LittleEndian.Uint32(b[1:])
	if tid == 0 || tid >= maxTid {
		return unlike
	}
	switch e := f.encoding; {
	case e == encodingE1 && b[5]&3 == 3, e == encodingE2 && (b[5]&3 == 3 || binary.LittleEndian.Uint16(b[11:]) != 0):
		return unlike
	case e.sized():
		count, size := int64(binary.LittleEndian.Uint16(b[5:])), int64(binary.LittleEndian.Uint32(b[8:]))
		// A block that continues the previous one counts that one's records too.
		if b[7] != 0 || size < count && tid != f.tid || count == 0 && size != 0 && size < ringMask {
			return unlike
		}
		if f.dump && size > count*longestRecord { // elsewhere a count of more than 16 bits has lost its upper ones
			return unlike
		}
	case e.bare() && (b[7] != 0 || b[5]|b[6] == 0):
		return unlike
	}
	return alike
}

// eitherWidth reports whether the length of the ids of method packets is still unknown.
func (f *form) eitherWidth() bool { return f.encoding == anyEncoding && !f.wide && !f.dump }

// begin is the earliest time of a long-running dump, in ns, by the first record of each block.
func (f *form) begin(b []byte) uint64 {
	head, least := f.encoding.head(false), uint64(math.MaxUint64)
	for len(b) > head && b[0] == blockPacket {
		size := int(binary.LittleEndian.Uint32(b[8:]))
		var first [longestRecord]byte
		copy(first[:], b[head:])
		if v, n := number(first[:]); n > 0 {
			least = min(least, signed(v, n)>>1)
		}
		b = b[min(len(b), head+size):]
	}
	if least == math.MaxUint64 {
		return 0
	}
	return least
}

// nanos is the time of a timed record, in ns since the start.
func (f *form) nanos(t uint64) uint64 {
	if f.encoding == longRunning {
		return t>>1 - f.base
	}
	t >>= 2
	if !f.based { // times may be those of the counter, or since its start
		f.based = true
		if t >= f.counter {
			f.base = f.counter
		}
	}
	return f.scaled(t)
}

// scaled is a time of E5's counter in ns.
func (f *form) scaled(t uint64) uint64 {
	if t < f.base {
		return 0
	}
	t -= f.base
	if hertz := f.hertz(); hertz > 0 {
		return t/hertz*1e9 + t%hertz*1e9/hertz
	}
	return t
}

// hertz is the frequency of E5's counter, 0 where it counts ns.
func (f *form) hertz() uint64 {
	if f.encoding != encodingE5 || f.frequency == 1e9 || f.frequency >= 1<<33 {
		return 0
	}
	return f.frequency
}
