package wait

import (
	"strconv"
	"strings"

	"traceglass/parser/dump"
)

// An activity is what a thread does, by its own stack.
type activity struct {
	rule       string
	confidence Confidence
	what       string // completes a sentence that begins with the thread: "sleeps, called by a.b.C.d"
	lines      []int
	threads    []int // others of which it speaks
}

// doing tries the rules about one stack, the most telling first (section 20).
func (f *Facts) doing(s *stack) activity {
	for _, rule := range []func(*Facts, *stack) (activity, bool){blocked, collecting, debugged, calling, initialising, telling, idle, hardware, polling, running, native, waiting, machine} {
		if a, ok := rule(f, s); ok {
			return a
		}
	}
	return activity{"cannot-tell", CannotTell, "has no stack and no state in this dump, so it cannot be told what it does", []int{s.Line}, nil}
}

// blocked: the thread wants a lock whose holder is not seen.
func blocked(f *Facts, s *stack) (activity, bool) {
	w, ok := f.Graph(s.Thread.Block).Of(s.row)
	if !ok || w.Why != Monitor || IdleHeapTask(f.d, s.Thread) {
		return activity{}, false
	}
	return activity{"lock", Certain, "waits for " + LockName(w.Object) + s.called() + "; " + nobody(w), []int{w.Line}, nil}, true
}

// collecting: the thread stands still for the collector of garbage, or works for it.
func collecting(_ *Facts, s *stack) (activity, bool) {
	a := activity{rule: "gc", confidence: Certain, lines: s.lines(s.Line)}
	switch s.State {
	case "WaitingForGcToComplete", "WaitingForGcThreadFlip", "WaitingWeakGcRootRead":
		a.what = "waits for a garbage collection to end (state " + s.State + ")" + s.called()
	case "WaitingPerformingGc":
		a.what = "collects garbage" + s.called()
	default:
		for i := range min(len(s.java), 3) {
			if key := s.java[i].key; key == "java.lang.Runtime.gc" || key == "java.lang.System.gc" || key == "dalvik.system.VMRuntime.gcSoftReferences" {
				a.what, a.lines = "collects garbage because it is asked to ("+s.java[i].short()+")"+s.called(), s.lines(s.java[i].line)
				return a, true
			}
		}
		return a, false
	}
	return a, true
}

// debugged: a debugger has stopped the thread.
func debugged(_ *Facts, s *stack) (activity, bool) {
	a := activity{rule: "debugger", confidence: Certain, lines: []int{s.Line}}
	at := s.breakpoint()
	switch {
	case strings.HasPrefix(s.State, "WaitingForDebugger"):
		a.what = "waits for a debugger (state " + s.State + ")" + s.called()
	case at != None:
		a.what, a.lines = "is stopped by a debugger"+s.called(), s.lines(at)
	case s.DebuggerSuspensions > 0:
		a.what = "is stopped by a debugger" + s.called()
	default:
		return a, false
	}
	return a, true
}

// breakpoint is the line of the debugger's native code that has the thread wait, None
// without.
func (s *stack) breakpoint() int {
	for i := range min(len(s.native), 8) {
		if strings.Contains(s.native[i].Symbol, "ThreadUtil::SuspendCheck") {
			return s.native[i].line
		}
	}
	return None
}

// calling: the thread waits for another process to answer, which the file does not show.
func calling(f *Facts, s *stack) (activity, bool) {
	c, ok := s.outgoing()
	if !ok {
		return activity{}, false
	}
	a := activity{"binder", Certain, "waits for another process to answer " + c.title() + " (binder)" + s.called(), s.lines(c.line), nil}
	if thread, pid, listed := f.peer(c); listed && thread == None {
		a.what = "waits for process " + strconv.Itoa(pid) + " to answer " + c.title() + " (binder), of which no thread in this file works on it" + s.called()
	}
	return a, true
}

