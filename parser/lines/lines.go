// Package lines is how text that comes in pieces is read: pieces → lines.
package lines

import "bytes"

// A Cutter cuts lines out of pieces of any size. It keeps what of a line an end is missing for, and of a
// line as much as Most bytes.
type Cutter struct {
	Most int // bytes of a line, above 0
	held []byte
	cut  int
}

// Next returns the first line that ends in p, without its line feed, and what of p follows it. Of a line
// that is longer than Most, so many bytes were cut off. Where no line ends in p it keeps p, and ok is false.
// A line is good until the next call.
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

// Last returns what is kept, at the end of the text a line without a line feed; ok is false for nothing.
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
