//go:build !js

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

func TestDmtracedump(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	small := tracetest.Trace{Records: "main 0>A.a 10>A.b 20<A.b 30<A.a"}
	good := write("good.trace", small.Bytes())
	write("pair.key", small.Key())
	write("pair.data", small.Data())
	stream := write("stream.trace", tracetest.Trace{Records: "main 0>A.a 10>A.b 20<A.b 30<A.a", Version: 0xF3}.Bytes())
	both := write("both.trace", tracetest.Bytes("main 0/0>A.a 10/5<A.a"))
	mixed := write("mixed.trace", tracetest.Bytes("main 0>A.a 10>A.b 20<A.a"))

	tests := []struct {
		name   string
		args   []string
		status int
		out    []string // one for each line of standard output: what it holds
		err    string   // what standard error holds
	}{
		{"lists", []string{good, "-o"}, 0, []string{"VERSION: 3", "Threads (1)", " 1 main", "Trace (", " 1 ent         0 ...", " ent        10 ....", "xit        20", "xit        30"}, ""},
		{"of a stream", []string{"-o", stream}, 0, []string{"VERSION: 3", "Threads (1)", " 1 main", "Trace (", " ...A.a ()V", "....A.b ()V", "A.b", "A.a"}, ""},
		{"by a base name", []string{"-o", filepath.Join(dir, "pair")}, 0, []string{"VERSION: 3", "", "", "", "", "", "", ""}, ""},
		{"by the second clock", []string{"-clock=wall", "-o", both}, 0, []string{"", "", "", "", "    0 ...A.a", "   10 ...A.a"}, ""},
		{"by the first", []string{"-o", both}, 0, []string{"", "", "", "", "    0 ...A.a", "    5 ...A.a"}, ""},
		{"by waiting", []string{"-hclockwaiting", both}, 2, nil, "no option -c"},
		{"-d", []string{"-d", both, stream}, 0, []string{"A.a 5 20 15 400.00", "1", "1", "(toplevel).(null) 0", "0", "0", "(unknown)", "0", "0", "(toplevel).(null) 5 30 25 600.00", "0", "0", "A.a 5 30", "1", "1", "(unknown)", "0", "0", "A.b 10 10 1"}, ""},
		{"with its faults", []string{"-faults", mixed}, 1, nil, "leaves another method"},
		{"of nothing there", []string{"none"}, 1, nil, "Cannot read \"none\"."},
		{"without a file", nil, 2, nil, "usage:"},
		{"of two files", []string{good, both}, 2, nil, "want one"},
		{"of a clock", []string{"-clock", "x", good}, 2, nil, "not \"x\""},
		{"-help", []string{"-help"}, 0, nil, "usage: traceglass dmtracedump"},
	}
	for _, tt := range tests {
		var out, err bytes.Buffer
		if got := run(append([]string{"dmtracedump"}, tt.args...), &out, &err); got != tt.status {
			t.Errorf("%s: status %d, want %d; %s", tt.name, got, tt.status, err.String())
		}
		lines := strings.SplitAfter(out.String(), "\n")
		lines = lines[:len(lines)-1]
		if len(lines) != len(tt.out) {
			t.Errorf("%s: %d lines, want %d: %s", tt.name, len(lines), len(tt.out), out.String())
			continue
		}
		for i, line := range lines {
			if !strings.Contains(line, tt.out[i]) {
				t.Errorf("%s: line %d is %s, want %s in it", tt.name, i, line, tt.out[i])
			}
		}
		if !strings.Contains(err.String(), tt.err) {
			t.Errorf("%s: standard error is %q, want %q in it", tt.name, err.String(), tt.err)
		}
	}
}

// The graph's format is that of the file's ending.
func TestDmtracedumpGraph(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.trace")
	if err := os.WriteFile(path, tracetest.Bytes("main 0>A.<init>()V 10<A.<init>()V"), 0o644); err != nil {
		t.Fatal(err)
	}
	files := []struct{ name, begins string }{
		{"g.dot", "digraph g {\nnode [shape"},
		{"g.svg", "<?xml"},
		{"g.png", "\x89PNG"},
		{"g.png.dot", "digraph g {\nnode [shape"},
	}
	if _, err := exec.LookPath("dot"); err != nil {
		t.Log("Graphviz is not installed (Debian package graphviz): only DOT is checked")
		files = files[:1]
	}
	for _, f := range files {
		drawn := filepath.Join(dir, f.name)
		if f.name != "g.png.dot" {
			var out, err bytes.Buffer
			if status := run([]string{"dmtracedump", "-kg", drawn, path}, &out, &err); status != 0 {
				t.Errorf("%s: status %d: %s", f.name, status, err.String())
			}
			if !strings.Contains(out.String(), "Total cycles: 10") {
				t.Errorf("%s: no profile beside the graph", f.name)
			}
		}
		if got, err := os.ReadFile(drawn); err != nil || !strings.HasPrefix(string(got), f.begins) {
			t.Errorf("%s: %v, %.40q, want %q", f.name, err, got, f.begins)
		}
	}
}
