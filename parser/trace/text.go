package trace

import (
	"bytes"
	"encoding/binary"
	"strconv"
	"strings"
)

// A section of the text part (section 3.1).
type section uint8

const (
	beforeVersion section = iota
	versionSection
	threadsSection
	methodsSection
)

// Bounds, in bytes.
const (
	maxLine  = 1 << 20 // the longest line that is read
	maxJunk  = 8 << 10 // limit of junk before the text part, with its first line
	maxDoubt = 1 << 20 // limit of text after an *end that turns out to be part of a name
	maxName  = 4 << 10 // a thread's name of several lines
	peek     = 10      // bytes that distinguish a data part from a line

	headerStart = 8       // of a data part's header: magic, version, place of the first record
	maxOffset   = 1 << 10 // the most that place is, or something else follows the text
)

// text is the state of the text part between two lines.
type text struct {
	section section
	ended   bool  // the last line was *end
	endAt   int64 // where that is
	lines   int64
	scanned int   // bytes of the next line that were searched for its end
	tooLong bool  // inside a line of more than maxLine bytes
	unusual int64 // up to there lines of methods are read one at a time

	inSummary bool  // the text stands in the packet of a streaming file
	left      int64 // bytes of that packet still to come
	toEnd     bool  // it ends at its line *end, however many there are

	version   int  // as its version line says, 0 if it does not
	lastName  bool // the last line of the threads section was read as a thread
	lastIndex ThreadIndex
	name      []byte // that thread's name so far, if it has several lines

	// Lines after an *end without a data part. Either a later *end shows that they and the *end
	// belong to a name, or they are not text.
	doubt   []byte
	doubtAt int64
}

var magic = []byte("SLOW")

// readStart tells the kinds of file apart by their first bytes (section 2).
func (r *Reader) readStart(c cursor) int {
	b := c.b
	if len(b) < len("*version\n") && !r.closed {
		return 0
	}
	switch {
	case bytes.HasPrefix(b, magic):
		r.info.Container = DataOnly
		r.part = inHeader
	default:
		return r.readText(c)
	}
	return 0
}

// TextStart returns the offset of the line *version in the first bytes of a file, or -1. Junk, a
// byte order mark or the head of a chunk may come first.
func TextStart(head []byte) int {
	head = head[:min(len(head), maxJunk)]
	for at := 0; at < len(head); {
		line, _, whole := bytes.Cut(head[at:], []byte("\n"))
		before, ok := bytes.CutSuffix(bytes.TrimRight(line, "\r \t"), []byte("*version"))
		if i := at + len(before); ok && whole && (len(before) == 0 || bytes.Equal(before, byteOrderMark) || inChunk(head, i)) {
			return i
		}
		at += len(line) + 1
	}
	return -1
}

var byteOrderMark = []byte("\xEF\xBB\xBF")

// chunkHead is the length of a chunk's head: its type, MPSE, and u4 its length.
const chunkHead = 8

// inChunk reports whether a chunk of the debug bridge begins right before the text at i.
func inChunk(head []byte, i int) bool {
	return i >= chunkHead && string(head[i-chunkHead:i-4]) == "MPSE"
}

// readText begins the text part, or detects that the file has none.
func (r *Reader) readText(c cursor) int {
	b := c.b[:min(len(c.b), maxJunk)]
	if i := TextStart(b); i >= 0 {
		r.part = inText
		before := i
		if inChunk(b, i) {
			before -= chunkHead
			r.note("debug-bridge", c.at(before))
		}
		switch {
		case i == len(byteOrderMark) && bytes.HasPrefix(b, byteOrderMark):
			r.note("byte-order-mark", c.off)
		case before > 0:
			r.info.Receipt.Add("text-before-version", c.off, int64(before))
		}
		return i
	}
	if len(b) == maxJunk || r.closed {
		if !IsHeaderless(b) {
			r.fail(c.off, "header", "%w", errNotTrace)
			return 0
		}
		r.startDump()
	}
	return 0
}

func (r *Reader) endStart(c cursor) {
	if len(c.b) == 0 {
		r.fail(c.off, "header", "the file is empty")
		return
	}
	r.fail(c.off, "header", "%w", errNotTrace)
}

