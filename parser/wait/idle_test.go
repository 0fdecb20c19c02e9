package wait

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/dump"
	"traceglass/parser/dump/dumptest"
	"traceglass/parser/platform"
)

// TestIdle: a worker is idle if it waits for work, at any depth, but not if its own task calls a
// waiting method.
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
		{"Okio's watchdog", "java.lang.Object.wait okio.AsyncTimeout$Companion.awaitTimeout okio.AsyncTimeout$Watchdog.run", true},
		{"Okio's watchdog of 2014", "java.lang.Object.wait com.android.okhttp.okio.AsyncTimeout.awaitTimeout com.android.okhttp.okio.AsyncTimeout.access$000 com.android.okhttp.okio.AsyncTimeout$Watchdog.run", true},
		{"a read that waits for Okio's static lock", "java.lang.Object.wait okio.AsyncTimeout.scheduleTimeout okio.AsyncTimeout.enter okio.AsyncTimeout$2.read okio.RealBufferedSource.indexOf", false},
		{"a read of the platform's Okio", "java.lang.Object.wait com.android.okhttp.okio.AsyncTimeout.scheduleTimeout com.android.okhttp.okio.AsyncTimeout$2.read", false},
		{"a server", "libcore.io.Linux.accept java.net.PlainSocketImpl.socketAccept java.net.ServerSocket.implAccept java.net.ServerSocket.accept a.B.run java.lang.Thread.run", true},
		{"a local server since Android 5", "libcore.io.Linux.accept libcore.io.ForwardingOs.accept libcore.io.BlockGuardOs.accept android.system.Os.accept android.net.LocalSocketImpl.accept android.net.LocalServerSocket.accept a.B.run java.lang.Thread.run", true},
		{"a server of Android 2", "org.apache.harmony.luni.platform.OSNetworkSystem.accept dalvik.system.BlockGuard$WrappedNetworkSystem.accept org.apache.harmony.luni.net.PlainSocketImpl.accept java.net.ServerSocket.implAccept java.net.ServerSocket.accept a.B.run java.lang.Thread.run", true},
		{"a client that connects", "libcore.io.Linux.connect libcore.io.BlockGuardOs.connect android.system.Os.connect android.net.LocalSocketImpl.connect a.B.run java.lang.Thread.run", false},
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

// TestIdleNative: a native worker is idle if it waits for work, but not if its task waits.
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

// TestIdleData: each entry of the lists makes a thread idle that waits there, but not a thread that
// works or waits in its own code.
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

