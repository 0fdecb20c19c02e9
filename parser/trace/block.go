package trace

import (
	"encoding/binary"
	"math/bits"
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

func (e encoding) bare() bool { return e == bare8 || e == bare12 }

// A running is the values that each record of a block changes.
type running struct {
	value     uint64 // method and action; of timed records, the method entered last
	wall, cpu uint64 // as in the file, in ticks; of timed records, wall is the time and the action
	action    Action // of the last record
}

// blocks is the state of a file of packets.
type blocks struct {
	encoding encoding
	dual     bool
	wide     bool // method ids have 8 bytes
	dump     bool // no V2 file: without a header or of version 6
	lost     bool // amid bytes that are no packet
	micros   bool // a tick is a µs, as a first reading has found
	fell     bool // a thread-cpu clock fell while that was not known

	counter, frequency uint64 // of E5's clock
	base               uint64 // start of the times, in its ticks or in ns
	based              bool   // base is settled

	now    running
	first  uint64 // E1: value of the block's first record
	tid    uint32 // of the block, or of the last one
	stated int64  // records as its head says, modulo 65536
	size   uint16 // of E1 and E2: bytes of the records after the first, modulo 65536
	start  int64  // where those bytes begin
	off    int64  // where the next record is
	left   int64  // bytes of the block still to come, where its head says how many it has
	n      int64  // records read of the block, or of all that one flush has written
	endAt  int64  // where the last block ended

	shapes *[256]shape // number shapes, by the set of bytes that end a number
	stacks [][]entered // by ThreadIndex: running calls, for encodings without methods in exits
	held   int64       // bytes of stacks

	fitting *fitting // of a first reading of a dump without times
	fits    []fit    // fits for exits still to come
	exits   int      // that named nothing, so far
}

// An entered is a call that runs.
type entered struct {
	method uint64 // as in the file, with unnamed set where nothing tells which it is
	row    uint32 // of the method table, plus 1
}

const enteredBytes = 16

const (
	unnamed  = 1 << 63         // of a method: it is not known which
	nobody   = unnamed | 1<<62 // such a method, with space for methods before and after it
	ringMask = 0xFFFF          // bits of a count or size that heads have
)

// setEncoding settles the encoding, and the unit of the times with it.
func (r *Reader) setEncoding(e encoding) {
	r.blocks.encoding = e
	nanos := e.timed() || e == encodingE3 && !r.blocks.micros
	if nanos {
		r.info.Tick, r.out.mask = 1, 1<<64-1
	} else {
		r.info.Tick, r.out.mask = 1000, 1<<32-1
	}
	r.chooseClocks()
}

// likeBlock reports whether b begins with the head of a block.
func (k *blocks) likeBlock(b []byte) likeness {
	tid := binary.LittleEndian.Uint32(b[1:])
	if tid == 0 || tid >= maxTid {
		return unlike
	}
	switch e := k.encoding; {
	case e == encodingE1 && b[5]&3 == 3, e == encodingE2 && (b[5]&3 == 3 || binary.LittleEndian.Uint16(b[11:]) != 0):
		return unlike
	case e.sized():
		count, size := int64(binary.LittleEndian.Uint16(b[5:])), int64(binary.LittleEndian.Uint32(b[8:]))
		// A block that continues the previous one counts that one's records too.
		if b[7] != 0 || size < count && tid != k.tid || count == 0 && size != 0 && size < ringMask {
			return unlike
		}
		if k.dump && size > count*longestRecord { // elsewhere a count of more than 16 bits has lost its upper ones
			return unlike
		}
	case e.bare() && (b[7] != 0 || b[5]|b[6] == 0):
		return unlike
	}
	return alike
}

// startBlock reads the head of a block, n bytes at c, and in E1 and E2 the record in it.
func (r *Reader) startBlock(c cursor, n int) int {
	k, o, b := &r.blocks, &r.out, c.b
	e := k.encoding
	tid := binary.LittleEndian.Uint32(b[1:])
	follows := k.endAt == c.off && k.tid == tid // the one before, of the same thread
	k.stated = int64(binary.LittleEndian.Uint16(b[5:]))
	k.left = 1 << 62
	if e.sized() {
		k.left = int64(binary.LittleEndian.Uint32(b[8:]))
	}
	if follows && e == encodingE3 {
		// A block written during a flush continues the values and the count of the previous one
		// (section 6.6). Its number of records follows from the number of bytes that end a number.
		size := k.left
		if int64(len(b)-n) < size && !r.closed && size <= maxBlock {
			return 0
		}
		fields := int64(2)
		if k.dual {
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
	k.tid = tid
	o.endRun()
	o.thread = 0 // some thread's
	row, ok := r.lists.findThread(ThreadID(tid))
	if !ok {
		row = r.lists.addThread(ThreadID(tid), c.off)
	}
	o.setRow(row)
	k.growStacks(row)
	r.part = inBlock
	k.off = c.at(n)
	if e == encodingE1 || e == encodingE2 {
		at := 9
		k.first = uint64(binary.LittleEndian.Uint32(b[5:]))
		if e == encodingE2 {
			at = 13
			k.first = binary.LittleEndian.Uint64(b[5:])
		}
		next := running{value: k.first, action: Action(k.first & 3)}
		if k.dual {
			next.cpu = uint64(binary.LittleEndian.Uint32(b[at:]))
			at += 4
		}
		next.wall = uint64(binary.LittleEndian.Uint32(b[at:]))
		k.stated = int64(binary.LittleEndian.Uint16(b[at+4:])) + 1
		k.size = binary.LittleEndian.Uint16(b[at+6:])
		k.start = k.off
		r.event(&next, c.off)
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
	switch e := k.encoding; {
	case e.sized():
		return k.left == 0
	case e.bare():
		return k.n == k.stated
	}
	// Both counts are modulo 65536. With records of equal length both also match 65536 records too
	// early, so the next bytes must look like a packet.
	if (k.n-k.stated)&ringMask != 0 || uint16(k.off-k.start) != k.size {
		return false
	}
	if len(b) == 0 {
		return closed
	}
	_, _, l := k.classify(b, k.encoding != encodingE1)
	return l == alike
}

// mayEnd reports whether the block ends before b if more bytes than there are say so.
func (k *blocks) mayEnd(b []byte) bool {
	if k.encoding != encodingE1 && k.encoding != encodingE2 || (k.n-k.stated)&ringMask != 0 || uint16(k.off-k.start) != k.size {
		return false
	}
	if len(b) == 0 {
		return true
	}
	_, _, l := k.classify(b, k.encoding != encodingE1)
	return l == unsure
}

// readBlock reads records of a block.
func (r *Reader) readBlock(c cursor) int {
	k := &r.blocks
	read := 0
	for {
		rest := c.after(read)
		switch {
		case k.ended(rest.b, r.closed):
			r.endBlock(rest.off)
			return read
		case len(rest.b) == 0, !r.closed && k.mayEnd(rest.b):
			return read
		}
		b := rest.b
		if k.left < int64(len(b)) {
			b = b[:k.left]
		}
		n := r.readEvents(cursor{b, rest.off})
		if n == 0 {
			if len(b) < longestRecord && int64(len(b)) < k.left {
				return read // more bytes are needed
			}
			// No record: numbers of more than 64 bits, or one that ends beyond its block.
			r.note("odd-block", rest.off)
			if !k.encoding.sized() {
				k.lost = true
				r.part, k.endAt = inPackets, -1
				return read
			}
			n = len(b)
			k.stated = k.n // already reported
		}
		read += n
		k.left -= int64(n)
	}
}

// endBlock ends a block at off.
func (r *Reader) endBlock(off int64) {
	k := &r.blocks
	if (k.n-k.stated)&ringMask != 0 {
		r.note("odd-block", off)
	}
	k.endAt = off
	r.part = inPackets
}

// longestRecord is how many bytes a record has at most: three numbers of 10.
const longestRecord = 30

// readEvents reads whole records at c, those of a block or the first of them, and returns their
// length.
func (r *Reader) readEvents(c cursor) (read int) {
	k, o := &r.blocks, &r.out
	var padded [2 * longestRecord]byte
	for read < len(c.b) {
		most := int64(batchSize)
		if !k.encoding.sized() {
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
			case k.encoding <= encodingE3:
				n, records = o.runDeltas(k, &r.lists, b, most)
			case k.encoding.timed():
				n, records = o.runTimed(k, &r.lists, b, most)
			default:
				n, records = o.runBare(k, &r.lists, b, most)
			}
			if n > 0 {
				r.info.Records += records
				r.info.Threads[o.row].Records += records
				k.n += records
				read += n
				k.off = c.at(read)
				if o.n == batchSize {
					r.flush()
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
		r.event(&next, off)
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
	case k.encoding <= encodingE3:
		if k.encoding == encodingE1 {
			next.value = uint64(uint32(k.first + v))
		} else {
			next.value += v
		}
		next.action = Action(next.value & 3)
		v, n = number(b[size:])
		next.wall += v
		size += n
		if k.dual && size > 0 {
			v, n = number(b[size:])
			next.cpu += v
			size += n
		}
	case k.encoding.bare():
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
		if k.encoding == encodingE5 {
			next.action = Action(next.wall & 3)
			if k.dual { // below 0 it never is: so whether it is signed makes no difference
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
func (r *Reader) event(next *running, off int64) {
	k, o := &r.blocks, &r.out
	e := k.encoding
	wall, cpu := next.wall, next.cpu
	k.now = *next
	k.n++
	r.info.Records++
	r.info.Threads[o.row].Records++
	if next.action == 3 {
		r.note("reserved-action", off)
		return
	}
	method := next.value &^ 3
	switch {
	case e.bare():
		wall = 0
		method = r.bareMethod(next, off)
	case e.timed():
		wall = k.nanos(next.wall)
		if next.action != Enter {
			method = r.pop(off)
		}
	}
	if !k.dual {
		cpu = wall
	}
	row := uint32(0)
	if id := key(method&^unnamed) >> 2; method&unnamed == 0 {
		if row = r.lists.find(id); row == 0 {
			row = r.lists.addMethod(id, off)
		}
	} else if row = r.lists.find(0); row == 0 {
		row = r.lists.addMethod(0, off)
	}
	r.put(MethodIndex(row-1), next.action, wall&o.mask, cpu&o.mask, off)
	k.growStacks(o.row) // which may be another thread's by now
	if next.action == Enter && (e.timed() || e.bare()) {
		stack := &k.stacks[o.row]
		was := cap(*stack)
		*stack = append(*stack, entered{method, row})
		k.held += int64(cap(*stack)-was) * enteredBytes
	}
}

// growStacks makes growStacks for the stack of a thread.
func (k *blocks) growStacks(row ThreadIndex) {
	for int(row) >= len(k.stacks) && (k.encoding.timed() || k.encoding.bare()) {
		k.stacks = append(k.stacks, nil)
	}
}

// pop ends the call of the last record's thread that was entered last, and returns its method.
func (r *Reader) pop(off int64) uint64 {
	stack := &r.blocks.stacks[r.out.row]
	i := len(*stack) - 1
	if i < 0 {
		if method := r.blocks.fitted(); method != nobody {
			r.note("fitted-exits", off)
			return method
		}
		if f := r.blocks.fitting; f != nil {
			f.leave(r.out.row)
		}
		r.note("nameless-exits", off)
		return nobody
	}
	method := (*stack)[i].method
	*stack = (*stack)[:i]
	return method
}

// bareMethod returns the method of a record without times. An exit from an unknown call loses the
// thread's position, unless a fit for the call exists. After such an exit, methods are known only
// by their distance from the lost one.
func (r *Reader) bareMethod(next *running, off int64) uint64 {
	k := &r.blocks
	if next.action == Enter {
		if next.value&unnamed != 0 {
			r.note("nameless-calls", off)
			if k.fitting != nil {
				k.fitting.enter(r.out.row, next.value&^3-nobody)
			}
		}
		return next.value &^ 3
	}
	method := r.pop(off)
	k.now.value = method | 1
	return method
}

// nanos is the time of a timed record, in ns since the start.
func (k *blocks) nanos(t uint64) uint64 {
	if k.encoding == longRunning {
		return t>>1 - k.base
	}
	t >>= 2
	if !k.based { // times may be those of the counter, or since its start
		k.based = true
		if t >= k.counter {
			k.base = k.counter
		}
	}
	return k.scaled(t)
}

// scaled is a time of E5's counter in ns.
func (k *blocks) scaled(t uint64) uint64 {
	if t < k.base {
		return 0
	}
	t -= k.base
	if hertz := k.hertz(); hertz > 0 {
		return t/hertz*1e9 + t%hertz*1e9/hertz
	}
	return t
}

// hertz is the frequency of E5's counter, 0 where it counts ns.
func (k *blocks) hertz() uint64 {
	if k.encoding != encodingE5 || k.frequency == 1e9 || k.frequency >= 1<<33 {
		return 0
	}
	return k.frequency
}
