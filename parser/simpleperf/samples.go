package simpleperf

import (
	"bytes"
	"math/rand/v2"

	"traceglass/parser/trace"
)

// A sample is one row, without pointers. Its frames are stacks[first:first+depth].
type sample struct {
	time, count int64
	first       uint64
	depth       uint32
	thread      uint32
	event       uint8
	failed      bool // its stack was not unwound without an error
}

// samples holds the samples in columns, and the context switches, in the order of the file. Frames
// whose bytes equal those of the thread's previous sample are not parsed again.
type samples struct {
	receipt *trace.Receipt

	rows     []sample
	stacks   []uint32 // frames of all samples, each leaf first
	frames   frames
	switches []contextSwitch
	opened   int64  // frames that the sample before has not, a thread
	counted  uint64 // sum of the samples' counts

	budget int64 // bytes that the recording may take, 0 for any number
	full   bool  // more samples would pass that

	last      []lastStack // by thread
	lastBytes int64       // that samples hold in addition

	entries []message // of the current sample, leaf first
	kinds   []uint8   // their execution types
}

// bytes returns the approximate memory of the columns.
func (c *samples) bytes() int64 {
	return int64(cap(c.rows))*sampleBytes + int64(cap(c.stacks))*4 + int64(cap(c.last))*lastStackBytes + c.lastBytes + int64(cap(c.entries))*24 + int64(cap(c.switches))*switchBytes + c.frames.bytes()
}

// add adds a sample whose frames readStack has read. same is the number that readStack returned.
func (c *samples) add(s sample, same int) {
	for int(s.thread) >= len(c.last) {
		c.last = append(c.last, lastStack{})
	}
	c.opened += c.opens(&s, same)
	c.rows = append(c.rows, s)
	last := &c.last[s.thread]
	c.lastBytes -= last.bytes()
	last.keep(c.entries, c.kinds, uint32(len(c.rows)))
	c.lastBytes += last.bytes()
}

// end drops the parts that only adding needs.
func (c *samples) end() {
	c.frames.slots = nil
	c.last, c.lastBytes, c.entries, c.kinds = nil, 0, nil, nil
}

// stack is the frames of a sample, leaf first.
func (c *samples) stack(s *sample) []uint32 { return c.stacks[s.first : s.first+uint64(s.depth)] }

// outermost is the outermost frame of a sample with frames.
func (c *samples) outermost(s *sample) uint32 { return c.stacks[s.first+uint64(s.depth)-1] }

// readStack reads the frames of entries. It returns how many of the outermost equal those of the
// thread's previous sample. Thread is the row + 1 of the thread, or 0 for a new one.
func (c *samples) readStack(thread uint32, off int64) (same int, ok bool) {
	var last *lastStack
	if thread > 0 && int(thread) <= len(c.last) {
		last = &c.last[thread-1]
		for n := min(len(c.entries), len(last.ends)); same < n; same++ {
			if !bytes.Equal(c.entries[len(c.entries)-1-same], last.entry(len(last.ends)-1-same)) {
				break
			}
		}
	}
	c.kinds = c.kinds[:0]
	for _, e := range c.entries[:len(c.entries)-same] {
		frame, kind, ok := c.readFrame(e, off)
		if !ok {
			return 0, false
		}
		c.stacks, c.kinds = append(c.stacks, frame), append(c.kinds, kind)
	}
	if same > 0 {
		before := &c.rows[last.sample-1]
		end := before.first + uint64(before.depth)
		c.stacks = append(c.stacks, c.stacks[end-uint64(same):end]...)
		for _, e := range last.ends[len(last.ends)-same:] {
			c.kinds = append(c.kinds, e.execution)
		}
	}
	return same, true
}

// opens returns how many frames of a sample are not in the thread's previous sample. Same of them
// are known to be.
func (c *samples) opens(s *sample, same int) int64 {
	was := c.last[s.thread].sample
	if was == 0 {
		return int64(s.depth)
	}
	before := &c.rows[was-1]
	a, b := c.stacks[s.first:], c.stacks[before.first:before.first+uint64(before.depth)]
	for same < len(a) && same < len(b) && a[len(a)-1-same] == b[len(b)-1-same] {
		same++
	}
	return int64(len(a) - same)
}

