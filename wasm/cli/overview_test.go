package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// An overviewJSON has the keys of an overview that these tests check.
type overviewJSON struct {
	Schema         int
	Member, Thread string
	FromNs, ToNs   int64
	CPUNs          *int64
	IdleNs         int64
	Parts          []struct {
		Name, Cause string
		WallNs      int64
		CPUNs       *int64
	}
	Phases []struct {
		Name, Status string
	}
	Findings []struct {
		Rule, Sentence string
		WallNs         int64
		Share          float64
	}
	CoveredNs int64
}

func overviews(t *testing.T, args ...string) (all []overviewJSON) {
	t.Helper()
	status, out, stderr := ran(append([]string{"overview", "-format", "json"}, args...)...)
	if status != 0 {
		t.Fatalf("%q: status %d, %s", args, status, stderr)
	}
	for line := range strings.Lines(out) {
		var o overviewJSON
		if err := json.Unmarshal([]byte(line), &o); err != nil {
			t.Fatalf("%q: %v in %s", args, err, line)
		}
		all = append(all, o)
	}
	return all
}

// TestOverviewSums checks on every sample and every trace of the corpus that the parts sum to the
// span, that their CPU times sum to the thread's, and that no sentence is left unfilled.
func TestOverviewSums(t *testing.T) {
	files, _ := filepath.Glob("../../testdata/samples/*.trace.gz")
	for _, pattern := range []string{"method-traces/*", "method-variants/*", "simpleperf/*"} {
		more, _ := filepath.Glob("../../../shared/corpus/" + pattern)
		files = append(files, more...)
	}
	checked := 0
	for _, file := range files {
		if info, err := os.Stat(file); err != nil || info.IsDir() || info.Size() > 3_000_000 || strings.HasSuffix(file, ".md") {
			continue
		}
		status, out, _ := ran("overview", "-format", "json", file)
		if status != 0 {
			continue // a part of a pair, or no trace
		}
		var o overviewJSON
		if err := json.Unmarshal([]byte(out), &o); err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		checked++
		var wall, cpu int64
		for _, p := range o.Parts {
			wall += p.WallNs
			if p.CPUNs != nil {
				cpu += *p.CPUNs
			}
		}
		if wall != o.ToNs-o.FromNs || o.CPUNs != nil && cpu != *o.CPUNs {
			t.Errorf("%s: parts sum to %d of %d, %d of CPU", file, wall, o.ToNs-o.FromNs, cpu)
		}
		if len(o.Findings) > 5+3 || // with parts
			o.CoveredNs > o.ToNs-o.FromNs-o.IdleNs {
			t.Errorf("%s: %d findings cover %d", file, len(o.Findings), o.CoveredNs)
		}
		for _, f := range o.Findings {
			if !strings.HasSuffix(f.Sentence, ".") || strings.ContainsAny(f.Sentence, "{}[]") {
				t.Errorf("%s: %q", file, f.Sentence)
			}
		}
	}
	if checked < 2 {
		t.Errorf("%d files checked", checked)
	}
}

