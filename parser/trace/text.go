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
	file  *file
	lists *lists
	out   *output

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

// readLine reads one line of the text part, or several of methods.
func (t *text) readLine(c cursor) int {
	b := c.b
	if t.section == methodsSection && t.file.part == inText && !t.ended && !t.tooLong && t.scanned == 0 && c.off >= t.unusual {
		if n := t.methodLines(c); n > 0 {
			return t.textRead(c.first(n))
		}
	}
	if !t.inSummary && !t.tooLong && t.scanned == 0 {
		if len(b) < peek && !t.file.closed {
			return 0
		}
		if n, ok := t.dataFollows(c); ok {
			t.endOfText(c.off, true)
			t.file.part = inHeader
			return n
		}
		if t.ended && t.file.part == inText {
			t.file.part = inDoubt
			t.doubtAt = c.off
		}
	}
	packetEnds := t.inSummary && int64(len(b)) >= t.left
	if packetEnds {
		b = b[:t.left]
	}
	last := t.file.closed || packetEnds // no line feed will come any more
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
			return t.junkBeforeData(c.first(i))
		}
	}
	if !whole && !last {
		if len(b) <= maxLine && !t.tooLong {
			t.scanned = len(b)
			return 0
		}
		if !t.tooLong {
			t.file.note("long-line", c.off)
		}
		t.tooLong = true
		t.scanned = 0
		return t.textRead(c.first(len(b)))
	}
	t.scanned = 0
	switch {
	case t.tooLong:
		t.tooLong = false
	case len(line) > maxLine:
		t.file.note("long-line", c.off)
	case !whole && string(line) != "*end":
		// The file was cut inside this line: half a name, or half an id, would mislead.
		t.ended = t.ended && t.file.part != inDoubt
	case t.file.part == inDoubt:
		t.ended = string(bytes.TrimSuffix(line, []byte("\r"))) == "*end"
	default:
		t.line(c.first(len(line)))
	}
	return t.textRead(c.first(n))
}

// textRead accounts for the bytes of the text part that were read.
func (t *text) textRead(c cursor) int {
	if t.file.part == inDoubt {
		t.doubt = append(t.doubt, c.b...)
		if len(t.doubt) > maxDoubt {
			t.ended = false
			t.endOfText(c.off, false)
			t.file.skip("text-after-end")
		}
	}
	if t.inSummary {
		t.left -= int64(len(c.b))
		if t.left == 0 || t.toEnd && t.ended {
			t.endSummary(c.at(len(c.b)))
		}
	}
	return len(c.b)
}

