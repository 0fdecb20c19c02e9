package story_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"traceglass/parser/profile"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

// android expands the short names of methods in the traces of starts, messages and frames.
var android = strings.NewReplacer(
	"ZYGOTE", "com.android.internal.os.ZygoteInit.main()V",
	"MAIN", "android.app.ActivityThread.main()V",
	"LOOP", "android.os.Looper.loop()V",
	"NEXT", "android.os.MessageQueue.next()V",
	"DISPATCH", "android.os.Handler.dispatchMessage()V",
	"CALLBACK", "android.os.Handler.handleCallback()V",
	"HANDLE", "android.app.ActivityThread$H.handleMessage()V",
	"BIND", "android.app.ActivityThread.handleBindApplication()V",
	"PROVIDERS", "android.app.ActivityThread.installContentProviders()V",
	"APPCREATE", "android.app.Instrumentation.callApplicationOnCreate()V",
	"RELAUNCH", "android.app.ActivityThread.handleRelaunchActivity()V",
	"LAUNCH", "android.app.ActivityThread.performLaunchActivity()V",
	"OUTER", "android.app.ActivityThread.handleLaunchActivity()V",
	"CALLCREATE", "android.app.Instrumentation.callActivityOnCreate()V",
	"PERFORM", "android.app.Activity.performCreate()V",
	"HSTART", "android.app.ActivityThread.handleStartActivity()V",
	"OLDSTOP", "android.app.ActivityThread.callActivityOnStop()V",
	"DESTROY", "android.app.ActivityThread.handleDestroyActivity()V",
	"PSTART", "android.app.Activity.performStart()V",
	"CALLSTART", "android.app.Instrumentation.callActivityOnStart()V",
	"HRESUME", "android.app.ActivityThread.handleResumeActivity()V",
	"PRESUME", "android.app.ActivityThread.performResumeActivity()V",
	"RECEIVER", "android.view.Choreographer$FrameDisplayEventReceiver.run()V",
	"FRAME", "android.view.Choreographer.doFrame()V",
	"DOCALLS", "android.view.Choreographer.doCallbacks()V",
	"RECORD", "android.view.Choreographer$CallbackRecord.run()V",
	"DOTRAVERSAL", "android.view.ViewRootImpl.doTraversal()V",
	"TRAVERSALS", "android.view.ViewRootImpl.performTraversals()V",
	"MEASURE", "android.view.ViewRootImpl.performMeasure()V",
	"LAYOUT", "android.view.ViewRootImpl.performLayout()V",
	"PDRAW", "android.view.ViewRootImpl.performDraw()V",
	"BATCHED", "android.view.ViewRootImpl.doConsumeBatchedInput()Z",
	"TRAVERSAL", "android.view.ViewRootImpl$TraversalRunnable.run()V",
	"SYNC", "android.graphics.HardwareRenderer.nSyncAndDrawFrame()V",
	"FINISH", "android.app.Activity.finish()V",
	"DRAWN", "android.app.Activity.reportFullyDrawn()V",
	"APP", "com.example.App.onCreate()V",
	"HOME", "com.example.Home.onCreate()V",
	"SPLASH", "com.example.Splash.onCreate()V",
	"STARTED", "com.example.Home.onStart()V",
	"RESUMED", "com.example.Home.onResume()V",
	"OWN", "com.example.Feed.parse()V",
	"OTHER", "com.example.Cache.read()V",
	"LIB", "com.google.gson.Gson.fromJson()V",
	"TEXT", "android.widget.TextView.setText()V",
	"SUSPEND", "com.example.Feed$load$1.invokeSuspend()V",
	"RESUMEWITH", "kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith()V",
	"TASK", "kotlinx.coroutines.DispatchedTask.run()V",
	"SECOND", "com.example.Player$Handler.handleMessage()V",
	"VIEWROOT", "android.view.ViewRootImpl$ViewRootHandler.handleMessage()V",
)

// overview returns the overview of main in a trace, between two times in µs; 0, 0 is the whole trace.
func overview(t testing.TB, records string, from, to trace.Ticks) (*profile.Index, *story.Overview) {
	t.Helper()
	x := index(t, tracetest.Bytes(android.Replace(records)))
	o := whole(x)
	if from != 0 || to != 0 {
		o.From, o.To = from, to
	}
	return x, story.Of(x, o)
}

// phasesText formats a start: "anchor from-to wall/cpu, alone wall/cpu", in µs.
func phasesText(v *story.Overview) string {
	pair := func(t profile.Times) string { return fmt.Sprintf("%d/%d", t[profile.Wall]/1000, t[profile.CPU]/1000) }
	var out []string
	for i := range v.Startup.Phases {
		p := &v.Startup.Phases[i]
		if p.Status == story.NotRecorded {
			continue
		}
		text := fmt.Sprintf("%v %d-%d %s", p.Anchor, p.Call.From/1000, p.Call.To/1000, pair(p.Call.Times))
		if p.Parent >= 0 {
			text += fmt.Sprintf(" in %v", v.Startup.Phases[p.Parent].Anchor)
		}
		if p.Alone != p.Call.Times {
			text += " alone " + pair(p.Alone)
		}
		if p.Status == story.Cut {
			text += " cut"
		}
		if p.Class != "" {
			text += " " + p.Class
		}
		out = append(out, text)
	}
	if len(v.Startup.Phases) > 0 {
		out = append(out, fmt.Sprintf("between %s of %s", pair(v.Startup.Between), pair(v.Startup.Times)))
	}
	return strings.Join(out, "; ")
}

