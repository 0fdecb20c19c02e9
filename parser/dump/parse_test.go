package dump

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// TestFrame covers the cases of sections 11 and 24 that are one stack line.
func TestFrame(t *testing.T) {
	java := func(class, method, file string, where Where, line int) Frame {
		return Frame{Kind: JavaFrame, Class: class, Method: method, File: file, Where: where, Line: line}
	}
	tests := []struct {
		name, line string
		want       Frame
	}{
		{"a line", "at a.B.c(B.java:12)", java("a.B", "c", "B.java", AtLine, 12)},
		{"19 about a line", "at a.B$1.run(B.java:~33)", java("a.B$1", "run", "B.java", AboutLine, 33)},
		{"20 brackets and colons in the file", "at x.y(:com.google.android.gms@201516037@20.15.16 (120400-306753009):7)", java("x", "y", ":com.google.android.gms@201516037@20.15.16 (120400-306753009)", AtLine, 7)},
		{"21 byte code", "at a.b.C.d(unavailable:14)", java("a.b.C", "d", "", AtByteCode, 14)},
		{"21 no debug data", "at a.b.C.d(unavailable:-1)", java("a.b.C", "d", "", NoLine, 0)},
		{"21 no debug data, 0", "at a.b.C.d(unavailable:0)", java("a.b.C", "d", "", NoLine, 0)},
		{"22 native", "at java.lang.Object.wait!(Native method)", java("java.lang.Object", "wait!", "", InNative, 0)},
		{"no file", "at a.B.c((null):-1)", java("a.B", "c", "", NoLine, 0)},
		{"a line of -2", "at a.B.c(B.java:-2)", java("a.B", "c", "B.java", InNative, 0)},
		{"a constructor", "at a.B.<init>(B.java:1)", java("a.B", "<init>", "B.java", AtLine, 1)},
		{"a lambda", "at a.-$$Lambda$B$x.accept (lambda)", java("a.-$$Lambda$B$x", "accept", "", InSynthetic, 0)},
		{"a class of R8", "at a.B.c(R8$$SyntheticClass:0)", java("a.B", "c", "", InSynthetic, 0)},
		{"no line", "at a.B.c(B.java)", java("a.B", "c", "B.java", NoLine, 0)},
		{"no file but a number", "at a.B.c(:5)", java("a.B", "c", "", AtLine, 5)},
		{"unknown source with a number", "at a.B.c(Unknown Source:5)", java("a.B", "c", "", AtLine, 5)},
		{"a blank before the bracket", "at a.B.c (B.java:1)", java("a.B", "c", "B.java", AtLine, 1)},
		{"a module", "at java.base@21/java.lang.Thread.run(Thread.java:1)", Frame{Kind: JavaFrame, Module: "java.base@21", Class: "java.lang.Thread", Method: "run", File: "Thread.java", Where: AtLine, Line: 1}},
		{"cut off", "at a.B.c(B.ja", java("a.B", "c", "B.ja", NoLine, 0)},
		{"cut off earlier", "at a.B", java("a", "B", "", NoLine, 0)},
		{"retrace marker", "at a.B.c(go/retraceme 1a2b:3)", java("a.B", "c", "go/retraceme 1a2b", AtLine, 3)},

		{"23 all groups", "native: #03 pc 0001 /data/app/x==/base.apk (offset 0x5000) (a::b(int (*)(char), c)::{lambda()#1}::operator()(d) const+8) (BuildId: ab)",
			Frame{Kind: NativeFrame, Number: 3, PC: 1, Map: "/data/app/x==/base.apk", Offset: 0x5000, Symbol: "a::b(int (*)(char), c)::{lambda()#1}::operator()(d) const", Printed: "a::b(int (*)(char), c)::{lambda()#1}::operator()(d) const+8", Plus: 8, BuildID: "ab"}},
		{"24 blanks in the map", "native: #01 pc 00004f00  /dev/ashmem/dalvik-Jit thread pool worker thread 0 (deleted) (???)",
			Frame{Kind: NativeFrame, Number: 1, PC: 0x4f00, Map: "/dev/ashmem/dalvik-Jit thread pool worker thread 0 (deleted)"}},
		{"25 an empty map", "native: #02 pc 0000abcd   (???)", Frame{Kind: NativeFrame, Number: 2, PC: 0xabcd}},
		{"a store console", "#00  pc 0x00000000000a1c88  /apex/libc.so (__ioctl+8)", Frame{Kind: NativeFrame, PC: 0xa1c88, Map: "/apex/libc.so", Symbol: "__ioctl", Printed: "__ioctl+8", Plus: 8}},
		{"a crash service", "#00 pc 0x595f34 libart.so (art::DumpNativeStack + 108) (BuildId: c35c)", Frame{Kind: NativeFrame, PC: 0x595f34, Map: "libart.so", Symbol: "art::DumpNativeStack", Printed: "art::DumpNativeStack + 108", Plus: 108, BuildID: "c35c"}},
		{"ART 4.4", "native: epoll_wait+12 [0x4012abcd] (libc.so)", Frame{Kind: NativeFrame, Number: -1, PC: 0x4012abcd, Map: "libc.so", Symbol: "epoll_wait", Printed: "epoll_wait+12", Plus: 12}},
		{"no symbol", "#00 pc 0000007fffd95e18  <unknown>", Frame{Kind: NativeFrame, PC: 0x7fffd95e18, Map: "<unknown>"}},
		{"a bracket without its other", "#00 pc 0001  /a.so (operator(+8)", Frame{Kind: NativeFrame, PC: 1, Map: "/a.so (operator(+8)"}},

		{"kernel", "kernel: SyS_epoll_wait+0x2ac/0x374", Frame{Kind: KernelFrame, Symbol: "SyS_epoll_wait", Plus: 0x2ac}},
		{"26 kernel, back in the program", "kernel: userspace", Frame{Kind: KernelFrame, Symbol: "userspace"}},
		{"26 kernel, not readable", "kernel: (couldn't read /proc/self/task/9/stack)", Frame{Kind: NoteFrame}},
		{"note", "(no managed stack frames)", Frame{Kind: NoteFrame}},
		{"note of native frames", "native: (no native stack frames for thread 7)", Frame{Kind: NoteFrame}},
		{"nothing", "", Frame{Kind: NoteFrame}},
		{"native, cut off", "native: ", Frame{Kind: NoteFrame}},
		{"kernel, cut off", "kernel: ", Frame{Kind: NoteFrame}},
	}
	for _, tt := range tests {
		tt.want.Text = tt.line
		if got := frameOf(tt.line); got != tt.want {
			t.Errorf("%s: %q\n got %+v\nwant %+v", tt.name, tt.line, got, tt.want)
		}
	}
	// 22: equal except for the version.
	a, b := frameOf("at java.lang.Object.wait!(Native method)"), frameOf("at java.lang.Object.wait(Native Method)")
	if a.Key() != b.Key() {
		t.Errorf("keys %q and %q", a.Key(), b.Key())
	}
}

