package message

// Sight asks how often and how long the stack of a thread of a dump ran in the open trace.
// Answered by SightReply.
type Sight struct {
	request[*SightReply]

	Thread uint32
}

// SightReply answers Sight. Frames of Java code count alone, the outermost first: Skipped of
// them are not in the trace, which may have begun inside of them, and the Seen ones after
// these are; 0 where those tell nothing, because the stacks of any app have them.
type SightReply struct {
	reply

	Thread                uint32 // of the dump
	Frames, Skipped, Seen int
	Calls                 int64
	Times                 Times
	On                    []uint32 // threads of the trace
	Part                  string   // how much was seen, the beginning of a sentence: "In the trace: this whole stack, 9 frames, was"; "" of nothing
	Method                uint32   // of the trace, NoNode if nothing was seen
	Longest               CallRef  // of the calls
	Note                  string   // sentences: why nothing was seen, or that the trace is of another app; else ""
}
