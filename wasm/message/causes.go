package message

// Causes asks why the main threads of all open files do not answer, by cause. Answered by
// CausesReply.
type Causes struct{}

func (*Causes) code(*Coder) {}

func (*Causes) answer(*CausesReply) {}

// CausesReply answers Causes. Groups has the most frequent cause first; Left is how many had no
// room, Without how many files tell of no cause.
type CausesReply struct {
	Dumps, Left, Without int
	Groups               []CauseGroup
}

func (m *CausesReply) code(c *Coder) {
	c.Int(&m.Dumps)
	c.Int(&m.Left)
	c.Int(&m.Without)
	list(c, &m.Groups, 45, func(c *Coder, g *CauseGroup) {
		c.Int(&g.Count)
		for _, s := range []*string{&g.Rule, &g.Waits, &g.Holder, &g.Frames, &g.Text, &g.First, &g.Last} {
			c.String(s)
		}
		list(c, &g.Releases, 12, func(c *Coder, n *NameCount) { n.code(c) })
		list(c, &g.Processes, 12, func(c *Coder, n *NameCount) { n.code(c) })
		u32s(c, &g.Cases)
	})
}

// A CauseGroup is the dumps of one cause; what its texts are says wait.Cause.
type CauseGroup struct {
	Count                       int
	Rule, Waits, Holder, Frames string
	Text                        string // the verdict on the first of them
	First, Last                 string // times as printed, "" where no file tells
	Releases, Processes         []NameCount
	Cases                       []uint32 // the processes, not all of many
}
