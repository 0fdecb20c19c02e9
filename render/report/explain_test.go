package report

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/dump"
)

var update = flag.Bool("update", false, "write the golden files anew")

// explained returns what Explain writes about a text.
func explained(t *testing.T, text []byte, all bool) string {
	t.Helper()
	r := dump.NewReader()
	r.Write(text)
	var out bytes.Buffer
	if err := Explain(&out, []TitledDump{{Dump: r.Close()}}, all, false); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestExplainGolden(t *testing.T) {
	const file = "../../testdata/deadlock"
	got, golden := explained(t, read(t, file+".txt"), false), file+".explain.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want := string(read(t, golden)); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestExplainNothing(t *testing.T) {
	if got, want := explained(t, []byte("Subject: x\n"), false), "Subject: x\n\nNo process is in this file.\n\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestExplainGroups checks that all adds the groups of idle processes.
func TestExplainGroups(t *testing.T) {
	main := "\"main\" prio=5 tid=1 Native\n  at android.os.MessageQueue.nativePollOnce(Native method)\n  at android.os.MessageQueue.next(M.java:1)\n\n"
	text := "----- pid 1 at 2024-01-01 10:00:00 -----\nCmd line: a.b\n" + main + "----- end 1 -----\n\n----- pid 2 at 2024-01-01 10:00:00 -----\nCmd line: c.d\n" + main +
		"\"pool-1\" prio=5 tid=2 Native\n\n\"pool-2\" prio=5 tid=3 Native\n\n----- end 2 -----\n"
	for _, all := range []bool{false, true} {
		if got := strings.Contains(explained(t, []byte(text), all), "2 × pool-# (2 Native)"); got != all {
			t.Errorf("all %v: pool shown: %v", all, got)
		}
	}
}

// TestExplainAgain checks that a second dump of a process says so.
func TestExplainAgain(t *testing.T) {
	text := "----- pid 1 at 2024-01-01 10:00:00 -----\nCmd line: a.b\n\"main\" prio=5 tid=1 Native\n\n----- end 1 -----\n\n"
	const again = ", another dump of this process (line "
	if got := explained(t, []byte(text+text), false); strings.Count(got, again) != 1 || strings.Index(got, again) < strings.Index(got, "a.b, pid 1, 2024-01-01 10:00:00 (line 1)") {
		t.Errorf("got %s", got)
	}
	if got := explained(t, []byte(text+strings.Replace(text, "a.b", "c.d", 1)), false); strings.Contains(got, again) {
		t.Errorf("of two processes: %s", got)
	}
}

// TestExplainWriter checks that the list of locks omits threads that wait for the writer of the
// dump.
func TestExplainWriter(t *testing.T) {
	text := "----- pid 1 at 2024-01-01 10:00:00 -----\nCmd line: system_server\n\"AnrMonitorThread\" prio=5 tid=3 Blocked\n  at com.android.server.am.AnrHelper.a(A.java:1)\n" +
		"  - waiting to lock <0x01> (a com.android.server.am.AnrDumpRecord) held by thread 4\n\n\"writer\" prio=5 tid=4 Native\n" +
		"  at com.android.server.am.ActivityManagerService.dumpStackTraces(A.java:1)\n  - locked <0x01> (a com.android.server.am.AnrDumpRecord)\n\n----- end 1 -----\n"
	for method, want := range map[string]bool{"dumpStackTraces": false, "other": true} {
		if got := strings.Contains(explained(t, []byte(strings.Replace(text, "dumpStackTraces", method, 1)), false), "1 thread waits for"); got != want {
			t.Errorf("%s: a queue is shown: %v", method, got)
		}
	}
}

// TestExplainControls checks that no text in a file can control a terminal.
func TestExplainControls(t *testing.T) {
	text := "Subject: \x1b[31mred\n\"ma\x1b[2Jin\" prio=5 tid=1 Blocked\n  at a.\x1b]0;x\aB.c(B.java:1)\n  - waiting to lock <0x1> (a \u202eX\x9b) held by thread 2\n\n\"t\x1b[2J\" prio=5 tid=2 Native\n  at a.b\x1b[0m.c(B.java:1)\n  - locked <0x1> (a \u202eX\x9b)\n"
	got := explained(t, []byte(text), true)
	for _, r := range got {
		if r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 || r == '\u202e' {
			t.Fatalf("%q in %q", r, got)
		}
	}
	if !strings.Contains(got, "lock") {
		t.Error(got)
	}
}

// TestExplainCorpus explains every real dump, with each claim in one line.
func TestExplainCorpus(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(shared, "corpus", "thread-dumps", "*.txt"))
	if len(files) == 0 {
		t.Skipf("%s/corpus is not here: its dumps are not ours to ship", shared)
	}
	for _, file := range files {
		got := explained(t, read(t, file), true)
		if strings.Count(got, "certain]")+strings.Count(got, "likely]")+strings.Count(got, "cannot tell]") == 0 {
			t.Errorf("%s: no claim in %q", file, got)
		}
	}
}
