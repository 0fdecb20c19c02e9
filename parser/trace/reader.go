package trace

import (
	"errors"
	"fmt"
)

// A FormatError reports bytes that cannot be read as a trace at all. Damage inside a
// trace is no error: it is counted in Info.Receipt.
type FormatError struct {
	Offset int64  // in bytes from the start of the unwrapped file
	What   string // what was being read: "header", "text part"
	Err    error  // why it could not be
}

func (e *FormatError) Error() string {
	return fmt.Sprintf("trace: %s at byte %d: %v", e.What, e.Offset, e.Err)
}

func (e *FormatError) Unwrap() error { return e.Err }

// A part is what the next byte of a file belongs to.
type part uint8

const (
	atStart    part = iota // nothing read: text, a bare data part, or junk before the text
	inText                 // lines of the text part, or of a streaming file's summary
	inDoubt                // lines after an *end that no data part follows
	inHeader               // the data part's header
	inRecords              // records of versions 1 to 3
	inSample               // the first items of a streaming file, to learn their size
	inItems                // records and packets of a streaming file
	inTransfer             // a data part with carriage returns to be taken out
	inPackets              // packets of a V2 file, or of a dump without a header
	inBlock                // records of one of them
	inRest                 // bytes that are counted, not read
)

// A Reader is a push parser: it takes a trace in pieces of any size, gives the same
// answer for every way of cutting, and hands records to its sink in batches.
type Reader struct {
	info Info
	sink Sink
	err  error

	part   part
	off    int64  // of the first byte that no part has read, from the start of the file
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
	rest     string // code of the note that counts the bytes of inRest, "" for none
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

// Paired says that the bytes are those of two files, a .key and then its .data.
// It may be called at any time before Close.
func (r *Reader) Paired() { r.paired = true }

// LearnFrom says that another Reader has read the same file to its end: what it found there is known
// here from the start. It is to be called before the first Write.
func (r *Reader) LearnFrom(first *Reader) {
	r.neverWraps = first.neverWraps || first.misread && first.out.micros()
	r.blocks.micros = first.blocks.micros
}

// Misread reports, after Close, whether what only the end of the file told makes times wrong: a
// fall of a clock was taken for a wrap although the recording was too short for one, or for a
// long wait in ns although a tick was 1 µs, and times after it are 71 minutes too great, or 4 s.
// The file is then to be read again by a Reader that heeds this one.
func (r *Reader) Misread() bool { return r.misread }

// Renamed lists the rows of the method table that got another name than they had, each time
// one did. A sink has had all records before that.
func (r *Reader) Renamed() []MethodIndex { return r.lists.renamed }

// HeldBytes is the memory of the tables and of what waits to be read, in bytes, near enough for a
// budget.
func (r *Reader) HeldBytes() int64 {
	return r.lists.bytes() + int64(cap(r.held)) + int64(cap(r.transfer.held)) + int64(cap(r.text.doubt)) + int64(cap(r.out.clocks))*clocksBytes + r.blocks.held
}

// Info returns what is known so far; it is complete after Close. Rows of its tables
// are only ever added, so a sink may look up the methods of a batch in it.
func (r *Reader) Info() *Info { return &r.info }

// Write reads the next piece of the unwrapped file. It keeps no reference to p. Its
// only errors are *FormatError, after which nothing more is read.
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
		// Complete the held item from p, a little at a time so that what is left of p
		// is read in place; doubling keeps the copying linear.
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

// read reads as much at c as makes one or more whole items and returns its length.
// 0 means that the next item needs more bytes than c has.
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

// Close ends the file: it reads what was held back and completes Info and its receipt.
// Its only errors are *FormatError: the file is no method trace, or of a version that is not
// known.
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

// end reads what can be read of the last, incomplete item, and returns where that is.
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

// finish derives what only the whole file tells. Its last item, if it is incomplete, is at
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

// add counts n occurrences of code, the first at byte off. Where records are read, it is told behind
// which of them.
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
