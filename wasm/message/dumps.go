package message

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
	MapID      string // of the map of names that the source files of frames name, "" for none
	Front      uint32 // the process to show first: that which most likely did not answer

	// Of a pile, files most of which have no process in common with the first.
	Pile   int      // how many they are, 0 for no pile
	Single bool     // but one is open, of which all else here tells: OpenDump opens another
	Number uint32   // of that one
	Opened []string // names of the files that were opened, where Single; once, not with OpenDumpReply
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
	c.String(&m.MapID)
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
	c.U32(&m.Front)
	c.Int(&m.Pile)
	c.Bool(&m.Single)
	c.U32(&m.Number)
	list(c, &m.Opened, 4, (*Coder).String)
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

// A ProcessKind is how a process came into a dump.
type ProcessKind uint8

const (
	JavaProcess     ProcessKind = iota
	NativeProcess               // threads of any process, by debuggerd
	KernelWaits                 // kernel wait channels: no stacks
	FailedProcess               // the dump failed, and says why
	ReportedProcess             // a log says that it did not answer: no stacks
)

func (v *ProcessKind) code(c *Coder) { enum(c, v, ReportedProcess) }

// A Process is one process in one dump: its threads are [Thread, Thread+Threads).
type Process struct {
	Kind            ProcessKind
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
	Suspicion       int // how much it looks like the one that did not answer, more for more (wait.Facts.Suspicion)
	Claims          []Claim
}

// Busy reports whether the process has a main thread that does not just wait for work.
func (p *Process) Busy() bool {
	return p.Main != NoNode && len(p.Claims) > 0 && p.Claims[0].Rule != "idle"
}

func (p *Process) code(c *Coder) {
	p.Kind.code(c)
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
	c.Int(&p.Suspicion)
	list(c, &p.Claims, 24, func(c *Coder, v *Claim) {
		c.String(&v.Rule)
		v.Confidence.code(c)
		c.String(&v.Text)
		c.String(&v.Raw)
		u32s(c, &v.Lines)
		u32s(c, &v.Threads)
		list(c, &v.Names, 4, (*Coder).String)
		list(c, &v.Hops, 8, func(c *Coder, h *Hop) {
			c.String(&h.Text)
			c.U32(&h.Line)
		})
	})
}

// A Confidence is how sure a claim is.
type Confidence uint8

const (
	Certain Confidence = iota
	Likely
	CannotTell
)

func (v *Confidence) code(c *Coder) { enum(c, v, CannotTell) }

// A Claim is one sentence of the verdict on a process, with the lines that show it and the
// threads it speaks of.
type Claim struct {
	Rule       string
	Confidence Confidence
	Text       string
	Raw        string // names in it and in its Hops as the file has them, where a map gave others
	Lines      []uint32
	Threads    []uint32
	Names      []string // of Threads
	Hops       []Hop    // where it is on a chain of waits: its threads one by one, the last perhaps by what it does
}

// A Hop is what one thread of a chain waits for, and the line that shows it.
type Hop struct {
	Text string
	Line uint32
}
