//go:build !js

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

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
			"main [1];A.a 10000\n../evil [9];A.a 30000\n"},
		{[]string{"-thread", "main", "-clock", "cpu", path}, 0, []string{"index.html", "stacks.folded", "thread-1-main.svg"}, "main [1];A.a 5000\n"},
		{[]string{"-thread", "9", "-clock", "waiting", "-reverse", path}, 0, []string{"index.html", "stacks.folded", "thread-9-___evil.svg"}, "../evil [9];A.a 23000\n"},
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
