package report

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestFindings checks that every code that a reader notes has a unit and an effect, which
// summary.md explains, and that no other code has one.
func TestFindings(t *testing.T) {
	text, err := os.ReadFile("summary.md")
	if err != nil {
		t.Fatal(err)
	}
	codes := func(patterns []string, expression string) (all []string) {
		t.Helper()
		for _, pattern := range patterns {
			files, _ := filepath.Glob(pattern)
			for _, file := range files {
				if strings.HasSuffix(file, "_test.go") {
					continue
				}
				source, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				for _, m := range regexp.MustCompile(expression).FindAllSubmatch(source, -1) {
					if code := string(m[1]); !slices.Contains(all, code) {
						all = append(all, code)
					}
				}
			}
		}
		return all
	}
	const noted = `(?:\b(?:note|Add|add)\(|Code: )"([a-z0-9-]+)"`
	traces := codes([]string{"../../parser/trace/*.go", "../../parser/profile/notes.go", "../../parser/simpleperf/*.go", "../../parser/input/disk/*.go", "../../wasm/cli/read.go"}, noted)
	traces = append(traces, codes([]string{"../../parser/trace/notes.go"}, `(?m)^\tcase "([a-z0-9-]+)":$`)...)
	dumps := codes([]string{"../../parser/dump/*.go"}, `\bnote\("([a-z0-9-]+)"`)
	for _, of := range []struct {
		noted []string
		known map[string]finding
	}{{traces, findings}, {dumps, dumpFindings}} {
		if len(of.noted) < len(of.known)/2 {
			t.Errorf("only %d codes are found in the source", len(of.noted))
		}
		for _, code := range of.noted {
			if strings.HasPrefix(code, "zip-of-") { // notes on files that are not read
				continue
			}
			if f := of.known[code]; f.unit == "" || !strings.Contains(string(text), "`\""+f.effect+"\"`") {
				t.Errorf("%s has unit %q and effect %q", code, f.unit, f.effect)
			}
		}
		for code := range of.known {
			if !slices.Contains(of.noted, code) {
				t.Errorf("%s is noted nowhere", code)
			}
		}
	}
}
