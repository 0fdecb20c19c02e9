package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// TestMemory checks that every command reads the first part of a trace that exceeds the memory
// budget, and says so.
func TestMemory(t *testing.T) {
	path := saved(t, "entries.trace", tracetest.Entries(400_000, 50))
	dir := t.TempDir()
	for args, fits := range map[string]string{
		"summary":                 "10MB", // it keeps no contexts
		"export -format csv":      "40MB",
		"export -format perfetto": "60MB",
		"flamegraph -o " + dir:    "40MB",
		"dmtracedump":             "40MB",
		"traceview -r":            "20MB",
	} {
		words := strings.Fields(args)
		var out, err bytes.Buffer
		if status := run(append(append(words, "-memory", fits), path), &out, &err); status != 0 {
			t.Errorf("%s: status %d, %s", args, status, err.String())
		}
		said := err.String()
		if words[0] == "summary" {
			said = out.String()
		}
		if !strings.Contains(said, "Only the first ") || !strings.Contains(said, "more memory than the "+strings.TrimSuffix(fits, "MB")+" MB") {
			t.Errorf("%s within %s: %.300s", args, fits, said)
		}
		if words[0] == "summary" && (!strings.Contains(said, `"complete":false`) || !strings.Contains(said, `"code":"partial"`)) {
			t.Errorf("the summary says %.300s", said)
		}
		out.Reset()
		err.Reset()
		if status := run(append(append(words, "-memory=2GB"), path), &out, &err); status != 0 || strings.Contains(out.String()+err.String(), "Only the first") {
			t.Errorf("%s within 2 GB: status %d, %.300s", args, status, err.String())
		}
	}
	var out, err bytes.Buffer
	if status := run([]string{"table", "-o", filepath.Join(dir, "tables"), "-memory", "20MB", path}, &out, &err); status != 1 || !strings.Contains(err.String(), "20 MB of memory") {
		t.Errorf("table: status %d, %s", status, err.String())
	}
	for _, bad := range []string{"", "much", "-1GB", "0", "1e99GB"} {
		out.Reset()
		if status := run([]string{"summary", "-memory", bad, path}, &out, &out); status != 2 || !strings.Contains(out.String(), "a size, such as 500MB or 2GB") {
			t.Errorf("-memory %q: status %d, %s", bad, status, out.String())
		}
	}
	if status := run([]string{"summary", "-memory"}, &out, &out); status != 2 {
		t.Errorf("-memory without a size: status %d", status)
	}
}

func TestParseSize(t *testing.T) {
	for text, want := range map[string]int64{"500MB": 500_000_000, "1.5gb": 1_500_000_000, "64KB": 64_000, "123": 123, "2 GB": 2_000_000_000} {
		if got, err := parseSize(text); err != nil || got != want {
			t.Errorf("%q: %d, %v, want %d", text, got, err, want)
		}
	}
	if _, err := os.Stat("/proc/meminfo"); err == nil && (machineMemory() <= 0 || machineMemory() == defaultMemory) {
		t.Errorf("the machine has %d bytes", machineMemory())
	}
}
