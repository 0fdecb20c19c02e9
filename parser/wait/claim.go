package wait

import (
	"time"

	"traceglass/parser/dump"
)

// Confidence is how far a claim may be believed.
type Confidence uint8

const (
	Certain    Confidence = iota // the file says so
	Likely                       // what the file says has most often this cause
	CannotTell                   // the file does not show it
)

// String is the confidence in words.
func (c Confidence) String() string { return [...]string{"certain", "likely", "cannot tell"}[c] }

// A Claim is one thing that can be said of a process, and what shows it. It keeps nothing of
// the dump it is about; render/tell has its sentence.
type Claim struct {
	Rule       string // its name, stable, lower case, hyphenated: "deadlock", "lock", "idle" ...
	Confidence Confidence
	Fact             // what it says: a whole sentence
	Hops       []Hop // of a claim on a chain of waits: each thread waits for the next
	End        int   // with Hops and Then: the line that shows what the thread at the end does
	Lines      []int // of Dump.Text, from 0, the most telling first; may be empty
	Threads    []int // rows of Dump.Threads of which it speaks, main first; may be empty
}

// A Hop is one thread's wait for another: a clause on the first.
type Hop struct {
	Fact // its Thread is the other
	From Thread
	Line int // that shows it, of Dump.Text
}

// A Fact is what a sentence says, or a clause of one: which it is, and what it is about.
type Fact struct {
	Code Code
	Args
}

// Args are what a sentence is about, as found. Each code has those that its sentence names, the
// others are unset.
type Args struct {
	Thread   *Thread // another
	Threads  []Thread
	Object   *dump.Object
	Process  *Process
	Call     string // INTERFACE.METHOD of another process, "" where the dump does not name it
	Method   string // as Frame.Name
	Top      string // the innermost method, where Method is another
	Function string // of native code
	Library  string // that native code is in, or has called it
	Renderer string // the same, of one that draws
	Class    string
	State    string // of a thread, as printed
	Text     string // the file's own words
	Number   int    // tid or pid
	Count    int
	Percent  float64
	Time     time.Duration
	Other    time.Duration
	Elapsed  time.Duration // between dumps, 0 unknown
	From     Origin
	Place    *Fact  // clause: where the thread is
	Then     *Fact  // clause: what follows of it
	List     []Fact // clauses that are told together
}

// A Thread is one of which a claim speaks.
type Thread struct {
	Row  int // of Dump.Threads
	Tid  int // 0 unknown
	Name string
	Main bool     // of its process
	Of   *Process // where it is another than the claim's
}

// A Process is one of which a claim speaks.
type Process struct {
	PID  int    // 0 unknown
	Name string // command line, "" unknown
}

// An Origin is how code that is not the platform's comes into what a thread does. A method
// that the sentence names already is left out.
type Origin struct {
	In      string // the innermost method, where it is of such code, or called by By
	By      string // the process's own method that has called what the thread is in, or a library's where that stands alone
	Through string // the library's method that By has called
	Entry   string // the method by which the platform has called the process's own code, or makes a frame
}

// A Code names a sentence or a clause. Sentences are whole; clauses go on from the thread, or
// thing, that they are about.
type Code uint8

