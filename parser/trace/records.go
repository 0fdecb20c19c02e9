package trace

import "encoding/binary"

// Byte offsets in a record of version 3, little-endian (section 4.2). Version 2 has one clock
// at cpuAt, version 1 a thread id of one byte as well.
const (
	threadAt = 0 // u2 thread id
	methodAt = 2 // u4 method id, its two low bits the action
	cpuAt    = 6 // u4 thread-cpu clock
	wallAt   = 10
)

const (
	batchSize = 2048       // records, 64 KB: they stay in the processor's cache
	unwritten = 0xEEEEEEEE // a method value that Dalvik never came to write
	zeroRun   = 4          // so many records of nothing but zeros, one after another, are none
	step      = 1 << 26    // ticks; a clock that falls back by no more did not wrap (section 9.2)
)

// A clock is one clock of one thread.
type clock struct {
	time int64 // ticks, unwrapped and clamped: the latest so far
	lag  int64 // by how much the clock itself is behind that, after a step back
}

// clocks are those of one thread. A trace with one clock has it in wall.
type clocks struct {
	wall, cpu clock
	seen      bool // the thread has had a record
}

// A decoder is the state between two records.
type decoder struct {
	format    int // 1, 2 or 3
	size      int // bytes a record
	streaming bool
	wraps     bool // clocks may have passed 2^32

	// Of a trace with one clock: all ones for the field of Record that its times go to.
	wallMask, cpuMask int64

	batch *[batchSize]Record
	n     int // records in batch

	clocks []clocks // by ThreadIndex
	thread uint32   // id of the last record's thread, noThread for none
	row    ThreadIndex

	latest    int64 // greatest wall time at the end of a run of one thread's records
	unordered bool  // runs are far from the order of time

	zeros   int64 // records of nothing but zeros that were read last and not yet handed on
	zerosAt int64 // where they start
	hole    bool  // the last records were such a run and left out
	stopped bool  // no record is read any more
}

const noThread = 1 << 16

func (d *decoder) init() {
	d.batch = new([batchSize]Record)
	d.thread = noThread
}

// flush hands the batch to the sink.
func (r *Reader) flush() {
	d := &r.decoder
	if d.n == 0 {
		return
	}
	batch := d.batch[:d.n]
	d.n = 0
	r.pace.add(batch, &r.info)
	r.sink.Records(batch)
}

