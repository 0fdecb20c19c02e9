package message

// Groups asks for groups of threads of a process: with equal stacks, and with similar names.
type Groups struct {
	request[*GroupsReply]

	Process uint32
	Find    string // a query; "" for all groups
}

// GroupsReply answers Groups. Both lists have groups of two or more threads, the largest first. The query must find a thread
// of each group. Left is the number of groups above the limit.
type GroupsReply struct {
	reply

	Process       uint32
	Stacks, Pools []ThreadGroup
	Left          int
	Tally         string // of found groups: "2 of 9 groups"
}

// A ThreadGroup is a group of threads of one process.
type ThreadGroup struct {
	Name    string       // of equal stacks the innermost frame, of a pool the pattern of its names
	Names   []NameCount  // of the threads, with # for numbers
	States  []StateCount // most frequent first
	Frames  []GroupFrame // of equal stacks the innermost frames
	More    int          // number of further frames
	Idle    bool         // all threads only wait for work
	Threads []uint32
}

// A NameCount is the number of threads with names that differ only in numbers.
type NameCount struct {
	Name  string
	Count int
}

// A GroupFrame is a frame. Its name is split before the last word of the class.
type GroupFrame struct {
	First, Last string
	Own         bool

	ReadableFirst, ReadableLast string // for a name that a compiler generated, else ""

	Raw string // the original name, if a map changed it
}
