package message

// Groups asks which threads of a process have equal stacks, and which are named alike.
// Answered by GroupsReply.
type Groups struct {
	Process uint32
	Find    string // a query; "" for all groups
}

func (m *Groups) code(c *Coder) { c.U32(&m.Process); c.String(&m.Find) }

func (*Groups) answer(*GroupsReply) {}

// GroupsReply answers Groups. Both lists have groups of two threads and more, the largest
// first, but for those without a thread that the query finds; Left is how many had no room.
type GroupsReply struct {
	Process       uint32
	Stacks, Pools []ThreadGroup
	Left          int
	Tally         string // of those found: "2 of 9 groups"
}

func (m *GroupsReply) code(c *Coder) {
	c.U32(&m.Process)
	for _, groups := range []*[]ThreadGroup{&m.Stacks, &m.Pools} {
		list(c, groups, 29, func(c *Coder, g *ThreadGroup) {
			c.String(&g.Name)
			list(c, &g.Names, 12, func(c *Coder, n *NameCount) { n.code(c) })
			list(c, &g.States, 13, func(c *Coder, s *StateCount) { s.code(c) })
			list(c, &g.Frames, 9, func(c *Coder, f *GroupFrame) {
				c.String(&f.First)
				c.String(&f.Last)
				c.Bool(&f.Own)
				c.String(&f.Raw)
			})
			c.Int(&g.More)
			c.Bool(&g.Idle)
			u32s(c, &g.Threads)
		})
	}
	c.Int(&m.Left)
	c.String(&m.Tally)
}

// A ThreadGroup is threads of one process that have something in common.
type ThreadGroup struct {
	Name    string       // of equal stacks their innermost frame, of a pool the pattern of its names
	Names   []NameCount  // of the threads, folded: # stands for a number
	States  []StateCount // most frequent first
	Frames  []GroupFrame // of equal stacks: the innermost
	More    int          // frames beneath these
	Idle    bool         // all only wait for work
	Threads []uint32
}

// A NameCount is how many threads have names that differ in numbers alone.
type NameCount struct {
	Name  string
	Count int
}

func (n *NameCount) code(c *Coder) {
	c.String(&n.Name)
	c.Int(&n.Count)
}

// A GroupFrame is a frame, its name cut before the class's last word.
type GroupFrame struct {
	First, Last string
	Own         bool
	Raw         string // as the file has it, where a map of names has changed it
}
