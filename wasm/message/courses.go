package message

// Courses asks for rows [First, First+Count) of the threads of a process through all its
// dumps. Answered by CoursesReply.
type Courses struct {
	request[*CoursesReply]

	Process      uint32
	Idle         bool   // threads that only wait for work in every dump too
	Find         string // a query, for threads that it finds in any of the dumps
	First, Count int
}

// CoursesReply answers Courses. Rows have main first, then the threads that stand still.
type CoursesReply struct {
	reply

	Process      uint32
	Dumps        []CourseDump
	First, Total int
	Rows         []Course
	Stuck, Loops int    // threads
	Hidden       int    // idle ones left out
	Tally        string // of those found: "2 of 9 threads"
	Left         string // which dumps are not among those of the process, and why; "" for none
}

// A CourseDump is one dump of the process: a column.
type CourseDump struct {
	Process    uint32
	Time       string  // as printed, "" if the file does not say
	Name       string  // as short as tells it from the others: 10:00:59, or "dump 3"
	After      float64 // seconds since the dump before, -1 if not known
	New, Ended uint32  // threads that the dump before does not have, and that this one has no more
}

// A Sign is what a thread's dumps show of it together.
type Sign uint8

const (
	Moves     Sign = iota // nothing out of the ordinary
	Rests                 // only waits for work, in every dump
	Unchanged             // the same innermost frames in several dumps; the CPU it used is not known
	Stuck                 // the same, and it used less than two ticks of CPU meanwhile, or is in a deadlock
	Loops                 // the same, and it used more
)

func (Sign) Last() uint8 { return uint8(Loops) }

// A Course is one thread through the dumps, a cell a dump.
type Course struct {
	Name  string
	Sign  Sign
	Run   uint32  // dumps in which the innermost frames are the same, for Unchanged, Stuck and Loops
	CPU   float64 // seconds used from its first dump to its last, -1 if not known
	Cells []CourseCell
}

// A CourseCell is a thread in one dump.
type CourseCell struct {
	Thread uint32 // NoNode: not in this dump
	State  string
	Class  StateClass
	Top    string  // topmost frame of the app's own code, else topmost
	Same   bool    // the innermost frames are those of the dump before
	CPU    float64 // seconds used since the dump before, -1 if not known
	Raw    string  // Top as the file has it, where a map gave another name
}

// CourseChart asks for the display list of the same: a row a thread, a cell a dump.
type CourseChart struct {
	picture

	Process uint32
	Idle    bool
	Find    string
	View    Viewport // X in dumps
	Thread  uint32   // whose cell is outlined, NoNode for none
}
