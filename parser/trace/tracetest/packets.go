package tracetest

import (
	"encoding/binary"
	"fmt"
)

// Encodings of the packets of V2 files, E1 to E5, and of dumps without a header
// (parser/trace/format.md, sections 6 and 7).
var Encodings = []string{"E1", "E2", "E3", "E4", "E5", "long-running", "bare8", "bare12"}

// A packer writes such packets.
type packer struct {
	encoding string
	dual     bool
	counter  uint64 // E5: value of the clock's counter at the start
	hertz    uint64 // E5: its frequency, 0 where it counts ns
	b        []byte

	// Of the last block, for a block that continues it.
	last  packed
	count int
}

// A packed is a record: the method's id and action, and times in the unit of the encoding.
type packed struct{ value, wall, cpu uint64 }

// nanos reports whether times are in ns.
func (p *packer) nanos() bool { return p.encoding > "E3" }

// dump reports whether the encoding has neither header nor summary.
func (p *packer) dump() bool { return p.encoding > "E5" }

func (p *packer) header(version int) {
	p.b = append(p.b, "SLOW"...)
	p.u2(version)
	p.u8(749848949749)
	p.u8(p.counter)
	p.u8(p.hertz)
	p.u2(0)
}

func (p *packer) u2(v int)    { p.b = binary.LittleEndian.AppendUint16(p.b, uint16(v)) }
func (p *packer) u4(v uint64) { p.b = binary.LittleEndian.AppendUint32(p.b, uint32(v)) }
func (p *packer) u8(v uint64) { p.b = binary.LittleEndian.AppendUint64(p.b, v) }

// text appends a length and so many bytes.
func (p *packer) text(s string) {
	p.u2(len(s))
	p.b = append(p.b, s...)
}

func (p *packer) thread(tid uint32, name string) {
	p.b = append(p.b, 0)
	p.u4(uint64(tid))
	p.text(name)
}

// method writes a method's columns after the id, with their line feed.
func (p *packer) method(id uint64, line string) {
	p.b = append(p.b, 1)
	if p.encoding == "E1" {
		p.u4(id >> 2)
	} else {
		p.u8(id)
	}
	p.text(line)
}

func (p *packer) summary(text []byte) {
	p.b = append(p.b, 3)
	p.text(string(text))
}

// block writes records of one thread. A block that continues the previous one, as when a buffer
// fills up during a flush, starts from that one's values and counts its records too.
func (p *packer) block(tid uint32, records []packed, goesOn bool) {
	if len(records) == 0 {
		return
	}
	p.b = append(p.b, 2)
	p.u4(uint64(tid))
	head := len(p.b)
	switch p.encoding {
	case "E1", "E2":
		first := records[0]
		if p.encoding == "E1" {
			p.u4(first.value)
		} else {
			p.u8(first.value)
		}
		if p.dual {
			p.u4(first.cpu)
		}
		p.u4(first.wall)
		p.u2(len(records) - 1)
		p.u2(0)
		from := len(p.b)
		before := first
		for _, rec := range records[1:] {
			if p.encoding == "E1" {
				p.sleb(int64(int32(rec.value - first.value)))
			} else {
				p.sleb(int64(rec.value - before.value))
			}
			p.times(rec, before)
			before = rec
		}
		binary.LittleEndian.PutUint16(p.b[from-2:], uint16(len(p.b)-from))
		return
	}
	if !goesOn {
		p.last, p.count = packed{}, 0
	}
	p.count += len(records)
	p.u2(p.count)
	p.b = append(p.b, 0)
	switch p.encoding {
	case "bare8":
	case "bare12":
		p.u4(0xDEADBEEF)
	default:
		p.u4(0)
	}
	from := len(p.b)
	before := p.last
	for _, rec := range records {
		method, action := rec.value&^3, rec.value&3
		switch p.encoding {
		case "E3", "E4":
			p.sleb(int64(rec.value - before.value))
			p.times(rec, before)
			before = rec
			continue
		case "E5":
			ticks := rec.wall
			if p.hertz > 0 {
				ticks = p.counter + rec.wall/1e9*p.hertz + rec.wall%1e9*p.hertz/1e9
			}
			rec.wall = ticks<<2 | action
		case "long-running":
			rec.wall = rec.wall<<1 | action
		default: // no times; before.value is the method entered or left last, left if it is odd
			switch {
			case action == 0:
				p.sleb(int64(method - before.value))
				before.value = method
			default:
				p.sleb(1 - int64(before.value&1))
				before.value = method | 1
			}
			continue
		}
		p.sleb(int64(rec.wall - before.wall))
		if p.encoding == "E5" && p.dual {
			p.sleb(int64(rec.cpu))
		}
		before.wall = rec.wall
		if action == 0 {
			p.sleb(int64(method - before.value))
			before.value = method
		}
	}
	p.last = before
	if p.encoding[0] == 'E' || p.encoding == "long-running" {
		binary.LittleEndian.PutUint32(p.b[head+3:], uint32(len(p.b)-from))
	}
}

