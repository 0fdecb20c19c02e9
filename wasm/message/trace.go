package message

import "slices"

// A Description says what a trace is. It is sent once, when the file has been read.
type Description struct {
	reply

	File       string
	Stored     string // name of the file that was opened, in which File may be packed
	Container  string // as in the summary: "concatenated", "streaming", ...
	Version    int
	ClockName  string // "dual", "wall", "thread-cpu", ""
	HasWall    bool
	HasCPU     bool
	Complete   bool
	Overflow   bool
	Sampled    bool
	CannotTell bool // whether it was sampled: there are too few records

	// Of a recording of samples; none of a trace of calls.
	Measures   []Measure // what the clock CPU can count
	Measure    uint32    // 1 + the one that it counts at first
	OffCPU     bool      // Waiting is the time that the file says threads were off their CPU
	Records    int64
	Calls      int64
	Methods    int      // that were on a stack
	Listed     int      // rows of the method table
	Origins    []uint32 // the colours by origin of methods that were on a stack, as package scene numbers them
	From       int64    // ns: the first record on the timeline's axis, which starts at 0
	Span       int64    // ns: end of the axis, the last record
	Bytes      int64    // of the unwrapped file
	Memory     int64    // bytes held by the worker
	ReadMillis float64
	MapID      string // of the map of names that the source files of its methods name, "" for none
	Start      string // when, as a date or an uptime, "" if unknown
	Options    []Pair // the file's own key=value lines
	Notes      []Note // the receipt of damage
	Threads    []Thread

	// Drawn has, by ThreadSort, the indices of all Threads in the order in which the timeline
	// draws them, but for those that it hides.
	Drawn [ThreadsByID + 1][]uint32
}

// HasMain reports whether there are calls of a main thread.
func (m *Description) HasMain() bool {
	return m != nil && slices.ContainsFunc(m.Threads, func(t Thread) bool { return t.Main && t.Calls > 0 })
}

// A Measure is what samples stand for: the nanoseconds of a clock, or a number of events.
type Measure struct {
	Name    string // "cpu-clock"
	Counted bool   // a number, no time
}

// A Pair is one key=value line of the file.
type Pair struct{ Key, Value string }

// A Note is one line of the receipt: what, how many, where, and what it does to the figures.
type Note struct {
	Code   string
	Text   string
	Count  int64
	Offset int64 // byte of the first occurrence, -1 where none applies

	// Where it leads to: the first thread that it is of, NoNode for none, and ns on the timeline's axis, below 0 for no
	// time; of dumps the line, through all files, and no thread.
	Thread uint32
	At     int64
}

// A Thread describes a thread that has records. Index is what CallRef and Scope use.
type Thread struct {
	Index    uint32
	ID       uint32 // as in the file
	Name     string // never empty: "Thread 12" where the file has none
	Main     bool   // the app's main thread
	Records  int64
	Calls    int64
	MaxDepth int
	From, To int64  // ns of its first and last event on the timeline's axis
	Busy     Times  // inclusive time of its calls at depth 0
	Notes    string // what the replay had to mend, "" for nothing

	Framework int // how many of its outermost levels the timeline folds to a line
}

// ThreadRows asks for the figures of every thread. Answered by Threads.
type ThreadRows struct {
	request[*Threads]

	Scope Scope
}

// Threads answers ThreadRows: Busy, Calls and so on are those inside the scope's range.
type Threads struct {
	reply

	Threads []Thread
}
