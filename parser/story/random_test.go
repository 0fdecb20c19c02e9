package story_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/profile"
	"traceglass/parser/simpleperf/simpleperftest"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

// ruled are methods that rules know, besides those of long.
var ruled = []string{
	"android.app.Activity.finish()V", "android.app.Activity.performStart()V", "android.app.Activity.reportFullyDrawn()V", "android.app.ActivityThread.handleDestroyActivity()V",
	"android.app.ActivityThread.handleNewIntent()V", "android.app.ActivityThread.handleRelaunchActivity()V", "android.app.ActivityThread.handleResumeActivity()V",
	"android.app.ActivityThread.handleStopActivity()V", "android.app.ActivityThread.main()V", "android.app.QueuedWork.waitToFinish()V", "android.os.Debug.waitForDebugger()V",
	"android.os.Handler.handleCallback()V", "android.view.Choreographer$CallbackRecord.run()V", "android.view.Choreographer.doCallbacks()V", "android.view.LayoutInflater.inflate()V",
	"android.view.View.requestLayout()V", "android.view.ViewRootImpl.performMeasure(II)V", "android.view.ViewRootImpl.performTraversals()V", "android.webkit.WebView.<init>()V",
	"android.webkit.WebViewFactory.getProvider()V", "android.widget.LinearLayout.onMeasure(II)V", "android.widget.TextView.onMeasure(II)V",
	"androidx.compose.runtime.Recomposer.performRecompose()V", "androidx.recyclerview.widget.RecyclerView.onLayout()V", "com.bumptech.glide.Glide.with()V",
	"com.example.-$$LambdaGroup$x.invoke()V", "com.example.A.<clinit>()V", "com.example.A.<init>()V", "com.example.Cmp.compare()I", "com.example.Feed$load$1.invokeSuspend()V",
	"com.example.H.handleMessage()V", "com.example.UiKt.Screen()V", "com.example.view.Chart.onDraw()V", "com.example.view.Chart.onMeasure(II)V", "com.google.gson.Gson.fromJson()V",
	"java.lang.Object.notifyAll()V", "java.lang.Runtime.exec()V", "java.lang.Runtime.gc()V", "java.lang.System.loadLibrary()V", "java.lang.Thread.join()V", "java.text.SimpleDateFormat.<init>()V",
	"java.util.Collections.sort()V", "java.util.concurrent.locks.LockSupport.unpark()V", "kotlinx.coroutines.DispatchedTask.run()V", "okhttp3.OkHttpClient.newCall()V",
}

// randomTrace writes a trace of up to three threads, with calls of few methods in any order.
func randomTrace(seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 7))
	all := append(slices.Sorted(maps.Keys(long)), ruled...)
	methods := make([]string, 3+r.IntN(14))
	for i := range methods {
		methods[i] = all[r.IntN(len(all))]
	}
	threads := []string{"main", "worker", "third"}
	if r.IntN(3) == 0 {
		threads = []string{"worker", "main", "third"}
	}
	unit := []int{1, 1000, 20_000, 100_000}[r.IntN(4)] // µs
	runs := r.IntN(3)                                  // 0: always, 1: any part of the time, 2: a third of the times
	var records strings.Builder
	for _, thread := range threads[:1+r.IntN(3)] {
		records.WriteString(" " + thread)
		piece, again := randomCalls(r, methods), 1
		if r.IntN(4) == 0 {
			again += r.IntN(20)
		}
		at, cpu := 0, 0
		for range again {
			for _, record := range piece {
				step := []int{r.IntN(unit + 1), unit, 0, 0}[r.IntN(4)]
				switch at += step; {
				case runs == 0, runs == 2 && r.IntN(3) == 0:
					cpu += step
				case runs == 1:
					cpu += r.IntN(step + 1)
				}
				fmt.Fprintf(&records, " %d/%d%s", at, cpu, record)
			}
		}
	}
	out := tracetest.Trace{Records: expand(records.String())}
	switch r.IntN(4) {
	case 0:
		out.Version, out.Clock = 2, "wall"
	case 1:
		out.Version = 2
	}
	return out.Bytes()
}

// randomCalls returns entries and exits of calls. Some stay open.
func randomCalls(r *rand.Rand, methods []string) (records []string) {
	var stack []string
	exit := func() {
		records = append(records, "<"+stack[len(stack)-1])
		stack = stack[:len(stack)-1]
	}
	for range r.IntN(120) {
		if len(stack) > 0 && r.IntN(100) < 45+len(stack)*4 {
			exit()
			continue
		}
		m := methods[r.IntN(len(methods))]
		records, stack = append(records, ">"+m), append(stack, m)
	}
	for r.IntN(4) > 0 && len(stack) > 0 {
		exit()
	}
	return records
}