// TestAtRest: threads are at rest if they wait to be woken, for data, for a connection or for the
// dump. They are not if they wait for a lock, for another process, or in app code.
func TestAtRest(t *testing.T) {
	native := func(symbols ...string) string {
		s := "4 worker Native\n"
		for i, symbol := range symbols {
			s += fmt.Sprintf("#%02d pc 0000000000000001  /lib/%s\n", i, symbol)
		}
		return s
	}
	for _, tt := range []struct {
		name, threads string
		want          bool
	}{
		{"a looper of x86", native("[vdso] (__kernel_vsyscall+16)", "libc.so (epoll_wait+36)", "libutils.so (android::Looper::pollInner(int)+219)"), true},
		{"native workers", native("libc.so (syscall+28)", "libc.so (__futex_wait_ex(void volatile*, bool, int)+140)", "libc.so (pthread_cond_wait+60)", "libapp.so (Worker::loop()+80)"), true},
		{"a native worker at a mutex", native("libc.so (syscall+28)", "libc.so (pthread_mutex_lock+60)", "libapp.so (Worker::loop()+80)"), false},
		{"a native call to another process", native("libc.so (__ioctl+4)", "libbinder.so (android::IPCThreadState::talkWithDriver(bool)+200)", "libbinder.so (android::IPCThreadState::waitForResponse(android::Parcel*, int*)+64)"), false},
		{"native code at work", native("libapp.so (Worker::work()+80)"), false},
		{"a native server", native("libc.so (__accept4+8)", "libapp.so (serve+80)"), true},
		{"a service's loop", "4 worker Waiting\nat java.lang.Object.wait\nat com.example.Service$1.run\nat java.lang.Thread.run\n", true},
		{"a service's loop in a thread's own class", "4 worker Waiting\nat java.lang.Object.wait\nat com.example.Service.run\n", true},
		{"own code that waits", "4 worker Waiting\nat java.lang.Object.wait\nat com.example.Load.get\nat com.example.Service.run\nat java.lang.Thread.run\n", false},
		{"a result that is waited for", "4 worker Waiting\nat jdk.internal.misc.Unsafe.park\nat java.util.concurrent.FutureTask.get\nat com.example.Load.get\nat com.example.Service.run\nat java.lang.Thread.run\n", false},
		{"a thread at a lock", "4 worker Blocked\nat com.example.B.b\n- waiting to lock <0x1> (a com.example.X) held by thread 1\n", false},
		{"a thread that waits for the dump", "4 AnrMonitorThread Blocked\nat com.android.server.am.AnrHelper.a\n- waiting to lock <0x1> (a com.android.server.am.AnrDumpRecord) held by thread 9\n9 AnrMainProcessDumpThread Native\nat android.os.Debug.dumpJavaBacktraceToFileTimeout\nat com.android.server.am.ActivityManagerService.dumpStackTraces\nat com.android.server.am.AnrDumpRecord.dump\n- locked <0x1> (a com.android.server.am.AnrDumpRecord)\n", true},
		{"a thread behind one that waits for the dump", "4 b Blocked\nat com.android.server.B.b\n- waiting to lock <0x2> (a com.android.server.Q) held by thread 8\n8 AnrMonitorThread Blocked\nat com.android.server.am.AnrHelper.a\n- waiting to lock <0x1> (a com.android.server.am.AnrDumpRecord) held by thread 9\n- locked <0x2> (a com.android.server.Q)\n9 dump Native\nat com.android.server.am.ActivityManagerService.dumpStackTraces\n- locked <0x1> (a com.android.server.am.AnrDumpRecord)\n", true},
		{"a thread behind a writer that waits for a lock itself", "4 b Blocked\nat com.android.server.B.b\n- waiting to lock <0x1> (a com.android.server.Q) held by thread 9\n9 dump Blocked\nat com.android.server.am.ActivityManagerService.dumpStackTraces\n- waiting to lock <0x2> (a com.android.server.R) held by thread 10\n- locked <0x1> (a com.android.server.Q)\n10 c Sleeping\nat java.lang.Thread.sleep\nat com.android.server.C.c\n- locked <0x2> (a com.android.server.R)\n", false},
		{"an app's thread of that name", "4 AnrMonitorThread Blocked\nat com.example.B.b\n- waiting to lock <0x1> (a com.example.X) held by thread 9\n9 b Sleeping\nat java.lang.Thread.sleep\nat com.example.B.dumpStackTraces\n- locked <0x1> (a com.example.X)\n", false},
	} {
		d := dumptest.Parse(app + idly + tt.threads)
		if d.Threads[1].Tid != 4 {
			t.Fatalf("%s: thread %d", tt.name, d.Threads[1].Tid)
		}
		if got := NewFacts(d).AtRest(1); got != tt.want {
			t.Errorf("%s: rests is %v", tt.name, got)
		}
	}
	main := dumptest.Parse(app + strings.Replace(native("libc.so (syscall+28)", "libc.so (pthread_cond_wait+60)"), "4 worker", "1 main", 1))
	if NewFacts(main).AtRest(0) {
		t.Error("a main thread that waits for a condition rests")
	}
}

// TestSleeps: the lock of Thread.sleep is neither wanted nor held.
func TestSleeps(t *testing.T) {
	d := read(t, art, "2 Sleeping: sleeping on <0x1> (a java.lang.Object); locked <0x1> (a java.lang.Object); locked <0x2> (a X); locked <0x3> (a Y); locked <0x4> (a Z)")
	if g := NewGraph(d, &d.Blocks[0]); g.Holds(0) != 3 || len(g.Waits) != 0 {
		t.Errorf("it holds %d, and %d wait; want 3 and none", g.Holds(0), len(g.Waits))
	}
}
