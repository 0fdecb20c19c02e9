package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/viewer/expect"
)

// fill writes files to a folder and returns its path.
func fill(t *testing.T, dir, folder string, files map[string][]byte) string {
	t.Helper()
	folder = filepath.Join(dir, folder)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// group writes runs with the file names that Macrobenchmark uses.
func group(t *testing.T, dir, folder string, db bool, times ...int) string {
	t.Helper()
	files := map[string][]byte{}
	for i, us := range times {
		files[fmt.Sprintf("Startup_cold_iter%03d-methodTracing-2024-05-01.trace", i)] = tracetest.Startup(us, db)
	}
	return fill(t, dir, folder, files)
}

// ran runs a command and returns its status and output.
func ran(args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	status = run(args, &out, &errs)
	return status, out.String(), errs.String()
}

func TestCompare(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	fill(t, dir, "", map[string][]byte{
		"a.trace": tracetest.Startup(100, false), "b.trace": tracetest.Startup(150, true), "notes.txt": []byte("nothing"), "other.trace": tracetest.Bytes("main 0>org.Game.run()V 9<org.Game.run()V"),
		"wall.trace":  tracetest.Trace{Records: "main 0>com.example.App.onCreate()V 9<com.example.App.onCreate()V", Version: 2, Clock: "wall"}.Bytes(),
		"cpu.trace":   tracetest.Trace{Records: "main 0>com.example.App.onCreate()V 7<com.example.App.onCreate()V", Version: 2}.Bytes(),
		"dump.txt":    []byte("----- pid 7 at 2024-01-01 10:00:00 -----\nCmd line: com.example\n\"main\" prio=5 tid=1 Native\n  at a.B.c(B.java:1)\n----- end 7 -----\n"),
		"two.zip":     tracetest.Zip(tracetest.Member{Name: "x.trace", Data: tracetest.Startup(1, false)}, tracetest.Member{Name: "y.trace", Data: tracetest.Startup(1, false)}),
		"pools.trace": tracetest.Bytes("main 0>A 9<A pool-1-thread-1 0>A 5<A"), "pools2.trace": tracetest.Bytes("main 0>A 9<A pool-7-thread-2 0>A 7<A"),
		"mixed-methodTracing-1.trace": tracetest.Startup(1, false), "mixer-methodTracing-1.trace": tracetest.Startup(1, false),
	})
	for _, tt := range []struct {
		args   string
		status int
		out    string // or of standard error
	}{
		{"a.trace b.trace", 0, "b.trace compared with a.trace"},
		{"a.trace -- b.trace", 0, "Called before the first frame (Choreographer.doFrame) in B alone\n  com.example.db.Db.open: 1 call\n"},
		{"-clock cpu a.trace b.trace", 0, "by the change of exclusive CPU time"},
		{"-clock waiting a.trace b.trace", 0, "by the change of exclusive waiting"},
		{"-sort inclusive a.trace b.trace", 0, "by the change of inclusive wall time"},
		{"-sort calls a.trace b.trace", 0, "by the change of number of calls"},
		{"-format markdown a.trace b.trace", 0, "### b.trace compared with a.trace"},
		{"-format csv a.trace b.trace", 0, "class,name,signature,wasClass"},
		{"-format csv -by package a.trace b.trace", 0, "package,methods,callsA,callsB,recursiveCallsA,recursiveCallsB,inclusiveWallNsA,"},
		{"-format csv -by thread a.trace b.trace", 2, "-by must be method, class, package, library or origin"},
		{"-format json -by package a.trace b.trace", 2, "-by is of csv, not of json"},
		{"-format csv -by package a.trace a.trace -- b.trace", 1, "-by works for two traces"},
		{"-format svg a.trace b.trace", 0, "+50\u00a0µs com.example.Feed.parse (100\u00a0µs → 150\u00a0µs)"},
		{"-format svg -widths a a.trace b.trace", 0, "<svg "},
		{"-format svg -widths c a.trace b.trace", 2, "-widths must be"},
		{"-format svg wall.trace cpu.trace", 1, "no common clock"},
		{"-format svg a.trace a.trace -- b.trace", 1, "-format svg works for two traces"},
		{"-thread main a.trace b.trace", 0, "b.trace compared with a.trace"},
		{"-from-a 50us -from-b 50us a.trace b.trace", 0, "3 methods, of 3 with changes"},
		{"-from-a 1s a.trace b.trace", 1, "a.trace: -from 1s is after the trace's end"},
		{"-from 50us a.trace b.trace", 0, "3 methods, of 3 with changes"},
		{"-anchor Choreographer.doFrame -from 0 -to 10us a.trace b.trace", 0, "No method differs."},
		{"-anchor Feed.parse -to 120us a.trace b.trace", 0, "100 µs   120 µs"},
		{"-anchor com.nothing a.trace b.trace", 1, "a.trace: it has no call of com.nothing to align at"},
		{"-thread pool-#-thread-# pools.trace pools2.trace", 0, "pool-7-thread-2 (guessed: pool-1-thread-1 of A, by pool)"},
		{"-thread x a.trace b.trace", 1, "no thread with calls has the name or id"},
		{"-rows 1 a.trace b.trace", 0, "1 method, of "},
		{"-pair com.example.App.onCreate()V§=§com.example.Feed.parse()V a.trace b.trace", 0, "com.example.Feed.parse"},
		{"-apart com.example.App.onCreate()V§=§com.example.App.onCreate()V a.trace b.trace", 0, "com.example.App.onCreate()V (gone)"},
		{"-apart x§=§y a.trace b.trace", 1, `a.trace has no method or thread "x"`},
		{"-scale measured a.trace b.trace", 0, "100 µs   150 µs"},
		{"-scale share a.trace b.trace", 0, "Method figures are shares of all calls of their trace, and of all time in calls."},
		{"-scale per=Feed.parse a.trace b.trace", 0, "Method figures are per call of com.example.Feed.parse()V."},
		{"-scale per=com.example.Feed.parse()V -format markdown a.trace b.trace", 0, "Method figures are per call of"},
		{"-scale per=Feed.parse -format json a.trace b.trace", 0, `"scale":"call","per":"com.example.Feed.parse()V"}`},
		{"-scale share -format csv a.trace b.trace", 0, "exclusiveWallShareA"},
		{"-scale share -format svg a.trace b.trace", 0, "\u00a0% com.example.Feed.parse ("},
		{"-scale per=Db.open a.trace b.trace", 1, "-scale per=Db.open matches no method that both traces call"},
		{"-scale per=com.example.* a.trace b.trace", 1, `-scale per=com.example.* matches 2 methods ("com.example.App.onCreate()V", "com.example.Feed.parse()V"): name one, with its signature`},
		{"-scale per= a.trace b.trace", 2, `"" names no method`},
		{"-scale half a.trace b.trace", 2, `-scale must be measured, share or per=METHOD, not "half"`},
		{"-scale share a.trace a.trace -- b.trace", 1, "-scale works for two traces, not for groups of runs"},
		{"-pair x a.trace b.trace", 2, "-pair must be \"A = B\""},
		{"wall.trace cpu.trace", 0, "their times cannot be compared, so only counts are compared."},
		{"-format csv wall.trace cpu.trace", 0, "recursiveCallsB\ncom.example.App,onCreate"},
		{"-clock cpu wall.trace a.trace", 1, "one of the traces has no figures by this clock"},
		{"wall.trace a.trace", 0, "only the clocks of both are compared."},
		{"a.trace other.trace", 1, "a.trace and other.trace have no method in common, so there is nothing to compare"},
		{"a.trace notes.txt", 1, "notes.txt: "},
		{"a.trace dump.txt", 1, "dump.txt: "},
		{"a.trace none.trace", 1, "none.trace"},
		{"a.trace a.trace -- b.trace b.trace", 0, "2 runs of B against 2 of A"},
		{"a.trace -- two.zip", 0, "2 runs of B against 1 of A"},
		{"-pair a§=§b a.trace a.trace -- b.trace", 1, "-pair and -apart work for two traces"},
		{"mixed-methodTracing-1.trace mixer-methodTracing-1.trace -- a.trace", 1, `runs of 2 benchmarks ("mixed", "mixer") cannot be mixed`},
		{"a.trace", 2, "traceglass compare: name two traces, or two groups of runs with -- between them\nRun \"traceglass help compare\" for its options.\n"},
		{"a.trace --", 2, "name two traces"},
		{"-format pdf a.trace b.trace", 2, "-format must be"},
		{"-sort x a.trace b.trace", 2, "-sort must be"},
		{"-clock x a.trace b.trace", 2, "-clock must be"},
		{"-from 2s -to 1s a.trace b.trace", 2, "is not later than"},
	} {
		args := []string{"compare"}
		for _, word := range strings.Fields(tt.args) {
			word = strings.ReplaceAll(word, "§", " ")
			if strings.HasSuffix(word, ".trace") || strings.HasSuffix(word, ".txt") || strings.HasSuffix(word, ".zip") {
				word = path(word)
			}
			args = append(args, word)
		}
		status, out, errs := ran(args...)
		if status != tt.status || !strings.Contains(out+errs, tt.out) || status != 0 && out != "" {
			t.Errorf("%s: status %d, want %d and %q:\n%s%s", tt.args, status, tt.status, tt.out, out, errs)
		}
	}
}

// TestCompareRuns checks folders of runs. Files that are not traces are skipped.
func TestCompareRuns(t *testing.T) {
	dir := t.TempDir()
	a := group(t, dir, "a", false, 100, 103, 98, 101, 99, 104)
	b := group(t, dir, "b", true, 150, 153, 148, 151, 149, 154)
	fill(t, dir, "b", map[string][]byte{"notes.txt": []byte("nothing")})
	status, out, errs := ran("compare", "-sort", "inclusive", a, "--", b)
	for _, want := range []string{"6 runs of B against 6 of A", "Calls before the first frame (Choreographer.doFrame) that differ between all runs of A and all of B: 1 method", "com.example.db.Db.open (in every run of B, in none of A)\n", "differs", "com.example.Feed.parse"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if status != 0 || !strings.Contains(errs, `left out because they are not traces: `) {
		t.Errorf("status %d: %s", status, errs)
	}
	var v struct {
		Kind    string
		Methods []struct {
			Name    string
			Differs []string
		}
	}
	if _, out, _ = ran("compare", "-sort", "inclusive", "-format", "json", a, "--", b); json.Unmarshal([]byte(out), &v) != nil || v.Kind != "runs-compared" || len(v.Methods) != 4 || v.Methods[0].Name != "open" {
		t.Errorf("JSON: %s", out)
	}
	for _, m := range v.Methods {
		if got := strings.Join(m.Differs, " "); got != map[string]string{"open": "early calls", "parse": "time"}[m.Name] {
			t.Errorf("%s differs in %q", m.Name, got)
		}
	}
}

// TestCheckStatus checks status 0 within the budget, 3 beyond it, 1 for a failed check, and 2 for
// wrong usage.
func TestCheckStatus(t *testing.T) {
	dir := t.TempDir()
	a := group(t, dir, "a", false, 100, 103, 98, 101, 99)
	b := group(t, dir, "b", true, 121, 124, 118, 122, 119)
	rules := fill(t, dir, "rules", map[string][]byte{
		"db.toml":     []byte("[[rule]]\npackage = 'com.example.db'\nbefore = 'first frame'\ncalls = 0\noptional = true\n"),
		"slower.toml": []byte("[[rule]]\nmethod = 'Feed.parse'\nslower = '10%'\n"),
		"typo.toml":   []byte("[[rule]]\nmethod = 'Fed.parse'\ncalls = 1\n"),
		"key.toml":    []byte("[[rule]]\nmethod = 'Feed.parse'\n\ncallz = 1\n"),
	})
	whole := tracetest.Startup(100, true)
	cut := fill(t, dir, "cut", map[string][]byte{
		"cut.trace":  whole[:len(whole)-40],
		"calls.toml": []byte("[[rule]]\nmethod = 'Feed.parse'\ncalls = 9\n"),
		"allow.toml": []byte("allow-incomplete = true\n[[rule]]\nmethod = 'Feed.parse'\ncalls = 9\n"),
	})
	for _, tt := range []struct {
		args   string
		status int
		out    string
	}{
		{"-budget db.toml A", 0, "Within the budget: 1 limit, 5 runs\n  package com.example.db: 0 calls before first frame, at most 0 allowed.\n"},
		{"-budget db.toml B", 3, "Beyond the budget: 1 of 1 limit, 5 runs\n\npackage com.example.db (db.toml, line 4)\n  1 call before first frame, at most 0 allowed.\n  1 call, 0 inclusive in Startup_cold_iter000-methodTracing-2024-05-01.trace: com.example.App.onCreate → com.example.db.Db.open\n"},
		{"-budget slower.toml -base A B", 3, "By chance, runs differ this much once in 126 comparisons."},
		{"-budget slower.toml -base A A", 0, " in 5 runs) of inclusive wall time. The base has 100"},
		{"-budget slower.toml -format json -base A A", 0, `"kept":[{"rule":`},
		{"-budget slower.toml -format json -base A B", 3, `"within":false`},
		{"-budget slower.toml -format markdown -base A B", 3, "### Beyond the budget"},
		{"-budget slower.toml B", 1, "slower.toml: line 3: slower limits a change: give the runs to compare with, with -base"},
		{"-budget typo.toml B", 1, `typo.toml: line 2: method "Fed.parse" matches no call`},
		{"-budget key.toml B", 1, `key.toml: line 4: unknown key "rule.callz"`},
		{"-budget none.toml B", 1, "none.toml"},
		{"-budget db.toml none", 1, "none"},
		{"-budget db.toml rules", 1, "The folder holds neither a method trace nor a thread dump"},
		{"-budget calls.toml cut.trace", 1, "Not decided: 1 of 1 limit, 1 run\n\nmethod Feed.parse (calls.toml, line 3)\n  Not decided. cut.trace: part of the recording is missing"},
		{"-budget calls.toml -format json cut.trace", 1, `"within":false,"limits":1,"runs":1,"baseRuns":0,"breaches":[],"undecided":[{"rule":"method Feed.parse","ruleLine":1,"limit":"calls","line":3,"most":9,"why":"incomplete","run":"cut.trace","runs":1,"text":"Not decided.`},
		{"-budget calls.toml -format markdown cut.trace", 1, "### Not decided: 1 of 1 limit"},
		{"-budget allow.toml cut.trace", 0, "Within the budget"},
		{"-budget db.toml", 2, "name a trace"},
		{"B", 2, "-budget is missing"},
		{"-budget db.toml -format csv B", 2, "-format must be text, markdown, json, sarif, junit or github"},
	} {
		args := []string{"check"}
		for _, word := range strings.Fields(tt.args) {
			switch {
			case word == "A":
				word = a
			case word == "B":
				word = b
			case word == "rules":
				word = rules
			case word == "calls.toml", word == "allow.toml", word == "cut.trace":
				word = filepath.Join(cut, word)
			case strings.HasSuffix(word, ".toml"):
				word = filepath.Join(rules, word)
			}
			args = append(args, word)
		}
		if status, out, errs := ran(args...); status != tt.status || !strings.Contains(out+errs, tt.out) {
			t.Errorf("%s: status %d, want %d and %q:\n%s%s", tt.args, status, tt.status, tt.out, out, errs)
		}
	}
}

// codeBlock returns the fenced block of a page of the documentation that contains a text.
func codeBlock(t *testing.T, page, part string) string {
	t.Helper()
	text, err := os.ReadFile("../../site/docs/" + page)
	if err != nil {
		t.Fatal(err)
	}
	for i, block := range strings.Split(string(text), "\n```") {
		if i%2 == 1 && strings.Contains(block, part) {
			_, code, _ := strings.Cut(block, "\n") // the first line names the language
			return code + "\n"
		}
	}
	t.Fatalf("%s has no block with %q", page, part)
	return ""
}

// TestCompareInChinese checks that with -lang, compare and check write only Chinese, except names
// and figures, in aligned columns, and that JSON does not change.
func TestCompareInChinese(t *testing.T) {
	t.Cleanup(func() { words.SetCatalogue("") })
	dir := t.TempDir()
	a := group(t, dir, "a", false, 100, 103, 98, 101, 99)
	b := group(t, dir, "b", true, 121, 124, 118, 122, 119)
	rules := fill(t, dir, "rules", map[string][]byte{
		"all.toml": []byte("[[rule]]\nmethod = 'Feed.parse'\nslower = '10%'\n[[rule]]\npackage = 'com.example.db'\nbefore = 'first frame'\nthread = 'main'\ncalls = 0\nnew = 0\noptional = true\n" +
			"[[rule]]\nclass = 'com.example.Feed'\ntime = '1us'\nself = '1us'\nclock = 'cpu'\nmore-calls = 0\n"),
	})
	fill(t, dir, "", map[string][]byte{"one.trace": tracetest.Startup(100, false), "two.trace": tracetest.Startup(150, true),
		"pools.trace": tracetest.Bytes("main 0>A 9<A pool-1-thread-1 0>A 5<A"), "pools2.trace": tracetest.Bytes("main 0>A 9<A pool-7-thread-2 0>A 7<A")})
	path := func(name string) string { return filepath.Join(dir, name) }
	english := regexp.MustCompile(`[A-Za-z]{2,}`)
	names := regexp.MustCompile(`\b((com|android|java)\.[\w.$<>]+|[\w-]+\.(trace|toml)|Choreographer\.doFrame|App\.onCreate|Feed\.parse|Db\.open|package|class|method|first frame|main|pool-\d-thread-\d|CPU|JIT|apart|ms|ns)\b|µs`)
	for _, tt := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"compare", path("one.trace"), path("two.trace")}, 0, "首帧（Choreographer.doFrame）之前只在 B 中调用\n"},
		{[]string{"compare", "-format", "markdown", path("pools.trace"), path("pools2.trace")}, 0, "推测：A 的 pool-1-thread-1，依据线程池"},
		{[]string{"compare", "-sort", "inclusive", a, "--", b}, 0, "B 的 5 次运行对照 A 的 5 次\n"},
		{[]string{"check", "-budget", filepath.Join(rules, "all.toml"), "-base", a, b}, 3, "在 main 上、first frame 之前"},
		{[]string{"check", "-budget", filepath.Join(rules, "all.toml"), "-base", a, path("two.trace")}, 3, "但这么少的运行无法与偶然区分"},
	} {
		status, out, errs := ran(append([]string{tt.args[0], "-lang", "zh"}, tt.args[1:]...)...)
		if status != tt.status || !strings.Contains(out, tt.want) {
			t.Errorf("%q: status %d, want %d and %q:\n%s%s", tt.args, status, tt.status, tt.want, out, errs)
		}
		for _, line := range strings.Split(out, "\n") {
			if left := english.FindString(names.ReplaceAllString(line, "")); left != "" {
				t.Errorf("%q leaves %q in English: %s", tt.args, left, line)
			}
		}
	}
	for _, files := range [][]string{{path("one.trace"), path("two.trace")}, {a, "--", b}} {
		_, plain, _ := ran(append([]string{"compare", "-lang", "en", "-format", "json"}, files...)...)
		if _, out, _ := ran(append([]string{"compare", "-lang", "zh", "-format", "json"}, files...)...); out != plain || out == "" {
			t.Errorf("JSON in Chinese:\n%s", out)
		}
	}
}