const coldStart = "main 0/0>MAIN 10/5>A 20/8<A 30/10>LOOP 40/11>DISPATCH 41/12>HANDLE 42/13>BIND 50/20>PROVIDERS 80/30<PROVIDERS " +
	"90/31>APPCREATE 91/32>APP 190/52<APP 192/53<APPCREATE 200/60<BIND 201/60<HANDLE 202/61<DISPATCH " +
	"300/70>DISPATCH 301/71>HANDLE 310/72>LAUNCH 320/73>CALLCREATE 330/74>PERFORM 340/75>HOME 440/95<HOME 450/96<PERFORM 460/97<CALLCREATE 470/98<LAUNCH " +
	"480/99>HSTART 482/100>PSTART 483/100>CALLSTART 484/101>STARTED 486/101<STARTED 488/101<CALLSTART 490/102<PSTART 500/103<HSTART " +
	"510/104>HRESUME 511/105>PRESUME 530/110<PRESUME 560/120<HRESUME 561/121<HANDLE 562/122<DISPATCH " +
	"600/130>DISPATCH 601/131>CALLBACK 602/132>RECEIVER 603/133>FRAME 700/180<FRAME 701/181<RECEIVER 702/181<CALLBACK 703/182<DISPATCH " +
	"800/190>DISPATCH 801/190>A 802/191>DRAWN 810/195<DRAWN 811/195<A 812/196<DISPATCH 900/200>DISPATCH 901/201>FRAME 910/202<FRAME 911/203<DISPATCH 1000/210<LOOP 1001/211<MAIN"

