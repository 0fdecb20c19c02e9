package wait

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/dump"
	"traceglass/parser/dump/dumptest"
)

// check tests what holds for every claim.
func check(t testing.TB, d *dump.Dump, c Claim) {
	t.Helper()
	if c.Rule == "" || c.Code == NoCode {
		t.Errorf("claim %+v", c)
	}
	for _, line := range c.Lines {
		if line < 0 || line >= d.Text.Lines() {
			t.Errorf("line %d of %d: %+v", line, d.Text.Lines(), c)
		}
	}
	for _, thread := range c.Threads {
		if thread < 0 || thread >= len(d.Threads) {
			t.Errorf("thread %d of %d: %+v", thread, len(d.Threads), c)
		}
	}
	for _, h := range c.Hops {
		if h.Line < 0 || h.Line >= d.Text.Lines() || h.Thread == nil || h.From.Row < 0 || h.From.Row >= len(d.Threads) {
			t.Errorf("hop %+v of %+v", h, c)
		}
	}
}

const (
	app  = "process 100 com.example.app\n"
	loop = "\nat android.os.Handler.dispatchMessage\nat android.os.Looper.loop\nat android.app.ActivityThread.main\n"
	idly = "1 main Native\n#00 pc 0000000000000001  /libc.so (__epoll_pwait+8)\n#01 pc 0000000000000001  /libutils.so (android::Looper::pollOnce+8)\nat android.os.MessageQueue.nativePollOnce\nat android.os.MessageQueue.next" + loop
	pair = "1 main Blocked\nat com.example.A.a\n- waiting to lock <0x0000000a> (a com.example.X) held by thread 4\n- locked <0x0000000b> (a com.example.Y)" + loop +
		"4 worker Blocked\nat com.example.B.b\n- waiting to lock <0x0000000b> (a com.example.Y) held by thread 1\n- locked <0x0000000a> (a com.example.X)\n"
	held = "1 main Blocked\nat com.example.A.a\n- waiting to lock <0x0000000a> (a com.example.X) held by thread 4" + loop
)

// TestVerdicts compares claims with the results of reading the real dumps by eye: the rule and
// confidence of the first claim, for the process that did not answer and a few others.
func TestVerdicts(t *testing.T) {
	for name, want := range map[string]string{
		"art12_bitdrift": "crash certain", "art13_bugsnag": "sleep certain", "art13_main_renamed": "cpu likely",
		"art14_blocking_get": "wait certain", "art14_datadog": "cpu likely", "art14_deadlock_a": "deadlock certain",
		"art14_deadlock_b": "deadlock certain", "art14_sleep_main": "sleep certain", "art15_latency": "wait certain",
		"art15_xiaomi_54": "not-dumped likely", "art50_bhendi": "wait likely", "art51_wanandroid": "cpu likely",
		"art70_bannerdemo": "cpu likely", "art70_jaynmbo": "idle certain", "art71_serggio": "wait likely",
		"art80_cointiger": "contention likely", "art81_anr_171853": "elsewhere likely", "art81_anr_171909": "binder certain",
		"art81_tachyon": "binder certain", "art8_graffito_cut": "sleep certain", "bugreport_dalvik23_aidl_deadlock 800": "deadlock likely",
		"bugreport_dalvik23_aidl_deadlock 808": "deadlock likely", "bugreport_dalvik23_deadlock 628": "deadlock certain",
		"bugreport_dalvik23_deadlock": "debugger certain", "dalvik22_one_process": "native cannot tell", "dalvik23_jetginger": "database certain",
		"dalvik40_a390t": "native-wait likely", "dalvik44_overwritten_head": "cpu likely", "dalvik44_smartad_traced": "idle likely",
		"dalvik44_x86_firstgit": "sleep certain", "debuggerd81_systemui": "suspended likely", "native13_sentry": "debugger certain",
		"paste_art5_cut_in_attribute": "lock certain", "paste_crashlytics_mixed": "cpu likely", "paste_play_console_blocked": "lock certain",
		"paste_logcat_abort": "abort certain", "paste_play_console_native": "no-main cannot tell", "wchan_only_oem": "not-dumped likely", "xcrash_art10_arm64": "sleep certain",
		"xcrash_art10_x86": "sleep certain",
	} {
		file, pid, _ := strings.Cut(name, " ")
		data, err := os.ReadFile("../../../shared/corpus/thread-dumps/" + file + ".txt")
		if err != nil {
			t.Skip("../shared/corpus is not here: real dumps are not compared")
		}
		r := dump.NewReader()
		r.Write(data)
		d := r.Close()
		facts := NewFacts(d)
		for i := range d.Blocks {
			v := facts.Explain(i)
			for _, c := range v.Claims {
				check(t, d, c)
			}
			if got := v.Claims[0].Rule + " " + v.Claims[0].Confidence.String(); (pid == "" && i == facts.Hung() || pid == fmt.Sprint(d.Blocks[i].PID)) && got != want {
				t.Errorf("%s, %s: %s, want %s", name, d.Blocks[i].CommandLine, got, want)
			}
		}
	}
}

