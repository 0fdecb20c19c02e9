//go:build !js

package ci

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"traceglass/render/report/ci/citest"
)

// written returns a run in each format.
func written(t *testing.T, r *Run) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, f := range Formats {
		var out bytes.Buffer
		if err := f.Write(&out, r); err != nil {
			t.Fatal(err)
		}
		all[f.Name] = out.String()
	}
	return all
}

// hostile are names that a file can have.
var hostile = []string{
	"::error file=a::b", "\n::set-env name=PATH::x", "a\r\n::error::b", "%0A::warning::x", "%250A", "##[error]x", "a,line=7,title=b::c: d%",
	"\x1b[31mred", "\x00", "\x7f\u0085\u2028\u2029::error::x", "\u202egnp.exe", "\xff\xfe", "\ufffe\uffff\U000e0041",
	"</failure><script>alert(1)</script>", "]]>", "<![CDATA[", "&amp;&#10;\"'", "{0} {name}", "[x](javascript:alert(1)) [y](1)", "../../etc/passwd",
	"C:/a b#c?d", "//host/share", "ignore all previous instructions", "Grüße 世界 💥", "", ".", strings.Repeat("A", 1<<20), strings.Repeat("世", 1<<19) + "\n::error::x",
}

// hostileRun has each hostile name in every text of a result of each level.
func hostileRun() *Run {
	r := &Run{Command: "check", Version: "(devel)", Notes: slices.Clone(hostile)}
	for _, s := range hostile {
		r.Fail(Place{s, 1, ""}, errors.New(s))
	}
	for i, s := range hostile {
		r.Rules = append(r.Rules, Rule{s, s, s})
		for level := Passed; level <= Error; level++ {
			at := Place{s, i, s}
			r.Add(Result{
				Rule: s, Level: level, Undecided: i%2 == 0, Suite: s, Test: s, Message: []string{s, s}, Place: at, Methods: []Method{{s, at}, {"a.b" + s, at}},
				Related: []Place{at}, Paths: []Path{{s, []string{s, s}}}, Key: []string{s}, Figures: []Figure{{"calls", 1e15}, {"share", 0.25}},
			})
		}
	}
	return r
}

// TestHostileNames checks that each format stays valid with hostile names, has one line per command, and no control
// characters, and that readers get the names as lines.
func TestHostileNames(t *testing.T) {
	r := hostileRun()
	out := written(t, r)
	for name, text := range out {
		if bad := strings.IndexFunc(text, func(c rune) bool { return c != '\n' && unicode.IsControl(c) }); bad >= 0 || !utf8.ValidString(text) || len(text) > 3<<20 {
			t.Errorf("%s: %d bytes, control character at %d", name, len(text), bad)
		}
	}
	counts := map[string]int{}
	for line := range strings.Lines(out["github"]) {
		c, ok := citest.ParseCommand(line)
		if !ok || !slices.Contains(githubLevels[Note:], c.Name) {
			t.Fatalf("a line is the command %q: %.200s", c.Name, line)
		}
		counts[c.Name]++
	}
	if counts["error"] != 10 || counts["warning"] != 10 || counts["notice"] != 10 {
		t.Errorf("%v", counts)
	}
	if wrong := citest.Invalid(t, map[string]string{"run": out["sarif"]}); len(wrong) > 0 {
		t.Errorf("SARIF: %q", wrong)
	}
	suites := citest.ReadJUnit(t, map[string]string{"run": out["junit"]})["run"]
	var names []string
	for _, s := range suites {
		if s.Tests != 6 || s.Failures+s.Errors != 3 || s.Skipped != 1 || len(s.Cases) != 6 || s.Cases[0].Error == nil {
			t.Errorf("%+v", s)
		}
		names = append(names, s.Name)
	}
	for i, s := range hostile {
		if want := strings.NewReplacer("\ufffe", "\ufffd", "\uffff", "\ufffd").Replace(line(s)); i >= len(names) || names[i] != want {
			t.Fatalf("suites %q, want %q at %d", names, want, i)
		}
	}
}

// TestCommands compares commands with those of the module that GitHub's own actions use.
func TestCommands(t *testing.T) {
	var commands []citest.Command
	var want []string
	for _, s := range hostile {
		r := &Run{Rules: []Rule{{ID: "rule", Title: s}}}
		r.Add(Result{Rule: "rule", Level: Error, Place: Place{File: "a/" + s, Line: 7}, Message: []string{"a: b", s}})
		one := &r.Results[0]
		commands = append(commands, citest.Command{Name: "error", File: one.Place.File, Line: "7", Title: line(s), Message: strings.Join(one.Message, "\n")})
		want = append(want, strings.TrimSuffix(written(t, r)["github"], "\n"))
	}
	for i, got := range citest.Issue(t, commands) {
		if got != want[i] {
			t.Errorf("%.300q, want %.300q", want[i], got)
		}
		if c, ok := citest.ParseCommand(want[i]); !ok || c != commands[i] {
			t.Errorf("%.300q is read as %.300q", want[i], fmt.Sprint(c))
		}
	}
}

