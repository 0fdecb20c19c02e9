package dmtracedump

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// A File reads a trace as dmtracedump does: one file, its text part first, then records of
// versions 1 to 3, unchanged, even if their clocks run backwards. It is an io.Writer. For any
// other trace Ended stays false; use the readers of package trace instead.
type File struct {
	Ended   bool // the complete text part was read, and records that dmtracedump reads follow
	Version []byte
	Threads []Thread          // sorted by id, duplicates in file order
	Methods []Method          // sorted by id, duplicates in file order
	Names   func(*trace.Info) // renames methods once all are known; may be nil

	each    func(*Record) // receives the records; nil if only the lists are needed
	start   func()        // called once Ended is set
	section string
	held    []byte
	format  int // of the records; 0 while the text part or the header is read
	size    int // bytes a record
	ignore  bool
	rows    []int32 // by id: row of Methods + 1, 0 for none
}

// A Thread is a line of the thread list.
type Thread struct {
	ID   int
	Name []byte
}

// A Record is a record as the file has it.
type Record struct {
	Thread uint16
	ID     uint32 // of the method, without the action
	Action uint8  // 0 to 3
	Times  [2]uint32
	Clocks int // how many Times there are
}

// NewFile returns a File. It calls start once the lists are complete, then each with every
// record. Both may be nil.
func NewFile(start func(), each func(*Record)) *File { return &File{start: start, each: each} }

// maxText limits the text part that is read, in bytes. Lists of a hundred thousand methods need a
// tenth of this size.
const maxText = 256 << 20

// Write reads the next piece of the file. It never fails: it ignores unreadable parts.
func (f *File) Write(p []byte) (int, error) {
	n := len(p)
	if f.ignore {
		return n, nil
	}
	if len(f.held) > 0 {
		f.held = append(f.held, p...)
		if f.section != "" && f.section != "end" && len(f.held) <= maxText && bytes.IndexByte(p, '\n') < 0 {
			return n, nil // within a line: searching it again for each piece would be quadratic
		}
		p = f.held
	}
	read := f.read(p)
	f.held = append(f.held[:0], p[read:]...)
	if f.ignore || len(f.held) > maxText {
		f.held, f.ignore = nil, true
	}
	return n, nil
}

func (f *File) read(b []byte) (read int) {
	for f.section != "end" {
		line, _, ok := bytes.Cut(b[read:], []byte("\n"))
		if !ok {
			f.ignore = read == 0 && f.section == "" && !bytes.HasPrefix([]byte("*version\n"), b[:min(len(b), 9)])
			return read
		}
		read += len(line) + 1
		f.line(line)
		if f.ignore {
			return read
		}
	}
	if f.format == 0 {
		n := f.header(b[read:])
		if n == 0 {
			return read
		}
		read += n
	}
	if f.each == nil {
		f.ignore = true
	}
	for !f.ignore && len(b)-read >= f.size {
		f.record(b[read:])
		read += f.size
	}
	return read
}

// line reads a line of the text part.
func (f *File) line(line []byte) {
	if f.section == "" && string(line) != "*version" {
		f.ignore = true
		return
	}
	if len(line) > 0 && line[0] == '*' {
		f.section = string(line[1:])
		if f.section == "end" {
			if f.Names != nil {
				f.rename()
			}
			sorting.Stable(f.Threads, func(a, b Thread) int { return cmp.Compare(a.ID, b.ID) })
			sorting.Stable(f.Methods, func(a, b Method) int { return cmp.Compare(a.id, b.id) })
		}
		return
	}
	switch f.section {
	case "version":
		if f.Version == nil {
			f.Version = bytes.Clone(line)
		}
	case "threads":
		id, name, _ := bytes.Cut(line, []byte("\t"))
		n, _ := strconv.Atoi(string(id))
		f.Threads = append(f.Threads, Thread{n, bytes.Clone(name)})
	case "methods":
		f.Methods = append(f.Methods, parseMethod(line))
	}
}

