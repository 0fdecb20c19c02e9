package report

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// TestNamelessExits checks exits without an entry, in encodings whose exits name no method. Such
// calls ran when recording began (parser/trace/format.md, section 10.3), so they count from their
// thread's first record as calls of one unknown method. Dumps of relative addresses also lack the
// names of calls entered after such an exit, until the thread's next block.
func TestNamelessExits(t *testing.T) {
	const records = "t#9 100>A 110>B 120<B main#4242 100<x 110>A 120>B 130<B 140<A 150<y 160>A 170<A t#9 180<A"
	for _, tt := range []struct {
		config tracetest.Trace
		want   string
	}{
		{tracetest.Trace{Encoding: "long-running"}, "9: 2 2 0, 4242: 3 5 2; 0x0 unknown 1+1 50/20, A 3+0 120/100, B 2+0 20/20; nameless-exits×2 unknown-method×1 orphan-exits×2"},
		{tracetest.Trace{Encoding: "E5", Version: 4, Clock: "wall", Elapsed: 5000}, "9: 2 2 0, 4242: 3 5 2; 0x0 unknown 1+1 50/20, A 3+0 120/100, B 2+0 20/20; nameless-exits×2 unknown-method×1 orphan-exits×2"},
		{tracetest.Trace{Encoding: "bare8"}, "9: 2 2 0, 4242: 3 5 2; 0x0 unknown 2+3 -, A 1+0 -, B 1+0 -; nameless-exits×2 nameless-calls×3 no-times×1 unknown-method×1 orphan-exits×2"},
		{tracetest.Trace{Encoding: "bare12"}, "9: 2 2 0, 4242: 3 5 2; 0x0 unknown 2+3 -, A 1+0 -, B 1+0 -; nameless-exits×2 nameless-calls×3 no-times×1 unknown-method×1 orphan-exits×2"},
	} {
		tt.config.Records = records
		s := summaryIn(t, tt.config.Bytes())
		var threads, methods, notes []string
		for _, th := range s.Threads {
			threads = append(threads, fmt.Sprintf("%d: %d %d %d", th.ID, th.Enters, th.Exits, th.OrphanExits))
		}
		for _, m := range s.Methods {
			name, times := m.ID+" unknown", "-"
			if m.Known {
				name = *m.Name
			}
			if m.InclusiveWall != nil {
				times = fmt.Sprintf("%d/%d", *m.InclusiveWall/1000, *m.ExclusiveWall/1000)
			}
			methods = append(methods, fmt.Sprintf("%s %d+%d %s", name, m.Calls, m.RecursiveCalls, times))
		}
		for _, n := range s.Warnings {
			notes = append(notes, fmt.Sprintf("%s×%d", n.Code, n.Count))
		}
		if got := strings.Join(threads, ", ") + "; " + strings.Join(methods, ", ") + "; " + strings.Join(notes, " "); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.config.Encoding, got, tt.want)
		}
	}
}
