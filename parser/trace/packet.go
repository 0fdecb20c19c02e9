package trace

import (
	"bytes"
	"encoding/binary"
	"math"
)

// The packets of V2 files and of dumps without a header (sections 6.2 and 7). Each begins with
// u1 type.
const (
	threadPacket  = 0 // u4 Linux tid, u2 length, the name
	methodPacket  = 1 // u4 index or u8 pointer, u2 length, a method line without its id
	blockPacket   = 2 // records of one thread, see block.go
	summaryPacket = 3 // u2 length, a text part
	textTail      = '\n'
)

// Byte offsets in the header of a V2 file, little-endian (section 6.1).
const (
	packetStartAt = 6  // u8 µs, or ns in E4 and E5
	counterAt     = 14 // u8 E5: value of the counter at the start
	frequencyAt   = 22 // u8 E5: of the counter, in Hz; 0 where times are ns
)

// Bytes to read ahead: to identify the first block, and to identify a dump without a header. Most
// such dumps are shorter than that.
const (
	packetSample = 32 << 10
	dumpSample   = 4 << 20
)

const (
	maxTid   = 1 << 22 // Linux's
	maxBlock = 32 << 20
)

// packets reads the packets of a V2 file, or of a dump without a header.
type packets struct {
	file  *file
	lists *lists
	out   *output
	text  *text

	form   form
	blocks blocks
}

// start begins a V2 file at its header.
func (p *packets) start(c cursor, version int) int {
	if len(c.b) < headerSize {
		return 0
	}
	in, f := &p.file.info, &p.form
	in.Version, in.Container = version, V2
	in.Start = int64(binary.LittleEndian.Uint64(c.b[packetStartAt:]))
	format := version &^ streamingBits
	if p.text.version != 0 && p.text.version != format {
		p.file.note("version-mismatch", c.at(versionAt))
	}
	f.dual = format == 5
	f.counter = binary.LittleEndian.Uint64(c.b[counterAt:])
	f.frequency = binary.LittleEndian.Uint64(c.b[frequencyAt:])
	if format == 6 {
		f.dump = true
	}
	p.text.section = beforeVersion // that of the summary
	p.intoPackets()
	return headerSize
}

// startDump begins a dump without a header.
func (p *packets) startDump() {
	p.file.info.Container = Headerless
	p.form.dump = true
	p.intoPackets()
}

func (p *packets) intoPackets() {
	p.form.shapes = shapesOf(p.form.dual)
	p.lists.useWideIDs()
	p.file.part = inPackets
	p.out.chooseClocks(p.form.clocks())
}

// readPackets reads one packet, or the head of a block.
func (p *packets) readPackets(c cursor) int {
	f := &p.form
	if _, _, l := f.classify(c.b, true); c.b[0] == blockPacket && f.encoding == anyEncoding && l == alike {
		size := packetSample
		if f.dump {
			size = dumpSample
		}
		if len(c.b) < size && !p.file.closed {
			return 0
		}
		if !p.chooseEncoding(c.first(min(len(c.b), packetSample)), p.file.closed && len(c.b) <= packetSample) {
			return 0
		}
		if f.encoding == longRunning && p.file.closed {
			f.base = f.begin(c.b)
		}
		if f.encoding.bare() && p.file.closed {
			p.fitExits(c)
		}
	}
	wide := f.encoding != encodingE1
	from, to, l := f.classify(c.b, wide)
	if c.b[0] == methodPacket && f.eitherWidth() {
		// The id before the text has 4 bytes in E1, 8 in all others: only one reading ends in a line feed.
		switch nfrom, nto, narrow := f.classify(c.b, false); {
		case narrow == alike && (l != alike || nto < to):
			p.setEncoding(encodingE1)
			from, to, l, wide = nfrom, nto, narrow, false
		case l == alike:
			f.wide = true
		case narrow == unsure:
			l = unsure
		}
	}
	if l == unsure && (!p.file.closed || !f.lost) {
		return 0
	}
	if l != alike {
		return p.skipToPacket(c, wide)
	}
	f.lost = false
	switch c.b[0] {
	case threadPacket:
		if _, ok := p.lists.listThread(ThreadID(binary.LittleEndian.Uint32(c.b[1:])), decodeName(c.b[from:to]), false); !ok {
			p.file.note("too-many-listed", c.off)
		}
	case methodPacket:
		id := MethodID(binary.LittleEndian.Uint32(c.b[1:])) << 2
		if wide {
			id = MethodID(binary.LittleEndian.Uint64(c.b[1:]) &^ 3)
		}
		p.methodPacket(c, id, c.b[from:to])
	case blockPacket:
		return p.blocks.start(c, to)
	case summaryPacket:
		if from == to && from == 3 {
			p.text.startSummary(math.MaxInt64, true)
		}
	default:
		p.lists.decimal = true
		p.text.startSummary(math.MaxInt64, true)
	}
	return to
}

