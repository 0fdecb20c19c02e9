package message

// Dumps says what the open thread dumps hold. It is sent once, when all have been read.
type Dumps struct {
	reply

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

func (ProcessKind) Last() uint8 { return uint8(ReportedProcess) }

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

// A Confidence is how sure a claim is.
type Confidence uint8

const (
	Certain Confidence = iota
	Likely
	CannotTell
)

func (Confidence) Last() uint8 { return uint8(CannotTell) }

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
