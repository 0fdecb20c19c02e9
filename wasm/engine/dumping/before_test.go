package dumping

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/trace/tracetest"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// longDump returns a dump of two threads that contains long-running methods.
func longDump(line string) string {
	return "----- pid 4242 at 2026-01-02 03:04:05 -----\nCmd line: com.example\n" + line + "DALVIK THREADS (2):\n" +
		"\"main\" prio=5 tid=1 Blocked\n  | sysTid=4242 nice=0\n  at com.example.App.run(App.java:7)\n\n" +
		"\"pool\" prio=5 tid=2 Waiting\n  | sysTid=4250 nice=0\n  at java.lang.Object.wait(Native method)\n\n----- end 4242 -----\n"
}

func longLine(records string) string {
	b := tracetest.Trace{Encoding: "long-running", NoThreads: true, Records: records}.Bytes()
	return "LongRunningMethods: " + base64.StdEncoding.EncodeToString(b) + "\n"
}

// TestBefore checks that the last claim on a process lists main's calls before the dump. The same
// calls are available as a trace with the dump's thread names.
func TestBefore(t *testing.T) {
	records := "main#4242 1000000>app.A.start 1200000>app.B.query 2100000<app.B.query 2400000<app.A.start 2500000>app.C.load pool#4250 1100000>app.D.work 3000000<app.D.work"
	many := "main#4242"
	for i := range 40 {
		many += fmt.Sprintf(" %d>app.A.m%d %d<app.A.m%d", i*100_000, i, i*100_000+i*1000+1, i)
	}
	tests := []struct {
		name, line string
		want       string // the claim's text, and its hops after |
		trace      string // calls of each thread
	}{
		{"main ran", longLine(records), "In the 2.000 s before the dump, main ran 3 long calls that the runtime kept. The longest, app.A.start, took 1.400 s." +
			"|2.000 s before · 1.400 s · app.A.start|1.800 s before · 900.0 ms ·   app.B.query|500.0 ms before · running · app.C.load",
			"main 4242: 3 calls, pool 4250: 1 calls"},
		{"still running", longLine("main#4242 0>app.A.start 5000>app.B.query pool#4250 9000>app.D.work"), "In the 9.000 ms before the dump, main ran 2 long calls that the runtime kept. The longest, app.A.start, was still running after 9.000 ms." +
			"|9.000 ms before · running · app.A.start|4.000 ms before · running ·   app.B.query", "main 4242: 2 calls, pool 4250: 1 calls"},
		{"others alone", longLine("pool#4250 1>app.D.work"), "The runtime kept no long-running methods of main, only 1 call on 1 other thread.", "pool 4250: 1 calls"},
		{"damaged", "LongRunningMethods: @@@@\n", "The long-running methods that the runtime kept cannot be read: illegal base64 data at input byte 0.", ""},
		{"none", "", "", ""},
		{"many", longLine(many), "", "main 4242: 40 calls"},
	}
	for _, tt := range tests {
		e, about := readPieces(7, []byte(longDump(tt.line)))
		claims := about.Processes[0].Claims
		c := claims[len(claims)-1]
		got := ""
		if c.Rule == message.Before || c.Rule == "" {
			got = c.Text
			for _, h := range c.Hops {
				got += "|" + h.Text
				if h.Line != 2 {
					t.Errorf("%s: a hop leads to line %d", tt.name, h.Line)
				}
			}
		}
		if got = words.Plain(got); got != tt.want && tt.name != "many" {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
		if tt.name == "many" && (len(c.Hops) != mostBefore || !strings.HasSuffix(c.Hops[0].Text, "app.A.m20")) {
			t.Errorf("%d of 40 calls are listed, the first %q", len(c.Hops), c.Hops[0].Text)
		}
		if claims[0].Rule == message.Before {
			t.Errorf("%s: it comes before the verdict", tt.name)
		}
		reply := e.Answer(&message.DumpTrace{})
		file, ok := reply.(*message.File)
		if ok != (tt.trace != "") {
			t.Errorf("%s: answered by %#v", tt.name, reply)
		}
		if !ok {
			continue
		}
		replay, reader := call.NewReplay(true)
		reader.Write(file.Data)
		if err := reader.Close(); err != nil {
			t.Fatal(err)
		}
		table := replay.Finish()
		var threads []string
		for i := range table.Threads {
			in := reader.Info().Threads[i]
			threads = append(threads, fmt.Sprintf("%s %d: %d calls", in.Name, in.ID, table.Threads[i].Enters))
		}
		if got := strings.Join(threads, ", "); got != tt.trace || file.Name != "dump-0-4242.before.trace" {
			t.Errorf("%s: %s has %s, want %s", tt.name, file.Name, got, tt.trace)
		}
	}
}

// TestBeforeNamed checks that a map also renames the calls before a dump.
func TestBeforeNamed(t *testing.T) {
	e, about := readPieces(7, []byte(longDump(longLine("main#4242 1000000>a.b.a 1200000>a.b.b 2100000<a.b.b 2400000<a.b.a"))))
	last := func(about *message.Dumps) string {
		claims := about.Processes[0].Claims
		c := claims[len(claims)-1]
		return words.Plain(c.Hops[0].Text + "; " + c.Hops[1].Text)
	}
	if got := last(about); !strings.HasSuffix(got, "· a.b.a; 1.200 s before · 900.0 ms ·   a.b.b") {
		t.Errorf("without a map %s", got)
	}
	e.room.BeginMap("mapping.txt", "mapping.txt", nil)
	e.room.Write([]byte("shop.Cart -> a.b:\n    void add() -> a\n    void pay() -> b\n"))
	if found, err := e.room.End(""); !found || err != nil {
		t.Fatal(found, err)
	}
	if got := last(e.room.Open()); !strings.HasSuffix(got, "· shop.Cart.add; 1.200 s before · 900.0 ms ·   shop.Cart.pay") {
		t.Errorf("with a map %s", got)
	}
}
