// Package dump is the arrow text → threads: it reads thread dumps of Android, as Dalvik and
// ART have written them since 1.6, with the native dumps, the damage and the wrappings that
// come with them, and says of every line what it is.
//
// The format is described in format.md beside this file; section numbers in comments refer
// to it.
package dump

import (
	"bytes"
	"strings"
)

// A Dump is one file of thread dumps. Its tables refer to one another by row and to the
// text by line, both from 0; a range is its first row and the row after its last.
type Dump struct {
	Text  Text
	Kinds []LineKind // a row a line: what the line is

	Subject  string // why the system took the dump, "" if the file does not say
	Relative Relative
	About    About // the app that a report is about

	Blocks   []Block   // in file order
	Threads  []Thread  // of all blocks; those of one block are neighbours
	Stack    []Row     // stack lines of all threads, innermost first
	Locks    []LockRow // lock lines of all threads
	Channels []Channel // rows of the blocks of kind Channels

	Receipt Receipt

	places places

	records []int // first lines of the strings of a JSON text, or of the cells of a table
	above   int   // lines of the file above the first, of a report that is not the first

	raw   *Dump    // of a dump with other names, the one that has those of the file; nil else
	names Names    // that gave it those
	lines []uint32 // of it, a row a line: the line of raw that it is of
}

// About is what the heading of a report says of the app that did not answer, by an in-app
// reporter or in the system's drop box (section 4); "" where it does not say.
type About struct {
	Package string // the app's
	Version string // of the app: "1.2.3"
	Build   string // fingerprint of the system's
}

// A BlockKind says who wrote a block.
type BlockKind uint8

const (
	Java     BlockKind = iota // a process with a virtual machine, by that machine
	Native                    // any process, by debuggerd
	Channels                  // kernel wait channels, by the system
	Failed                    // the system tried, and says why it could not
	Reported                  // a log or a report says that the process did not answer, and has no stacks of it
)

// A Block is one snapshot of one process; a process may have several (section 3).
type Block struct {
	Kind    BlockKind
	Runtime Runtime
	Instant bool // all threads stood still together; otherwise each stopped at its own time (section 1)

	PID         int    // 0 if the file does not say
	Time        string // as printed, "" if the file does not say
	CommandLine string // "" if the file does not say
	Original    string // original command line, of a process that renamed itself
	Fingerprint string
	ABI         string
	Section     string // title of the bug report's section around it
	Declared    int    // number of threads that the list's heading states, -1 without

	Opened   bool // has its first line; otherwise it begins in the middle
	Ended    bool // has its last line
	Reporter bool // written by an in-app reporter, or in a log: has neither line by nature

	Line, EndLine          int // lines of the text
	longLine               int // of the methods that ran long, from 1; 0 without
	FirstThread, EndThread int
	FirstChannel, EndRow   int // rows of Dump.Channels

	// Joined: of kind Channels or Failed, and another block has the same process's threads.
	// It is of no process of its own then.
	Joined bool

	listed bool // has had a line of the virtual machine's own
	logged bool // its lines stand among those of a log
	early  bool // has had a line as ART up to 5.1 wrote it, which stopped all threads together
}

// Runtime is the virtual machine that wrote a block.
type Runtime uint8

const (
	UnknownRuntime Runtime = iota
	Dalvik
	ART
)

// A Shape is one of the five forms of a thread's heading (section 8).
type Shape uint8

const (
	Attached Shape = iota // "NAME" prio=P tid=T STATE
	Detached              // "NAME" prio=P (not attached)
	Bare                  // "NAME" sysTid=N
	Console               // "NAME" tid=T STATE
	Service               // NAME (state words): tid=T systid=N
)

// A Heading is what a thread's first line says.
type Heading struct {
	Shape  Shape
	Daemon bool
	Prio   int
	Tid    int    // 0 without: the virtual machine counts from 1
	SysTid int    // 0 without
	Name   string // may be empty, and may hold line feeds
	State  string // as printed, "" without
	Extra  string // what follows the state: JIT, SCHED_FIFO!, (still starting up) ...
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
	Truncated            bool // the writer left frames out
	hasLatency, hasLines bool
	channel              int32 // row of Dump.Channels from 1, 0 for none
}

