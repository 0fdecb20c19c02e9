package wait

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/dump/dumptest"
)

// groups formats one group per line, "2 × name (1 Waiting, 1 Blocked)".
func groups(all []Group) string {
	var lines []string
	for _, g := range all {
		var states []string
		for _, s := range g.States {
			states = append(states, fmt.Sprint(s.Count, " ", s.Name))
		}
		lines = append(lines, fmt.Sprintf("%d × %s (%s)", len(g.Threads), g.Name, strings.Join(states, ", ")))
	}
	return strings.Join(lines, "\n")
}

func TestGroups(t *testing.T) {
	park := "\nat jdk.internal.misc.Unsafe.park\nat java.util.concurrent.LinkedBlockingQueue.take\nat java.lang.Thread.run\n"
	d := dumptest.Parse(app + "1 main Runnable\nat com.example.A.a\n2 pool-1-thread-1 Waiting" + park + "3 pool-1-thread-2 Waiting" + park + "4 pool-2-thread-1 Native" + park +
		"5 HeapTaskDaemon Blocked\nat dalvik.system.VMRuntime.runHeapTasks\n- waiting to lock an unknown object\n6 x Native\n#00 pc 0000000000000001  /lib/libc.so (read+8)\n7 y Native\n#00 pc 0000000000000009  /lib/libc.so (read+16)\n8 empty Native\n9 none Native\n")
	facts := NewFacts(d)
	if got, want := groups(facts.Pools(0)), "3 × pool-#-thread-# (2 Waiting, 1 Native)"; got != want {
		t.Errorf("pools:\n got %s\nwant %s", got, want)
	}
	if got, want := groups(facts.Stacks(0)), "3 × jdk.internal.misc.Unsafe.park, called by java.util.concurrent.LinkedBlockingQueue.take (2 Waiting, 1 Native)\n2 × libc.so read (2 Native)"; got != want {
		t.Errorf("stacks:\n got %s\nwant %s", got, want)
	}
	var states []string
	for _, s := range facts.States(0) {
		states = append(states, fmt.Sprint(s.Name, s.Count, s.Idle))
	}
	if got, want := strings.Join(states, " "), "Native5 false Waiting2 false Runnable1 false Blocked1 true"; got != want {
		t.Errorf("states: got %s, want %s", got, want)
	}
}

