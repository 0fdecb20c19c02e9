//go:build !js

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/render/answer"
)

// corpus has real files. It is not part of the repository.
const corpus = "../../../shared/corpus/"

// A script asks the questions of one engineer, and counts them.
type script struct {
	t     *testing.T
	files []string
	calls int
	bytes int
}

// ask runs a command line about the files and returns its answer.
func (s *script) ask(line ...string) *answer.Answer {
	s.t.Helper()
	out, status := s.run(line...)
	if status != "" {
		s.t.Fatalf("%q: %s", line, status)
	}
	a := &answer.Answer{}
	if err := json.Unmarshal([]byte(out), a); err != nil {
		s.t.Fatalf("%q: %v in %s", line, err, out)
	}
	return a
}

// run runs a command line about the files. It returns its output and, if it fails, its error.
func (s *script) run(line ...string) (out, failure string) {
	args := slices.Concat([]string{"ask"}, line, []string{"-format", "json"})
	for _, f := range s.files {
		args = append(args, corpus+f)
	}
	var stdout, stderr bytes.Buffer
	if run(args, &stdout, &stderr) != 0 {
		failure = stderr.String()
	}
	s.calls++
	s.bytes += stdout.Len() + len(failure)
	return stdout.String(), failure
}

// items returns the items of a group.
func items(a *answer.Answer, group string) (all []answer.Item) {
	for _, i := range a.Items {
		if i.Group == group {
			all = append(all, i)
		}
	}
	return all
}

// first returns the first item of a group that all conditions hold for, or an item without anything.
func first(a *answer.Answer, group string, conditions ...func(*answer.Item) bool) answer.Item {
	for _, i := range items(a, group) {
		if !slices.ContainsFunc(conditions, func(holds func(*answer.Item) bool) bool { return !holds(&i) }) {
			return i
		}
	}
	return answer.Item{}
}

func hasName(name string) func(*answer.Item) bool {
	return func(i *answer.Item) bool { return i.Name == name }
}

// number returns a figure, or -1 for none.
func number(n *int64) int64 {
	if n == nil {
		return -1
	}
	return *n
}

// bare returns the name of a method without its parameters.
func bare(name string) string {
	name, _, _ = strings.Cut(name, "(")
	return name
}

// Files of the questions.
var (
	eastern   = []string{"method-traces/easternhong-test.trace.gz"}
	setapp    = []string{"method-traces/setapp-game.trace.gz"}
	jag       = []string{"method-variants/jag-v2-wall.trace.gz"}
	fenix     = []string{"method-traces/fenix-regular.trace.gz"}
	fenixes   = []string{"method-traces/fenix-regular.trace.gz", "method-traces/fenix-streaming.trace.gz"}
	offCPU    = []string{"simpleperf/offcpu-cpu-clock-2024.trace"}
	deadlock  = []string{"thread-dumps/art14_deadlock_a.txt"}
	bluetooth = []string{"thread-dumps/art81_anr_171909.txt"}
	bugreport = []string{"thread-dumps/bugreport_dalvik23_aidl_deadlock.txt"}
	week      = []string{"anr-exports/play_week.json.gz"}
	folder    = []string{"thread-dumps"}
)

