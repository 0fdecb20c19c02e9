//go:build !js

package table

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// TestFindings: the findings of main as rows, and none for a trace that takes too much memory.
func TestFindings(t *testing.T) {
	at := filepath.Join(t.TempDir(), "a.trace")
	records := "main 0/0>x.A.a()V 1000/1>java.lang.Thread.sleep(J)V 401000/2<java.lang.Thread.sleep(J)V 900000/500000<x.A.a()V"
	if err := os.WriteFile(at, tracetest.Bytes(records), 0o644); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	rows := load[Finding](t, filepath.Join(dir, save(t, dir, at)), "findings")
	if len(rows) != 1 {
		t.Fatalf("%d rows: %+v", len(rows), rows)
	}
	r := rows[0]
	if r.Rule != "wait" || r.Cause != "sleep" || r.Key != "wait sleep" || !r.Main || r.Text != "main slept 400 ms in x.A.a." || r.Confidence != "certain" || *r.Wall < 399e6 || *r.First != 1e6 || r.Advice == "" || r.Method == nil || r.Own == nil {
		t.Errorf("%+v", r)
	}
	var b strings.Builder
	b.WriteString("main 0/0>x.A.a()V")
	for i := range 200_000 {
		fmt.Fprintf(&b, " %d/%d>x.A.b()V %d/%d<x.A.b()V", i*10, i*10, i*10+5, i*10+5)
	}
	large := filepath.Join(t.TempDir(), "large.trace")
	if err := os.WriteFile(large, tracetest.Bytes(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	for memory, want := range map[int64]bool{0: true, 2_000_000: false} {
		c, err := Read(t.Context(), []string{large}, Limits{Memory: memory}, Names{})
		if err != nil {
			t.Fatal(err)
		}
		if (c.Overview != nil) != want || (c.File.Findings != nil) != want || c.Profile == nil {
			t.Errorf("with %d bytes of memory: overview %v, findings %v", memory, c.Overview != nil, c.File.Findings)
		}
	}
}
