package dump

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"
)

// readText reads a dump in one piece.
func readText(text string) *Dump {
	r := NewReader()
	r.Write([]byte(text))
	return r.Close()
}

// outline formats a dump, one line per block: kind, pid, missing parts, and the threads: name, tid,
// state, extra, stack lines, locks.
func outline(d *Dump) string {
	var s strings.Builder
	for i := range d.Blocks {
		b := &d.Blocks[i]
		fmt.Fprintf(&s, "%s %d", [...]string{"java", "native", "channels", "failed"}[b.Kind], b.PID)
		if !b.Opened {
			s.WriteString(" headless")
		}
		if !b.Ended {
			s.WriteString(" cut")
		}
		s.WriteString(":")
		for t := b.FirstThread; t < b.EndThread; t++ {
			s.WriteString(" " + d.Threads[t].outline())
		}
		if n := b.EndRow - b.FirstChannel; n > 0 {
			fmt.Fprintf(&s, " %d channels", n)
		}
		s.WriteString("\n")
	}
	for _, n := range d.Receipt.Notes {
		switch n.Code {
		case "unplaced-lines", "orphan-lines":
			fmt.Fprintf(&s, "%s %d\n", n.Code, n.Count)
		}
	}
	return s.String()
}

func (t *Thread) outline() string {
	s := fmt.Sprintf("%q", t.Name)
	if t.Daemon {
		s += " daemon"
	}
	if t.Tid != 0 {
		s += fmt.Sprintf(" %d", t.Tid)
	}
	if t.SysTid != 0 {
		s += fmt.Sprintf(" sys%d", t.SysTid)
	}
	if t.State != "" {
		s += " " + t.State
	}
	if t.Extra != "" {
		s += " (" + t.Extra + ")"
	}
	if n := t.EndRow - t.FirstRow; n > 0 {
		s += fmt.Sprintf(" stack%d", n)
	}
	if n := t.EndLock - t.FirstLock; n > 0 {
		s += fmt.Sprintf(" locks%d", n)
	}
	return s + "."
}

const (
	pid100 = "----- pid 100 at 2024-01-01 10:00:00 -----\nCmd line: app\n"
	list   = "DALVIK THREADS (1):\n"
	end100 = "----- end 100 -----\n"
)

// in100 is a block with these lines in its list of threads.
func in100(lines ...string) string {
	return pid100 + list + strings.Join(lines, "\n") + "\n\n" + end100
}

