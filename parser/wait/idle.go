package wait

import (
	"cmp"
	"slices"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/platform"
)

// looked is how many of the topmost Java frames are checked to decide whether a thread is idle.
const looked = 16

// topIdle are prefixes of the topmost Java frame's key in workers that wait for work in native
// code. Any native frames above must be waits too.
var topIdle = []string{
	"android.os.MessageQueue.nativePollOnce",
	"android.os.UEventObserver.next", "android.os.UEventObserver.nativeWaitForNextEvent",
	"android.hardware.SensorManager.sensors_data_poll",
	"com.android.server.AlarmManagerService.waitForAlarm",
}

// idleSymbols are parts of native symbols, mangled or not. A worker waits for work in these
// functions. They apply to sleeping threads without Java frames.
var idleSymbols = []string{
	"talkWithDriver", "joinThreadPool", // binder
	"Looper::pollOnce", "Looper8pollOnce", "Looper::pollInner", "Looper9pollInner", // a message queue
	"ALooper::loop", "ALooper4loop", // a media looper
	"CommonPool::workerLoop", "uirenderer::TaskThread", "TaskManager10TaskThread", "TaskManager::TaskThread", // hwui
	"AsyncWorker::run",
	"EventCount::CommitWait", // Eigen's pools, of TensorFlow Lite
	"parking_lot_core::thread_parker", "tokio::runtime",
	"ThreadPool::GetTask", "ThreadPool7GetTask", "ThreadPoolWorker::Run", "ThreadPoolWorker3Run", // ART's pools
	"TaskProcessor::GetTask", "TaskProcessor7GetTask", // its heap tasks
	"SignalCatcher::WaitForSignal", "SignalCatcher13WaitForSignal",
	"timer_thread_start",
	"SoundPoolThread::read", "SoundPoolThread4read", "SoundPool::run", "SoundPool3run",
	"WorkerThread::WaitForWork", "WaitableEvent::TimedWait", // Chromium's pools
}

// idleNames are prefixes of the names of threads without Java frames that run only on demand: those
// of the virtual machine, and pools whose frames usually lack names. The kernel keeps 15 bytes of a
// name.
var idleNames = []string{
	"JDWP", "ADB-JDWP", "Jit thread pool", "Profile Saver", "Compiler", "GC", "HeapWorker",
	"Heap thread pool", "perfetto_hprof_listener", "Metrics Background Reporting",
	"FinalizerDaemon", "FinalizerWatchd", "ReferenceQueueD", "HeapTaskDaemon",
	"Studio:", "Java Sampler", "GeckoJavaSampler", "perfd", // profilers
	"hwuiTask", "mali-", "tokio-", "POSIX timer", "CCodecWatchdog",
	"ThreadPoolForeg", "ThreadPoolSingl", "ThreadPoolServi", "TaskSchedulerFo", "TaskSchedulerSi", "TaskSchedulerSe", "CompositorTileW", // Chromium's
	"binder:", "Binder:", "Binder_", "Binder Thread #", "HwBinder:",
}

// writers are prefixes of the names of threads that write dumps. They run because of the dump.
var writers = []string{"Signal Catcher", "xcrash_trace_dp"}

// Idle reports whether a thread only waits for work (section 19.5): a looper for messages, a binder
// thread for calls, or a pool worker for tasks. A daemon of the virtual machine is idle too, even
// if its state is Blocked (IdleHeapTask).
func Idle(d *dump.Dump, t *dump.Thread) bool {
	if IdleHeapTask(d, t) || begins(t.Name, writers) {
		return true
	}
	if dump.ClassOf(t.State) == dump.Blocked {
		return false
	}
	java, native, kernel, works, busy := 0, "", "", false, false
	for row := t.FirstRow; row < min(t.EndRow, t.FirstRow+deepest) && java < looked; row++ {
		place := d.Stack[row].Place
		switch d.FrameKind(place) {
		case dump.KernelFrame:
			if f := d.Frame(place); kernel == "" && f.Symbol != "__switch_to" && f.Symbol != "cpu_switch_to" {
				kernel = f.Symbol
			}
		case dump.NativeFrame:
			f := d.Frame(place)
			if native == "" && f.Symbol != "" && f.Symbol != "__kernel_vsyscall" { // on x86, the entry into the kernel
				native = f.Symbol
			}
			if strings.Contains(f.Symbol, "waitForResponse") {
				return false // an outgoing call, which also has talkWithDriver above it
			}
			if !works && !busy {
				works = containsAny(f.Symbol, idleSymbols...)
				busy = !works && !pauses(&f)
			}
		case dump.JavaFrame:
			f := d.Frame(place)
			key := f.Key()
			if java == 0 && begins(key, topIdle) {
				return native == "" || asleep(native)
			}
			switch {
			case platform.AwaitsWork(key):
				return true
			case java > 0 && key == "android.os.MessageQueue.next": // up to Android 2.2 a message queue waited in Java
				return true
			case strings.HasPrefix(key, "dalvik.system.NativeStart.run"):
				continue
			case !platform.Waits(key):
				return false
			}
			java++
		}
	}
	if java > 0 {
		return false
	}
	sleeps := cmp.Or(native, kernel)
	if sleeps == "" {
		if at, ok := d.Kernel(t); ok {
			sleeps = at.Word
		}
	}
	switch {
	case t.Name == "RenderThread": // one that waits for a lock is not idle
		return polls(sleeps)
	case begins(t.Name, idleNames):
		return sleeps == "" || asleep(sleeps)
	}
	return works && asleep(sleeps)
}

