package wait

import (
	"strings"
	"testing"

	"traceglass/parser/dump"
	"traceglass/parser/dump/dumptest"
	"traceglass/parser/platform"
)

// TestIdle: a worker is idle where it waits for work, however deep the waiting is, and not
// where work of its own has called what waits.
func TestIdle(t *testing.T) {
	const park = "jdk.internal.misc.Unsafe.park java.util.concurrent.locks.LockSupport.park "
	tests := []struct {
		name, frames string
		want         bool
	}{
		{"a pool", park + "java.util.concurrent.LinkedBlockingQueue.take java.util.concurrent.ThreadPoolExecutor.getTask", true},
		{"a pool of timed tasks, as newer versions stack it", park + `java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionNode.block
			java.util.concurrent.ForkJoinPool.unmanagedBlock java.util.concurrent.ForkJoinPool.managedBlock
			java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue.take`, true},
		{"a task that waits for another", park + "java.util.concurrent.FutureTask.get a.B.work java.util.concurrent.ForkJoinPool.runWorker", false},
		{"a task of a timer", "a.B.run java.util.TimerThread.mainLoop java.util.TimerThread.run", false},
		{"a timer", "java.lang.Object.wait java.util.TimerThread.mainLoop java.util.TimerThread.run", true},
		{"a finalizer at work", "a.B.finalize java.lang.Daemons$FinalizerDaemon.doFinalize", false},
		{"a looper", "android.os.MessageQueue.nativePollOnce android.os.MessageQueue.next", true},
		{"code that waits for itself", "java.lang.Object.wait a.B.await java.lang.Thread.run", false},
	}
	for _, tt := range tests {
		text := "process 7 com.example\n1 main Waiting\n"
		for _, frame := range strings.Fields(tt.frames) {
			text += "at " + frame + "\n"
		}
		d := dumptest.Parse(text)
		if len(d.Threads) != 1 {
			t.Fatalf("%d threads", len(d.Threads))
		}
		if got := Idle(d, &d.Threads[0]); got != tt.want {
			t.Errorf("%s: idle is %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestIdleNative: a native worker is idle where it waits for work itself, not where the code it
// was given waits.
func TestIdleNative(t *testing.T) {
	const ioctl = "#00 pc 0001  /system/lib64/libc.so (__ioctl+8)\n#01 pc 0001  /system/lib64/libc.so (ioctl+100)\n"
	const futex = "#00 pc 0001  /system/lib64/libc.so (syscall+28)\n#01 pc 0001  /system/lib64/libc.so (pthread_cond_wait+96)\n"
	const looper = "#03 pc 0001  /system/lib64/libutils.so (_ZN7android6Looper9pollInnerEi+312)\n"
	for _, c := range []struct {
		name, frames string
		want         bool
	}{
		{"a looper", "#00 pc 0001  /system/lib64/libc.so (__epoll_pwait+8)\n" + looper, true},
		{"a message at work", ioctl + "#02 pc 0001  /vendor/lib64/libsdmcore.so (_ZN3sdm8HWDevice7PowerOnEv+100)\n" + looper, false},
		{"a binder thread", ioctl + "#02 pc 0001  /system/lib64/libbinder.so (_ZN7android14IPCThreadState14talkWithDriverEb+164)\n", true},
		{"a call served", futex + "#02 pc 0001  /vendor/lib64/sensors-impl.so (sensors_poll_context_t::poll(sensors_event_t*, int)+144)\n" +
			"#03 pc 0001  /system/lib64/libhwbinder.so (android::hardware::IPCThreadState::joinThreadPool(bool)+132)\n", false},
		{"a pool with a nameless frame", futex + "#02 pc 00065d59  /system/lib/libmedia.so\n#03 pc 0001  /system/lib/libmedia.so (android::SoundPoolThread::read()+24)\n", true},
	} {
		r := dump.NewReader()
		r.Write([]byte("----- pid 7 at 2017-03-21 16:32:26 -----\nCmd line: /system/bin/x\nABI: 'arm64'\n\n\"x\" sysTid=7\n  " +
			strings.ReplaceAll(strings.TrimSpace(c.frames), "\n", "\n  ") + "\n\n----- end 7 -----\n"))
		d := r.Close()
		if got := Idle(d, &d.Threads[0]); got != c.want {
			t.Errorf("%s: idle is %v, want %v", c.name, got, c.want)
		}
	}
}

// TestIdleData: each entry of the lists makes a thread idle that waits there, and none that
// works, or that waits in code of its own.
func TestIdleData(t *testing.T) {
	const futex, works = "native: #00 pc 0001 /lib/libc.so (__futex_wait_ex+144)", "native: #00 pc 0001 /lib/libc.so (memcpy+20)"
	idle := func(name, state string, lines ...string) bool {
		r := dump.NewReader()
		r.Write([]byte("----- pid 7 at 2024-01-01 10:00:00 -----\nCmd line: com.example\n\nDALVIK THREADS (1):\n\"" + name + "\" prio=5 tid=9 " + state + "\n  | sysTid=9 nice=0\n"))
		for _, line := range lines {
			r.Write([]byte("  " + line + "\n"))
		}
		r.Write([]byte("\n----- end 7 -----\n"))
		d := r.Close()
		if len(d.Threads) != 1 || d.Threads[0].EndRow-d.Threads[0].FirstRow != len(lines) {
			t.Fatalf("%q: %d threads", name, len(d.Threads))
		}
		return Idle(d, &d.Threads[0])
	}
	expect := func(what string, got, want bool) {
		t.Helper()
		if got != want {
			t.Errorf("%s: idle is %v", what, got)
		}
	}
	method := func(key string) string {
		switch {
		case strings.HasSuffix(key, "$"):
			key += "1.run"
		case strings.HasSuffix(key, "."), strings.HasSuffix(key, "$."):
			key += "run"
		case key[strings.LastIndexByte(key, '.')+1] < 'a':
			key += ".run"
		}
		return "at " + key + "(A.java:1)"
	}
	for _, key := range platform.IdleFrames() {
		expect(key, idle("w", "Waiting", "at java.lang.Object.wait(Native method)", method(key)), true)
		expect(key+" below own code", idle("w", "Waiting", "at java.lang.Object.wait(Native method)", "at com.example.A.work(A.java:1)", method(key)), false)
		expect(key+" where a lock is waited for", idle("w", "Blocked", method(key)), false)
	}
	for _, key := range topIdle {
		expect(key, idle("w", "Native", futex, method(key)), true)
		expect(key+" at work", idle("w", "Native", works, method(key)), false)
	}
	for _, symbol := range idleSymbols {
		in := "native: #01 pc 0001 /lib/libx.so (" + symbol + "+8)"
		expect(symbol, idle("w", "Native", futex, in), true)
		expect(symbol+" at work", idle("w", "Native", works, in), false)
		expect(symbol+" below own code", idle("w", "Native", futex, in, "at com.example.A.work(A.java:1)"), false)
	}
	for _, name := range idleNames {
		expect(name, idle(name+"1", "Native", futex), true)
		expect(name+" without frames", idle(name+"1", "Native", "(no managed stack frames)"), true)
		expect(name+" asleep in the kernel", idle(name+"1", "Native", "kernel: __switch_to+0x78/0x88", "kernel: futex_wait_queue_me+0xcc/0x120"), true)
		expect(name+" at work", idle(name+"1", "Native", works), false)
		expect(name+" with own code", idle(name+"1", "Native", futex, "at com.example.A.work(A.java:1)"), false)
	}
	for _, name := range writers {
		expect(name, idle(name, "Runnable", works), true)
	}
	expect("RenderThread", idle("RenderThread", "Native", "native: #00 pc 0001 /lib/libc.so (__epoll_pwait+8)"), true)
	expect("RenderThread that waits for a lock", idle("RenderThread", "Native", futex), false)
	expect("a native top below the kernel's frames", idle("w", "Native", "kernel: futex_wait_queue_me+0xcc/0x120", "native: #00 pc 0001 /lib/libc.so (__epoll_pwait+8)", "at android.os.MessageQueue.nativePollOnce(Native method)"), true)
	expect("a call of its own to another process", idle("Binder:7_1", "Native", "native: #00 pc 0001 /lib/libc.so (__ioctl+8)", "native: #01 pc 0001 /lib/libbinder.so (android::IPCThreadState::talkWithDriver(bool)+8)", "native: #02 pc 0001 /lib/libbinder.so (android::IPCThreadState::waitForResponse(android::Parcel*)+8)"), false)
	expect("a queue that waits in Java", idle("main", "WAIT", "at java.lang.Object.wait(Native Method)", "at android.os.MessageQueue.next(MessageQueue.java:148)"), true)
}
