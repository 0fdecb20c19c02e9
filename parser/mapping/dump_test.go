package mapping_test

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/dump"
	"traceglass/parser/dump/dumptest"
	"traceglass/parser/mapping"
)

func readDump(text string) *dump.Dump {
	r := dump.NewReader()
	r.Write([]byte(text))
	return r.Close()
}

func textOf(d *dump.Dump) string {
	var b strings.Builder
	for i := range d.Text.Lines() {
		b.Write(d.Text.Line(i))
		b.WriteByte('\n')
	}
	return b.String()
}

// named gives a dump the names of a map.
func named(t testing.TB, text string, d *dump.Dump) (*dump.Dump, *mapping.Result) {
	t.Helper()
	w := mapping.NewWanted()
	w.WantDump(d)
	return read(t, text, w, 1<<16).NameDump(d)
}

const shop = `# compiler: R8
# pg_map_id: 1111111
shop.Cart -> a.b:
    3:5:int total(shop.Item):40:42 -> a
    7:7:void shop.Checks.notNull(java.lang.Object):18:18 -> c
    7:7:void add(shop.Item):55 -> c
    7:7:void addAll(java.util.List):61 -> c
    void open(int) -> f
    void close(java.lang.String) -> f
    1:3:void load():10:12 -> d
    1:10:void one():60:62 -> j
    1:9:void slow():5:13 -> s
shop.Out -> a.o:
    1:2:int m():0:0 -> a
      # {"id":"com.android.tools.r8.outline"}
shop.Db -> a.c:
shop.Db$Row -> a.c$a:
shop.A -> a.m:
    byte shop.A.$r8$classId -> a
`

// text is a dump of that app.
const text = `Subject: Input dispatching timed out (com.shop.app/a.b, waiting on a.b.c, for a.cx) at a.c.
----- pid 12 at 2024-05-01 10:00:00 -----
Cmd line: com.shop.app

DALVIK THREADS (2):
"a.b" prio=5 tid=1 Blocked
  | group="main" sCount=1 dsCount=0 flags=1 obj=0x7 self=0x7
  | sysTid=12 nice=-10 cgrp=default sched=0/0 handle=0x7
  at a.b.c(SourceFile:7)
  - waiting to lock <0x0cd0> (a a.c) held by thread 21
  - locked <@addr=0x22> (a java.lang.Class<a.c$a>)
  - locked <@addr=0x23> (a a.c[][])
  - locked <0x24> (a a.m)
  at a.b.f(SourceFile)
  at a.b.d(SourceFile:40)
  at a.b.j(SourceFile:8)
  at a.o.a(SourceFile:1)
  at a.b.a(SourceFile:4)
  at a.b.s!(Native method)
  at a.b.a(r8-map-id-2222222:4)
  at android.os.Looper.loop(Looper.java:100)

"x" prio=5 tid=2 Native
  native: #00 pc 0001  /a.b.c (a.b.c+12)
  at a.b.c(r8-map-id-1111111:7)
  (no managed stack frames)

----- end 12 -----
a.b
`

