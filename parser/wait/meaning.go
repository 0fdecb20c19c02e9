package wait

import "strings"

// methods are Class.method names separated by spaces. A trailing * matches any suffix.
type methods string

func (m methods) contains(key string) bool {
	for name := range strings.FieldsSeq(string(m)) {
		if before, ok := strings.CutSuffix(name, "*"); ok && strings.HasPrefix(key, before) || name == key {
			return true
		}
	}
	return false
}

// calls maps methods to the activity of a thread inside them, the most specific first: a frame is
// compared with one row after the other. Depth is the number of innermost frames checked, 0 for all
// down to the app's code (section 20).
var calls = []struct {
	rule       string
	confidence Confidence
	depth      int
	code       Code
	methods
}{
	{"idle", Likely, 2, ServesCalls,
		"com.android.server.SystemServer.init1"},
	{"debugger", Certain, 6, WaitsForDebugger,
		"android.os.Debug.waitForDebugger"},
	{"finalizer", Certain, 0, WaitsForFinalizing,
		finalizers},
	{"child", Certain, 6, WaitsForChild,
		"java.lang.Process.waitFor java.lang.ProcessImpl.waitFor java.lang.UNIXProcess.waitFor java.lang.ProcessManager$ProcessImpl.waitFor"},
	{"sleep", Certain, 4, Sleeps,
		"java.lang.Thread.sleep java.lang.VMThread.sleep android.os.SystemClock.sleep java.util.concurrent.TimeUnit.sleep"},
	{"preferences", Certain, 0, PreferencesPut,
		"android.app.QueuedWork.waitToFinish android.app.QueuedWork.processPendingWork"},
	{"preferences", Certain, 0, PreferencesCommitted,
		"android.app.SharedPreferencesImpl$EditorImpl.commit android.app.ContextImpl$SharedPreferencesImpl$EditorImpl.commit"},
	{"preferences", Certain, 0, PreferencesRead,
		"android.app.SharedPreferencesImpl.awaitLoadedLocked android.app.ContextImpl$SharedPreferencesImpl.awaitLoadedLocked"},
	{"database", Certain, 0, DatabaseTaken,
		"android.database.sqlite.SQLiteConnectionPool.waitForConnection android.database.sqlite.SQLiteDatabase.lock android.database.sqlite.SQLiteDatabase.lockForced"},
	{"database", Certain, 8, DatabaseWorks,
		"android.database.sqlite.SQLiteConnection.native* android.database.sqlite.SQLiteConnection.execute* android.database.sqlite.SQLiteQuery.* android.database.sqlite.SQLiteStatement.* android.database.sqlite.SQLiteCompiledSql.* android.database.sqlite.SQLiteDatabase.* android.database.sqlite.SQLiteProgram.* android.database.sqlite.SQLiteOpenHelper.*"},
	{"loading", Certain, 6, LoadsCode,
		"java.lang.System.loadLibrary java.lang.Runtime.loadLibrary* java.lang.Runtime.nativeLoad java.lang.Runtime.load* dalvik.system.DexFile.openDexFile* dalvik.system.DexFile.defineClass* dalvik.system.DexFile.loadClass* java.lang.ClassLoader.loadClass"},
	{"network", Certain, 12, Network,
		"java.net.Socket* java.net.PlainSocketImpl.* java.net.AbstractPlainSocketImpl.* java.net.InetAddress.* java.net.Inet6AddressImpl.* java.net.DatagramSocket.* libcore.io.Linux.connect libcore.io.Linux.recvfrom* libcore.io.Linux.sendto* libcore.io.Linux.android_getaddrinfo libcore.io.Posix.connect libcore.io.Posix.recvfrom* libcore.io.Posix.getaddrinfo com.android.org.conscrypt.NativeCrypto.SSL_* org.apache.harmony.xnet.provider.jsse.NativeCrypto.SSL_* com.android.okhttp.* org.apache.harmony.luni.platform.OSNetworkSystem.* org.apache.harmony.luni.net.*"},
	{"socket", Certain, 8, LocalSocket,
		"android.net.LocalSocketImpl* android.net.LocalSocket.*"},
	{"file", Certain, 6, Files,
		"libcore.io.Linux.* libcore.io.Posix.* libcore.io.BlockGuardOs.* libcore.io.ForwardingOs.* libcore.io.IoBridge.* java.io.FileDescriptor.sync java.io.UnixFileSystem.* java.io.RandomAccessFile.* java.io.FileInputStream.* java.io.FileOutputStream.* java.io.File.* sun.nio.ch.FileChannelImpl.* sun.nio.ch.FileDispatcherImpl.* sun.nio.fs.* org.apache.harmony.luni.platform.OSFileSystem.* android.os.FileUtils.*"},
	{"rendering", Certain, 3, FrameTaken,
		"android.view.ThreadedRenderer.nSyncAndDrawFrame android.graphics.HardwareRenderer.nSyncAndDrawFrame"},
	{"rendering", Certain, 3, Renderer,
		"android.view.ThreadedRenderer.n* android.graphics.HardwareRenderer.n* android.view.Surface.nativeLockCanvas android.view.Surface.lockCanvasNative com.google.android.gles_jni.EGLImpl.eglSwapBuffers android.view.SurfaceControl.native*"},
	{"wait", Certain, 16, WaitsForWork,
		"java.util.concurrent.FutureTask.get java.util.concurrent.CompletableFuture.get java.util.concurrent.CompletableFuture.join java.util.concurrent.CountDownLatch.await java.util.concurrent.CyclicBarrier.await java.util.concurrent.Semaphore.acquire* java.util.concurrent.Semaphore.tryAcquire android.os.ConditionVariable.block android.os.AsyncTask.get kotlinx.coroutines.BuildersKt.runBlocking* kotlinx.coroutines.BlockingCoroutine.joinBlocking com.google.android.gms.tasks.Tasks.await java.util.concurrent.ForkJoinTask.join java.util.concurrent.ForkJoinTask.get java.util.concurrent.ExecutorCompletionService.take java.util.concurrent.AbstractExecutorService.invokeAll java.util.concurrent.ThreadPoolExecutor.awaitTermination"},
	{"wait", Certain, 6, WaitsForThread,
		"java.lang.Thread.join"},
	{"wait", Certain, 10, WaitsAtQueue,
		"java.util.concurrent.LinkedBlockingQueue.* java.util.concurrent.ArrayBlockingQueue.* java.util.concurrent.SynchronousQueue.* java.util.concurrent.LinkedBlockingDeque.* java.util.concurrent.PriorityBlockingQueue.* java.util.concurrent.DelayQueue.*"},
	{"lock", Likely, 10, WaitsForConcurrentLock,
		concurrent},
	{"wait", Certain, 6, WaitsForCondition,
		"java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.*"},
	{"provider", Likely, 10, WaitsForProvider,
		"android.app.ActivityThread.acquireProvider android.content.ContentResolver.acquireProvider"},
}