// TestExplainHuge: explaining takes bounded time for 100,000 threads in one chain or at one lock,
// and for many processes that call each other.
func TestExplainHuge(t *testing.T) {
	const n = 100_000
	var chain, crowd []string
	for i := range n {
		chain = append(chain, fmt.Sprintf("%d Blocked: waiting to lock <0x%x> (a X) held by thread %d; locked <0x%x> (a X)", i+1, i+1, i+2, i))
		crowd = append(crowd, fmt.Sprintf("%d Blocked: waiting to lock <0x1> (a X)", i+1))
	}
	for name, threads := range map[string][]string{"lock": chain, "contention": crowd} {
		d := read(t, art, threads...)
		facts := NewFacts(d)
		if c := facts.Explain(0).Claims[0]; c.Rule != name || len(c.Hops) > 1000 || len(c.Lines) > 1000 {
			t.Errorf("%s: %s: %d hops, %d lines", name, c.Rule, len(c.Hops), len(c.Lines))
		}
		if got := len(facts.Stacks(0)); got != 1 {
			t.Errorf("%s: %d groups of stacks", name, got)
		}
	}
	var s strings.Builder
	for i := range n / 4 {
		fmt.Fprintf(&s, "----- pid %d at 2024-01-01 10:00:00 -----\nCmd line: a.b\n\"main\" prio=5 tid=1 Native\n  at android.os.BinderProxy.transact(A.java:1)\n  at a.IFoo$Stub$Proxy.get(A.java:1)\n  at a.IFoo$Stub.onTransact(A.java:1)\n  at android.os.Binder.execTransact(A.java:1)\n\n----- end %d -----\n", i+1, i+1)
	}
	r := dump.NewReader()
	r.Write([]byte(s.String()))
	if d := r.Close(); len(d.Blocks) == n/4 {
		facts := NewFacts(d)
		for i := range d.Blocks {
			facts.Explain(i)
		}
	} else {
		t.Errorf("%d blocks", len(d.Blocks))
	}
}

// FuzzExplain holds for any text: nothing panics, and every claim refers to existing lines and
// threads.
func FuzzExplain(f *testing.F) {
	files, _ := filepath.Glob("../../../shared/corpus/thread-dumps/*.txt")
	for _, file := range files {
		if data, err := os.ReadFile(file); err == nil {
			f.Add(data[:min(len(data), 1<<14)])
		}
	}
	for _, text := range []string{app + pair, app + idly, app + held} {
		d := dumptest.Parse(text)
		var all []byte
		for i := range d.Text.Lines() {
			all = append(append(all, d.Text.Line(i)...), '\n')
		}
		f.Add(all)
	}
	for _, text := range []string{ // section 24
		"\"a \"b\" c\" prio=5 tid=9 Waiting\n\n\"\" prio=5 tid=1 Native\n",
		"\"line1\nline2\" daemon prio=5 tid=1 Blocked\n  - waiting to lock <0x1> (a Q) held by thread 1\n",
		"\"RenderThread\" prio=4 (not attached)\n  | sysTid=9\n",
		"main (timed waiting):tid=1 systid=900\n",
		"\"m\" prio=5 tid=1 Blocked\n  at dalvik.system.VMRuntime.runHeapTasks(Native method)\n  - waiting to lock an unknown object\n",
		"\"m\" prio=5 tid=1 WAIT\n  - waiting on <0x1> (a java.lang.VMThread) held by tid=1 (m)\n",
		"\"m\" prio=5 tid=1 Waiting\n  at a.B.c(unavailable:14)\n  - waiting on <0x1> (a java.lang.Class<>)\n",
		"\"m\" prio=5 tid=1 Native\n  at android.os.BinderProxy.transact(B.java:1)\n  at android.os.BinderProxy.x(B.java:1)\n",
		"\"m\" prio=5 tid=1 Native\n  at x.y.onTransact(B.java:1)\n  at android.os.Binder.execTransact(B.java:1)\n  at android.os.BinderProxy.transact(B.java:1)\n",
		"\"m\" sysTid=1\n  #00 pc 0001  /x.oat (a.b+1)\n  #01 pc 0001  /x.oat (.+1)\n",
		"----- Waiting Channels: pid 1 at 2024-01-01 10:00:00 -----\n\nsysTid=1  0\n\n----- end 1 -----\n---- pid 2 at [unknown] ----\nDump failed\n---- end 2 ----\n",
		"Subject: Broadcast of Intent\nCPU usage from 1ms to 0ms ago:\n  99% 0/x: 99% user + 0% kernel\n99% TOTAL: 99% user + 99% iowait\n\"m\" prio=5 tid=1 Runnable\n",
		"1:1(a:b) -> 1:1(a:b) code: 1\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := dump.NewReader()
		r.Write(data)
		d := r.Close()
		facts := NewFacts(d)
		for i := range d.Blocks {
			v := facts.Explain(i)
			if len(v.Claims) == 0 || len(v.Claims) > most {
				t.Fatalf("%d claims", len(v.Claims))
			}
			for _, c := range v.Claims {
				check(t, d, c)
			}
			for _, groups := range [][]Group{facts.Pools(i), facts.Stacks(i)} {
				for _, g := range groups {
					if len(g.Threads) < 2 || len(g.States) == 0 {
						t.Fatalf("group %+v", g)
					}
				}
			}
			facts.CPU(i)
		}
	})
}

