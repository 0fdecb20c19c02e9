package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

func TestRun(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	small := tracetest.Trace{Records: "main 0>A 10>B 20<B 30<A"}
	good := write("good.trace", small.Bytes())
	cut := write("cut.trace", small.Bytes()[:len(small.Bytes())-3])
	key, data := write("pair.key", small.Key()), write("pair.data", small.Data())
	dump := write("traces.txt", []byte("----- pid 123 at 2026-01-02 03:04:05 -----\nCmd line: com.example\n\n\"main\" prio=5 tid=1 Runnable\n"))
	log := write("log.txt", []byte("--------- beginning of main\n06-14 09:59:28.123   100   105 I art : \"main\" prio=5 tid=1 Runnable\n"))
	jstack := write("jstack.txt", []byte("Full thread dump OpenJDK 64-Bit Server VM (21 mixed mode):\n\n\"main\" #1 prio=5 os_prio=0 tid=0x7f01 nid=0x1 runnable\n"))
	png := write("shot.png", []byte("\x89PNG\r\n\x1a\n0000"))
	empty := write("empty.trace", nil)
	zipped := pack(small.Bytes())
	tail := write("tail.trace.gz", append(bytes.Clone(zipped), make([]byte, 100)...))
	stub := write("stub.trace.gz", zipped[:5])
	start := write("start.trace.gz", zipped[:13])
	two := write("two.zip", archive(t, "a.trace", "b.trace"))
	none := write("none.zip", archive(t, "a.txt", "b.txt"))

	tests := []struct {
		name   string
		args   []string
		status int
		out    []string // one for each line of standard output: a part of the line
		err    string   // a part of standard error
	}{
		{"one file", []string{"summary", good}, 0, []string{`"complete":true,`}, ""},
		{"cut short", []string{"summary", cut}, 0, []string{`"complete":false,`}, ""},
		{"a pair is one trace", []string{"summary", data, key}, 0, []string{`"container":"key+data",`}, ""},
		{"a base name", []string{"summary", filepath.Join(dir, "pair")}, 0, []string{`"container":"key+data",`}, ""},
		{"a failure does not stop the others", []string{"summary", png, good, empty}, 1, []string{`"records":4,`}, "image"},
		{"thread dump", []string{"summary", dump}, 0, []string{`"kind":"thread-dump","threads":1,`}, ""},
		{"a dump in a log", []string{"summary", log}, 0, []string{`"threads":1,`}, ""},
		{"desktop Java's dump", []string{"summary", jstack}, 1, nil, "desktop Java"},
		{"empty", []string{"summary", empty}, 1, nil, "empty"},
		{"57 gzip", []string{"summary", write("good.trace.gz", zipped)}, 0, []string{`"complete":true,`}, ""},
		{"bytes after the gzip", []string{"summary", tail}, 0, []string{`"complete":true,`}, ""},
		{"gzip cut to its first bytes", []string{"summary", stub}, 1, nil, "damaged from its start"},
		{"gzip cut to a few bytes", []string{"summary", start}, 1, nil, "is cut short"},
		{"zip of two", []string{"summary", two}, 1, nil, "two.zip: b.trace: The file is empty"},
		{"zip of none", []string{"summary", none}, 1, nil, "holds neither a method trace nor a thread dump: in it are a.txt and b.txt"},
		{"no such file", []string{"summary", filepath.Join(dir, "none")}, 1, nil, "none"},
		{"nothing", nil, 2, nil, "usage:"},
		{"no file", []string{"summary"}, 2, nil, "traceglass summary: name a file\nRun \"traceglass help summary\" for its options.\n"},
		{"no command", []string{"sumary", good}, 2, nil, "traceglass: unknown command \"sumary\". Did you mean summary?\n"},
		{"no flag", []string{"-x"}, 2, nil, "unknown option -x"},
		{"traceview wants -r", []string{"traceview", good}, 2, nil, "traceglass traceview: -r is missing"},
		{"traceview of an image", []string{"traceview", "-r", png}, 1, nil, "image"},
	}
	for _, tt := range tests {
		var out, err bytes.Buffer
		if got := run(tt.args, &out, &err); got != tt.status {
			t.Errorf("%s: status %d, want %d; %s", tt.name, got, tt.status, err.String())
		}
		lines := strings.SplitAfter(out.String(), "\n")
		lines = lines[:len(lines)-1]
		if len(lines) != len(tt.out) {
			t.Errorf("%s: %d lines, want %d: %s", tt.name, len(lines), len(tt.out), out.String())
			continue
		}
		for i, line := range lines {
			if !json.Valid([]byte(line)) || !strings.Contains(line, tt.out[i]) {
				t.Errorf("%s: line %d is %s, want %s in it", tt.name, i, line, tt.out[i])
			}
		}
		if !strings.Contains(err.String(), tt.err) {
			t.Errorf("%s: standard error is %q, want %q in it", tt.name, err.String(), tt.err)
		}
	}
}

