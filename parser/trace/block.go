package trace

import (
	"encoding/binary"
	"math/bits"
)

// A running is the values that each record of a block changes.
type running struct {
	value     uint64 // method and action; of timed records, the method entered last
	wall, cpu uint64 // as in the file, in ticks; of timed records, wall is the time and the action
	action    Action // of the last record
}

// blocks reads the records in the blocks of a file of packets.
type blocks struct {
	file   *file
	lists  *lists
	out    *output
	form   *form
	stacks stacks

	now    running
	first  uint64 // E1: value of the block's first record
	stated int64  // records as its head says, modulo 65536
	size   uint16 // of E1 and E2: bytes of the records after the first, modulo 65536
	from   int64  // where those bytes begin
	off    int64  // where the next record is
	left   int64  // bytes of the block still to come, where its head says how many it has
	n      int64  // records read of the block, or of all that one flush has written
	endAt  int64  // where the last block ended
}

const ringMask = 0xFFFF // bits of a count or size that heads have

// start reads the head of a block, n bytes at c, and in E1 and E2 the record in it.
func (k *blocks) start(c cursor, n int) int {
	o, b := k.out, c.b
	e := k.form.encoding
	tid := binary.LittleEndian.Uint32(b[1:])
	follows := k.endAt == c.off && k.form.tid == tid // the one before, of the same thread
	k.stated = int64(binary.LittleEndian.Uint16(b[5:]))
	k.left = 1 << 62
	if e.sized() {
		k.left = int64(binary.LittleEndian.Uint32(b[8:]))
	}
	if follows && e == encodingE3 {
		// A block written during a flush continues the values and the count of the previous one
		// (section 6.6). Its number of records follows from the number of bytes that end a number.
		size := k.left
		if int64(len(b)-n) < size && !k.file.closed && size <= maxBlock {
			return 0
		}
		fields := int64(2)
		if k.form.dual {
			fields = 3
		}
		records := lastBytes(b[n:min(int64(len(b)), int64(n)+size)]) / fields
		follows = (records-k.stated)&ringMask != 0 && (k.n+records-k.stated)&ringMask == 0
	} else {
		follows = false
	}
	if !follows {
		k.now, k.n = running{}, 0
	}
	k.form.tid = tid
	o.endRun()
	o.thread = 0 // some thread's
	row, ok := k.lists.findThread(ThreadID(tid))
	if !ok {
		row = k.lists.addThread(ThreadID(tid), c.off)
	}
	o.setRow(row)
	if e.unnamedExits() {
		k.stacks.grow(row)
	}
	k.file.part = inBlock
	k.off = c.at(n)
	if e == encodingE1 || e == encodingE2 {
		at := 9
		k.first = uint64(binary.LittleEndian.Uint32(b[5:]))
		if e == encodingE2 {
			at = 13
			k.first = binary.LittleEndian.Uint64(b[5:])
		}
		next := running{value: k.first, action: Action(k.first & 3)}
		if k.form.dual {
			next.cpu = uint64(binary.LittleEndian.Uint32(b[at:]))
			at += 4
		}
		next.wall = uint64(binary.LittleEndian.Uint32(b[at:]))
		k.stated = int64(binary.LittleEndian.Uint16(b[at+4:])) + 1
		k.size = binary.LittleEndian.Uint16(b[at+6:])
		k.from = k.off
		k.event(&next, c.off)
	}
	return n
}

// lastBytes counts the bytes of b that end a number.
func lastBytes(b []byte) (n int64) {
	for ; len(b) >= 8; b = b[8:] {
		n += int64(bits.OnesCount64(^binary.LittleEndian.Uint64(b) & numberEnds))
	}
	for _, c := range b {
		n += int64(c>>7) ^ 1
	}
	return n
}

// ended reports whether the block ends before b, which may be all that is left of the file.
func (k *blocks) ended(b []byte, closed bool) bool {
	switch e := k.form.encoding; {
	case e.sized():
		return k.left == 0
	case e.bare():
		return k.n == k.stated
	}
	// Both counts are modulo 65536. With records of equal length both also match 65536 records too
	// early, so the next bytes must look like a packet.
	if (k.n-k.stated)&ringMask != 0 || uint16(k.off-k.from) != k.size {
		return false
	}
	if len(b) == 0 {
		return closed
	}
	_, _, l := k.form.classify(b, k.form.encoding != encodingE1)
	return l == alike
}

