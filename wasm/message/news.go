package message

// A Failure answers any request, or is news of a file that cannot be read.
type Failure struct {
	reply

	Text string // one sentence for the user
}

// Progress is sent while a file is read, at most every 50 ms.
type Progress struct {
	reply

	Bytes, Size int64 // of the stored file; Size is 0 if unknown
	Calls       int64
	Memory      int64 // bytes held by the worker
	File, Files int64 // number of read files, and of all files
}