// TestJobInDocs runs the steps of the job in checking-in-ci.md, with its budget. The job passes a build like the base,
// and fails one that is slower and opens the database early. The step for alerts writes them with the budget's path in
// the repository.
func TestJobInDocs(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash, which the job's commands are for")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	job := codeBlock(t, "checking-in-ci.md", "name: Check the budget")
	_, build, _ := strings.Cut(job, "- name: Build the command\n        run: ")
	build, _, _ = strings.Cut(build, "\n")
	_, check, _ := strings.Cut(job, "- name: Check the budget\n        shell: bash\n        run: |\n")
	check, _, _ = strings.Cut(check, "\n\n")
	_, alerts, _ := strings.Cut(codeBlock(t, "checking-in-ci.md", "sarif_file: budget.sarif"), "        working-directory: new\n        run: |\n")
	alerts, _, _ = strings.Cut(alerts, "\n\n")
	budget := codeBlock(t, "checking-in-ci.md", "no database before the first frame")
	if !strings.HasPrefix(build, "go build ") || !strings.Contains(check, "traceglass check ") || !strings.Contains(alerts, "traceglass check ") || strings.Count(budget, "[[rule]]") != 3 {
		t.Fatalf("the page has the steps %q, %q and %q, and the budget\n%s", build, check, alerts, budget)
	}
	// The repository is next to the app, and must not contain the build. The second run finds the first one's build.
	built := filepath.ToSlash(filepath.Join(t.TempDir(), "traceglass"))
	steps := []string{strings.Replace(build, "-o traceglass ", `-o "`+built+`" `, 1), strings.Replace(check, "traceglass/traceglass ", `"`+built+`" `, 1)}
	for _, slow := range []bool{false, true} {
		dir := t.TempDir()
		if err := os.Symlink(root, filepath.Join(dir, "traceglass")); err != nil {
			t.Skip(err)
		}
		fill(t, dir, "new", map[string][]byte{"budget.toml": []byte(budget)})
		group(t, dir, "traces/base", false, 100, 103, 98, 101, 99)
		if slow {
			group(t, dir, "traces/new", true, 121, 124, 118, 122, 119)
		} else {
			group(t, dir, "traces/new", false, 101, 102, 98, 99, 100)
		}
		status := 0
		var out []byte
		for _, step := range steps {
			cmd := exec.Command(bash, "--noprofile", "--norc", "-eo", "pipefail", "-c", step) // like shell: bash
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "GITHUB_STEP_SUMMARY="+filepath.Join(dir, "summary.md"))
			out, _ = cmd.CombinedOutput() // the status is checked instead
			if status = cmd.ProcessState.ExitCode(); status != 0 {
				break
			}
		}
		cmd := exec.Command(bash, "-e", "-c", strings.Replace(alerts, "../traceglass/traceglass ", `"`+built+`" `, 1))
		cmd.Dir = filepath.Join(dir, "new")
		cmd.Run()
		text, _ := os.ReadFile(filepath.Join(dir, "budget.sarif"))
		found, all := readSARIF(t, string(text)), 0
		if slow {
			all = 3
		}
		if cmd.ProcessState.ExitCode() != status || len(found) != all || slow && found[0].String() != "error no database before the first frame budget.toml:5 com.example.db.Db.open" {
			t.Errorf("alerts: status %d, want %d; %v", cmd.ProcessState.ExitCode(), status, found)
		}
		summary, _ := os.ReadFile(filepath.Join(dir, "summary.md"))
		want, texts := 0, []string{"### Within the budget"}
		if slow {
			want, texts = 3, []string{"### Beyond the budget: 3 of 3 limits, 5 runs compared with 5 of the base", "no database before the first frame (budget.toml, line 5)", "nothing new before the first frame", "com.example.App.onCreate → com.example.db.Db.open", "method com.example.Feed.parse"}
		}
		if status != want {
			t.Errorf("status %d, want %d:\n%s", status, want, out)
		}
		for _, text := range texts {
			if !strings.Contains(string(summary), text) {
				t.Errorf("no %q in\n%s", text, summary)
			}
		}
	}
}

