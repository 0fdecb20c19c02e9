package wait

import (
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/platform"
)

// looked is how many of a stack's topmost Java frames tell whether a thread is idle.
const looked = 16

// idleNames begin the names of the virtual machine's own threads that have no Java frames.
var idleNames = []string{
	"Signal Catcher", "JDWP", "ADB-JDWP", "Jit thread pool", "Profile Saver", "Compiler", "GC", "HeapWorker",
	"Heap thread pool", "perfetto_hprof_listener", "Metrics Background Reporting",
}

// Idle reports whether a thread only waits for work (section 19.5): a looper for messages, a
// binder thread for calls, a pool's worker for tasks, a daemon of the virtual machine, also
// one that says Blocked (IdleHeapTask).
func Idle(d *dump.Dump, t *dump.Thread) bool {
	if IdleHeapTask(d, t) {
		return true
	}
	java, native := 0, ""
	binder := false
	for row := t.FirstRow; row < t.EndRow && java < looked; row++ {
		place := d.Stack[row].Place
		switch d.FrameKind(place) {
		case dump.NativeFrame, dump.KernelFrame:
			f := d.Frame(place)
			if native == "" && f.Symbol != "" {
				native = f.Symbol
			}
			binder = binder || strings.Contains(f.Symbol, "talkWithDriver") || strings.Contains(f.Symbol, "joinThreadPool")
		case dump.JavaFrame:
			f := d.Frame(place)
			key := f.Key()
			if java == 0 && strings.HasPrefix(key, "android.os.MessageQueue.nativePollOnce") {
				return native == "" || polls(native)
			}
			if platform.AwaitsWork(key) {
				return true
			}
			if strings.HasPrefix(key, "dalvik.system.NativeStart.run") {
				continue
			}
			if !platform.Waits(key) {
				return false
			}
			java++
		}
	}
	if java > 0 {
		return false
	}
	if binder {
		return true
	}
	if t.Name == "RenderThread" {
		return polls(native)
	}
	for _, name := range idleNames {
		if strings.HasPrefix(t.Name, name) {
			return native == "" || asleep(native)
		}
	}
	return false
}

// asleep reports whether a native function waits, for events or for anything else.
func asleep(symbol string) bool {
	for _, name := range []string{"syscall", "futex", "cond_wait", "cond_timedwait", "sigtimedwait", "recv", "accept", "read"} {
		if strings.Contains(symbol, name) {
			return true
		}
	}
	return polls(symbol)
}

// polls reports whether a native function waits for events.
func polls(symbol string) bool {
	for _, name := range []string{"epoll_wait", "epoll_pwait", "ppoll", "poll", "pselect", "select"} {
		if strings.Contains(symbol, name) {
			return true
		}
	}
	return false
}
