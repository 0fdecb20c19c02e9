package trace

const (
	batchSize = 2048    // records, 64 KB: they stay in the processor's cache
	step      = 1 << 26 // ticks; a clock that falls back by no more did not wrap (section 9.2)
)

// An output receives the records of every decoder. It holds the batch for the sink and the clocks
// that turn raw times into record times.
type output struct {
	file  *file
	lists *lists
	sink  Sink

	batch *[batchSize]Record
	n     int // records in batch

	clocks     []clocks // by ThreadIndex
	wraps      bool     // clocks may have passed 2^32
	neverWraps bool     // a first reading has shown that none did
	fell       bool     // a thread-cpu clock fell at an enter, where there are two clocks
	mask       uint64   // bits of a time in the file: 32, or 64 where a tick is a nanosecond

	// All ones for a field of Record that is filled, else 0: which one the time of a trace
	// with one clock goes to.
	wallMask, cpuMask Ticks

	thread uint32 // id of the last record's thread, or noThread
	row    ThreadIndex

	latest    Ticks // greatest wall time at the end of a run of one thread's records
	unordered bool  // runs are far from the order of time

	pace pace
}

const noThread = 1 << 16

// micros reports whether times are of 32 bits, as where a tick is a µs.
func (o *output) micros() bool { return o.mask == 1<<32-1 }

func (o *output) init() {
	o.batch = new([batchSize]Record)
	o.thread = noThread
	o.mask = 1<<32 - 1
}

// A clock is one clock of one thread.
type clock struct {
	time Ticks // unwrapped and clamped: the latest so far
	lag  Ticks // by how much the clock itself is behind that, after a step back
}

// clocks are those of one thread. They run alike in a trace with one.
type clocks struct {
	wall, cpu clock
	seen      bool // the thread has had a record
}

const clocksBytes = 40 // of one thread's clocks

// flush hands the batch to the sink.
func (o *output) flush() {
	if o.n == 0 {
		return
	}
	batch := o.batch[:o.n]
	o.n = 0
	o.pace.add(batch, &o.file.info)
	o.sink.Records(batch)
}

// ofThread counts a record, that at off, of the thread that records call id.
func (o *output) ofThread(id uint16, off int64) {
	if uint32(id) != o.thread {
		o.endRun()
		o.thread = uint32(id)
		if row := o.lists.thread[id]; row != 0 {
			o.setRow(ThreadIndex(row - 1))
		} else {
			o.setRow(o.lists.addThread(ThreadID(id), off))
		}
	}
	o.file.info.Records++
	o.file.info.Threads[o.row].Records++
}

// setRow sets whose records come next.
func (o *output) setRow(row ThreadIndex) {
	o.row = row
	for int(row) >= len(o.clocks) {
		o.clocks = append(o.clocks, clocks{})
	}
}

// leaveThread ends the run of the last record's thread, whosever the next one is.
func (o *output) leaveThread() {
	o.endRun()
	o.thread = noThread
}

// reserved leaves out the record at off, after ofThread: its action is none.
func (o *output) reserved(off int64) {
	o.file.note("reserved-action", off)
	if !o.clocks[o.row].seen {
		o.thread = noThread // the thread's clocks begin with its next record
	}
}

// put puts the record at off into the batch, after ofThread, with its times as the file has
// them.
func (o *output) put(method MethodIndex, action Action, wall, cpu uint64, off int64) {
	c := &o.clocks[o.row]
	if c.seen && action == Enter && (Ticks(cpu) < c.cpu.time && o.file.info.Clocks == Dual && o.reused(c, wall, cpu) || o.file.info.Clocks != Dual && o.begunAgain(method)) {
		o.splitThread(off)
		c = &o.clocks[o.row]
	}
	o.advance(c, wall, cpu, off)
	o.batch[o.n] = Record{
		Wall: c.wall.time & o.wallMask, CPU: c.cpu.time & o.cpuMask,
		Thread: o.row, Method: method, Action: action,
	}
	o.n++
	if o.n == batchSize {
		o.flush()
	}
}

