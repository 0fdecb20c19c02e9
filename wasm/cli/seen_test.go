package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// sampledTrace returns a trace of samples at 1 ms intervals that ends inside a frame. It has x.A.b,
// and x.A.d in d samples.
func sampledTrace(d int) []byte {
	s := "main 0/0>x.A.a()V 0/0>x.A.b()V 0/0>x.A.c()V"
	for i := 1; i <= 20; i++ {
		sample := " T/T<x.A.c()V T/T<x.A.b()V T/T>x.A.b()V T/T>x.A.c()V"
		if i <= d {
			sample = " T/T<x.A.c()V T/T<x.A.b()V T/T>x.A.d()V T/T<x.A.d()V T/T>x.A.b()V T/T>x.A.c()V"
		}
		s += strings.ReplaceAll(sample, "T", fmt.Sprint(1000*i))
	}
	return tracetest.Bytes(s + " 21000/21000>android.view.Choreographer.doFrame()V")
}

// TestSeen checks that no text on samples mentions calls, because samples do not show them.
func TestSeen(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, "", map[string][]byte{"a.trace": sampledTrace(3), "b.trace": sampledTrace(9), "whole.trace": tracetest.Startup(100, false)})
	calls := regexp.MustCompile(`(?i)\bcall(s|ed)?\b`)
	for _, tt := range []struct{ args, want string }{
		{"compare A B", "Seen before the first frame (Choreographer.doFrame) more or less often\n  x.A.d: 9 times seen, was 3\n"},
		{"compare -format markdown A B", "| seen A | seen B |"},
		{"compare -sort calls A B", "by the change of times seen"},
		{"compare -scale share A B", "shares of all times seen"},
		{"compare -scale per=x.A.b A B", "per time that x.A.b()V was seen"},
		{"compare A A -- B B", "Times seen that differ between all runs of A and all of B"},
		{"export -format text A", "  index      seen         usecs name\n"},
		{"export -format html A", "  index      seen         usecs name\n"},
	} {
		args := strings.Fields(tt.args)
		for i, file := range args {
			args[i] = map[string]string{"A": dir + "/a.trace", "B": dir + "/b.trace"}[file]
			if args[i] == "" {
				args[i] = file
			}
		}
		status, out, stderr := ran(args...)
		if status != 0 || !strings.Contains(out, tt.want) {
			t.Errorf("%s: status %d, %s\n%s\nwant %q", tt.args, status, stderr, out, tt.want)
		}
		if found := calls.FindAllString(out+stderr, -1); len(found) > 0 {
			t.Errorf("%s speaks of %q:\n%s%s", tt.args, found, out, stderr)
		}
	}
	if _, out, _ := ran("export", "-format", "text", dir+"/whole.trace"); !strings.Contains(out, "     calls         usecs") {
		t.Error("a trace of all calls does not count calls")
	}
}
