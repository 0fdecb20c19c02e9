package message

// Causes asks why the main threads of all dumps do not answer, by cause, and for a list of some of
// the dumps. Answered by CausesReply.
type Causes struct {
	request[*CausesReply]

	Before uint32 // lot from 1 whose dumps the others are compared with; 0 for none

	// The dumps listed: those of a cause, those whose main thread's stack goes through a box of the
	// flame graph; [First, First+Count) of them.
	Group        uint32 // row of CausesReply.Groups, NoNode for all
	Node         uint32 // NoNode for all
	Side         uint32 // BothSides, BeforeSide or AfterSide
	First, Count int
}

// Which dumps count, where some are compared with others.
const (
	BothSides uint32 = iota
	BeforeSide
	AfterSide
)

// CausesReply answers Causes. Groups has the most frequent cause first, or where dumps are compared
// that whose share grew most.
type CausesReply struct {
	reply

	Title  string   // how many dumps and causes, and what is not listed
	Notes  []string // on what is missing
	Lots   []string // what the dumps came in; none where there is nothing to compare
	Guess  uint32   // lot from 1 of the dumps before, where there are two; else 0
	Groups []CauseGroup

	Total  int // dumps that could be listed
	Listed []DumpRef
}

// A CauseGroup is the dumps of one cause.
type CauseGroup struct {
	Count   int    // where dumps are compared, those before too
	Number  string // of the dumps; where they are compared "2 → 6"
	Rule    string // in words
	Change  string // what became of it where dumps are compared: "new", "more", ...; "same" within chance; else ""
	Changed string // the same in words
	Share   string // of all dumps
	Where   string // what tells it apart besides the rule
	Text    string // the verdict on the first of its dumps
	Seen    string // times, versions and processes
	Raw     string // names in Where and Text as the files have them, where a map gave others
	Dumps   []DumpRef
}

// A DumpRef names one dump of a pile. Number is what OpenDump takes, or where all are open that of
// the process.
type DumpRef struct {
	Number      uint32
	Name, Facts string
}

// OpenDump asks for one dump of a pile of which not all are open: its file is read again. Answered
// by OpenDumpReply; until then that before is open.
type OpenDump struct {
	request[*OpenDumpReply]

	Number uint32
}

// OpenDumpReply answers OpenDump.
type OpenDumpReply struct {
	reply

	About Dumps
}
