package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

func TestExplain(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	text, err := os.ReadFile("../../testdata/deadlock.txt")
	if err != nil {
		t.Fatal(err)
	}
	pack := func(files ...string) []byte {
		var out bytes.Buffer
		z := zip.NewWriter(&out)
		for _, name := range files {
			w, err := z.Create(name)
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case strings.HasSuffix(name, ".trace"):
				w.Write(tracetest.Bytes("main 0>A 5<A"))
			case strings.Contains(name, "anr"):
				w.Write(text)
			default:
				io.WriteString(w, "1.0")
			}
		}
		z.Close()
		return out.Bytes()
	}
	dump := write("dump.txt", text)
	report := write("report.zip", pack("version.txt", "FS/data/anr/anr_2", "FS/data/anr/anr_10", "FS/data/x"))
	both := write("both.zip", pack("a.trace", "anr_1"))
	none := write("none.zip", pack("a.txt", "b.txt"))
	trace := write("a.trace", tracetest.Bytes("main 0>A 5<A"))
	const verdict = "which main holds (locked in Grid.bind). [deadlock, certain]"
	tests := []struct {
		name   string
		args   []string
		status int
		times  int    // number of times that the verdict is printed
		out    string // a part of standard output
		err    string // a part of standard error
	}{
		{"a pile", []string{"explain", "-group", dump, report, trace}, 1, 0, "3 dumps, 1 cause", "a.trace: this is a method trace"},
		{"a pile as CSV", []string{"explain", "-group", "-format", "csv", report}, 0, 0, "anr_10", `"version.txt"`},
		{"a pile in no form", []string{"explain", "-group", "-format", "xml", dump}, 2, 0, "", "-format must be text, markdown, csv, json, folded, sarif, junit or github"},
		{"a form without a pile", []string{"explain", "-format", "csv", dump}, 2, 0, "", "-format csv needs -group, which counts the causes of all dumps. For one dump, run traceglass export -format csv"},
		{"the facts of a dump", []string{"explain", "-format", "json", dump}, 0, 0, `"category":"deadlock"`, ""},
		{"a dump", []string{"explain", dump}, 0, 1, "com.example.gallery, pid 4242", ""},
		{"two", []string{"explain", dump, dump}, 0, 2, "== " + dump, ""},
		{"a bug report", []string{"explain", report}, 0, 2, "== " + report + ": FS/data/anr/anr_10", `left out because they are not thread dumps: "version.txt", "FS/data/x"`},
		{"a trace with a dump", []string{"explain", both}, 0, 1, "anr_1", `"a.trace"`},
		{"no dump in a zip", []string{"explain", none}, 1, 0, "", "holds neither"},
		{"a method trace", []string{"explain", trace}, 1, 0, "", "this is a method trace"},
		{"no such file", []string{"explain", filepath.Join(dir, "x")}, 1, 0, "", "no such file"},
		{"no file", []string{"explain"}, 2, 0, "", "traceglass explain: name a file\n"},
		{"no flag", []string{"explain", "-x", dump}, 2, 0, "", "unknown option -x"},
		{"summary of a bug report", []string{"summary", report}, 0, 0, `"kind":"thread-dump"`, `left out`},
		{"summary of a trace with a dump", []string{"summary", both}, 0, 0, `"records":2`, ""},
	}
	for _, tt := range tests {
		var out, errs bytes.Buffer
		if got := run(tt.args, &out, &errs); got != tt.status {
			t.Errorf("%s: status %d, want %d; %s", tt.name, got, tt.status, errs.String())
		}
		if got := strings.Count(out.String(), verdict); got != tt.times {
			t.Errorf("%s: the verdict %d times, want %d: %s", tt.name, got, tt.times, out.String())
		}
		if !strings.Contains(out.String(), tt.out) || !strings.Contains(errs.String(), tt.err) {
			t.Errorf("%s: output %q, want %q; standard error %q, want %q", tt.name, out.String(), tt.out, errs.String(), tt.err)
		}
		if tt.err == "" && errs.Len() > 0 {
			t.Errorf("%s: standard error %q", tt.name, errs.String())
		}
	}
}

// TestExplainTogether checks that files given together are combined to follow a process over
// time.
func TestExplainTogether(t *testing.T) {
	dir := t.TempDir()
	for i, name := range []string{"a.txt", "b.txt"} {
		text := fmt.Sprintf("----- pid 7 at 2024-01-01 10:00:0%d -----\nCmd line: com.app\nDALVIK THREADS (1):\n\"main\" prio=5 tid=1 Sleeping\n  | sysTid=7\n  at java.lang.Thread.sleep(Native method)\n  at com.app.A.a(A.java:1)\n\n----- end 7 -----\n", 5*i)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const stands = "main is in the same place in 2 dumps over 5 s"
	a, b := filepath.Join(dir, "a.txt"), filepath.Join(dir, "b.txt")
	for _, tt := range []struct {
		args  []string
		times int
	}{{[]string{a, b}, 2}, {[]string{a}, 0}} {
		var out, errs bytes.Buffer
		if status := run(append([]string{"explain"}, tt.args...), &out, &errs); status != 0 {
			t.Fatal(errs.String())
		}
		if got := strings.Count(out.String(), stands); got != tt.times {
			t.Errorf("%v: %d times, want %d: %s", tt.args, got, tt.times, out.String())
		}
	}
}

// TestBadDump checks that a bug report with a damaged dump is explained without that dump, and
// says so.
func TestBadDump(t *testing.T) {
	const dump = "----- pid 7 at 2024-01-01 10:00:00 -----\nCmd line: com.example\n\n\"main\" prio=5 tid=1 Runnable\n  at app.A.run(A.java:1)\n\n----- end 7 -----\n"
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	for i := range 3 {
		h := &zip.FileHeader{Name: fmt.Sprintf("FS/data/anr/anr_%d", i+1), Method: zip.Store, CompressedSize64: uint64(len(dump)), UncompressedSize64: uint64(len(dump)), CRC32: crc32.ChecksumIEEE([]byte(dump))}
		if i == 1 {
			h.Method = 12
		}
		f, err := w.CreateRaw(h)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(f, dump)
	}
	w.Close()
	path := saved(t, "report.zip", file.Bytes())
	for _, command := range []string{"explain", "summary"} {
		var out, err bytes.Buffer
		if status := run([]string{command, path}, &out, &err); status != 0 {
			t.Errorf("%s: status %d, %s", command, status, err.String())
		}
		if n := strings.Count(out.String(), "com.example"); n < 2 {
			t.Errorf("%s reports %d dumps: %s", command, n, out.String())
		}
		if want := `left out: "FS/data/anr/anr_2": it is packed by method 12, which is not known here`; !strings.Contains(err.String(), want) {
			t.Errorf("%s says %q, want %q", command, err.String(), want)
		}
	}
}
