package message

// Whose selects the stacks of a flame graph by process.
type Whose uint8

const (
	OneProcess   Whose = iota // of the process, in this dump
	ItsDumps                  // of the process, in all its open dumps
	AllProcesses              // of all processes in all dumps
	ItsSamples                // samples of main in this dump
	ItsMains                  // of main in the dumps of one freeze (wait.Series.Freeze): one stack for each dump
	PileMains                 // of the main threads of a pile: one stack for each dump, with # for numbers in names
)

func (Whose) Last() uint8 { return uint8(PileMains) }

// A StackScope selects the stacks that a flame graph merges.
type StackScope struct {
	Process uint32
	Whose   Whose
	Class   StateClass
	Idle    bool // including threads that only wait for work

	Pile        PileScope // for PileMains, as the next two
	Group, Side uint32    // as in Causes
}

// StackFlame asks for the display list of a flame graph of stacks. They are merged from the outermost frame. Each thread,
// sample or dump has the weight 1. Paths start with the process, if there are several, and the name of the pool or thread.
type StackFlame struct {
	picture

	Scope    StackScope
	View     Viewport // From and To in parts of 1
	Root     uint32   // node that fills the width, NoNode for all
	Invert   bool     // root at the bottom
	Find     string   // frames that match are marked; a query as in StackRows.Text
	Selected uint32   // name of the outlined frames, NoNode for none
}

// StackNode asks for the meaning of a box in a flame graph of stacks.
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
	Count, Of int         // number of threads in the box and in the graph, or of samples; for ItsMains and PileMains, of dumps
	Names     []NameCount // most frequent first
	States    []StateCount
	Threads   []uint32 // main threads first; at most 10,000
}
