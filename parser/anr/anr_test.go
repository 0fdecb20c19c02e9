package anr

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"traceglass/parser/dump"
	"traceglass/parser/wait"
)

// read reads a file in pieces of a length, and overwrites each piece afterwards.
func read(file string, length int) (all []*dump.Dump, r *Reader) {
	r = NewReader(func(d *dump.Dump) { all = append(all, d) })
	for rest := []byte(file); len(rest) > 0; {
		piece := append([]byte(nil), rest[:min(length, len(rest))]...)
		rest = rest[len(piece):]
		r.Write(piece)
		for i := range piece {
			piece[i] = '!'
		}
	}
	if d := r.Close(); d != nil {
		all = append(all, r.Reports(d, (*dump.Dump).Reports)...)
	}
	return all, r
}

// reportsIn returns the reports of a file.
func reportsIn(file string, length int) []*dump.Dump {
	all, _ := read(file, length)
	return all
}

// outline describes reports in a line each: source, id, process, version and build, main's state,
// frames and wanted lock.
func outline(all []*dump.Dump) (lines []string) {
	for _, d := range all {
		f := Describe(wait.NewFacts(d), d)
		s := fmt.Sprintf("%s %s %s %s(%s) %d threads", f.Source, f.ID, f.Process, f.Version, f.Code, f.Threads)
		if m := f.Main; m != nil {
			s += fmt.Sprintf(", %s %d %s, %d frames %v, holds %v", m.Name, m.Tid, m.State, m.Frames, m.Top, m.Holds)
			if m.Wants != nil {
				s += fmt.Sprintf(", wants %+v", *m.Wants)
			}
		}
		if f.Cut {
			s += ", cut"
		}
		lines = append(lines, s)
	}
	return lines
}

const (
	dumpText  = "----- pid 7 at 2024-01-01 10:00:00 -----\nCmd line: a.b\n\"m\\u00fcll \U0001F600\" prio=5 tid=1 Native\n  | group=\"main\" sCount=1\n\tat a.B.c(B.java:1)\n\n----- end 7 -----\n"
	shortText = "\"main\" tid=1 Blocked\n  at com.app.A.a (A.java:1)\n- waiting to lock <0x0000000a> (a com.app.X) held by thread 4\n\n\"w\" tid=4 Native\n  at com.app.W.w (W.java:1)\n- locked <0x0000000a> (a com.app.X)\n"
)

// quote returns a text as a JSON string.
func quote(text string) string {
	quoted, _ := json.Marshal(text)
	return string(quoted)
}

// playReport returns a report of Google Play.
func playReport(id int, text string) string {
	return fmt.Sprintf(`{"name": "apps/com.app/%d", "type": "APPLICATION_NOT_RESPONDING", "issue": "apps/com.app/i%d", "eventTime": "2026-08-20T10:00:00Z", "appVersion": {"versionCode": "72001"}, "osVersion": {"apiLevel": "34"}, "reportText": %s}`, id, id%2, quote(text))
}

// sentryEvent returns an event of Sentry.
func sentryEvent(id int) string {
	return fmt.Sprintf(`{"event_id": "%032x", "timestamp": 1790086726.275, "release": "com.app@1.0+beta+77", "exception": {"values": [{"type": "ApplicationNotResponding", "value": "ANR", "thread_id": 2}]}, "threads": {"values": [{"id": 1, "name": "UI", "main": true, "state": "Blocked", "held_locks": {"0x0000000a": {"type": 8, "address": "0x0000000a", "package_name": "com.app", "class_name": "X", "thread_id": 4}}, "stacktrace": {"frames": [{"module": "com.android.internal.os.ZygoteInit", "function": "main", "filename": "ZygoteInit.java", "lineno": 1}, {"module": "com.app.A", "function": "a", "lineno": 3, "filename": "A.kt"}]}}, {"id": 4, "name": "w", "state": "Native", "stacktrace": {"frames": [{"platform": "native", "package": "/system/lib64/libc.so (deleted)", "function": "syscall", "instruction_addr": "0x4c35c", "lineno": 28}]}}]}}`, id)
}

