// Package dump is the arrow text → threads. It reads thread dumps as Dalvik and ART have written
// them since Android 1.6, including native dumps, damaged files and text wrapped around dumps. It
// classifies every line.
//
// The file format.md describes the format; section numbers in comments refer to it.
package dump

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"
)

// A Dump is one file of thread dumps. Its tables refer to one another by row and to the text by
// line, both from 0. A range is given by its first row and the row after its last.
type Dump struct {
	Text  Text
	Kinds []LineKind // by line

	Subject  string // why the system took the dump, "" if the file does not say
	Relative Relative
	About    About // the app that a report is about

	Recording *Recording // of main; nil without one

	Blocks   []Block   // in file order
	Threads  []Thread  // of all blocks; those of one block are adjacent
	Stack    []Row     // stack lines of all threads, innermost first
	Locks    []LockRow // lock lines of all threads
	Channels []Channel // rows of the blocks of kind Channels

	Receipt Receipt

	places places

	above int // lines of the file before this report; 0 for the first one

	raw   *Dump    // for a renamed dump, the dump with the names in the file; else nil
	names Names    // names that were applied
	lines []uint32 // by line of a renamed dump: the line of raw
}

// About holds the facts of a report besides its stacks: the fields of a service's record, of a drop
// box entry, or of an in-app reporter's heading (section 4). Missing texts are "", missing
// numbers 0.
type About struct {
	Source  string // what wrote the report: a word of package anr, "" for a plain dump
	ID      string // the service's name of the record
	Package string // the app, or its process
	Version string // of the app, as people read it: "1.2.3"
	Code    string // version code of the app: "72001"
	Build   string // fingerprint of the system

	OS     string // Android's release: "14"
	API    int    // API level
	Maker  string // of the device
	Model  string // of the device
	Device string // its marketing name

	Time   string // RFC 3339; without Z if the record has no zone, "--MM-DDT…" if it has no year
	TimeIs string // "event", "hour" (the hour of Time) or "dump"

	Reason     string // why the system took the dump, without prefixes
	Kind       string // of the ANR: a word of package anr
	Foreground Answer
	Issue      string // the service's group of reports
	Users      int64  // that the record stands for
	Count      int64  // reports that the record stands for

	Lacks   Lack // facts on threads that the format never has
	Cut     bool // the record ends early
	Made    bool // the text was made from the fields of a record
	Samples int  // of a recording of main: number of samples
	Same    int  // samples with the stack of the dump
}

// IsANR reports whether the record says that the process did not answer. Texts of dumps say it by
// their subject, if at all.
func (a *About) IsANR() bool {
	switch a.Source {
	case "", "dump", "table", "play-console":
		return false
	}
	return true
}

// When returns Time for people: an hour as "2024-01-01 10:00–11:00 UTC".
func (a *About) When() string {
	date, clock, ok := strings.Cut(a.Time, "T")
	if !ok || len(clock) < len("10:00:00") {
		return a.Time
	}
	if a.TimeIs == "hour" && isDigit(clock[0]) && isDigit(clock[1]) {
		hour := int(clock[0]-'0')*10 + int(clock[1]-'0')
		return fmt.Sprintf("%s %02d:00–%02d:00 UTC", date, hour, hour+1)
	}
	return date + " " + strings.Replace(clock, "Z", " UTC", 1)
}

// An Answer is yes, no or not known.
type Answer uint8

const (
	NotSaid Answer = iota
	Yes
	No
)

// A Lack is a set of facts on threads that a format never has. An absent fact then shows nothing.
type Lack uint8

const (
	NoLocks  Lack = 1 << iota // neither wanted nor held locks
	NoHeld                    // wanted locks, but no held ones
	NoStates                  // no states, or guessed ones
)

// A BlockKind is the writer of a block.
type BlockKind uint8

const (
	Java     BlockKind = iota // a process with a virtual machine, written by that machine
	Native                    // any process, written by debuggerd
	Channels                  // kernel wait channels, written by the system
	Failed                    // the system tried, and printed why it failed
	Reported                  // a log or report states that the process did not answer but has no stacks
)

