package message

import "slices"

// A Description describes a trace. It is sent once, when the file has been read.
type Description struct {
	reply

	File       string
	Stored     string // name of the opened file, which can be an archive with File in it
	Container  string // as in the summary: "concatenated", "streaming", ...
	Version    int
	ClockName  string // "dual", "wall", "thread-cpu", ""
	HasWall    bool
	HasCPU     bool
	Complete   bool
	Overflow   bool
	Sampled    bool
	CannotTell bool // Sampled is unknown: the trace has too few records

	// Of a recording of samples; empty for a trace of calls.
	Measures   []Measure // that the clock CPU can count
	Measure    uint32    // the first one that it counts, an index from 1
	OffCPU     bool      // Waiting is the recorded time off the CPU
	Records    int64
	Calls      int64
	Methods    int      // number of methods with calls
	Listed     int      // number of rows of the method table
	Origins    []uint32 // colours by origin of methods with calls: numbers of scene.Slot
	OwnFound   bool     // the app's own code is known with certainty: the user named it, or the trace shows the app's name
	OwnGuess   string   // else the package that is probably the app's, "" for none
	From       int64    // ns of the first record on the timeline's axis, which starts at 0
	Span       int64    // ns of the last record, the end of the axis
	CutFrom    int64    // if this is a part of another trace with that trace's times: the part on the axis, ns
	CutTo      int64    // 0 for another trace
	Bytes      int64    // of the unwrapped file
	Memory     int64    // bytes held by the worker
	ReadMillis float64
	MapID      string // of the map that the source files of its methods name, "" for none
	Start      string // a date or an uptime, "" if unknown
	Options    []Pair // the file's own key=value lines
	Notes      []Note // the receipt of damage
	Threads    []Thread
	Subject    uint32 // index of the thread that the trace opens with: main, or as story.Main chooses

	// Drawn has the indices of all Threads that the timeline draws, in its order for each ThreadSort.
	Drawn [ThreadsByID + 1][]uint32
}

// HasMain reports whether a main thread has calls.
func (m *Description) HasMain() bool {
	return m != nil && slices.ContainsFunc(m.Threads, func(t Thread) bool { return t.Main && t.Calls > 0 })
}

// A Measure is the unit of samples: nanoseconds of a clock, or a number of events.
type Measure struct {
	Name    string // "cpu-clock"
	Counted bool   // a number of events
}

// A Pair is one key=value line of the file.
type Pair struct{ Key, Value string }

// A Note is one line of the receipt: a kind of damage, with its number, place and effect on the figures.
type Note struct {
	Code   string
	Text   string
	Count  int64
	Offset int64 // of the first occurrence, in bytes, -1 if none applies

	// Target of a click: the first affected thread, NoNode for none, and ns on the timeline's axis, below 0 for no time. In
	// dumps, At is the line, counted through all files, and Thread is NoNode.
	Thread uint32
	At     int64
}

// A Thread describes a thread with records. Index identifies it in a CallRef and a Scope.
type Thread struct {
	Index    uint32
	ID       uint32 // as in the file
	Name     string // "Thread 12" if the file has none
	Title    string // the name, with the ID if another thread has the same name
	Main     bool   // the app's main thread
	Records  int64
	Calls    int64
	MaxDepth int
	From, To int64  // ns of its first and last event on the timeline's axis
	Busy     Times  // inclusive time of its calls at depth 0
	Notes    string // repairs of its calls, "" for none
	Hung     bool   // it was in a call when the recording ended, other than an idle wait, and has no records there

	Framework int // number of its outermost levels that the timeline folds to a line
}

// ThreadRows asks for the figures of every thread.
type ThreadRows struct {
	request[*Threads]

	Scope Scope
}

// Threads answers ThreadRows. Figures such as Busy and Calls are of the scope's range.
type Threads struct {
	reply

	Threads []Thread
}
