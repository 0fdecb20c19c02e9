package simpleperf_test

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"traceglass/parser/simpleperf"
	"traceglass/parser/simpleperf/simpleperftest"
)

// outline formats the content of a file: its ending, samples and receipt, then each method and
// thread with samples/self, sightings, and CPU, wall and off-CPU time in ms, if any.
func outline(r *simpleperf.Reader) string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s %d", r.Ending, r.Samples())
	if !r.Complete() {
		s.WriteString(" incomplete")
	}
	for _, n := range r.Receipt.Notes {
		fmt.Fprintf(&s, " %s", n.Code)
	}
	if r.Version < 0 {
		s.WriteString(", no version")
	}
	if r.Trailing > 0 {
		fmt.Fprintf(&s, ", %d bytes after it", r.Trailing)
	}
	if r.FirstTime > 1<<53 {
		fmt.Fprintf(&s, ", from %d", r.FirstTime)
	}
	for what, n := range r.Unwinding {
		fmt.Fprintf(&s, ", %s ×%d", what, n)
	}
	ms := func(what string, ns int64) {
		if ns != 0 {
			s.WriteString(" " + what + strconv.FormatFloat(float64(ns)/1e6, 'f', -1, 64))
		}
	}
	methods, threads := r.Figures()
	for i := range methods {
		m := &methods[i]
		var all simpleperf.Figure
		for e := range m.Events {
			all.Samples, all.Self = all.Samples+m.Events[e].Samples, all.Self+m.Events[e].Self
		}
		fmt.Fprintf(&s, "; %s %d/%d ×%d", r.Methods[i].Label(), all.Samples, all.Self, m.Runs)
		if kind := r.Methods[i].Kind; kind != simpleperf.Native {
			s.WriteString(" " + kind.String())
		}
		if r.Clock >= 0 {
			ms("cpu ", m.Events[r.Clock].Count)
		}
		ms("wall ", m.All.Inclusive)
		ms("off ", m.Off.Inclusive)
	}
	for i := range threads {
		t := &threads[i]
		fmt.Fprintf(&s, "; %d %q of %d: %d", t.Thread.ID, t.Thread.Name, t.Thread.Process, t.Samples)
		ms("wall ", t.All)
		ms("off ", t.Off)
		if t.Gaps > 0 {
			fmt.Fprintf(&s, " %d gaps", t.Gaps)
			ms("of ", t.Gap)
		}
	}
	return s.String()
}

