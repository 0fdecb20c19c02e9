package message

// Whose says whose stacks a flame graph merges.
type Whose uint8

const (
	OneProcess   Whose = iota // the process, in this dump
	ItsDumps                  // the process, in all dumps of it that are open
	AllProcesses              // all processes of all dumps
	PileMains                 // the main threads of a pile's dumps, a stack a dump, numbers in names folded
)

func (v *Whose) code(c *Coder) { enum(c, v, PileMains) }

// A StackScope says which stacks a flame graph merges.
type StackScope struct {
	Process uint32
	Whose   Whose
	Class   StateClass
	Idle    bool // threads that only wait for work too

	Before, Group, Side uint32 // of PileMains: as in Causes
}

func (s *StackScope) code(c *Coder) {
	c.U32(&s.Process)
	s.Whose.code(c)
	s.Class.code(c)
	c.Bool(&s.Idle)
	c.U32(&s.Before)
	c.U32(&s.Group)
	c.U32(&s.Side)
}

// StackFlame asks for the display list of a flame graph of stacks: merged from the outermost
// frame, each thread of weight 1. Paths begin with the process, where there are several, and
// the name of the pool or thread.
type StackFlame struct {
	Scope    StackScope
	View     Viewport // X in parts of 1
	Root     uint32   // node zoomed into, NoNode for all
	Invert   bool     // root at the bottom
	Find     string   // frames that hold it are marked, as in StackRows.Text
	Selected uint32   // name of the frames that are outlined, NoNode for none
}

func (m *StackFlame) code(c *Coder) {
	m.Scope.code(c)
	m.View.code(c)
	c.U32(&m.Root)
	c.Bool(&m.Invert)
	c.String(&m.Find)
	c.U32(&m.Selected)
}

func (*StackFlame) picture() {}

// StackNode asks what a box of a flame graph of stacks stands for. Answered by
// StackNodeReply.
type StackNode struct {
	Scope StackScope
	Node  uint32
}

func (m *StackNode) code(c *Coder) { m.Scope.code(c); c.U32(&m.Node) }

func (*StackNode) answer(*StackNodeReply) {}

// StackNodeReply answers StackNode.
type StackNodeReply struct {
	Node      uint32
	Name      string
	Count, Of int         // threads of the box, and of the graph; of PileMains dumps
	Names     []NameCount // folded, most frequent first
	States    []StateCount
	Threads   []uint32 // main threads first; the first 10,000
}

func (m *StackNodeReply) code(c *Coder) {
	c.U32(&m.Node)
	c.String(&m.Name)
	c.Int(&m.Count)
	c.Int(&m.Of)
	list(c, &m.Names, 12, func(c *Coder, n *NameCount) { n.code(c) })
	list(c, &m.States, 13, func(c *Coder, s *StateCount) { s.code(c) })
	u32s(c, &m.Threads)
}
