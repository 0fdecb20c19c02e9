package main

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestPileForms checks that a folder of dumps is a pile, that other files in it are skipped, and
// that with a base every format has the change of each cause.
func TestPileForms(t *testing.T) {
	dir := t.TempDir()
	fill := func(folder string, frames ...string) string {
		folder = filepath.Join(dir, folder)
		if err := os.MkdirAll(filepath.Join(folder, "more"), 0o755); err != nil {
			t.Fatal(err)
		}
		for i, frame := range frames {
			text := fmt.Sprintf("Package: com.app v7 (1.%d)\n----- pid %d at 2024-01-0%d 10:00:00 -----\nCmd line: com.app\nDALVIK THREADS (1):\n\"main\" prio=5 tid=1 Sleeping\n  at java.lang.Thread.sleep(Native method)\n  at %s(A.java:1)\n\n----- end %d -----\n", i, i+7, i+1, frame, i+7)
			if err := os.WriteFile(filepath.Join(folder, "more", fmt.Sprint("anr_", i)), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return folder
	}
	before := fill("before", "com.app.A.a", "com.app.B.b", "com.app.B.b", "com.app.B.b")
	after := fill("after", "com.app.A.a", "com.app.A.a", "com.app.C.c")
	if err := os.WriteFile(filepath.Join(after, "notes.png"), []byte("\x89PNG\r\n\x1a\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	explained := func(args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if status := run(append([]string{"explain", "-group"}, args...), &out, &errs); status != 0 || !strings.Contains(errs.String(), "left out because they are not thread dumps: ") || !strings.Contains(errs.String(), "notes.png") {
			t.Errorf("%q: status %d, %s", args, status, errs.String())
		}
		return out.String()
	}
	if text := explained(after); !strings.HasPrefix(text, "3 dumps, 2 causes\n\n      2  Main sleeps\n         in com.app.A.a\n") || !strings.Contains(text, "2024-01-01 10:00:00 to 2024-01-02 10:00:00, version 1.1 × 1, 1.0 × 1, com.app × 2\n") {
		t.Errorf("the pile: %s", text)
	}
	const want = `4 dumps before, 3 after; 3 causes: 3 not significant
Not significant: piles of 4 and 3 dumps with the same causes differ this much in 1 of 20 comparisons or more. A new cause is significant from 3 dumps on.

more, not significant  1 → 2: 2 of 3, 66.7 %; before 1 of 4, 25.0 %
         Main sleeps
         in com.app.A.a
         main sleeps on purpose (Thread.sleep), called by com.app.A.a.
         What to do: Remove this sleep: it delays all later messages of main.
         2024-01-01 10:00:00 before; 2024-01-01 10:00:00 to 2024-01-02 10:00:00 after
         version 1.0 × 1 before; 1.1 × 1, 1.0 × 1 after
         com.app × 2
`
	const gone = "gone, not significant  3 → 0: 0 of 3, 0.0 %; before 3 of 4, 75.0 %"
	if text := explained("-base", before, after); !strings.HasPrefix(text, want) || !strings.Contains(text, gone) || !strings.Contains(text, "anr_0 (after), line 2\n") || !strings.Contains(text, "anr_0 (before), line 2\n") {
		t.Errorf("compared:\n%s\nwant\n%s", text, want)
	}
	var compared struct {
		Kind          string
		Dumps, Before int
		Groups        []struct {
			Change, Frames string
			Count          int
			Share, Chance  float64
			Before         struct {
				Count int
				Share float64
				First string
				Files []struct{ Name string }
			}
			Versions []struct {
				Name  string
				Count int
			}
		}
	}
	if err := json.Unmarshal([]byte(explained("-base", before, "-format", "json", after)), &compared); err != nil {
		t.Fatal(err)
	}
	g := compared.Groups
	if compared.Kind != "dump-groups-compared" || compared.Dumps != 3 || compared.Before != 4 || len(g) != 3 || g[1].Change != "gone" || g[1].Before.Share != 0.75 || len(g[1].Before.Files) != 3 || math.Abs(g[1].Chance-1.0/7) > 1e-9 ||
		g[0].Change != "more" || g[0].Count != 2 || g[0].Before.Count != 1 || g[0].Before.First != "2024-01-01 10:00:00" || len(g[0].Versions) != 2 || g[2].Change != "new" {
		t.Errorf("JSON: %+v", compared)
	}
	rows, err := csv.NewReader(strings.NewReader(explained("-base", before, "-format", "csv", after))).ReadAll()
	if err != nil || len(rows) != 8 || strings.Join(rows[0][12:], " ") != "version build pile before change chance" || rows[5][14] != "before" || rows[5][16] != "gone" || rows[1][12] != "1.0" || rows[1][14] != "after" || rows[5][17] != "0.143" {
		t.Errorf("CSV: %q, %v", rows, err)
	}
	if got := explained("-base", before, "-format", "markdown", after); !strings.HasPrefix(got, "## 4 dumps before, 3 after; 3 causes: 3 not significant\n") ||
		!strings.Contains(got, "\n### Main sleeps, in com.app.A.a\n\n- Dumps: 2 of 3, 66.7 %; before 1 of 4, 25.0 %\n- more, not significant\n") || !strings.Contains(got, "\"main\" prio=5 tid=1 Sleeping\n  at java.lang.Thread.sleep(Native method)\n  at com.app.A.a(A.java:1)\n```\n") {
		t.Errorf("Markdown: %s", got)
	}
	if got, want := explained("-format", "folded", after), "com.app.A.a;java.lang.Thread.sleep 2\ncom.app.C.c;java.lang.Thread.sleep 1\n"; got != want {
		t.Errorf("folded: %s", got)
	}
	if got := explained("-base", before, "-format", "folded", after); !strings.Contains(got, "com.app.B.b;java.lang.Thread.sleep 3 0\n") || !strings.Contains(got, "com.app.A.a;java.lang.Thread.sleep 1 2\n") {
		t.Errorf("folded with a base: %s", got)
	}
	empty := t.TempDir()
	var out, errs bytes.Buffer
	if status := run([]string{"explain", "-group", empty}, &out, &errs); status != 0 || !strings.HasPrefix(out.String(), "0 dumps, 0 causes") {
		t.Errorf("an empty folder: status %d, %s%s", status, out.String(), errs.String())
	}
}

// TestWithin checks that all files below a folder are listed, except those that systems create,
// and that parts that cannot be listed are reported.
func TestWithin(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b/anr_2", "b/anr_1", "a.txt", ".DS_Store", "b/c/._anr_3"} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	files, unread := within(dir)
	for i, file := range files {
		files[i] = filepath.ToSlash(strings.TrimPrefix(file, dir))
	}
	if got := strings.Join(files, " "); got != "/a.txt /b/anr_1 /b/anr_2" || unread != nil {
		t.Errorf("files %s, %v", got, unread)
	}
	if files, unread := within(filepath.Join(dir, "gone")); files != nil || len(unread) != 1 || !strings.Contains(unread[0].Error(), "gone") {
		t.Errorf("a missing folder: %v, %v", files, unread)
	}
}

// TestPileMapping checks that a pile reads the map once, also with a base, even if its dumps need
// different names. Each dump has the names it would have alone, even a dump that can be read only
// once.
func TestPileMapping(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	names := ""
	write := func(name, text string) {
		t.Helper()
		if err := cmp.Or(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	dump := func(i int) string {
		return fmt.Sprintf("----- pid %d at 2024-01-01 10:00:00 -----\nCmd line: com.app\nDALVIK THREADS (1):\n\"main\" prio=5 tid=1 Sleeping\n  at java.lang.Thread.sleep(Native method)\n  at a.c%d.b(SourceFile:1)\n  at android.os.C%d.d(C.java:2)\n\n----- end %d -----\n", i+7, i, i, i+7)
	}
	for i := range 6 {
		names += fmt.Sprintf("com.app.%cMain -> a.c%d:\n    1:1:void run():%d -> b\n", 'A'+i, i, 10+i)
		write(fmt.Sprintf("%s/anr_%d", []string{"before", "after"}[i%2], i), dump(i))
	}
	write("mapping.txt", names)
	explained := func(args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if status := run(append([]string{"explain", "-mapping", "mapping.txt", "-group"}, args...), &out, &errs); status != 0 {
			t.Fatalf("status %d, %s", status, errs.String())
		}
		return out.String()
	}
	text := explained("-base", "before", "after")
	for i := range 6 {
		if want := fmt.Sprintf("in com.app.%cMain.run\n", 'A'+i); !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if nameMaps[0].reads != 1 {
		t.Errorf("the map was read %d times", nameMaps[0].reads)
	}
	if err := exec.Command("mkfifo", "pipe").Run(); err != nil {
		t.Skipf("no pipes: %v", err)
	}
	go os.WriteFile("pipe", []byte(dump(3)), 0o644)
	if text := explained("pipe", "before/anr_0"); !strings.Contains(text, "DMain.run") || !strings.Contains(text, "AMain.run") {
		t.Errorf("from a pipe:\n%s", text)
	}
}
