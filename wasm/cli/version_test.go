//go:build !js

package main

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// TestVersion checks that the program prints the commit that go build recorded.
func TestVersion(t *testing.T) {
	program := filepath.Join(t.TempDir(), "traceglass")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	if out, err := exec.Command("go", "build", "-buildvcs=auto", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	said, err := exec.Command(program, "version").Output()
	want := `^traceglass \S.*, ` + regexp.QuoteMeta(runtime.Version()+", "+runtime.GOOS+"/"+runtime.GOARCH) + "\n$"
	if commit, gone := exec.Command("git", "rev-parse", "HEAD").Output(); gone == nil {
		want = strings.Replace(want, ".*, ", ".*, commit "+strings.TrimSpace(string(commit))+"( with changes)?, ", 1)
	}
	if err != nil || !regexp.MustCompile(want).Match(said) {
		t.Errorf("it says %q, %v; want %s", said, err, want)
	}

	for _, option := range []string{"-v", "-version", "--version"} {
		if got, err := exec.Command(program, option).Output(); err != nil || !bytes.Equal(got, said) {
			t.Errorf("%s says %q, %v; want %q", option, got, err, said)
		}
	}
	if runtime.GOOS != "windows" {
		input := exec.Command(program, "summary", "-")
		input.Stdin = bytes.NewReader(tracetest.Bytes("main 0>A 10<A"))
		if got, err := input.Output(); err != nil || !bytes.Contains(got, []byte(`"records":2`)) {
			t.Errorf("standard input: %v, %s", err, got)
		}
	}

	var out, errs bytes.Buffer
	if code := run([]string{"version", "this"}, &out, &errs); code != 2 || out.Len() > 0 || !strings.Contains(errs.String(), "this command takes no file") {
		t.Errorf("with a word: exit status %d, %q, %q", code, out.String(), errs.String())
	}
}
