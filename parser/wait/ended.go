package wait

import (
	"strings"

	"traceglass/parser/dump"
)

// uncaught is the method that handles uncaught exceptions.
const uncaught = "java.lang.Thread.dispatchUncaughtException"

// crashing returns the first thread of a block that handles an uncaught exception, and the line
// that shows it, or None.
func (f *Facts) crashing(b *dump.Block) (thread, line int) {
	for t := b.FirstThread; t < b.EndThread; t++ {
		for _, row := range f.d.Stack[f.d.Threads[t].FirstRow:f.d.Threads[t].EndRow] {
			if f.d.FrameKind(row.Place) == dump.JavaFrame && f.d.Mentions(row.Place, uncaught) && f.key(row.Place) == uncaught {
				return t, int(row.Line)
			}
		}
	}
	return None, 0
}

// aborts are prefixes of lines that an aborting virtual machine writes above its threads.
var aborts = []string{"Runtime aborting", "Dumping all threads without mutator lock held", "Aborting thread:"}

// aborting reports whether the virtual machine was aborting when it wrote a block. It returns the
// line that shows it and the aborting thread, None if that is not shown.
func (f *Facts) aborting(b *dump.Block) (thread, line int, aborting bool) {
	const above = 8 // lines above the block that still belong to it
	first := b.EndLine
	if b.FirstThread < b.EndThread {
		first = f.d.Threads[b.FirstThread].Line
	}
	line = None
	for i := max(0, b.Line-above); i < min(first, b.Line+above) && line == None; i++ {
		if begins(f.d.Content(i), aborts) {
			line = i
		}
	}
	for t := b.FirstThread; t < b.EndThread; t++ {
		at := &f.d.Threads[t]
		if at.State == "NativeForAbort" {
			return t, at.Line, true
		}
		for _, row := range f.d.Stack[at.FirstRow:at.EndRow] {
			const abort = "art::Runtime::Abort("
			if f.d.FrameKind(row.Place) == dump.NativeFrame && f.d.Mentions(row.Place, abort) && strings.Contains(f.key(row.Place), abort) {
				return t, int(row.Line), true
			}
		}
	}
	return None, line, line != None
}

// aborted: a process that aborted wrote the block; this is no ANR.
func aborted(q *inquiry) (Claim, bool) {
	thread, line, ok := q.f.aborting(q.b)
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
	t, line := q.f.crashing(q.b)
	if t == None || main == "crash" {
		return Claim{}, false
	}
	return Claim{Rule: "crash", Confidence: Certain, Fact: Fact{Crashing, Args{Thread: q.f.threadArg(t, q.block)}}, Lines: []int{line}, Threads: []int{t}}, true
}