// initialising: another thread runs the initialiser of a class that this one needs.
func initialising(f *Facts, s *stack) (activity, bool) {
	name, ok := strings.CutPrefix(s.object.Object.Class, "java.lang.Class<")
	name = strings.TrimSuffix(name, ">")
	if !ok || s.object.What != dump.WaitingOn || s.state != dump.Waiting || len(s.java) > 0 && s.java[0].Class == "java.lang.Object" {
		return activity{}, false
	}
	a := activity{"class-init", Likely, "waits for the class " + clip(name, 120) + " to be initialised", []int{s.at}, nil}
	for t := s.block.FirstThread; t < s.block.EndThread; t++ {
		thread := &f.d.Threads[t]
		for _, row := range f.d.Stack[thread.FirstRow:thread.EndRow] {
			if t != s.row && f.d.FrameKind(row.Place) == dump.JavaFrame && f.key(row.Place) == name+".<clinit>" {
				a.what += ", which " + f.Name(t) + " does"
				a.lines, a.threads = append(a.lines, int(row.Line)), []int{t}
				return a, true
			}
		}
	}
	return a, true
}

// telling: a frame near the top says what the thread does. Below the first that is not the
// platform's it is no longer what that code has called.
func telling(_ *Facts, s *stack) (activity, bool) {
	for i := range calls {
		c := &calls[i]
		for n := 0; n < min(len(s.java), s.code+1); n++ {
			if c.depth > 0 && n >= c.depth {
				break
			}
			if c.has(s.java[n].key) {
				a := activity{c.rule, c.confidence, c.what + " (" + s.java[n].short() + ")", s.lines(s.java[n].line), nil}
				a.what += s.calledBy(n)
				return a, true
			}
		}
	}
	return activity{}, false
}

const (
	next = "android.os.MessageQueue.next"
	poll = "android.os.MessageQueue.nativePollOnce"
)

// idle: the thread's loop waits for the next message.
func idle(_ *Facts, s *stack) (activity, bool) {
	at := 0
	for at < min(len(s.java), 3) && s.java[at].key != next {
		at++
	}
	switch {
	case at == min(len(s.java), 3):
		return s.joined()
	case at > 0 && s.java[0].key == "java.lang.Object.wait": // the poll of Android up to 2.2
		return activity{"idle", Certain, "is idle: it waits for messages", []int{s.java[0].line}, nil}, true
	case at == 0 || s.java[0].key != poll:
		return activity{"idle", Likely, "is between two messages, in its loop (" + s.java[0].short() + ")", []int{s.java[0].line}, nil}, true
	}
	a := activity{"idle", Certain, "is idle: it waits for messages", []int{s.java[0].line}, nil}
	if len(s.native) == 0 {
		a.confidence = Likely // native code that handles an event would not show either
		return a, true
	}
	switch top := means(s.native); {
	case top != nil && top.rule == "idle":
	case s.stopped(), s.block.Runtime == dump.Dalvik && top != nil && top.rule == "native-wait":
		a.confidence, a.what = Likely, "is in its loop: it was just back from waiting for messages when the dump stopped it"
	default:
		return activity{}, false
	}
	return a, true
}

// joined: a native process's main thread serves calls, or waits for events.
func (s *stack) joined() (activity, bool) {
	if len(s.java) > 0 {
		return activity{}, false
	}
	top := means(s.native)
	for i := range s.native {
		if strings.Contains(s.native[i].Symbol, "joinThreadPool") && top != nil && top.rule == "binder" {
			return activity{"idle", Certain, "is idle: it waits for calls of other processes", []int{s.native[i].line}, nil}, true
		}
	}
	if s.block.Kind == dump.Native && top != nil && top.rule == "idle" {
		return activity{"idle", Likely, "waits for events (" + clip(s.native[0].Name(), 80) + ")", []int{s.native[0].line}, nil}, true
	}
	return activity{}, false
}

// stopped reports whether native code was about to go on in Java, and was held up there for
// the dump or the collector.
func (s *stack) stopped() bool {
	for i := range min(len(s.native), 8) {
		for _, word := range []string{"GoToRunnable", "dvmChangeStatus", "FullSuspendCheck", "fullSuspendCheck", "TransitionFromSuspendedToRunnable", "dvmCheckSuspendPending"} {
			if strings.Contains(s.native[i].Symbol, word) {
				return true
			}
		}
	}
	return false
}

// hardware: the thread waits for a service of the phone's hardware to answer.
func hardware(_ *Facts, s *stack) (activity, bool) {
	for i := range min(len(s.java), 3) {
		if strings.HasPrefix(s.java[i].Class, "android.os.Hw") {
			return activity{"binder", Certain, "waits for a service of the hardware to answer (" + s.java[i].short() + ")" + s.called(), s.lines(s.java[i].line), nil}, true
		}
	}
	top := means(s.native)
	if top == nil || top.rule != "binder" {
		return activity{}, false
	}
	what, at := "waits for another process to answer (binder, from native code", s.native[0].line
	for i := range s.native {
		symbol, _, _ := strings.Cut(s.native[i].Symbol, "(")
		if symbol != "" && i > 0 && !binderCode(symbol) {
			what, at = what+": "+clip(symbol, 80), s.native[i].line
			break
		}
	}
	return activity{"binder", Certain, what + ")" + s.called(), s.lines(at), nil}, true
}

