package wait

import (
	"time"

	"traceglass/parser/advice"
	"traceglass/parser/dump"
)

// A Confidence is how reliable a claim is.
type Confidence uint8

const (
	Certain    Confidence = iota // the file shows it
	Likely                       // the usual cause of the file's content
	CannotTell                   // the file does not show it
)

// String returns the confidence in words.
func (c Confidence) String() string { return [...]string{"certain", "likely", "cannot tell"}[c] }

// A Claim is one statement about a process, with the lines that support it. It keeps no reference
// to its dump. Package render/tell turns it into a sentence.
type Claim struct {
	Rule       string // stable name, lower case, hyphenated: "deadlock", "lock", "idle"
	Confidence Confidence
	Fact             // the statement, a whole sentence
	Hops       []Hop // for a claim about a chain of waits: each thread waits for the next
	End        int   // with Hops and Then: line that shows the activity of the last thread
	Lines      []int // of Dump.Text, from 0, the strongest evidence first; may be empty
	Threads    []int // rows of Dump.Threads that the claim is about, main first; may be empty
	Advice     advice.Advice
}

// Holder returns the thread that holds the last lock of the claim's chain of waits, if it is of the claim's process. It
// returns None in a deadlock, where each thread holds a lock.
func (c *Claim) Holder() int {
	switch c.Code {
	case MainWaits, OthersWait, OthersWaitAlone:
	default:
		return None
	}
	for i := len(c.Hops) - 1; i >= 0; i-- {
		if h := &c.Hops[i]; h.isLock() && h.Thread.Of == nil {
			return h.Thread.Row
		}
	}
	return None
}

// A Hop is one thread's wait for another. Its Fact is a clause about the waiting thread.
type Hop struct {
	Fact // its Thread is the one waited for
	From Thread
	Line int // of Dump.Text, that shows the wait
}

// A Fact is a sentence, or a clause of one: a code, and its arguments.
type Fact struct {
	Code Code
	Args
}

// Args are the arguments of a sentence, as found in the file. Each code sets the fields that its
// sentence names; the others are zero.
type Args struct {
	Thread   *Thread // another thread
	Threads  []Thread
	Object   *dump.Object
	Process  *Process
	Call     string // INTERFACE.METHOD of another process, "" if the dump does not name it
	Method   string // as Frame.Name
	Top      string // innermost method, if it is not Method
	Function string // of native code
	Library  string // library of the native code, or the library that called it
	Renderer string // the same, for a library that draws
	Class    string
	State    string // of a thread, as printed
	Text     string // as printed in the file
	Number   int    // tid or pid
	Count    int
	More     int
	Behind   int // further threads, which wait for those of Number
	Percent  float64
	Time     time.Duration
	Other    time.Duration
	Elapsed  time.Duration // between dumps, 0 if not known
	From     Origin
	Place    *Fact  // clause: where the thread is
	Then     *Fact  // clause: the consequence
	List     []Fact // clauses that the sentence enumerates
}

// A Thread identifies a thread that a claim is about.
type Thread struct {
	Row  int // of Dump.Threads
	Tid  int // 0 if not known
	Name string
	Main bool     // main thread of its process
	Of   *Process // set if it is not the claim's process
}

// A Process identifies a process that a claim is about.
type Process struct {
	PID  int    // 0 if not known
	Name string // command line, "" if not known
}

// An Origin tells how app or library code led to a thread's activity. It omits a method that the
// sentence names already.
type Origin struct {
	In      string // innermost method, if it is app or library code, or By called it
	By      string // app method that called the current code, or a library method if there is no app method
	Through string // library method that By called
	Entry   string // method through which the platform called the app's code, or draws a frame
}

// A Code identifies a sentence or a clause. Sentences are complete. Clauses continue a sentence
// whose subject is a thread or a thing.
type Code uint8

