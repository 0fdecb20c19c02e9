package story_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/simpleperf"
	"traceglass/parser/simpleperf/simpleperftest"
	"traceglass/parser/story"
)

// samples returns the index of a recording in the notation of simpleperftest. Names in capitals are those of android.
func samples(t *testing.T, recording string) *profile.Index {
	t.Helper()
	framework := strings.NewReplacer(
		"ROOT", "/system/framework/framework.jar|com.android.internal.os.ZygoteInit.main", "LOOP", "/system/framework/framework.jar|android.os.Looper.loop",
		"DISPATCH", "/system/framework/framework.jar|android.os.Handler.dispatchMessage", "FRAME", "/system/framework/framework.jar|android.view.Choreographer.doFrame",
		"LAUNCH", "/system/framework/framework.jar|android.app.ActivityThread.performLaunchActivity", "STOPPED", "/system/framework/framework.jar|android.graphics.HardwareRenderer.setStopped",
		"TEXT", "/system/framework/framework.jar|android.widget.TextView.setText", "KERNEL", "[kernel.kallsyms]|schedule",
	)
	return indexOf(t, simpleperftest.Parse(framework.Replace(recording)))
}

func indexOf(t *testing.T, recording *simpleperftest.Recording) *profile.Index {
	t.Helper()
	r := simpleperf.NewReader()
	r.Write(recording.Bytes())
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	calls, info := r.Calls(0, true)
	return profile.NewIndex(calls, info)
}

// waitsText lists the sites of all waiting, as "cause: method ms".
func waitsText(x *profile.Index, v *story.Overview) string {
	var all []string
	for i := range v.Parts {
		part := &v.Parts[i]
		for _, site := range part.Sites {
			if part.Kind == story.Waiting && site.Method != call.NoMethod {
				all = append(all, fmt.Sprintf("%v: %s %d", part.Cause, x.Info.Methods[site.Method].Label(), site.Time/1e6))
			}
		}
	}
	return strings.Join(all, "; ")
}