// TestHolder: the holder of a claim is the thread of its process that holds the last lock of the chain.
func TestHolder(t *testing.T) {
	const (
		loop  = "at android.os.Looper.loop\n"
		main  = app + "1 main Blocked\nat com.example.A.a\n- waiting to lock <0x0a> (a X) held by thread 4\n" + loop
		calls = "4 b Native\nat android.os.BinderProxy.transact\nat com.example.IFoo$Stub$Proxy.get\nat com.example.B.b\n- locked <0x0a> (a X)\n"
		other = "\n----- end 100 -----\nprocess 7 com.other\n1 main Native\nat a.B.c\n8 Binder_1 %s\nat com.other.Foo.get\n%sat com.example.IFoo$Stub.onTransact\nat android.os.Binder.execTransact\n"
	)
	tests := []struct{ name, text, want string }{
		{"of main's chain", main + "4 b Sleeping\nat java.lang.Thread.sleep\nat com.example.B.b\n- locked <0x0a> (a X)\n", "b"},
		{"behind another", main + "4 b Blocked\nat com.example.B.b\n- waiting to lock <0x0b> (a X) held by thread 5\n- locked <0x0a> (a X)\n5 c Sleeping\nat java.lang.Thread.sleep\nat com.example.B.b\n- locked <0x0b> (a X)\n", "c"},
		{"main is idle", app + idly + strings.Replace(main[len(app):], "1 main", "5 a", 1) + "4 b Sleeping\nat java.lang.Thread.sleep\nat com.example.B.b\n- locked <0x0a> (a X)\n", "b"},
		{"which calls another process", main + calls + fmt.Sprintf(other, "Sleeping", ""), "b"},
		{"of another process", main + calls + fmt.Sprintf(other, "Blocked", "- waiting to lock <0x0c> (a X) held by thread 9\n") + "9 d Sleeping\nat java.lang.Thread.sleep\nat com.other.Foo.put\n- locked <0x0c> (a X)\n", "b"},
		{"deadlock", main + "4 b Blocked\nat com.example.B.b\n- waiting to lock <0x0b> (a X) held by thread 1\n- locked <0x0a> (a X)\n", ""},
		{"only a call", app + "1 main Native\nat android.os.BinderProxy.transact\nat com.example.IFoo$Stub$Proxy.get\nat com.example.B.b\n" + loop + fmt.Sprintf(other, "Sleeping", ""), ""},
		{"not shown", app + "1 main Blocked\nat com.example.A.a\n- waiting to lock <0x0a> (a X)\n" + loop, ""},
		{"idle", app + idly, ""},
	}
	for _, tt := range tests {
		d := dumptest.Parse(tt.text)
		got := ""
		if row := NewFacts(d).Explain(0).Claims[0].Holder(); row != None {
			got = d.Threads[row].Name
		}
		if got != tt.want {
			t.Errorf("%s: holder %q, want %q", tt.name, got, tt.want)
		}
	}
}