func TestStartup(t *testing.T) {
	tests := []struct {
		name, trace string
		from, to    trace.Ticks
		want        string
	}{
		{
			"a cold start of Android 9 or later", coldStart, 0, 0,
			"process start 0-30 30/10; handleBindApplication 42-200 158/47 alone 26/15; content providers 50-80 30/10 in handleBindApplication; " +
				"Application.onCreate 90-192 102/22 in handleBindApplication com.example.App; activity create 310-470 160/26 com.example.Home; " +
				"activity start 480-500 20/4 com.example.Home; activity resume 510-560 50/16; first frame 603-700 97/47; reportFullyDrawn 802-810 8/4; between 287/41 of 810/195",
		},
		{
			"a range that begins in Application.onCreate and ends in the first frame", coldStart, 100, 650,
			"handleBindApplication 42-200 100/27 alone 8/7 cut; Application.onCreate 90-192 92/20 in handleBindApplication cut com.example.App; activity create 310-470 160/26 com.example.Home; " +
				"activity start 480-500 20/4 com.example.Home; activity resume 510-560 50/16; first frame 603-700 47/22 cut; between 173/27 of 550/122",
		},
		{"a range that ends where the start begins to launch", coldStart, 205, 310, ""},
		{
			"a start up to Android 8, with the start inside the launch",
			"main 0/0>DISPATCH 1/1>OUTER 10/2>LAUNCH 20/3>PERFORM 30/4>HOME 90/20<HOME 95/21<PERFORM 100/22>PSTART 120/30<PSTART 130/31<LAUNCH 140/32>HRESUME 141/33>PRESUME 150/40<PRESUME 180/44<HRESUME 181/45<OUTER 182/46<DISPATCH 200/47>FRAME 250/60<FRAME",
			0, 0,
			"activity create 10-130 120/29 alone 100/21 com.example.Home; activity start 100-120 20/8 in activity create; activity resume 140-180 40/12; first frame 200-250 50/13; between 30/4 of 240/58",
		},
		{
			"a provider with most of the time",
			"main 0/0>DISPATCH 1/1>BIND 10/2>PROVIDERS 20/3>androidx.startup.InitializationProvider.onCreate()Z 21/3>com.example.LogInitializer.create()V 46/5<com.example.LogInitializer.create()V 47/6<androidx.startup.InitializationProvider.onCreate()Z 50/7>com.example.Ads.onCreate()Z 55/8<com.example.Ads.onCreate()Z 56/9<PROVIDERS 60/10<BIND 61/11<DISPATCH", 0, 0,
			"handleBindApplication 1-60 59/9 alone 13/2 cut; content providers 10-56 46/7 in handleBindApplication com.example.LogInitializer; between 0/0 of 59/9",
		},
		{
			"a resume that was recorded without its caller",
			"main 0>LAUNCH 10<LAUNCH 20>PRESUME 25>RESUMED 28<RESUMED 30<PRESUME 40>FRAME 50<FRAME", 0, 0,
			"activity create 0-10 10/10; activity resume 20-30 10/10 com.example.Home; first frame 40-50 10/10; between 20/20 of 50/50",
		},
		{
			"an activity that passes on to another one after its resume",
			"main 0>LAUNCH 5>SPLASH 8<SPLASH 10<LAUNCH 20>PRESUME 30<PRESUME 40>FRAME 50<FRAME 60>FINISH 61<FINISH 70>LAUNCH 75>HOME 78<HOME 80<LAUNCH 90>PRESUME 100<PRESUME 110>FRAME 120<FRAME", 0, 0,
			"activity create 0-10 10/10 com.example.Splash; activity create 70-80 10/10 com.example.Home; activity resume 90-100 10/10; first frame 110-120 10/10; between 80/80 of 120/120",
		},
		{
			"an activity that stays until another one is opened",
			"main 0>LAUNCH 10<LAUNCH 20>PRESUME 30<PRESUME 40>FRAME 50<FRAME 70>LAUNCH 75>HOME 78<HOME 80<LAUNCH 90>PRESUME 100<PRESUME", 0, 0,
			"activity create 0-10 10/10; activity resume 20-30 10/10; first frame 40-50 10/10; between 20/20 of 50/50",
		},
		{
			"an activity that finishes late, such as one to sign in",
			"main 0>LAUNCH 10<LAUNCH 20>PRESUME 30<PRESUME 40>FRAME 50<FRAME 1000040>FINISH 1000041<FINISH 1000070>LAUNCH 1000080<LAUNCH 1000090>PRESUME 1000100<PRESUME", 0, 0,
			"activity create 0-10 10/10; activity resume 20-30 10/10; first frame 40-50 10/10; between 20/20 of 50/50",
		},
		{
			"an activity that finishes, and another one that is opened late",
			"main 0>LAUNCH 10<LAUNCH 20>PRESUME 30<PRESUME 60>FINISH 61<FINISH 1000070>LAUNCH 1000080<LAUNCH 1000090>PRESUME 1000100<PRESUME", 0, 0,
			"activity create 0-10 10/10; activity resume 20-30 10/10; between 10/10 of 30/30",
		},
		{
			"an activity that passes on, with a recording that ends before the resume of the other one",
			"main 0>LAUNCH 10<LAUNCH 20>PRESUME 30<PRESUME 60>FINISH 61<FINISH 70>LAUNCH 80<LAUNCH 110>FRAME 120<FRAME", 0, 0,
			"activity create 0-10 10/10; activity create 70-80 10/10; first frame 110-120 10/10; between 90/90 of 120/120",
		},
		{
			"a callback of androidx does not name the activity",
			"main 0>LAUNCH 1>CALLCREATE 2>androidx.activity.ComponentActivity.onCreate()V 8<androidx.activity.ComponentActivity.onCreate()V 9<CALLCREATE 10<LAUNCH", 0, 0,
			"activity create 0-10 10/10; between 0/0 of 10/10",
		},
		{
			"the first frame follows the create if no resume is recorded",
			"main 0>FRAME 5<FRAME 10>LAUNCH 12>B 18<B 20<LAUNCH 30>FRAME 40<FRAME 50>FRAME 60<FRAME", 0, 0,
			"activity create 10-20 10/10; first frame 30-40 10/10; between 10/10 of 30/30",
		},
		{
			"a frame between the create and the resume is not the first one",
			"main 0>LAUNCH 10<LAUNCH 12>FRAME 15<FRAME 20>HRESUME 30<HRESUME 40>FRAME 50<FRAME", 0, 0,
			"activity create 0-10 10/10; activity resume 20-30 10/10; first frame 40-50 10/10; between 20/20 of 50/50",
		},
		{
			"an activity that launches another one before it is resumed",
			"main 0>LAUNCH 1>SPLASH 9<SPLASH 10<LAUNCH 20>LAUNCH 21>HOME 29<HOME 30<LAUNCH 40>HRESUME 50<HRESUME 60>FRAME 70<FRAME 80>LAUNCH 90<LAUNCH 95>HRESUME 99<HRESUME", 0, 0,
			"activity create 0-10 10/10 com.example.Splash; activity create 20-30 10/10 com.example.Home; activity resume 40-50 10/10; first frame 60-70 10/10; between 30/30 of 70/70",
		},
		{
			"a later activity is not part of the start",
			"main 0>LAUNCH 10<LAUNCH 20>HRESUME 30<HRESUME 40>FRAME 50<FRAME 60>LAUNCH 70<LAUNCH 80>HSTART 82<HSTART 85>HRESUME 90<HRESUME 100>FRAME 110<FRAME", 0, 0,
			"activity create 0-10 10/10; activity resume 20-30 10/10; first frame 40-50 10/10; between 20/20 of 50/50",
		},
		{
			"a range with a later activity has its start",
			"main 0>LAUNCH 10<LAUNCH 20>HRESUME 30<HRESUME 40>FRAME 50<FRAME 60>LAUNCH 70<LAUNCH 80>HRESUME 90<HRESUME 100>FRAME 110<FRAME 120>A 130<A", 55, 125,
			"activity create 60-70 10/10; activity resume 80-90 10/10; first frame 100-110 10/10; between 20/20 of 50/50",
		},
		{
			"an activity that returns to the screen",
			"main 0>A 5<A 10>HSTART 20<HSTART 30>HRESUME 40<HRESUME 50>FRAME 60<FRAME", 0, 0,
			"activity start 10-20 10/10; activity resume 30-40 10/10; first frame 50-60 10/10; between 20/20 of 50/50",
		},
		{"frames without a start", "main 0>DISPATCH 1>FRAME 9<FRAME 10<DISPATCH", 0, 0, ""},
		{"the same names on another thread", "main 0>A 50<A worker 0>BIND 10<BIND 20>LAUNCH 30<LAUNCH", 0, 0, ""},
		{"own methods with the same names", "main 0>com.example.ActivityThread.handleBindApplication()V 10<com.example.ActivityThread.handleBindApplication()V 20>com.example.Home.onCreate()V 30<com.example.Home.onCreate()V", 0, 0, ""},
		{"a method of another class of android", "main 0>android.app.Activity.performLaunchActivity()V 10<android.app.Activity.performLaunchActivity()V", 0, 0, ""},
		{
			"tracing began inside Application.onCreate",
			"main 0>OTHER 8<OTHER 10<APP 12<APPCREATE 20<BIND 30>LAUNCH 40<LAUNCH", 0, 0,
			"handleBindApplication 0-20 20/20 alone 8/8 cut; Application.onCreate 0-12 12/12 in handleBindApplication cut com.example.App; activity create 30-40 10/10; between 10/10 of 40/40",
		},
		{
			"tracing began inside the message, and recorded the stack at once",
			"main 0>ZYGOTE 0>LOOP 0>DISPATCH 0>BIND 1>A 5<A 10>APPCREATE 15<APPCREATE 20<BIND 21<DISPATCH", 0, 0,
			"handleBindApplication 0-20 20/20 alone 15/15 cut; Application.onCreate 10-15 5/5 in handleBindApplication; between 0/0 of 20/20",
		},
		{
			"the recording ends inside the launch",
			"main 0>BIND 10<BIND 20>LAUNCH 25>HOME 30>A 50<A", 0, 0,
			"handleBindApplication 0-10 10/10; activity create 20-50 30/30 cut com.example.Home; between 10/10 of 50/50",
		},
		{"the main thread was already in its loop", "main 0>ZYGOTE 0>MAIN 0>LOOP 0>NEXT 10<NEXT 20>DISPATCH 30<DISPATCH", 0, 0, ""},
		{"a recorder that enters main and its loop one after the other", "main 0>ZYGOTE 1>MAIN 2>LOOP 3>NEXT 10<NEXT 20>DISPATCH 30<DISPATCH", 0, 0, ""},
		{"main without a loop", "main 0>MAIN 5>A 9<A 10<MAIN", 0, 0, "process start 0-10 10/10; between 0/0 of 10/10"},
		{"reportFullyDrawn of a later activity", "main 0>LAUNCH 5<LAUNCH 6>HRESUME 8<HRESUME 2000000>LAUNCH 2000005<LAUNCH 2000006>HRESUME 2000008<HRESUME 2000008>DRAWN 2000009<DRAWN", 0, 0, "activity create 0-5 5/5; activity resume 6-8 2/2; between 1/1 of 8/8"},
		{"only reportFullyDrawn", "main 0>A 5>DRAWN 6<DRAWN 10<A", 0, 0, "reportFullyDrawn 5-6 1/1; between 0/0 of 1/1"},
	}
	for _, tt := range tests {
		_, v := overview(t, tt.trace, tt.from, tt.to)
		if got := phasesText(v); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// TestStartKind: a launch is the app's start if the process started before it.
func TestStartKind(t *testing.T) {
	const opened = "100>LAUNCH 120<LAUNCH 130>HRESUME 150<HRESUME 160>FRAME 170<FRAME"
	const relaunch = "android.app.ActivityThread.handleRelaunchActivityInner()V"
	for _, tt := range []struct {
		name, records string
		from, to      trace.Ticks
		want          story.StartKind
	}{
		{"a process", "main 0>BIND 20<BIND " + opened, 0, 0, story.OfApp},
		{"a process that drew before it opened an activity", "main 0>BIND 20<BIND 30>FRAME 40<FRAME " + opened, 0, 0, story.OfApp},
		{"a launch", "main 0>A 10<A " + opened, 0, 0, story.OfActivity},
		{"a launch after a frame", "main 0>FRAME 10<FRAME " + opened, 0, 0, story.OfActivity},
		{"a launch after another activity was paused", "main 0>android.app.ActivityThread.performPauseActivity()V 10<android.app.ActivityThread.performPauseActivity()V " + opened, 0, 0, story.OfActivity},
		{"a launch that a click asked for", "main 0>A 2>android.app.Instrumentation.execStartActivity()V 8<android.app.Instrumentation.execStartActivity()V 10<A " + opened, 0, 0, story.OfActivity},
		{"a splash screen that opens an activity", "main 0>LAUNCH 10<LAUNCH 20>android.app.Instrumentation.execStartActivity()V 28<android.app.Instrumentation.execStartActivity()V " + opened, 0, 0, story.OfActivity},
		{"a range that begins before a launch", "main 0>A 10<A " + opened, 50, 200, story.OfActivity},
		{"a resume", "main 0>A 10<A 130>HRESUME 150<HRESUME", 0, 0, story.OfReturn},
		{"a launch after the looper was idle", "main 0>LOOP 10>NEXT 110000<NEXT 110010>LAUNCH 110120<LAUNCH 110130>HRESUME 110150<HRESUME", 0, 0, story.OfActivity},
		{"a launch after a short wait of the looper", "main 0>LOOP 10>NEXT 90000<NEXT 90010>LAUNCH 90120<LAUNCH 90130>HRESUME 90150<HRESUME", 0, 0, story.OfActivity},
		{"an idle looper after the launch", "main 0>LOOP 10>LAUNCH 120<LAUNCH 130>HRESUME 150<HRESUME 160>NEXT 200000<NEXT", 0, 0, story.OfActivity},
		{"a launch that the recording begins in", "main 0>ZYGOTE 1>LOOP 2>DISPATCH 3>LAUNCH 120<LAUNCH 130>HRESUME 150<HRESUME", 0, 0, story.OfActivity},
		{"a range that begins after a launch", "main 0>A 10<A " + opened, 125, 200, story.OfActivity},
		{"a range that begins long after a launch", "main 0>A 10<A 100>LAUNCH 120<LAUNCH 1500000>HRESUME 1500150<HRESUME", 1400000, 1600000, story.OfReturn},
		{"a start without a resume", "main 0>A 10<A 130>HSTART 150<HSTART", 0, 0, story.OfActivity},
		{"a rotation", "main 0>" + relaunch + " 10>LAUNCH 120<LAUNCH 130>HRESUME 150<HRESUME 155<" + relaunch, 0, 0, story.OfRelaunch},
	} {
		if _, v := overview(t, tt.records, tt.from, tt.to); v.Startup.Kind != tt.want || len(v.Startup.Phases) == 0 {
			t.Errorf("%s: the start of %s with %d phases, want %s", tt.name, v.Startup.Kind, len(v.Startup.Phases), tt.want)
		}
	}
}

// TestStackAtOnce: a recorder that begins enters the frames of a stack one after the other within a few µs. They were
// running before.
func TestStackAtOnce(t *testing.T) {
	for records, cut := range map[string]bool{
		"main 0>ZYGOTE 1>LOOP 4>DISPATCH 9>LAUNCH 120<LAUNCH":                     true,
		"main 0>ZYGOTE 1>LOOP 4>DISPATCH 11>LAUNCH 120<LAUNCH":                    false, // entered later
		"main 0>ZYGOTE 1>LOOP 4>A 6<A 7>DISPATCH 8>LAUNCH 120<LAUNCH":             false, // a second call
		"main 0>A 1>LOOP 4>DISPATCH 9>LAUNCH 120<LAUNCH":                          false, // not the outermost frame of a thread
		"main 11000>ZYGOTE 11001>LOOP 11004>DISPATCH 11009>LAUNCH 11120<LAUNCH":   false, // a thread that began later
		"main 9000>ZYGOTE 9001>LOOP 9004>DISPATCH 9009>LAUNCH 9120<LAUNCH 9121>A": true,
	} {
		_, v := overview(t, records, 0, 0)
		if p := v.Startup.Phases[0]; (p.Status == story.Cut) != cut {
			t.Errorf("%s: status %d, want cut: %v", records, p.Status, cut)
		}
	}
}

// TestRelaunch: a relaunch begins before the old activity is destroyed.
func TestRelaunch(t *testing.T) {
	const relaunch, destroy = "android.app.ActivityThread.handleRelaunchActivity()V", "android.app.ActivityThread.performDestroyActivity()V"
	_, v := overview(t, "main 0>A 5<A 10>"+relaunch+" 20>"+destroy+" 60<"+destroy+" 70>LAUNCH 120<LAUNCH 130>HRESUME 150<HRESUME 155<"+relaunch+" 160>FRAME 170<FRAME", 0, 0)
	if s := &v.Startup; s.Kind != story.OfRelaunch || s.From != 10*1000 || s.To != 170*1000 || s.Times[profile.Wall] != 160*1000 || s.Between[profile.Wall] != 40*1000 {
		t.Errorf("relaunch from %d to %d, %d ns, %d of them between phases", s.From, s.To, s.Times[profile.Wall], s.Between[profile.Wall])
	}
}

// TestOldActivity: a relaunch stops and ends the old activity first. Other starts have no such phases, and do not miss them.
func TestOldActivity(t *testing.T) {
	const relaunch = "android.app.ActivityThread.handleRelaunchActivityInner()V"
	const old = "20>android.app.ActivityThread.callActivityOnStop()V 40<android.app.ActivityThread.callActivityOnStop()V 40>android.app.ActivityThread.handleDestroyActivity()V 41>android.app.ActivityThread.performDestroyActivity()V " +
		"69<android.app.ActivityThread.performDestroyActivity()V 70<android.app.ActivityThread.handleDestroyActivity()V "
	for _, tt := range []struct{ name, records, want string }{
		{"a relaunch", "main 0>A 5<A 10>" + relaunch + " " + old + "70>LAUNCH 120<LAUNCH 130>HRESUME 150<HRESUME 155<" + relaunch, "old activity stop 20, old activity destroy 30, activity create 50, activity resume 20"},
		{"a stop before a launch", "main 0>A 5<A 10>DISPATCH " + old + "70>LAUNCH 120<LAUNCH 130>HRESUME 150<HRESUME 155<DISPATCH", "activity create 50, activity resume 20"},
	} {
		_, v := overview(t, tt.records, 0, 0)
		var all []string
		for i := range v.Startup.Phases {
			if p := &v.Startup.Phases[i]; p.Status != story.NotRecorded {
				all = append(all, fmt.Sprintf("%s %d", p.Anchor, p.Call.Times[profile.Wall]/1000))
			}
		}
		if got := strings.Join(all, ", "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
		for _, m := range v.Missing {
			if m.Anchor == story.OldStop || m.Anchor == story.OldDestroy {
				t.Errorf("%s: %s is missing", tt.name, m.Anchor)
			}
		}
	}
}

// TestNewIntent: an activity that returns for an intent handles it before its resume.
func TestNewIntent(t *testing.T) {
	const intent = "android.app.ActivityThread.handleNewIntent()V"
	for _, tt := range []struct{ name, records, want string }{
		{"before the resume", "main 0>A 5<A 10>DISPATCH 10>" + intent + " 11>com.example.Home.onNewIntent()V 49<com.example.Home.onNewIntent()V 50<" + intent + " 60>HRESUME 90<HRESUME 95<DISPATCH", "new intent 40 com.example.Home, activity resume 30 "},
		{"long before it", "main 0>A 5<A 10>" + intent + " 50<" + intent + " 1100000>HRESUME 1100090<HRESUME", "activity resume 90 "},
		{"after it", "main 0>A 5<A 60>HRESUME 90<HRESUME 100>" + intent + " 150<" + intent, "activity resume 30 "},
		{"a launch has no new intent", "main 0>A 5<A 10>" + intent + " 50<" + intent + " 50>LAUNCH 55<LAUNCH 60>HRESUME 90<HRESUME", "activity create 5 , activity resume 30 "},
	} {
		_, v := overview(t, tt.records, 0, 0)
		var all []string
		for i := range v.Startup.Phases {
			if p := &v.Startup.Phases[i]; p.Status != story.NotRecorded {
				all = append(all, fmt.Sprintf("%s %d %s", p.Anchor, p.Call.Times[profile.Wall]/1000, p.Class))
			}
		}
		if got := strings.Join(all, ", "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
		for _, m := range v.Missing {
			if m.Anchor == story.NewIntent {
				t.Errorf("%s: the new intent is missing", tt.name)
			}
		}
	}
}

// TestRows checks the calls of the timeline's rows in a cold start.
func TestRows(t *testing.T) {
	x := index(t, tracetest.Bytes(android.Replace(coldStart)))
	rows := story.RowsOf(x, story.Main(x.Info))
	if n := [3]int{len(rows[story.PhaseRow].Calls), len(rows[story.MessageRow].Calls), len(rows[story.FrameRow].Calls)}; n != [3]int{8, 5, 2} {
		t.Errorf("%v phases, messages and frames, want 8, 5 and 2", n)
	}
	for of, row := range rows {
		for i, c := range row.Calls {
			start := x.Level(c).Start(int(c.Row))
			if i > 0 && start < x.Level(row.Calls[i-1]).Start(int(row.Calls[i-1].Row)) {
				t.Errorf("calls %d and %d are not in order of time", i-1, i)
			}
			if want := x.Calls.Nanos(x.Level(c).End(int(c.Row)) - start); of != story.PhaseRow && row.Lengths[i] != want {
				t.Errorf("call %d has length %d, want %d", i, row.Lengths[i], want)
			}
		}
	}
}

// TestInputRow: input events outside messages have a row, others are part of a message.
func TestInputRow(t *testing.T) {
	const event = "android.view.InputEventReceiver.dispatchInputEvent(IL)V"
	x := index(t, record("main 0>Loop 0>Next"+calls(2, 0, 30_000, event)+" 70000<Next 70000>Dispatch"+calls(1, 70_000, 30_000, event)+" 110000<Dispatch 110000<Loop"))
	rows := story.RowsOf(x, 0)
	if in := &rows[story.InputRow]; len(in.Calls) != 2 || in.Lengths[1] != 30_000_000 || len(rows[story.MessageRow].Calls) != 1 {
		t.Errorf("%d input events and %d messages, want 2 and 1", len(in.Calls), len(rows[story.MessageRow].Calls))
	}
}

func TestMissing(t *testing.T) {
	_, v := overview(t, "main 0>BIND 10<BIND 20>LAUNCH 25>HOME", 0, 0)
	var got []string
	for _, m := range v.Missing {
		if m.Anchor != story.NoAnchor {
			got = append(got, fmt.Sprintf("%v %d", m.Anchor, m.Status))
		}
	}
	const want = "process start 0, content providers 0, Application.onCreate 0, activity create 2, activity start 0, activity resume 0, first frame 0, reportFullyDrawn 0"
	if got := strings.Join(got, ", "); got != want {
		t.Errorf("missing\n got %s\nwant %s", got, want)
	}
	last := v.Startup.Phases[len(v.Startup.Phases)-1]
	if len(v.Startup.Phases) != 9 || last.Status != story.NotRecorded || last.Anchor != story.FullyDrawn {
		t.Errorf("phases %+v, want those without a call last", v.Startup.Phases)
	}
}

// checkStartup holds for every overview: its phases and the time between them sum to the whole, and
// no phase has less time than those within it.
func checkStartup(t *testing.T, x *profile.Index, v *story.Overview) {
	t.Helper()
	sum := v.Startup.Between
	for i := range v.Startup.Phases {
		p := &v.Startup.Phases[i]
		for c := range sum {
			sum[c] += p.Alone[c]
		}
		if p.Parent >= i {
			t.Errorf("phase %d lies within phase %d", i, p.Parent)
		}
		if p.Status == story.Found && (p.Call.From < v.Startup.From || p.Call.To > v.Startup.To) {
			t.Errorf("phase %v lies outside the start", p.Anchor)
		}
	}
	for _, c := range []profile.Clock{profile.Wall, profile.CPU} {
		if sum[c] != v.Startup.Times[c] {
			t.Errorf("phases sum to %d of %d ns by clock %d", sum[c], v.Startup.Times[c], c)
		}
		if v.Startup.Between[c] < 0 {
			t.Errorf("%d ns between phases by clock %d", v.Startup.Between[c], c)
		}
		for i := range v.Startup.Phases {
			if p := &v.Startup.Phases[i]; p.Alone[c] < 0 {
				t.Errorf("phase %v has %d ns alone by clock %d", p.Anchor, p.Alone[c], c)
			}
		}
	}
	first := profile.Wall
	if x.Calls.Primary() == trace.CPU {
		first = profile.CPU
	}
	if span := v.Startup.To - v.Startup.From; v.Startup.Times[first] != span {
		t.Errorf("the start takes %d of %d ns", v.Startup.Times[first], span)
	}
}

// TestSumsOfStarts checks starts and findings in random traces of marked methods, in ranges that cut calls.
func TestSumsOfStarts(t *testing.T) {
	names := strings.Fields("MAIN LOOP DISPATCH BIND PROVIDERS APPCREATE APP LAUNCH HOME HSTART PSTART HRESUME PRESUME FRAME SYNC DRAWN OWN RELAUNCH OLDSTOP DESTROY A")
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var b strings.Builder
		b.WriteString("main")
		var open []string
		wall, cpu := int64(0), int64(0)
		for range 20 + rng.IntN(150) {
			step := rng.Int64N(4)
			wall += step
			cpu += rng.Int64N(step + 1)
			if len(open) > 0 && rng.IntN(2) == 0 {
				fmt.Fprintf(&b, " %d/%d<%s", wall, cpu, open[len(open)-1])
				open = open[:len(open)-1]
			} else {
				open = append(open, names[rng.IntN(len(names))])
				fmt.Fprintf(&b, " %d/%d>%s", wall, cpu, open[len(open)-1])
			}
		}
		records := android.Replace(b.String())
		for _, file := range []tracetest.Trace{{Records: records}, {Records: records, Version: 2}, {Records: records, Version: 2, Clock: "wall"}} {
			x := index(t, file.Bytes())
			o := whole(x)
			o.Thresholds = anything
			checkStartup(t, x, story.Of(x, o))
			checkFindings(t, x, story.Of(x, o))
			o.From = trace.Ticks(rng.Int64N(wall + 1))
			o.To = o.From + trace.Ticks(rng.Int64N(wall+1))
			checkStartup(t, x, story.Of(x, o))
			checkFindings(t, x, story.Of(x, o))
			if t.Failed() {
				t.Fatalf("seed %d, range %d to %d, version %d: %s", seed, o.From, o.To, file.Version, b.String())
			}
		}
	}
}

// TestBesidesPhases: a start names the handlers with most of the time between its phases.
func TestBesidesPhases(t *testing.T) {
	message := func(from, to int, method string) string {
		return fmt.Sprintf(" %[1]d>Dispatch %[1]d>%[3]s %[2]d<%[3]s %[2]d<Dispatch", from, to, method)
	}
	const resume = "android.app.ActivityThread.handleResumeActivity()V"
	for _, tt := range []struct{ name, between, want string }{
		{"two handlers", message(100_000, 140_000, "Own") + message(150_000, 170_000, "Theme") + message(180_000, 190_000, "Own"), "run 50, apply 20"},
		{"a short message", message(100_000, 105_000, "Own"), ""},
		{"none", "", ""},
	} {
		x := index(t, record("main 0>Loop 0>Dispatch 0>Bind 60000<Bind 60000<Dispatch"+tt.between+" 200000>Dispatch 200000>"+resume+" 220000<"+resume+" 220000<Dispatch"+message(230_000, 290_000, "Theme")+" 300000<Loop"))
		v := story.Of(x, whole(x))
		var got []string
		for _, in := range v.Startup.Besides {
			got = append(got, fmt.Sprintf("%s %d", x.Info.Methods[in.Method].Name, in.Time/1e6))
		}
		if got := strings.Join(got, ", "); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestMostOfPhase: a phase names the callee with most of its time, also if that is too short for a finding.
// TestInsideLibrary: a method of a library that is nearly all of a phase is named with the methods that it calls.
func TestInsideLibrary(t *testing.T) {
	const get, read, draw = "com.bumptech.glide.Glide.get()L", "com.bumptech.glide.load.Cache.open()V", "com.bumptech.glide.load.Cache.read()V"
	for calls, want := range map[string]string{
		" 0>" + read + " 95000<" + read + " 95000>" + draw + " 185000<" + draw: "95 90",
		" 0>" + read + " 95000<" + read:                                        "95",
	} {
		_, v := overview(t, expand("main 0>Dispatch 0>Launch 0>android.app.Activity.performCreate()V 0>"+get+calls+" 200000<"+get+" 201000<android.app.Activity.performCreate()V 202000<Launch 202000<Dispatch"), 0, 0)
		var got []string
		for _, in := range v.Findings[0].Inside.Parts {
			got = append(got, fmt.Sprint(in.Time/1e6))
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("parts of %q, want %q", got, want)
		}
	}
}

// TestTellingOfPhase: the own method of a phase names the method that it calls for nearly all of its time, if that says more.
func TestTellingOfPhase(t *testing.T) {
	const create, open, key = "com.squareup.moshi.kotlin.reflect.KotlinJsonAdapterFactory.create()L", "net.sqlcipher.database.SQLiteOpenHelper.getWritableDatabase()L", "net.sqlcipher.database.SQLiteDatabase.key_mutf8(L)V"
	for calls, want := range map[string]string{
		" 0>" + create + " 195000<" + create:                              "apply: create 195",
		" 0>Text 195000<Text":                                             "",
		" 0>" + open + " 0>" + key + " 190000<" + key + " 195000<" + open: "apply: key_mutf8 190",
	} {
		x, v := overview(t, expand("main 0>Dispatch 0>Launch 0>Activity 0>Theme 0>Own"+calls+" 200000<Own 200000<Theme 250000<Activity 250000<Launch 250000<Dispatch"), 0, 0)
		got, short := "", func(m trace.MethodIndex) string { return x.Info.Methods[m].Name }
		if in := &v.Findings[0].Inside; in.Time > 0 {
			got = fmt.Sprintf("%s: %s %d", short(in.Method), short(in.Parts[0].Method), in.Parts[0].Time/1e6)
		}
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestMostOfPhase(t *testing.T) {
	for _, tt := range []struct{ name, app, want string }{
		{"a callee of Application.onCreate", " 0>Theme 50000<Theme", "Theme.apply 50"},
		{"two callees", " 0>Theme 20000<Theme 20000>Own 50000<Own", "Own.run 30"},
		{"none", "", ""},
	} {
		x := index(t, record("main 0>Dispatch 0>Bind 0>Create 0>App"+tt.app+" 55000<App 55000<Create 60000<Bind 60000<Dispatch"))
		v := story.Of(x, whole(x))
		for i := range v.Startup.Phases {
			p := &v.Startup.Phases[i]
			if p.Anchor != story.AppCreate {
				continue
			}
			got := ""
			if m := &x.Info.Methods[p.Most.Method]; p.Most.Time > 0 {
				got = fmt.Sprintf("%s.%s %d", strings.TrimPrefix(m.Class, "com.example."), m.Name, p.Most.Time/1e6)
			}
			if got != tt.want {
				t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
			}
		}
	}
}

// TestActivitiesAtOnce: a clock may not tick between the resume of an activity, its end and the launch of the next one.
func TestActivitiesAtOnce(t *testing.T) {
	const resume, finish = "android.app.ActivityThread.handleResumeActivity()V", "android.app.Activity.finish()V"
	x := index(t, record("main 0>Loop 10>Launch 20<Launch 21>"+resume+" 22<"+resume+" 23>"+finish+" 24<"+finish+
		" 30>Launch 30<Launch 30>"+resume+" 30<"+resume+" 30>"+finish+" 30<"+finish+" 40>Launch 45<Launch 50>"+resume+" 60<"+resume+" 70<Loop"))
	done := make(chan story.Startup, 1)
	go func() { done <- story.Of(x, whole(x)).Startup }()
	select {
	case start := <-done:
		if start.From != 10_000 || start.To != 60_000 {
			t.Errorf("the start is %+v", start)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the search for the start does not end")
	}
}