// TestTricky covers the cases of section 24 about a dump's blocks and threads. TestFrame, TestLock
// and TestAttributes cover single lines, and package wait covers waiting threads.
func TestTricky(t *testing.T) {
	thread := `"main" prio=5 tid=1 Waiting`
	tests := []struct{ name, text, want string }{
		{"1 quotes in a name", in100(`"a "b" c" prio=5 tid=9 Waiting`), `java 100: "a \"b\" c" 9 Waiting.`},
		{"2 an empty name", in100(`"" prio=5 tid=12 Native`), `java 100: "" 12 Native.`},
		{"3 a blank at a name's end", in100(`"NuPlayerDriver " prio=5 tid=7 Native`), `java 100: "NuPlayerDriver " 7 Native.`},
		{"4 a line feed in a name", in100(`"line1`, `line2" daemon prio=5 tid=3 Blocked`), `java 100: "line1\nline2" daemon 3 Blocked.`},
		{"4 line feeds in a name, at most three", in100("\"1\n2\n3\n4\" prio=5 tid=3 Blocked"), `java 100: "1\n2\n3\n4" 3 Blocked.`},
		{"5 a heading in a name", in100(`"x prio=1 tid=2 y" prio=5 tid=30 Native`), `java 100: "x prio=1 tid=2 y" 30 Native.`},
		{"5 half a heading in a name", in100(`"x" prio=5 tid=4 " prio=5 tid=30 Native`), `java 100: "x\" prio=5 tid=4 " 30 Native.`},
		{"6 not attached", in100(`"RenderThread" prio=4 (not attached)`, "  | sysTid=77 nice=-4 cgrp=default", "  | state=S schedstat=( 0 0 0 )"), `java 100: "RenderThread" sys77.`},
		{"7 native", "----- pid 566 at 2016-11-12 22:22:22 -----\nCmd line: /system/bin/surfaceflinger\nABI: 'arm'\n\n\"surfaceflinger\" sysTid=566\n  #00 pc 00042dac  /system/lib/libc.so (__ioctl+8)\n\n----- end 566 -----\n", `native 566: "surfaceflinger" sys566 stack1.`},
		{"8 native threads", in100(thread, "", "NATIVE THREADS:", `"GL updater" sysTid=17051 nice=-10 sched=0/0 cgrp=apps`, "  | state=S schedstat=( 0 0 0 ) utm=4 stm=32 core=0"), `java 100: "main" 1 Waiting. "GL updater" sys17051.`},
		{"10 main is not named so", in100(`"io.sample.app" prio=5 tid=1 Runnable`), `java 100: "io.sample.app" 1 Runnable.`},
		{"11 a thread headed twice", "\"main\" tid=1 Waiting\n\"main\" prio=5 tid=1 Waiting\n  | sysTid=100\n", `java 0 headless cut: "main" 1 sys100 Waiting.`},
		{"11 two threads of one name", "\"main\" tid=1 Waiting\n\"main\" prio=5 tid=2 Waiting\n", `java 0 headless cut: "main" 1 Waiting. "main" 2 Waiting.`},
		{"12 a crash service's heading", "main (timed waiting):tid=1 systid=900\n       at a.B.c(B.java:1)\n", `java 0 headless cut: "main" 1 sys900 timed waiting stack1.`},
		{"12 the same with blanks", "Signal Catcher (runnable): tid=2 systid=747 \n", `java 0 headless cut: "Signal Catcher" 2 sys747 runnable.`},
		{"13 more threads than announced", in100(thread, "", `"b" prio=5 tid=2 Native`), `java 100: "main" 1 Waiting. "b" 2 Native.`},
		{"27 class loaders below the threads", in100(thread, "  at a.B.c(B.java:1)", "", "Dumping registered class loaders", "#0 dalvik.system.PathClassLoader: [], parent #1", "#1 java.lang.BootClassLoader: [], no parent", "Done dumping class loaders"), `java 100: "main" 1 Waiting stack1.`},
		{"27 class loaders without a blank line", in100(thread, "  at a.B.c(B.java:1)", "Dumping registered class loaders", "#0 dalvik.system.PathClassLoader: [], parent #1", "Done dumping class loaders"), `java 100: "main" 1 Waiting stack1.`},
		{"36 an overwritten head", "----- end 51 -----\n(Native Method)\n  at a.B.c(B.java:1)\n\n\"b\" prio=5 tid=14 NATIVE\n  at a.B.c(B.java:1)\n\n----- end 674 -----\n", "java 674 headless: \"b\" 14 NATIVE stack1.\nunplaced-lines 1\norphan-lines 1"},
		{"37 no end line, next opener", pid100 + list + thread + "\n----- pid 101 at 2024-01-01 10:00:01 -----\nDALVIK THREADS:\n" + `"main" prio=5 tid=1 WAIT` + "\n----- end 101 -----\n", "java 100 cut: \"main\" 1 Waiting.\njava 101: \"main\" 1 WAIT."},
		{"37 no end line, end of file", pid100 + list + thread, `java 100 cut: "main" 1 Waiting.`},
		{"38 wait channels after a block", in100(thread) + "\n----- Waiting Channels: pid 100 at 2024-01-01 10:00:00.1+0100 -----\nCmd line: app\n\nsysTid=100       futex_wait_queue\nsysTid=101  state=D  proc_cgroup_show\n\n----- end 100 -----\n", "java 100: \"main\" 1 Waiting.\nchannels 100: 2 channels"},
		{"38 wait channels inside a block", pid100 + list + thread + "\n\n----- Waiting Channels: pid 100 at 2024-01-01 10:00:00 -----\nCmd line: app\n\nsysTid=100  0\n\n----- end 100 -----\n" + `"b" prio=5 tid=2 Native` + "\n\n----- end 100 -----\n", "java 100: \"main\" 1 Waiting. \"b\" 2 Native.\nchannels 100: 1 channels"},
		{"39 an end and an opener on one line", "---- pid 123 at [unknown] ----\nDump skipped for cached process.\n---- end 123 -------- pid 124 at [unknown] ----\nDump failed, likely due to a timeout.\n---- end 124 ----\n", "failed 123:\nfailed 124:"},
		{"39 an opener behind text", pid100 + list + thread + "\n  at a.B.c(B.java:1)----- pid 101 at 2024-01-01 10:00:01 -----\nDALVIK THREADS:\n----- end 101 -----\n", "java 100 cut: \"main\" 1 Waiting stack1.\njava 101:"},
		{"42 threads first", in100(thread, "  at a.B.c(B.java:1)", "", "Zygote loaded classes=1 post zygote classes=2", "Intern table: 1 strong; 2 weak", "*** ART internal metrics ***", "  Metadata:", "    timestamp_since_start_ms: 77", "*** Done dumping ART internal metrics ***"), `java 100: "main" 1 Waiting stack1.`},
		{"44 two snapshots", in100(thread) + strings.ReplaceAll(in100(thread), "10:00:00", "10:00:05"), "java 100: \"main\" 1 Waiting.\njava 100: \"main\" 1 Waiting."},
		{"45 java and native", in100(thread) + "----- pid 100 at 2024-01-01 10:00:02 -----\nCmd line: app\n\n\"app\" sysTid=100\n  #00 pc 0001  /a.so\n\n----- end 100 -----\n", "java 100: \"main\" 1 Waiting.\nnative 100: \"app\" sys100 stack1."},
		{"49 wait channels only", "Subject: slow\n----- dumping pid: 7 at 5\nlibdebuggerd_client: unexpected registration response: 0\n\n----- Waiting Channels: pid 7 at 2024-11-13 19:48:09 -----\nCmd line: app\n\nsysTid=7  state=R    0\n\n----- end 7 -----\n", "channels 7: 1 channels"},
		{"50 quoted strings", "--- CriticalEventLog ---\ncapacity: 20\nevents <\n  process: \"com.x\"\n\"quoted\",\n>\n\n\"quoted\",\n" + in100(thread), "java 100: \"main\" 1 Waiting.\nunplaced-lines 1"},
		{"53 unknown states", in100(`"a" prio=5 tid=2 ThreadState[23]`, "", `"b" prio=5 tid=3 Dreaming`), `java 100: "a" 2 ThreadState[23]. "b" 3 Dreaming.`},
		{"54 words around the state", in100(`"x" prio=10 tid=9 Native SCHED_FIFO! (still starting up) DisableFlipCount = 2`, "", `"y" daemon in thread flip prio=5 tid=8 Suspended`), `java 100: "x" 9 Native (SCHED_FIFO! (still starting up) DisableFlipCount = 2). "y" daemon 8 Suspended (in thread flip).`},
		{"55 an empty file", "", ""},

		{"a heading cut off", "\"main\" prio=5 tid=1", `java 0 headless cut: "main" 1.`},
		{"attributes without a thread", "  | sysTid=7\n", "orphan-lines 1"},
		{"a negative priority", in100(`"x" prio=-1 tid=9 Native`), `java 100: "x" 9 Native.`},
		{"desktop Java's tid is none", `"Finalizer" daemon prio=8 tid=0x00007f nid=0x3 in Object.wait()`, "unplaced-lines 1"},
		{"a block of no thread", pid100, "java 100 cut:"},
		{"the end of another", pid100 + list + thread + "\n\n----- end 200 -----\n", `java 100 cut: "main" 1 Waiting.`},
		{"latency without a blank line", in100(thread, "  at a.B.c(B.java:1)", "DumpLatencyMs: 2.5", `"b" prio=5 tid=2 Native`, "DumpLatencyMs: 3"), `java 100: "main" 1 Waiting stack1. "b" 2 Native.`},
		{"in Markdown", "> \"main\" prio=5 tid=1 Waiting\n>   | sysTid=5\n>   at a.B.c(B.java:1)\n>\n> \"b\" prio=5 tid=2 Native\n", `java 0 headless cut: "main" 1 sys5 Waiting stack1. "b" 2 Native.`},
		{"in back quotes", "`\"main\" prio=5 tid=1 Waiting`\n`at a.B.c(B.java:1)`\n", `java 0 headless cut: "main" 1 Waiting stack1.`},
		{"monitors held", in100(thread, "  | monitors held:", "  >  0x40012345[1] (Ljava/lang/Object;)", "  at a.B.c(B.java:1)"), `java 100: "main" 1 Waiting stack1.`},
	}
	for _, tt := range tests {
		if got := strings.TrimSuffix(outline(readText(tt.text)), "\n"); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// TestTrickySame covers the cases of section 24 about other spellings of the same text: wanted is
// the outline of the plain text.
func TestTrickySame(t *testing.T) {
	plain := in100(`"main" daemon prio=5 tid=1 Blocked`, `  | group="main" sCount=1 dsCount=0 flags=1 obj=0x7 self=0x8`, "  | sysTid=100 nice=0",
		"  kernel: futex_wait+0x1/0x2", "  native: #00 pc 0001  /a.so (b+1)", "  native: (backtrace::Unwind failed for thread 7)", "  at a.B.c(B.java:1)",
		"  - waiting to lock <0x0000000a> (a java.lang.Object) held by thread 2", "  at a.B.d(B.java:2)", "DumpLatencyMs: 2.25", "",
		`"b" prio=5 tid=2 Waiting`, "  at a.B.c(B.java:1)", "  - waiting on <0x40b1b4f8> ", "  - locked <0x0000000a> (a java.lang.Object)")
	want := outline(readText(plain))
	each := func(change func(line string) string) string {
		lines := strings.Split(strings.TrimSuffix(plain, "\n"), "\n")
		for i := range lines {
			lines[i] = change(lines[i])
		}
		return strings.Join(lines, "\n") + "\n"
	}
	wide := func(order ...int) string {
		s := []byte{0xFF, 0xFE}
		if order[0] == 1 {
			s = []byte{0xFE, 0xFF}
		}
		for _, u := range utf16.Encode([]rune(plain)) {
			b := [2]byte{byte(u), byte(u >> 8)}
			s = append(s, b[order[0]], b[1-order[0]])
		}
		return string(s)
	}
	prefixed := func(prefix string) string {
		n := 0
		return each(func(s string) string {
			n++
			if n%3 == 0 {
				return prefix + s + "\n06-14 09:59:28.123  100   105 I ActivityManager: \"x\" prio=5 tid=77 Native\n06-14 09:59:28.123  900   905 I Other: words"
			}
			return prefix + s
		})
	}
	tests := []struct{ name, text string }{
		{"46 without indents", each(strings.TrimSpace)},
		{"46 indented", each(func(s string) string { return "        " + s })},
		{"46 tabs", each(func(s string) string { return strings.Replace(s, "  ", "\t", 1) })},
		{"47 in a log, threadtime", prefixed("06-14 09:59:28.123   100   105 I art     : ")},
		{"47 in a log, threadtime with source", prefixed("06-14 09:59:28.123   100   105 F app_process: runtime.cc:691] ")},
		{"47 in a log, with year, zone and user", prefixed("2012-06-14 09:59:28.123 +0200 u0_a7   100   105 I art     : ")},
		{"47 in a log, brief", prefixed("I/dalvikvm(  100): ")},
		{"47 in a log, time", prefixed("06-14 09:59:28.123 I/dalvikvm(  100): ")},
		{"47 in a log, the studio's", prefixed("06-14 09:59:28.123 100-105/app A/art: ")},
		{"47 in a log, the studio's new", prefixed("2024-06-14 09:59:28.123   100-105   art     app    A  ")},
		{"48 CRLF", strings.ReplaceAll(plain, "\n", "\r\n")},
		{"48 UTF-16", wide(0)},
		{"48 UTF-16, high byte first", wide(1)},
		{"48 byte order mark", "\xEF\xBB\xBF" + plain},
		{"48 zero bytes", strings.ReplaceAll(strings.ReplaceAll(plain, "a", "\x00a"), "\n", "\n\x00")},
		{"quoted in mail", each(func(s string) string { return "> " + s })},
		{"escaped for HTML", strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(plain)},
	}
	for _, tt := range tests {
		d := readText(tt.text)
		if got := outline(d); got != want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, want)
			continue
		}
		if l := d.Lock(0); l.Object != (Object{Identity, 10, "java.lang.Object"}) || l.Holder != 2 {
			t.Errorf("%s: the lock is %+v", tt.name, l)
		}
		if ms, ok := d.Threads[0].DumpLatency(); !ok || ms != 2.25 {
			t.Errorf("%s: latency %v", tt.name, ms)
		}
		if b := d.Blocks[0]; b.CommandLine != "app" {
			t.Errorf("%s: command line %q", tt.name, b.CommandLine)
		}
	}
}

