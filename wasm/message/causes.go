package message

// Causes asks for the causes why the main threads of all dumps do not respond, and for a list of some of the dumps.
type Causes struct {
	request[*CausesReply]

	Pile PileScope

	// Which dumps to list: those of a cause, and those whose main thread has a frame of the flame graph in its stack.
	// The reply has rows [First, First+Count) of them.
	Group        uint32 // row of CausesReply.Groups, NoNode for all
	Node         uint32 // NoNode for all
	Side         uint32 // BothSides, BeforeSide or AfterSide
	First, Count int
}

// A PileScope selects dumps of a pile by the facts of their reports. A fact is "facet=value".
type PileScope struct {
	Only   string // facts, a line each: dumps have one of the values of each facet; "" for all dumps
	Before uint32 // number of the lot that the others are compared with, from 1; 0 for none
	Since  string // fact of the dumps that the others are compared with instead; "" for none
}

// The dumps that count in a comparison.
const (
	BothSides uint32 = iota
	BeforeSide
	AfterSide
)

// CausesReply answers Causes. Groups has the most frequent cause first. In a comparison, it has the cause first whose share
// grew most.
type CausesReply struct {
	reply

	Title  string   // the numbers of dumps and causes, and the parts that are not listed
	Notes  []string // about missing parts
	Lots   []string // names of the lots of dumps; empty without a comparison
	Guess  uint32   // of two lots the likely base, from 1; else 0
	Groups []CauseGroup
	Facets []CauseFacet
	Days   []CauseDay // of all dumps
	Issues []string   // groups of the service without a report, as lines

	Total  int // dumps that could be listed
	Listed []DumpRef
}

// A CauseGroup has the dumps of one cause.
type CauseGroup struct {
	ID       string         // stable, the same in every pile
	Count    int            // including the dumps of the base
	Number   string         // of dumps; in a comparison "2 → 6"
	Rule     string         // in words
	Change   string         // in a comparison "new", "more", ..., or "same" if the change can be chance; else ""
	Changed  string         // the same in words
	Share    string         // of all dumps
	Where    string         // distinguishes causes of the same rule
	Text     string         // the verdict on its first dump
	Advice   string         // what to do about it, "" unless that dump proves it
	Seen     string         // times, versions and processes
	Raw      string         // the original names in Where and Text, if a map changed them
	Days     []int          // dumps by day, as CausesReply.Days
	Versions []CauseVersion // of its dumps
	Dumps    []DumpRef
}

// A CauseFacet is a kind of fact, with the values that dumps have.
type CauseFacet struct {
	Key, Name string // stable, and in words
	Values    []CauseValue
	More      int // values that are not listed
}

// A CauseValue is a value of a facet.
type CauseValue struct {
	Value, Name string // as in PileScope, and in words
	Count       int
	Chosen      bool
}

// Marks are a reader's decisions about causes. They are sent when a file that was opened has some.
type Marks struct {
	reply

	Causes []CauseMark
}

// A CauseMark is a decision about a cause, by its ID. Version is the first without the cause, "" for none.
type CauseMark struct{ Cause, State, Version, Note string }

// A CauseVersion is the number of dumps of one version of the app.
type CauseVersion struct {
	Version string
	Count   int
}

// A CauseDay is the number of dumps of one day.
type CauseDay struct {
	Day   string
	Count int
}

// A DumpRef names one dump of a pile. Number is for OpenDump. If all dumps are open, it is the number of the process.
type DumpRef struct {
	Number      uint32
	Name, Facts string
}

// CauseText asks for a cause as text for an issue tracker.
type CauseText struct {
	request[*CauseTextReply]

	Pile  PileScope
	Group uint32 // row of CausesReply.Groups
}

// CauseTextReply answers CauseText.
type CauseTextReply struct {
	reply

	Markdown string // "" if there is no such cause
}

// OpenDump opens one dump of a pile that does not have all dumps open. The engine reads its file again. Until the reply, the
// former dump stays open.
type OpenDump struct {
	request[*OpenDumpReply]

	Number uint32
}

// OpenDumpReply answers OpenDump.
type OpenDumpReply struct {
	reply

	About Dumps
}
