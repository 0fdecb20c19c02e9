package wait

import (
	"slices"
	"strings"

	"traceglass/parser/dump"
)

// An activity describes what a thread does, by its own stack.
type activity struct {
	rule       string
	confidence Confidence
	Fact       // a clause whose subject is the thread
	lines      []int
	threads    []int // other threads that the Fact names
}

// doing returns the activity that the first matching rule finds in a stack. The most specific rules
// come first (section 20).
func (f *Facts) doing(s *stack) activity {
	for _, rule := range []func(*Facts, *stack) (activity, bool){blocked, collecting, debugged, calling, initialising, fromTopFrames, ended, idle, hardware, polling, running, native, waiting, machine} {
		if a, ok := rule(f, s); ok {
			return a
		}
	}
	return activity{"cannot-tell", CannotTell, Fact{Code: HasNothing}, []int{s.Line}, nil}
}

// blocked: the thread wants a lock whose holder is not shown.
func blocked(f *Facts, s *stack) (activity, bool) {
	w, ok := f.Graph(s.Thread.Block).Of(s.row)
	if !ok || w.Why != Monitor || IdleHeapTask(f.d, s.Thread) {
		return activity{}, false
	}
	return activity{"lock", Certain, unknownHolder(w, s.called()), []int{w.Line}, nil}, true
}

