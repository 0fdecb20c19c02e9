package trace

import (
	"bytes"
	"encoding/binary"
)

// Packets between the records of a streaming file (section 5.2). Each begins with u2 0, where a
// record has its thread id, and a u1 opcode.
const (
	opcodeAt   = 2
	newMethod  = 1 // u2 length, a method line with its line feed
	newThread  = 2 // u2 id, u2 length, the name
	summary    = 3 // u4 length, a text part
	packetHead = 3 // bytes before these
)

// streaming reads the items of a streaming file: packets, and between them records.
type streaming struct {
	file    *file
	lists   *lists
	text    *text
	records *decoder
}

// sampleSize is how much of a one-clock streaming file is read ahead to learn the size
// of its records.
const sampleSize = 64 << 10

// A packet is one packet's place in b: its opcode, and where its text lies.
type packet struct {
	opcode   byte
	from, to int
}

func isPacket(b []byte) bool { return len(b) >= 2 && b[0] == 0 && b[1] == 0 }

// parsePacket parses the head of the packet at the start of b. Ok is false if b is too short to
// decide. Opcode 0 means that b is no packet.
func parsePacket(b []byte) (p packet, ok bool) {
	if len(b) < packetHead {
		return p, false
	}
	switch b[opcodeAt] {
	case newMethod:
		p.from = packetHead + 2
		if len(b) < p.from {
			return p, false
		}
		p.to = p.from + int(binary.LittleEndian.Uint16(b[packetHead:]))
	case newThread:
		p.from = packetHead + 4
		if len(b) < p.from {
			return p, false
		}
		p.to = p.from + int(binary.LittleEndian.Uint16(b[packetHead+2:]))
	case summary:
		p.from = packetHead + 4
		p.to = p.from
		if len(b) < p.from+len("*version") {
			return p, false
		}
		if !bytes.HasPrefix(b[p.from:], []byte("*version")) {
			return p, true
		}
	default:
		return p, true
	}
	// Strings of virtual machines contain no zero bytes. Records that look like a packet, from
	// threads with an id that is a multiple of 65536, contain many.
	seen := b[p.from:min(p.to, len(b))]
	if bytes.IndexByte(seen, 0) >= 0 {
		return p, true
	}
	if len(b) < p.to {
		return p, false
	}
	if b[opcodeAt] == newMethod && (len(seen) == 0 || seen[len(seen)-1] != '\n') {
		return p, true
	}
	p.opcode = b[opcodeAt]
	return p, true
}

// readSample chooses between the record size in the header and 14. For years the writer used 14
// bytes for records whose stated size was 10 (section 5.3).
func (s *streaming) readSample(c cursor) int {
	if len(c.b) < sampleSize && !s.file.closed {
		return 0
	}
	b := c.b[:min(len(c.b), sampleSize)]
	d := s.records
	padded := d.layout
	padded.size = layouts[3].size
	if d.layout.size < padded.size {
		if walkOf(b, padded).better(walkOf(b, d.layout)) {
			s.file.note("padded-records", c.off)
			d.layout = padded
			s.file.info.RecordSize = padded.size
		}
	}
	s.file.part = inItems
	return 0
}

// A walk says how well a streaming file reads with records of one size.
type walk struct {
	summary bool // it ends at a summary
	known   int  // records of announced threads and methods, less the others
	length  int  // bytes to the first impossible item
}

func (w walk) better(than walk) bool {
	switch {
	case w.summary != than.summary:
		return w.summary
	case w.known != than.known:
		return w.known > than.known
	}
	return w.length > than.length
}

func walkOf(b []byte, at layout) (w walk) {
	methods := map[key]bool{}
	threads := map[uint16]bool{}
	for {
		rest := b[w.length:]
		if !isPacket(rest) {
			if len(rest) < at.size {
				return w
			}
			if methods[key(at.valueOf(rest)>>2)] && threads[at.threadOf(rest)] {
				w.known++
			} else {
				w.known--
			}
			w.length += at.size
			continue
		}
		p, ok := parsePacket(rest)
		switch {
		case !ok || p.opcode == 0:
			return w
		case p.opcode == summary:
			w.summary = true
			return w
		case p.opcode == newThread:
			threads[binary.LittleEndian.Uint16(rest[packetHead:])] = true
		default:
			column, _, _ := bytes.Cut(rest[p.from:p.to], []byte("\t"))
			if id, ok := parseID(string(column)); ok {
				methods[keyOf(id)] = true
			}
		}
		w.length += p.to
	}
}

// readItems reads records and packets.
func (s *streaming) readItems(c cursor) int {
	d := s.records
	b := c.b
	if len(b) < packetHead {
		return 0
	}
	if !isPacket(b) {
		if len(b) < d.layout.size {
			return 0
		}
		n := d.decode(c)
		if d.stopped {
			s.file.skip("unwritten-records")
		}
		return n
	}
	p, ok := parsePacket(b)
	if !ok {
		return 0
	}
	switch p.opcode {
	case newMethod:
		s.packetLines(c.first(p.to).after(p.from))
	case newThread:
		s.lists.listThread(ThreadID(binary.LittleEndian.Uint16(b[packetHead:])), decodeName(b[p.from:p.to]), false)
	case summary:
		s.text.startSummary(int64(binary.LittleEndian.Uint32(b[packetHead:])), false)
	default:
		return s.skipPacket(c)
	}
	return p.to
}

// packetLines reads the method lines of a packet, which should be one.
func (s *streaming) packetLines(c cursor) {
	for line := range bytes.Lines(c.b) {
		if n := len(bytes.TrimSuffix(line, []byte("\n"))); n > 0 {
			s.text.methodLine(c.first(n))
		}
		c = c.after(len(line))
	}
}

// skipPacket skips the length of one record if the bytes look like a packet but are none (section
// 5.4).
func (s *streaming) skipPacket(c cursor) int {
	d := s.records
	if len(c.b) < d.layout.size {
		return 0
	}
	if allZero(c.b[:d.layout.size]) {
		if d.zeros == 0 {
			d.zerosAt = c.off
		}
		d.zeros++
		return d.layout.size
	}
	s.countZeroPackets()
	s.file.note("unknown-packet", c.off)
	return d.layout.size
}

// countZeroPackets counts zeros that something else followed.
func (s *streaming) countZeroPackets() {
	d := s.records
	if d.zeros > 0 {
		s.file.add("unknown-packet", d.zerosAt, d.zeros)
		d.zeros = 0
	}
}

// endItems ends a streaming file without a summary, perhaps inside an item.
func (s *streaming) endItems(c cursor) {
	d := s.records
	if d.zeros >= zeroRun {
		s.file.add("zero-tail", d.zerosAt, d.zeros)
	} else {
		s.countZeroPackets()
	}
	if len(c.b) > 0 {
		code := "truncated-record"
		if isPacket(c.b) {
			code = "truncated-packet"
		}
		s.file.add(code, c.off, int64(len(c.b)))
	}
	s.file.note("no-summary", c.at(len(c.b)))
}
