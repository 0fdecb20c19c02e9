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
	inRest                 // bytes that are counted, not read
)

// A Reader is a push parser: it takes a trace in pieces of any size, gives the same
// answer for every way of cutting, and hands records to its sink in batches.
type Reader struct {
	info Info
	sink Sink
	err  error

	part   part
	off    int64  // of the next byte to read, from the start of the file
	held   []byte // read by Write but not yet by a part: an item still incomplete
	closed bool   // no more bytes will come
	paired bool

	neverWraps bool
	unwrapped  bool

	text    text
	lists   lists
	decoder decoder

	transfer transfer
	pace     pace
	rest     string // code of the note that counts the bytes of inRest, "" for none
}

// NewReader returns a Reader that hands its records to sink.
func NewReader(sink Sink) *Reader {
	r := &Reader{sink: sink}
	r.info.Version = -1
	r.info.Tick = 1000
	r.text.section = beforeVersion
	r.lists.init(&r.info)
	r.decoder.init()
	return r
}

// Paired says that the bytes are those of two files, a .key and then its .data.
// It may be called at any time before Close.
func (r *Reader) Paired() { r.paired = true }

// NeverWraps says that no clock of the file passes 2^32, as a first reading has found: see
// Unwrapped. It is to be called before the first Write.
func (r *Reader) NeverWraps() { r.neverWraps = true }

// Unwrapped reports, after Close, whether a fall of a clock was taken for a wrap although
// the recording was too short for one. A streaming file tells how long it was only at its
// end; times after the fall are then 71 minutes too great, and the file is to be read
// again by a Reader of which NeverWraps was called.
func (r *Reader) Unwrapped() bool { return r.unwrapped }

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
			n := r.read(p)
			p = p[n:]
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
		n := r.read(r.held)
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

// read reads as much of b as makes one or more whole items and returns its length.
// 0 means that the next item needs more bytes than b has.
func (r *Reader) read(b []byte) int {
	read := 0
	for read < len(b) && r.err == nil {
		was := r.part
		n := r.readPart(b[read:])
		read += n
		r.off += int64(n)
		if n == 0 && r.part == was {
			break
		}
	}
	return read
}

func (r *Reader) readPart(b []byte) int {
	switch r.part {
	case atStart:
		return r.readStart(b)
	case inText, inDoubt:
		return r.readLine(b)
	case inHeader:
		return r.readHeader(b)
	case inRecords:
		return r.readRecords(b)
	case inSample:
		return r.readSample(b)
	case inItems:
		return r.readItems(b)
	case inTransfer:
		return r.readTransfer(b)
	}
	if r.rest != "" {
		r.info.Receipt.Add(r.rest, r.off, int64(len(b)))
	}
	return len(b)
}

// Close ends the file: it reads what was held back and completes Info and its receipt.
// Its only errors are *FormatError: the file is no method trace, or of a kind that is
// not read yet.
func (r *Reader) Close() error {
	if r.closed || r.err != nil {
		return r.err
	}
	r.closed = true
	r.held = r.held[r.read(r.held):]
	if r.err == nil {
		r.end(r.held)
	}
	r.held = nil
	r.flush()
	if r.err == nil {
		r.finish()
	}
	return r.err
}

// end reads what can be read of the last, incomplete item.
func (r *Reader) end(b []byte) {
	if r.part == inTransfer {
		r.off, r.part, b = r.transfer.off, r.transfer.part, r.transfer.held
		b = b[r.read(b):] // all that waited for more
	}
	switch r.part {
	case atStart:
		r.endStart(b)
	case inText, inDoubt:
		if r.text.inSummary {
			r.cutSummary()
		} else {
			r.endOfText(false)
		}
	case inHeader:
		r.endHeader(b)
	case inRecords:
		r.endRecords(b)
	case inItems:
		r.endItems(b)
	}
}

// finish derives what only the whole file tells.
func (r *Reader) finish() {
	in := &r.info
	if in.Container == Concatenated && r.paired {
		in.Container = KeyData
	}
	r.settleClocks()
	r.unwrapped = !r.decoder.wraps && r.decoder.passedWrap()
	if v, ok := in.Option("data-file-overflow"); ok && v == "true" {
		in.Overflow = true
		in.Complete = false
		in.Receipt.Add("overflow", -1, 1)
	}
	r.lists.countUnlisted()
	in.Sampled = r.pace.sampled()
	if in.Container == Concatenated || in.Container == KeyData {
		if want, ok := in.number("num-method-calls"); ok && want > in.Records+in.Receipt.Count("zero-records") && r.rest == "" {
			in.Complete = false
			in.Receipt.Add("missing-records", r.off, want-in.Records-in.Receipt.Count("zero-records"))
		}
	}
	in.Receipt.describe(in)
}

// fail ends the reading: the file is of no kind that is read here.
func (r *Reader) fail(what, format string, args ...any) {
	if r.err == nil {
		r.info.Bytes = r.off
		r.err = &FormatError{Offset: r.off, What: what, Err: fmt.Errorf(format, args...)}
		r.info.Receipt.describe(&r.info)
	}
}

var errNotTrace = errors.New("this is not a method trace")

// note counts one occurrence of code at b[i:], b being what read was last given.
func (r *Reader) note(code string, i int) {
	r.info.Receipt.Add(code, r.off+int64(i), 1)
}
