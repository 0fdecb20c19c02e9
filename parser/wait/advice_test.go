package wait

import (
	"strings"
	"testing"

	"traceglass/parser/dump/dumptest"
)

// TestAdvice: the main claim of a verdict has advice only if the dump proves it.
func TestAdvice(t *testing.T) {
	const (
		own     = "\nat com.example.A.a" + loop
		locks   = "\nat com.example.A.a\n- waiting to lock <0x0a> (a X) held by thread 4\n- locked <0x0b> (a Y)" + loop
		locked  = "4 w Blocked\nat com.example.B.b\n- waiting to lock <0x0b> (a Y) held by thread 1\n- locked <0x0a> (a X)\n"
		waits   = "Blocked\nat com.example.A.a\n- waiting to lock <0x0a> (a X) held by thread 4" + loop
		behind  = "4 w Sleeping\nat java.lang.Thread.sleep\nat com.example.B.b\n- locked <0x0a> (a X)\n"
		call    = "1 main Native\nat android.os.BinderProxy.transactNative\nat android.os.BinderProxy.transact\nat com.other.IFoo$Stub$Proxy.get"
		another = "\nprocess 7 com.other\n" + idly
	)
	for _, tt := range []struct{ name, text, want string }{
		{"own code reads a file", "1 main Native\nat libcore.io.Linux.pread\nat java.io.RandomAccessFile.read" + own, "disk-on-main"},
		{"the platform reads a file", "1 main Native\nat libcore.io.Linux.pread\nat java.io.RandomAccessFile.read" + loop, ""},
		{"running code reads a file, perhaps", "1 main Runnable\nat libcore.io.Linux.pread" + own, ""},
		{"database", "1 main Native\nat android.database.sqlite.SQLiteConnection.nativeExecute" + own, "disk-on-main"},
		{"network", "1 main Native\nat libcore.io.Linux.connect" + own, "network-on-main"},
		{"sleep", "1 main Sleeping\nat java.lang.Thread.sleep" + own, "sleep-on-main"},
		{"commit", "1 main Waiting\nat java.util.concurrent.CountDownLatch.await\nat android.app.SharedPreferencesImpl$EditorImpl.commit" + own, "apply"},
		{"preferences that load", "1 main Waiting\nat java.lang.Object.wait\nat android.app.SharedPreferencesImpl.awaitLoadedLocked" + own, "load-earlier"},
		{"apply that an activity waits for", "1 main Waiting\nat java.lang.Object.wait\nat android.app.QueuedWork.waitToFinish" + own, ""},
		{"System.gc", "1 main Native\nat java.lang.Runtime.gc\nat java.lang.System.gc" + own, "system-gc"},
		{"future", "1 main Waiting\nat java.util.concurrent.FutureTask.get" + own, "wait-on-main"},
		{"runBlocking", "1 main Waiting\nat kotlinx.coroutines.BlockingCoroutine.joinBlocking\nat kotlinx.coroutines.BuildersKt.runBlocking" + own, "run-blocking-on-main"},
		{"debugger", "1 main Native\nat android.os.Debug.waitForDebugger" + loop, "debugger"},
		{"call of another process", call + own, "other-process"},
		{"call of a service of the system", strings.Replace(call, "com.other.IFoo$Stub$Proxy.get", "android.app.IActivityManager$Stub$Proxy.getServices", 1) + own, "system-server"},
		{"the same on an old Android", strings.Replace(call, "com.other.IFoo$Stub$Proxy.get", "android.app.ActivityManagerProxy.getServices", 1) + own, "system-server"},
		{"call of another app's provider", strings.Replace(call, "com.other.IFoo$Stub$Proxy.get", "android.content.ContentProviderProxy.query", 1) + own, "other-process"},
		{"call of a service of the system, and other processes in the file", strings.Replace(call, "com.other.IFoo$Stub$Proxy.get", "android.app.IActivityManager$Stub$Proxy.getServices", 1) + own + another, ""},
		{"call, and other processes in the file", call + own + another, ""},
		{"deadlock", "1 main Blocked" + locks + locked, "lock-order"},
		{"deadlock that one side does not confirm", "1 main Blocked" + locks + strings.Replace(locked, "\n- locked <0x0a> (a X)", "", 1), ""},
		{"deadlock of other threads", idly + "5 v Blocked" + locks + strings.Replace(locked, "thread 1", "thread 5", 1), "lock-order"},
		{"lock of a thread that sleeps", "1 main " + waits + behind, "slow-under-lock"},
		{"lock of a thread that runs", "1 main " + waits + strings.Replace(behind, "Sleeping\nat java.lang.Thread.sleep", "Runnable", 1), ""},
		{"other threads wait for one that sleeps", idly + "5 v " + waits + behind, "slow-under-lock"},
		{"lock without a holder", "1 main " + strings.Replace(waits, " held by thread 4", "", 1), ""},
		{"crash", "1 main Native\nat com.example.A.a\nat java.lang.Thread.dispatchUncaughtException\n", "crash"},
		{"idle", idly, ""},
		{"busy", "1 main Runnable" + own, ""},
	} {
		c := &NewFacts(dumptest.Parse(app + tt.text)).Explain(0).Claims[0]
		if got := c.Advice.String(); got != tt.want {
			t.Errorf("%s: advice %q, want %q (%s, %s)", tt.name, got, tt.want, c.Rule, c.Confidence)
		}
	}
}