// readFrame reads one entry of a stack and returns its row of frames, and its execution type.
func (c *samples) readFrame(m message, off int64) (frame uint32, execution uint8, ok bool) {
	execution = noExecution
	var file uint32
	var symbol int32
	// Almost all of a file is frames with low field numbers, so they are parsed here and
	// message.next handles the rest (BenchmarkReader).
	at := 0
	for at < len(m) && m[at] >= 8 && m[at] < 0x80 && m[at]&7 == asVarint {
		number, value, shift := m[at]>>3, uint64(0), 0
		for {
			at++
			if at == len(m) || shift == 63 && m[at] > 1 {
				return 0, 0, false
			}
			value |= uint64(m[at]&0x7F) << shift
			if m[at] < 0x80 {
				break
			}
			shift += 7
		}
		at++
		switch number {
		case 2:
			file = uint32(value)
		case 3:
			symbol = int32(value)
		case 4:
			execution = uint8(min(value, noExecution))
		}
	}
	var f field
	for m = m[at:]; m.next(&f); {
		if f.wire == asVarint {
			switch f.number {
			case 2:
				file = uint32(f.value)
			case 3:
				symbol = int32(f.value)
			case 4:
				execution = uint8(min(f.value, noExecution))
			}
		}
	}
	if m.broken() {
		return 0, 0, false
	}
	frame, ok = c.frames.row(file, symbol, execution == 1 || execution == 2)
	if !ok {
		c.receipt.Add("too-many-frames", off, 1)
	}
	return frame, execution, true
}

// A lastStack is a thread's newest sample as in the file. The outer frames of the next sample
// usually have the same bytes and need no second parse (BenchmarkReader).
type lastStack struct {
	sample uint32 // + 1, in the order of the file; or 0
	raw    []byte // its frames, one after the other
	ends   []lastEnd
}

// A lastEnd is where a frame ends in raw, and its execution type, noExecution for none.
type lastEnd struct {
	at        uint32
	execution uint8
}

const noExecution = 0xFF

const (
	lastStackBytes = 56
	lastEndBytes   = 8
)

// keep makes it the sample whose frames were just read.
func (l *lastStack) keep(entries []message, kinds []uint8, sample uint32) {
	l.sample, l.raw, l.ends = sample, l.raw[:0], l.ends[:0]
	for i, e := range entries {
		l.raw = append(l.raw, e...)
		l.ends = append(l.ends, lastEnd{uint32(len(l.raw)), kinds[i]})
	}
}

func (l *lastStack) bytes() int64 { return int64(cap(l.raw)) + int64(cap(l.ends))*lastEndBytes }

// entry is a frame as the file has it, the i-th from the leaf.
func (l *lastStack) entry(i int) []byte {
	from := uint32(0)
	if i > 0 {
		from = l.ends[i-1].at
	}
	return l.raw[from:l.ends[i].at]
}

// frames finds the rows of distinct frames: a file, a symbol in it, and whether the code was
// interpreted or compiled at run time, if the file states it. The address of a frame is not kept.
type frames struct {
	keys   []uint64 // by row: file, then symbol
	java   []bool   // by row
	slots  []uint32 // row + 1, or 0; open addressing
	factor uint64   // odd, of each reader its own: no file can choose keys that collide
}

// row returns a frame's row, with ok false the last of too many.
func (f *frames) row(file uint32, symbol int32, java bool) (row uint32, ok bool) {
	if 2*(len(f.keys)+1) > len(f.slots) {
		f.grow()
	}
	key := uint64(file)<<32 | uint64(uint32(symbol))
	at := f.slot(key, java)
	for f.slots[at] != 0 {
		if i := f.slots[at] - 1; f.keys[i] == key && f.java[i] == java {
			return i, true
		}
		at = (at + 1) & (len(f.slots) - 1)
	}
	if len(f.keys) >= maxFrames {
		return maxFrames - 1, false
	}
	f.keys, f.java = append(f.keys, key), append(f.java, java)
	f.slots[at] = uint32(len(f.keys))
	return uint32(len(f.keys) - 1), true
}

func (f *frames) slot(key uint64, java bool) int {
	if java {
		key = ^key
	}
	h := (key ^ key>>32) * f.factor
	return int((h^h>>29)*0x9E3779B97F4A7C15>>33) & (len(f.slots) - 1)
}

func (f *frames) grow() {
	if f.factor == 0 {
		f.factor = rand.Uint64() | 1
	}
	f.slots = make([]uint32, max(1<<10, 2*len(f.slots)))
	for i := range f.keys {
		at := f.slot(f.keys[i], f.java[i])
		for f.slots[at] != 0 {
			at = (at + 1) & (len(f.slots) - 1)
		}
		f.slots[at] = uint32(i + 1)
	}
}

func (f *frames) file(row uint32) uint32  { return uint32(f.keys[row] >> 32) }
func (f *frames) symbol(row uint32) int32 { return int32(uint32(f.keys[row])) }

func (f *frames) bytes() int64 {
	return int64(cap(f.keys))*8 + int64(cap(f.java)) + int64(len(f.slots))*4
}
