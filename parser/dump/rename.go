package dump

import (
	"encoding/binary"
	"slices"
	"strings"
)

// Names returns the original names of a shortened build. Package mapping implements it.
type Names interface {
	// Frames returns, for each frame of a stack (newest first), the texts of its original frames.
	// Inlined frames come first and are marked with Inlined. A frame that did not exist in the
	// source has an empty row.
	Frames(stack []Frame) [][]string
	// Class returns the original name of a class, which may be an array; "" if it is not known.
	Class(name string) string
}

// A Classifier returns the original names of classes, as Names does.
type Classifier interface{ Class(name string) string }

// AskClasses asks for all classes that Renamed asks for, except those in frames.
func (d *Dump) AskClasses(names Classifier) {
	reason(d.Subject, names)
	for i, kind := range d.Kinds {
		switch kind {
		case LockLine, MonitorLine, OrphanLine:
			object(d.Content(i), names)
		case SubjectLine, ReportLine:
			reason(d.Content(i), names)
		}
	}
}

// Inlined ends the text of a frame that the app does not have, because its code was inlined into
// the frame below.
const Inlined = " [inlined]"

// Renamed returns the dump with other names in frames, locks and reasons, as if it had been written
// with them. Threads and blocks keep their rows; lines may be added. Raw and RawLine lead back to
// the file.
func (d *Dump) Renamed(names Names) *Dump {
	if d.raw != nil {
		d = d.raw
	}
	n := renaming{from: d, names: names, to: &Dump{raw: d, names: names, About: d.About, Relative: d.Relative, Subject: reason(d.Subject, names), Recording: d.Recording.renamed(names)}}
	n.stacks()
	n.text()
	n.tables()
	return n.to
}

// Names returns the names that Renamed used, or nil for the dump in the file.
func (d *Dump) Names() Names { return d.names }

// Raw returns the dump as it is in the file.
func (d *Dump) Raw() *Dump {
	if d.raw != nil {
		return d.raw
	}
	return d
}

// RawLine returns the line of Raw for a line. Lines for inlined frames share the line of their
// outer frame.
func (d *Dump) RawLine(line int) int {
	switch {
	case d.raw == nil || line < 0:
		return line
	case line >= len(d.lines): // behind the last
		return d.raw.Text.Lines()
	}
	return int(d.lines[line])
}

// Number returns the displayed number of a line: its number in the file, from 1.
func (d *Dump) Number(line int) int { return d.Raw().above + d.RawLine(line) + 1 }

// mostAdded limits how many bytes inlined frames may add to a dump: a hostile map can inline a
// thousand frames into each.
const mostAdded = 256 << 20

// A renaming creates a renamed dump from another.
type renaming struct {
	from, to *Dump
	names    Names
	frames   map[int][]string // texts of changed stack lines, by line
	first    []int            // by line of from, plus one: first line in to
	added    int              // bytes added by longer or new lines
}

// stacks finds the texts of all frames.
func (n *renaming) stacks() {
	n.frames = map[int][]string{}
	seen := map[string][][]string{} // by the text of the stack's lines
	var stack []Frame
	var lines []int
	var key []byte
	for t := range n.from.Threads {
		thread := &n.from.Threads[t]
		stack, lines = stack[:0], lines[:0]
		key = key[:0]
		for _, row := range n.from.Stack[thread.FirstRow:thread.EndRow] {
			if n.from.FrameKind(row.Place) == JavaFrame {
				lines = append(lines, int(row.Line))
				key = binary.LittleEndian.AppendUint32(key, uint32(row.Place))
			}
		}
		texts, ok := seen[string(key)]
		if !ok {
			for _, row := range n.from.Stack[thread.FirstRow:thread.EndRow] {
				if n.from.FrameKind(row.Place) == JavaFrame {
					stack = append(stack, n.from.Frame(row.Place))
				}
			}
			texts = n.names.Frames(stack)
			seen[string(key)] = texts
		}
		for i, line := range lines {
			n.frames[line] = texts[i]
		}
	}
}

// text writes all lines.
func (n *renaming) text() {
	from, to := n.from, n.to
	n.first = make([]int, 0, from.Text.Lines()+1)
	for i := range from.Text.Lines() {
		n.first = append(n.first, to.Text.Lines())
		switch kind := from.Kinds[i]; kind {
		case JavaLine:
			if texts, ok := n.frames[i]; ok {
				if n.added > mostAdded && len(texts) > 1 {
					texts = texts[len(texts)-1:]
				}
				for j, text := range texts {
					n.line(i, text, j == len(texts)-1)
				}
				continue
			}
		case LockLine, MonitorLine, OrphanLine:
			n.line(i, object(from.Content(i), n.names), true)
			continue
		case SubjectLine, ReportLine:
			n.line(i, reason(from.Content(i), n.names), true)
			continue
		}
		n.line(i, "", true)
	}
	n.first = append(n.first, to.Text.Lines())
}

