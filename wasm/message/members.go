package message

// Members is news of a zip file that holds several traces: one is open at a time. It comes in
// place of a trace, if one is yet to be chosen, and else after it.
type Members struct {
	reply

	Stored string // name of the zip file; of several, of the first that holds traces
	Chosen int    // place in Traces, -1 if that is to be chosen
	Traces []Member
	Others int // files that may be thread dumps, and are opened along with any
}

// A Member is one of the traces.
type Member struct {
	Name   string // with its folders
	Size   int64  // in bytes, unpacked as far as the zip file has it
	Packed bool   // by gzip within the zip file
	Pair   bool   // a .key and its .data
}
