package message

// Sight asks for the number and length of calls with the stack of a dump's thread, in the open trace.
type Sight struct {
	request[*SightReply]

	Thread uint32
}

// SightReply answers Sight. It counts only frames of Java code, from the outermost. The first Skipped frames are not in the
// trace, because it can start inside of them. The next Seen frames are. Seen is 0 if these frames occur in the stacks of any
// app.
type SightReply struct {
	reply

	Thread                uint32 // of the dump
	Frames, Skipped, Seen int
	Calls                 int64
	Times                 Times
	On                    []uint32 // threads of the trace
	Part                  string   // start of a sentence about Seen: "In the trace: this whole stack, 9 frames, was"; "" for 0
	Method                uint32   // of the trace, NoNode if Seen is 0
	Longest               CallRef  // the longest of the calls
	Note                  string   // sentences: why Seen is 0, or that the trace is of another app; else ""
}
