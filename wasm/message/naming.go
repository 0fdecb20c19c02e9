package message

// Naming shows names that an optimiser shortened by a map, or as in the file. After the reply, the engine sends the open
// files again, as news.
type Naming struct {
	request[*Named]

	On bool
}

// Assign names the owners of packages, where the names of their classes suggest another. Colours, searches, findings and
// charged times follow.
type Assign struct {
	request[*Assigned]

	Owners  string // as in Assigned; "" for none
	Prefix  string // a package to add to them, "" for none
	Library bool   // it is a library, not the app's
}

// Assigned answers Assign. Names in all earlier replies can be outdated, so the page asks again.
type Assigned struct {
	reply

	Owners   string   // "own:com.example.shop,library:com.example.sdk"
	Here     string   // those of packages in the trace
	Origins  []uint32 // as in Description
	OwnFound bool     // as in Description
	OwnGuess string   // as in Description
}

// Named reports the effect of a map on the open files. It is news when a map has been read, and answers Naming. Names in all
// earlier replies can be outdated, so the page asks again. Description and Dumps after it are of files that are already open.
type Named struct {
	reply

	Label  string   // "97.4 % named", or that names are as in the file; "" without open names
	Text   string   // sentences: the number of names in the map, and whether the map is of the same build
	Export []string // arguments for the same names in the command
	On     bool     // original names are shown
	Fits   bool     // the map has names for the open files, and no sign of another build
	Name   string   // of the map's file
	By     string   // the program that wrote it: "R8 8.13.6", "" if unknown
	ID     string   // the ID in files of the same build, "" for none
}
