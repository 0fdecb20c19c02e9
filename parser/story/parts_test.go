package story_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

var origins = [platform.Origins]string{"own", "library", "platform", "native", "tracer", "unknown"}

// partsText lists the parts as "name µs" with their sites.
func partsText(v *story.Overview) string {
	var all []string
	for i := range v.Parts {
		part := &v.Parts[i]
		name := part.Cause.String()
		switch part.Kind {
		case story.Running:
			name = origins[part.Origin]
		case story.Outside:
			name = "outside"
		case story.LeftOut:
			name = "left out"
		}
		if part.Time > 0 {
			all = append(all, fmt.Sprintf("%s %d", name, part.Time/1000))
		}
	}
	return strings.Join(all, ", ")
}

// Each planted wait lands in its cause.
func TestParts(t *testing.T) {
	for _, tt := range []struct{ name, records, want string }{
		{"own code runs", "main 0/0>Own 10/10<Own", "own 10"},
		{"own code waits without a frame that names the cause", "main 0/0>Own 10/4<Own", "own 4, not explained 6"},
		{"own code waits in a plain platform method", "main 0/0>Own 1/1>Text 9/3<Text 10/4<Own", "own 2, platform 2, not explained 6"},
		{"a binder call", "main 0/0>Own 1/1>Manager 2/2>Proxy 3/3>Transact 4/4>Native 94/5<Native 95/6<Transact 96/7<Proxy 97/8<Manager 98/9<Own", "own 2, platform 7, binder 89"},
		{"a lock", "main 0/0>Own 1/1>Lock 2/2>Acquire 3/3>Park 4/4>Unsafe 94/5<Unsafe 95/6<Park 96/7<Acquire 97/8<Lock 98/9<Own", "own 2, platform 7, lock 89"},
		{"a bare park", "main 0/0>Own 3/3>Park 4/4>Unsafe 94/5<Unsafe 95/6<Park 98/9<Own", "own 6, platform 3, condition 89"},
		{"a future", "main 0/0>Own 1/1>Get 2/2>Done 3/3>Park 90/3<Park 91/4<Done 92/5<Get 93/6<Own", "own 2, platform 4, future 87"},
		{"a latch", "main 0/0>Own 1/1>Latch 2/2>Acquire 3/3>Park 90/3<Park 91/4<Acquire 92/5<Latch 93/6<Own", "own 2, platform 4, latch 87"},
		{"a wait in own code within a future", "main 0/0>Own 1/1>Get 2/2>Theme 92/3<Theme 93/4<Get 94/5<Own", "own 3, platform 2, not explained 89"},
		{"preferences, not the pause in them", "main 0/0>Own 1/1>Prefs 2/2>Loaded 3/3>Wait 93/3<Wait 94/4<Loaded 95/5<Prefs 96/6<Own", "own 2, platform 4, preferences 90"},
		{"preferences that are written, not the files in them", "main 0/0>Own 1/1>Commit 2/2>android.app.SharedPreferencesImpl.enqueueDiskWrite()V 3/3>Read 93/3<Read 94/4<android.app.SharedPreferencesImpl.enqueueDiskWrite()V 95/5<Commit 96/6<Own", "own 2, platform 4, preferences 90"},
		{"a file in own code that hears of a write of preferences", "main 0/0>Own 1/1>Commit 2/2>Theme 3/3>Read 93/3<Read 94/4<Theme 95/5<Commit 96/6<Own", "own 4, platform 2, file 90"},
		{"the renderer stops a surface", "main 0/0>Own 1/1>android.graphics.HardwareRenderer.setStopped()V 91/1<android.graphics.HardwareRenderer.setStopped()V 92/2<Own", "own 2, rendering 90"},
		{"a view that draws within the renderer", "main 0/0>Own 1/1>android.graphics.HardwareRenderer.draw()V 2/2>Text 92/2<Text 93/3<android.graphics.HardwareRenderer.draw()V 94/4<Own", "own 2, platform 2, not explained 90"},
		{"a database", "main 0/0>Own 1/1>Query 2/2>Step 92/3<Step 93/4<Query 94/5<Own", "own 2, platform 3, database 89"},
		{"the innermost named frame decides", "main 0/0>Own 1/1>Load 2/2>Find 3/3>Zip 53/4<Zip 54/5<Find 94/5<Load 95/6<Own", "own 2, platform 4, file 49, class loading 40"},
		{"resources in the files of classes", "main 0/0>Own 1/1>java.lang.VMClassLoader.getResources()V 91/1<java.lang.VMClassLoader.getResources()V 92/2<Own", "own 2, file 90"},
		{"native libraries in the files of classes", "main 0/0>Own 1/1>dalvik.system.DexPathList.findLibrary()V 91/1<dalvik.system.DexPathList.findLibrary()V 92/2<Own", "own 2, native libraries 90"},
		{"a child process starts", "main 0/0>Own 1/1>java.lang.UNIXProcess.forkAndExec()I 91/1<java.lang.UNIXProcess.forkAndExec()I 92/2<Own", "own 2, child process 90"},
		{"a device at a Bluetooth connection", "main 0/0>Own 1/1>android.bluetooth.BluetoothSocket.connect()V 1/1>android.net.LocalSocketImpl.readba_native([B)I 91/1<android.net.LocalSocketImpl.readba_native([B)I 91/1<android.bluetooth.BluetoothSocket.connect()V 92/2<Own", "own 2, device 90"},
		{"a device at a USB connection", "main 0/0>Own 1/1>android.hardware.usb.UsbDeviceConnection.bulkTransfer()I 1/1>android.hardware.usb.UsbDeviceConnection.native_bulk_request()I 91/1<android.hardware.usb.UsbDeviceConnection.native_bulk_request()I 91/1<android.hardware.usb.UsbDeviceConnection.bulkTransfer()I 92/2<Own", "own 2, device 90"},
		{"a child process runs", "main 0/0>Own 1/1>java.lang.UNIXProcess.waitFor()I 2/2>Wait 92/2<Wait 93/3<java.lang.UNIXProcess.waitFor()I 94/4<Own", "own 2, platform 2, child process 90"},
		{"sleep", "main 0/0>App 1/1>Sleep 91/1<Sleep 92/2<App", "own 2, sleep 90"},
		{"runBlocking", "main 0/0>Own 1/1>Blocking 2/2>Join 3/3>Park 90/3<Park 91/4<Join 92/5<Blocking 93/6<Own", "own 2, platform 4, coroutine 87"},
		{"rendering", "main 0/0>Own 1/1>Sync 91/1<Sync 92/2<Own", "own 2, rendering 90"},
		{"the recording itself", "main 0/0>Own 1/1>Tracing 91/1<Tracing 92/2<Own", "own 2, tracing 90"},
		{"a recorder that starts on another thread", "main 0/0>Own 1/1>Load 2/2>Text 92/2<Text 93/3<Load 94/4<Own worker 0/0>App 10/1>Tracing 60/20<Tracing 70/30<App", "own 2, platform 2, class loading 40, tracing 50"},
		{"two recorders", "main 0/0>Own 90/0<Own worker 10/0>Tracing 60/20<Tracing pool 20/0>Tracing 70/20<Tracing", "not explained 30, tracing 60"},
		{"a recorder that stops a thread for a part of its call", "main 0/0>Own 90/60<Own worker 10/0>Tracing 60/20<Tracing", "own 60, tracing 30"},
		{"a recorder that starts while the thread is idle", "main 0/0>Loop 1/1>Next 2/2>Poll 80/2<Poll 81/3<Next 92/14<Loop worker 10/0>Tracing 60/20<Tracing", "platform 14, idle 78"},
		{"a recorder that starts while the thread waits", "main 0/0>Own 1/1>Transact 2/2>Native 92/2<Native 93/3<Transact 94/4<Own worker 10/0>Tracing 60/20<Tracing", "own 2, platform 2, binder 90"},
		{"a recorder that does not stop the thread", "main 0/0>Own 90/90<Own worker 10/0>Tracing 60/20<Tracing", "own 90"},
		{"a looper without MessageQueue.next", "main 0/0>Loop 90/10>Dispatch 100/20<Dispatch 110/20<Loop", "platform 20, idle 90"},
		{"a message that waits in a looper", "main 0/0>Loop 0/0>Dispatch 100/10<Dispatch 100/10<Loop", "platform 10, not explained 90"},
		{"an idle looper", "main 0/0>Loop 1/1>Next 2/2>Poll 80/2<Poll 81/3<Next 82/4>Dispatch 92/14<Dispatch 93/15<Loop", "platform 15, idle 78"},
		{"an empty stack", "main 0/0>Own 10/10<Own 60/20>Own 70/30<Own", "own 20, not explained 40, outside 10"},
		{"clocks that are not read at once", "main 0/0>Own 10/12>Text 20/22<Text 30/30<Own", "own 20, platform 10"},
		{"a callee with more CPU than wall time takes it from its caller", "main 0/0>Own 10/0>Text 20/13<Text 30/13<Own", "own 3, platform 10, not explained 17"},
		{"more CPU than wall time", "main 0/0>Own 10/4>Text 20/22<Text 30/34<Own", "own 20, platform 10"},
	} {
		checkParts(t, tt.name, record(tt.records), tt.want)
	}
}

