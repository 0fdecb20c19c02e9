// Package trace is the arrow bytes → records: it reads every container in which
// Dalvik and ART wrote method traces, and hands on records whose threads and
// methods are dense rows of its two tables and whose times never run backwards.
//
// The formats are described in format.md beside this file; section numbers in comments
// refer to it.
package trace

import "strconv"

// A MethodID names a method as the file does, its two action bits cleared.
type MethodID uint64

func (id MethodID) String() string { return "0x" + strconv.FormatUint(uint64(id), 16) }

// A ThreadID names a thread as the file does: a small number, a Linux tid or its
// low 16 bits, depending on the writer (section 3.4).
type ThreadID uint32

// A MethodIndex is a row of the method table, from 0.
type MethodIndex uint32

// A ThreadIndex is a row of the thread table, from 0.
type ThreadIndex uint32

// An Action says what a record reports of its method.
type Action uint8

// The actions, as in the two low bits of a record's method value (section 3.8).
const (
	Enter  Action = 0
	Exit   Action = 1
	Unroll Action = 2 // exit by an exception
	// 3 is reserved and was never written; such records are counted and dropped.
)

// A Record is one enter, exit or unroll, ready for replay.
type Record struct {
	// Wall and CPU are in ticks of Info.Tick since the start of the recording (wall)
	// or since the thread's own first event (CPU). Each is unwrapped at 2^32 and
	// clamped to its running maximum inside the thread. A clock the trace lacks is 0,
	// but see Info.Clocks.
	Wall, CPU int64
	Thread    ThreadIndex
	Method    MethodIndex
	Action    Action
}

// A Sink takes records. Batches arrive in file order; within a thread that is the
// order of time. The slice is reused after Records returns.
type Sink interface {
	Records(batch []Record)
}

// A Sink that is also a Stacker follows the calls. Only then can the Reader tell that another
// thread goes on under an id (section 10.3).
type Stacker interface {
	Idle(ThreadIndex) bool // no call is on the thread's stack
}

// Clocks is the set of clocks a trace was recorded with.
type Clocks uint8

const (
	Wall Clocks = 1 << iota
	CPU         // per thread: time on a processor
	Dual = Wall | CPU
)

// String is the clock's name as in the file's own option, "" for none.
func (c Clocks) String() string {
	switch c {
	case Wall:
		return "wall"
	case CPU:
		return "thread-cpu"
	case Dual:
		return "dual"
	}
	return ""
}

// A Thread is a row of the thread table.
type Thread struct {
	ID     ThreadID
	Name   string // "" where the file does not list it
	Listed bool   // in the file's own list, or announced by a packet
	Was    string // an earlier name of the same id, where ids were used again
	Again  int    // 2 for the second thread of an id, and so on; 0 for the first
	Main   bool   // the app's main thread, where the file tells that otherwise than by its name

	// Counted while reading; Enters and so on are the replay's.
	Records       int64
	BackwardSteps int64 // records of which a clock was clamped
}

// IsMain tells whether it is the app's main thread.
func (t *Thread) IsMain() bool { return t.Main || t.Name == "main" }

// Label is what a person sees: the name, made Visible, or "Thread 12" where there is none.
func (t *Thread) Label() string {
	if t.Name != "" {
		return Visible(t.Name)
	}
	label := "Thread " + strconv.FormatUint(uint64(t.ID), 10)
	if t.Again > 0 {
		label += " (" + strconv.Itoa(t.Again) + ")"
	}
	return label
}

// A Method is a row of the method table.
type Method struct {
	ID        MethodID
	Class     string // dotted; "" if there is only a name
	Name      string // "" where the method is not listed
	Signature string // a descriptor, "(I)V", with slashes; "" if the file has none
	File      string // source file, "" if the file has none
	Line      int32  // first line; 0 if the file has none, -1 unknown, -2 native
	Listed    bool

	// Of code that is none of Java, in a recording of samples: the path of the library that it is
	// in, and whether that is the app's own. "" of any other.
	Library string
	Own     bool

	Raw *Raw // what the file has, where a map has given the original names; nil else
}