// TestTricky covers the cases of the format's section 11, by number.
func TestTricky(t *testing.T) {
	type message = simpleperftest.Message
	story := simpleperftest.Bytes
	sample := func(ns uint64, frames ...message) message {
		m := message{}.Uint(1, ns).Uint(2, 7)
		for _, f := range frames {
			m = m.Bytes(3, f)
		}
		return m.Uint(4, 1_000_000)
	}
	frame := func(address, file, symbol uint64) message {
		return message{}.Uint(1, address).Uint(2, file).Uint(3, symbol)
	}
	minus := ^uint64(0)
	library := message{}.Uint(1, 0).Text(2, simpleperftest.Library).Text(3, "leaf").Text(3, "mid").Text(3, "root")
	thread := message{}.Uint(1, 7).Uint(2, 7).Text(3, "main")
	meta := message{}.Text(1, "cpu-clock").Text(2, "com.example")
	// file has records by number and message in turn.
	file := func(records ...any) []byte {
		data := simpleperftest.Start()
		for i := 0; i < len(records); i += 2 {
			data = simpleperftest.Append(data, records[i].(int), records[i+1].(message))
		}
		return simpleperftest.End(data)
	}
	lost := func(samples uint64) message { return message{}.Uint(1, samples).Uint(2, 0) }
	two := story("7@10 root;mid;leaf 7@11 root;mid ::7=main")
	// second is where the second sample of two begins.
	length := func(at int) int { return 4 + int(two[at]) + int(two[at+1])<<8 }
	second := 12 + length(12)
	second += length(second)
	broken := slices.Concat(two[:second], []byte{3, 0, 0, 0, 0x0a, 0x7f, 0x08}, two[second:])
	newer := append(sample(10_000_000, frame(1, 0, 0)).Text(9, "x"), 10<<3|5, 1, 2, 3, 4, 11<<3|1, 1, 2, 3, 4, 5, 6, 7, 8)
	version2 := file(5, meta, 1, newer, 2, lost(1), 3, library, 4, thread)
	version2 = bytes.Replace(version2[:len(version2):len(version2)], []byte("SIMPLEPERF\x01"), []byte("SIMPLEPERF\x02"), 1)
	version2 = slices.Concat(version2[:len(version2)-4], []byte{2, 0, 0, 0, 7<<3 | 2, 0}, version2[len(version2)-4:])
	const odex, dex, boot = "/data/app/~~x==/com.example-y==/oat/arm64/base.odex", "/data/app/~~x==/com.example-y==/base.apk!/classes.dex", "/system/framework/boot.oat"
	stack := func(path, symbol string) []simpleperftest.Frame {
		return []simpleperftest.Frame{{Path: path, Symbol: symbol}}
	}
	names := func(frames ...[]simpleperftest.Frame) []byte {
		r := simpleperftest.Recording{Package: "com.example", Threads: []simpleperftest.Thread{{ID: 7, Process: 7, Name: "main"}}}
		for i, f := range frames {
			r.Entries = append(r.Entries, simpleperftest.Sample{Time: uint64(i+1) * 1e6, Count: 1e6, Thread: 7, Stack: f})
		}
		return r.Bytes()
	}
	events := func(names ...string) []byte {
		r := simpleperftest.Parse("7@1=500#0 leaf 7@2=700#0 leaf 7@3=1000000#1 mid ::7=main")
		r.Events = names
		return r.Bytes()
	}
	for _, tt := range []struct {
		name string
		data []byte
		want string
	}{
		{"1 no samples", file(5, meta, 2, lost(0)), `terminator 0 no-samples`},
		{"2 a terminator alone", simpleperftest.End(simpleperftest.Start()), `terminator 0 no-lost-record no-samples`},
		{"3 the magic alone", simpleperftest.Start(), `no-terminator 0 incomplete no-terminator no-lost-record no-samples`},
		{"4 one sample", story("7@10 root;mid;leaf ::7=main"), `terminator 1 on-cpu-only; leaf 1/1 ×1 cpu 1 wall 1; mid 1/0 ×1 cpu 1 wall 1; root 1/0 ×1 cpu 1 wall 1; 7 "main" of 7: 1 wall 1`},
		{"5 code without a symbol", file(5, meta, 1, sample(10_000_000, frame(0x10, 0, minus)), 1, sample(11_000_000, frame(0x20, 0, minus), frame(0x30, 0, minus)), 2, lost(2), 3, library, 4, thread), `terminator 2 on-cpu-only; libgame.so 2/2 ×1 unknown cpu 2 wall 2; 7 "main" of 7: 2 wall 2`},
		{"6 cut in a sample", two[:second+10], `truncated-record 1 incomplete truncated-record file-not-listed thread-not-listed no-lost-record on-cpu-only; symbol 0 1/1 ×1 cpu 1 wall 1; symbol 1 1/0 ×1 cpu 1 wall 1; symbol 2 1/0 ×1 cpu 1 wall 1; 7 "" of -1: 1 wall 1`},
		{"7 cut in a length", two[:len(two)-2], `truncated-size 2 incomplete truncated-size on-cpu-only; leaf 1/1 ×1 cpu 1 wall 1; mid 2/1 ×1 cpu 2 wall 2; root 2/0 ×1 cpu 2 wall 2; 7 "main" of 7: 2 wall 2`},
		{"8 no terminator", two[:len(two)-4], `no-terminator 2 incomplete no-terminator on-cpu-only; leaf 1/1 ×1 cpu 1 wall 1; mid 2/1 ×1 cpu 2 wall 2; root 2/0 ×1 cpu 2 wall 2; 7 "main" of 7: 2 wall 2`},
		{"9 a broken record", broken, `terminator 2 incomplete broken-record on-cpu-only; leaf 1/1 ×1 cpu 1 wall 1; mid 2/1 ×1 cpu 2 wall 2; root 2/0 ×1 cpu 2 wall 2; 7 "main" of 7: 2 wall 2`},
		{"10 newer fields", version2, `terminator 1 unknown-version on-cpu-only; leaf 1/1 ×1 cpu 1 wall 1; 7 "main" of 7: 1 wall 1`},
		{"11 a late sample", story("7@1 root;mid 7-2.009 7+5 7!2 root;leaf 7@6 root;mid ::7=main"), `terminator 3 clock-counts; mid 2/2 ×2 cpu 2 wall 2; root 3/0 ×1 cpu 2 wall 6 off 3; leaf 1/1 ×1 wall 4 off 3; 7 "main" of 7: 3 wall 6 off 3`},
		{"12 off the CPU", story("7+0 7@1 root;mid 7!2 root;leaf 7-2.009 7+12 7@12.5 root;mid ::7=main"), `terminator 3 clock-counts; mid 2/2 ×2 cpu 2 wall 1.5; root 3/0 ×1 cpu 2 wall 12.5 off 10; leaf 1/1 ×1 wall 11 off 10; 7 "main" of 7: 3 wall 12.5 off 10`},
		{"13 off the CPU without switches", story("7@1 root;mid 7!2 root;leaf 7@9 root;mid ::7=main"), `terminator 3 clock-counts; mid 2/2 ×2 cpu 2 wall 1; root 3/0 ×1 cpu 2 wall 9 off 7; leaf 1/1 ×1 wall 8 off 7; 7 "main" of 7: 3 wall 9 off 7`},
		{"14 off the CPU at the end", story("7@1 root 7!2 root;leaf 8@50 root ::7=main 8/7=worker"), `terminator 3 clock-counts; root 3/2 ×2 cpu 2 wall 3; leaf 1/1 ×1 wall 1; 7 "main" of 7: 2 wall 2; 8 "worker" of 7: 1 wall 1`},
		{"15 a switch without a sample", story("7@1 root;mid 7-2 7+8 7@9 root;mid ::7=main"), `terminator 2 on-cpu-only; mid 2/2 ×2 cpu 2 wall 2; root 2/0 ×2 cpu 2 wall 2; 7 "main" of 7: 2 wall 2 1 gaps of 7`},
		{"16 a gap, on CPU only", story("7@10 root;mid 7@11 root;mid 7@111 root;mid 7@112.9 root;mid ::7=main"), `terminator 4 on-cpu-only; mid 4/4 ×2 cpu 4 wall 4.9; root 4/0 ×2 cpu 4 wall 4.9; 7 "main" of 7: 4 wall 4.9 1 gaps of 99`},
		{"17 recursion", story("7@10 root;mid;mid;mid 7@11 root;mid;mid 7@12 root;mid;leaf;mid ::7=main"), `terminator 3 on-cpu-only; mid 3/3 ×1 cpu 3 wall 3; root 3/0 ×1 cpu 3 wall 3; leaf 1/0 ×1 cpu 1 wall 1; 7 "main" of 7: 3 wall 3`},
		{"18 two events", events("cpu-cycles", "cpu-clock"), `terminator 3 on-cpu-only; leaf 2/2 ×1 wall 1; mid 1/1 ×1 cpu 1 wall 1; 7 "main" of 7: 3 wall 2`},
		{"19 two processes", story("7@10 root 20@11 root 21@12 root ::7=main 20=other 21/20=worker 21/7=again"), `terminator 3 thread-listed-twice on-cpu-only; root 3/3 ×3 cpu 3 wall 3; 7 "main" of 7: 1 wall 1; 20 "other" of 20: 1 wall 1; 21 "worker" of 20: 1 wall 1`},
		{"20 a thread that is not listed", story("7@10 root 99@11 leaf ::7=main"), `terminator 2 thread-not-listed on-cpu-only; root 1/1 ×1 cpu 1 wall 1; leaf 1/1 ×1 cpu 1 wall 1; 7 "main" of 7: 1 wall 1; 99 "" of -1: 1 wall 1`},
		{"21 Java names", names(stack(odex, "java.lang.Object com.example.Feed.load(int, java.lang.String)"), stack(dex, "com.example.Feed.load"), stack("[JIT app cache]", "com.example.Feed.load"),
			stack(boot, "java.lang.System.nanoTime [DEDUPED]"), stack(odex, "art_jni_trampoline")), `terminator 5 on-cpu-only; com.example.Feed.load 3/3 ×1 java cpu 3 wall 3; java.lang.System.nanoTime 1/1 ×1 java cpu 1 wall 1; art_jni_trampoline 1/1 ×1 cpu 1 wall 1; 7 "main" of 7: 5 wall 5`},
		{"22 native names with dots", names(stack("[kernel.kallsyms]", "do_page_fault.cfi"), stack("/apex/com.android.runtime/lib64/bionic/libc.so", "memcpy.cold.1"), stack("/apex/com.android.runtime/bin/linker64", "[linker]mmap64"),
			stack("/data/app/~~x==/com.example-y==/base.apk!/lib/arm64-v8a/libgame.so", "game.tick(float)"), stack("unknown", "")), `terminator 5 on-cpu-only; do_page_fault.cfi 1/1 ×1 kernel cpu 1 wall 1; memcpy.cold.1 1/1 ×1 cpu 1 wall 1; [linker]mmap64 1/1 ×1 cpu 1 wall 1; game.tick(float) 1/1 ×1 cpu 1 wall 1; unknown 1/1 ×1 unknown cpu 1 wall 1; 7 "main" of 7: 5 wall 5`},
		{"23 no stack", story("7@10 - 7@11 leaf ::7=main"), `terminator 2 on-cpu-only; leaf 1/1 ×1 cpu 1 wall 1; 7 "main" of 7: 2 wall 2`},
		{"24 defaults", file(5, meta, 1, message{}.Uint(1, 1_000_000).Bytes(3, message{}).Uint(4, 1_000_000), 2, lost(1), 3, message{}.Text(2, simpleperftest.Library).Text(3, "leaf"), 4, message{}.Text(3, "swapper")), `terminator 1 on-cpu-only; leaf 1/1 ×1 cpu 1 wall 1; 0 "swapper" of 0: 1 wall 1`},
		{"25 a count that differs, and bytes after the end", append(file(5, meta, 1, sample(10_000_000, frame(1, 0, 0)), 2, lost(5), 3, library, 4, thread), 1, 2, 3, 4), `terminator 1 data-after-terminator sample-count-differs on-cpu-only, 4 bytes after it; leaf 1/1 ×1 cpu 1 wall 1; 7 "main" of 7: 1 wall 1`},
		{"26 big times", file(5, meta, 1, sample(1<<53+1, frame(1, 0, 0)), 2, lost(1), 3, library, 4, thread), `terminator 1 on-cpu-only, from 9007199254740993; leaf 1/1 ×1 cpu 1 wall 1; 7 "main" of 7: 1 wall 1`},
		{"27 a clock of user code", events("cpu-cycles", "task-clock:u"), `terminator 3 on-cpu-only; leaf 2/2 ×1 wall 1; mid 1/1 ×1 cpu 1 wall 1; 7 "main" of 7: 3 wall 2`},
		{"28 errors of unwinding", file(5, meta, 1, sample(10_000_000, frame(1, 0, 0)).Bytes(6, message{}.Uint(3, 2)), 1, sample(11_000_000, frame(1, 0, 0), frame(2, 0, 2)), 2, lost(2), 3, library, 4, thread), `terminator 2 unwinding-errors on-cpu-only, NOT_ENOUGH_STACK ×1; leaf 2/2 ×2 cpu 2 wall 2; root 1/0 ×1 cpu 1 wall 1; 7 "main" of 7: 2 wall 2`},
		{"29 a symbol out of range", file(5, meta, 1, sample(10_000_000, frame(1, 0, 17)), 1, sample(11_000_000, frame(1, 9, 4)), 2, lost(2), 3, library, 4, thread), `terminator 2 file-not-listed symbol-not-listed on-cpu-only; libgame.so 1/1 ×1 unknown cpu 1 wall 1; symbol 4 1/1 ×1 cpu 1 wall 1; 7 "main" of 7: 2 wall 2`},
		{"30 no magic", two[12+length(12):], `terminator 2 on-cpu-only, no version; leaf 1/1 ×1; mid 2/1 ×1 wall 1; root 2/0 ×1 wall 1; 7 "main" of 7: 2 wall 1`},
		{"31 records in another order", file(4, thread, 3, library, 2, lost(2), 1, sample(11_000_000, frame(2, 0, 1)), 1, sample(10_000_000, frame(1, 0, 0)), 5, meta), `terminator 2 on-cpu-only; mid 1/1 ×1 cpu 1 wall 1; leaf 1/1 ×1 cpu 1 wall 1; 7 "main" of 7: 2 wall 2`},
	} {
		r := read(t, tt.data)
		if got := outline(r); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// TestIncompleteStacks: the note on stacks that begin in the middle has their share, and an overview repeats it from a tenth on.
func TestIncompleteStacks(t *testing.T) {
	whole := []simpleperftest.Frame{{Path: "/apex/com.android.runtime/lib64/bionic/libc.so", Symbol: "__libc_init"}, {Path: "/data/a.so", Symbol: "work"}}
	for cut, want := range map[int]string{
		0: "", 1: "", // of 11
		2:  "2 of 12 stacks (16.7 %) begin in the middle: their outermost frames could not be unwound, so the inclusive figures of callers are too small.",
		10: "10 of 20 stacks (50.0 %) begin in the middle: their outermost frames could not be unwound, so the inclusive figures of callers are too small.",
	} {
		r := simpleperftest.Recording{Threads: []simpleperftest.Thread{{ID: 7, Process: 7, Name: "main"}}}
		for i := range 10 + cut {
			stack := whole
			if i < cut {
				stack = whole[1:]
			}
			r.Entries = append(r.Entries, simpleperftest.Sample{Time: uint64(i+1) * 1e6, Count: 1e6, Thread: 7, Stack: stack})
		}
		read := simpleperf.NewReader()
		read.Write(r.Bytes())
		read.Close()
		if got := read.Receipt.Large(); got != want {
			t.Errorf("%d of %d stacks cut: %q, want %q", cut, 10+cut, got, want)
		}
	}
}
