package simpleperf

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"traceglass/parser/trace"
)

// A Reader is a push parser. It accepts a file in pieces of any size, and gives the same result
// however the file is cut. It keeps samples in columns, and names as in the file: the names come
// last, so only then do samples have a meaning.
type Reader struct {
	part part
	off  int64  // of the first byte of held, from the start of the file
	held []byte // bytes of the next, incomplete item
	err  error

	Container trace.Container
	Version   int // -1 without one
	Ending    Ending
	End       int64 // bytes up to the end of the last item read
	Trailing  int64 // bytes after the terminator
	Bytes     int64 // of the whole file
	Counts    Counts
	App       App
	TraceOff  *bool // trace_offcpu, nil where the file does not say
	Lost      *Lost // nil where the file does not say
	Unwinding map[string]int64
	Execution [4]int64 // frames by execution type, where the file has it: native, interpreted, JIT, ART's own
	Receipt   trace.Receipt

	Events  []Event  // those that the file lists, then the others that samples have
	Threads []Thread // in order of first sight
	Methods []Method // those of the samples; known once the Reader is closed
	Symbols int64    // that the file lists

	// Known once the Reader is closed.
	Clock               int  // row in Events of the one that is CPU time, or -1
	OffCPU              bool // the file tells when threads were off their CPU
	FirstTime, LastTime int64
	OutOfOrder          int64 // samples earlier than the one before them in the file
	Stackless           int64 // samples without a frame

	tids     map[int32]uint32 // row + 1 of Threads
	samples  []sample
	stacks   []uint32 // frames of all samples, each leaf first
	frames   frames
	methodOf []trace.MethodIndex // by frame
	odd      []oddity            // by frame
	switches []contextSwitch
	files    []file
	text     int64 // bytes of files and names
	counted  uint64

	last      []lastStack // by thread
	lastBytes int64       // that samples hold in addition

	entries []message // of the current sample, leaf first
	kinds   []uint8   // their execution types
	opened  int64     // frames that the sample before has not, a thread
	budget  int64     // bytes that the recording may take
	full    bool      // more samples would pass that
	noted   bool      // a note means that the recording is not complete

	order      []uint32 // samples by thread, and then by time
	from       []uint32 // by thread: where its samples begin in order
	switchesOf map[int32]*threadSwitches
	leaves     int   // row in Events of the one for leaving the CPU, or -1
	step       int64 // between two samples of a thread, in most cases

}

// A part is the section of a file that the next byte belongs to.
type part uint8

