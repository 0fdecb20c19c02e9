package story_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

// index reads a whole trace.
func index(t testing.TB, data []byte) *profile.Index {
	t.Helper()
	x, err := read(data)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func read(data []byte) (*profile.Index, error) {
	replay, reader := call.NewReplay(true)
	for {
		if _, err := reader.Write(data); err != nil {
			return nil, err
		}
		if err := reader.Close(); err != nil {
			return nil, err
		}
		table, info := replay.Finish(), reader.Info()
		if replay, reader = replay.Again(); reader == nil {
			return profile.NewIndex(table, info), nil
		}
	}
}

// whole returns the options of the main thread and the whole recording.
func whole(x *profile.Index) story.Options {
	return story.Options{Thread: story.Main(x.Info), From: math.MinInt64, To: math.MaxInt64}
}

// TestProfileOfOptions makes overviews from a given profile. They equal those that make their own.
func TestProfileOfOptions(t *testing.T) {
	var data bytes.Buffer
	if err := tracetest.Story(&data, 3, 60); err != nil {
		t.Fatal(err)
	}
	x := index(t, data.Bytes())
	from, to := x.Calls.Span()
	for _, o := range []story.Options{whole(x), {Thread: story.Main(x.Info), From: from + (to-from)/3, To: to - (to-from)/4}, {Thread: 1, From: math.MinInt64, To: math.MaxInt64}} {
		want := story.Of(x, o)
		threads := make([]bool, len(x.Calls.Threads))
		threads[o.Thread] = true
		o.Profile = x.Profile(profile.Scope{From: o.From, To: o.To, Threads: threads}, x.Profile(profile.WholeTrace, nil))
		if got := story.Of(x, o); !reflect.DeepEqual(got, want) {
			t.Errorf("thread %d from %d to %d: %+v, want %+v", o.Thread, o.From, o.To, got, want)
		}
	}
}

// long expands the short names of the records in tests.
var long = map[string]string{
	"App":      "com.example.App.onCreate()V",
	"Theme":    "com.example.Theme.apply()V",
	"Own":      "com.example.Own.run()V",
	"Loop":     "android.os.Looper.loop()V",
	"Next":     "android.os.MessageQueue.next()V",
	"Poll":     "android.os.MessageQueue.nativePollOnce()V",
	"Dispatch": "android.os.Handler.dispatchMessage()V",
	"Input":    "android.view.InputEventReceiver.dispatchInputEvent(ILandroid/view/InputEvent;)V",
	"Frame":    "android.view.Choreographer.doFrame(JI)V", "Traverse": "android.view.ViewRootImpl$TraversalRunnable.run()V",
	"Bind": "android.app.ActivityThread.handleBindApplication()V", "Create": "android.app.Instrumentation.callApplicationOnCreate()V",
	"Install": "android.app.ActivityThread.installContentProviders()V", "Provider": "com.example.Provider.onCreate()Z",
	"Launch": "android.app.ActivityThread.performLaunchActivity()V", "Activity": "com.example.MainActivity.onCreate()V",
	"Park":     "java.util.concurrent.locks.LockSupport.park()V",
	"Unsafe":   "sun.misc.Unsafe.park()V",
	"Lock":     "java.util.concurrent.locks.ReentrantLock.lock()V",
	"Acquire":  "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire()V",
	"Get":      "java.util.concurrent.FutureTask.get()V",
	"Done":     "java.util.concurrent.FutureTask.awaitDone()V",
	"Wait":     "java.lang.Object.wait()V",
	"Sleep":    "java.lang.Thread.sleep()V",
	"Transact": "android.os.BinderProxy.transact()V",
	"Native":   "android.os.BinderProxy.transactNative()V",
	"Proxy":    "android.app.IActivityManager$Stub$Proxy.getRunningAppProcesses()V",
	"Manager":  "android.app.ActivityManager.getRunningAppProcesses()V",
	"Prefs":    "android.app.SharedPreferencesImpl.getString()V",
	"Loaded":   "android.app.SharedPreferencesImpl.awaitLoadedLocked()V",
	"Query":    "android.database.sqlite.SQLiteDatabase.query()V",
	"Commit":   "android.app.SharedPreferencesImpl$EditorImpl.commit()Z",
	"Step":     "android.database.sqlite.SQLiteConnection.nativeExecute()V",
	"Load":     "java.lang.ClassLoader.loadClass()V",
	"Find":     "dalvik.system.BaseDexClassLoader.findClass()V",
	"Zip":      "java.util.zip.ZipFile.getEntry()V",
	"Read":     "libcore.io.Linux.readBytes()V",
	"Tracing":  "android.os.Debug.startMethodTracing()V",
	"Sync":     "android.view.ThreadedRenderer.nSyncAndDrawFrame()V",
	"Blocking": "kotlinx.coroutines.BuildersKt.runBlocking()V",
	"Join":     "kotlinx.coroutines.BlockingCoroutine.joinBlocking()V",
	"Text":     "android.widget.TextView.setText()V",
	"Latch":    "java.util.concurrent.CountDownLatch.await()V",
}

// expand replaces the short names of records.
func expand(records string) string {
	words := strings.Fields(records)
	for i, word := range words {
		if at := strings.IndexAny(word, "<>") + 1; at > 0 && long[word[at:]] != "" {
			words[i] = word[:at] + long[word[at:]]
		}
	}
	return strings.Join(words, " ")
}

func record(records string) []byte { return tracetest.Bytes(expand(records)) }

// checkSums holds for every overview: its parts sum to the thread's span, and to its CPU time where
// the trace has it; so do idle and blocked time to its waiting time.
func checkSums(t *testing.T, x *profile.Index, v *story.Overview) {
	t.Helper()
	var time, cpu, idle, blocked int64
	for i := range v.Parts {
		part := &v.Parts[i]
		time += part.Time
		cpu += part.CPU
		if part.Time < 0 || part.CPU < 0 {
			t.Errorf("part %v %v %v has negative time", part.Kind, part.Origin, part.Cause)
		}
		if part.Kind == story.Waiting && part.Cause == story.IdleWait {
			idle += part.Time
		} else if part.Kind == story.Waiting {
			blocked += part.Time
		}
		sites, count := part.Left, part.Count
		for j := range part.Sites {
			sites += part.Sites[j].Time
			count -= part.Sites[j].Count
		}
		if count < 0 || part.More == 0 && count > 0 {
			t.Errorf("part %v %v %v has %d calls, %d more than its sites, and %d further sites", part.Kind, part.Origin, part.Cause, part.Count, count, part.More)
		}
		if part.Kind != story.Outside && sites != part.Time {
			t.Errorf("the sites of part %v %v %v sum to %d of %d ns", part.Kind, part.Origin, part.Cause, sites, part.Time)
		}
	}
	if span := v.To - v.From; time != span {
		t.Errorf("parts sum to %d of %d ns", time, span)
	}
	whole := v.Whole()
	for i := range v.Parts {
		whole -= v.Cost(&v.Parts[i])
	}
	if whole != 0 {
		t.Errorf("the costs of the parts sum to %d less than the whole of %d", whole, v.Whole())
	}
	if (v.OnCPU || !x.Counts(profile.CPU)) && cpu != v.Total[profile.CPU] {
		t.Errorf("parts sum to %d of %d ns of CPU time", cpu, v.Total[profile.CPU])
	}
	if v.Filtered {
		return // idle and blocked time is of the whole thread
	}
	if idle != v.Idle || blocked != v.Blocked {
		t.Errorf("idle %d, blocked %d ns; parts have %d and %d", v.Idle, v.Blocked, idle, blocked)
	}
	if span := v.To - v.From; v.Waiting == story.ByClocks && idle+blocked != max(0, span-v.Total[profile.CPU]) {
		t.Errorf("%d ns on the CPU, %d idle and %d blocked are not %d", v.Total[profile.CPU], idle, blocked, span)
	}
	if (v.Waiting == story.ByClocks || v.Waiting == story.Recorded) && idle+blocked != v.Total[profile.Waiting] {
		t.Errorf("idle and blocked sum to %d of %d ns of waiting", idle+blocked, v.Total[profile.Waiting])
	}
}

// unpacked returns the data of a gzip file.
func unpacked(t testing.TB, name string) []byte {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestSumsOfCorpus(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/corpus/method-traces/*.trace.gz")
	if len(files) == 0 {
		t.Skip("../shared/corpus is missing")
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			x, err := read(unpacked(t, name))
			if err != nil {
				t.Skip(err)
			}
			checkRanges(t, x)
		})
	}
}

// anything makes as many findings as possible.
var anything = story.Thresholds{Time: 1, Often: 2, Each: 1e9, Outlier: 2, Repeated: 2}

// checkRanges checks the overviews of every thread, whole and in ranges that cut through calls.
func checkRanges(t *testing.T, x *profile.Index) {
	t.Helper()
	from, to := x.Calls.Span()
	for thread := range x.Calls.Threads {
		if x.Calls.Threads[thread].Records == 0 {
			continue
		}
		for _, r := range [][2]trace.Ticks{{math.MinInt64, math.MaxInt64}, {from + (to-from)/3, to - (to-from)/4}, {to / 2, to / 2}} {
			o := story.Options{Thread: trace.ThreadIndex(thread), From: r[0], To: r[1]}
			for _, o.Thresholds = range []story.Thresholds{{}, anything} {
				v := story.Of(x, o)
				checkSums(t, x, v)
				checkLate(t, v)
				checkFindings(t, x, v)
			}
		}
	}
}

func TestSumsOfGenerated(t *testing.T) {
	for _, write := range []func(io.Writer) error{tracetest.AppStartup, func(w io.Writer) error { return tracetest.Story(w, 3, 60) }} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		checkRanges(t, index(t, b.Bytes()))
	}
	for _, c := range []tracetest.Config{
		{Records: 20_000, Threads: 5, Methods: 900, Depth: 40, Version: 3},
		{Records: 20_000, Threads: 3, Methods: 500, Depth: 30, Version: 2, Clock: "wall"},
		{Records: 20_000, Threads: 3, Methods: 500, Depth: 30, Version: 2},
	} {
		var b bytes.Buffer
		if err := tracetest.Generate(&b, c); err != nil {
			t.Fatal(err)
		}
		checkRanges(t, index(t, b.Bytes()))
	}
}
