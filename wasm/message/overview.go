package message

// OverviewInfo asks where the time of one thread went.
type OverviewInfo struct {
	request[*Overview]

	Thread   uint32
	From, To int64 // as in Scope
	Measure  uint32
	Filter   string // as in Scope
}

// WaitsKnown is the way that a recording shows waiting: not at all, as wall time minus CPU time, as times off the CPU, or by
// the names of methods that block.
type WaitsKnown uint8

const (
	WaitsUnknown WaitsKnown = iota
	WaitsByClocks
	WaitsRecorded
	WaitsByNames
)

// Measured is story.Waits.Measured.
func (w WaitsKnown) Measured() bool { return w == WaitsByClocks || w == WaitsRecorded }

func (WaitsKnown) Last() uint8 { return uint8(WaitsByNames) }

// An Overview answers OverviewInfo. Its sentences and titles are in the language of the reader. Times are ns by the primary
// clock of the trace, except those of type Times.
type Overview struct {
	reply

	Thread        uint32
	From, To      int64 // ns on the timeline's axis: first and last record of the thread in the range
	Sampled       bool
	Waits         WaitsKnown
	OnCPU         bool // samples of time on the CPU alone: the figures of parts and own methods are their CPU
	Total         Times
	Idle, Blocked int64
	AfterEnd      int64  // ns from To to the end of the recording, if the thread has no records there
	EndMethod     uint32 // that the thread was in then, or NoNode
	Running       int64
	Filter        string // a sentence on how much time the filter shows; "" without a filter
	Parts         []Part // of the time that the filter shows, and one for the rest: their Time sums to To - From
	Phases        []Phase
	Between       Times  // of the start, outside all phases
	Besides       string // a clause on the handlers in that time, or ""
	Startup       Times  // of the whole start
	StartTitle    string
	StartPaused   string // a clause on its time for the recorder or a debugger, or ""
	Frames        Series
	Late          [4]string // sentences on the frames over FrameLimits[i], or ""
	Refresh       string    // a sentence on a display that refreshes more often than every 16.7 ms, or ""
	Messages      Series
	Inputs        Series // input events outside messages
	Findings      []Finding
	Busier        uint32   // another thread with most of the CPU time, if BusierShare is not 0
	BusierShare   float64  // of the CPU time of all threads
	OffCPU        string   // sentences on time off the CPU for no known reason, or ""
	OffThread     uint32   // that used the CPU most meanwhile, or NoNode
	Collects      string   // a sentence on the garbage collector, or ""
	Collector     uint32   // its thread, or NoNode
	Says          []string // about the findings, or their absence
	Missing       []string
	End           string   // a sentence on the end of the recording, if the thread has no records there, or ""
	Caveat        string   // a sentence on a note about the file that concerns much of the recording, or ""
	ShortNames    string   // a sentence on names that a map would restore, or ""
	Own           []Hot    // of the time that the filter shows
	Names         []Name   // of all methods in the reply
	InFull        []uint32 // methods of Names that are shown with their package
}

// A PartKind is what a thread did in a part of its time.
type PartKind uint8

const (
	Ran         PartKind = iota // or no method was recorded
	Idled                       // it waited for work
	Waited                      // for a known cause
	Unexplained                 // it waited for no known cause
	LeftOut                     // by a filter
)

func (PartKind) Last() uint8 { return uint8(LeftOut) }

// IsWait reports whether the thread waited, except for work.
func (k PartKind) IsWait() bool { return k == Waited || k == Unexplained }

// A Part is one share of a thread's time.
type Part struct {
	Name   string
	Cause  string // the reason of a wait: Locks
	Find   string // a search for its methods, "" for none
	Colour Slot
	Kind   PartKind
	Time   int64
	CPU    int64
	Count  int64  // calls, or times seen
	Sites  []Site // the largest first
	Calls  []Wait // of waiting: the longest first
	More   int    // number of further sites
	Left   int64  // their Time
}

// A Wait is a call that waits, with its nearest own caller or NoNode.
type Wait struct {
	Stake
	Own uint32
}

// A Site is a method whose calls hold time of a part.
type Site struct {
	Method uint32 // NoNode for an empty stack
	Own    uint32 // nearest own caller, or NoNode
	Detail string // of a binder call: its interface and method
	Time   int64
	CPU    int64 // of code that runs
	Count  int64
}

// A Stake is one call, with its times within the range.
type Stake struct {
	Call     CallRef
	Method   uint32
	From, To int64 // of the whole call
	Times    Times
	Glued    int // the least number of calls that a sampler merged into it
}

// A Phase is a part of a start. Its Level is the number of phases that contain it.
type Phase struct {
	Name, Class string
	Status      string // "" if it is recorded from its begin to its end
	Found       bool   // the call of Stake exists
	Stake
	Alone    Times // without the phases within it
	Level    int
	Most     uint32 // method that takes most of Alone, or NoNode
	MostTime int64  // by the primary clock
}

// A Series describes the frames, messages or input events of a thread.
type Series struct {
	Count, Glued, Cut                int64
	Median, P90, P99, Longest, Total int64
	Over                             [4]int64 // number longer than FrameLimits[i]
	Bins                             []Bin
	Slowest                          []Slow
}

// FrameLimits are story.Limits, the limits of Series.Over, in ns: the frames of 120, 90 and 60 Hz, and a frozen frame.
var FrameLimits = [4]int64{8_333_333, 11_111_111, 16_666_667, 700_000_000}

// UsualLimit is story.UsualLimit, the index in FrameLimits of a frame at 60 Hz.
const UsualLimit = 2

// A Slow is one frame or message, with its handler and its most expensive own method, or NoNode.
type Slow struct {
	Stake
	Handler, Own uint32
	OwnTime      int64
	AfterEnd     int64  // ns of Times after the last record of a thread that hung
	Cut          bool   // it is recorded in part
	Paused       string // as StartPaused of an Overview

	// The innermost call that took at least half of the time, and its longest callees. They are set if Own does not explain
	// the time. InnerTime is 0 if no call took half.
	Inner      uint32
	InnerTime  int64
	InnerCalls int64 // as Calls of a story.Inside; 0 in samples
	Callees    []InnerCallee
}

// An InnerCallee is a method, and its time within a Slow.
type InnerCallee struct {
	Method uint32
	Time   int64
}

// A Finding is one fact that stands out. Share is its part of the thread's non-idle time.
type Finding struct {
	Text, Advice, Sure, Rule string
	Key                      string // equal in findings of other traces that are the same
	When                     string // its longest call begins
	Overlap                  string // how its time overlaps that of other findings; "" if it does not
	IsPart                   bool   // it is part of the finding that it follows
	Time                     int64
	Share                    float64
	Method                   uint32 // its subject, or NoNode
	Calls                    []Stake
	From, To                 int64 // of all calls, also of those that Calls omits
	Count                    int64
	Other                    uint32 // the thread that ended a wait, or NoNode
	SlowFrames               bool   // it is about the frames over the usual limit
}

// A Hot is a method with its exclusive and inclusive times.
type Hot struct {
	Method      uint32
	Self, Total Times
	Count       int64
}
