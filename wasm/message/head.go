package message

// Head asks for what the file says around a process's stacks. Answered by HeadReply.
type Head struct {
	request[*HeadReply]

	Process uint32
}

// HeadReply answers Head.
type HeadReply struct {
	reply

	Lead  string // what matters most of it, in a line; "" for nothing
	Parts []HeadPart
}

// A HeadPart is one subject: the CPU, the heap.
type HeadPart struct {
	Title string
	Facts []HeadFact
	Left  int // lines of the subject left out
}

// A HeadFact is one line of the file taken apart, and what it means.
type HeadFact struct {
	Line             uint32
	Inner            bool // belongs to the fact above
	Key, Value, Help string
}