const (
	atStart part = iota
	inRecords
	inRest // after the terminator
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

// A contextSwitch is a thread's getting or losing a CPU.
type contextSwitch struct {
	time   int64
	thread int32
	on     bool
}

// A file is one File record: its path, and the bytes that have its symbols.
type file struct {
	id      uint32
	path    string
	symbols message
}

// Sizes of the rows, in bytes.
const (
	sampleBytes = 40
	switchBytes = 16
	fileBytes   = 48
	threadBytes = 48 + 40 // and its place among tids
)

// NewReader returns a reader of one file.
func NewReader() *Reader {
	return &Reader{Container: ReportSample, Version: -1, tids: map[int32]uint32{}, Unwinding: map[string]int64{}}
}

// wanted is how long the next item is, as far as b tells: never less than b, if b is not a
// whole one.
func (r *Reader) wanted(b []byte) int64 {
	switch {
	case r.part == atStart && len(b) < headerSize:
		return headerSize
	case r.part == atStart && strings.HasPrefix(Magic, string(b[:len(Magic)])):
		return headerSize
	case r.part == inRest:
		return 1
	case len(b) < 4:
		return 4
	}
	n := int64(binary.LittleEndian.Uint32(b))
	if r.part == atStart && n >= bareMost { // no record that a file could begin with
		return headerSize
	}
	return 4 + n
}

// headerSize is the length of the magic and the version.
const headerSize = 12

// Within makes the reader drop samples once the recording would take more than budget bytes. It
// still reads names, which come at the end of a file.
func (r *Reader) Within(budget int64) { r.budget = budget }

// Note adds a note about how the file was read to the receipt. Call it after Close. Whole means
// that nothing is missing from the recording.
func (r *Reader) Note(n trace.Note, whole bool) {
	r.noted = r.noted || !whole
	r.Receipt.Notes = append(r.Receipt.Notes, n)
}

// Write reads the next piece. It keeps no reference to p. Its only errors are *trace.FormatError:
// the file is not one of simpleperf.
func (r *Reader) Write(p []byte) (int, error) {
	whole := len(p)
	r.Bytes += int64(whole)
	for len(p) > 0 && r.err == nil {
		if len(r.held) == 0 {
			n := r.read(p)
			r.off += int64(n)
			p = p[n:]
			if n == 0 {
				r.held = append(r.held, p...)
				break
			}
			continue
		}
		// Complete the held item, and no more of p: the rest is read in place.
		take := min(int64(len(p)), r.wanted(r.held)-int64(len(r.held)))
		r.held = append(r.held, p[:take]...)
		p = p[take:]
		n := r.read(r.held)
		r.off += int64(n)
		if n > 0 {
			r.held = r.held[:0]
			if cap(r.held) > 1<<20 {
				r.held = nil
			}
		}
	}
	if r.err != nil {
		return 0, r.err
	}
	return whole, nil
}

// read reads the whole items at the start of b and returns their length.
func (r *Reader) read(b []byte) (read int) {
	for r.err == nil {
		rest := b[read:]
		size := r.wanted(rest)
		if size > int64(len(rest)) || len(rest) == 0 {
			return read
		}
		switch r.part {
		case atStart:
			if !r.start(rest[:size]) {
				return read
			}
			if r.Container == Bare {
				continue // the item is a record
			}
		case inRest:
			size = int64(len(rest))
			r.Trailing += size
		case inRecords:
			if size == 4 {
				r.part, r.Ending = inRest, Terminated
				r.End = r.off + int64(read) + size
				break
			}
			r.record(message(rest[4:size]), r.off+int64(read))
		}
		read += int(size)
	}
	return read
}

// start reads the header, or detects by the first record that the file has none.
func (r *Reader) start(b []byte) bool {
	if strings.HasPrefix(string(b), Magic) {
		r.Version = int(binary.LittleEndian.Uint16(b[len(Magic):]))
		if r.Version != 1 {
			r.Receipt.Add("unknown-version", int64(len(Magic)), 1)
		}
		r.part = inRecords
		return true
	}
	if !IsBare(b) {
		r.fail()
		return false
	}
	r.Container, r.part = Bare, inRecords
	return true
}

func (r *Reader) fail() {
	r.err = &trace.FormatError{What: "header", Err: errors.New("this is no recording of simpleperf")}
}

// Close ends the file and derives the results that need the entire file. Its only errors are
// *trace.FormatError.
func (r *Reader) Close() error {
	if r.err != nil || r.Ending != "" && r.part != inRest {
		return r.err
	}
	switch {
	case r.part == atStart:
		r.fail()
		return r.err
	case r.part == inRest:
	default:
		r.End = r.off
		switch n := len(r.held); {
		case n == 0:
			r.Ending = NoTerminator
		case n < 4:
			r.Ending = TruncatedSize
		default:
			r.Ending = TruncatedRecord
		}
	}
	if r.Trailing > 0 {
		r.Receipt.Add("data-after-terminator", r.End, r.Trailing)
	}
	if r.Ending != Terminated {
		r.Receipt.Add(string(r.Ending), r.End, max(1, int64(len(r.held))))
	}
	r.held = nil
	r.settle()
	return nil
}

// Complete reports whether the file was read to its regular end without broken records.
func (r *Reader) Complete() bool {
	return r.Ending == Terminated && r.Counts.Broken == 0 && !r.full && !r.noted
}

// Samples returns the number of samples read so far. Opened returns the number of their frames that
// were not in the thread's previous sample, which is about the number of calls made of them.
func (r *Reader) Samples() int64 { return int64(len(r.samples)) }
func (r *Reader) Opened() int64  { return r.opened }

// HeldBytes returns the approximate memory, in bytes, of the data read.
func (r *Reader) HeldBytes() int64 {
	return int64(cap(r.samples))*sampleBytes + int64(cap(r.stacks))*4 + int64(cap(r.last))*lastStackBytes + r.lastBytes + int64(cap(r.entries))*24 + int64(cap(r.switches))*switchBytes +
		int64(cap(r.files))*fileBytes + int64(cap(r.Threads))*threadBytes + r.text + int64(cap(r.held)) + r.frames.bytes()
}

// Memory of the results, in bytes: a call takes its row and possibly a calling context with its
// index entries, a frame its method, a sample its position in the order.
const (
	callTakes   = 40 + 40 + 200
	frameTakes  = 500
	sampleTakes = 16
	threadTakes = 1000
)

// Needs returns the approximate memory that the recording takes if reading ends now, plus the
// memory that the next piece may take.
func (r *Reader) Needs(piece int64) int64 {
	return r.HeldBytes() + r.opened*callTakes + int64(len(r.frames.keys))*frameTakes + int64(len(r.samples))*sampleTakes +
		int64(len(r.Threads))*threadTakes + 2*piece
}

// record reads one, whose length stands at off.
func (r *Reader) record(m message, off int64) {
	var f, last field
	known := false
	for rest := m; ; {
		if !rest.next(&f) {
			if rest.broken() {
				r.broken(off)
				return
			}
			break
		}
		if f.wire == asBytes && f.number <= 6 { // of a oneof the last one counts
			last, known = f, true
		}
	}
	if !known {
		r.Counts.Unknown++
		return
	}
	m = last.bytes
	ok := false
	switch last.number {
	case 1:
		ok = r.readSample(m, off)
	case 2:
		ok = r.readLost(m)
	case 3:
		ok = r.readFile(m)
	case 4:
		ok = r.readThread(m, off)
	case 5:
		ok = r.readMetaInfo(m)
	case 6:
		ok = r.readSwitch(m)
	}
	if !ok {
		r.broken(off)
	}
}

func (r *Reader) broken(off int64) {
	r.Counts.Broken++
	r.Receipt.Add("broken-record", off, 1)
}

// unwinding are the names of error codes (section 4).
var unwinding = [...]string{"NONE", "UNKNOWN", "NOT_ENOUGH_STACK", "MEMORY_INVALID", "UNWIND_INFO", "INVALID_MAP", "MAX_FRAME_EXCEEDED", "REPEATED_FRAME", "INVALID_ELF"}

// readSample adds a sample. A damaged sample is removed completely.
func (r *Reader) readSample(m message, off int64) (ok bool) {
	if r.budget > 0 && len(r.samples)&255 == 0 {
		r.full = r.full || r.Needs(1<<20) > r.budget
	}
	if r.full {
		r.Counts.Sample++
		r.Receipt.Add("samples-left-out", off, 1)
		return true
	}
	var tid int32
	var event uint32
	var time, count uint64
	unwound := -1
	r.entries = r.entries[:0]
	var f field
	for m.next(&f) {
		switch {
		case f.wire == asVarint:
			switch f.number {
			case 1:
				time = f.value
			case 2:
				tid = int32(f.value)
			case 4:
				count = f.value
			case 5:
				event = uint32(f.value)
			}
		case f.matches(3, asBytes):
			r.entries = append(r.entries, f.bytes)
		case f.matches(6, asBytes):
			if unwound, ok = readUnwinding(f.bytes); !ok {
				return false
			}
		}
	}
	if m.broken() {
		return false
	}
	s := sample{first: uint64(len(r.stacks)), depth: uint32(len(r.entries))}
	same, ok := r.readStack(r.tids[tid], off)
	if !ok {
		r.stacks = r.stacks[:s.first]
		return false
	}
	if unwound >= 0 {
		name := "other" // a code that this list does not know
		if unwound < len(unwinding) {
			name = unwinding[unwound]
		}
		r.Unwinding[name]++
		s.failed = true
	}
	if time > maxTime || count > maxTime-r.counted {
		r.Receipt.Add("huge-number", off, 1)
		time, count = min(time, maxTime), min(count, maxTime-r.counted)
	}
	r.counted += count
	s.time, s.count = int64(time), int64(count)
	s.thread = r.thread(tid, off)
	s.event = r.event(event, off)
	r.Counts.Sample++
	for int(s.thread) >= len(r.last) {
		r.last = append(r.last, lastStack{})
	}
	r.opened += r.opens(&s, same)
	r.samples = append(r.samples, s)
	r.last[s.thread].keep(r, uint32(len(r.samples)))
	return true
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
func (l *lastStack) keep(r *Reader, sample uint32) {
	r.lastBytes -= l.bytes()
	l.sample, l.raw, l.ends = sample, l.raw[:0], l.ends[:0]
	for i, e := range r.entries {
		l.raw = append(l.raw, e...)
		l.ends = append(l.ends, lastEnd{uint32(len(l.raw)), r.kinds[i]})
	}
	r.lastBytes += l.bytes()
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

// readStack reads the frames of entries. It returns how many of the outermost equal those of the
// thread's previous sample. Thread is the row + 1 of the thread, or 0 for a new one.
func (r *Reader) readStack(thread uint32, off int64) (same int, ok bool) {
	var last *lastStack
	if thread > 0 && int(thread) <= len(r.last) {
		last = &r.last[thread-1]
		for n := min(len(r.entries), len(last.ends)); same < n; same++ {
			if !bytes.Equal(r.entries[len(r.entries)-1-same], last.entry(len(last.ends)-1-same)) {
				break
			}
		}
	}
	r.kinds = r.kinds[:0]
	for _, e := range r.entries[:len(r.entries)-same] {
		frame, kind, ok := r.readFrame(e, off)
		if !ok {
			return 0, false
		}
		r.stacks, r.kinds = append(r.stacks, frame), append(r.kinds, kind)
	}
	if same > 0 {
		before := &r.samples[last.sample-1]
		end := before.first + uint64(before.depth)
		r.stacks = append(r.stacks, r.stacks[end-uint64(same):end]...)
		for _, e := range last.ends[len(last.ends)-same:] {
			r.kinds = append(r.kinds, e.execution)
		}
	}
	for _, kind := range r.kinds {
		if int(kind) < len(r.Execution) {
			r.Execution[kind]++
		}
	}
	return same, true
}

// opens returns how many frames of a sample are not in the thread's previous sample. Same of them
// are known to be.
func (r *Reader) opens(s *sample, same int) int64 {
	was := r.last[s.thread].sample
	if was == 0 {
		return int64(s.depth)
	}
	before := &r.samples[was-1]
	a, b := r.stacks[s.first:], r.stacks[before.first:before.first+uint64(before.depth)]
	for same < len(a) && same < len(b) && a[len(a)-1-same] == b[len(b)-1-same] {
		same++
	}
	return int64(len(a) - same)
}

// readFrame reads one entry of a stack and returns its row of frames, and its execution type.
func (r *Reader) readFrame(m message, off int64) (frame uint32, execution uint8, ok bool) {
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
	frame, ok = r.frames.row(file, symbol, execution == 1 || execution == 2)
	if !ok {
		r.Receipt.Add("too-many-frames", off, 1)
	}
	return frame, execution, true
}

func readUnwinding(m message) (code int, ok bool) {
	var f field
	for m.next(&f) {
		if f.matches(3, asVarint) {
			code = int(min(f.value, uint64(len(unwinding))))
		}
	}
	return code, !m.broken()
}

// thread returns the row of a thread. The first record that names the thread adds the row.
func (r *Reader) thread(tid int32, off int64) uint32 {
	row := r.tids[tid]
	if row == 0 {
		if len(r.Threads) >= maxThreads {
			r.Receipt.Add("too-many-threads", off, 1)
			return uint32(len(r.Threads) - 1)
		}
		r.Threads = append(r.Threads, Thread{ID: tid, Process: -1})
		row = uint32(len(r.Threads))
		r.tids[tid] = row
	}
	return row - 1
}

// event is the row of an event type by its id.
func (r *Reader) event(id uint32, off int64) uint8 {
	for i := range r.Events {
		if r.Events[i].ID == id {
			return uint8(i)
		}
	}
	if len(r.Events) >= maxEvents {
		r.Receipt.Add("too-many-events", off, 1)
		return maxEvents - 1
	}
	r.Events = append(r.Events, Event{ID: id})
	return uint8(len(r.Events) - 1)
}

func (r *Reader) readLost(m message) bool {
	var f field
	var lost Lost
	for m.next(&f) {
		switch {
		case f.matches(1, asVarint):
			lost.Samples = f.value
		case f.matches(2, asVarint):
			lost.Lost = f.value
		}
	}
	if m.broken() {
		return false
	}
	r.Lost = &lost
	r.Counts.Lost++
	return true
}

func (r *Reader) readFile(m message) bool {
	var f field
	one := file{}
	for rest := m; ; {
		if !rest.next(&f) {
			if rest.broken() {
				return false
			}
			break
		}
		switch {
		case f.matches(1, asVarint):
			one.id = uint32(f.value)
		case f.matches(2, asBytes):
			one.path = textOf(f.bytes)
		}
	}
	one.symbols = append(message{}, m...)
	r.files = append(r.files, one)
	r.text += int64(len(one.path) + cap(one.symbols))
	r.Counts.File++
	return true
}

func (r *Reader) readThread(m message, off int64) bool {
	var f field
	var tid int32
	var pid uint32
	var name string
	for m.next(&f) {
		switch {
		case f.matches(1, asVarint):
			tid = int32(f.value)
		case f.matches(2, asVarint):
			pid = uint32(f.value)
		case f.matches(3, asBytes):
			name = textOf(f.bytes)
		}
	}
	if m.broken() {
		return false
	}
	r.Counts.Thread++
	if r.tids[tid] == 0 && len(r.Threads) >= maxThreads {
		r.Receipt.Add("too-many-threads", off, 1)
		return true
	}
	t := &r.Threads[r.thread(tid, off)]
	if t.Listed == 0 {
		t.Process, t.Name = int64(pid), name
		r.text += int64(len(name))
	}
	t.Listed++
	return true
}

func (r *Reader) readMetaInfo(m message) bool {
	var f field
	var names []string
	var texts [6]string
	off := -1
	for m.next(&f) {
		switch {
		case f.matches(1, asBytes) && len(names) < maxEvents:
			names = append(names, textOf(f.bytes))
		case f.wire == asBytes && f.number >= 2 && f.number <= 5:
			texts[f.number] = textOf(f.bytes)
		case f.matches(6, asVarint):
			off = int(min(f.value, 1))
		}
	}
	if m.broken() {
		return false
	}
	r.Counts.MetaInfo++
	for id, name := range names {
		if i := r.event(uint32(id), 0); r.Events[i].ID == uint32(id) {
			r.Events[i].Name, r.Events[i].Listed = name, true
			r.text += int64(len(name))
		}
	}
	for i, to := range []*string{&r.App.Package, &r.App.Type, &r.App.SDK, &r.App.Build} {
		if text := texts[2+i]; text != "" {
			*to = text
		}
	}
	if off >= 0 {
		on := off == 1
		r.TraceOff = &on
	}
	return true
}

func (r *Reader) readSwitch(m message) bool {
	var f field
	var s contextSwitch
	for m.next(&f) {
		switch {
		case f.matches(1, asVarint):
			s.on = f.value != 0
		case f.matches(2, asVarint):
			s.time = int64(min(f.value, maxTime))
		case f.matches(3, asVarint):
			s.thread = int32(f.value)
		}
	}
	if m.broken() {
		return false
	}
	r.Counts.ContextSwitch++
	r.switches = append(r.switches, s)
	return true
}

// textOf returns a string of the file; invalid UTF-8 becomes U+FFFD.
func textOf(b message) string { return strings.ToValidUTF8(string(b), "\uFFFD") }

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

// sentence returns the text of a note.
func (r *Reader) sentence(n *trace.Note) string {
	count := func(one, many string) string {
		if n.Count == 1 {
			return "1 " + one
		}
		return fmt.Sprintf("%d %s", n.Count, many)
	}
	switch n.Code {
	case "unknown-version":
		return fmt.Sprintf("The file has version %d. Traceglass knows only version 1, and reads it as that.", r.Version)
	case "broken-record":
		return count("record is", "records are") + " damaged and left out; the samples, names or threads in them are missing from the figures."
	case "huge-number":
		return count("sample has", "samples have") + " an impossible time or count; the greatest possible one is used."
	case "too-many-frames":
		return count("frame", "frames") + " left over, because Traceglass holds no more different ones; their figures are summed in one."
	case "too-many-threads":
		return count("record is", "records are") + " of more threads than Traceglass holds; their samples count for one of its threads."
	case "too-many-events":
		return count("sample is", "samples are") + " of more event types than Traceglass holds; they count for one of its event types."
	case "samples-left-out":
		return count("sample", "samples") + " left out: the recording needs more memory than is free."
	case "data-after-terminator":
		return count("byte follows", "bytes follow") + " the recording's end and are ignored; the recording itself is complete."
	case string(NoTerminator):
		return "The file was cut short: its end mark is missing. Such files end with the names; missing names are shown as numbers."
	case string(TruncatedSize), string(TruncatedRecord):
		return "The file ends inside a record. " + count("byte", "bytes") + " of that record were left out. Such files end with the names; missing names are shown as numbers."
	case "no-lost-record":
		return "The record near the end of the file with the number of lost samples is missing, so that number is unknown."
	case "lost-samples":
		m := r.Lost.Samples + r.Lost.Lost
		return fmt.Sprintf("%d of %d samples were lost while recording (%.1f %%); the figures cover the others.", r.Lost.Lost, m, 100*float64(r.Lost.Lost)/float64(max(1, m)))
	case "sample-count-differs":
		return fmt.Sprintf("The file states %d samples, but only %d could be read.", r.Lost.Samples, r.Counts.Sample)
	case "file-not-listed":
		return count("file", "files") + " of stacks missing from the file's list; their symbols are shown by number."
	case "symbol-not-listed":
		return count("symbol", "symbols") + " missing from the file's list; each counts for its library, like code without a name."
	case "thread-not-listed":
		return count("thread", "threads") + " missing from the file's list; shown by id, in no process."
	case "thread-listed-twice":
		return count("thread id is", "thread ids are") + " listed twice: the id was used again, and samples do not show which thread they belong to. The first name is shown."
	case "event-not-listed":
		return count("event type", "event types") + " missing from the file's list; shown by number."
	case "incomplete-stacks":
		return count("stack begins", "stacks begin") + " in the middle: the outermost frames could not be unwound."
	case "unwinding-errors":
		return count("stack was", "stacks were") + " recorded with an unwinding error; frames may be missing from them."
	case "no-samples":
		return "The recording has no samples: the app was idle, or the recording too short. Record again, and use the app meanwhile."
	case "on-cpu-only":
		return "The recording has only code that ran on a CPU, and no waits; so there are no wall times."
	case "clock-counts":
		return "CPU time is the sum of the counts of all samples, and so a lower bound. Wall time minus the time off the CPU, by the scheduler's switches, may be more."
	}
	return n.Text
}
