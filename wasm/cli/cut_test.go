package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// TestCutProgram checks that dmtracedump itself prints, for traces cut out of others, the
// exclusive times of the range's table, by dmtracedump's clock.
func TestCutProgram(t *testing.T) {
	program, err := exec.LookPath("dmtracedump")
	if err != nil {
		t.Skip("dmtracedump is not installed (Debian package dmtracedump)")
	}
	var files []string
	for _, name := range []string{"traces/fenix-regular", "traces/vroom-clock_dual", "traces/jagframework-dmtrace", "variants/jag-v5-E2-dual", "variants/jag-f2-wall"} {
		found, _ := filepath.Glob("../../../shared/corpus/method-" + name + ".trace.gz")
		files = append(files, found...)
	}
	if len(files) == 0 {
		t.Skip("../shared/corpus is not here: its traces are not ours to ship")
	}
	random := rand.New(rand.NewPCG(12, 6))
	row := regexp.MustCompile(`(?m)^ *(\d+) +[\d.]+ +[\d.]+ +\[\d+\] (\S+) ([^\t\n]*)`)
	for _, file := range files {
		var about struct{ ToNs int64 }
		if err := json.Unmarshal(output(t, "export", "-format", "json", file), &about); err != nil {
			t.Fatal(err)
		}
		for n := range 3 {
			from, to := random.Int64N(about.ToNs/2), about.ToNs/2+random.Int64N(about.ToNs/2)
			args := []string{"-from", fmt.Sprint(from), "-to", fmt.Sprint(to), file}
			cut := filepath.Join(t.TempDir(), "cut.trace")
			output(t, append([]string{"cut", "-o", cut}, args...)...)
			var table struct {
				Clock   string
				Methods []struct {
					Class, Name, Signature          string
					ExclusiveCPUNs, ExclusiveWallNs int64
				}
			}
			if err := json.Unmarshal(output(t, append([]string{"export", "-format", "json"}, args...)...), &table); err != nil {
				t.Fatal(err)
			}
			want := map[string]int64{}
			for _, m := range table.Methods {
				own := m.ExclusiveCPUNs
				if table.Clock == "wall" {
					own = m.ExclusiveWallNs
				}
				if own > 0 {
					want[m.Class+"."+m.Name+" "+m.Signature] += own / 1000
				}
			}
			text, err := exec.Command(program, cut).Output()
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			exclusive, _, _ := strings.Cut(string(text), "Inclusive elapsed times")
			got := map[string]int64{}
			for _, m := range row.FindAllStringSubmatch(exclusive, -1) {
				us, _ := strconv.ParseInt(m[1], 10, 64)
				if m[2] != "(toplevel)" {
					got[m[2]+" "+m[3]] += us
				}
			}
			if len(want) == 0 || fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s, part %d:\n got %v\nwant %v", file, n, got, want)
			}
		}
	}
}

// output returns what a command writes to standard output. The command must succeed.
func output(t *testing.T, args ...string) []byte {
	t.Helper()
	var out, err bytes.Buffer
	if status := run(args, &out, &err); status != 0 {
		t.Fatalf("%q: status %d, %s", args, status, err.String())
	}
	return out.Bytes()
}

// TestCutRefuses checks the errors for traces that cannot be cut, and that no file is left.
func TestCutRefuses(t *testing.T) {
	trace := saved(t, "a.trace", tracetest.Bytes("main 0>A 5<A"))
	samples, _ := filepath.Glob("../../../shared/corpus/simpleperf/*.trace")
	to := filepath.Join(t.TempDir(), "none.trace")
	refused := func(status int, want string, args ...string) {
		t.Helper()
		var out, errs bytes.Buffer
		if got := run(append([]string{"cut", "-o", to}, args...), &out, &errs); got != status || !strings.Contains(errs.String(), want) {
			t.Errorf("%q: status %d, %s", args, got, errs.String())
		}
		if _, err := os.Stat(to); err == nil {
			t.Errorf("%q leaves a file", args)
		}
	}
	refused(1, "is after the trace's end", "-from", "1s", trace)
	refused(1, "no thread with calls has the name", "-thread", "x", trace)
	refused(2, "is not later than", "-from", "2s", "-to", "1s", trace)
	refused(2, "name one file", trace, trace)
	if len(samples) > 0 {
		refused(1, "recording of simpleperf", samples[0])
	} else {
		t.Log("../shared/corpus is not here: no recording of simpleperf is cut")
	}
	to = ""
	refused(2, "-o is missing", trace)
}

// TestStandardOutput checks that -o - means standard output for every command that writes a file,
// and is an error for one that writes several.
func TestStandardOutput(t *testing.T) {
	path := saved(t, "a.trace", tracetest.Bytes("main 0>A 5<A"))
	t.Chdir(t.TempDir())
	for args, want := range map[string]string{
		"cut -o -":                 "*version\n3\n",
		"export -format csv -o -":  "id,class,name",
		"export -format json -o -": `{"schema":1,`,
	} {
		if got := output(t, append(strings.Fields(args), path)...); !bytes.HasPrefix(got, []byte(want)) {
			t.Errorf("%s writes %.40q", args, got)
		}
	}
	for _, args := range []string{"flamegraph -o -", "table -o -"} {
		var out, err bytes.Buffer
		if status := run(append(strings.Fields(args), path), &out, &err); status != 2 || out.Len() > 0 || !strings.Contains(err.String(), "several files cannot go to standard output") {
			t.Errorf("%s: status %d, %q, %s", args, status, out.String(), err.String())
		}
	}
	if left, _ := os.ReadDir("."); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}