// TestDump renames a dump's frames, locks and reasons, and nothing else.
func TestDump(t *testing.T) {
	const want = `Subject: Input dispatching timed out (com.shop.app/shop.Cart, waiting on a.b.c, for a.cx) at shop.Db.
----- pid 12 at 2024-05-01 10:00:00 -----
Cmd line: com.shop.app

DALVIK THREADS (2):
"a.b" prio=5 tid=1 Blocked
  | group="main" sCount=1 dsCount=0 flags=1 obj=0x7 self=0x7
  | sysTid=12 nice=-10 cgrp=default sched=0/0 handle=0x7
  at shop.Checks.notNull(Checks.java:18) [inlined]
  at shop.Cart.add(Cart.java:55) [inlined]
  at shop.Cart.addAll(Cart.java:61)
  - waiting to lock <0x0cd0> (a shop.Db) held by thread 21
  - locked <@addr=0x22> (a java.lang.Class<shop.Db$Row>)
  - locked <@addr=0x23> (a shop.Db[][])
  - locked <0x24> (a shop.A or a class merged into it)
  at shop.Cart.close or open(Cart.java) [one of 2: nothing tells which]
  at shop.Cart.load(Cart.java) [its line is not in the map]
  at shop.Cart.one(Cart.java) [between lines 60 and 62]
  at shop.Cart.total(Cart.java:41)
  at shop.Cart.slow!(Native method)
  at a.b.a(r8-map-id-2222222:4)
  at android.os.Looper.loop(Looper.java:100)

"x" prio=5 tid=2 Native
  native: #00 pc 0001  /a.b.c (a.b.c+12)
  at shop.Checks.notNull(Checks.java:18) [inlined]
  at shop.Cart.add(Cart.java:55) [inlined]
  at shop.Cart.addAll(Cart.java:61)
  (no managed stack frames)

----- end 12 -----
a.b
`
	for _, ends := range []string{"\n", "\r\n"} {
		raw := readDump(strings.ReplaceAll(text, "\n", ends))
		d, result := named(t, shop, raw)
		if got := strings.ReplaceAll(textOf(d), "\r", ""); got != want {
			t.Fatalf("got\n%s", got)
		}
		if strings.Count(textOf(d), "\r") == 0 == (ends == "\r\n") {
			t.Errorf("line ends are not kept")
		}
		checkSame(t, d)
		if result.Names != 7 || result.Named != 7 || result.Several != 1 || result.Judged != 5 || result.Fit != 4 {
			t.Errorf("result %+v", result)
		}
		f := d.Frame(d.Stack[d.Threads[0].FirstRow+3].Place)
		if f.Class != "shop.Cart" || f.Method != "close or open" || f.Remark == "" {
			t.Errorf("a frame with two originals is %+v", f)
		}
		if at := d.Threads[0].FirstRow; d.Number(int(d.Stack[at+2].Line)) != 9 || d.Number(int(d.Stack[at+3].Line)) != 14 {
			t.Errorf("lines are not those of the file")
		}
		for i := range d.Text.Lines() {
			if n := d.RawLine(i); n < 0 || n >= raw.Text.Lines() {
				t.Fatalf("line %d is of line %d", i, n)
			}
		}
		again, _ := named(t, shop, d)
		if textOf(again) != textOf(d) || again.Raw() != raw {
			t.Errorf("names are given to names")
		}
	}
}

// TestWantClasses: names wanted for a whole pile give each dump the same result as names wanted for
// that dump alone.
func TestWantClasses(t *testing.T) {
	one, two := readDump(text), readDump(strings.ReplaceAll(text, "a.b.", "a.b2."))
	w := mapping.NewWanted()
	w.WantClasses(two)
	w.WantClasses(one)
	w.WantClasses(one)
	m := read(t, shop, w, 1<<16)
	got, _ := m.NameDump(one)
	if want, _ := named(t, shop, one); textOf(got) != textOf(want) {
		t.Errorf("got\n%s\nwant\n%s", textOf(got), textOf(want))
	}
	if m.Class("java.lang.Thread").Known || w.Classes() > 12 {
		t.Errorf("%d classes are wanted", w.Classes())
	}
	own := mapping.NewWanted()
	if own.WantDump(one); !w.Includes(w) || own.Includes(w) {
		t.Error("whole classes are the same as some of their methods")
	}
}

