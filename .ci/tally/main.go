// Command tally reads the output of go test -json. It prints the output of failed tests, one line for each
// package, the slowest tests, and at the end the totals of all tests and subtests:
//
//	longest: NAME 12 s, …
//	N passed, N failed, N skipped
//
// It exits with an error if a test or a build failed, or if there were no tests.
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
	took                    []event // tests that passed, with their time
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
	if err != nil || t.failed > 0 || t.passed+t.skipped == 0 {
		os.Exit(1)
	}
}

func tally(in io.Reader, out io.Writer) (totals, error) {
	var t totals
	outputs := make(map[string]*strings.Builder) // output by package and test, until the test ends
	failures := make(map[string]int)             // number of failed tests by package
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var e event
			if json.Unmarshal(line, &e) != nil {
				out.Write(line) // not from go test
				continue
			}
			key := cmp.Or(e.Package, e.ImportPath) + " " + e.Test
			switch e.Action {
			case "output", "build-output":
				if outputs[key] == nil {
					outputs[key] = new(strings.Builder)
				}
				outputs[key].WriteString(e.Output)
			case "pass", "fail", "skip", "build-fail":
				t.count(e, failures)
				report(e, outputs[key], out)
				delete(outputs, key)
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
		t.failed++ // a build error, or a crash outside of any test
	}
}

func report(e event, output *strings.Builder, out io.Writer) {
	// Print the output of failed and skipped tests, and the last line of each package.
	if output != nil && (e.Test == "" || e.Action != "pass") {
		for line := range strings.Lines(output.String()) {
			if !strings.HasPrefix(line, "=== ") && line != "PASS\n" && line != "FAIL\n" {
				io.WriteString(out, line)
			}
		}
	}
}