func pack(b []byte) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	z.Write(b)
	z.Close()
	return out.Bytes()
}

func archive(t *testing.T, names ...string) []byte {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, name := range names {
		if _, err := z.Create(name); err != nil {
			t.Fatal(err)
		}
	}
	z.Close()
	return out.Bytes()
}

// TestRunPipe reads the trace of TestRunAgain, which needs two readings, from a pipe.
func TestRunPipe(t *testing.T) {
	from, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	path := fmt.Sprintf("/dev/fd/%d", from.Fd())
	if _, err := os.Stat(path); err != nil {
		t.Skip("the system has no names for pipes")
	}
	to.Write(tracetest.Bytes("main 0>A 5<C 10<A 20<C"))
	to.Close()
	var out, errs bytes.Buffer
	if status := run([]string{"summary", path}, &out, &errs); status != 0 || !strings.Contains(out.String(), `"orphanExits":1,`) {
		t.Errorf("status %d: %s%s", status, errs.String(), out.String())
	}
}

// TestRunAgain reads a trace that needs two readings. Only its end shows that C, which the stack
// did not contain at its first exit, ran from the start.
func TestRunAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "again.trace")
	if err := os.WriteFile(path, tracetest.Bytes("main 0>A 5<C 10<A 20<C"), 0o644); err != nil {
		t.Fatal(err)
	}
	var out, err bytes.Buffer
	if status := run([]string{"summary", path}, &out, &err); status != 0 {
		t.Fatalf("status %d: %s", status, err.String())
	}
	for _, want := range []string{`"orphanExits":1,"implicitExits":1,"ignoredExits":2,`, `"name":"C"`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("summary has no %s: %s", want, out.String())
		}
	}
}

// TestRunCorpus checks that every real file has a summary, a line per report, or one line that
// names its kind.
func TestRunCorpus(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/corpus/*/*.*")
	if len(files) == 0 {
		t.Skip("../shared/corpus is not here: its files are not ours to ship")
	}
	for _, file := range files {
		if strings.HasSuffix(file, ".tsv") {
			continue
		}
		var out, err bytes.Buffer
		status := run([]string{"summary", file}, &out, &err)
		switch {
		case status == 0 && err.Len() == 0 && !slices.ContainsFunc(strings.Split(strings.TrimSpace(out.String()), "\n"), func(line string) bool { return !json.Valid([]byte(line)) }):
		case status == 1 && out.Len() == 0 && strings.Count(err.String(), "\n") == 1 && err.Len() > 40:
		default:
			t.Errorf("%s: status %d, %d bytes of summary, standard error %q", file, status, out.Len(), err.String())
		}
	}
}

func TestTraceview(t *testing.T) {
	path := filepath.Join(t.TempDir(), "stream.trace")
	if err := os.WriteFile(path, tracetest.Trace{Records: "main 0>A.a 10<A.a", Version: 0xF2, Clock: "wall"}.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	var out, err bytes.Buffer
	if status := run([]string{"traceview", "-r", path}, &out, &err); status != 0 {
		t.Fatalf("status %d: %s", status, err.String())
	}
	if want := "totalCpuTime 0us\ntotalRealTime 10us\n"; !strings.HasPrefix(out.String(), want) {
		t.Errorf("report begins %q, want %q", out.String()[:min(60, out.Len())], want)
	}
}

// TestZipOfTraces checks that one of several traces in a zip file can be opened by its name
// there.
func TestZipOfTraces(t *testing.T) {
	file := filepath.Join(t.TempDir(), "two.zip")
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, m := range [][2]string{{"a/one.trace", "app.One"}, {"two.trace", "app.Two"}} {
		w, err := z.Create(m[0])
		if err != nil {
			t.Fatal(err)
		}
		w.Write(tracetest.Bytes("main 0>" + m[1] + ".run()V 10<" + m[1] + ".run()V"))
	}
	z.Close()
	if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	if status := run([]string{"summary", file + "/a/one.trace"}, &stdout, &stderr); status != 0 || !strings.Contains(stdout.String(), "app.One") || strings.Contains(stdout.String(), "app.Two") {
		t.Errorf("status %d, %s%s", status, &stderr, &stdout)
	}
}
