package report

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/dump"
	"traceglass/parser/trace/tracetest"
)

// longDump returns a dump that contains long-running methods.
func longDump(line string) *dump.Dump {
	text := "----- pid 4242 at 2026-01-02 03:04:05 -----\nCmd line: com.example\nBuild type: optimized\n" +
		line + "suspend all histogram:\tSum: 1ms\nDALVIK THREADS (2):\n" +
		"\"main\" prio=5 tid=1 Blocked\n  | sysTid=4242 nice=0\n  at com.example.App.run(App.java:7)\n\n" +
		"\"pool\" prio=5 tid=2 Waiting\n  | sysTid=4250 nice=0\n  at java.lang.Object.wait(Native method)\n\n----- end 4242 -----\n"
	r := dump.NewReader()
	r.Write([]byte(text))
	return r.Close()
}

func encoded(records string) string {
	b := tracetest.Trace{Encoding: "long-running", NoThreads: true, Records: records}.Bytes()
	return "LongRunningMethods: " + base64.StdEncoding.EncodeToString(b) + "\n"
}

// TestLongRunning checks that main's calls before an ANR are in the report, and as a trace of
// their own in the summary.
func TestLongRunning(t *testing.T) {
	records := "main#4242 1000000>app.A.start 1200000>app.B.query 2100000<app.B.query 2400000<app.A.start 2500000>app.C.load pool#4250 1100000>app.D.work 3000000<app.D.work"
	many := "main#4242"
	for i := range 40 {
		many += fmt.Sprintf(" %d>app.A.m%d %d<app.A.m%d", i*100_000, i, i*100_000+i*1000+1, i)
	}
	tests := []struct {
		name, line string
		want       []string // lines of the report, in order
		not        string
	}{
		{"main ran", encoded(records), []string{"long-running methods of main before the dump, as the runtime kept them (line 4):",
			"2.000 s before the end     1.400 s  app.A.start", "1.800 s before the end    900.0 ms    app.B.query", "500.0 ms before the end     running  app.C.load"}, "app.D.work"},
		{"other threads alone", encoded("pool#4250 1>app.D.work"), []string{"long-running methods (line 4): none on main, 1 call on 1 other thread"}, "methods of main before"},
		{"many calls", encoded(many), []string{"app.A.m16", "app.A.m39", "and 16 shorter calls"}, "app.A.m15"},
		{"damaged text", "LongRunningMethods: @@@@\n", []string{"long-running methods (line 4) cannot be read: illegal base64 data at input byte 0"}, "methods of main before"},
		{"no trace", "LongRunningMethods: aGVsbG8gd29ybGQ=\n", []string{"long-running methods (line 4) cannot be read: trace: header at byte 0: this is not a method trace"}, "methods of main before"},
		{"nothing", "LongRunningMethods: \n", []string{"cannot be read"}, "methods of main before"},
		{"no such line", "", nil, "methods of main before"},
	}
	for _, tt := range tests {
		d := longDump(tt.line)
		var out bytes.Buffer
		if err := Explain(&out, []TitledDump{{Dump: d}}, false, false); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		for _, want := range tt.want {
			_, after, ok := strings.Cut(text, want)
			if !ok {
				t.Errorf("%s: no %q in order in\n%s", tt.name, want, out.String())
			}
			text = after
		}
		if strings.Contains(out.String(), tt.not+"\n") {
			t.Errorf("%s: %q in\n%s", tt.name, tt.not, out.String())
		}
		out.Reset()
		if err := Dump(&out, "", d); err != nil {
			t.Fatal(err)
		}
		var s dumpSummary
		if err := json.Unmarshal(out.Bytes(), &s); err != nil {
			t.Fatal(err)
		}
		long := s.Processes[0].LongRunning
		if readable := tt.want != nil && !strings.Contains(tt.want[0], "cannot"); readable != (long != nil) {
			t.Errorf("%s: summary %s", tt.name, out.String())
		} else if tt.name == "main ran" && (long.Records != 7 || len(long.Threads) != 2 || len(long.Methods) != 4 || *long.Methods[0].InclusiveWall != 1_400_000_000) {
			t.Errorf("%s: summary %s", tt.name, out.String())
		}
	}
}
