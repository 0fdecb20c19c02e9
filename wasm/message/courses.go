package message

// Courses asks for rows [First, First+Count) of the threads of a process in all its dumps.
type Courses struct {
	request[*CoursesReply]

	Process      uint32
	Idle         bool   // with threads that only wait for work in every dump
	Find         string // a query: threads that it finds in any dump
	First, Count int
}

// CoursesReply answers Courses. Rows has main first, then the stuck threads.
type CoursesReply struct {
	reply

	Process      uint32
	Dumps        []CourseDump
	First, Total int
	Rows         []Course
	Stuck, Loops int    // threads
	Hidden       int    // number of idle threads that are left out
	Tally        string // of found threads: "2 of 9 threads"
	Left         string // dumps that are left out, and why; "" for none
}

// A CourseDump is a column: one dump of the process.
type CourseDump struct {
	Process    uint32
	Time       string  // as printed, "" if the file does not say
	Name       string  // a short name that is unique: 10:00:59, or "dump 3"
	After      float64 // seconds since the dump before, -1 if unknown
	New, Ended uint32  // threads that started and ended since the dump before
}

// A Sign is the behaviour of a thread over all dumps.
type Sign uint8

const (
	Moves     Sign = iota // nothing unusual
	Rests                 // only waits for work, in every dump
	Unchanged             // the same innermost frames in several dumps, with an unknown CPU time
	Stuck                 // the same, and it used less than two ticks of CPU time or is in a deadlock
	Loops                 // the same, and it used more CPU time
)

func (Sign) Last() uint8 { return uint8(Loops) }

// A Course is one thread in all dumps, with a cell for each dump.
type Course struct {
	Name  string
	Sign  Sign
	Run   uint32  // number of dumps with the same innermost frames, for Unchanged, Stuck and Loops
	CPU   float64 // seconds from its first dump to its last, -1 if unknown
	Cells []CourseCell
}

// A CourseCell is a thread in one dump.
type CourseCell struct {
	Thread uint32 // NoNode: not in this dump
	State  string
	Class  StateClass
	Top    string // topmost frame of the app's own code, else topmost frame
	Same   bool   // the dump before has the same innermost frames

	ReadableTop string // for Top if a compiler generated the name, else ""

	CPU float64 // seconds since the dump before, -1 if unknown
	Raw string  // the original name of Top, if a map changed it
}

// CourseChart asks for the display list of the same table: a row for each thread, a cell for each dump.
type CourseChart struct {
	picture

	Process uint32
	Idle    bool
	Find    string
	View    Viewport // X in dumps
	Thread  uint32   // its cell is outlined, NoNode for none
}
