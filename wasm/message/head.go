package message

// Head asks for the facts around the stacks of a process in its file.
type Head struct {
	request[*HeadReply]

	Process uint32
}

// HeadReply answers Head.
type HeadReply struct {
	reply

	Lead  string // the most important fact, in a line; "" for none
	Parts []HeadPart
}

// A HeadPart is one subject: the CPU, the heap.
type HeadPart struct {
	Title string
	Facts []HeadFact
	Left  int // number of lines that are left out
}

// A HeadFact is one line of the file, in parts, with its meaning.
type HeadFact struct {
	Line             uint32
	Inner            bool // it belongs to the fact above
	Key, Value, Help string
}
