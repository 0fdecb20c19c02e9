package message

// A StackColumn is what a table of a process's threads is sorted by.
type StackColumn uint8

const (
	// ThreadByInterest: main, those it waits for, those others wait for, those that wait for a
	// lock, own code at work, other code at work, idle; each in the order of the file.
	ThreadByInterest StackColumn = iota
	ThreadByName
	ThreadByState
	ThreadByTid
	ThreadBySysTid
	ThreadByPrio
	ThreadByCPU
	ThreadByHeld
	ThreadByWanted
	ThreadByTop
	ThreadByDaemon
)

func (StackColumn) Last() uint8 { return uint8(ThreadByDaemon) }

// A StateClass groups the states of all versions, as dump.Class does.
type StateClass uint8

const (
	AnyState StateClass = iota // as a filter: all threads
	StateUnknown
	StateRunning
	StateInNative
	StateBlocked
	StateWaiting
	StateTimed
	StateInMachine
	StateEnded
)

func (StateClass) Last() uint8 { return uint8(StateEnded) }

// StackRows asks for rows [First, First+Count) of the threads of a process. Answered by
// StackRowsReply.
type StackRows struct {
	request[*StackRowsReply]

	Process      uint32
	Column       StackColumn
	Descending   bool
	Class        StateClass
	Text         string // a query
	Package      string // that a frame's class begins with
	Busy         bool   // leaves out threads that only wait for work
	Group        []uint32
	First, Count int
}

// StackRowsReply answers StackRows.
type StackRowsReply struct {
	reply

	First, Total int
	Rows         []StackRow
	States       []StateCount // of the whole process
}

// Query asks whether what the user searches the threads of dumps for can be read, and which nodes
// of the graph laid out last are of threads that it finds. Answered by QueryReply.
type Query struct {
	request[*QueryReply]

	Text  string
	Graph uint32 // serial of that graph; of any other none is found
}

// QueryReply answers Query.
type QueryReply struct {
	reply

	Text    string
	Refused string   // a sentence on a part that cannot be read, which is left out; ""
	Found   []uint32 // rows of nodes, ascending
	Tally   string   // "2 of 9 boxes"
}

// A StateCount is how many threads are in a state.
type StateCount struct {
	State string
	Class StateClass
	Count int
}

// A StackRow is one thread of a process.
type StackRow struct {
	Thread      uint32 // NoNode: without a stack, of a process of which only kernel wait channels are known
	Name, State string
	Class       StateClass // of State
	Tid, SysTid int        // 0 without
	Prio        int
	Daemon      bool
	CPU         float64 // seconds since the thread began, -1 if not printed
	Held        int     // monitors
	Wanted      string  // monitor that it wants to enter, or what it waits on; ""
	For         uint32  // thread that holds it, NoNode if none is known
	ForName     string
	Top         string // topmost frame of the app's own code, else topmost
	Own         bool   // Top is the app's own
	Idle        bool   // only waits for work
	Line        uint32
	Raw         string // names in Top and Wanted as the file has them, where a map gave others
}

// Stack asks for all of one thread. Answered by StackReply.
type Stack struct {
	request[*StackReply]

	Thread uint32
}

// StackReply answers Stack.
type StackReply struct {
	reply

	Row           StackRow
	Line, EndLine uint32
	StateHelp     string  // what Row.State means
	Fields        []Field // attributes, the kernel's and the machine's
	Lines         []StackLine
	Cut           int        // stack lines left out after the first 2,000
	Chain         []StackRow // whom it waits for, one behind the other
	Waiters       []StackRow // who wait for it
	Deadlock      bool       // Chain leads back to the thread
	Same          []uint32   // other threads with the same stack
}

// A Field is an attribute of a thread as printed, and what it means.
type Field struct{ Key, Value, Help string }

// A LineKind says what a line of a stack is.
type LineKind uint8

const (
	JavaStackLine LineKind = iota
	NativeStackLine
	KernelStackLine
	NoteStackLine
	LockStackLine
)

func (LineKind) Last() uint8 { return uint8(LockStackLine) }

// A StackLine is a frame, "First Last (Place)", or a lock line. Thread is that which
// a lock line leads to, NoNode for none, and Name its name.
type StackLine struct {
	Line               uint32
	Kind               LineKind
	First, Last, Place string
	Own                bool
	Thread             uint32
	Name               string
	Raw                string
}