// TestRandom: sums hold for any trace, range and thresholds, each share is a number, and a second overview is equal.
func TestRandom(t *testing.T) {
	const traces = 400
	seeds := []uint64{
		1716, // a range cuts a wait for the recorder, and has time on the CPU
		5012, // phases of a start take longer than the non-idle time
	}
	for seed := range uint64(traces) {
		seeds = append(seeds, seed)
	}
	for _, seed := range seeds {
		if x, err := read(randomTrace(seed)); err == nil { // else it has no record
			checkThreads(t, x, fmt.Sprintf("trace %d", seed))
		}
	}
	for seed := range uint64(traces) {
		checkThreads(t, indexOf(t, randomSamples(seed)), fmt.Sprintf("samples %d", seed))
	}
}

// checkThreads checks overviews of each thread: all its time, and parts.
func checkThreads(t *testing.T, x *profile.Index, name string) {
	t.Helper()
	from, to := x.Calls.Span()
	for thread := range x.Calls.Threads {
		if len(x.Calls.Threads[thread].Levels) == 0 {
			continue
		}
		for _, part := range [][2]trace.Ticks{{math.MinInt64, math.MaxInt64}, {from + (to-from)/3, to - (to-from)/4}, {to / 2, to / 2}} {
			for _, thresholds := range []story.Thresholds{{}, anything} {
				o := story.Options{Thread: trace.ThreadIndex(thread), From: part[0], To: part[1], Thresholds: thresholds}
				if checkOf(t, x, o); t.Failed() {
					t.Fatalf("%s: thread %d from %d to %d, thresholds %+v", name, thread, part[0], part[1], thresholds)
				}
			}
		}
	}
}

// checkOf checks the overview of some options.
func checkOf(t *testing.T, x *profile.Index, o story.Options) {
	t.Helper()
	v := story.Of(x, o)
	checkSums(t, x, v)
	checkLate(t, v)
	checkFindings(t, x, v)
	for _, f := range slices.Concat(v.Findings, v.Nearly) {
		if math.IsNaN(f.Share) || math.IsInf(f.Share, 0) {
			t.Errorf("the share of %s is %f", f.Rule, f.Share)
		}
	}
	costly := map[trace.MethodIndex]bool{}
	for _, f := range v.Findings {
		if f.Rule == story.Costly && costly[f.Methods[0]] {
			t.Errorf("two findings are on the cost of %s", x.Info.Methods[f.Methods[0]].Label())
		}
		if f.Rule == story.Costly {
			costly[f.Methods[0]] = true
		}
	}
	if !reflect.DeepEqual(v, story.Of(x, o)) {
		t.Error("a second overview differs")
	}
}

// randomSamples writes a recording of up to two threads: stacks that change frame by frame, in some recordings with time off the CPU.
func randomSamples(seed uint64) *simpleperftest.Recording {
	r := rand.New(rand.NewPCG(seed, 11))
	all := append(slices.Sorted(maps.Keys(long)), ruled...)
	frames := make([]string, 3+r.IntN(14))
	for i := range frames {
		name, _, _ := strings.Cut(expand("main 0>"+all[r.IntN(len(all))]), "(")
		frames[i] = "/system/framework/framework.jar|" + name[strings.IndexByte(name, '>')+1:]
	}
	frames[0] = "[kernel.kallsyms]|schedule"
	off := r.IntN(2) == 0
	unit := 1 + r.IntN(20) // ms
	var records strings.Builder
	for _, thread := range []int{7, 8}[:1+r.IntN(2)] {
		at := 0
		var stack []string
		for range r.IntN(150) {
			at += 1 + r.IntN(unit)
			stack = stack[:len(stack)-r.IntN(min(len(stack), 3)+1)]
			for range r.IntN(3) {
				stack = append(stack, frames[r.IntN(len(frames))])
			}
			kind := "@"
			if off && r.IntN(4) == 0 {
				kind = "!"
			}
			fmt.Fprintf(&records, " %d%s%d %s", thread, kind, at, strings.Join(stack, ";"))
			if len(stack) == 0 {
				records.WriteString("-")
			}
		}
	}
	recording := simpleperftest.Parse(records.String() + " ::7=main 8/7=worker")
	recording.OffCPU = off
	if r.IntN(4) == 0 {
		recording.Events = []string{"cpu-cycles"}
	}
	return recording
}