// collecting: the thread waits for the garbage collector, or works for it.
func collecting(_ *Facts, s *stack) (activity, bool) {
	a := activity{rule: "gc", confidence: Certain, lines: s.lines(s.Line)}
	a.From = s.called()
	switch s.State {
	case "WaitingForGcToComplete", "WaitingForGcThreadFlip", "WaitingWeakGcRootRead":
		a.Code, a.State = GCWaits, s.State
	case "WaitingPerformingGc":
		a.Code = GCWorks
	default:
		for i := range min(len(s.java), 3) {
			if key := s.java[i].key; key == "java.lang.Runtime.gc" || key == "java.lang.System.gc" || key == "dalvik.system.VMRuntime.gcSoftReferences" {
				a.Code, a.Method, a.lines = GCAsked, s.java[i].Name(), s.lines(s.java[i].line)
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
	a.Code, a.From = DebuggerStops, s.called()
	at := s.breakpoint()
	switch {
	case strings.HasPrefix(s.State, "WaitingForDebugger"):
		a.Code, a.State = DebuggerAwaited, s.State
	case at != None:
		a.lines = s.lines(at)
	case s.DebuggerSuspensions > 0:
	default:
		return a, false
	}
	return a, true
}

// breakpoint returns the line of the debugger's native frame that makes the thread wait, or None.
func (s *stack) breakpoint() int {
	for i := range min(len(s.native), 8) {
		if strings.Contains(s.native[i].Symbol, "ThreadUtil::SuspendCheck") {
			return s.native[i].line
		}
	}
	return None
}

// calling: the thread waits for an answer from another process that the file does not show.
func calling(f *Facts, s *stack) (activity, bool) {
	c, ok := s.outgoing()
	if !ok {
		return activity{}, false
	}
	a := activity{"binder", Certain, Fact{CallsProcess, Args{Call: c.title(), From: s.called()}}, s.lines(c.line), nil}
	if thread, pid, listed := f.servers.peer(c); listed && thread == None {
		a.Code, a.Number = CallsUnserved, pid
	}
	if s.state == dump.Running {
		a.confidence = Likely
	}
	return a, true
}

// initialising: another thread runs the initializer of a class that this thread needs.
func initialising(f *Facts, s *stack) (activity, bool) {
	name, ok := strings.CutPrefix(s.object.Object.Class, "java.lang.Class<")
	name = strings.TrimSuffix(name, ">")
	if !ok || s.object.What != dump.WaitingOn || s.state != dump.Waiting || len(s.java) > 0 && s.java[0].Class == "java.lang.Object" {
		return activity{}, false
	}
	a := activity{"class-init", Likely, Fact{InitialisesClass, Args{Class: name}}, []int{s.at}, nil}
	for t := s.block.FirstThread; t < s.block.EndThread; t++ {
		thread := &f.d.Threads[t]
		for _, row := range f.d.Stack[thread.FirstRow:thread.EndRow] {
			if t != s.row && f.d.FrameKind(row.Place) == dump.JavaFrame && f.d.Mentions(row.Place, name) && f.stacks.key(row.Place) == name+".<clinit>" {
				a.Thread = f.threadArg(t, s.Block)
				a.lines, a.threads = append(a.lines, int(row.Line)), []int{t}
				return a, true
			}
		}
	}
	return a, true
}

// fromTopFrames: a frame near the top identifies the activity. The search ends at the first frame
// that is not the platform's, because frames below it are callers of that code.
func fromTopFrames(_ *Facts, s *stack) (activity, bool) {
	for i := range calls {
		c := &calls[i]
		for n := 0; n < min(len(s.java), s.code+1); n++ {
			if c.depth > 0 && n >= c.depth {
				break
			}
			if c.contains(s.java[n].key) {
				sure := c.confidence
				if s.state == dump.Running { // entering, leaving or inside native code
					sure = max(sure, Likely)
				}
				return activity{c.rule, sure, Fact{c.code, Args{Method: s.java[n].Name(), From: s.calledBy(n)}}, s.lines(s.java[n].line), nil}, true
			}
		}
	}
	return activity{}, false
}

// ended: the main thread of a Dalvik process has returned from its code.
func ended(f *Facts, s *stack) (activity, bool) {
	const base = "dalvik.system.NativeStart."
	if len(s.java) == 0 || f.Graph(f.d.Threads[s.row].Block).main != s.row || slices.ContainsFunc(s.java, func(at frame) bool { return !strings.HasPrefix(at.key, base) }) {
		return activity{}, false
	}
	for i := range s.native {
		if symbol := s.native[i].Symbol; strings.Contains(symbol, "AndroidRuntime::start") || strings.Contains(symbol, "AndroidRuntime5start") {
			return activity{"ending", Likely, Fact{Code: LoopLeft}, []int{s.java[0].line, s.native[i].line}, nil}, true
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
		return activity{"idle", Certain, Fact{Code: IdleLooper}, []int{s.java[0].line}, nil}, true
	case at == 0 || s.java[0].key != poll:
		return activity{"idle", Likely, Fact{IdleBetween, Args{Method: s.java[0].Name()}}, []int{s.java[0].line}, nil}, true
	}
	a := activity{"idle", Certain, Fact{Code: IdleLooper}, []int{s.java[0].line}, nil}
	if len(s.native) == 0 {
		a.confidence = Likely // native code that handles an event would look the same
		return a, true
	}
	switch top := meaningOf(s.native); {
	case top != nil && top.rule == "idle":
	case s.stopped(), s.block.Runtime == dump.Dalvik && top != nil && top.rule == "native-wait":
		a.confidence, a.Code = Likely, IdleBack
	default:
		return activity{}, false
	}
	return a, true
}

// joined: the main thread of a native process serves calls or waits for events.
func (s *stack) joined() (activity, bool) {
	if len(s.java) > 0 {
		return activity{}, false
	}
	top := meaningOf(s.native)
	for i := range s.native {
		if strings.Contains(s.native[i].Symbol, "joinThreadPool") && top != nil && top.rule == "binder" {
			return activity{"idle", Certain, Fact{Code: IdleBinder}, []int{s.native[i].line}, nil}, true
		}
	}
	if s.block.Kind == dump.Native && top != nil && top.rule == "idle" {
		return activity{"idle", Likely, Fact{IdleEvents, Args{Function: s.native[0].Name()}}, []int{s.native[0].line}, nil}, true
	}
	return activity{}, false
}

// stopped reports whether native code tried to return to Java and was blocked there for the dump or
// the collector.
func (s *stack) stopped() bool {
	for i := range min(len(s.native), 8) {
		for _, word := range []string{"GoToRunnable", "dvmChangeStatus", "FullSuspendCheck", "fullSuspendCheck", "TransitionFromSuspendedToRunnable", "dvmCheckSuspendPending"} {
			if strings.Contains(s.native[i].Symbol, word) {
				return true
			}
		}
		if i > 0 && strings.Contains(s.native[i-1].Symbol, "WaitHoldingLocks") && entersMachine(s.native[i].Symbol) {
			return true // compiled code can return inside the function that native code called
		}
	}
	return false
}

// entersMachine reports whether a symbol is a JNI function, which a thread may enter only while the
// virtual machine's threads run. Functions that enter a monitor are excluded: they wait for its
// owner.
func entersMachine(symbol string) bool {
	return begins(symbol, []string{"art::JNI::", "art::JNI<", "art::(anonymous namespace)::CheckJNI::", "_ZN3art3JNI", "_ZN3art12_GLOBAL__N_18CheckJNI"}) && !strings.Contains(symbol, "MonitorEnter")
}

// hardware: the thread waits for a hardware service of the device.
func hardware(_ *Facts, s *stack) (activity, bool) {
	for i := range min(len(s.java), 3) {
		if strings.HasPrefix(s.java[i].Class, "android.os.Hw") {
			return activity{"binder", Certain, Fact{CallsHardware, Args{Method: s.java[i].Name(), From: s.called()}}, s.lines(s.java[i].line), nil}, true
		}
	}
	top := meaningOf(s.native)
	if top == nil || top.rule != "binder" {
		return activity{}, false
	}
	a := activity{"binder", Certain, Fact{CallsNatively, Args{From: s.called()}}, s.lines(s.native[0].line), nil}
	for i := range s.native {
		symbol, _, _ := strings.Cut(s.native[i].Symbol, "(")
		if symbol != "" && i > 0 && !binderCode(symbol) {
			a.Function, a.lines = symbol, s.lines(s.native[i].line)
			break
		}
	}
	return a, true
}

// binderCode reports whether a function only transports calls to other processes.
func binderCode(symbol string) bool {
	return symbol == "ioctl" || strings.Contains(symbol, "IPCThreadState") || strings.Contains(symbol, "BpBinder") || strings.Contains(symbol, "BpHwBinder")
}

// polling: the loop's poll called native code, which handles an event or waits.
func polling(_ *Facts, s *stack) (activity, bool) {
	if len(s.java) == 0 || s.java[0].key != poll || len(s.native) == 0 {
		return activity{}, false
	}
	a := activity{"native", Likely, Fact{LoopInNative, Args{Function: s.native[0].Name()}}, []int{s.native[0].line, s.java[0].line}, nil}
	if top := meaningOf(s.native); top != nil {
		a.Then = &Fact{Code: top.code}
	}
	return a, true
}

// running: the thread ran Java code when it was stopped. A single dump may show a short method by
// chance.
func running(_ *Facts, s *stack) (activity, bool) {
	if s.state != dump.Running {
		return activity{}, false
	}
	a := activity{rule: "cpu", confidence: Likely, lines: s.lines(s.first())}
	a.Code = Runs
	switch {
	case s.code < len(s.java):
		a.Method, a.From = s.java[s.code].Name(), s.calledBy(s.code)
		a.lines = []int{s.java[s.code].line}
		if s.app < len(s.java) && s.app != s.code {
			a.lines = append(a.lines, s.java[s.app].line)
		}
		if e := s.entry(); e >= 0 {
			a.lines = append(a.lines, s.java[e].line)
		}
		if s.code > 0 {
			a.Top = s.java[0].Name()
			a.lines = append(a.lines, s.java[0].line)
		}
	case len(s.java) > 0:
		a.Method, a.From = s.java[0].Name(), s.calledBy(0)
	case len(s.native) > 0:
		a.Function = s.native[0].Name()
	default:
		a.Code, a.confidence, a.lines = RunsUnseen, CannotTell, []int{s.Line}
	}
	a.Then = s.work()
	if s.KernelState == 'D' {
		a.Place = &Fact{Code: OnDisk}
	}
	return a, true
}

// work returns the kind of work of busy code, or nil if no frame shows it.
func (s *stack) work() *Fact {
	for n := range s.java {
		for i := range works {
			if works[i].contains(s.java[n].key) {
				return &Fact{Code: works[i].code}
			}
		}
	}
	return nil
}

// native: the thread is in native code, working or waiting.
func native(f *Facts, s *stack) (activity, bool) {
	if s.state != dump.InMachineCode && (s.state != dump.NoState || len(s.native) == 0) {
		return activity{}, false
	}
	a := activity{rule: "native", confidence: CannotTell, lines: s.lines(s.first())}
	if len(s.java) > 0 {
		a.Place = &Fact{InNativeMethod, Args{Method: s.java[0].Name(), From: s.calledBy(0)}}
	} else {
		a.Place = &Fact{Code: InNativeCode}
	}
	top := meaningOf(s.native)
	switch {
	case s.stopped() && s.block.Kind == dump.Native:
		// The virtual machine does not make native dumps, so something else has stopped it.
		a.rule, a.confidence, a.Code = "suspended", Likely, NativeSuspended
		if t, line := f.stacks.dumper(s.block); t != None {
			a.Code, a.Thread = NativeSuspendedDump, f.threadArg(t, s.Block)
			a.lines, a.threads = append(a.lines, line), []int{t}
		}
	case s.stopped():
		a.rule, a.confidence, a.Code, a.Then = "cpu", Likely, NativeStopped, s.work()
	case s.KernelState == 'D':
		a.rule, a.confidence, a.Code = "file", Likely, NativeDisk
	case top != nil:
		a.rule, a.confidence, a.Code, a.Then = top.rule, Likely, NativeMeans, &Fact{Code: top.code}
		a.Library, a.Renderer = s.library()
		if top.rule == "idle" { // app code that waits for events is not the loop
			a.rule = "native-wait"
		}
		a.lines = append([]int{s.native[0].line}, a.lines...)
	case len(s.native) > 0:
		a.Code, a.Function = NativeUnknown, s.native[0].Name()
		a.Library, a.Renderer = s.library()
		if s.KernelState == 'S' && s.block.Runtime == dump.ART {
			a.rule, a.confidence, a.Code = "native-wait", Likely, NativeAsleep
		}
	default:
		a.Code = NativeUnshown
	}
	return a, true
}

// library returns the innermost library that belongs to neither the system nor the virtual machine,
// or "". A library that draws is returned as renderer.
func (s *stack) library() (name, renderer string) {
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
				return "", name
			}
		}
		return name, ""
	}
	return "", ""
}

// waiting: the thread waits on an object until another thread wakes it.
func waiting(f *Facts, s *stack) (activity, bool) {
	if s.state != dump.Waiting && s.state != dump.Timed {
		return activity{}, false
	}
	a := activity{"wait", Likely, Fact{WaitsForNotify, Args{From: s.called()}}, s.lines(s.first()), nil}
	if s.state == dump.Timed {
		a.Code = WaitsForNotifyTimed
	}
	if len(s.java) > 0 {
		a.Method = s.java[0].Name()
	}
	if s.at != None && s.object.Object.Kind != dump.NoID {
		a.lines = append([]int{s.at}, a.lines...)
		if others := f.mention(s); len(others) > 0 {
			a.threads, a.Thread = others, f.threadArg(others[0], s.Block)
		}
	}
	return a, true
}

// mention lists the threads of the block whose stacks show the object that s waits on, at most
// farthest.
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

// machine: the thread is in a state internal to the virtual machine.
func machine(_ *Facts, s *stack) (activity, bool) {
	if s.State == "" {
		if len(s.java) == 0 {
			return activity{}, false
		}
		return activity{"cannot-tell", CannotTell, Fact{WithoutState, Args{Method: s.java[0].Name(), From: s.calledBy(0)}}, s.lines(s.first()), nil}, true
	}
	a := activity{"vm", Likely, Fact{InMachine, Args{State: s.State, From: s.called()}}, []int{s.Line}, nil}
	switch s.state {
	case dump.NoState:
		a.rule, a.confidence, a.Code = "cannot-tell", CannotTell, UnknownState
	case dump.Ended:
		a.Fact = Fact{Code: HasEnded}
	}
	return a, true
}
