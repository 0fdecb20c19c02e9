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

// startPackets begins a V2 file at its header.
func (r *Reader) startPackets(c cursor, version int) int {
	if len(c.b) < headerSize {
		return 0
	}
	in, k := &r.info, &r.blocks
	in.Version, in.Container = version, V2
	in.Start = int64(binary.LittleEndian.Uint64(c.b[packetStartAt:]))
	format := version &^ streamingBits
	if r.text.version != 0 && r.text.version != format {
		r.note("version-mismatch", c.at(versionAt))
	}
	k.dual = format == 5
	k.counter = binary.LittleEndian.Uint64(c.b[counterAt:])
	k.frequency = binary.LittleEndian.Uint64(c.b[frequencyAt:])
	if format == 6 {
		k.dump = true
	}
	r.text.section = beforeVersion // that of the summary
	r.intoPackets()
	return headerSize
}

// startDump begins a dump without a header.
func (r *Reader) startDump() {
	r.info.Container = Headerless
	r.blocks.dump = true
	r.intoPackets()
}

func (r *Reader) intoPackets() {
	r.blocks.shapes = shapesOf(r.blocks.dual)
	r.lists.useWideIDs()
	r.part = inPackets
	r.chooseClocks()
}

// A likeness is how the bytes at hand look as a packet.
type likeness uint8

const (
	unlike likeness = iota
	unsure          // more bytes tell
	alike
)

// classify reports whether b begins with a packet. It returns the range of the packet's text, or
// the length of a block's head. Its cost does not grow with the packet.
func (k *blocks) classify(b []byte, wide bool) (from, to int, l likeness) {
	switch b[0] {
	case threadPacket:
		from = 7
		if len(b) < from {
			return 0, 0, unsure
		}
		to = from + int(binary.LittleEndian.Uint16(b[5:]))
		if tid := binary.LittleEndian.Uint32(b[1:]); tid == 0 || tid >= maxTid || k.lost && to == from {
			return 0, 0, unlike
		}
	case methodPacket:
		from = 7
		if wide {
			from = 11
		}
		if len(b) < from {
			return 0, 0, unsure
		}
		to = from + int(binary.LittleEndian.Uint16(b[from-2:]))
		if to == from || len(b) >= to && b[to-1] != '\n' {
			return 0, 0, unlike
		}
	case blockPacket:
		to = k.encoding.head(k.dual)
		if len(b) < to {
			return 0, 0, unsure
		}
		return 0, to, k.likeBlock(b)
	case summaryPacket:
		from = 3
		text := b[min(from, len(b)):min(from+len("*version"), len(b))]
		switch {
		case !bytes.HasPrefix([]byte("*version"), text):
			if k.dump && !k.lost { // version 6 has such a packet of 16 unknown bytes
				return 17, 17, likenessOf(len(b) >= 17)
			}
			return 0, 0, unlike
		default:
			return from, from, likenessOf(len(text) == len("*version"))
		}
	case textTail:
		const tail = "\n*threads\n"
		if !k.dump || !bytes.HasPrefix([]byte(tail), b[:min(len(b), len(tail))]) {
			return 0, 0, unlike
		}
		return 1, 1, likenessOf(len(b) >= len(tail))
	default:
		return 0, 0, unlike
	}
	// No string of a virtual machine holds a zero byte.
	if seen := b[from:min(to, len(b), from+64)]; bytes.IndexByte(seen, 0) >= 0 || k.lost && len(seen) > 0 && seen[0] < ' ' {
		return 0, 0, unlike
	}
	return from, to, likenessOf(len(b) >= to)
}

func likenessOf(whole bool) likeness {
	if whole {
		return alike
	}
	return unsure
}