// works names the activity of busy code, by the innermost frame that matches.
var works = []struct {
	code Code
	methods
}{
	{Inflating, "android.view.LayoutInflater.inflate android.view.LayoutInflater.createView*"},
	{DecodingImage, "android.graphics.BitmapFactory.* android.graphics.ImageDecoder.*"},
	{ParsingJSON, "org.json.* com.google.gson.* com.fasterxml.jackson.* com.squareup.moshi.*"},
	{MatchingExpression, "java.util.regex.*"},
	{StartingWebView, "android.webkit.WebViewFactory.* com.android.webview.chromium.WebViewChromiumFactoryProvider.*"},
	{Drawing, "android.view.View.draw android.view.View.updateDisplayListIfDirty android.view.View.getDisplayList"},
	{Measuring, "android.view.View.measure"},
	{LayingOut, "android.view.View.layout"},
	{Traversing, "android.view.ViewRootImpl.performTraversals"},
	{StartingApp, "android.app.ActivityThread.handleBindApplication"},
}

// A meaning maps native functions to the activity of a thread inside them.
type meaning struct {
	names string // separated by spaces; a name after :: is a method's
	rule  string
	code  Code
}

// meanings are matched in this order against the innermost native frames, because some name the
// purpose of another's wait.
var meanings = []meaning{
	{"::talkWithDriver ::waitForResponse", "binder", InBinder},
	{"epoll_wait __epoll_pwait epoll_pwait __ppoll ppoll poll __pselect6 pselect select __select", "idle", AtEvents},
	{"pthread_mutex_lock __pthread_mutex_lock_with_timeout ::MutexLockWithTimeout", "native-lock", AtNativeLock},
	{"pthread_cond_wait __pthread_cond_wait pthread_cond_timedwait __pthread_cond_timedwait __pthread_cond_timedwait_relative __futex_wait_ex __futex_syscall3 __futex_syscall4 __futex_wait sem_wait ::WaitHoldingLocks ::TimedWait", "native-wait", AtNativeCondition},
	{"fsync fdatasync pwrite64 __pwrite64 pread64 __pread64", "file", AtStorage},
	{"nanosleep __nanosleep clock_nanosleep usleep sleep", "sleep", AtSleep},
	{"recvfrom __recvfrom recvmsg __recvmsg accept4 __accept4 connect __connect", "socket", AtSocket},
	{"wait4 __wait4 waitpid __waitid", "child", AtChild},
	{"sigsuspend __sigsuspend rt_sigsuspend __rt_sigsuspend", "native-wait", AtSignal},
	{"read __read", "native-wait", AtRead},
}

// meaningOf returns the meaning of the innermost native frames, or nil if none is known. It tries
// several frames, because a system call alone says little.
func meaningOf(frames []frame) *meaning {
	for i := range meanings {
		m := &meanings[i]
		for n := range min(len(frames), 4) {
			symbol, _, _ := strings.Cut(frames[n].Symbol, "(")
			for name := range strings.FieldsSeq(m.names) {
				method, ok := strings.CutPrefix(name, "::")
				if symbol == name || ok && (strings.HasSuffix(symbol, name) || strings.HasPrefix(symbol, "_ZN") && strings.Contains(symbol, method)) {
					return m
				}
			}
		}
	}
	return nil
}
