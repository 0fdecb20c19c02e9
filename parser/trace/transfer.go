package trace

import "bytes"

// A transfer is a text transfer that put a carriage return before every line feed of the
// binary part too. That is undone exactly: one is taken out before each.
type transfer struct {
	checked bool
	part    part   // what the next undone byte belongs to
	off     int64  // of that byte, in the file as it was before but for its text part
	held    []byte // undone, an item still incomplete
}

// rest is what was undone and not read yet.
func (t *transfer) rest() cursor { return cursor{t.held, t.off} }

// transferred reports whether a data part that starts at b went through such a transfer
// with its text part; ok is false if b is too short to tell.
func (r *Reader) transferred(b []byte) (yes, ok bool) {
	t := &r.transfer
	if t.checked || r.text.lines == 0 || r.info.Receipt.Count("carriage-returns") < r.text.lines {
		return false, true
	}
	if len(b) < sampleSize && !r.closed {
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
	r.transfer.part = r.part
	r.transfer.off = off
	r.part = inTransfer
}

// readTransfer undoes what is at c and reads what that gives.
func (r *Reader) readTransfer(c cursor) int {
	t := &r.transfer
	b := c.b
	n := len(b)
	if b[n-1] == '\r' && !r.closed {
		n-- // a line feed may follow
	}
	for i, char := range b[:n] {
		if char == '\r' && i+1 < len(b) && b[i+1] == '\n' {
			r.note("returns-taken-out", c.at(i))
			continue
		}
		t.held = append(t.held, char)
	}
	r.part = t.part
	read := r.read(t.rest())
	t.held = t.held[:copy(t.held, t.held[read:])]
	t.off += int64(read)
	t.part = r.part
	r.part = inTransfer
	return n
}
