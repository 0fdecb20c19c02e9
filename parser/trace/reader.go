package trace

import (
	"errors"
	"fmt"
)

// A FormatError reports a file that is not a readable trace. Damage inside a trace is not an error:
// Info.Receipt counts it.
type FormatError struct {
	Offset int64  // in bytes from the start of the unwrapped file
	What   string // part being read: "header", "text part"
	Err    error  // why it could not be
}

func (e *FormatError) Error() string {
	return fmt.Sprintf("trace: %s at byte %d: %v", e.What, e.Offset, e.Err)
}

func (e *FormatError) Unwrap() error { return e.Err }

// A part is the section of a file that the next byte belongs to.
type part uint8

const (
	atStart    part = iota // nothing read: text, a bare data part, or junk before the text
	inText                 // lines of the text part, or of a streaming file's summary
	inDoubt                // lines after an *end that no data part follows
	inHeader               // the data part's header
	inRecords              // records of versions 1 to 3
	inSample               // the first items of a streaming file, to learn their size
	inItems                // records and packets of a streaming file
	inTransfer             // a data part with added carriage returns to remove
	inPackets              // packets of a V2 file, or of a dump without a header
	inBlock                // records of one of them
	inRest                 // bytes that are counted, not read
)

// A Reader is a push parser. It accepts a trace in pieces of any size, gives the same result
// however the file is cut, and passes records to its sink in batches.
type Reader struct {
	info Info
	sink Sink
	err  error

	part   part
	off    int64  // offset in the file of the first byte not read yet
	held   []byte // the bytes from there on that Write was given: an item still incomplete
	closed bool   // no more bytes will come
	paired bool

	neverWraps bool
	misread    bool

	text    text
	lists   lists
	decoder decoder
	blocks  blocks
	out     output

	transfer transfer
	pace     pace
	rest     string // code of the note that counts the bytes of inRest, or ""
}

// NewReader returns a Reader that hands its records to sink.
func NewReader(sink Sink) *Reader { return newReader(sink, false) }

// newReader is NewReader. With whole, method IDs in records keep their two low bits.
func newReader(sink Sink, whole bool) *Reader {
	r := &Reader{sink: sink}
	r.lists.wideIDs = whole
	r.info.Version = -1
	r.info.Tick = 1000
	r.text.section = beforeVersion
	r.lists.init(&r.info)
	r.out.init()
	return r
}

// Paired marks the bytes as those of two files, a .key followed by its .data. Call it any time
// before Close.
func (r *Reader) Paired() { r.paired = true }

// LearnFrom uses the results of another Reader that has read the same file to its end. Call it
// before the first Write.
func (r *Reader) LearnFrom(first *Reader) {
	r.neverWraps = first.neverWraps || first.misread && first.out.micros()
	r.blocks.micros = first.blocks.micros
}

// Misread reports, after Close, whether information at the end of the file shows that times are
// wrong. Misread has two causes. A backward step of a clock was read as a wrap, in a recording too
// short for one: later times are 71 minutes too large. Or it was read as a long wait in ns, with a
// tick of 1 µs: later times are 4 s too large. Read the file again with a Reader that calls
// LearnFrom.
func (r *Reader) Misread() bool { return r.misread }

// Renamed lists the rows of the method table whose name changed, once per change. The sink has
// received all earlier records by then.
func (r *Reader) Renamed() []MethodIndex { return r.lists.renamed }

// HeldBytes returns the approximate memory, in bytes, of the tables and of bytes not read yet.
func (r *Reader) HeldBytes() int64 {
	return r.lists.bytes() + int64(cap(r.held)) + int64(cap(r.transfer.held)) + int64(cap(r.text.doubt)) + int64(cap(r.out.clocks))*clocksBytes + r.blocks.held
}

// Info returns the information read so far; it is complete after Close. Table rows are only added,
// so a sink may look up the methods of a batch in it.
func (r *Reader) Info() *Info { return &r.info }

// Write reads the next piece of the unwrapped file. It keeps no reference to p. Its only errors are
// *FormatError; after one, nothing more is read.
func (r *Reader) Write(p []byte) (int, error) {
	whole := len(p)
	if r.err != nil {
		return 0, r.err
	}
	r.info.Bytes += int64(whole)
	for len(p) > 0 && r.err == nil {
		if len(r.held) == 0 {
			n := r.read(cursor{p, r.off})
			p = p[n:]
			r.off += int64(n)
			if n == 0 && r.err == nil {
				r.held = append(r.held, p...)
				break
			}
			continue
		}
		// Complete the held item from p in small steps, so that the rest of p is read in place.
		// Doubling the step keeps the copying linear.
		old := len(r.held)
		take := min(len(p), max(64, old))
		r.held = append(r.held, p[:take]...)
		n := r.read(cursor{r.held, r.off})
		r.off += int64(n)
		switch {
		case n >= old:
			p = p[n-old:]
			r.held = r.held[:0]
		default:
			p = p[take:]
			r.held = r.held[:copy(r.held, r.held[n:])]
		}
	}
	r.flush()
	if r.err != nil {
		return 0, r.err
	}
	return whole, nil
}