// A Block is one snapshot of one process; a process may have several (section 3).
type Block struct {
	Kind    BlockKind
	Runtime Runtime
	Instant bool // all threads were stopped together; otherwise each at its own time (section 1)

	PID         int    // 0 if the file does not say
	Time        string // as printed, "" if the file does not say
	CommandLine string // "" if the file does not say
	Original    string // original command line, if the process renamed itself
	Fingerprint string
	ABI         string
	Section     string // title of the bug report's section around it
	Declared    int    // number of threads in the list's heading, or -1

	Opened   bool // has its first line; otherwise the beginning is missing
	Ended    bool // has its last line
	Reporter bool // written by an in-app reporter or in a log, which have neither line

	Line, EndLine          int // lines of the text
	longLine               int // of the methods that ran long, from 1; or 0
	FirstThread, EndThread int
	FirstChannel, EndRow   int // rows of Dump.Channels

	// Joined: of kind Channels or Failed, while another block has the threads of the same process.
	// It then does not count as a process.
	Joined bool

	listed bool // has had a line of the virtual machine
	logged bool // its lines are part of a log
	early  bool // has had a line of ART up to 5.1, which stopped all threads together
}

// OfLastANR reports whether a block is part of a bug report's last ANR.
func (b *Block) OfLastANR() bool { return strings.Contains(b.Section, "LAST ANR") }

// Runtime is the virtual machine that wrote a block.
type Runtime uint8

const (
	UnknownRuntime Runtime = iota
	Dalvik
	ART
)

// A Shape is one of the forms of a thread's heading (section 8).
type Shape uint8

const (
	Attached Shape = iota // "NAME" prio=P tid=T STATE
	Detached              // "NAME" prio=P (not attached)
	Bare                  // "NAME" sysTid=N
	Console               // "NAME" tid=T STATE
	Service               // NAME (state words): tid=T systid=N
	Record                // of a service's record: Reader.Thread
)

// A Heading holds the fields of a thread's first line.
type Heading struct {
	Shape  Shape
	Daemon bool
	Prio   int
	Tid    int    // 0 without one: the virtual machine counts from 1
	SysTid int    // 0 without
	Name   string // may be empty, and may hold line feeds
	State  string // as printed, "" without
	Extra  string // text after the state: JIT, SCHED_FIFO!, (still starting up) ...
}

// A Thread is one thread of one block.
type Thread struct {
	Heading
	Usage
	Block int

	Line, EndLine        int // lines of the text
	FirstRow, EndRow     int // of Dump.Stack
	FirstLock, EndLock   int // rows of Dump.Locks
	Latency              float64
	Truncated            bool // the writer omitted frames
	hasLatency, hasLines bool
	channel              int32 // row of Dump.Channels + 1, or 0
}

// Usage holds the kernel's figures for a thread, from its attribute lines.
type Usage struct {
	Nice                int
	KernelState         byte // a letter (section 9), or 0
	Utm, Stm            int64
	HZ                  int64 // ticks of Utm and Stm per second; 100 if the file does not say
	Running, Ready      int64 // schedstat, ns: on a CPU, waiting for one
	Slices              int64
	Core                int
	Self                uint64 // address of the virtual machine's record of the thread
	DebuggerSuspensions int    // dsCount: a debugger has stopped the thread
	Group, Cgroup       string
	HasTimes            bool // Utm and Stm were printed
}

// CPU returns the CPU time of the thread since it began, in seconds.
func (u *Usage) CPU() float64 { return float64(u.Utm+u.Stm) / float64(u.HZ) }

// DumpLatency returns how many ms after the signal the thread was dumped; ok is false if the file
// does not say.
func (t *Thread) DumpLatency() (ms float64, ok bool) { return t.Latency, t.hasLatency }

// Kernel returns the kernel function that the thread was in shortly before its stack was dumped; ok
// is false if the file does not say.
func (d *Dump) Kernel(t *Thread) (c Channel, ok bool) {
	if t.channel == 0 {
		return Channel{}, false
	}
	return d.Channels[t.channel-1], true
}

// A Row is one line of a stack.
type Row struct {
	Line  uint32
	Place PlaceID
}

