package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// hostileNames are names of members in zip files that leave a folder, hide, clash or control a
// terminal. Each is the name of a trace.
var hostileNames = []string{
	"...trace", "..trace", ".trace", "../../up.trace", `..\..\up.trace`, "/root.trace", "C:up.trace", "a/../b.trace", "CON.trace", "lpt1.x.trace", "nul.trace",
	"esc\x1b[31m.trace", "line\nfeed.trace", "<i>.trace", "a|b?.trace", " .trace", "a.trace", "a.trace", "a-2.trace", "A.trace", "a.trace", "x" + strings.Repeat("y", 400) + ".trace", "dot. .trace",
}

// tree returns the files below a folder.
func tree(t *testing.T, folder string) (files []string) {
	t.Helper()
	filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			t.Fatal(err)
		}
		if !entry.IsDir() {
			name, _ := filepath.Rel(folder, path)
			files = append(files, name)
		}
		return nil
	})
	return files
}

// TestOutputStaysInFolder checks that each output is in the folder of -o, whatever the names of
// members. Each has a unique name that any system accepts. Nothing else changes.
func TestOutputStaysInFolder(t *testing.T) {
	var members []tracetest.Member
	for _, name := range hostileNames {
		members = append(members, tracetest.Member{Name: name, Data: tracetest.Bytes("main 0>A 1>B 4<B 5<A")})
	}
	zip := tracetest.Zip(members...)
	for _, tt := range []struct {
		command, ending string
		each            int // files per trace
	}{{"export -format csv", ".csv", 1}, {"cut", ".trace", 1}, {"flamegraph", "/index.html", 4}} {
		outside := t.TempDir()
		folder := filepath.Join(outside, "deep", "out")
		file := filepath.Join(outside, "traces.zip")
		if err := os.WriteFile(file, zip, 0o644); err != nil {
			t.Fatal(err)
		}
		args := append(strings.Fields(tt.command), "-o", folder, file)
		var out, errs bytes.Buffer
		if status := run(args, &out, &errs); status != 0 {
			t.Errorf("%s: status %d: %s", tt.command, status, errs.String())
		}
		made := tree(t, folder)
		if all := tree(t, outside); len(all) != len(made)+1 {
			t.Errorf("%s: files outside of the folder: %q", tt.command, all)
		}
		if len(made) != tt.each*len(hostileNames) {
			t.Errorf("%s: %d files, want %d: %q", tt.command, len(made), tt.each*len(hostileNames), made)
		}
		seen := map[string]bool{}
		for _, name := range made {
			if key := strings.ToLower(name); seen[key] {
				t.Errorf("%s: %q differs from another name in case alone", tt.command, name)
			} else {
				seen[key] = true
			}
			if strings.ContainsFunc(name, func(c rune) bool { return c < ' ' || strings.ContainsRune(`<>:"\|?*`, c) }) || strings.HasPrefix(name, ".") {
				t.Errorf("%s: the name %q", tt.command, name)
			}
		}
		if i := strings.IndexFunc(out.String()+errs.String(), func(c rune) bool { return c < ' ' && c != '\n' && c != '\t' }); i >= 0 {
			t.Errorf("%s: a control character is written: %q", tt.command, out.String()+errs.String())
		}
	}
}

// TestFileNames checks that texts become names that every system accepts.
func TestFileNames(t *testing.T) {
	for text, want := range map[string]string{
		"start": "start", "": "_", ".": "_", "..": "_", "...": "_", "a/b\\c:d": "a_b_c_d", ".hidden": "_hidden", "end. ": "end", "con": "_con", "Com1.x": "_Com1.x", "console": "console",
		"a\u202eb": "a_b", "a\x00b": "a_b", "日志": "日志",
	} {
		if got := fileName(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	taken := names{}
	var got []string
	for _, text := range []string{"a", "a", "a-2", "A", "a"} {
		got = append(got, strings.ToLower(taken.nameFor(text, ".x")))
	}
	if slices.Sort(got); len(slices.Compact(slices.Clone(got))) != 5 {
		t.Errorf("names of one folder: %q", got)
	}
}

// TestOptionsAfterFiles checks that options may follow files, and that everything after -- is a
// file.
func TestOptionsAfterFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a.trace", "-x.trace"} {
		if err := os.WriteFile(name, tracetest.Bytes("main 0>A 1>B 4<B 5<A"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	_, want, _ := ran("export", "-format", "csv", "a.trace")
	for _, args := range [][]string{{"export", "a.trace", "-format", "csv"}, {"export", "a.trace", "-format=csv"}, {"export", "-format", "csv", "--", "-x.trace"}} {
		if status, out, errs := ran(args...); status != 0 || out != want {
			t.Errorf("%q: status %d, %s%s", args, status, out, errs)
		}
	}
	if status, _, errs := ran("export", "a.trace", "-format", "nothing"); status != 2 || !strings.HasSuffix(errs, "or locks, not \"nothing\"\nRun \"traceglass help export\" for its options.\n") {
		t.Errorf("wrong usage: status %d, %s", status, errs)
	}
	if status, out, errs := ran("compare", "a.trace", "-format", "json", "--", "a.trace"); status != 0 || !strings.Contains(out, "traces-compared") {
		t.Errorf("compare: status %d, %s%s", status, out, errs)
	}
}

// TestMessagesAreTame checks that the name or content of a file cannot control or flood a
// terminal through a message.
func TestMessagesAreTame(t *testing.T) {
	dir := t.TempDir()
	key := strings.Repeat("k", 400_000)
	rules := fill(t, dir, "rules", map[string][]byte{"key.toml": []byte("[[rule]]\nmethod = 'a'\n" + key + " = 1\n")})
	for _, args := range [][]string{
		{"summary", filepath.Join(dir, "no\x1b[2Jfile\r\u202e.trace")},
		{"check", "-budget", filepath.Join(rules, "key.toml"), rules},
		{"export", "-format", "\x1b]0;title\a" + key, "x"},
	} {
		status, out, errs := ran(args...)
		if status == 0 || len(errs) > 2*longestMessage || strings.ContainsAny(errs+out, "\x1b\a\r\u202e") {
			t.Errorf("%.40q: status %d, %d bytes, %.200q", args, status, len(errs), errs)
		}
	}
}
