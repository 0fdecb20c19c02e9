package trace

import "bytes"

// A transfer undoes a text transfer that put a carriage return before every line feed, in the
// binary part too. It removes exactly one before each line feed.
type transfer struct {
	checked bool
	part    part   // part that the next restored byte belongs to
	off     int64  // offset of that byte in the file before the transfer, which left the text part as it is
	held    []byte // undone, an item still incomplete
}

// rest returns the restored bytes that are not read yet.
func (t *transfer) rest() cursor { return cursor{t.held, t.off} }

// transferred reports whether a data part that starts at b, and its text part, went through such a
// transfer. Ok is false if b is too short to decide.
func (r *Reader) transferred(b []byte) (yes, ok bool) {
	t := &r.transfer
	if t.checked || r.text.lines == 0 || r.file.info.Receipt.Count("carriage-returns") < r.text.lines {
		return false, true
	}
	if len(b) < sampleSize && !r.file.closed {
		return false, false
	}
	t.checked = true
	b = b[:min(len(b), sampleSize)]
	feeds := bytes.Count(b, []byte("\n"))
	return feeds > 0 && bytes.Count(b, []byte("\r\n")) == feeds, true
}

// startUndoing reads the rest of the file, from its header at off on, without the added
// bytes.
func (r *Reader) startUndoing(off int64) {
	r.transfer.part = r.file.part
	r.transfer.off = off
	r.file.part = inTransfer
}

// readTransfer restores the bytes at c and reads them.
func (r *Reader) readTransfer(c cursor) int {
	t := &r.transfer
	b := c.b
	n := len(b)
	if b[n-1] == '\r' && !r.file.closed {
		n-- // a line feed may follow
	}
	for i, char := range b[:n] {
		if char == '\r' && i+1 < len(b) && b[i+1] == '\n' {
			r.file.note("returns-taken-out", c.at(i))
			continue
		}
		t.held = append(t.held, char)
	}
	r.file.part = t.part
	read := r.read(t.rest())
	t.held = t.held[:copy(t.held, t.held[read:])]
	t.off += int64(read)
	t.part = r.file.part
	r.file.part = inTransfer
	return n
}
