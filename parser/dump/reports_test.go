package dump

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// outlines are the blocks of dumps: of each its process and time, and its threads with their innermost frames and
// locks.
func outlines(all ...*Dump) (texts []string) {
	for _, d := range all {
		var s strings.Builder
		for i := range d.Blocks {
			b := &d.Blocks[i]
			fmt.Fprintf(&s, "%s %d %s\n", b.CommandLine, b.PID, b.Time)
			for t := b.FirstThread; t < b.EndThread; t++ {
				frame, _ := d.TopFrame(&d.Threads[t])
				fmt.Fprintf(&s, "  %s %d %s %s %d locks, line %q\n", d.Threads[t].Name, d.Threads[t].Tid, d.Threads[t].State, frame.Key(), d.Threads[t].EndLock-d.Threads[t].FirstLock, d.Content(d.Threads[t].Line))
			}
		}
		texts = append(texts, s.String())
	}
	return texts
}

// reportTexts are n reports of each form, which differ.
func reportTexts(form string, n int) (all []string) {
	for i := range n {
		threads := fmt.Sprintf("\"main\" prio=5 tid=1 Blocked\n  at com.example.A%[1]d.a(A.java:1)\n  - waiting to lock <0x0000000a> (a com.example.X) held by thread 4\n\n\"worker-%[1]d\" prio=5 tid=4 Sleeping\n  at java.lang.Thread.sleep(Native method)\n  - locked <0x0000000a> (a com.example.X)\n", i)
		switch form {
		case "paste":
			all = append(all, threads)
		case "paste without main first":
			all = append(all, strings.Replace(threads, "\"main\"", "\"first\" prio=5 tid=9 Native\n  at com.example.F.f(F.java:1)\n\n\"main\"", 1))
		case "console":
			all = append(all, strings.NewReplacer("\"main\" prio=5 tid=1 Blocked", "main (blocked):tid=1 systid=700", "\"worker-", "worker-", fmt.Sprintf("%d\" prio=5 tid=4 Sleeping", i), fmt.Sprintf("%d (sleeping):tid=4 systid=701", i)).Replace(threads))
		case "subject":
			all = append(all, fmt.Sprintf("Subject: Input dispatching timed out (com.example%[1]d/A, %[1]d)\nRssKb: 1\n\n----- pid %[2]d at 2024-01-01 10:00:00 -----\nCmd line: com.example%[1]d\nDALVIK THREADS (2):\n%[3]s\n----- end %[2]d -----\n", i, 100+i, threads))
		case "far apart":
			all = append(all, fmt.Sprintf("----- pid %[2]d at 2024-01-0%[4]d 10:00:00 -----\nCmd line: com.example%[1]d\nDALVIK THREADS (2):\n%[3]s\n----- end %[2]d -----\n", i, 100+i, threads, i+1))
		}
	}
	return all
}

// TestReports: the reports of a file are read as if each stood in a file of its own, whatever stands between them.
func TestReports(t *testing.T) {
	for _, form := range []string{"paste", "console", "subject", "far apart"} {
		texts := reportTexts(form, 4)
		var alone []*Dump
		for _, text := range texts {
			alone = append(alone, readPieces([]byte(text), 1<<20))
		}
		want := outlines(alone...)
		joins := map[string]string{"blank lines": strings.Join(texts, "\n\n"), "words": "Two of today:\n\n1) one\n" + strings.Join(texts, "\n2) the next, from support:\n")}
		for name, text := range joins {
			d := readPieces([]byte(text), 7)
			reports := d.Occasions()
			if got := outlines(reports...); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s, between them %s: %d reports\n%s\nwant\n%s", form, name, len(reports), got, want)
			}
			lines := strings.Split(text, "\n")
			for _, one := range reports {
				for i := range one.Threads {
					if line := one.Threads[i].Line; lines[one.Number(line)-1] != string(one.Text.Line(line)) {
						t.Errorf("%s: line %d of a report is called %d", form, line, one.Number(line))
					}
				}
			}
			if mixed := form == "paste" || form == "console"; d.Mixed() != mixed {
				t.Errorf("%s: mixed is %v", form, d.Mixed())
			}
		}
		if form == "console" {
			continue // services keep it as text
		}
		text, _ := json.Marshal(map[string]any{"reports": texts, "page": "a\nb"})
		if got := outlines(readPieces(text, 5).Occasions()...); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s, as JSON: %d reports\n%s", form, len(got), got)
		}
	}
}

// TestOneReport: these are one report: the dumps of one process over time, the processes of one device at one time,
// what an in-app reporter writes, whose main thread is not the first, and a bug report.
func TestOneReport(t *testing.T) {
	const process = "----- pid %d at 2024-01-01 10:0%d:00 -----\nCmd line: %s\nDALVIK THREADS (1):\n\"main\" prio=5 tid=1 Native\n  at a.B.c(B.java:1)\n\n----- end %[1]d -----\n"
	for name, text := range map[string]string{
		"over time":         "Subject: x\n\n" + fmt.Sprintf(process, 7, 1, "a.b") + fmt.Sprintf(process, 7, 2, "a.b"),
		"an hour":           fmt.Sprintf(process, 7, 1, "a.b") + strings.Replace(fmt.Sprintf(process, 7, 2, "a.b"), " 10:", " 11:", 1),
		"processes":         "Subject: x\n\n" + fmt.Sprintf(process, 7, 1, "a.b") + fmt.Sprintf(process, 8, 1, "system_server"),
		"main is not first": reportTexts("paste without main first", 1)[0],
		"a bug report":      "== dumpstate: 2024-01-01 10:00:00\n------ VM TRACES JUST NOW (/data/anr/a: 2024-01-01 10:00:00) ------\n" + fmt.Sprintf(process, 7, 1, "a.b") + "------ VM TRACES AT LAST ANR (/data/anr/b: 2024-01-01 08:00:00) ------\nSubject: x\n\n" + fmt.Sprintf(process, 8, 1, "b.c"),
	} {
		if n := len(readPieces([]byte(text), 9).Occasions()); n != 1 {
			t.Errorf("%s: %d reports", name, n)
		}
	}
}

// FuzzReports holds for any text: every thread of a file is in one of its reports, and the reports' lines are the
// file's.
func FuzzReports(f *testing.F) {
	for _, form := range []string{"paste", "paste without main first", "console", "subject", "far apart"} {
		f.Add([]byte(strings.Join(reportTexts(form, 3), "\n")))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d := readPieces(data, 1<<20)
		reports := d.Reports()
		lines := 0
		for _, one := range reports {
			lines += one.Text.Lines()
		}
		if len(reports) == 0 || lines > d.Text.Lines() {
			t.Fatalf("%d reports have %d lines of %d", len(reports), lines, d.Text.Lines())
		}
	})
}
