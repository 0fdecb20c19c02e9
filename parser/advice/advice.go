// Package advice names what to do about a finding in a trace or a verdict on a dump. Package render/tell has the sentences.
package advice

// Advice is what to do about something slow, given only where the file proves it.
type Advice uint8

// The values.
const (
	None              Advice = iota
	ApplyInstead             // SharedPreferences.Editor.commit on main: use apply
	WriteTogether            // many writes of SharedPreferences, and a stop of an activity waits for those of apply
	AwaitedLoaded            // SharedPreferences were read before they were loaded: load them earlier on a worker
	DiskOnMain               // files on main
	DatabaseOnMain           // databases on main
	NetworkOnMain            // the network on main
	SleepOnMain              // Thread.sleep on main
	CollectedByHand          // System.gc called by own code
	RunBlockingOnMain        // runBlocking on main
	KeepObject               // the same kind of object is created again and again
	DecodeOnMain             // images are decoded on main
	EncodeOnMain             // images are compressed on main
	ParseOnMain              // JSON is read or written on main
	FontsOnMain              // fonts are loaded on main
	PrepareAsync             // MediaPlayer.prepare or create on main: use prepareAsync
	FlattenLayouts           // layouts are nested so deep that measuring takes long
	BoundList                // a list creates all of its items at once
	WaitOnMain               // main waits for work of another thread or process
	LockOrder                // a deadlock of monitors alone
	SlowUnderLock            // a thread does something slow while others wait for its lock
	OtherProcess             // main waits for a process that the file does not have
	SystemServer             // the same, and that process is system_server
	Debugger                 // a debugger has stopped main
	CrashFirst               // the process was about to end
	Count                    // number of values
)

// names are stable: exports contain them.
var names = [Count]string{
	None: "", ApplyInstead: "apply", WriteTogether: "write-together", AwaitedLoaded: "load-earlier", DiskOnMain: "disk-on-main", DatabaseOnMain: "disk-on-main", NetworkOnMain: "network-on-main",
	SleepOnMain: "sleep-on-main", CollectedByHand: "system-gc", RunBlockingOnMain: "run-blocking-on-main", KeepObject: "keep-object", DecodeOnMain: "decode-on-main",
	EncodeOnMain: "encode-on-main", ParseOnMain: "parse-on-main", FontsOnMain: "fonts-on-main", PrepareAsync: "prepare-async", FlattenLayouts: "flatten-layouts", BoundList: "bound-list", WaitOnMain: "wait-on-main",
	LockOrder: "lock-order", SlowUnderLock: "slow-under-lock", OtherProcess: "other-process", SystemServer: "system-server", Debugger: "debugger", CrashFirst: "crash",
}

// String returns the stable name, "" for None.
func (a Advice) String() string { return names[a] }
