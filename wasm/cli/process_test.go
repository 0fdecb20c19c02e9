package main

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// twoProcesses is a dump of two processes. The second did not answer.
const twoProcesses = "Subject: Input dispatching timed out (com.hung/.Main)\n\n" +
	"----- pid 7 at 2024-01-01 10:00:00 -----\nCmd line: com.idle\n\"main\" prio=5 tid=1 Native\n  at android.os.MessageQueue.nativePollOnce(Native method)\n\n----- end 7 -----\n" +
	"----- pid 8 at 2024-01-01 10:00:01 -----\nCmd line: com.hung\n\"main\" prio=5 tid=1 Runnable\n  at com.hung.A.spin(A.java:1)\n\n----- end 8 -----\n"

// TestExportProcess checks that one process is written: the one that did not answer, or the
// selected one.
func TestExportProcess(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "traces.txt")
	if err := os.WriteFile(file, []byte(twoProcesses), 0o666); err != nil {
		t.Fatal(err)
	}
	archive := filepath.Join(dir, "dumps.zip")
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	for name, text := range map[string]string{"anr_1.txt": strings.ReplaceAll(twoProcesses, "com.hung", "com.first"), "anr_2.txt": twoProcesses} {
		w, _ := z.Create(name)
		w.Write([]byte(text))
	}
	z.Close()
	if err := os.WriteFile(archive, packed.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	quoted := filepath.Join(dir, "report.json")
	if err := os.WriteFile(quoted, []byte(`{"trace": "`+strings.NewReplacer("\n", `\n`, `"`, `\"`).Replace(twoProcesses)+`"}`), 0o666); err != nil {
		t.Fatal(err)
	}
	bare := filepath.Join(dir, "bare.txt")
	if err := os.WriteFile(bare, []byte("----- pid 9 at 2024-01-01 10:00:00 -----\nCmd line: com.bare\n\n----- end 9 -----\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	const sample = "../../testdata/sample.trace.gz"
	tests := []struct {
		name   string
		args   []string
		status int
		want   string // parts of standard output or of the error
	}{
		{"the one that did not answer", []string{"-format", "folded", file}, 0, "main;com.hung.A.spin 1\n"},
		{"another", []string{"-format", "markdown", "-process", "1", file}, 0, "## com.idle (7)"},
		{"a table", []string{"-format", "csv", file}, 0, "\nmain,Runnable,1,"},
		{"a drawing", []string{"-format", "svg", file}, 0, "com.hung.A.spin (1 thread, 100"},
		{"a graph", []string{"-format", "locks", file}, 0, "Nobody waits for another thread in com.hung (8)"},
		{"a dump of a zip file", []string{"-format", "markdown", "-dump", "anr_1.txt", archive}, 0, "## com.first (8)"},
		{"it has its name", []string{"-format", "markdown", "-dump", "anr_2.txt", archive}, 0, "dumps.zip/anr\\_2.txt, line"},
		{"in a string of JSON", []string{"-format", "markdown", quoted}, 0, "## com.hung (8)"},
		{"no such process", []string{"-format", "csv", "-process", "3", file}, 1, "there is no process 3: there are 2"},
		{"no such dump", []string{"-format", "csv", "-dump", "x", archive}, 1, `the file contains no dump named "x"`},
		{"a dump without threads", []string{"-format", "csv", bare}, 1, "the file does not show which process did not answer"},
		{"a process without threads", []string{"-format", "markdown", "-process", "1", bare}, 0, "## com.bare (9)"},
		{"a format of traces", []string{"-format", "speedscope", file}, 1, "thread dump"},
		{"a trace", []string{"-format", "csv", sample}, 0, "id,class,name,"},
		{"without a graph of locks", []string{"-format", "locks", sample}, 1, "are for thread dumps"},
		{"a process of a trace", []string{"-format", "csv", "-process", "1", sample}, 1, "are for thread dumps"},
		{"no format", []string{"-format", "x", file}, 2, "locks, not \"x\""},
	}
	for _, tt := range tests {
		var out, failure bytes.Buffer
		status := run(append([]string{"export"}, tt.args...), &out, &failure)
		got := out.String()
		if tt.status != 0 {
			got = failure.String()
		}
		if status != tt.status || !strings.Contains(got, tt.want) {
			t.Errorf("%s: status %d, want %d, with %q; got\n%.300s\n%s", tt.name, status, tt.status, tt.want, out.String(), failure.String())
		}
	}
}
