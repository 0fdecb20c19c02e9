package dump

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// corpus returns the real dumps by name, and skips the test where they are missing.
func corpus(t testing.TB) map[string][]byte {
	files, _ := filepath.Glob("../../../shared/corpus/thread-dumps/*.txt")
	if len(files) == 0 {
		t.Skip("../shared/corpus is not here: real dumps are not ours to ship")
	}
	all := map[string][]byte{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimSuffix(filepath.Base(file), ".txt")] = data
	}
	return all
}

// readPieces reads data in pieces of the given sizes, repeated.
func readPieces(data []byte, sizes ...int) *Dump {
	r := NewReader()
	for i := 0; len(data) > 0; i++ {
		n := min(len(data), sizes[i%len(sizes)])
		piece := bytes.Clone(data[:n])
		r.Write(piece)
		for j := range piece { // a Reader keeps no reference to its input
			piece[j] = '!'
		}
		data = data[n:]
	}
	return r.Close()
}

// equalDumps reports whether two dumps are equal, ignoring how their text is stored.
func equalDumps(a, b *Dump) bool {
	if a.Text.Lines() != b.Text.Lines() {
		return false
	}
	for i := range a.Text.Lines() {
		if !bytes.Equal(a.Text.Line(i), b.Text.Line(i)) || a.Content(i) != b.Content(i) {
			return false
		}
	}
	x, y := *a, *b
	for _, d := range []*Dump{&x, &y} {
		d.Text, d.places = Text{}, places{}
	}
	return reflect.DeepEqual(x, y)
}

// smallTexts returns texts of every kind, for tests that hold for any text.
func smallTexts() map[string]string {
	plain := in100(`"main" prio=5 tid=1 Blocked`, "  | sysTid=100 nice=0", "  at a.B.c(B.java:1)", "  - waiting to lock <0x1> (a A) held by thread 2", "", "\"b\nc\" prio=5 tid=2 Native", "  native: #00 pc 0001  /a.so (b+1)")
	wide := []byte{0xFF, 0xFE}
	for _, c := range plain {
		wide = append(wide, byte(c), 0)
	}
	return map[string]string{
		"plain":           plain,
		"wide":            string(wide) + "\x3d\xd8\x00\xde" + "\x3d\xd8" + "x\x00" + "\x00\xde" + "o",
		"marked":          "\xEF\xBB\xBF" + plain,
		"zeros":           strings.ReplaceAll(plain, "a", "\x00a\x00"),
		"carriage":        strings.ReplaceAll(plain, "\n", "\r\n"),
		"log":             "I/art     (  100): " + strings.ReplaceAll(plain, "\n", "\nI/art     (  100): "),
		"quoted":          "> " + strings.ReplaceAll(plain, "\n", "\n> "),
		"overwritten":     "----- end 51 -----\n(Native Method)\n  at a.B.c(B.java:1)\n\n\"b\" prio=5 tid=14 NATIVE\n----- end 674 -----\n",
		"channels":        "----- Waiting Channels: pid 7 at 2024 -----\nsysTid=7  state=R    0\n----- end 7 -----\n---- end 123 -------- pid 124 at [unknown] ----\n",
		"sections":        "------ LOG (x) ------\n" + plain + "------ VM TRACES JUST NOW (y) ------\n" + plain,
		"only sections":   "------ LOG (x) ------\n" + plain + "------ LOG (y) ------\n" + plain,
		"reporter":        "*** *** ***\nTombstone maker: 'xCrash 2'\nCrash time: '2019'\npid: 6608  >>> x <<<\n\n--- --- ---\nCmd line: x\nDALVIK THREADS (1):\n\"main\" prio=5 tid=1 Native\n\n+++ +++ +++\nlogcat:\n06-14 09:59:28.123 1 2 I a: \"b\" prio=5 tid=1 Native\n",
		"events":          "--- CriticalEventLog ---\nevents <\n  process: \"com.x\"\n>\n\n\"quoted\n",
		"service":         "main (timed waiting):tid=1 systid=900\n  at a.B.c(B.java:1)",
		"statistics":      "Dumping registered class loaders\n#0 a: []\nDone dumping class loaders\nHeap: 65% free, 16MB/48MBImage spaces:\n/a\n*** ART internal metrics ***\nx: 1\n*** Done\n",
		"transactions":    "----- binder transactions -----\n1:2(a) -> 3:4(b) code: 5\n----- end binder transactions -----\n",
		"desktop":         "Full thread dump OpenJDK\n\"main\" #1 prio=5 tid=0x1 nid=0x2 runnable\n\tat a.B.c(B.java:1)\n",
		"a lone mark":     "\xEF\xBB",
		"half a mark":     "\xFF\xFE\x00",
		"no end of line":  "\"main\" prio=5 tid=1",
		"waiting heading": "\"a\nb\nc",
	}
}