// dataFollows reports whether the data part starts at c, where a line should, and how
// many bytes stand before its header.
func (t *text) dataFollows(c cursor) (int, bool) {
	b, n := c.b, 0
	if bytes.HasPrefix(b, []byte("*endSLOW")) { // a .key without its last line feed
		n = len("*end")
	}
	if !bytes.HasPrefix(b[n:], magic) {
		if t.ended && damagedMagic(b) {
			t.file.note("damaged-magic", c.off)
			return 0, true
		}
		return 0, false
	}
	if n > 0 || t.ended {
		t.ended = true
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
func (t *text) junkBeforeData(c cursor) int {
	if t.file.part == inDoubt && !t.ended {
		t.doubt = append(t.doubt, c.b...)
		t.endOfText(c.off, true)
	} else { // the doubtful lines before an *end were text
		t.endOfText(c.off, true)
		t.file.info.Receipt.Add("junk-before-data", c.off, int64(len(c.b)))
	}
	t.file.part = inHeader
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
func (t *text) endOfText(off int64, data bool) {
	switch {
	case t.doubt != nil && t.ended:
		t.file.note("end-inside-name", t.endAt)
		t.content(cursor{[]byte("*end"), t.endAt})
		c := cursor{t.doubt, t.doubtAt}
		for line := range bytes.Lines(t.doubt) {
			t.line(c.first(len(bytes.TrimSuffix(line, []byte("\n")))))
			c = c.after(len(line))
		}
	case t.doubt != nil && data:
		t.file.info.Receipt.Add("junk-before-data", t.doubtAt, int64(len(t.doubt)))
	case t.doubt != nil:
		t.file.info.Receipt.Add("text-after-end", t.doubtAt, int64(len(t.doubt)))
	case !t.ended:
		t.file.note("missing-end", off)
	}
	t.endName()
	t.doubt = nil
	if !data {
		t.file.info.Container = KeyOnly
		t.file.note("no-data", off)
	}
}

// line reads one line, without its line feed.
func (t *text) line(c cursor) {
	t.lines++
	if n := len(c.b); n > 0 && c.b[n-1] == '\r' {
		c = c.first(n - 1)
		t.file.note("carriage-returns", c.at(n-1))
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
		t.content(c)
		return
	}
	t.endName()
	t.section = section
	t.lastName = false
}

// content reads a line that is no marker. Lines that can only be of the next section
// begin it, should its marker be lost.
func (t *text) content(c cursor) {
	switch {
	case t.section == versionSection && isThreadLine(c.b):
		t.file.note("missing-threads-line", c.off)
		t.section = threadsSection
	case (t.section == versionSection || t.section == threadsSection) && isMethodLine(c.b):
		t.file.note("missing-methods-line", c.off)
		t.endThreads(c.off)
	}
	switch {
	case t.section == threadsSection:
		t.threadLine(c)
	case c.b[0] == '*':
		t.file.note("unknown-section", c.off)
	case t.section == versionSection:
		t.optionLine(c)
	case t.section == methodsSection:
		t.methodLine(c)
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
func (t *text) endThreads(off int64) {
	if i := bytes.LastIndexByte(t.name, '\n'); i >= 0 && bytes.HasPrefix(t.name[i:], []byte("\n*")) {
		t.name = t.name[:i]
	}
	t.endName()
	t.section = methodsSection
	if t.lastName {
		if names, ok := t.lists.unlistZero(t.lastIndex); ok {
			t.methodLine(cursor{[]byte("0\t" + names), off})
		}
	}
	t.lastName = false
}

// optionLine reads the version's number or a key=value line (sections 3.2 and 3.3).
func (t *text) optionLine(c cursor) {
	key, value, ok := strings.Cut(decodeName(c.b), "=")
	if !ok {
		v, err := strconv.Atoi(strings.TrimSpace(key))
		if err != nil {
			t.file.note("odd-option", c.off)
			return
		}
		t.version = v
		return
	}
	t.file.info.Options = append(t.file.info.Options, Option{key, value})
}

// threadLine parses "id TAB name" (section 3.4). A line without an id continues the previous
// thread's name, because names may contain line feeds.
func (t *text) threadLine(c cursor) {
	line := c.b
	digits := 0
	for digits < len(line) && '0' <= line[digits] && line[digits] <= '9' {
		digits++
	}
	id, err := strconv.ParseUint(string(line[:digits]), 10, 32)
	if err != nil || digits < len(line) && line[digits] != '\t' && line[digits] != ' ' {
		if t.lastName {
			t.nameLine(c)
		} else {
			t.file.note("odd-thread-line", c.off)
		}
		return
	}
	t.endName()
	name := line[min(digits+1, len(line)):]
	t.lastIndex, t.lastName = t.lists.listThread(ThreadID(id), decodeName(name), t.inSummary)
	if !t.lastName {
		t.file.note("too-many-listed", c.off)
	}
}

// nameLine adds a line to the name of the thread before.
func (t *text) nameLine(c cursor) {
	t.file.note("line-feed-in-name", c.off)
	if len(t.name) == 0 {
		t.name = append(t.name, t.file.info.Threads[t.lastIndex].Name...)
	}
	if more := decodeName(c.b); len(t.name)+1+len(more) <= maxName {
		t.name = append(append(t.name, '\n'), more...)
	} else {
		t.file.note("long-name", c.off)
	}
}

// endName gives a thread its name of several lines when no further one can come.
//
//go:noinline // called from many places
func (t *text) endName() {
	if len(t.name) > 0 {
		t.file.info.Threads[t.lastIndex].Name = string(t.name)
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
func (t *text) methodLines(c cursor) int {
	const least, most = 512, 64 << 10 // bytes
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
		t.out.flush() // as in methodLine
		for text != "" {
			line, rest, _ := strings.Cut(text, "\n")
			m, ok := t.lists.parseMethod(line)
			if !ok || !m.Listed || !t.lists.listMethod(m, t.inSummary) {
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
func (t *text) methodLine(c cursor) {
	m, ok := t.lists.parseMethod(decodeName(c.b))
	if !ok {
		t.file.note("odd-method-line", c.off)
		return
	}
	if t.out.n > 0 && t.lists.find(keyOf(m.ID)) != 0 {
		t.out.flush() // records of the row came before its name did, wherever the file is cut
	}
	if m.Listed && !t.lists.listMethod(m, t.inSummary) {
		t.file.note("too-many-listed", c.off)
	}
}

// startSummary begins the text of a summary of size bytes. With toEnd, the text ends at its line
// *end, whatever the size.
func (t *text) startSummary(size int64, toEnd bool) {
	t.inSummary, t.toEnd = true, toEnd
	t.left = size
	t.file.part = inText
}

// endSummary is called when the whole text of the summary, up to off, has been read.
func (t *text) endSummary(off int64) {
	t.endName()
	t.inSummary = false
	if !t.ended {
		t.file.note("missing-end", off)
	}
	t.file.info.Complete = true
	t.file.skip("data-after-summary")
}

// cutSummary is called when the file ends at off, inside the summary's text.
func (t *text) cutSummary(off int64) {
	t.endName()
	if t.ended {
		t.file.info.Complete = true
		return
	}
	t.file.note("truncated-summary", off)
}