// Usage is what the attribute lines say of the thread in the kernel.
type Usage struct {
	Nice                int
	KernelState         byte // a letter (section 9), 0 without
	Utm, Stm            int64
	HZ                  int64 // ticks of Utm and Stm a second; 100 where the file does not say
	Running, Ready      int64 // schedstat, ns: on a CPU, waiting for one
	Slices              int64
	Core                int
	Self                uint64 // address of the virtual machine's record of the thread
	DebuggerSuspensions int    // dsCount: a debugger has stopped the thread
	Group, Cgroup       string
	HasTimes            bool // Utm and Stm were printed
}

// CPU is the processor time the thread has used since it began, in seconds.
func (u *Usage) CPU() float64 { return float64(u.Utm+u.Stm) / float64(u.HZ) }

// DumpLatency is how many ms after the signal the thread was looked at, and whether the
// file says.
func (t *Thread) DumpLatency() (ms float64, ok bool) { return t.Latency, t.hasLatency }

// Kernel is where the thread stood in the kernel shortly before its stack was taken; ok is
// false where the file does not say.
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

// A LockRow is one lock line of a stack, or a thread's heading with the lock that the thread wants. Row is the stack
// line above, -1 without: the lock belongs to that line.
type LockRow struct {
	Line uint32
	Row  int32
}

// A Channel is where one thread stood in the kernel (section 14.2).
type Channel struct {
	Line        uint32
	SysTid      int
	KernelState byte   // 0 without
	Word        string // "0" while running
}

// StateName is a thread's state as printed, or what stands for it where the virtual machine
// knows of none.
func (t *Thread) StateName() string {
	switch t.Shape {
	case Bare:
		return "(native)"
	case Detached:
		return "(not attached)"
	}
	return t.State
}

// Frame takes a stack line apart.
func (d *Dump) Frame(p PlaceID) Frame {
	return parseFrame(string(d.places.text(p, d)), d.places.rows[p].kind)
}

// Mentions reports whether Frame(p) may have word, which holds no blank, in its name: to take apart
// only the few frames of thousands that may is many times as fast. A name may be written with &lt;.
func (d *Dump) Mentions(p PlaceID, word string) bool {
	s := d.places.text(p, d)
	return contains(s, word) || bytes.IndexByte(s, '&') >= 0
}

// FrameText is what Frame(p) is made of, not to be changed nor kept.
func (d *Dump) FrameText(p PlaceID) []byte { return d.places.text(p, d) }

// FrameKind is the kind of Frame(p), without taking it apart.
func (d *Dump) FrameKind(p PlaceID) FrameKind { return d.places.rows[p].kind }

// Places is the number of different stack lines; their PlaceIDs are less.
func (d *Dump) Places() int { return len(d.places.rows) }

// Lock takes a lock line apart.
func (d *Dump) Lock(row int) Lock {
	line := int(d.Locks[row].Line)
	s := d.content(line)
	if d.Kinds[line] == HeadingLine {
		_, s = cutWant(s)
	}
	return ParseLock(string(s))
}

// Attributes lists all key=value pairs of a line of kind AttributeLine.
func (d *Dump) Attributes(line int) []Attribute {
	return ParseAttributes(string(d.content(line)))
}

// Content is a line's text without indent, log prefix and quote marks.
func (d *Dump) Content(line int) string { return string(d.content(line)) }

func (d *Dump) content(line int) []byte { return d.Text.content(line) }

// Main is the row of a block's main thread in Threads, -1 without: that with tid 1, else
// that whose kernel id is the process's, else that of the name.
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

// TopFrame is the first Java frame of a thread, else the first native one; ok is false for
// a stack without either.
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

// Release is the Android release of the build that a block's fingerprint names, "" without.
func (b *Block) Release() string {
	_, after, ok := strings.Cut(b.Fingerprint, ":")
	if !ok {
		return ""
	}
	release, _, _ := strings.Cut(after, "/")
	return release
}