func TestCPU(t *testing.T) {
	d := dumptest.Parse(app + "1 main Runnable\n| state=R schedstat=( 0 0 0 ) utm=10 stm=5 core=1 HZ=100\n2 b Native\n| state=R schedstat=( 0 0 0 ) utm=400 stm=50 core=1 HZ=1000\n3 c Native\n4 d Native\n| state=S schedstat=( 0 0 0 ) utm=0 stm=0 core=1 HZ=100\n")
	var got []string
	for _, s := range NewFacts(d).CPU(0) {
		got = append(got, fmt.Sprintf("%d %v+%v ms %.2f", d.Threads[s.Thread].Tid, s.User, s.Kernel, s.Of))
	}
	if got, want := strings.Join(got, ", "), "2 400+50 ms 0.75, 1 100+50 ms 0.25, 4 0+0 ms 0.00"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestOwn(t *testing.T) {
	for text, want := range map[string]string{
		app + "1 main Native\nat android.os.BinderProxy.transact\nat com.example.IFoo$Stub$Proxy.get\nat com.example.A.a\nat com.example.B.b\n": "com.example.A.a 0",
		app + "1 main Native\nat java.net.Socket.read\nat okhttp3.B.b\nat okio.C.c\nat com.example.A.a\n":                                       "com.example.A.a 0",
		app + "1 main Native\nat java.net.Socket.read\nat okhttp3.B.b\nat okio.C.c\n":                                                           "okhttp3.B.b 1",
		app + idly: " 2",
		"process 7 system_server\n1 main Native\nat com.android.internal.X.x\nat com.android.server.A.a\n": "com.android.server.A.a 0",
		"process 7 io.sentry.sample\n1 main Native\nat java.lang.Object.wait\nat io.sentry.A.a\n":          "io.sentry.A.a 0",
		app + "1 main Native\nat com.android.server.A.a\n":                                                 " 2",
	} {
		frame, line, origin := NewFacts(dumptest.Parse(text)).OwnFrame(0)
		if got := fmt.Sprint(frame.Name(), " ", origin); got != want || (line == 0) != (frame.Name() == "") {
			t.Errorf("%s at line %d, want %s", got, line, want)
		}
	}
}

// TestCauseBesideIdle: another claim can name the cause of an idle main. If the named process is missing, the frames of
// other processes are no cause.
func TestCauseBesideIdle(t *testing.T) {
	const anr = "Subject: Input dispatching timed out (com.example.app/com.example.app.Main (server) is not responding. Waited 5001ms for MotionEvent)\n"
	flip := "4 HeapTaskDaemon WaitingForGcThreadFlip\nat dalvik.system.VMRuntime.runHeapTasks\n"
	for _, c := range []struct {
		name, text string
		want       Cause
		code       Code // of the headline
	}{
		{"the collector is stuck", anr + app + idly + flip + "5 w WaitingForGcToComplete\nat com.example.A.a\n", Cause{Rule: "gc-stuck", Frames: "dalvik.system.VMRuntime.runHeapTasks"}, CollectorStuck},
		{"the collector works", anr + app + idly + flip, Cause{Rule: "idle"}, MainIdleLate},
		{"another thread has crashed", anr + app + idly + "4 w Waiting\nat java.lang.Object.wait\nat com.example.A.a\nat java.lang.Thread.dispatchUncaughtException\n", Cause{Rule: "crash", Frames: "com.example.A.a"}, Crashing},
		{"not here", strings.ReplaceAll(anr, "example.app", "example.gone") + "process 900 com.android.phone\n1 main Native\nat android.os.BinderProxy.transactNative\nat android.os.BinderProxy.transact\nat com.example.IFoo$Stub$Proxy.get\nat com.android.phone.A.a" + loop, Cause{Rule: "not-here"}, HungAbsent},
	} {
		f := NewFacts(dumptest.Parse(c.text))
		if got := f.Cause(0); got != c.want {
			t.Errorf("%s: cause\n got %+v\nwant %+v", c.name, got, c.want)
		}
		if got := f.Explain(0).Claims[0].Code; got != c.code {
			t.Errorf("%s: headline %d, want %d", c.name, got, c.code)
		}
	}
}

// TestIdleMainComesSecond: what holds up other threads comes before an idle main, and further claims about main follow its
// own one. The process still ranks below one whose main hangs.
func TestIdleMainComesSecond(t *testing.T) {
	blocked := "%d a Blocked\nat com.example.A.a\n- waiting to lock <0x0000000a> (a com.example.X) held by thread 99\n"
	var text strings.Builder
	text.WriteString(app + idly + "99 b Sleeping\nat java.lang.Thread.sleep\nat com.example.B.b\n- locked <0x0000000a> (a com.example.X)\n")
	for i := range 20 {
		fmt.Fprintf(&text, blocked, 10+i)
	}
	f := NewFacts(dumptest.Parse(text.String()))
	v := f.Explain(0)
	if c := &v.Claims[0]; c.Rule != "elsewhere" || c.Number != 20 || v.Main != 1 || v.Claims[1].Code != MainIdleMeanwhile || !v.MainIdle() {
		t.Errorf("claims %+v, of main %d", v.Claims, v.Main)
	}
	if got := v.With(Claim{Rule: "moved-on"}); len(v.Claims) != 2 || len(got) != 3 || got[2].Rule != "moved-on" {
		t.Errorf("with another claim: %+v", got)
	}
	if got := f.Suspicion(0); got != Hangs {
		t.Errorf("suspicion %d, want %d", got, Hangs)
	}
	if got := f.Category(0); got != "elsewhere" {
		t.Errorf("category %s", got)
	}
	alone := NewFacts(dumptest.Parse(app + idly)).Explain(0)
	if len(alone.Claims) != 1 || alone.Main != 0 || !alone.MainIdle() {
		t.Errorf("main alone: %+v", alone)
	}
}

// TestSuspect: if the file does not name the process that hung, the most likely one comes first.
func TestSuspect(t *testing.T) {
	idle := "process 300 com.example.idle\n" + idly
	// A program without a virtual machine that waits in its own code.
	service := "native 400 /vendor/bin/hw/sensors\n#00 pc 0000000000000001  /libc.so (syscall+28)\n#01 pc 0000000000000001  /libc.so (pthread_cond_wait+96)\n#02 pc 0000000000000001  /sensors-impl.so (poll+144)\n"
	behind := "process 500 system_server\n" + idly + "5 a Blocked\nat com.example.A.a\n- waiting to lock <0x0000000a> (a com.example.X) held by thread 6\n" +
		"6 b Sleeping\nat java.lang.Thread.sleep\nat com.example.B.b\n- locked <0x0000000a> (a com.example.X)\n"
	asleep := "process 600 com.example.asleep\n1 main Sleeping\nat java.lang.Thread.sleep\nat com.example.A.a" + loop
	for _, c := range []struct {
		text string
		want int
	}{
		{idle + service, 0},
		{service + idle, 1}, // it has no looper
		{"native 1 /system/bin/sdcard\n#00 pc 0000000000000001  /libc.so (wait4+8)\n" + idle, 1},
		{"Subject: Input dispatching timed out (com.example.gone/com.example.gone.Main (server) is not responding. Waited 5001ms for MotionEvent)\n" + idle + "process 900 com.android.phone\n1 main Native\nat android.os.BinderProxy.transactNative\nat android.os.BinderProxy.transact\nat com.example.IFoo$Stub$Proxy.get\nat com.android.phone.A.a" + loop, 0}, // a short call proves little
		{idle + service + behind, 2},
		{behind + service + asleep, 2},
		{asleep + behind + "process 700 com.example.both\n" + pair, 2},
		{"------ VM TRACES JUST NOW (/data/anr/traces.txt.bugreport: 2024-01-01 10:00:00) ------\n" + idle + "process 700 com.example.both\n" + pair +
			"------ VM TRACES AT LAST ANR (/data/anr/traces.txt: 2024-01-01 08:00:00) ------\n" + asleep, 1},
		{"------ VM TRACES JUST NOW (/data/anr/traces.txt.bugreport: 2024-01-01 10:00:00) ------\n" + asleep + behind +
			"------ VM TRACES AT LAST ANR (/data/anr/traces.txt: 2024-01-01 08:00:00) ------\n" + asleep, 2},
	} {
		d := dumptest.Parse(c.text)
		if got := NewFacts(d).Suspect(); got != c.want {
			t.Errorf("block %d is in front, want %d:\n%s", got, c.want, d.Text.Line(0))
		}
	}
}
