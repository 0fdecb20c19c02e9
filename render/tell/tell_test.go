package tell

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/dump"
	"traceglass/parser/dump/dumptest"
	"traceglass/parser/wait"
	"traceglass/render/words"
	"traceglass/render/words/languages"
)

// claims returns the claims on a block as "rule certain: sentence".
func claims(t testing.TB, d *dump.Dump, block int) string {
	t.Helper()
	var all []string
	for _, c := range wait.NewFacts(d).Explain(block).Claims {
		all = append(all, c.Rule+" "+c.Confidence.String()+": "+sentenceOf(t, &c))
	}
	return strings.Join(all, "\n")
}

// sentenceOf returns the sentence of a claim and checks that its pattern is filled.
func sentenceOf(t testing.TB, c *wait.Claim) string {
	t.Helper()
	text := Claim(c)
	if !strings.HasSuffix(text, ".") || strings.Contains(text, "..") || strings.ContainsAny(text, "{}[]") {
		t.Errorf("%s: %q of %+v", c.Rule, text, c)
	}
	return text
}

const (
	app  = "process 100 com.example.app\n"
	loop = "\nat android.os.Handler.dispatchMessage\nat android.os.Looper.loop\nat android.app.ActivityThread.main\n"
	idly = "1 main Native\n#00 pc 0000000000000001  /libc.so (__epoll_pwait+8)\n#01 pc 0000000000000001  /libutils.so (android::Looper::pollOnce+8)\nat android.os.MessageQueue.nativePollOnce\nat android.os.MessageQueue.next" + loop
	pair = "1 main Blocked\nat com.example.A.a\n- waiting to lock <0x0000000a> (a com.example.X) held by thread 4\n- locked <0x0000000b> (a com.example.Y)" + loop +
		"4 worker Blocked\nat com.example.B.b\n- waiting to lock <0x0000000b> (a com.example.Y) held by thread 1\n- locked <0x0000000a> (a com.example.X)\n"
	latch   = "1 main Waiting\nat jdk.internal.misc.Unsafe.park\nat java.util.concurrent.CountDownLatch.await\nat com.example.Init.get\n- locked <0x1> (a com.example.X)" + loop
	join    = "1 main Waiting\nat java.lang.Object.wait\nat java.lang.Thread.join\nat com.example.Op.go" + loop
	queue   = "1 main Blocked\nat android.os.MessageQueue.next\n- waiting to lock <0x1> (a android.os.MessageQueue) held by thread 4" + loop
	subject = "Subject: Input dispatching timed out (com.example.app/com.example.app.Main (server) is not responding. Waited 5001ms for MotionEvent(action=DOWN))\n"
	held    = "1 main Blocked\nat com.example.A.a\n- waiting to lock <0x0000000a> (a com.example.X) held by thread 4" + loop
)