const (
	NoCode Code = iota

	// Sentences on what main does and waits for. Then is what the thread at the end does; Count
	// is how many hops there are, of which a claim on very many has only some.
	MainDoes                 // Then
	MainIdleLate             // Then, of the process that did not answer
	MainAtQueue              // Thread
	MainIdleNothing          // Then, and nothing else hangs
	MainWaits                // hops, Then
	MainInDeadlock           // hops
	MainInLikelyDeadlock     // hops
	MainInDeadlockAcross     // hops; over several processes
	MainBeforeDeadlock       // hops; main only waits for it
	MainBeforeLikelyDeadlock // hops
	MainBeforeDeadlockAcross // hops
	MainInContention         // Object, Count others, From
	MainInContentionHad      // and Thread, which had it, and Then
	MainWaitsForUnnamed      // From
	NotDumped                // Process
	NotDumpedKernel          // Process
	NotDumpedRunning         // Process
	NotDumpedStands          // Process, Text: the kernel's function, Then, what that says
	NoThreads                // Process
	OnlyReported             // Process: the file tells that it did not answer, and has no dump of it
	NoMainInPart             // the dump is a part, without its beginning
	NoMainCutFront
	NoMainCut // without its end, whole
	NoMain

	// Sentences beside.
	DeadlockElsewhere // Threads, and Count more
	LikelyDeadlockElsewhere
	ServesCall       // Call
	ServesCallInCall // Call, Text: main's own
	Traced
	MainCrashes
	MainReportsCrash
	CollectorStuck        // Threads and Count more; Thread, if it is the only one that runs
	Crashing              // Thread
	Aborting              // Thread, if it is seen
	HungAbsent            // Text: the process
	OthersWait            // hops from Thread on, Then; Number of threads in all
	OthersWaitAlone       // the same, without a main thread
	OthersWaitUnseen      // Thread, Then, Number
	MainHolds             // Object, Count of threads that wait
	MainBusy              // Time, Percent of its process's
	MainBusyAllLife       // Time, Other: its process's life
	MainUsed              // Percent, Then: what its process did
	ThreadUninterruptible // Thread, and Count more
	WriterUninterruptible // the same, and it writes the stacks
	CollectorBusy         // Threads and Count more, Time, Percent
	MainStarved           // Time on a core, Other ready
	MainInBackground
	MemoryLow // Text: the size
	LoadNear  // List
	SystemWaitedFor
	SystemWaitedForThis      // Then; main is at it in Method
	SystemWaitedForNotNow    // Then
	SystemWaitedForOtherwise // Then
	SystemSays               // Text

	// Sentences on several dumps of a process: Count of them, Elapsed between the first and last.
	AlongStuck
	AlongDeadlocked
	AlongLocked // Time on a core meanwhile
	AlongLoops  // Time on a core meanwhile
	AlongUnchanged
	AlongSlow  // Method
	AlongMoved // Count of all

	// Hops.
	WaitsForAnswer       // Call, Thread
	WaitsForLikelyAnswer // the same
	WaitsForEnd          // Thread
	WaitsForLock         // Object, Thread
	WaitsForLockHeld     // the holder's stack does not show it
	WaitsForLockShown    // the waiter's line does not name the holder
	WaitsForFinalizers   // Thread, Method
	WaitsForSignal       // Thread, Method

	// Clauses: what a thread does.
	HasNothing
	LockMissing // Object, Number: tid of the holder
	LockUnseen  // Object
	GCWaits
	GCWorks
	GCAsked
	DebuggerAwaited
	DebuggerStops
	CallsProcess
	CallsUnserved // Number: pid
	CallsHardware
	CallsNatively
	InitialisesClass // Class; Thread does
	LoopLeft
	IdleLooper
	IdleBetween
	IdleBack
	IdleBinder
	IdleEvents
	LoopInNative // Function, Then
	Runs         // Method, Top, Then: at what
	RunsUnseen
	WithoutState // Method
	InMachine    // State
	UnknownState // State
	HasEnded
	WaitsForNotify // Method, Thread: that has to do with the object
	WaitsForNotifyTimed

	// Clauses: a thread in native code, Place.
	NativeSuspended // Thread: that dumps
	NativeSuspendedDump
	NativeStopped // Then: at what
	NativeDisk
	NativeMeans    // Then, Library
	NativeAsleep   // Function, Library
	NativeUnknown  // the same
	NativeUnshown  //
	InNativeMethod // Method
	InNativeCode

	// Clauses: what the name of a method tells.
	ServesCalls
	Sleeps
	PreferencesPut
	PreferencesCommitted
	PreferencesRead
	DatabaseTaken
	DatabaseWorks
	LoadsCode
	Network
	LocalSocket
	Files
	FrameTaken
	Renderer
	WaitsForWork
	WaitsForThread
	WaitsAtQueue
	WaitsForConcurrentLock
	WaitsForCondition
	WaitsForProvider
	WaitsForDebugger
	WaitsForChild
	WaitsForFinalizing

	// Clauses: what the name of a native function, or one of the kernel's, tells.
	InBinder
	AtEvents
	AtNativeLock
	AtNativeCondition
	AtStorage
	AtSleep
	AtSocket
	AtChild
	AtSignal
	AtRead
	AtLock
	AtIdleEvents
	AtBinder
	AtData
	Frozen
	AtControlGroup
	AtTracer
	Ending

	// What busy code does.
	Inflating
	DecodingImage
	ParsingJSON
	MatchingExpression
	StartingWebView
	Drawing
	Measuring
	LayingOut
	Traversing
	StartingApp
	OnDisk // the kernel has it wait

	// What the phone did, for LoadNear.
	LoadIOWait // Percent, Text: name
	LoadAll
	LoadSelf
	LoadSwap
	LoadOther
	AllStalled    // Percent, Then: for what
	SomeStalled   // the same
	StalledMemory // what they stood still for
	StalledStorage
	StalledCore

	// For what the system waited.
	ForWindow
	ForInput
	ForBroadcast
	ForService
	ForForegroundService
	ForProvider
	ForStartup
	ForShortService
	ForSystemThread

	Codes // how many there are
)

// ThreadFrom describes one for a claim on a block, a row of Dump.Blocks: of another it says which.
func (f *Facts) ThreadFrom(row, block int) Thread {
	t := f.Thread(row)
	if of := f.d.Threads[row].Block; of != block {
		t.Of = process(&f.d.Blocks[of])
	}
	return t
}

// Thread describes one, a row of Dump.Threads, for a sentence.
func (f *Facts) Thread(row int) Thread {
	t := &f.d.Threads[row]
	return Thread{Row: row, Tid: t.Tid, Name: t.Name, Main: row == f.d.Main(&f.d.Blocks[t.Block])}
}

// other is thread as an argument.
func (f *Facts) other(row, block int) *Thread {
	t := f.ThreadFrom(row, block)
	return &t
}

func process(b *dump.Block) *Process { return &Process{b.PID, b.CommandLine} }
