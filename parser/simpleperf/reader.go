package simpleperf

import (
	"encoding/binary"
	"errors"
	"fmt"
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
	Tail
	Bytes    int64 // of the whole file
	Counts   Counts
	App      App
	TraceOff *bool // trace_offcpu, nil where the file does not say
	Lost     *Lost // nil where the file does not say
	Receipt  trace.Receipt

	Events  []Event  // those that the file lists, then the others that samples have
	Threads []Thread // in order of first sight
	Methods []Method // those of the samples; known once the Reader is closed
	Symbols int64    // that the file lists

	// Known once the Reader is closed.
	Clock  int  // row in Events of the one that is CPU time, or -1
	OffCPU bool // the file tells when threads were off their CPU
	Sums

	tids     map[int32]uint32 // row + 1 of Threads
	samples  samples
	names    names
	timeline timeline // once the Reader is closed
	noted    bool     // a note means that the recording is not complete
}

// A part is the section of a file that the next byte belongs to.
type part uint8

const (
	atStart part = iota
	inRecords
	inRest // after the terminator
)

// Sizes of the rows, in bytes.
const (
	sampleBytes = 40
	switchBytes = 16
	fileBytes   = 48
	threadBytes = 48 + 40 // and its place among tids
)

// NewReader returns a reader of one file.
func NewReader() *Reader {
	r := &Reader{Container: ReportSample, Version: -1, tids: map[int32]uint32{}, Sums: Sums{Unwinding: map[string]int64{}}}
	r.samples.receipt = &r.Receipt
	return r
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
func (r *Reader) Within(budget int64) { r.samples.budget = budget }

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
	return r.Ending == Terminated && r.Counts.Broken == 0 && !r.samples.full && !r.noted
}

// Samples returns the number of samples read so far. Opened returns the number of their frames that
// were not in the thread's previous sample, which is about the number of calls made of them.
func (r *Reader) Samples() int64 { return int64(len(r.samples.rows)) }
func (r *Reader) Opened() int64  { return r.samples.opened }

// HeldBytes returns the approximate memory, in bytes, of the data read.
func (r *Reader) HeldBytes() int64 {
	return r.samples.bytes() + int64(cap(r.names.files))*fileBytes +
		int64(cap(r.Threads))*threadBytes + r.names.text + int64(cap(r.held))
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
	return r.HeldBytes() + r.samples.opened*callTakes + int64(len(r.samples.frames.keys))*frameTakes + int64(len(r.samples.rows))*sampleTakes +
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
		if ok = r.names.add(m); ok {
			r.Counts.File++
		}
	case 4:
		ok = r.readThread(m, off)
	case 5:
		ok = r.readMetaInfo(m)
	case 6:
		var s contextSwitch
		if s, ok = readSwitch(m); ok {
			r.Counts.ContextSwitch++
			r.samples.switches = append(r.samples.switches, s)
		}
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
	if r.samples.budget > 0 && len(r.samples.rows)&255 == 0 {
		r.samples.full = r.samples.full || r.Needs(1<<20) > r.samples.budget
	}
	if r.samples.full {
		r.Counts.Sample++
		r.Receipt.Add("samples-left-out", off, 1)
		return true
	}
	var tid int32
	var event uint32
	var time, count uint64
	unwound := -1
	r.samples.entries = r.samples.entries[:0]
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
			r.samples.entries = append(r.samples.entries, f.bytes)
		case f.matches(6, asBytes):
			if unwound, ok = readUnwinding(f.bytes); !ok {
				return false
			}
		}
	}
	if m.broken() {
		return false
	}
	s := sample{first: uint64(len(r.samples.stacks)), depth: uint32(len(r.samples.entries))}
	same, ok := r.samples.readStack(r.tids[tid], off)
	if !ok {
		r.samples.stacks = r.samples.stacks[:s.first]
		return false
	}
	for _, kind := range r.samples.kinds {
		if int(kind) < len(r.Execution) {
			r.Execution[kind]++
		}
	}
	if unwound >= 0 {
		name := "other" // a code that this list does not know
		if unwound < len(unwinding) {
			name = unwinding[unwound]
		}
		r.Unwinding[name]++
		s.failed = true
	}
	if time > maxTime || count > maxTime-r.samples.counted {
		r.Receipt.Add("huge-number", off, 1)
		time, count = min(time, maxTime), min(count, maxTime-r.samples.counted)
	}
	r.samples.counted += count
	s.time, s.count = int64(time), int64(count)
	s.thread = r.thread(tid, off)
	s.event = r.event(event, off)
	r.Counts.Sample++
	r.samples.add(s, same)
	return true
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
		r.names.text += int64(len(name))
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
			r.names.text += int64(len(name))
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

// textOf returns a string of the file; invalid UTF-8 becomes U+FFFD.
func textOf(b message) string { return strings.ToValidUTF8(string(b), "\uFFFD") }

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
		all := int64(len(r.samples.rows)) - r.Stackless
		return fmt.Sprintf("%d of %d stacks (%.1f %%) begin in the middle: their outermost frames could not be unwound, so the inclusive figures of callers are too small.", n.Count, all, 100*float64(n.Count)/float64(max(1, all)))
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
