//go:build !js

package changes_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/budget"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/render/report/changes"
	"traceglass/render/tell"
)

// waits is a trace whose main waits for SharedPreferences, sleeps and inflates for so many ms each.
func waits(lock, sleep, inflate int) string {
	s, at, cpu := "main 0/0>x.A.a()V", 1000, 1
	for _, c := range []struct {
		method string
		ms     int
		runs   int // 1 if it runs
	}{{"android.app.SharedPreferencesImpl.awaitLoadedLocked()V", lock, 0}, {"java.lang.Thread.sleep(J)V", sleep, 0}, {"android.view.LayoutInflater.inflate(I)V", inflate, 1}} {
		if c.ms > 0 {
			s += fmt.Sprintf(" %d/%d>%s %d/%d<%s", at, cpu, c.method, at+c.ms*1000, cpu+c.ms*1000*c.runs, c.method)
			at, cpu = at+c.ms*1000+1000, cpu+c.ms*1000*c.runs+1
		}
	}
	return s + fmt.Sprintf(" %d/%d<x.A.a()V", at, cpu)
}

func findingsOf(t *testing.T, records string) []changes.Finding {
	p := profileOf(t, records)
	return changes.FindingsOf(p.Index, story.Of(p.Index, story.Options{Thread: trace.ThreadIndex(0), From: p.Scope.From, To: p.Scope.To}))
}

// TestCompareFindings: new, grown and gone findings of two runs and of two groups.
func TestCompareFindings(t *testing.T) {
	text := func(a, b [][]changes.Finding) string {
		p := pairOf(t)
		p.Findings = changes.CompareFindings(a, b)
		return strings.ReplaceAll(textOf(t, func(b *bytes.Buffer) error { return p.Text(b, false) }), "\u00a0", " ")
	}
	run := func(lock, sleep, inflate int) []changes.Finding { return findingsOf(t, waits(lock, sleep, inflate)) }
	got := text([][]changes.Finding{run(200, 300, 0)}, [][]changes.Finding{run(260, 0, 400)})
	want := "Findings: 1 new, 1 grown, 1 gone\n  New: Layout inflation took 400 ms, all in x.A.a.\n" +
		"  Grown from 200 ms to 260 ms: main waited 260 ms for SharedPreferences in x.A.a.\n  No longer a finding in B: main slept 300 ms in x.A.a.\n"
	if !strings.Contains(got, want) {
		t.Errorf("got\n%s", got)
	}
	if strings.Index(got, "Findings on main") > strings.Index(got, "calls") {
		t.Errorf("findings are below the table\n%s", got)
	}
	if got := text([][]changes.Finding{run(200, 0, 0)}, [][]changes.Finding{run(230, 0, 0)}); !strings.Contains(got, "Findings: 1 unchanged\n") {
		t.Errorf("grown by less than a fifth:\n%s", got)
	}
	if got := text([][]changes.Finding{run(95, 0, 0)}, [][]changes.Finding{run(105, 0, 0)}); !strings.Contains(got, "Findings: 1 unchanged\n") {
		t.Errorf("nearly a finding before:\n%s", got)
	}
	if got := text([][]changes.Finding{run(60, 0, 0)}, [][]changes.Finding{run(150, 0, 0)}); !strings.Contains(got, "Findings: 1 grown\n") {
		t.Errorf("grown to a finding:\n%s", got)
	}
	if got := text([][]changes.Finding{run(0, 0, 0)}, [][]changes.Finding{run(0, 0, 0)}); strings.Contains(got, "Findings") {
		t.Errorf("without findings:\n%s", got)
	}
	// A finding of some runs is neither new nor gone.
	if got := text([][]changes.Finding{run(200, 0, 0), run(0, 0, 0)}, [][]changes.Finding{run(0, 300, 0), run(200, 300, 0)}); !strings.Contains(got, "1 new, 1 unchanged\n  New: main slept 300 ms in x.A.a.\n") {
		t.Errorf("groups:\n%s", got)
	}
	p := pairOf(t)
	p.Findings = changes.CompareFindings([][]changes.Finding{run(200, 0, 0)}, [][]changes.Finding{run(260, 0, 0)})
	if got := textOf(t, func(b *bytes.Buffer) error { return p.JSON(b) }); !strings.Contains(got,
		`"findings":[{"change":"grown","rule":"wait","sentence":"main waited 260 ms for SharedPreferences in x.A.a.","a":{"medianNs":200000000},"b":{"medianNs":260000000}}]`) {
		t.Errorf("JSON %s", got)
	}
}