// TestTrickyBlocks covers the cases of section 24 about a block's own lines.
func TestTrickyBlocks(t *testing.T) {
	d := readText("----- pid 7 at 2024-05-24 01:08:52.971875968-0700 -----\nCmdline: app.nameOriginal command line: zygote\nABI: 'arm64'\nDALVIK THREADS (59):\n" +
		"\"main\" prio=5 tid=1 Native\n  at a.B.c(B.java:1)\nDumpLatencyMs: 27.3\n  at a.B.d(B.java:1)\n\nHeap: 65% free, 16MB/48MBImage spaces:\n/system/a.art\n/system/b.art\nDumping cumulative Gc timings\n----- end 7 -----\n")
	b := &d.Blocks[0]
	if b.CommandLine != "app.name" || b.Original != "zygote" { // 40
		t.Errorf("command lines %q and %q", b.CommandLine, b.Original)
	}
	if b.Time != "2024-05-24 01:08:52.971875968-0700" || b.Declared != 59 || b.ABI != "arm64" {
		t.Errorf("block %+v", b)
	}
	if ms, ok := d.Threads[0].DumpLatency(); !ok || ms != 27.3 || d.Threads[0].EndRow != 2 { // 43
		t.Errorf("latency %v, %d stack lines", ms, d.Threads[0].EndRow)
	}
	for i, line := range []string{"Heap: 65% free, 16MB/48MBImage spaces:", "/system/a.art", "/system/b.art"} { // 41
		if at := 9 + i; d.Content(at) != line || d.Kinds[at] != StatisticsLine {
			t.Errorf("line %d is %q, of kind %d", at, d.Content(at), d.Kinds[at])
		}
	}
	if outline(d) != "java 7: \"main\" 1 Native stack2.\n" {
		t.Error(outline(d))
	}

	main := func(text string) string { // 7, 10
		d := readText(text)
		if i := d.Main(&d.Blocks[0]); i >= 0 {
			return d.Threads[i].Name
		}
		return ""
	}
	if got := main(in100(`"main" prio=5 tid=9 Native`, "", `"io.sample.app" prio=5 tid=1 Runnable`)); got != "io.sample.app" {
		t.Errorf("main is %q", got)
	}
	if got := main("----- pid 566 at 2016-11-12 22:22:22 -----\n\n\"a\" sysTid=565\n\n\"b\" sysTid=566\n"); got != "b" {
		t.Errorf("main is %q", got)
	}

	for text, want := range map[string]Relative{ // 51
		"Full thread dump OpenJDK 64-Bit Server VM:\n\n\"main\" #1 prio=5 tid=0x1 nid=0x2 runnable\n   java.lang.Thread.State: RUNNABLE\n\tat a.B.c(B.java:1)\n":                 HotSpot,
		"*** *** *** *** ***\nBuild fingerprint: 'x'\npid: 1, tid: 1, name: a  >>> a <<<\nsignal 11 (SIGSEGV), code 1\n    r0 0\n\nbacktrace:\n      #00 pc 0001  /a.so (b+1)\n": Tombstone,
		"0SECTION       TITLE subcomponent dump routine\nNULL\n": OpenJ9,
		"{\"threadDump\":{}}": JSONDump,
		"FATAL EXCEPTION: main\njava.lang.Error\n\tat a.B.c(B.java:1)\n":            JavaCrash,
		"com.x.ANRError: Application Not Responding\nCaused by: com.x.ANRError$1\n": WatchDog,
		"06-14 09:59:28.123   100   105 E AndroidRuntime: FATAL EXCEPTION: main\n":  JavaCrash,
	} {
		if d := readText(text); d.Relative != want || len(d.Threads) != 0 || want.Sentence() == "" {
			t.Errorf("%q is relative %d with %d threads, want %d", text, d.Relative, len(d.Threads), want)
		}
	}
	if d := readText(in100("*** ART internal metrics ***")); d.Relative != NoRelative { // 42
		t.Errorf("metrics are relative %d", d.Relative)
	}

	stack := "\"a\" prio=5 tid=1 RUNNABLE\n" + strings.Repeat("  at a.B.c(B.java:1)\n", 300) + "  ***** printed 301 frames, not showing any more\n" +
		"\"b\" prio=5 tid=2 Native\n  at a.B.c(B.java:1)\n  ... repeated 4 times\n"
	d = readText(stack) // 52
	if a, b := &d.Threads[0], &d.Threads[1]; !a.Truncated || a.EndRow != 301 || !b.Truncated || b.EndRow != 303 {
		t.Errorf("threads %+v and %+v", a, b)
	}
	if f := d.Frame(d.Stack[302].Place); f.Text != "... repeated 4 times" || d.Places() != 3 {
		t.Errorf("%+v, %d places", f, d.Places())
	}
}