// read reads one or more whole items at c and returns their length. 0 means that the next item
// needs more bytes than c has.
func (r *Reader) read(c cursor) int {
	read := 0
	for read < len(c.b) && r.err == nil {
		was := r.part
		n := r.readPart(c.after(read))
		read += n
		if n == 0 && r.part == was {
			break
		}
	}
	return read
}

func (r *Reader) readPart(c cursor) int {
	switch r.part {
	case atStart:
		return r.readStart(c)
	case inText, inDoubt:
		return r.readLine(c)
	case inHeader:
		return r.readHeader(c)
	case inRecords:
		return r.readRecords(c)
	case inSample:
		return r.readSample(c)
	case inItems:
		return r.readItems(c)
	case inTransfer:
		return r.readTransfer(c)
	case inPackets:
		return r.readPackets(c)
	case inBlock:
		return r.readBlock(c)
	}
	if r.rest != "" {
		r.add(r.rest, c.off, int64(len(c.b)))
	}
	return len(c.b)
}

// Close ends the file: it reads the bytes held back, and completes Info and its receipt. Its only
// errors are *FormatError: the file is not a method trace, or its version is not known.
func (r *Reader) Close() error {
	if r.closed || r.err != nil {
		return r.err
	}
	r.closed = true
	c := cursor{r.held, r.off}
	c = c.after(r.read(c))
	if r.err == nil {
		c = r.end(c)
	}
	r.held = nil
	r.flush()
	if r.err == nil {
		r.finish(c.off)
	}
	return r.err
}

// end reads the readable part of the last, incomplete item and returns the rest.
func (r *Reader) end(c cursor) cursor {
	if r.part == inTransfer {
		r.part, c = r.transfer.part, r.transfer.rest()
		c = c.after(r.read(c)) // all that waited for more
	}
	switch r.part {
	case atStart:
		r.endStart(c)
	case inText, inDoubt:
		if r.text.inSummary {
			r.cutSummary(c.off)
		} else {
			r.endOfText(c.off, false)
		}
	case inHeader:
		r.endHeader(c)
	case inRecords:
		r.endRecords(c)
	case inItems:
		r.endItems(c)
	case inPackets, inBlock:
		r.endPackets(c)
	}
	return c
}

// finish derives the information that needs the whole file. The incomplete last item, if any, is at
// off.
func (r *Reader) finish(off int64) {
	in := &r.info
	if in.Container == Concatenated && r.paired {
		in.Container = KeyData
	}
	r.settleClocks()
	r.misread = in.Tick == 1000 && !r.out.wraps && (r.out.passedWrap() || r.blocks.fell && !r.out.micros())
	if v, ok := in.Option("data-file-overflow"); ok && v == "true" {
		in.Overflow = true
		in.Complete = false
		r.add("overflow", -1, 1)
	}
	r.lists.nameSplits()
	r.lists.countUnlisted()
	r.lists.countTwoNames()
	in.Sampling = r.pace.sampling(in.Threads, in.Tick)
	if in.Container == Concatenated || in.Container == KeyData {
		if want, ok := in.number("num-method-calls"); ok && want > in.Records+in.Receipt.Count("zero-records") && r.rest == "" {
			in.Complete = false
			r.add("missing-records", off, want-in.Records-in.Receipt.Count("zero-records"))
		}
	}
	in.noteCut()
	in.Receipt.describe(in)
}

// fail ends the reading at off: the file is of no kind that is read here.
func (r *Reader) fail(off int64, what, format string, args ...any) {
	if r.err == nil {
		r.info.Bytes = off
		r.err = &FormatError{Offset: off, What: what, Err: fmt.Errorf(format, args...)}
		r.info.Receipt.describe(&r.info)
	}
}

var errNotTrace = errors.New("this is not a method trace")

// note counts one occurrence of code at byte off.
//
//go:noinline // seldom called, and from many places
func (r *Reader) note(code string, off int64) { r.add(code, off, 1) }

// add counts n occurrences of code, the first at byte off. While records are being read it also
// stores the record before the first occurrence.
//
//go:noinline // seldom called, and from many places
func (r *Reader) add(code string, off, n int64) {
	notes := &r.info.Receipt.Notes
	was := len(*notes)
	r.info.Receipt.Add(code, off, n)
	o := &r.out
	if len(*notes) > was && r.part >= inRecords && int(o.row) < len(o.clocks) && o.clocks[o.row].seen {
		note := &(*notes)[was]
		note.Among, note.Thread, note.Time = true, o.row, o.clocks[o.row].wall.time
	}
}
