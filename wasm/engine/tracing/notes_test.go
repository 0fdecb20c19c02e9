package tracing

import (
	"os"
	"testing"

	"traceglass/parser/simpleperf/simpleperftest"
	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/message"
)

// leadsTo returns the thread and time that a note links to.
func leadsTo(t *testing.T, about *message.Description, code string) (thread string, at int64) {
	t.Helper()
	for _, n := range about.Notes {
		if n.Code == code {
			if n.Thread == message.NoNode {
				return "", n.At
			}
			return about.Threads[n.Thread].Name, n.At
		}
	}
	t.Fatalf("no note %s among %+v", code, about.Notes)
	return "", 0
}

// TestNotesOfSamplesLead checks that a note on samples links to the thread and time of the first
// one it concerns, and a note on the whole file to nothing.
func TestNotesOfSamplesLead(t *testing.T) {
	corpus := func(name string) []byte {
		b, err := os.ReadFile("../../../../shared/corpus/simpleperf/tricky/" + name + ".trace")
		if err != nil {
			return nil
		}
		return b
	}
	tests := []struct {
		code   string
		data   []byte
		thread string
		at     int64
	}{
		{"thread-not-listed", simpleperftest.Bytes("7@10 root 99@14 leaf 99@12 leaf ::7=main"), "Thread 99", 3_000_000},
		{"thread-listed-twice", simpleperftest.Bytes("21@10 leaf ::20=other 21/20=worker 21/7=again"), "worker", 1_000_000},
		{"on-cpu-only", simpleperftest.Bytes("7@10 root ::7=main"), "", -1},
		{"unwinding-errors", corpus("28-unwinding-errors"), "main", 1_000_000},
		{"symbol-not-listed", corpus("29-symbol-out-of-range"), "main", 1_000_000},
		{"file-not-listed", corpus("29-symbol-out-of-range"), "main", 1_000_000},
	}
	for _, tt := range tests {
		if tt.data == nil {
			t.Logf("%s: the corpus is not here", tt.code)
			continue
		}
		_, about := openSamples(t, tt.data)
		if thread, at := leadsTo(t, about, tt.code); thread != tt.thread || at != tt.at {
			t.Errorf("%s leads to %q at %d ns, want %q at %d", tt.code, thread, at, tt.thread, tt.at)
		}
	}
}

// TestUnknownMethodLeads checks that the note on unlisted methods links to the first call of one,
// on any thread, or to nothing without a call.
func TestUnknownMethodLeads(t *testing.T) {
	_, about := open(t, tracetest.Bytes("main 0>app.A.a 40>?B#0x990 50<?B#0x990 90<app.A.a work 5>app.A.a 20>?C#0x998 30<?C#0x998 60<app.A.a"))
	if thread, at := leadsTo(t, about, "unknown-method"); thread != "work" || at != 20_000 {
		t.Errorf("it leads to %q at %d ns", thread, at)
	}
}