// readLine reads one line of the text part, or several of methods.
func (r *Reader) readLine(c cursor) int {
	t := &r.text
	b := c.b
	if t.section == methodsSection && r.part == inText && !t.ended && !t.tooLong && t.scanned == 0 && c.off >= t.unusual {
		if n := r.methodLines(c); n > 0 {
			return r.textRead(c.first(n))
		}
	}
	if !t.inSummary && !t.tooLong && t.scanned == 0 {
		if len(b) < peek && !r.closed {
			return 0
		}
		if n, ok := r.dataFollows(c); ok {
			r.endOfText(c.off, true)
			r.part = inHeader
			return n
		}
		if t.ended && r.part == inText {
			r.part = inDoubt
			t.doubtAt = c.off
		}
	}
	packetEnds := t.inSummary && int64(len(b)) >= t.left
	if packetEnds {
		b = b[:t.left]
	}
	last := r.closed || packetEnds // no line feed will come any more
	line, n := b, len(b)
	whole := packetEnds
	searched := max(0, t.scanned-headerStart+1)
	if i := bytes.IndexByte(b[t.scanned:], '\n'); i >= 0 {
		line, n = b[:t.scanned+i], t.scanned+i+1
		whole = true
	}
	if !t.inSummary && !t.tooLong {
		if i := findHeader(line[:min(len(line), maxLine)], searched); i >= 0 {
			t.scanned = 0
			return r.junkBeforeData(c.first(i))
		}
	}
	if !whole && !last {
		if len(b) <= maxLine && !t.tooLong {
			t.scanned = len(b)
			return 0
		}
		if !t.tooLong {
			r.note("long-line", c.off)
		}
		t.tooLong = true
		t.scanned = 0
		return r.textRead(c.first(len(b)))
	}
	t.scanned = 0
	switch {
	case t.tooLong:
		t.tooLong = false
	case len(line) > maxLine:
		r.note("long-line", c.off)
	case !whole && string(line) != "*end":
		// The file was cut inside this line: half a name, or half an id, would mislead.
		t.ended = t.ended && r.part != inDoubt
	case r.part == inDoubt:
		t.ended = string(bytes.TrimSuffix(line, []byte("\r"))) == "*end"
	default:
		r.line(c.first(len(line)))
	}
	return r.textRead(c.first(n))
}

// textRead accounts for the bytes of the text part that were read.
func (r *Reader) textRead(c cursor) int {
	t := &r.text
	if r.part == inDoubt {
		t.doubt = append(t.doubt, c.b...)
		if len(t.doubt) > maxDoubt {
			t.ended = false
			r.endOfText(c.off, false)
			r.part = inRest
			r.rest = "text-after-end"
		}
	}
	if t.inSummary {
		t.left -= int64(len(c.b))
		if t.left == 0 || t.toEnd && t.ended {
			r.endSummary(c.at(len(c.b)))
		}
	}
	return len(c.b)
}

// dataFollows reports whether the data part starts at c, where a line should, and how
// many bytes stand before its header.
func (r *Reader) dataFollows(c cursor) (int, bool) {
	b, n := c.b, 0
	if bytes.HasPrefix(b, []byte("*endSLOW")) { // a .key without its last line feed
		n = len("*end")
	}
	if !bytes.HasPrefix(b[n:], magic) {
		if r.text.ended && damagedMagic(b) {
			r.note("damaged-magic", c.off)
			return 0, true
		}
		return 0, false
	}
	if n > 0 || r.text.ended {
		r.text.ended = true
		return n, true
	}
	// Without *end before it, it may be the second line of a thread's name.
	return 0, knownVersion(b[len(magic):])
}

// damagedMagic reports whether b begins with a header with one wrong byte in its first four.
func damagedMagic(b []byte) bool {
	if !isHeader(b, 0) {
		return false
	}
	same := 0
	for i, c := range magic {
		if b[i] == c {
			same++
		}
	}
	return same == len(magic)-1
}

// isHeader reports whether the bytes after b[i:i+4] are a known version and a plausible offset of
// the first record. The first four bytes contain no line feed then.
func isHeader(b []byte, i int) bool {
	if len(b) < i+headerStart || !knownVersion(b[i+versionAt:]) {
		return false
	}
	offset := binary.LittleEndian.Uint16(b[i+dataOffsetAt:])
	return recordSizeAt <= offset && offset <= maxOffset
}

// findHeader returns the offset in b, at or after from, of a data part's header, or -1. It checks
// each line by its first byte, because bytes.Index is slow in WebAssembly.
func findHeader(b []byte, from int) int {
	for {
		i := bytes.IndexByte(b[from:], magic[0])
		if i < 0 {
			return -1
		}
		from += i
		if bytes.HasPrefix(b[from:], magic) && isHeader(b, from) {
			return from
		}
		from++
	}
}

