// Package tracetest writes method traces for tests of every stage: small ones from a line of text,
// and large ones that resemble real traces.
package tracetest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// Bytes returns a trace of version 3 with the records that a line of text lists, word by
// word:
//
//	main      a thread: the records after it are its own, until the next thread
//	0>A       at 0 µs, A is entered
//	5<A       A is left
//	5!A       A is left by an exception
//	10/4>A    with two clocks: 10 µs wall, 4 µs thread-cpu; else both are the same
//	5~A       the reserved action 3
//
// Threads are numbered from 1 and methods from 0 as they appear, methods' ids being
// multiples of 4. A name may end in an id of its own, worker#7 or A#0x990, and begin
// with ? to be left out of the file's list. A method's dots part class and name, and a
// descriptor may follow: com.example.App.run()V. A method without dots has no class.
func Bytes(records string) []byte { return Trace{Records: records}.Bytes() }

// A Trace describes a trace to write. The zero value has version 3 and no records.
type Trace struct {
	Records string // as Bytes describes

	Version    int    // 1, 2, 3, 0xF1, 0xF2 or 0xF3; 0 means 3; with Encoding 4, 5, 0xF4, 0xF5, 0 means 5
	Clock      string // option clock; "" for the version's default, "-" for none
	Elapsed    int64  // option elapsed-time-usec, 0 for none
	Options    string // further lines of options, each with its line feed
	RecordSize int    // bytes a record, 0 for the version's own; surplus bytes are 0x5A
	Offset     int    // from the header to the records, 0 for 32
	Columns    int    // of a method line, 2 to 6; 0 means 5

	NoThreads bool // leave the list of threads empty
	NoMethods bool // leave the list of methods empty

	// Of a V2 file, or of a dump without a header: with Version 0xF6 it has one.
	Encoding string // one of Encodings; "" for the versions above
	Split    int    // largest number of records per block, 0 for a whole run; further blocks continue the first
	Counter  uint64 // of E5: the clock's counter at the start
	Hertz    uint64 // of E5: its frequency

	// Of a streaming or a V2 file.
	NoSummary bool // end without one
	Padded    bool // 14 bytes a record although the header states fewer
	Late      bool // announce nothing, list everything in the summary
}

type named struct {
	name   string
	id     uint64
	own    bool // the name has an explicit id
	listed bool
}

type record struct {
	thread, method int // of the lists
	action         byte
	wall, cpu      uint64
}

// parsed is a Trace's line of text, read.
type parsed struct {
	threads, methods []named
	records          []record
}

func (t Trace) parse() (p parsed) {
	row := func(list *[]named, word string, next int) int {
		name, listed := strings.CutPrefix(word, "?")
		name, id, own := strings.Cut(name, "#")
		n := named{name, uint64(next), own, !listed}
		if own {
			n.id = number(id)
		}
		for i, have := range *list {
			if have.name == n.name && (!own || have.id == n.id) {
				return i
			}
		}
		*list = append(*list, n)
		return len(*list) - 1
	}
	thread := -1
	for word := range strings.FieldsSeq(t.Records) {
		if word[0] < '0' || word[0] > '9' {
			thread = row(&p.threads, word, len(p.threads)+1)
			continue
		}
		at := strings.IndexAny(word, "><!~")
		if at < 0 || thread < 0 {
			panic("tracetest: " + word + " is no record, or has no thread")
		}
		wall, cpu, dual := strings.Cut(word[:at], "/")
		if !dual {
			cpu = wall
		}
		rec := record{thread: thread, action: byte(strings.IndexByte("><!~", word[at]))}
		rec.method = row(&p.methods, word[at+1:], 4*len(p.methods))
		rec.wall, rec.cpu = number(wall), number(cpu)
		p.records = append(p.records, rec)
	}
	return p
}

// number reads a number. Writers of 32 bits truncate it.
func number(s string) uint64 {
	n, err := strconv.ParseUint(s, 0, 64)
	if err != nil {
		panic("tracetest: " + err.Error())
	}
	return n
}

func (t Trace) version() int {
	if t.Version == 0 {
		if t.Encoding != "" {
			return 5
		}
		return 3
	}
	return t.Version
}

func (t Trace) streaming() bool { return t.version()&0xF0 == 0xF0 }
func (t Trace) format() int     { return t.version() &^ 0xF0 }

// Bytes returns the whole file.
func (t Trace) Bytes() []byte {
	if t.Encoding != "" {
		return t.packets()
	}
	if t.streaming() {
		return t.Data()
	}
	return append(t.Key(), t.Data()...)
}

// Key returns the text part alone, the content of a .key file.
func (t Trace) Key() []byte { return t.text(t.parse()) }

