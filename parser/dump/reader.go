package dump

import (
	"bytes"

	"traceglass/parser/lines"
)

// A Limit is the approximate limit, in bytes, of a Reader's text and of its tables.
type Limit int64

// Approximate size of a row of each table.
const (
	lineSize   = 32
	blockSize  = 384
	threadSize = 512
	stringSize = 64
)

// DefaultLimit admits any real file; bug reports reach 100 MB.
const DefaultLimit Limit = 1 << 30

// none stands for no block and no thread.
const none = -1

// A Reader is a push parser. It accepts a file in pieces of any size, gives the same Dump however
// the file is cut, and never fails. It lists unusual properties of the file in the Receipt.
type Reader struct {
	d      *Dump
	build  builder // of the tables of d
	decode *Decoder
	apart  bool // the caller decodes
	lines  lines.Cutter
	closed bool

	region   region
	waiting  []int // lines of an unfinished heading (section 8)
	giveUp   bool  // those lines are not a heading
	sections sections

	logs   map[string]*logStream
	order  []*logStream
	anr    *logStream // stream that reports a process that did not answer
	quoted bool
}

// A region is a run of lines that only its first line identifies.
type region uint8

const (
	noRegion region = iota
	inLoaders
	inMetrics
	inImages
	inEvents
	inReporter
	inTransactions
	inStatistics
)

// NewReader returns a Reader with DefaultLimit.
func NewReader() *Reader { return DefaultLimit.NewReader() }

// NewReader returns a Reader with this limit.
func (l Limit) NewReader() *Reader {
	r := &Reader{d: &Dump{}, decode: &Decoder{}, lines: lines.Cutter{Most: MaxLine}}
	r.build = builder{d: r.d, sections: &r.sections, limit: int64(l), block: none, outer: none, thread: none, last: none, paused: none, strings: map[string]string{}}
	return r
}

// NewDecodedReader returns a Reader of bytes that decode has converted.
func (l Limit) NewDecodedReader(decode *Decoder) *Reader {
	r := l.NewReader()
	r.decode, r.apart = decode, true
	return r
}

// Reuse lets a new Reader overwrite the tables of a dump that is no longer in use. Allocating new
// tables takes a quarter of the time when thousands of dumps are read one after another. Large
// dumps are not reused.
func (r *Reader) Reuse(d *Dump) {
	if len(d.Text.chunks) != 1 {
		return
	}
	n := r.d
	n.Text.chunks = [][]byte{d.Text.chunks[0][:0]}
	n.Text.at, n.Kinds = d.Text.at[:0], d.Kinds[:0]
	n.Blocks, n.Threads, n.Stack, n.Locks, n.Channels = d.Blocks[:0], d.Threads[:0], d.Stack[:0], d.Locks[:0], d.Channels[:0]
	n.places = d.places
	n.places.rows = n.places.rows[:0]
	clear(n.places.slots)
	*d = Dump{}
}

// Write reads the next piece of the file. It keeps no reference to p, and its error is always nil.
func (r *Reader) Write(p []byte) (int, error) {
	switch {
	case r.closed:
	case r.apart:
		r.feed(p)
	default:
		r.decode.Write(p, r.feed)
	}
	return len(p), nil
}

// feed cuts decoded bytes into lines.
func (r *Reader) feed(p []byte) {
	for {
		line, rest, cut, ok := r.lines.Next(p)
		if !ok {
			return
		}
		r.endLine(line, cut)
		p = rest
	}
}

// endLine reads a line; cut is the number of bytes cut off its end.
func (r *Reader) endLine(line []byte, cut int) {
	if cut > 0 {
		r.d.Receipt.note("long-line", r.d.Text.Lines(), int64(cut))
	}
	r.line(line)
}

// line stores one line and places it.
func (r *Reader) line(s []byte) {
	if at := glued(s); at > 0 {
		r.line(s[:at])
		s = s[at:]
	}
	i, ok := r.build.add(s, Unplaced)
	if !ok {
		return
	}
	r.read(i)
	for r.build.writing == nil && len(r.order) > 0 {
		r.nextLog()
	}
}

// glued returns the position of a second frame in a line that was copied from a store's page:
// "at a.B.c (B.java:1)  at a.B.d (B.java:2)". It returns 0 for other lines.
func glued(s []byte) int {
	if !canGlue(trim(s)) {
		return 0
	}
	for from := 0; ; {
		at := bytes.IndexByte(s[from:], ')')
		if at < 0 || from+at+1 == len(s) {
			return 0
		}
		from += at + 1
		rest := trim(bytes.TrimPrefix(trim(s[from:]), []byte("held by ")))
		if hasPrefix(rest, "at ") && bytes.IndexByte(rest, '(') > 0 && !isRemark(rest[len("at "):]) {
			return bytes.LastIndex(s, rest)
		}
	}
}

// canGlue reports whether s begins as a line of a stack.
func canGlue(s []byte) bool {
	return len(s) > 0 && (isLock(s) || s[0] == 'a' && hasPrefix(s, "at ") || s[0] == '#')
}

// Close ends the file and returns its dump.
func (r *Reader) Close() *Dump {
	if r.closed {
		return r.d
	}
	if !r.apart {
		r.decode.Close(r.feed)
	}
	if line, cut, ok := r.lines.Last(); ok {
		r.endLine(line, cut)
	}
	r.closed = true
	r.settle()
	if len(r.sections.skipped) > 0 && !r.sections.traces {
		// A bug report without a section of dumps may contain them anywhere.
		r.sections.again, r.sections.skipping = true, false
		for _, lines := range r.sections.skipped {
			for i := lines[0]; i < lines[1]; i++ {
				r.d.Kinds[i] = Unplaced
				r.read(i)
			}
			r.settle()
		}
	}
	r.finish()
	return r.d
}

// settle closes everything that is open at the end of a section of lines.
func (r *Reader) settle() {
	r.sections.end(r.d.Text.Lines())
	for {
		r.flushWaiting()
		r.build.closeBlocks()
		r.endLog()
		if len(r.order) == 0 {
			break
		}
		r.nextLog()
	}
	r.region = noRegion
}

// kind sets the kind of line i.
func (r *Reader) kind(i int, kind LineKind) { r.d.Kinds[i] = kind }
