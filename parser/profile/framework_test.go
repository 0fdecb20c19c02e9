package profile_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

// A thread's outermost platform methods that take nearly all of its time are its framework.
func TestFramework(t *testing.T) {
	long := strings.NewReplacer("Zygote", "com.android.internal.os.ZygoteInit.main()V", "Activity", "android.app.ActivityThread.main()V",
		"Loop", "android.os.Looper.loop()V", "Next", "android.os.MessageQueue.next()V", "Dispatch", "android.os.Handler.dispatchMessage()V",
		"Own", "com.example.A.run()V", "Wait", "java.lang.Object.wait()V")
	const in, out = "main 0>Zygote 1>Activity 2>Loop", "98<Loop 99<Activity 100<Zygote"
	const together = "main 0>Zygote 0>Activity 0>Loop 3>Own 97<Own 100<Loop 100<Activity 100<Zygote"
	for _, tt := range []struct{ name, records, want string }{
		{"up to the first that is not all", in + " 10>Dispatch 11>Own 90<Own 90<Dispatch " + out, "main main loop"},
		{"however often it was called", in + " 2>Dispatch 2>Own 40<Own 40<Dispatch 40>Dispatch 97<Dispatch " + out, "main main loop dispatchMessage"},
		{"waits are seen", in + " 2>Next 97<Next 97>Dispatch 97>Own 98<Own 98<Dispatch " + out, "main main loop"},
		{"two are too few", "main 0>Zygote 1>Loop 10>Own 20<Own 99<Loop 100<Zygote", ""},
		{"own code is never folded", in + " 3>Own 97<Own " + out + " 100>Own 101<Own", ""},
		{"a thread of platform code alone is never folded", in + " 2>Dispatch 98<Dispatch " + out, ""},
		{"a twentieth may be elsewhere", together + " 100>Dispatch 105<Dispatch", "main main loop"},
		{"more than a twentieth elsewhere", together + " 100>Dispatch 106<Dispatch", ""},
		{"a pause", "main 0>Zygote 0>Activity 0>Loop 0>Wait 99<Wait 99>Own 100<Own 100<Loop 100<Activity 100<Zygote", "main main loop"},
	} {
		x := index(t, tracetest.Bytes(long.Replace(tt.records)))
		var names []string
		for _, m := range x.Framework(0) {
			names = append(names, x.Info.Methods[m].Name)
		}
		if got := strings.Join(names, " "); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// checkIdle holds for any profile: the shown time and the idle time that is left out add up to the
// total, and nothing else changes.
func checkIdle(t *testing.T, x *profile.Index, scope profile.Scope) profile.Times {
	t.Helper()
	all, shown := x.Profile(scope, nil), x.Profile(scope, nil)
	shown.WithoutIdle()
	checkContexts(t, "without idle waits", &shown.Contexts)
	checkContexts(t, "without idle waits, folded", shown.Folded())
	checkMethods(t, "without idle waits", shown)
	left := all.Idle()
	if left != shown.Idle() {
		t.Fatalf("%v idle, %v left out", left, shown.Idle())
	}
	for c := range left {
		if all.Total()[c] != shown.Total()[c]+left[c] || left[c] < 0 {
			t.Fatalf("clock %d: %d shown and %d left out of %d", c, shown.Total()[c], left[c], all.Total()[c])
		}
	}
	if left[profile.CPU] != 0 {
		t.Fatalf("%d of CPU time left out", left[profile.CPU])
	}
	var sum profile.Times
	for row := range all.Rows {
		a, b := &all.Rows[row], &shown.Rows[row]
		if a.Calls != b.Calls || a.Inclusive[profile.CPU] != b.Inclusive[profile.CPU] || a.Exclusive[profile.CPU] != b.Exclusive[profile.CPU] {
			t.Fatalf("row %d: calls or CPU time differ", row)
		}
		for c := range sum {
			sum[c] += a.Exclusive[c] - b.Exclusive[c]
		}
	}
	if sum != left {
		t.Fatalf("rows lose %v, %v is left out", sum, left)
	}
	return left
}

func TestIdle(t *testing.T) {
	long := strings.NewReplacer("Worker", "java.util.concurrent.ThreadPoolExecutor.runWorker()V", "GetTask", "java.util.concurrent.ThreadPoolExecutor.getTask()V",
		"Take", "java.util.concurrent.LinkedBlockingQueue.take()V", "Park", "sun.misc.Unsafe.park()V", "Own", "com.example.A.run()V",
		"Looper", "android.os.Looper.loopOnce()Z", "Next", "android.os.MessageQueue.next()V", "Poll", "android.os.MessageQueue.nativePollOnce()V", "Wait", "java.lang.Object.wait()V",
		"Vsync", "android.view.DisplayEventReceiver.dispatchVsync()V", "GL", "android.opengl.GLSurfaceView$GLThread.guardedRun()V", "Run", "java.lang.Thread.run()V", "Sleep", "java.lang.Thread.sleep()V", "Work", "com.example.A.work()V",
		"Sampler", "org.mozilla.gecko.GeckoJavaSampler$SamplingRunnable.loop()V", "Routine", "kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.run()V")
	for _, tt := range []struct {
		name, records string
		left          int64 // µs by wall
	}{
		{"a worker waits for its next task", "w 0/0>Worker 10/1>GetTask 10/1>Take 10/1>Park 90/3<Park 90/3<Take 90/3<GetTask 90/3>Own 100/9<Own 100/9<Worker", 78},
		{"own code waits", "w 0/0>Own 10/1>Park 90/3<Park 100/4<Own", 0},
		{"a task waits", "w 0/0>Worker 5/5>Own 10/6>Park 90/7<Park 95/8<Own 100/9<Worker", 0},
		{"a looper polls, and is called from there", "main 0/0>Own 10/1>Next 10/1>Poll 50/2>Vsync 60/4<Vsync 90/5<Poll 90/5<Next 100/9<Own", 68},
		{"a looper, without its queue", "main 0/0>Looper 10/1>Own 20/9<Own 90/12<Looper", 76},
		{"a looper and its queue", "main 0/0>Looper 10/9>Next 50/10<Next 60/11>Own 70/12>Looper 80/21<Looper 90/22<Own 95/25<Looper", 52},
		{"a looper's lock", "main 0/0>Looper 10/10>Wait 50/11<Wait 95/56<Looper", 0},
		{"a loop's own pause", "w 0/0>Routine 5/0>Park 80/0<Park 80/0>Own 90/9<Own 100/9<Routine", 75},
		{"a GL thread waits for a frame", "w 0/0>GL 5/5>Wait 80/6<Wait 80/6>Own 90/9<Own 100/9<GL", 74},
		{"a loop sleeps", "w 0/0>Run 0/0>Own 10/5>Sleep 90/6<Sleep 100/9<Own 100/9<Run", 79},
		{"a loop of a thread's own class sleeps", "w 0/0>Own 10/5>Sleep 90/6<Sleep 100/9<Own", 79},
		{"a method that a loop calls sleeps", "w 0/0>Own 5/5>Work 10/5>Sleep 90/6<Sleep 95/8<Work 100/9<Own", 0},
		{"a task sleeps", "w 0/0>Worker 5/5>Own 10/5>Sleep 90/6<Sleep 95/8<Own 100/9<Worker", 0},
		{"a profiler waits for its next sample", "w 0/0>Sampler 10/5>Sleep 90/6<Sleep 100/9<Sampler", 91},
		{"with nothing known above", "w 0/0>Wait 80/0<Wait 80/0>Own 90/9<Own", 80},
	} {
		x := index(t, tracetest.Bytes(long.Replace(tt.records)))
		if left := checkIdle(t, x, profile.WholeTrace); left[profile.Wall] != 1000*tt.left {
			t.Errorf("%s: %d µs left out, want %d", tt.name, left[profile.Wall]/1000, tt.left)
		}
		checkIdle(t, x, profile.Scope{From: 20, To: 60})
		profile.AddSwitchMethod(x.Info)
		x = profile.NewIndex(x.Calls, x.Info).Switched()
		if left := checkIdle(t, x, profile.WholeTrace); left[profile.Wall] != 1000*tt.left {
			t.Errorf("%s: %d µs left out with switches apart, want %d", tt.name, left[profile.Wall]/1000, tt.left)
		}
	}
}

// TestIdleByOneClock checks that a clock that stops during waits shows no idle time. The wall clock
// alone counts all idle time.
func TestIdleByOneClock(t *testing.T) {
	const records = "main 0>android.os.Looper.loop()V 10>android.os.MessageQueue.next()V 100<android.os.MessageQueue.next()V 110<android.os.Looper.loop()V"
	for clock, want := range map[string]profile.Times{"wall": {90_000}, "thread-cpu": {}} {
		x := index(t, tracetest.Trace{Records: records, Version: 2, Clock: clock}.Bytes())
		if left := checkIdle(t, x, profile.WholeTrace); left != want {
			t.Errorf("%s: %s, want %s", clock, fmt.Sprint(left), fmt.Sprint(want))
		}
	}
}

// The same holds for traces like those of apps.
func TestIdleOfMany(t *testing.T) {
	var b bytes.Buffer
	if err := tracetest.Story(&b, 3, 12); err != nil {
		t.Fatal(err)
	}
	x := index(t, b.Bytes())
	checkIdle(t, x, profile.WholeTrace)
	from, to := x.Calls.Span()
	some := make([]bool, len(x.Calls.Threads))
	some[trace.ThreadIndex(0)] = true
	checkIdle(t, x, profile.Scope{From: from + (to-from)/3, To: to - (to-from)/3, Threads: some})
}