// rename gives methods the names that Names returns.
func (f *File) rename() {
	in := trace.Info{Methods: make([]trace.Method, len(f.Methods))}
	for i := range f.Methods {
		m := &f.Methods[i]
		descriptor, _, _ := strings.Cut(m.Signature, "\t")
		in.Methods[i] = trace.Method{Class: strings.ReplaceAll(m.Class, "/", "."), Name: m.Name, Signature: descriptor, Listed: m.named}
	}
	f.Names(&in)
	for i := range f.Methods {
		if to := &in.Methods[i]; to.Raw != nil {
			m := &f.Methods[i]
			if strings.Contains(m.Class, "/") {
				to.Class = strings.ReplaceAll(to.Class, ".", "/")
			}
			if strings.Contains(m.Signature, "\t") {
				to.Signature += "\t" + to.File
			}
			m.Class, m.Name, m.Signature = to.Class, to.Name, to.Signature
		}
	}
}

// parseMethod splits a method line at its tabs. The signature extends to the end of the line,
// including a source file, unless a line number follows the file. If the method has no name, the
// whole line is the class.
func parseMethod(line []byte) Method {
	hex, rest, _ := strings.Cut(string(line), "\t")
	id, _ := strconv.ParseUint(strings.TrimPrefix(hex, "0x"), 16, 64)
	m := Method{id: int64(uint32(id) &^ 3), Class: rest}
	class, after, _ := strings.Cut(rest, "\t")
	name, signature, ok := strings.Cut(after, "\t")
	if !ok || class == "" || name == "" {
		return m
	}
	m.Class, m.Name, m.Signature, m.named = class, name, signature, true
	descriptor, file, _ := strings.Cut(signature, "\t")
	if file, _, ok := strings.Cut(file, "\t"); ok && descriptor != "" && file != "" {
		m.Signature = descriptor
	}
	return m
}

// header reads the header of the data part and returns its length, or 0 while it is incomplete.
func (f *File) header(b []byte) int {
	if len(b) < 18 {
		return 0
	}
	version, offset := int(binary.LittleEndian.Uint16(b[4:])), int(binary.LittleEndian.Uint16(b[6:]))
	if string(b[:4]) != "SLOW" || version < 1 || version > 3 || offset < 16 {
		f.ignore = true
		return 0
	}
	if len(b) < offset {
		return 0
	}
	f.size = [...]int{1: 9, 2: 10, 3: 14}[version]
	if stated := int(binary.LittleEndian.Uint16(b[16:])); version == 3 && offset >= 18 && stated > f.size {
		f.size = stated
	}
	f.format, f.Ended = version, true
	if f.start != nil {
		f.start()
	}
	return offset
}

func (f *File) record(b []byte) {
	var r Record
	r.Clocks = 1
	if f.format == 1 {
		r.Thread = uint16(b[0])
		b = b[1:]
	} else {
		r.Thread = binary.LittleEndian.Uint16(b)
		b = b[2:]
	}
	value := binary.LittleEndian.Uint32(b)
	r.ID, r.Action = value&^3, uint8(value&3)
	r.Times[0] = binary.LittleEndian.Uint32(b[4:])
	if f.format == 3 {
		r.Clocks = 2
		r.Times[1] = binary.LittleEndian.Uint32(b[8:])
	}
	f.each(&r)
}

// find returns the row of Methods with this id, or -1.
func (f *File) find(id uint32) int {
	if f.rows == nil {
		f.rows = make([]int32, maxDirect)
		for i := len(f.Methods) - 1; i >= 0; i-- {
			if k := f.Methods[i].id >> 2; k < maxDirect {
				f.rows[k] = int32(i + 1)
			}
		}
	}
	if k := id >> 2; k < maxDirect {
		return int(f.rows[k]) - 1
	}
	if i, ok := slices.BinarySearchFunc(f.Methods, int64(id), func(m Method, id int64) int { return cmp.Compare(m.id, id) }); ok {
		return i
	}
	return -1
}

// maxDirect limits the ids that are looked up in a table. Newer writers number methods from 0,
// older ones use addresses.
const maxDirect = 1 << 16
