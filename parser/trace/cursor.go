package trace

// A cursor is a range of bytes to read, with its position in the file. It is passed by value, so
// each function that reads a part knows the position of that part.
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
