package dump

import (
	"fmt"
	"strings"
	"testing"
)

// TestEntries: each entry of the drop box is a report, also without a dump. Entries on crashes are none.
func TestEntries(t *testing.T) {
	entry := func(tag string, pid int, body string) string {
		return fmt.Sprintf("%s\n2024-01-01 10:00:0%d %s (compressed text, 4096 bytes)\nProcess: app\nPID: %d\nFlags: 0x1\nPackage: com.app v7 (1.2)\nForeground: No\nSubject: executing service com.app/.S%d\n\n%s", strings.Repeat("=", 40), pid, tag, pid, pid, body)
	}
	stacks := in100("\"main\" prio=5 tid=1 Native\n  at a.B.c(B.java:1)")
	crash := strings.ReplaceAll(entry("data_app_crash", 9, "java.lang.Error: x\n\tat a.B.c(B.java:1)\n"), "Subject: ", "Other: ")
	tests := []struct{ name, text, want string }{
		{"without dumps", entry("data_app_anr", 1, "") + entry("data_app_anr", 2, ""), "1 0 executing service com.app/.S1; 2 0 executing service com.app/.S2"},
		{"the second without", entry("data_app_anr", 1, stacks) + entry("data_app_anr", 2, ""), "100 1 executing service com.app/.S1; 2 0 executing service com.app/.S2"},
		{"the first without", entry("data_app_anr", 1, "") + entry("data_app_anr", 2, stacks), "1 0 executing service com.app/.S1; 100 1 executing service com.app/.S2"},
		{"a crash", crash, ""},
	}
	for _, tt := range tests {
		var got []string
		for _, d := range readText(tt.text).Reports() {
			for _, b := range d.Blocks {
				got = append(got, fmt.Sprintf("%d %d %s", b.PID, b.EndThread-b.FirstThread, d.Subject))
			}
		}
		if got := strings.Join(got, "; "); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestBuffersOfLog: the system writes an ANR to two buffers of the log. It is one report, even if
// others come in between, unless a minute lies between.
func TestBuffersOfLog(t *testing.T) {
	event := func(at string, pid int) string {
		return fmt.Sprintf("06-14 %s.123  1000  1020 I am_anr  : [0,%d,app%d,1,Input dispatching timed out]\n", at, pid, pid)
	}
	report := func(at string, pid int) string {
		p := fmt.Sprintf("06-14 %s.123  1000  1020 E ActivityManager: ", at)
		return fmt.Sprintf("%[1]sANR in app%[2]d (app%[2]d/.Main)\n%[1]sPID: %[2]d\n%[1]sReason: Input dispatching timed out\n", p, pid)
	}
	tests := []struct{ name, text, want string }{
		{"in two buffers", event("09:00:00", 1) + event("09:10:00", 2) + report("09:00:03", 1) + report("09:10:03", 2), "app1 06-14 09:00:00.123; app2 06-14 09:10:00.123"},
		{"the events last", report("09:00:03", 1) + report("09:10:03", 2) + event("09:00:00", 1) + event("09:10:00", 2), "app1 06-14 09:00:03.123; app2 06-14 09:10:03.123"},
		{"lines in between", event("09:00:00", 1) + event("09:00:01", 2) + report("09:00:02", 1) + report("09:00:03", 2), "app1 06-14 09:00:00.123; app2 06-14 09:00:01.123"},
		{"the end before the pid", event("09:00:00", 1) + report("09:00:02", 1)[:63], "app1 06-14 09:00:00.123"},
		{"an hour later", event("09:00:00", 1) + report("10:00:00", 1), "app1 06-14 09:00:00.123; app1 06-14 10:00:00.123"},
		{"two events", event("09:00:00", 1) + event("10:00:00", 1), "app1 06-14 09:00:00.123; app1 06-14 10:00:00.123"},
	}
	for _, tt := range tests {
		var got []string
		for _, d := range readText(tt.text).Reports() {
			for _, b := range d.Blocks {
				got = append(got, b.CommandLine+" "+b.Time)
			}
		}
		if got := strings.Join(got, "; "); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestStorePage: headings, locks and frames as a store's page prints them, where lines run together.
func TestStorePage(t *testing.T) {
	d := readText("main (tid=1) BlockedMain thread\n\nWaiting for osm (0x01ab5df9) held by at com.app.A.a(A.java:3)\n  at com.app.A.b (A.java:4)  at com.app.A.c (A.java:5)\n\nbinder:1_2 (tid=13) Runnable\n  at com.app.W.w(W.java:3)\n- locked 0x0e33cd2c (a qsn)at com.app.W.x(W.java:3)\n")
	var got []string
	for i := range d.Threads {
		th := &d.Threads[i]
		s := fmt.Sprintf("%s %d %s:", th.Name, th.Tid, th.State)
		for row := th.FirstRow; row < th.EndRow; row++ {
			f := d.Frame(d.Stack[row].Place)
			s += " " + f.Name()
		}
		for row := th.FirstLock; row < th.EndLock; row++ {
			l := d.Lock(row)
			s += fmt.Sprintf(" %d %x %s", l.What, l.Object.ID, l.Object.Class)
		}
		got = append(got, s)
	}
	want := "[main 1 Blocked: com.app.A.a com.app.A.b com.app.A.c 1 1ab5df9 osm binder:1_2 13 Runnable: com.app.W.w com.app.W.x 4 e33cd2c qsn]"
	if fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
	for _, line := range []string{"at a.B.c(B.java:1)", "#00  pc 0001  /lib.so (f+1) (BuildId: x)", "- waiting to lock <0x1> (a C) held by thread 4", "x (y) at z.A.b (c)"} {
		if at := glued([]byte(line)); at != 0 {
			t.Errorf("%q is cut at %d", line, at)
		}
	}
}

// TestQuotedService: a crash service's text behind the quote marks of a mail.
func TestQuotedService(t *testing.T) {
	d := readText("> # Crashlytics - Stack trace\n> # Application: com.app\n>\n> main (native):tid=1 systid=7\n>        at a.B.c(B.java:1)\n")
	if len(d.Threads) != 1 || d.Threads[0].Name != "main" || d.Content(1) != "# Application: com.app" {
		t.Errorf("threads %+v, line %q", d.Threads, d.Content(1))
	}
}