// TestOverviewCommand: threads, ranges, formats, languages and several files.
func TestOverviewCommand(t *testing.T) {
	const sample = "../../testdata/samples/startup.trace.gz"
	status, out, _ := ran("overview", sample)
	if status != 0 || !strings.HasPrefix(out, "main took 1.052 s: ") || !strings.Contains(out, "\nWhere the time went\n") || strings.Count(out, "\n") > 40 {
		t.Errorf("status %d\n%s", status, out)
	}
	if _, out, _ := ran("overview", "-lang", "zh", sample); !strings.HasPrefix(out, "main 历时 1.052 s：") {
		t.Errorf("in Chinese\n%s", out)
	}
	if _, out, _ := ran("overview", "-lang", "zh", "-format", "json", sample); strings.Contains(out, "历时") || !strings.Contains(out, `"kind":"overview"`) {
		t.Errorf("JSON in Chinese\n%s", out)
	}
	if _, out, _ := ran("overview", "-format", "markdown", sample); !strings.HasPrefix(out, "## "+filepath.Base(sample)+"\n\n**main took ") {
		t.Errorf("Markdown begins with %.80q", out)
	}
	if _, out, _ := ran("overview", "-format", "markdown", sample, "../../testdata/samples/decode.trace.gz"); strings.Count(out, "\n## ")+1 != 2 || !strings.HasPrefix(out, "## ") {
		t.Errorf("Markdown of two files\n%s", out)
	}
	part := overviews(t, "-from", "100ms", "-to", "300ms", sample)[0]
	if part.FromNs != 100e6 || part.ToNs != 300e6 {
		t.Errorf("from 100 ms to 300 ms: %d to %d", part.FromNs, part.ToNs)
	}

	two := saved(t, "two.trace", tracetest.Bytes("main 0/0>x.A.a()V 10/5<x.A.a()V worker 0/0>x.B.b()V 20/5<x.B.b()V"))
	if all := overviews(t, "-thread", "main,worker", two); len(all) != 2 || all[0].Thread != "main" || all[1].Thread != "worker" || all[1].ToNs != 20_000 {
		t.Errorf("two threads: %+v", all)
	}
	folder, archive := severalTraces(t)
	for _, lot := range []string{folder, archive} {
		if all := overviews(t, lot); len(all) != 2 || all[0].Member != "a/one.trace" || all[1].Member != "in.zip/two.trace" {
			t.Errorf("several traces: %+v", all)
		}
		if status, out, _ := ran("overview", "-member", "a/one.trace", lot); status != 0 || strings.Contains(out, "==>") {
			t.Errorf("one member: status %d, %s", status, out)
		}
	}
	for _, tt := range []struct {
		args   string
		status int
		want   string
	}{
		{"overview", 2, "name a file"},
		{"overview -format csv x", 2, "-format must be text, markdown, json, sarif, junit or github"},
		{"overview -min-share 5 x", 2, "must be a share from 0% to 100%, such as 5%"},
		{"overview -min-time 5 x", 2, "must be a time, such as 100ms"},
		{"overview -often 0 x", 2, "must be a number from 1"},
		{"overview -from 2s -to 1s x", 2, "not later"},
		{"overview -thread Main " + sample, 1, `no thread with calls has the name or id "Main". Did you mean main?`},
		{"overview -thread none " + sample, 1, `no thread with calls has the name or id "none"`},
		{"overview ../../testdata/deadlock.txt", 1, "this is a thread dump, not a trace. For what its main thread waits for, run traceglass explain"},
	} {
		if status, out, stderr := ran(strings.Fields(tt.args)...); status != tt.status || out != "" || !strings.Contains(stderr, tt.want) {
			t.Errorf("%s: status %d, %q, %s", tt.args, status, out, stderr)
		}
	}
}

// TestOwnGuess: overview, export and ask say that it is a guess which code is the app's, until an option says it.
func TestOwnGuess(t *testing.T) {
	records := "main"
	for i := range 6 {
		records += fmt.Sprintf(" %[1]d>com.acme.shop.Cart.m%[2]d()V %[3]d>android.os.Parcel.read()V %[4]d<android.os.Parcel.read()V %[5]d<com.acme.shop.Cart.m%[2]d()V", 10*i, i, 10*i+1, 10*i+7, 10*i+9)
	}
	file := saved(t, "guess.trace", tracetest.Bytes(records))
	const guess = "Your code: com.acme.shop, a guess."
	for _, tt := range []struct {
		args string
		says bool
	}{
		{"overview", true}, {"overview -format markdown", true}, {"ask overview", true}, {"ask overview -format json", true},
		{"export -format csv -charged", true}, {"export -format csv -by origin", true}, {"export -format csv -by library", true}, {"export -format csv -filter self:origin:own", true},
		{"export -format csv", false}, {"export -format csv -by class", false}, {"export -format csv -filter off:origin:own", false},
	} {
		args := append(strings.Fields(tt.args), file)
		for _, own := range []bool{false, true} {
			if own {
				args = append(args, "-own", "com.acme.shop")
			}
			status, out, stderr := ran(args...)
			if status != 0 || strings.Contains(out+stderr, guess) != (tt.says && !own) {
				t.Errorf("%q: status %d, %s\n%s", args, status, out, stderr)
			}
		}
	}
	for own, want := range map[string]bool{"com.acme.shop": false, "": true} {
		args := []string{"overview", "-format", "json", file}
		if own != "" {
			args = append(args, "-own", own)
		}
		if _, out, _ := ran(args...); strings.Contains(out, `"ownGuess":"com.acme.shop"`) != want {
			t.Errorf("%q: %s", args, out)
		}
	}
}