// The kernel's name does not say what a thread waits in: its nearest caller with a name does.
func TestWaitsOfSamples(t *testing.T) {
	for _, tt := range []struct{ name, recording, want string }{
		{"the renderer", "7+1 7@2 ROOT;DISPATCH;FRAME;STOPPED 7!3 ROOT;DISPATCH;FRAME;STOPPED;KERNEL 7-3.001 7+203 7@204 ROOT;DISPATCH;FRAME;TEXT ::7=main", "rendering: android.graphics.HardwareRenderer.setStopped 200"},
		{"a platform method", "7+1 7@2 ROOT;DISPATCH;TEXT 7!3 ROOT;DISPATCH;TEXT;KERNEL 7-3.001 7+203 7@204 ROOT;DISPATCH;TEXT ::7=main", "not explained: android.widget.TextView.setText 200"},
		{"own native code", "7+1 7@2 ROOT;game 7!3 ROOT;game;KERNEL 7-3.001 7+203 7@204 ROOT;game ::7=main", "not explained: game 200"},
		{"the kernel alone", "7+1 7@2 KERNEL 7!3 KERNEL 7-3.001 7+203 7@204 KERNEL ::7=main", "not explained: schedule 200"},
	} {
		x := samples(t, tt.recording)
		v := story.Of(x, whole(x))
		checkSums(t, x, v)
		checkFindings(t, x, v)
		if got := waitsText(x, v); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// TestEnderOfSamples: samples do not show the call that wakes a thread, but whose work ended with the wait.
func TestEnderOfSamples(t *testing.T) {
	const main = "main 0/0>App 0/0>Get 1000/1000>Done 1000/1000>Park 201000/1000<Park 201000/1000<Done 201000/1000<Get 210000/10000<App"
	for _, tt := range []struct{ name, records, want string }{
		{"one thread", main + " loader 0/0>com.example.Loader.run()V 195000/150000<com.example.Loader.run()V 300000/150000>Text 301000/150000<Text", "loader: run"},
		{"its last sample", main + " loader 0/0>com.example.Loader.run()V 195000/150000>Text 196000/150000<Text", "loader: run"},
		{"a thread that ends much earlier", main + " loader 0/0>com.example.Loader.run()V 170000/150000<com.example.Loader.run()V 300000/150000>Text 301000/150000<Text", ""},
		{"two threads", main + " loader 0/0>com.example.Loader.run()V 195000/150000<com.example.Loader.run()V other 0/0>com.example.Feed.parse()V 198000/150000<com.example.Feed.parse()V", ""},
	} {
		x := index(t, record(sampled(tt.records)))
		v := story.Of(x, whole(x))
		got := ""
		for i := range v.Findings {
			if f := &v.Findings[i]; f.Other != story.NoThread && f.Rule == story.Background {
				got = x.Info.Threads[f.Other].Label() + ": " + x.Info.Methods[f.Doing].Name
			}
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q: %s", tt.name, got, tt.want, findingsText(x, v))
		}
	}
}

// TestShareOfSamples: the share of a finding is of the time that samples of the CPU show, not of the time between them.
func TestShareOfSamples(t *testing.T) {
	var recording strings.Builder
	for i := range 200 { // each busy for 1 ms of 10
		stack := "ROOT;game;draw"
		if i%4 == 0 {
			stack = "ROOT;game;load"
		}
		fmt.Fprintf(&recording, " 7@%d %s 7@%d %[2]s 7@%d KERNEL", 10*i, stack, 10*i+1, 10*i+2)
	}
	x := samples(t, recording.String()+" ::7=main")
	v := story.Of(x, whole(x))
	checkFindings(t, x, v)
	if len(v.Findings) == 0 || v.Findings[0].Share < 0.5 || v.Busy() >= v.To-v.From {
		t.Errorf("%d of %d ns are busy: %s", v.Busy(), v.To-v.From, findingsText(x, v))
	}
	o := whole(x)
	o.Kept = x.Profile(profile.WholeTrace, nil).Filtered(profile.Step{Verb: profile.Through, Methods: called(x, "load")})
	if filtered := story.Of(x, o); filtered.Busy() != v.Busy() || !filtered.Filtered {
		t.Errorf("with a filter, %d ns are busy, want %d", filtered.Busy(), v.Busy())
	}
	x = samples(t, strings.NewReplacer("ROOT;game;draw", "game", "ROOT;game;load", "game", " KERNEL", " game").Replace(recording.String())+" ::7=main")
	if v := story.Of(x, whole(x)); len(v.Findings) > 0 {
		t.Errorf("a recording of one method: %s", findingsText(x, v))
	}
}

// TestRankOfSamples: samples of the CPU alone rank by their number. The time after a sample can be time off the CPU.
func TestRankOfSamples(t *testing.T) {
	var recording strings.Builder
	at := 0
	for range 100 {
		fmt.Fprintf(&recording, " 7@%d ROOT;game;load 7@%d ROOT;game;draw 7@%d ROOT;game;draw", at, at+8, at+10)
		at += 12
	}
	x := samples(t, recording.String()+" ::7=main")
	v := story.Of(x, whole(x))
	checkFindings(t, x, v)
	if len(v.Findings) != 2 {
		t.Fatalf("%d findings, want two: %s", len(v.Findings), findingsText(x, v))
	}
	for i, want := range []struct {
		name  string
		share float64
	}{{"draw", 2. / 3}, {"load", 1. / 3}} {
		f := &v.Findings[i]
		if name := x.Info.Methods[f.Methods[0]].Name; name != want.name || math.Abs(f.Share-want.share) > .01 {
			t.Errorf("finding %d is %s with %.3f, want %s with %.3f", i, name, f.Share, want.name, want.share)
		}
	}
}

// TestCostliest: without a finding, an overview says what took most of the time, below the code that leads to any handler, and
// which thread used more.
func TestCostliest(t *testing.T) {
	for _, tt := range []struct{ name, recording, want string }{
		{"below the loop", "7@10 ROOT;LOOP;DISPATCH;TEXT 7@11 ROOT;LOOP;DISPATCH;TEXT;KERNEL 7@12 ROOT;LOOP;DISPATCH;TEXT 7@13 ROOT;LOOP;IDLE;HANDLER ::7=main",
			"android.widget.TextView.setText 3, android.app.ActivityThread$GcIdler.queueIdle 1"},
		{"native code around", "7@10 start;ROOT;stub;LOOP;DISPATCH;stub;TEXT 7@11 start;game 7@12 game ::7=main", "android.widget.TextView.setText 1"},
		{"a callee with nearly all", "7@10 ROOT;LOOP;DISPATCH;FRAME;STOPPED;TEXT 7@11 ROOT;LOOP;DISPATCH;FRAME;STOPPED;TEXT 7@12 ROOT;LOOP;DISPATCH;FRAME;STOPPED;TEXT 7@13 ROOT;LOOP;DISPATCH;FRAME;STOPPED;TEXT 7@14 ROOT;LOOP;DISPATCH;FRAME;STOPPED ::7=main",
			"android.widget.TextView.setText 4"},
		{"a callee that another one on the list calls more often", "7@10 ROOT;LOOP;DISPATCH;TEXT;STOPPED 7@11 ROOT;LOOP;DISPATCH;TEXT;STOPPED 7@12 ROOT;LOOP;DISPATCH;TEXT 7@13 ROOT;LOOP;DISPATCH;TEXT 7@14 ROOT;LOOP;DISPATCH;STOPPED ::7=main",
			"android.widget.TextView.setText 4"},
		{"callees of a method with all of the time", "7@10 start;game;draw 7@11 start;game;draw 7@12 start;game;move 7@13 start;game;move 7@14 start;game ::7=main", "draw 2, move 2"},
		{"another thread", "7@10 ROOT;LOOP;DISPATCH;TEXT 8@10 loop 8@11 loop 8@12 loop 8@13 loop 8@14 loop ::7=main 8/7=game", "android.widget.TextView.setText 1; game 0.83, main 0.17"},
		{"two threads alike", "7@10 ROOT;LOOP;DISPATCH;TEXT 8@10 loop ::7=main 8/7=game", "android.widget.TextView.setText 1"},
		{"native code alone", "7@10 start;game;draw 7@11 start;game ::7=main", "game 2"},
	} {
		x := samples(t, strings.NewReplacer("IDLE", "/system/framework/framework.jar|android.os.MessageQueue.next", "HANDLER", "/system/framework/framework.jar|android.app.ActivityThread$GcIdler.queueIdle").Replace(tt.recording))
		v := story.Of(x, whole(x))
		var all []string
		for _, c := range v.Costliest {
			all = append(all, fmt.Sprintf("%s %d", x.Info.Methods[c.Method].Label(), c.Time/1e6))
		}
		got := strings.Join(all, ", ")
		if b := &v.Busier; b.Share > 0 {
			got += fmt.Sprintf("; %s %.2f, %s %.2f", x.Info.Threads[b.Thread].Label(), b.Share, x.Info.Threads[v.Thread].Label(), b.Own)
		}
		if got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// Samples on the CPU alone show the code that ran, but not how long anything took. So the CPU of the parts is the figure to
// compare, and it excludes the time between samples.
func TestSamplesOnCPU(t *testing.T) {
	x := samples(t, "7@10 ROOT;game 7@11 ROOT;game 7@500 ROOT;DISPATCH;TEXT 7@501 ROOT;game;KERNEL 8@20 ROOT;game ::7=main")
	v := story.Of(x, whole(x))
	checkSums(t, x, v)
	if !v.OnCPU || v.Whole() != v.Total[profile.CPU] {
		t.Fatalf("on the CPU alone: %t, the whole is %d of %d", v.OnCPU, v.Whole(), v.Total[profile.CPU])
	}
	for i := range v.Parts {
		p := &v.Parts[i]
		sites := int64(0)
		for j := range p.Sites {
			sites += p.Sites[j].CPU
		}
		if p.Kind == story.Outside && (p.CPU != 0 || p.Time < 400e6) || p.Kind == story.Running && (sites != p.CPU || p.CPU == 0) {
			t.Errorf("part %v %v: CPU %d, of sites %d, time %d", p.Kind, p.Origin, p.CPU, sites, p.Time)
		}
	}
}

// Counts of events are no CPU time, so no note compares them with the wall clock.
func TestCountsOfSamples(t *testing.T) {
	recording := simpleperftest.Parse("7@10=9000000 ROOT;game 7@11=9000000 ROOT;game 7@12=90000000 ROOT;TEXT ::7=main")
	recording.Events = []string{"cpu-cycles"}
	x := indexOf(t, recording)
	for _, note := range x.Notes() {
		if note.Code == "impossible-cpu" {
			t.Error(note.Text)
		}
	}
	checkSums(t, x, story.Of(x, whole(x)))
}

// TestIdleOfSamples: a sampler reads the CPU clock at its next sample, so idle calls seem to run and others seem to wait.
// The time without idle waits of a profile agrees.
func TestIdleOfSamples(t *testing.T) {
	const records = "main 0/0>Loop 0/0>Next 0/0>Poll 100000/2000<Poll 100000/2000<Next 100000/2000>Dispatch 100000/2000>Own 110000/9000<Own 110000/9000<Dispatch 110000/9000>Next 110000/9000>Poll 200000/9000<Poll 200000/9000<Next 200000/9000<Loop"
	for _, tt := range []struct {
		name, records              string
		idle, blocked, withoutIdle int64 // ms
	}{
		{"calls", records + " worker" + calls(60, 0, 7, "P"), 188, 3, 12},
		{"samples", sampled(records), 190, 1, 10},
	} {
		x := index(t, record(tt.records))
		o := whole(x)
		threads := make([]bool, len(x.Calls.Threads))
		threads[o.Thread] = true
		p := x.Profile(profile.Scope{From: o.From, To: o.To, Threads: threads}, nil)
		p.WithoutIdle()
		if v := story.Of(x, o); v.Idle != tt.idle*1e6 || v.Blocked != tt.blocked*1e6 || p.Total()[profile.Wall] != tt.withoutIdle*1e6 || v.Idle != p.Idle()[profile.Wall] {
			t.Errorf("%s: %d ns idle, %d blocked, %d without idle waits", tt.name, v.Idle, v.Blocked, p.Total()[profile.Wall])
		}
	}
}

// TestLongCallOfSamples: a long call that waits has no CPU time of others, which idle waits around short calls show.
func TestLongCallOfSamples(t *testing.T) {
	var b strings.Builder
	at, cpu := 0, 0
	fmt.Fprint(&b, "main 0/0>Loop")
	for i := range 41 {
		method, length := "Theme", 5000
		if i == 20 {
			method, length = "Own", 600_000
		}
		fmt.Fprintf(&b, " %[1]d/%[2]d>Next %[1]d/%[2]d>Poll", at, cpu)
		at, cpu = at+10_000, cpu+3000
		fmt.Fprintf(&b, " %[1]d/%[2]d<Poll %[1]d/%[2]d<Next %[1]d/%[2]d>Dispatch %[1]d/%[2]d>%[3]s %[4]d/%[2]d<%[3]s %[4]d/%[2]d<Dispatch", at, cpu, method, at+length)
		at += length
	}
	fmt.Fprintf(&b, " %d/%d<Loop", at, cpu)
	x := index(t, record(sampled(b.String())))
	v := story.Of(x, whole(x))
	checkSums(t, x, v)
	if got, want := waitsText(x, v), "not explained: com.example.Own.run 594; not explained: com.example.Theme.apply 82; idle: android.os.MessageQueue.next 409"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Where samples stop, all calls of a stack end. Whether a message continued is not recorded.
func TestGapsOfSamples(t *testing.T) {
	x := samples(t, "7@10 ROOT;DISPATCH;TEXT 7@11 ROOT;DISPATCH;TEXT 7@60 ROOT;DISPATCH;TEXT 7@61 ROOT;LOOP 7@62 ROOT;DISPATCH;TEXT 7@63 ROOT;LOOP 7@64 ROOT;LAUNCH;TEXT 7@100 ROOT;LAUNCH;TEXT 7@101 ROOT;LOOP ::7=main")
	v := story.Of(x, whole(x))
	if s := &v.Messages; s.Count != 3 || s.Cut != 2 || s.Longest != 1e6 {
		t.Errorf("messages %+v", s)
	}
	for i := range v.Startup.Phases {
		if p := &v.Startup.Phases[i]; p.Anchor == story.ActivityCreate && p.Status != story.Cut {
			t.Errorf("phase %v from %d to %d is not cut", p.Anchor, p.Call.From, p.Call.To)
		}
	}
}