// junkBeforeData is called when the data part was found within a line, after c.
func (r *Reader) junkBeforeData(c cursor) int {
	t := &r.text
	if r.part == inDoubt && !t.ended {
		t.doubt = append(t.doubt, c.b...)
		r.endOfText(c.off, true)
	} else { // the doubtful lines before an *end were text
		r.endOfText(c.off, true)
		r.info.Receipt.Add("junk-before-data", c.off, int64(len(c.b)))
	}
	r.part = inHeader
	return len(c.b)
}

// knownVersion reports whether a data header's version, at the start of b, is one that
// was ever written.
func knownVersion(b []byte) bool {
	if len(b) < 2 {
		return false
	}
	v := binary.LittleEndian.Uint16(b)
	if v&0xF0 == 0xF0 {
		v &^= 0xF0
	}
	return 1 <= v && v <= 6
}

// endOfText decides about doubtful lines when the text part ends at off, at a data part or the end
// of the file.
func (r *Reader) endOfText(off int64, data bool) {
	t := &r.text
	switch {
	case t.doubt != nil && t.ended:
		r.note("end-inside-name", t.endAt)
		r.content(cursor{[]byte("*end"), t.endAt})
		c := cursor{t.doubt, t.doubtAt}
		for line := range bytes.Lines(t.doubt) {
			r.line(c.first(len(bytes.TrimSuffix(line, []byte("\n")))))
			c = c.after(len(line))
		}
	case t.doubt != nil && data:
		r.info.Receipt.Add("junk-before-data", t.doubtAt, int64(len(t.doubt)))
	case t.doubt != nil:
		r.info.Receipt.Add("text-after-end", t.doubtAt, int64(len(t.doubt)))
	case !t.ended:
		r.note("missing-end", off)
	}
	r.endName()
	t.doubt = nil
	if !data {
		r.info.Container = KeyOnly
		r.note("no-data", off)
	}
}

// line reads one line, without its line feed.
func (r *Reader) line(c cursor) {
	t := &r.text
	t.lines++
	if n := len(c.b); n > 0 && c.b[n-1] == '\r' {
		c = c.first(n - 1)
		r.note("carriage-returns", c.at(n-1))
	}
	t.ended = false
	section := t.section
	if section == beforeVersion { // TextStart forgives blanks too
		c.b = bytes.TrimRight(c.b, " \t")
	}
	switch string(c.b) {
	case "":
		return
	case "*version":
		section = versionSection
	case "*threads":
		section = threadsSection
	case "*methods":
		section = methodsSection
	case "*end":
		t.ended, t.endAt = true, c.off
		return
	default:
		r.content(c)
		return
	}
	r.endName()
	t.section = section
	t.lastName = false
}

// content reads a line that is no marker. Lines that can only be of the next section
// begin it, should its marker be lost.
func (r *Reader) content(c cursor) {
	t := &r.text
	switch {
	case t.section == versionSection && isThreadLine(c.b):
		r.note("missing-threads-line", c.off)
		t.section = threadsSection
	case (t.section == versionSection || t.section == threadsSection) && isMethodLine(c.b):
		r.note("missing-methods-line", c.off)
		r.endThreads(c.off)
	}
	switch {
	case r.text.section == threadsSection:
		r.threadLine(c)
	case c.b[0] == '*':
		r.note("unknown-section", c.off)
	case r.text.section == versionSection:
		r.optionLine(c)
	case r.text.section == methodsSection:
		r.methodLine(c)
	}
}

// isThreadLine reports whether a line is "id TAB name", as no option is.
func isThreadLine(line []byte) bool {
	rest := bytes.TrimLeft(line, "0123456789")
	return len(rest) > 0 && len(rest) < len(line) && rest[0] == '\t'
}

// isMethodLine reports whether a line is "0x1c TAB class TAB method", as no thread's is.
func isMethodLine(line []byte) bool {
	id, names, ok := bytes.Cut(line, []byte("\t"))
	if !ok || !bytes.HasPrefix(id, []byte("0x")) || bytes.IndexByte(names, '\t') < 0 {
		return false
	}
	_, ok = parseID(string(id))
	return ok
}

// endThreads ends the thread list before a method line at off. If the marker between the lists is
// lost or damaged, its rest was read as a continuation of a name. A method line with id 0 was then
// read as a thread line.
func (r *Reader) endThreads(off int64) {
	t := &r.text
	if i := bytes.LastIndexByte(t.name, '\n'); i >= 0 && bytes.HasPrefix(t.name[i:], []byte("\n*")) {
		t.name = t.name[:i]
	}
	r.endName()
	t.section = methodsSection
	if t.lastName {
		if names, ok := r.lists.unlistZero(t.lastIndex); ok {
			r.methodLine(cursor{[]byte("0\t" + names), off})
		}
	}
	t.lastName = false
}

