package message

// TextLines asks for lines [First, First+Count) of the files' own text. Answered by
// TextLinesReply.
type TextLines struct{ First, Count int }

func (m *TextLines) code(c *Coder) { c.Int(&m.First); c.Int(&m.Count) }

func (*TextLines) answer(*TextLinesReply) {}

// TextLinesReply answers TextLines.
type TextLinesReply struct {
	First, Total int
	Lines        []TextLine
}

func (m *TextLinesReply) code(c *Coder) {
	c.Int(&m.First)
	c.Int(&m.Total)
	list(c, &m.Lines, 12, func(c *Coder, l *TextLine) {
		c.String(&l.Text)
		c.String(&l.Help)
		c.U32(&l.Thread)
	})
}

// A TextLine is one line of a file as it is; what is longer than 4,000 bytes is left out.
type TextLine struct {
	Text   string
	Help   string // what kind of line it is, "" for a blank one
	Thread uint32 // it belongs to, NoNode for none
}
