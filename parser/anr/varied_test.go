package anr

import (
	"fmt"
	"strings"
	"testing"

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
	if all, r := read(file[:len(file)-100], 1<<20); len(all) != 2 || !all[0].About.Cut || len(r.Damage) != 1 {
		t.Errorf("cut off: %q, %v", outline(all), r.Damage)
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
