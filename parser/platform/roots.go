package platform

import "slices"

// rootFrames are frames through which Android and the languages' libraries call an app's code. The
// outer end of a stack has them in any app.
var rootFrames = []string{
	"android.app.ActivityThread$H.handleMessage", "android.app.ActivityThread.main", "android.app.ActivityThread.systemMain",
	"android.os.AsyncTask$2.call", "android.os.AsyncTask$3.call", "android.os.AsyncTask$SerialExecutor$1.run",
	"android.os.Binder.execTransact", "android.os.Binder.execTransactInternal",
	"android.os.Handler.dispatchMessage", "android.os.Handler.handleCallback", "android.os.HandlerThread.run",
	"android.os.Looper.loop", "android.os.Looper.loopOnce",
	"com.android.internal.os.RuntimeInit$MethodAndArgsCaller.run", "com.android.internal.os.WrapperInit.main",
	"com.android.internal.os.ZygoteInit$MethodAndArgsCaller.run", "com.android.internal.os.ZygoteInit.main",
	"com.android.server.SystemServer.main", "com.android.server.SystemServer.run",
	"dalvik.system.NativeStart.main", "dalvik.system.NativeStart.run",
	"java.lang.Thread.run", "java.lang.reflect.Method.invoke", "java.lang.reflect.Method.invokeNative",
	"java.util.concurrent.Executors$RunnableAdapter.call", "java.util.concurrent.FutureTask.run",
	"java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask.run",
	"java.util.concurrent.ThreadPoolExecutor$Worker.run", "java.util.concurrent.ThreadPoolExecutor.runWorker",
}

// IsRoot reports whether a frame is at the outer end of stacks in any app: it calls the app's code,
// or is a looper waiting for messages.
func IsRoot(frame string) bool { return slices.Contains(rootFrames, frame) || AwaitsMessages(frame) }
