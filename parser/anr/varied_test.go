package anr

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"traceglass/parser/dump"
	"traceglass/parser/samples"
	"traceglass/parser/wait"
)

// facts returns the named facts of each report of a file, in a line each.
func facts(t *testing.T, file string, of func(*Facts) string) string {
	t.Helper()
	var lines []string
	for _, length := range []int{1 << 20, 3} {
		all, _ := read(file, length)
		var now []string
		for _, d := range all {
			f := Describe(wait.NewFacts(d), d)
			now = append(now, of(&f))
		}
		if lines != nil && fmt.Sprint(now) != fmt.Sprint(lines) {
			t.Errorf("%.80q: in pieces the reports are %q, want %q", file, now, lines)
		}
		lines = now
	}
	return strings.Join(lines, "; ")
}

// TestFactsOfOddValues: each value of a record that is valid but unusual is read, and one that is
// not costs itself alone.
func TestFactsOfOddValues(t *testing.T) {
	code := func(f *Facts) string { return fmt.Sprint(f.Code, " ", f.API, " ", f.Threads) }
	play := playReport(1, shortText)
	edit := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(play) }
	tests := []struct {
		name, file, want string
		of               func(*Facts) string
	}{
		{"numbers for texts", edit(`"34"`, `34`, `"72001"`, `72001`), "72001 34 2", code},
		{"a whole number with a point", edit(`"34"`, `34.0`), "72001 34 2", code},
		{"numbers without a value", edit(`"34"`, `1e999`, `"72001"`, `1e999`), " 0 2", code},
		{"null for objects", edit(`{"versionCode": "72001"}`, `null`, `{"apiLevel": "34"}`, `null`), " 0 2", code},
		{"a time with a zone", edit("10:00:00Z", "12:00:00+02:00"), "2026-08-20T10:00:00Z", func(f *Facts) string { return f.Time }},
		{"no event id of Crashlytics", `{"name": "projects/p/apps/a/events/7", "bundleOrPackage": "com.app", "issue": {"errorType": "ANR"}, "threads": []}`, "projects/p/apps/a/events/7", func(f *Facts) string { return f.ID }},
		{"a blamed thread without a name", `{"bundle_identifier": "com.app", "event_id": "1", "error_type": "ANR", "threads": [{"thread_name": "w", "frames": []}, {"blamed": true, "frames": [{"symbol": "com.app.A.a", "file": "A.kt"}]}]}`, "main [com.app.A.a]", func(f *Facts) string { return fmt.Sprint(f.Main.Name, " ", f.Main.Top) }},
		{"a lock by its key", strings.Replace(sentryEvent(1), `"type": 8, "address": "0x0000000a", `, `"type": 8, `, 1), "{0x0000000a com.app.X 4}", func(f *Facts) string { return fmt.Sprint(*f.Main.Wants) }},
		{"a lock without an address", strings.Replace(sentryEvent(1), `"0x0000000a": {"type": 8, "address": "0x0000000a", `, `"null": {"type": 8, `, 1), "{  4}", func(f *Facts) string { return fmt.Sprint(*f.Main.Wants) }},
		{"decimals in a table", "id;users;stack\nr1;12,0;\"" + strings.ReplaceAll(shortText, `"`, `""`) + "\"\n", "12", func(f *Facts) string { return fmt.Sprint(f.Users) }},
		{"thousands in a table", "id;users;stack\nr1;1.234;\"" + strings.ReplaceAll(shortText, `"`, `""`) + "\"\n", "1234", func(f *Facts) string { return fmt.Sprint(f.Users) }},
		{"no words in exit info", "ApplicationExitInfo #0:\n  timestamp=2026-09-23 04:46:05.275 pid=7 realUid=1 packageUid=1 definingUid=1 user=0\n  process=com.app reason=6 (ANR) subreason=35 (EXECUTING SERVICE) status=0\n  importance=100 pss=1MB rss=2MB description=null state=empty trace=null\n", "service", func(f *Facts) string { return f.Reason + f.Kind }},
	}
	for _, tt := range tests {
		if got := facts(t, tt.file, tt.of); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestBrokenLines: a broken line of JSON costs itself alone, wherever it is, and a text that only
// begins like JSON stays a text.
func TestBrokenLines(t *testing.T) {
	a, b := playReport(1, shortText), playReport(2, shortText)
	tests := []struct{ name, file, want, damage string }{
		{"the first, in an object", a[:strings.Index(a, ", \"osVersion")] + "\n" + a + "\n" + b, "apps/com.app/1; apps/com.app/2", "[The record in line 1 is broken and is left out.]"},
		{"the first, in a string", a[:20] + "\n" + a + "\n" + b, "apps/com.app/1; apps/com.app/2", "[The record in line 1 is broken and is left out.]"},
		{"one in the middle", a + "\n" + a[:200] + "\n" + b, "apps/com.app/1; apps/com.app/2", "[The record in line 2 is broken and is left out.]"},
		{"heads of answers", "HTTP/1.1 200 OK\r\nA: b\r\n\r\n" + a + "\r\nHTTP/1.1 200 OK\r\nA: b\r\n\r\n" + b, "apps/com.app/1; apps/com.app/2", "[]"},
		{"a text below", "{\"a\": b\nc\n\"main\" prio=5 tid=1 Native\n  at a.B.c(B.java:1)\n", "", "[]"},
		{"two dumps of one ticket", `{"id": "K1", "before": ` + quote(shortText) + `, "after": ` + quote(shortText) + `}`, "K1; K1", "[]"},
	}
	for _, tt := range tests {
		if got := facts(t, tt.file, func(f *Facts) string { return f.ID }); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		if _, r := read(tt.file, 1<<20); fmt.Sprint(r.Damage) != tt.damage {
			t.Errorf("%s: damage %v, want %s", tt.name, r.Damage, tt.damage)
		}
	}
}

// TestEnvelopeWithProfile: the event of an envelope comes before the samples of main, and an envelope
// that is cut off says so.
func TestEnvelopeWithProfile(t *testing.T) {
	profile := `{"chunk_id": "c1", "release": "com.app@1+2", "profile": {"samples": [{"timestamp": 1790041454.0, "stack_id": 0}], "stacks": [[0]], "frames": [{"module": "com.app.A", "function": "a"}]}}`
	item := func(kind, body string) string {
		return fmt.Sprintf("{\"type\": %q, \"length\": %d}\n%s\n", kind, len(body), body)
	}
	file := fmt.Sprintf("{\"event_id\": \"%032x\"}\n", 1) + item("profile_chunk", profile) + item("event", sentryEvent(1))
	of := func(f *Facts) string { return fmt.Sprint(f.Source, " ", f.Time) }
	if got, want := facts(t, file, of), "sentry-envelope 2026-09-22T14:18:46Z; sentry-profile 2026-09-22T01:44:14Z"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	attachment := fmt.Sprintf("{\"type\": \"attachment\", \"length\": %d}\n%s", len(dumpText), dumpText[:60])
	if all, _ := read(file+attachment, 1<<20); len(all) != 2 || len(all[0].Threads) != 2 {
		t.Errorf("cut off in the dump: %q", outline(all))
	}
	if all, r := read(file[:len(file)-100], 1<<20); len(all) != 2 || !all[0].About.Cut || len(r.Damage) != 1 {
		t.Errorf("cut off: %q, %v", outline(all), r.Damage)
	}
}

// TestSamplesOfProfile: a report keeps every sample of main with its time, by time. Samples of other
// threads, and of stacks that the profile lacks, have no part in it.
func TestSamplesOfProfile(t *testing.T) {
	file := `{"profile": {"thread_metadata": {"7": {"name": "worker"}, "0": {"name": "main"}}, "samples": [{"timestamp": 12.5, "stack_id": 1, "thread_id": "0"},
		{"timestamp": 12.25, "stack_id": 0, "thread_id": "0"}, {"timestamp": 12.3, "stack_id": 2, "thread_id": "7"}, {"timestamp": "13.000001", "stack_id": 1, "thread_id": 0},
		{"timestamp": -1, "stack_id": 1, "thread_id": "0"}, {"timestamp": 1e300, "stack_id": 9, "thread_id": "0"}], "stacks": [[0, 1], [1], [0]], "frames": [{"function": "a"}, {"function": "b"}]}}`
	d := reportsIn(file, 7)[0]
	if got, want := fmt.Sprint(d.Recording.Samples, d.About.Samples, d.About.Same), "[{-1 0} {-1 -1} {12250000 1} {12500000 0} {13000001 0}] 5 3"; got != want {
		t.Errorf("samples %s, want %s", got, want)
	}
	if rec := d.Recording; fmt.Sprint(rec.Seen(), rec.Step(), rec.Span(), len(rec.Stacks.Threads)) != "[3 1] 250000 1000001 2" {
		t.Error(rec.Seen(), rec.Step(), rec.Span())
	}
	if all := reportsIn(sentryEvent(1), 7); all[0].Recording != nil {
		t.Error("an event has a recording")
	}
	if all := reportsIn(file+sentryEvent(1), 7); all[0].Recording == nil || all[1].Recording != nil {
		t.Error("a recording is at the wrong report")
	}
}

// TestReportTwiceInText: a session of Crashlytics that was downloaded twice is one report.
func TestReportTwiceInText(t *testing.T) {
	text := func(session string) string {
		return "# Crashlytics - Stack trace\n# Application: com.app\n# Version: 1.0 (beta) (77)\n# Session: " + session + "\n# Date: Thu Aug 20 2026 14:12:08 GMT-0300 (Horário Padrão de Brasília)\n\nmain (native):tid=1 systid=7\n       at a.B.c(B.java:1)\n\n"
	}
	all, r := read(text("A")+text("B")+text("A"), 1<<20)
	if len(all) != 2 || fmt.Sprint(r.Skipped) != "[{duplicate 1}]" {
		t.Errorf("%q, left out %v", outline(all), r.Skipped)
	}
}

// TestValuesMissing: a value that is null is missing, also where another key states the same.
func TestValuesMissing(t *testing.T) {
	file := `{"type": "error", "error": {"category": "ANR", "stack": "at a.B.c(B.java:1)\n", "threads": null}, "service": null}`
	if got := facts(t, file, func(f *Facts) string { return fmt.Sprint(f.Source, " ", f.Main.Top) }); got != "datadog-rum [a.B.c]" {
		t.Errorf("%q", got)
	}
}

// TestWatchdogOfSentry: the state RUNNABLE of Java does not prove that main runs.
func TestWatchdogOfSentry(t *testing.T) {
	file := fmt.Sprintf(`{"event_id": "%032x", "exception": {"values": [{"value": "Application Not Responding for at least 5000 ms.", "mechanism": {"type": "ANR"}, "stacktrace": {"frames": [{"module": "com.app.A", "function": "a"}]}}]}, "threads": [{"id": 2, "name": "main", "state": "RUNNABLE"}]}`, 1)
	all, _ := read(file, 1<<20)
	f := wait.NewFacts(all[0])
	d := Describe(f, all[0])
	if rule := f.Explain(0).Claims[0].Rule; rule != "cannot-tell" || d.Main.State != "RUNNABLE" || d.Lacks&dump.NoLocks == 0 {
		t.Errorf("rule %s, main %+v", rule, d.Main)
	}
}

// TestBugReportFacts: the records of ended processes and the log in a bug report tell why the process
// of its dump did not answer.
func TestBugReportFacts(t *testing.T) {
	const stacks = "== dumpstate: 2024-01-01 10:00:00\n------ VM TRACES AT LAST ANR (/data/anr/anr_1: 2024-01-01 10:00:00) ------\n" + "----- pid 7 at 2024-01-01 10:00:00 -----\nCmd line: com.app\n\"main\" prio=5 tid=1 Native\n  at a.B.c(B.java:1)\n\n----- end 7 -----\n"
	ended := func(pid int, description string) string {
		return fmt.Sprintf("  timestamp=2024-01-01 10:00:09.275 pid=%d realUid=1\n  process=com.app reason=6 (ANR) subreason=0 (UNKNOWN) status=0\n  importance=300 pss=1MB rss=2MB description=%s state=empty trace=null\n", pid, description)
	}
	tests := []struct{ name, text, want string }{
		{"exit info", stacks + "------ DUMPSYS (dumpsys) ------\n" + ended(8, "bg anr: ContentProvider not responding") + ended(7, "bg anr: executing service com.app/.S"), "executing service com.app/.S service false"},
		{"the log", "== dumpstate: x\n------ EVENT LOG (logcat) ------\n01-01 10:00:00.275  1201  1234 I am_anr  : [0,7,com.app,9,executing service com.app/.S]\n" + stacks, "executing service com.app/.S service"},
	}
	for _, tt := range tests {
		got := facts(t, tt.text, func(f *Facts) string {
			if f.Foreground == dump.No {
				return f.Reason + " " + f.Kind + " false"
			}
			return f.Reason + " " + f.Kind
		})
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// FuzzReader: reading ends without a panic, gives the same reports in pieces of any length, and
// each report can be described and explained. Depth, threads and frames are bounded.
func FuzzReader(f *testing.F) {
	table := "id,stack\r\nt1,\"" + strings.ReplaceAll(shortText, `"`, `""`) + "\"\r\n"
	event := sentryEvent(1)
	for _, seed := range []string{
		playReport(1, shortText) + "\n" + playReport(2, dumpText), `{"errorIssues": [{"name": "apps/a/1", "type": "APPLICATION_NOT_RESPONDING", "cause": "x", "errorReportCount": "3"}]}`,
		event, fmt.Sprintf("{\"event_id\": \"%032x\"}\n{\"type\": \"event\", \"length\": %d}\n%s\n{\"type\": \"attachment\", \"length\": %d}\n%s\n", 1, len(event), event, len(dumpText), dumpText),
		`{"eventID": "1", "entries": [{"type": "exception", "data": {"values": [{"type": "ApplicationNotResponding"}]}}]}`, `{"profile": {"samples": [{"stack_id": 0}], "stacks": [[0]], "frames": [{"function": "a"}]}}`,
		`{"profile": {"samples": [{"stack_id": 0, "timestamp": 9.5}, {"stack_id": 1, "timestamp": 9.75}, {"stack_id": 0, "timestamp": "99"}], "stacks": [[0], [1, 0]], "frames": [{"function": "a"}, {"function": "b", "module": "c"}]}}`,
		`{"bundle_identifier": "a", "event_id": "1", "error_type": "ANR", "threads": [{"title": "main (blocked):tid=1 systid=7", "frames": [{"symbol": "a.B.c", "line": "1"}]}]}`,
		`{"bundleOrPackage": "a", "threads": [{"name": "main", "threadId": "1", "frames": [{"symbol": "f", "library": "l.so", "address": "7"}]}]}`,
		`{"exceptions": [{"errorClass": "ANR", "message": "x"}], "threads": [{"id": 1, "errorReportingThread": true, "stacktrace": [{"method": "a", "type": "c", "lineNumber": 7}]}]}`,
		`{"type": "error", "error": {"category": "ANR", "stack": "at a.B.c(B.java:1)"}}`, `{"type": "anr", "anr": {"exceptions": [{"frames": [{"class_name": "a", "method_name": "b"}]}]}}`,
		table, strings.ReplaceAll(table, ",", ";"), shortText + "\n---\n" + shortText, "HTTP/1.1 200 OK\r\n\r\n{}", "{\"a\": \n{\"b\": 1}\n" + dumpText, quote(quote(playReport(1, shortText))),
		"main (tid=1) Blocked\nWaiting for a.B (0x1) held by at a.B.c(B.java:1)  at a.B.d(B.java:2)\n",
		"# Crashlytics\n# Session: A\n# Date: Thu Aug 20 2026 14:12:08 GMT-0300 (x)\n\nmain (blocked):tid=1 systid=7 | waiting to lock <0x1> (q) held by thread 2\n  at a.B.c(B.java:1)\n",
		"========================================\n2024-01-01 10:00:00 data_app_anr (text, 9 bytes)\nProcess: a\nPID: 7\nPackage: a v1 (2)\nSubject: x\n\n",
		"06-14 09:59:28.123  1000  1020 I am_anr  : [0,7,a,1,x]\n06-14 09:59:28.123  1000  1020 E ActivityManager: ANR in a (a/.M)\n06-14 09:59:28.123  1000  1020 E ActivityManager: PID: 7\n",
		"ApplicationExitInfo #0:\n  timestamp=2026-09-23 04:46:05.275 pid=7 realUid=1\n  process=a reason=6 (ANR) subreason=35 (EXECUTING SERVICE) status=0\n  importance=100 description=x state=empty trace=null\n",
	} {
		f.Add([]byte(seed), uint16(7))
	}
	f.Fuzz(func(t *testing.T, data []byte, length uint16) {
		whole, r := read(string(data), 1<<20)
		pieces, p := read(string(data), 1+int(length)%4096)
		if a, b := fmt.Sprint(outline(whole), r.Skipped, r.Damage), fmt.Sprint(outline(pieces), p.Skipped, p.Damage); a != b {
			t.Errorf("whole\n%s\nin pieces\n%s", a, b)
		}
		for _, d := range whole {
			facts := wait.NewFacts(d)
			for b := range d.Blocks {
				facts.Explain(b)
			}
			if rec := d.Recording; rec != nil {
				samples.Write(io.Discard, rec)
				left := len(rec.Samples)
				for _, n := range rec.Seen() {
					left -= n
				}
				if left < 0 {
					t.Errorf("%d samples of stacks too many", -left)
				}
			}
			if d.Text.Lines() > 4*len(data)+16 {
				t.Errorf("%d lines of %d bytes", d.Text.Lines(), len(data))
			}
		}
	})
}

// TestMadeText: a report shows if its text was made from the fields of the record.
func TestMadeText(t *testing.T) {
	for text, want := range map[string]bool{sentryEvent(1): true, playReport(1, shortText): false, shortText: false} {
		if d := reportsIn(text, 7)[0]; d.About.Made != want {
			t.Errorf("%.40s…: made %t, want %t", text, d.About.Made, want)
		}
	}
}
