package message

// Naming has names that an optimiser has shortened shown with a map of names, or as the file has
// them. Answered by Named, and behind it, as news, comes what is open as it is then.
type Naming struct {
	request[*Named]

	On bool
}

// Named says what a map of names gave what is open: as news when it has been read, and as the
// answer to Naming. All that was told before may have other names: it is to be asked for anew. A
// Description and Dumps that come behind it are of what is open already.
type Named struct {
	reply

	Label  string   // "97.4 % named", or that names are as in the file; "" where nothing is open that has names
	Text   string   // sentences: how many names were found, and whether the map is of the same build
	Export []string // arguments by which the command has the same names
	On     bool     // names are the original ones
	Fits   bool     // the map is of what is open, as far as can be told, and gave it names
	Name   string   // of the map's file
	By     string   // what wrote it: "R8 8.13.6", "" if it does not say
	ID     string   // that files of the same build name, "" without one
}
