package message

// A Failure answers a request that could not be met, or reports that a file could not
// be read.
type Failure struct {
	Text string // one sentence for the user
}

func (m *Failure) code(c *Coder) { c.String(&m.Text) }

// Progress is sent while a file is read, at most every 50 ms.
type Progress struct {
	Bytes, Size int64 // of the file as it is stored; Size 0 if unknown
	Calls       int64
	Memory      int64 // bytes held by the worker
	File, Files int64 // how many files have been read, of so many
}

func (m *Progress) code(c *Coder) {
	c.I64(&m.Bytes)
	c.I64(&m.Size)
	c.I64(&m.Calls)
	c.I64(&m.Memory)
	c.I64(&m.File)
	c.I64(&m.Files)
}
