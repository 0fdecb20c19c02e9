package message

// Members is news of a zip file with several traces, one of them open at a time. It follows that trace, or replaces it
// if the user has to choose one first.
type Members struct {
	reply

	Stored string // name of the zip file; the first with traces, if there are several
	Chosen int    // index in Traces, -1 if the user has to choose
	Traces []Member
	Others int // number of files that can be thread dumps; they are opened with any trace
}

// A Member is one of the traces.
type Member struct {
	Name   string // including its folders
	Zip    string // name of its zip file, if there are traces in several
	Size   int64  // in bytes, unpacked from the zip file
	Packed bool   // with gzip, inside the zip file
	Pair   bool   // a .key and its .data
}
