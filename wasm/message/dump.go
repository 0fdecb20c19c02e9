package message

// Thread dumps. One or several files of them are open at a time, beside a trace or without
// one. A process of a dump is one block of a file; processes, threads and lines are
// numbered through all files from 0, in the order of Dumps.

// Dumps says what the open thread dumps hold. It is sent once, when all have been read.
type Dumps struct {
	Files      []DumpFile
	Processes  []Process
	Notes      []DumpNote // the receipt
	Threads    int
	Lines      int
	Bytes      int64 // of the files, unwrapped
	Memory     int64 // bytes held by the worker
	ReadMillis float64
	Hung       uint32 // the process that does not answer, NoNode if the file does not say
}

func (m *Dumps) code(c *Coder) {
	list(c, &m.Files, 28, func(c *Coder, f *DumpFile) {
		c.String(&f.Name)
		c.String(&f.Stored)
		c.String(&f.Subject)
		c.String(&f.Relative)
		c.U32(&f.Line)
		c.U32(&f.Lines)
	})
	list(c, &m.Processes, 60, func(c *Coder, p *Process) { p.code(c) })
	list(c, &m.Notes, 24, func(c *Coder, n *DumpNote) {
		c.U32(&n.File)
		c.String(&n.Code)
		c.String(&n.Text)
		c.I64(&n.Count)
		c.U32(&n.Line)
	})
	c.Int(&m.Threads)
	c.Int(&m.Lines)
	c.I64(&m.Bytes)
	c.I64(&m.Memory)
	c.F64(&m.ReadMillis)
	c.U32(&m.Hung)
}

// A DumpFile is one file: its lines are [Line, Line+Lines).
type DumpFile struct {
	Name        string
	Stored      string // name of the file that was opened, in which Name may be packed
	Subject     string // why the system took the dump, "" if the file does not say
	Relative    string // a sentence on what else the file is or holds, "" for nothing
	Line, Lines uint32
}

// A DumpNote is one line of the receipt. Line is NoNode where none applies.
type DumpNote struct {
	File       uint32
	Code, Text string
	Count      int64
	Line       uint32
}

// How a process came into a dump.
const (
	JavaProcess   uint8 = iota
	NativeProcess       // threads of any process, by debuggerd
	KernelWaits         // kernel wait channels: no stacks
	FailedProcess       // the dump failed, and says why
)

// A Process is one process in one dump: its threads are [Thread, Thread+Threads).
type Process struct {
	Kind            uint8
	File            uint32
	PID             int    // 0 if the file does not say
	Name            string // command line; never empty: "Process 3" where the file has none
	Time            string // as printed, "" if the file does not say
	Section         string // of a bug report, "" outside
	Runtime         string // "ART", "Dalvik", ""
	Release         string // of Android, "" if the file does not say
	ABI             string
	Instant         bool // all threads stood still together
	Whole           bool // has its last line
	Thread, Threads uint32
	Line, EndLine   uint32
	Main            uint32 // NoNode without
	Deadlocks       int
	Blocked         int // threads that wait for another's monitor
	Waits           int // threads that wait for a monitor, or for another thread to end
	Dumps           int // of this process that are open, this one included; 0 for one without threads
	Claims          []Claim
}

func (p *Process) code(c *Coder) {
	c.U8(&p.Kind)
	c.U32(&p.File)
	c.Int(&p.PID)
	c.String(&p.Name)
	c.String(&p.Time)
	c.String(&p.Section)
	c.String(&p.Runtime)
	c.String(&p.Release)
	c.String(&p.ABI)
	c.Bool(&p.Instant)
	c.Bool(&p.Whole)
	c.U32(&p.Thread)
	c.U32(&p.Threads)
	c.U32(&p.Line)
	c.U32(&p.EndLine)
	c.U32(&p.Main)
	c.Int(&p.Deadlocks)
	c.Int(&p.Blocked)
	c.Int(&p.Waits)
	c.Int(&p.Dumps)
	list(c, &p.Claims, 20, func(c *Coder, v *Claim) {
		c.String(&v.Rule)
		c.U8(&v.Confidence)
		c.String(&v.Text)
		u32s(c, &v.Lines)
		u32s(c, &v.Threads)
		list(c, &v.Names, 4, (*Coder).String)
	})
}

// How sure a claim is.
const (
	Certain uint8 = iota
	Likely
	CannotTell
)

// A Claim is one sentence of the verdict on a process, with the lines that show it and the
// threads it speaks of.
type Claim struct {
	Rule       string
	Confidence uint8
	Text       string
	Lines      []uint32
	Threads    []uint32
	Names      []string // of Threads
}

// What a table of a process's threads is sorted by.
const (
	ThreadAsWritten uint8 = iota // main first, then in the order of the file
	ThreadByName
	ThreadByState
	ThreadByTid
	ThreadBySysTid
	ThreadByPrio
	ThreadByCPU
	ThreadByHeld
	ThreadByWanted
	ThreadByTop
	ThreadByDaemon
)

// StackRows asks for rows [First, First+Count) of the threads of a process. Answered by
// StackRowsReply.
type StackRows struct {
	Process      uint32
	Column       uint8
	Descending   bool
	Class        uint8  // of states, plus 1; 0 for all
	Text         string // in name, state, tid, lock or any frame; case ignored unless it has an upper-case letter
	Package      string // that a frame's class begins with
	Busy         bool   // leaves out threads that only wait for work
	Group        []uint32
	First, Count int
}