// Data returns the binary part alone, the content of a .data file, or the whole of a
// streaming one.
func (t Trace) Data() []byte {
	p := t.parse()
	offset := t.Offset
	if offset == 0 {
		offset = 32
	}
	size := t.RecordSize
	if size == 0 {
		size = [...]int{1: 9, 2: 10, 3: 14}[t.format()]
	}
	b := make([]byte, max(offset, 18))
	copy(b, "SLOW")
	binary.LittleEndian.PutUint16(b[4:], uint16(t.version()))
	binary.LittleEndian.PutUint16(b[6:], uint16(offset))
	binary.LittleEndian.PutUint64(b[8:], 749848949749)
	if t.format() == 3 || t.streaming() {
		binary.LittleEndian.PutUint16(b[16:], uint16(size))
	}
	b = b[:offset]
	if t.Padded {
		size = 14
	}
	announcedThread := make([]bool, len(p.threads))
	announcedMethod := make([]bool, len(p.methods))
	for _, rec := range p.records {
		if t.streaming() && !t.Late {
			if m := p.methods[rec.method]; m.listed && !announcedMethod[rec.method] {
				b = appendMethodPacket(b, t.methodLine(m))
				announcedMethod[rec.method] = true
			}
			if th := p.threads[rec.thread]; th.listed && !announcedThread[rec.thread] {
				b = appendThreadPacket(b, uint16(th.id), th.name)
				announcedThread[rec.thread] = true
			}
		}
		b = t.appendRecord(b, size, p.threads[rec.thread].id, p.methods[rec.method].id, rec)
	}
	if t.streaming() && !t.NoSummary {
		if !t.Late {
			t.NoMethods = true // announced already; so newer writers leave them out
		}
		b = appendSummaryPacket(b, t.text(p))
	}
	return b
}

func (t Trace) appendRecord(b []byte, size int, thread, method uint64, rec record) []byte {
	from := len(b)
	if t.format() == 1 {
		b = append(b, byte(thread))
	} else {
		b = binary.LittleEndian.AppendUint16(b, uint16(thread))
	}
	b = binary.LittleEndian.AppendUint32(b, uint32(method)&^3|uint32(rec.action))
	if t.format() == 3 || t.Clock != "wall" && t.Clock != "global" {
		b = binary.LittleEndian.AppendUint32(b, uint32(rec.cpu))
	}
	if t.format() == 3 || t.Clock == "wall" || t.Clock == "global" {
		b = binary.LittleEndian.AppendUint32(b, uint32(rec.wall))
	}
	for len(b) < from+size {
		b = append(b, 0x5A)
	}
	return b
}

func appendMethodPacket(b []byte, line string) []byte {
	b = append(b, 0, 0, 1)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(line)))
	return append(b, line...)
}

func appendThreadPacket(b []byte, id uint16, name string) []byte {
	b = append(b, 0, 0, 2)
	b = binary.LittleEndian.AppendUint16(b, id)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(name)))
	return append(b, name...)
}

func appendSummaryPacket(b, text []byte) []byte {
	b = append(b, 0, 0, 3)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(text)))
	return append(b, text...)
}

func (t Trace) text(p parsed) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "*version\n%d\ndata-file-overflow=false\n", t.format())
	switch {
	case t.Clock == "-":
	case t.Clock != "":
		fmt.Fprintf(&b, "clock=%s\n", t.Clock)
	case t.format() == 3 || t.format() == 5:
		b.WriteString("clock=dual\n")
	default:
		b.WriteString("clock=thread-cpu\n")
	}
	if t.Elapsed > 0 {
		b.WriteString(t.elapsed())
	}
	if !t.streaming() {
		fmt.Fprintf(&b, "num-method-calls=%d\n", len(p.records))
	}
	b.WriteString(t.Options)
	if t.Encoding != "" {
		b.WriteString("*end\n")
		return b.Bytes()
	}
	b.WriteString("*threads\n")
	for _, th := range p.threads {
		if th.listed && !t.NoThreads {
			fmt.Fprintf(&b, "%d\t%s\n", th.id, th.name)
		}
	}
	b.WriteString("*methods\n")
	for _, m := range p.methods {
		if m.listed && !t.NoMethods {
			b.WriteString(t.methodLine(m))
		}
	}
	b.WriteString("*end\n")
	return b.Bytes()
}

// methodLine returns a line with an id, class, name, signature, source file and line number.
// Columns may omit the last ones.
func (t Trace) methodLine(m named) string {
	name, args, ok := strings.Cut(m.name, "(")
	signature := "()V"
	if ok {
		signature = "(" + args
	}
	class, source := "", "Source.java"
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		class, name = name[:dot], name[dot+1:]
		source = class[strings.LastIndexByte(class, '.')+1:] + ".java"
	}
	columns := []string{fmt.Sprintf("%#x", m.id), class, name, signature, source, "17"}
	switch t.Columns {
	case 0:
		columns = columns[:5]
	case 2:
		columns = []string{columns[0], name}
	default:
		columns = columns[:t.Columns]
	}
	return strings.Join(columns, "\t") + "\n"
}
