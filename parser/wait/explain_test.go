package wait

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/dump"
)

// parse reads a text of our own: each line of which is a thread's heading as "tid name
// STATE", a frame as "at ...", "#00 ...", a lock line as "- ...", an attribute as "| ...",
// a block as "process pid name", and all others as they stand.
func parse(t testing.TB, text string) *dump.Dump {
	t.Helper()
	var s strings.Builder
	pid := ""
	end := func() {
		if pid != "" {
			fmt.Fprintf(&s, "\n----- end %s -----\n\n", pid)
		}
	}
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		line = strings.TrimSpace(line)
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case words[0] == "process":
			end()
			pid = words[1]
			fmt.Fprintf(&s, "----- pid %s at 2024-01-01 10:00:00 -----\nCmd line: %s\nBuild fingerprint: 'a/b/c:14/d/1:user/k'\nDALVIK THREADS (3):\n", pid, words[2])
		case words[0] == "dalvik":
			end()
			pid = words[1]
			fmt.Fprintf(&s, "----- pid %s at 2012-01-01 10:00:00 -----\nCmd line: %s\n\nDALVIK THREADS:\n", pid, words[2])
		case words[0] == "native":
			end()
			pid = words[1]
			fmt.Fprintf(&s, "----- pid %s at 2012-01-01 10:00:00 -----\nCmd line: %s\nABI: 'arm64'\n\n\"m\" sysTid=%s\n", pid, words[2], pid)
		case len(words) == 3 && words[0][0] >= '0' && words[0][0] <= '9' && pid != "":
			fmt.Fprintf(&s, "\n\"%s\" prio=5 tid=%s %s\n  | sysTid=%s%s\n", words[1], words[0], words[2], pid, strings.TrimPrefix(words[0], "1"))
		case words[0] == "at":
			fmt.Fprintf(&s, "  %s(A.java:1)\n", line)
		default:
			fmt.Fprintf(&s, "  %s\n", line)
		}
	}
	end()
	r := dump.NewReader()
	r.Write([]byte(s.String()))
	return r.Close()
}

// claims are those on a block, "rule certain: sentence".
func claims(t testing.TB, d *dump.Dump, block int) string {
	t.Helper()
	var all []string
	for _, c := range NewFacts(d).Explain(block).Claims {
		check(t, d, c)
		all = append(all, c.Rule+" "+c.Confidence.String()+": "+c.Text)
	}
	return strings.Join(all, "\n")
}

// check is what holds for every claim.
func check(t testing.TB, d *dump.Dump, c Claim) {
	t.Helper()
	if c.Rule == "" || !strings.HasSuffix(c.Text, ".") || strings.Contains(c.Text, "..") {
		t.Errorf("claim %+v", c)
	}
	for _, line := range c.Lines {
		if line < 0 || line >= d.Text.Lines() {
			t.Errorf("line %d of %d: %+v", line, d.Text.Lines(), c)
		}
	}
	for _, thread := range c.Threads {
		if thread < 0 || thread >= len(d.Threads) {
			t.Errorf("thread %d of %d: %+v", thread, len(d.Threads), c)
		}
	}
}

const (
	app  = "process 100 com.example.app\n"
	loop = "\nat android.os.Handler.dispatchMessage\nat android.os.Looper.loop\nat android.app.ActivityThread.main\n"
	idly = "1 main Native\n#00 pc 0000000000000001  /libc.so (__epoll_pwait+8)\n#01 pc 0000000000000001  /libutils.so (android::Looper::pollOnce+8)\nat android.os.MessageQueue.nativePollOnce\nat android.os.MessageQueue.next" + loop
	pair = "1 main Blocked\nat com.example.A.a\n- waiting to lock <0x0000000a> (a com.example.X) held by thread 4\n- locked <0x0000000b> (a com.example.Y)" + loop +
		"4 worker Blocked\nat com.example.B.b\n- waiting to lock <0x0000000b> (a com.example.Y) held by thread 1\n- locked <0x0000000a> (a com.example.X)\n"
	held = "1 main Blocked\nat com.example.A.a\n- waiting to lock <0x0000000a> (a com.example.X) held by thread 4" + loop
)

