package platform

import (
	"slices"
	"strings"
)

// Frames, as "class.method", of threads that wait for work. Thread dumps call such threads idle,
// and traces call such times idle waits.

// idleFrames are prefixes of frames of a worker that waits for work.
var idleFrames = []string{
	"java.util.concurrent.ThreadPoolExecutor.getTask",
	"java.util.concurrent.LinkedBlockingQueue.take",
	"java.util.concurrent.LinkedBlockingDeque.take",
	"java.util.concurrent.PriorityBlockingQueue.take",
	"java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue.take",
	"java.util.concurrent.ForkJoinPool.awaitWork",
	"java.util.concurrent.ForkJoinPool.runWorker",
	"kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.park",
	"kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.tryPark",
	"okhttp3.internal.concurrent.TaskRunner.awaitTaskToRun",
	"okhttp3.ConnectionPool$", // up to OkHttp 4
	// Only Okio's watchdog: other frames of AsyncTimeout are on the stacks of threads that read and
	// write.
	"okio.AsyncTimeout$Watchdog.", "okio.AsyncTimeout.awaitTimeout", "okio.AsyncTimeout$Companion.awaitTimeout",
	"com.squareup.okhttp.okio.AsyncTimeout$Watchdog.", "com.squareup.okhttp.okio.AsyncTimeout.awaitTimeout",
	"com.android.okhttp.okio.AsyncTimeout$Watchdog.", "com.android.okhttp.okio.AsyncTimeout.awaitTimeout", // the platform's own copies
	"com.android.okhttp.internal.okio.AsyncTimeout$Watchdog.", "com.android.okhttp.internal.okio.AsyncTimeout.awaitTimeout",
	"com.android.okhttp.ConnectionPool$",
	"java.util.Timer$TimerImpl.run",
	"java.util.TimerThread.mainLoop",
	"java.lang.ref.ReferenceQueue.remove",
	"java.lang.Daemons$",
	"dalvik.system.VMRuntime.runHeapTasks",
	"java.net.ServerSocket.accept", "java.net.ServerSocket.implAccept", "android.net.LocalServerSocket.accept", // a server waiting for a connection
	"android.os.FileObserver$ObserverThread.observe",
	"android.os.UEventObserver$UEventThread.run",
	"android.hardware.SensorManager$SensorThread$",
	"com.android.server.Watchdog.run", // it checks other threads every half minute
	"com.android.server.NativeDaemonConnector.listenToSocket",
	"com.android.server.AlarmManagerService.waitForAlarm",
	"com.android.server.wm.PersisterQueue.processNextItem",
	"com.android.server.am.TaskPersister$LazyTaskWriterThread.",
}

// IdleFrames returns the prefixes that AwaitsWork matches.
func IdleFrames() []string { return slices.Clone(idleFrames) }

// waitingFrames are prefixes of frames above the point where a worker waits. A frame of any other
// code shows that the worker is working, or waiting within its work.
var waitingFrames = []string{
	"java.lang.Object.wait", "java.lang.Thread.park", "java.lang.Thread.sleep", "java.lang.VMThread.", "java.util.concurrent.",
	"java.lang.LangAccessImpl.parkFor", "java.lang.ref.ReferenceQueue.", "sun.misc.Unsafe.park", "jdk.internal.misc.Unsafe.park",
	"android.os.FileObserver$ObserverThread.", "android.os.UEventObserver.", "android.net.LocalSocketImpl",
	"java.net.ServerSocket.", "java.net.PlainSocketImpl.", "java.net.AbstractPlainSocketImpl.", "libcore.io.", "android.system.Os.accept", "sun.nio.ch.Net",
	"org.apache.harmony.luni.platform.OSNetworkSystem.accept", "org.apache.harmony.luni.net.PlainSocketImpl.accept", "dalvik.system.BlockGuard$WrappedNetworkSystem.accept", // Android 2
	"kotlinx.coroutines.scheduling.", "okhttp3.internal.concurrent.",
}

// pollFrames are frames of a looper that waits for messages.
var pollFrames = []string{"android.os.MessageQueue.next", "android.os.MessageQueue.nativePollOnce"}

// looperFrames are loopers. All that they do themselves is to wait for messages, where a recording omits MessageQueue.next,
// or a compiler inlined it.
var looperFrames = []string{"android.os.Looper.loop", "android.os.Looper.loopOnce"}

// IsLooper reports whether a method is a looper.
func IsLooper(class, name string) bool {
	return class == "android.os.Looper" && slices.Contains(looperFrames, class+"."+name)
}

// loopFrames are worker loops that wait for work themselves, or in a method that a compiler inlined
// into them. A pause directly below one is a wait for work.
var loopFrames = []string{
	"kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.run",
	"kotlinx.coroutines.DefaultExecutor.run",
	"android.opengl.GLSurfaceView$GLThread.guardedRun",
	"java.util.concurrent.ThreadPoolExecutor.runWorker",
	"okhttp3.ConnectionPool", "com.squareup.okhttp.ConnectionPool", "com.android.okhttp.ConnectionPool",
}

// pauseFrames make any code wait until it is woken.
var pauseFrames = []string{
	"java.lang.Object.wait", "java.lang.Thread.park", "java.util.concurrent.locks.LockSupport.park", "sun.misc.Unsafe.park", "jdk.internal.misc.Unsafe.park",
}

// sleepFrames make code sleep for a time.
var sleepFrames = []string{"java.lang.Thread.sleep", "android.os.SystemClock.sleep", "java.util.concurrent.TimeUnit.sleep"}

// Sleeps reports whether a frame sleeps for a time.
func Sleeps(frame string) bool { return begins(frame, sleepFrames) }

// AwaitsWork reports whether a frame belongs to a worker that waits for work.
func AwaitsWork(frame string) bool { return begins(frame, idleFrames) }

// AwaitsMessages reports whether a frame belongs to a looper that waits for messages.
func AwaitsMessages(frame string) bool { return begins(frame, pollFrames) }

// Loops reports whether a frame is a worker's loop: a pause directly below it is a wait for work.
func Loops(frame string) bool { return begins(frame, loopFrames) }

// Pauses reports whether a frame makes any code wait until it is woken.
func Pauses(frame string) bool { return begins(frame, pauseFrames) }

// Waits reports whether a frame may appear above the point where a worker waits for work.
func Waits(frame string) bool { return begins(frame, waitingFrames) }

// MayWait reports whether a class may have a frame of any kind of wait. It excludes most classes
// without building their frames' names.
func MayWait(class string) bool {
	first, _, _ := strings.Cut(class, ".")
	return slices.ContainsFunc(waitClasses[first], func(start string) bool { return strings.HasPrefix(start, class) || strings.HasPrefix(class, start) })
}

// waitClasses are the prefixes of all kinds of waits, by the first part of their package.
var waitClasses = func() map[string][]string {
	by := map[string][]string{}
	for _, list := range [...][]string{idleFrames, pollFrames, looperFrames, loopFrames, pauseFrames, sleepFrames, waitingFrames} {
		for _, start := range list {
			first, _, _ := strings.Cut(start, ".")
			by[first] = append(by[first], start)
		}
	}
	return by
}()

func begins(frame string, any []string) bool {
	return slices.ContainsFunc(any, func(start string) bool { return strings.HasPrefix(frame, start) })
}
