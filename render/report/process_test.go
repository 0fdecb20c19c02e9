package report

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"traceglass/parser/dump"
	"traceglass/parser/dump/dumptest"
	"traceglass/parser/wait"
)

// hung is a process whose main waits for a thread, with names that look like formulas, HTML and
// Markdown.
const hung = `process 5 com.example
1 main Blocked
at com.example.A.a
- waiting to lock <0x0b> (a a.Y) held by thread 3
at android.os.Looper.loop
2 other Blocked
at com.example.A.a
- waiting to lock <0x0b> (a a.Y) held by thread 3
3 =1+<b>*x* Native
at libcore.io.Linux.fsync
at com.example.B.b
- locked <0x0b> (a a.Y)
4 pool-1-thread-1 Waiting
at java.util.concurrent.LinkedBlockingQueue.take
at java.util.concurrent.ThreadPoolExecutor.getTask
`

func written(t *testing.T, text string, write func(io.Writer, *dump.Dump, *wait.Facts) error) string {
	t.Helper()
	d := dumptest.Parse(text)
	var out bytes.Buffer
	if err := write(&out, d, wait.NewFacts(d)); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestThreadsCSV(t *testing.T) {
	got := written(t, hung, func(w io.Writer, d *dump.Dump, f *wait.Facts) error { return ThreadsCSV(w, d, f, 0) })
	rows, err := csv.NewReader(strings.NewReader(got)).ReadAll()
	if err != nil || len(rows) != 5 {
		t.Fatalf("%d rows, error %v", len(rows), err)
	}
	cells := func(row int, columns ...string) string {
		var all []string
		for _, c := range columns {
			for i, name := range rows[0] {
				if name == c {
					all = append(all, rows[row][i])
				}
			}
		}
		return strings.Join(all, "|")
	}
	if s := cells(1, "name", "state", "tid", "topFrame", "ownFrame", "waitsFor", "heldBy", "holds", "idle"); s != "main|Blocked|1|com.example.A.a|com.example.A.a|a.Y 0x0000000b|'=1+<b>*x*||" {
		t.Errorf("main's row is %s", s)
	}
	if s := cells(3, "name", "holds", "topFrame", "ownFrame"); s != "'=1+<b>*x*|1|libcore.io.Linux.fsync|com.example.B.b" {
		t.Errorf("the holder's row is %s", s)
	}
	if s := cells(4, "idle"); s != "yes" {
		t.Errorf("a worker that waits is idle: %q", s)
	}
}

func TestStacksFolded(t *testing.T) {
	got := written(t, hung, func(w io.Writer, d *dump.Dump, _ *wait.Facts) error { return StacksFolded(w, d, 0) })
	want := "main;android.os.Looper.loop;com.example.A.a 1\nother;com.example.A.a 1\n=#+<b>*x*;com.example.B.b;libcore.io.Linux.fsync 1\n"
	if got != want {
		t.Errorf("folded\n%s\nwant\n%s", got, want)
	}
}

func TestMarkdown(t *testing.T) {
	longer := strings.Replace(hung, "at libcore.io.Linux.fsync\n", "at com.example.B.c\n- waiting to lock <0x0c> (a a.Z) held by thread 5\n", 1) + "5 last Native\nat libcore.io.Linux.fsync\nat com.example.C.c\n- locked <0x0c> (a a.Z)\n"
	got := written(t, longer, func(w io.Writer, d *dump.Dump, f *wait.Facts) error { return Markdown(w, d, f, 0, "traces_1.txt") })
	for _, want := range []string{
		"## com.example (5)\n", "**main waits for lock", `"=1+\<b\>\*x\*"`, "### Who waits for whom\n\n1. main waits for", "### Main thread\n\n```\n\"main\" prio=5 tid=1 Blocked\n  at com.example.A.a(A.java:1)\n  - waiting to lock",
		"### The thread at the end of its chain\n\n```\n\"last\"", "- Time: 2024-01-01 10:00:00\n- Android: 14\n", "- Threads: 5: ", "- From: traces\\_1.txt, line 1\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("it lacks %q:\n%s", want, got)
		}
	}
	behind := "process 5 com.example\n1 main Native\nat android.os.MessageQueue.nativePollOnce\nat android.os.MessageQueue.next\nat android.os.Looper.loop\n" +
		"4 a Blocked\n- waiting to lock <0x0c> (a a.Z) held by thread 5\n5 last Native\nat libcore.io.Linux.fsync\nat com.example.C.c\n- locked <0x0c> (a a.Z)\n"
	got = written(t, behind, func(w io.Writer, d *dump.Dump, f *wait.Facts) error { return Markdown(w, d, f, 0, "") })
	for _, want := range []string{"**thread 5 \"last\" holds lock ", "\n- At that moment, main is idle", "### The thread that holds up others\n\n```\n\"last\""} {
		if !strings.Contains(got, want) {
			t.Errorf("with an idle main it lacks %q:\n%s", want, got)
		}
	}
	if fenced := written(t, strings.Replace(hung, "com.example.A.a", "com.A.```.a", 1), func(w io.Writer, d *dump.Dump, f *wait.Facts) error { return Markdown(w, d, f, 0, "") }); !strings.Contains(fenced, "````\n\"main\"") {
		t.Errorf("a stack ends its own fence:\n%s", fenced)
	}
	if got := InMarkdown("a @someone <img> #12 [x](y)"); strings.Contains(got, "@s") || !strings.Contains(got, `\<img\>`) || !strings.Contains(got, `\#12 \[x\](y)`) {
		t.Errorf("a tracker would take %q for its own", got)
	}
	if got, want := InMarkdown("a&lt;b https://x.y WWW.x.y"), `a\&lt;b https\://x.y WWW\.x.y`; got != want {
		t.Errorf("an entity or a bare URL becomes %q, want %q", got, want)
	}
}

func TestLocksSVG(t *testing.T) {
	draw := func(w io.Writer, d *dump.Dump, f *wait.Facts) error { return LocksSVG(w, d, f, 0) }
	got := written(t, hung, draw)
	if n := strings.Count(got, "<rect "); n != 1+3 {
		t.Errorf("%d boxes, want 3 and the ground:\n%s", n, got)
	}
	for _, want := range []string{">main (1)</text>", "&lt;b&gt;*x* (3)</text>", ">Y 0x0000000b</text>", `stroke="#111"`} {
		if !strings.Contains(got, want) {
			t.Errorf("it lacks %s", want)
		}
	}
	for _, text := range []string{hung, "process 5 com.example\n1 main Runnable\nat a.B.c\n"} {
		dec := xml.NewDecoder(strings.NewReader(written(t, text, draw)))
		for {
			if _, err := dec.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
	}
}
