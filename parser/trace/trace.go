// Package trace is the arrow bytes → records. It reads every container of method traces that Dalvik
// and ART have written. The threads and methods of its records are dense rows of two tables, and
// times never run backwards.
//
// The file format.md describes the formats; section numbers in comments refer to it.
package trace

import (
	"strconv"

	"traceglass/parser/platform"
)

// A MethodID identifies a method as in the file, with its two action bits cleared.
type MethodID uint64

func (id MethodID) String() string { return "0x" + strconv.FormatUint(uint64(id), 16) }

// A ThreadID identifies a thread as in the file: a small number, a Linux tid or its low 16 bits,
// depending on the writer (section 3.4).
type ThreadID uint32

// A MethodIndex is a row of the method table, from 0.
type MethodIndex uint32

// A ThreadIndex is a row of the thread table, from 0.
type ThreadIndex uint32

// An Action is the event that a record reports about its method.
type Action uint8

// The actions, as in the two low bits of a record's method value (section 3.8).
const (
	Enter  Action = 0
	Exit   Action = 1
	Unroll Action = 2 // exit by an exception
	// 3 is reserved and was never written; such records are counted and dropped.
)

// Ticks are times and durations in the unit of a trace, from the start of its recording. Plain integers are nanoseconds,
// unless their name says otherwise. A Tick converts between them.
type Ticks int64

// A Tick is the length of a tick in nanoseconds: 1000, or 1 in the newest versions.
type Tick int64

// Nanos converts ticks to ns.
func (t Tick) Nanos(n Ticks) int64 { return int64(n) * int64(t) }

// Micros converts ticks to µs, rounded towards zero.
func (t Tick) Micros(n Ticks) int64 { return t.Nanos(n) / 1000 }

// Ticks converts ns to ticks, rounded towards zero.
func (t Tick) Ticks(ns int64) Ticks { return Ticks(ns / int64(t)) }

// TicksUp converts ns to ticks, rounded up.
func (t Tick) TicksUp(ns int64) Ticks { return Ticks((ns + int64(t) - 1) / int64(t)) }

// A Record is one enter, exit or unroll.
type Record struct {
	// Wall and CPU are in ticks of Info.Tick, since the start of the recording (wall) or since the
	// thread's own first event (CPU). Each is unwrapped at 2^32 and clamped to its running maximum
	// within the thread. A clock that the trace lacks is 0; Info.Clocks describes an exception.
	Wall, CPU Ticks
	Thread    ThreadIndex
	Method    MethodIndex
	Action    Action
}

// A Sink receives records. Batches arrive in file order, which within a thread is the order of
// time. The Reader reuses the slice after Records returns.
type Sink interface {
	Records(batch []Record)
}

// A Stacker is a Sink that tracks the calls. Only with a Stacker can the Reader detect that another
// thread reuses an id (section 10.3).
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

// Last returns the largest set. A decoder refuses larger values.
func (Clocks) Last() uint8 { return uint8(Dual) }

// String returns the name of the clock as in the file's clock option, or "".
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
	BackwardSteps int64 // records with a clamped clock
}

// IsMain reports whether the thread is the app's main thread.
func (t *Thread) IsMain() bool { return t.Main || t.Name == "main" }

// Label returns the name to display, made Visible, or "Thread 12" without a name.
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

// Title returns the label of a thread, with its ID if another thread with records has the same name. It is for drawings, so it allocates
// nothing to count. Titles is faster for all threads.
func (in *Info) Title(thread ThreadIndex) string {
	t, named := &in.Threads[thread], 0
	for i := range in.Threads {
		if other := &in.Threads[i]; other.Records > 0 && other.Name == t.Name {
			named++
		}
	}
	return t.title(named)
}

// Titles returns the Title of each thread.
func (in *Info) Titles() []string {
	named, titles := map[string]int{}, make([]string, len(in.Threads)) // with records, by name
	for i := range in.Threads {
		if in.Threads[i].Records > 0 {
			named[in.Threads[i].Name]++
		}
	}
	for i := range in.Threads {
		titles[i] = in.Threads[i].title(named[in.Threads[i].Name])
	}
	return titles
}

// title returns the title of a thread while some threads with records have its name: itself, if it has any. The label of a thread
// without a name has the ID.
func (t *Thread) title(named int) string {
	if t.Records > 0 {
		named--
	}
	label := t.Label()
	if named > 0 && t.Name != "" {
		label += " (" + strconv.FormatUint(uint64(t.ID), 10) + ")"
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

	// For native code in a recording of samples: the path of its library, and whether that belongs
	// to the app. "" for other code.
	Library string
	Own     bool

	Raw *Raw // method as in the file, if a map has given the original names; else nil

	owner uint8 // 1 + the platform.Origin that Assign gave it; 0 for none
}

// A Raw is a method as in the file, with additional results of the map that renamed it.
type Raw struct {
	Class, Name, Signature, File string
	Line                         int32
	Remark                       string   // "" for a method that is one, found by its signature
	Originals                    []string // "void shop.Cart.add(int)", by name, of a method that has several
	Text                         string   // the complete text, as displayed: "a.b.a()V (made by the compiler)"
}

// Label returns the name to display, made Visible: "java.util.Vector.get", or "unknown 0x990".
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

// A Container is the file layout of the trace; the summary shows these names.
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

// Info describes a trace. It is complete once the Reader is closed.
type Info struct {
	Container Container
	Version   int // as stored in the data header (243 for streaming 0xF3), or -1
	// Clocks comes from the header, except for streaming files with one clock: the summary at their
	// end names it. Until Close, Clocks is then CPU with ClockAssumed set, and each Record has its
	// time in both fields.
	Clocks Clocks
	// ClockAssumed is set if nothing in the file identifies its only clock.
	ClockAssumed bool
	RecordSize   int // bytes per record, 0 if records differ or do not exist
	Tick         Tick
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

	owners platform.Owners // that Assign named
	app    platform.App    // that BelongTo named

	appFound, ownNamed bool // for OwnFound
}

// Samples holds the facts that only a recording of samples has, compared with a trace of calls. Its
// calls are runs of consecutive samples that contain a method; its second clock is a measure.
type Samples struct {
	Measures []Measure // available measures
	Measure  int       // the one of Measures that is the clock CPU
	OffCPU   bool      // it tells when threads were off their CPU, and so has wall times
}

// A Measure is the quantity that a sample stands for.
type Measure struct {
	Name string // of the counted event: "cpu-clock"
	Unit Unit
}

// A Unit is the unit of a Measure.
type Unit uint8

const (
	Nanoseconds Unit = iota
	Events
	SamplesSeen // 1 a sample
)

// Figures returns the clocks with meaningful figures. A recording of CPU activity has an axis of
// wall time, but cannot show durations on it.
func (in *Info) Figures() Clocks {
	if in.Samples != nil && !in.Samples.OffCPU {
		return CPU
	}
	return in.Clocks
}

// Unit returns the unit of figures by the clock CPU.
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

// number is the value of an option as a number, if it is one and not negative.
func (in *Info) number(key string) (int64, bool) {
	v, _ := in.Option(key)
	n, err := strconv.ParseInt(v, 10, 64)
	return n, err == nil && n >= 0
}