// TestExplain has, for each rule, a text that matches it and a similar text that does not.
func TestExplain(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"deadlock", app + pair,
			`deadlock certain: Deadlock: main waits in A.a for lock <0x0000000a> (a com.example.X), which thread 4 "worker" holds (locked in B.b); that waits in B.b for lock <0x0000000b> (a com.example.Y), which main holds (locked in A.a).`},
		{"deadlock that one side does not confirm", app + strings.Replace(pair, "\n- locked <0x0000000a> (a com.example.X)", "", 1),
			`deadlock likely: Probably a deadlock: main waits in A.a for lock <0x0000000a> (a com.example.X), which thread 4 "worker" held; that waits in B.b for lock <0x0000000b> (a com.example.Y), which main holds (locked in A.a).`},
		{"main waits for a deadlock", app + strings.Replace(strings.NewReplacer("1 main", "5 other", "thread 1", "thread 5").Replace(pair), "5 other", "1 main Blocked\nat com.example.C.c\n- waiting to lock <0x0000000b> (a com.example.Y) held by thread 5\n\n5 other", 1),
			`deadlock certain: main waits for threads that are in a deadlock: it waits in C.c for lock <0x0000000b> (a com.example.Y), which thread 5 "other" holds (locked in A.a); that waits in A.a for lock <0x0000000a> (a com.example.X), which thread 4 "worker" holds (locked in B.b); that waits in B.b for lock <0x0000000b> (a com.example.Y), which thread 5 "other" holds (locked in A.a).`},
		{"deadlock without main", app + idly + strings.NewReplacer("1 main", "5 other", "thread 1", "thread 5").Replace(pair),
			`deadlock-elsewhere certain: thread 4 "worker" and thread 5 "other" are in a deadlock; main does not wait for them.` +
				"\nidle certain: At that moment, main is idle: it waits for messages."},
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
		{"lock that only the state shows", app + "1 main Blocked\nat com.example.A.a" + loop,
			"lock likely: main waits to enter a synchronized block that another thread is in; the dump does not say which, in com.example.A.a."},
		{"contention", app + held + "4 worker Blocked\nat com.example.B.b\n- waiting to lock <0x0000000a> (a com.example.X)\n",
			"contention likely: main waits for lock <0x0000000a> (a com.example.X) together with 1 other thread, in com.example.A.a; it changed hands while the dump was written, so the dump shows no holder."},
		{"no contention at one instant", "dalvik 100 com.example.app\n1 main MONITOR\nat com.example.A.a\n- waiting to lock <0x0000000a> (a com.example.X)\n",
			"lock certain: main waits for lock <0x0000000a> (a com.example.X), in com.example.A.a; the dump does not show who holds it."},
		{"join", "dalvik 100 com.example.app\n1 main WAIT\nat java.lang.Object.wait\n- waiting on <0x1> (a java.lang.VMThread) held by tid=4 (worker)\nat java.lang.Thread.join\n4 worker TIMED_WAIT\nat java.lang.VMThread.sleep\nat com.example.B.b\n",
			`wait certain: main waits for thread 4 "worker" to end; that sleeps on purpose (VMThread.sleep), called by com.example.B.b.`},
		{"binder", app + "1 main Native\nat android.os.BinderProxy.transactNative\nat android.os.BinderProxy.transact\nat android.app.IFoo$Stub$Proxy.get\nat com.example.A.a" + loop,
			"binder certain: main waits for another process to answer android.app.IFoo.get (binder), called by com.example.A.a."},
		{"binder, but it runs", app + "1 main Runnable\nat android.os.BinderProxy.transact\nat android.app.IFoo$Stub$Proxy.get\nat com.example.A.a" + loop,
			"binder likely: main waits for another process to answer android.app.IFoo.get (binder), called by com.example.A.a."},
		{"binder, before Android had Stubs", "dalvik 100 com.example.app\n1 main NATIVE\nat android.os.BinderProxy.transact\nat android.app.ActivityManagerProxy.getTasks\nat com.example.A.a" + loop,
			"binder certain: main waits for another process to answer android.app.ActivityManager.getTasks (binder), called by com.example.A.a."},
		{"binder with who serves it", app + "1 main Native\nat android.os.BinderProxy.transact\nat android.app.IFoo$Stub$Proxy.get\nat com.example.A.a" + loop + "process 7 system_server\n9 Binder:7_1 Runnable\nat com.android.server.Foo.get\nat android.app.IFoo$Stub.onTransact\nat android.os.Binder.execTransact\n",
			`binder likely: main waits for the answer to android.app.IFoo.get, which thread 9 "Binder:7_1" of system_server (pid 7) seems to work on; that runs com.android.server.Foo.get.`},
		{"no binder: another process serves another call", app + "1 main Native\nat android.os.BinderProxy.transact\nat android.app.IFoo$Stub$Proxy.get\nat com.example.A.a" + loop + "process 7 system_server\n9 Binder:7_1 Runnable\nat com.android.server.Foo.set\nat android.app.IFoo$Stub.onTransact\nat android.os.Binder.execTransact\n",
			`binder certain: main waits for another process to answer android.app.IFoo.get (binder), called by com.example.A.a.`},
		{"deadlock across processes", app + "1 main Native\nat android.os.BinderProxy.transact\nat a.IFoo$Stub$Proxy.get\n- locked <0x1> (a c.L)\n9 Binder:1_1 Blocked\nat c.Bar.put\n- waiting to lock <0x1> (a c.L) held by thread 1\nat a.IBar$Stub.onTransact\nat android.os.Binder.execTransact\nprocess 7 b.other\n1 main Sleeping\n9 Binder:7_1 Native\nat android.os.BinderProxy.transact\nat a.IBar$Stub$Proxy.put\nat b.Foo.get\nat a.IFoo$Stub.onTransact\nat android.os.Binder.execTransact\n",
			`deadlock likely: Probably a deadlock across processes: main waits for the answer to a.IFoo.get, which thread 9 "Binder:7_1" of b.other (pid 7) seems to work on; that waits for the answer to a.IBar.put, which thread 9 "Binder:1_1" seems to work on; that waits in Bar.put for lock <0x00000001> (a c.L), which main holds (locked in IFoo$Stub$Proxy.get).`},
		{"a chain over three processes", app + "1 main Native\nat android.os.BinderProxy.transact\nat a.IFoo$Stub$Proxy.get\nprocess 7 b.other\n1 main Sleeping\n9 Binder:7_1 Native\nat android.os.BinderProxy.transact\nat a.IBar$Stub$Proxy.put\nat b.Foo.get\nat a.IFoo$Stub.onTransact\nat android.os.Binder.execTransact\nprocess 8 c.third\n9 Binder:8_1 Blocked\nat c.Bar.put\n- waiting to lock <0x1> (a c.L) held by thread 8\nat a.IBar$Stub.onTransact\nat android.os.Binder.execTransact\n8 x Native\nat android.os.BinderProxy.transact\nat a.IBaz$Stub$Proxy.back\nat c.Bar.x\n- locked <0x1> (a c.L)\n",
			`binder likely: main waits for the answer to a.IFoo.get, which thread 9 "Binder:7_1" of b.other (pid 7) seems to work on; that waits for the answer to a.IBar.put, which thread 9 "Binder:8_1" of c.third (pid 8) seems to work on; that waits for lock <0x00000001> (a c.L), which thread 8 "x" of c.third (pid 8) holds; that waits for another process to answer a.IBaz.back (binder), called by c.Bar.x.`},
		{"a call on top of one's own", app + "1 main Blocked\nat com.example.S.step\n- waiting to lock <0x1> (a X) held by thread 9\nat com.example.IFoo$Stub.onTransact\nat android.os.Binder.execTransact\nat android.os.BinderProxy.transact\nat com.example.IBar$Stub$Proxy.go\nat com.example.A.a" + loop,
			"lock certain: main waits for lock <0x00000001> (a X), in com.example.S.step; thread 9 holds it, which is not in this dump.\nbinder-nested certain: main serves a call of another process, com.example.IFoo.step, while its own call com.example.IBar.go has no answer yet."},
		{"sleep", app + "1 main Sleeping\nat java.lang.Thread.sleep\nat com.example.A.a" + loop,
			"sleep certain: main sleeps on purpose (Thread.sleep), called by com.example.A.a."},
		{"no sleep: below own code", app + "1 main Runnable\nat com.example.A.a\nat java.lang.Thread.sleep" + loop,
			"cpu likely: main runs com.example.A.a."},
		{"a debugger waited for", app + "1 main Sleeping\nat java.lang.Thread.sleep\nat android.os.Debug.waitForDebugger\nat com.example.A.a" + loop,
			"debugger certain: main waits for a debugger (Debug.waitForDebugger), called by com.example.A.a."},
		{"a child process", app + "1 main Waiting\nat java.lang.Object.wait\nat java.lang.UNIXProcess.waitFor\nat com.example.A.a" + loop,
			"child certain: main waits for a process that it has started to end (UNIXProcess.waitFor), called by com.example.A.a."},
		{"a child process, from native code", app + "1 main Native\n#00 pc 0000000000000001  /libc.so (__waitid+8)\nat com.example.A.run" + loop,
			"child likely: main is in the native method com.example.A.run: it waits for a child process to end."},
		{"no child process: its thread is there for that", app + "1 main Waiting\nat java.lang.UNIXProcess.waitForProcessExit\nat com.example.A.a" + loop,
			"wait likely: main waits until another thread wakes it (UNIXProcess.waitForProcessExit), called by com.example.A.a."},
		{"finalizers", app + "1 main Waiting\nat java.lang.Object.wait\nat java.lang.ref.FinalizerReference.finalizeAllEnqueued\nat java.lang.Runtime.runFinalization\nat com.example.A.a" + loop + "8 FinalizerDaemon Sleeping\nat java.lang.Thread.sleep\nat com.example.B.finalize\nat java.lang.Daemons$FinalizerDaemon.run\n",
			`finalizer certain: main waits for finalizers to run (FinalizerReference.finalizeAllEnqueued), which thread 8 "FinalizerDaemon" does; that sleeps on purpose (Thread.sleep), called by com.example.B.finalize.`},
		{"finalizers that main keeps from running", app + "1 main Waiting\nat java.lang.Object.wait\nat java.lang.Runtime.runFinalization\nat com.example.A.a\n- locked <0x1> (a com.example.X)" + loop + "8 FinalizerDaemon Blocked\nat com.example.B.finalize\n- waiting to lock <0x1> (a com.example.X) held by thread 1\nat java.lang.Daemons$FinalizerDaemon.run\n",
			`deadlock certain: Deadlock: main waits for finalizers to run (Runtime.runFinalization), which thread 8 "FinalizerDaemon" does; that waits in B.finalize for lock <0x00000001> (a com.example.X), which main holds (locked in A.a).`},
		{"finalizers without the daemon", app + "1 main Waiting\nat java.lang.Object.wait\nat java.lang.Runtime.runFinalization\nat com.example.A.a" + loop,
			"finalizer certain: main waits for finalizers to run (Runtime.runFinalization), called by com.example.A.a."},
		{"no finalizers: below own code", app + "1 main Runnable\nat com.example.A.a\nat java.lang.Runtime.runFinalization" + loop + "8 FinalizerDaemon Waiting\n",
			"cpu likely: main runs com.example.A.a."},
		{"a latch that a thread behind main has to count down", app + latch + "4 loader Blocked\nat com.example.Init$1.run\n- waiting to lock <0x1> (a com.example.X) held by thread 1\n",
			`deadlock likely: Probably a deadlock: main waits (CountDownLatch.await), called by com.example.Init.get, probably for thread 4 "loader"; that waits in Init$1.run for lock <0x00000001> (a com.example.X), which main holds (locked in Init.get).`},
		{"a condition that a thread behind main has to do with", app + "1 main Waiting\nat java.lang.Object.wait\n- waiting on <0x2> (a com.example.C)\nat com.example.Init.get\n- locked <0x2> (a com.example.C)\n- locked <0x1> (a com.example.X)" + loop + "4 loader Blocked\nat com.other.B.b\n- waiting to lock <0x1> (a com.example.X) held by thread 1\n- locked <0x2> (a com.example.C)\n",
			`deadlock likely: Probably a deadlock: main waits (Object.wait), called by com.example.Init.get, probably for thread 4 "loader"; that waits in B.b for lock <0x00000001> (a com.example.X), which main holds (locked in Init.get).`},
		{"no deadlock: the thread behind main has to do with something else", app + latch + "4 loader Blocked\nat com.example.Other.run\n- waiting to lock <0x1> (a com.example.X) held by thread 1\n",
			"wait certain: main waits for other work to be done (CountDownLatch.await), called by com.example.Init.get.\nholds certain: Meanwhile main holds lock <0x00000001> (a com.example.X), and with it holds up 1 other thread."},
		{"no deadlock: a latch with a time limit", app + strings.Replace(latch, "Waiting", "TimedWaiting", 1) + "4 loader Blocked\nat com.example.Init$1.run\n- waiting to lock <0x1> (a com.example.X) held by thread 1\n",
			"wait certain: main waits for other work to be done (CountDownLatch.await), called by com.example.Init.get.\nholds certain: Meanwhile main holds lock <0x00000001> (a com.example.X), and with it holds up 1 other thread."},
		{"no claim is surer than its weakest hop", app + strings.NewReplacer("1 main", "5 other", "thread 1", "thread 5").Replace(pair) + "1 main Blocked\nat com.example.C.c\n- waiting to lock <0x0000000c> (a com.example.Z)\n\n6 b Blocked\nat com.example.C.c\n- locked <0x0000000c> (a com.example.Z)\n- waiting to lock <0x0000000b> (a com.example.Y) held by thread 5\n",
			`deadlock likely: main waits for threads that are probably in a deadlock: it waits in C.c for lock <0x0000000c> (a com.example.Z), which thread 6 "b" shows as locked in C.c; that waits in C.c for lock <0x0000000b> (a com.example.Y), which thread 5 "other" holds (locked in A.a); that waits in A.a for lock <0x0000000a> (a com.example.X), which thread 4 "worker" holds (locked in B.b); that waits in B.b for lock <0x0000000b> (a com.example.Y), which thread 5 "other" holds (locked in A.a).`},
		{"a thread that runs a task of the class that waits", app + join + "4 x Sleeping\nat java.lang.Thread.sleep\nat com.example.Exec.run\nat com.example.Op$2.run\nat java.lang.Thread.run\n",
			`wait likely: main waits (Thread.join), called by com.example.Op.go, probably for thread 4 "x"; that sleeps on purpose (Thread.sleep), called by com.example.Exec.run, in com.example.Op$2.run.`},
		{"a log without stacks", "ANR in com.example.app (com.example.app/.Main)\nPID: 100\nReason: Odd\n",
			"no-main cannot tell: The file reports that com.example.app (pid 100) did not answer, but contains no dump of that process: the activity of its main thread is unknown.\nreason certain: The system took the dump because of: Odd."},
		{"two such threads", app + join + "4 x Sleeping\nat java.lang.Thread.sleep\nat com.example.Op$2.run\n5 y Sleeping\nat java.lang.Thread.sleep\nat com.example.Op$2.run\n",
			"wait certain: main waits for another thread to end (Thread.join), called by com.example.Op.go."},
		{"no such thread: another class with a longer name", app + join + "4 x Sleeping\nat java.lang.Thread.sleep\nat com.example.Operator$2.run\n",
			"wait certain: main waits for another thread to end (Thread.join), called by com.example.Op.go."},
		{"the message queue", app + queue + "4 x Runnable\nat android.os.MessageQueue.enqueueMessage\n- locked <0x1> (a android.os.MessageQueue)\nat com.example.B.b\n",
			`idle likely: main is between two messages, in its loop: it waits for its message queue while thread 4 "x" adds a message. This takes almost no time.`},
		{"the message queue, in a crowd", app + queue + "4 x Runnable\nat android.os.MessageQueue.enqueueMessage\n- locked <0x1> (a android.os.MessageQueue)\nat com.example.B.b\n5 y Blocked\nat android.os.MessageQueue.enqueueMessage\n- waiting to lock <0x1> (a android.os.MessageQueue) held by thread 4\n",
			`lock likely: main waits for lock <0x00000001> (a android.os.MessageQueue), which thread 4 "x" holds; that runs com.example.B.b, just then in MessageQueue.enqueueMessage.`},
		{"no main, but a chain", app + "5 a Blocked\n- waiting to lock <0x1> (a X) held by thread 4\n4 b Sleeping\nat java.lang.Thread.sleep\nat com.example.B.b\n- locked <0x1> (a X)\n",
			"no-main cannot tell: No thread of this dump is the main thread.\nelsewhere certain: Among the threads in this file, thread 4 \"b\" holds lock <0x00000001> (a X). It sleeps on purpose (Thread.sleep), called by com.example.B.b. 1 thread waits for this lock."},
		{"future", app + "1 main Waiting\nat jdk.internal.misc.Unsafe.park\n- waiting on an unknown object\nat java.util.concurrent.locks.LockSupport.park\nat java.util.concurrent.FutureTask.awaitDone\nat java.util.concurrent.FutureTask.get\nat com.example.A.a" + loop,
			"wait certain: main waits for other work to be done (FutureTask.get), called by com.example.A.a."},
		{"lock of java.util.concurrent", app + "1 main Waiting\nat jdk.internal.misc.Unsafe.park\nat java.util.concurrent.locks.LockSupport.park\nat java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire\nat java.util.concurrent.locks.ReentrantLock.lock\nat com.example.A.a" + loop,
			"lock likely: main waits for a lock of java.util.concurrent, whose holder dumps do not show (ReentrantLock.lock), called by com.example.A.a."},
		{"wait", app + "1 main Waiting\nat java.lang.Object.wait\n- waiting on <0x0000000a> (a com.example.X)\nat com.example.A.a" + loop + "4 worker Native\nat com.example.B.b\n- locked <0x0000000a> (a com.example.X)\n",
			`wait likely: main waits until another thread wakes it (Object.wait), called by com.example.A.a; thread 4 "worker" uses the same object.`},
		{"class-init", app + "1 main Waiting\nat com.example.A.a\n- waiting on <0x1> (a java.lang.Class<com.example.Big>)" + loop + "4 worker Runnable\nat com.example.Big.load\nat com.example.Big.<clinit>\n",
			`class-init likely: main waits for the class com.example.Big to be initialised, which thread 4 "worker" does.`},
		{"no class-init: a wait on a class", app + "1 main Waiting\nat java.lang.Object.wait\n- waiting on <0x1> (a java.lang.Class<com.example.Big>)\nat com.example.A.a" + loop,
			"wait likely: main waits until another thread wakes it (Object.wait), called by com.example.A.a."},
		{"preferences", app + "1 main Waiting\nat jdk.internal.misc.Unsafe.park\nat java.util.concurrent.CountDownLatch.await\nat android.app.SharedPreferencesImpl$EditorImpl$1.run\nat android.app.QueuedWork.waitToFinish\nat android.app.ActivityThread.handleStopActivity" + loop,
			"preferences certain: main waits for preferences to be written to storage, which apply() had postponed until now (QueuedWork.waitToFinish)."},
		{"preferences committed", app + "1 main Native\nat libcore.io.Linux.fsync\nat android.app.SharedPreferencesImpl.writeToFile\nat android.app.SharedPreferencesImpl$EditorImpl.commit\nat com.example.A.a" + loop,
			"preferences certain: main writes preferences to storage and waits for it (SharedPreferencesImpl$EditorImpl.commit), called by com.example.A.a."},
		{"database", app + "1 main Native\nat android.database.sqlite.SQLiteConnection.nativeExecute\nat android.database.sqlite.SQLiteConnection.execute\nat com.example.A.a" + loop,
			"database certain: main works on a database (SQLiteConnection.nativeExecute), called by com.example.A.a."},
		{"network", app + "1 main Native\nat libcore.io.Linux.connect\nat libcore.io.IoBridge.connect\nat java.net.Socket.connect\nat com.example.A.a" + loop,
			"network certain: main waits for the network (Linux.connect), called by com.example.A.a."},
		{"network, but it runs", app + "1 main Runnable\nat java.util.HashMap.get\nat com.android.okhttp.Call.execute\nat com.example.A.a" + loop,
			"network likely: main waits for the network (Call.execute), called by com.example.A.a."},
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
		{"suspended", "native 100 com.example.app\n#00 pc 0000000000000001  /libc.so (syscall+28)\n#01 pc 0000000000000001  /libart.so (art::GoToRunnable(art::Thread*)+440)\n#02 pc 0000000000000001  /boot.oat (com.example.A.n+180)\n",
			"suspended likely: main is in the native method com.example.A.n; it cannot continue in Java because the virtual machine has stopped its threads (for the collector, for a dump of its own or a debugger)."},
		{"suspended for a dump", "native 100 com.example.app\n#00 pc 0000000000000001  /libc.so (syscall+28)\n#01 pc 0000000000000001  /libart.so (art::GoToRunnable(art::Thread*)+440)\n#02 pc 0000000000000001  /boot.oat (com.example.A.n+180)\n\n\"Signal Catcher\" sysTid=101\n#00 pc 0000000000000001  /libart.so (art::ThreadList::DumpForSigQuit(x)+28)\n",
			`suspended likely: main is in the native method com.example.A.n; it cannot continue in Java because the virtual machine has stopped its threads: thread "Signal Catcher" was just making another dump of them.`},
		{"native that the kernel has asleep", app + "1 main Native\n| state=S\n#00 pc 0000000000000001  /libc.so (syscall+28)\n#01 pc 0000000000000001  /data/app/x/libgame.so\nat com.example.A.n\nat com.example.A.a" + loop,
			"native-wait likely: main is in the native method com.example.A.n (syscall+28, in libgame.so); the kernel has it asleep (state S), so it waits there for something that the dump does not name."},
		{"a library's code that the app called", app + "1 main Waiting\nat java.util.concurrent.CountDownLatch.await\nat io.reactivex.B.get\nat com.example.A.a" + loop,
			"wait certain: main waits for other work to be done (CountDownLatch.await), called by com.example.A.a through io.reactivex.B.get."},
		{"a library's code without the app's", app + "1 main Waiting\nat java.util.concurrent.CountDownLatch.await\nat io.reactivex.B.get" + loop,
			"wait certain: main waits for other work to be done (CountDownLatch.await), called by io.reactivex.B.get."},
		{"code of another package than the process's", app + "1 main Waiting\nat java.util.concurrent.CountDownLatch.await\nat okhttp3.B.get\nat org.other.A.a" + loop,
			"wait certain: main waits for other work to be done (CountDownLatch.await), called by org.other.A.a through okhttp3.B.get."},
		{"the process is a library's sample", "process 7 okhttp3.sample\n1 main Waiting\nat java.util.concurrent.CountDownLatch.await\nat okhttp3.B.get\nat org.other.A.a" + loop,
			"wait certain: main waits for other work to be done (CountDownLatch.await), called by okhttp3.B.get."},
		{"native code of a library", app + "1 main Native\nat okhttp3.B.n\nat com.example.A.a" + loop,
			"native cannot tell: main is in the native method okhttp3.B.n, called by com.example.A.a; the dump has no native frames, so it does not show whether the thread works or waits there."},
		{"running a library's code", app + "1 main Runnable\nat java.util.HashMap.get\nat okhttp3.B.b\nat com.example.A.a" + loop,
			"cpu likely: main runs okhttp3.B.b, called by com.example.A.a, just then in HashMap.get."},
		{"collecting in a library", app + "1 main WaitingForGcToComplete\nat okhttp3.B.b\nat com.example.A.a" + loop,
			"gc certain: main waits for a garbage collection to end (state WaitingForGcToComplete), in okhttp3.B.b, called by com.example.A.a."},
		{"debugger at a breakpoint", "native 100 com.example.app\n#00 pc 0000000000000001  /libc.so (syscall+8)\n#01 pc 0000000000000001  /libart.so (art::ConditionVariable::WaitHoldingLocks(art::Thread*)+8)\n#02 pc 0000000000000001  /libopenjdkjvmti.so (openjdkjvmti::ThreadUtil::SuspendCheck(art::Thread*)+480)\n",
			"debugger certain: main is stopped by a debugger."},
		{"idle", app + idly,
			"idle certain: main is idle: it waits for messages, and no thread waits for a lock: nothing seems to hang here."},
		{"idle of the process that did not answer", "Subject: Input dispatching timed out (x com.example.app/com.example.app.Main is not responding)\n" + app + idly,
			"idle certain: main is idle: it waits for messages; the dump came too late to show the cause, or the cause lies outside of main.\nreason certain: The system waited for main to handle an input event, for 5\u00a0s."},
		{"idle without native frames", app + "1 main Native\nat android.os.MessageQueue.nativePollOnce\nat android.os.MessageQueue.next" + loop,
			"idle likely: main is idle: it waits for messages, and no thread waits for a lock: nothing seems to hang here."},
		{"not idle: the loop has called native code", app + strings.Replace(idly, "__epoll_pwait+8", "fsync+8", 1),
			"native likely: main is in native code that its loop has called, in fsync+8: it waits for storage."},
		{"cpu", app + "1 main Runnable\nat java.util.HashMap.get\nat com.example.A.a" + loop,
			"cpu likely: main runs com.example.A.a, just then in HashMap.get."},
		{"cpu, with its work", app + "1 main Suspended\nat com.example.A.onDraw\nat android.view.View.draw" + loop,
			"cpu likely: main runs com.example.A.onDraw (drawing)."},
		{"cpu in native code", app + "1 main Native\n#00 pc 0000000000000001  /libc.so (syscall+28)\n#01 pc 0000000000000001  /libart.so (art::ConditionVariable::WaitHoldingLocks(art::Thread*)+8)\n#02 pc 0000000000000001  /libart.so (art::GoToRunnable(art::Thread*)+440)\nat com.example.A.n" + loop,
			"cpu likely: main is in the native method com.example.A.n; it was about to continue in Java when the dump stopped it."},
		{"native", app + "1 main Native\n#00 pc 0000000000000001  /libgame.so (render+28)\nat com.example.A.n\nat com.example.A.a" + loop,
			"native cannot tell: main is in the native method com.example.A.n (render+28, in libgame.so); the dump does not show whether it works or waits there."},
		{"native that waits", app + "1 main Native\n#00 pc 0000000000000001  /libc.so (syscall+28)\n#01 pc 0000000000000001  /libc.so (pthread_mutex_lock+28)\nat com.example.A.n\nat com.example.A.a" + loop,
			"native-lock likely: main is in the native method com.example.A.n: it waits for a lock of native code."},
		{"native that draws", "dalvik 100 com.example.app\n1 main NATIVE\n#00  pc 0000d684  /system/lib/libc.so (__futex_syscall3+12)\n#01  pc 00011f80  /system/lib/libMali.so\nat android.view.GLES20Canvas.nDrawDisplayList" + loop,
			"native-wait likely: main is in the native method android.view.GLES20Canvas.nDrawDisplayList: it waits for a condition or a lock in native code, in libMali.so, which draws."},
		{"native in the kernel", app + "1 main Native\n| state=D\n#00 pc 0000000000000001  /libgame.so (load+28)\nat com.example.A.n" + loop,
			"file likely: main is in the native method com.example.A.n; the kernel has it wait for storage or a driver (state D)."},
		{"vm", "dalvik 100 com.example.app\n1 main VMWAIT\nat com.example.A.a" + loop,
			"vm likely: main waits for something inside the virtual machine (state VMWAIT), in com.example.A.a."},
		{"a native process", "native 100 /system/bin/x\n#00 pc 0000000000000001  /libc.so (__ioctl+8)\n#01 pc 0000000000000001  /libbinder.so (android::IPCThreadState::talkWithDriver(bool)+8)\n#02 pc 0000000000000001  /libbinder.so (android::IPCThreadState::joinThreadPool(bool)+8)\n",
			"idle certain: main is idle: it waits for calls of other processes."},
		{"a native process that calls another", "native 100 /system/bin/x\n#00 pc 0000000000000001  /libc.so (__ioctl+8)\n#01 pc 0000000000000001  /libbinder.so (android::IPCThreadState::talkWithDriver(bool)+8)\n#02 pc 0000000000000001  /libbinder.so (android::IPCThreadState::waitForResponse(android::Parcel*)+8)\n#03 pc 0000000000000001  /libbinder.so (android::BpBinder::transact(int)+8)\n#04 pc 0000000000000001  /libx.so (foo::ask(int)+8)\n",
			"binder certain: main waits for another process to answer (binder, from native code: foo::ask)."},
		{"idle, and another did not answer", "Subject: Input dispatching timed out (x com.example.app/com.example.app.Main is not responding)\n" + app + idly + "process 7 com.other\n" + idly,
			"idle certain: main is idle: it waits for messages; the dump came too late to show the cause, or the cause lies outside of main.\nreason certain: The system waited for main to handle an input event, for 5\u00a0s."},
		{"idle, and nothing hangs, of a process that the file is not about", "Subject: Odd com.example.app/.A\nprocess 7 com.example.app\n1 main Runnable\nprocess 8 com.other\n" + idly,
			"idle certain: main is idle: it waits for messages, and no thread waits for a lock: nothing seems to hang here."},
		{"idle, but a thread waits for a lock of java.util.concurrent", app + idly + "4 x Waiting\nat jdk.internal.misc.Unsafe.park\nat java.util.concurrent.locks.ReentrantLock.lock\nat com.example.A.a\n",
			"idle certain: main is idle: it waits for messages."},
		{"idle in a dump that is cut off", "\"main\" prio=5 tid=1 Native\nat android.os.MessageQueue.nativePollOnce\nat android.os.MessageQueue.next",
			"idle likely: main is idle: it waits for messages."},
		{"the way in", app + "1 main Sleeping\nat java.lang.Thread.sleep\nat com.example.Store.load\nat com.example.Boot.onReceive\nat android.app.ActivityThread.handleReceiver" + loop,
			"sleep certain: main sleeps on purpose (Thread.sleep), called by com.example.Store.load, in com.example.Boot.onReceive."},
		{"the way in of a chain", app + "1 main Blocked\nat com.example.A.a\n- waiting to lock <0x0000000a> (a com.example.X) held by thread 4\nat com.example.Boot.onReceive\nat android.app.ActivityThread.handleReceiver" + loop + "4 worker Sleeping\nat java.lang.Thread.sleep\nat com.example.B.b\n- locked <0x0000000a> (a com.example.X)\n",
			`lock certain: main waits for lock <0x0000000a> (a com.example.X), which thread 4 "worker" holds; that sleeps on purpose (Thread.sleep), called by com.example.B.b. main is in com.example.Boot.onReceive.`},
		{"the way in by a lambda", app + "1 main Sleeping\nat java.lang.Thread.sleep\nat com.example.Store.load\nat com.example.Main$$ExternalSyntheticLambda3.onClick\nat android.view.View.performClick" + loop,
			"sleep certain: main sleeps on purpose (Thread.sleep), called by com.example.Store.load, in com.example.Main.onClick."},
		{"no way in: a lambda without a name", app + "1 main Sleeping\nat java.lang.Thread.sleep\nat com.example.Store.load\nat com.example.Main$$ExternalSyntheticLambda3.run\nat android.os.Handler.handleCallback" + loop,
			"sleep certain: main sleeps on purpose (Thread.sleep), called by com.example.Store.load."},
		{"the way in is named", app + "1 main Sleeping\nat java.lang.Thread.sleep\nat com.example.Boot.onReceive\nat android.app.ActivityThread.handleReceiver" + loop,
			"sleep certain: main sleeps on purpose (Thread.sleep), called by com.example.Boot.onReceive."},
		{"no way in: own code has called it", app + "1 main Sleeping\nat java.lang.Thread.sleep\nat com.example.Store.load\nat com.example.Boot.onReceive\nat com.example.Main.boot\nat android.app.ActivityThread.handleReceiver" + loop,
			"sleep certain: main sleeps on purpose (Thread.sleep), called by com.example.Store.load."},
		{"a frame of the platform's own", app + "1 main Native\nat android.graphics.HardwareRenderer.nSyncAndDrawFrame\nat android.view.ViewRootImpl.draw\nat android.view.Choreographer.doCallbacks\nat android.view.Choreographer.doFrame" + loop,
			"rendering certain: main waits for the RenderThread to take over the frame (HardwareRenderer.nSyncAndDrawFrame), in android.view.Choreographer.doFrame."},
		{"idle, and too late for an ANR", subject + app + idly,
			"idle certain: main is idle: it waits for messages; the dump came too late to show the cause, or the cause lies outside of main.\nreason certain: The system waited for main to handle an input event, for 5\u00a0s."},
		{"idle, but another thread shows what hangs", subject + app + idly + "4 a Blocked\nat com.example.A.a\n- waiting to lock <0x1> (a com.example.X) held by thread 5\n5 b Sleeping\nat java.lang.Thread.sleep\nat com.example.B.b\n- locked <0x1> (a com.example.X)\n",
			"elsewhere certain: thread 5 \"b\" holds lock <0x00000001> (a com.example.X). It sleeps on purpose (Thread.sleep), called by com.example.B.b. 1 thread waits for this lock.\nidle certain: At that moment, main is idle: it waits for messages.\nreason certain: The system waited for main to handle an input event, for 5\u00a0s."},
		{"idle, and the system writes the dump", app + idly + "4 AnrMonitorThread Blocked\nat com.android.server.am.AnrHelper.a\n- waiting to lock <0x1> (a com.android.server.am.AnrDumpRecord) held by thread 5\n5 dump Native\nat com.android.server.am.ActivityManagerService.dumpStackTraces\n- locked <0x1> (a com.android.server.am.AnrDumpRecord)\n",
			"idle certain: main is idle: it waits for messages, and no thread waits for a lock: nothing seems to hang here."},
		{"stopped for the dump on the way out of native code", app + "1 main Native\n#00 pc 0000000000000001  /libc.so (syscall+28)\n#01 pc 0000000000000001  /libart.so (art::ConditionVariable::WaitHoldingLocks(art::Thread*)+148)\n#02 pc 0000000000000001  /libart.so (art::JNI<false>::CallVoidMethodV(_JNIEnv*, _jobject*, _jmethodID*, std::__va_list)+600)\nat com.example.A.a" + loop,
			"cpu likely: main is in the native method com.example.A.a; it was about to continue in Java when the dump stopped it."},
		{"the same where the JNI is checked", app + "1 main Native\n#00 pc 0000000000000001  /libc.so (syscall+28)\n#01 pc 0000000000000001  /libart.so (art::ConditionVariable::WaitHoldingLocks(art::Thread*)+148)\n#02 pc 0000000000000001  /libart.so (art::(anonymous namespace)::CheckJNI::GetArrayLength(_JNIEnv*, _jarray*)+600)\nat com.example.A.a" + loop,
			"cpu likely: main is in the native method com.example.A.a; it was about to continue in Java when the dump stopped it."},
		{"a condition of the virtual machine's own", app + "1 main Native\n#00 pc 0000000000000001  /libc.so (syscall+28)\n#01 pc 0000000000000001  /libart.so (art::ConditionVariable::WaitHoldingLocks(art::Thread*)+148)\n#02 pc 0000000000000001  /libart.so (art::ThreadPool::Wait(art::Thread*, bool, bool)+60)\nat com.example.A.a" + loop,
			"native-wait likely: main is in the native method com.example.A.a: it waits for a condition or a lock in native code."},
		{"a signal", app + "1 main Native\n#00 pc 0000000000000001  /libc.so (__rt_sigsuspend+4)\n#01 pc 0000000000000001  /libc.so (sigsuspend+60)\nat com.example.A.a" + loop,
			"native-wait likely: main is in the native method com.example.A.a: it waits for a signal."},
		{"main has left its loop", "dalvik 100 com.example.app\n1 main NATIVE\n#00 pc 00000001  /system/lib/libc.so (__futex_syscall3+8)\n#01 pc 00000001  /system/lib/libandroid_runtime.so (android::AndroidRuntime::start(char const*, char const*)+8)\nat dalvik.system.NativeStart.run\n",
			"ending likely: main has returned from its loop: the process ends."},
		{"a thread of native code", "dalvik 100 com.example.app\n1 main NATIVE\n#00 pc 00000001  /system/lib/libc.so (__futex_syscall3+8)\nat dalvik.system.NativeStart.run\n",
			"native-wait likely: main is in the native method dalvik.system.NativeStart.run: it waits for a condition or a lock in native code."},
		{"main reports a crash", subject + app + "1 main Native\nat android.os.BinderProxy.transactNative\nat android.app.IActivityManager$Stub$Proxy.handleApplicationCrash\nat com.android.internal.os.RuntimeInit$KillApplicationHandler.uncaughtException\nat java.lang.Thread.dispatchUncaughtException\n",
			"crash certain: The app has crashed, and main is reporting that to the system: it does not answer because it is about to end.\nbinder certain: main waits for another process to answer android.app.IActivityManager.handleApplicationCrash (binder).\nreason certain: The system waited for main to handle an input event, for 5\u00a0s."},
		{"an app's handler of exceptions that it has called itself", subject + app + "1 main Native\nat com.example.A.a\nat com.example.RuntimeInit$UncaughtHandler.uncaughtException" + loop,
			"native cannot tell: main is in the native method com.example.A.a; the dump has no native frames, so it does not show whether the thread works or waits there.\nreason certain: The system waited for main to handle an input event, for 5\u00a0s."},
		{"the collector is stuck", app + "1 main WaitingForGcToComplete\nat com.example.A.a" + loop + "4 HeapTaskDaemon WaitingForGcThreadFlip\nat dalvik.system.VMRuntime.runHeapTasks\n5 busy Runnable\nat com.example.B.b\n",
			"gc certain: main waits for a garbage collection to end (state WaitingForGcToComplete), in com.example.A.a.\ngc-stuck likely: The collector is stuck: main and thread 4 \"HeapTaskDaemon\" wait for it, and it waits for a thread that does not reach a safe point; thread 5 \"busy\" is the only one that runs."},
		{"a collection under way", app + "1 main WaitingForGcToComplete\nat com.example.A.a" + loop + "4 HeapTaskDaemon WaitingPerformingGc\nat dalvik.system.VMRuntime.runHeapTasks\n",
			"gc certain: main waits for a garbage collection to end (state WaitingForGcToComplete), in com.example.A.a."},
		{"a latch that a thread counts down which shares another own class", app + "1 main Waiting\nat jdk.internal.misc.Unsafe.park\nat java.util.concurrent.CountDownLatch.await\nat com.example.Await.on\nat com.example.Init.get\n- locked <0x1> (a com.example.X)" + loop + "4 loader Blocked\nat com.example.Init$1.run\n- waiting to lock <0x1> (a com.example.X) held by thread 1\n",
			`deadlock likely: Probably a deadlock: main waits (CountDownLatch.await), called by com.example.Await.on, probably for thread 4 "loader"; that waits in Init$1.run for lock <0x00000001> (a com.example.X), which main holds (locked in Init.get).`},
		{"a latch that either of two threads may count down", app + "1 main Waiting\nat jdk.internal.misc.Unsafe.park\nat java.util.concurrent.CountDownLatch.await\nat com.example.Await.on\nat com.example.Init.get\n- locked <0x1> (a com.example.X)" + loop + "4 loader Blocked\nat com.example.Init$1.run\n- waiting to lock <0x1> (a com.example.X) held by thread 1\n5 other Blocked\nat com.example.Init$2.run\n- waiting to lock <0x1> (a com.example.X) held by thread 1\n",
			"wait certain: main waits for other work to be done (CountDownLatch.await), called by com.example.Await.on.\nholds certain: Meanwhile main holds lock <0x00000001> (a com.example.X), and with it holds up 2 other threads."},
		{"the process that the file names is not here", strings.ReplaceAll(subject, "com.example.app", "com.example.gone") + "process 100 com.android.phone\n1 main Native\nat android.os.BinderProxy.transactNative\nat android.os.BinderProxy.transact\nat com.example.IFoo$Stub$Proxy.get\nat com.android.phone.A.a" + loop,
			"not-here likely: The file reports that com.example.gone did not answer, but contains no dump of that process. The process that hung may be missing from this file.\nbinder certain: main waits for another process to answer com.example.IFoo.get (binder), called by com.android.phone.A.a."},
		{"cannot tell", app + "1 main Odd\n",
			"cannot-tell cannot tell: main is in a state that is not known (Odd)."},
		{"no-main", app + "7 other Native\n",
			"no-main cannot tell: No thread of this dump is the main thread."},
		{"no-main of a dump that is cut off", "\"other\" prio=5 tid=7 Native\n  at a.B.c(B.java:1)\n",
			"no-main cannot tell: The main thread is missing: the file holds only a part of this dump."},
		{"no-main of a dump whose head is overwritten", "\"other\" prio=5 tid=7 Native\n  at a.B.c(B.java:1)\n\n----- end 100 -----\n",
			"no-main cannot tell: The main thread is missing: the beginning of this dump is cut off or overwritten."},
		{"not dumped", "----- Waiting Channels: pid 100 at 2024-01-01 10:00:00 -----\nCmd line: com.example.app\n\nsysTid=100     do_freezer_trap\n\n----- end 100 -----\n",
			"not-dumped likely: com.example.app (pid 100) was not dumped: the file has only the place of each thread in the kernel. Main is in do_freezer_trap: it is frozen."},
	}
	for _, tt := range tests {
		d := dumptest.Parse(tt.text)
		block := 0
		if strings.Contains(tt.name, "not about") {
			block = len(d.Blocks) - 1
		}
		if got := claims(t, d, block); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// TestDeadlockMethods: each thread's clause on a deadlock has the method that waits, and the method that took the lock. Without a
// deadlock, a wait has neither.
func TestDeadlockMethods(t *testing.T) {
	const ring = app + "1 main Blocked\nat com.example.Db.write\n- waiting to lock <0x0000000a> (a com.example.Db) held by thread 4\nat com.example.Store.save\nat com.example.Queue.move\n- locked <0x0000000b> (a com.example.Queue)" + loop +
		"4 worker Blocked\nat com.example.Queue.append\n- waiting to lock <0x0000000b> (a com.example.Queue) held by thread 1\nat com.example.Db.transaction\n- locked <0x0000000a> (a com.example.Db)\nat com.example.Sync.store\n"
	sentence := func(text string) string {
		return Claim(&wait.NewFacts(dumptest.Parse(text)).Explain(0).Claims[0])
	}
	const want = `Deadlock: main waits in Db.write for lock <0x0000000a> (a com.example.Db), which thread 4 "worker" holds (locked in Db.transaction); ` +
		`that waits in Queue.append for lock <0x0000000b> (a com.example.Queue), which main holds (locked in Queue.move).`
	if got := sentence(ring); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	chain := strings.ReplaceAll(ring, "- locked <0x0000000b> (a com.example.Queue)\n", "")
	chain = strings.ReplaceAll(chain, "- waiting to lock <0x0000000b> (a com.example.Queue) held by thread 1\n", "")
	if got := sentence(chain); !strings.HasPrefix(got, "main waits for lock <0x0000000a>") || strings.Contains(got, "locked in") {
		t.Errorf("without a deadlock: %s", got)
	}
	catalogue, _ := languages.Of("zh")
	words.SetCatalogue(catalogue)
	defer words.SetCatalogue("")
	got := sentence(ring)
	for _, part := range []string{"在 Db.write 中等待", "（在 Db.transaction 中锁定）", "在 Queue.append 中等待", "（在 Queue.move 中锁定）"} {
		if !strings.Contains(got, part) {
			t.Errorf("in Chinese %s lacks %s", got, part)
		}
	}
}

// TestFurtherClaims has, for each rule on further claims, a text that matches it and one that
// does not. want is the claim, or "" for none of that rule.
func TestFurtherClaims(t *testing.T) {
	busy := app + "1 main Runnable\nat com.example.A.a" + loop
	ticks := func(thread string, n int) string {
		return fmt.Sprintf("\n%s Native\n| utm=%d stm=0 core=1 HZ=100\n", thread, n)
	}
	subject := func(s string) string { return "Subject: " + s + "\n" }
	tests := []struct{ name, rule, text, want string }{
		{"traced", "traced", app + "1 main Native\n| state=t\nat com.example.A.a" + loop, "A tracer has stopped main (kernel state t): a debugger, or a tool that reads its stack."},
		{"crash", "crash", app + "1 main Native\nat com.example.A.a\nat java.lang.ThreadGroup.uncaughtException\nat java.lang.Thread.dispatchUncaughtException\n", "main handles an exception that nobody has caught: the app was about to end when this was written, not just slow to answer."},
		{"crash of an ANR", "crash", subject("Odd") + app + "1 main Native\nat com.example.A.a\nat java.lang.Thread.dispatchUncaughtException\n", "main handles an exception that nobody has caught: the app is about to end."},
		{"crash of another thread", "crash", busy + "7 w Native\nat com.example.A.a\nat java.lang.Thread.dispatchUncaughtException\n", `thread 7 "w" handles an exception that nobody has caught: the app is about to end.`},
		{"no crash", "crash", busy, ""},
		{"abort", "abort", app + "1 main Runnable\nat com.example.A.a\n7 w Native\n#00 pc 0000000000000001  /libc.so (abort+8)\n#01 pc 0000000000000001  /libart.so (art::Runtime::Abort(char const*)+8)\n", `The virtual machine was about to end the process when it wrote this, in thread 7 "w": that is a crash, not an ANR.`},
		{"abort by a state", "abort", app + "1 main NativeForAbort\n", `The virtual machine was about to end the process when it wrote this, in main: that is a crash, not an ANR.`},
		{"abort by the lines above", "abort", "Runtime aborting...\n" + busy, `The virtual machine was about to end the process when it wrote this: that is a crash, not an ANR.`},
		{"no abort", "abort", busy, ""},
		{"not here", "not-here", subject("Input dispatching timed out (4f2a com.gone/com.gone.Main (server) is not responding)") + busy, "The file reports that com.gone did not answer, but contains no dump of that process. The process that hung may be missing from this file."},
		{"not here, by a log, which has a block of its own", "not-here", "ANR in com.gone (com.gone/.Main)\nPID: 7\nReason: Odd\n" + busy, ""},
		{"here: a part of the app", "not-here", subject("executing service com.example/.S") + busy, ""},
		{"here, maybe: a process without a name", "not-here", subject("executing service com.gone/.S") + busy + "\n----- end 100 -----\n----- pid 7 at 2024-01-01 10:00:00 -----\n\"main\" prio=5 tid=1 Native\n", ""},
		{"here, maybe: a path and a number", "not-here", subject("Input dispatching timed out (at /data/x.y/z, 3.5/4)") + busy, ""},
		{"no reason of a missing process", "reason", subject("executing service com.gone/.S") + busy, ""},
		{"others wait", "elsewhere", app + idly + strings.NewReplacer("1 main", "5 a").Replace(held) + "6 b Blocked\n- waiting to lock <0x0000000a> (a com.example.X) held by thread 4\n4 worker Sleeping\nat java.lang.Thread.sleep\nat com.example.B.b\n- locked <0x0000000a> (a com.example.X)\n",
			`thread 4 "worker" holds lock <0x0000000a> (a com.example.X). It sleeps on purpose (Thread.sleep), called by com.example.B.b. 2 threads wait for this lock.`},
		{"others wait behind others, and for another lock", "elsewhere", app + idly + strings.NewReplacer("1 main", "5 a").Replace(held) + "- locked <0x2> (a X)\n6 b Blocked\n- waiting to lock <0x2> (a X) held by thread 5\n7 c Blocked\n- waiting to lock <0x3> (a X) held by thread 4\n4 worker Sleeping\nat java.lang.Thread.sleep\nat com.example.B.b\n- locked <0x0000000a> (a com.example.X)\n- locked <0x3> (a X)\n",
			`thread 4 "worker" holds lock <0x0000000a> (a com.example.X). It sleeps on purpose (Thread.sleep), called by com.example.B.b. 1 thread waits for this lock, 1 more behind them, 1 more for another lock.`},
		{"the stack of the holder no longer shows the lock", "elsewhere", app + idly + strings.NewReplacer("1 main", "5 a").Replace(held) + "4 worker Sleeping\nat java.lang.Thread.sleep\nat com.example.B.b\n",
			`thread 4 "worker" held lock <0x0000000a> (a com.example.X). It sleeps on purpose (Thread.sleep), called by com.example.B.b. 1 thread waits for this lock.`},
		{"only the holder's stack names it", "elsewhere", app + idly + strings.NewReplacer("1 main", "5 a", " held by thread 4", "").Replace(held) + "4 worker Sleeping\nat java.lang.Thread.sleep\nat com.example.B.b\n- locked <0x0000000a> (a com.example.X)\n",
			`thread 4 "worker" shows lock <0x0000000a> (a com.example.X) as locked. It sleeps on purpose (Thread.sleep), called by com.example.B.b. 1 thread waits for this lock.`},
		{"the holder waits for an answer", "elsewhere", app + idly + strings.NewReplacer("1 main", "5 a").Replace(held) + "4 worker Native\nat android.os.BinderProxy.transact\nat com.example.IFoo$Stub$Proxy.get\nat com.example.B.b\n- locked <0x0000000a> (a com.example.X)\n" +
			"\n----- end 100 -----\nprocess 7 com.other\n1 main Native\nat a.B.c\n8 Binder_1 Sleeping\nat java.lang.Thread.sleep\nat com.other.Foo.get\nat com.example.IFoo$Stub.onTransact\nat android.os.Binder.execTransact\n",
			`thread 4 "worker" holds lock <0x0000000a> (a com.example.X). It waits for the answer to com.example.IFoo.get, which thread 8 "Binder_1" of com.other (pid 7) seems to work on; that sleeps on purpose (Thread.sleep), called by com.other.Foo.get. 1 thread waits for this lock.`},
		{"others wait for nobody who is seen", "elsewhere", app + idly + strings.NewReplacer("1 main", "5 a", " held by thread 4", "").Replace(held),
			`thread 5 "a" waits for lock <0x0000000a> (a com.example.X), in com.example.A.a; the dump does not show who holds it.`},
		{"others wait for work", "elsewhere", app + idly + "5 HeapTaskDaemon Blocked\nat dalvik.system.VMRuntime.runHeapTasks\n- waiting to lock an unknown object\n", ""},
		{"others wait, and main too", "elsewhere", app + held + "4 worker Native\n- locked <0x0000000a> (a com.example.X)\n", ""},
		{"holds", "holds", app + "1 main Sleeping\nat java.lang.Thread.sleep\nat com.example.A.a\n- locked <0x1> (a X)\n4 a Blocked\n- waiting to lock <0x1> (a X) held by thread 1\n- locked <0x2> (a X)\n5 b Blocked\n- waiting to lock <0x2> (a X) held by thread 4\n",
			"Meanwhile main holds lock <0x00000001> (a X), and with it holds up 2 other threads."},
		{"holds what nobody wants", "holds", app + "1 main Sleeping\nat java.lang.Thread.sleep\nat com.example.A.a\n- locked <0x1> (a X)\n", ""},
		{"holds, in a deadlock", "holds", app + pair, ""},
		{"collector", "collector", busy + ticks("2 HeapTaskDaemon", 300) + ticks("3 ReferenceQueueDaemon", 100) + ticks("4 x", 600),
			`Collector threads (thread 2 "HeapTaskDaemon" and thread 3 "ReferenceQueueDaemon") have used 4.00 s of processor time since they began, 40 % of the time of all threads of the process. Much of its work is garbage collection, but the dump does not show when.`},
		{"no collector: little", "collector", busy + ticks("2 HeapTaskDaemon", 300) + ticks("4 x", 6000), ""},
		{"no collector: short", "collector", busy + ticks("2 HeapTaskDaemon", 30) + ticks("4 x", 60), ""},
		{"no collector: not its names", "collector", busy + ticks("2 GCat", 300) + ticks("4 x", 60), ""},
		{"busy for its whole life", "busy", "Process-Runtime: 12000\n" + app + "1 main Runnable\n| utm=900 stm=100 core=1 HZ=100\nat com.example.A.a" + loop, "main has run for 10.00 s of the 12.00 s that its process has lived: it is busy all the time."},
		{"not busy for its whole life", "busy", "Process-Runtime: 3600000\n" + app + "1 main Runnable\n| utm=900 stm=100 core=1 HZ=100\nat com.example.A.a" + loop, ""},
		{"not busy: a life by the collector's count", "busy", app + "Histogram of GC count per 10000 ms: 0:900,1:30\n1 main Runnable\n| utm=900 stm=100 core=1 HZ=100\nat com.example.A.a" + loop, ""},
		{"busy as far as the collector counts", "busy", app + "Histogram of GC count per 10000 ms: 0:1\n1 main Runnable\n| utm=900 stm=100 core=1 HZ=100\nat com.example.A.a" + loop, "main has used 10.00 s of processor time since it began, 100 % of the time of all threads of its process. The dump does not show when."},
		{"busy in another process", "busy", subject("Odd com.example.app/.A") + app + idly + "process 7 com.other\n1 main Runnable\n| utm=900 stm=100 core=1 HZ=100\nat com.other.A.a" + loop, ""},
		{"busy", "busy", app + "1 main Runnable\n| state=R schedstat=( 0 0 0 ) utm=900 stm=100 core=1 HZ=100\nat com.example.A.a" + loop + "2 b Native\n| state=S schedstat=( 0 0 0 ) utm=100 stm=0 core=1 HZ=100\n", "main has used 10.00 s of processor time since it began, 91 % of the time of all threads of its process. The dump does not show when."},
		{"not busy", "busy", app + "1 main Runnable\n| state=R schedstat=( 0 0 0 ) utm=900 stm=100 core=1 HZ=100\nat com.example.A.a" + loop + "2 b Native\n| state=S schedstat=( 0 0 0 ) utm=9000 stm=0 core=1 HZ=100\n", ""},
		{"not traced", "traced", app + "1 main Native\n| state=S\nat com.example.A.a" + loop, ""},
		{"starved", "starved", app + "1 main Runnable\n| state=R schedstat=( 2000000000 5000000000 1 ) utm=1 stm=1 core=1 HZ=100\nat com.example.A.a" + loop, "Since it began, main has run for 2.00 s and waited 5.00 s for a free core. It often had to wait, but the dump does not show when."},
		{"not starved", "starved", app + "1 main Runnable\n| state=R schedstat=( 5000000000 2000000000 1 ) utm=1 stm=1 core=1 HZ=100\nat com.example.A.a" + loop, ""},
		{"background", "background", app + "1 main Runnable\n| sysTid=100 nice=0 cgrp=bg_non_interactive\nat com.example.A.a" + loop, "main is in the control group bg_non_interactive, which the system gives little time on the cores."},
		{"not in the background", "background", app + "1 main Runnable\n| sysTid=100 nice=0 cgrp=top-app\nat com.example.A.a" + loop, ""},
		{"memory", "memory", strings.Replace(busy, "1 main", "Free memory until OOME 12KB\n1 main", 1), "The process is about to run out of memory: 12KB are left, so it collects garbage again and again."},
		{"enough memory", "memory", strings.Replace(busy, "1 main", "Free memory until OOME 12MB\n1 main", 1), ""},
		{"an event", "reason", subject("Input dispatching timed out (Waiting because)") + busy, "The system waited for main to handle an input event, for 5\u00a0s."},
		{"a window", "reason", subject("Input dispatching timed out (Application does not have a focused window)") + app + "1 main Runnable\nat com.example.A.onResume\nat android.app.ActivityThread.handleResumeActivity" + loop, "The system waited for the app to show a window that takes input, for 5\u00a0s. Main is handling it now (ActivityThread.handleResumeActivity)."},
		{"a service", "reason", subject("executing service com.example.app/.S") + busy, "The system waited for a service to be started or stopped, for 20\u00a0s, or 200\u00a0s in the background; main's stack does not show it, so it is busy with something else."},
		{"a broadcast", "reason", subject("Broadcast of Intent { act=x }") + app + idly, "The system waited for a broadcast to be handled, for 10\u00a0s, or 60\u00a0s in the background. Main is not handling it now."},
		{"something else", "reason", subject("Odd") + busy, "The system took the dump because of: Odd."},
		{"a reason in a log", "reason", "ANR in com.example.app (com.example.app/.Main)\nPID: 100\nReason: Input dispatching timed out (Waiting)\nLoad: 1 / 1 / 1\nprocess 7 com.other\n1 main Sleeping\n" + busy, "The system waited for main to handle an input event, for 5\u00a0s."},
		{"no reason", "reason", busy, ""},
		{"another process", "reason", subject("Odd com.example.app/.A") + "process 7 com.other\n1 main Sleeping\n" + busy, ""},
		{"load", "load", "CPU usage from 5000ms to 0ms ago:\n  95% 848/system_server: 90% user + 5% kernel\n  30% 60/kswapd0: 0% user + 30% kernel\n  85% 100/com.example.app: 80% user + 5% kernel\n40% TOTAL: 20% user + 2% kernel + 18% iowait\n" + busy,
			"Around the time of the dump the kernel used 30 % of a core to find free memory (kswapd0), this process used 85 % of a core, the cores waited for storage 18 % of the time, system_server used 95 % of a core; that may have held it up."},
		{"load, but a deadlock", "load", "CPU usage from 5000ms to 0ms ago:\n  95% 848/system_server: 90% user + 5% kernel\n" + app + pair, ""},
		{"all cores", "load", "CPU usage from 5000ms to 0ms ago:\n  20% 848/system_server: 20% user + 0% kernel\n97% TOTAL: 90% user + 7% kernel\n" + busy, "Around the time of the dump all cores together were 97 % busy; that may have held it up."},
		{"no load", "load", "CPU usage from 5000ms to 0ms ago:\n  20% 848/system_server: 20% user + 0% kernel\n37% TOTAL: 30% user + 7% kernel\n" + busy, ""},
		{"pressure", "load", "----- Output from /proc/pressure/memory -----\nsome avg10=40.00 avg60=5.96 avg300=1.33 total=2722842197\n----- End output from /proc/pressure/memory -----\n" + busy, "Around the time of the dump some task stood still 40 % of the last 10 s for lack of memory; that may have held it up."},
		{"a thread asleep in the kernel", "uninterruptible", "Pid(100) have D state thread(tid:108 name:RenderThread)\nPid(7) have D state thread(tid:8 name:x)\n" + busy,
			`The kernel found thread 108 "RenderThread" of this process in uninterruptible sleep (state D), which only a disk or a driver ends.`},
		{"two threads asleep in the kernel", "uninterruptible", "Pid(100) have D state thread(tid:108 name:x)\nPid(100) have D state thread(tid:109 name:y)\n" + busy,
			`The kernel found thread 108 "x" of this process and 1 other in uninterruptible sleep (state D), which only a disk or a driver ends.`},
		{"the writer of stacks asleep in the kernel", "uninterruptible", "Pid(100) have D state thread(tid:108 name:x)\nPid(100) have D state thread(tid:104 name:Signal Catcher)\n" +
			"----- Waiting Channels: pid 100 at 2024-01-01 10:00:00 -----\nCmd line: com.example.app\n\nsysTid=100      state=R    0\n----- end 100 -----\n",
			`The kernel found thread 104 "Signal Catcher" of this process and 1 other in uninterruptible sleep (state D), which only a disk or a driver ends. That thread writes the stacks, so the dump has none.`},
		{"pressure on all", "load", "----- Output from /proc/pressure/memory -----\nsome avg10=40.00 avg60=5.96 avg300=1.33 total=2722842197\nfull avg10=16.62 avg60=4.14 avg300=0.91 total=2154108539\n----- End output from /proc/pressure/memory -----\n" +
			"----- Output from /proc/pressure/cpu -----\nsome avg10=30.35 avg60=18.41 avg300=13.45 total=1\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n----- End output from /proc/pressure/cpu -----\n" + busy,
			"Around the time of the dump all tasks stood still 16.62 % of the last 10 s for lack of memory, some task stood still 30.35 % of the last 10 s for lack of a core; that may have held it up."},
		{"no pressure", "load", "----- Output from /proc/pressure/memory -----\nsome avg10=4.00 avg60=5.96 avg300=1.33 total=2722842197\n----- End output from /proc/pressure/memory -----\n" + busy, ""},
	}
	for _, tt := range tests {
		d := dumptest.Parse(tt.text)
		facts := wait.NewFacts(d)
		got := ""
		for i := range d.Blocks {
			if d.Blocks[i].PID != 100 && tt.name != "another process" || d.Blocks[i].PID == 100 && tt.name == "another process" {
				continue
			}
			for _, c := range facts.Explain(i).Claims {
				if c.Rule == tt.rule {
					got = sentenceOf(t, &c)
				}
			}
		}
		if got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// TestUsed checks that a log without stacks of a process still shows how busy its main thread
// was.
func TestUsed(t *testing.T) {
	const log = "ANR in com.example.app (com.example.app/.Main)\nPID: 100\nReason: Input dispatching timed out (Waiting)\nLoad: 1 / 1 / 1\nCPU usage from 5000ms to 0ms ago:\n"
	tests := []struct{ name, rows, want string }{
		{"main", "  97% 100/com.example.app: 90% user + 7% kernel\n    88% 100/m.example.app: 88% user + 0% kernel\n    4% 108/RenderThread: 4% user + 0% kernel\n40% TOTAL: 37% user + 3% kernel\n",
			"7 6 main used 88 % of a core around that time (this process used 97 % of a core). It was busy, but the file does not show the work."},
		{"another thread", "  97% 100/com.example.app: 90% user + 7% kernel\n    88% 108/RenderThread: 88% user + 0% kernel\n", ""},
		{"main at rest", "  17% 100/com.example.app: 10% user + 7% kernel\n    8% 100/m.example.app: 8% user + 0% kernel\n", ""},
		{"another process's", "  97% 7/com.other: 90% user + 7% kernel\n    88% 7/com.other: 88% user + 0% kernel\n", ""},
	}
	for _, tt := range tests {
		r := dump.NewReader()
		r.Write([]byte(log + tt.rows))
		got := ""
		for _, c := range wait.NewFacts(r.Close()).Explain(0).Claims {
			if c.Rule == "busy" {
				got = fmt.Sprint(c.Lines[0]+1, " ", c.Lines[1]+1, " ", sentenceOf(t, &c))
			}
		}
		if got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// TestTransactions checks that a vendor's list of running calls identifies the server of a call.
func TestTransactions(t *testing.T) {
	calls := app + "1 main Native\nat android.os.BinderProxy.transact\nat android.app.IFoo$Stub$Proxy.get\nat com.example.A.a" + loop +
		"process 7 system_server\n9 Binder:7_1 Runnable\nat com.android.server.Foo.other\n"
	tests := []struct{ name, list, want string }{
		{"served", "100:100(app:main) -> 7:79(system_server:Binder:7_1) code: 42",
			`binder likely: main waits for the answer to android.app.IFoo.get, which thread 9 "Binder:7_1" of system_server (pid 7) works on; that runs com.android.server.Foo.other.`},
		{"waiting", "100:100(app:main) -> 7:0(system_server:unknown) code: 42",
			`binder certain: main waits for process 7 to answer android.app.IFoo.get (binder); none of its threads in this file works on the call, called by com.example.A.a.`},
		{"another thread's", "100:101(app:x) -> 7:79(system_server:Binder:7_1) code: 42",
			`binder certain: main waits for another process to answer android.app.IFoo.get (binder), called by com.example.A.a.`},
	}
	for _, tt := range tests {
		if got := claims(t, dumptest.Parse("----- binder transactions -----\n"+tt.list+"\n"+calls), 0); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// TestEnglish checks that each code has a sentence with only known arguments.
func TestEnglish(t *testing.T) {
	lock := dump.Object{Class: "X"}
	all := wait.Fact{Code: wait.AtSleep, Args: wait.Args{
		Thread: &wait.Thread{Name: "t"}, Threads: []wait.Thread{{Name: "a"}, {Name: "b"}}, Object: &lock, Process: &wait.Process{}, Method: "a.B.c", Top: "a.B.c",
		Function: "f", Library: "l", Class: "C", State: "S", Text: "t", Count: 2, From: wait.Origin{By: "a.B.c", Through: "d.E.f"},
		Place: &wait.Fact{Code: wait.AtSleep}, Then: &wait.Fact{Code: wait.AtSleep}, List: []wait.Fact{{Code: wait.AtSleep}},
	}}
	for code := wait.NoCode + 1; code < wait.Codes; code++ {
		if english[code] == "" {
			t.Errorf("code %d has no words", code)
		}
		for _, f := range []wait.Fact{all, {Args: wait.Args{Object: &lock, Process: &wait.Process{}}}} {
			f.Code = code
			if got := clause(&f); got == "" || strings.ContainsAny(got, "{}[]") {
				t.Errorf("code %d: %q", code, got)
			}
		}
	}
}

// TestLongChain checks that a sentence lists few hops and counts the rest, while Chain lists
// every hop.
func TestLongChain(t *testing.T) {
	var s strings.Builder
	s.WriteString(app)
	for i := range 3000 {
		fmt.Fprintf(&s, "%d t%d Blocked\n- waiting to lock <0x%x> (a X) held by thread %d\n- locked <0x%x> (a X)\n", i+1, i+1, i+1, i+2, i)
	}
	c := wait.NewFacts(dumptest.Parse(s.String())).Explain(0).Claims[0]
	if got := sentenceOf(t, &c); len(got) > 1000 || !strings.Contains(got, "and so on over 2,995 more threads") {
		t.Error(got)
	}
	chain := Chain(&c)
	if n := len(chain); n != len(c.Hops)+1 || n > 200 || chain[0] != `main waits for lock <0x00000001> (a X), which thread 2 "t2" holds` {
		t.Errorf("%d lines of %d hops, the first %q", n, len(c.Hops), chain[0])
	}
}

func TestKernel(t *testing.T) {
	for word, want := range map[string]string{"0": "it runs", "do_freezer_trap": "it is frozen", "odd": "in this function"} {
		if got := Kernel(dump.Channel{Word: word}); !strings.HasSuffix(got, ": "+want+".") {
			t.Errorf("%s: %s", word, got)
		}
	}
}

// TestAlong checks claims that combine several dumps of a process. Each dump is the stack of
// main, 1.5 s after the previous one; want is the claim on the first dump.
func TestAlong(t *testing.T) {
	at := func(state string, ticks int, stack string) string {
		times := fmt.Sprintf("\n| utm=%d stm=0 core=1 HZ=100", ticks)
		if ticks < 0 {
			times = ""
		}
		return "1 main " + state + times + "\nat " + strings.ReplaceAll(stack, ";", "\nat ") + loop
	}
	const a, b = "java.lang.Thread.sleep;com.example.A.a;com.example.Main.onClick;android.view.View.performClick", "com.example.B.b;com.example.Main.onClick;android.view.View.performClick"
	tests := []struct {
		name  string
		dumps []string
		want  string
	}{
		{"stuck", []string{at("Sleeping", 50, a), at("Sleeping", 51, a), at("Sleeping", 51, a)},
			"stuck likely: main is in the same place in 3 dumps over 3 s, and has used almost no processor time in between: it is stuck."},
		{"a loop", []string{at("Runnable", 50, b), at("Runnable", 200, b)},
			"slow likely: main is in the same place in 2 dumps over 1.5 s, and has used 1.50 s of processor time in between: it is slow there, or in a loop."},
		{"a lock", []string{at("Blocked", 50, b), at("Blocked", 200, b)},
			"same-place likely: main waits for a lock in the same place in 2 dumps over 1.5 s, and has used 1.50 s of processor time in between: it continued, but waits there repeatedly."},
		{"a lock, and no time used", []string{at("Blocked", 50, b), at("Blocked", 51, b)},
			"stuck likely: main is in the same place in 2 dumps over 1.5 s, and has used almost no processor time in between: it is stuck."},
		{"without times", []string{at("Runnable", -1, b), at("Runnable", -1, b)},
			"same-place likely: main is in the same place in 2 dumps over 1.5 s; the processor time that it used in between is unknown."},
		{"slow", []string{at("Runnable", 50, b), at("Sleeping", 200, a), at("Native", 300, "com.example.C.c")},
			"slow likely: main is in com.example.Main.onClick in 2 dumps over 1.5 s, each time at another place below it: it is slow there, or comes there again and again."},
		{"moved on", []string{at("Runnable", 50, b), at("Native", 60, "com.example.C.c")},
			"moved-on certain: main is here in only one of 2 dumps of this process: it has moved on."},
		{"moved on to idleness", []string{at("Runnable", 50, b), idly},
			"moved-on certain: main is here in only one of 2 dumps of this process: it has moved on."},
		{"idle", []string{idly, idly}, ""},
		{"idle in a way of its own", []string{at("Native", 50, "com.android.server.SystemServer.init1"), at("Native", 50, "com.android.server.SystemServer.init1")}, ""},
		{"one dump", []string{at("Sleeping", 50, a)}, ""},
		{"no main", []string{"7 x Native\nat a.B.c\n", "7 x Native\nat a.B.c\n"}, ""},
	}
	for _, tt := range tests {
		var shots []wait.Shot
		for i, text := range tt.dumps {
			d := dumptest.Parse(fmt.Sprintf("process 100 com.example.app 10:00:0%g\n%s", 1+1.5*float64(i), text))
			shots = append(shots, wait.Shot{Facts: wait.NewFacts(d), Block: 0})
		}
		got := ""
		if c, ok := wait.NewSeries(shots).Along(0); ok {
			got = c.Rule + " " + c.Confidence.String() + ": " + sentenceOf(t, &c)
		}
		if got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

func TestCause(t *testing.T) {
	for want, c := range map[string]wait.Cause{
		"idle": {Rule: "idle"}, "sleep, in a.B.c": {Rule: "sleep", Frames: "a.B.c"},
		"lock, for a.X, which a.C.d has, in a.B.c ← a.B.b": {Rule: "lock", Waits: "a.X", Holder: "a.C.d", Frames: "a.B.c ← a.B.b"},
	} {
		if got := Cause(c); got != want {
			t.Errorf("%+v: %s, want %s", c, got, want)
		}
	}
}

// checkClaims checks each claim on a dump: a complete sentence of limited length, and the lines
// of its chain.
func checkClaims(t testing.TB, d *dump.Dump) {
	t.Helper()
	facts := wait.NewFacts(d)
	var shots []wait.Shot
	for b := range d.Blocks {
		shots = append(shots, wait.Shot{Facts: facts, Block: b})
	}
	series := wait.NewSeries(shots)
	for b := range d.Blocks {
		claims := facts.Explain(b).Claims
		if c, ok := series.Along(b); ok {
			claims = append(claims[:len(claims):len(claims)], c)
		}
		for i := range claims {
			c := &claims[i]
			if text := Claim(c); !strings.HasSuffix(text, ".") || len(text) < 10 || len(text) > 5000 {
				t.Errorf("%s: %q", c.Rule, text)
			}
			for _, line := range Chain(c) {
				if line == "" {
					t.Errorf("%s: an empty line in its chain", c.Rule)
				}
			}
		}
	}
}

// TestCorpus checks that every claim on every real dump is a sentence.
func TestCorpus(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/corpus/thread-dumps/*.txt")
	if len(files) == 0 {
		t.Skip("../shared/corpus is not here: its dumps are not ours to ship")
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		r := dump.NewReader()
		r.Write(data)
		checkClaims(t, r.Close())
	}
}

// FuzzClaim checks that every claim on any text has a sentence.
func FuzzClaim(f *testing.F) {
	for _, text := range []string{app + pair, app + idly, app + held, app + latch, app + join, app + queue} {
		d := dumptest.Parse(text)
		var all []byte
		for i := range d.Text.Lines() {
			all = append(append(all, d.Text.Line(i)...), '\n')
		}
		f.Add(append(all, all...))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := dump.NewReader()
		r.Write(data)
		checkClaims(t, r.Close())
	})
}