// mayEnd reports whether the block ends before b if more bytes than there are say so.
func (k *blocks) mayEnd(b []byte) bool {
	if k.form.encoding != encodingE1 && k.form.encoding != encodingE2 || (k.n-k.stated)&ringMask != 0 || uint16(k.off-k.from) != k.size {
		return false
	}
	if len(b) == 0 {
		return true
	}
	_, _, l := k.form.classify(b, k.form.encoding != encodingE1)
	return l == unsure
}

// read reads records of a block.
func (k *blocks) read(c cursor) int {
	read := 0
	for {
		rest := c.after(read)
		switch {
		case k.ended(rest.b, k.file.closed):
			k.end(rest.off)
			return read
		case len(rest.b) == 0, !k.file.closed && k.mayEnd(rest.b):
			return read
		}
		b := rest.b
		if k.left < int64(len(b)) {
			b = b[:k.left]
		}
		n := k.readEvents(cursor{b, rest.off})
		if n == 0 {
			if len(b) < longestRecord && int64(len(b)) < k.left {
				return read // more bytes are needed
			}
			// No record: numbers of more than 64 bits, or one that ends beyond its block.
			k.file.note("odd-block", rest.off)
			if !k.form.encoding.sized() {
				k.form.lost = true
				k.file.part, k.endAt = inPackets, -1
				return read
			}
			n = len(b)
			k.stated = k.n // already reported
		}
		read += n
		k.left -= int64(n)
	}
}

// end ends a block at off.
func (k *blocks) end(off int64) {
	if (k.n-k.stated)&ringMask != 0 {
		k.file.note("odd-block", off)
	}
	k.endAt = off
	k.file.part = inPackets
}

// longestRecord is how many bytes a record has at most: three numbers of 10.
const longestRecord = 30

// readEvents reads whole records at c, those of a block or the first of them, and returns their
// length.
func (k *blocks) readEvents(c cursor) (read int) {
	o := k.out
	var padded [2 * longestRecord]byte
	for read < len(c.b) {
		most := int64(batchSize)
		if !k.form.encoding.sized() {
			if most = (k.stated - k.n) & ringMask; most == 0 && read > 0 {
				break // perhaps the block's last
			} else if most == 0 {
				most = ringMask + 1
			}
		}
		b := c.b[read:]
		if o.thread != noThread && o.steady() && len(b) >= 8 {
			var n int
			var records int64
			switch {
			case k.form.encoding <= encodingE3:
				n, records = o.runDeltas(k, k.lists, b, most)
			case k.form.encoding.timed():
				n, records = o.runTimed(k, k.lists, b, most)
			default:
				n, records = o.runBare(k, k.lists, b, most)
			}
			if n > 0 {
				k.file.info.Records += records
				k.file.info.Threads[o.row].Records += records
				k.n += records
				read += n
				k.off = c.at(read)
				if o.n == batchSize {
					o.flush()
				}
				continue
			}
		}
		next := k.now
		size := 0
		if len(b) >= longestRecord+8 {
			size = k.decode(b, &next)
		} else {
			clear(padded[copy(padded[:], b):])
			size = k.decode(padded[:], &next)
		}
		if size <= 0 || size > len(b) {
			break
		}
		off := c.at(read)
		read += size
		k.off = c.at(read)
		k.event(&next, off)
	}
	return read
}

// number reads a LEB128 number at the start of b, which has at least 10 bytes. A longer number has
// a negative length.
//
//go:noinline // called for unusual numbers only
func number(b []byte) (v uint64, n int) {
	x := binary.LittleEndian.Uint64(b)
	ends := ^x & numberEnds
	if ends == 0 {
		return longNumber(b)
	}
	return joined(x & (ends&-ends - 1)), bits.TrailingZeros64(ends)>>3 + 1
}

