package story_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/advice"
	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

// findingsText lists the findings as "rule ms subject [cause] [own caller] [other thread: its own method]".
func findingsText(x *profile.Index, v *story.Overview) string {
	name := func(m trace.MethodIndex) string {
		return x.Info.Methods[m].Class[strings.LastIndex(x.Info.Methods[m].Class, ".")+1:] + "." + x.Info.Methods[m].Name
	}
	var all []string
	for i := range v.Findings {
		f := &v.Findings[i]
		text := fmt.Sprintf("%s %d", f.Rule, f.Time/1e6)
		if len(f.Methods) > 0 {
			text += " " + name(f.Methods[0])
		}
		if f.Cause != story.Unexplained {
			text += " " + f.Cause.String()
		}
		if f.Own != call.NoMethod {
			text += " by " + name(f.Own)
		}
		if (f.Rule == story.WaitsFor || f.Rule == story.Costly || f.Rule == story.Often) && f.Through != call.NoMethod {
			text += " through " + name(f.Through)
		}
		if (f.Rule == story.Inflation || f.Rule == story.ClassLoads) && f.Inside.Time > 0 {
			text += fmt.Sprintf(", %d in %s", f.Inside.Time/1e6, name(f.Inside.Method))
		}
		if f.Second != story.Unexplained {
			text += " and " + f.Second.String()
		}
		if f.OtherPhases > 0 {
			text += fmt.Sprintf(" and %d in other phases", f.OtherPhases/1e6)
		}
		if f.InOthers {
			text += " in other findings"
		}
		if f.Rule == story.Costly && f.Inside.Parts != nil && f.Handled == 0 {
			text += fmt.Sprintf(", %d in %s", f.Inside.Time/1e6, name(f.Inside.Method))
			for _, in := range f.Inside.Parts {
				text += fmt.Sprintf(" and %d in %s", in.Time/1e6, name(in.Method))
			}
		}
		if f.Rule == story.Costly && f.Inside.Calls > 0 {
			text += fmt.Sprintf(", %d in %d calls of %s", f.Inside.Time/1e6, f.Inside.Calls, name(f.Inside.Method))
		}
		if f.Rule == story.Repeated {
			for k, in := range f.Inside.Parts {
				text += [...]string{" under ", " and "}[k] + name(in.Method)
			}
		}
		if f.Rule == story.ClassLoads {
			for _, in := range f.Inside.Parts {
				text += " and " + name(in.Method)
			}
		}
		for _, at := range f.Further {
			text += fmt.Sprintf(", %d %s", at.Time/1e6, name(at.Method))
			if at.Own != call.NoMethod {
				text += " by " + name(at.Own)
			}
		}
		if (f.Rule == story.WaitsFor || f.Rule == story.LongMessage) && f.Callers > 0 {
			text += fmt.Sprintf(" for %s and %d more", name(f.Caller), f.Callers-1)
		}
		if f.Other != story.NoThread {
			text += " until " + x.Info.Threads[f.Other].Label()
			if f.Doing != call.NoMethod {
				text += ": " + name(f.Doing)
			}
			if f.Ran > 0 && 10*f.Ran < 9*f.Time {
				text += fmt.Sprintf(" for %d", f.Ran/1e6)
			}
			if f.Behind != story.Unexplained {
				text += " waiting for " + f.Behind.String()
			}
			if f.Beyond != story.NoThread {
				text += " until " + x.Info.Threads[f.Beyond].Label() + ": " + name(f.BeyondDoing)
			}
		}
		if f.Rule.IsWait() && f.Anchor != story.NoAnchor {
			text += " in all of " + f.Anchor.String()
		}
		if f.Apart {
			text += " apart"
		}
		if f.Fills.Time > 0 && f.Anchor == story.NoAnchor {
			text += " in all of a message of " + name(f.Fills.Method)
		}
		if f.PartOf > 0 {
			text += fmt.Sprintf(" in finding %d", f.PartOf)
			if f.Mostly {
				text += " mostly"
			}
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

// typed writes n messages of a keyboard, of 80 ms each, that call two own methods.
func typed(n int) string {
	const handler, a, b = "com.android.internal.view.IInputConnectionWrapper$MyHandler.handleMessage(L)V", "com.example.Text.set()V", "com.example.Text.delete()V"
	var s strings.Builder
	for i := range n {
		at := i * 80_000
		fmt.Fprintf(&s, " %[1]d>Dispatch %[1]d>%[2]s %[1]d>%[3]s %[4]d<%[3]s %[4]d>%[5]s %[6]d<%[5]s %[7]d<%[2]s %[7]d<Dispatch", at, handler, a, at+35_000, b, at+70_000, at+80_000)
	}
	return s.String()
}

// calledBy writes calls of a method with a length in µs by n own methods.
func calledBy(n, length int, method string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " %[1]d>com.example.Part%[3]d.show()V %[1]d>%[4]s %[2]d<%[4]s %[2]d<com.example.Part%[3]d.show()V", i*length, (i+1)*length, i, method)
	}
	return b.String()
}

// passed writes n messages with a length in µs. Android calls a method in each.
func passed(n, length int, method string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " %[1]d>Dispatch %[1]d>%[3]s %[2]d<%[3]s %[2]d<Dispatch", i*length, (i+1)*length, method)
	}
	return b.String()
}

// calls writes n calls of a method with a length in µs, one after the other from a time on.
func calls(n int, from, length int64, method string) string {
	var b strings.Builder
	for i := range int64(n) {
		fmt.Fprintf(&b, " %d>%s %d<%s", from+i*length, method, from+(i+1)*length, method)
	}
	return b.String()
}

// asks writes n calls of another process, one after the other, each with a wait in µs.
func asks(n, wait int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " %[1]d/%[2]d>Transact %[3]d/%[2]d<Transact", i*(wait+500), 500*i, i*(wait+500)+wait)
	}
	return b.String()
}

// applied writes n calls of apply from 200 ms on.
func applied(n int) string {
	const apply = "android.app.SharedPreferencesImpl$EditorImpl.apply()V"
	return strings.Repeat(" 200000/0>"+apply+" 200000/0<"+apply, n)
}

// messagesOf writes n messages that Own handles, one after the other, with a length in µs.
func messagesOf(n, length int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " %[1]d>Dispatch %[1]d>Own %[2]d<Own %[2]d<Dispatch", i*length, (i+1)*length)
	}
	return b.String()
}

// projected writes n calls of Theme that samples show, with calls of two helpers.
func projected(n int) string {
	var b strings.Builder
	for i := range n {
		at := 15_000 * i
		fmt.Fprintf(&b, " %d>Theme", at)
		for k, helper := range []string{"x", "y"} {
			from := at + 3000*(k+1)
			fmt.Fprintf(&b, " %d>com.example.Map.%s()D %d>P %d>Q %d>R", from, helper, from, from, from)
			fmt.Fprintf(&b, " %[1]d<R %[1]d<Q %[1]d<P %[1]d<com.example.Map.%[2]s()D", from+3000, helper)
		}
		fmt.Fprintf(&b, " %d<Theme", at+12_000)
	}
	return b.String()
}

// clinits writes the static initialization of n classes, each with a length in µs.
func clinits(n, length int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " %d>com.example.Model%d.<clinit>()V %d<com.example.Model%d.<clinit>()V", i*length, i, (i+1)*length, i)
	}
	return b.String()
}

// waits writes n calls of a method with a length in µs, one after the other, that do not run.
func waits(n int, length int64, method string) string {
	var b strings.Builder
	for i := range int64(n) {
		fmt.Fprintf(&b, " %d/0>%s %d/0<%s", i*length, method, (i+1)*length, method)
	}
	return b.String()
}

// frames writes n frames with a length in µs, one after the other, that wait for the render thread.
func frames(n int, length, wait int64) string {
	var b strings.Builder
	for i := range int64(n) {
		at, cpu := i*length, i*(length-wait)
		fmt.Fprintf(&b, " %d/%d>Frame %d/%d>Sync %d/%d<Sync %d/%d<Frame", at, cpu, at, cpu, at+wait, cpu, at+length, cpu+length-wait)
	}
	return b.String()
}

// frameCalls writes n frames with a length in µs, one after the other, each with a call that ends 1 ms before it.
func frameCalls(n int, length int64, method string) string {
	return frameCallsFrom(0, n, length, method)
}

// seenFrames writes n frames with a length in µs, one after the other, as a sampler with an interval of 4 ms sees them.
func seenFrames(n int, length int64) string {
	var b strings.Builder
	for i := range int64(n) {
		at := i * length
		fmt.Fprintf(&b, " %d>Frame %d>Own%s %d<Own %d<Frame", at, at, calls(int(length/4000), at, 4000, "P"), at+length, at+length)
	}
	return b.String()
}

func frameCallsFrom(from int64, n int, length int64, method string) string {
	var b strings.Builder
	for i := range int64(n) {
		a, z := from+i*length, from+(i+1)*length
		fmt.Fprintf(&b, " %d>Frame %d>%s %d<%s %d<Frame", a, a, method, z-1000, method, z)
	}
	return b.String()
}

// relaid writes n frames of 20 ms, one after the other, that lay out for 14 ms. The first frames request that in two views.
func relaid(n, requests int) string {
	const request, params, measure = "android.view.View.requestLayout()V", "android.view.View.setLayoutParams()V", "android.view.ViewRootImpl.performMeasure(II)V"
	var b strings.Builder
	for i := range n {
		at := i * (20_000 + 13*i)
		fmt.Fprintf(&b, " %d>Frame", at)
		if i < requests {
			fmt.Fprintf(&b, " %[1]d>Own %[1]d>%[3]s %[1]d>%[4]s %[1]d>%[4]s %[2]d<%[4]s %[2]d<%[4]s %[2]d<%[3]s %[2]d<Own", at, at+101+7*i, params, request)
		}
		fmt.Fprintf(&b, " %[1]d>%[3]s %[2]d<%[3]s %[4]d<Frame", at+1000, at+15_000, measure, at+20_000)
	}
	return b.String()
}

// TestLayoutRequests: where frames are late because they lay out, the finding names the own method that requests it.
func TestLayoutRequests(t *testing.T) {
	for _, tt := range []struct {
		name, records string
		want          int64
	}{
		{"each frame", "main 0>Loop" + relaid(10, 10) + " 210000<Loop", 10},
		{"four fifths of the frames", "main 0>Loop" + relaid(10, 8) + " 210000<Loop", 8},
		{"fewer frames", "main 0>Loop" + relaid(10, 7) + " 210000<Loop", 0},
		{"frames that do something else", "main 0>Loop" + strings.ReplaceAll(relaid(10, 10), "performMeasure", "other") + " 210000<Loop", 0},
		{"samples", sampled("main 0>Loop" + relaid(10, 10) + " 210000<Loop"), 0},
	} {
		x := index(t, record(tt.records))
		v := story.Of(x, whole(x))
		if f := &v.Findings[0]; f.Rule != story.SlowFrames || f.Requests != tt.want || tt.want > 0 && x.Info.Methods[f.Own].Name != "run" {
			t.Errorf("%s: %s with %d requests, want %d", tt.name, findingsText(x, v), f.Requests, tt.want)
		}
	}
}

// recomposed writes n frames of 20 ms, one after the other, that recompose for 16 ms: own methods call others some times for 4 ms.
func recomposed(n, times int, method string) string {
	const recompose, screen = "androidx.compose.runtime.Recomposer.performRecompose()L", "com.example.FeedKt.Feed()V"
	var b strings.Builder
	for i := range n {
		at := i * (20_000 + 13*i)
		fmt.Fprintf(&b, " %[1]d>Frame %[1]d>%[2]s %[1]d>%[3]s", at, recompose, screen)
		for k := range times {
			fmt.Fprintf(&b, " %[1]d>%[3]s %[2]d<%[3]s", at+k*4000, at+k*4000+3900, method)
		}
		fmt.Fprintf(&b, " %[1]d<%[2]s %[1]d<%[3]s %[4]d<Frame", at+16_000, screen, recompose, at+19_000)
	}
	return b.String()
}

// TestComposed: where frames are late because they recompose, the finding names the composable that takes most of the time.
func TestComposed(t *testing.T) {
	const row = "com.example.RowKt.Row()V"
	for _, tt := range []struct {
		name, records, want string
		calls               int64
	}{
		{"a row", "main 0>Loop" + recomposed(10, 4, row) + " 210000<Loop", "Row", 40},
		{"once in each frame", "main 0>Loop" + recomposed(10, 1, row) + " 210000<Loop", "", 0},
		{"no composable", "main 0>Loop" + recomposed(10, 4, "com.example.Row.format()V") + " 210000<Loop", "", 0},
	} {
		x := index(t, record(tt.records))
		v := story.Of(x, whole(x))
		f, got := &v.Findings[0], ""
		if f.Composed > 0 {
			got = x.Info.Methods[f.Own].Name
		}
		if f.Rule != story.SlowFrames || got != tt.want || f.Composed != tt.calls {
			t.Errorf("%s: %s composes %q %d times, want %q %d times", tt.name, findingsText(x, v), got, f.Composed, tt.want, tt.calls)
		}
	}
}

// queries writes n queries of 2 ms from 150 ms on that run.
func queries(n int) string {
	var b strings.Builder
	for i := range int64(n) {
		at := 150_000 + 2000*i
		fmt.Fprintf(&b, " %d/%d>Query %d/%d>Step %d/%d<Step %d/%d<Query", at, at-150_000, at, at-150_000, at+2000, at-148_000, at+2000, at-148_000)
	}
	return b.String()
}

// taps writes n messages with a length and a distance in µs, each with a call of Own. The looper is idle between them.
func taps(n int, length, distance int64) string {
	var b strings.Builder
	for i := range int64(n) {
		at, cpu := i*distance, i*length
		fmt.Fprintf(&b, " %d/%d>Dispatch %d/%d>Own %d/%d<Own %d/%d<Dispatch", at, cpu, at, cpu, at+length, cpu+length, at+length, cpu+length)
		fmt.Fprintf(&b, " %d/%d>Next %d/%d>Poll %d/%d<Poll %d/%d<Next", at+length, cpu+length, at+length, cpu+length, at+distance, cpu+length, at+distance, cpu+length)
	}
	return b.String()
}

// recursion writes a call of Own with a length in µs, and short ones within each other in it.
func recursion(depth int, length int64) string {
	var b strings.Builder
	fmt.Fprint(&b, " 0>Own")
	for range depth {
		fmt.Fprint(&b, " 10>Own")
	}
	for range depth {
		fmt.Fprint(&b, " 20<Own")
	}
	fmt.Fprintf(&b, " %d<Own", length)
	return b.String()
}

// asked writes a call of own code from a time to another, in µs, that waits for another process through a method of Android.
func asked(from, to int, own, method string) string {
	return fmt.Sprintf(" %[1]d/0>%[3]s %[1]d/0>android.content.Context.%[4]s()V %[1]d/0>Proxy %[1]d/0>Transact %[2]d/0<Transact %[2]d/0<Proxy %[2]d/0<android.content.Context.%[4]s()V %[2]d/0<%[3]s", from, to, own, method)
}

// rendered writes two waits for the render thread, of 30 ms each, from a time in µs.
func rendered(from int) string {
	return fmt.Sprintf(" %[1]d/%[4]d>Sync %[2]d/%[4]d<Sync %[2]d/%[4]d>Sync %[3]d/%[4]d<Sync %[5]d/%[6]d>Text %[5]d/%[6]d<Text", from, from+30_000, from+60_000, from/62*2, from+62_000, from/62*2+2000)
}

// handled writes n messages with a length in µs, one after the other. Each has a call of a method with another length.
func handled(n int, length, inner int64, method string) string {
	var b strings.Builder
	for i := range int64(n) {
		at := i * length
		fmt.Fprintf(&b, " %[1]d>Dispatch %[1]d>Own %[1]d>%[4]s %[2]d<%[4]s %[3]d<Own %[3]d<Dispatch", at, at+inner, at+length, method)
	}
	return b.String()
}

// waitsTwice writes n messages of 45 ms, one after the other. Each sleeps and waits for a latch, for 14 ms each, and then runs.
func waitsTwice(n int) string {
	var b strings.Builder
	for i := range n {
		at, cpu := i*45_000, i*17_000
		fmt.Fprintf(&b, " %[1]d/%[6]d>Dispatch %[1]d/%[6]d>Own %[1]d/%[6]d>Sleep %[2]d/%[6]d<Sleep %[2]d/%[6]d>%[5]s %[3]d/%[6]d<%[5]s %[4]d/%[7]d<Own %[4]d/%[7]d<Dispatch", at, at+14_000, at+28_000, at+45_000, "java.util.concurrent.CountDownLatch.await()V", cpu, cpu+17_000)
	}
	return b.String()
}

// matched writes n messages of 70 ms, one after the other. Own code in them calls a method some times for 60 µs, which calls another for 50 µs.
func matched(n, times int) string {
	var b strings.Builder
	for i := range n {
		at := i * 70_000
		fmt.Fprintf(&b, " %[1]d>Dispatch %[1]d>Own", at)
		for k := range times {
			fmt.Fprintf(&b, " %[1]d>com.example.Json.next()V %[1]d>java.util.regex.Pattern.compile()V %[2]d<java.util.regex.Pattern.compile()V %[3]d<com.example.Json.next()V", at+k*65, at+k*65+50, at+k*65+60)
		}
		fmt.Fprintf(&b, " %[1]d<Own %[1]d<Dispatch", at+70_000)
	}
	return b.String()
}

// keys writes n keys, one after the other, that the keyboard does not want. Own code handles each for a length in µs.
func keys(n int, length, inner int64, method string) string {
	const finished, dispatch = "android.view.InputEventSender.dispatchInputEventFinished(IZ)V", "android.view.ViewRootImpl$InputStage.deliver(L)V"
	var b strings.Builder
	for i := range int64(n) {
		at := i * (length + 1000 + 31*i)
		fmt.Fprintf(&b, " %[1]d>%[5]s %[1]d>%[6]s %[1]d>Own %[1]d>%[4]s %[2]d<%[4]s %[3]d<Own %[3]d<%[6]s %[3]d<%[5]s", at, at+inner, at+length, method, finished, dispatch)
	}
	return b.String()
}

// sensed writes n events of a sensor with a length in µs, one after the other.
func sensed(n int, length int64) string {
	const event, own = "android.hardware.SystemSensorManager$SensorEventQueue.dispatchSensorEvent(I)V", "com.example.Steps.onSensorChanged(L)V"
	var b strings.Builder
	for i := range int64(n) {
		fmt.Fprintf(&b, " %[1]d>"+event+" %[1]d>"+own+" %[2]d<"+own+" %[2]d<"+event, i*length, (i+1)*length)
	}
	return b.String()
}

// forks writes n calls of Theme with a length in µs, one after the other, that wait for a child process.
func forks(n int, length int64) string {
	const fork = "java.lang.UNIXProcess.forkAndExec()I"
	var b strings.Builder
	for i := range int64(n) {
		fmt.Fprintf(&b, " %[1]d/0>Theme %[1]d/0>java.lang.Runtime.exec()L %[1]d/0>"+fork+" %[2]d/0<"+fork+" %[2]d/0<java.lang.Runtime.exec()L %[2]d/0<Theme", i*length, (i+1)*length)
	}
	return b.String()
}

// output writes a call of Theme from a time in µs that opens a file, or nothing, and reads for 130 ms.
func output(from int, open string) string {
	const read = "libcore.io.Linux.readBytes()I"
	return fmt.Sprintf(" %[1]d/0>Theme%[3]s %[1]d/0>%[4]s %[2]d/0<%[4]s %[2]d/0<Theme", from, from+130_000, open, read)
}

// waited writes a call of main that waits from 2 to 203 ms.
func waited(method string) string {
	return "main 0/0>Theme 1000/1000>" + method + " 2000/2000>Park 203000/2001<Park 204000/3001<" + method + " 205000/4001<Theme"
}

// bound writes a call of another process, with times in µs.
func bound(from, length int, service, method string) string {
	proxy := "android.app." + service + "$Stub$Proxy." + method + "()V"
	return fmt.Sprintf(" %d/0>%s %d/0>Transact %d/0<Transact %d/0<%s", from, proxy, from, from+length, from+length, proxy)
}