// readPackets reads one packet, or the head of a block.
func (r *Reader) readPackets(c cursor) int {
	k := &r.blocks
	if _, _, l := k.classify(c.b, true); c.b[0] == blockPacket && k.encoding == anyEncoding && l == alike {
		size := packetSample
		if k.dump {
			size = dumpSample
		}
		if len(c.b) < size && !r.closed {
			return 0
		}
		if !r.chooseEncoding(c.first(min(len(c.b), packetSample)), r.closed && len(c.b) <= packetSample) {
			return 0
		}
		if k.encoding == longRunning && r.closed {
			k.base = k.begin(c.b)
		}
		if k.encoding.bare() && r.closed {
			r.fitExits(c)
		}
	}
	wide := k.encoding != encodingE1
	from, to, l := k.classify(c.b, wide)
	if c.b[0] == methodPacket && k.eitherWidth() {
		// The id before the text has 4 bytes in E1, 8 in all others: only one reading ends in a line feed.
		switch nfrom, nto, narrow := k.classify(c.b, false); {
		case narrow == alike && (l != alike || nto < to):
			r.setEncoding(encodingE1)
			from, to, l, wide = nfrom, nto, narrow, false
		case l == alike:
			k.wide = true
		case narrow == unsure:
			l = unsure
		}
	}
	if l == unsure && (!r.closed || !k.lost) {
		return 0
	}
	if l != alike {
		return r.skipToPacket(c, wide)
	}
	k.lost = false
	switch c.b[0] {
	case threadPacket:
		if _, ok := r.lists.listThread(ThreadID(binary.LittleEndian.Uint32(c.b[1:])), decodeName(c.b[from:to]), false); !ok {
			r.note("too-many-listed", c.off)
		}
	case methodPacket:
		id := MethodID(binary.LittleEndian.Uint32(c.b[1:])) << 2
		if wide {
			id = MethodID(binary.LittleEndian.Uint64(c.b[1:]) &^ 3)
		}
		r.methodPacket(c, id, c.b[from:to])
	case blockPacket:
		return r.startBlock(c, to)
	case summaryPacket:
		if from == to && from == 3 {
			r.intoSummary()
		}
	default:
		r.lists.decimal = true
		r.intoSummary()
	}
	return to
}

// intoSummary begins the text of a summary, which ends at its line *end, whatever the packet's
// length says.
func (r *Reader) intoSummary() {
	r.text.inSummary, r.text.toEnd = true, true
	r.text.left = math.MaxInt64
	r.part = inText
}

// methodPacket reads a method line without its id.
func (r *Reader) methodPacket(c cursor, id MethodID, text []byte) {
	m := Method{ID: id}
	line := decodeName(bytes.TrimSuffix(text, []byte("\n")))
	r.lists.around(keyOf(id))
	r.lists.setColumns(&m, splitTabs(r.lists.columns[:0], line))
	if r.out.n > 0 && r.lists.find(keyOf(id)) != 0 {
		r.flush() // records of the row came before its name did, wherever the file is cut
	}
	if !r.lists.listMethod(m, false) {
		r.note("too-many-listed", c.off)
	}
}

// eitherWidth reports whether the length of the ids of method packets is still unknown.
func (k *blocks) eitherWidth() bool { return k.encoding == anyEncoding && !k.wide && !k.dump }

// skipToPacket skips bytes that are no packet, up to the next ones that look like one.
func (r *Reader) skipToPacket(c cursor, wide bool) int {
	k := &r.blocks
	k.lost = true
	n := 1
	for n < len(c.b) {
		_, _, l := k.classify(c.b[n:], wide)
		if c.b[n] == methodPacket && k.eitherWidth() {
			_, _, narrow := k.classify(c.b[n:], false)
			l = max(l, narrow)
		}
		if l == alike || l == unsure && !r.closed {
			break
		}
		n++
	}
	r.add("skipped-bytes", c.off, int64(n))
	return n
}

// endPackets ends a file of packets, perhaps inside one.
func (r *Reader) endPackets(c cursor) {
	in, k := &r.info, &r.blocks
	in.Complete = k.dump && in.Receipt.Count("skipped-bytes") == 0
	switch {
	case r.part == inBlock && !k.ended(c.b, true):
		r.add("truncated-block", c.off, max(1, int64(len(c.b))))
		in.Complete = false
	case len(c.b) > 0:
		r.add("truncated-packet", c.off, int64(len(c.b)))
		in.Complete = false
	}
	if !k.dump {
		r.note("no-summary", c.at(len(c.b)))
	}
}

