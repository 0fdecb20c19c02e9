package anr

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"traceglass/parser/dump"
	"traceglass/parser/wait"
)

// scenes are reports with main and the holder of the lock that it wants.
var scenes = []string{
	"\"main\" prio=5 tid=1 Blocked\n  at com.example.A%[1]d.a(A.java:1)\n  - waiting to lock <0x0000000a> (a com.example.X) held by thread 4\n\n\"w-%[1]d\" prio=5 tid=4 Sleeping\n  at java.lang.Thread.sleep(Native method)\n  at com.example.W%[1]d.w(W.java:1)\n  - locked <0x0000000a> (a com.example.X)\n",
	"\"main\" prio=5 tid=1 Blocked\n  at com.example.A%[1]d.a(A.java:1)\n  - waiting to lock <0x0000000a> (a com.example.X) held by thread 4\n  - locked <0x0000000b> (a com.example.Y)\n\n\"w-%[1]d\" prio=5 tid=4 Blocked\n  at com.example.W%[1]d.w(W.java:1)\n  - waiting to lock <0x0000000b> (a com.example.Y) held by thread 1\n  - locked <0x0000000a> (a com.example.X)\n",
	"\"main\" prio=5 tid=1 Native\n  at android.os.MessageQueue.nativePollOnce(Native method)\n  at android.os.MessageQueue.next(MessageQueue.java:335)\n\n\"w-%[1]d\" prio=5 tid=4 Runnable\n  at com.example.W%[1]d.w(W.java:1)\n  - locked <0x0000000a> (a com.example.X)\n",
	"\"main\" prio=5 tid=1 Runnable\n  at com.example.C%[1]d.c(C.java:1)\n  - locked <0x0000000b> (a com.example.Y)\n",
	"\"main\" prio=5 tid=1 Sleeping\n  at java.lang.Thread.sleep(Native method)\n  at com.example.S%[1]d.s(S.java:1)\n",
	"\"main\" prio=5 tid=1 Blocked\n  at com.example.A%[1]d.a(A.java:1)\n  - waiting to lock <0x0000000a> (a com.example.X) held by thread 4\n", // the holder was not dumped
}

// TestReportsAlone: reports joined in one file keep the verdict and locks that each has in its own
// file, although thread and lock numbers repeat.
func TestReportsAlone(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	verdict := func(d *dump.Dump) string {
		f := wait.NewFacts(d)
		b := f.Suspect()
		if b == wait.None {
			return "none"
		}
		v := f.Explain(b)
		return fmt.Sprintf("%+v, %d claims: %s, %d waits, %d boxes, %d cycles", f.Cause(b), len(v.Claims), v.Claims[0].Rule, len(f.Waits(b)), len(f.Locks(b).Boxes), f.Locks(b).Cycles)
	}
	for range 200 {
		var pastes, files, want, wantOfFiles []string
		for i := range 2 + rng.IntN(4) {
			text := fmt.Sprintf(scenes[rng.IntN(len(scenes))], i)
			file := fmt.Sprintf("Subject: Input dispatching timed out (com.example/.A)\n\n----- pid %[1]d at 2024-01-0%[1]d 10:00:00 -----\nCmd line: com.example\nDALVIK THREADS (2):\n%[2]s\n----- end %[1]d -----\n", i+1, text)
			pastes, files = append(pastes, text), append(files, file)
			want, wantOfFiles = append(want, verdict(reportsIn(text, 1<<20)[0])), append(wantOfFiles, verdict(reportsIn(file, 1<<20)[0]))
		}
		quoted := func(all []string) string {
			var s strings.Builder
			for i, text := range all {
				fmt.Fprintf(&s, "%d,\"%s\"\r\n", i, strings.ReplaceAll(text, "\"", "\"\""))
			}
			return "id,stack\r\n" + s.String()
		}
		object := func(all []string) string {
			text, _ := json.Marshal(map[string]any{"reports": all})
			return string(text)
		}
		var lines []string
		for _, text := range pastes {
			lines = append(lines, object([]string{text}))
		}
		for _, c := range []struct {
			name, text string
			want       []string
		}{
			{"pastes", strings.Join(pastes, "\n"), want}, {"pastes with words between", strings.Join(pastes, "\nand from another phone:\n\n"), want}, {"a table", quoted(pastes), want},
			{"an object", object(pastes), want}, {"lines of objects", strings.Join(lines, "\n"), want}, {"objects after objects", strings.Join(lines, ""), want},
			{"files", strings.Join(files, ""), wantOfFiles}, {"a table of files", quoted(files), wantOfFiles}, {"an object of files", object(files), wantOfFiles},
		} {
			var got []string
			for _, one := range reportsIn(c.text, 1<<20) {
				got = append(got, verdict(one))
			}
			if fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Fatalf("%s:\n%s\nhas the verdicts\n%s\nwant\n%s", c.name, c.text, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		}
	}
}