func TestFindings(t *testing.T) {
	const stop = "android.graphics.HardwareRenderer.setStopped()V"
	const inflate = "android.view.LayoutInflater.inflate()V"
	const alarm = "android.app.IAlarmManager$Stub$Proxy.set()V"
	for _, tt := range []struct{ name, records, want string }{
		{"nothing", "main 0>App 90000<App", ""},
		{"a wait of 100 ms", "main 0/0>App 1000/1000>Proxy 2000/2000>Transact 103000/2001<Transact 104000/3001<Proxy 105000/4001<App",
			"wait 100 IActivityManager$Stub$Proxy.getRunningAppProcesses binder by App.onCreate"},
		{"a wait that only a library causes", "main 0/0>com.bumptech.glide.Glide.get()V 1000/1000>Sleep 203000/1001<Sleep 204000/2001<com.bumptech.glide.Glide.get()V", "wait 201 Thread.sleep sleep by Glide.get"},
		{"a call to another process by own code, and a longer one by Android", "main 0/0>android.view.IWindowSession$Stub$Proxy.relayout()I 0/0>Transact 150000/0<Transact 150000/0<android.view.IWindowSession$Stub$Proxy.relayout()I 150000/0>App 150000/0>Proxy 150000/0>Transact 260000/0<Transact 260000/0<Proxy 260000/0<App 400000/140000>Theme 600000/340000<Theme",
			"wait 260 IActivityManager$Stub$Proxy.getRunningAppProcesses binder by App.onCreate, 150 IWindowSession$Stub$Proxy.relayout, long-message 150 IWindowSession$Stub$Proxy.relayout in finding 1, long-message 110 App.onCreate in finding 1, long-message 200 Theme.apply"},
		{"a library that waits, and own code rarely", "main 0/0>Theme 0/0>Sleep 30000/0<Sleep 30000/0<Theme 30000/0>com.bumptech.glide.Glide.get()V 30000/0>Sleep 203000/0<Sleep 203000/0<com.bumptech.glide.Glide.get()V 205000/2000>App 206000/3000<App", "wait 203 Thread.sleep sleep by Glide.get"},
		{"many short waits of one cause, none with a quarter", "main 0/0>App" + bound(0, 30_000, "IAlarmManager", "set") + bound(30_000, 20_000, "IWindowSession", "relayout") + bound(50_000, 28_000, "IClipboard", "getPrimaryClip") + bound(78_000, 26_000, "IShortcutService", "getShortcuts") + bound(104_000, 10_000, "IPowerManager", "wakeUp") + bound(114_000, 10_000, "IVibrator", "vibrate") + " 124000/0<App",
			"wait 124 IAlarmManager$Stub$Proxy.set binder by App.onCreate, 28 IClipboard$Stub$Proxy.getPrimaryClip by App.onCreate, 26 IShortcutService$Stub$Proxy.getShortcuts by App.onCreate"},
		{"two waits of one cause", "main 0/0>App 0/0>Proxy 0/0>Transact 150000/0<Transact 150000/0<Proxy 150000/0>Theme 150000/0>" + alarm + " 150000/0>Transact 260000/0<Transact 260000/0<" + alarm + " 260000/0<Theme 261000/1000<App",
			"wait 260 IActivityManager$Stub$Proxy.getRunningAppProcesses binder by App.onCreate, 110 IAlarmManager$Stub$Proxy.set by Theme.apply"},
		{"a wait behind a method of Android", "main 0/0>App 0/0>android.content.Context.checkPermission()I 0/0>Proxy 0/0>Transact 150000/0<Transact 150000/0<Proxy 150000/0<android.content.Context.checkPermission()I 150000/0<App",
			"wait 150 IActivityManager$Stub$Proxy.getRunningAppProcesses binder by App.onCreate through Context.checkPermission"},
		{"a wait whose longest context has another own caller", "main 0/0>App" + asked(0, 60_000, "Theme", "check") + " 60000/0>Own" + asked(60_000, 120_000, "Theme", "check") + " 120000/0<Own 120000/0>Activity" + asked(120_000, 180_000, "Theme", "check") +
			" 180000/0<Activity" + asked(180_000, 280_000, "com.example.Cover.load()V", "send") + " 280000/0<App",
			"wait 280 IActivityManager$Stub$Proxy.getRunningAppProcesses binder by Theme.apply through Context.check"},
		{"a wait of 99 ms", "main 0/0>App 1000/1000>Proxy 2000/2000>Transact 102000/3000<Transact 104000/4001<Proxy 105000/5001<App", ""},
		{"a wait of less than a twentieth", "main 0/0>App 1000/1000>Proxy 2000/2000>Transact 202000/3000<Transact 204000/4001<Proxy 4900000/4600001<App", ""},
		{"an idle looper", "main 0/0>Loop 1000/1000>Next 2000/2000>Poll 900000/2000<Poll 900001/2001<Next 900002/2002>Dispatch 900100/2100<Dispatch 900200/2200<Loop", ""},
		{"short waits for the next frame", "main 0/0>App 0/0>Sync 16000/0<Sync 16000/0>Sync 32000/0<Sync 32000/0>Sync 48000/0<Sync 48000/0>Sync 64000/0<Sync 64000/0>Sync 80000/0<Sync 80000/0>Sync 96000/0<Sync 96000/0>Sync 112000/0<Sync 112000/0<App", ""},
		{"long waits of a thread that draws at 30 Hz", "main 0/0>App" + waits(12, 33_000, "android.opengl.EGL14.eglSwapBuffers()Z") + " 396000/0<App", ""},
		{"waits for the render thread in frames that come late", "main 0/0>App" + frames(20, 20_000, 15_000) + " 400000/100000<App", "slow-frames 400, wait 300 ThreadedRenderer.nSyncAndDrawFrame rendering by App.onCreate through Choreographer.doFrame in finding 1"},
		{"waits for the render thread in frames that are in time", "main 0/0>App" + frames(20, 16_000, 15_000) + " 320000/20000<App", ""},
		{"few waits in late frames, most in others", "main 0/0>App" + frames(20, 16_000, 15_000) + " 320000/20000>Frame 321000/20000>Sync 381000/20000<Sync 382000/20000<Frame 383000/20000<App", ""},
		{"a long wait for the render thread", "main 0/0>App 0/0>Sync 160000/0<Sync 160000/0<App", "wait 160 ThreadedRenderer.nSyncAndDrawFrame rendering by App.onCreate"},
		{"the recording itself", "main 0/0>App 0/0>Tracing 260000/0<Tracing 260000/0<App", ""},
		{"a debugger", "main 0/0>App 0/0>android.os.Debug.waitForDebugger()V 0/0>Sleep 260000/0<Sleep 260000/0<android.os.Debug.waitForDebugger()V 260000/0<App", ""},
		{"a method that waits for no named cause", "main 0/0>App 500000/1000<App", "wait 499 App.onCreate"},
		{"a method that waits until another thread leaves its class", "main 0/0>Theme 2000/2000>App 500000/3000<App 500000/3000<Theme worker 0/0>com.example.App$Loader.run()V 1000/1000>com.example.App.load()V 498000/400000<com.example.App.load()V 700000/600000<com.example.App$Loader.run()V",
			"wait 497 App.onCreate by Theme.apply until worker: App.load"},
		{"a method that waits for a thread that itself waits", "main 0/0>Theme 2000/2000>App 500000/3000<App 500000/3000<Theme worker 0/0>com.example.App$Loader.run()V 1000/1000>com.example.App.load()V 2000/2000>Sleep 400000/2001<Sleep 498000/10000<com.example.App.load()V 700000/600000<com.example.App$Loader.run()V",
			"wait 497 App.onCreate by Theme.apply until worker: App.load waiting for sleep"},
		{"a method that waits until another thread leaves its class, and returns a moment later", "main 0/0>Theme 2000/2000>App 500000/3000<App 500000/3000<Theme worker 1000/1000>com.example.App.load()V 503000/400000<com.example.App.load()V",
			"wait 497 App.onCreate by Theme.apply until worker: App.load"},
		{"a method that waits while another thread leaves its class much later", "main 0/0>Theme 2000/2000>App 500000/3000<App 500000/3000<Theme worker 1000/1000>com.example.App.load()V 510000/400000<com.example.App.load()V",
			"wait 497 App.onCreate by Theme.apply"},
		{"a method that waits while another thread stays in its class", "main 0/0>App 500000/1000<App worker 0/0>com.example.App$Loader.run()V 700000/600000<com.example.App$Loader.run()V", "wait 499 App.onCreate"},
		{"a method that waits while another thread leaves another class", "main 0/0>App 500000/1000<App worker 0/0>com.example.Loader.load()V 498000/400000<com.example.Loader.load()V", "wait 499 App.onCreate"},
		{"a method that often loses its core", "main 0/0>App 500000/300000<App", ""},
		{"a wait whose caller is not recorded", "main 0/0>Sleep 300000/0<Sleep 300000/0>Text 380000/80000<Text", "wait 300 Thread.sleep sleep"},
		{"inflation that waits for no named cause", "main 0/0>App 1000/1000>android.view.LayoutInflater.inflate(I)V 400000/2000<android.view.LayoutInflater.inflate(I)V 500000/102000<App", "inflation 399 LayoutInflater.inflate by App.onCreate"},
		{"a method that waits for no named cause, and calls others", "main 0/0>App 150000/10000>Text 400000/260000<Text 400000/260000<App", "wait 140 App.onCreate"},
		{"many short waits without a named cause", "main 0/0>App" + waits(200, 1000, "com.example.Json.next()V") + " 200000/0<App", "costly-method 200 Json.next by App.onCreate"},

		{"a lock that another thread held", "main 0/0>Theme 1000/1000>Lock 2000/2000>Park 203000/2001<Park 204000/3001<Lock 205000/4001<Theme " +
			"worker 0/0>com.example.Flags.refresh()V 202500/200000>java.util.concurrent.locks.LockSupport.unpark()V 202900/200400<java.util.concurrent.locks.LockSupport.unpark()V 300000/280000<com.example.Flags.refresh()V",
			"wait 200 ReentrantLock.lock lock by Theme.apply until worker: Flags.refresh"},
		{"work that another thread finished", "main 0/0>Theme 1000/1000>Get 2000/2000>Park 203000/2001<Park 204000/3001<Get 205000/4001<Theme " +
			"worker 0/0>com.example.Flags.refresh()V 202500/200000>java.util.concurrent.locks.LockSupport.unpark()V 202900/200400<java.util.concurrent.locks.LockSupport.unpark()V 300000/280000<com.example.Flags.refresh()V",
			"background 200 FutureTask.get future by Theme.apply until worker: Flags.refresh"},
		{"an unrelated thread wakes another one", "main 0/0>Theme 1000/1000>Get 2000/2000>Park 203000/2001<Park 204000/3001<Get 205000/4001<Theme " +
			"worker 0/0>com.example.Flags.refresh()V 202500/200000>java.lang.Object.notifyAll()V 202900/200400<java.lang.Object.notifyAll()V 300000/280000<com.example.Flags.refresh()V",
			"wait 200 FutureTask.get future by Theme.apply"},
		{"a thread that waits to be notified", "main 0/0>Theme 1000/1000>Wait 203000/2001<Wait 205000/4001<Theme " +
			"worker 0/0>com.example.Flags.refresh()V 202500/200000>java.lang.Object.notifyAll()V 202900/200400<java.lang.Object.notifyAll()V 300000/280000<com.example.Flags.refresh()V",
			"background 200 Object.wait condition by Theme.apply until worker: Flags.refresh"},
		{"a thread of the runtime notifies others", "main 0/0>Theme 1000/1000>Wait 203000/2001<Wait 205000/4001<Theme " +
			"worker 0/0>java.lang.Daemons$FinalizerDaemon.run()V 202500/200000>java.lang.Object.notifyAll()V 202900/200400<java.lang.Object.notifyAll()V 300000/280000<java.lang.Daemons$FinalizerDaemon.run()V",
			"wait 200 Object.wait condition by Theme.apply"},
		{"a thread is woken long before the wait ends", "main 0/0>Theme 1000/1000>Wait 203000/2001<Wait 205000/4001<Theme " +
			"worker 0/0>com.example.Flags.refresh()V 192500/190000>java.lang.Object.notifyAll()V 192900/190400<java.lang.Object.notifyAll()V 300000/280000<com.example.Flags.refresh()V",
			"wait 200 Object.wait condition by Theme.apply"},
		{"a connection that another thread's transaction uses", "main 0/0>Theme 1000/1000>android.database.sqlite.SQLiteDatabase.query()V 1000/1000>android.database.sqlite.SQLiteConnectionPool.waitForConnection()V 2000/2000>Park 203000/2001<Park 204000/3001<android.database.sqlite.SQLiteConnectionPool.waitForConnection()V 204000/3001<android.database.sqlite.SQLiteDatabase.query()V 205000/4001<Theme worker 0/0>com.example.Save.write()V 100000/90000>android.database.sqlite.SQLiteDatabase.endTransaction()V 203000/190000<android.database.sqlite.SQLiteDatabase.endTransaction()V 300000/200000<com.example.Save.write()V", "wait 200 SQLiteDatabase.query database by Theme.apply until worker: Save.write"},
		{"a connection, and another thread in a database until later", "main 0/0>Theme 1000/1000>android.database.sqlite.SQLiteDatabase.query()V 1000/1000>android.database.sqlite.SQLiteConnectionPool.waitForConnection()V 2000/2000>Park 203000/2001<Park 204000/3001<android.database.sqlite.SQLiteConnectionPool.waitForConnection()V 204000/3001<android.database.sqlite.SQLiteDatabase.query()V 205000/4001<Theme worker 0/0>com.example.Save.write()V 100000/90000>android.database.sqlite.SQLiteDatabase.endTransaction()V 290000/190000<android.database.sqlite.SQLiteDatabase.endTransaction()V 300000/200000<com.example.Save.write()V", "wait 200 SQLiteDatabase.query database by Theme.apply"},
		{"a connection that another thread uses", "main 0/0>Theme 1000/1000>android.database.sqlite.SQLiteDatabase.query()V 1000/1000>android.database.sqlite.SQLiteConnectionPool.waitForConnection()V 2000/2000>Park 203000/2001<Park 204000/3001<android.database.sqlite.SQLiteConnectionPool.waitForConnection()V 204000/3001<android.database.sqlite.SQLiteDatabase.query()V 205000/4001<Theme " +
			"worker 0/0>com.example.Flags.refresh()V 202500/200000>java.util.concurrent.locks.LockSupport.unpark()V 202900/200400<java.util.concurrent.locks.LockSupport.unpark()V 300000/280000<com.example.Flags.refresh()V",
			"wait 200 SQLiteDatabase.query database by Theme.apply until worker: Flags.refresh"},
		{"a query that waits for the disk", "main 0/0>Theme 1000/1000>android.database.sqlite.SQLiteDatabase.query()V 203000/2001<android.database.sqlite.SQLiteDatabase.query()V 205000/4001<Theme " +
			"worker 0/0>com.example.Flags.refresh()V 202500/200000>java.util.concurrent.locks.LockSupport.unpark()V 202900/200400<java.util.concurrent.locks.LockSupport.unpark()V 300000/280000<com.example.Flags.refresh()V",
			"wait 200 SQLiteDatabase.query database by Theme.apply"},
		{"a socket of the device", "main 0/0>Theme 0/0>android.net.LocalSocketImpl.connect()V 0/0>libcore.io.Linux.connect()V 200000/0<libcore.io.Linux.connect()V 200000/0<android.net.LocalSocketImpl.connect()V 200000/0<Theme",
			"wait 200 LocalSocketImpl.connect by Theme.apply"},
		{"a wait that no thread ended", "main 0/0>Theme 1000/1000>Get 2000/2000>Park 203000/2001<Park 204000/3001<Get 205000/4001<Theme " +
			"worker 0/0>com.example.Flags.refresh()V 102500/100000>java.util.concurrent.locks.LockSupport.unpark()V 102900/100400<java.util.concurrent.locks.LockSupport.unpark()V 300000/280000<com.example.Flags.refresh()V",
			"wait 200 FutureTask.get future by Theme.apply"},
		{"a task that ends with the wait", waited("Get") + " worker 0/0>com.example.Task.call()V 10000/9000>com.example.Flags.refresh()V 202000/190000<com.example.Flags.refresh()V 202500/190100<com.example.Task.call()V 202500/190100>Next 400000/190100<Next",
			"background 200 FutureTask.get future by Theme.apply until worker: Flags.refresh"},
		{"a task that ends with the wait, but began shortly before", waited("Get") + " worker 0/0>Next 120000/100<Next 120000/100>com.example.Flags.refresh()V 202000/80000<com.example.Flags.refresh()V 202500/80000>Next 400000/80000<Next",
			"wait 200 FutureTask.get future by Theme.apply"},
		{"a task that goes on after the wait", waited("Get") + " worker 0/0>com.example.Flags.refresh()V 212000/190000<com.example.Flags.refresh()V 212500/190000>Next 400000/190000<Next",
			"wait 200 FutureTask.get future by Theme.apply"},
		{"two tasks that end with the wait", waited("Get") + " worker 0/0>com.example.Flags.refresh()V 202000/190000<com.example.Flags.refresh()V 212500/190000>Next 400000/190000<Next other 0/0>com.example.Task.call()V 202500/190000<com.example.Task.call()V 203000/190000>Next 400000/190000<Next",
			"wait 200 FutureTask.get future by Theme.apply"},
		{"a thread that ends", waited("java.lang.Thread.join()V") + " worker 0/0>com.example.Flags.refresh()V 202000/190000<com.example.Flags.refresh()V ",
			"background 200 Thread.join join by Theme.apply until worker: Flags.refresh"},
		{"a thread that ends before the join", waited("java.lang.Thread.join()V") + " worker 0/0>com.example.Flags.refresh()V 190000/180000<com.example.Flags.refresh()V",
			"wait 200 Thread.join join by Theme.apply"},
		{"a task that ends while nobody waits for it", waited("android.os.ConditionVariable.block()V") + " worker 0/0>java.util.concurrent.FutureTask.finishCompletion()V 202500/190000<java.util.concurrent.FutureTask.finishCompletion()V 202600/190000>java.util.concurrent.locks.LockSupport.unpark()V 202700/190000<java.util.concurrent.locks.LockSupport.unpark()V 400000/190000>Next",
			"wait 200 ConditionVariable.block latch by Theme.apply"},
		{"a task whose thread is woken after the work", waited("Get") + " worker 0/0>com.example.Flags.refresh()V 201000/190000<com.example.Flags.refresh()V 202500/190000>java.util.concurrent.locks.LockSupport.unpark()V 202900/190400<java.util.concurrent.locks.LockSupport.unpark()V 300000/190000>Next",
			"background 200 FutureTask.get future by Theme.apply until worker: Flags.refresh"},
		{"a task that does several things", waited("Get") + " worker 1000/0>com.example.Loader.run()V 3000/2000>com.example.Flags.refresh()V 153000/140000<com.example.Flags.refresh()V 202500/190000>java.util.concurrent.locks.LockSupport.unpark()V 202900/190400<java.util.concurrent.locks.LockSupport.unpark()V 300000/190000>Next",
			"background 200 FutureTask.get future by Theme.apply until worker: Loader.run"},
		{"a task whose last work is shorter than the wait", waited("Get") + " worker 1000/0>com.example.Loader.run()V 53000/2000>com.example.Flags.refresh()V 202500/190000>java.util.concurrent.locks.LockSupport.unpark()V 202900/190400<java.util.concurrent.locks.LockSupport.unpark()V 300000/190000>Next",
			"background 200 FutureTask.get future by Theme.apply until worker: Flags.refresh for 151"},
		{"a method that works on after it gets a lock", "main 0/0>Theme 0/0>App 200000/0>Own 400000/190000<Own 410000/200000<App 410000/200000<Theme worker 0/0>com.example.App.load()V 199000/1000<com.example.App.load()V 700000/500000>Next",
			"wait 200 App.onCreate by Theme.apply until worker: App.load, costly-method 200 Own.run by App.onCreate"},
		{"several waits for the same holder", "main 0/0>Theme 0/0>App 80000/0<App 80000/0>App 160000/0<App 160000/0<Theme worker 0/0>com.example.App.load()V 79000/1000<com.example.App.load()V 79500/1000>com.example.App.load()V 158000/2000<com.example.App.load()V 700000/600000>Next",
			"wait 160 App.onCreate by Theme.apply until worker: App.load"},
		{"a hang while another thread works", "main 0/0>Theme 2000/2000>Get 3000/2000>Park worker 0/0>com.example.Flags.refresh()V 600000/500000<com.example.Flags.refresh()V", "wait 597 FutureTask.get future by Theme.apply until worker: Flags.refresh"},
		{"a hang while a thread stops after a while", "main 0/0>Theme 2000/2000>Get 3000/2000>Park worker 0/0>com.example.Flags.refresh()V 200000/100000<com.example.Flags.refresh()V 200000/100000>Next 600000/100000<Next", "wait 597 FutureTask.get future by Theme.apply"},
		{"a hang while two threads work", "main 0/0>Theme 2000/2000>Get 3000/2000>Park worker 0/0>com.example.Flags.refresh()V 600000/500000<com.example.Flags.refresh()V other 0/0>com.example.Task.call()V", "wait 597 FutureTask.get future by Theme.apply"},

		{"a long message", "main 0>Loop 0>Dispatch 1000>Own 130000<Own 130000<Dispatch 130000>Dispatch 131000<Dispatch 140000<Loop",
			"long-message 130 Own.run by Own.run"},
		{"a long frame", "main 0>Loop 0>Dispatch 100>Frame 1000>Traverse 2000>Theme 120000<Theme 124000<Traverse 124500<Frame 125000<Dispatch 125000>Dispatch 126000<Dispatch 140000<Loop",
			"long-message 124 ViewRootImpl$TraversalRunnable.run by Theme.apply"},
		{"calls that began before the recording", "main 0>Theme 120000<Theme 120000>Own 270000<Own 270000>Theme 400000<Theme",
			"long-message 150 Own.run, long-message 130 Theme.apply"},
		{"a call that fills the recording", "main 0>Own 10000<Own 10000>Theme 270000<Theme", ""},
		{"long calls of a thread that handles messages", "main 0>Theme 120000<Theme 120000>Own 240000<Own 240000>Dispatch 241000<Dispatch", "costly-method 120 Theme.apply, costly-method 120 Own.run"},
		{"long calls of a thread with idle time", "main 0/0>Theme 120000/120000<Theme 120000/120000>Own 240000/240000<Own 240000/240000>Next 240000/240000>Poll 250000/240000<Poll 250000/240000<Next", "costly-method 120 Theme.apply, costly-method 120 Own.run"},
		{"the start of the recording among long calls", "main 0/0>Tracing 120000/1000<Tracing 120000/1000>Own 240000/121000<Own 240000/121000>Theme 300000/181000<Theme", "long-message 120 Own.run"},
		{"a long input event outside messages", "main 0>Loop 0>Next 1000>Poll 2000>Input 3000>Own 140000<Own 141000<Input 142000<Poll 143000<Next 143000>Dispatch 153000<Dispatch 154000<Loop", "long-message 139 Own.run by Own.run"},
		{"a long message that spends its time in a helper of several methods", "main 0>Loop 0>Dispatch 0>Theme 0>Own 130000<Own 130000<Theme 131000<Dispatch 131000>Dispatch 131000>App 131000>Own 140000<Own 140000<App 141000<Dispatch 141000<Loop",
			"long-message 131 Theme.apply by Own.run"},
		{"a long message whose callback calls such a helper through another method", "main 0>Loop 0>Dispatch 0>Activity 0>Theme 0>Own 130000<Own 130000<Theme 131000<Activity 131000<Dispatch 131000>Dispatch 131000>App 131000>Own 140000<Own 140000<App 141000<Dispatch 141000<Loop",
			"long-message 131 MainActivity.onCreate by Own.run for Theme.apply and 1 more"},
		{"a long message with several callers of a helper", "main 0>Loop 0>Dispatch 0>Activity 0>Theme 0>Own 65000<Own 65000<Theme 65000>App 65000>Own 130000<Own 130000<App 131000<Activity 131000<Dispatch 131000<Loop",
			"long-message 131 MainActivity.onCreate by Own.run"},
		{"an input event in a message", "main 0>Loop 0>Dispatch 2000>Input 3000>Own 140000<Own 141000<Input 142000<Dispatch 142000>Dispatch 143000<Dispatch 154000<Loop", "long-message 142 Own.run by Own.run"},
		{"a message that handles messages", "main 0/0>Loop 0/0>Dispatch 0/0>Own 0/0>Loop 0/0>Next 0/0>Poll 900000/0<Poll 900000/0<Next 900000/0>Text 1000000/100000<Text 1000000/100000<Loop 1000000/100000<Own 1000000/100000<Dispatch 1000100/100100<Loop", ""},
		{"a wait under several callers", "main 0/0>App 0/0>Theme 0/0>Sleep 60000/0<Sleep 60000/0<Theme 60000/0<App 60000/0>Own 60000/0>Theme 60000/0>Sleep 120000/0<Sleep 120000/0<Theme 120000/0<Own 120000/0>com.example.Flags.refresh()V 120000/0>Theme 120000/0>Sleep 180000/0<Sleep 180000/0<Theme 180000/0<com.example.Flags.refresh()V",
			"wait 180 Thread.sleep sleep by Theme.apply for App.onCreate and 2 more"},
		{"a recursion of many calls", "main 0>App" + recursion(1500, 120_000) + " 140000<App", "costly-method 120 Own.run by App.onCreate"},
		{"a library that a caller of a costly method calls", "main 0>App 0>Theme" + calls(4, 0, 60_000, "com.example.Cover.load()V") + calls(10, 240_000, 12_000, "com.bumptech.glide.Glide.load()V") + " 360000<Theme 370000<App", "costly-method 240 Cover.load by Theme.apply, costly-method 120 Glide.load by Theme.apply"},
		{"a library that calls own code", "main 0>App 0>Theme" + calls(4, 0, 60_000, "com.example.Cover.load()V") + calls(10, 240_000, 12_000, "com.bumptech.glide.Glide.load()V 0>com.example.Json.next()V") + " 360000<Theme 370000<App", "costly-method 360 Theme.apply by App.onCreate, 240 in Cover.load and 120 in Json.next"},
		{"a recursion", "main 0>App" + recursion(20, 120_000) + " 140000<App", "costly-method 120 Own.run by App.onCreate"},
		{"static initialization of several classes", "main 0>App" + calls(1, 0, 70_000, "com.example.A.<clinit>()V") + calls(1, 70_000, 60_000, "com.example.B.<clinit>()V") + " 131000<App", "class-loading 130 A.<clinit> by A.<clinit> and B.<clinit>"},
		{"a wrapper around a wait", "main 0/0>App 0/0>Theme 0/0>Sleep 60000/0<Sleep 60000/0<Theme 60000/0<App 60000/0>Own 60000/0>Theme 60000/0>Sleep 130000/0<Sleep 130000/0<Theme 130000/0<Own 130000/0>Theme 130000/0>Sleep 140000/0<Sleep 140000/0<Theme",
			"wait 140 Thread.sleep sleep by Theme.apply for Own.run and 1 more"},
		{"a wait that is most of a message, and one that is not", "main 0/0>Loop 0/0>Dispatch 0/0>Own 1000/1000>Proxy 2000/2000>Transact 152000/2000<Transact 152000/2000<Proxy 155000/5000<Own 155000/5000<Dispatch 155000/5000>Dispatch 155000/5000>Theme 155000/5000>Sleep 275000/5000<Sleep 275000/5000<Theme 275000/5000<Dispatch 275000/5000<Loop",
			"wait 150 IActivityManager$Stub$Proxy.getRunningAppProcesses binder by Own.run, wait 120 Thread.sleep sleep by Theme.apply"},
		{"a long message and a long frame", "main 0>Loop 0>Dispatch 1000>Own 160000<Own 160000<Dispatch 160000>Dispatch 160000>Frame 290000<Frame 290000<Dispatch 290000>Dispatch 291000<Dispatch 300000<Loop",
			"long-message 160 Own.run by Own.run, long-message 130 Choreographer.doFrame"},
		{"a long message that draws a frame", "main 0>Loop 0>Dispatch 1000>Own 160000<Own 160000>Frame 290000<Frame 290000<Dispatch 290000>Dispatch 291000<Dispatch 300000<Loop", "long-message 290 Own.run by Own.run"},
		{"a message between the phases of a start", "main 0>Dispatch 0>Launch 0>Activity 110000<Activity 110000<Launch 110000<Dispatch 110000>Dispatch 110000>Own 290000<Own 290000<Dispatch 290000>Dispatch 290000>android.app.ActivityThread.performResumeActivity()V 291000<android.app.ActivityThread.performResumeActivity()V 292000<Dispatch",
			"long-message 180 Own.run by Own.run, slow-phase 110 ActivityThread.performLaunchActivity by MainActivity.onCreate"},
		{"a message that has a short phase", "main 0>Dispatch 0>Launch 0>Activity 60000<Activity 60000<Launch 60000<Dispatch 60000>Dispatch 60000>Own 230000>android.app.Activity.reportFullyDrawn()V 231000<android.app.Activity.reportFullyDrawn()V 240000<Own 240000<Dispatch", "long-message 180 Own.run by Own.run"},
		{"a slow phase around another phase", "main 0>Dispatch 0>Bind 110000>Create 110000>App 115000<App 115000<Create 230000<Bind 230000<Dispatch", "slow-phase 225 ActivityThread.handleBindApplication"},
		{"two launches", "main 0>Dispatch 0>Launch 0>Activity 110000<Activity 110000<Launch 110000<Dispatch 110000>Dispatch 110000>Launch 110000>Theme 240000<Theme 240000<Launch 240000>android.app.ActivityThread.performResumeActivity()V 241000<android.app.ActivityThread.performResumeActivity()V 241000<Dispatch", "slow-phase 130 ActivityThread.performLaunchActivity by Theme.apply, costly-method 110 MainActivity.onCreate"},
		{"messages that are short", "main 0>Loop" + calls(3, 0, 90000, "android.os.Handler.dispatchMessage()V") + " 270000<Loop", ""},
		{"a message that starts the recording", "main 0/0>Loop 0/0>Dispatch 1000/0>Own 1000/0>Tracing 230000/0<Tracing 250000/0<Own 250000/0<Dispatch 300000/0<Loop", ""},

		{"a phase with costly initialization", "main 0>Dispatch 0>Bind 1000>Create 1000>App 2000>Theme 152000<Theme 160000<App 160000<Create 161000<Bind 162000<Dispatch",
			"slow-phase 159 Instrumentation.callApplicationOnCreate by Theme.apply"},
		{"a phase without", "main 0>Dispatch 0>Bind 1000>Create 1000>App 160000<App 160000<Create 161000<Bind 162000<Dispatch",
			"slow-phase 159 Instrumentation.callApplicationOnCreate by App.onCreate"},
		{"an Application that own code creates", "main 0>Dispatch 0>Own 1000>Create 1000>App 160000<App 160000<Create 161000<Own 162000<Dispatch",
			"long-message 162 Own.run by App.onCreate"},
		{"a phase whose context has other calls", "main 0>Dispatch 0>Launch 0>Activity 0>Theme 20000<Theme 20000<Activity 20000<Launch 50000>Launch 50000>Activity 50000>Theme 180000<Theme 180000<Activity 180000<Launch 180000>android.app.ActivityThread.performResumeActivity()V 181000<android.app.ActivityThread.performResumeActivity()V 182000<Dispatch",
			"slow-phase 130 ActivityThread.performLaunchActivity by Theme.apply"},
		{"two phases", "main 0>Dispatch 0>Bind 1000>Install 1000>Provider 121000<Provider 121000<Install 121000>Create 121000>App 321000<App 321000<Create 321000<Bind 322000<Dispatch",
			"slow-phase 200 Instrumentation.callApplicationOnCreate by App.onCreate, slow-phase 120 ActivityThread.installContentProviders by Provider.onCreate"},
		{"short phases", "main 0>Dispatch 0>Bind 1000>Create 1000>App 60000<App 60000<Create 61000<Bind 62000<Dispatch 62000>Dispatch 62000>Launch 63000>Activity 140000<Activity 140000<Launch 140000<Dispatch", ""},

		{"inflation, nested calls counted once", "main 0>App 0>" + inflate + " 1000>" + inflate + " 60000<" + inflate + " 70000<" + inflate + " 70000>" + inflate + " 120000<" + inflate + " 120000<App",
			"inflation 120 LayoutInflater.inflate by App.onCreate"},
		{"inflation of one view in a phase", "main 0>Loop 0>Dispatch 0>Launch 0>Activity 1000>" + inflate + " 2000>com.example.Browser.<init>()V 190000<com.example.Browser.<init>()V 191000<" + inflate + " 192000<Activity 192000<Launch 192000<Dispatch 600000<Loop", "slow-phase 192 ActivityThread.performLaunchActivity by Browser.<init>"},
		{"a method that only inflates what a message names", "main 0>Loop 0>Dispatch 0>Own 0>com.example.Adapter.create()V 0>" + inflate + " 0>com.example.Card.<init>()V 0>com.example.Base.init()V 0>" + inflate + " 0>com.example.Text.<init>()V 40000<com.example.Text.<init>()V 40000>com.example.Pic.<init>()V 80000<com.example.Pic.<init>()V 80000>com.example.Button.<init>()V 116000<com.example.Button.<init>()V 116000<" + inflate + " 117000<com.example.Base.init()V 117000<com.example.Card.<init>()V 117000>com.example.Row.<init>()V 117000>com.example.Base.init()V 117000>" + inflate + " 117000>com.example.Text.<init>()V 147000<com.example.Text.<init>()V 147000>com.example.Pic.<init>()V 177000<com.example.Pic.<init>()V 177000>com.example.Button.<init>()V 207000<com.example.Button.<init>()V 207000<" + inflate + " 208000<com.example.Base.init()V 208000<com.example.Row.<init>()V 209000<" + inflate + " 209000<com.example.Adapter.create()V 240000<Own 240000<Dispatch 600000<Loop", "long-message 240 Own.run"},
		{"inflation of one view in a phase, and of others", "main 0>Loop 0>Dispatch 0>Launch 0>Activity 1000>" + inflate + " 2000>com.example.Browser.<init>()V 190000<com.example.Browser.<init>()V 191000<" + inflate + " 192000<Activity 192000<Launch 192000<Dispatch 200000>Dispatch 200000>" + inflate + " 290000<" + inflate + " 290000<Dispatch 600000<Loop", "inflation 280 LayoutInflater.inflate by MainActivity.onCreate, 188 in Browser.<init>, slow-phase 192 ActivityThread.performLaunchActivity by Browser.<init> in finding 1"},
		{"inflation for two callers", "main 0>App 0>" + inflate + " 40000<" + inflate + " 40000>Theme 40000>" + inflate + " 80000<" + inflate + " 80000<Theme 80000>Theme 80000>Own 80000>" + inflate + " 90000<" + inflate + " 90000<Own 90000>" + inflate + " 120000<" + inflate + " 120000<Theme 120000<App",
			"inflation 120 LayoutInflater.inflate by Theme.apply"},
		{"a phase within a phase", "main 0>Dispatch 0>Launch 0>Activity 110000<Activity 110000>android.app.Activity.performStart()V 110000>Theme 350000<Theme 350000<android.app.Activity.performStart()V 352000<Launch 352000<Dispatch",
			"slow-phase 240 Activity.performStart by Theme.apply, slow-phase 112 ActivityThread.performLaunchActivity by MainActivity.onCreate"},
		{"little inflation", "main 0>App 0>" + inflate + " 90000<" + inflate + " 120000<App", ""},
		{"static initialization", "main 0>App 0>com.example.Model.<clinit>()V 130000<com.example.Model.<clinit>()V 140000<App", "class-loading 130 Model.<clinit> by Model.<clinit>"},
		{"static initialization of many classes", "main 0>App" + clinits(30, 4000) + " 140000<App", "class-loading 120 Model0.<clinit>"},
		{"a static initializer with half of the time", "main 0>App" + clinits(10, 7000) + calls(1, 70_000, 60_000, "com.bumptech.glide.Big.<clinit>()V") + " 140000<App", "class-loading 130 Big.<clinit> by App.onCreate, 60 in Big.<clinit>"},
		{"a static initializer besides those that a method starts", "main 0>App" + strings.ReplaceAll(clinits(10, 6500), "com.example", "com.bumptech.glide") + calls(1, 65_000, 60_000, "com.example.Big.<clinit>()V") + " 140000<App", "class-loading 125 Big.<clinit> by App.onCreate, 60 in Big.<clinit>"},
		{"class loading", "main 0>App 0>Load 60000<Load 60000>Load 110000<Load 140000<App", "class-loading 110 ClassLoader.loadClass by App.onCreate"},

		{"called often", "main 0>App" + calls(3500, 0, 60, "com.example.Json.next()V") + " 210000<App", "called-often 210 Json.next by App.onCreate"},
		{"called often, with less than twice the least time", "main 0>App" + calls(3000, 0, 60, "com.example.Json.next()V") + " 210000<App", ""},
		{"called often by a method that does more", "main 0>App 0>Theme" + calls(2500, 0, 80, "com.example.Json.next()V") + " 310000<Theme 320000<App", "costly-method 310 Theme.apply by App.onCreate, 200 in 2500 calls of Json.next"},
		{"called often by a method that also works itself", "main 0>App 0>Theme" + calls(2500, 0, 80, "com.example.Json.next()V") + " 330000<Theme 500000<App", "costly-method 330 Theme.apply by App.onCreate, 200 in 2500 calls of Json.next"},
		{"called often by two methods", "main 0>App 0>Theme" + calls(2500, 0, 60, "com.example.Json.next()V") + " 330000<Theme" + calls(1000, 330_000, 60, "com.example.Json.next()V") + " 500000<App", "costly-method 330 Theme.apply by App.onCreate, called-often 210 Json.next by Theme.apply in finding 1 mostly"},
		{"called often by a method that does little else", "main 0>App 0>Theme" + calls(3500, 0, 60, "com.example.Json.next()V") + " 220000<Theme 420000<App", "called-often 210 Json.next by Theme.apply"},
		{"a library where other findings explain the caller", "main 0>Theme 0>App 0>Load 300000<Load 300000>com.bumptech.glide.Glide.load()V 420000<com.bumptech.glide.Glide.load()V 430000<App 440000<Theme", "class-loading 300 ClassLoader.loadClass by App.onCreate, costly-method 120 Glide.load by App.onCreate"},
		{"called often, with much time each", "main 0>App" + calls(1100, 0, 120, "com.example.Json.next()V") + " 132000<App", "costly-method 132 Json.next by App.onCreate"},
		{"not called often", "main 0>App" + calls(900, 0, 115, "com.example.Json.next()V") + " 120000<App", "costly-method 103 Json.next by App.onCreate"},
		{"a platform method called often", "main 0>App" + calls(2000, 0, 60, "java.lang.String.charAt()C") + " 120000<App", ""},

		{"an outlier", "main 0>App" + calls(12, 0, 1000, "com.example.Cover.load()V") + " 12000>com.example.Cover.load()V 132000<com.example.Cover.load()V 132000<App",
			"outlier 120 Cover.load by App.onCreate"},
		{"an outlier that is off the CPU", "main 0/0>App" + calls(12, 0, 1000, "com.example.Cover.load()V") + " 12000/12000>com.example.Cover.load()V 132000/12000<com.example.Cover.load()V 132000/12000<App",
			"wait 120 Cover.load by App.onCreate"},
		{"long, but usually so", "main 0>App" + calls(12, 0, 20000, "com.example.Cover.load()V") + " 240000>com.example.Cover.load()V 360000<com.example.Cover.load()V 360000<App", "costly-method 360 Cover.load by App.onCreate"},
		{"a wrapper of different work", "main 0>App" + " 0>Theme 0>Own 1000<Own 1000<Theme 1000>Theme 1000>com.example.Json.next()V 2000<com.example.Json.next()V 2000<Theme" + calls(10, 2000, 1000, "Theme") +
			" 12000>Theme 12000>com.example.Cover.load()V 132000<com.example.Cover.load()V 132000<Theme 133000<App", "costly-method 120 Cover.load by Theme.apply"},
		{"an outlier that wraps one method", "main 0>App" + calls(10, 0, 1000, "Theme") + " 12000>Theme 12000>com.example.Cover.load()V 132000<com.example.Cover.load()V 132000<Theme 133000<App", "costly-method 120 Cover.load by Theme.apply"},
		{"an outlier among too few calls", "main 0>App" + calls(8, 0, 1000, "com.example.Cover.load()V") + " 12000>com.example.Cover.load()V 132000<com.example.Cover.load()V 132000<App", "costly-method 128 Cover.load by App.onCreate"},

		{"the same work twice", "main 0>App 0>com.example.Config.read()V 110000<com.example.Config.read()V 110000>Theme 110000>com.example.Config.read()V 220000<com.example.Config.read()V 220000<Theme 230000<App",
			"costly-method 220 Config.read, repeated 110 Config.read under App.onCreate and Theme.apply in finding 1"},
		{"the same work for two callers in turns", "main 0>App" + calls(3, 0, 50_000, "com.example.Config.read()V") + " 150000>Theme" + calls(3, 150_000, 50_000, "com.example.Config.read()V") + " 300000<Theme 310000<App",
			"costly-method 300 Config.read, repeated 150 Config.read under App.onCreate and Theme.apply in finding 1"},
		{"the inner loop of a costly method", "main 0>App 0>Theme" + calls(2500, 0, 80, "com.example.Spline.at()V") + " 800000<Theme 810000<App", "costly-method 800 Theme.apply by App.onCreate, 200 in 2500 calls of Spline.at"},
		{"a phase that loads a class", "main 0>Dispatch 0>Bind 1000>Install 1000>Provider 1000>com.example.Model.<clinit>()V 132000<com.example.Model.<clinit>()V 134000<Provider 134000<Install 135000>com.example.Other.<clinit>()V 143000<com.example.Other.<clinit>()V 143000<Bind 143000<Dispatch",
			"class-loading 139 Model.<clinit> by Model.<clinit>"},
		{"the same caller twice", "main 0>App" + calls(2, 0, 110000, "com.example.Config.read()V") + " 230000<App", "costly-method 220 Config.read by App.onCreate"},
		{"different work under one name", "main 0>App 0>com.example.Config.read()V 300000<com.example.Config.read()V 300000>Theme 300000>com.example.Config.read()V 410000<com.example.Config.read()V 410000<Theme 430000<App", "costly-method 410 Config.read"},

		{"a costly method", "main 0>App" + calls(12, 0, 10_000, "com.example.Cover.load()V") + " 140000<App", "costly-method 120 Cover.load by App.onCreate"},
		{"a method with less than 100 ms", "main 0>App" + calls(12, 0, 8000, "com.example.Cover.load()V") + " 140000<App", ""},
		{"a platform method with much time", "main 0>App" + calls(12, 0, 10_000, "android.graphics.Bitmap.copy()V") + " 121000<App", ""},
		{"a costly library without own code on the stack", "main 0>Traverse" + calls(12, 0, 10_000, "com.bumptech.glide.Glide.get()V") + " 130000<Traverse", "costly-method 120 Glide.get"},
		{"a library that spends the time of own code", "main 0>Traverse 0>com.bumptech.glide.Glide.get()V" + calls(12, 0, 10_000, "Own") + " 121000<com.bumptech.glide.Glide.get()V 130000<Traverse", "costly-method 120 Own.run"},
		{"a long wait of a method that mostly runs", "main 0/0>App 0/0>Query 0/0>Step 150000/0<Step 150000/0<Query 150000/0>Theme" + queries(100) + " 350000/200000<Theme 350000/200000<App",
			"costly-method 200 Theme.apply by App.onCreate, wait 150 SQLiteDatabase.query database by App.onCreate"},
		{"four slow phases", "main 0>Dispatch 0>Bind 0>Install 0>Provider 105000<Provider 110000<Install 110000>Create 110000>App 230000<App 232000<Create 233000<Bind 233000<Dispatch 233000>Dispatch 233000>Launch 233000>Activity 363000<Activity 365000<Launch " +
			"365000>android.app.ActivityThread.performResumeActivity()V 505000<android.app.ActivityThread.performResumeActivity()V 505000<Dispatch",
			"slow-phase 140 ActivityThread.performResumeActivity, slow-phase 132 ActivityThread.performLaunchActivity by MainActivity.onCreate, slow-phase 122 Instrumentation.callApplicationOnCreate by App.onCreate, slow-phase 110 ActivityThread.installContentProviders by Provider.onCreate"},
		{"short messages that are far apart", "main 0/0>Loop" + taps(40, 3000, 200_000) + " 8000000/120000<Loop", ""},
		{"short messages that are a part of the time", "main 0/0>Loop" + taps(40, 3000, 50_000) + " 2000000/120000<Loop", "costly-method 120 Own.run"},
		{"long messages that are far apart", "main 0/0>Loop" + taps(10, 17_000, 800_000) + " 8000000/170000<Loop", "costly-method 170 Own.run"},
		{"a caller of costly methods", "main 0>App 0>Theme" + calls(1, 0, 110_000, "com.example.Json.next()V") + calls(1, 110_000, 120_000, "com.example.Cover.load()V") + " 231000<Theme 232000<App",
			"costly-method 231 Theme.apply by App.onCreate, 120 in Cover.load and 110 in Json.next"},
		{"a callback that calls costly methods", "main 0>Own" + calls(1, 0, 60_000, "com.example.Json.next()V") + calls(1, 60_000, 65_000, "com.example.Cover.load()V") + " 126000<Own 200000>Own" + calls(1, 200_000, 60_000, "com.example.Json.next()V") + calls(1, 260_000, 65_000, "com.example.Cover.load()V") + " 326000<Own 400000>App 403000<App",
			"costly-method 130 Cover.load by Own.run, long-message 126 Own.run in other findings, costly-method 120 Json.next by Own.run"},
		{"a caller of many methods", "main 0>App 0>Theme" + calls(1, 0, 60_000, "com.example.Json.next()V") + calls(1, 60_000, 60_000, "com.example.Cover.load()V") + " 121000<Theme 140000<App",
			"costly-method 121 Theme.apply by App.onCreate"},
		{"a recursive method", "main 0>App 0>Theme 1000>Own 2000>Theme 120000<Theme 121000<Own 122000<Theme 140000<App", "costly-method 122 Theme.apply by App.onCreate"},
		{"a method that a sort calls", "main 0>App 0>Theme 0>java.util.Arrays.sort()V" + calls(40, 0, 3000, "com.example.Order.compare()I") + " 300000<java.util.Arrays.sort()V 300000<Theme 340000<App",
			"costly-method 300 Theme.apply by App.onCreate"},
		{"a helper of a method with another costly callee", "main 0>App 0>Theme 0>com.example.Cover.load()V 300000<com.example.Cover.load()V" + calls(40, 300_000, 3000, "com.example.Json.next()V") + " 420000<Theme 430000<App",
			"costly-method 300 Cover.load by Theme.apply, costly-method 120 Json.next by Theme.apply"},
		{"a costly method with several callees of Android", "main 0>App" + " 0>Theme 0>java.lang.Math.log()D 240000<java.lang.Math.log()D 240000>java.lang.Math.pow()D 360000<java.lang.Math.pow()D 420000<Theme 440000<App",
			"costly-method 420 Theme.apply by App.onCreate, 240 in Math.log and 120 in Math.pow"},
		{"a message that is an algorithm of a library", "main 0>Loop 0>Dispatch 0>Theme 0>androidx.recyclerview.widget.DiffUtil.calculateDiff(L)L" + calls(2000, 0, 60, "com.example.Diff.same()Z") + " 240000<androidx.recyclerview.widget.DiffUtil.calculateDiff(L)L 240000<Theme 240000<Dispatch 240000>Dispatch 250000<Dispatch 250000<Loop",
			"long-message 240 Theme.apply by Theme.apply"},
		{"a few classes that code of Android loads", "main 0>Dispatch 0>Launch 0>Activity 0>android.webkit.WebView.<init>()V 0>Load 110000<Load 350000<android.webkit.WebView.<init>()V 350000<Activity 350000<Launch 350000<Dispatch", "slow-phase 350 ActivityThread.performLaunchActivity by MainActivity.onCreate"},
		{"many classes that code of Android loads", "main 0>Dispatch 0>Launch 0>Activity 0>android.webkit.WebView.<init>()V 0>Load 210000<Load 350000<android.webkit.WebView.<init>()V 350000<Activity 350000<Launch 350000<Dispatch", "slow-phase 350 ActivityThread.performLaunchActivity by MainActivity.onCreate, class-loading 210 ClassLoader.loadClass by MainActivity.onCreate in finding 1"},
		{"a call that is long because it calls a costly method", "main 0>App" + calls(12, 0, 1000, "Theme") + " 12000>Theme 12000>Own 12000>com.example.Cover.load()V 132000<com.example.Cover.load()V 132000<Own 133000<Theme 134000>com.example.Cover.load()V 254000<com.example.Cover.load()V 255000<App",
			"costly-method 240 Cover.load, repeated 120 Cover.load under App.onCreate and Own.run in finding 1"},
		{"a message whose handler only calls an algorithm", "main 0>Loop 0>Dispatch 0>Own 0>com.example.Adapter.submit()V 0>com.bumptech.glide.Glide.diff()V" + calls(10, 0, 7000, "com.example.Diff.same()Z") + calls(10, 70_000, 6000, "com.example.Diff.equal()Z") +
			" 150000<com.bumptech.glide.Glide.diff()V 150000<com.example.Adapter.submit()V 150000<Own 150000<Dispatch 150000>Dispatch 160000<Dispatch 160000<Loop", "long-message 150 Own.run"},
		{"a method that takes most of a sort", "main 0>App 0>Theme 0>java.util.Arrays.sort()V" + calls(40, 0, 3000, "com.example.Order.compare()I") + " 130000<java.util.Arrays.sort()V 130000<Theme 150000<App",
			"costly-method 120 Order.compare by Theme.apply through Arrays.sort"},
		{"a layout that is nearly all one own view", "main 0>App 0>" + inflate + " 0>com.example.Badge.<init>()V 210000<com.example.Badge.<init>()V 250000<" + inflate + " 300000<App",
			"inflation 250 LayoutInflater.inflate by App.onCreate, 210 in Badge.<init>"},
		{"an own view in a layout", "main 0>App 0>" + inflate + " 0>com.example.Badge.<init>()V 110000<com.example.Badge.<init>()V 250000<" + inflate + " 300000<App",
			"inflation 250 LayoutInflater.inflate by App.onCreate, 110 in Badge.<init>"},
		{"a WebView in a layout", "main 0>App 0>" + inflate + " 0>android.webkit.WebView.<init>()V 0>android.webkit.WebViewFactory.getProvider()V 110000<android.webkit.WebViewFactory.getProvider()V 200000<android.webkit.WebView.<init>()V 250000<" + inflate + " 300000<App",
			"inflation 250 LayoutInflater.inflate by App.onCreate, 200 in WebView.<init>"},
		{"an own view with a costly callee", "main 0>App 0>" + inflate + " 0>com.example.Badge.<init>()V 0>java.lang.Math.log()D 100000<java.lang.Math.log()D 110000<com.example.Badge.<init>()V 250000<" + inflate + " 300000<App",
			"inflation 250 LayoutInflater.inflate by App.onCreate, 110 in Badge.<init>, costly-method 110 Badge.<init> by App.onCreate in finding 1"},
		{"work between waits", "main 0/0>App 0/0>Theme 0/0>Proxy 0/0>Transact 150000/0<Transact 150000/0<Proxy 270000/120000<Theme 320000/170000<App",
			"costly-method 270 Theme.apply by App.onCreate, wait 150 IActivityManager$Stub$Proxy.getRunningAppProcesses binder by Theme.apply in finding 1"},

		{"an expensive recording", "main 0>App" + calls(60_000, 0, 4, "java.lang.String.charAt()C") + " 240000<App", "tracer 240"},
		{"an expensive recording whose calls are mostly a loop that works", "main 0>App" + calls(30_000, 0, 12, "java.lang.StrictMath.sin(D)D") + calls(3_000, 360_000, 4, "java.lang.String.charAt()C") + " 372000>Theme 572000<Theme 572000<App", "costly-method 200 Theme.apply by App.onCreate"},
		{"an expensive recording, and no figure that needs the remark", "main 0>App" + calls(30_000, 0, 12, "java.lang.StrictMath.sin(D)D") + calls(3_000, 360_000, 4, "java.lang.String.charAt()C") + " 372000<App", ""},
		{"a message that does little else than wait", "main 0/0>Loop 0/0>Dispatch 0/0>Own 0/0>Theme 0/0>Sleep 200000/0<Sleep 200000/0<Theme 201000/1000<Own 201000/1000<Dispatch 300000/100000<Loop", "wait 200 Thread.sleep sleep by Theme.apply in all of a message of Own.run"},
		{"messages that do little else than wait", "main 0/0>Loop 0/0>Dispatch 0/0>Own 0/0>Theme 0/0>Sleep 200000/0<Sleep 200000/0<Theme 201000/1000<Own 201000/1000<Dispatch 201000/1000>Dispatch 201000/1000>Own 320000/120000<Own 320000/120000<Dispatch 400000/200000<Loop",
			"long-message 201 Own.run by Theme.apply, wait 200 Thread.sleep sleep by Theme.apply in finding 1"},
		{"a wait of Android that any code can have", "main 0/0>Loop 0/0>android.opengl.GLSurfaceView$GLThread.onWindowResize(II)V 0/0>java.lang.Object.wait()V 200000/0<java.lang.Object.wait()V 201000/1000<android.opengl.GLSurfaceView$GLThread.onWindowResize(II)V 201000/1000<Loop worker 0/0>com.example.Save.write()V 199000/199000>java.lang.Object.notifyAll()V 199010/199010<java.lang.Object.notifyAll()V 230000/230000<com.example.Save.write()V",
			"background 200 Object.wait condition by GLSurfaceView$GLThread.onWindowResize until worker: Save.write"},
		{"a wait of an executor's task for one thing", "main 0/0>Theme 0/0>java.util.concurrent.CountDownLatch.await()V 0/0>Park 200000/0<Park 200000/0<java.util.concurrent.CountDownLatch.await()V 201000/1000<Theme worker 0/0>com.example.Fetch.run()V 0/0>com.example.Save.write()V 190000/190000<com.example.Save.write()V 199000/199000>java.util.concurrent.CountDownLatch.countDown()V 199010/199010<java.util.concurrent.CountDownLatch.countDown()V 230000/230000<com.example.Fetch.run()V",
			"background 200 CountDownLatch.await latch by Theme.apply until worker: Save.write"},
		{"one call of another process, and negligible others", "main 0/0>App 0/0>Proxy 0/0>Transact 200000/0<Transact 200000/0<Proxy 200000/0>" + alarm + " 200000/0>Transact 202000/0<Transact 202000/0<" + alarm + " 202000/0<App",
			"wait 200 IActivityManager$Stub$Proxy.getRunningAppProcesses binder by App.onCreate"},
		{"a callee that waits, and its message", "main 0/0>Loop 0/0>Dispatch 0/0>Own 0/0>Theme 0/0>java.io.FileInputStream.read()I 0/0>Read 150000/0<Read 150000/0<java.io.FileInputStream.read()I 150000/0>com.example.Json.next()V 260000/110000<com.example.Json.next()V 261000/111000<Theme 261000/111000<Own 261000/111000<Dispatch 300000/150000<Loop",
			"long-message 261 Own.run, costly-method 110 Json.next by Theme.apply in finding 1"},
		{"a lazy value that another thread makes", "main 0/0>Theme 0/0>kotlin.SynchronizedLazyImpl.getValue()L 200000/1000<kotlin.SynchronizedLazyImpl.getValue()L 201000/2000<Theme worker 0/0>kotlin.SynchronizedLazyImpl.getValue()L 0/0>com.example.Save.write()V 199000/199000<com.example.Save.write()V 199900/199900<kotlin.SynchronizedLazyImpl.getValue()L",
			"wait 199 SynchronizedLazyImpl.getValue by Theme.apply until worker: Save.write"},
		{"a thread that waits for a connection that a third one uses", "main 0/0>Theme 0/0>java.util.concurrent.CountDownLatch.await()V 0/0>Park 200000/0<Park 200000/0<java.util.concurrent.CountDownLatch.await()V 201000/1000<Theme worker 0/0>com.example.Save.write()V 0/0>android.database.sqlite.SQLiteDatabase.query()L 0/0>android.database.sqlite.SQLiteConnectionPool.waitForConnection()V 0/0>Park 190000/1000<Park 190000/1000<android.database.sqlite.SQLiteConnectionPool.waitForConnection()V 192000/2000<android.database.sqlite.SQLiteDatabase.query()L 199000/3000>java.util.concurrent.CountDownLatch.countDown()V 199010/3010<java.util.concurrent.CountDownLatch.countDown()V 199900/3900<com.example.Save.write()V third 0/0>com.example.Flags.refresh()V 189500/189500>java.util.concurrent.locks.LockSupport.unpark()V 189510/189510<java.util.concurrent.locks.LockSupport.unpark()V 300000/300000<com.example.Flags.refresh()V",
			"background 200 CountDownLatch.await latch by Theme.apply until worker: Save.write waiting for database until third: Flags.refresh"},
		{"a thread that waits for a connection, and a third one that continues", "main 0/0>Theme 0/0>java.util.concurrent.CountDownLatch.await()V 0/0>Park 200000/0<Park 200000/0<java.util.concurrent.CountDownLatch.await()V 201000/1000<Theme worker 0/0>com.example.Save.write()V 0/0>android.database.sqlite.SQLiteDatabase.query()L 0/0>android.database.sqlite.SQLiteConnectionPool.waitForConnection()V 0/0>Park 190000/1000<Park 190000/1000<android.database.sqlite.SQLiteConnectionPool.waitForConnection()V 192000/2000<android.database.sqlite.SQLiteDatabase.query()L 199000/3000>java.util.concurrent.CountDownLatch.countDown()V 199010/3010<java.util.concurrent.CountDownLatch.countDown()V 199900/3900<com.example.Save.write()V third 0/0>com.example.Flags.refresh()V 300000/300000<com.example.Flags.refresh()V",
			"background 200 CountDownLatch.await latch by Theme.apply until worker: Save.write waiting for database"},
		{"a native library whose load waits and works", "main 0/0>Theme 0/0>java.lang.System.loadLibrary(L)V 130000/50000<java.lang.System.loadLibrary(L)V 131000/51000<Theme 300000/200000>App 301000/201000<App", "wait 130 System.loadLibrary native libraries by Theme.apply"},
		{"a wait that a library's inner method says", "main 0/0>Theme 0/0>com.bumptech.glide.Glide.get()L 0/0>com.bumptech.glide.load.Cache.open()V 0/0>com.bumptech.glide.internal.Files.lock()V 0/0>Sleep 200000/0<Sleep 200000/0<com.bumptech.glide.internal.Files.lock()V 200000/0<com.bumptech.glide.load.Cache.open()V 200000/0<com.bumptech.glide.Glide.get()L 201000/1000<Theme",
			"wait 200 Thread.sleep sleep by Theme.apply through Cache.open"},
		{"a future in samples whose task ends after it", sampled("main 0/0>Loop 0/0>Theme 0/0>java.util.concurrent.FutureTask.get()L 0/0>Park 200000/0<Park 200000/0<java.util.concurrent.FutureTask.get()L 201000/1000<Theme 201000/1000<Loop worker2 0/0>com.example.Save.write()V 0/0>P 0/0>Q 205000/205000<Q 205000/205000<P 205000/205000<com.example.Save.write()V"),
			"background 200 FutureTask.get future by Theme.apply until worker2: Save.write"},
		{"a WebView of a layout, and the provider of all", "main 0>Dispatch 0>Launch 0>Activity 0>" + inflate + " 0>android.webkit.WebView.<init>()V 0>android.webkit.WebViewFactory.getProvider()L 140000<android.webkit.WebViewFactory.getProvider()L 300000<android.webkit.WebView.<init>()V 301000<" + inflate + " 301000>com.example.Cover.load()V 600000<com.example.Cover.load()V 600000<Activity 600000<Launch 600000<Dispatch",
			"slow-phase 600 ActivityThread.performLaunchActivity by MainActivity.onCreate, costly-method 299 Cover.load by MainActivity.onCreate in finding 1"},
		{"an inflation that is mostly in the longest message", "main 0>Loop 0>Dispatch 0>Own 0>" + inflate + " 100000<" + inflate + " 200000<Own 200000<Dispatch 300000>Dispatch 300000>Own 300000>" + inflate + " 315000<" + inflate + " 315000<Own 315000<Dispatch 400000<Loop", "long-message 200 Own.run by Own.run, inflation 115 LayoutInflater.inflate by Own.run in finding 1 mostly"},
		{"a costly method of a message that only calls the method that it overrides", "main 0>Loop 0>Dispatch 0>Own 0>com.example.Row.apply()V 0>com.bumptech.glide.Row.apply()V 0>com.bumptech.glide.Load.run()V 0>Theme 70000<Theme 70000>com.example.Json.next()V 150000<com.example.Json.next()V 150000<com.bumptech.glide.Load.run()V 150000>Text 200000<Text 200000<com.bumptech.glide.Row.apply()V 200000<com.example.Row.apply()V 200000<Own 200000<Dispatch 300000<Loop", "long-message 200 Own.run, 50 TextView.setText"},
		{"a wait that is nearly all of a phase", "main 0/0>Dispatch 0/0>Launch 0/0>Activity 0/0>Theme 0/0>Sleep 200000/0<Sleep 201000/1000<Theme 202000/2000<Activity 203000/3000<Launch 203000/3000<Dispatch", "wait 200 Thread.sleep sleep by Theme.apply in all of activity create"},
		{"a wait that is a part of a phase", "main 0/0>Dispatch 0/0>Launch 0/0>Activity 0/0>Theme 0/0>Sleep 200000/0<Sleep 230000/30000<Theme 230000/30000<Activity 230000/30000<Launch 230000/30000<Dispatch", "slow-phase 230 ActivityThread.performLaunchActivity by Theme.apply, wait 200 Thread.sleep sleep by Theme.apply in finding 1"},
		{"a first frame among many that are slow", "main 0>Launch 100000<Launch 100000>android.app.ActivityThread.performResumeActivity()V 102000<android.app.ActivityThread.performResumeActivity()V 102000>Loop" + frameCallsFrom(110_000, 10, 120_000, "Own") + " 1320000<Loop", "slow-frames 1200 Own.run, costly-method 1190 Own.run in finding 1, slow-phase 100 ActivityThread.performLaunchActivity"},
		{"a frame, and several that samples merge", sampled("main 0>Loop 0>Frame 0>Sync 80000<Sync 100000>Sync 180000<Sync 200000>Sync 300000<Sync 300000<Frame 500000>Frame 500000>Own 630000<Own 630000<Frame 700000>Theme 900000<Theme 900000<Loop"), "costly-method 200 Theme.apply, long-message 130 Own.run by Own.run apart"},
		{"an outlier that is the longest message", "main 0>Loop" + messagesOf(12, 2000) + " 24000>Dispatch 24000>Own 174000<Own 174000<Dispatch 200000<Loop", "long-message 150 Own.run by Own.run"},
		{"a future of a library", "main 0/0>Theme 0/0>com.bumptech.glide.request.SafeFuture.get()L 0/0>Park 200000/0<Park 200000/0<com.bumptech.glide.request.SafeFuture.get()L 201000/1000<Theme worker 0/0>androidx.camera.core.CameraX.init()V" + asks(4, 48_000) + " 199000/3000<androidx.camera.core.CameraX.init()V",
			"background 200 SafeFuture.get future by Theme.apply until worker: CameraX.init waiting for binder"},
		{"a thread that waits for a connection, and is woken", "main 0/0>Theme 0/0>java.util.concurrent.CountDownLatch.await()V 0/0>Park 200000/0<Park 200000/0<java.util.concurrent.CountDownLatch.await()V 201000/1000<Theme worker 0/0>com.example.Save.write()V 0/0>android.database.sqlite.SQLiteDatabase.query()L 0/0>Park 190000/1000<Park 190000/1000<android.database.sqlite.SQLiteDatabase.query()L 199000/3000<com.example.Save.write()V",
			"background 200 CountDownLatch.await latch by Theme.apply until worker: Save.write waiting for database"},
		{"an expensive recording comes last", "main 0>App" + calls(60_000, 0, 4, "java.lang.String.charAt()C") + " 240000>Theme 380000<Theme 380000<App", "costly-method 140 Theme.apply by App.onCreate, tracer 240"},
		{"a callback that fills its phase", "main 0>Dispatch 0>Launch 0>Activity" + calls(2, 0, 60_000, "com.example.Cover.load()V") + " 150000<Activity 150000<Launch 150000<Dispatch",
			"slow-phase 150 ActivityThread.performLaunchActivity by MainActivity.onCreate, costly-method 120 Cover.load by MainActivity.onCreate in finding 1"},
		{"calls that the longest message lists", "main 0>Loop 0>Dispatch 0>Own" + calls(2000, 0, 60, "com.example.Json.next()V") + calls(1, 120_000, 110_000, "com.example.Cover.load()V") + " 231000<Own 231000<Dispatch 231000>Dispatch 241000<Dispatch 250000<Loop",
			"long-message 231 Own.run, costly-method 110 Cover.load by Own.run in finding 1"},
		{"work that ends with a wait to be notified", waited("java.lang.Object.wait()V") + " worker 0/0>com.example.Flags.refresh()V 202000/190000<com.example.Flags.refresh()V 212500/190000>Next 400000/190000<Next", "background 200 Object.wait condition by Theme.apply until worker: Flags.refresh"},
		{"work before a hang", "main 0/0>Loop 0/0>Dispatch 0/0>Theme 150000/150000<Theme 150000/150000<Dispatch 150000/150000>Dispatch 151000/151000<Dispatch 151000/151000>Dispatch 151000/151000>App 152000/152000>Get 153000/152000>Park worker 0/0>Next 9000000/0<Next",
			"wait 8847 FutureTask.get future by App.onCreate, costly-method 150 Theme.apply"},
		{"a message that is one wait of several", "main 0/0>Loop 0/0>Dispatch 0/0>App 0/0>Theme 500000/1000<Theme 500000/1000<App 500000/1000<Dispatch 500000/1000>Dispatch 500000/1000>Activity 500000/1000>Theme 650000/2000<Theme 650000/2000<Activity 650000/2000<Dispatch 660000/2000<Loop",
			"wait 648 Theme.apply by App.onCreate"},
		{"a message whose own method has own callees", "main 0>Loop 0>Dispatch 0>App 0>Theme 0>org.json.JSONObject.<init>()V 130000<org.json.JSONObject.<init>()V 130000>Own 210000<Own 210000<Theme 211000<App 211000<Dispatch 211000>Dispatch 221000<Dispatch 230000<Loop", "long-message 211 App.onCreate"},
		{"a phase with a callee of Android besides", "main 0>Dispatch 0>Launch 0>Activity 0>Theme 200000<Theme 200000>android.webkit.WebView.<init>()V 350000<android.webkit.WebView.<init>()V 350000<Activity 350000<Launch 350000<Dispatch", "slow-phase 350 ActivityThread.performLaunchActivity by Theme.apply, 150 WebView.<init>"},
		{"a phase with another own callee that a finding names", "main 0>Dispatch 0>Launch 0>Activity 0>Theme 200000<Theme 200000>com.example.Cover.load()V" + calls(2, 200_000, 70_000, "com.example.Json.next()V") + " 345000<com.example.Cover.load()V 345000<Activity 345000<Launch 345000<Dispatch",
			"slow-phase 345 ActivityThread.performLaunchActivity by Theme.apply, costly-method 140 Json.next by Cover.load in finding 1"},
		{"a phase with another own callee that no finding names", "main 0>Dispatch 0>Launch 0>Activity 0>Theme 300000<Theme 300000>com.example.Cover.load()V 300000>Own" + calls(2100, 300_000, 100, "com.example.Json.next()V") + " 515000<Own 515000<com.example.Cover.load()V 515000<Activity 515000<Launch 515000<Dispatch",
			"slow-phase 515 ActivityThread.performLaunchActivity by Theme.apply, 215 Cover.load, called-often 210 Json.next by Own.run in finding 1"},
		{"a recording that costs a fifth", "main 0>App" + calls(60_000, 0, 2, "java.lang.String.charAt()C") + " 120000>Theme 620000<Theme 620000<App", "costly-method 500 Theme.apply by App.onCreate"},
		{"a longest frame like the others", "main 0>Loop" + frameCalls(10, 120_000, "Own") + " 1200000<Loop", "slow-frames 1200 Own.run, costly-method 1190 Own.run in finding 1"},
		{"a longest frame with a costly method, one of several frames", "main 0>Loop" + frameCalls(10, 15_000, "App") + frameCallsFrom(150_000, 6, 100_000, "Own") + frameCallsFrom(750_000, 1, 150_000, "Own") + " 900000<Loop", "slow-frames 750 Own.run, costly-method 743 Own.run in finding 1, costly-method 140 App.onCreate"},
		{"a longest frame unlike the others", "main 0>Loop" + frameCalls(10, 20_000, "Own") + frameCallsFrom(200_000, 1, 150_000, "Own") + " 350000<Loop", "slow-frames 350 Own.run, costly-method 339 Own.run in finding 1, long-message 150 Own.run by Own.run in finding 1"},
		{"many frames that come late", "main 0>Loop" + frameCalls(10, 20_000, "Own") + " 200000<Loop", "slow-frames 200 Own.run, costly-method 190 Own.run in finding 1"},
		{"frames in samples that can be in time", sampled("main 0>Loop" + seenFrames(10, 20_000) + " 200000<Loop"), "costly-method 200 Own.run"},
		{"frames in samples that come late", sampled("main 0>Loop" + seenFrames(10, 40_000) + " 400000<Loop"), "costly-method 400 Own.run, slow-frames 400 Own.run in finding 1"},
		{"few frames that come late", "main 0>Loop" + frameCalls(4, 40_000, "Own") + " 160000<Loop", "costly-method 156 Own.run"},
		{"frames that are hardly late", "main 0>Loop" + frameCalls(10, 17_000, "Own") + " 170000<Loop", "costly-method 160 Own.run"},
		{"a costly method that waits for two causes", "main 0/0>App 0/0>Theme 0/0>java.lang.UNIXProcess.forkAndExec()I 80000/5000<java.lang.UNIXProcess.forkAndExec()I 80000/5000>Read 150000/5000<Read 200000/55000<Theme 210000/65000<App", "costly-method 200 Theme.apply child process by App.onCreate and file"},
		{"a wait that is the fourth part of a message", "main 0/0>Loop 0/0>Dispatch 0/0>Own 0/0>com.example.A.run()V 250000/250000<com.example.A.run()V 250000/250000>com.example.B.run()V 480000/480000<com.example.B.run()V 480000/480000>com.example.C.run()V 700000/700000<com.example.C.run()V 700000/700000>Theme 700000/700000>Transact 850000/700000<Transact 850000/700000<Theme 1000000/850000<Own 1000000/850000<Dispatch 1100000/950000<Loop", "long-message 1000 Own.run, costly-method 250 A.run by Own.run in finding 1, costly-method 230 B.run by Own.run in finding 1, costly-method 220 C.run by Own.run in finding 1, wait 150 BinderProxy.transact binder by Theme.apply in finding 1"},
		{"a drawable of a library, and what it mostly does", "main 0>Traverse 0>com.bumptech.glide.Sticker.draw(L)V 0>com.bumptech.glide.Layer.paint()V 120000<com.bumptech.glide.Layer.paint()V 180000<com.bumptech.glide.Sticker.draw(L)V 181000<Traverse", "costly-method 180 Sticker.draw"},
		{"a drawable of a library that does much else", "main 0>Traverse 0>com.bumptech.glide.Sticker.draw(L)V 0>com.bumptech.glide.Layer.paint()V 120000<com.bumptech.glide.Layer.paint()V 300000<com.bumptech.glide.Sticker.draw(L)V 301000<Traverse", "costly-method 300 Sticker.draw, costly-method 120 Layer.paint by Sticker.draw in finding 1"},
		{"a library that own code calls, too", "main 0>Loop" + passed(4, 50_000, "com.bumptech.glide.Glide.load()V") + " 200000>Theme 200000>com.bumptech.glide.Glide.load()V 270000<com.bumptech.glide.Glide.load()V 400000<Theme 400000<Loop", "costly-method 200 Glide.load, costly-method 200 Theme.apply"},
		{"a library that many methods call", "main 0>Loop" + calledBy(40, 10_000, "com.bumptech.glide.Glide.load()V") + " 400000>Theme 400000>com.bumptech.glide.Glide.load()V 470000<com.bumptech.glide.Glide.load()V 600000<Theme 600000<Loop", "costly-method 400 Glide.load, costly-method 200 Theme.apply"},
		{"a costly method below another one", "main 0>App 0>Theme 0>kotlinx.serialization.json.Json.decodeFromString(L)L" + calls(100, 0, 2000, "com.example.Key.read()V") + " 200500<kotlinx.serialization.json.Json.decodeFromString(L)L 205000<Theme 262000<App", "costly-method 200 Json.decodeFromString by Theme.apply"},
		{"a message of a costly method", "main 0>Loop" + messagesOf(1, 1000) + " 2000>Dispatch 2000>Own 2000>com.bumptech.glide.Glide.load()V 152000<com.bumptech.glide.Glide.load()V 152000<Own 152000<Dispatch 200000>Dispatch 200000>Own 200000>com.bumptech.glide.Glide.load()V 300000<com.bumptech.glide.Glide.load()V 300000<Own 300000<Dispatch 400000<Loop", "costly-method 251 Own.run"},
		{"a library that passes messages on", "main 0>Loop" + passed(120, 1500, "io.flutter.plugin.common.MethodChannel$IncomingMethodCallHandler.onMessage()V") + " 200000<Loop", ""},
		{"a library that handles messages", "main 0>Loop" + passed(120, 1500, "com.bumptech.glide.Glide.load()V") + " 200000<Loop", "costly-method 180 Glide.load"},
		{"a thread that writes preferences", "main 0/0>Loop 0/0>Dispatch 0/0>android.app.ActivityThread.handleServiceArgs()V 0/0>android.app.QueuedWork.waitToFinish()V 200000/0<android.app.QueuedWork.waitToFinish()V 250000/50000<android.app.ActivityThread.handleServiceArgs()V 250000/50000<Dispatch 300000/100000<Loop worker 0/0>android.app.SharedPreferencesImpl.writeToFile()V 0/0>Read 199000/1000<Read 199900/1900<android.app.SharedPreferencesImpl.writeToFile()V", "long-message 250 ActivityThread.handleServiceArgs, wait 200 QueuedWork.waitToFinish preferences by ActivityThread.handleServiceArgs through QueuedWork.waitToFinish until worker: SharedPreferencesImpl.writeToFile waiting for file in finding 1"},
		{"a method that only inflates in a phase", "main 0>Dispatch 0>Launch 0>Activity 0>Theme 0>" + inflate + " 200000<" + inflate + " 201000<Theme 202000<Activity 203000<Launch 203000<Dispatch", "slow-phase 203 ActivityThread.performLaunchActivity by Theme.apply"},
		{"an inflation that is only mostly in a message that names it", "main 0>Loop 0>Dispatch 0>Own 0>" + inflate + " 100000<" + inflate + " 120000<Own 120000<Dispatch 200000>Dispatch 200000>Own 200000>" + inflate + " 219000<" + inflate + " 219000<Own 219000<Dispatch 300000<Loop", "long-message 120 Own.run by Own.run, inflation 119 LayoutInflater.inflate by Own.run in finding 1 mostly"},
		{"waits that are only mostly in a message that names them", "main 0/0>Loop 0/0>Dispatch 0/0>Own 0/0>Transact 82000/0<Transact 120000/38000<Own 120000/38000<Dispatch 200000/118000>Dispatch 200000/118000>Own 200000/118000>Transact 237000/118000<Transact 240000/121000<Own 240000/121000<Dispatch 300000/181000<Loop", "long-message 120 Own.run by Own.run, wait 119 BinderProxy.transact binder by Own.run in finding 1 mostly"},
		{"a service that waits for preferences", "main 0/0>Loop 0/0>Dispatch 0/0>android.app.ActivityThread.handleServiceArgs()V 0/0>android.app.QueuedWork.waitToFinish()V 200000/0<android.app.QueuedWork.waitToFinish()V 250000/50000<android.app.ActivityThread.handleServiceArgs()V 250000/50000<Dispatch 300000/100000<Loop", "long-message 250 ActivityThread.handleServiceArgs, wait 200 QueuedWork.waitToFinish preferences by ActivityThread.handleServiceArgs through QueuedWork.waitToFinish in finding 1"},
		{"a view of a library that loads its native code", "main 0/0>App 0/0>" + inflate + " 0/0>com.bumptech.glide.Loader.load()V 0/0>java.lang.System.loadLibrary()V 200000/0<java.lang.System.loadLibrary()V 200000/0<com.bumptech.glide.Loader.load()V 200000/0<" + inflate + " 250000/50000<App", "wait 200 System.loadLibrary native libraries by App.onCreate through Loader.load, inflation 200 LayoutInflater.inflate by App.onCreate in finding 1"},
		{"late frames among many others", "main 0>Loop" + frameCalls(6, 20_000, "Own") + frameCallsFrom(120_000, 60, 10_000, "Theme") + " 720000<Loop", "costly-method 540 Theme.apply, costly-method 114 Own.run"},
		{"one frame with most of the time of all late ones", "main 0>Loop" + frameCalls(6, 20_000, "Own") + frameCallsFrom(120_000, 1, 300_000, "Theme") + " 420000<Loop", "long-message 300 Theme.apply by Theme.apply, costly-method 114 Own.run"},
		{"late frames of a start that takes longer", "main 0>Launch 300000<Launch 300000>Loop" + frameCallsFrom(300_000, 10, 20_000, "Own") + " 500000<Loop", "slow-phase 300 ActivityThread.performLaunchActivity, slow-frames 200 Own.run, costly-method 190 Own.run in finding 2"},
		{"few late frames beside the phases of a start", "main 0>Launch 300000<Launch 300000>Loop" + frameCallsFrom(300_000, 4, 50_000, "Own") + " 500000<Loop", "slow-phase 300 ActivityThread.performLaunchActivity, costly-method 196 Own.run"},
		{"a view that measures itself without own code", "main 0>Traverse" + calls(12, 0, 20_000, "android.widget.TextView.onMeasure(II)V") + " 241000<Traverse", "costly-method 240 TextView.onMeasure"},
		{"a view that measures itself in a usual time", "main 0>Traverse" + calls(12, 0, 10_000, "android.widget.TextView.onMeasure(II)V") + " 121000<Traverse", ""},
		{"a view without a class of its own", "main 0>Traverse" + calls(12, 0, 10_000, "android.view.ViewGroup.draw(L)V") + " 121000<Traverse", ""},
		{"the content of a window", "main 0>Traverse" + calls(12, 0, 10_000, "android.widget.FrameLayout.onMeasure(II)V") + " 121000<Traverse", ""},
		{"a view that own code measures", "main 0>Theme" + calls(12, 0, 10_000, "android.widget.TextView.onMeasure(II)V") + " 121000<Theme 200000>Theme 201000<Theme", "long-message 121 Theme.apply"},
		{"a layout that a library inflates through AndroidX", "main 0>Traverse 0>com.bumptech.glide.Glide.get()V 0>androidx.recyclerview.widget.RecyclerView.onLayout()V 0>" + inflate + " 150000<" + inflate + " 151000<androidx.recyclerview.widget.RecyclerView.onLayout()V 152000<com.bumptech.glide.Glide.get()V 153000<Traverse",
			"inflation 150 LayoutInflater.inflate by Glide.get"},
		{"an own view whose method only inflates its layout", "main 0>App 0>" + inflate + " 0>com.example.Badge.<init>()V 0>Theme 0>" + inflate + " 200000<" + inflate + " 201000<Theme 210000<com.example.Badge.<init>()V 220000<" + inflate + " 230000<App",
			"inflation 220 LayoutInflater.inflate by App.onCreate, 210 in Badge.<init>"},
		{"runBlocking in another class of Kotlin", "main 0/0>Theme 1000/1000>kotlin.jvm.internal.Intrinsics.runBlocking()V 2000/2000>java.util.concurrent.locks.LockSupport.parkNanos()V 2000/2000>java.lang.Thread.parkFor$()V 2000/2000>java.lang.Object.wait()V 203000/2001<java.lang.Object.wait()V" +
			" 203000/2001<java.lang.Thread.parkFor$()V 203000/2001<java.util.concurrent.locks.LockSupport.parkNanos()V 204000/3001<kotlin.jvm.internal.Intrinsics.runBlocking()V 205000/4001<Theme", "wait 200 Intrinsics.runBlocking coroutine by Theme.apply"},
		{"a class of several lambdas", "main 0>Theme 0>com.example.-$$LambdaGroup$ks$a1.invoke()V 150000<com.example.-$$LambdaGroup$ks$a1.invoke()V 155000<Theme 160000>App 260000<App", "long-message 155 Theme.apply, long-message 100 App.onCreate"},
		{"a wait behind a class of several lambdas", "main 0/0>Theme 0/0>com.example.-$$LambdaGroup$ks$a1.invoke()V 0/0>Sleep 203000/0<Sleep 203000/0<com.example.-$$LambdaGroup$ks$a1.invoke()V 205000/2000<Theme", "wait 203 Thread.sleep sleep by Theme.apply"},
		{"waits that only together are most of a late frame", "main 0/0>Loop 0/0>Frame" + rendered(0) + rendered(62_000) + " 124000/4000>Own 350000/230000<Own 350000/230000<Frame 360000/240000<Loop", "long-message 350 Own.run by Own.run, wait 120 ThreadedRenderer.nSyncAndDrawFrame rendering in finding 1"},
		{"a layout of a library that contains others", "main 0>Traverse 0>androidx.constraintlayout.widget.ConstraintLayout.onMeasure(II)V" + calls(12, 0, 20_000, "com.bumptech.glide.Glide.onMeasure(II)V 0>android.view.View.measure(II)V") + " 240000<androidx.constraintlayout.widget.ConstraintLayout.onMeasure(II)V 241000<Traverse", "costly-method 240 Glide.onMeasure by ConstraintLayout.onMeasure"},
		{"a long frame that only its stages explain", "main 0>Loop" + frameCalls(10, 20_000, "android.view.ViewRootImpl.performTraversals()V") + frameCallsFrom(200_000, 1, 150_000, "android.view.ViewRootImpl.performTraversals()V") + " 350000<Loop", "slow-frames 350"},
		{"the first WebView", "main 0>App 0>Theme 0>android.webkit.WebView.<init>(L)V 0>android.webkit.WebViewFactory.getProvider()L 0>Text 150000<Text 160000<android.webkit.WebViewFactory.getProvider()L 180000<android.webkit.WebView.<init>(L)V 300000<Theme 310000<App",
			"costly-method 300 Theme.apply by App.onCreate"},
		{"the provider of the first WebView elsewhere", "main 0>App 0>Theme 0>android.webkit.CookieManager.getInstance()L 0>android.webkit.WebViewFactory.getProvider()L 0>Text 150000<Text 160000<android.webkit.WebViewFactory.getProvider()L 180000<android.webkit.CookieManager.getInstance()L 300000<Theme 310000<App",
			"costly-method 300 Theme.apply by App.onCreate, costly-method 160 WebViewFactory.getProvider by Theme.apply in finding 1"},
		{"a file that main reads on the CPU", "main 0/0>App 0/0>Theme 0/0>java.io.FileInputStream.read()I 200000/190000<java.io.FileInputStream.read()I 201000/191000<Theme 210000/200000<App", "costly-method 201 Theme.apply by App.onCreate"},
		{"a recorder that stops the thread", "main 0/0>App 0/0>com.example.Model.<clinit>()V 250000/150000<com.example.Model.<clinit>()V 260000/160000<App worker 20000/0>Tracing 120000/1000<Tracing", "class-loading 150 Model.<clinit> by Model.<clinit>"},
		{"a native library that a class loads", "main 0>App 0>com.example.Model.<clinit>()V 0>java.lang.System.loadLibrary(L)V 120000<java.lang.System.loadLibrary(L)V 130000<com.example.Model.<clinit>()V 140000<App", "class-loading 130 Model.<clinit> by Model.<clinit>, 120 in System.loadLibrary"},
		{"a WebView whose provider has the smaller part of it", "main 0>App 0>Theme 0>android.webkit.WebView.<init>(L)V 0>android.webkit.WebViewFactory.getProvider()L 0>Text 110000<Text 120000<android.webkit.WebViewFactory.getProvider()L 290000<android.webkit.WebView.<init>(L)V 300000<Theme 310000<App",
			"costly-method 300 Theme.apply by App.onCreate"},
		{"a phase that makes a WebView", "main 0>Dispatch 0>Launch 0>Activity 0>android.webkit.WebView.<init>(L)V 0>android.webkit.WebViewFactory.getProvider()L 0>Text 110000<Text 120000<android.webkit.WebViewFactory.getProvider()L 290000<android.webkit.WebView.<init>(L)V 300000<Activity 300000<Launch 300000<Dispatch",
			"slow-phase 300 ActivityThread.performLaunchActivity by MainActivity.onCreate"},
		{"short helpers in samples", sampled("main 0>App" + projected(60) + " 900000<App"), "costly-method 720 Theme.apply by App.onCreate, 180 in Map.x and 180 in Map.y"},
		{"a comparator that a sort calls often", "main 0>App 0>java.util.Collections.sort(L)V" + calls(3500, 0, 60, "com.example.Order.compare()I") + " 210000<java.util.Collections.sort(L)V 210000<App",
			"called-often 210 Order.compare by App.onCreate through Collections.sort"},
		{"a callback that a library's algorithm calls", "main 0>App 0>androidx.recyclerview.widget.DiffUtil.calculateDiff(L)L" + calls(12, 0, 10_000, "com.example.Diff.same()Z") + " 120000<androidx.recyclerview.widget.DiffUtil.calculateDiff(L)L 140000<App",
			"costly-method 120 Diff.same by App.onCreate through DiffUtil.calculateDiff"},
		{"a callback that other code calls", "main 0>App 0>android.view.View.post(L)Z" + calls(12, 0, 10_000, "com.example.Diff.same()Z") + " 120000<android.view.View.post(L)Z 140000<App", "costly-method 120 Diff.same by App.onCreate"},
		{"a long wait whose work ends some time before it", "main 0/0>Theme 0/0>java.util.concurrent.CountDownLatch.await()V 0/0>Park 1000000/1000<Park 1000000/1000<java.util.concurrent.CountDownLatch.await()V 1001000/2000<Theme worker 0/0>com.example.Save.write()V 985000/900000<com.example.Save.write()V 1000000/901000>Text 1000000/901000<Text",
			"background 999 CountDownLatch.await latch by Theme.apply until worker: Save.write"},
		{"a long wait whose work ends long before it", "main 0/0>Theme 0/0>java.util.concurrent.CountDownLatch.await()V 0/0>Park 1000000/1000<Park 1000000/1000<java.util.concurrent.CountDownLatch.await()V 1001000/2000<Theme worker 0/0>com.example.Save.write()V 970000/900000<com.example.Save.write()V 1000000/901000>Text 1000000/901000<Text",
			"wait 999 CountDownLatch.await latch by Theme.apply"},
		{"a long wait for code of a library", "main 0/0>Theme 0/0>java.util.concurrent.CountDownLatch.await()V 0/0>Park 1000000/1000<Park 1000000/1000<java.util.concurrent.CountDownLatch.await()V 1001000/2000<Theme worker 0/0>com.bumptech.glide.Glide.load()V 999000/900000<com.bumptech.glide.Glide.load()V",
			"background 999 CountDownLatch.await latch by Theme.apply until worker: Glide.load"},
		{"a keyboard that asks the edited app", waited("android.inputmethodservice.RemoteInputConnection.getTextBeforeCursor(I)L"), "wait 200 RemoteInputConnection.getTextBeforeCursor binder by Theme.apply"},
		{"events of a sensor", "main 0>Loop 0>Next" + sensed(60, 4000) + " 240000<Next 240000<Loop", "costly-method 240 Steps.onSensorChanged"},
		{"a first frame that waits for the renderer", "main 0/0>Loop 0/0>Dispatch 0/0>Launch 0/0>Activity 20000/20000<Activity 20000/20000<Launch 20000/20000<Dispatch 30000/30000>Dispatch 30000/30000>Frame 30000/30000>Traverse 30000/30000>" + stop + " 230000/30000<" + stop + " 280000/80000<Traverse 280000/80000<Frame 280000/80000<Dispatch 300000/80000<Loop", "slow-phase 250 Choreographer.doFrame rendering"},
		{"the output of a child process", "main 0/0>App" + forks(2, 30_000) + output(60_000, "") + " 200000/10000<App", "wait 190 Linux.readBytes child process by Theme.apply, 60 UNIXProcess.forkAndExec"},
		{"the output of a child process, and files of another method", "main 0/0>App" + forks(2, 30_000) + output(60_000, "") + " 190000/0>Own 190000/0>Read 310000/0<Read 310000/0<Own 320000/10000<App", "wait 250 Linux.readBytes file by Theme.apply, 120 Linux.readBytes by Own.run"},
		{"a file that a method with a child process opens", "main 0/0>App" + forks(2, 30_000) + output(60_000, " 60000/0>libcore.io.Linux.open()L 60000/0<libcore.io.Linux.open()L") + " 200000/10000<App", "wait 130 Linux.readBytes file by Theme.apply"},
		{"a wait that its whole names", "main 0/0>Dispatch 0/0>Launch 0/0>Activity" + forks(12, 16_000) + " 200000/8000<Activity 200000/8000<Launch 200000/8000<Dispatch", "slow-phase 200 ActivityThread.performLaunchActivity by Theme.apply"},
		{"messages that a costly method fills", "main 0>Loop" + handled(5, 213_000, 212_000, "com.example.Slides.load()V") + " 1065000<Loop", "costly-method 1060 Slides.load by Own.run"},
		{"an own method that a handler names", "main 0>Loop" + handled(10, 30_000, 20_000, "com.example.Icons.<init>()V") + " 300000<Loop", "costly-method 300 Own.run by Icons.<init>"},
		{"a wait for a task of another thread's handler", waited("android.os.Handler.runWithScissors(L)Z"), "wait 200 Handler.runWithScissors future by Theme.apply"},
		{"a task that looks up a name", waited("Get") + " worker 0/0>com.example.Flags.refresh()V 1000/1000>libcore.io.Linux.android_getaddrinfo(L)L 202000/1000<libcore.io.Linux.android_getaddrinfo(L)L 202500/1100<com.example.Flags.refresh()V", "background 200 FutureTask.get future by Theme.apply until worker: Flags.refresh waiting for network"},
		{"a cheap recording", "main 0>App" + calls(6_000, 0, 40, "java.lang.String.charAt()C") + " 240000<App", ""},
	} {
		x := index(t, record(tt.records))
		v := story.Of(x, whole(x))
		checkSums(t, x, v)
		checkFindings(t, x, v)
		if got := findingsText(x, v); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// checkFindings holds for every overview.
func checkFindings(t *testing.T, x *profile.Index, v *story.Overview) {
	t.Helper()
	wholes := 0
	for i := range v.Findings {
		if v.Findings[i].PartOf == 0 {
			wholes++
		}
	}
	if wholes > 5 || len(v.Findings) > wholes+5 || v.Covered < 0 || v.Covered > v.Busy() {
		t.Errorf("%d findings cover %d of %d ns", len(v.Findings), v.Covered, v.To-v.From)
	}
	if len(v.Findings) == 0 && v.Covered != 0 {
		t.Errorf("no finding covers %d ns", v.Covered)
	}
	seen := map[story.Rule]bool{}
	for _, r := range append(v.Silent, v.Unfit...) {
		if seen[r] {
			t.Errorf("rule %s is listed twice", r)
		}
		seen[r] = true
	}
	least := max(story.DefaultThresholds.Time, int64(story.DefaultThresholds.Share*float64(v.Busy())))
	for _, of := range []*story.Series{&v.Messages, &v.Frames} {
		if len(of.Slowest) > 0 && of.Slowest[0].Times[profile.Usual(x)] >= least && seen[story.LongMessage] {
			t.Errorf("no long message, but one of %d ns", of.Slowest[0].Times[profile.Usual(x)])
		}
	}
	most, top := int64(0), int64(math.MaxInt64)
	keys := map[string]bool{}
	for i := range v.Findings {
		f := &v.Findings[i]
		key := f.Key(x.Info)
		if f.Rule == story.Costly { // two classes can have one name
			key = fmt.Sprint(key, f.Methods[0])
		}
		if keys[key] {
			t.Errorf("two findings are %q", key)
		}
		keys[key] = true
		busy := v.Busy()
		if f.Rule != story.TracerCost {
			most += f.Time + f.OtherPhases
		}
		if f.PartOf == 0 && f.Rule != story.TracerCost && f.Rule != story.SlowFrames && v.Covered < min(f.Time, busy) {
			t.Errorf("findings cover %d ns, less than the %d of %s", v.Covered, f.Time, f.Rule)
		}
		if f.Time > busy || f.CPU > f.Time || math.Abs(f.Share-float64(f.Time+f.OtherPhases)/float64(busy)) > 1e-9 {
			t.Errorf("finding %s has %d ns, %d of them on the CPU, share %f, of %d busy ns", f.Rule, f.Time, f.CPU, f.Share, busy)
		}
		switch last := i == len(v.Findings)-1; {
		case f.Rule == story.TracerCost && !last:
			t.Errorf("finding %d, the cost of the recording, is not the last of %d", i, len(v.Findings))
		case f.Rule == story.TracerCost:
		case f.PartOf == 0 && f.Time+f.OtherPhases > top:
			t.Errorf("finding %d has more time than one before it", i)
		case f.PartOf > 0 && (f.PartOf > i || v.Findings[f.PartOf-1].PartOf != 0 || f.Time > v.Findings[f.PartOf-1].Time || v.Findings[i-1].PartOf != f.PartOf && f.PartOf != i):
			t.Errorf("finding %d with %d ns is part of %d", i, f.Time, f.PartOf-1)
		}
		if f.PartOf == 0 {
			top = f.Time + f.OtherPhases
		}
		if f.Time <= 0 || f.Rule != story.TracerCost && f.Share > 1 || seen[f.Rule] {
			t.Errorf("finding %s has %d ns, share %f", f.Rule, f.Time, f.Share)
		}
		for _, c := range f.Calls {
			if c.From < f.From || c.To > f.To {
				t.Errorf("a call of finding %d (%s), %d to %d, is outside its range %d to %d", i, f.Rule, c.From, c.To, f.From, f.To)
			}
		}
		if f.Rule != story.TracerCost && len(f.Calls) == 0 {
			t.Errorf("finding %s has no calls", f.Rule)
		}
	}
	if v.Covered > most {
		t.Errorf("findings of %d ns cover %d", most, v.Covered)
	}
}

// TestShortRange: in a short range, findings need less time. The whole of a recording has the usual thresholds, and so has a
// range with explicit ones.
func TestShortRange(t *testing.T) {
	const frame = " 100000>Frame 100000>Own 118000<Own 140000<Frame"
	x := index(t, record("main 0>Loop"+frame+" 400000>Theme 402000<Theme 900000<Loop"))
	ms := x.Calls.Ticks(1_000_000)
	for _, tt := range []struct {
		name     string
		from, to trace.Ticks // ms
		of       story.Thresholds
		want     string
		least    int64 // ns
	}{
		{"a frame", 100, 140, story.Thresholds{}, "long-message 40 Own.run, costly-method 18 Own.run in finding 1", 8_000_000},
		{"little that is busy", 399, 403, story.Thresholds{}, "", 4_000_000},
		{"a range with enough time for the usual thresholds", 50, 850, story.Thresholds{}, "", 100_000_000},
		{"explicit thresholds", 100, 140, story.DefaultThresholds, "", 100_000_000},
		{"the whole", 0, 900, story.Thresholds{}, "", 100_000_000},
	} {
		v := story.Of(x, story.Options{Thread: story.Main(x.Info), From: tt.from * ms, To: tt.to * ms, Thresholds: tt.of})
		if got := findingsText(x, v); got != tt.want || v.Thresholds.Time != tt.least {
			t.Errorf("%s: got %q of at least %d ns, want %q of at least %d", tt.name, got, v.Thresholds.Time, tt.want, tt.least)
		}
	}
}

// launches writes a launch of an activity between two times, in µs.
func launches(from, to int) string {
	const handle = "android.app.ActivityThread.handleLaunchActivity()V"
	return fmt.Sprintf(" %[1]d>Dispatch %[1]d>%[3]s %[1]d>Launch %[1]d>Text %[2]d<Text %[2]d<Launch %[2]d<%[3]s %[2]d<Dispatch", from, to, handle)
}

// TestRanges: a range within a recording.
func TestRanges(t *testing.T) {
	const (
		dispatch   = " 0>Loop 0>Dispatch 0>Theme 60000<Theme 60000>App 210000<App 210000<Dispatch 900000<Loop"
		traversals = "android.view.ViewRootImpl.performTraversals()V"
	)
	for _, tt := range []struct {
		name, records string
		from, to      trace.Ticks // ms
		want          string
	}{
		{"one call", "main 0>Own 150000<Own 160000>Theme 400000<Theme", 0, 155, "long-message 150 Own.run"},
		{"a frame that is one vertical sync late", "main 0>Loop 50000>Frame 50000>Own 51000<Own 78000<Frame 400000<Loop", 40, 90, ""},
		{"a frame that is two late", "main 0>Loop 50000>Frame 50000>Own 51000<Own 88000<Frame 400000<Loop", 40, 90, "long-message 38 Own.run"},
		{"samples", sampled("main" + dispatch), 0, 220, "long-message 210 App.onCreate by App.onCreate, costly-method 60 Theme.apply in finding 1"},
		{"three late frames", "main 0>Loop" + frameCalls(3, 40_000, "Own") + " 200000>Theme 400000<Theme 400000<Loop", 0, 190, "slow-frames 120 Own.run, costly-method 117 Own.run in finding 1, long-message 40 Own.run by Own.run in finding 1"},
		{"two late frames that are too short alone", "main 0>Loop" + frameCalls(2, 40_000, "Own") + " 80000>Theme 220000<Theme 400000<Loop", 0, 210, "costly-method 130 Theme.apply, slow-frames 80 Own.run, costly-method 78 Own.run in finding 2"},
		{"two late frames that are long enough alone", "main 0>Loop" + frameCalls(2, 40_000, "Own") + " 400000<Loop", 0, 90, "slow-frames 80 Own.run, costly-method 78 Own.run in finding 1, long-message 40 Own.run by Own.run in finding 1"},
		{"few samples", sampled("main" + dispatch), 0, 30, ""},
		{"samples that merge two late frames", sampled("main 0>Loop 0>Frame 0>" + traversals + " 100000<" + traversals + " 100000>" + traversals + " 200000<" + traversals + " 200000<Frame 210000>Frame 240000<Frame 600000<Loop"), 0, 300, "slow-frames 230"},
		{"a launch that a gap between samples and the range cut", sampled("main" + launches(0, 180_000) + launches(182_000, 400_000)), 0, 350, "slow-phase 180 ActivityThread.performLaunchActivity"},
		{"the call that the recording is of", "main 0>Own 0>Text 150000<Text 160000>Text 400000<Text 400000<Own", 20, 160, ""},
		{"a call that begins before the range", "main 0>Own 150000<Own 160000>Theme 400000<Theme", 20, 160, "long-message 130 Own.run"},
	} {
		x := index(t, record(tt.records))
		ms := x.Calls.Ticks(1_000_000)
		v := story.Of(x, story.Options{Thread: story.Main(x.Info), From: tt.from * ms, To: tt.to * ms})
		if got := findingsText(x, v); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestOneOf: where other own callers wait a tenth or more, a wait names one caller as an example.
func TestOneOf(t *testing.T) {
	wait := func(caller string, from, length int) string {
		return fmt.Sprintf(" %d/0>%s %d/0>Transact %d/0<Transact %d/0<%s", from, caller, from, from+length, from+length, caller)
	}
	for records, want := range map[string]bool{
		wait("App", 0, 95_000) + wait("Theme", 95_000, 105_000):  true,
		wait("App", 0, 9_000) + wait("Theme", 9_000, 191_000):    false,
		wait("Theme", 0, 100_000) + wait("Theme", 100_000, 9000): false,
	} {
		x := index(t, record("main"+records))
		v := story.Of(x, whole(x))
		if len(v.Findings) == 0 || v.Findings[0].OneOf != want || x.Info.Methods[v.Findings[0].Own].Name != "apply" {
			t.Errorf("%s: %s, want one of several: %v", records, findingsText(x, v), want)
		}
	}
}

// TestCalm: the cost of a recording alone is no finding about the app.
func TestCalm(t *testing.T) {
	if o := (story.Overview{Findings: []story.Finding{{Rule: story.TracerCost}}}); !o.IsCalm() {
		t.Error("the cost of a recording is about the app")
	}
	if o := (story.Overview{Findings: []story.Finding{{Rule: story.Costly}, {Rule: story.TracerCost}}}); o.IsCalm() {
		t.Error("a costly method is not about the app")
	}
}

// TestAfter: what a thread was in when its records ended, if the recording continues.
func TestAfter(t *testing.T) {
	const worker = " worker 0/0>com.example.Loader.run()V 500000/400000<com.example.Loader.run()V"
	for _, tt := range []struct{ name, records, want string }{
		{"a future", "main 0/0>App 1000/1000>Get 2000/2000>Done" + worker, "498 ms in FutureTask.awaitDone by App.onCreate, from 2 ms"},
		{"own code", "main 0/0>App 1000/1000>Theme" + worker, "499 ms in Theme.apply by Theme.apply, from 1 ms"},
		{"an idle looper", "main 0/0>Loop 1000/1000>Next 2000/2000>Poll" + worker, "498 ms idle"},
		{"a worker without a task", "main 0/0>java.util.concurrent.ThreadPoolExecutor.runWorker()V 1000/1000>App 2000/2000<App" + worker, "498 ms idle"},
		{"the recorder", "main 0/0>App 1000/1000>Tracing" + worker, "499 ms in Debug.startMethodTracing by App.onCreate, from 1 ms"},
		{"a thread that returned", "main 0/0>App 1000/1000<App" + worker, ""},
		{"a small share of the recording", "main 0/0>App 7800000/1000>Get" + strings.ReplaceAll(worker, "500000", "8000000"), ""},
		{"a short time", "main 0/0>App 401000/1000>Get" + worker, ""},
		{"the thread with the last record", "main 0/0>App 600000/1000>Get" + worker, ""},
	} {
		x := index(t, record(tt.records))
		o := whole(x)
		got, a := "", story.Of(x, o).After
		switch name := func(m trace.MethodIndex) string {
			class := x.Info.Methods[m].Class
			return class[strings.LastIndex(class, ".")+1:] + "." + x.Info.Methods[m].Name
		}; {
		case a.Time > 0 && a.Cause == story.IdleWait:
			got = fmt.Sprintf("%d ms idle", a.Time/1e6)
		case a.Time > 0:
			got = fmt.Sprintf("%d ms in %s by %s, from %d ms", a.Time/1e6, name(a.Method), name(a.Own), a.Call.From/1e6)
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
		if v := story.Of(x, o); (v.Hung() > 0) != (len(v.Findings) > 0 && v.Findings[0].AtEnd) || v.Hung() > 0 && (v.Findings[0].Time != a.Time || len(v.Findings[0].Calls) != 1 || v.Covered < a.Time) {
			t.Errorf("%s: findings %s, %d ns covered", tt.name, findingsText(x, v), v.Covered)
		}
		if o.To = 2000; story.Of(x, o).After.Time != 0 {
			t.Errorf("%s: a range that ends early has the end of the recording", tt.name)
		}
	}
}

// TestStatedLength: a thread that was idle at its last record stayed idle to the end that the header states.
func TestStatedLength(t *testing.T) {
	const idle, busy = "main 0/0>Loop 0/0>Dispatch 900000/500000<Dispatch 900000/500000>Next 900000/500000>Poll", "main 0/0>Loop 900000/500000>Dispatch"
	for _, tt := range []struct {
		name, records, options string
		elapsed, want          int64 // µs, ms
	}{
		{"idle", idle, "", 2_000_000, 1100},
		{"a length that ends with the records", idle, "", 900_211, 0},
		{"no length", idle, "", 0, 0},
		{"busy", busy, "", 2_000_000, 0},
		{"a file that is cut", "cut " + idle, "", 2_000_000, 0},
		{"lost records", idle, "data-file-overflow=true\n", 2_000_000, 0},
	} {
		records, cut := strings.CutPrefix(tt.records, "cut ")
		data := tracetest.Trace{Records: expand(records), Elapsed: tt.elapsed, Options: tt.options}.Bytes()
		if cut {
			data = data[:len(data)-3]
		}
		x := index(t, data)
		if got := story.Of(x, whole(x)).After.Time; got != tt.want*1e6 {
			t.Errorf("%s: %d ns without records, want %d ms", tt.name, got, tt.want)
		}
	}
}

// TestStill: a thread that hangs may wait for one that has no records either, and each for the other.
func TestStill(t *testing.T) {
	const main = "main 0/0>App 1000/1000>com.example.Queue.flush()V 2000/2000>Get 2000/2000>Done 2000/2000>Park"
	for _, tt := range []struct {
		name, records string
		still, mutual bool
	}{
		{"a thread that runs", main + " worker 0/0>com.example.Loader.run()V 800000/400000<com.example.Loader.run()V end 0/0>Read 900000/0<Read", false, false},
		{"a thread without records", main + " worker 0/0>com.example.Loader.run()V 3000/3000>Read 4000/4000<Read end 0/0>Read 900000/0<Read", true, false},
		{"a thread of the same class that waits for the network", main + " worker 0/0>com.example.Queue$Loop.run()V 3000/3000>libcore.io.Linux.android_getaddrinfo()L end 0/0>Read 900000/0<Read", true, false},
		{"a thread of the same class", main + " worker 0/0>com.example.Queue$Loop.run()V 3000/3000>Read 4000/4000<Read end 0/0>Read 900000/0<Read", true, true},
	} {
		x := index(t, record(strings.ReplaceAll(tt.records, "Read", "java.lang.String.charAt()C")))
		v := story.Of(x, whole(x))
		if f := &v.Findings[0]; f.Other == story.NoThread || f.Still != tt.still || f.Mutual != tt.mutual {
			t.Errorf("%s: still %v, mutual %v: %s", tt.name, f.Still, f.Mutual, findingsText(x, v))
		}
	}
}

// TestPoster: main hangs in runBlocking, and a coroutine needs main.
func TestPoster(t *testing.T) {
	const main = "main 0/0>App 1000/1000>Blocking 2000/2000>Join 2000/2000>Park"
	const worker = " worker 0/0>com.example.Pay$ask$2.invokeSuspend()V 3000/3000>Dispatch 4000/3500<Dispatch 4000/4000<com.example.Pay$ask$2.invokeSuspend()V end 0/0>Run 900000/0<Run"
	dispatch := strings.NewReplacer("Dispatch", "kotlinx.coroutines.android.HandlerContext.dispatch()V", "Run", "java.lang.String.charAt()C").Replace
	for _, tt := range []struct {
		name, records string
		posted        bool
		other         trace.ThreadIndex
	}{
		{"a worker that passes a coroutine to a Handler", main + worker, true, 1},
		{"a worker that runs", main + strings.ReplaceAll(worker, "4000/", "800000/"), false, 1},
		{"a worker that passed it before", main[:5] + strings.ReplaceAll(main[5:], "1000/1000", "700000/1000") + worker, false, story.NoThread},
		{"a worker without such a call", main + strings.ReplaceAll(worker, "Dispatch", "Run"), false, story.NoThread},
		{"another cause", strings.ReplaceAll(strings.ReplaceAll(main, "Blocking", "Get"), "Join", "Done") + worker, false, story.NoThread},
	} {
		x := index(t, record(dispatch(tt.records)))
		v := story.Of(x, whole(x))
		f := &v.Findings[0]
		if f.Posted != tt.posted || f.Other != tt.other {
			t.Errorf("%s: posted %v, thread %d: %s", tt.name, f.Posted, f.Other, findingsText(x, v))
		}
		if want := f.Cause == story.Coroutine; (f.Advice == advice.RunBlockingOnMain) != want {
			t.Errorf("%s: advice %v", tt.name, f.Advice)
		}
		if f.Posted && trace.Visible(x.Info.Methods[f.Doing].Class) != "com.example.Pay$ask$2" {
			t.Errorf("%s: doing %v", tt.name, x.Info.Methods[f.Doing])
		}
	}
}

// TestHolderAtEnd: a thread that hangs for a monitor waits for the one thread that is in a method of the same class.
func TestHolderAtEnd(t *testing.T) {
	const main, other = "main 0/0>App 2000/2000>com.example.Queue.add()V", " writer 0/0>com.example.Queue$Loop.run()V 1000/1000>com.example.Queue.drain()V 2000/1100>Text 3000/1200<Text 900000/500000>Text 900001/500001<Text"
	for _, tt := range []struct{ name, records, want string }{
		{"one thread", main + other, "wait 898 Queue.add by Queue.add until writer: Queue.drain"},
		{"two threads", main + other + strings.ReplaceAll(other, "writer", "reader"), "wait 898 Queue.add by Queue.add"},
		{"a thread in another class", main + strings.ReplaceAll(other, "Queue", "Stack"), "wait 898 Queue.add by Queue.add"},
		{"threads in methods without a class", strings.ReplaceAll(main, "com.example.Queue.add()V", "?add()V") + strings.ReplaceAll(other, "com.example.Queue.drain()V", "?drain()V"), "wait 898 . by App.onCreate"},
		{"a thread that came later", main + strings.ReplaceAll(strings.ReplaceAll(other, "0/0>", "3000/0>"), "1000/1000>com", "3000/1000>com"), "wait 898 Queue.add by Queue.add"},
	} {
		x := index(t, record(tt.records))
		if got := findingsText(x, story.Of(x, whole(x))); got != tt.want {
			t.Errorf("%s: got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// TestHungMessage: a message that runs when the recording ends took at least until then.
func TestHungMessage(t *testing.T) {
	x := index(t, record("main 0/0>Loop 0/0>Dispatch 300000/300000<Dispatch 300000/300000>Dispatch 301000/301000>Launch 302000/302000>Get worker 0/0>Own 900000/100<Own"))
	v := story.Of(x, whole(x))
	slow, start := v.Messages.Slowest[0], v.Startup.Phases[0]
	if slow.From != 300e6 || slow.Times[profile.Wall] != 600e6 || !slow.Cut || v.Messages.Over[3] != 0 || start.Call.Times[profile.Wall] != 1e6 {
		t.Errorf("the longest message begins at %d and takes %d ns; the start takes %d", slow.From, slow.Times[profile.Wall], start.Call.Times[profile.Wall])
	}
	x2 := index(t, record("main 0/0>Loop 0/0>Dispatch 300000/300000<Dispatch 300000/300000>Dispatch 301000/301000>Own 301010/301010>Theme 302000/302000>Get worker 0/0>Own 900000/100<Own"))
	if slow := story.Of(x2, whole(x2)).Messages.Slowest[0]; slow.OwnTime < 597e6 || x2.Info.Methods[slow.Own].Name != "apply" {
		t.Errorf("the own method that hung took %d ns", slow.OwnTime)
	}
	if got, want := findingsText(x, v), "slow-phase 599 ActivityThread.performLaunchActivity, wait 598 FutureTask.get"; !strings.HasPrefix(got, want) {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// TestDeepen: an own view that only calls the view that it extends names the method below that the time splits in.
func TestDeepen(t *testing.T) {
	const page, text, generate, a, b = "com.example.Page.onMeasure(II)V", "android.widget.TextView.onMeasure(II)V", "android.text.StaticLayout.generate()V", "android.text.Line.a()V", "android.text.Line.b()V"
	x := index(t, record("main 0>Loop 0>Frame 0>"+page+" 1>"+text+" 2>"+generate+" 3>"+a+" 120000<"+a+" 120000>"+b+" 199000<"+b+" 199100<"+generate+" 199200<"+text+" 200000<"+page+" 201000<Frame 300000<Loop"))
	v := story.Of(x, whole(x))
	f := &v.Findings[0]
	if f.Rule != story.LongMessage || len(f.Inside.Parts) != 1 || x.Info.Methods[f.Inside.Parts[0].Method].Name != "generate" {
		t.Errorf("%s, inside %v", findingsText(x, v), f.Inside)
	}
}

// TestHandlers: two handlers are findings. Each names a callee of its costliest method.
func TestHandlers(t *testing.T) {
	var records strings.Builder
	for i := range 6 {
		at, handler, inner := i*80_000, "com.example.Feed.onNext()V", "com.example.Json.next()V"
		if i >= 3 {
			handler, inner = "com.example.Chat.onNext()V", "com.example.Cover.load()V"
		}
		fmt.Fprintf(&records, " %[1]d>Dispatch %[1]d>%[4]s %[1]d>%[5]s %[1]d>Text %[2]d<Text %[2]d<%[5]s %[3]d<%[4]s %[3]d<Dispatch", at, at+50_000, at+80_000-i*500, handler, inner)
	}
	x := index(t, record("main 0>Loop"+records.String()+" 500000<Loop"))
	v := story.Of(x, whole(x))
	var got []string
	for i := range v.Findings {
		f := &v.Findings[i]
		text := fmt.Sprintf("%s %d in %d", x.Info.Methods[f.Methods[0]].Label(), f.Time/1e6, f.Handled/1e6)
		if f.Inside.Time > 0 && f.Inside.Method == f.Own {
			text += fmt.Sprintf(", %s %d: %s", x.Info.Methods[f.Own].Label(), f.OwnTime/1e6, x.Info.Methods[f.Inside.Parts[0].Method].Label())
		}
		got = append(got, text)
	}
	const want = "com.example.Feed.onNext 238 in 80, com.example.Json.next 150: android.widget.TextView.setText; com.example.Chat.onNext 234 in 78, com.example.Cover.load 150: android.widget.TextView.setText"
	if got := strings.Join(got, "; "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestCoroutines: coroutines with little time each are one finding together. One with more time is a finding of its own.
func TestCoroutines(t *testing.T) {
	const task = "kotlinx.coroutines.DispatchedTask.run()V"
	resumes := func(feed, chat int) string {
		var records strings.Builder
		for i, length := range []int{feed, feed, feed, chat, chat, chat} {
			at, coroutine := i*80_000, "com.example.Feed$load$1.invokeSuspend(L)L"
			if i >= 3 {
				coroutine = "com.example.Chat$load$1.invokeSuspend(L)L"
			}
			fmt.Fprintf(&records, " %[1]d>Dispatch %[1]d>%[3]s %[1]d>%[4]s %[2]d<%[4]s %[2]d<%[3]s %[2]d<Dispatch", at, at+length, task, coroutine)
		}
		return "main 0>Loop" + records.String() + " 500000<Loop"
	}
	for _, tt := range []struct{ name, records, want string }{
		{"two of little time", resumes(30_000, 25_000), "costly-method 165 DispatchedTask.run: com.example.Feed$load$1.invokeSuspend 90, com.example.Chat$load$1.invokeSuspend 75"},
		{"one of little time", resumes(50_000, 25_000), "costly-method 150 Feed$load$1.invokeSuspend"},
		{"too little together", resumes(20_000, 10_000), ""},
	} {
		x := index(t, record(tt.records))
		v := story.Of(x, whole(x))
		got := findingsText(x, v)
		if got != "" {
			for i, in := range v.Findings[0].Inside.Parts {
				got += [...]string{": ", ", "}[min(i, 1)] + fmt.Sprintf("%s %d", x.Info.Methods[in.Method].Label(), in.Time/1e6)
			}
		}
		if got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// TestOtherPhases: a finding on a phase of a start adds the phases that have no place among the few findings, and ranks by all of them.
func TestOtherPhases(t *testing.T) {
	records := "main 0>Loop 0>Dispatch 0>Bind 300000<Bind 300000<Dispatch 300000>Dispatch 300000>Launch 500000<Launch 500000<Dispatch"
	at := 500_000
	for i, name := range []string{"A", "B", "C", "D"} {
		length := 400_000 - i*1000
		records += fmt.Sprintf(" %[1]d>com.example.%[3]s.work()V %[2]d<com.example.%[3]s.work()V", at, at+length, name)
		at += length
	}
	x := index(t, record(records+fmt.Sprintf(" %d<Loop", at)))
	v := story.Of(x, whole(x))
	checkFindings(t, x, v)
	const want = "slow-phase 300 ActivityThread.handleBindApplication and 200 in other phases, costly-method 400 A.work, costly-method 399 B.work, costly-method 398 C.work, costly-method 397 D.work"
	if got := findingsText(x, v); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestHolderOfCall: a trace with the wall clock alone shows who may have held a lock, where two calls of one class end together.
func TestHolderOfCall(t *testing.T) {
	for _, tt := range []struct{ name, inner, other, want string }{
		{"a call of the same class", "", "0>com.example.Repo.load()V 200100<com.example.Repo.load()V", "long-message 201 Own.run by Repo.read until worker: Repo.load"},
		{"a call of another class", "", "0>com.example.Store.load()V 200100<com.example.Store.load()V", "long-message 201 Own.run by Repo.read"},
		{"a call that goes on", "", "0>com.example.Repo.load()V 290000<com.example.Repo.load()V", "long-message 201 Own.run by Repo.read"},
		{"work of its own", " 0>Text 50000<Text", "0>com.example.Repo.load()V 200100<com.example.Repo.load()V", "long-message 201 Own.run by Repo.read"},
	} {
		records := "main 0>Loop 0>Dispatch 0>Own 0>com.example.Repo.read()V" + tt.inner + " 200000<com.example.Repo.read()V 201000<Own 201000<Dispatch 300000<Loop worker " + tt.other
		x := index(t, tracetest.Trace{Records: expand(records), Version: 2, Clock: "wall"}.Bytes())
		v := story.Of(x, whole(x))
		if got := findingsText(x, v); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// TestPaused: the time for a debugger or the recorder within a message and a start.
func TestPaused(t *testing.T) {
	const debugger = "android.os.Debug.waitForDebugger()V"
	x := index(t, record("main 0/0>Loop 0/0>Dispatch 0/0>Bind 1000/1000>"+debugger+" 261000/1000<"+debugger+" 270000/10000<Bind 270000/10000<Dispatch 280000/20000>Dispatch 300000/40000<Dispatch 300000/40000<Loop"))
	v := story.Of(x, whole(x))
	if v.Startup.Paused != 260e6 || v.Messages.Slowest[0].Paused != 260e6 || v.Messages.Slowest[1].Paused != 0 {
		t.Errorf("paused %d ns in the start, %d and %d in messages", v.Startup.Paused, v.Messages.Slowest[0].Paused, v.Messages.Slowest[1].Paused)
	}
	if v.Paused != 260e6 || v.Busy() != 40e6 { // without the wait for the debugger
		t.Errorf("paused %d ns, busy for %d ns", v.Paused, v.Busy())
	}
}

// TestAlike: the longest message counts the others of its handler that take at least half as long.
func TestAlike(t *testing.T) {
	x := index(t, record("main 0>Loop 0>Dispatch 0>Own 0>Theme 120000<Theme 200000<Own 200000<Dispatch 200000>Dispatch 200000>Own 200000>Theme 260000<Theme 301000<Own 301000<Dispatch "+
		"500000>Dispatch 500000>Theme 650000<Theme 650000<Dispatch 660000<Loop"))
	v := story.Of(x, whole(x))
	for i := range v.Findings {
		if f := &v.Findings[i]; f.Rule == story.LongMessage {
			if f.Alike != 1 || f.AlikeTime != 101_000_000 {
				t.Errorf("%d messages like it take %d ns", f.Alike, f.AlikeTime)
			}
			return
		}
	}
	t.Error("no finding on the longest message")
}

// TestHandled: a handler whose messages take long together is a finding, unless another one says where nearly all of the time is.
func TestHandled(t *testing.T) {
	const other = "com.example.Json.next()V"
	for _, tt := range []struct{ name, records, want string }{
		{"many quick messages with two costs", "main 0>Loop" + handled(1000, 500, 240, other) + " 600000<Loop", "costly-method 500 in 1000 messages, 500 µs at most, costly-method 240 Json.next by Own.run in finding 1"},
		{"few messages that take long", "main 0>Loop" + handled(4, 70_000, 30_000, other) + " 400000<Loop", "costly-method 280 in 4 messages, 70000 µs at most, costly-method 120 Json.next by Own.run in finding 1"},
		{"messages of one costly callee", "main 0>Loop" + handled(4, 70_000, 65_000, other) + " 400000<Loop", "costly-method 260 Json.next by Own.run"},
		{"quick messages that are a small part", "main 0>Loop" + handled(300, 500, 250, other) + " 150000>Theme 1500000<Theme 1500000<Loop", "costly-method 1350 Theme.apply, costly-method 150 Own.run"},
		{"messages that call a library", "main 0>Loop" + handled(4, 70_000, 30_000, "com.bumptech.glide.Glide.load()V") + " 400000<Loop", "costly-method 280 in 4 messages, 70000 µs at most, costly-method 120 Glide.load by Own.run in finding 1"},
		{"a costly callee and another one", "main 0>Loop" + handled(4, 70_000, 59_000, other) + " 400000<Loop", "costly-method 280 in 4 messages, 70000 µs at most"},
		{"a longest message unlike the others", "main 0>Loop" + handled(4, 50_000, 10_000, other) + " 200000>Dispatch 200000>Own 310000>" + other + " 320000<" + other + " 330000<Own 330000<Dispatch 400000<Loop", "costly-method 330 in 5 messages, 130000 µs at most, long-message 130 Own.run by Own.run in finding 1"},
		{"other work that takes as long", "main 0>Loop" + handled(4, 70_000, 30_000, other) + " 400000>Theme 670000<Theme 670000<Loop", "costly-method 280 in 4 messages, 70000 µs at most, costly-method 120 Json.next by Own.run in finding 1, costly-method 270 Theme.apply"},
		{"keys that the keyboard does not want", "main 0>Loop" + keys(4, 70_000, 30_000, other) + " 400000<Loop", "costly-method 280 in 4 input events, 70000 µs at most, costly-method 120 Json.next by Own.run in finding 1"},
		{"keys in samples", sampled("main 0>Loop" + keys(4, 70_000, 30_000, other) + " 400000<Loop"), "costly-method 280 in 4 input events, 70000 µs at most, costly-method 120 Json.next by Own.run in finding 1"},
		{"a callee that is called often, and its own callee", "main 0>Loop" + matched(4, 1000) + " 400000<Loop", "costly-method 280 in 4 messages, 70000 µs at most, called-often 240 Json.next by Own.run in finding 1"},
		{"messages of Android that call two own methods", "main 0>Loop" + typed(4) + " 400000<Loop", "costly-method 320 in 4 messages, 80000 µs at most"},
		{"two messages that take long", "main 0>Loop" + handled(2, 120_000, 50_000, other) + " 400000<Loop", "costly-method 240 in 2 messages, 120000 µs at most, costly-method 100 Json.next by Own.run in finding 1"},
		{"messages that work in methods that can wait", "main 0/0>Loop" + handled(4, 45_000, 24_000, "java.util.concurrent.CountDownLatch.await()V") + " 400000/400000<Loop", "costly-method 180 Own.run"},
		{"messages that mostly wait for a short time", "main 0/0>Loop" + waitsTwice(4) + " 400000/288000<Loop", "costly-method 180 in 4 messages, 45000 µs at most, waiting for latch and sleep"},
		{"a longest message, and another one", "main 0>Loop" + handled(1, 300_000, 290_000, other) + " 300000>Dispatch 300000>com.example.Bus.onEvent()V 300000>App 370000<App 370000>Theme 420000<Theme 430000<com.example.Bus.onEvent()V 430000<Dispatch 500000<Loop", "long-message 300 Own.run by Json.next, costly-method 130 Bus.onEvent by App.onCreate"},
		{"two messages that are short together", "main 0>Loop" + handled(2, 45_000, 20_000, other) + " 400000>Theme 600000<Theme 600000<Loop", "costly-method 200 Theme.apply"},
	} {
		x := index(t, record(tt.records))
		v := story.Of(x, whole(x))
		checkFindings(t, x, v)
		got := findingsText(x, v)
		if f := &v.Findings[0]; f.Handled > 0 {
			_, others, more := strings.Cut(got, ", ")
			events := "messages"
			if f.Events == f.Count {
				events = "input events"
			}
			got = fmt.Sprintf("%s %d in %d %s, %d µs at most", f.Rule, f.Time/1e6, f.Count, events, f.Handled/1000)
			if f.Cause != story.Unexplained {
				got += fmt.Sprintf(", waiting for %s and %s", f.Cause, f.Second)
			}
			if more {
				got += ", " + others
			}
		}
		if got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// TestCalledIn: the finding on a handler that only passes messages on names the methods that work on them, also below numbered classes of a
// library.
func TestCalledIn(t *testing.T) {
	const post, passed, format = "com.example.Bus$1.run()V", "com.example.Bus.dispatch()V", "com.example.%s.handle()V"
	var b strings.Builder
	for i := range 6 {
		at, to, numbered := i*60_000, fmt.Sprintf(format, [...]string{"A", "B", "C"}[i%3]), fmt.Sprintf("com.bumptech.glide.Bus$%d.handle()V", i%2)
		fmt.Fprintf(&b, " %[1]d>Dispatch %[1]d>%[3]s %[1]d>%[4]s %[1]d>%[6]s %[1]d>%[5]s %[2]d<%[5]s %[2]d<%[6]s %[2]d<%[4]s %[2]d<%[3]s %[2]d<Dispatch", at, at+50_000, post, passed, to, numbered)
	}
	x := index(t, record("main 0>Loop"+b.String()+" 400000<Loop"))
	v := story.Of(x, whole(x))
	var got []string
	for _, in := range v.Findings[0].Inside.Parts {
		got = append(got, fmt.Sprintf("%s %d", x.Info.Methods[in.Method].Class, in.Time/1e6))
	}
	if got, want := strings.Join(got, ", "), "com.example.A 100, com.example.B 100, com.example.C 100"; v.Findings[0].Handled == 0 || got != want {
		t.Errorf("%s calls %q, want %q", findingsText(x, v), got, want)
	}
}

// A costly method names the callee with most of its time, and shows whether other findings have a part of its calls. A
// finding that names the method already says the callee instead.
func TestCostlyCallee(t *testing.T) {
	const (
		parse, read = "com.example.Json.parse()V", "org.json.JSONObject.<init>()V"
		solve, move = "androidx.constraintlayout.core.widgets.analyzer.BasicMeasure.solverMeasure()J", "androidx.fragment.app.FragmentManager.moveToState()V"
		bar, text   = "com.example.Bar.onMeasure(II)V", "android.widget.TextView.onMeasure(II)V"
	)
	for _, tt := range []struct{ name, records, want string }{
		{"a callee", "main 0>App 0>Theme 0>" + read + " 110000<" + read + " 120000<Theme 140000<App", "costly-method Theme.apply: JSONObject.<init> 110"},
		{"a callee with two fifths", "main 0>App 0>Theme" + calls(1, 0, 50_000, read) + calls(1, 50_000, 50_000, parse) + " 120000<Theme 140000<App", "costly-method Theme.apply: JSONObject.<init> 50"},
		{"several callees", "main 0>App 0>Theme" + calls(1, 0, 45_000, read) + calls(1, 45_000, 45_000, parse) + " 120000<Theme 140000<App", "costly-method Theme.apply: JSONObject.<init> 45"},
		{"callees with less than a fifth", "main 0>App 0>Theme" + calls(1, 0, 22_000, read) + calls(1, 45_000, 22_000, parse) + " 120000<Theme 140000<App", "costly-method Theme.apply"},
		{"a wait that is another finding", "main 0/0>App 0/0>Theme 0/0>Proxy 150000/0<Proxy 150000/0>" + read + " 270000/120000<" + read + " 270000/120000<Theme 320000/170000<App",
			"costly-method Theme.apply: IActivityManager$Stub$Proxy.getRunningAppProcesses 150: JSONObject.<init> 120, wait IActivityManager$Stub$Proxy.getRunningAppProcesses"},
		{"services that a library lists", "main 0>App 0>Theme 0>kotlinx.coroutines.Dispatchers.getMain()L 0>java.util.ServiceLoader$LazyIterator.hasNext()Z 110000<java.util.ServiceLoader$LazyIterator.hasNext()Z 110000<kotlinx.coroutines.Dispatchers.getMain()L 120000<Theme 140000<App", "costly-method Theme.apply: ServiceLoader$LazyIterator.hasNext 110"},
		{"recursive calls through another method", "main 0>App 0>Theme 0>Text 0>Theme 120000<Theme 121000<Text 122000<Theme 140000<App", "costly-method Theme.apply"},
		{"a message", "main 0>Loop 0>Dispatch 0>Own 0>" + read + " 130000<" + read + " 130000<Own 130000<Dispatch 130000>Dispatch 131000<Dispatch 140000<Loop", "long-message Own.run: Own.run 130: JSONObject.<init> 130"},
		{"a view that contains another one", "main 0>Traverse 0>com.bumptech.glide.Glide.onMeasure(II)V 0>android.view.View.measure(II)V 0>androidx.constraintlayout.widget.ConstraintLayout.onMeasure(II)V 0>android.widget.TextView.onMeasure(II)V 150000<android.widget.TextView.onMeasure(II)V 170000<androidx.constraintlayout.widget.ConstraintLayout.onMeasure(II)V 210000<android.view.View.measure(II)V 220000<com.bumptech.glide.Glide.onMeasure(II)V 230000<Traverse",
			"costly-method Glide.onMeasure: TextView.onMeasure 150"},
		{"a method of a library that calls own code", "main 0>Loop 0>Traverse 0>com.bumptech.glide.Glide.load()V 0>android.view.View.draw()V" + calls(1, 0, 90_000, parse) + " 90000<android.view.View.draw()V 200000<com.bumptech.glide.Glide.load()V 210000<Traverse 600000<Loop",
			"costly-method Glide.load: Json.parse 90"},
		{"a constraint solver that leads to a view", "main 0>Loop 0>Frame 0>Traverse 0>" + solve + " 0>" + bar + " 0>" + text + " 90000<" + text + " 100000<" + bar + " 130000<" + solve + " 140000<Traverse 140000<Frame 300000<Loop",
			"long-message ViewRootImpl$TraversalRunnable.run: Bar.onMeasure 100: TextView.onMeasure 90"},
		{"a fragment manager that leads to several methods", "main 0>Loop 0>Dispatch 0>" + move + calls(1, 0, 60_000, "com.example.A.onPause()V") + calls(1, 60_000, 50_000, "com.example.B.onResume()V") + " 130000<" + move + " 130000<Dispatch 300000<Loop",
			"long-message FragmentManager.moveToState: FragmentManager.moveToState 130: A.onPause 60, B.onResume 50"},
		{"an own method below one of a library", "main 0>Loop 0>Dispatch 0>Own 0>com.bumptech.glide.Pager.change()V" + calls(1, 0, 80_000, parse) + calls(1, 80_000, 40_000, "com.example.B.onResume()V") + " 130000<com.bumptech.glide.Pager.change()V 130000<Own 130000<Dispatch 300000<Loop",
			"long-message Own.run: Pager.change 130: Json.parse 80, B.onResume 40"},
		{"named callbacks below numbered classes of a library", "main 0>Loop 0>Dispatch 0>com.bumptech.glide.Bus.dispatch()V 0>com.bumptech.glide.Bus$1.handle()V" + calls(1, 0, 60_000, parse) + " 60000<com.bumptech.glide.Bus$1.handle()V 60000>com.bumptech.glide.Bus$2.handle()V" + calls(1, 60_000, 62_000, "com.example.B.onResume()V") + " 122000<com.bumptech.glide.Bus$2.handle()V 130000<com.bumptech.glide.Bus.dispatch()V 130000<Dispatch 300000<Loop",
			"long-message Bus.dispatch: Bus.dispatch 130: B.onResume 62, Json.parse 60"},
		{"own methods that an algorithm calls back", "main 0>Loop 0>Dispatch 0>Own 0>androidx.recyclerview.widget.DiffUtil.calculateDiff()V" + calls(1, 0, 80_000, parse) + calls(1, 80_000, 40_000, "com.example.B.onResume()V") + " 130000<androidx.recyclerview.widget.DiffUtil.calculateDiff()V 130000<Own 130000<Dispatch 300000<Loop",
			"long-message Own.run, costly-method Own.run: DiffUtil.calculateDiff 130"},
		{"a callee that only calls Android", "main 0>App 0>Theme 0>com.example.Teaser.format()V 0>" + read + " 118000<" + read + " 120000<com.example.Teaser.format()V" + calls(1, 120_000, 100_000, parse) + " 222000<Theme 400000<App", "costly-method Theme.apply: Teaser.format 120: Json.parse 100, nearly all in JSONObject.<init>"},
		{"a call without a recorded caller", "main 0>Theme 0>" + read + " 110000<" + read + " 121000<Theme 200000>Theme 201000<Theme", "long-message Theme.apply: JSONObject.<init> 110"},
		{"a phase without a long callee", "main 0>Dispatch 0>Launch 0>Activity" + calls(1, 0, 50_000, read) + calls(1, 50_000, 50_000, parse) + " 130000<Activity 130000<Launch 130000<Dispatch",
			"slow-phase ActivityThread.performLaunchActivity: MainActivity.onCreate 130: JSONObject.<init> 50, Json.parse 50"},
	} {
		x := index(t, record(tt.records))
		v := story.Of(x, whole(x))
		name := func(m trace.MethodIndex) string {
			return x.Info.Methods[m].Class[strings.LastIndex(x.Info.Methods[m].Class, ".")+1:] + "." + x.Info.Methods[m].Name
		}
		var all []string
		for _, f := range v.Findings {
			text := f.Rule.String() + " " + name(f.Methods[0])
			if f.Inside.Time > 0 {
				text += fmt.Sprintf(": %s %d", name(f.Inside.Method), f.Inside.Time/1e6)
			}
			for i, part := range f.Inside.Parts {
				text += fmt.Sprintf("%s %s %d", [...]string{":", ","}[min(i, 1)], name(part.Method), part.Time/1e6)
			}
			if in := f.Inside.Nearly; in.Time > 0 {
				text += fmt.Sprintf(", nearly all in %s", name(in.Method))
			}
			all = append(all, text)
		}
		if got := strings.Join(all, ", "); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// A costly method does not count the calls that it makes of itself.
func TestCostlyCount(t *testing.T) {
	const recursive = " 0>Theme 1000>Own 2000>Theme 120000<Theme 121000<Own 122000<Theme 123000>Theme 140000<Theme 141000<App"
	for _, tt := range []struct {
		name, records string
		want          int64
	}{
		{"calls in a row", "main 0>App" + calls(12, 0, 10_000, "com.example.Cover.load()V") + " 140000<App", 12},
		{"recursive calls", "main 0>App" + recursive, 2},
		{"recursive calls of samples", sampled("main 0>App" + recursive), 2},
	} {
		x := index(t, record(tt.records))
		v := story.Of(x, whole(x))
		if len(v.Findings) != 1 || v.Findings[0].Rule != story.Costly || v.Findings[0].Count != tt.want {
			t.Errorf("%s: %s, %d calls, want %d", tt.name, findingsText(x, v), v.Findings[0].Count, tt.want)
		}
	}
}

// TestWaitCount: a wait within another one of the same cause is part of it.
func TestWaitCount(t *testing.T) {
	const read, inner = "libcore.io.IoBridge.read()I", "libcore.io.Linux.readBytes()I"
	var b strings.Builder
	for i := range int64(30) {
		at := 10_000 * i
		fmt.Fprintf(&b, " %d>%s %d>libcore.io.BlockGuardOs.read()I %d>%s %d<%s %d<libcore.io.BlockGuardOs.read()I %d<%s", at, read, at, at, inner, at+9000, inner, at+9000, at+10_000, read)
	}
	file := tracetest.Trace{Version: 2, Clock: "wall", Records: expand("main 0>App" + b.String() + " 301000<App worker" + calls(60, 0, 7, "P"))}
	x := index(t, file.Bytes())
	if v := story.Of(x, whole(x)); len(v.Findings) == 0 || v.Findings[0].Cause != story.File || v.Findings[0].Count != 30 {
		t.Errorf("%s, %d calls, want 30 of files", findingsText(x, v), v.Findings[0].Count)
	}
}

// TestWaitCountOfMoments: calls that only wait for moments count if these are a part of the time.
func TestWaitCountOfMoments(t *testing.T) {
	const query, step = "android.database.sqlite.SQLiteDatabase.query()V", "android.database.sqlite.SQLiteConnection.nativeExecute()V"
	for moment, want := range map[int64]int64{300: 1, 1500: 101} {
		records := fmt.Sprintf("main 0/0>App 0/0>Theme 0/0>%[1]s 0/0>%[2]s 700000/1000<%[2]s 700000/1000<%[1]s 700000/1000<Theme", query, step)
		for i := range int64(100) {
			at, cpu := 700_000+10_000*i, 1000+(10_000-moment)*i
			records += fmt.Sprintf(" %d/%d>%s %d/%d<%s", at, cpu, query, at+10_000, cpu+10_000-moment, query)
		}
		records += fmt.Sprintf(" 1700000/%d<App", 1000+(10_000-moment)*100)
		x := index(t, record(records))
		if v := story.Of(x, whole(x)); len(v.Findings) == 0 || v.Findings[0].Cause != story.Database || v.Findings[0].Count != want {
			t.Errorf("moments of %d µs: %s, %+v, want %d calls", moment, findingsText(x, v), v.Findings, want)
		}
	}
}

// TestCostlyAdvice: a costly method of main that works in databases gets advice.
func TestCostlyAdvice(t *testing.T) {
	for _, tt := range []struct {
		name, thread, inside string
		want                 advice.Advice
	}{
		{"a query", "main", "0>Query 0>Step 120000<Step 121000<Query", advice.DatabaseOnMain},
		{"a query of a worker", "worker", "0>Query 0>Step 120000<Step 121000<Query", advice.None},
		{"a cursor that a library reads", "main", "0>Gson 0>Query 100000<Query 121000<Gson", advice.DatabaseOnMain},
		{"a short query", "main", "0>Gson 0>Query 50000<Query 121000<Gson", advice.ParseOnMain},
	} {
		records := strings.ReplaceAll(tt.inside, "Gson", "com.google.gson.Gson.fromJson()V")
		x := index(t, record(tt.thread+" 0>App 0>Theme "+records+" 125000<Theme 126000<App"))
		v := story.Of(x, whole(x))
		if len(v.Findings) != 1 || v.Findings[0].Rule != story.Costly || v.Findings[0].Advice != tt.want {
			t.Errorf("%s: %s, advice %v, want %v", tt.name, findingsText(x, v), v.Findings[0].Advice, tt.want)
		}
	}
	const fill = "android.database.sqlite.SQLiteCursor.fillWindow()V" // it may run or wait: one clock does not show which
	file := tracetest.Trace{Version: 2, Clock: "wall", Records: expand("main 0>App 0>Theme 0>" + fill + " 120000<" + fill + " 125000<Theme 300000<App")}
	x := index(t, file.Bytes())
	if v := story.Of(x, whole(x)); len(v.Findings) != 1 || v.Findings[0].Advice != advice.DatabaseOnMain {
		t.Errorf("with one clock: %s, advice %v", findingsText(x, v), v.Findings)
	}
}

// A median of few calls does not show the usual length.
func TestUsual(t *testing.T) {
	for short, want := range []int64{0, 0, 0, 0, 1_000_000, 1_000_000} {
		x := index(t, record("main 0>Loop"+calls(short, 100, 1000, "android.os.Handler.dispatchMessage()V")+" 10000>Dispatch 10000>Own 300000<Own 300000<Dispatch 300000<Loop"))
		if v := story.Of(x, whole(x)); len(v.Findings) != 1 || v.Findings[0].Usual != want {
			t.Errorf("%d short messages: %+v, want %d", short, v.Findings, want)
		}
	}
}

// Advice needs calls that prove it.
func TestAdvice(t *testing.T) {
	const sleep, gc, list, commit = "0/0>Sleep 200000/0<Sleep", "0/0>java.lang.Runtime.gc()V 200000/0<java.lang.Runtime.gc()V", "0/0>Read 200000/0<Read",
		"0/0>Commit 0/0>android.app.SharedPreferencesImpl.enqueueDiskWrite()V " + "0/0>Read 200000/0<Read" + " 200000/0<android.app.SharedPreferencesImpl.enqueueDiskWrite()V 200000/0<Commit"
	within := func(method, calls string) string { return "0/0>" + method + " " + calls + " 200000/0<" + method }
	own := func(calls string) string { return within("App", calls) }
	for _, tt := range []struct {
		name, thread, records string
		want                  advice.Advice
	}{
		{"own code sleeps", "main", own(sleep), advice.SleepOnMain},
		{"a worker sleeps", "worker", own(sleep), advice.None},
		{"the platform sleeps for own code", "main", own(within("Text", sleep)), advice.None},
		{"own code collects", "main", own(gc), advice.CollectedByHand},
		{"a check of the platform collects", "main", own(within("android.os.StrictMode.conditionallyCheckInstanceCounts()V", gc)), advice.None},
		{"own code reads a file", "main", own(list), advice.DiskOnMain},
		{"own code reads a file by a stream", "main", own(within("java.io.BufferedInputStream.read()I", list)), advice.DiskOnMain},
		{"the platform reads resources", "main", own(within("android.content.res.AssetManager.open()V", list)), advice.None},
		{"own code reads and the platform reads too", "main", own("0/0>Read 100000/0<Read 100000/0>Text 100000/0>Read 200000/0<Read 200000/0<Text"), advice.None},
		{"classes are loaded", "main", own(within("java.lang.ClassLoader.loadClass()V", list)), advice.None},
		{"preferences are written", "main", own(commit), advice.ApplyInstead},
		{"preferences are read", "main", own("0/0>Prefs 0/0>Loaded 200000/0<Loaded 200000/0<Prefs"), advice.AwaitedLoaded},
		{"preferences are written before an activity stops", "main", own("0/0>android.app.QueuedWork.waitToFinish()V 200000/0<android.app.QueuedWork.waitToFinish()V"), advice.None},
		{"preferences are written, and an activity stops", "main", own(commit) + " 210000/10000>android.app.QueuedWork.waitToFinish()V 310000/10000<android.app.QueuedWork.waitToFinish()V", advice.WriteTogether},
		{"an activity stops, and writes of preferences are pending", "main", within("Text", "0/0>android.app.QueuedWork.waitToFinish()V 200000/0<android.app.QueuedWork.waitToFinish()V") + applied(3), advice.WriteTogether},
		{"an activity stops, and a write of preferences is pending", "main", within("Text", "0/0>android.app.QueuedWork.waitToFinish()V 200000/0<android.app.QueuedWork.waitToFinish()V") + applied(1), advice.None},
		{"a player is prepared", "main", own(within("android.media.MediaPlayer.prepare()V", within("android.media.MediaPlayer._prepare()V", ""))), advice.PrepareAsync},
		{"a result of RxJava", "main", own(within("io.reactivex.Single.blockingGet()L", within("java.util.concurrent.CountDownLatch.await()V", "0/0>Park 200000/0<Park"))), advice.WaitOnMain},
		{"runBlocking", "main", own("0/0>Blocking 0/0>Join 0/0>Park 200000/0<Park 200000/0<Join 200000/0<Blocking"), advice.RunBlockingOnMain},
		{"a latch", "main", own(within("java.util.concurrent.CountDownLatch.await()V", "0/0>Park 200000/0<Park")), advice.WaitOnMain},
		{"a latch of a worker", "worker", own(within("java.util.concurrent.CountDownLatch.await()V", "0/0>Park 200000/0<Park")), advice.None},
		{"a latch of a library", "main", own(within("androidx.room.Room.build()V", within("java.util.concurrent.CountDownLatch.await()V", "0/0>Park 200000/0<Park"))), advice.None},
		{"runBlocking of a library", "main", own(within("androidx.room.Room.build()V", "0/0>Blocking 0/0>Join 0/0>Park 200000/0<Park 200000/0<Join 200000/0<Blocking")), advice.None},
	} {
		x := index(t, record(tt.thread+" "+tt.records))
		v := story.Of(x, whole(x))
		if len(v.Findings) == 0 || v.Findings[0].Rule != story.WaitsFor || v.Findings[0].Advice != tt.want {
			t.Errorf("%s: %s, advice %v", tt.name, findingsText(x, v), v.Findings)
		}
	}
}

// A sampler shows neither calls nor their number, so rules on these do not answer. Without a CPU
// clock, waiting is time in methods that block.
func TestFindingsOfOtherRecordings(t *testing.T) {
	x := index(t, tracetest.Trace{Records: expand("main 0>App 0>Sleep 120000<Sleep 120000<App"), Version: 2, Clock: "wall"}.Bytes())
	if got := findingsText(x, story.Of(x, whole(x))); got != "wait 120 Thread.sleep sleep by App.onCreate" {
		t.Errorf("wall clock: %q", got)
	}
	for records, want := range map[string]string{
		"main 0>App 0>Commit 0>android.app.SharedPreferencesImpl.enqueueDiskWrite()V 200000<android.app.SharedPreferencesImpl.enqueueDiskWrite()V 201000<Commit 201000<App":                                                                                                                                     "wait 201 SharedPreferencesImpl$EditorImpl.commit preferences by App.onCreate",
		"main 0>android.app.QueuedWork.waitToFinish()V 0>android.app.SharedPreferencesImpl$2.run()V 0>android.app.SharedPreferencesImpl.writeToFile()V 200000<android.app.SharedPreferencesImpl.writeToFile()V 200000<android.app.SharedPreferencesImpl$2.run()V 201000<android.app.QueuedWork.waitToFinish()V": "wait 201 QueuedWork.waitToFinish preferences",
	} {
		x := index(t, tracetest.Trace{Records: expand(records), Version: 2, Clock: "wall"}.Bytes())
		if got := findingsText(x, story.Of(x, whole(x))); got != want {
			t.Errorf("wall clock: %q, want %q", got, want)
		}
	}
	x = index(t, tracetest.Trace{Records: expand("main 0>App 0>Sleep 120000<Sleep 120000<App"), Version: 2}.Bytes())
	v := story.Of(x, whole(x))
	if got := findingsText(x, v); got != "" || fmt.Sprint(v.Unfit) != "[wait background]" {
		t.Errorf("CPU clock: %q, unfit %v", got, v.Unfit)
	}
}

// A thread or a range without anything gives an empty overview.
func TestOverviewOfNothing(t *testing.T) {
	x := index(t, record("main 0>App 90000<App"))
	for _, o := range []story.Options{{Thread: 7, To: 1 << 40}, {From: 1 << 50, To: 1 << 51}} {
		if v := story.Of(x, o); len(v.Parts)+len(v.Findings) != 0 || v.From != v.To {
			t.Errorf("%+v", v)
		}
	}
}

// A phase says what its callback calls, unless that is inflation or another own method.
func TestInsideCallback(t *testing.T) {
	const inflate = "android.view.LayoutInflater.inflate()V"
	const decor, open = "androidx.appcompat.app.AppCompatDelegateImpl.ensureSubDecor()V", "android.content.res.Resources.getColor(I)I"
	for _, tt := range []struct{ name, calls, want string }{
		{"most of it in one callee", " 0>" + decor + " 150000<" + decor, "com.example.MainActivity.onCreate 200: androidx.appcompat.app.AppCompatDelegateImpl.ensureSubDecor 150"},
		{"much of it in two", " 0>" + decor + " 90000<" + decor + " 90000>" + open + " 150000<" + open, "com.example.MainActivity.onCreate 200: androidx.appcompat.app.AppCompatDelegateImpl.ensureSubDecor 90, android.content.res.Resources.getColor 60"},
		{"inflation", " 0>" + inflate + " 150000<" + inflate, "none 0"},
		{"nothing", "", "com.example.MainActivity.onCreate 200"},
	} {
		x, v := overview(t, expand("main 0>Dispatch 0>Launch 0>Activity"+tt.calls+" 200000<Activity 201000<Launch 201000<Dispatch"), 0, 0)
		in := &v.Findings[0].Inside
		name := func(m trace.MethodIndex) string { return x.Info.Methods[m].Label() }
		got := "none"
		if in.Time > 0 {
			got = name(in.Method)
		}
		got += fmt.Sprint(" ", in.Time/1e6)
		for i, part := range in.Parts {
			got += fmt.Sprint([...]string{": ", ", "}[min(i, 1)], name(part.Method), " ", part.Time/1e6)
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestCalleesOfMessage: a finding on a message names its costly callees.
func TestCalleesOfMessage(t *testing.T) {
	const create, decode = "android.graphics.Bitmap.createBitmap()V", "android.graphics.BitmapFactory.decodeByteArray()V"
	for _, tt := range []struct{ name, records, want string }{
		{"two callees of an own method", " 0>Theme 0>" + create + " 400000<" + create + " 400000>" + decode + " 560000<" + decode + " 600000<Theme", "Bitmap.createBitmap 400, BitmapFactory.decodeByteArray 160"},
		{"an own method with two callees of own code", " 0>App 0>Theme" + calls(1, 0, 350_000, "com.example.Json.parse()V") + calls(1, 350_000, 240_000, "com.example.Cover.load()V") + " 600000<Theme 600000<App", "Json.parse 350, Cover.load 240"},
		{"an own method with one costly callee", " 0>App 0>Theme" + calls(1, 0, 450_000, "com.example.Json.parse()V") + calls(1, 450_000, 140_000, "com.example.Cover.load()V") + " 600000<Theme 600000<App", ""},
		{"a short second callee", " 0>Theme 0>" + create + " 560000<" + create + " 560000>" + decode + " 600000<" + decode + " 600000<Theme", "Bitmap.createBitmap 560"},
	} {
		x := index(t, record("main 0>Loop 0>Dispatch"+tt.records+" 600000<Dispatch 900000<Loop"))
		v := story.Of(x, whole(x))
		name := func(m trace.MethodIndex) string {
			return x.Info.Methods[m].Class[strings.LastIndex(x.Info.Methods[m].Class, ".")+1:] + "." + x.Info.Methods[m].Name
		}
		f := &v.Findings[0]
		if f.Rule != story.LongMessage {
			t.Errorf("%s: got %s", tt.name, findingsText(x, v))
			continue
		}
		var got []string
		for _, in := range f.Inside.Parts {
			got = append(got, fmt.Sprintf("%s %d", name(in.Method), in.Time/1e6))
		}
		if got := strings.Join(got, ", "); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestPieces: samples without the outermost frames cut a phase into pieces.
func TestPieces(t *testing.T) {
	launch := func(from, to int, activity, calls string) string {
		return fmt.Sprintf(" %d>Launch %d>%s %d>%s %d<%s %d<%s %d<Launch", from, from, activity, from, calls, to, calls, to, activity, to)
	}
	const resume = " 310000>android.app.ActivityThread.performResumeActivity()V 311000<android.app.ActivityThread.performResumeActivity()V 900000<Loop"
	const other = "com.example.OtherActivity.onCreate()V"
	for _, tt := range []struct{ name, records, want string }{
		{"two pieces", sampled("main 0>Loop" + launch(0, 180_000, "Activity", "Theme") + launch(182_000, 300_000, "Activity", "Own") + resume), "slow-phase 298 ActivityThread.performLaunchActivity by Theme.apply, costly-method 118 Own.run by MainActivity.onCreate in finding 1"},
		{"two pieces with one callee", sampled("main 0>Loop" + launch(0, 180_000, "Activity", "Theme") + launch(182_000, 300_000, "Activity", "Theme") + resume), "slow-phase 298 ActivityThread.performLaunchActivity by Theme.apply"},
		{"two activities", sampled("main 0>Loop" + launch(0, 180_000, "Activity", "Theme") + launch(182_000, 300_000, other, "Own") + resume), "slow-phase 180 ActivityThread.performLaunchActivity by Theme.apply, costly-method 118 Own.run by OtherActivity.onCreate"},
		{"two launches of an activity", "main 0>Loop" + launch(0, 180_000, "Activity", "Theme") + launch(182_000, 300_000, "Activity", "Own") + resume, "slow-phase 180 ActivityThread.performLaunchActivity by Theme.apply, costly-method 118 Own.run by MainActivity.onCreate"},
	} {
		x := index(t, record(tt.records))
		v := story.Of(x, whole(x))
		checkFindings(t, x, v)
		if got := findingsText(x, v); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
		if f := &v.Findings[0]; tt.name == "two pieces with one callee" && f.OwnTime != 298e6 {
			t.Errorf("%s: the callee takes %d ns of both", tt.name, f.OwnTime)
		}
	}
}

// TestCoveredWait: the findings explain all of a wait that is several gaps of a call.
func TestCoveredWait(t *testing.T) {
	var b strings.Builder
	for i := 1; i < 5; i++ {
		fmt.Fprintf(&b, " %d/%d>com.example.Json.next()V %d/%d<com.example.Json.next()V", i*100_000, i*200, i*100_000+10, i*200+10)
	}
	x := index(t, record("main 0/0>Theme 0/0>App"+b.String()+" 500000/1000<App 700000/1000<Theme"))
	v := story.Of(x, whole(x))
	if got := findingsText(x, v); !strings.HasPrefix(got, "wait 49") || v.Covered < 498e6 {
		t.Errorf("%s covers %d ns", got, v.Covered)
	}
}

// TestRecording: the cost of a recording is a note if it is much, but not most of the time.
func TestRecording(t *testing.T) {
	for end, want := range map[int64]int64{500: 240, 1200: 0, 380: 0} { // ms; 48, 20 and 63 % of the time
		x := index(t, record(fmt.Sprintf("main 0>App%s 240000>Theme %[2]d<Theme %[2]d<App", calls(60_000, 0, 4, "java.lang.String.charAt()C"), end*1000)))
		if v := story.Of(x, whole(x)); v.Recording/1e6 != want {
			t.Errorf("of %d ms, %d ns are for the recording: %s", end, v.Recording, findingsText(x, v))
		}
	}
}

// TestTracerCost: a file's own figure of its clocks counts, as far as its calls can have so much.
func TestTracerCost(t *testing.T) {
	for overhead, want := range map[string]int64{"": 0, "100": 0, "3000": 120, "999999999": 160, "-1": 0, "x": 0} {
		x := index(t, record("main 0>App"+calls(20_000, 0, 4, "java.lang.String.charAt()C")+" 240000<App"))
		x.Info.Options = append(x.Info.Options, trace.Option{Key: "clock-call-overhead-nsec", Value: overhead})
		v, got := story.Of(x, whole(x)), int64(0)
		for i := range v.Findings {
			if v.Findings[i].Rule == story.TracerCost {
				got = v.Findings[i].Time / 1e6
			}
		}
		if got != want {
			t.Errorf("%q: the recording costs %d ms, want %d: %s", overhead, got, want, findingsText(x, v))
		}
	}
}

// TestSilentRules: a rule is not said to find nothing about time that another finding or a part has.
func TestSilentRules(t *testing.T) {
	for _, tt := range []struct {
		name, records string
		rule          story.Rule
		want          bool
	}{
		{"few late frames", "main 0>Loop" + frameCalls(3, 60_000, "Own") + " 900000<Loop", story.SlowFrames, false},
		{"frames in time", "main 0>Loop" + frameCalls(30, 10_000, "Own") + " 900000<Loop", story.SlowFrames, true},
		{"a recorder that starts for long", "main 0/0>App 0/0>Tracing 150000/0<Tracing 600000/450000<App", story.TracerCost, false},
		{"a recorder that starts at once", "main 0/0>App 0/0>Tracing 1000/0<Tracing 600000/599000<App", story.TracerCost, true},
	} {
		x := index(t, record(tt.records))
		v := story.Of(x, whole(x))
		if got := slices.Contains(v.Silent, tt.rule); got != tt.want {
			t.Errorf("%s: %s is silent: %v, want %v", tt.name, tt.rule, got, tt.want)
		}
	}
}

// TestOwnOfRows: the order of calls does not decide which own method a finding names, or whether it names one.
func TestOwnOfRows(t *testing.T) {
	const inflate, dialog = "android.view.LayoutInflater.inflate()V", "android.app.Dialog.show()V"
	inflated := func(by string, from, to int) string {
		return fmt.Sprintf(" %[1]d>%[3]s %[1]d>%[4]s %[2]d<%[4]s %[2]d<%[3]s", from, to, by, inflate)
	}
	for _, records := range []string{
		"main" + inflated("Own", 0, 60_000) + inflated(dialog, 60_000, 400_000),
		"main" + inflated(dialog, 0, 340_000) + inflated("Own", 340_000, 400_000),
	} {
		x := index(t, record(records))
		if got, want := findingsText(x, story.Of(x, whole(x))), "inflation 400 LayoutInflater.inflate"; got != want {
			t.Errorf("%s:\n got %s\nwant %s", records, got, want)
		}
	}
}

// TestLateFramesInside: late frames in a longer finding need no own code.
func TestLateFramesInside(t *testing.T) {
	x := index(t, record("main 0>Loop 0>Next 1000>Own"+frameCallsFrom(1000, 10, 30_000, "Traverse")+" 302000<Own 302000<Next 302000<Loop"))
	if got, want := findingsText(x, story.Of(x, whole(x))), "costly-method 301 Own.run, slow-frames 300 in finding 1"; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// TestMessageOfNoTime: a message can take less than the clock shows, and the first thread of a recording can have no calls.
func TestMessageOfNoTime(t *testing.T) {
	x := index(t, record("worker main 0/0>Loop 0/0>Next 50000/0<Next 50000/0>Dispatch 50000/0>Own 50000/0<Own 50000/0<Dispatch"+
		" 50000/0>Dispatch 50000/0>Theme 250000/200000<Theme 250000/200000<Dispatch 250000/200000>Next 300000/200000<Next 300000/200000<Loop"))
	if got, want := findingsText(x, story.Of(x, whole(x))), "long-message 200 Theme.apply by Theme.apply"; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// TestAllIdle: a thread that is always idle has no findings.
func TestAllIdle(t *testing.T) {
	for _, records := range []string{
		"main 0/0>Launch 0/0>Activity 0/0>Loop 0/0>Next 0/0>Poll 500000/0<Poll 500000/0<Next 500000/0<Loop 500000/0<Activity 500000/0<Launch",
		"main 0/0>Tracing 100000/0>Loop 100000/0>Next 100000/0>Poll 500000/0<Poll 500000/0<Next 500000/0<Loop 500000/0<Tracing",
	} {
		v := story.Of(index(t, record(records)), whole(index(t, record(records))))
		if v.Busy() != 0 || v.Covered != 0 || len(v.Findings)+len(v.Nearly) > 0 {
			t.Errorf("%s: %d ns are busy, findings cover %d; findings %+v, nearly %+v", records, v.Busy(), v.Covered, v.Findings, v.Nearly)
		}
	}
}

// TestIdlePhase: the time of a phase that is idle is no finding.
func TestIdlePhase(t *testing.T) {
	x := index(t, record("main 0/0>Launch 0/0>Activity 0/0>Loop 0/0>Next 0/0>Poll 900000/0<Poll 900000/0<Next 900000/0<Loop 990000/90000<Activity 990000/90000<Launch 1000000/100000>Dispatch 1000000/100000>Own 2000000/1100000<Own 2000000/1100000<Dispatch"))
	v := story.Of(x, whole(x))
	if got, want := findingsText(x, v), "long-message 1000 Own.run by Own.run"; got != want {
		t.Errorf("%d ns are busy\n got %s\nwant %s", v.Busy(), got, want)
	}
}

// TestFrameOfOtherMessage: a frame takes the place of the message that it runs in, but not of a longer one.
func TestFrameOfOtherMessage(t *testing.T) {
	x := index(t, record("main 0>Loop 0>Dispatch 0>Theme 400000<Theme 400000<Dispatch 400000>Dispatch 400000>Frame 400000>Own 770000<Own 770000<Frame 770000<Dispatch 770000<Loop"))
	if got, want := findingsText(x, story.Of(x, whole(x))), "long-message 400 Theme.apply by Theme.apply, long-message 370 Own.run by Own.run"; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// TestLibraryCPU: the finding on a native library has the CPU time of its load, because it has all of its time.
func TestLibraryCPU(t *testing.T) {
	x := index(t, record("main 0/0>Own 0/0>java.lang.System.loadLibrary()V 400000/150000<java.lang.System.loadLibrary()V 400000/150000<Own"))
	if f := story.Of(x, whole(x)).Findings[0]; f.Cause != story.Libraries || f.Time != 400e6 || f.CPU != 150e6 {
		t.Errorf("a wait for %s of %d ns, %d of them on the CPU", f.Cause, f.Time, f.CPU)
	}
}

// TestOftenWithHabit: a method that is called often and has advice is a finding, even if another one is called often and takes longer.
func TestOftenWithHabit(t *testing.T) {
	const compile = "java.util.regex.Pattern.compile()V"
	var matches strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&matches, " %[1]d>Theme %[1]d>%[3]s %[2]d<%[3]s %[2]d<Theme", 73*i, 73*i+71, compile)
	}
	x := index(t, record("main 0>Loop"+matches.String()+calls(2000, 150_000, 83, "Own")+" 320000<Loop"))
	if got, want := findingsText(x, story.Of(x, whole(x))), "called-often 142 Theme.apply"; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// TestHandlerOfHung: the handler of a message that hangs is the callback that hangs.
func TestHandlerOfHung(t *testing.T) {
	const callback, handler = "com.example.Callback.handleMessage()Z", "com.example.Player$Handler.handleMessage()V"
	x := index(t, record("main 0/0>Loop 0/0>Dispatch 0/0>"+callback+" 50000/50000<"+callback+" 50000/50000>"+handler+" 50010/50010>Get worker 0/0>Own 900000/100<Own"))
	if m := x.Info.Methods[story.Of(x, whole(x)).Messages.Slowest[0].Handler]; m.Class != "com.example.Player$Handler" {
		t.Errorf("the handler is %s.%s", m.Class, m.Name)
	}
}

// TestHungFrame: the time of late frames is a part of that of all frames, even if the last one hangs.
func TestHungFrame(t *testing.T) {
	x := index(t, record("main 0/0>Loop 0/0>Frame 20000/20000<Frame 30000/30000>Frame 31000/31000>Get worker 0/0>Own 900000/100<Own"))
	v := story.Of(x, whole(x))
	checkLate(t, v)
	if v.Frames.Total != 890e6 || v.Late[story.UsualLimit].Time != 890e6 {
		t.Errorf("all frames take %d ns, the late ones %d", v.Frames.Total, v.Late[story.UsualLimit].Time)
	}
}

// TestHungAtOnce: a message can begin with the thread's last record, and hang then.
func TestHungAtOnce(t *testing.T) {
	x := index(t, record("idle main 0/0>Loop 0/0>Next 50000/0<Next 50000/0>Dispatch 50000/0>Theme 250000/200000<Theme 250000/200000<Dispatch"+
		" 250000/200000>Dispatch 250000/200000>Own worker 0/0>App 900000/100<App"))
	if got, want := findingsText(x, story.Of(x, whole(x))), "wait 650 Own.run by Own.run"; !strings.HasPrefix(got, want) {
		t.Errorf("got %s\nwant %s", got, want)
	}
}