// binderCode reports whether a function only carries calls to other processes.
func binderCode(symbol string) bool {
	return symbol == "ioctl" || strings.Contains(symbol, "IPCThreadState") || strings.Contains(symbol, "BpBinder") || strings.Contains(symbol, "BpHwBinder")
}

// polling: the loop's poll has called native code, which handles an event or waits.
func polling(_ *Facts, s *stack) (activity, bool) {
	if len(s.java) == 0 || s.java[0].key != poll || len(s.native) == 0 {
		return activity{}, false
	}
	a := activity{"native", Likely, "is in native code that its loop has called, in " + clip(s.native[0].Name(), 100), []int{s.native[0].line, s.java[0].line}, nil}
	if top := means(s.native); top != nil {
		a.what += ": it " + top.what
	}
	return a, true
}

// running: the thread ran Java code when it was stopped. What a single look shows it at may
// be short, and chance.
func running(_ *Facts, s *stack) (activity, bool) {
	if s.state != dump.Running {
		return activity{}, false
	}
	a := activity{rule: "cpu", confidence: Likely, lines: s.lines(s.first())}
	switch {
	case s.code < len(s.java):
		a.what = "runs " + s.java[s.code].title() + s.calledBy(s.code)
		a.lines = []int{s.java[s.code].line}
		if s.app < len(s.java) && s.app != s.code {
			a.lines = append(a.lines, s.java[s.app].line)
		}
		if s.code > 0 {
			a.what += ", just then in " + s.java[0].short()
			a.lines = append(a.lines, s.java[0].line)
		}
	case len(s.java) > 0:
		a.what = "runs " + s.java[0].title()
	case len(s.native) > 0:
		a.what = "runs, in " + clip(s.native[0].Name(), 100)
	default:
		a.what, a.confidence, a.lines = "runs; the dump does not show what", CannotTell, []int{s.Line}
	}
	if work := s.work(); work != "" {
		a.what += " (" + work + ")"
	}
	if s.KernelState == 'D' {
		a.what += "; the kernel has it wait for storage or a driver (state D)"
	}
	return a, true
}

// work is a name for what busy code does, "" where no frame tells.
func (s *stack) work() string {
	for n := range s.java {
		for i := range works {
			if works[i].has(s.java[n].key) {
				return works[i].what
			}
		}
	}
	return ""
}

// native: the thread is in native code, at work or waiting.
func native(f *Facts, s *stack) (activity, bool) {
	if s.state != dump.InMachineCode && (s.state != dump.NoState || len(s.native) == 0) {
		return activity{}, false
	}
	a := activity{rule: "native", confidence: CannotTell, lines: s.lines(s.first())}
	if len(s.java) > 0 {
		a.what = "is in the native method " + s.java[0].title()
		a.what += s.calledBy(0)
	} else {
		a.what = "is in native code"
	}
	top := means(s.native)
	switch {
	case s.stopped() && s.block.Kind == dump.Native:
		// A native dump is not made by the virtual machine, so something else has stopped it.
		a.rule, a.confidence, a.what = "suspended", Likely, a.what+"; it cannot go on in Java, since the virtual machine has stopped its threads"
		if t, line := f.dumper(s.block); t != None {
			a.what += ": " + f.Name(t) + " was just making another dump of them"
			a.lines, a.threads = append(a.lines, line), []int{t}
		} else {
			a.what += " (for the collector, for a dump of its own or a debugger)"
		}
	case s.stopped():
		a.rule, a.confidence, a.what = "cpu", Likely, a.what+"; it was about to go on in Java when the dump stopped it"
		if work := s.work(); work != "" {
			a.what += " (" + work + ")"
		}
	case s.KernelState == 'D':
		a.rule, a.confidence, a.what = "file", Likely, a.what+"; the kernel has it wait for storage or a driver (state D)"
	case top != nil:
		a.rule, a.confidence, a.what = top.rule, Likely, a.what+": it "+top.what+s.library()
		if top.rule == "idle" { // an app's code that waits for events is not the loop
			a.rule = "native-wait"
		}
		a.lines = append([]int{s.native[0].line}, a.lines...)
	case len(s.native) > 0 && s.KernelState == 'S' && s.block.Runtime == dump.ART:
		a.rule, a.confidence = "native-wait", Likely
		a.what += " (" + clip(s.native[0].Name(), 100) + s.library() + "); the kernel has it asleep (state S), so it waits there for something that the dump does not name"
	case len(s.native) > 0:
		a.what += " (" + clip(s.native[0].Name(), 100) + s.library() + "); whether it works or waits there the dump does not show"
	default:
		a.what += "; the dump has no native frames, so whether it works or waits there it does not show"
	}
	return a, true
}