// TestEveryCut: the result is the same for every cut of a file into two pieces, and for single
// bytes.
func TestEveryCut(t *testing.T) {
	for name, text := range smallTexts() {
		whole := readText(text)
		for cut := range len(text) {
			if !equalDumps(whole, readPieces([]byte(text), max(1, cut), len(text))) {
				t.Errorf("%s: cut at %d it reads otherwise", name, cut)
				break
			}
		}
		if !equalDumps(whole, readPieces([]byte(text), 1)) {
			t.Errorf("%s: byte by byte it reads otherwise", name)
		}
	}
	for name, data := range corpus(t) {
		if len(data) < 50_000 && !equalDumps(readText(string(data)), readPieces(data, 1, 7, 4096, 61)) {
			t.Errorf("%s: in pieces it reads otherwise", name)
		}
	}
}

// TestEveryEnd: a dump cut short at any byte is read up to there. Its threads are the first ones of
// the whole dump; the last may be incomplete.
func TestEveryEnd(t *testing.T) {
	text := smallTexts()["plain"]
	whole := readText(text)
	for end := range len(text) {
		d := readText(text[:end])
		checkTables(t, d)
		if len(d.Threads) > len(whole.Threads) {
			t.Fatalf("cut at %d: %d threads", end, len(d.Threads))
		}
		if len(d.Blocks) > 0 && d.Blocks[0].Ended && end < len(text)-len(" -----\n") {
			t.Errorf("cut at %d: reported as complete", end)
		}
	}
}

// checkTables: every range of a dump lies inside its table, in order, and every line can be parsed.
func checkTables(t testing.TB, d *Dump) {
	t.Helper()
	if len(d.Kinds) != d.Text.Lines() {
		t.Fatalf("%d kinds of %d lines", len(d.Kinds), d.Text.Lines())
	}
	inside := func(what string, from, to, size int) {
		if from < 0 || from > to || to > size {
			t.Fatalf("%s from %d to %d of %d", what, from, to, size)
		}
	}
	threads := 0
	for i := range d.Blocks {
		b := &d.Blocks[i]
		inside("block's lines", b.Line, b.EndLine, len(d.Kinds))
		inside("block's threads", b.FirstThread, b.EndThread, len(d.Threads))
		inside("block's channels", b.FirstChannel, b.EndRow, len(d.Channels))
		threads += b.EndThread - b.FirstThread
		for j := b.FirstThread; j < b.EndThread; j++ {
			if d.Threads[j].Block != i {
				t.Fatalf("thread %d of block %d says %d", j, i, d.Threads[j].Block)
			}
		}
		b.Release()
		d.Main(b)
	}
	if threads != len(d.Threads) {
		t.Fatalf("blocks have %d threads of %d", threads, len(d.Threads))
	}
	rows, locks := 0, 0
	for i := range d.Threads {
		th := &d.Threads[i]
		inside("thread's lines", th.Line, th.EndLine, len(d.Kinds))
		inside("thread's stack", th.FirstRow, th.EndRow, len(d.Stack))
		inside("thread's locks", th.FirstLock, th.EndLock, len(d.Locks))
		rows += th.EndRow - th.FirstRow
		locks += th.EndLock - th.FirstLock
		for j := th.FirstRow; j < th.EndRow; j++ {
			f := d.Frame(d.Stack[j].Place)
			if kind := d.FrameKind(d.Stack[j].Place); kind != f.Kind {
				t.Fatalf("line %d: frame of kind %d, parsed as %d", d.Stack[j].Line, kind, f.Kind)
			}
			f.Name()
			f.Key()
		}
		for j := th.FirstLock; j < th.EndLock; j++ {
			if l := d.Lock(j); l.What == OtherLock {
				t.Fatalf("line %d is no lock line", d.Locks[j].Line)
			}
			if row := int(d.Locks[j].Row); row != -1 && (row < th.FirstRow || row >= th.EndRow) {
				t.Fatalf("lock of stack line %d, thread has %d to %d", row, th.FirstRow, th.EndRow)
			}
		}
		d.TopFrame(th)
	}
	if rows != len(d.Stack) || locks != len(d.Locks) {
		t.Fatalf("threads have %d stack lines of %d, %d locks of %d", rows, len(d.Stack), locks, len(d.Locks))
	}
	d.CPU()
	for i, kind := range d.Kinds {
		if kind == AttributeLine {
			d.Attributes(i)
		}
	}
	for _, n := range d.Receipt.Notes {
		if n.Text == "" || n.Count < 1 || n.Line >= len(d.Kinds)+1 {
			t.Fatalf("note %+v", n)
		}
	}
}