// TestLock covers the cases of sections 12 and 24 that are one lock line.
func TestLock(t *testing.T) {
	tests := []struct {
		name, line string
		want       Lock
	}{
		{"28 a class object", "- waiting on <0x40b1b4f8> ", Lock{What: WaitingOn, Object: Object{Identity, 0x40b1b4f8, ""}}},
		{"29 parked, or a join", "- waiting on <0x1> (a java.lang.VMThread) held by tid=15 (AsyncTask #4)", Lock{What: WaitingOn, Object: Object{Identity, 1, "java.lang.VMThread"}, Named: true, Holder: 15, Name: "AsyncTask #4"}},
		{"33 held by a thread", "- waiting to lock <0x0734e62f> (a Q) held by thread 50", Lock{What: WaitingToLock, Object: Object{Identity, 0x734e62f, "Q"}, Named: true, Holder: 50}},
		{"34 an address", "- locked <@addr=0x12c0dba0> (a a.B)", Lock{What: Locked, Object: Object{Address, 0x12c0dba0, "a.B"}}},
		{"9 unknown", "- waiting to lock an unknown object", Lock{What: WaitingToLock}},
		{"brackets in a name", "- waiting to lock <0x1> (a A) held by threadid=9 (Thread (10))", Lock{What: WaitingToLock, Object: Object{Identity, 1, "A"}, Named: true, Holder: 9, Name: "Thread (10)"}},
		{"held by nobody knows", "- waiting to lock <0x1> (a A) held by ???", Lock{What: WaitingToLock, Object: Object{Identity, 1, "A"}}},
		{"a class's object", "- locked <0x00a50e77> (a java.lang.Class<java.lang.ref.ReferenceQueue>)", Lock{What: Locked, Object: Object{Identity, 0xa50e77, "java.lang.Class<java.lang.ref.ReferenceQueue>"}}},
		{"without a", "- locked <0x1> (java.lang.Class<X>)", Lock{What: Locked, Object: Object{Identity, 1, "java.lang.Class<X>"}}},
		{"raw", "- locked <0x1> (a (raw))", Lock{What: Locked, Object: Object{Identity, 1, "(raw)"}}},
		{"sleep", "- sleeping on <0x07dc9876> (a java.lang.Object)", Lock{What: SleepingOn, Object: Object{Identity, 0x7dc9876, "java.lang.Object"}}},
		{"inflation", "- waiting for lock inflation of <0x1> (a A)", Lock{What: Inflating, Object: Object{Identity, 1, "A"}}},
		{"cut off", "- waiting to lock <0x", Lock{What: WaitingToLock}},
		{"none", "- fell asleep", Lock{}},
	}
	for _, tt := range tests {
		if got := ParseLock(tt.line); got != tt.want {
			t.Errorf("%s: %q\n got %+v\nwant %+v", tt.name, tt.line, got, tt.want)
		}
	}
}