// AtRest reports whether a thread shows no sign of being blocked. It is idle, or waits in its own
// loop to be woken. In native code it may also wait for a condition, events, data or a connection.
// A thread that waits for a lock held while the system writes the dump is at rest too.
func (f *Facts) AtRest(thread int) bool {
	t := &f.d.Threads[thread]
	if Idle(f.d, t) || f.forDump.waits(thread) {
		return true
	}
	if f.Graph(t.Block).main == thread || t.KernelState == 'D' || f.wantsLock(thread) {
		return false
	}
	s := f.stacks.of(thread)
	if len(s.java) == 0 {
		for i := range s.native {
			if symbol := s.native[i].Symbol; strings.Contains(symbol, "waitForResponse") || strings.Contains(symbol, "mutex") {
				return false
			}
		}
		top := meaningOf(s.native)
		return top != nil && (top.code == AtEvents || top.code == AtNativeCondition || top.code == AtRead || top.code == AtSocket || top.code == AtSignal)
	}
	own := 0
	for own < len(s.java) && platform.Waits(s.java[own].key) {
		own++
	}
	if own == 0 || own == len(s.java) || !platform.Pauses(s.java[own-1].key) {
		return false
	}
	below := s.java[own+1:] // of the one method that waits
	return len(below) == 0 && s.java[own].Method == "run" || len(below) == 1 && below[0].key == "java.lang.Thread.run"
}

// dumps is the system's method that dumps processes.
const dumps = "dumpStackTraces"

// forDump finds the threads that wait for the dump itself.
type forDump struct {
	d       *dump.Dump
	stacks  *stacks
	graphs  *graphs
	answers []answer // by thread, nil until asked for
}

// waits reports whether a thread's chain of locks ends at the thread that writes the dump. The
// system always holds locks then, so this is no fault. A dump writer that waits for a lock itself
// counts as blocked.
func (f *forDump) waits(thread int) bool {
	if f.answers == nil {
		f.answers = make([]answer, len(f.d.Threads))
	}
	if f.answers[thread] == unknown {
		f.answers[thread] = no
		if f.chainEnds(thread) {
			f.answers[thread] = yes
		}
	}
	return f.answers[thread] == yes
}

// An answer is the stored result of a question about a thread.
type answer uint8

const (
	unknown answer = iota
	no
	yes
)

func (f *forDump) chainEnds(thread int) bool {
	g := f.graphs.get(f.d.Threads[thread].Block)
	for at, steps := thread, 0; steps < farthest; steps++ {
		w, waits := g.Of(at)
		switch {
		case !waits:
			return at != thread && f.stacks.writesDump(at)
		case w.For == None:
			return false
		}
		at = w.For
	}
	return false // a deadlock
}

// pauses reports whether a native frame may appear above the point where a worker waits for work.
// Any other frame shows that the worker has work.
func pauses(f *dump.Frame) bool {
	switch platform.FileName(f.Map) {
	case "libc.so", "libc++.so", "libpthread.so", "[vdso]":
		return true
	}
	return f.Symbol == "" || containsAny(f.Symbol, "wait", "Wait", "park", "futex", "mio::")
}

func begins(key string, any []string) bool {
	return slices.ContainsFunc(any, func(start string) bool { return strings.HasPrefix(key, start) })
}

// asleep reports whether a native or kernel function waits, for events or anything else.
func asleep(symbol string) bool {
	return containsAny(symbol, "syscall", "futex", "cond_wait", "cond_timedwait", "sigtimedwait", "recv", "accept", "read", "sem_wait", "ioctl") || polls(symbol)
}

// polls reports whether a native function waits for events.
func polls(symbol string) bool {
	return containsAny(symbol, "epoll_wait", "epoll_pwait", "ppoll", "poll", "pselect", "select")
}

func containsAny(s string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(s, part) })
}