// engineering are questions of an engineer. The right answers were found without Traceglass: by decoders that its authors
// did not write, and by reading the dumps. Times are in nanoseconds, and methods have no parameters.
var engineering = []struct {
	question string
	files    []string
	want     any
	script   func(*script) any
}{
	{"How long did MainActivity.onCreate take?", eastern, int64(211_055_000), func(s *script) any {
		return number(first(s.ask("why", "MainActivity.onCreate"), "this method").Wall)
	}},
	{"How much of MainActivity.onCreate was spent on the CPU?", eastern, int64(201_683_000), func(s *script) any {
		return number(first(s.ask("why", "MainActivity.onCreate"), "this method").CPU)
	}},
	{"Which method that MainActivity.onCreate calls directly takes most of it?", eastern, "android.support.v7.app.AppCompatActivity.setContentView", func(s *script) any {
		return bare(first(s.ask("callees", "MainActivity.onCreate"), "callee", func(i *answer.Item) bool { return i.Handle != "" }).Name)
	}},
	{"Which method has the most self CPU time in this recording?", eastern, "java.lang.reflect.Constructor.newInstance0", func(s *script) any {
		return bare(first(s.ask("methods", "-clock", "cpu"), "method").Name)
	}},
	{"What calls String.charAt most often?", eastern, "java.lang.String.equals", func(s *script) any {
		most := answer.Item{}
		for _, i := range items(s.ask("callers", "String.charAt"), "caller") {
			if number(i.Count) > number(most.Count) {
				most = i
			}
		}
		return bare(most.Name)
	}},
	{"How many calls of BinderProxy.transactNative took longer than 300 µs?", eastern, int64(9), func(s *script) any {
		count := int64(0)
		for _, i := range items(s.ask("slowest", "BinderProxy.transactNative"), "longest call") {
			if number(i.Wall) > 300_000 {
				count++
			}
		}
		return count
	}},
	{"How long did main wait inside binder calls to other processes in all?", eastern, int64(7_821_000), func(s *script) any {
		return number(first(s.ask("why", "BinderProxy.transactNative", "-thread", "main"), "this method").Wall)
	}},
	{"How much CPU time did PlayGameActivity.onCreate use, as far as it was recorded?", setapp, int64(163_176_000), func(s *script) any {
		return number(first(s.ask("why", "PlayGameActivity.onCreate"), "this method").CPU)
	}},
	{"How long did the slowest frame (Choreographer.doFrame on main) take?", setapp, int64(177_677_000), func(s *script) any {
		return number(first(s.ask("slowest"), "longest frame").Wall)
	}},
	{"When did the slowest Choreographer.doFrame begin?", setapp, int64(204_950_000), func(s *script) any {
		return number(first(s.ask("slowest", "Choreographer.doFrame"), "longest call").From)
	}},
	{"How many calls of Choreographer.doFrame took longer than 16 ms?", setapp, int64(4), func(s *script) any {
		return number(first(s.ask("slowest", "Choreographer.doFrame", "-over", "16ms"), "longer calls").Count)
	}},
	{"Which interface method makes the slowest binder call of main?", setapp, "android.view.IWindowSession$Stub$Proxy.relayout", func(s *script) any {
		calls := items(s.ask("path", "BinderProxy.transact", "-thread", "main"), "call")
		if len(calls) < 2 || bare(calls[0].Name) != "android.os.BinderProxy.transact" {
			return calls
		}
		return bare(calls[1].Name)
	}},
	{"How long did garbage collections (VMDebug.startGC) take in all?", setapp, int64(18_984_000), func(s *script) any {
		return number(first(s.ask("why", "VMDebug.startGC"), "this method").Wall)
	}},
	{"Which method of the app (package com.example.setapp) has the most self CPU time?", setapp, "com.example.setapp.Deck.<init>", func(s *script) any {
		return bare(first(s.ask("methods", "com.example.setapp.", "-clock", "cpu"), "method").Name)
	}},
	{"How much CPU time did GameScreen.paint use?", jag, "the wall clock only", func(s *script) any {
		if i := first(s.ask("why", "GameScreen.paint"), "this method"); i.CPU != nil || i.Wall == nil {
			return i
		}
		if _, failure := s.run("why", "GameScreen.paint", "-clock", "cpu"); !strings.Contains(failure, "no times by this clock; it has wall\n") {
			return failure
		}
		return "the wall clock only"
	}},
	{"Where does the time go: which method has the most self time?", jag, "android.graphics.Canvas.native_drawCircle", func(s *script) any {
		return bare(first(s.ask("methods"), "method").Name)
	}},
	{"When did the slowest call of Particle.draw begin?", jag, int64(2_261_000), func(s *script) any {
		return number(first(s.ask("slowest", "Particle.draw"), "longest call").From)
	}},
	{"Are the counts of this recording numbers of calls, or was it sampled?", fenix, true, func(s *script) any {
		return slices.ContainsFunc(s.ask("overview").Facts, func(fact string) bool { return strings.HasPrefix(fact, "The recording was sampled: counts are") })
	}},
	{"How long did HomeActivity.onCreate take?", fenix, int64(179_640_000), func(s *script) any {
		return number(first(s.ask("why", "HomeActivity.onCreate"), "this method").Wall)
	}},
	{"Which path leads to the slowest binder call (BinderProxy.transactNative) of main?", fenix, []string{
		"com.android.internal.os.ZygoteInit.main",
		"com.android.internal.os.RuntimeInit$MethodAndArgsCaller.run",
		"java.lang.reflect.Method.invoke",
		"android.app.ActivityThread.main",
		"android.os.Looper.loop",
		"android.os.Handler.dispatchMessage",
		"android.app.ActivityThread$H.handleMessage",
		"android.app.ActivityThread.-wrap15",
		"android.app.ActivityThread.handlePauseActivity",
		"android.app.IActivityManager$Stub$Proxy.activityPaused",
		"android.os.BinderProxy.transact",
		"android.os.BinderProxy.transactNative",
	}, func(s *script) any {
		a := s.ask("path", "BinderProxy.transactNative", "-thread", "main")
		if len(a.Omitted) > 0 {
			return a.Omitted
		}
		var stack []string
		for _, i := range items(a, "call") {
			stack = append(stack, bare(i.Name))
		}
		slices.Reverse(stack)
		return stack
	}},
	{"Which thread used the most CPU time?", fenix, "Gecko", func(s *script) any {
		return first(s.ask("thread", "-clock", "cpu"), "thread").Name
	}},
	{"By how much did BaseBrowserFragment.onViewCreated get slower from the first recording to the second?", fenixes, int64(141_321_000), func(s *script) any {
		i := first(s.ask("diff", "BaseBrowserFragment.onViewCreated"), "method")
		return number(i.Wall) - number(i.Was)
	}},
	{"Which three methods that are in both recordings gained the most self CPU time?", fenixes, []string{
		"java.lang.Thread.sleep", "androidx.constraintlayout.solver.LinearSystem.createObjectVariable", "android.content.res.AssetManager.applyStyle",
	}, func(s *script) any {
		var gained []string
		for _, i := range items(s.ask("diff", "-clock", "cpu", "-limit", "16384"), "method") {
			if number(i.Count) > 0 && number(i.WasCount) > 0 && number(i.Self) > number(i.WasSelf) && len(gained) < 3 {
				gained = append(gained, bare(i.Name))
			}
		}
		return gained
	}},
	{"Which method of org.mozilla.* that the second recording no longer has used the most self CPU time in the first?", fenixes, "org.mozilla.gecko.GeckoThread.runUiThreadCallback", func(s *script) any {
		return bare(first(s.ask("diff", "org.mozilla.", "-clock", "cpu"), "method", func(i *answer.Item) bool { return number(i.Count) == 0 }).Name)
	}},
	{"How much CPU time did MainActivity.onCreate use?", offCPU, int64(73_750_000), func(s *script) any {
		return number(first(s.ask("why", "MainActivity.onCreate"), "this method").CPU)
	}},
	{"How long was the main thread off the CPU in all?", offCPU, int64(1_606_806_832), func(s *script) any {
		return number(first(s.ask("thread"), "thread", hasName("com.example.sampleapplication")).Waiting)
	}},
	{"How much of the off-CPU time did main just wait for messages (MessageQueue.next)?", offCPU, int64(1_250_450_136), func(s *script) any {
		return number(first(s.ask("why", "MessageQueue.next", "-thread", "main"), "this method").Waiting)
	}},
	{"Which Java method has the most self CPU time?", offCPU, "androidx.constraintlayout.widget.ConstraintLayout.<init>", func(s *script) any {
		java := regexp.MustCompile(`^[a-z]\w*(\.[\w$]+)+\.[\w$<>]+$`)
		return first(s.ask("methods", "-clock", "cpu"), "method", func(i *answer.Item) bool { return java.MatchString(i.Name) }).Name
	}},
	{"Which thread holds the lock that main waits for?", deadlock, "background_thread_for_deadlock_demo", func(s *script) any {
		return first(s.ask("thread", "main"), "waits for").Name
	}},
	{"On which line of the dump is it said what main waits for?", deadlock, 30, func(s *script) any {
		return first(s.ask("verdict"), "chain").Line
	}},
	{"How long had the system waited for the app when it took this dump?", deadlock, int64(5_000_000_000), func(s *script) any {
		return number(first(s.ask("verdict"), "claim", hasName("reason")).Waiting)
	}},
	{"What stands on lines 47 to 55 of the dump?", deadlock, []string{
		`47: "background_thread_for_deadlock_demo" prio=5 tid=4 Blocked`,
		`48: | group="main" sCount=1 ucsCount=0 flags=1 obj=0x14302388 self=0xb400007d136ab2c0`,
		`49: | sysTid=4065 nice=0 cgrp=top-app sched=0/0 handle=0x7c10892cb0`,
		`50: | state=S schedstat=( 144707 325001 4 ) utm=0 stm=0 core=3 HZ=100`,
		`51: | stack=0x7c1078f000-0x7c10791000 stackSize=1039KB`,
		`52: | held mutexes=`,
		`53: at io.bitdrift.capture.FatalIssueGenerator$initializeInBackground$backgroundThread$1.run(FatalIssueGenerator.kt:91)`,
		`54: - waiting to lock <0x04e67032> (a java.lang.String) held by thread 1`,
		`55: - locked <0x0481d03d> (a java.lang.String)`,
	}, func(s *script) any {
		var lines []string
		for _, i := range items(s.ask("lines", "47..55"), "line") {
			lines = append(lines, fmt.Sprintf("%d: %s", i.Line, strings.TrimSpace(i.Text)))
		}
		return lines
	}},
	{"Which method of another process does main wait for?", bluetooth, "android.app.IActivityManager$Stub$Proxy.publishService", func(s *script) any {
		return bare(strings.TrimPrefix(first(s.ask("verdict"), "proof", hasName("binder")).Text, "at "))
	}},
	{"Which thread of com.android.bluetooth has used the most CPU time since it started?", bluetooth, "btif_sock_poll", func(s *script) any {
		return first(s.ask("verdict"), "processor time").Name
	}},
	{"Which process had the last ANR, as this bug report has it?", bugreport, "com.se.mini (pid 1205)", func(s *script) any {
		return first(s.ask("overview"), "last ANR of the bug report").Name
	}},
	{"In process com.sonymobile.chkbugreport.testapp (pid 800), which thread holds the lock that main waits for?", bugreport, "Binder Thread #2", func(s *script) any {
		main := first(s.ask("verdict", "800"), "chain").Handle
		return first(s.ask("thread", main), "waits for").Name
	}},
	{"And which method of another process does that thread call?", bugreport, "com.sonymobile.chkbugreport.testapp.IDeadlock$Stub$Proxy.doStep2", func(s *script) any {
		chain := items(s.ask("verdict", "800"), "chain")
		if len(chain) < 2 {
			return chain
		}
		at := first(s.ask("thread", chain[1].Handle), "stack", func(i *answer.Item) bool { return i.Line == chain[1].Line })
		return bare(strings.TrimPrefix(at.Text, "at "))
	}},
	{"Which cause is the most frequent of these 42 ANRs?", week, "13 × Deadlock in com.example.shop.FatalIssueGenerator.startProcessing", func(s *script) any {
		i := first(s.ask("causes"), "cause")
		found := regexp.MustCompile(`^(Deadlock) for .*, in (\S+) ←`).FindStringSubmatch(i.Name)
		if found == nil {
			return i.Name
		}
		return fmt.Sprintf("%d × %s in %s", number(i.Count), found[1], found[2])
	}},
	{"In which builds of the app does main hang in Thread.sleep?", week, []string{"72001", "72110"}, func(s *script) any {
		cause := first(s.ask("causes", "Thread.sleep"), "cause").Handle
		var builds []string
		for _, i := range items(s.ask("why", cause), "version") {
			builds = append(builds, i.Name)
		}
		slices.Sort(builds)
		return builds
	}},
	{"Which dumps of this folder have a deadlock inside one process?", folder, []string{"art14_deadlock_a.txt", "art14_deadlock_b.txt", "bugreport_dalvik23_deadlock.txt"}, func(s *script) any {
		a := s.ask("causes", "deadlock", "-limit", "8192")
		var files []string
		for _, cause := range items(a, "cause") {
			if strings.HasPrefix(cause.Name, "Deadlock ") && !strings.Contains(cause.Text, "across processes") {
				i := first(a, "report", func(i *answer.Item) bool { return strings.HasSuffix(i.Text, "of "+cause.Handle) })
				files = append(files, filepath.Base(i.Name))
			}
		}
		slices.Sort(files)
		return files
	}},
}

