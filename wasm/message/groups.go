package message

// Groups asks which threads of a process have equal stacks, and which are named alike.
// Answered by GroupsReply.
type Groups struct {
	request[*GroupsReply]

	Process uint32
	Find    string // a query; "" for all groups
}

// GroupsReply answers Groups. Both lists have groups of two threads and more, the largest
// first, but for those without a thread that the query finds; Left is how many had no room.
type GroupsReply struct {
	reply

	Process       uint32
	Stacks, Pools []ThreadGroup
	Left          int
	Tally         string // of those found: "2 of 9 groups"
}

// A ThreadGroup is threads of one process that have something in common.
type ThreadGroup struct {
	Name    string       // of equal stacks their innermost frame, of a pool the pattern of its names
	Names   []NameCount  // of the threads, folded: # stands for a number
	States  []StateCount // most frequent first
	Frames  []GroupFrame // of equal stacks: the innermost
	More    int          // frames beneath these
	Idle    bool         // all only wait for work
	Threads []uint32
}

// A NameCount is how many threads have names that differ in numbers alone.
type NameCount struct {
	Name  string
	Count int
}

// A GroupFrame is a frame, its name cut before the class's last word.
type GroupFrame struct {
	First, Last string
	Own         bool
	Raw         string // as the file has it, where a map of names has changed it
}
