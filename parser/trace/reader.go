package trace

import "bytes"

// A Reader is a push parser. It accepts a trace in pieces of any size, gives the same result
// however the file is cut, and passes records to its sink in batches.
type Reader struct {
	file    file
	off     int64  // offset in the file of the first byte not read yet
	held    []byte // the bytes from there on that Write was given: an item still incomplete
	paired  bool
	misread bool

	lists lists
	out   output

	text      text
	decoder   decoder
	streaming streaming
	packets   packets
	transfer  transfer
}

// NewReader returns a Reader that hands its records to sink.
func NewReader(sink Sink) *Reader { return newReader(sink, false) }

// newReader is NewReader. With whole, method IDs in records keep their two low bits.
func newReader(sink Sink, whole bool) *Reader {
	r := new(Reader)
	r.file.out = &r.out
	r.file.info.Version = -1
	r.file.info.Tick = 1000
	r.lists.wideIDs = whole
	r.lists.init(&r.file.info)
	r.out = output{file: &r.file, lists: &r.lists, sink: sink}
	r.out.init()
	r.text = text{file: &r.file, lists: &r.lists, out: &r.out, section: beforeVersion}
	r.decoder = decoder{file: &r.file, lists: &r.lists, out: &r.out}
	r.streaming = streaming{file: &r.file, lists: &r.lists, text: &r.text, records: &r.decoder}
	r.packets = packets{file: &r.file, lists: &r.lists, out: &r.out, text: &r.text}
	r.packets.blocks = blocks{file: &r.file, lists: &r.lists, out: &r.out, form: &r.packets.form}
	return r
}

// Paired marks the bytes as those of two files, a .key followed by its .data. Call it any time
// before Close.
func (r *Reader) Paired() { r.paired = true }

// LearnFrom uses the results of another Reader that has read the same file to its end. Call it
// before the first Write.
func (r *Reader) LearnFrom(first *Reader) {
	r.out.neverWraps = first.out.neverWraps || first.misread && first.out.micros()
	r.packets.form.micros = first.packets.form.micros
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
	return r.lists.bytes() + int64(cap(r.held)) + int64(cap(r.transfer.held)) + int64(cap(r.text.doubt)) + int64(cap(r.out.clocks))*clocksBytes + r.packets.blocks.stacks.held
}

// Info returns the information read so far; it is complete after Close. Table rows are only added,
// so a sink may look up the methods of a batch in it.
func (r *Reader) Info() *Info { return &r.file.info }

