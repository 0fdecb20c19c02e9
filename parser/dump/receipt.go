package dump

import (
	"fmt"
	"strconv"
)

// A Note describes one kind of problem in a damaged or unusual file: its place, its count, and its
// effect on the result.
type Note struct {
	Code  string // stable, lower case, hyphenated: "unplaced-lines"
	Count int64
	Line  int    // of the first occurrence, from 0; or -1
	Text  string // one sentence for a person
}

// A Receipt lists the unusual properties of a file, one note per kind.
type Receipt struct{ Notes []Note }

// note counts n occurrences of code, the first at line.
func (r *Receipt) note(code string, line int, n int64) {
	for i := range r.Notes {
		if of := &r.Notes[i]; of.Code == code {
			of.Count += n
			return
		}
	}
	r.Notes = append(r.Notes, Note{Code: code, Count: n, Line: line})
}

// finish derives the notes that need the whole file.
func (r *Reader) finish() {
	d := r.d
	d.dropEmpty()
	d.join()
	(&stackless{d, map[int]int{}}).addBlocks()
	if r.decode.mark {
		r.d.Receipt.note("byte-order-mark", 0, 1)
	}
	if r.decode.wide {
		r.d.Receipt.note("utf-16", 0, 1)
	}
	if r.decode.zeros > 0 {
		r.d.Receipt.note("zero-bytes", none, r.decode.zeros)
	}
	if len(r.sections.leftOut) > 0 && !r.sections.again {
		r.d.Receipt.note("other-sections", r.sections.leftOut[0], int64(len(r.sections.leftOut)))
	}
	for i, kind := range d.Kinds {
		switch kind {
		case Unplaced:
			r.d.Receipt.note("unplaced-lines", i, 1)
		case OrphanLine:
			r.d.Receipt.note("orphan-lines", i, 1)
		case FailureLine:
			r.d.Receipt.note("dump-failed", i, 1)
		}
	}
	for i := range d.Blocks {
		b := &d.Blocks[i]
		if !b.Ended && !b.Reporter {
			r.d.Receipt.note("no-end", b.EndLine-1, 1)
		}
		if !b.Opened && !b.Reporter {
			r.d.Receipt.note("no-head", b.Line, 1)
		}
	}
	for i := range d.Receipt.Notes {
		n := &d.Receipt.Notes[i]
		n.Text = n.sentence()
	}
}

// dropEmpty removes blocks without a beginning and without threads: a few lines of a block's head
// or tail, whose kinds already describe them.
func (d *Dump) dropEmpty() {
	kept, row := d.Blocks[:0], make([]int, len(d.Blocks))
	for i, b := range d.Blocks {
		row[i] = len(kept)
		if b.Opened || b.EndThread > b.FirstThread {
			kept = append(kept, b)
		}
	}
	d.Blocks = kept
	for i := range d.Threads {
		d.Threads[i].Block = row[d.Threads[i].Block]
	}
}

func (n *Note) sentence() string {
	at := ""
	if n.Line >= 0 {
		at = fmt.Sprintf(" (line %d)", n.Line+1)
	}
	switch n.Code {
	case "byte-order-mark":
		return "The file begins with a byte order mark, so a text editor saved it; it is read as usual."
	case "utf-16":
		return "The file is in UTF-16: a tool or an editor has converted it. It is read as usual."
	case "zero-bytes":
		return n.count("zero byte", "zero bytes") + " left out; the lines around are read as usual."
	case "long-line":
		return "Lines longer than 1 MB are cut there" + at + "; " + n.count("byte is", "bytes are") + " left out."
	case "too-long":
		return "The file is larger than can be held: its last " + n.count("line is", "lines are") + " left out" + at + "."
	case "unplaced-lines":
		return n.count("line was", "lines were") + " not understood" + n.first(at) + "; they are shown as text only."
	case "orphan-lines":
		return n.count("line of a stack or of attributes has", "lines of stacks or of attributes have") + " no thread's heading above" + n.first(at) + ", so they belong to no thread: the head is cut off or overwritten."
	case "dump-failed":
		return n.count("line says", "lines say") + " that a process could not be dumped" + n.first(at) + "; the threads of that process are missing."
	case "no-end":
		return n.count("block has", "blocks have") + " no last line" + n.first(at) + ": the dump is cut off, and threads may be missing."
	case "no-head":
		return n.count("block begins", "blocks begin") + " in the middle" + n.first(at) + ": threads at its beginning may be missing."
	case "other-sections":
		return n.count("block stands", "blocks stand") + " in sections of the bug report that are no VM TRACES" + n.first(at) + "; such text is mostly quoted, and left out."
	case "end-alone":
		return n.count("last line of a block stands", "last lines of blocks stand") + " alone" + n.first(at) + "; the block itself is missing."
	case "end-of-other":
		return n.count("block ends", "blocks end") + " with the last line of another process" + n.first(at) + ": parts of two dumps may be mixed."
	}
	return ""
}

// first returns the words for the place of the only or first occurrence.
func (n *Note) first(at string) string {
	if n.Count > 1 && at != "" {
		return fmt.Sprintf(", the first at line %d", n.Line+1)
	}
	return at
}

// count returns the note's count with its noun, "1 line" or "3 lines".
func (n *Note) count(one, many string) string {
	if n.Count == 1 {
		return "1 " + one
	}
	return strconv.FormatInt(n.Count, 10) + " " + many
}
