package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
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
		out    []string // one for each line of standard output: a part of the line
		err    string   // a part of standard error
	}{
		{"lists", []string{good, "-o"}, 0, []string{"VERSION: 3", "Threads (1)", " 1 main", "Trace (", " 1 ent         0 ...", " ent        10 ....", "xit        20", "xit        30"}, ""},
		{"lists of a stream", []string{"-o", stream}, 0, []string{"VERSION: 3", "Threads (1)", " 1 main", "Trace (", " ...A.a ()V", "....A.b ()V", "A.b", "A.a"}, ""},
		{"by a base name", []string{"-o", filepath.Join(dir, "pair")}, 0, []string{"VERSION: 3", "", "", "", "", "", "", ""}, ""},
		{"by the second clock", []string{"-clock=wall", "-o", both}, 0, []string{"", "", "", "", "    0 ...A.a", "   10 ...A.a"}, ""},
		{"by the first", []string{"-o", both}, 0, []string{"", "", "", "", "    0 ...A.a", "    5 ...A.a"}, ""},
		{"by waiting", []string{"-hclockwaiting", both}, 2, nil, "unknown option -c"},
		{"-d", []string{"-d", both, stream}, 0, []string{"A.a 5 20 15 400.00", "1", "1", "(toplevel).(null) 0", "0", "0", "(unknown)", "0", "0", "A.a 5 30 25 600.00", "1", "1", "(toplevel).(null) 5 30", "0", "0", "(unknown)", "0", "0", "A.b 10 10 1"}, ""},
		{"with its faults", []string{"-faults", mixed}, 1, nil, "leaves another method"},
		{"a missing file", []string{"none"}, 1, nil, "Cannot read \"none\"."},
		{"without a file", nil, 2, nil, "help dmtracedump"},
		{"two files", []string{good, both}, 2, nil, "name one file"},
		{"an unknown clock", []string{"-clock", "x", good}, 2, nil, "not \"x\""},
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

// TestDmtracedumpGraph checks that the extension of the file selects the graph's format.
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
				t.Errorf("%s: no profile with the graph", f.name)
			}
		}
		if got, err := os.ReadFile(drawn); err != nil || !strings.HasPrefix(string(got), f.begins) {
			t.Errorf("%s: %v, %.40q, want %q", f.name, err, got, f.begins)
		}
	}
}

// TestDmtracedumpProgram compares exit codes, and output if there is any, with dmtracedump
// itself.
func TestDmtracedumpProgram(t *testing.T) {
	program, err := exec.LookPath("dmtracedump")
	if err != nil {
		t.Log("dmtracedump is not installed (Debian package dmtracedump): its exit codes are not compared")
	}
	t.Chdir(t.TempDir())
	data := tracetest.Bytes("main 0/0>A.a 10/5>A.b 20/9<A.b 30/15<A.a worker 3>A.b 9<A.b")
	for name, data := range map[string][]byte{"a.trace": data, "cut.trace": data[:len(data)-3], "head.trace": data[:20], "empty.trace": nil} {
		if err := os.WriteFile(name, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const same = -1
	for _, tt := range []struct {
		args   string
		status int
		theirs int // if it differs from ours
	}{
		{"a.trace", 0, same},
		{"-t 200 a.trace", 0, same},
		{"-t abc a.trace", 0, same},
		{"-t5 a.trace", 0, same},
		{"-k a.trace", 0, same},
		{"-- a.trace", 0, same},
		{"a.trace -o", 0, same},
		{"-ho a.trace", 0, same},
		{"-o -g x.png a.trace", 0, same},
		{"-d a.trace a.trace", 0, same},
		{"cut.trace", 0, same},
		{"-o cut.trace", 0, same},
		{"", 2, same},
		{"a.trace a.trace", 2, same},
		{"-x a.trace", 2, same},
		{"-t", 2, same},
		{"-ofoo a.trace", 2, same},
		{"none", 1, same},
		{"-d none a.trace", 1, same},
		{"-d a.trace none", 1, same},
		{"empty.trace", 1, same},
		{"head.trace", 0, 1},               // we read as much as there is
		{"-help", 0, 2},                    // a request for help is no error
		{"-g a.trace/x.png a.trace", 1, 0}, // a graph that cannot be written is an error
	} {
		var out, errs bytes.Buffer
		args := strings.Fields(tt.args)
		if got := run(append([]string{"dmtracedump"}, args...), &out, &errs); got != tt.status {
			t.Errorf("%s: status %d, want %d: %s", tt.args, got, tt.status, errs.String())
		}
		if tt.status == 2 && !strings.Contains(errs.String(), "Run \"traceglass help dmtracedump\" for its options.") {
			t.Errorf("%s: no usage: %s", tt.args, errs.String())
		}
		if program == "" {
			continue
		}
		c := exec.Command(program, args...)
		want, _ := c.Output()
		if tt.theirs == same {
			tt.theirs = tt.status
		}
		if got := c.ProcessState.ExitCode(); got != tt.theirs {
			t.Errorf("%s: dmtracedump's status is %d, not %d", tt.args, got, tt.theirs)
		}
		if tt.status == 0 && tt.theirs == 0 && out.String() != string(want) {
			t.Errorf("%s:\n%s\nwant\n%s", tt.args, out.String(), want)
		}
	}
	if program == "" {
		return
	}
	c := exec.Command(program)
	usage, _ := c.CombinedOutput()
	for _, option := range regexp.MustCompile(`(?m)^  -\w`).FindAllString(string(usage), -1) {
		if !strings.Contains(help(t, "help", "dmtracedump"), option) {
			t.Errorf("the help says nothing of dmtracedump's option%s", option)
		}
	}
}

// TestDmtracedumpInputs checks that a trace in two files with one name, or from a pipe, gives the
// same output as the file.
func TestDmtracedumpInputs(t *testing.T) {
	dir := t.TempDir()
	small := tracetest.Trace{Records: "main 0/0>A.a 10/5>A.b 20/9<A.b 30/15<A.a"}
	for name, data := range map[string][]byte{
		"whole": small.Bytes(), "pair.key": small.Key(), "pair.data": small.Data(),
		"stream": tracetest.Trace{Records: small.Records, Version: 0xF3}.Bytes(),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	output := func(args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if status := run(append([]string{"dmtracedump"}, args...), &out, &errs); status != 0 || out.Len() == 0 {
			t.Fatalf("%v: status %d: %s", args, status, errs.String())
		}
		return out.String()
	}
	for _, options := range [][]string{{"-compat"}, {"-faults"}, {"-o"}, {"-compat=0"}} {
		with := func(path string) string { return output(append(options, path)...) }
		whole, stream := filepath.Join(dir, "whole"), filepath.Join(dir, "stream")
		want := with(whole)
		for _, name := range []string{"pair", "pair.key", "pair.data"} {
			if got := with(filepath.Join(dir, name)); got != want {
				t.Errorf("%v of %s:\n%s\nwant\n%s", options, name, got, want)
			}
		}
		for _, path := range []string{whole, stream} {
			if path == stream && options[0] == "-faults" {
				continue // dmtracedump reads no streams
			}
			from, to, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			pipe := fmt.Sprintf("/dev/fd/%d", from.Fd())
			if _, err := os.Stat(pipe); err != nil {
				t.Skip("the system has no names for pipes")
			}
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			to.Write(data)
			to.Close()
			if got, want := with(pipe), with(path); got != want {
				t.Errorf("%v of %s from a pipe:\n%s\nwant\n%s", options, path, got, want)
			}
			from.Close()
		}
	}
}