// TestAskCauses: the first word after causes is a word to search for, unless a file has that name.
func TestAskCauses(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "sleep")
	text := "----- pid 123 at 2026-01-02 03:04:05 -----\nCmd line: com.example\n\n\"main\" prio=5 tid=1 Sleeping\n  at java.lang.Thread.sleep(Native method)\n  at com.example.A.b(A.java:1)\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{file}, "1 dump with 1 cause.\n\ncause\n"},
		{[]string{file, dir}, "2 dumps with 1 cause.\n\ncause\n"},
		{[]string{"sleep", file}, "1 cause matches.\n\ncause\n"},
		{[]string{"binder", file}, "0 causes match.\n"},
		{[]string{"Thread.sleep", file, dir}, "\nreport\n"},
	} {
		var out, err bytes.Buffer
		if run(append([]string{"ask", "causes"}, test.args...), &out, &err) != 0 || !strings.Contains(out.String(), test.want) {
			t.Errorf("causes %s: no %q in %s%s", test.args, test.want, out.String(), err.String())
		}
	}
}

// TestAskHelp prints how to ask one question.
func TestAskHelp(t *testing.T) {
	var out, err bytes.Buffer
	if run([]string{"ask", "why", "-help"}, &out, &err) != 0 || !strings.HasPrefix(out.String(), "usage: traceglass ask why METHOD|CALL|RANGE|HANDLE FILE...\n\nAnswers why a method, ") {
		t.Errorf("%s%s", out.String(), err.String())
	}
	if run([]string{"ask", "why"}, &out, &err) != 2 || !strings.HasSuffix(err.String(), "Run \"traceglass help ask why\" for its options.\n") {
		t.Error(err.String())
	}
}