// chooseEncoding finds the encoding of a file by reading the bytes from the first block on in each
// possible encoding (section 6.8). It returns false if none fits. End means that the file has no
// more bytes.
func (r *Reader) chooseEncoding(c cursor, end bool) bool {
	k := &r.blocks
	candidates := []encoding{encodingE3, encodingE2, encodingE1, encodingE5}
	switch {
	case r.info.Container == Headerless:
		candidates = []encoding{longRunning, bare12, bare8}
	case k.dump:
		candidates = []encoding{longRunning}
	case k.counter|k.frequency != 0:
		candidates = []encoding{encodingE5, encodingE3, encodingE2}
	case k.wide:
		candidates = []encoding{encodingE3, encodingE2, encodingE5}
	}
	best, most := candidates[0], int64(math.MinInt64)
	for _, e := range candidates {
		t := trial{known: &r.lists}
		t.reader = newReader(&t, true)
		t.reader.closed, t.reader.part, t.reader.blocks = end, inPackets, *k
		t.reader.setEncoding(e)
		if score := t.score(c); score > most {
			best, most = e, score
		}
	}
	if r.info.Container == Headerless && most < 0 {
		r.fail(c.off, "header", "%w", errNotTrace)
		return false
	}
	r.setEncoding(best)
	return true
}

// begin is the earliest time of a long-running dump, in ns, by the first record of each block.
func (k *blocks) begin(b []byte) uint64 {
	head, least := k.encoding.head(false), uint64(math.MaxUint64)
	for len(b) > head && b[0] == blockPacket {
		size := int(binary.LittleEndian.Uint32(b[8:]))
		var first [longestRecord]byte
		copy(first[:], b[head:])
		if v, n := number(first[:]); n > 0 {
			least = min(least, signed(v, n)>>1)
		}
		b = b[min(len(b), head+size):]
	}
	if least == math.MaxUint64 {
		return 0
	}
	return least
}

// A trial reads a part of a file in one encoding.
type trial struct {
	reader *Reader
	known  *lists  // methods listed before that part
	enters []int64 // by MethodIndex
}

// Records counts the entries of each method.
func (t *trial) Records(batch []Record) {
	for i := range batch {
		t.enters = append(t.enters, make([]int64, max(0, int(batch[i].Method)+1-len(t.enters)))...)
		if batch[i].Action == Enter {
			t.enters[batch[i].Method]++
		}
	}
}

// score rates a trial read of the bytes at c: entries of listed methods raise the score, and signs
// of damage lower it.
func (t *trial) score(c cursor) int64 {
	r := t.reader
	r.read(c)
	r.flush()
	known, unknown := int64(0), int64(0)
	for i, n := range t.enters {
		if row := t.known.find(keyOf(r.info.Methods[i].ID)); r.info.Methods[i].Listed || row != 0 && t.known.info.Methods[row-1].Listed {
			known += n
		} else {
			unknown += n
		}
	}
	damage := r.info.Receipt.Count("reserved-action") + r.info.Receipt.Count("odd-block") + r.info.Receipt.Count("skipped-bytes")
	return known - min(known, unknown) - 64*damage
}

// settleTick settles the unit of the times when the whole text was read (section 6.8), and names
// the encoding.
func (r *Reader) settleTick() {
	in, k := &r.info, &r.blocks
	name := [...]string{encodingE1: "E1", encodingE2: "E2", encodingE3: "E4", encodingE5: "E5", bare12: ""}[k.encoding]
	if k.encoding == encodingE3 {
		_, micros := in.Option("elapsed-time-usec")
		_, nanos := in.Option("elapsed-time-nsec")
		switch {
		case micros && !nanos:
			name = "E3"
			in.Tick, k.micros = 1000, true
		case !nanos:
			in.Receipt.Add("unit-assumed", -1, 1)
		}
	}
	in.Encoding = name
	if k.encoding == encodingE5 && k.dual {
		in.Receipt.Add("cpu-assumed", -1, 1)
	}
	if k.encoding.bare() {
		in.Receipt.Add("no-times", -1, 1)
	}
	if k.dual && k.encoding >= encodingE3 {
		for i := range r.out.clocks {
			if c := &r.out.clocks[i]; c.cpu.time > 20*c.wall.time && c.cpu.time > 1e6 {
				in.Receipt.Add("wall-scale", -1, 1)
			}
		}
	}
	if in.Tick == 1 && in.Container == V2 {
		in.Start /= 1000
	}
}