// TestJSON: a dump in a string of any JSON is a report, in whatever the string is wrapped.
func TestJSON(t *testing.T) {
	nested := func(times int, text string) string {
		for range times {
			text = quote(`{"a": [` + text + `]}`)
		}
		return text
	}
	q := quote(dumpText)
	ascii := strings.ReplaceAll(q, "\U0001F600", `\ud83d\ude00`)
	tests := []struct {
		name, text string
		reports    int
	}{
		{"a string", q, 1},
		{"in ASCII alone", ascii, 1},
		{"in an object", `{"id": 12.5e3, "ok": [true, false, null], "trace": ` + q + `, "after": "x"}`, 1},
		{"two in a list", " \n[" + q + "," + q + "]", 2},
		{"below the heads of answers", "HTTP/1.1 100 Continue\r\n\r\nHTTP/2 200 \r\na: b\r\n\r\n{\"trace\": " + q + "}", 1},
		{"behind a log's prefix", "08-20 10:00:00.123  1201  1234 D Http: {\"trace\": " + q + "}\n", 1},
		{"in a JSON text in a string", `{"text": ` + nested(1, q) + `}`, 1},
		{"in one of that", `{"text": ` + nested(2, q) + `}`, 1},
		{"cut off in the string", `{"trace": ` + q[:len(q)-30], 1},
		{"damaged behind it", `[{"trace": ` + q + `}, oh no`, 1},
		{"logs of a record are no reports", `{"bundle_identifier": "com.app", "event_id": "1", "error_type": "ANR", "logs": [{"message": ` + q + `}], "threads": [{"thread_name": "main", "frames": []}]}`, 1},
		{"a dump that begins with a quote mark", "\"main\" prio=5 tid=1 Native\n  | group=\"main\"\n\n\"true\" prio=5 tid=2 Native\n", 1},
		{"and one after a bracket", "[ 06-14 09:59:28.123  1:2 I/art ]\n\"main\" prio=5 tid=1 Native\n", 1},
	}
	for _, tt := range tests {
		for _, length := range []int{1, 7, 1 << 20} {
			all, r := read(tt.text, length)
			if len(all) != tt.reports {
				t.Errorf("%s, in pieces of %d: %d reports, want %d; %+v", tt.name, length, len(all), tt.reports, r.Damage)
			}
		}
	}
	r := NewReader(nil)
	r.Write([]byte(`{"a": "b\nc"}`))
	if d := r.Close(); d == nil || string(d.Text.Line(0)) != `{"a": "b\nc"}` {
		t.Error("the text of JSON without a report is not kept")
	}
}