// TestInstant: up to ART 5.1 all threads were stopped together.
func TestInstant(t *testing.T) {
	main := "\"main\" prio=5 tid=1 "
	for text, want := range map[string]bool{
		pid100 + "DALVIK THREADS:\n" + main + "WAIT\n": true,
		main + "WAIT\n": true,
		pid100 + "ABI: arm64\n" + list + main + "Waiting\n":                                                          true,
		"----- pid 1 at 2014-01-01 10:00:00 -----\nCmdline: aOriginal command line: b\n" + list + main + "Waiting\n": true,
		pid100 + "ABI: 'arm64'\n" + list + main + "Waiting\n":                                                        false,
		pid100 + "Build fingerprint: 'a:7/b'\nABI: 'arm64'\n" + list + main + "Waiting\n":                            false,
		main + "Waiting\n": false,
	} {
		if got := readText(text).Blocks[0].Instant; got != want {
			t.Errorf("%q: instant %v, want %v", text, got, want)
		}
	}
}

// TestReporter reads an in-app reporter's heading around the dump, and skips the sections that it
// adds below.
func TestReporter(t *testing.T) {
	d := readText("*** *** *** ***\nTombstone maker: 'xCrash 2.4.6'\nCrash time: '2019-10-11T14:50:29.138+0800'\nBuild fingerprint: 'g/s/g:10/Q/5:u/d'\nABI: 'x86'\npid: 6608  >>> xcrash.sample <<<\n\n" +
		"--- --- --- ---\nCmd line: xcrash.sample\nMode: ART DumpForSigQuit\n" + list + "\"main\" prio=5 tid=1 Native\n\n+++ +++ +++ +++\n\nlogcat:\n\"b\" prio=5 tid=2 Native\n06-14 09:59:28.123 1 2 I a: \"c\" prio=5 tid=1 Native\n" +
		"*** *** *** ***\nTombstone maker: 'xCrash 2.4.6'\npid: 7  >>> b <<<\n--- --- --- ---\n" + list + "\"main\" prio=5 tid=1 Native\n")
	if got, want := outline(d), "java 6608 headless cut: \"main\" 1 Native.\njava 7 headless cut: \"main\" 1 Native.\n"; got != want {
		t.Fatal(got)
	}
	b := &d.Blocks[0]
	if b.CommandLine != "xcrash.sample" || b.Time != "2019-10-11T14:50:29.138+0800" || b.Release() != "10" || b.ABI != "x86" || !b.Reporter {
		t.Errorf("block %+v", b)
	}
	if len(d.Receipt.Notes) != 0 {
		t.Errorf("notes %+v", d.Receipt.Notes)
	}
}

