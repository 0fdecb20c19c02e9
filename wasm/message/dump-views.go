package message

// The views of thread dumps beside the table of threads: groups of threads, the flame graph
// of stacks, and a process's dumps over time.

// FrameNames is the first of the numbers by which Names knows what the canvases of dumps
// write into their boxes: frames, and the pools and processes above them. Those below are
// methods of a trace.
const FrameNames uint32 = 1 << 31

// Groups asks which threads of a process have equal stacks, and which are named alike.
// Answered by GroupsReply.
type Groups struct{ Process uint32 }

func (m *Groups) code(c *Coder) { c.U32(&m.Process) }

// GroupsReply answers Groups. Both lists have groups of two threads and more, the largest
// first; Left is how many groups had no room.
type GroupsReply struct {
	Process       uint32
	Stacks, Pools []ThreadGroup
	Left          int
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
			})
			c.Int(&g.More)
			c.Bool(&g.Idle)
			u32s(c, &g.Threads)
		})
	}
	c.Int(&m.Left)
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
}

// Whose stacks a flame graph merges.
const (
	OneProcess   uint8 = iota // the process, in this dump
	ItsDumps                  // the process, in all dumps of it that are open
	AllProcesses              // all processes of all dumps
)

// A StackScope says which stacks a flame graph merges.
type StackScope struct {
	Process uint32
	Whose   uint8
	Class   uint8 // of states, plus 1; 0 for all
	Idle    bool  // threads that only wait for work too
}

func (s *StackScope) code(c *Coder) {
	c.U32(&s.Process)
	c.U8(&s.Whose)
	c.U8(&s.Class)
	c.Bool(&s.Idle)
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

// StackNode asks what a box of a flame graph of stacks stands for. Answered by
// StackNodeReply.
type StackNode struct {
	Scope StackScope
	Node  uint32
}

func (m *StackNode) code(c *Coder) { m.Scope.code(c); c.U32(&m.Node) }

// StackNodeReply answers StackNode.
type StackNodeReply struct {
	Node      uint32
	Name      string
	Count, Of int         // threads of the box, and of the graph
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

// Courses asks for rows [First, First+Count) of the threads of a process through all its
// dumps. Answered by CoursesReply.
type Courses struct {
	Process      uint32
	Idle         bool // threads that only wait for work in every dump too
	First, Count int
}

func (m *Courses) code(c *Coder) {
	c.U32(&m.Process)
	c.Bool(&m.Idle)
	c.Int(&m.First)
	c.Int(&m.Count)
}

// CoursesReply answers Courses. Rows have main first, then the threads that stand still.
type CoursesReply struct {
	Process      uint32
	Dumps        []CourseDump
	First, Total int
	Rows         []Course
	Stuck, Loops int // threads
	Hidden       int // idle ones left out
}

func (m *CoursesReply) code(c *Coder) {
	c.U32(&m.Process)
	list(c, &m.Dumps, 24, func(c *Coder, d *CourseDump) {
		c.U32(&d.Process)
		c.String(&d.Time)
		c.F64(&d.After)
		c.U32(&d.New)
		c.U32(&d.Ended)
	})
	c.Int(&m.First)
	c.Int(&m.Total)
	list(c, &m.Rows, 21, func(c *Coder, r *Course) {
		c.String(&r.Name)
		c.U8(&r.Sign)
		c.U32(&r.Run)
		c.F64(&r.CPU)
		list(c, &r.Cells, 22, func(c *Coder, v *CourseCell) {
			c.U32(&v.Thread)
			c.String(&v.State)
			c.U8(&v.Class)
			c.String(&v.Top)
			c.Bool(&v.Same)
			c.F64(&v.CPU)
		})
	})
	c.Int(&m.Stuck)
	c.Int(&m.Loops)
	c.Int(&m.Hidden)
}

// A CourseDump is one dump of the process: a column.
type CourseDump struct {
	Process    uint32
	Time       string  // as printed, "" if the file does not say
	After      float64 // seconds since the dump before, -1 if not known
	New, Ended uint32  // threads that the dump before does not have, and that this one has no more
}

// What a thread's dumps show of it together.
const (
	Moves     uint8 = iota // nothing out of the ordinary
	Rests                  // only waits for work, in every dump
	Unchanged              // the same innermost frames in several dumps; the CPU it used is not known
	Stuck                  // the same, and it used less than two ticks of CPU meanwhile
	Loops                  // the same, and it used more
)

// A Course is one thread through the dumps, a cell a dump.
type Course struct {
	Name  string
	Sign  uint8
	Run   uint32  // dumps in which the innermost frames are the same, for Unchanged, Stuck and Loops
	CPU   float64 // seconds used from its first dump to its last, -1 if not known
	Cells []CourseCell
}

// A CourseCell is a thread in one dump.
type CourseCell struct {
	Thread uint32 // NoNode: not in this dump
	State  string
	Class  uint8
	Top    string  // topmost frame of the app's own code, else topmost
	Same   bool    // the innermost frames are those of the dump before
	CPU    float64 // seconds used since the dump before, -1 if not known
}

// CourseChart asks for the display list of the same: a row a thread, a cell a dump.
type CourseChart struct {
	Process uint32
	Idle    bool
	View    Viewport // X in dumps
	Thread  uint32   // whose cell is outlined, NoNode for none
}

func (m *CourseChart) code(c *Coder) {
	c.U32(&m.Process)
	c.Bool(&m.Idle)
	m.View.code(c)
	c.U32(&m.Thread)
}

// LockGraph asks for the graph of who waits for whom in a process. Answered by Dot. The
// Number of a box is its thread, NoNode for a monitor.
type LockGraph struct{ Process uint32 }

func (m *LockGraph) code(c *Coder) { c.U32(&m.Process) }