// optionLine reads the version's number or a key=value line (sections 3.2 and 3.3).
func (r *Reader) optionLine(c cursor) {
	key, value, ok := strings.Cut(decodeName(c.b), "=")
	if !ok {
		v, err := strconv.Atoi(strings.TrimSpace(key))
		if err != nil {
			r.note("odd-option", c.off)
			return
		}
		r.text.version = v
		return
	}
	r.info.Options = append(r.info.Options, Option{key, value})
}

// threadLine parses "id TAB name" (section 3.4). A line without an id continues the previous
// thread's name, because names may contain line feeds.
func (r *Reader) threadLine(c cursor) {
	t := &r.text
	line := c.b
	digits := 0
	for digits < len(line) && '0' <= line[digits] && line[digits] <= '9' {
		digits++
	}
	id, err := strconv.ParseUint(string(line[:digits]), 10, 32)
	if err != nil || digits < len(line) && line[digits] != '\t' && line[digits] != ' ' {
		if t.lastName {
			r.nameLine(c)
		} else {
			r.note("odd-thread-line", c.off)
		}
		return
	}
	r.endName()
	name := line[min(digits+1, len(line)):]
	t.lastIndex, t.lastName = r.lists.listThread(ThreadID(id), decodeName(name), t.inSummary)
	if !t.lastName {
		r.note("too-many-listed", c.off)
	}
}

// nameLine adds a line to the name of the thread before.
func (r *Reader) nameLine(c cursor) {
	t := &r.text
	r.note("line-feed-in-name", c.off)
	if len(t.name) == 0 {
		t.name = append(t.name, r.info.Threads[t.lastIndex].Name...)
	}
	if more := decodeName(c.b); len(t.name)+1+len(more) <= maxName {
		t.name = append(append(t.name, '\n'), more...)
	} else {
		r.note("long-name", c.off)
	}
}

// endName gives a thread its name of several lines when no further one can come.
//
//go:noinline // called from many places
func (r *Reader) endName() {
	t := &r.text
	if len(t.name) > 0 {
		r.info.Threads[t.lastIndex].Name = string(t.name)
		t.name = t.name[:0]
	}
}

// methodLines reads ordinary method lines and returns their length. It leaves unusual lines to
// readLine, one at a time: markers, lines without a method, and lines with a byte that is not
// printable ASCII, as each data part's header has.
//
// This is the inner loop of the text part: per line it allocates no string and calls few functions.
// The bytes after an unusual line are scanned and held at most twice. The read-ahead doubles each
// time, which keeps that cost small.
func (r *Reader) methodLines(c cursor) int {
	const least, most = 512, 64 << 10 // bytes
	t := &r.text
	b := c.b
	if t.inSummary {
		b = b[:min(int64(len(b)), t.left)]
	}
	read := 0
	for ahead := least; ; ahead = min(2*ahead, most) {
		text := string(plainLines(b[read:min(len(b), read+ahead)]))
		if text == "" {
			return read
		}
		r.flush() // as in methodLine
		for text != "" {
			line, rest, _ := strings.Cut(text, "\n")
			m, ok := r.lists.parseMethod(line)
			if !ok || !m.Listed || !r.lists.listMethod(m, t.inSummary) {
				t.unusual = c.at(read + len(text))
				return read
			}
			t.lines++
			read += len(line) + 1
			text = rest
		}
	}
}

// plainLines is the whole lines at the start of b that are of printable ASCII and tabs.
func plainLines(b []byte) []byte {
	end := 0
	for i, c := range b {
		switch {
		case c == '\n':
			end = i + 1
		case c != '\t' && c-' ' > '~'-' ':
			return b[:end]
		}
	}
	return b[:end]
}

// methodLine reads a line of tab-separated columns, or of blank-separated ones where
// there is no tab (section 3.5).
func (r *Reader) methodLine(c cursor) {
	m, ok := r.lists.parseMethod(decodeName(c.b))
	if !ok {
		r.note("odd-method-line", c.off)
		return
	}
	if r.out.n > 0 && r.lists.find(keyOf(m.ID)) != 0 {
		r.flush() // records of the row came before its name did, wherever the file is cut
	}
	if m.Listed && !r.lists.listMethod(m, r.text.inSummary) {
		r.note("too-many-listed", c.off)
	}
}

// number is the value of an option as a number, if it is one and not negative.
func (in *Info) number(key string) (int64, bool) {
	v, _ := in.Option(key)
	n, err := strconv.ParseInt(v, 10, 64)
	return n, err == nil && n >= 0
}
