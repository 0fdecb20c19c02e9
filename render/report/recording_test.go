package report

import (
	"encoding/json"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// TestRecording checks that the summary says how a trace was made, without keys that the file
// does not fill.
func TestRecording(t *testing.T) {
	calls := "main 0>A 10>B 20<B 25>B 40<B 50>B 60<B 70>B 80<B 90<A 95>A 99<A"
	tests := []struct {
		name string
		tracetest.Trace
		want string
	}{
		{"all", tracetest.Trace{Records: calls, Elapsed: 5000, Options: "vm=art\npid=7\nclock-call-overhead-nsec=318\n"},
			`{"sampled":false,"startUptimeNs":749848949749000,"elapsedNs":5000000,"pid":7,"vm":"art","overflow":false,"clockCallOverheadNs":318}`},
		{"nothing", tracetest.Trace{}, `{"sampled":null,"startUptimeNs":749848949749000,"overflow":false}`},
		{"numbers that are none", tracetest.Trace{Options: "pid=abc\nclock-call-overhead-nsec=-1\nelapsed-time-usec=9223372036854775807\n"}, `{"sampled":null,"startUptimeNs":749848949749000,"overflow":false}`},
		{"overflow", tracetest.Trace{Options: "data-file-overflow=true\n"}, `{"sampled":null,"startUptimeNs":749848949749000,"overflow":true}`},
		{"ns", tracetest.Trace{Encoding: "E4", Records: calls, Elapsed: 5000}, `{"sampled":false,"startUptimeNs":749848949000,"elapsedNs":5000000,"overflow":false}`},
		{"wall too small", tracetest.Trace{Encoding: "E4", Records: "main 0/0>A 100/50000<A", Elapsed: 5000}, `{"sampled":null,"startUptimeNs":749848949000,"elapsedNs":5000000,"overflow":false,"wallTooSmall":true}`},
		{"no header", tracetest.Trace{Encoding: "long-running", Records: "main 0>A"}, `{"sampled":null,"overflow":false}`},
	}
	for _, tt := range tests {
		got, err := json.Marshal(summaryIn(t, tt.Bytes()).Recording)
		if err != nil || string(got) != tt.want {
			t.Errorf("%s: %v\n got %s\nwant %s", tt.name, err, got, tt.want)
		}
	}
}
