package wait

import (
	"strings"
	"testing"
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
		d := parse(t, text)
		if len(d.Threads) != 1 {
			t.Fatalf("%d threads", len(d.Threads))
		}
		if got := Idle(d, &d.Threads[0]); got != tt.want {
			t.Errorf("%s: idle is %v, want %v", tt.name, got, tt.want)
		}
	}
}