// A Raw is a method as the file has it, and what a map says besides of the names that took its place.
type Raw struct {
	Class, Name, Signature, File string
	Line                         int32
	Remark                       string   // "" for a method that is one, found by its signature
	Originals                    []string // "void shop.Cart.add(int)", by name, of a method that has several
	Text                         string   // all of it, as a person sees it: "a.b.a()V (made by the compiler)"
}

// Label is what a person sees, made Visible: "java.util.Vector.get", or "unknown 0x990".
func (m *Method) Label() string {
	switch {
	case !m.Listed:
		return "unknown " + m.ID.String()
	case m.Class == "":
		return Visible(m.Name)
	case m.Name == "":
		return Visible(m.Class)
	}
	return Visible(m.Class + "." + m.Name)
}

// An Option is one key=value line of the text part, in file order.
type Option struct{ Key, Value string }

// A Container is how the trace was wrapped; the names are those of the summary.
type Container string

const (
	Concatenated Container = "concatenated" // text, then data, in one file
	KeyData      Container = "key+data"     // the same in two files
	KeyOnly      Container = "key-only"
	DataOnly     Container = "data-only"
	Streaming    Container = "streaming"
	V2           Container = "v2"
	Headerless   Container = "headerless"
)

// Info is what a trace says of itself. It is complete once the Reader is closed.
type Info struct {
	Container Container
	Version   int // as stored in the data header (243 for streaming 0xF3), -1 where there is none
	// Clocks is settled by the header, but for streaming files with one clock: which
	// one it is stands in the summary at their very end. Until Close it is then CPU with
	// ClockAssumed set, and each Record has its time in both fields.
	Clocks Clocks
	// ClockAssumed is set where nothing in the file tells what its one clock is.
	ClockAssumed bool
	RecordSize   int   // bytes a record, 0 where records differ or there are none
	Tick         int64 // nanoseconds a tick: 1000, or 1 in the newest versions
	Start        int64 // header's start time in µs: a date or an uptime (section 9.3)
	Options      []Option
	Complete     bool // read to the recording's proper end
	Overflow     bool // the writer's buffer filled up; later events were dropped
	Sampling     Sampling
	Encoding     string   // of a V2 file, "E1" to "E5"; "" for any other
	Samples      *Samples // of a recording of samples alone; nil of a trace of calls
	Bytes        int64
	Records      int64 // enter + exit + unroll + anything else

	Threads []Thread // rows in order of first appearance
	Methods []Method

	ListedThreads, ListedMethods int // rows of the file's own lists, repeated ids merged

	Receipt Receipt
}

// Samples is what a recording of samples tells otherwise than a trace of calls does. Its calls
// are runs of samples one after the other that have a method; its second clock is a measure.
type Samples struct {
	Measures []Measure // what samples may be measured by
	Measure  int       // the one of Measures that is the clock CPU
	OffCPU   bool      // it tells when threads were off their CPU, and so has wall times
}

// A Measure is what samples stand for.
type Measure struct {
	Name string // of the event that was counted: "cpu-clock"
	Unit Unit
}

// A Unit is what a Measure is in.
type Unit uint8

const (
	Nanoseconds Unit = iota
	Events
	SamplesSeen // 1 a sample
)

// Figures is the set of clocks by which figures mean something. A recording of what ran on a CPU
// has an axis of wall time, but does not tell how long anything took by it.
func (in *Info) Figures() Clocks {
	if in.Samples != nil && !in.Samples.OffCPU {
		return CPU
	}
	return in.Clocks
}

// Unit is what figures by the clock CPU are in.
func (in *Info) Unit() Unit {
	if in.Samples == nil {
		return Nanoseconds
	}
	return in.Samples.Measures[in.Samples.Measure].Unit
}

// Option returns the value of the last option with this key, and whether there is one.
//
//go:noinline // called from many places
func (in *Info) Option(key string) (string, bool) {
	for i := len(in.Options) - 1; i >= 0; i-- {
		if in.Options[i].Key == key {
			return in.Options[i].Value, true
		}
	}
	return "", false
}
