package dump

import (
	"bytes"
	"slices"
)

// MaxLine is the length in bytes that longer lines are cut to.
const MaxLine = chunkSize - 1

const (
	chunkBits = 20
	chunkSize = 1 << chunkBits
)

// A Text holds a file's lines as UTF-8, without line feeds, byte order mark and zero bytes. It
// consists of chunks, with each line in a single chunk, so that growing copies nothing.
type Text struct {
	chunks [][]byte
	at     []uint32       // by line: number of its chunk, then offset inside
	from   []uint16       // by line: start of its content after a log prefix or quote mark; nil if all are 0
	pieces map[int][2]int // content of lines that also contain an opener, from and to
}

// Lines returns the number of lines.
func (t *Text) Lines() int { return len(t.at) }

// Line returns a line. Callers must not modify it.
func (t *Text) Line(i int) []byte {
	at := t.at[i]
	chunk := t.chunks[at>>chunkBits]
	end := len(chunk)
	if i+1 < len(t.at) && t.at[i+1]>>chunkBits == at>>chunkBits {
		end = int(t.at[i+1] & (chunkSize - 1))
	}
	return chunk[at&(chunkSize-1) : end : end]
}

// add stores a line of at most MaxLine bytes and returns its number.
func (t *Text) add(line []byte) int {
	last := len(t.chunks) - 1
	if last < 0 || len(t.chunks[last])+len(line) >= chunkSize {
		var chunk []byte
		if last >= 0 {
			chunk = make([]byte, 0, chunkSize)
		}
		t.chunks = append(t.chunks, chunk)
		last++
	}
	chunk := t.chunks[last]
	if n := len(chunk); n+len(line) > cap(chunk) {
		// The first chunk doubles: append grows by only a quarter, and would copy a file four times
		// over.
		chunk = slices.Grow(chunk, min(n+len(line), chunkSize-n))
	}
	t.at = append(t.at, uint32(last)<<chunkBits|uint32(len(chunk)))
	t.chunks[last] = append(chunk, line...)
	return len(t.at) - 1
}

// begin sets the start of a line's content.
func (t *Text) begin(line, from int) {
	if from == 0 || from > 1<<16-1 {
		return
	}
	for len(t.from) <= line {
		t.from = append(t.from, make([]uint16, max(64, len(t.from)))...)
	}
	t.from[line] = uint16(from)
}

// piece sets the part of a line's content that counts as a separate line.
func (t *Text) piece(line, from, to int) {
	if t.pieces == nil {
		t.pieces = map[int][2]int{}
	}
	t.pieces[line] = [2]int{from, to}
}

// content returns a line without indent, prefix and quote marks.
func (t *Text) content(line int) []byte {
	s := t.Line(line)
	if line < len(t.from) {
		s = s[t.from[line]:]
	}
	s = trim(s)
	if t.pieces != nil {
		if p, ok := t.pieces[line]; ok {
			s = trim(s[p[0]:p[1]])
		}
	}
	return s
}

// indent returns the number of spaces at the start of a line's content, after a log prefix.
func (t *Text) indent(line int) int {
	s := t.Line(line)
	if line < len(t.from) {
		s = s[t.from[line]:]
	}
	return len(s) - len(bytes.TrimLeft(s, " "))
}

// trim removes spaces, tabs and carriage returns around s.
func trim(s []byte) []byte {
	for len(s) > 0 && (s[0] == ' ' || s[0] == '\t' || s[0] == '\r') {
		s = s[1:]
	}
	for len(s) > 0 && (s[len(s)-1] == ' ' || s[len(s)-1] == '\t' || s[len(s)-1] == '\r') {
		s = s[:len(s)-1]
	}
	return s
}

// hasPrefix reports whether s begins with prefix.
func hasPrefix(s []byte, prefix string) bool {
	return len(s) >= len(prefix) && string(s[:len(prefix)]) == prefix
}

// number parses the decimal number, with an optional minus, at the start of s. N is its length, or
// 0 if there is no number or it is too long.
func number(s []byte) (v int64, n int) {
	negative := len(s) > 0 && s[0] == '-'
	if negative {
		n++
	}
	digits := n
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		if n-digits == 18 {
			return 0, 0
		}
		v = v*10 + int64(s[n]-'0')
		n++
	}
	if n == digits {
		return 0, 0
	}
	if negative {
		v = -v
	}
	return v, n
}

// contains reports whether s contains word.
func contains(s []byte, word string) bool { return bytes.Contains(s, []byte(word)) }