// FuzzDump holds for any input: reading never fails, all tables are consistent, and cutting the
// input changes nothing.
func FuzzDump(f *testing.F) {
	for _, text := range smallTexts() {
		f.Add([]byte(text), uint16(3))
	}
	for _, line := range []string{
		`"a "b" c" daemon in thread flip prio=5 tid=9 Waiting SCHED_FIFO! (still starting up)`, `"x" prio=4 (not attached)`,
		`  | group="a "q" b" sCount=1 self=0x1`, "  | state=S schedstat=( 0 0 0 ) utm=3 stm=1 core=0 HZ=100", "  - locked <@addr=0x12c0dba0> (a a.B)",
		"  native: #03 pc 0001 /base.apk (offset 0x5000) (a::b()+8) (BuildId: ab)", "  kernel: (couldn't read /proc/self/task/9/stack)",
		"12% 848/system_server: 8.1% user + 3.9% kernel", "DumpLatencyMs: 27.3", "06-14 09:59:28.123 100-105/app A/art: ",
	} {
		f.Add([]byte(pid100+list+"\"main\" prio=5 tid=1 Native\n"+line+"\n"), uint16(40))
	}
	f.Fuzz(func(t *testing.T, data []byte, cut uint16) {
		whole := readPieces(data, max(1, len(data)))
		checkTables(t, whole)
		if !equalDumps(whole, readPieces(data, int(cut)+1)) {
			t.Fatalf("in pieces of %d it reads otherwise", cut+1)
		}
	})
}

// TestHuge: damage of any size causes no failure and takes time in proportion.
func TestHuge(t *testing.T) {
	line := strings.Repeat("x", 1<<20)
	frames := strings.Repeat("  at a.B.c(B.java:1)\n", 200_000)
	tests := []struct {
		name, text string
		threads    int
		stack      int
	}{
		{"a stack of 200,000", in100(`"main" prio=5 tid=1 Native`, frames), 1, 200_000},
		{"100,000 threads", pid100 + list + strings.Repeat("\"t\" prio=5 tid=7 Native\n  | sysTid=1 nice=0\n\n", 100_000) + end100, 100_000, 0},
		{"a line of 50 MB", in100(`"main" prio=5 tid=1 Native`, strings.Repeat(line, 50), "  at a.B.c(B.java:1)"), 1, 1},
		{"a name of 1 MB", in100(`"` + line + `" prio=5 tid=1 Native`), 0, 0},
		{"a symbol of 1 MB", in100(`"main" prio=5 tid=1 Native`, "  #00 pc 0001  /a.so ("+strings.Repeat("(", 1<<18)+strings.Repeat(")", 1<<18)+"+1)"), 1, 1},
		{"quote marks", in100(`"main" prio=5 tid=1 Native`, `"`+strings.Repeat(`" prio=`, 1<<17)), 1, 0},
		{"a group of quote marks", in100(`"main" prio=5 tid=1 Native`, `  | group="`+strings.Repeat(`" "`, 1<<18)), 1, 0},
		{"ends on one line", strings.Repeat("---- end 1 ", 1<<16), 0, 0},
		{"dashes", strings.Repeat("-", 1<<20) + " " + strings.Repeat("---- ", 1<<17), 0, 0},
		{"zeros", strings.Repeat("\x00", 1<<20), 0, 0},
		{"empty lines", strings.Repeat("\n", 1<<20), 0, 0},
		{"openers", strings.Repeat("----- pid 1 at x -----\n", 100_000), 0, 0},
		{"logs of many processes", strings.Repeat("I/a(1): DALVIK THREADS:\nI/a(2): DALVIK THREADS:\nI/a(2): ----- end 2 -----\nI/a(1): ----- end 1 -----\n", 20_000), 0, 0},
	}
	for _, tt := range tests {
		d := readText(tt.text)
		checkTables(t, d)
		if len(d.Threads) != tt.threads || len(d.Stack) != tt.stack {
			t.Errorf("%s: %d threads and %d stack lines, want %d and %d", tt.name, len(d.Threads), len(d.Stack), tt.threads, tt.stack)
		}
	}
}