// A LockRow is one lock line of a stack, or a thread's heading that names the wanted lock. Row is
// the stack line above that the lock belongs to, or -1.
type LockRow struct {
	Line uint32
	Row  int32
}

// A Channel is the kernel function that one thread was in (section 14.2).
type Channel struct {
	Line        uint32
	SysTid      int
	KernelState byte   // 0 without
	Word        string // "0" while running
}

// StateName returns the thread's state as printed, or a substitute for threads unknown to the
// virtual machine.
func (t *Thread) StateName() string {
	switch t.Shape {
	case Bare:
		return "(native)"
	case Detached:
		return "(not attached)"
	case Record:
		if t.State == "" {
			return cmp.Or(t.Extra, "(no state)")
		}
		if state, ok := strings.CutPrefix(t.State, "THREAD_STATE_"); ok {
			return strings.ToLower(strings.ReplaceAll(state, "_", " "))
		}
	}
	return t.State
}

// Frame parses a stack line.
func (d *Dump) Frame(p PlaceID) Frame {
	return parseFrame(string(d.places.text(p, d)), d.places.rows[p].kind)
}

// Mentions reports whether the name of Frame(p) may contain word, which has no spaces. Parsing only
// the few frames that may match is many times faster than parsing all. Names may be escaped with
// &lt;.
func (d *Dump) Mentions(p PlaceID, word string) bool {
	s := d.places.text(p, d)
	return contains(s, word) || bytes.IndexByte(s, '&') >= 0
}

// FrameText returns the text that Frame(p) parses. Callers must neither modify nor keep it.
func (d *Dump) FrameText(p PlaceID) []byte { return d.places.text(p, d) }

// FrameKind returns the kind of Frame(p) without parsing it.
func (d *Dump) FrameKind(p PlaceID) FrameKind { return d.places.rows[p].kind }

// Places returns the number of distinct stack lines. Every PlaceID is smaller.
func (d *Dump) Places() int { return len(d.places.rows) }

// Lock parses a lock line.
func (d *Dump) Lock(row int) Lock {
	line := int(d.Locks[row].Line)
	s := d.content(line)
	if d.Kinds[line] == HeadingLine {
		_, s = cutWant(s)
	}
	return ParseLock(string(s))
}

// Attributes returns all key=value pairs of a line of kind AttributeLine.
func (d *Dump) Attributes(line int) []Attribute {
	return parseAttributes(string(d.content(line)))
}

// Content returns a line's text without indent, log prefix and quote marks.
func (d *Dump) Content(line int) string { return string(d.content(line)) }

func (d *Dump) content(line int) []byte { return d.Text.content(line) }

// Main returns the row in Threads of a block's main thread: the one with tid 1, else the one whose
// kernel id is the pid, else the one named main. Without any it returns -1.
func (d *Dump) Main(b *Block) int {
	found, rank := -1, 0
	for i := b.FirstThread; i < b.EndThread; i++ {
		t, r := &d.Threads[i], 0
		switch {
		case t.Tid == 1:
			r = 3
		case b.PID != 0 && t.SysTid == b.PID && t.Shape != Detached:
			r = 2
		case t.Name == "main" && t.Shape != Bare && t.Shape != Detached:
			r = 1
		}
		if r > rank {
			found, rank = i, r
		}
	}
	return found
}

// TopFrame returns the first Java frame of a thread, else the first native one; ok is false for a
// stack without either.
func (d *Dump) TopFrame(t *Thread) (f Frame, ok bool) {
	native := -1
	for row := t.FirstRow; row < t.EndRow; row++ {
		switch d.FrameKind(d.Stack[row].Place) {
		case JavaFrame:
			return d.Frame(d.Stack[row].Place), true
		case NativeFrame:
			if native < 0 {
				native = row
			}
		}
	}
	if native < 0 {
		return Frame{}, false
	}
	return d.Frame(d.Stack[native].Place), true
}

// Release returns the Android release in the block's build fingerprint, or "".
func (b *Block) Release() string {
	_, after, ok := strings.Cut(b.Fingerprint, ":")
	if !ok {
		return ""
	}
	release, _, _ := strings.Cut(after, "/")
	return release
}
