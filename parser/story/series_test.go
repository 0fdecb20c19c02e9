package story_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

// sampled adds a thread to records whose stack changes only once a millisecond, as a sampler sees it.
func sampled(records string) string {
	for i := range 40 {
		t := 1000 * i
		records += fmt.Sprintf(" worker %d>P %d>Q %d>R %d<R %d<Q %d<P", t, t, t, t+1000, t+1000, t+1000)
	}
	return records
}

// seriesText formats frames or messages: "count: from-to handler own time", in µs.
func seriesText(x *profile.Index, s *story.Series) string {
	name := func(m trace.MethodIndex) string {
		if m == call.NoMethod {
			return "-"
		}
		return x.Info.Methods[m].Label()
	}
	out := []string{fmt.Sprintf("%d in %d", s.Count, s.Total/1000)}
	for i := range s.Slowest {
		c := &s.Slowest[i]
		text := fmt.Sprintf("%d-%d %s %s %d", c.From/1000, c.To/1000, name(c.Handler), name(c.Own), c.OwnTime/1000)
		if c.Glued != 1 {
			text += fmt.Sprintf(" x%d", c.Glued)
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

// TestInside: a frame without own code is explained by the innermost call with half of its time, and its callees.
func TestInside(t *testing.T) {
	for _, tt := range []struct{ name, trace, want string }{
		{"a call that splits", "main 0>FRAME 1>DOCALLS 2>TRAVERSAL 3>TEXT 40<TEXT 41>LIB 71<LIB 72>TEXT 77<TEXT 78>POLL 80<POLL 90<TRAVERSAL 91<DOCALLS 100<FRAME", "android.view.ViewRootImpl$TraversalRunnable.run 88: android.widget.TextView.setText 42, com.google.gson.Gson.fromJson 30"},
		{"no call has half", "main 0>FRAME 1>TEXT 41<TEXT 50>LIB 85<LIB 86>POLL 90<POLL 100<FRAME", "- 0: android.widget.TextView.setText 40, com.google.gson.Gson.fromJson 35"},
		{"no callee", "main 0>FRAME 100<FRAME", "- 0: "},
		{"own code explains it", "main 0>FRAME 1>OWN 99<OWN 100<FRAME", "- 0: "},
		{"a method that waits", "main 0>FRAME 1>java.util.concurrent.FutureTask.get()V 2>java.util.concurrent.locks.LockSupport.park()V 98<java.util.concurrent.locks.LockSupport.park()V 99<java.util.concurrent.FutureTask.get()V 100<FRAME", "java.util.concurrent.FutureTask.get 98: "},
		{"own code explains a method of the platform", "main 0>FRAME 1>DOCALLS 2>OWN 48<OWN 49<DOCALLS 51>LIB 80<LIB 90<FRAME", "- 0: "},
		{"an own method that Android calls, and that only calls others", "main 0>FRAME 1>DOCALLS 2>TEXT 3>com.example.Cards.create()V 3>com.example.Title.set()V 33<com.example.Title.set()V 33>com.example.Image.set()V 63<com.example.Image.set()V 63<com.example.Cards.create()V 90<TEXT 95<DOCALLS 100<FRAME",
			"com.example.Cards.create 60: com.example.Title.set 30, com.example.Image.set 30"},
		{"a method that calls itself through another one", "main 0>FRAME 1>DOCALLS 2>TEXT 2>com.google.gson.Gson.fromJson()V 10>TEXT 80<TEXT 90<com.google.gson.Gson.fromJson()V 91<TEXT 95<DOCALLS 100<FRAME", "android.widget.TextView.setText 89: com.google.gson.Gson.fromJson 88"},
		{"a method of a library that does nearly all, in one callee whose time splits", "main 0>FRAME 0>com.bumptech.glide.Glide.run()V 1>LIB 2>DOCALLS 3>TEXT 60<TEXT 61>POLL 95<POLL 97<DOCALLS 98<LIB 99<com.bumptech.glide.Glide.run()V 100<FRAME", "com.google.gson.Gson.fromJson 97: android.view.Choreographer.doCallbacks 95"},
		{"a method below two callers", "main 0>FRAME 1>DOCALLS 2>TEXT 60<TEXT 61<DOCALLS 61>LIB 62>TEXT 92<TEXT 95<LIB 100<FRAME", "android.widget.TextView.setText 88: "},
		{"a wait below two callees", "main 0>FRAME 1>DOCALLS 2>android.view.A.draw()V 2>SYNC 46<SYNC 47<android.view.A.draw()V 47>android.view.B.draw()V 47>SYNC 91<SYNC 92<android.view.B.draw()V 93<DOCALLS 100<FRAME", "android.graphics.HardwareRenderer.nSyncAndDrawFrame 88: "},
		{"an overload that calls the other one", "main 0>FRAME 1>android.view.View.set(I)V 5>android.view.View.set(L)V 6>LIB 46<LIB 47>TEXT 90<TEXT 95<android.view.View.set(L)V 98<android.view.View.set(I)V 100<FRAME", "android.view.View.set 97: android.widget.TextView.setText 43, com.google.gson.Gson.fromJson 40"},
		{"own code that inflates a layout", "main 0>FRAME 0>TRAVERSAL 1>com.example.Adapter.create()V 2>android.view.LayoutInflater.inflate()V 3>com.example.Card.<init>()V 33<com.example.Card.<init>()V 33>com.example.Row.<init>()V 63<com.example.Row.<init>()V 64<android.view.LayoutInflater.inflate()V 65<com.example.Adapter.create()V 70<TRAVERSAL 100<FRAME", "com.example.Adapter.create 64: com.example.Card.<init> 30, com.example.Row.<init> 30"},
		{"own code explains less than a quarter", "main 0>FRAME 1>OWN 20<OWN 21>TEXT 99<TEXT 100<FRAME", "android.widget.TextView.setText 78: "},
	} {
		x, v := overview(t, tt.trace, 0, 0)
		name := func(m trace.MethodIndex) string { return x.Info.Methods[m].Label() }
		in := &v.Frames.Slowest[0].Inside
		got := "-"
		if in.Time > 0 {
			got = name(in.Method)
		}
		got += fmt.Sprintf(" %d: ", in.Time/1000)
		for i, part := range in.Parts {
			if i > 0 {
				got += ", "
			}
			got += fmt.Sprintf("%s %d", name(part.Method), part.Time/1000)
		}
		if got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

func TestMessages(t *testing.T) {
	tests := []struct {
		name, trace string
		from, to    trace.Ticks
		want        string
	}{
		{"no message", "main 0>OWN 10<OWN", 0, 0, "0 in 0"},
		{"a message without a callee", "main 0>DISPATCH 10<DISPATCH", 0, 0, "1 in 10; 0-10 - - 0"},
		{
			"a callback that calls libraries and the platform",
			"main 0>DISPATCH 1>CALLBACK 2>OWN 10>LIB 20>TEXT 30<TEXT 40<LIB 50<OWN 51<CALLBACK 52<DISPATCH", 0, 0,
			"1 in 52; 0-52 com.example.Feed.parse com.example.Feed.parse 48",
		},
		{
			"time of own callees counts, too",
			"main 0>DISPATCH 1>CALLBACK 2>OWN 10>LIB 20>OTHER 45<OTHER 50<LIB 60<OWN 61<CALLBACK 62<DISPATCH", 0, 0,
			"1 in 62; 0-62 com.example.Feed.parse com.example.Feed.parse 58",
		},
		{
			"an own method that is called often",
			"main 0>DISPATCH 1>OWN 2>OTHER 10<OTHER 12>OTHER 20<OTHER 21<OWN 22<DISPATCH", 0, 0,
			"1 in 22; 0-22 com.example.Feed.parse com.example.Cache.read 16",
		},
		{
			"recursion counts once",
			"main 0>DISPATCH 1>OWN 2>OWN 3>TEXT 9<TEXT 10<OWN 11<OWN 12<DISPATCH", 0, 0,
			"1 in 12; 0-12 com.example.Feed.parse com.example.Feed.parse 10",
		},
		{
			"own code with half of a short message that the platform handles",
			"main 0>DISPATCH 1>TEXT 2>OWN 8<OWN 9<TEXT 11<DISPATCH", 0, 0,
			"1 in 11; 0-11 com.example.Feed.parse com.example.Feed.parse 6",
		},
		{
			"own code with half of a long one",
			"main 0>DISPATCH 1>TEXT 2>OWN 8000<OWN 9000<TEXT 11000<DISPATCH", 0, 0,
			"1 in 11000; 0-11000 android.widget.TextView.setText com.example.Feed.parse 7998",
		},
		{
			"own code outside the message does not count",
			"main 0>OTHER 10>DISPATCH 11>TEXT 19<TEXT 20<DISPATCH 90<OTHER", 0, 0,
			"1 in 10; 10-20 android.widget.TextView.setText - 0",
		},
		{
			"a message within a message is part of it",
			"main 0>DISPATCH 1>OWN 5>DISPATCH 9<DISPATCH 10<OWN 11<DISPATCH 20>DISPATCH 22<DISPATCH", 0, 0,
			"2 in 13; 0-11 com.example.Feed.parse com.example.Feed.parse 9; 20-22 - - 0",
		},
		{
			"activities, by private access and transactions",
			"main 0>DISPATCH 1>HANDLE 2>android.app.ActivityThread.-wrap11()V 3>OUTER 9<OUTER 9<android.app.ActivityThread.-wrap11()V 9<HANDLE 10<DISPATCH " +
				"20>DISPATCH 21>HANDLE 22>android.app.servertransaction.TransactionExecutor.execute()V 23>android.app.servertransaction.LaunchActivityItem.execute()V 24>OUTER 39<OUTER 39<android.app.servertransaction.LaunchActivityItem.execute()V 39<android.app.servertransaction.TransactionExecutor.execute()V 40<HANDLE 41<DISPATCH",
			0, 0,
			"2 in 31; 20-41 android.app.ActivityThread.handleLaunchActivity - 0; 0-10 android.app.ActivityThread.handleLaunchActivity - 0",
		},
		{
			"a coroutine",
			"main 0>DISPATCH 1>CALLBACK 2>TASK 3>RESUMEWITH 4>SUSPEND 9<SUSPEND 9<RESUMEWITH 9<TASK 9<CALLBACK 10<DISPATCH", 0, 0,
			"1 in 10; 0-10 com.example.Feed$load$1.invokeSuspend com.example.Feed$load$1.invokeSuspend 5",
		},
		{
			"a frame",
			"main 0>DISPATCH 1>CALLBACK 2>RECEIVER 3>FRAME 4>DOCALLS 5<DOCALLS 6>DOCALLS 7>TRAVERSAL 20<TRAVERSAL 21<DOCALLS 22<FRAME 22<RECEIVER 22<CALLBACK 23<DISPATCH", 0, 0,
			"1 in 23; 0-23 android.view.ViewRootImpl$TraversalRunnable.run - 0",
		},
		{
			"a range that cuts messages",
			"main 0>DISPATCH 1>OWN 9<OWN 10<DISPATCH 20>DISPATCH 21>OWN 39<OWN 40<DISPATCH 50>DISPATCH 60<DISPATCH", 30, 50,
			"1 in 10; 20-40 com.example.Feed.parse com.example.Feed.parse 9",
		},
		{"messages of another thread", "main 0>OWN 10<OWN worker 0>DISPATCH 5<DISPATCH", 0, 0, "0 in 0"},
		{
			"a sampler merged the messages, and their callees show it",
			sampled("main 0>DISPATCH 0>CALLBACK 0>OWN 2000<OWN 2000<CALLBACK 2000>HANDLE 2000>OUTER 5000<OUTER 5000<HANDLE 5000>HANDLE 6000<HANDLE 6000<DISPATCH"), 0, 0,
			"3 in 6000; 2000-5000 android.app.ActivityThread.handleLaunchActivity - 0; 0-2000 com.example.Feed.parse com.example.Feed.parse 2000; 5000-6000 - - 0",
		},
		{
			"a sampler merged the messages of two handlers; that of AsyncTask has no callback",
			sampled("main 0>DISPATCH 0>HANDLE 0>OUTER 3000<OUTER 3000<HANDLE 3000>android.os.AsyncTask$InternalHandler.handleMessage()V 3000>OWN 5000<OWN 5000<android.os.AsyncTask$InternalHandler.handleMessage()V 5000<DISPATCH"), 0, 0,
			"2 in 5000; 0-3000 android.app.ActivityThread.handleLaunchActivity - 0; 3000-5000 com.example.Feed.parse com.example.Feed.parse 2000",
		},
		{
			"a range within merged messages",
			sampled("main 0>DISPATCH 0>CALLBACK 0>OWN 2000<OWN 2000<CALLBACK 2000>HANDLE 2000>OUTER 5000<OUTER 5000<HANDLE 5000>HANDLE 6000<HANDLE 6000<DISPATCH"), 2000, 5500,
			"2 in 3500; 2000-5000 android.app.ActivityThread.handleLaunchActivity - 0; 5000-6000 - - 0",
		},
		{
			"a sampler merged the callbacks",
			sampled("main 0>DISPATCH 0>CALLBACK 0>OWN 2000<OWN 2000>OTHER 5000<OTHER 5000<CALLBACK 5000<DISPATCH"), 0, 0,
			"2 in 5000; 2000-5000 com.example.Cache.read com.example.Cache.read 3000; 0-2000 com.example.Feed.parse com.example.Feed.parse 2000",
		},
		{
			"a plugin of Flutter",
			"main 0>DISPATCH 1>CALLBACK 2>io.flutter.embedding.engine.dart.DartMessenger.invokeHandler()V 3>io.flutter.plugin.common.MethodChannel$IncomingMethodCallHandler.onMessage()V 4>LIB 5>OWN 6<OWN 8<LIB 8<io.flutter.plugin.common.MethodChannel$IncomingMethodCallHandler.onMessage()V 9<io.flutter.embedding.engine.dart.DartMessenger.invokeHandler()V 9<CALLBACK 10<DISPATCH", 0, 0,
			"1 in 10; 0-10 com.google.gson.Gson.fromJson com.example.Feed.parse 1",
		},
		{
			"one message of a Handler with a Callback",
			sampled("main 0>DISPATCH 0>SECOND 2000<SECOND 2000>VIEWROOT 5000<VIEWROOT 5000<DISPATCH"), 0, 0,
			"1 in 5000; 0-5000 android.view.ViewRootImpl$ViewRootHandler.handleMessage com.example.Player$Handler.handleMessage 2000",
		},
		{
			"the same callees of an instrumented message are one message",
			"main 0>DISPATCH 1>HANDLE 5<HANDLE 6>HANDLE 9<HANDLE 10<DISPATCH", 0, 0, "1 in 10; 0-10 android.app.ActivityThread$H.handleMessage - 0",
		},
	}
	for _, tt := range tests {
		x, v := overview(t, tt.trace, tt.from, tt.to)
		if got := seriesText(x, &v.Messages); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

func TestFrames(t *testing.T) {
	const drawn = "1000>SYNC 2000<SYNC 3000>SYNC 4000<SYNC 5000>SYNC 6000<SYNC"
	tests := []struct{ name, trace, want string }{
		{"no frame", "main 0>DISPATCH 10<DISPATCH", "0 in 0"},
		{"a frame within a frame is part of it", "main 0>FRAME 1>FRAME 5<FRAME 9<FRAME", "1 in 9; 0-9 android.view.Choreographer.doFrame - 0"},
		{"frames outside messages count too", "main 0>FRAME 4<FRAME 10>DISPATCH 11>FRAME 20<FRAME 21<DISPATCH", "2 in 13; 11-20 - - 0; 0-4 - - 0"},
		{
			"merged frames rank by their average, and have no length of their own",
			sampled("main 0>FRAME 0>DOCALLS " + drawn + " 9000<DOCALLS 9000<FRAME 10000>FRAME 14000<FRAME 15000>FRAME 17000<FRAME"),
			"3 in 15000; 10000-14000 - - 0; 0-9000 android.graphics.HardwareRenderer.nSyncAndDrawFrame - 0 x3; 15000-17000 - - 0",
		},
		{
			"an instrumented frame that draws three windows is one",
			"main 0>FRAME 0>DOCALLS " + drawn + " 9000<DOCALLS 9000<FRAME",
			"1 in 9000; 0-9000 android.graphics.HardwareRenderer.nSyncAndDrawFrame - 0",
		},
		{
			"drawing at different depths is one frame",
			sampled("main 0>FRAME 0>DOCALLS 1000>SYNC 2000<SYNC 2000>A 2000>SYNC 3000<SYNC 3000<A 9000<DOCALLS 9000<FRAME"),
			"1 in 9000; 0-9000 android.graphics.HardwareRenderer.nSyncAndDrawFrame - 0",
		},
	}
	for _, tt := range tests {
		x, v := overview(t, tt.trace, 0, 0)
		if got := seriesText(x, &v.Frames); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

func TestInputs(t *testing.T) {
	const event = "android.view.InputEventReceiver.dispatchInputEvent"
	for _, tt := range []struct{ name, trace, want string }{
		{"while the looper polls", "main 0>Loop 0>Poll 2000>Input 2500>Own 14500<Own 15000<Input 20000>Input 22000<Input 23000<Poll 23000<Loop",
			"2 in 15000; 2000-15000 com.example.Own.run com.example.Own.run 12000; 20000-22000 " + event + " - 0"},
		{"a message or frame has its own", "main 0>Loop 0>Dispatch 2000>Input 3000<Input 4000<Dispatch 5000>Frame 6000>Input 7000<Input 8000<Frame 9000<Loop", "0 in 0"},
		{"one within another is part of it", "main 0>Loop 0>Input 1000>Input 2000<Input 3000<Input 9000<Loop", "1 in 3000; 0-3000 " + event + " - 0"},
		{"samples", sampled("main 0>Loop 0>Poll 2000>Input 15000<Input 16000<Poll 16000<Loop"), "1 in 13000; 2000-15000 " + event + " - 0"},
	} {
		x, v := overview(t, expand(tt.trace), 0, 0)
		if got := seriesText(x, &v.Inputs); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// lateText formats what the frames over 16.7 ms spend their time on, in ms: "3 frames, 70: layout 40, other 30; a.B.c 12 in 2".
func lateText(x *profile.Index, v *story.Overview) string {
	late := &v.Late[2]
	var stages, own []string
	for stage, ns := range late.Stages {
		if ns != 0 {
			stages = append(stages, fmt.Sprintf("%s %d", story.Stage(stage), ns/1e6))
		}
	}
	for _, in := range late.Own {
		own = append(own, fmt.Sprintf("%s %d in %d", x.Info.Methods[in.Method].Label(), in.Time/1e6, in.Frames))
	}
	if late.Callback.Time > 0 {
		own = append(own, "callback "+x.Info.Methods[late.Callback.Method].Label())
	}
	frames := fmt.Sprintf("%d frames", v.Frames.Over[2])
	if late.Merged > 0 {
		frames += fmt.Sprintf(" and %d span", late.Merged)
	}
	return fmt.Sprintf("%s, %d: %s; %s", frames, late.Time/1e6, strings.Join(stages, ", "), strings.Join(own, ", "))
}

func TestLate(t *testing.T) {
	const whole = "0>FRAME 0>DOCALLS 0>RECORD 0>BATCHED 1000>OWN 3000<OWN 4000<BATCHED 4000<RECORD 4000>RECORD 4000>OTHER 9000<OTHER 9000<RECORD " +
		"9000>RECORD 9000>TRAVERSAL 9000>DOTRAVERSAL 10000>TRAVERSALS 11000>MEASURE 15000<MEASURE 15000>LAYOUT 16000>OWN 17000<OWN 18000<LAYOUT " +
		"19000>PDRAW 20000>SYNC 26000<SYNC 27000<PDRAW 28000<TRAVERSALS 28000<DOTRAVERSAL 28000<TRAVERSAL 28000<RECORD 29000<DOCALLS 30000<FRAME"
	tests := []struct{ name, trace, want string }{
		{"each moment in one stage", "main " + whole,
			"1 frames, 30: other 2, callbacks 5, input 4, traversal 4, layout 7, drawing 2, sync 6; com.example.Cache.read 5 in 1, com.example.Feed.parse 3 in 1, callback com.example.Cache.read"},
		{"quick frames do not count", "main 0>FRAME 0>OWN 16000<OWN 16000<FRAME 20000>FRAME 40000<FRAME", "1 frames, 20: other 20; "},
		{"own methods, with what they call, by the number of frames", "main 0>FRAME 0>OWN 10000>OTHER 14000<OTHER 14000>TEXT 20000<TEXT 20000<OWN 20000<FRAME 50000>FRAME 50000>OWN 80000<OWN 80000<FRAME",
			"2 frames, 50: other 50; com.example.Feed.parse 46 in 2, com.example.Cache.read 4 in 1"},
		{"what is a small part is not named", "main 0>FRAME 0>OWN 900<OWN 50000<FRAME", "1 frames, 50: other 50; "},
		{"Compose measures while it draws", "main 0>FRAME 0>TRAVERSALS 0>PDRAW 0>TEXT 0>TEXT 0>TEXT 0>TEXT 0>TEXT 0>TEXT 0>TEXT 0>TEXT 0>TEXT 1000>androidx.compose.ui.platform.AndroidComposeView.measureAndLayout()V 15000<androidx.compose.ui.platform.AndroidComposeView.measureAndLayout()V " + strings.Repeat("16000<TEXT ", 9) + "17000<PDRAW 20000<TRAVERSALS 20000<FRAME",
			"1 frames, 20: traversal 3, layout 14, drawing 3; "},
		{"waits for the renderer", "main 0>FRAME 0>PDRAW 1000>android.graphics.HardwareRenderer.fence()V 9000<android.graphics.HardwareRenderer.fence()V 10000>SYNC 15000<SYNC 20000<PDRAW 20000<FRAME", "1 frames, 20: drawing 7, sync 13; "},
		{"two callbacks alike", "main 0>FRAME 0>DOCALLS 0>RECORD 0>OWN 10000<OWN 10000<RECORD 10000>RECORD 10000>OTHER 20000<OTHER 20000<RECORD 20000<DOCALLS 20000<FRAME",
			"1 frames, 20: callbacks 20; com.example.Feed.parse 10 in 1, com.example.Cache.read 10 in 1"},
		{"drawing at the same time as layout is part of it", "main 0>FRAME 0>LAYOUT 5000>PDRAW 9000<PDRAW 20000<LAYOUT 20000<FRAME", "1 frames, 20: layout 20; "},
		{"merged frames that are slow on average", sampled("main 0>FRAME 0>DOCALLS 1000>SYNC 2000<SYNC 30000>SYNC 40000<SYNC 90000<DOCALLS 90000<FRAME"), "1 frames and 1 span, 90: other 79, sync 11; "},
		{"merged frames that are quick on average", sampled("main 0>FRAME 0>DOCALLS 1000>SYNC 2000<SYNC 15000>SYNC 18000<SYNC 30000<DOCALLS 30000<FRAME"), "0 frames, 0: ; "},
	}
	for _, tt := range tests {
		x, v := overview(t, tt.trace, 0, 0)
		if got := lateText(x, v); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
	// In a range, only the time within it counts. The length of the whole frame decides whether it is late.
	x, v := overview(t, "main 0>FRAME 0>LAYOUT 20000<LAYOUT 20000<FRAME 30000>OWN 31000<OWN", 10000, 31000)
	if got, want := lateText(x, v), "1 frames, 10: layout 10; "; got != want {
		t.Errorf("in a range:\n got %s\nwant %s", got, want)
	}
}

// TestRefresh: frames that begin soon after each other show how often the display asks for one.
func TestRefresh(t *testing.T) {
	frames := func(n, gap int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, " %d>FRAME %d<FRAME", i*gap, i*gap+4000)
		}
		return "main" + b.String()
	}
	for _, tt := range []struct {
		name, trace string
		want        int64
	}{
		{"120 Hz", frames(20, 8333), story.Limits[0]},
		{"90 Hz", frames(20, 11_150), story.Limits[1]},
		{"60 Hz", frames(20, 16_700), 0},
		{"few frames", frames(10, 8333), 0},
		{"samples", sampled(frames(20, 8333)), 0},
		{"none", "main 0>OWN 9<OWN", 0},
	} {
		if _, v := overview(t, tt.trace, 0, 0); v.Refresh != tt.want {
			t.Errorf("%s: the display refreshes every %d ns, want %d", tt.name, v.Refresh, tt.want)
		}
	}
}

// checkLate holds for every trace: the stages of the frames over a limit sum to their time, and a lower limit has all of a higher one.
func checkLate(t *testing.T, v *story.Overview) {
	t.Helper()
	for limit := range v.Late {
		late, sum := &v.Late[limit], int64(0)
		for _, ns := range late.Stages {
			if ns < 0 {
				t.Errorf("over limit %d: stages %d", limit, late.Stages)
			}
			sum += ns
		}
		if sum != late.Time || late.Time > v.Frames.Total || late.Read > v.Frames.Over[limit]+late.Merged || late.Merged > v.Frames.Glued || limit > 0 && late.Time > v.Late[limit-1].Time {
			t.Errorf("over limit %d: %+v in %d frames of %d ns", limit, late, v.Frames.Over[limit], v.Frames.Total)
		}
		for _, in := range late.Own {
			if in.Time > late.Time || in.Frames < 1 || in.Frames > late.Read {
				t.Errorf("over limit %d: own method %+v of %+v", limit, in, late)
			}
		}
	}
}

// TestGlued compares the smallest number of merged frames with the general rule of the profile.
func TestGlued(t *testing.T) {
	x, v := overview(t, sampled("main 0>FRAME 0>DOCALLS 1000>SYNC 2000<SYNC 3000>SYNC 4000<SYNC 9000<DOCALLS 9000<FRAME 10000>FRAME 14000<FRAME"), 0, 0)
	if v.Frames.Glued != 1 || v.Frames.Longest != 4_000_000 || v.Frames.Median != 4_000_000 || v.Frames.Over != [4]int64{} {
		t.Errorf("frames %+v, want figures of the frame of 4 ms alone", v.Frames)
	}
	for i := range v.Frames.Slowest {
		c := &v.Frames.Slowest[i]
		if n, _ := x.AtLeast(c.Ref); n != c.Glued {
			t.Errorf("frame at %d ns holds %d frames, AtLeast returns %d", c.From, c.Glued, n)
		}
	}
}

func TestSeries(t *testing.T) {
	var b strings.Builder
	b.WriteString("main")
	var lengths []int64
	at := int64(0)
	for i := range int64(120) {
		length := (i*7919)%40_000 + 100
		lengths = append(lengths, length*1000)
		fmt.Fprintf(&b, " %d>DISPATCH %d<DISPATCH", at, at+length)
		at += length + 50
	}
	_, v := overview(t, b.String(), 0, 0)
	s := &v.Messages
	slices.Sort(lengths)
	at = 0
	for i, limit := range story.Limits {
		if want := int64(len(lengths)) - int64(countUpTo(lengths, limit)); s.Over[i] != want {
			t.Errorf("%d messages over %d ns, want %d", s.Over[i], limit, want)
		}
	}
	if s.Median != lengths[59] || s.P90 != lengths[107] || s.P99 != lengths[118] || s.Longest != lengths[119] {
		t.Errorf("median %d, p90 %d, p99 %d, longest %d; want %d, %d, %d, %d", s.Median, s.P90, s.P99, s.Longest, lengths[59], lengths[107], lengths[118], lengths[119])
	}
	for i := range s.Slowest {
		if got, want := s.Slowest[i].To-s.Slowest[i].From, lengths[119-i]; got != want {
			t.Errorf("message %d of the slowest takes %d, want %d ns", i, got, want)
		}
	}
	for _, bin := range s.Bins {
		at += bin.Count
	}
	if at != s.Count || len(s.Slowest) != 10 {
		t.Errorf("bins count %d of %d messages, %d are listed", at, s.Count, len(s.Slowest))
	}
}

// Frames and messages that the recording cuts have no length: they only count, and exceed limits.
func TestCutCalls(t *testing.T) {
	for _, tt := range []struct {
		name, trace          string
		cut, median, longest int64 // lengths in ms
		over                 int64 // 16.7 ms
	}{
		{"whole ones", "main 0>DISPATCH 20000<DISPATCH 30000>DISPATCH 31000<DISPATCH", 0, 1, 20, 1},
		{"one that runs when the recording begins", "main 0>A 20000<A 20000<DISPATCH 30000>DISPATCH 31000<DISPATCH", 1, 1, 1, 1},
		{"one that runs when it ends", "main 0>DISPATCH 9000<DISPATCH 30000>DISPATCH 31000>A", 1, 9, 9, 0},
		{"both", "main 0>A 1000<A 1000<DISPATCH 30000>DISPATCH 31000>A", 2, 0, 0, 0},
	} {
		_, v := overview(t, tt.trace, 0, 0)
		s := &v.Messages
		if s.Count != 2 && tt.cut < 2 || s.Cut != tt.cut || s.Median != tt.median*1e6 || s.Longest != tt.longest*1e6 || s.Over[2] != tt.over {
			t.Errorf("%s: %+v", tt.name, s)
		}
		cut := int64(0)
		for i := range s.Slowest {
			if s.Slowest[i].Cut {
				cut++
			}
		}
		if cut != tt.cut {
			t.Errorf("%s: %d of the longest are cut", tt.name, cut)
		}
	}
	// Messages that cross the range are no part of the distribution, but the recording has all of their length.
	if _, v := overview(t, "main 0>DISPATCH 20000<DISPATCH 22000>DISPATCH 25000<DISPATCH 30000>DISPATCH 31000<DISPATCH", 10000, 30500); v.Messages.Cut != 2 || v.Messages.Longest != 3e6 || v.Messages.Over[2] != 1 || v.Messages.Slowest[0].Cut {
		t.Errorf("a range: %+v", v.Messages)
	}
}

// TestEdgesOfPart: in a trace that was cut out of another, the frames at its edges are recorded in part, and may be late too. A
// part that begins with the recording has no edge there.
func TestEdgesOfPart(t *testing.T) {
	const records = "main 10000>FRAME 20000<FRAME 20000>FRAME 40000<FRAME 40000>FRAME 60000<FRAME 60000>FRAME 65000<FRAME"
	for options, want := range map[string]string{
		"": "0 cut, 0 may be late",
		"cut-from-nsec=10000000\ncut-to-nsec=65000300\ncut-start-nsec=0\n":        "2 cut, 2 may be late",
		"cut-from-nsec=20000000\ncut-to-nsec=90000000\n":                          "0 cut, 0 may be late",
		"cut-from-nsec=20000000\ncut-to-nsec=75000000\ncut-start-nsec=10000000\n": "2 cut, 2 may be late",
		"cut-from-nsec=0\ncut-to-nsec=65000000\n":                                 "1 cut, 1 may be late",
	} {
		x := index(t, tracetest.Trace{Records: android.Replace(records), Options: options}.Bytes())
		v := story.Of(x, whole(x))
		if got := fmt.Sprintf("%d cut, %d may be late", v.Frames.Cut, v.Late[story.UsualLimit].Cut); got != want {
			t.Errorf("%q: %s, want %s", options, got, want)
		}
	}
}

func countUpTo(sorted []int64, limit int64) int {
	n, _ := slices.BinarySearch(sorted, limit+1)
	return n
}

// TestSeriesOfGenerated holds for every trace: messages do not take longer than the thread, and an own
// method not longer than its message.
func TestSeriesOfGenerated(t *testing.T) {
	var b strings.Builder
	if err := tracetest.AppStartup(&b); err != nil {
		t.Fatal(err)
	}
	x := index(t, []byte(b.String()))
	_, end := x.Calls.Span()
	for _, r := range [][2]trace.Ticks{{0, end}, {end / 3, end / 2}, {end / 2, end / 2}} {
		o := whole(x)
		o.From, o.To = r[0], r[1]
		v := story.Of(x, o)
		checkStartup(t, x, v)
		checkLate(t, v)
		for _, s := range []*story.Series{&v.Frames, &v.Messages} {
			if s.Total > v.To-v.From {
				t.Errorf("range %v: %d ns of %d ns", r, s.Total, v.To-v.From)
			}
			for i := range s.Slowest {
				if c := &s.Slowest[i]; c.OwnTime < 0 || c.OwnTime > c.Times[profile.Wall] {
					t.Errorf("range %v: own method takes %d of %d ns", r, c.OwnTime, c.Times[profile.Wall])
				}
				in, sum := &s.Slowest[i].Inside, int64(0)
				for _, part := range in.Parts {
					sum += part.Time
				}
				if took := s.Slowest[i].Times[profile.Wall]; in.Time > took || in.Time > 0 && 2*in.Time < took || sum > took || in.Time > 0 && sum > in.Time {
					t.Errorf("range %v: of %d ns, %d are inside, and %d in callees", r, took, in.Time, sum)
				}
			}
		}
	}
}

// TestInsideSums: the time of the method that takes most of a message is that of all its calls in the same place. A sampler can see
// one call several times, so their number is not known.
func TestInsideSums(t *testing.T) {
	const records = "main 0>Loop 0>Dispatch 0>Text 0>android.view.View.draw()V 120000<android.view.View.draw()V 121000>android.view.View.draw()V 171000<android.view.View.draw()V 200000<Text 200000<Dispatch 200000<Loop"
	for _, tt := range []struct {
		name, records string
		calls         int64
	}{{"recorded", records, 2}, {"sampled", sampled(records), 0}} {
		x := index(t, record(tt.records))
		v := story.Of(x, whole(x))
		if len(v.Messages.Slowest) != 1 {
			t.Fatalf("%s: %d messages", tt.name, len(v.Messages.Slowest))
		}
		in := v.Messages.Slowest[0].Inside
		if in.Time != 170_000_000 || in.Calls != tt.calls || x.Info.Methods[in.Method].Name != "draw" {
			t.Errorf("%s: %d ns in %d calls of %s", tt.name, in.Time, in.Calls, x.Info.Methods[in.Method].Name)
		}
	}
}