// TestLimit: at its limit a Reader stops keeping lines, and notes it.
func TestLimit(t *testing.T) {
	r := Limit(10_000).NewReader()
	for range 1000 {
		r.Write([]byte("\"t\" prio=5 tid=7 Native\n  at a.B.c(B.java:1)\n\n"))
	}
	d := r.Close()
	checkTables(t, d)
	if n := len(d.Threads); n < 10 || n > 30 {
		t.Errorf("%d threads", n)
	}
	if n := d.Receipt.Notes[0]; n.Code != "too-long" || n.Count < 2000 {
		t.Errorf("note %+v", n)
	}
}

// TestPlaced: every line of the real dumps is classified, except lines that an overwritten head has
// cut.
func TestPlaced(t *testing.T) {
	cut := map[string]int64{"art50_bhendi": 1, "dalvik44_overwritten_head": 1, "dalvik44_x86_firstgit": 1}
	for name, data := range corpus(t) {
		d := readText(string(data))
		checkTables(t, d)
		unplaced := int64(0)
		for _, n := range d.Receipt.Notes {
			if n.Code == "unplaced-lines" {
				unplaced = n.Count
			}
		}
		if unplaced != cut[name] {
			t.Errorf("%s: %d lines have no place, want %d", name, unplaced, cut[name])
		}
	}
}

// BenchmarkDump reads a dump like current ones, with mostly equal stacks.
func BenchmarkDump(b *testing.B) {
	var s strings.Builder
	s.WriteString(pid100 + "Build fingerprint: 'a/b/c:14/d/1:user/k'\nABI: 'arm64'\nDALVIK THREADS (400):\n")
	for i := range 400 {
		s.WriteString("\"Binder:100_" + string(rune('A'+i%26)) + "\" prio=5 tid=7 Native\n  | group=\"main\" sCount=1 ucsCount=0 flags=1 obj=0x734529c8 self=0xb400007b6025ebe0\n" +
			"  | sysTid=6204 nice=-10 cgrp=top-app sched=0/0 handle=0x7d525a3d20\n  | state=S schedstat=( 324804784 183300334 997 ) utm=23 stm=8 core=3 HZ=100\n" +
			"  | stack=0x7ff93a9000-0x7ff93ab000 stackSize=8188KB\n  | held mutexes=\n")
		for j := range 8 {
			s.WriteString("  native: #0" + string(rune('0'+j)) + " pc 000000000006a5f4  /system/lib64/libutils.so (android::Looper::pollOnce(int, int*, int*, void**)+12) (BuildId: 1b9f4e1a1a9aa344)\n")
		}
		for j := range 12 {
			s.WriteString("  at android.os.MessageQueue.next(MessageQueue.java:" + string(rune('0'+(i+j)%10)) + ")\n")
		}
		s.WriteString("  - waiting on <0x0ca0760f> (a java.lang.Object)\n\n")
	}
	s.WriteString(end100)
	data := []byte(s.String())
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		readWhole(data)
	}
}

func readWhole(data []byte) {
	r := NewReader()
	r.Write(data)
	r.Close()
}

// BenchmarkCorpus reads all real dumps, one by one.
func BenchmarkCorpus(b *testing.B) {
	all := corpus(b)
	size := 0
	for _, data := range all {
		size += len(data)
	}
	b.SetBytes(int64(size))
	for b.Loop() {
		for _, data := range all {
			readWhole(data)
		}
	}
}

// TestReuse: a dump read over another equals the dump read alone, and the other is empty.
func TestReuse(t *testing.T) {
	all := corpus(t)
	var last *Dump
	over := 0
	for _, name := range slices.Sorted(maps.Keys(all)) {
		want := NewReader()
		want.Write(all[name])
		got := NewReader()
		if last != nil && len(last.Text.chunks) == 1 {
			got.Reuse(last)
			over++
			if last.Text.Lines() > 0 || last.Threads != nil {
				t.Errorf("%s is read over a dump that still holds %d lines", name, last.Text.Lines())
			}
		}
		got.Write(all[name])
		if last = got.Close(); allContent(last) != allContent(want.Close()) {
			t.Errorf("%s differs when it is read over another", name)
		}
	}
	if over < len(all)/2 {
		t.Errorf("%d of %d dumps were read over another", over, len(all))
	}
}

// allContent returns everything that a dump holds.
func allContent(d *Dump) string {
	var s strings.Builder
	for i := range d.Text.Lines() {
		fmt.Fprintf(&s, "%s %d\n", d.Content(i), d.Kinds[i])
	}
	for _, row := range d.Stack {
		fmt.Fprintf(&s, "%d %+v\n", row.Line, d.Frame(row.Place))
	}
	fmt.Fprintf(&s, "%+v %+v %+v %+v %+v %d", d.Blocks, d.Threads, d.Locks, d.Channels, d.Receipt, d.Places())
	return s.String()
}
