package mapping

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"traceglass/parser/lines"
)

// MaxLine is the largest length of a line, in bytes. Longer lines are ignored.
const MaxLine = 1 << 20

// mostKept is the approximate limit of kept bytes: a hostile map can have all its lines wanted.
const mostKept = 128 << 20

// mostEntries limits the lines of methods with one name, because each frame of that name scans
// them.
const mostEntries = 1 << 14

// Approximate sizes of kept data, in bytes.
const (
	entrySize = 48
	infoSize  = 64
	classSize = 160
	textSize  = 32
)

// A Reader is a push parser. It accepts a map in pieces of any size and keeps the wanted part. It
// never fails; it lists unusual properties in the Notes.
type Reader struct {
	m      Map
	wanted *Wanted
	lines  lines.Cutter
	closed bool

	hash    sha256
	hashing uint8 // 1: from the next line on, 2: now
	r8      bool  // written by R8 or a related compiler

	inClass    bool
	inMember   bool                // the last line other than a comment was a member
	original   []byte              // name of the open class
	section    *class              // the open class, nil if it is not wanted
	names      map[string]struct{} // wanted method names of the class
	allMethods bool                // all its methods are wanted
	kept       *entry              // entry of the last line, if it was kept
	last       last
	member     member // the last line's

	numbers map[string]uint32 // of texts
	size    int64
	full    bool
}

// last holds the previous member's line.
type last struct {
	name        []byte
	from, to    int32
	ranged      bool
	foreign     bool // it is a method of another class
	synthesized bool
}

// An entry is one kept line of a method.
type entry struct {
	from, to, ofrom, oto int32  // from and ofrom are -1 if missing
	holder, name, types  uint32 // rows of Map.texts; a holder of 0 is the section's class, types are "ret(arg,arg)"
	info                 uint32 // row of Map.infos + 1, or 0
	inner                bool   // the next entry, of the same group, calls it
}

// NewReader returns a Reader that keeps the wanted part of a map.
func NewReader(wanted *Wanted) *Reader {
	r := &Reader{wanted: wanted, lines: lines.Cutter{Most: MaxLine}, hash: newSHA256(), numbers: map[string]uint32{}}
	r.m.classes = map[string]*class{}
	r.m.sources = newSources()
	r.m.texts = []string{""}
	return r
}

// HeldBytes returns the approximate size of the kept data, in bytes.
func (r *Reader) HeldBytes() int64 { return r.size + r.m.sources.size() }

// Write reads the next piece of the map. It keeps no reference to p, and its error is always nil.
func (r *Reader) Write(p []byte) (int, error) {
	n := len(p)
	if r.closed {
		return n, nil
	}
	if r.hashing == 2 {
		r.hash.add(p)
	}
	for {
		line, rest, cut, ok := r.lines.Next(p)
		if !ok {
			return n, nil
		}
		r.endLine(line, cut)
		p = rest
		if r.hashing == 1 {
			r.hashing = 2
			r.hash.add(p)
		}
	}
}

// endLine reads a line; cut is the number of bytes cut off its end.
func (r *Reader) endLine(line []byte, cut int) {
	if cut > 0 {
		r.m.Lines++
		r.note("long-line", r.m.Lines, 1, "A line is longer than 1 MB and is left out.")
		return
	}
	r.line(line)
}

// line reads one line.
func (r *Reader) line(s []byte) {
	r.m.Lines++
	if s = trim(s); len(s) == 0 {
		return
	}
	if s[0] == '#' {
		r.comment(s[1:])
		return
	}
	r.kept = nil
	if s[len(s)-1] == ':' {
		if original, name, ok := parseClass(s); ok {
			r.class(original, name)
			return
		}
	}
	if !r.member.parse(s) || !r.inClass {
		r.m.Unread++
		if r.m.Unread == 1 {
			r.note("line-unread", r.m.Lines, 0, "")
		}
		return
	}
	r.inMember = true
	if r.section != nil {
		r.method(&r.member)
	}
}

const removed = "$$REMOVED$$CLASS$$" // after R8 or L8 and followed by a number: a removed class

// class starts a class.
func (r *Reader) class(original, name []byte) {
	r.endSection()
	r.inClass, r.inMember = true, false
	r.original = append(r.original[:0], original...)
	if contains(name, removed) {
		return
	}
	if r.m.Classes++; r.m.first == "" && !bytes.Equal(original, name) && len(original)+len(name) < mostHeader {
		r.m.first = string(name) + " for " + string(original)
	}
	names, ok := r.wanted.classes[string(name)]
	if !ok {
		return
	}
	if c := r.m.classes[string(name)]; c != nil {
		if c.original != string(original) {
			r.note("class-twice", r.m.Lines, 1, "Two classes have the same name in the app: the first counts.")
			return
		}
		r.section, r.names = c, names
		_, r.allMethods = r.wanted.wholeClasses[string(name)]
		return
	}
	if !r.reserve(classSize + int64(len(original)+len(name))) {
		return
	}
	_, r.allMethods = r.wanted.wholeClasses[string(name)]
	r.section, r.names = &class{original: string(original), entries: map[string][]entry{}}, names
	r.m.classes[string(name)] = r.section
}

// endSection ends the open class.
func (r *Reader) endSection() {
	r.outermost()
	r.section, r.names, r.kept = nil, nil, nil
	r.last = last{name: r.last.name[:0]}
}

// outermost is called if the previous line turns out not to be an inlined method. If that line is
// of another class, the other class was merged into this one.
func (r *Reader) outermost() {
	if r.section != nil && r.last.foreign && !r.last.synthesized {
		r.section.foreign = true
	}
}

