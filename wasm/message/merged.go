package message

// Whose says whose stacks a flame graph merges.
type Whose uint8

const (
	OneProcess   Whose = iota // the process, in this dump
	ItsDumps                  // the process, in all dumps of it that are open
	AllProcesses              // all processes of all dumps
	PileMains                 // the main threads of a pile's dumps, a stack a dump, numbers in names folded
)

func (Whose) Last() uint8 { return uint8(PileMains) }

// A StackScope says which stacks a flame graph merges.
type StackScope struct {
	Process uint32
	Whose   Whose
	Class   StateClass
	Idle    bool // threads that only wait for work too

	Before, Group, Side uint32 // of PileMains: as in Causes
}

// StackFlame asks for the display list of a flame graph of stacks: merged from the outermost
// frame, each thread of weight 1. Paths begin with the process, where there are several, and
// the name of the pool or thread.
type StackFlame struct {
	picture

	Scope    StackScope
	View     Viewport // X in parts of 1
	Root     uint32   // node zoomed into, NoNode for all
	Invert   bool     // root at the bottom
	Find     string   // frames that hold it are marked, as in StackRows.Text
	Selected uint32   // name of the frames that are outlined, NoNode for none
}

// StackNode asks what a box of a flame graph of stacks stands for. Answered by
// StackNodeReply.
type StackNode struct {
	request[*StackNodeReply]

	Scope StackScope
	Node  uint32
}

// StackNodeReply answers StackNode.
type StackNodeReply struct {
	reply

	Node      uint32
	Name      string
	Count, Of int         // threads of the box, and of the graph; of PileMains dumps
	Names     []NameCount // folded, most frequent first
	States    []StateCount
	Threads   []uint32 // main threads first; the first 10,000
}
