package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// severalTraces returns a folder and a zip file with the same content: two traces, one of them in a
// zip file, and a dump.
func severalTraces(t *testing.T) (folder, archive string) {
	t.Helper()
	dir := t.TempDir()
	trace := func(class string) []byte {
		return tracetest.Bytes("main 0>app." + class + ".run()V 10<app." + class + ".run()V")
	}
	packed := func(files map[string][]byte) []byte {
		var out bytes.Buffer
		z := zip.NewWriter(&out)
		for _, name := range []string{"a/one.trace", "in.zip", "anr_1", "notes.png", "two.trace"} {
			if files[name] != nil {
				w, err := z.Create(name)
				if err != nil {
					t.Fatal(err)
				}
				w.Write(files[name])
			}
		}
		z.Close()
		return out.Bytes()
	}
	files := map[string][]byte{
		"a/one.trace": trace("One"),
		"anr_1":       []byte("----- pid 7 at 2024-01-01 10:00:00 -----\nCmd line: com.app\nDALVIK THREADS (1):\n\"main\" prio=5 tid=1 Sleeping\n  at com.app.A.a(A.java:1)\n\n----- end 7 -----\n"),
		"notes.png":   []byte("\x89PNG\r\n\x1a\n"),
		"in.zip":      packed(map[string][]byte{"two.trace": trace("Two")}),
	}
	folder, archive = filepath.Join(dir, "lot"), filepath.Join(dir, "lot.zip")
	for name, data := range files {
		path := filepath.Join(folder, name)
		os.MkdirAll(filepath.Dir(path), 0o755)
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(archive, packed(files), 0o644); err != nil {
		t.Fatal(err)
	}
	return folder, archive
}

// TestMembers checks that every command reads all members of a zip file or folder, or only one
// with -member.
func TestMembers(t *testing.T) {
	folder, archive := severalTraces(t)
	for _, lot := range []string{folder, archive} {
		out := t.TempDir()
		tests := []struct {
			args   string
			status int
			want   []string // parts of standard output, or of the error, in this order
			files  []string // names in the folder of -o
		}{
			{"summary", 0, []string{`"member":"a/one.trace"`, "app.One", `"thread-dump","member":"anr_1"`, `"member":"in.zip/two.trace"`, "app.Two"}, nil},
			{"summary -member one.trace", 0, []string{`"member":"a/one.trace"`}, nil},
			{"summary -member in.zip/two.trace", 0, []string{`"member":"in.zip/two.trace"`}, nil},
			{"summary -member anr_1", 0, []string{`{"kind":"thread-dump"`}, nil},
			{"summary -member three", 1, []string{"has no trace and no dump named three"}, nil},
			{"summary -member", 2, []string{"-member needs a value: NAME"}, nil},
			{"explain", 0, []string{"com.app, pid 7"}, nil},
			{"explain -member two.trace", 1, []string{"has no waits to explain"}, nil},
			{"explain -group", 0, []string{"1 dump, 1 cause"}, nil},
			{"traceview -r", 0, []string{"==> a/one.trace <==\n", "app.One", "\n\n==> in.zip/two.trace <==\n", "app.Two"}, nil},
			{"traceview -member=two.trace -r", 0, []string{"totalCpuTime", "app.Two"}, nil},
			{"dmtracedump", 0, []string{"==> a/one.trace <==\n", "app.One", "\n\n==> in.zip/two.trace <==\n", "app.Two"}, nil},
			{"dmtracedump -o", 0, []string{"==> a/one.trace <==\n", "app.One", "\n\n==> in.zip/two.trace <==\n", "app.Two"}, nil},
			{"dmtracedump -h", 1, []string{`contains 2 traces: choose one with -member NAME: "a/one.trace", "in.zip/two.trace"`}, nil},
			{"dmtracedump -h -member two.trace", 0, []string{"<html ", "app.Two"}, nil},
			{"export -format json", 1, []string{`contains 2 traces: choose one with -member NAME: "a/one.trace", "in.zip/two.trace". Or name a folder with -o`}, nil},
			{"export -format json -o -", 1, []string{"contains 2 traces"}, nil},
			{"export -format json -member one.trace", 0, []string{`"trace":"one.trace"`, "app.One"}, nil},
			{"export -format markdown", 0, []string{"## com.app (7)"}, nil},
			{"export -format pprof -o OUT/p", 0, nil, []string{"p/a_one.pb.gz", "p/in.zip_two.pb.gz"}},
			{"cut -o OUT/c", 0, nil, []string{"c/a_one.trace", "c/in.zip_two.trace"}},
			{"cut -o OUT/one.trace -member one.trace", 0, nil, []string{"one.trace"}},
			{"flamegraph -o OUT/f", 0, []string{filepath.Join("f", "a_one", "index.html"), filepath.Join("f", "in.zip_two", "index.html")}, []string{"f/a_one/index.html", "f/in.zip_two/index.html"}},
			{"flamegraph -o OUT/all.zip", 0, nil, []string{"all/a_one.zip", "all/in.zip_two.zip"}},
			{"table -o OUT/t", 0, nil, nil},
		}
		for _, tt := range tests {
			var stdout, stderr bytes.Buffer
			args := append(strings.Fields(strings.ReplaceAll(tt.args, "OUT", out)), lot)
			if tt.args == "summary -member" {
				args = args[:2]
			}
			status := run(args, &stdout, &stderr)
			text := stdout.String()
			if tt.status != 0 {
				text = stderr.String()
			}
			if status != tt.status {
				t.Errorf("%s %s: status %d, %s", tt.args, lot, status, &stderr)
			}
			for _, want := range tt.want {
				_, after, ok := strings.Cut(text, want)
				if !ok {
					t.Errorf("%s %s: no %q in order in\n%s%s", tt.args, lot, want, &stdout, &stderr)
				}
				text = after
			}
			for _, file := range tt.files {
				if _, err := os.Stat(filepath.Join(out, file)); err != nil {
					t.Errorf("%s %s: %v", tt.args, lot, err)
				}
			}
			if lines := strings.Count(stdout.String(), "\n"); tt.args == "summary" && (lines != 3 || !json.Valid([]byte(strings.Split(stdout.String(), "\n")[1]))) || strings.HasPrefix(tt.args, "summary -member ") && tt.status == 0 && lines != 1 {
				t.Errorf("%s %s: %d lines", tt.args, lot, lines)
			}
			if tt.status == 0 && strings.Contains(stderr.String(), "notes.png") != slices.Contains([]string{"summary", "explain", "explain -group", "export -format markdown", "table -o OUT/t"}, tt.args) {
				t.Errorf("%s %s says %q", tt.args, lot, &stderr)
			}
		}
		if found, _ := filepath.Glob(filepath.Join(out, "t", "*", "files.parquet")); len(found) != 3 {
			t.Errorf("table %s makes %d", lot, len(found))
		}
	}
}

// TestMembersDamaged checks that a damaged member does not stop the others, and that its name is
// reported.
func TestMembersDamaged(t *testing.T) {
	dir := t.TempDir()
	for name, data := range map[string][]byte{"a.trace": []byte("no trace"), "b.trace": tracetest.Bytes("main 0>A 5<A"), "c.trace": nil} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	to := filepath.Join(t.TempDir(), "to")
	for _, args := range []string{"summary", "dmtracedump", "traceview -r", "cut -o " + to, "export -format csv -o " + to, "flamegraph -o " + to, "table -o " + to} {
		var stdout, stderr bytes.Buffer
		if status := run(append(strings.Fields(args), dir), &stdout, &stderr); status != 1 || !strings.Contains(stderr.String(), "a.trace: ") || !strings.Contains(stderr.String(), "c.trace: ") || strings.Contains(stderr.String(), "b.trace") {
			t.Errorf("%s: status %d, %s", args, status, &stderr)
		}
		if strings.HasPrefix(args, "cut") {
			if _, err := os.Stat(filepath.Join(to, "b.trace")); err != nil {
				t.Error(fmt.Errorf("%s: %w", args, err))
			}
		}
	}
}
