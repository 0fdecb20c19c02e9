package main

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// TestFlamegraphZip checks that the zip file has the same files as the folder, and that its bytes
// are reproducible.
func TestFlamegraphZip(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.trace")
	if err := os.WriteFile(path, tracetest.Bytes("main 0>A.a 10<A.a worker#9 0>A.a 30<A.a"), 0o644); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(dir, "graphs")
	var packed [][]byte
	for _, to := range []string{folder, folder + ".zip", folder + ".zip"} {
		var out, err bytes.Buffer
		if status := run([]string{"flamegraph", "-o", to, path}, &out, &err); status != 0 {
			t.Fatalf("%s: status %d; %s", to, status, err.String())
		}
		if strings.HasSuffix(to, ".zip") {
			data, _ := os.ReadFile(to)
			packed = append(packed, data)
			if out.String() != to+"\n" {
				t.Errorf("it prints %q", out.String())
			}
		}
	}
	if !bytes.Equal(packed[0], packed[1]) {
		t.Error("two zip files of one trace differ")
	}
	z, err := zip.NewReader(bytes.NewReader(packed[0]), int64(len(packed[0])))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		got, _ := io.ReadAll(r)
		if want, err := os.ReadFile(filepath.Join(folder, f.Name)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s differs from the folder's; %v", f.Name, err)
		}
	}
	if entries, _ := os.ReadDir(folder); len(entries) != len(z.File) {
		t.Errorf("%d files are packed, want %d", len(z.File), len(entries))
	}
}

func TestFlamegraph(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.trace")
	trace := tracetest.Bytes("main 0/0>A.a 10/5<A.a ../evil#9 0/0>A.a 30/7<A.a")
	if err := os.WriteFile(path, trace, 0o644); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		args   []string
		status int
		files  []string
		folded string
	}{
		{[]string{path}, 0, []string{"all.svg", "index.html", "stacks.folded", "thread-1-main.svg", "thread-9-___evil.svg"},
			"main [1];A.a 10\n../evil [9];A.a 30\n"},
		{[]string{"-thread", "main", "-clock", "cpu", path}, 0, []string{"index.html", "stacks.folded", "thread-1-main.svg"}, "main [1];A.a 5\n"},
		{[]string{"-thread", "9", "-clock", "waiting", "-reverse", path}, 0, []string{"index.html", "stacks.folded", "thread-9-___evil.svg"}, "../evil [9];A.a 23\n"},
		{[]string{"-from", "1us", "-to", "4us", path}, 0, []string{"all.svg", "index.html", "stacks.folded", "thread-1-main.svg", "thread-9-___evil.svg"},
			"main [1];A.a 3\n../evil [9];A.a 3\n"},
		{[]string{"-from", "20us", path}, 0, []string{"all.svg", "index.html", "stacks.folded", "thread-9-___evil.svg"}, "../evil [9];A.a 10\n"},
		{[]string{"-thread", "main,../evil", path}, 0, []string{"all.svg", "index.html", "stacks.folded", "thread-1-main.svg", "thread-9-___evil.svg"},
			"main [1];A.a 10\n../evil [9];A.a 30\n"},
		{[]string{"-thread", "none", path}, 1, nil, ""},
		{[]string{"-clock", "sun", path}, 2, nil, ""},
		{nil, 2, nil, ""},
		{[]string{"-help"}, 0, nil, ""},
	}
	for _, tt := range tests {
		to := t.TempDir()
		var out, err bytes.Buffer
		if status := run(append([]string{"flamegraph", "-o", to}, tt.args...), &out, &err); status != tt.status {
			t.Errorf("%v: status %d, want %d; %s", tt.args, status, tt.status, err.String())
		}
		var files []string
		entries, _ := os.ReadDir(to)
		for _, e := range entries {
			files = append(files, e.Name())
		}
		if !slices.Equal(files, tt.files) {
			t.Errorf("%v: wrote %v, want %v", tt.args, files, tt.files)
		}
		if folded, _ := os.ReadFile(filepath.Join(to, "stacks.folded")); string(folded) != tt.folded {
			t.Errorf("%v: stacks are %q, want %q", tt.args, folded, tt.folded)
		}
		page, _ := os.ReadFile(filepath.Join(to, "index.html"))
		for _, name := range tt.files {
			if strings.HasPrefix(name, "thread") && !strings.Contains(string(page), name) {
				t.Errorf("%v: the page does not link %s", tt.args, name)
			}
		}
	}
}
