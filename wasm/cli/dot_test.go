//go:build !js

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
)

// TestTabAndCommandSaveOneGraph checks that the call graph's tab, which uses the engine, and the
// menu, which runs the command, save the same file for the same range, threads, clock and share.
func TestTabAndCommandSaveOneGraph(t *testing.T) {
	data := tracetest.Bytes("main 0/0>A.a 1000/100>A.b 1010/110>A.c 1020/115<A.c 1300/120<A.b 1400/130>A.d 1430/140<A.d 2000/150<A.a other 1100/10>A.b 1900/700<A.b")
	path := filepath.Join(t.TempDir(), "calc.trace")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	e := opened(t, data)
	whole := message.Scope{To: message.Whole}
	sizes := map[int]int{}
	for _, tt := range []struct {
		scope message.Scope
		share int
		args  string
	}{
		{whole, message.AutoThreshold, "-clock wall"},
		{whole, 20, "-clock wall"},
		{whole, 0, "-clock wall"},
		{whole, 45, "-clock wall"},
		{message.Scope{Clock: message.CPU, To: message.Whole}, 5, "-clock cpu"},
		{message.Scope{Clock: message.Waiting, To: message.Whole, Switches: true}, 5, "-clock waiting -switches"},
		{message.Scope{From: 500_000, To: 1_350_000, Threads: []uint32{0}}, 3, "-clock wall -from 500000ns -to 1350000ns -thread main"},
	} {
		file, ok := e.Answer(&message.GraphFile{Scope: tt.scope, Threshold: tt.share}).(*message.File)
		if !ok {
			t.Fatalf("%s: no file", tt.args)
		}
		args := append(append([]string{"export", "-format", "dot"}, strings.Fields(tt.args)...), desk.ShareArgs(tt.share)...)
		var out, err bytes.Buffer
		if status := run(append(args, path), &out, &err); status != 0 {
			t.Fatalf("%s: %s", args, err.String())
		}
		if !bytes.Equal(out.Bytes(), file.Data) {
			t.Errorf("%s writes\n%s, the tab\n%s", args, out.String(), file.Data)
		}
		if tt.args == "-clock wall" {
			sizes[tt.share] = out.Len()
		}
	}
	if sizes[0] <= sizes[20] || sizes[45] >= sizes[20] {
		t.Errorf("by share the files have %v bytes", sizes)
	}
}
