package dumping

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/message"
)

// stackDump returns a dump of one thread with these stack lines, the innermost first.
func stackDump(lines ...string) string {
	return "----- pid 7 at 2024-05-01 10:00:00 -----\nCmd line: app\n\nDALVIK THREADS (1):\n" +
		"\"main\" prio=5 tid=1 Native\n  | group=\"main\" sCount=1 dsCount=0 obj=0x1 self=0x1\n  | sysTid=7 nice=0\n  " +
		strings.Join(lines, "\n  ") + "\n\n----- end 7 -----\n"
}

// addDump reads another dump and returns the number of its first thread.
func addDump(t testing.TB, e *opened, text string) uint32 {
	t.Helper()
	e.room.Begin("dump.txt", "dump.txt")
	e.room.Write([]byte(text))
	if found, err := e.room.End(""); !found {
		t.Fatal(err)
	}
	d := e.room.Open()
	return d.Processes[len(d.Processes)-1].Thread
}

func TestSight(t *testing.T) {
	e, about := openTrace(t, tracetest.Bytes("main 0>a.A.run()V 1>a.B.go(I)V 3<a.B.go(I)V 4>a.B.go(J)V 9<a.B.go(J)V 10<a.A.run()V worker 0>a.A.run()V 2>a.B.go(I)V 3<a.B.go(I)V 5<a.A.run()V"))
	tests := []struct{ name, lines, want string }{
		{"whole, overloads together", "at a.B.go(B.java:3)|at a.A.run(A.java:2)", "2 frames, 0+2: 3 calls, 8µs on main worker, this whole stack, 2 frames, was, longest 5µs"},
		{"native and lock lines between", "native: #00 pc 0000d684  /lib/libc.so (read+12)|at a.B.go!(Native method)|- locked <0x01> (a java.lang.Object)|at a.A.run(A.java:2)", "2 frames, 0+2: 3 calls, 8µs on main worker, this whole stack, 2 frames, was, longest 5µs"},
		{"outer part", "at x.X.x(X.java:1)|at a.A.run(A.java:2)", "2 frames, 0+1: 2 calls, 15µs on main worker, the outermost 1 of 2 frames, down to a.A.run, were, longest 10µs"},
		{"recording began inside", "at a.B.go(B.java:3)|at a.A.run(A.java:2)|at os.Looper.loop(Looper.java:1)", "3 frames, 1+2: 3 calls, 8µs on main worker, the innermost 2 of 3 frames were (the others began before the recording), longest 5µs"},
		{"not seen", "at x.X.x(X.java:1)", "1 frames, 0+0"},
		{"no Java frames", "native: #00 pc 0000d684  /lib/libc.so (read+12)", "0 frames, 0+0"},
	}
	for _, tt := range tests {
		thread := addDump(t, e, stackDump(strings.Split(tt.lines, "|")...))
		r := ask[*message.SightReply](t, e, &message.Sight{Thread: thread})
		got := fmt.Sprintf("%d frames, %d+%d", r.Frames, r.Skipped, r.Seen)
		if r.Seen > 0 {
			call := ask[*message.Call](t, e, &message.CallInfo{Call: r.Longest})
			var on []string
			for _, i := range r.On {
				on = append(on, about.Threads[i].Name)
			}
			got += fmt.Sprintf(": %d calls, %dµs on %s, %s, longest %dµs", r.Calls, r.Times[message.Wall]/1000, strings.Join(on, " "), strings.TrimPrefix(r.Part, "In the trace: "), (call.To-call.From)/1000)
			if call.Method != r.Method {
				t.Errorf("%s: the longest call is of method %d, want %d", tt.name, call.Method, r.Method)
			}
		} else if r.Method != message.NoNode {
			t.Errorf("%s: nothing was seen, but method %d", tt.name, r.Method)
		}
		if got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
	if _, ok := e.Answer(&message.Sight{Thread: 999}).(*message.Failure); !ok {
		t.Error("a missing thread was searched")
	}
}

// TestSightTellsNothing checks that frames which the stacks of all apps share do not count as
// found, and that a trace without the app's code counts as another app's.
func TestSightTellsNothing(t *testing.T) {
	e, _ := openTrace(t, tracetest.Bytes("main 0>android.os.Looper.loop()V 1>android.os.Handler.dispatchMessage(I)V 2>android.view.View.draw()V 3>org.other.A.run()V 4<org.other.A.run()V 5<android.view.View.draw()V "+
		"6<android.os.Handler.dispatchMessage(I)V 9<android.os.Looper.loop()V"))
	const outer = "|at android.os.Handler.dispatchMessage(Handler.java:1)|at android.os.Looper.loop(Looper.java:1)"
	const other = " The trace seems to be of another app: no method of com.example is in it."
	tests := []struct{ name, lines, want string }{
		{"every app's", "at com.example.A.a(A.java:1)|at android.view.Surface.draw(S.java:1)" + outer,
			"0 In the trace: only 2 of this stack's 4 frames, down to Handler.dispatchMessage. Every app has these." + other},
		{"more than that", "at com.example.A.a(A.java:1)|at android.view.View.draw(View.java:1)" + outer, "3 " + other[1:]},
		{"nothing", "at com.example.A.a(A.java:1)", "0 In the trace: no frame of this stack." + other},
		{"of the app", "at org.other.B.b(B.java:1)|at org.other.A.run(A.java:1)|at android.view.View.draw(View.java:1)" + outer, "4 "},
		{"whole", outer[1:], "2 "},
	}
	for _, tt := range tests {
		r := ask[*message.SightReply](t, e, &message.Sight{Thread: addDump(t, e, stackDump(strings.Split(tt.lines, "|")...))})
		if got := fmt.Sprintf("%d %s", r.Seen, r.Note); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
		if (r.Seen == 0) != (r.Method == message.NoNode) {
			t.Errorf("%s: %d frames seen, method %d", tt.name, r.Seen, r.Method)
		}
	}
}

// TestSightCorpus checks that a dump of one app is not found in the trace of another with the
// same main loop.
func TestSightCorpus(t *testing.T) {
	const corpus = "../../../../shared/corpus/"
	packed, err := os.ReadFile(corpus + "method-traces/fenix-regular.trace.gz")
	if err != nil {
		t.Skip("../shared/corpus is not here: its files are not ours to ship")
	}
	text, err := os.ReadFile(corpus + "thread-dumps/art14_deadlock_a.txt")
	if err != nil {
		t.Fatal(err)
	}
	in, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	e, _ := openTrace(t, data)
	r := ask[*message.SightReply](t, e, &message.Sight{Thread: addDump(t, e, string(text))})
	const want = "In the trace: only 5 of this stack's 15 frames, down to Looper.loop. Every app has these. The trace seems to be of another app: no method of io.bitdrift is in it."
	if r.Seen != 0 || r.Note != want {
		t.Errorf("%d frames seen: %s", r.Seen, r.Note)
	}
}

// TestSightOfContexts checks that a stack from a context of a trace is found completely, with the
// figures of that context and of others with the same names.
func TestSightOfContexts(t *testing.T) {
	var file bytes.Buffer
	if err := tracetest.Generate(&file, tracetest.Config{Records: 30_000, Threads: 4, Methods: 300}); err != nil {
		t.Fatal(err)
	}
	e, _ := openTrace(t, file.Bytes())
	replay, reader := call.NewReplay(true)
	if _, err := reader.Write(file.Bytes()); err != nil {
		t.Fatal(err)
	}
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	index := profile.NewIndex(replay.Finish(), reader.Info())
	whole := index.Profile(profile.WholeTrace, nil)
	tree := whole.Contexts.Tree
	rng := rand.New(rand.NewPCG(3, 4))
	named := map[string][2]int64{} // calls and time, by names
	path := func(row profile.Row) (lines []string) {
		for ; row != 0; row = tree.Parent[row] {
			m := &index.Info.Methods[tree.Method[row]]
			lines = append(lines, fmt.Sprintf("at %s(Source.java:%d)", m.Label(), row))
		}
		return lines
	}
	names := func(row profile.Row) (s string) {
		for ; row != 0; row = tree.Parent[row] {
			s += index.Info.Methods[tree.Method[row]].Label() + " "
		}
		return s
	}
	for row := profile.Row(1); int(row) < tree.Len(); row++ {
		c, n := &whole.Contexts.Rows[row], names(row)
		named[n] = [2]int64{named[n][0] + c.Calls, named[n][1] + c.Inclusive[profile.Wall]}
	}
	for range 300 {
		row := profile.Row(1 + rng.IntN(tree.Len()-1))
		*e.room = *New()
		lines := path(row)
		r := ask[*message.SightReply](t, e, &message.Sight{Thread: addDump(t, e, stackDump(lines...))})
		want := named[names(row)]
		if r.Skipped != 0 || r.Seen != len(lines) || r.Frames != len(lines) || r.Calls != want[0] || r.Times[message.Wall] != want[1] {
			t.Fatalf("context %d, %d deep, %d calls, %d ns: found %+v", row, len(lines), want[0], want[1], r)
		}
	}
}