// methodPacket reads a method line without its id.
func (p *packets) methodPacket(c cursor, id MethodID, text []byte) {
	m := Method{ID: id}
	line := decodeName(bytes.TrimSuffix(text, []byte("\n")))
	p.lists.around(keyOf(id))
	p.lists.setColumns(&m, splitTabs(p.lists.columns[:0], line))
	if p.out.n > 0 && p.lists.find(keyOf(id)) != 0 {
		p.out.flush() // records of the row came before its name did, wherever the file is cut
	}
	if !p.lists.listMethod(m, false) {
		p.file.note("too-many-listed", c.off)
	}
}

// skipToPacket skips bytes that are no packet, up to the next ones that look like one.
func (p *packets) skipToPacket(c cursor, wide bool) int {
	f := &p.form
	f.lost = true
	n := 1
	for n < len(c.b) {
		_, _, l := f.classify(c.b[n:], wide)
		if c.b[n] == methodPacket && f.eitherWidth() {
			_, _, narrow := f.classify(c.b[n:], false)
			l = max(l, narrow)
		}
		if l == alike || l == unsure && !p.file.closed {
			break
		}
		n++
	}
	p.file.add("skipped-bytes", c.off, int64(n))
	return n
}

// endPackets ends a file of packets, perhaps inside one.
func (p *packets) endPackets(c cursor) {
	in, f := &p.file.info, &p.form
	in.Complete = f.dump && in.Receipt.Count("skipped-bytes") == 0
	switch {
	case p.file.part == inBlock && !p.blocks.ended(c.b, true):
		p.file.add("truncated-block", c.off, max(1, int64(len(c.b))))
		in.Complete = false
	case len(c.b) > 0:
		p.file.add("truncated-packet", c.off, int64(len(c.b)))
		in.Complete = false
	}
	if !f.dump {
		p.file.note("no-summary", c.at(len(c.b)))
	}
}

// chooseEncoding finds the encoding of a file by reading the bytes from the first block on in each
// possible encoding (section 6.8). It returns false if none fits. End means that the file has no
// more bytes.
func (p *packets) chooseEncoding(c cursor, end bool) bool {
	f := &p.form
	candidates := []encoding{encodingE3, encodingE2, encodingE1, encodingE5}
	switch {
	case p.file.info.Container == Headerless:
		candidates = []encoding{longRunning, bare12, bare8}
	case f.dump:
		candidates = []encoding{longRunning}
	case f.counter|f.frequency != 0:
		candidates = []encoding{encodingE5, encodingE3, encodingE2}
	case f.wide:
		candidates = []encoding{encodingE3, encodingE2, encodingE5}
	}
	best, most := candidates[0], int64(math.MinInt64)
	for _, e := range candidates {
		t := trial{known: p.lists}
		t.reader = p.trialReader(&t, end)
		t.reader.packets.setEncoding(e)
		if score := t.score(c); score > most {
			best, most = e, score
		}
	}
	if p.file.info.Container == Headerless && most < 0 {
		p.file.fail(c.off, "header", "%w", errNotTrace)
		return false
	}
	p.setEncoding(best)
	return true
}

// setEncoding settles the encoding, and the unit of the times with it.
func (p *packets) setEncoding(e encoding) {
	p.form.encoding = e
	nanos := e.timed() || e == encodingE3 && !p.form.micros
	if nanos {
		p.file.info.Tick, p.out.mask = 1, 1<<64-1
	} else {
		p.file.info.Tick, p.out.mask = 1000, 1<<32-1
	}
	p.out.chooseClocks(p.form.clocks())
}

// settleTick settles the unit of the times when the whole text was read (section 6.8), and names
// the encoding.
func (p *packets) settleTick() {
	in, f := &p.file.info, &p.form
	name := [...]string{encodingE1: "E1", encodingE2: "E2", encodingE3: "E4", encodingE5: "E5", bare12: ""}[f.encoding]
	if f.encoding == encodingE3 {
		_, micros := in.Option("elapsed-time-usec")
		_, nanos := in.Option("elapsed-time-nsec")
		switch {
		case micros && !nanos:
			name = "E3"
			in.Tick, f.micros = 1000, true
		case !nanos:
			in.Receipt.Add("unit-assumed", -1, 1)
		}
	}
	in.Encoding = name
	if f.encoding == encodingE5 && f.dual {
		in.Receipt.Add("cpu-assumed", -1, 1)
	}
	if f.encoding.bare() {
		in.Receipt.Add("no-times", -1, 1)
	}
	if f.dual && f.encoding >= encodingE3 {
		for i := range p.out.clocks {
			if c := &p.out.clocks[i]; c.cpu.time > 20*c.wall.time && c.cpu.time > 1e6 {
				in.Receipt.Add("wall-scale", -1, 1)
			}
		}
	}
	if in.Tick == 1 && in.Container == V2 {
		in.Start /= 1000
	}
}
