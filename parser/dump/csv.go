package dump

import "bytes"

// A csvReader passes text on. In a table it finds each quoted cell that holds a dump, undoes
// doubled quote marks, and passes the cell on as a record. Commas, semicolons or tabs separate
// cells. In a table a quote mark opens a cell, and a separator or the line's end follows the quote
// mark that closes it. Lines of a dump break this rule.
type csvReader struct {
	state csvState
	head  []byte // raw text, at most undecided bytes
	found bool   // a cell held a dump
	text  []byte // of the current cell
}

type csvState uint8

const (
	cellStart csvState = iota
	bare               // in an unquoted cell
	quoted             // in a quoted cell
	quoteMark          // after a quote mark in a quoted cell
	noTable            // not a table: everything is passed on
)

func (t *csvReader) write(p []byte, to, record func([]byte)) {
	for i, c := range p {
		if t.state == noTable {
			to(p[i:])
			return
		}
		if !t.found {
			if len(t.head) == undecided {
				t.giveUp(to)
				to(p[i:])
				return
			}
			t.head = append(t.head, c)
		}
		separates := bytes.IndexByte([]byte(",;\t\r\n"), c) >= 0
		switch {
		case t.state == quoted && c == '"':
			t.state = quoteMark
		case t.state == quoted:
			t.add(c)
		case t.state == quoteMark && c == '"':
			t.add(c)
			t.state = quoted
		case t.state == quoteMark && separates:
			t.end(record)
			t.state = cellStart
		case t.state == quoteMark && t.found: // unescaped quote mark
			t.add('"')
			t.add(c)
			t.state = quoted
		case t.state == quoteMark:
			t.giveUp(to)
		case t.state == cellStart && c == '"':
			t.state, t.text = quoted, t.text[:0]
		case separates:
			t.state = cellStart
		default:
			t.state = bare
		}
	}
}

func (t *csvReader) add(c byte) {
	if len(t.text) <= longestString {
		t.text = append(t.text, c)
	}
}

// giveUp passes the head on: the text is not a table.
func (t *csvReader) giveUp(to func([]byte)) {
	t.state = noTable
	to(t.head)
	t.head, t.text = nil, nil
}

// end passes a cell on if it holds a dump.
func (t *csvReader) end(record func([]byte)) {
	if holdsDump(t.text) {
		t.found, t.head = true, nil
		record(t.text)
	}
}

// close ends the text.
func (t *csvReader) close(to, record func([]byte)) {
	if t.state == quoted || t.state == quoteMark { // cut off, or the last cell
		t.end(record)
	}
	if t.state != noTable && !t.found {
		t.giveUp(to)
	}
}
