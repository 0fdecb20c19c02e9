// Package session decides which files are open in a page: traces, thread dumps, two traces to compare, many runs. It knows no
// browser. The page reports events, such as dropped files and posts of workers, by calling the methods of a Session.
// The session replies through its Host: start a worker, post to it, show this.
//
// A worker holds one file, because memory that WebAssembly has taken is never given back. So each opening ends the
// worker before, and a file is read in the background, by a worker of its own, while another is open. The session always knows whose worker
// is whose:
//
//	state        workers                   leads to
//	Empty        an idle one, or none      Fetching, Reading, ReadingTwo
//	Fetching     idle, or reads meanwhile  Reading, Open; Empty if nothing comes
//	Reading      one                       Open; Choosing; Empty with a failure, or a map that waits for the next file
//	ReadingTwo   two                       Open with both or with one; Empty
//	Choosing     an idle one               Reading
//	Crashed      an idle one, or none      Reading, by Restart
//	Open         one, or two to compare    any other: a new file replaces what is open
//
// While files are open, one more opening can happen in the background:
//
//	fetching     –                         reading, or a refusal
//	reading      one                       replaces what is open when it has been read and is good; or a refusal
//	choosing     –                         reading
//
// The workers of the open files can also be reading a map of names: see naming.
//
// Methods first change the state and then call the Host, so that a Host may call the session from within. The parts of a
// Session are:
//
//	outbox     calls of the Host that are due
//	current    the state, the idle worker, and the steps from one state to another
//	pairs      two traces: read together, compared, and switched
//	fetches    files that are downloaded, or found in a folder
//	visited    the files of the browser's history, for Back
package session