// times writes the time since the previous record. A backward step becomes a large number, modulo
// 2^32 if times are in µs.
func (p *packer) times(rec, before packed) {
	for _, d := range [...]uint64{rec.wall - before.wall, rec.cpu - before.cpu} {
		if !p.nanos() {
			d = uint64(uint32(d))
		}
		p.b = binary.AppendUvarint(p.b, d)
		if !p.dual {
			return
		}
	}
}

// sleb appends a number with its sign, 7 bits a byte.
func (p *packer) sleb(v int64) {
	for {
		c := byte(v & 0x7F)
		v >>= 7
		if v == 0 && c < 0x40 || v == -1 && c >= 0x40 {
			p.b = append(p.b, c)
			return
		}
		p.b = append(p.b, c|0x80)
	}
}

// pointer returns the id of a method in encodings with 64-bit addresses as ids. A method without an
// explicit id is 40 bytes after the previous one.
func (p *packer) pointer(m named) uint64 {
	if m.own {
		return m.id
	}
	return pointerOf(p.encoding, m.id)
}

func pointerOf(encoding string, id uint64) uint64 {
	if encoding == "E1" {
		return id
	}
	return 0x7FFF12345600 + 10*id
}

// packets returns the Trace in packets. A block holds a run of records of one thread, or at most
// Split records.
func (t Trace) packets() []byte {
	p := packer{encoding: t.Encoding, dual: t.version()&0xF == 5, counter: t.Counter, hertz: t.Hertz}
	in := t.parse()
	if !p.dump() || t.Version != 0 {
		p.header(t.version())
	}
	names := func() {
		for _, m := range in.methods {
			if m.listed && !t.NoMethods {
				line := t.methodLine(m)
				for line[0] != '\t' {
					line = line[1:]
				}
				p.method(p.pointer(m), line[1:])
			}
		}
		for _, th := range in.threads {
			if th.listed && !t.NoThreads {
				p.thread(uint32(th.id), th.name)
			}
		}
	}
	if !p.dump() && !t.Late {
		names()
	}
	times := uint64(1)
	if p.nanos() {
		times = 1000
	}
	pack := func(rec record) packed {
		v := packed{p.pointer(in.methods[rec.method]) | uint64(rec.action), rec.wall * times, rec.cpu * times}
		if p.dump() && rec.action == 2 {
			v.value-- // there is no unroll
		}
		if !p.dual && t.Clock == "thread-cpu" {
			v.wall = v.cpu
		}
		return v
	}
	write := func(thread int, records []record) {
		run := make([]packed, 0, len(records))
		for _, rec := range records {
			run = append(run, pack(rec))
		}
		id := uint32(in.threads[thread].id)
		for goesOn := false; t.Split > 0 && len(run) > t.Split; goesOn = true {
			p.block(id, run[:t.Split], goesOn)
			run = run[t.Split:]
			if len(run) <= t.Split {
				p.block(id, run, true)
				return
			}
		}
		p.block(id, run, false)
	}
	if p.dump() { // all of a thread in one
		for i := range in.threads {
			var own []record
			for _, rec := range in.records {
				if rec.thread == i {
					own = append(own, rec)
				}
			}
			write(i, own)
		}
		names()
		return p.b
	}
	for from := 0; from < len(in.records); {
		to := from
		for to < len(in.records) && in.records[to].thread == in.records[from].thread {
			to++
		}
		write(in.records[from].thread, in.records[from:to])
		from = to
	}
	if t.Late {
		names()
	}
	if !t.NoSummary {
		t.NoThreads, t.NoMethods = true, true // packets have them
		p.summary(t.text(in))
	}
	return p.b
}

// elapsed is the option with that name, in the encoding's unit.
func (t Trace) elapsed() string {
	if t.Encoding == "E4" || t.Encoding == "E5" {
		return fmt.Sprintf("elapsed-time-nsec=%d\n", t.Elapsed*1000)
	}
	return fmt.Sprintf("elapsed-time-usec=%d\n", t.Elapsed)
}
