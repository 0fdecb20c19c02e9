package trace

import "encoding/binary"

const (
	unwritten = 0xEEEEEEEE // a method value that Dalvik never came to write
	zeroRun   = 4          // consecutive all-zero records from this number on are not real records
)

// A decoder reads records of one layout of versions 1 to 3. Like the decoders of other containers,
// it passes them to the Reader's output.
type decoder struct {
	file  *file
	lists *lists
	out   *output

	layout    layout // its size is 0 before the header was read
	streaming bool   // packets stand between the records

	zeros   int64 // records of nothing but zeros that were read last and not yet handed on
	zerosAt int64 // where they start
	hole    bool  // the last records were such a run and were left out
	stopped bool  // no record is read any more
}

// readRecords reads the records of versions 1 to 3. It holds all-zero records back, because many
// are space that was never written, or was lost.
func (d *decoder) readRecords(c cursor) int {
	b := c.b
	whole := len(b) - len(b)%d.layout.size
	if whole == 0 {
		return 0
	}
	end := whole
	for end > 0 && allZero(b[end-d.layout.size:end]) {
		end -= d.layout.size
	}
	if end > 0 {
		n := 0
		if d.zeros > 0 {
			n = d.holdZeros(c.first(end))
			d.releaseZeros()
		}
		n += d.decode(c.first(end).after(n))
		if d.stopped {
			d.file.skip("unwritten-records")
			d.file.info.Complete = false
			return n
		}
	}
	if end < whole {
		if d.zeros == 0 {
			d.zerosAt = c.at(end)
		}
		d.zeros += int64((whole - end) / d.layout.size)
	}
	return whole
}

func allZero(b []byte) bool {
	for _, c := range b {
		if c != 0 {
			return false
		}
	}
	return true
}

// holdZeros holds back the zero records at the start of c and returns their length.
func (d *decoder) holdZeros(c cursor) int {
	n := 0
	for n+d.layout.size <= len(c.b) && allZero(c.b[n:n+d.layout.size]) {
		n += d.layout.size
	}
	if n > 0 && d.zeros == 0 {
		d.zerosAt = c.off
	}
	d.zeros += int64(n / d.layout.size)
	return n
}

// releaseZeros handles held all-zero records when other records follow. A few are read; a longer
// run is a hole in the file, unless the file lists a thread 0. Either way the current run of one
// thread ends, even if the zeros began in an earlier piece: the run functions accept no record of
// thread 0, and none directly after a hole.
func (d *decoder) releaseZeros() {
	unlisted := !d.lists.listsZero()
	if unlisted {
		defer d.out.leaveThread()
	}
	if d.zeros >= zeroRun && unlisted {
		d.file.add("zero-records", d.zerosAt, d.zeros)
		d.file.info.Complete = false
		d.zeros = 0
		d.hole = true
		return
	}
	for c := (cursor{make([]byte, d.layout.size), d.zerosAt}); d.zeros > 0; d.zeros-- {
		d.readRecord(c)
		c.off += int64(d.layout.size)
	}
}

func (d *decoder) endRecords(c cursor) {
	in, zeros := &d.file.info, d.zeros
	stated, ok := in.number("num-method-calls")
	surplus := ok && in.Records >= stated && !d.lists.listsZero()
	if zeros >= zeroRun || zeros > 0 && surplus {
		d.file.add("zero-tail", d.zerosAt, zeros)
		in.Complete = false
	} else {
		d.releaseZeros()
	}
	if len(c.b) > 0 {
		d.file.add("truncated-record", c.off, int64(len(c.b)))
		in.Complete = false
	}
}

// decode reads whole records and returns the bytes read. That is all of c, unless the decoder
// stopped or, in a streaming file, a packet comes next.
func (d *decoder) decode(c cursor) int {
	o := d.out
	read := 0
	for {
		var n int
		if d.layout.dual() {
			n = o.runDual(d.lists, d.layout.size, c.b[read:])
		} else {
			n = o.runSingle(d.lists, d.layout, c.b[read:])
		}
		if n > 0 {
			d.file.info.Records += int64(n)
			d.file.info.Threads[o.row].Records += int64(n)
			read += n * d.layout.size
		}
		if o.n == batchSize {
			d.out.flush()
			continue
		}
		rest := c.after(read)
		if len(rest.b) < d.layout.size || d.streaming && isPacket(rest.b) {
			return read
		}
		n = d.layout.size
		if !d.streaming && d.layout.threadOf(rest.b) == 0 && !d.lists.listsZero() {
			n = d.readUnlistedZero(rest)
		} else {
			d.hole = false
			d.readRecord(rest)
		}
		if d.stopped {
			return read
		}
		read += n
	}
}