// dumper is the thread of a native dump that makes one of the virtual machine's own, and the
// line that shows it; None without.
func (f *Facts) dumper(b *dump.Block) (thread, line int) {
	for t := b.FirstThread; t < b.EndThread; t++ {
		for _, row := range f.d.Stack[f.d.Threads[t].FirstRow:f.d.Threads[t].EndRow] {
			if strings.Contains(f.key(row.Place), "DumpForSigQuit") {
				return t, int(row.Line)
			}
		}
	}
	return None, 0
}

// library is the innermost library that is neither the system's own nor the machine's, as
// ", in libgame.so", else "".
func (s *stack) library() string {
	for i := range s.native {
		name := s.native[i].Map[strings.LastIndexAny(s.native[i].Map, "/!")+1:]
		if name, ok := strings.CutSuffix(name, " (deleted)"); ok || !strings.HasSuffix(name, ".so") {
			continue
		}
		switch name {
		case "libc.so", "libc++.so", "libart.so", "libdvm.so", "libutils.so", "libbase.so":
			continue
		}
		for _, driver := range []string{"libMali", "libGLES", "libEGL", "libgsl", "libvulkan", "vulkan.", "libhwui"} {
			if strings.HasPrefix(name, driver) {
				return ", in " + clip(name, 60) + ", which draws"
			}
		}
		return ", in " + clip(name, 60)
	}
	return ""
}

// waiting: the thread waits on an object until another wakes it.
func waiting(f *Facts, s *stack) (activity, bool) {
	if s.state != dump.Waiting && s.state != dump.Timed {
		return activity{}, false
	}
	a := activity{rule: "wait", confidence: Likely, what: "waits until another thread wakes it", lines: s.lines(s.first())}
	if s.state == dump.Timed {
		a.what += " or its time is over"
	}
	if len(s.java) > 0 {
		a.what += " (" + s.java[0].short() + ")"
	}
	a.what += s.called()
	if s.at != None && s.object.Object.Kind != dump.NoID {
		a.lines = append([]int{s.at}, a.lines...)
		if others := f.mention(s); len(others) > 0 {
			a.threads = others
			a.what += "; " + f.Name(others[0]) + " has to do with the same object"
		}
	}
	return a, true
}

// mention lists the threads of the block, at most farthest, whose stacks show the object
// that s waits on.
func (f *Facts) mention(s *stack) (threads []int) {
	for t := s.block.FirstThread; t < s.block.EndThread && len(threads) < farthest; t++ {
		thread := &f.d.Threads[t]
		for row := thread.FirstLock; t != s.row && row < thread.EndLock; row++ {
			if f.d.Lock(row).Object == s.object.Object {
				threads = append(threads, t)
				break
			}
		}
	}
	return threads
}

// machine: the thread is in a state of the virtual machine's own.
func machine(_ *Facts, s *stack) (activity, bool) {
	if s.State == "" {
		if len(s.java) == 0 {
			return activity{}, false
		}
		return activity{"cannot-tell", CannotTell, "is in " + s.java[0].title() + "; the dump gives no state, so it cannot be told whether it works or waits" + s.called(), s.lines(s.first()), nil}, true
	}
	a := activity{"vm", Likely, "waits for something inside the virtual machine (state " + clip(s.State, 40) + ")" + s.called(), []int{s.Line}, nil}
	switch s.state {
	case dump.NoState:
		a.rule, a.confidence, a.what = "cannot-tell", CannotTell, "is in a state that is not known ("+clip(s.State, 40)+")"+s.called()
	case dump.Ended:
		a.what = "has ended"
	}
	return a, true
}
