package message

// A Failure answers a request that could not be met, or reports that a file could not
// be read.
type Failure struct {
	reply

	Text string // one sentence for the user
}

// Progress is sent while a file is read, at most every 50 ms.
type Progress struct {
	reply

	Bytes, Size int64 // of the file as it is stored; Size 0 if unknown
	Calls       int64
	Memory      int64 // bytes held by the worker
	File, Files int64 // how many files have been read, of so many
}
