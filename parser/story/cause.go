package story

import (
	"strings"
	"sync"

	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// A role is the part of a frame in the search for the cause of a wait.
type role uint8

const (
	names   role = iota + 1 // the frame names the cause
	pauses                  // the frame makes any code wait: frames around it may name a closer cause
	narrows                 // the frame names the cause of a pause inside it, and means nothing without one
	carries                 // the frame is part of the implementation of a pause
	holds                   // the frame names the cause of every wait within it
)

// A known frame is a row of the table of waits.
type known struct {
	class   string // class, or the beginning of one if it ends in a dot or a dollar sign
	methods string // names separated by spaces, or beginnings of names that end in *; "" for all
	cause   Cause
	role    role
	blocks  bool // the method does little else than wait: its name alone shows a wait, without a CPU clock
}

// waits is the table of frames that decide the cause of a wait. Sources: AOSP from Android 5 to 16
// (frameworks/base, libcore, external/okhttp, external/conscrypt), OkHttp 3 to 5, kotlinx.coroutines
// 1.3 to 1.10, and Guava. Names of android, java and dalvik classes are never obfuscated. Names of
// libraries may be, and then need a map.
var waits = []known{
	{"android.os.BinderProxy", "transact transactNative", Binder, names, true},
	{"android.inputmethodservice.RemoteInputConnection", "", Binder, holds, false}, // the edited app; from Android 13 on
	{"com.android.internal.view.InputConnectionWrapper", "", Binder, holds, false}, // up to Android 12
	{"android.media.MediaPlayer", "_prepare", Binder, names, true},
	{"android.media.MediaMetadataRetriever", "setDataSource _setDataSource extractMetadata nativeExtractMetadata getEmbeddedPicture _getFrameAtTime", Binder, names, true},
	{"android.media.MediaExtractor", "setDataSource nativeSetDataSource", Binder, names, true},
	{"android.media.MediaCodec", "native_configure native_start native_stop native_release", Binder, names, true},
	{"android.hardware.Camera", "native_setup native_release", Binder, names, true},
	{"android.os.Debug", "waitForDebugger", Debugger, holds, true},

	{"java.lang.Object", "wait", Condition, pauses, true},
	{"java.lang.Thread", "park parkFor* parkUntil*", Condition, pauses, true},
	{"java.util.concurrent.locks.LockSupport", "park*", Condition, pauses, true},
	{"sun.misc.Unsafe", "park", Condition, pauses, true},
	{"jdk.internal.misc.Unsafe", "park", Condition, pauses, true},
	{"java.lang.Thread", "sleep", Sleep, names, true},
	{"android.os.SystemClock", "sleep", Sleep, names, true},

	{"java.lang.Thread", "join", Join, narrows, true},
	{"java.util.concurrent.FutureTask", "get awaitDone", Future, narrows, true},
	{"java.util.concurrent.CompletableFuture", "get join waitingGet timedGet", Future, narrows, true},
	{"java.util.concurrent.ForkJoinTask", "get join invoke externalAwaitDone awaitDone doJoin", Future, narrows, true},
	{"java.util.concurrent.AbstractExecutorService", "invokeAll invokeAny", Future, narrows, true},
	{"com.google.common.util.concurrent.AbstractFuture", "get", Future, narrows, true},
	{"com.google.android.gms.tasks.Tasks", "await", Future, narrows, true},
	{"android.os.AsyncTask", "get", Future, narrows, true},
	{"android.os.Handler", "runWithScissors", Future, narrows, true},
	{"android.os.Handler$BlockingRunnable", "postAndWait", Future, narrows, true},
	{"java.util.concurrent.CountDownLatch", "await", Latch, narrows, true},
	{"java.util.concurrent.CyclicBarrier", "await dowait", Latch, narrows, true},
	{"java.util.concurrent.Phaser", "await* arriveAndAwaitAdvance internalAwaitAdvance", Latch, narrows, true},
	{"java.util.concurrent.Semaphore", "acquire* tryAcquire", Latch, narrows, true},
	{"android.os.ConditionVariable", "block", Latch, narrows, true},
	{"java.util.concurrent.LinkedBlockingQueue", "take put poll offer", Queue, narrows, true},
	{"java.util.concurrent.LinkedBlockingDeque", "take* put* poll* offer*", Queue, narrows, true},
	{"java.util.concurrent.ArrayBlockingQueue", "take put poll offer", Queue, narrows, true},
	{"java.util.concurrent.PriorityBlockingQueue", "take poll", Queue, narrows, true},
	{"java.util.concurrent.DelayQueue", "take poll", Queue, narrows, true},
	{"java.util.concurrent.SynchronousQueue", "take put poll offer", Queue, narrows, true},
	{"java.util.concurrent.LinkedTransferQueue", "take transfer poll", Queue, narrows, true},
	{"java.util.concurrent.Exchanger", "exchange", Queue, narrows, true},
	{"java.util.concurrent.locks.ReentrantLock", "lock* tryLock", Lock, narrows, true},
	{"java.util.concurrent.locks.ReentrantReadWriteLock$", "lock* tryLock", Lock, narrows, true},
	{"java.util.concurrent.locks.StampedLock", "", Lock, narrows, true},
	{"kotlinx.coroutines.BlockingCoroutine", "joinBlocking", Coroutine, narrows, true},
	{"kotlinx.coroutines.BuildersKt", "runBlocking*", Coroutine, narrows, true},
	{"kotlinx.coroutines.BuildersKt__BuildersKt", "runBlocking*", Coroutine, narrows, true},
	{"kotlin.", "runBlocking runBlocking$default", Coroutine, narrows, true}, // R8 can move it to another class of Kotlin
	{"kotlinx.", "runBlocking runBlocking$default", Coroutine, narrows, true},
	{"kotlinx.coroutines.", "", 0, carries, false},
	{"java.util.concurrent.", "", 0, carries, false},
	{"com.google.common.util.concurrent.", "", 0, carries, false},
	{"java.lang.LangAccessImpl", "parkFor", 0, carries, false},

	{"android.app.SharedPreferencesImpl", "awaitLoadedLocked enqueueDiskWrite loadFromDisk writeToFile", Preferences, holds, false},
	{"android.app.SharedPreferencesImpl$EditorImpl", "commit", Preferences, names, true},
	{"android.app.SharedPreferencesImpl", "", Preferences, names, false},
	{"android.app.SharedPreferencesImpl$", "", Preferences, names, false},
	{"android.app.QueuedWork", "waitToFinish processPendingWork", Preferences, names, true},

	{"android.database.sqlite.", "", Database, names, false},
	{"androidx.sqlite.db.framework.", "", Database, names, false},
	{"androidx.sqlite.driver.", "", Database, names, false},
	{"net.sqlcipher.", "", Database, names, false},
	{"net.zetetic.database.", "", Database, names, false},
	{"io.requery.android.database.", "", Database, names, false},

	{"android.bluetooth.BluetoothSocket", "accept connect read write flush", Device, holds, true}, // asks the process of Bluetooth through a local socket
	{"android.net.LocalSocketImpl", "", Unexplained, holds, true},                                 // the other end may be any process of the device

	{"libcore.io.Linux", "accept* android_getaddrinfo bind connect getaddrinfo getnameinfo listen poll recv* send* socket*", Network, names, true},
	{"libcore.io.Posix", "accept* android_getaddrinfo bind connect getaddrinfo getnameinfo listen poll recv* send* socket*", Network, names, true},
	{"libcore.io.IoBridge", "connect* poll* recvfrom sendto isConnected postRecvfrom", Network, names, true},
	{"java.net.Socket", "connect", Network, names, false},
	{"java.net.ServerSocket", "accept", Network, names, true},
	{"java.net.PlainSocketImpl", "", Network, names, false},
	{"java.net.AbstractPlainSocketImpl", "", Network, names, false},
	{"java.net.SocketInputStream", "", Network, names, false},
	{"java.net.SocketOutputStream", "", Network, names, false},
	{"java.net.DatagramSocket", "connect receive send", Network, names, false},
	{"java.net.InetAddress", "getAllByName* getByName* getLocalHost getHostName getCanonicalHostName isReachable*", Network, names, false},
	{"android.hardware.usb.UsbDeviceConnection", "bulkTransfer controlTransfer requestWait native_bulk_request native_control_request native_request_wait", Device, names, true},

	{"java.net.Inet6AddressImpl", "", Network, names, false},
	{"java.net.NetworkInterface", "getAll getBy* getNetworkInterfaces", Network, names, false},
	{"com.android.org.conscrypt.NativeCrypto", "SSL_* ENGINE_SSL_*", Network, names, false},
	{"org.conscrypt.NativeCrypto", "SSL_* ENGINE_SSL_*", Network, names, false},
	{"com.android.okhttp.", "", Network, names, false},
	{"okhttp3.internal.connection.", "", Network, names, false},
	{"okhttp3.internal.http1.", "", Network, names, false},
	{"okhttp3.internal.http2.", "", Network, names, false},
	{"sun.nio.ch.SocketChannelImpl", "", Network, names, false},

	{"libcore.io.Linux", "access chmod close fdatasync fstat fsync ftruncate lseek lstat mkdir mmap open* pread* pwrite* read* remove rename stat* unlink write*", File, names, true},
	{"libcore.io.Posix", "access chmod close fdatasync fstat fsync ftruncate lseek lstat mkdir mmap open* pread* pwrite* read* remove rename stat* unlink write*", File, names, true},
	{"libcore.io.IoBridge", "open read write", File, names, true},
	{"java.io.UnixFileSystem", "canonicalize* checkAccess* create* delete* get* list* rename* set*", File, names, true},
	{"java.io.FileInputStream", "", File, names, false},
	{"java.io.FileOutputStream", "", File, names, false},
	{"java.io.RandomAccessFile", "", File, names, false},
	{"java.io.FileDescriptor", "sync", File, names, true},
	{"sun.nio.ch.FileChannelImpl", "", File, names, false},
	{"sun.nio.ch.FileDispatcherImpl", "", File, names, true},
	{"sun.nio.fs.", "", File, names, false},
	{"java.nio.file.Files", "", File, names, false},
	{"java.util.zip.ZipFile", "", File, names, false},
	{"android.content.res.AssetManager", "native*", File, names, false},
	{"android.content.res.ApkAssets", "native*", File, names, false},

	{"java.lang.ClassLoader", "loadClass findClass", Classes, names, false},
	{"java.lang.BootClassLoader", "loadClass findClass", Classes, names, false},
	{"java.lang.VMClassLoader", "findLoadedClass loadClass", Classes, names, false},
	{"java.lang.VMClassLoader", "", File, names, false}, // resources
	{"java.lang.Class", "classForName forName", Classes, names, false},
	{"dalvik.system.BaseDexClassLoader", "findClass loadClass", Classes, names, false},
	{"dalvik.system.DelegateLastClassLoader", "loadClass", Classes, names, false},
	{"dalvik.system.DexPathList", "findResource*", File, names, false},
	{"dalvik.system.DexPathList", "findLibrary findNativeLibrary", Libraries, names, false},
	{"dalvik.system.DexPathList$Element", "findResource*", File, names, false},
	{"dalvik.system.DexPathList$Element", "findLibrary findNativeLibrary", Libraries, names, false},
	{"dalvik.system.DexPathList", "<init> find* initByteBufferDexPath load* make*", Classes, names, false},
	{"dalvik.system.DexPathList$Element", "find* maybeInit", Classes, names, false},
	{"dalvik.system.DexFile", "", Classes, names, false},

	{"java.lang.System", "load loadLibrary", Libraries, names, false},
	{"java.lang.Runtime", "load* nativeLoad", Libraries, names, false},
	{"com.facebook.soloader.", "", Libraries, names, false},
	{"android.webkit.WebViewLibraryLoader", "", Libraries, names, false},

	{"java.lang.UNIXProcess", "forkAndExec waitForProcessExit", Child, names, true},
	{"java.lang.UNIXProcess", "waitFor", Child, narrows, true},
	{"java.lang.ProcessManager", "exec", Child, names, true},
	{"java.lang.ProcessManager$ProcessImpl", "waitFor", Child, narrows, true},

	{"java.lang.Runtime", "gc", Collector, names, true},
	{"java.lang.System", "gc runFinalization", Collector, names, true},
	{"dalvik.system.VMRuntime", "requestConcurrentGC* concurrentGC trimHeap runFinalization*", Collector, names, true},

	{"android.view.ThreadedRenderer", "n* syncAndDrawFrame", Rendering, names, false},
	{"android.graphics.HardwareRenderer", "n* allocateBuffers destroy fence pause setStopped setSurface stopDrawing syncAndDrawFrame", Rendering, names, false},
	{"android.view.Surface", "native* lockCanvas lockHardwareCanvas unlockCanvasAndPost", Rendering, names, false},
	{"android.view.SurfaceControl", "native*", Rendering, names, false},
	{"android.opengl.EGL14", "egl*", Rendering, names, false},
	{"com.google.android.gles_jni.EGLImpl", "egl* _egl*", Rendering, names, false},
}

// recorder is the row for methods that start and stop the recorder, which platform lists.
var recorder = known{cause: Tracing, role: holds, blocks: true}

// has reports whether the row has a method of its class.
func (k *known) has(method string) bool {
	return k.methods == "" || hasName(k.methods, method)
}

// hasName reports whether a method is one of some names, or begins like one of them that ends in *. Spaces separate the names.
func hasName(names, method string) bool {
	for name := range strings.FieldsSeq(names) {
		if start, ok := strings.CutSuffix(name, "*"); name == method || ok && strings.HasPrefix(method, start) {
			return true
		}
	}
	return false
}

// waitsByClass returns the rows of waits by their class, and those for each class that begins so.
var waitsByClass = sync.OnceValues(func() (exact map[string][]*known, starts []*known) {
	exact = map[string][]*known{}
	for i := range waits {
		k := &waits[i]
		if last := k.class[len(k.class)-1]; last == '.' || last == '$' {
			starts = append(starts, k)
		} else {
			exact[k.class] = append(exact[k.class], k)
		}
	}
	return exact, starts
})

// knownMethods returns the row of the table for each method, nil for most.
func knownMethods(info *trace.Info) []*known {
	exact, starts := waitsByClass()
	of := make([]*known, len(info.Methods))
	class := "" // of the previous method: methods of a class are mostly adjacent
	var may []*known
	for m := range of {
		in := &info.Methods[m]
		if platform.IsRecorder(in.Class, in.Name) {
			of[m] = &recorder
			continue
		}
		if in.Class != class {
			class, may = in.Class, append(may[:0], exact[in.Class]...)
			for _, k := range starts {
				if strings.HasPrefix(class, k.class) {
					may = append(may, k)
				}
			}
		}
		for _, k := range may {
			if k.has(in.Name) {
				of[m] = k
				break
			}
		}
		if of[m] == nil && in.Name == "get" && strings.HasSuffix(in.Class, "Future") {
			of[m] = &future
		}
	}
	return of
}

// future is the row of all other classes whose name says that they are futures.
var future = known{cause: Future, role: narrows, blocks: true}

// deciders hold, for each row of a tree, the row that decides the cause of a wait directly in it, or
// NoRow if no frame does.
//
//	inner   the innermost deciding row
//	outer   the outermost row of the same cause that calls it without other code between them
//
// The search looks from a row outwards:
//   - a frame that holds a cause decides for everything within it;
//   - a frame that names a cause decides;
//   - a frame that pauses decides too. Frames around it that implement the pause, and the next frame
//     outwards, may name a closer cause;
//   - the search ends at the app's own code and at libraries that the table does not list. A wait
//     directly in these has no explanation: the thread may wait for a lock of the language
//     (synchronized), for memory, or for a free core, and no frame shows which.
//
// One pass from callers to callees finds all rows. Its state is the result for the caller, once for a
// search that has met no pause yet, and once for a search that has.
type deciders struct {
	inner, outer []profile.Row
}

// decide finds the deciding rows of some rows, callers before callees. With named set, only a frame that does little else than wait
// decides: traces without a CPU clock need this.
func decide(t *profile.Tree, rows []profile.Row, origin []platform.Origin, of []*known, named bool) deciders {
	n := t.Len()
	d := deciders{make([]profile.Row, n), make([]profile.Row, n)}
	paused := make([]profile.Row, n) // result of a search that has met a pause further in; NoRow if the caller does not implement it
	const none = profile.NoRow
	d.inner[0], d.outer[0], paused[0] = none, none, none
	profile.Blocks(len(rows), func(a, b int) {
		for _, row := range rows[a:b] {
			parent, m := t.Parent[row], t.Method[row]
			k := of[m]
			inner, outer, around := none, none, none
			if p := d.inner[parent]; p != none && of[t.Method[p]].role == holds {
				inner = p
			}
			switch {
			case inner != none:
				outer, around = d.outer[inner], inner
			case k == nil:
				if o := origin[m]; !named && (o == platform.Platform || o == platform.Native) {
					inner, outer = d.inner[parent], d.outer[parent]
				}
			case k.role == holds:
				inner, outer, around = row, row, row
				if d.inner[parent] != none && of[t.Method[parent]] != nil && of[t.Method[parent]].cause == k.cause {
					outer = d.outer[parent]
				}
			case k.role == names:
				around = row
				if !named || k.blocks {
					inner, outer = row, row
					if p := d.outer[parent]; d.inner[parent] == parent && of[t.Method[parent]].cause == k.cause {
						outer = p
					}
				} else if p := d.inner[parent]; p != none && of[t.Method[p]].cause == k.cause { // part of a method that blocks
					inner, outer = p, d.outer[parent]
				}
			case k.role == pauses:
				if around = paused[parent]; around == none {
					around = row
				}
				inner, outer = around, around
				if d.inner[around] == around && around != row {
					outer = d.outer[around]
				}
			case k.role == narrows:
				if around = paused[parent]; around == none {
					around = row
				}
				if !named {
					inner, outer = d.inner[parent], d.outer[parent]
				}
			case k.role == carries:
				around = paused[parent]
				if !named {
					inner, outer = d.inner[parent], d.outer[parent]
				}
			}
			d.inner[row], d.outer[row], paused[row] = inner, outer, around
		}
	})
	return d
}