// TestAttributes covers the cases of section 24 that are one attribute line.
func TestAttributes(t *testing.T) {
	tests := []struct {
		name, line string
		want       []Attribute
	}{
		{"14 quotes in a group", `| group="a "q" b" sCount=1`, []Attribute{{"group", `a "q" b`}, {"sCount", "1"}}},
		{"15 brackets and a sign", "| sysTid=42 nice=0 sched=0/0 cgrp=[fopen-error:2] handle=-1345006464", []Attribute{{"sysTid", "42"}, {"nice", "0"}, {"sched", "0/0"}, {"cgrp", "[fopen-error:2]"}, {"handle", "-1345006464"}}},
		{"16 schedstat alone", "| schedstat=( 12 34 5 )", []Attribute{{"schedstat", "( 12 34 5 )"}}},
		{"17 the stack", "| stack=0x7fd0957000-0x7fd0959000 stackSize=8192KB", []Attribute{{"stack", "0x7fd0957000-0x7fd0959000"}, {"stackSize", "8192KB"}}},
		{"18 held mutexes", `| held mutexes= "thread list lock" "mutator lock"(exclusive held)`, []Attribute{{"held mutexes", `"thread list lock" "mutator lock"(exclusive held)`}}},
		{"a key that is not known", "| mood=good sysTid=1", []Attribute{{"mood", "good"}, {"sysTid", "1"}}},
		{"a group without a thread", "| group=(null; initializing?) sCount=1", []Attribute{{"group", "(null; initializing?)"}, {"sCount", "1"}}},
		{"cut off in a group", `| group="ma`, []Attribute{{"group", `"ma`}}},
		{"cut off in schedstat", "| state=S schedstat=( 0 0", []Attribute{{"state", "S"}, {"schedstat", "( 0 0"}}},
		{"cut off behind a sign", "| sysTid=1 nice=", []Attribute{{"sysTid", "1"}, {"nice", ""}}},
		{"a word", "| hello", []Attribute{{"hello", ""}}},
		{"nothing", "|", nil},
	}
	for _, tt := range tests {
		if got := parseAttributes(tt.line); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %q\n got %q\nwant %q", tt.name, tt.line, got, tt.want)
		}
	}
	if size, ok := ParseSize("8192KB"); !ok || size != 8_388_608 { // 17
		t.Errorf("stack size %d", size)
	}

	d := readText(in100(`"a" prio=5 tid=1 Native`, "  | sysTid=42 nice=-8 sched=0/0 cgrp=[fopen-error:2] handle=-1345006464", "  | schedstat=( 12 34 5 )", "",
		`"b" prio=5 tid=2 Native`, "  | state=S schedstat=( 0 0 0 ) utm=3 stm=1 core=0", "", `"c" prio=5 tid=3 Native`, "  | state=S utm=3 stm=1 core=2 HZ=1000"))
	a, b, c := &d.Threads[0], &d.Threads[1], &d.Threads[2]
	if got, want := fmt.Sprintln(a.SysTid, a.Nice, a.Cgroup, a.Running, a.Ready, a.Slices, a.HasTimes), "42 -8 [fopen-error:2] 12 34 5 false\n"; got != want { // 15, 16
		t.Errorf("a is %s", got)
	}
	if b.CPU() != 0.04 || b.KernelState != 'S' || c.CPU() != 0.004 || c.Core != 2 { // 16
		t.Errorf("b used %v s, c %v s", b.CPU(), c.CPU())
	}
}

