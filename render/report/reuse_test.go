package report

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// TestReusedThreadID: a thread that goes on under the id of one that has ended is a thread of its
// own, where its clocks and the stack show it (parser/trace/format.md, section 10.3).
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
				continue // its exits name no method
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