// TestCompareNamed checks that two builds with different short names are paired by the original
// names, with a map for each or one for both.
func TestCompareNamed(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"a.trace": string(tracetest.Bytes("main 0>a.a.a()V 10>a.b.c()V 30<a.b.c()V 50<a.a.a()V")),
		"b.trace": string(tracetest.Bytes("main 0>a.b.c()V 10>a.a.a()V 40<a.a.a()V 60<a.b.c()V")),
		"a.txt":   "shop.Cart -> a.a:\n    void add() -> a\nshop.Db -> a.b:\n    void find() -> c\n",
		"b.txt":   "shop.Cart -> a.b:\n    void add() -> c\nshop.Db -> a.a:\n    void find() -> a\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		args []string
		want string
	}{
		{nil, "a.a.a 50 30; a.b.c 20 60"},
		{[]string{"-mapping", "a.txt"}, "shop.Cart.add 50 30; shop.Db.find 20 60"},
		{[]string{"-mapping", "a.txt", "-mapping=b.txt"}, "shop.Cart.add 50 60; shop.Db.find 20 30"},
	} {
		var out, said bytes.Buffer
		if status := run(append([]string{"compare", "-format", "json"}, append(tt.args, "a.trace", "b.trace")...), &out, &said); status != 0 {
			t.Fatalf("%q: status %d, %s", tt.args, status, said.String())
		}
		var report struct {
			Methods []struct {
				Class, Name string
				A, B        struct{ InclusiveWallNs int64 }
			}
		}
		if err := json.Unmarshal(out.Bytes(), &report); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range report.Methods {
			got = append(got, fmt.Sprintf("%s.%s %d %d", m.Class, m.Name, m.A.InclusiveWallNs/1000, m.B.InclusiveWallNs/1000))
		}
		slices.Sort(got)
		if strings.Join(got, "; ") != tt.want {
			t.Errorf("%q\n got %s\nwant %s\n%.600s", tt.args, strings.Join(got, "; "), tt.want, out.String())
		}
	}
	var out, said bytes.Buffer
	if status := run([]string{"summary", "-mapping", "a.txt", "-mapping", "b.txt", "a.trace"}, &out, &said); status != 2 || !strings.Contains(said.String(), "too many -mapping") {
		t.Errorf("two maps of one trace: status %d, %s", status, said.String())
	}
}