func longNumber(b []byte) (v uint64, n int) {
	for i := range 10 {
		v |= uint64(b[i]&0x7F) << (7 * i)
		if b[i] < 0x80 {
			return v, i + 1
		}
	}
	return 0, -longestRecord
}

// signed extends the sign of a number of n bytes.
func signed(v uint64, n int) uint64 {
	if n < 0 || n > 9 {
		return v
	}
	shift := 64 - 7*n
	return uint64(int64(v<<shift) >> shift)
}

// decode reads a record at the start of b, which has at least longestRecord bytes, into next, which
// holds the previous values. A size of 0 or less means that b does not begin with a record.
func (k *blocks) decode(b []byte, next *running) (size int) {
	v, n := number(b)
	v = signed(v, n)
	size = n
	switch {
	case size < 0:
		return size
	case k.form.encoding <= encodingE3:
		if k.form.encoding == encodingE1 {
			next.value = uint64(uint32(k.first + v))
		} else {
			next.value += v
		}
		next.action = Action(next.value & 3)
		v, n = number(b[size:])
		next.wall += v
		size += n
		if k.form.dual && size > 0 {
			v, n = number(b[size:])
			next.cpu += v
			size += n
		}
	case k.form.encoding.bare():
		after := next.value & 1 // after an exit
		if v == 1-after || v == 0 && next.value == 0 {
			next.action = Exit
			break
		}
		next.action = Enter
		next.value += v
	default:
		next.wall += v
		next.action = Action(next.wall & 1)
		if k.form.encoding == encodingE5 {
			next.action = Action(next.wall & 3)
			if k.form.dual { // below 0 it never is: so whether it is signed makes no difference
				next.cpu, n = number(b[size:])
				size += n
			}
		}
		if next.action == Enter && size > 0 {
			v, n = number(b[size:])
			next.value += signed(v, n)
			size += n
		}
	}
	return size
}

// event hands on one record, that at off, in every case, and makes its values those that the
// next is read from.
func (k *blocks) event(next *running, off int64) {
	o := k.out
	e := k.form.encoding
	wall, cpu := next.wall, next.cpu
	k.now = *next
	k.n++
	k.file.info.Records++
	k.file.info.Threads[o.row].Records++
	if next.action == 3 {
		k.file.note("reserved-action", off)
		return
	}
	method := next.value &^ 3
	switch {
	case e.bare():
		wall = 0
		method = k.bareMethod(next, off)
	case e.timed():
		wall = k.form.nanos(next.wall)
		if next.action != Enter {
			method = k.pop(off)
		}
	}
	if !k.form.dual {
		cpu = wall
	}
	row := uint32(0)
	if id := key(method&^unnamed) >> 2; method&unnamed == 0 {
		if row = k.lists.find(id); row == 0 {
			row = k.lists.addMethod(id, off)
		}
	} else if row = k.lists.find(0); row == 0 {
		row = k.lists.addMethod(0, off)
	}
	o.put(MethodIndex(row-1), next.action, wall&o.mask, cpu&o.mask, off)
	if e.unnamedExits() {
		k.stacks.grow(o.row) // which may be another thread's by now
		if next.action == Enter {
			k.stacks.push(o.row, entered{method, row})
		}
	}
}

// pop ends the call of the last record's thread that was entered last, and returns its method.
func (k *blocks) pop(off int64) uint64 {
	method, note := k.stacks.pop(k.out.row)
	if note != "" {
		k.file.note(note, off)
	}
	return method
}

// bareMethod returns the method of a record without times. An exit from an unknown call loses the
// thread's position, unless a fit for the call exists. After such an exit, methods are known only
// by their distance from the lost one.
func (k *blocks) bareMethod(next *running, off int64) uint64 {
	if next.action == Enter {
		if next.value&unnamed != 0 {
			k.file.note("nameless-calls", off)
			if k.stacks.fitting != nil {
				k.stacks.fitting.enter(k.out.row, next.value&^3-nobody)
			}
		}
		return next.value &^ 3
	}
	method := k.pop(off)
	k.now.value = method | 1
	return method
}
