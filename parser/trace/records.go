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
	zeroTail  = 4          // records of nothing but zeros at the end that are no records
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
// held back: at the end of a file they are space that was never written.
func (r *Reader) readRecords(b []byte) int {
	d := &r.decoder
	whole := len(b) - len(b)%d.size
	if whole == 0 {
		return 0
	}
	end := whole
	for end > 0 && allZero(b[end-d.size:end]) {
		end -= d.size
	}
	if end > 0 {
		r.releaseZeros()
		n := r.decode(b[:end])
		if d.stopped {
			r.part = inRest
			r.rest = "unwritten-records"
			r.info.Complete = false
			return n
		}
	}
	if end < whole {
		if d.zeros == 0 {
			d.zerosAt = r.off + int64(end)
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

// releaseZeros reads the zero records that were held back: others follow them.
func (r *Reader) releaseZeros() {
	d := &r.decoder
	if d.zeros == 0 {
		return
	}
	at := r.off
	r.off = d.zerosAt
	block := make([]byte, d.size*int(min(d.zeros, 512)))
	for d.zeros > 0 {
		n := d.size * int(min(d.zeros, 512))
		r.decode(block[:n])
		r.off += int64(n)
		d.zeros -= int64(n / d.size)
	}
	r.off = at
}

func (r *Reader) endRecords(b []byte) {
	in := &r.info
	if r.decoder.zeros >= zeroTail {
		in.Receipt.Add("zero-tail", r.decoder.zerosAt, r.decoder.zeros)
		in.Complete = false
	} else {
		r.releaseZeros()
	}
	if len(b) > 0 {
		in.Receipt.Add("truncated-record", r.off, int64(len(b)))
		in.Complete = false
	}
}

// decode reads whole records and returns the bytes read: all of b, unless the decoder
// stopped or, in a streaming file, a packet comes next.
func (r *Reader) decode(b []byte) int {
	d := &r.decoder
	read := 0
	for read < len(b) && !d.stopped {
		at := r.off
		r.off += int64(read)
		var n int
		if d.format == 3 {
			n = r.decodeDual(b[read:])
		} else {
			n = r.decodeSingle(b[read:])
		}
		r.off = at
		read += n
		if d.n == batchSize {
			r.flush()
		} else if n == 0 {
			break
		}
	}
	return read
}

// decodeDual reads records with two clocks until the batch is full, b is read or
// something else than a record comes.
//
// It is the inner loop of the whole reading (BenchmarkReader): what it needs of a
// record's thread is kept in locals while the thread stays the same, what is rare is
// left to methods, and the two clocks share the test that both went forward by less
// than 2^31 ticks, so that neither wrapped nor fell back.
func (r *Reader) decodeDual(b []byte) int {
	var (
		d       = &r.decoder
		l       = &r.lists
		size    = d.size
		batch   = d.batch
		n       = d.n
		whole   = len(b)
		run     = 0 // records of this thread so far, for its count
		thread  = d.thread
		row     = d.row
		limit   uint64 // 2^31, or 0 while a clock of this thread is behind: then each record is rare
		wall    int64
		cpu     int64
		records int
	)
	if thread != noThread {
		wall, cpu, limit = d.load(row)
	}
	for n < batchSize && len(b) >= size {
		rec := b[:14:14]
		id := uint32(binary.LittleEndian.Uint16(rec[threadAt:]))
		value := binary.LittleEndian.Uint32(rec[methodAt:])
		if id != thread {
			if id == 0 && d.streaming || value == unwritten {
				break
			}
			if thread != noThread {
				d.store(row, wall, cpu)
				r.countRun(row, run)
				records += run
				run = 0
			}
			thread = id
			row = r.threadRow(uint16(id), r.off+int64(whole-len(b)))
			wall, cpu, limit = d.load(row)
		}
		if value&3 == 3 {
			r.note("reserved-action", whole-len(b))
			run++
			b = b[size:]
			continue
		}
		method := l.lookup(key(value >> 2))
		if method == 0 {
			if value == unwritten {
				break
			}
			method = l.addMethod(key(value>>2), r.off+int64(whole-len(b)))
		}
		cpuNow := binary.LittleEndian.Uint32(rec[cpuAt:])
		wallNow := binary.LittleEndian.Uint32(rec[wallAt:])
		c := uint64(cpuNow) - uint64(uint32(cpu))
		w := uint64(wallNow) - uint64(uint32(wall))
		if c|w < limit {
			cpu += int64(c)
			wall += int64(w)
		} else {
			d.store(row, wall, cpu)
			r.advance(row, wallNow, cpuNow, r.off+int64(whole-len(b)))
			wall, cpu, limit = d.load(row)
		}
		batch[n] = Record{
			Wall:   wall,
			CPU:    cpu,
			Thread: row,
			Method: MethodIndex(method - 1),
			Action: Action(value & 3),
		}
		n++
		run++
		b = b[size:]
	}
	if thread != noThread {
		d.store(row, wall, cpu)
		r.countRun(row, run)
		records += run
	}
	d.thread, d.row, d.n = thread, row, n
	r.info.Records += int64(records)
	if n < batchSize && len(b) >= size && !(d.streaming && isPacket(b)) {
		d.stopped = true
	}
	return whole - len(b)
}

// decodeSingle is decodeDual for the records of versions 1 and 2, which have one clock.
func (r *Reader) decodeSingle(b []byte) int {
	var (
		d       = &r.decoder
		l       = &r.lists
		size    = d.size
		width   = d.format // bytes of a thread id: u1 in version 1, u2 in version 2
		batch   = d.batch
		n       = d.n
		whole   = len(b)
		run     = 0
		thread  = d.thread
		row     = d.row
		limit   uint64
		now     int64
		records int
	)
	if thread != noThread {
		now, _, limit = d.load(row)
	}
	for n < batchSize && len(b) >= size {
		rec := b[:size:size]
		id := uint32(rec[0])
		if width == 2 {
			id |= uint32(rec[1]) << 8
		}
		value := binary.LittleEndian.Uint32(rec[width:])
		if id != thread {
			if id == 0 && d.streaming || value == unwritten {
				break
			}
			if thread != noThread {
				d.store(row, now, 0)
				r.countRun(row, run)
				records += run
				run = 0
			}
			thread = id
			row = r.threadRow(uint16(id), r.off+int64(whole-len(b)))
			now, _, limit = d.load(row)
		}
		if value&3 == 3 {
			r.note("reserved-action", whole-len(b))
			run++
			b = b[size:]
			continue
		}
		method := l.lookup(key(value >> 2))
		if method == 0 {
			if value == unwritten {
				break
			}
			method = l.addMethod(key(value>>2), r.off+int64(whole-len(b)))
		}
		raw := binary.LittleEndian.Uint32(rec[width+4:])
		if t := uint64(raw) - uint64(uint32(now)); t < limit {
			now += int64(t)
		} else {
			d.store(row, now, 0)
			r.advance(row, raw, 0, r.off+int64(whole-len(b)))
			now, _, limit = d.load(row)
		}
		batch[n] = Record{
			Wall:   now & d.wallMask,
			CPU:    now & d.cpuMask,
			Thread: row,
			Method: MethodIndex(method - 1),
			Action: Action(value & 3),
		}
		n++
		run++
		b = b[size:]
	}
	if thread != noThread {
		d.store(row, now, 0)
		r.countRun(row, run)
		records += run
	}
	d.thread, d.row, d.n = thread, row, n
	r.info.Records += int64(records)
	if n < batchSize && len(b) >= size && !(d.streaming && isPacket(b)) {
		d.stopped = true
	}
	return whole - len(b)
}

// lookup is find with the usual cases in line.
func (l *lists) lookup(k key) uint32 {
	if int(k) < len(l.direct) {
		return l.direct[k]
	}
	return l.find(k)
}

// load returns the clocks of a thread, and the limit below which they go forward in the
// usual way.
func (d *decoder) load(row ThreadIndex) (wall, cpu int64, limit uint64) {
	if int(row) >= len(d.clocks) {
		return 0, 0, 0
	}
	c := &d.clocks[row]
	if c.seen && c.wall.lag|c.cpu.lag == 0 {
		limit = 1 << 31
	}
	return c.wall.time, c.cpu.time, limit
}

func (d *decoder) store(row ThreadIndex, wall, cpu int64) {
	if int(row) < len(d.clocks) {
		c := &d.clocks[row]
		c.wall.time, c.cpu.time = wall, cpu
	}
}

// threadRow returns the row of the thread that records call id.
func (r *Reader) threadRow(id uint16, off int64) ThreadIndex {
	if row := r.lists.thread[id]; row != 0 {
		return ThreadIndex(row - 1)
	}
	return r.lists.addThread(id, off)
}

// countRun counts records of one thread that followed each other.
func (r *Reader) countRun(row ThreadIndex, n int) {
	r.info.Threads[row].Records += int64(n)
	d := &r.decoder
	if int(row) >= len(d.clocks) {
		return
	}
	if wall := d.clocks[row].wall.time; wall >= d.latest {
		d.latest = wall
	} else if d.latest-wall > step {
		d.unordered = true
	}
}

// advance moves the clocks of a thread in every case (section 9.2): its first record, a
// wrap, a step back.
func (r *Reader) advance(row ThreadIndex, wall, cpu uint32, off int64) {
	d := &r.decoder
	for int(row) >= len(d.clocks) {
		d.clocks = append(d.clocks, clocks{})
	}
	c := &d.clocks[row]
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
		r.info.Threads[row].BackwardSteps++
		r.info.Receipt.Add("clock-went-back", off, 1)
	}
}

// placeLate unwraps the first wall time of a thread that began after others had wrapped:
// near the records before it, if the file is in the order of time.
func (r *Reader) placeLate(c *clocks, wall uint32, off int64) {
	d := &r.decoder
	if d.unordered {
		r.info.Receipt.Add("late-thread", off, 1)
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
