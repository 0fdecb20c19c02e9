package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// TestReusedThreadID checks that a new thread with the id of an ended one counts as a thread of its
// own. Its clocks and stack must show that it is new (parser/trace/format.md, section 10.3).
func TestReusedThreadID(t *testing.T) {
	tests := []struct{ name, records, want string }{
		{"used again", "X#7 0/0>A 100000/50000<A 200000/5>B 300000/100<B", "7 X 2 | 7 X (2) 2"},
		{"twice", "X#7 0/0>A 100000/50000<A 200000/5>B 300000/50000<B 400000/0>A 500000/9<A", "7 X 2 | 7 X (2) 2 | 7 X (3) 2"},
		{"not listed", "?X#7 0/0>A 100000/50000<A 200000/5>B 300000/100<B", "7  2 | 7  2"},
		{"another in between", "X#7 0/0>A 100000/50000<A main 1/1>A X#7 200000/5>B 300000/100<B main 400000/2<A", "2 main 2 | 7 X 2 | 7 X (2) 2"},
		{"a call runs", "X#7 0/0>A 100000/50000>B 200000/5>B 300000/100<B", "7 X 4"},
		{"an exit comes first", "X#7 0/0>A 100000/50000<A 200000/5<B 300000/100<B", "7 X 4"},
		{"wall goes back too", "X#7 0/0>A 100000/50000<A 50/5>B 300000/60000<B", "7 X 4"},
		{"a small step back", "X#7 0/0>A 100000/50000<A 200000/49990>B 300000/60000<B", "7 X 4"},
		{"hardly any time", "X#7 0/0>A 100000/400<A 200000/5>B 300000/60000<B", "7 X 4"},
	}
	containers := []tracetest.Trace{{}, {Version: 0xF3}, {Version: 0xF3, Late: true}, {Encoding: "E3", Elapsed: 1e6}, {Encoding: "E5", Elapsed: 1e6}}
	for _, tt := range tests {
		for _, c := range containers {
			if tt.name == "an exit comes first" && c.Encoding == "E5" {
				continue // exits name no method
			}
			c.Records = tt.records
			s := summaryIn(t, c.Bytes())
			var got []string
			for _, th := range s.Threads {
				got = append(got, fmt.Sprint(th.ID, " ", th.Name, " ", th.Enters+th.Exits))
			}
			listed := strings.Count(tt.want, "main") + 1
			if tt.name == "not listed" {
				listed = 0
			}
			if got := strings.Join(got, " | "); got != tt.want || s.ListedThreads != listed {
				t.Errorf("%s, version %d %s: %s, %d listed, want %s", tt.name, c.Version, c.Encoding, got, s.ListedThreads, tt.want)
			}
		}
	}
}

// TestReusedThreadIDOfOneClock checks traces without thread-cpu times: a second Thread.run with
// nothing on the stack is another thread.
func TestReusedThreadIDOfOneClock(t *testing.T) {
	for _, tt := range []struct{ name, records, want string }{
		{"begins again", "X#7 0>java.lang.Thread.run()V 10<java.lang.Thread.run()V main 11>A X#7 20>java.lang.Thread.run()V 21>B 22<B 30<java.lang.Thread.run()V", "2 main 1 | 7 X (2) 4 | 7 X 2"},
		{"ran when recording began", "X#7 5>B 6<B 10<java.lang.Thread.run()V main 11>A X#7 20>java.lang.Thread.run()V 30<java.lang.Thread.run()V", "2 main 1 | 7 X (2) 2 | 7 X 3"},
		{"runs another thread's code itself", "X#7 0>java.lang.Thread.run()V main 11>A X#7 20>java.lang.Thread.run()V 30<java.lang.Thread.run()V 31<java.lang.Thread.run()V", "2 main 1 | 7 X 4"},
		{"a method of its own", "X#7 0>a.T.run()V 10<a.T.run()V main 11>A X#7 20>a.T.run()V 30<a.T.run()V", "2 main 1 | 7 X 4"},
	} {
		for _, clock := range []string{"wall", "thread-cpu"} {
			s := summaryIn(t, tracetest.Trace{Version: 1, Clock: clock, Records: tt.records}.Bytes())
			var got []string
			for _, th := range s.Threads {
				got = append(got, fmt.Sprint(th.ID, " ", th.Name, " ", th.Enters+th.Exits))
			}
			slices.Sort(got)
			if got := strings.Join(got, " | "); got != tt.want {
				t.Errorf("%s, %s: %s, want %s", tt.name, clock, got, tt.want)
			}
		}
	}
}

// TestImpossibleCPU checks the warning on calls with more CPU than wall time. Rounding causes no
// warning.
func TestImpossibleCPU(t *testing.T) {
	for records, want := range map[string]int64{
		"main 0/0>A 10/99990<A 100000/100000>B 100010/100010<B": 1,
		"main 0/0>A 10/1500<A":                  1,
		"main 0/0>A 10/900<A":                   0,
		"main 0/0>A 5000/8000<A":                0,
		"main 0/0>A 0/0>B 10/9990<B 20/19990<A": 2,
		"main 0/0>A 1000/1<A":                   0,
	} {
		var got int64
		for _, w := range summaryIn(t, tracetest.Bytes(records)).Warnings {
			if w.Code == "impossible-cpu" {
				got = w.Count
			}
		}
		if got != want {
			t.Errorf("%s: %d calls reported, want %d", records, got, want)
		}
	}
}
