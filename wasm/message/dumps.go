package message

import "slices"

// Dumps describes the open thread dumps. It is sent once, when all are read.
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
	MapID      string // of the map that the source files of frames name, "" for none
	Front      uint32 // the process to show first: the most likely one that did not respond

	// Of a pile: most files share no process with the first.
	Pile   int      // number of files, 0 for no pile
	Single bool     // only one dump is open, which the other fields describe; OpenDump opens another
	Number uint32   // of that dump
	Opened []string // with Single, the names of the opened files; empty in an OpenDumpReply
}

// A DumpFile is one file: its lines are [Line, Line+Lines).
type DumpFile struct {
	Name        string
	Stored      string // name of the opened file, which can be an archive with Name in it
	Subject     string // why the system took the dump, "" if unknown
	Relative    string // a sentence about other content of the file, "" for none
	Made        bool   // the text was made from a record of a service
	Line, Lines uint32
}

// A DumpNote is one line of the receipt. Line is NoNode if none applies.
type DumpNote struct {
	File       uint32
	Code, Text string
	Count      int64
	Line       uint32
}

// A ProcessKind is the source of a process in a dump.
type ProcessKind uint8

const (
	JavaProcess     ProcessKind = iota
	NativeProcess               // threads of any process, by debuggerd
	KernelWaits                 // kernel wait channels: no stacks
	FailedProcess               // the dump failed, with a reason
	ReportedProcess             // a log reports that it did not respond: no stacks
)

func (ProcessKind) Last() uint8 { return uint8(ReportedProcess) }

// A Process is one process in one dump: its threads are [Thread, Thread+Threads).
type Process struct {
	Kind            ProcessKind
	File            uint32
	PID             int    // 0 if unknown
	Name            string // command line; never empty: "Process 3" where the file has none
	Time            string // as printed, "" if unknown
	Section         string // of a bug report, "" outside of bug reports
	Runtime         string // "ART", "Dalvik", ""
	Release         string // of Android, "" if unknown
	Report          string // facts of the service's record, as a line; "" without one
	ABI             string
	Instant         bool // all threads were stopped at the same time
	Whole           bool // its last line exists
	Thread, Threads uint32
	Line, EndLine   uint32
	Main            uint32 // NoNode without
	Holder          uint32 // thread that holds the lock which the verdict is about (wait.Claim.Holder), NoNode without
	Deadlocks       int
	Blocked         int // threads that wait for a monitor of another thread
	Waits           int // threads that wait for a monitor, or for the end of another thread
	Dumps           int // number of open dumps of this process, including this one; 0 without threads
	Freeze          int // number of Dumps in the same freeze: taken within minutes of this one, which counts too
	Samples         int // of main while it did not answer, 0 for none
	Suspicion       int // greater for a process that more likely did not respond (wait.Facts.Suspicion)
	Claims          []Claim
}

// Busy reports whether the process has a main thread that does not only wait for work.
func (p *Process) Busy() bool {
	idle := func(c Claim) bool { return c.Rule == "idle" } // second after a claim about other threads that hang
	return p.Main != NoNode && len(p.Claims) > 0 && !slices.ContainsFunc(p.Claims[:min(2, len(p.Claims))], idle)
}

// A Confidence is the certainty of a claim.
type Confidence uint8

const (
	Certain Confidence = iota
	Likely
	CannotTell
)

func (Confidence) Last() uint8 { return uint8(CannotTell) }

// A Claim is one sentence of the verdict on a process, with its evidence: lines and threads.
type Claim struct {
	Rule       string
	Confidence Confidence
	Text       string
	Advice     string // what to do, "" unless the dump proves it
	Raw        string // the original names in it and its Hops, if a map changed them
	Lines      []uint32
	Shows      []string // of Lines: what the line shows, "main waits"; "" if it is no lock line
	Threads    []uint32
	Names      []string // of Threads
	Hops       []Hop    // of a chain of waits: its threads in order
}

// A Hop is a thread of a chain with the target of its wait, and the line that shows it.
type Hop struct {
	Text string
	Line uint32
}