// TestClassOf: the meaning of each state, in every spelling.
func TestClassOf(t *testing.T) {
	for state, want := range map[string]Class{
		"MONITOR": Blocked, "Blocked": Blocked, "WaitingForLockInflation": Blocked, "TIMED_WAIT": Timed, "Sleeping": Timed,
		"timed waiting": Timed, "runnable": Running, "SUSPENDED": Running, "WaitingPerformingGc": Machine, "VMWAIT": Machine,
		"Native": InMachineCode, "Dreaming": NoState, "": NoState, "ThreadState[23]": NoState, "Terminated": Ended,
	} {
		if got := ClassOf(state); got != want {
			t.Errorf("%q is of class %d, want %d", state, got, want)
		}
	}
}

// TestTransaction parses a vendor's list of binder calls.
func TestTransaction(t *testing.T) {
	got, ok := ParseTransaction("19380:19856(ntiger.exchange:RxComputationTh) -> 1170:0(system_server:unknown) code: 42")
	want := Transaction{End{19380, 19856, "ntiger.exchange:RxComputationTh"}, End{1170, 0, "system_server:unknown"}, 42}
	if !ok || got != want {
		t.Errorf("got %+v", got)
	}
	if _, ok := ParseTransaction("19380:(a) -> 1(b) code: 1"); ok {
		t.Error("read an invalid text")
	}
}

// FuzzParse holds for any line: it can be parsed as each kind.
func FuzzParse(f *testing.F) {
	for _, line := range []string{
		"at a.B.c(B.java:12)", "native: #03 pc 0001 /b.apk (offset 0x5000) (a::b()+8) (BuildId: ab)", "kernel: a+0x1/0x2", "native: a+1 [0x1] (b)",
		"- waiting to lock <0x1> (a A) held by tid=9 (b)", `| group="a "q" b" held mutexes= "x"(y)`, "12% 848/a:b: 8.1% user + 3.9% kernel / faults: 120 minor",
		`"a" daemon prio=5 tid=9 Native`, "a (b):tid=1 systid=2", "Heap: 65% free, 16MB/48MBImage spaces:", "1:2(a) -> 3:4(b) code: 5", "Load: 1 / 2 / 3", "0x1-0x2",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, s string) {
		frame := frameOf(s)
		frame.Name()
		frame.Key()
		ParseLock(s)
		parseAttributes(s)
		parseHeading([]byte(s))
		parseService([]byte(s))
		parseCPURow(s)
		ParseTransaction(s)
		ParseSize(s)
		if c := ClassOf(s); c > Ended {
			t.Errorf("state %q has the unknown class %d", s, c)
		}
	})
}

// TestMentions: the line contains every word of the frame's name, so no frame is missed.
func TestMentions(t *testing.T) {
	lines := []string{
		"at com.example.A.a(A.java:1)", "at java.base@11/com.example.A$B.b(A.java:2)", "at com.example.A.&lt;clinit&gt;(A.java:3)",
		"at com.example.Another.a(Another.java:1)", "native: #00 pc 0000000000000001  /libart.so (art::Runtime::Abort(char const*)+8)",
	}
	d := readText("----- pid 1 at 2024-05-01 10:00:00 -----\nCmd line: a\n\nDALVIK THREADS (1):\n\"main\" prio=5 tid=1 Native\n  " + strings.Join(lines, "\n  ") + "\n")
	for _, tt := range []struct {
		word string
		want string // a digit a line
	}{
		{"com.example.A", "11110"}, {"com.example.A$B", "01100"}, {"com.example.A.<clinit>", "00100"}, {"art::Runtime::Abort(", "00101"}, {"com.other", "00100"},
	} {
		got := ""
		for _, row := range d.Stack {
			f := d.Frame(row.Place)
			switch mentions := d.Mentions(row.Place, tt.word); {
			case mentions:
				got += "1"
			case strings.Contains(f.Key(), tt.word):
				t.Errorf("%s has %s in its name", f.Text, tt.word)
			default:
				got += "0"
			}
		}
		if got != tt.want {
			t.Errorf("%s is mentioned in %s, want %s", tt.word, got, tt.want)
		}
	}
}

// frameOf parses a stack line. Any other line becomes a NoteFrame.
func frameOf(s string) Frame {
	kind := NoteFrame
	if s != "" {
		if known, ok := kindOfFrame([]byte(s)); ok {
			kind = known
		}
	}
	return parseFrame(s, kind)
}