func checkParts(t *testing.T, name string, data []byte, want string) {
	t.Helper()
	x := index(t, data)
	v := story.Of(x, whole(x))
	checkSums(t, x, v)
	if got := partsText(v); got != want {
		t.Errorf("%s:\n got %s\nwant %s", name, got, want)
	}
}

// TestPartsOfOneClock: a trace with only the wall clock shows waiting by the methods that block.
func TestPartsOfOneClock(t *testing.T) {
	for _, tt := range []struct{ name, records, want string }{
		{"only blocking methods wait", "main 0>App 1>Sleep 91<Sleep 92>Text 99<Text 100<App", "own 3, platform 7, sleep 90"},
		{"a lock that is free does not wait", "main 0>Own 1>Lock 2>Acquire 90<Acquire 91<Lock 92<Own", "own 2, platform 90"},
		{"an idle looper", "main 0>Loop 1>Next 2>Poll 80<Poll 81<Next 92<Loop", "platform 12, idle 80"},
	} {
		checkParts(t, tt.name, tracetest.Trace{Records: expand(tt.records), Version: 2, Clock: "wall"}.Bytes(), tt.want)
	}
}

// A part lists the methods that hold its time, the own code that calls them, and the longest calls.
func TestSites(t *testing.T) {
	x := index(t, record("main 0/0>App 1/1>Manager 2/2>Proxy 3/3>Transact 23/3<Transact 24/4<Proxy 25/5<Manager 25/5<App "+
		"30/10>Theme 31/11>Manager 32/12>Proxy 33/13>Transact 93/13<Transact 94/14<Proxy 95/15<Manager 96/16<Theme"))
	v := story.Of(x, whole(x))
	part := &v.Parts[slices.IndexFunc(v.Parts, func(p story.Part) bool { return p.Cause == story.Binder })]
	if len(part.Sites) != 1 || part.Time != 80_000 {
		t.Fatalf("%d sites, %d ns", len(part.Sites), part.Time)
	}
	site := &part.Sites[0]
	name := func(m trace.MethodIndex) string { return x.Info.Methods[m].Name }
	if got := fmt.Sprint(name(site.Method), " ", site.Detail, " ", name(site.Own), " ", site.Count, " ", len(site.Calls)); got !=
		"getRunningAppProcesses android.app.IActivityManager.getRunningAppProcesses apply 2 2" {
		t.Error(got)
	}
	if a, b := site.Calls[0].Times, site.Calls[1].Times; a != (profile.Times{62_000, 2_000, 60_000}) || b != (profile.Times{22_000, 2_000, 20_000}) {
		t.Errorf("calls took %v and %v", a, b)
	}
	o := whole(x)
	o.From, o.To = 63, 94 // µs: the second call alone, from its middle
	v = story.Of(x, o)
	checkSums(t, x, v)
	part = &v.Parts[slices.IndexFunc(v.Parts, func(p story.Part) bool { return p.Cause == story.Binder })]
	if calls := part.Sites[0].Calls; len(calls) != 1 || calls[0].Times[profile.Waiting] != part.Time {
		t.Errorf("in a range: %v of %d ns", calls, part.Time)
	}
}

// TestMissingClocks: an overview names the clock that the recording does not have.
func TestMissingClocks(t *testing.T) {
	for clock, want := range map[string][]story.Missing{"dual": nil, "wall": {{Clock: profile.CPU}}, "thread-cpu": {{Clock: profile.Wall}}} {
		version := 2
		if clock == "dual" {
			version = 3
		}
		x := index(t, tracetest.Trace{Records: "main 0>A.a 10<A.a", Version: version, Clock: clock}.Bytes())
		var got []story.Missing
		for _, m := range story.Of(x, whole(x)).Missing {
			if m.Anchor == story.NoAnchor {
				got = append(got, m)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", clock, got, want)
		}
	}
}
