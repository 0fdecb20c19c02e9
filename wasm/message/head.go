package message

// Head asks for what the file says around a process's stacks. Answered by HeadReply.
type Head struct{ Process uint32 }

func (m *Head) code(c *Coder) { c.U32(&m.Process) }

func (*Head) answer(*HeadReply) {}

// HeadReply answers Head.
type HeadReply struct {
	Lead  string // what matters most of it, in a line; "" for nothing
	Parts []HeadPart
}

func (m *HeadReply) code(c *Coder) {
	c.String(&m.Lead)
	list(c, &m.Parts, 12, func(c *Coder, p *HeadPart) {
		c.String(&p.Title)
		list(c, &p.Facts, 17, func(c *Coder, f *HeadFact) {
			c.U32(&f.Line)
			c.Bool(&f.Inner)
			c.String(&f.Key)
			c.String(&f.Value)
			c.String(&f.Help)
		})
		c.Int(&p.Left)
	})
}

// A HeadPart is one subject: the CPU, the heap.
type HeadPart struct {
	Title string
	Facts []HeadFact
	Left  int // lines of the subject left out
}

// A HeadFact is one line of the file taken apart, and what it means.
type HeadFact struct {
	Line             uint32
	Inner            bool // belongs to the fact above
	Key, Value, Help string
}
