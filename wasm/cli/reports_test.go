package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// An exported is the expected content of an export of ANRs.
type exported struct {
	Accept  string           `json:"accept"` // "exact", or "partial" if other facts are correct too
	Reports []map[string]any `json:"reports"`
	Skipped []map[string]any `json:"skipped"`
	Damage  []string         `json:"damage"`
	Hidden  []string         `json:"mustNotShow"`
}

// TestReportsAreTheExpected compares the reports in real exports, and exports made of real dumps,
// with the results of an independent reader.
func TestReportsAreTheExpected(t *testing.T) {
	const shared = "../../../shared/"
	files, _ := filepath.Glob(shared + "expected/anr-exports/*.json")
	if len(files) == 0 {
		t.Skip("../shared/expected is not here: exports are not compared")
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		t.Run(name, func(t *testing.T) {
			var want, got exported
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(text, &want); err != nil {
				t.Fatal(err)
			}
			path := shared + "corpus/anr-exports/" + name
			var out, errs bytes.Buffer
			run([]string{"explain", "-format", "json", path}, &out, &errs)
			if err := json.Unmarshal(out.Bytes(), &got); err != nil {
				t.Fatalf("%v: %s", err, errs.String())
			}
			compareExported(t, &got, &want)
			shown := out.String() + errs.String()
			for _, args := range [][]string{{"explain", path}, {"explain", "-all", path}, {"explain", "-group", path}, {"explain", "-group", "-format", "json", path}, {"summary", path}} {
				out.Reset()
				run(args, &out, &out)
				shown += out.String()
			}
			for _, s := range want.Hidden {
				if strings.Contains(shown, s) {
					t.Errorf("private text is shown: %q", s)
				}
			}
		})
	}
}

// compareExported compares reports key by key.
func compareExported(t *testing.T, got, want *exported) {
	t.Helper()
	partial := want.Accept == "partial"
	if n := len(got.Reports); n != len(want.Reports) && !(partial && n > len(want.Reports)) {
		t.Fatalf("%d reports, want %d", n, len(want.Reports))
	}
	for i, one := range want.Reports {
		for key, value := range one {
			is := got.Reports[i][key]
			if key == "cause" || value == nil && partial || reflect.DeepEqual(is, value) {
				continue
			}
			main, both := value.(map[string]any)
			if found, ok := is.(map[string]any); both && ok {
				for key, value := range main {
					if !reflect.DeepEqual(found[key], value) {
						t.Errorf("report %d: main's %s is %v, want %v", i, key, found[key], value)
					}
				}
				continue
			}
			t.Errorf("report %d: %s is %v, want %v", i, key, is, value)
		}
	}
	byWhat := func(a, b map[string]any) int { return strings.Compare(a["what"].(string), b["what"].(string)) }
	slices.SortFunc(got.Skipped, byWhat)
	slices.SortFunc(want.Skipped, byWhat)
	if len(got.Skipped)+len(want.Skipped) > 0 && !reflect.DeepEqual(got.Skipped, want.Skipped) {
		t.Errorf("left out: %v, want %v", got.Skipped, want.Skipped)
	}
	for _, words := range want.Damage {
		if !slices.ContainsFunc(got.Damage, func(s string) bool { return strings.Contains(s, words) }) {
			t.Errorf("damage %q does not mention %q", got.Damage, words)
		}
	}
}

// TestSeveralExports checks reports and their groups in files of their own. A report in two files counts
// once, except on the two sides of a comparison.
func TestSeveralExports(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, lines ...string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	report := func(id string) string {
		return `{"name": "apps/com.app/` + id + `", "type": "APPLICATION_NOT_RESPONDING", "issue": "apps/com.app/i", "reportText": "\"main\" tid=1 Native\n  at com.app.A.a(A.java:1)\n"}`
	}
	issues := write("issues.json", `{"errorIssues": [{"name": "apps/com.app/i", "type": "APPLICATION_NOT_RESPONDING", "cause": "Input dispatching timed out", "location": "com.app.A.a", "errorReportCount": "907", "distinctUsers": "55"}]}`)
	one, two := write("one.json", report("1"), report("2")), write("two.json", report("2"), report("3"))
	tests := []struct {
		name  string
		args  []string
		count int
		kind  string
	}{
		{"issues first", []string{issues, one}, 2, "input"},
		{"issues last", []string{one, issues}, 2, "input"},
		{"overlapping", []string{one, two}, 3, ""},
		{"before and after", []string{"-base", one, two}, 2, ""},
	}
	for _, tt := range tests {
		var out, errs bytes.Buffer
		if status := run(append([]string{"explain", "-group", "-format", "json"}, tt.args...), &out, &errs); status != 0 {
			t.Fatalf("%s: %s", tt.name, errs.String())
		}
		var got struct {
			Groups []struct {
				Count int
				Kinds []struct{ Name string }
			}
		}
		if err := json.Unmarshal(out.Bytes(), &got); err != nil || len(got.Groups) != 1 {
			t.Fatalf("%s: %v in %s", tt.name, err, out.String())
		}
		kind := ""
		for _, k := range got.Groups[0].Kinds {
			kind += k.Name
		}
		if c := got.Groups[0]; c.Count != tt.count || kind != tt.kind {
			t.Errorf("%s: %d reports of kind %q, want %d and %q", tt.name, c.Count, kind, tt.count, tt.kind)
		}
	}
}

// TestNoReports checks that a file without an ANR is refused with the number of its records.
func TestNoReports(t *testing.T) {
	for name, text := range map[string]string{
		"exit.txt":  "ACTIVITY MANAGER PROCESS EXIT INFO (dumpsys activity exit-info)\n  package: com.app\n        ApplicationExitInfo #0:\n          timestamp=2026-09-21 04:46:05.275 pid=24120 realUid=10214 packageUid=10214 definingUid=10214 user=0\n          process=com.app reason=4 (APP CRASH(EXCEPTION)) subreason=0 (UNKNOWN) status=0\n          importance=100 pss=101MB rss=212MB description=crash state=empty trace=null\n",
		"play.json": `{"errorReports": [{"name": "apps/com.app/1", "type": "APP CRASH(EXCEPTION)", "reportText": "x"}, {"name": "apps/com.app/2", "type": "CRASH", "reportText": "x"}]}`,
	} {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		if status := run([]string{"explain", file}, &out, &errs); status != 1 || !strings.Contains(errs.String(), "this export holds no report of an ANR, but 1 × ") {
			t.Errorf("%s: status %d, %s", name, status, errs.String())
		}
	}
}