// readRecords reads the records of versions 1 to 3. Records of nothing but zeros are
// held back: many of them are space that was never written, or was lost.
func (r *Reader) readRecords(c cursor) int {
	d := &r.decoder
	b := c.b
	whole := len(b) - len(b)%d.size
	if whole == 0 {
		return 0
	}
	end := whole
	for end > 0 && allZero(b[end-d.size:end]) {
		end -= d.size
	}
	if end > 0 {
		n := 0
		if d.zeros > 0 {
			n = r.holdZeros(c.first(end))
			r.releaseZeros()
		}
		n += r.decode(c.first(end).after(n))
		if d.stopped {
			r.part = inRest
			r.rest = "unwritten-records"
			r.info.Complete = false
			return n
		}
	}
	if end < whole {
		if d.zeros == 0 {
			d.zerosAt = c.at(end)
		}
		d.zeros += int64((whole - end) / d.size)
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
func (r *Reader) holdZeros(c cursor) int {
	d := &r.decoder
	n := 0
	for n+d.size <= len(c.b) && allZero(c.b[n:n+d.size]) {
		n += d.size
	}
	if n > 0 && d.zeros == 0 {
		d.zerosAt = c.off
	}
	d.zeros += int64(n / d.size)
	return n
}

// releaseZeros is called when others follow the zero records that were held back: a few
// are read, a run of them is a hole in the file, unless it lists a thread 0.
func (r *Reader) releaseZeros() {
	d := &r.decoder
	if d.zeros >= zeroRun && !r.lists.listsZero() {
		r.info.Receipt.Add("zero-records", d.zerosAt, d.zeros)
		r.info.Complete = false
		d.zeros = 0
		d.hole = true
		return
	}
	for c := (cursor{make([]byte, d.size), d.zerosAt}); d.zeros > 0; d.zeros-- {
		r.readRecord(c)
		c.off += int64(d.size)
	}
}

func (r *Reader) endRecords(c cursor) {
	in, zeros := &r.info, r.decoder.zeros
	stated, ok := in.number("num-method-calls")
	surplus := ok && in.Records >= stated && !r.lists.listsZero()
	if zeros >= zeroRun || zeros > 0 && surplus {
		in.Receipt.Add("zero-tail", r.decoder.zerosAt, zeros)
		in.Complete = false
	} else {
		r.releaseZeros()
	}
	if len(c.b) > 0 {
		in.Receipt.Add("truncated-record", c.off, int64(len(c.b)))
		in.Complete = false
	}
}

// decode reads whole records and returns the bytes read: all of c, unless the decoder
// stopped or, in a streaming file, a packet comes next.
func (r *Reader) decode(c cursor) int {
	d := &r.decoder
	read := 0
	for {
		var n int
		if d.format == 3 {
			n = d.runDual(&r.lists, c.b[read:])
		} else {
			n = d.runSingle(&r.lists, c.b[read:])
		}
		if n > 0 {
			r.info.Records += int64(n)
			r.info.Threads[d.row].Records += int64(n)
			read += n * d.size
		}
		if d.n == batchSize {
			r.flush()
			continue
		}
		rest := c.after(read)
		if len(rest.b) < d.size || d.streaming && isPacket(rest.b) {
			return read
		}
		n = d.size
		if !d.streaming && d.threadOf(rest.b) == 0 && !r.lists.listsZero() {
			n = r.readUnlistedZero(rest)
		} else {
			d.hole = false
			r.readRecord(rest)
		}
		if d.stopped {
			return read
		}
		read += n
	}
}

// readUnlistedZero reads a record of a thread 0 that the file does not list, or a run of
// zero records, or what a hole has left of the record in which it ends. It returns the
// length of what was read. The run functions never see such a thread, so that no zero
// record escapes.
func (r *Reader) readUnlistedZero(c cursor) int {
	d := &r.decoder
	n := d.size
	switch {
	case allZero(c.b[:d.size]):
		n = r.holdZeros(c)
		r.releaseZeros()
	case d.hole:
		r.note("zero-records", c.off)
		d.hole = false
	default:
		r.readRecord(c)
	}
	d.endRun()
	d.thread = noThread
	return n
}

// runDual reads records with two clocks as long as they are of the last record's thread
// and nothing about them is unusual, until the batch is full, and returns their number.
// Whatever is unusual is left to readRecord, a record at a time.
//
// It is the inner loop of the whole reading: it calls nothing, so that its state stays in
// registers, and the two clocks share the test that both went forward by less than 2^31
// ticks, so neither wrapped nor fell back (BenchmarkReader).
func (d *decoder) runDual(l *lists, b []byte) int {
	if d.thread == noThread || !d.steady() {
		return 0
	}
	var (
		size   = d.size
		thread = uint16(d.thread)
		row    = d.row
		wall   = d.clocks[row].wall.time
		cpu    = d.clocks[row].cpu.time
		batch  = d.batch
		n      = d.n
		direct = l.direct
	)
	for n < batchSize && len(b) >= size {
		rec := b[:14:14]
		value := binary.LittleEndian.Uint32(rec[methodAt:])
		if binary.LittleEndian.Uint16(rec[threadAt:]) != thread || value&3 == 3 {
			break
		}
		var method uint32
		if k := value >> 2; k < uint32(len(direct)) {
			method = direct[k]
		} else {
			method = l.probe(key(k))
		}
		c := uint64(binary.LittleEndian.Uint32(rec[cpuAt:])) - uint64(uint32(cpu))
		w := uint64(binary.LittleEndian.Uint32(rec[wallAt:])) - uint64(uint32(wall))
		if method == 0 || c|w >= 1<<31 {
			break
		}
		cpu += int64(c)
		wall += int64(w)
		out := &batch[n] // field by field: a literal would be built aside and copied, at twice the time
		out.Wall, out.CPU = wall, cpu
		out.Thread, out.Method = row, MethodIndex(method-1)
		out.Action = Action(value & 3)
		n++
		b = b[size:]
	}
	read := n - d.n
	d.n = n
	d.clocks[row].wall.time = wall
	d.clocks[row].cpu.time = cpu
	return read
}

// runSingle is runDual for the records of versions 1 and 2, which have one clock.
func (d *decoder) runSingle(l *lists, b []byte) int {
	if d.thread == noThread || !d.steady() {
		return 0
	}
	var (
		size     = d.size
		width    = d.format // bytes of a thread id: u1 in version 1, u2 in version 2
		mask     = uint16(1<<(8*width) - 1)
		thread   = uint16(d.thread)
		row      = d.row
		now      = d.clocks[row].wall.time
		wallMask = d.wallMask
		cpuMask  = d.cpuMask
		batch    = d.batch
		n        = d.n
		direct   = l.direct
	)
	for n < batchSize && len(b) >= size {
		rec := b[:size:size]
		value := binary.LittleEndian.Uint32(rec[width:])
		if binary.LittleEndian.Uint16(rec)&mask != thread || value&3 == 3 {
			break
		}
		var method uint32
		if k := value >> 2; k < uint32(len(direct)) {
			method = direct[k]
		} else {
			method = l.probe(key(k))
		}
		t := uint64(binary.LittleEndian.Uint32(rec[width+4:])) - uint64(uint32(now))
		if method == 0 || t >= 1<<31 {
			break
		}
		now += int64(t)
		out := &batch[n]
		out.Wall, out.CPU = now&wallMask, now&cpuMask
		out.Thread, out.Method = row, MethodIndex(method-1)
		out.Action = Action(value & 3)
		n++
		b = b[size:]
	}
	read := n - d.n
	d.n = n
	d.clocks[row].wall.time = now
	return read
}

// steady reports whether the clocks of the last record's thread are where the file has
// them, not behind after a step back.
func (d *decoder) steady() bool {
	c := &d.clocks[d.row]
	return c.wall.lag|c.cpu.lag == 0
}

// readRecord reads one record in every case: of another thread than the last, of a thread
// or method seen for the first time, with a clock that wrapped or went back.
func (r *Reader) readRecord(c cursor) {
	d := &r.decoder
	b := c.b
	thread := d.threadOf(b)
	width := min(d.format, 2)
	value := binary.LittleEndian.Uint32(b[width:])
	row := r.lists.find(key(value >> 2))
	if value == unwritten && row == 0 {
		d.stopped = true
		return
	}
	if uint32(thread) != d.thread {
		d.endRun()
		d.thread = uint32(thread)
		d.row = r.threadRow(thread, c.off)
		for int(d.row) >= len(d.clocks) {
			d.clocks = append(d.clocks, clocks{})
		}
	}
	r.info.Records++
	r.info.Threads[d.row].Records++
	if value&3 == 3 {
		r.note("reserved-action", c.off)
		if !d.clocks[d.row].seen {
			d.thread = noThread // the thread's clocks begin with its next record
		}
		return
	}
	if row == 0 {
		row = r.lists.addMethod(key(value>>2), c.off)
	}
	wall, cpu := binary.LittleEndian.Uint32(b[width+4:]), uint32(0)
	if d.format == 3 {
		wall, cpu = binary.LittleEndian.Uint32(b[wallAt:]), wall
	}
	now := &d.clocks[d.row]
	r.advance(now, wall, cpu, c.off)
	out := Record{Wall: now.wall.time, CPU: now.cpu.time, Thread: d.row, Method: MethodIndex(row - 1), Action: Action(value & 3)}
	if d.format < 3 {
		out.Wall, out.CPU = now.wall.time&d.wallMask, now.wall.time&d.cpuMask
	}
	d.batch[d.n] = out
	d.n++
	if d.n == batchSize {
		r.flush()
	}
}

// threadOf is the thread id of the record at the start of b.
func (d *decoder) threadOf(b []byte) uint16 {
	if d.format == 1 {
		return uint16(b[threadAt])
	}
	return binary.LittleEndian.Uint16(b[threadAt:])
}

// threadRow returns the row of the thread that the record at off calls id.
func (r *Reader) threadRow(id uint16, off int64) ThreadIndex {
	if row := r.lists.thread[id]; row != 0 {
		return ThreadIndex(row - 1)
	}
	return r.lists.addThread(id, off)
}

// endRun is called when another thread's records follow: wall time is compared across
// threads only here.
func (d *decoder) endRun() {
	if d.thread == noThread {
		return
	}
	if wall := d.clocks[d.row].wall.time; wall >= d.latest {
		d.latest = wall
	} else if d.latest-wall > step {
		d.unordered = true
	}
}

// advance moves the clocks of a thread to those of the record at off, in every case
// (section 9.2): its first record, a wrap, a step back.
func (r *Reader) advance(c *clocks, wall, cpu uint32, off int64) {
	d := &r.decoder
	if !c.seen {
		c.seen = true
		c.wall.time = int64(wall)
		c.cpu.time = int64(cpu)
		if d.wraps && d.latest >= 1<<32-step && r.info.Clocks&Wall != 0 {
			r.placeLate(c, wall, off)
		}
		return
	}
	back := c.wall.advance(wall, d.wraps)
	if c.cpu.advance(cpu, d.wraps) || back {
		r.info.Threads[d.row].BackwardSteps++
		r.note("clock-went-back", off)
	}
}

// passedWrap reports whether a clock has passed 2^32, so that a wrap was applied to it.
func (d *decoder) passedWrap() bool {
	for i := range d.clocks {
		if c := &d.clocks[i]; max(c.wall.time, c.cpu.time) >= 1<<32 {
			return true
		}
	}
	return false
}

// placeLate unwraps the first wall time of a thread that began after others had wrapped,
// with the record at off: near the records before it, if the file is in the order of time.
func (r *Reader) placeLate(c *clocks, wall uint32, off int64) {
	d := &r.decoder
	if d.unordered {
		r.note("late-thread", off)
		return
	}
	c.wall.time = max(int64(wall), d.latest+int64(int32(wall-uint32(d.latest))))
}

// advance moves a clock to its next time as the file has it and reports whether it went
// back and was clamped.
func (c *clock) advance(now uint32, wraps bool) (back bool) {
	t := int64(now)
	if wraps {
		was := c.time - c.lag
		t = was + int64(now-uint32(was)+step) - step
	}
	if t < c.time {
		c.lag = c.time - t
		return true
	}
	c.time, c.lag = t, 0
	return false
}