// TestFindingsBelow checks findings that the other trace lacks. If it has a shorter time for them, they grew or fell. A
// phase of the start may not be recorded there.
func TestFindingsBelow(t *testing.T) {
	const (
		frame, message = "android.view.Choreographer.doFrame()V", "android.os.Handler.dispatchMessage(Landroid/os/Message;)V"
		binder         = "android.os.BinderProxy.transact(I)Z"
		create         = "android.app.ActivityThread.handleBindApplication()V"
	)
	// run has a call of each method for so many ms, on or off the CPU, and then runs for a second.
	type part struct {
		method string
		ms     int
		cpu    int // 1 if it runs
	}
	run := func(parts ...part) [][]changes.Finding {
		s, at, cpu := "main 0/0>x.A.a()V", 1000, 1000
		for _, p := range parts {
			s += fmt.Sprintf(" %d/%d>%s", at, cpu, p.method)
			at, cpu = at+p.ms*1000, cpu+p.ms*1000*p.cpu
			s += fmt.Sprintf(" %d/%d<%s", at, cpu, p.method)
			at, cpu = at+1000, cpu+1000
		}
		return [][]changes.Finding{findingsOf(t, s+fmt.Sprintf(" %d/%d<x.A.a()V", at+1_000_000, cpu+1_000_000))}
	}
	for _, tt := range []struct {
		name string
		a, b [][]changes.Finding
		want string
	}{
		{"a frame of less than half of a finding", run(part{frame, 10, 1}, part{message, 300, 1}), run(part{frame, 200, 1}, part{message, 300, 1}),
			"1 grown, 1 unchanged; Grown from 10 ms to 200 ms: The longest frame took 200 ms."},
		{"no frame", run(part{message, 300, 1}), run(part{frame, 200, 1}, part{message, 300, 1}),
			"1 new, 1 unchanged; New: The longest frame took 200 ms."},
		{"a short message", run(part{message, 10, 1}), run(part{message, 200, 1}),
			"1 grown; Grown from 10 ms to 200 ms: The longest message took 200 ms, handled by Handler.dispatchMessage."},
		{"a shorter message now", run(part{message, 200, 1}), run(part{message, 10, 1}),
			"1 gone; No longer a finding, 10 ms in B: The longest message took 200 ms, handled by Handler.dispatchMessage."},
		{"a short wait", run(part{binder, 20, 0}), run(part{binder, 200, 0}),
			"1 grown; Grown from 20 ms to 200 ms: main waited 200 ms for the answer of another process (binder)"},
		{"a short phase of the start", run(part{create, 30, 1}), run(part{create, 200, 1}),
			"1 grown; Grown from 30 ms to 200 ms:"},
		{"no start in B", run(part{create, 200, 1}), run(),
			"1 not comparable; Not recorded in B:"},
		{"no start in A", run(), run(part{create, 200, 1}),
			"1 not comparable; Not recorded in A:"},
		{"no start in one run of B", run(part{create, 200, 1}), append(run(), run(part{create, 210, 1})...), "1 unchanged"},
	} {
		d := changes.CompareFindings(tt.a, tt.b)
		got := strings.TrimPrefix(d.Title(), "Findings: ")
		for i := range d.Changes {
			got += "; " + d.Changes[i].String()
		}
		if got = strings.ReplaceAll(got, "\u00a0", " "); !strings.HasPrefix(got, tt.want) || strings.Count(got, ";") != strings.Count(tt.want, ";") {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
		for _, c := range d.Changes {
			if c.Of.Text == "" {
				t.Errorf("%s: a finding without a text", tt.name)
			}
		}
	}
}

// TestFindingsOfStart checks that the longest message outside a recorded start is not compared with that of a trace
// without one. A message that is longer than those of the start is compared.
func TestFindingsOfStart(t *testing.T) {
	// run has a start of so many ms in a message, and then a message of later ms. 0 leaves them out.
	run := func(start, later int) [][]changes.Finding {
		s, at := "main 0/0>x.A.a()V", 1000
		for i, ms := range [2]int{start, later} {
			if ms == 0 {
				continue
			}
			call := []string{"android.app.ActivityThread.handleBindApplication()V", "x.A.b()V"}[i]
			for _, m := range []string{"android.os.Handler.dispatchMessage(Landroid/os/Message;)V", call} {
				s += fmt.Sprintf(" %d/%d>%s", at, at, m)
			}
			at += ms * 1000
			for _, m := range []string{call, "android.os.Handler.dispatchMessage(Landroid/os/Message;)V"} {
				s += fmt.Sprintf(" %d/%d<%s", at, at, m)
			}
			at += 1000
		}
		return [][]changes.Finding{findingsOf(t, s+fmt.Sprintf(" %d/%d<x.A.a()V", at+1_000_000, at+1_000_000))}
	}
	for _, tt := range []struct {
		name string
		a, b [][]changes.Finding
		want string // of the longest message
	}{
		{"start in A, a shorter message in it", run(180, 130), run(0, 320), "Grown from 180 ms to 320 ms: The longest message took 320 ms"},
		{"start in A, a longer message in it", run(540, 310), run(0, 580), "Not comparable: A's longest took 540 ms in its start, 310 ms outside it. The longest message took 580 ms"},
		{"all in the start of A", run(540, 0), run(0, 580), "Not comparable: A's longest took 540 ms in its start. The longest message took 580 ms"},
		{"start in both", run(540, 310), run(540, 580), "Grown from 310 ms to 580 ms: The longest message outside the phases of the start took 580 ms"},
		{"start in both, all of A in it", run(540, 0), run(540, 580), "New: The longest message outside the phases of the start took 580 ms"},
		{"start in B, a longer message in it", run(0, 580), run(540, 20), "Not comparable: B's longest took 540 ms in its start, 20 ms outside it. The longest message took 580 ms"},
		{"start in B, a shorter message in it", run(0, 580), run(180, 20), "No longer a finding, 180 ms in B: The longest message took 580 ms"},
		{"start in B, a long message after it", run(0, 310), run(540, 580), "Grown from 310 ms to 580 ms: The longest message outside"},
	} {
		d := changes.CompareFindings(tt.a, tt.b)
		var got []string
		for i := range d.Changes {
			if c := &d.Changes[i]; c.Of.Rule == story.LongMessage {
				got = append(got, strings.ReplaceAll(c.String(), "\u00a0", " "))
				if inA := strings.HasPrefix(tt.want, "No longer") || strings.Contains(tt.want, "B's"); c.InA() != inA {
					t.Errorf("%s: in A: %v", tt.name, c.InA())
				}
			}
		}
		if len(got) != 1 || !strings.HasPrefix(got[0], tt.want) {
			t.Errorf("%s:\n got %q\nwant %q", tt.name, got, tt.want)
		}
	}
}

// TestCheckFindings: a breach of a limit on findings names the findings.
func TestCheckFindings(t *testing.T) {
	b, err := budget.Parse([]byte("[[rule]]\nfinding = \"wait\"\nnew = 0\nfindings = 0\n"))
	if err != nil {
		t.Fatal(err)
	}
	c := budget.NewCheck(b)
	c.Say = func(info *trace.Info, o *story.Overview, f *story.Finding) string {
		says := tell.Overview{Overview: o, Info: info}
		return says.Finding(f)
	}
	c.Add(budget.Base, "base", profileOf(t, waits(0, 0, 0)).Index)
	c.Add(budget.Held, "next", profileOf(t, waits(200, 0, 0)).Index)
	v, err := c.Judge()
	if err != nil {
		t.Fatal(err)
	}
	check := &changes.Check{Verdict: v, File: "budget.toml"}
	got := strings.ReplaceAll(textOf(t, func(b *bytes.Buffer) error { return check.Text(b, false) }), "\u00a0", " ")
	for _, want := range []string{
		"finding wait (budget.toml, line 3)\n  1 finding that the base does not have, at most 0 allowed.\n  next: main waited 200 ms for SharedPreferences in x.A.a.\n",
		"finding wait (budget.toml, line 4)\n  1 finding, at most 0 allowed.\n  next: main waited",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if got := textOf(t, func(b *bytes.Buffer) error { return check.JSON(b) }); !strings.Contains(got, `"frames":["android.app.SharedPreferencesImpl.awaitLoadedLocked"],"cut":0,"calls":1,"inclusiveNs":200000000,"sentence":"main waited`) {
		t.Errorf("JSON %s", got)
	}
}

// TestFindingsShown checks that a finding has readable names for the page, and names as in the file for reports.
func TestFindingsShown(t *testing.T) {
	found := findingsOf(t, strings.ReplaceAll(waits(0, 300, 0), "x.A.a()V", "x.Feed$load$2.invokeSuspend()V"))
	if len(found) != 1 || found[0].Text != strings.Replace(found[0].Shown, "Feed.load, coroutine", "Feed$load$2.invokeSuspend", 1) || found[0].Text == found[0].Shown {
		t.Errorf("findings %+v", found)
	}
	for _, f := range findingsOf(t, waits(200, 300, 400)) {
		if f.Shown != f.Text {
			t.Errorf("%q is shown as %q", f.Text, f.Shown)
		}
	}
}
