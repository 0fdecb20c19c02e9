// Package lines splits text that arrives in pieces: pieces → lines.
package lines

import "bytes"

// A Cutter splits pieces of any size into lines. It keeps the start of an unfinished line, and at
// most Most bytes of a line.
type Cutter struct {
	Most int // largest length of a line in bytes, above 0
	held []byte
	cut  int
}

// Next returns the first line that ends in p, without its line feed, and the rest of p after it.
// Cut is the number of bytes that were cut off a line longer than Most. If no line ends in p, Next
// keeps p and ok is false. A line is valid until the next call.
func (c *Cutter) Next(p []byte) (line, rest []byte, cut int, ok bool) {
	end := bytes.IndexByte(p, '\n')
	if end < 0 {
		c.hold(p)
		return nil, nil, 0, false
	}
	if len(c.held) == 0 && c.cut == 0 && end <= c.Most {
		return p[:end], p[end+1:], 0, true
	}
	c.hold(p[:end])
	line, cut, _ = c.Last()
	return line, p[end+1:], cut, true
}

// Last returns the kept text, which at the end of the text is a line without a line feed; ok is
// false if it is empty.
func (c *Cutter) Last() (line []byte, cut int, ok bool) {
	line, cut = c.held, c.cut
	c.held, c.cut = c.held[:0], 0
	return line, cut, len(line) > 0 || cut > 0
}

func (c *Cutter) hold(p []byte) {
	take := min(len(p), c.Most-len(c.held))
	c.held = append(c.held, p[:take]...)
	c.cut += len(p) - take
}