// readUnlistedZero reads a record of an unlisted thread 0, a run of all-zero records, or the rest
// of the record that a hole ends in. It returns the number of bytes read. The run functions never
// see such a thread, so no zero record is missed.
func (d *decoder) readUnlistedZero(c cursor) int {
	n := d.layout.size
	switch {
	case allZero(c.b[:d.layout.size]):
		n = d.holdZeros(c)
		d.releaseZeros()
	case d.hole:
		d.file.note("zero-records", c.off)
		d.hole = false
		d.out.leaveThread()
	default:
		d.readRecord(c)
		d.out.leaveThread()
	}
	return n
}

// runDual reads ordinary records of the current thread with two clocks until the batch is full. It
// returns their number. It leaves unusual records to readRecord, one at a time.
//
// This is the inner loop of reading. It calls no functions, so its state stays in registers. One
// test covers both clocks: each advanced by less than 2^31 ticks, so neither wrapped nor stepped
// back. A single loop with offsets from the layout takes a fifth to a third longer
// (BenchmarkReader), so there are two loops, and offsets are constants here.
func (o *output) runDual(l *lists, size int, b []byte) int {
	if o.thread == noThread || !o.steady() {
		return 0
	}
	var (
		thread = uint16(o.thread)
		row    = o.row
		wall   = o.clocks[row].wall.time
		cpu    = o.clocks[row].cpu.time
		batch  = o.batch
		n      = o.n
		direct = l.direct
	)
	for n < batchSize && len(b) >= size {
		rec := b[:dualSize:dualSize]
		value := binary.LittleEndian.Uint32(rec[dualMethod:])
		if binary.LittleEndian.Uint16(rec) != thread || value&3 == 3 {
			break
		}
		var method uint32
		if k := value >> 2; int(k) < len(direct) {
			method = direct[k]
		} else {
			method = l.probe(key(k))
		}
		c := uint64(binary.LittleEndian.Uint32(rec[dualCPU:])) - uint64(uint32(cpu))
		w := uint64(binary.LittleEndian.Uint32(rec[dualWall:])) - uint64(uint32(wall))
		if method == 0 || c|w >= 1<<31 {
			break
		}
		cpu += Ticks(c)
		wall += Ticks(w)
		out := &batch[n] // field by field: a literal would be built aside and copied, at twice the time
		out.Wall, out.CPU = wall, cpu
		out.Thread, out.Method = row, MethodIndex(method-1)
		out.Action = Action(value & 3)
		n++
		b = b[size:]
	}
	read := n - o.n
	o.n = n
	o.clocks[row].wall.time = wall
	o.clocks[row].cpu.time = cpu
	return read
}

// runSingle is runDual for records with one clock.
func (o *output) runSingle(l *lists, at layout, b []byte) int {
	if o.thread == noThread || !o.steady() {
		return 0
	}
	var (
		size     = at.size
		methodAt = at.method
		timeAt   = at.wall
		mask     = at.thread
		thread   = uint16(o.thread)
		row      = o.row
		now      = o.clocks[row].wall.time
		wallMask = o.wallMask
		cpuMask  = o.cpuMask
		batch    = o.batch
		n        = o.n
		direct   = l.direct
	)
	for n < batchSize && len(b) >= size {
		rec := b[:size:size]
		value := binary.LittleEndian.Uint32(rec[methodAt:])
		if binary.LittleEndian.Uint16(rec)&mask != thread || value&3 == 3 {
			break
		}
		var method uint32
		if k := value >> 2; int(k) < len(direct) {
			method = direct[k]
		} else {
			method = l.probe(key(k))
		}
		t := uint64(binary.LittleEndian.Uint32(rec[timeAt:])) - uint64(uint32(now))
		if method == 0 || t >= 1<<31 {
			break
		}
		now += Ticks(t)
		out := &batch[n]
		out.Wall, out.CPU = now&wallMask, now&cpuMask
		out.Thread, out.Method = row, MethodIndex(method-1)
		out.Action = Action(value & 3)
		n++
		b = b[size:]
	}
	read := n - o.n
	o.n = n
	o.clocks[row].cpu.time += now - o.clocks[row].wall.time
	o.clocks[row].wall.time = now
	return read
}

// readRecord reads one record in every case: a new thread, a thread or method seen for the first
// time, a clock that wrapped or stepped back.
func (d *decoder) readRecord(c cursor) {
	at := &d.layout
	value := at.valueOf(c.b)
	row := d.lists.find(key(value >> 2))
	if value == unwritten && row == 0 {
		d.stopped = true
		return
	}
	d.out.ofThread(at.threadOf(c.b), c.off)
	if value&3 == 3 {
		d.out.reserved(c.off)
		return
	}
	if row == 0 {
		row = d.lists.addMethod(key(value>>2), c.off)
	}
	wall, cpu := at.timesOf(c.b)
	d.out.put(MethodIndex(row-1), Action(value&3), wall, cpu, c.off)
}