// TestSections: if a file has sections, only those with dumps are read.
func TestSections(t *testing.T) {
	log := "------ SYSTEM LOG (logcat) ------\n" + in100(`"no" prio=5 tid=1 Native`)
	traces := "------ VM TRACES AT LAST ANR (/data/anr/traces.txt: 2024) ------\n" + in100(`"yes" prio=5 tid=1 Native`)
	after := "------ 1.234s was the duration of 'VM TRACES AT LAST ANR' ------\n" + in100(`"no" prio=5 tid=1 Native`)
	d := readText("== dumpstate: 2024\n" + log + traces + after + log)
	if got, want := outline(d), "java 100: \"yes\" 1 Native.\n"; got != want {
		t.Errorf("with a section: %s", got)
	}
	if n := d.Receipt.Notes[0]; n.Code != "other-sections" || n.Count != 3 || n.Line != 2 {
		t.Errorf("note %+v", n)
	}
	if got, want := outline(readText("== dumpstate: 2024\n"+log+log)), "java 100: \"no\" 1 Native.\njava 100: \"no\" 1 Native.\n"; got != want {
		t.Errorf("without a section: %s", got)
	}
}

// TestLogOfTwo: two processes write to a log at once, and their dumps do not mix.
func TestLogOfTwo(t *testing.T) {
	var a, b, mixed []string
	for i := range 3 {
		a = append(a, fmt.Sprintf(`"a%d" prio=5 tid=%d Native`, i, i+1), "  at a.A.a(A.java:1)", "")
		b = append(b, fmt.Sprintf(`"b%d" prio=5 tid=%d Native`, i, i+1), "  at b.B.b(B.java:1)", "  at b.B.c(B.java:1)", "")
	}
	for i := range max(len(a), len(b)) {
		if i < len(a) {
			mixed = append(mixed, "I/art     (  100): "+a[i])
		}
		if i < len(b) {
			mixed = append(mixed, "I/art     (  200): "+b[i])
		}
	}
	want := `java 100 headless cut: "a0" 1 Native stack1. "a1" 2 Native stack1. "a2" 3 Native stack1.` + "\n" +
		`java 200 headless cut: "b0" 1 Native stack2. "b1" 2 Native stack2. "b2" 3 Native stack2.` + "\n"
	if got := outline(readText(strings.Join(mixed, "\n"))); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
