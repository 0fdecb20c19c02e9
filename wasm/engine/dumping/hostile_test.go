package dumping

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"traceglass/wasm/message"
)

// ordinary returns a dump of main, with frames lines of stack, and n more threads.
func ordinary(n, frames int) string {
	var b strings.Builder
	b.WriteString("----- pid 7 at 2024-05-01 10:00:00 -----\nCmd line: com.example\n\n")
	fmt.Fprintf(&b, "DALVIK THREADS (%d):\n", n+1)
	b.WriteString("\"main\" prio=5 tid=1 Native\n  | group=\"main\" sCount=1 dsCount=0 obj=0x1 self=0x1\n  | sysTid=7 nice=0\n")
	for i := range frames {
		fmt.Fprintf(&b, "  at com.example.Deep.call%d(Deep.java:%d)\n", i%1000, i)
	}
	for i := range n {
		fmt.Fprintf(&b, "\n\"worker-%d\" prio=5 tid=%d Waiting\n  | sysTid=%d nice=0\n  at java.lang.Object.wait(Native method)\n  - waiting on <0x%08x> (a java.lang.Object)\n  at com.example.Pool.run(Pool.java:12)\n", i, i+2, i+8, i)
	}
	b.WriteString("\n----- end 7 -----\n")
	return b.String()
}

func utf16Of(order binary.AppendByteOrder, s string) []byte {
	b := order.AppendUint16(nil, 0xFEFF)
	for _, u := range utf16.Encode([]rune(s)) {
		b = order.AppendUint16(b, u)
	}
	return b
}

// TestHostileDumps reads dumps that no system should write. All requests must be answered with
// valid text of limited length, and readable parts must be there.
func TestHostileDumps(t *testing.T) {
	small := ordinary(2, 3)
	const evil = "<img src=x onerror=alert(1)>"
	tests := []struct {
		name    string
		data    []byte
		threads int // -1 for any number
	}{
		{"a stack of 200,000 lines", []byte(ordinary(2, 200_000)), 3},
		{"100,000 threads", []byte(ordinary(99_999, 3)), 100_000},
		{"50,000 dumps of one process", []byte(strings.Repeat("----- pid 1 at x -----\nCmd line: a\n\"main\" prio=5 tid=1 Native\n", 50_000)), 50_000},
		{"a line of 50 MB", []byte(strings.Replace(small, "Deep.java:1", strings.Repeat("x", 50<<20), 1)), 3},
		{"a name of 50 MB", []byte(strings.Replace(small, "worker-0", strings.Repeat("x", 50<<20), 1)), 2}, // a heading of that length is none
		{"lines of a megabyte", []byte(strings.ReplaceAll(small, "Deep.java:", strings.Repeat("y", 1<<20))), 3},
		{"a million fields", []byte(strings.Replace(small, "sysTid=7", strings.Repeat("a=b ", 200_000)+"sysTid=7", 1)), 3},
		{"zeros between", []byte(strings.Replace(small, "\n\"worker", strings.Repeat("\x00", 1<<20)+"\n\"worker", 1)), 3},
		{"zeros alone", make([]byte, 8<<20), -1},
		{"zeros before", []byte(strings.Repeat("\x00", 1<<20) + "\n" + small), 3},
		{"CRLF", []byte(strings.ReplaceAll(small, "\n", "\r\n")), 3},
		{"UTF-16", utf16Of(binary.LittleEndian, small), 3},
		{"UTF-16, big end first", utf16Of(binary.BigEndian, small), 3},
		{"UTF-16 cut in a character", utf16Of(binary.LittleEndian, small)[:301], -1},
		{"lone surrogates in UTF-16", bytes.ReplaceAll(utf16Of(binary.LittleEndian, strings.Replace(small, "worker-0", "worker-X", 1)), []byte("X\x00"), []byte("\x00\xd8")), 3},
		{"lone surrogates in UTF-8", []byte(strings.Replace(small, "worker-0", "worker\xed\xa0\x80", 1)), 3},
		{"no UTF-8 at all", []byte(strings.ReplaceAll(small, "example", "\xff\xfe\xc0\x80")), 3},
		{"a byte order mark", []byte("\xef\xbb\xbf" + small), 3},
		{"HTML", []byte(strings.NewReplacer("worker-0", evil, "com.example", evil, "Pool.java", evil).Replace(small)), 3},
	}
	for _, tt := range tests {
		began := time.Now()
		e := emptyRoom()
		about := readHostile(t, e, tt.data)
		if about == nil {
			if tt.threads >= 0 {
				t.Errorf("%s: nothing was found", tt.name)
			}
			continue
		}
		if tt.threads >= 0 && about.Threads != tt.threads {
			t.Errorf("%s: %d threads, want %d", tt.name, about.Threads, tt.threads)
		}
		most := askAll(t, e, about)
		t.Logf("%s: %d MB read in %v; %d threads, %d lines; the largest answer has %d KB", tt.name, len(tt.data)>>20, time.Since(began).Round(time.Millisecond), about.Threads, about.Lines, most>>10)
		if most > 1<<20 {
			t.Errorf("%s: an answer has %d bytes", tt.name, most)
		}
	}
}

