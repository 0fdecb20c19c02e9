package wait

import (
	"slices"
	"strings"

	"traceglass/parser/advice"
	"traceglass/parser/platform"
)

// advised has the advice for the code of a sentence, or of the clause on a thread's activity. Other codes have none, because
// they prove no advice.
var advised = [Codes]advice.Advice{
	MainInDeadlock: advice.LockOrder, MainBeforeDeadlock: advice.LockOrder, DeadlockElsewhere: advice.LockOrder,
	MainCrashes: advice.CrashFirst, MainReportsCrash: advice.CrashFirst, Crashing: advice.CrashFirst, Aborting: advice.CrashFirst,

	DebuggerAwaited: advice.Debugger, DebuggerStops: advice.Debugger, WaitsForDebugger: advice.Debugger,
	CallsProcess: advice.OtherProcess, CallsHardware: advice.OtherProcess, CallsNatively: advice.OtherProcess,
	Sleeps: advice.SleepOnMain, GCAsked: advice.CollectedByHand,
	PreferencesCommitted: advice.ApplyInstead, PreferencesRead: advice.AwaitedLoaded,
	DatabaseTaken: advice.DatabaseOnMain, DatabaseWorks: advice.DatabaseOnMain, Files: advice.DiskOnMain, Network: advice.NetworkOnMain,
	WaitsForWork: advice.WaitOnMain, WaitsForThread: advice.WaitOnMain, WaitsForChild: advice.WaitOnMain,
}

// advise returns the advice for a claim. Only a certain claim has one.
func (q *inquiry) advise(c *Claim) advice.Advice {
	if c.Confidence != Certain {
		return advice.None
	}
	switch c.Code {
	case MainWaits, OthersWait, OthersWaitAlone:
		switch a := advised[c.Then.Code]; {
		case a == advice.Debugger || a == advice.None:
			return a
		case c.Hops[0].isLock():
			return advice.SlowUnderLock
		case c.Hops[0].Code == WaitsForEnd && q.ownCalls():
			return advice.WaitOnMain
		}
		return advice.None
	case MainInDeadlock, MainBeforeDeadlock, DeadlockElsewhere:
		if !q.waitForLocks(c.Threads) {
			return advice.None
		}
	case MainDoes:
		a := advised[c.Then.Code]
		switch a {
		case advice.None, advice.Debugger:
		case advice.OtherProcess:
			if !q.alone() {
				return advice.None
			}
			if platform.SystemServes(c.Then.Call) {
				return advice.SystemServer
			}
		case advice.WaitOnMain:
			if strings.Contains(c.Then.Method, "unBlocking") || strings.HasSuffix(c.Then.Method, ".joinBlocking") {
				a = advice.RunBlockingOnMain
			}
			fallthrough
		default:
			if !q.ownCalls() {
				return advice.None
			}
		}
		return a
	}
	return advised[c.Code]
}

// isLock reports whether the thread waits for a lock.
func (h *Hop) isLock() bool {
	return h.Code == WaitsForLock || h.Code == WaitsForLockHeld || h.Code == WaitsForLockShown
}

// ownCalls reports whether code of the app or of a library caused main's activity. Nobody can change the platform's own calls.
func (q *inquiry) ownCalls() bool {
	from := q.s.called()
	return from.In != "" || from.By != ""
}

// waitForLocks reports whether all threads of a deadlock wait for locks, none for the end of another thread.
func (q *inquiry) waitForLocks(threads []int) bool {
	return !slices.ContainsFunc(threads, func(t int) bool {
		w, waits := q.f.Graph(q.block).Of(t)
		return !waits || w.Why != Monitor
	})
}

// alone reports whether the file has dumps of one process only.
func (q *inquiry) alone() bool {
	for i := range q.f.d.Blocks {
		if b := &q.f.d.Blocks[i]; b.PID != q.b.PID || b.CommandLine != q.b.CommandLine {
			return false
		}
	}
	return true
}
