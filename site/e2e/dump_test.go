//go:build !js

package e2e

import (
	"os"
	"path/filepath"
	"testing"
)

// dumpCorpus is a real dump, read in place; the test is skipped where it is missing.
func dumpCorpus(t *testing.T, name string) string {
	t.Helper()
	file := filepath.Join(root, "../shared/corpus/thread-dumps", name)
	if _, err := os.Stat(file); err != nil {
		t.Skipf("the corpus is not here: %v", err)
	}
	return file
}

// TestDumpShots takes pictures of real dumps.
func TestDumpShots(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"art14_deadlock_a.txt", "bugreport_dalvik23_deadlock.txt"} {
		p := open(t, "/")
		p.Upload("#file", dumpCorpus(t, name))
		p.WaitStage("open")
		p.WaitFor("a stack", `document.querySelectorAll("#stack-lines li").length > 0`)
		p.Shots("dump-" + name[:len(name)-4])
		p.Click("#stack-text")
		p.WaitFor("the text", `document.querySelectorAll(".text-line").length > 5`)
		p.Shots("dump-text-" + name[:len(name)-4])
	}
}
