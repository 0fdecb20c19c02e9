package dump

import (
	"bytes"
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

// TestReports: the reports of a file are read like separate files, whatever lines are between them.
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
			reports := d.Incidents()
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
	}
}

// TestOneReport checks files that are one report: dumps of one process over time, and processes of
// one device at one time. Other cases are the output of an in-app reporter, whose main thread is
// not first, and a bug report.
func TestOneReport(t *testing.T) {
	const process = "----- pid %d at 2024-01-01 10:0%d:00 -----\nCmd line: %s\nDALVIK THREADS (1):\n\"main\" prio=5 tid=1 Native\n  at a.B.c(B.java:1)\n\n----- end %[1]d -----\n"
	for name, text := range map[string]string{
		"over time":         "Subject: x\n\n" + fmt.Sprintf(process, 7, 1, "a.b") + fmt.Sprintf(process, 7, 2, "a.b"),
		"an hour":           fmt.Sprintf(process, 7, 1, "a.b") + strings.Replace(fmt.Sprintf(process, 7, 2, "a.b"), " 10:", " 11:", 1),
		"processes":         "Subject: x\n\n" + fmt.Sprintf(process, 7, 1, "a.b") + fmt.Sprintf(process, 8, 1, "system_server"),
		"main is not first": reportTexts("paste without main first", 1)[0],
		"a bug report":      "== dumpstate: 2024-01-01 10:00:00\n------ VM TRACES JUST NOW (/data/anr/a: 2024-01-01 10:00:00) ------\n" + fmt.Sprintf(process, 7, 1, "a.b") + "------ VM TRACES AT LAST ANR (/data/anr/b: 2024-01-01 08:00:00) ------\nSubject: x\n\n" + fmt.Sprintf(process, 8, 1, "b.c"),
	} {
		if n := len(readPieces([]byte(text), 9).Incidents()); n != 1 {
			t.Errorf("%s: %d reports", name, n)
		}
	}
}

// TestWantInHeading: a crash service writes the wanted lock into a thread's heading.
func TestWantInHeading(t *testing.T) {
	const text = "main (blocked):tid=1 systid=700 | waiting to lock <0x0a714d13> (com.example.q) held by thread 12\n       at a.B.c(B.java:1)\n\nw | x (timed waiting): tid=12 systid=712 \n       at a.B.d(B.java:2)\n"
	d := readPieces([]byte(text+"\n"+text), 7)
	if len(d.Threads) != 4 || len(d.Reports()) != 2 {
		t.Fatalf("%d threads, %d reports", len(d.Threads), len(d.Reports()))
	}
	d = d.Reports()[1]
	if main, w := d.Threads[0], d.Threads[1]; main.Name != "main" || main.State != "blocked" || w.Name != "w | x" || w.Tid != 12 || w.EndLock != w.FirstLock || main.EndLock != 1 {
		t.Errorf("threads %+v %+v", main, w)
	}
	if got, want := d.Lock(0), (Lock{What: WaitingToLock, Object: Object{Identity, 0x0a714d13, "com.example.q"}, Named: true, Holder: 12}); got != want {
		t.Errorf("main wants %+v, want %+v", got, want)
	}
}

// FuzzReports holds for any text: the reports' lines are the file's, in order, and no report
// contains another.
func FuzzReports(f *testing.F) {
	for _, form := range []string{"paste", "paste without main first", "console", "subject", "far apart"} {
		texts := reportTexts(form, 3)
		f.Add([]byte(strings.Join(texts, "\n")))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d := readPieces(data, 1<<20)
		reports := d.Reports()
		from := 0
		for i, one := range reports {
			if len(reports) > 1 && one.above < from {
				t.Fatalf("report %d begins at line %d, the one above ends at %d", i, one.above, from)
			}
			from = one.above + one.Text.Lines()
			for line := range one.Text.Lines() {
				if !bytes.Equal(one.Text.Line(line), d.Text.Line(one.above+line)) {
					t.Fatalf("report %d: line %d is %q, of the file %q", i, line, one.Text.Line(line), d.Text.Line(one.above+line))
				}
			}
			if n := len(one.Reports()); n != 1 {
				t.Fatalf("report %d has %d in it", i, n)
			}
		}
		if len(reports) == 0 || from > d.Text.Lines() {
			t.Fatalf("%d reports end at line %d of %d", len(reports), from, d.Text.Lines())
		}
	})
}
