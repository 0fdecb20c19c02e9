package message

// A StackColumn sorts the threads of a process.
type StackColumn uint8

const (
	// ThreadByInterest sorts threads in groups: main, threads that main waits for, threads that others wait for, threads
	// that wait for a lock, threads that run own code, threads that run other code, idle threads. Each group is in the
	// order of the file.
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

// StackRows asks for rows [First, First+Count) of the threads of a process.
type StackRows struct {
	request[*StackRowsReply]

	Process      uint32
	Column       StackColumn
	Descending   bool
	Class        StateClass
	Text         string // a query
	Package      string // start of the class of a frame
	Busy         bool   // without threads that only wait for work
	Group        []uint32
	Grouped      bool // groups by By: threads with the same top frame, or one of the same class, package, library or origin
	By           By
	Open         []uint32 // StackRow.Group of the groups that show their threads
	First, Count int
}

// StackRowsReply answers StackRows.
type StackRowsReply struct {
	reply

	First, Total int
	Rows         []StackRow
	Threads      int          // number of selected threads
	States       []StateCount // of the whole process
}

// Query checks a search for threads of dumps. It also asks for the nodes of found threads in the graph that was laid out
// last.
type Query struct {
	request[*QueryReply]

	Text  string
	Graph uint32 // serial of that graph; nothing is found in other graphs
}

// QueryReply answers Query.
type QueryReply struct {
	reply

	Text    string
	Refused string   // a sentence about an invalid part, which is ignored; "" for none
	Found   []uint32 // indices of nodes, ascending
	Tally   string   // "2 of 9 boxes"
}

// A StateCount is the number of threads in a state.
type StateCount struct {
	State string
	Class StateClass
	Count int
}

// A StackRow is one thread of a process.
type StackRow struct {
	Thread      uint32 // NoNode for a thread without a stack, in a process with only kernel wait channels
	Name, State string
	Class       StateClass // of State
	Tid, SysTid int        // 0 without
	Prio        int
	Daemon      bool
	CPU         float64 // seconds since the start of the thread, -1 if unknown
	Held        int     // number of monitors
	Wanted      string  // monitor that it wants to enter, or object that it waits on; "" for none
	For         uint32  // thread that holds it, NoNode if unknown
	ForName     string
	Top         string // topmost frame of the app's own code, else topmost frame
	ReadableTop string // for Top if a compiler generated the name, else ""
	Own         bool   // Top is the app's own code
	Idle        bool   // it only waits for work
	Line        uint32
	Raw         string // the original names in Top and Wanted, if a map changed them

	// The fields of a group. Its Name, CPU, Held and Idle are those of all its threads.
	Threads int    // how many, 0 for a thread
	Group   uint32 // identifies the group, whichever threads are selected
	Opened  bool
	States  []StateCount
}

// Stack asks for all facts about one thread.
type Stack struct {
	request[*StackReply]

	Thread uint32
}

// StackReply answers Stack.
type StackReply struct {
	reply

	Row           StackRow
	Line, EndLine uint32
	StateHelp     string  // meaning of Row.State
	Fields        []Field // attributes, including those of the kernel and the virtual machine
	Lines         []StackLine
	Cut           int        // number of stack lines after the first 2,000, which are left out
	Chain         []StackRow // the thread that it waits for, the thread that this one waits for, and so on
	Waiters       []StackRow // threads that wait for it, the first ones
	Waiting       int        // number of threads that wait for it
	Behind        int        // number of threads that wait for those, directly or through others
	Deadlock      bool       // Chain leads back to the thread
	Same          []uint32   // other threads with the same stack
}

// A Field is a printed attribute of a thread, with its meaning.
type Field struct{ Key, Value, Help string }

// A LineKind is the kind of a line of a stack.
type LineKind uint8

const (
	JavaStackLine LineKind = iota
	NativeStackLine
	KernelStackLine
	NoteStackLine
	LockStackLine
)

func (LineKind) Last() uint8 { return uint8(LockStackLine) }

// A StackLine is a frame, "First Last (Place)", or a line about a lock. Such a line can lead to a Thread with a Name. Thread is
// NoNode for none.
type StackLine struct {
	Line               uint32
	Kind               LineKind
	First, Last, Place string
	ReadableFirst      string // for First and Last of a name that a compiler generated, else ""
	ReadableLast       string
	Own                bool
	Thread             uint32
	Name               string
	Raw                string
}
