package wait

import ()

// uncaught is the method that handles uncaught exceptions.
const uncaught = "java.lang.Thread.dispatchUncaughtException"

// aborts are prefixes of lines that an aborting virtual machine writes above its threads.
var aborts = []string{"Runtime aborting", "Dumping all threads without mutator lock held", "Aborting thread:"}

// aborted: a process that aborted wrote the block; this is no ANR.
func aborted(q *inquiry) (Claim, bool) {
	thread, line, ok := q.f.stacks.aborting(q.b)
	if !ok {
		return Claim{}, false
	}
	c := Claim{Rule: "abort", Confidence: Certain, Lines: []int{line}}
	c.Code = Aborting
	if thread != None {
		c.Threads, c.Thread = []int{thread}, q.f.threadArg(thread, q.block)
	}
	return c, true
}

// reporters are the platform's classes that report an uncaught exception to the system.
var reporters = []string{"com.android.internal.os.RuntimeInit$UncaughtHandler.", "com.android.internal.os.RuntimeInit$KillApplicationHandler."}

// crashed: main reports a crash to the system or handles an exception, and the file does not name
// it as not answering.
func crashed(q *inquiry) (Claim, bool) {
	if q.main == None {
		return Claim{}, false
	}
	for i := range q.s.java {
		if begins(q.s.java[i].key, reporters) {
			return Claim{Rule: "crash", Confidence: Certain, Fact: Fact{Code: MainReportsCrash}, Lines: []int{q.s.java[i].line}, Threads: []int{q.main}}, true
		}
	}
	if q.f.notAnswering && q.f.hung == q.block {
		return Claim{}, false
	}
	for i := range q.s.java {
		if q.s.java[i].key == uncaught {
			return Claim{Rule: "crash", Confidence: Certain, Fact: Fact{Code: MainCrashes}, Lines: []int{q.s.java[i].line}, Threads: []int{q.main}}, true
		}
	}
	return Claim{}, false
}

// crash: a thread handles an uncaught exception.
func crash(q *inquiry, main string) (Claim, bool) {
	t, line := q.f.stacks.crashing(q.b)
	if t == None || main == "crash" {
		return Claim{}, false
	}
	return Claim{Rule: "crash", Confidence: Certain, Fact: Fact{Crashing, Args{Thread: q.f.threadArg(t, q.block)}}, Lines: []int{line}, Threads: []int{t}}, true
}
