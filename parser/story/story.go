// Package story is the arrow calls → answers. It reads one thread in one range, and finds where its
// time went. The answers are running time by the origin of the code, waiting by cause, the phases of
// a start, frames and messages, and the few facts that stand out. Method names alone decide. The
// file anchors.md has the names, their sources and the Android versions that have them.
//
// Of runs the steps. A survey finds the calls of anchors (survey.go). The time goes to parts (parts.go), each wait to a cause
// (cause.go). Then follow the phases of a start (startup.go), and the frames and messages (series.go, late.go). Last, a finder
// runs the rules (findings.go): waits.go with waker.go, longest.go, phases.go, sums.go, outliers.go, tracer.go, late.go, and costly.go with
// handled.go, tasks.go and habits.go. It then decides which findings are part of others (nesting.go).
package story

import (
	"slices"

	"traceglass/parser/advice"
	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// Options choose what an overview describes.
type Options struct {
	Thread     trace.ThreadIndex
	From, To   trace.Ticks // of the primary clock, as in profile.Scope
	Thresholds Thresholds
	Profile    *profile.Profile // of this thread and range, with idle waits; nil to make one
	Kept       *profile.Profile // what a filter keeps of this thread and range, with idle waits; nil without a filter
	Charges    bool             // fill Overview.Charges
}

// An Overview describes one thread in one range. Times are nanoseconds since the recording began,
// or lengths in nanoseconds, by the primary clock: wall, or CPU in a trace without wall time.
type Overview struct {
	Thread   trace.ThreadIndex
	From, To int64 // the thread's first and last record within the range
	Sampled  bool  // calls are spans of samples
	Waiting  Waits
	OnCPU    bool          // samples of time on the CPU alone: the CPU of parts says where it went, and their Time how long it was between samples
	Total    profile.Times // of the thread in the range
	Idle     int64         // time off the CPU while the thread waits for work
	Blocked  int64         // other time off the CPU
	Running  int64         // time that the thread ran methods, as far as the recording shows it

	After After // the time after To

	Filtered   bool   // Parts and Own describe the time that a filter keeps; all else describes the whole thread
	Parts      []Part // their Time sums to To - From
	Startup    Startup
	Frames     Series
	Late       [len(Limits)]Late // of the frames over each limit
	Refresh    int64             // ns: one of Limits, the time from frame to frame of the display; 0 unless it is shorter than the usual limit
	Messages   Series
	Inputs     Series // input events that the looper handles outside messages, unknown in samples
	Handled    int64  // ns in frames, messages and input events, each moment once
	Later      Later
	Part       bool       // the range has only a part of the thread's time
	Unseen     int64      // ns between samples of the CPU alone
	Recording  int64      // ns that the recording itself costs at most, if that is much but no finding; or else 0
	Paused     int64      // ns that the recorder took to start or stop, and that the thread waited for a debugger; 0 of samples of the CPU alone
	Thresholds Thresholds // of the findings
	Findings   []Finding  // largest first, five at most. Those that are part of another one follow it
	Nearly     []Finding  // further ones of at least half the thresholds, without calls: a comparison does not report them as new or gone
	Unlisted   int        // number of Nearly, from the first, that reach the thresholds
	Covered    int64      // ns of the non-idle time that the findings explain, each moment counted once
	Silent     []Rule     // rules that found nothing, in order
	Unfit      []Rule     // rules that the recording cannot answer, in order
	Missing    []Missing
	Own        []Hot      // own methods with the most exclusive time, five at most
	Charges    []Charge   // of the own methods, with Options.Charges: the most time first
	Costliest  []Share    // without a finding: methods with a tenth of the non-idle time, with their callees, three at most; of the CPU time with OnCPU
	Busier     Busier     // without a finding, or with OnCPU
	Others     Others     // with both clocks
	Collector  ThreadTime // the garbage collector, if it uses much CPU time in the range; CPU is 0 if not
}

// A Busier is a thread that used most of the CPU time in the range, and is not the thread of an overview.
type Busier struct {
	Thread     trace.ThreadIndex
	Share, Own float64 // of the CPU time of all threads: of Thread and of the overview's; 0 if no thread is busier
}

// An After is the end of a recording, if a thread has no records there.
type After struct {
	Time   int64             // ns after the thread's last record; 0 if that is short, or unknown
	Cause  Cause             // of a wait: IdleWait for work, Unexplained if no frame shows one
	Call   Call              // that the thread was in, up to the end of the recording: of the frame that decides the cause of a wait, if one does
	Method trace.MethodIndex // of Call
	Own    trace.MethodIndex // nearest own caller, or call.NoMethod
}

// Waits says how an overview knows the waiting time.
type Waits uint8

const (
	NotMeasured Waits = iota // by the CPU clock alone, or by samples without times off the CPU
	ByClocks                 // wall time less CPU time
	Recorded                 // times off the CPU are recorded
	ByNames                  // by the wall clock alone: time inside methods that block
)

// Measured reports whether the recording shows waiting time, not only names.
func (w Waits) Measured() bool { return w == ByClocks || w == Recorded }

// Last returns the largest value. A decoder refuses larger ones. So do the other methods Last.
func (Waits) Last() uint8 { return uint8(ByNames) }

// A Cause is the reason why a thread waits. The names in a JSON export are those of String.
type Cause uint8

const (
	Unexplained Cause = iota // no frame names the cause
	IdleWait                 // for work: a looper for messages, a worker for tasks
	Binder                   // for the answer of another process
	Lock                     // for a lock of java.util.concurrent
	Condition                // in Object.wait, Condition.await or a bare park, until another thread wakes it
	Future                   // for the result of another thread's task
	Latch                    // for a latch, barrier or semaphore
	Queue                    // for an element of a queue, or for space in it
	Coroutine                // in runBlocking, for coroutines
	Join                     // for the end of another thread
	Sleep                    // for a time
	Preferences              // for SharedPreferences to be loaded or written
	Database                 // in SQLite: for the disk, or for a connection
	Network                  // for a socket, a name server or TLS
	File                     // for a file, asset or APK
	Classes                  // while classes are loaded or verified
	Libraries                // while native libraries are loaded
	Child                    // for a child process to start or to end; a finding, also for its output
	Device                   // for a device at a Bluetooth or USB connection
	Collector                // for the garbage collector
	Rendering                // for the render thread, the GPU or a surface
	Tracing                  // for the recording itself to start or stop
	Debugger                 // for a debugger
	Unmeasured               // not a cause: the recording does not show whether the thread ran or waited
	Causes                   // number of causes
)

var causeNames = [Causes]string{
	"not explained", "idle", "binder", "lock", "condition", "future", "latch", "queue", "coroutine", "join", "sleep",
	"preferences", "database", "network", "file", "class loading", "native libraries", "child process", "device", "garbage collection", "rendering",
	"tracing", "debugger", "not measured",
}

func (Cause) Last() uint8 { return uint8(Causes - 1) }

// String returns the name of the cause in reports: "class loading".
func (c Cause) String() string { return causeNames[c] }

// Hung returns how long the thread was in one call when the recording ended, in ns. It returns 0 if the thread has records
// there, was idle, or waited for the recorder or a debugger.
func (o *Overview) Hung() int64 {
	switch o.After.Cause {
	case IdleWait, Tracing, Debugger:
		return 0
	}
	return o.After.Time
}

// Busy returns the time of the thread that is not idle or paused, in ns, up to the end of the recording if it hung. Of samples of the CPU
// alone, it is the time that they show: the thread can be off the CPU between them.
func (o *Overview) Busy() int64 {
	return max(0, o.To-o.From-o.Idle-o.Unseen-o.Paused) + o.Hung() // a call that pauses can be idle, too
}

// IsCalm reports whether no finding is about the app.
func (o *Overview) IsCalm() bool {
	return !slices.ContainsFunc(o.Findings, func(f Finding) bool { return f.Rule != TracerCost })
}

// A Kind says what the thread did in a part of its time.
type Kind uint8

const (
	Running Kind = iota // code of Part.Origin
	Waiting             // because of Part.Cause
	Outside             // no method was recorded: the stack was empty
	LeftOut             // a filter left the time out
)

func (Kind) Last() uint8 { return uint8(LeftOut) }

// A Part is one share of the thread's time. Parts with equal Kind, Origin and Cause are one part.
type Part struct {
	Kind   Kind
	Origin platform.Origin // of Running
	Cause  Cause           // of Waiting
	Time   int64           // ns by the primary clock; parts sum to the thread's span
	CPU    int64           // ns on the CPU; parts sum to the thread's CPU time. With OnCPU it has the unit of the measure, which can be a count
	Sites  []Site          // where the time is: the largest first, at most mostSites
	Count  int64           // calls at all sites, or times seen in samples
	More   int             // number of further sites
	Left   int64           // their Time
}

// IsPause reports whether the thread waited for the recorder to start or stop, or for a debugger.
func (p *Part) IsPause() bool {
	return p.Kind == Waiting && (p.Cause == Tracing || p.Cause == Debugger)
}

// isExplained reports whether the thread waited for a cause that a finding can have.
func (p *Part) isExplained() bool {
	return p.Kind == Waiting && p.Cause != Unexplained && p.Cause != IdleWait && p.Cause != Unmeasured && !p.IsPause()
}

// A Site is a method whose calls hold time of a part: a method of Origin for Running, the frame
// that decides the cause for Waiting, and any method for LeftOut.
type Site struct {
	Method trace.MethodIndex // call.NoMethod for an empty stack
	Detail string            // of a binder call: INTERFACE.METHOD
	Own    trace.MethodIndex // nearest own caller of the largest share, or call.NoMethod
	OneOf  bool              // of Further: other own code calls it for a tenth of the time or more
	Time   int64             // ns
	CPU    int64             // of Running and LeftOut: as of a Part
	Count  int64             // calls, or times seen in samples
	Calls  []Call            // of waiting: the calls with the most time, the longest first, at most mostCalls
}

// A Call is one call, and its time at stake.
type Call struct {
	Ref      profile.Ref
	From, To int64         // ns, whole call
	Times    profile.Times // of the call within the range
	Glued    int           // of a sampled call: number of calls that were merged into it at least; 1 for one
}

// A Hot is a method and its exclusive times.
type Hot struct {
	Method trace.MethodIndex
	Times  profile.Times // exclusive
	Total  profile.Times // inclusive
	Count  int64         // calls, or times seen in samples
}

// A Charge is the time of an own method that is not idle, with that of other code that it calls.
type Charge struct {
	Method trace.MethodIndex
	Time   int64 // ns
}

// An Anchor is a call that begins or ends a phase of a start. The names in a JSON export are those of String.
type Anchor uint8

const (
	NoAnchor       Anchor = iota
	ProcessStart          // ActivityThread.main
	BindApp               // ActivityThread.handleBindApplication
	Providers             // ActivityThread.installContentProviders
	AppCreate             // Application.onCreate
	ActivityCreate        // ActivityThread.performLaunchActivity
	ActivityStart         // Activity.performStart
	ActivityResume        // ActivityThread.performResumeActivity
	FirstFrame            // Choreographer.doFrame, the first one after the resume
	FullyDrawn            // Activity.reportFullyDrawn
	OldStop               // ActivityThread.callActivityOnStop of a relaunch
	OldDestroy            // ActivityThread.handleDestroyActivity of a relaunch
	NewIntent             // ActivityThread.handleNewIntent of a return
	Anchors               // number of anchors
)

// isOptional reports whether most starts do not have the anchor.
func (a Anchor) isOptional() bool { return a >= OldStop }

var anchorNames = [Anchors]string{
	"", "process start", "handleBindApplication", "content providers", "Application.onCreate", "activity create",
	"activity start", "activity resume", "first frame", "reportFullyDrawn", "old activity stop", "old activity destroy", "new intent",
}

// String returns the name of the anchor in reports.
func (a Anchor) String() string { return anchorNames[a] }

// A Status shows how much of an anchor is recorded.
type Status uint8

const (
	NotRecorded Status = iota // no call of it
	Found                     // recorded from its begin to its end
	Cut                       // the recording, or the range, begins or ends within it
)

// A Phase is a part of a start. A phase's own time excludes the phases within it.
type Phase struct {
	Anchor Anchor
	Status Status
	Call   Call          // of Found and Cut
	Alone  profile.Times // without the phases within it
	Parent int           // phase that contains it, or -1
	Class  string        // the app's class that it ran, such as its Application; "" if none
	Most   Share         // the method with at least a quarter of Alone, if the phase is a twentieth of the start; Time is 0 without it
}

// A StartKind is what a Startup is the start of.
type StartKind uint8

const (
	OfApp      StartKind = iota // the app: its process, or the first activity that the recording shows
	OfActivity                  // an activity of a running app
	OfRelaunch                  // an activity that begins again, for example after a rotation
	OfReturn                    // an activity that returns to the screen, without a launch
)

func (k StartKind) String() string { return [...]string{"app", "activity", "relaunch", "return"}[k] }

// A Startup is the start of an app's process, or of one of its activities.
type Startup struct {
	Kind     StartKind
	Phases   []Phase       // in order of time, those that are not recorded last; empty if the range has none
	Between  profile.Times // of the whole, less all phases
	Besides  []Share       // handlers of messages in that time, the longest first, three at most: each took a tenth of it
	From, To int64         // ns: begin of the first phase or of the relaunch, end of the last
	Times    profile.Times // of the whole
	Paused   int64         // as of a Slow
}

// A Later has the longest frame, and the longest message, frame or input event, that are outside the phases of a start, in ns; 0 if none is known.
type Later struct{ Frame, Message int64 }

// A Series describes the frames of a thread, its messages or its input events. Median to Longest and Bins are of calls
// that are one, recorded as a whole, and within the range.
type Series struct {
	Count            int64 // calls; glued calls of samples count as one
	Glued            int64 // calls that hold several, which only a sampler makes
	Cut              int64 // others that are recorded in part, or that cross the range
	Median, P90, P99 int64 // ns: the smallest duration that at least so many do not exceed
	Longest          int64
	Total            int64    // ns
	Over             [4]int64 // number of calls longer than Limits[i], without glued ones; of frames also the glued ones that take longer on average
	Bins             []profile.Bin
	Slowest          []Slow // the longest first, ten at most
}

// Limits are durations that a frame or message should not exceed, in ns: a frame at 120, 90 and 60
// Hz, and a frame that the reader sees as frozen.
var Limits = [4]int64{8_333_333, 11_111_111, 16_666_667, 700_000_000}

// UsualLimit is the index in Limits of a frame at 60 Hz.
const UsualLimit = 2

// A Slow is one frame or message.
type Slow struct {
	Call
	Handler trace.MethodIndex // callback that handled it, or call.NoMethod
	Own     trace.MethodIndex // own method with the most time within it, charged with the platform and library code that it calls; or call.NoMethod
	OwnTime int64             // ns of its calls within it, own callees included
	Cut     bool              // it is recorded in part
	Draws   bool              // of a message: a frame takes half of its time
	Paused  int64             // ns within it for the recorder to start or stop, or for a debugger
	Inside  Inside            // set if Own does not explain the time
}

// OtherMessages returns the longest messages without those that draw a frame.
func (o *Overview) OtherMessages() []Slow {
	return slices.DeleteFunc(slices.Clone(o.Messages.Slowest), func(m Slow) bool { return m.Draws })
}

// An Inside is where most of the time of a call is, by its callees alone.
type Inside struct {
	Method trace.MethodIndex // method of the innermost call that took at least half of the time; unset if Time is 0
	Time   int64             // ns: of that call; 0 if no callee took half
	Calls  int64             // number of calls that take so long together; 0 for one call, and if it is not known
	Parts  []Share           // its callees by method, the longest first, three at most: each took a tenth of the time. Where these only lead on, methods below them
	Nearly Share             // of Costly: the callee of Method with nearly all of Time, if it is known; its Time is 0 for none
}

// all returns Method and Parts.
func (in *Inside) all() []Share {
	return append(in.Parts[:len(in.Parts):len(in.Parts)], Share{in.Method, in.Time})
}

// names reports whether Parts have a method with nearly all of some time, in ns. It is true for no time.
func (in *Inside) names(m trace.MethodIndex, ns int64) bool {
	return ns == 0 || slices.ContainsFunc(in.Parts, func(part Share) bool { return part.Method == m && isNearlyAll(part.Time, ns) })
}

// A Share is a method, and its time within a call in ns.
type Share struct {
	Method trace.MethodIndex
	Time   int64
}

// Missing is an anchor of a start, or a clock, that the recording does not have.
type Missing struct {
	Anchor Anchor // NoAnchor for a clock
	Status Status // of Anchor: NotRecorded or Cut
	Clock  profile.Clock
}

// A Rule looks for one kind of fact. The names in a JSON export are those of String.
type Rule uint8

const (
	WaitsFor    Rule = iota // one cause of waiting, summed over its calls
	LongMessage             // the longest frame, message or input event; on a thread without them, the longest calls without a recorded caller
	SlowPhase               // the dominant phase of a start, or costly initialization in it
	Inflation               // layout inflation
	ClassLoads              // class loading and static initialization
	Often                   // a method called very often, with little time each
	Outlier                 // one call far longer than the method usually takes
	Repeated                // the same work under different callers
	Background              // another thread's work that this thread waits for
	TracerCost              // the recording itself costs much
	Costly                  // an own method with much time that no other finding explains, or one of a library or a view of Android without own code on the stack
	SlowFrames              // the frames that come late, if they are many
	Rules                   // number of rules
)

var ruleNames = [Rules]string{
	"wait", "long-message", "slow-phase", "inflation", "class-loading", "called-often", "outlier", "repeated", "background", "tracer",
	"costly-method", "slow-frames",
}

func (Rule) Last() uint8 { return uint8(Rules - 1) }

// IsWait reports whether findings of the rule are waits. Their methods are those that wait.
func (r Rule) IsWait() bool { return r == WaitsFor || r == Background }

// String returns the name of the rule in reports and budgets.
func (r Rule) String() string { return ruleNames[r] }

// A Confidence says how sure a finding is.
type Confidence uint8

const (
	Certain  Confidence = iota // the recording shows it
	Likely                     // names show it, and another reading is improbable
	Possible                   // one of several readings
)

var confidenceNames = [...]string{"certain", "likely", "possible"}

// String returns the name of the confidence in reports.
func (c Confidence) String() string { return confidenceNames[c] }

// A Waker is the other thread of a wait, and the wait behind it.
type Waker struct {
	Other       trace.ThreadIndex // the thread that ended most of the waiting; NoThread if unknown
	Doing       trace.MethodIndex // method that Other ran meanwhile: an own one, else one of a library, else call.NoMethod
	Ran         int64             // ns that Other was in Doing during a single wait; 0 if unknown
	Behind      Cause             // what Other itself waited for during most of the wait; Unexplained if it ran
	Beyond      trace.ThreadIndex // the thread that ended the wait of Other; NoThread if unknown
	BeyondDoing trace.MethodIndex // own method that Beyond ran meanwhile, or call.NoMethod

	// If the recording ends during the wait.
	Still  bool // Other has no records during Time either
	Mutual bool // with Still: each may wait for the other, because this thread is in a call of the class of Doing
	Posted bool // Other passed a coroutine to a Handler meanwhile, in Doing if known
}

// noWaker is a Waker without another thread.
var noWaker = Waker{Other: NoThread, Doing: call.NoMethod, Beyond: NoThread, BeyondDoing: call.NoMethod}

// A LongCall says what kind of call a finding on the longest one is about.
type LongCall struct {
	Frame     bool  // a frame, not a message
	Besides   bool  // a frame, where another message takes longer
	Apart     bool  // samples merge others into longer calls, so that one of them may take longer
	Input     bool  // an input event that the looper handles outside messages
	Alone     bool  // a call without a recorded caller, on a thread without messages
	Alike     int64 // number of other messages with this handler that take at least half as long
	AlikeTime int64 // ns of these
}

// A Finding is one fact that stands out. Its sections say which rules fill which fields. newCandidate sets all to unknown.
type Finding struct {
	Rule     Rule
	Time     int64   // ns of the thread at stake, by the primary clock
	CPU      int64   // ns of it on the CPU
	Share    float64 // Time and OtherPhases, of Overview.Busy
	Sure     Confidence
	Methods  []trace.MethodIndex // the subject first, then others that the sentence names
	Calls    []Call              // the longest first, at most mostCalls
	Count    int64               // number of calls, also of those that Calls omits
	From, To int64               // ns: the first of all calls begins, and the last one ends; both 0 without calls
	PartOf   int                 // 1 + index of the finding whose calls hold at least two thirds of its time; 0 for none
	Mostly   bool                // with PartOf: more than a fiftieth of its time is outside those calls
	InOthers bool                // without PartOf: several other findings together hold at least two thirds of its time
	Cut      bool                // the call is recorded in part, or a phase crosses the range, so it took at least Time
	Advice   advice.Advice       // given only where the calls prove it
	Advised  trace.MethodIndex   // with advice on formats, images, JSON and layouts: the method that it is about; or call.NoMethod
	Levels   int64               // with advice on layouts: how deep Advised calls itself

	// Own code of the finding, and the calls inside.
	Own     trace.MethodIndex // nearest own caller, of a wait without one the nearest of a library; or own method with the most time; call.NoMethod if none
	OwnTime int64             // ns of Own within the calls
	Inside  Inside            // depends on the rule, see below
	Usual   int64             // ns: of Outlier, the median of the other calls; of LongMessage, the median
	Further []Site            // of waits: further methods that wait long, without calls; of SlowPhase and LongMessage, one more callee
	Caller  trace.MethodIndex // if several own methods call Own: of waits, the one with the most time; of LongMessage, the one that calls it here
	Callers int64             // of Repeated: number of different callers; with Caller, number of own methods that call Own
	Through trace.MethodIndex // of waits, the method that Own calls; of Often and Costly, the algorithm that calls the method back; or call.NoMethod

	// Of waits: WaitsFor and Background.
	Cause  Cause  // of Costly, SlowPhase and LongMessage, too: of the wait that takes most of the time, if it is known and no finding has it
	Second Cause  // of Costly: of the other wait, if two together take most of the time
	Detail string // binder interface and method
	OneOf  bool   // Own is one of several own callers: the one with the most time
	AtEnd  bool   // the thread was in the call when the recording ended, and has no records during Time
	Fills  Share  // handler of the message that the wait is nine tenths of, with the time of the message; or the time of such a phase, which Anchor has. Time is 0 for none
	Waker
	LongCall // of LongMessage

	Anchor      Anchor // of SlowPhase, and of a wait that is nearly all of a phase
	OtherPhases int64  // of the longest SlowPhase: ns of the phases in Nearly that are long enough, which its sentence adds; 0 for none
	Handled     int64  // of Costly: ns of the longest message, if the finding is on the messages and input events that the method handles; or else 0
	Events      int64  // with Handled: number of calls that are input events

	// Of SlowFrames.
	Requests int64 // number of layouts that Own requests, if it is the cause of most layouts; or else 0
	Composed int64 // number of calls of the composable Own, if it has most of the time of recomposition; or else 0
}

// Inside depends on the rule:
//
//	LongMessage, SlowPhase    the calls inside, if they are known
//	Costly                    the callee with at least two fifths of the time; Parts are others that no other finding names. With
//	                          Handled, Parts have half of the time together, if no method alone has it
//	Often                     the callee with half of it
//	ClassLoads, Inflation     Parts are own methods besides Own; Method loads a native library for half of the time, or is the
//	                          constructor of the view or the static initializer with two fifths
//	Repeated                  Parts are the callers

// NoThread stands for no thread.
const NoThread = ^trace.ThreadIndex(0)

// Thresholds decide which facts are findings. The zero value stands for DefaultThresholds, with less time in a short range.
type Thresholds struct {
	Share    float64 // least share of Overview.Busy
	Time     int64   // ns: least time. A finding reaches both
	Often    int64   // least number of calls for Often
	Each     int64   // ns: most time per call for Often
	Outlier  int64   // least ratio of an Outlier to the median
	Repeated int64   // least number of callers for Repeated
}

// DefaultThresholds are the thresholds of the page.
var DefaultThresholds = Thresholds{Share: 0.05, Time: 100_000_000, Often: 1000, Each: 100_000, Outlier: 10, Repeated: 2}