func (m *StackRows) code(c *Coder) {
	c.U32(&m.Process)
	c.U8(&m.Column)
	c.Bool(&m.Descending)
	c.U8(&m.Class)
	c.String(&m.Text)
	c.String(&m.Package)
	c.Bool(&m.Busy)
	u32s(c, &m.Group)
	c.Int(&m.First)
	c.Int(&m.Count)
}

// StackRowsReply answers StackRows.
type StackRowsReply struct {
	First, Total int
	Rows         []StackRow
	States       []StateCount // of the whole process
}

func (m *StackRowsReply) code(c *Coder) {
	c.Int(&m.First)
	c.Int(&m.Total)
	list(c, &m.Rows, 50, func(c *Coder, r *StackRow) { r.code(c) })
	list(c, &m.States, 9, func(c *Coder, s *StateCount) { s.code(c) })
}

// A StateCount is how many threads are in a state.
type StateCount struct {
	State string
	Class uint8 // dump.Class
	Count int
}

func (s *StateCount) code(c *Coder) {
	c.String(&s.State)
	c.U8(&s.Class)
	c.Int(&s.Count)
}

// A StackRow is one thread of a process.
type StackRow struct {
	Thread      uint32
	Name, State string
	Class       uint8 // of State
	Tid, SysTid int   // 0 without
	Prio        int
	Daemon      bool
	CPU         float64 // seconds since the thread began, -1 if not printed
	Held        int     // monitors
	Wanted      string  // monitor that it wants to enter, or what it waits on; ""
	For         uint32  // thread that holds it, NoNode if none is known
	ForName     string
	Top         string // topmost frame of the app's own code, else topmost
	Own         bool   // Top is the app's own
	Idle        bool   // only waits for work
	Line        uint32
}

func (r *StackRow) code(c *Coder) {
	c.U32(&r.Thread)
	c.String(&r.Name)
	c.String(&r.State)
	c.U8(&r.Class)
	c.Int(&r.Tid)
	c.Int(&r.SysTid)
	c.Int(&r.Prio)
	c.Bool(&r.Daemon)
	c.F64(&r.CPU)
	c.Int(&r.Held)
	c.String(&r.Wanted)
	c.U32(&r.For)
	c.String(&r.ForName)
	c.String(&r.Top)
	c.Bool(&r.Own)
	c.Bool(&r.Idle)
	c.U32(&r.Line)
}

// Stack asks for all of one thread. Answered by StackReply.
type Stack struct{ Thread uint32 }

func (m *Stack) code(c *Coder) { c.U32(&m.Thread) }

// StackReply answers Stack.
type StackReply struct {
	Row           StackRow
	Line, EndLine uint32
	StateHelp     string  // what Row.State means
	Fields        []Field // attributes, the kernel's and the machine's
	Lines         []StackLine
	Cut           int        // stack lines left out after the first 2,000
	Chain         []StackRow // whom it waits for, one behind the other
	Waiters       []StackRow // who wait for it
	Deadlock      bool       // Chain leads back to the thread
	Same          []uint32   // other threads with the same stack
}

func (m *StackReply) code(c *Coder) {
	m.Row.code(c)
	c.U32(&m.Line)
	c.U32(&m.EndLine)
	c.String(&m.StateHelp)
	list(c, &m.Fields, 12, func(c *Coder, f *Field) { c.String(&f.Key); c.String(&f.Value); c.String(&f.Help) })
	list(c, &m.Lines, 15, func(c *Coder, l *StackLine) {
		c.U32(&l.Line)
		c.U8(&l.Kind)
		c.String(&l.First)
		c.String(&l.Last)
		c.String(&l.Place)
		c.Bool(&l.Own)
		c.U32(&l.Thread)
		c.String(&l.Name)
	})
	c.Int(&m.Cut)
	for _, rows := range []*[]StackRow{&m.Chain, &m.Waiters} {
		list(c, rows, 50, func(c *Coder, r *StackRow) { r.code(c) })
	}
	c.Bool(&m.Deadlock)
	u32s(c, &m.Same)
}

// A Field is an attribute of a thread as printed, and what it means.
type Field struct{ Key, Value, Help string }

// The kinds of lines of a stack.
const (
	JavaStackLine uint8 = iota
	NativeStackLine
	KernelStackLine
	NoteStackLine
	LockStackLine
)

// A StackLine is a frame, "First Last (Place)", or a lock line. Thread is that which
// a lock line leads to, NoNode for none, and Name its name.
type StackLine struct {
	Line               uint32
	Kind               uint8
	First, Last, Place string
	Own                bool
	Thread             uint32
	Name               string
}

// TextLines asks for lines [First, First+Count) of the files' own text. Answered by
// TextLinesReply.
type TextLines struct{ First, Count int }

func (m *TextLines) code(c *Coder) { c.Int(&m.First); c.Int(&m.Count) }

// TextLinesReply answers TextLines.
type TextLinesReply struct {
	First, Total int
	Lines        []TextLine
}

// A TextLine is one line of a file as it is; what is longer than 4,000 bytes is left out.
type TextLine struct {
	Text   string
	Help   string // what kind of line it is, "" for a blank one
	Thread uint32 // it belongs to, NoNode for none
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
