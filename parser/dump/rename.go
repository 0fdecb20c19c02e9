package dump

import (
	"encoding/binary"
	"slices"
	"strings"
)

// Names is what knows the original names of what an optimised build has shortened: a map of names,
// of package mapping.
type Names interface {
	// Frames gives the texts of the frames that those of a stack stand for, the newest first: a row a
	// frame, in which those that were inlined come first, marked with Inlined. A row without any is of
	// a frame that was none in the source.
	Frames(stack []Frame) [][]string
	// Class gives the name of a class, which may be an array's; "" for one that is not known.
	Class(name string) string
}

// A Classifier knows the names of classes, as Names does.
type Classifier interface{ Class(name string) string }

// AskClasses asks for the classes that Renamed asks for, but for those of frames.
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

// Inlined ends the text of a frame that is none of the app's, since its code was inlined into the one
// below.
const Inlined = " [inlined]"

// Renamed is the dump with other names, as if it had been written with them: in frames, locks and
// the reasons that a report gives. Threads and blocks keep their rows, lines may be more. What the
// file has, Raw and RawLine tell.
func (d *Dump) Renamed(names Names) *Dump {
	if d.raw != nil {
		d = d.raw
	}
	n := renaming{from: d, names: names, to: &Dump{raw: d, names: names, About: d.About, Relative: d.Relative, Subject: reason(d.Subject, names)}}
	n.stacks()
	n.text()
	n.tables()
	return n.to
}

// Names is what has given the dump its names, nil for one as the file has it.
func (d *Dump) Names() Names { return d.names }

// Raw is the dump as the file has it.
func (d *Dump) Raw() *Dump {
	if d.raw != nil {
		return d.raw
	}
	return d
}

// RawLine is the line of Raw that a line is of; a line that another was inlined into has that.
func (d *Dump) RawLine(line int) int {
	switch {
	case d.raw == nil || line < 0:
		return line
	case line >= len(d.lines): // behind the last
		return d.raw.Text.Lines()
	}
	return int(d.lines[line])
}

// Number is what a line is called: the one of the file, from 1.
func (d *Dump) Number(line int) int { return d.Raw().above + d.RawLine(line) + 1 }

// mostAdded is by how many bytes a dump may grow for what was inlined: a map can be made to have a
// thousand frames in each.
const mostAdded = 256 << 20

// A renaming makes a dump from another.
type renaming struct {
	from, to *Dump
	names    Names
	frames   map[int][]string // texts by line of the stack lines that change
	first    []int            // a row a line of from, and one more: where it is in to
	added    int              // bytes, of lines that are longer or new
}

// stacks finds the texts of all frames.
func (n *renaming) stacks() {
	n.frames = map[int][]string{}
	seen := map[string][][]string{} // by what the stack's lines are
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

// line writes a line of from with another content; "" keeps its own. Only the last of the lines that
// one becomes has what stood behind its content.
func (n *renaming) line(i int, content string, last bool) {
	from, to := &n.from.Text, &n.to.Text
	whole, own := from.Line(i), from.content(i)
	at := len(whole) - cap(own) // lines are cut such that no more is behind them
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

// tables copies the tables with what lines have become.
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
		last := make([]int32, len(rows)) // by row of from, less first: the row in to whose locks its are
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

// object is a line of a lock with the name of its object's class: "(a a.b)",
// "(a java.lang.Class<a.b>)", "(a a.b[])".
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

// reason is a text with the names of the classes in it that have a package, whole words alone: what
// has none may be any word.
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

// InName reports whether a letter may stand in the name of a class with its packages.
func InName(c rune) bool {
	return c == '.' || c == '$' || c == '_' || c == '-' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c > 0x7F
}