// TestExplain has for each rule a text that it fits, and one by it that it does not.
func TestExplain(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"deadlock", app + pair,
			`deadlock certain: main waits for lock <0x0000000a> (a com.example.X), which thread 4 "worker" holds; that waits for lock <0x0000000b> (a com.example.Y), which main holds: deadlock.`},
		{"deadlock that one side does not confirm", app + strings.Replace(pair, "\n- locked <0x0000000a> (a com.example.X)", "", 1),
			`deadlock likely: main waits for lock <0x0000000a> (a com.example.X), which thread 4 "worker" held; that waits for lock <0x0000000b> (a com.example.Y), which main holds: probably a deadlock.`},
		{"main waits for a deadlock", app + strings.Replace(strings.NewReplacer("1 main", "5 other", "thread 1", "thread 5").Replace(pair), "5 other", "1 main Blocked\nat com.example.C.c\n- waiting to lock <0x0000000b> (a com.example.Y) held by thread 5\n\n5 other", 1),
			`deadlock certain: main waits for lock <0x0000000b> (a com.example.Y), which thread 5 "other" holds; that waits for lock <0x0000000a> (a com.example.X), which thread 4 "worker" holds; that waits for lock <0x0000000b> (a com.example.Y), which thread 5 "other" holds: deadlock, which main is not part of, but waits for.`},
		{"deadlock without main", app + idly + strings.NewReplacer("1 main", "5 other", "thread 1", "thread 5").Replace(pair),
			"idle certain: main is idle: it waits for messages; if it did not answer before, the dump came too late to show why.\n" +
				`deadlock-elsewhere certain: thread 4 "worker" and thread 5 "other" are in a deadlock; main does not wait for them.`},
		{"lock of a thread that sleeps", app + held + "4 worker Sleeping\nat java.lang.Thread.sleep\nat com.example.B.b\n- locked <0x0000000a> (a com.example.X)\n",
			`lock certain: main waits for lock <0x0000000a> (a com.example.X), which thread 4 "worker" holds; that sleeps on purpose (Thread.sleep), called by com.example.B.b.`},
		{"lock of a thread that runs", app + held + "4 worker Runnable\nat com.example.B.b\n- locked <0x0000000a> (a com.example.X)\n",
			`lock likely: main waits for lock <0x0000000a> (a com.example.X), which thread 4 "worker" holds; that runs com.example.B.b.`},
		{"lock of a thread in a file", app + held + "4 worker Native\nat libcore.io.Linux.fsync\nat java.io.FileDescriptor.sync\nat com.example.B.b\n- locked <0x0000000a> (a com.example.X)\n",
			`lock certain: main waits for lock <0x0000000a> (a com.example.X), which thread 4 "worker" holds; that reads or writes files (Linux.fsync), called by com.example.B.b.`},
		{"lock of a thread that another process keeps waiting", app + held + "4 worker Native\nat android.os.BinderProxy.transactNative\nat android.os.BinderProxy.transact\nat com.example.IFoo$Stub$Proxy.get\nat com.example.B.b\n- locked <0x0000000a> (a com.example.X)\n",
			`lock certain: main waits for lock <0x0000000a> (a com.example.X), which thread 4 "worker" holds; that waits for another process to answer com.example.IFoo.get (binder), called by com.example.B.b.`},
		{"chain of three", app + held + "4 worker Blocked\nat com.example.B.b\n- waiting to lock <0x0000000b> (a com.example.Y) held by thread 5\n- locked <0x0000000a> (a com.example.X)\n5 last Waiting\nat java.lang.Object.wait\n- waiting on <0x0000000c> (a com.example.Z)\nat com.example.C.c\n- locked <0x0000000b> (a com.example.Y)\n",
			`lock likely: main waits for lock <0x0000000a> (a com.example.X), which thread 4 "worker" holds; that waits for lock <0x0000000b> (a com.example.Y), which thread 5 "last" holds; that waits until another thread wakes it (Object.wait), called by com.example.C.c.`},
		{"lock of a thread that is not in the dump", app + held,
			`lock certain: main waits for lock <0x0000000a> (a com.example.X), in com.example.A.a; thread 4 holds it, which is not in this dump.`},
		{"lock of which only the state tells", app + "1 main Blocked\nat com.example.A.a" + loop,
			"lock likely: main waits to enter a synchronized block that another thread is in; the dump does not say which, in com.example.A.a."},
		{"contention", app + held + "4 worker Blocked\nat com.example.B.b\n- waiting to lock <0x0000000a> (a com.example.X)\n",
			"contention likely: main waits for lock <0x0000000a> (a com.example.X) together with 1 other thread; the dump shows nobody who holds it: it changed hands while the dump was made, in com.example.A.a."},
		{"no contention at one instant", "dalvik 100 com.example.app\n1 main MONITOR\nat com.example.A.a\n- waiting to lock <0x0000000a> (a com.example.X)\n",
			"lock certain: main waits for lock <0x0000000a> (a com.example.X), in com.example.A.a; the dump does not show who holds it."},
		{"join", "dalvik 100 com.example.app\n1 main WAIT\nat java.lang.Object.wait\n- waiting on <0x1> (a java.lang.VMThread) held by tid=4 (worker)\nat java.lang.Thread.join\n4 worker TIMED_WAIT\nat java.lang.VMThread.sleep\nat com.example.B.b\n",
			`wait certain: main waits for thread 4 "worker" to end; that sleeps on purpose (VMThread.sleep), called by com.example.B.b.`},
		{"binder", app + "1 main Native\nat android.os.BinderProxy.transactNative\nat android.os.BinderProxy.transact\nat android.app.IFoo$Stub$Proxy.get\nat com.example.A.a" + loop,
			"binder certain: main waits for another process to answer android.app.IFoo.get (binder), called by com.example.A.a."},
		{"binder, before Android had Stubs", "dalvik 100 com.example.app\n1 main NATIVE\nat android.os.BinderProxy.transact\nat android.app.ActivityManagerProxy.getTasks\nat com.example.A.a" + loop,
			"binder certain: main waits for another process to answer android.app.ActivityManager.getTasks (binder), called by com.example.A.a."},
		{"binder with who serves it", app + "1 main Native\nat android.os.BinderProxy.transact\nat android.app.IFoo$Stub$Proxy.get\nat com.example.A.a" + loop + "process 7 system_server\n9 Binder:7_1 Runnable\nat com.android.server.Foo.get\nat android.app.IFoo$Stub.onTransact\nat android.os.Binder.execTransact\n",
			`binder likely: main waits for the answer to android.app.IFoo.get, which thread 9 "Binder:7_1" of system_server (pid 7) seems to work on; that runs com.android.server.Foo.get.`},
		{"no binder: another process serves another call", app + "1 main Native\nat android.os.BinderProxy.transact\nat android.app.IFoo$Stub$Proxy.get\nat com.example.A.a" + loop + "process 7 system_server\n9 Binder:7_1 Runnable\nat com.android.server.Foo.set\nat android.app.IFoo$Stub.onTransact\nat android.os.Binder.execTransact\n",
			`binder certain: main waits for another process to answer android.app.IFoo.get (binder), called by com.example.A.a.`},
		{"deadlock across processes", app + "1 main Native\nat android.os.BinderProxy.transact\nat a.IFoo$Stub$Proxy.get\n- locked <0x1> (a c.L)\n9 Binder:1_1 Blocked\nat c.Bar.put\n- waiting to lock <0x1> (a c.L) held by thread 1\nat a.IBar$Stub.onTransact\nat android.os.Binder.execTransact\nprocess 7 b.other\n1 main Sleeping\n9 Binder:7_1 Native\nat android.os.BinderProxy.transact\nat a.IBar$Stub$Proxy.put\nat b.Foo.get\nat a.IFoo$Stub.onTransact\nat android.os.Binder.execTransact\n",
			`deadlock likely: main waits for the answer to a.IFoo.get, which thread 9 "Binder:7_1" of b.other (pid 7) seems to work on; that waits for the answer to a.IBar.put, which thread 9 "Binder:1_1" seems to work on; that waits for lock <0x00000001> (a c.L), which main holds: probably a deadlock across processes.`},
		{"a chain over three processes", app + "1 main Native\nat android.os.BinderProxy.transact\nat a.IFoo$Stub$Proxy.get\nprocess 7 b.other\n1 main Sleeping\n9 Binder:7_1 Native\nat android.os.BinderProxy.transact\nat a.IBar$Stub$Proxy.put\nat b.Foo.get\nat a.IFoo$Stub.onTransact\nat android.os.Binder.execTransact\nprocess 8 c.third\n9 Binder:8_1 Blocked\nat c.Bar.put\n- waiting to lock <0x1> (a c.L) held by thread 8\nat a.IBar$Stub.onTransact\nat android.os.Binder.execTransact\n8 x Native\nat android.os.BinderProxy.transact\nat a.IBaz$Stub$Proxy.back\nat c.Bar.x\n- locked <0x1> (a c.L)\n",
			`binder likely: main waits for the answer to a.IFoo.get, which thread 9 "Binder:7_1" of b.other (pid 7) seems to work on; that waits for the answer to a.IBar.put, which thread 9 "Binder:8_1" of c.third (pid 8) seems to work on; that waits for lock <0x00000001> (a c.L), which thread 8 "x" of c.third (pid 8) holds; that waits for another process to answer a.IBaz.back (binder), called by c.Bar.x.`},
		{"a call on top of one's own", app + "1 main Blocked\nat com.example.S.step\n- waiting to lock <0x1> (a X) held by thread 9\nat com.example.IFoo$Stub.onTransact\nat android.os.Binder.execTransact\nat android.os.BinderProxy.transact\nat com.example.IBar$Stub$Proxy.go\nat com.example.A.a" + loop,
			"lock certain: main waits for lock <0x00000001> (a X), in com.example.S.step; thread 9 holds it, which is not in this dump.\nbinder-nested certain: main serves a call of another process, com.example.IFoo.step, while its own call com.example.IBar.go has no answer yet."},
		{"sleep", app + "1 main Sleeping\nat java.lang.Thread.sleep\nat com.example.A.a" + loop,
			"sleep certain: main sleeps on purpose (Thread.sleep), called by com.example.A.a."},
		{"no sleep: below own code", app + "1 main Runnable\nat com.example.A.a\nat java.lang.Thread.sleep" + loop,
			"cpu likely: main runs com.example.A.a."},
		{"future", app + "1 main Waiting\nat jdk.internal.misc.Unsafe.park\n- waiting on an unknown object\nat java.util.concurrent.locks.LockSupport.park\nat java.util.concurrent.FutureTask.awaitDone\nat java.util.concurrent.FutureTask.get\nat com.example.A.a" + loop,
			"wait certain: main waits for other work to be done (FutureTask.get), called by com.example.A.a."},
		{"lock of java.util.concurrent", app + "1 main Waiting\nat jdk.internal.misc.Unsafe.park\nat java.util.concurrent.locks.LockSupport.park\nat java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire\nat java.util.concurrent.locks.ReentrantLock.lock\nat com.example.A.a" + loop,
			"lock likely: main waits for a lock of java.util.concurrent, whose holder no dump shows (ReentrantLock.lock), called by com.example.A.a."},
		{"wait", app + "1 main Waiting\nat java.lang.Object.wait\n- waiting on <0x0000000a> (a com.example.X)\nat com.example.A.a" + loop + "4 worker Native\nat com.example.B.b\n- locked <0x0000000a> (a com.example.X)\n",
			`wait likely: main waits until another thread wakes it (Object.wait), called by com.example.A.a; thread 4 "worker" has to do with the same object.`},
		{"class-init", app + "1 main Waiting\nat com.example.A.a\n- waiting on <0x1> (a java.lang.Class<com.example.Big>)" + loop + "4 worker Runnable\nat com.example.Big.load\nat com.example.Big.<clinit>\n",
			`class-init likely: main waits for the class com.example.Big to be initialised, which thread 4 "worker" does.`},
		{"no class-init: a wait on a class", app + "1 main Waiting\nat java.lang.Object.wait\n- waiting on <0x1> (a java.lang.Class<com.example.Big>)\nat com.example.A.a" + loop,
			"wait likely: main waits until another thread wakes it (Object.wait), called by com.example.A.a."},
		{"preferences", app + "1 main Waiting\nat jdk.internal.misc.Unsafe.park\nat java.util.concurrent.CountDownLatch.await\nat android.app.SharedPreferencesImpl$EditorImpl$1.run\nat android.app.QueuedWork.waitToFinish\nat android.app.ActivityThread.handleStopActivity" + loop,
			"preferences certain: main waits for preferences to be written to storage, which apply() had put off until now (QueuedWork.waitToFinish)."},
		{"preferences committed", app + "1 main Native\nat libcore.io.Linux.fsync\nat android.app.SharedPreferencesImpl.writeToFile\nat android.app.SharedPreferencesImpl$EditorImpl.commit\nat com.example.A.a" + loop,
			"preferences certain: main writes preferences to storage and waits for it (SharedPreferencesImpl$EditorImpl.commit), called by com.example.A.a."},
		{"database", app + "1 main Native\nat android.database.sqlite.SQLiteConnection.nativeExecute\nat android.database.sqlite.SQLiteConnection.execute\nat com.example.A.a" + loop,
			"database certain: main works on a database (SQLiteConnection.nativeExecute), called by com.example.A.a."},
		{"network", app + "1 main Native\nat libcore.io.Linux.connect\nat libcore.io.IoBridge.connect\nat java.net.Socket.connect\nat com.example.A.a" + loop,
			"network certain: main waits for the network (Linux.connect), called by com.example.A.a."},
		{"file", app + "1 main Native\nat libcore.io.Linux.open\nat java.io.FileInputStream.<init>\nat com.example.A.a" + loop,
			"file certain: main reads or writes files (Linux.open), called by com.example.A.a."},
		{"loading", app + "1 main Native\nat java.lang.Runtime.nativeLoad\nat java.lang.Runtime.loadLibrary0\nat java.lang.System.loadLibrary\nat com.example.A.a" + loop,
			"loading certain: main loads code (Runtime.nativeLoad), called by com.example.A.a."},
		{"rendering", app + "1 main Native\nat android.graphics.HardwareRenderer.nSyncAndDrawFrame\nat android.view.ViewRootImpl.draw" + loop,
			"rendering certain: main waits for the RenderThread to take over the frame (HardwareRenderer.nSyncAndDrawFrame)."},
		{"gc", app + "1 main WaitingForGcToComplete\nat com.example.A.a" + loop,
			"gc certain: main waits for a garbage collection to end (state WaitingForGcToComplete), in com.example.A.a."},
		{"gc asked for", app + "1 main Native\nat java.lang.Runtime.gc\nat java.lang.System.gc\nat com.example.A.a" + loop,
			"gc certain: main collects garbage because it is asked to (Runtime.gc), called by com.example.A.a."},
		{"debugger", app + "1 main Suspended\n| dsCount=1\nat com.example.A.a" + loop,
			"debugger certain: main is stopped by a debugger, in com.example.A.a."},
		{"debugger at a breakpoint", "native 100 com.example.app\n#00 pc 0000000000000001  /libc.so (syscall+8)\n#01 pc 0000000000000001  /libart.so (art::ConditionVariable::WaitHoldingLocks(art::Thread*)+8)\n#02 pc 0000000000000001  /libopenjdkjvmti.so (openjdkjvmti::ThreadUtil::SuspendCheck(art::Thread*)+480)\n",
			"debugger certain: main is stopped by a debugger."},
		{"idle", app + idly,
			"idle certain: main is idle: it waits for messages; if it did not answer before, the dump came too late to show why."},
		{"idle of the process that did not answer", "Subject: Input dispatching timed out (x com.example.app/com.example.app.Main is not responding)\n" + app + idly,
			"idle certain: main is idle: it waits for messages; the dump came too late to show what held it up, or what held it up lies outside of main.\nreason certain: The system waited for main to take an input event."},
		{"idle without native frames", app + "1 main Native\nat android.os.MessageQueue.nativePollOnce\nat android.os.MessageQueue.next" + loop,
			"idle likely: main is idle: it waits for messages; if it did not answer before, the dump came too late to show why."},
		{"not idle: the loop has called native code", app + strings.Replace(idly, "__epoll_pwait+8", "fsync+8", 1),
			"native likely: main is in native code that its loop has called, in fsync+8: it waits for storage."},
		{"cpu", app + "1 main Runnable\nat java.util.HashMap.get\nat com.example.A.a" + loop,
			"cpu likely: main runs com.example.A.a, just then in HashMap.get."},
		{"cpu, and at what", app + "1 main Suspended\nat com.example.A.onDraw\nat android.view.View.draw" + loop,
			"cpu likely: main runs com.example.A.onDraw (drawing)."},
		{"cpu in native code", app + "1 main Native\n#00 pc 0000000000000001  /libc.so (syscall+28)\n#01 pc 0000000000000001  /libart.so (art::ConditionVariable::WaitHoldingLocks(art::Thread*)+8)\n#02 pc 0000000000000001  /libart.so (art::GoToRunnable(art::Thread*)+440)\nat com.example.A.n" + loop,
			"cpu likely: main is in the native method com.example.A.n; it was about to go on in Java when the dump stopped it."},
		{"native", app + "1 main Native\n#00 pc 0000000000000001  /libgame.so (render+28)\nat com.example.A.n\nat com.example.A.a" + loop,
			"native cannot tell: main is in the native method com.example.A.n (render+28); whether it works or waits there the dump does not show."},
		{"native that waits", app + "1 main Native\n#00 pc 0000000000000001  /libc.so (syscall+28)\n#01 pc 0000000000000001  /libc.so (pthread_mutex_lock+28)\nat com.example.A.n\nat com.example.A.a" + loop,
			"native-lock likely: main is in the native method com.example.A.n: it waits for a lock of native code."},
		{"native in the kernel", app + "1 main Native\n| state=D\n#00 pc 0000000000000001  /libgame.so (load+28)\nat com.example.A.n" + loop,
			"file likely: main is in the native method com.example.A.n; the kernel has it wait for storage or a driver (state D)."},
		{"vm", "dalvik 100 com.example.app\n1 main VMWAIT\nat com.example.A.a" + loop,
			"vm likely: main waits for something inside the virtual machine (state VMWAIT), in com.example.A.a."},
		{"a native process", "native 100 /system/bin/x\n#00 pc 0000000000000001  /libc.so (__ioctl+8)\n#01 pc 0000000000000001  /libbinder.so (android::IPCThreadState::talkWithDriver(bool)+8)\n#02 pc 0000000000000001  /libbinder.so (android::IPCThreadState::joinThreadPool(bool)+8)\n",
			"idle certain: main is idle: it waits for calls of other processes; if it did not answer before, the dump came too late to show why."},
		{"a native process that calls another", "native 100 /system/bin/x\n#00 pc 0000000000000001  /libc.so (__ioctl+8)\n#01 pc 0000000000000001  /libbinder.so (android::IPCThreadState::talkWithDriver(bool)+8)\n#02 pc 0000000000000001  /libbinder.so (android::IPCThreadState::waitForResponse(android::Parcel*)+8)\n#03 pc 0000000000000001  /libbinder.so (android::BpBinder::transact(int)+8)\n#04 pc 0000000000000001  /libx.so (foo::ask(int)+8)\n",
			"binder certain: main waits for another process to answer (binder, from native code: foo::ask)."},
		{"cannot tell", app + "1 main Odd\n",
			"cannot-tell cannot tell: main is in a state that is not known (Odd)."},
		{"no-main", app + "7 other Native\n",
			"no-main cannot tell: No thread of this dump is the main thread."},
		{"no-main of a dump that is cut off", "\"other\" prio=5 tid=7 Native\n  at a.B.c(B.java:1)\n",
			"no-main cannot tell: The main thread is missing: the beginning of this dump is cut off or overwritten."},
		{"not dumped", "----- Waiting Channels: pid 100 at 2024-01-01 10:00:00 -----\nCmd line: com.example.app\n\nsysTid=100     do_freezer_trap\n\n----- end 100 -----\n",
			"not-dumped likely: com.example.app (pid 100) was not dumped, only where its threads stand in the kernel; main stands in do_freezer_trap: it is frozen."},
	}
	for _, tt := range tests {
		if got := claims(t, parse(t, tt.text), 0); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// FuzzExplain holds for any text: nothing panics, and every claim is a sentence that points
// at lines and threads there are.
func FuzzExplain(f *testing.F) {
	files, _ := filepath.Glob("../../../shared/corpus/thread-dumps/*.txt")
	for _, file := range files {
		if data, err := os.ReadFile(file); err == nil {
			f.Add(data[:min(len(data), 1<<16)])
		}
	}
	for _, text := range []string{app + pair, app + idly, app + held} {
		d := parse(f, text)
		var all []byte
		for i := range d.Text.Lines() {
			all = append(append(all, d.Text.Line(i)...), '\n')
		}
		f.Add(all)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := dump.NewReader()
		r.Write(data)
		d := r.Close()
		facts := NewFacts(d)
		for i := range d.Blocks {
			v := facts.Explain(i)
			if len(v.Claims) == 0 || len(v.Claims) > most {
				t.Fatalf("%d claims", len(v.Claims))
			}
			for _, c := range v.Claims {
				if c.Rule == "" || c.Text == "" {
					t.Fatalf("claim %+v", c)
				}
				for _, line := range c.Lines {
					if line < 0 || line >= d.Text.Lines() {
						t.Fatalf("line %d of %d: %+v", line, d.Text.Lines(), c)
					}
				}
				for _, thread := range c.Threads {
					if thread < 0 || thread >= len(d.Threads) {
						t.Fatalf("thread %d of %d: %+v", thread, len(d.Threads), c)
					}
				}
			}
			for _, groups := range [][]Group{facts.Pools(i), facts.Stacks(i)} {
				for _, g := range groups {
					if len(g.Threads) < 2 || len(g.States) == 0 {
						t.Fatalf("group %+v", g)
					}
				}
			}
			facts.CPU(i)
		}
	})
}
