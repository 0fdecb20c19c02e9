package dumping

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/wasm/message"
)

// TestHead checks the summary line of the facts around a dump's stacks, and that line numbers
// count over all files.
func TestHead(t *testing.T) {
	first := dumpText(7, 1, "main 7 Native 1: a.B.c")
	second := "Subject: Input dispatching timed out\nLoad: 11.2 / 5.1 / 2.04\n37% TOTAL: 20% user + 12% kernel\n----- Output from /proc/pressure/io -----\n" +
		"some avg10=38.80 avg60=9.39 avg300=2.06 total=22\nfull avg10=31.18 avg60=7.33 avg300=1.60 total=14\n----- End output from /proc/pressure/io -----\nVmSwapKb: 18420\n\n" +
		strings.Replace(dumpText(8, 2, "main 8 Native 1: a.B.c"), "DALVIK", "Heap: 4% free, 312MB/327MB; 10 objects\nLibraries: "+strings.Repeat("x", 5000)+"\nDALVIK", 1)
	e, d := openDumps(t, first, second)
	r := ask[*message.HeadReply](t, e, &message.Head{Process: 1})
	if want := "Input dispatching timed out · load 11.2 / 5.1 / 2.04 · CPU 37% · swapped out 18420 KB · io stalled 31.18% · heap 4% free, 312MB/327MB"; r.Lead != want {
		t.Errorf("the line is %q\nwant        %q", r.Lead, want)
	}
	if f := r.Parts[0].Facts[0]; f.Line != d.Files[1].Line || f.Key != "Subject" || f.Help == "" {
		t.Errorf("the first fact is %+v, of a file from line %d", f, d.Files[1].Line)
	}
	for _, p := range r.Parts {
		for _, f := range p.Facts {
			if len(f.Value) > longestFact+10 {
				t.Errorf("%s takes %d bytes", f.Key, len(f.Value))
			}
		}
	}
	ask[*message.Failure](t, e, &message.Head{Process: 9})
}

// TestExampleOfLike checks that a box of several threads names one method only if all have it, or as an example.
func TestExampleOfLike(t *testing.T) {
	for methods, want := range map[string]string{"a.B.c a.B.c a.B.c": "Blocked in B.c", "a.B.c a.B.d a.B.c": "Blocked, for example in B.c"} {
		text := "----- pid 5 at 2024-01-01 10:00:30 -----\nCmd line: com.example\n\"main\" prio=5 tid=1 Runnable\n  at a.B.run(A.java:1)\n  - locked <0x1> (a a.B)\n\n"
		for i, method := range strings.Fields(methods) {
			text += fmt.Sprintf("\"w-%d\" prio=5 tid=%d Blocked\n  at %s(A.java:1)\n  - waiting to lock <0x1> (a a.B) held by thread 1\n\n", i, i+2, method)
		}
		e, _ := openDumps(t, text+"----- end 5 -----\n")
		g, _ := e.room.dumps.locks(&e.room.dumps.processes[0])
		lines := ""
		for i := range g.Nodes {
			lines += strings.Join(g.Nodes[i].Lines, "|") + "|"
		}
		if len(g.Nodes) != 2 || !strings.Contains(lines, "|"+want+"|") {
			t.Errorf("%s: boxes %s, want %s", methods, lines, want)
		}
	}
}

// TestAcross checks that the lock graph follows waits into other processes and says so.
func TestAcross(t *testing.T) {
	const call = "  at android.os.BinderProxy.transact(A.java:1)\n  at a.IFoo$Stub$Proxy.get(A.java:1)\n"
	text := "----- pid 5 at 2024-01-01 10:00:30 -----\nCmd line: com.example\n\"main\" prio=5 tid=1 Native\n" + call + "\n----- end 5 -----\n" +
		"----- pid 7 at 2024-01-01 10:00:30 -----\nCmd line: system_server\n\"Binder\" prio=5 tid=9 Runnable\n  at com.server.Foo.get(A.java:1)\n  at a.IFoo$Stub.onTransact(A.java:1)\n  at android.os.Binder.execTransact(A.java:1)\n\n----- end 7 -----\n"
	e, _ := openDumps(t, dumpText(3, 1, "main 3 Native 1: a.B.c"), text)
	g, summary := e.room.dumps.locks(&e.room.dumps.processes[1])
	if summary != "1 call into another process" || len(g.Nodes) != 2 || g.Edges[0].Label != "IFoo.get, likely" {
		t.Errorf("%q, boxes %+v, arrows %+v", summary, g.Nodes, g.Edges)
	}
	if n := g.Nodes[g.First]; strings.Join(n.Lines, "|") != "Binder (9)|Runnable in Foo.get|of system_server (7)" || n.Number != 2 || !g.Chosen {
		t.Errorf("it opens on %+v", n)
	}
}