// TestCompareAsPage: the command writes the files that the page saves of two traces: of main and of all threads, as measured, as
// shares and for each call of a method.
func TestCompareAsPage(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range []struct{ dir, a, b, per string }{
		{"testdata", "sample.trace.gz", "sample-streaming.trace.gz", "android.view.Choreographer.doFrame"},
		{"../shared/corpus/method-traces", "setapp-game.trace.gz", "setapp-is_set.trace.gz", ""},
	} {
		dir := filepath.Join(root, of.dir)
		if _, err := os.Stat(filepath.Join(dir, of.a)); err != nil {
			t.Logf("%s is missing", of.a)
			continue
		}
		t.Chdir(dir)
		a, b := readByEngine(t, of.a), readByEngine(t, of.b)
		for _, main := range []bool{true, false} {
			sides := [2]message.SideOf{}
			for i, name := range []string{of.a, of.b} {
				sides[i] = message.SideOf{Scope: message.Scope{To: message.Whole, NoIdle: true}, Main: main, Name: name}
			}
			expect.Ask[*message.Compared](b, &message.Compare{Of: sides, Data: expect.Ask[*message.Side](a, &sides[0]).Data})
			sides[0].Contexts = true
			expect.Ask[*message.Side](b, &message.SideContexts{Data: expect.Ask[*message.Side](a, &sides[0]).Data})
			scales := map[string]message.Scale{"": {}, "share": {Unit: message.OfWhole}}
			for _, c := range expect.Ask[*message.Changes](b, &message.ChangeRows{Only: message.WhetherOrNot, Text: of.per, Count: 1}).Rows {
				if of.per != "" {
					scales["per="+c.Name] = message.Scale{Unit: message.PerCall, Method: c.Texts[1]}
				}
			}
			for name, scale := range scales {
				for _, format := range []string{"json", "csv"} {
					args := []string{"compare", "-no-idle", "-format", format}
					if main {
						args = append(args, "-thread", "main")
					}
					if name != "" {
						args = append(args, "-scale", name)
					}
					status, out, errs := ran(append(args, of.a, of.b)...)
					want := expect.Ask[*message.File](b, &message.ChangesFile{Format: format, Scale: scale, Order: message.ChangeOfExclusive})
					same := out == string(want.Data)
					if format == "json" {
						var got, page struct {
							Methods, Threads, Moves []map[string]any
							Remarks                 []string
						}
						same = json.Unmarshal([]byte(out), &got) == nil && json.Unmarshal(want.Data, &page) == nil && len(page.Methods) > 0 && reflect.DeepEqual(got, page)
					}
					if status != 0 || !same {
						t.Errorf("%q returns %d, %s, and writes\n%.2000s\nthe page\n%.2000s", args, status, errs, out, want.Data)
					}
				}
			}
		}
	}
}

// readByEngine reads a compressed trace as the page does.
func readByEngine(t *testing.T, name string) *expect.Trace {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	return expect.Read(t, name, data)
}