// checkSame compares a renamed dump with the dump read from its text.
func checkSame(t *testing.T, d *dump.Dump) {
	t.Helper()
	again := readDump(textOf(d))
	if len(again.Threads) != len(d.Threads) || len(again.Blocks) != len(d.Blocks) || len(again.Stack) != len(d.Stack) || len(again.Locks) != len(d.Locks) {
		t.Fatalf("read again: %d threads, %d blocks, %d frames, %d locks, want %d, %d, %d, %d", len(again.Threads), len(again.Blocks), len(again.Stack), len(again.Locks), len(d.Threads), len(d.Blocks), len(d.Stack), len(d.Locks))
	}
	if !slices.Equal(again.Kinds, d.Kinds) {
		t.Errorf("lines are of other kinds when they are read again")
	}
	for i := range d.Threads {
		a, b := again.Threads[i], d.Threads[i]
		if a.Line != b.Line || a.EndLine != b.EndLine || a.FirstRow != b.FirstRow || a.EndRow != b.EndRow || a.FirstLock != b.FirstLock || a.EndLock != b.EndLock {
			t.Errorf("thread %d: %+v, read again %+v", i, b, a)
		}
	}
	if !slices.Equal(again.Locks, d.Locks) {
		t.Errorf("locks are of other frames when they are read again")
	}
	for i := range d.Blocks {
		if a, b := again.Blocks[i], d.Blocks[i]; a.Line != b.Line || a.EndLine != b.EndLine {
			t.Errorf("block %d: lines %d to %d, read again %d to %d", i, b.Line, b.EndLine, a.Line, a.EndLine)
		}
	}
	for i := range d.Stack {
		if d.Frame(d.Stack[i].Place) != again.Frame(again.Stack[i].Place) {
			t.Errorf("frame %d: %+v, read again %+v", i, d.Frame(d.Stack[i].Place), again.Frame(again.Stack[i].Place))
		}
	}
}

// TestRealDump names a real dump of Android 16 with the map of its build.
func TestRealDump(t *testing.T) {
	raw := readDump(corpusFile(t, "measure-anr/anr.txt"))
	d, result := named(t, corpusFile(t, "measure-anr/mapping.txt.gz"), raw)
	want := strings.Split(strings.TrimRight(corpusFile(t, "measure-anr/expected.txt"), "\n"), "\n")
	got := strings.Split(strings.TrimRight(textOf(d), "\n"), "\n")
	clean := func(line string) string {
		line, _, _ = strings.Cut(line, " [")
		line = strings.ReplaceAll(line, " or a class merged into it", "") // it has a class id, which the expected text lacks
		if strings.HasPrefix(strings.TrimSpace(line), "at ") {
			line = withoutFile(line) // inferred in other ways
		}
		return line
	}
	for i := range max(len(got), len(want)) {
		a, b := "", ""
		if i < len(got) {
			a = got[i]
		}
		if i < len(want) {
			b = want[i]
		}
		if clean(a) != clean(b) {
			t.Fatalf("line %d\n got %s\nwant %s", i+1, a, b)
		}
	}
	checkSame(t, d)
	result.Settle()
	if result.Match != mapping.SameBuild || result.OfAnotherBuild() {
		t.Errorf("result %+v", result)
	}
}

// TestManyCandidates: if a map gives one name thousands of originals, the cost of a frame is
// bounded, and equal frames cost once. The text states the number of originals.
func TestManyCandidates(t *testing.T) {
	const originals, frames = 5000, 2000
	for form, line := range map[string]string{"without lines": "    void original%d(int) -> a\n", "of one line": "    1:9:void original%d(int):7:15 -> a\n"} {
		var text, stack strings.Builder
		text.WriteString("com.example.Big -> a:\n")
		for i := range originals {
			fmt.Fprintf(&text, line, i)
		}
		stack.WriteString("process 7 com.example\n1 main Native\n")
		for range frames {
			stack.WriteString("at a.a\n")
		}
		d := dumptest.Parse(stack.String())
		wanted := mapping.NewWanted()
		wanted.WantDump(d)
		reader := mapping.NewReader(wanted)
		io.WriteString(reader, text.String())
		m, err := reader.Close()
		if err != nil {
			t.Fatal(err)
		}
		found := m.Stack(slices.Repeat([]mapping.Frame{{Class: "a", Method: "a", Line: 1}}, frames))
		if len(found) != frames || len(found[0].Others) != 100 || found[0].Candidates != originals {
			t.Fatalf("%s: %d frames, the first of %d originals, %d in all", form, len(found), len(found[0].Others), found[0].Candidates)
		}
		if &found[0].Others[0] != &found[frames-1].Others[0] {
			t.Errorf("%s: equal frames are worked out apart", form)
		}
		named, _ := m.NameDump(d)
		if got := string(named.FrameText(0)); !strings.Contains(got, "[one of 5000: nothing tells which]") {
			t.Errorf("%s: the frame is %q", form, got)
		}
	}
}
