// Command tally reads the output of go test -json, prints what failed and how, a line
// a package, which tests took longest, and at the end the totals of all tests and subtests:
//
//	longest: NAME 12 s, …
//	N passed, N failed, N skipped
//
// It fails if a test, or the building of one, did; or if there were no tests.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// An event is one line of the input; see go doc test2json.
type event struct {
	Action, Package, ImportPath, Test, Output, FailedBuild string
	Elapsed                                                float64 // seconds
}

type totals struct {
	passed, failed, skipped int
	took                    []event // of tests that passed, each as a whole
}

func main() {
	t, err := tally(os.Stdin, os.Stdout)
	if err != nil {
		fmt.Println(err)
	}
	slices.SortStableFunc(t.took, func(a, b event) int { return cmp.Compare(b.Elapsed, a.Elapsed) })
	const most = 12
	longest := make([]string, min(len(t.took), most))
	for i := range longest {
		longest[i] = fmt.Sprintf("%s %.0f s", t.took[i].Test, t.took[i].Elapsed)
	}
	fmt.Println("longest:", strings.Join(longest, ", "))
	fmt.Printf("%d passed, %d failed, %d skipped\n", t.passed, t.failed, t.skipped)
	if err != nil || t.failed > 0 || t.passed == 0 {
		os.Exit(1)
	}
}

func tally(in io.Reader, out io.Writer) (totals, error) {
	var t totals
	said := make(map[string]*strings.Builder) // output by package and test, kept until it has ended
	failures := make(map[string]int)          // by package
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var e event
			if json.Unmarshal(line, &e) != nil {
				out.Write(line) // not from a test
				continue
			}
			key := cmp.Or(e.Package, e.ImportPath) + " " + e.Test
			switch e.Action {
			case "output", "build-output":
				if said[key] == nil {
					said[key] = new(strings.Builder)
				}
				said[key].WriteString(e.Output)
			case "pass", "fail", "skip", "build-fail":
				t.count(e, failures)
				report(e, said[key], out)
				delete(said, key)
			}
		}
		if err == io.EOF {
			return t, nil
		}
		if err != nil {
			return t, err
		}
	}
}

func (t *totals) count(e event, failures map[string]int) {
	switch {
	case e.Test != "" && e.Action == "pass":
		t.passed++
		if !strings.Contains(e.Test, "/") {
			t.took = append(t.took, e)
		}
	case e.Test != "" && e.Action == "skip":
		t.skipped++
	case e.Test != "" && e.Action == "fail":
		t.failed++
		failures[e.Package]++
	case e.Test == "" && e.Action == "fail" && failures[e.Package] == 0:
		t.failed++ // it did not build, or crashed outside of any test
	}
}

func report(e event, said *strings.Builder, out io.Writer) {
	// A test that failed or was skipped says why; a package shows its closing line.
	if said != nil && (e.Test == "" || e.Action != "pass") {
		for line := range strings.Lines(said.String()) {
			if !strings.HasPrefix(line, "=== ") && line != "PASS\n" && line != "FAIL\n" {
				io.WriteString(out, line)
			}
		}
	}
}