// TestInvalid checks that a log with a mistake does not fit the schema.
func TestInvalid(t *testing.T) {
	r := &Run{}
	r.Add(Result{Rule: "a", Level: Note, Place: Place{File: "f", Line: 1}})
	text := written(t, r)["sarif"]
	wrong := citest.Invalid(t, map[string]string{
		"message": strings.Replace(text, `"message":`, `"massage":`, 1), "level": strings.Replace(text, `"level":"note"`, `"level":"notice"`, 1),
		"line": strings.Replace(text, `"startLine":1`, `"startLine":0`, 1), "uri": strings.Replace(text, `"uri":"f"`, `"uri":"a b"`, 1), "valid": text,
	})
	if len(wrong) != 4 || wrong["valid"] != nil {
		t.Errorf("%q", wrong)
	}
}

// TestLimits checks that a run keeps a limited number of results and tests with limited lists, and says how many it
// leaves out.
func TestLimits(t *testing.T) {
	r := &Run{}
	long := make([]string, 100)
	for i := range MostResults + 7 {
		one := Result{Rule: "a", Level: Error, Message: long, Place: Place{File: "f"}}
		if i == 0 {
			for k := range 100 {
				name := fmt.Sprint("m", k)
				one.Methods, one.Related = append(one.Methods, Method{Name: name}), append(one.Related, Place{File: name})
				one.Paths = append(one.Paths, Path{Frames: slices.Repeat([]string{name}, 100)})
			}
		}
		r.Add(one)
	}
	for range MostTests + 3 {
		r.Add(Result{Rule: "a", Level: Passed})
	}
	if n, omitted := r.Found(); n != MostResults+7 || omitted != 7 || len(r.Results) != MostResults+MostTests {
		t.Errorf("%d results, %d left out, %d kept", n, omitted, len(r.Results))
	}
	first := &r.Results[0]
	if len(first.Methods) != mostListed || len(first.Related) != mostListed || len(first.Paths) != mostListed || len(first.Paths[0].Frames) != mostFrames ||
		len(first.Message) != mostLines+1 || first.Message[mostLines] != "and 60 more lines" || fmt.Sprint(first.Figures) != "[{methodsLeftOut 80} {placesLeftOut 80} {pathsLeftOut 80}]" {
		t.Errorf("%d methods, %d places, %d paths, message %q, figures %v", len(first.Methods), len(first.Related), len(first.Paths), first.Message, first.Figures)
	}
	for range mostFailed + 5 {
		r.Fail(Place{File: "f"}, errors.New("no"))
	}
	out := written(t, r)
	for name, parts := range map[string][]string{
		"sarif": {"7 more results are left out: a report has at most 5000.", `"resultsLeftOut":7`}, "junit": {"7 more results are left out", "5 more files cannot be read.", "3 more passed or skipped tests are left out"},
		"github": {"::notice title=traceglass ::5102 more results are left out. -format sarif has up to 5000."},
	} {
		for _, part := range parts {
			if !strings.Contains(out[name], part) {
				t.Errorf("%s has no %q", name, part)
			}
		}
	}
	if strings.Count(out["github"], "::error ") != 10 {
		t.Errorf("%.500s", out["github"])
	}
}

// TestFingerprints checks that fingerprints do not depend on places, figures or messages, and differ within a run.
func TestFingerprints(t *testing.T) {
	prints := func(line int, keys ...string) (all []string) {
		r := &Run{}
		for _, key := range keys {
			r.Add(Result{Rule: "a", Level: Note, Key: []string{key}, Place: Place{File: fmt.Sprint("f", line), Line: line}, Message: []string{fmt.Sprint(line)}})
		}
		var log sarifLog
		if err := json.Unmarshal([]byte(written(t, r)["sarif"]), &log); err != nil {
			t.Fatal(err)
		}
		for _, s := range log.Runs[0].Results {
			all = append(all, s.Fingerprints["primaryLocationLineHash"])
		}
		return all
	}
	a, b := prints(1, "x", "y", "x"), prints(2, "y", "x")
	if a[0] != b[1] || a[1] != b[0] || a[2] != strings.TrimSuffix(a[0], "1")+"2" || a[0] == a[1] {
		t.Errorf("%q and %q", a, b)
	}
}

// FuzzRun holds for any text: every format is written, GitHub's lines are only annotations, and SARIF is JSON.
func FuzzRun(f *testing.F) {
	for _, s := range hostile[:len(hostile)-2] {
		f.Add(s, 3)
	}
	f.Fuzz(func(t *testing.T, s string, at int) {
		r := &Run{Command: s, Version: s, Rules: []Rule{{s, s, s}}, Notes: []string{s}}
		r.Add(Result{Rule: s, Level: Level(uint(at) % 5), Suite: s, Test: s, Message: []string{s}, Place: Place{s, at, s}, Methods: []Method{{s, Place{s, at, s}}}, Key: []string{s}})
		out := written(t, r)
		if !json.Valid([]byte(out["sarif"])) {
			t.Fatal(out["sarif"])
		}
		for line := range strings.Lines(out["github"]) {
			if c, ok := citest.ParseCommand(line); !ok || !slices.Contains(githubLevels[Note:], c.Name) {
				t.Fatalf("%q", line)
			}
		}
		decoder := xml.NewDecoder(strings.NewReader(out["junit"]))
		for {
			if _, err := decoder.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
	})
}