// line writes a line of from with new content; "" keeps the old content. If several lines replace
// one, only the last keeps the text after the content.
func (n *renaming) line(i int, content string, last bool) {
	from, to := &n.from.Text, &n.to.Text
	whole, own := from.Line(i), from.content(i)
	at := len(whole) - cap(own) // a line's slice ends where its text ends, so cap gives the position
	text := whole
	if content != "" {
		text = slices.Concat(whole[:at], []byte(content))
		if last {
			text = append(text, whole[at+len(own):]...)
		}
		text = text[:min(len(text), MaxLine)]
	}
	n.added += max(0, len(text)-len(whole))
	if !last {
		n.added += len(text) + lineSize
	}
	row := to.add(text)
	if i < len(from.from) {
		to.begin(row, int(from.from[i]))
	}
	if piece, ok := from.pieces[i]; ok {
		to.piece(row, piece[0], piece[1]+len(text)-len(whole))
	}
	n.to.Kinds = append(n.to.Kinds, n.from.Kinds[i])
	n.to.lines = append(n.to.lines, uint32(i))
}

// tables copies the tables with the new line numbers.
func (n *renaming) tables() {
	from, to := n.from, n.to
	line := func(i int) int {
		if i < 0 {
			return i
		}
		return n.first[i]
	}
	to.Blocks = slices.Clone(from.Blocks)
	for i := range to.Blocks {
		b := &to.Blocks[i]
		b.Line, b.EndLine = line(b.Line), line(b.EndLine)
		if b.longLine > 0 {
			b.longLine = line(b.longLine-1) + 1
		}
	}
	to.Channels = slices.Clone(from.Channels)
	for i := range to.Channels {
		to.Channels[i].Line = uint32(line(int(to.Channels[i].Line)))
	}
	to.Threads = slices.Clone(from.Threads)
	for i := range to.Threads {
		t := &to.Threads[i]
		rows, locks := from.Stack[t.FirstRow:t.EndRow], from.Locks[t.FirstLock:t.EndLock]
		t.Line, t.EndLine = line(t.Line), line(t.EndLine)
		first := t.FirstRow
		last := make([]int32, len(rows)) // by row of from - first: row in to that keeps its locks
		t.FirstRow, t.FirstLock = len(to.Stack), len(to.Locks)
		for j, row := range rows {
			kind := from.FrameKind(row.Place)
			for at := n.first[row.Line]; at < n.first[row.Line+1]; at++ {
				to.Stack = append(to.Stack, Row{uint32(at), to.places.id(to, at, to.content(at), kind)})
			}
			last[j] = int32(len(to.Stack) - 1)
			if len(to.Stack) == t.FirstRow {
				last[j] = none
			}
		}
		for _, lock := range locks {
			row := lock.Row
			if row >= 0 {
				row = last[int(row)-first]
			}
			to.Locks = append(to.Locks, LockRow{uint32(line(int(lock.Line))), row})
		}
		t.EndRow, t.EndLock = len(to.Stack), len(to.Locks)
	}
	to.Receipt.Notes = slices.Clone(from.Receipt.Notes)
	for i := range to.Receipt.Notes {
		to.Receipt.Notes[i].Line = line(to.Receipt.Notes[i].Line)
	}
}

// object returns a lock line with the original class of its object: "(a a.b)", "(a
// java.lang.Class<a.b>)", "(a a.b[])".
func object(s string, names Classifier) string {
	const before, of = "(a ", "java.lang.Class"
	at := strings.Index(s, before)
	if at < 0 {
		return s
	}
	at += len(before)
	end := strings.IndexByte(s[at:], ')')
	if end < 0 {
		return s
	}
	end += at
	if inner := s[at:end]; strings.HasPrefix(inner, of) {
		for _, quotes := range [...][2]string{{"<", ">"}, {"&lt;", "&gt;"}} {
			if strings.HasPrefix(inner[len(of):], quotes[0]) && strings.HasSuffix(inner, quotes[1]) {
				at, end = at+len(of)+len(quotes[0]), end-len(quotes[1])
				break
			}
		}
	}
	if at > end {
		return s
	}
	if name := names.Class(s[at:end]); name != "" {
		return s[:at] + name + s[end:]
	}
	return s
}

// reason replaces the names of classes in a text. It replaces whole words with a package only,
// because a word without one may be any word.
func reason(s string, names Classifier) string {
	var b strings.Builder
	for len(s) > 0 {
		end := strings.IndexFunc(s, func(c rune) bool { return !InName(c) })
		if end < 0 {
			end = len(s)
		}
		word := s[:end]
		bare := strings.TrimRight(word, ".")
		if name := ""; strings.Contains(strings.Trim(bare, "."), ".") {
			if name = names.Class(bare); name != "" {
				word = name + word[len(bare):]
			}
		}
		b.WriteString(word)
		s = s[end:]
		rest := strings.IndexFunc(s, InName)
		if rest < 0 {
			rest = len(s)
		}
		b.WriteString(s[:rest])
		s = s[rest:]
	}
	return b.String()
}

// InName reports whether a character may occur in a qualified class name.
func InName(c rune) bool {
	return c == '.' || c == '$' || c == '_' || c == '-' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c > 0x7F
}
