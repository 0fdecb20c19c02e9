package trace

// A cursor is bytes of the file that wait to be read, and where in the file they stand. It
// is handed down by value, so that what reads a part of it knows the place of that part.
type cursor struct {
	b   []byte
	off int64 // of b[0], in bytes from the start of the unwrapped file
}

// after is the cursor n bytes on.
func (c cursor) after(n int) cursor { return cursor{c.b[n:], c.off + int64(n)} }

// first is the cursor over the first n bytes alone.
func (c cursor) first(n int) cursor { return cursor{c.b[:n], c.off} }

// at is the place in the file of b[i].
func (c cursor) at(i int) int64 { return c.off + int64(i) }