// TestCutDumps cuts a dump anywhere and checks that the part before the cut is shown.
func TestCutDumps(t *testing.T) {
	for _, whole := range []string{ordinary(3, 3), string(utf16Of(binary.LittleEndian, ordinary(1, 2))), strings.ReplaceAll(ordinary(1, 2), "\n", "\r\n")} {
		for cut := range len(whole) {
			e := emptyRoom()
			if about := readHostile(t, e, []byte(whole[:cut])); about != nil {
				askAll(t, e, about)
			}
		}
	}
}

// readHostile reads in pieces, as the worker does. It returns nil if there is no dump, after
// checking the sentence that says so.
func readHostile(t *testing.T, e *opened, data []byte) *message.Dumps {
	t.Helper()
	e.room.Begin("dump.txt", "dump.txt")
	for len(data) > 0 {
		n := min(len(data), 2<<20)
		e.room.Write(data[:n])
		data = data[n:]
	}
	if found, err := e.room.End(""); !found {
		if err != nil && !strings.HasSuffix(err.Error(), ".") {
			t.Errorf("%q is no sentence", err)
		}
		return nil
	}
	_, body, err := message.Decode(message.Encode(nil, 0, e.room.Open()))
	if err != nil {
		t.Fatal(err)
	}
	about := body.(*message.Dumps)
	for _, p := range about.Processes {
		isText(t, p.Name)
	}
	return about
}

// askAll requests the ends of everything and returns the size of the largest answer.
func askAll(t *testing.T, e *opened, about *message.Dumps) (most int) {
	t.Helper()
	size := func(body message.Body) {
		if f, ok := body.(*message.Failure); ok {
			t.Errorf("a request failed: %s", f.Text)
		}
		most = max(most, len(message.Encode(nil, 0, body)))
	}
	for i := range about.Processes[:min(len(about.Processes), 20)] {
		for _, text := range []string{"", "pool", "Deep"} {
			rows := ask[*message.StackRowsReply](t, e, &message.StackRows{Process: uint32(i), Text: text, Count: 60, Column: message.ThreadByName})
			size(rows)
			for _, r := range rows.Rows {
				for _, s := range []string{r.Name, r.State, r.Top, r.Wanted, r.ForName} {
					isText(t, s)
				}
			}
		}
	}
	for _, thread := range []int{0, about.Threads / 2, about.Threads - 1} {
		if thread < 0 || thread >= about.Threads {
			continue
		}
		stack := ask[*message.StackReply](t, e, &message.Stack{Thread: uint32(thread)})
		size(stack)
		for _, l := range stack.Lines {
			for _, s := range []string{l.First, l.Last, l.Place, l.Name} {
				isText(t, s)
			}
		}
	}
	for _, first := range []int{0, about.Lines / 2, about.Lines - 60} {
		lines := ask[*message.TextLinesReply](t, e, &message.TextLines{First: first, Count: 60})
		size(lines)
		for _, l := range lines.Lines {
			isText(t, l.Text)
		}
	}
	return most
}

func isText(t *testing.T, s string) {
	t.Helper()
	if !utf8.ValidString(s) {
		t.Errorf("%.80q is no text", s)
	}
}