// TestAskNoCalls: a recording without calls names its damage, in ask, overview and table.
func TestAskNoCalls(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.trace")
	data := (&tracetest.Trace{Records: "main 0>A 10>B 20<B 30<A"}).Bytes()
	if err := os.WriteFile(file, data[:bytes.Index(data, []byte("*end"))-5], 0o644); err != nil {
		t.Fatal(err)
	}
	var out, err bytes.Buffer
	for _, command := range [][]string{{"ask", "overview", file}, {"overview", file}, {"overview", "-from", "1s", file}} {
		err.Reset()
		want := "the recording has no calls. The text part has no line *end; the names before that point are used. The file ends inside its list of names, so there are no calls to show. Copy the file again.\n"
		if run(command, &out, &err) != 1 || !strings.HasSuffix(err.String(), want) {
			t.Errorf("%s: %s%s", command, out.String(), err.String())
		}
	}
	err.Reset()
	if run([]string{"table", "-o", filepath.Join(t.TempDir(), "tables"), file}, &out, &err) != 0 || !strings.Contains(err.String(), "WARNING: "+file+": The file ends inside its list of names") {
		t.Errorf("table: %s%s", out.String(), err.String())
	}
}

// TestEngineering answers each question by at most three commands, with at most 16 KB of answers.
func TestEngineering(t *testing.T) {
	if _, err := os.Stat(corpus); err != nil {
		t.Skip("../shared/corpus is missing")
	}
	if len(engineering) != 40 {
		t.Errorf("%d questions, want 40", len(engineering))
	}
	calls, size := 0, 0
	for _, q := range engineering {
		t.Run(q.question, func(t *testing.T) {
			s := &script{t: t, files: q.files}
			if got := q.script(s); fmt.Sprint(got) != fmt.Sprint(q.want) {
				t.Errorf("the answer is %v, want %v", got, q.want)
			}
			if s.calls > 3 || s.bytes > 16<<10 {
				t.Errorf("%d commands with %d bytes; at most 3 and %d are allowed", s.calls, s.bytes, 16<<10)
			}
			calls += s.calls
			size += s.bytes
		})
	}
	t.Logf("%d commands, %d bytes", calls, size)
}