// TestForms: the reports of a file are the same in any form, in pieces of any length.
func TestForms(t *testing.T) {
	one, two, three := playReport(1, shortText), playReport(2, ""), sentryEvent(3)
	want := []string{
		"play-reporting apps/com.app/1 com.app (72001) 2 threads, main 1 Blocked, 1 frames [com.app.A.a], holds [], wants {Address:0x0000000a Class:com.app.X HeldBy:4}",
		"play-reporting apps/com.app/2 com.app (72001) 0 threads",
		fmt.Sprintf("sentry-event %032x com.app 1.0+beta(77) 2 threads, main 1 Blocked, 2 frames [com.app.A.a com.android.internal.os.ZygoteInit.main], holds [], wants {Address:0x0000000a Class:com.app.X HeldBy:4}", 3),
	}
	for name, text := range map[string]string{
		"a list":           "[" + one + ",\n" + two + "," + three + "]",
		"a page":           `{"errorReports": [` + one + `,` + two + `], "nextPageToken": "x", "more": {"deep": [{"list": [` + three + `]}]}}`,
		"lines":            one + "\n" + two + "\n\n" + three + "\n",
		"concatenated":     one + two + three,
		"pages":            `{"errorReports": [` + one + "\n]}\n" + `{"errorReports": [` + two + `]}` + three,
		"a string":         quote("[" + one + "," + two + "," + three + "]"),
		"with a mark":      "\uFEFF[" + one + "," + two + "," + three + "]",
		"a broken line":    one + "\n" + `{"event_id": "4d", "threads": [{"id": 1}` + "\n" + two + "\n" + three + "\n",
		"a broken string":  one + "\n" + `{"event_id": "4d` + "\n" + two + "\n" + three + "\n",
		"cut off":          "[" + one + "," + two + "," + three + `, {"event_id": "00000000000000000000000000000004", "threads": [{"id": 9, "na`,
		"a doubled record": "[" + one + "," + one + "," + two + "," + three + "," + three + "]",
	} {
		for _, length := range []int{1, 3, 1000, 1 << 20} {
			all, r := read(text, length)
			if got := outline(all); !reflect.DeepEqual(got, want) {
				t.Errorf("%s, in pieces of %d:\n%s\nwant\n%s", name, length, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			switch damage := fmt.Sprint(r.Damage); {
			case strings.HasPrefix(name, "a broken") && !strings.Contains(damage, "line 2"),
				name == "cut off" && !strings.Contains(damage, "cut off"),
				!strings.HasPrefix(name, "a broken") && name != "cut off" && len(r.Damage) > 0:
				t.Errorf("%s: damage %s", name, damage)
			}
			if name == "a doubled record" && fmt.Sprint(r.Skipped) != "[{duplicate 2}]" {
				t.Errorf("%s: skipped %v", name, r.Skipped)
			}
		}
	}
}

// TestTable: each row whose cell holds a dump is a report, with any separator and line end. Only
// columns with known titles are facts.
func TestTable(t *testing.T) {
	texts := []string{shortText, strings.Replace(shortText, `"w"`, `"the "quick" one"`, 1), dumpText}
	var want []string
	for i, text := range texts {
		d := reportsIn(text, 1<<20)[0]
		d.About.Source, d.About.ID, d.About.Version, d.About.Code = "table", fmt.Sprint("r", i), "7.2.0", "72001"
		want = append(want, outline([]*dump.Dump{d})...)
	}
	for _, by := range []string{",", ";", "\t"} {
		for _, end := range []string{"\n", "\r\n"} {
			table := strings.Join([]string{"Report id", "App version", "Reporter e-mail", "Users", "Stack trace"}, by) + end
			for i, text := range texts {
				quoted := strings.ReplaceAll(strings.ReplaceAll(text, "\"", "\"\""), "\n", end)
				table += strings.Join([]string{fmt.Sprint("r", i), "7.2.0 (72001)", `"anna@example.invalid"`, "11", `"` + quoted + `"`}, by) + end
			}
			for _, length := range []int{1, 7, 1 << 20} {
				all, _ := read("\uFEFF"+table, length)
				if got := outline(all); !reflect.DeepEqual(got, want) {
					t.Errorf("by %q and %q, in pieces of %d: %d reports\n%s\nwant\n%s", by, end, length, len(got), strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
				if all[0].About.Users != 11 {
					t.Errorf("by %q: %d users", by, all[0].About.Users)
				}
			}
			all, r := read(table[:len(table)-len(end)-1], 7)
			if got := outline(all); len(got) != 3 || !reflect.DeepEqual(got[:2], want[:2]) || len(r.Damage) == 0 {
				t.Errorf("by %q and %q, cut off: %d reports, damage %q\n%s", by, end, len(got), r.Damage, got)
			}
		}
	}
	cell := "\"" + strings.ReplaceAll(texts[1], "\"", "\"\"") + "\"\n"
	if got := outline(reportsIn(cell, 7)); len(got) != 1 || !strings.Contains(got[0], "2 threads") {
		t.Errorf("a cell alone: %q", got)
	}
	for name, text := range map[string]string{
		"a dump":            texts[0] + "\n\"a\", said she, \"b\"\n",
		"a table of others": "a,b\n1,\"two\nlines\"\n",
		"a long one":        "a,b\n" + strings.Repeat("1,2\n", undecided/4) + texts[0],
		"quote marks":       "\"a\",\"b\"\n\"c\" d\n" + texts[0],
	} {
		r := NewReader(func(*dump.Dump) { t.Errorf("%s is read as a table", name) })
		for i := range len(text) {
			r.Write([]byte{text[i]})
		}
		if d := r.Close(); string(d.Text.Line(0)) != strings.Split(text, "\n")[0] || d.Text.Lines() != strings.Count(text, "\n") {
			t.Errorf("%s: %d lines, the first is %q", name, d.Text.Lines(), d.Text.Line(0))
		}
	}
}

// TestCorpusInPieces: exports are read alike in pieces of any length.
func TestCorpusInPieces(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/corpus/anr-exports/*")
	if len(files) == 0 {
		t.Skip("../shared/corpus is not here: real exports are not read")
	}
	for _, name := range files {
		if strings.HasSuffix(name, ".gz") || strings.HasSuffix(name, "INDEX.tsv") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want, whole := read(string(text), 1<<20)
		for _, length := range []int{1, 4093} {
			all, r := read(string(text), length)
			if !reflect.DeepEqual(outline(all), outline(want)) || !reflect.DeepEqual(r.Damage, whole.Damage) || !reflect.DeepEqual(r.Skipped, whole.Skipped) || r.Container != whole.Container {
				t.Errorf("%s, in pieces of %d:\n%s\nwant\n%s\n%s %q, want %s %q", filepath.Base(name), length, strings.Join(outline(all), "\n"), strings.Join(outline(want), "\n"), r.Container, r.Damage, whole.Container, whole.Damage)
			}
		}
	}
}