// Write reads the next piece of the unwrapped file. It keeps no reference to p. Its only errors are
// *FormatError; after one, nothing more is read.
func (r *Reader) Write(p []byte) (int, error) {
	whole := len(p)
	if r.file.err != nil {
		return 0, r.file.err
	}
	r.file.info.Bytes += int64(whole)
	for len(p) > 0 && r.file.err == nil {
		if len(r.held) == 0 {
			n := r.read(cursor{p, r.off})
			p = p[n:]
			r.off += int64(n)
			if n == 0 && r.file.err == nil {
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
	r.out.flush()
	if r.file.err != nil {
		return 0, r.file.err
	}
	return whole, nil
}

// read reads one or more whole items at c and returns their length. 0 means that the next item
// needs more bytes than c has.
func (r *Reader) read(c cursor) int {
	read := 0
	for read < len(c.b) && r.file.err == nil {
		was := r.file.part
		n := r.readPart(c.after(read))
		read += n
		if n == 0 && r.file.part == was {
			break
		}
	}
	return read
}

func (r *Reader) readPart(c cursor) int {
	switch r.file.part {
	case atStart:
		return r.readStart(c)
	case inText, inDoubt:
		return r.text.readLine(c)
	case inHeader:
		return r.readHeader(c)
	case inRecords:
		return r.decoder.readRecords(c)
	case inSample:
		return r.streaming.readSample(c)
	case inItems:
		return r.streaming.readItems(c)
	case inTransfer:
		return r.readTransfer(c)
	case inPackets:
		return r.packets.readPackets(c)
	case inBlock:
		return r.packets.blocks.read(c)
	}
	if r.file.rest != "" {
		r.file.add(r.file.rest, c.off, int64(len(c.b)))
	}
	return len(c.b)
}

// Close ends the file: it reads the bytes held back, and completes Info and its receipt. Its only
// errors are *FormatError: the file is not a method trace, or its version is not known.
func (r *Reader) Close() error {
	if r.file.closed || r.file.err != nil {
		return r.file.err
	}
	r.file.closed = true
	c := cursor{r.held, r.off}
	c = c.after(r.read(c))
	if r.file.err == nil {
		c = r.end(c)
	}
	r.held = nil
	r.out.flush()
	if r.file.err == nil {
		r.finish(c.off)
	}
	return r.file.err
}

// end reads the readable part of the last, incomplete item and returns the rest.
func (r *Reader) end(c cursor) cursor {
	if r.file.part == inTransfer {
		r.file.part, c = r.transfer.part, r.transfer.rest()
		c = c.after(r.read(c)) // all that waited for more
	}
	switch r.file.part {
	case atStart:
		r.endStart(c)
	case inText, inDoubt:
		if r.text.inSummary {
			r.text.cutSummary(c.off)
		} else {
			r.text.endOfText(c.off, false)
		}
	case inHeader:
		r.endHeader(c)
	case inRecords:
		r.decoder.endRecords(c)
	case inItems:
		r.streaming.endItems(c)
	case inPackets, inBlock:
		r.packets.endPackets(c)
	}
	return c
}

// finish derives the information that needs the whole file. The incomplete last item, if any, is at
// off.
func (r *Reader) finish(off int64) {
	in := &r.file.info
	if in.Container == Concatenated && r.paired {
		in.Container = KeyData
	}
	r.settleClocks()
	r.misread = in.Tick == 1000 && !r.out.wraps && (r.out.passedWrap() || r.out.fell && r.packets.form.encoding == encodingE3 && !r.out.micros())
	if v, ok := in.Option("data-file-overflow"); ok && v == "true" {
		in.Overflow = true
		in.Complete = false
		r.file.add("overflow", -1, 1)
	}
	r.lists.nameSplits()
	r.lists.countUnlisted()
	r.lists.countTwoNames()
	in.Sampling = r.out.pace.sampling(in.Threads, in.Tick)
	if in.Container == Concatenated || in.Container == KeyData {
		if want, ok := in.number("num-method-calls"); ok && want > in.Records+in.Receipt.Count("zero-records") && r.file.rest == "" {
			in.Complete = false
			r.file.add("missing-records", off, want-in.Records-in.Receipt.Count("zero-records"))
		}
	}
	in.noteCut()
	in.Receipt.describe(in)
}

// readStart tells the kinds of file apart by their first bytes (section 2).
func (r *Reader) readStart(c cursor) int {
	b := c.b
	if len(b) < len("*version\n") && !r.file.closed {
		return 0
	}
	switch {
	case bytes.HasPrefix(b, magic):
		r.file.info.Container = DataOnly
		r.file.part = inHeader
	default:
		return r.readText(c)
	}
	return 0
}

// readText begins the text part, or detects that the file has none.
func (r *Reader) readText(c cursor) int {
	b := c.b[:min(len(c.b), maxJunk)]
	if i := TextStart(b); i >= 0 {
		r.file.part = inText
		before := i
		if inChunk(b, i) {
			before -= chunkHead
			r.file.note("debug-bridge", c.at(before))
		}
		switch {
		case i == len(byteOrderMark) && bytes.HasPrefix(b, byteOrderMark):
			r.file.note("byte-order-mark", c.off)
		case before > 0:
			r.file.info.Receipt.Add("text-before-version", c.off, int64(before))
		}
		return i
	}
	if len(b) == maxJunk || r.file.closed {
		if !IsHeaderless(b) {
			r.file.fail(c.off, "header", "%w", errNotTrace)
			return 0
		}
		r.packets.startDump()
	}
	return 0
}

func (r *Reader) endStart(c cursor) {
	if len(c.b) == 0 {
		r.file.fail(c.off, "header", "the file is empty")
		return
	}
	r.file.fail(c.off, "header", "%w", errNotTrace)
}