// method reads a member of a wanted class.
func (r *Reader) method(m *member) {
	l := &r.last
	simple := m.name[bytes.LastIndexByte(m.name, '.')+1:]
	if !m.method {
		r.outermost()
		*l = last{name: l.name[:0]}
		if string(simple) == "$r8$classId" {
			r.section.foreign = true
		}
		return
	}
	inlined := m.ranged && l.ranged && m.from == l.from && m.to == l.to && bytes.Equal(m.obf, l.name) &&
		(r.r8 || m.numbers < 2 || m.oto == 0)
	if !inlined {
		r.outermost()
	}
	foreign := len(simple) < len(m.name) && string(m.name[:len(m.name)-len(simple)-1]) != r.section.original
	*l = last{name: append(l.name[:0], m.obf...), from: m.from, to: m.to, ranged: m.ranged, foreign: foreign}
	if _, ok := r.names[string(m.obf)]; !ok && !r.allMethods || !r.reserve(entrySize) {
		return
	}
	list := r.section.entries[string(m.obf)]
	if len(list) >= mostEntries {
		r.note("too-many-lines", r.m.Lines, 1, "A method has more lines in the map than Traceglass holds: the rest is left out.")
		return
	}
	e := entry{from: -1, ofrom: -1, oto: -1, name: r.number(simple), types: r.types(m)}
	if foreign {
		e.holder = r.number(m.name[:len(m.name)-len(simple)-1])
	}
	if m.ranged {
		e.from, e.to = m.from, m.to
	}
	if m.numbers > 0 {
		e.ofrom, e.oto = m.ofrom, m.oto
	}
	if inlined && len(list) > 0 {
		list[len(list)-1].inner = true
	}
	list = append(list, e)
	r.section.entries[string(m.obf)] = list
	r.kept = &list[len(list)-1]
}

// info returns the facts in comments about the method of the last line.
func (r *Reader) info() *info {
	if r.kept.info == 0 {
		r.reserve(infoSize)
		r.m.infos = append(r.m.infos, info{})
		r.kept.info = uint32(len(r.m.infos))
	}
	return &r.m.infos[r.kept.info-1]
}

// reserve counts bytes to keep; it returns false if the limit is reached.
func (r *Reader) reserve(bytes int64) bool {
	if r.size+bytes > mostKept {
		if !r.full {
			r.full = true
			r.note("too-much", r.m.Lines, 1, "The part of the map for the open file needs more memory than is free: the map is left out from here on.")
		}
		return false
	}
	r.size += bytes
	return true
}

// types returns the index of a method's return and parameter types, without spaces.
func (r *Reader) types(m *member) uint32 {
	buf := make([]byte, 0, 128)
	buf = append(buf, m.ret...)
	buf = append(buf, '(')
	for _, c := range m.args {
		if !isBlank(c) {
			buf = append(buf, c)
		}
	}
	buf = append(buf, ')')
	return r.number(buf)
}

// number returns the row of a text in Map.texts.
func (r *Reader) number(s []byte) uint32 {
	n, ok := r.numbers[string(s)]
	if !ok {
		text := string(s)
		n = uint32(len(r.m.texts))
		r.m.texts = append(r.m.texts, text)
		r.numbers[text] = n
		r.size += int64(len(s)) + textSize
	}
	return n
}

// intern returns one string for all equal s.
func (r *Reader) intern(s []byte) string { return r.m.texts[r.number(s)] }

// source stores the source file of a class by its original name.
func (r *Reader) source(class, file string) {
	if !r.m.sources.add(class, file) {
		r.note("too-many-files", r.m.Lines, 1, "The map has more classes with source files than fit into memory. Traceglass guesses the other files from the class names.")
	}
}

// note counts an unusual property at a line.
func (r *Reader) note(code string, line, n int64, text string) {
	for i := range r.m.Notes {
		if r.m.Notes[i].Code == code {
			r.m.Notes[i].Count += n
			return
		}
	}
	r.m.Notes = append(r.m.Notes, Note{Code: code, Count: n, Line: line, Text: text})
}

// Close ends the map. Its error is a sentence that describes a file that is not a map.
func (r *Reader) Close() (*Map, error) {
	if r.closed {
		return &r.m, nil
	}
	if line, cut, ok := r.lines.Last(); ok {
		r.endLine(line, cut)
	}
	r.endSection()
	r.closed = true
	r.numbers, r.lines = nil, lines.Cutter{}
	m := &r.m
	if m.Classes == 0 {
		return nil, fmt.Errorf("This is no mapping file of R8 or ProGuard: it has no line of a class, such as \"com.example.Name -> a.b:\".")
	}
	if m.Hash != "" && r.hashing == 2 {
		m.HashFits = HashRight
		if !strings.EqualFold(r.hash.hex(), m.Hash) {
			m.HashFits = HashWrong
			r.note("hash", 0, 1, "The map was changed or cut after it was written: its checksum does not fit.")
		}
	}
	for i := range m.Notes {
		n := &m.Notes[i]
		if n.Code != "line-unread" {
			continue
		}
		n.Count = m.Unread
		n.Text = fmt.Sprintf("Lines that could not be read: %d, the first is line %d.", m.Unread, n.Line)
		if m.Unread*100 > m.Lines {
			n.Text = fmt.Sprintf("Lines that could not be read: %d, the first is line %d. So many that this may be no mapping file.", m.Unread, n.Line)
		}
	}
	return m, nil
}

func contains(s []byte, word string) bool { return bytes.Contains(s, []byte(word)) }

func count(n int) string { return strconv.Itoa(n) }

// clip cuts a text of the file to a length that suits a sentence.
func clip(s string) string {
	const most = 40
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

// sortedNames returns sorted names without repetition.
func sortedNames(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}