// steady reports whether the clocks of the last record's thread are where the file has
// them, not behind after a step back.
func (o *output) steady() bool {
	c := &o.clocks[o.row]
	return c.wall.lag|c.cpu.lag == 0
}

// endRun is called when another thread's records follow: wall time is compared across
// threads only here.
func (o *output) endRun() {
	if o.thread == noThread {
		return
	}
	if wall := o.clocks[o.row].wall.time; wall >= o.latest {
		o.latest = wall
	} else if o.latest-wall > step {
		o.unordered = true
	}
}

// advance moves a thread's clocks to the record at off. It handles every case (section 9.2): the
// first record, a wrap, a step back.
func (o *output) advance(c *clocks, wall, cpu uint64, off int64) {
	if !c.seen {
		c.seen = true
		back := c.wall.advance(wall, false) // from 0 on
		if c.cpu.advance(cpu, false) || back {
			o.file.note("clock-went-back", off)
		}
		if o.wraps && o.latest >= 1<<32-step && o.file.info.Clocks&Wall != 0 {
			o.placeLate(c, uint32(wall), off)
		}
		return
	}
	back := c.wall.advance(wall, o.wraps)
	if c.cpu.advance(cpu, o.wraps) || back {
		o.file.info.Threads[o.row].BackwardSteps++
		o.file.note("clock-went-back", off)
	}
}

// passedWrap reports whether a clock has passed 2^32, so that a wrap was applied to it.
func (o *output) passedWrap() bool {
	for i := range o.clocks {
		if c := &o.clocks[i]; max(c.wall.time, c.cpu.time) >= 1<<32 {
			return true
		}
	}
	return false
}

// placeLate unwraps the first wall time of a thread that began after other clocks had wrapped,
// using the record at off. If the file is in order of time, the result is near the previous
// records.
func (o *output) placeLate(c *clocks, wall uint32, off int64) {
	if o.unordered {
		o.file.note("late-thread", off)
		return
	}
	c.wall.time = max(Ticks(wall), o.latest+Ticks(int32(wall-uint32(o.latest))))
}

// latestTime is the largest plausible time, two years in nanoseconds. Larger values are damage.
const latestTime = 1 << 56

// advance moves a clock to its next time as the file has it and reports whether it went
// back and was clamped.
func (c *clock) advance(now uint64, wraps bool) (back bool) {
	t := Ticks(now)
	if wraps {
		was := c.time - c.lag
		t = was + Ticks(uint32(now)-uint32(was)+step) - step
	}
	if t < c.time || t > latestTime {
		c.lag = max(1, c.time-t) // of a time beyond all belief too: the next one is looked at
		return true
	}
	c.time, c.lag = t, 0
	return false
}

// chooseClocks sets the clocks of the records (sections 3.3 and 9.1). Where their layout alone is
// not sure of them, the text read so far decides. In a streaming or V2 file with one clock, only
// the summary at the end names it.
func (o *output) chooseClocks(recorded Clocks, sure bool) {
	in := &o.file.info
	option, _ := in.Option("clock")
	in.ClockAssumed = false
	switch {
	case sure:
		in.Clocks = recorded
	case option == "wall" || option == "global":
		in.Clocks = Wall
	case option == "thread-cpu":
		in.Clocks = CPU
	default:
		in.Clocks = CPU
		in.ClockAssumed = true
	}
	o.wallMask, o.cpuMask = 0, 0
	late := !sure && (in.Container == Streaming || in.Container == V2)
	if in.Clocks&Wall != 0 || late {
		o.wallMask = -1
	}
	if in.Clocks&CPU != 0 || late {
		o.cpuMask = -1
	}
	elapsed, ok := in.number("elapsed-time-usec")
	o.wraps = !o.neverWraps && (!ok || elapsed >= 1<<32) && o.micros()
}