const (
	NoCode Code = iota

	// Sentences about main's activity and waits. Then is the activity of the last thread. Count is
	// the number of hops; a claim about very many lists only some.
	MainDoes                 // Then
	MainIdleLate             // Then, of the process that did not answer
	MainAtQueue              // Thread
	MainIdleNothing          // Then, and nothing else hangs
	MainIdleMeanwhile        // Then, after a claim about other threads that hang
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
	OnlyReported             // Process; the file names it as not answering and lacks its dump
	NoMainInPart             // the dump is a fragment without its beginning
	NoMainCutFront
	NoMainCut // without its end; whole
	NoMain

	// Sentences after the main one.
	DeadlockElsewhere // Threads, and Count more
	LikelyDeadlockElsewhere
	ServesCall       // Call
	ServesCallInCall // Call, Text: the call that main makes
	Traced
	MainCrashes
	MainReportsCrash
	CollectorStuck        // Threads and Count more; Thread, if it is the only one that runs
	Crashing              // Thread
	Aborting              // Thread, if it is seen
	HungAbsent            // Text: the process
	OthersWait            // hops from Thread, which waits for a lock; Then; Number of threads that wait for it, Behind them, More for other locks
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
	FormatLacksLocks
	FormatLacksBoth
	SamplesStuck // Number of Count samples have the stack
	SamplesMoved // the same
	SystemSays   // Text

	// Sentences about several dumps of a process: Count of dumps, Elapsed between the first and the
	// last.
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
	WaitsForLock         // Object, Thread; in a deadlock Method that waits, and Top that took it
	WaitsForLockHeld     // the holder's stack does not show it
	WaitsForLockShown    // the waiter's line does not name the holder
	WaitsForFinalizers   // Thread, Method
	WaitsForSignal       // Thread, Method

	// Clauses: a thread's activity.
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
	Runs         // Method, Top, Then: the work
	RunsUnseen
	WithoutState // Method
	InMachine    // State
	UnknownState // State
	HasEnded
	WaitsForNotify // Method, Thread: one related to the object
	WaitsForNotifyTimed

	// Clauses: a thread in native code, Place.
	NativeSuspended // Thread: that dumps
	NativeSuspendedDump
	NativeStopped // Then: the work
	NativeDisk
	NativeMeans    // Then, Library
	NativeAsleep   // Function, Library
	NativeUnknown  // the same
	NativeUnshown  //
	InNativeMethod // Method
	InNativeCode

	// Clauses: the meaning of a Java method's name.
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

	// Clauses: the meaning of a native or kernel function's name.
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

	// Clauses: busy work.
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
	OnDisk // the kernel makes it wait

	// Clauses: activity of the device, for LoadNear.
	LoadIOWait // Percent, Text: name
	LoadAll
	LoadSelf
	LoadSwap
	LoadOther
	AllStalled    // Percent, Then: the resource
	SomeStalled   // the same
	StalledMemory // Clauses: the resource that tasks waited for.
	StalledStorage
	StalledCore

	// Clauses: the event that the system waited for.
	ForWindow
	ForInput
	ForBroadcast
	ForService
	ForForegroundService
	ForProvider
	ForStartup
	ForShortService
	ForSystemThread

	Codes // number of codes
)

// ThreadFrom returns a thread, a row of Dump.Threads, for a claim about a block, a row of
// Dump.Blocks. If the thread belongs to another block, Of names its process.
func (f *Facts) ThreadFrom(row, block int) Thread {
	t := f.Thread(row)
	if of := f.d.Threads[row].Block; of != block {
		t.Of = process(&f.d.Blocks[of])
	}
	return t
}

// Thread returns a thread, a row of Dump.Threads, for a sentence.
func (f *Facts) Thread(row int) Thread {
	t := &f.d.Threads[row]
	main, ok := f.mains[t.Block]
	if !ok {
		main = f.d.Main(&f.d.Blocks[t.Block])
		f.mains[t.Block] = main
	}
	return Thread{Row: row, Tid: t.Tid, Name: t.Name, Main: row == main}
}

// threadArg returns ThreadFrom as an argument.
func (f *Facts) threadArg(row, block int) *Thread {
	t := f.ThreadFrom(row, block)
	return &t
}

func process(b *dump.Block) *Process { return &Process{b.PID, b.CommandLine} }

// Renamed returns the claim with the names of its methods replaced.
func (c Claim) Renamed(name func(string) string) Claim {
	c.Fact = *c.Fact.renamed(name)
	hops := make([]Hop, len(c.Hops))
	for i, h := range c.Hops {
		h.Fact = *h.Fact.renamed(name)
		hops[i] = h
	}
	c.Hops = hops
	return c
}

func (f *Fact) renamed(name func(string) string) *Fact {
	if f == nil {
		return nil
	}
	g := *f
	for _, s := range []*string{&g.Method, &g.Top, &g.From.In, &g.From.By, &g.From.Through, &g.From.Entry} {
		if *s != "" {
			*s = name(*s)
		}
	}
	g.Place, g.Then, g.List = g.Place.renamed(name), g.Then.renamed(name), make([]Fact, len(f.List))
	for i := range f.List {
		g.List[i] = *f.List[i].renamed(name)
	}
	return &g
}
