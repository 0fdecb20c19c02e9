// Package ci writes results for CI and code hosts: as SARIF, as JUnit XML, and as GitHub's workflow commands. A Run
// holds the results of one command. Verdicts on budgets, overviews of traces and verdicts on thread dumps become
// results, and each format has one writer.
//
// Texts come from files. Add limits their number and length and makes control characters visible, so that writers only
// get lines of valid text.
package ci

import (
	"fmt"
	"io"
	"slices"

	"traceglass/parser/trace"
	"traceglass/render/words"
)

// These limit a Run.
const (
	MostResults = 5000 // findings; GitHub shows so many alerts
	MostTests   = 5000 // passed and skipped tests
	mostFailed  = 100  // files
	mostListed  = 20   // methods, places and paths of a result
	mostFrames  = 20   // of a path
	mostLines   = 40   // of a message
	mostText    = 1000 // bytes of a line or name
)

// Formats are the writers by the name of their format, in the order of the help.
var Formats = []struct {
	Name, Usage string
	Write       func(io.Writer, *Run) error
}{
	{"sarif", "SARIF 2.1.0, for code hosts that show alerts", SARIF},
	{"junit", "JUnit XML, for CI servers that show tests", JUnit},
	{"github", "workflow commands, with which a job of GitHub Actions annotates its run", GitHub},
}

// A Run holds the results of one command.
type Run struct {
	Command string // "check"
	Version string // of the program, "" if unknown
	Rules   []Rule // writers leave out those without a result
	Results []Result
	Notes   []string // sentences about the whole run

	failed                []Place // what could not be read, and why
	failedOmitted         int
	found, tests          int // of Results
	omitted, testsOmitted int
}

// A Rule decides what a result is. Its ID is the same in every run.
type Rule struct{ ID, Title, Help string }

// A Level is how severe a result is.
type Level uint8

const (
	Passed  Level = iota // nothing was found
	Skipped              // the file cannot answer the rule
	Note
	Warning
	Error
)

// A Result is the outcome of one rule for one subject.
type Result struct {
	Rule        string // ID of a Rule
	Level       Level
	Undecided   bool   // the rule could not be decided
	Suite, Test string // subject and name, for reports of tests
	Message     []string
	Place       Place
	Methods     []Method // where it is in the code, the most important method first
	Related     []Place  // further lines that show it
	Paths       []Path
	Key         []string // is equal in the same result of another run
	Figures     []Figure
}

// A Place is a line of a file, from 1, or 0 for the whole file. Text describes it.
type Place struct {
	File string // with slashes
	Line int
	Text string
}

// A Method is a method by its full name, such as com.example.Feed.parse. Source is its place, without a File if that is
// unknown.
type Method struct {
	Name   string
	Source Place
}

// A Path leads to a method through its callers, outermost first.
type Path struct {
	Text   string
	Frames []string
}

// AddMethod adds a method, unless the result has it.
func (r *Result) AddMethod(m Method) {
	if !slices.Contains(r.Methods, m) {
		r.Methods = append(r.Methods, m)
	}
}

// A Figure is a count, a share, or a time in nanoseconds.
type Figure struct {
	Name  string
	Value float64
}

// Add adds a result, with texts and lists of limited length. A result too many only counts as left out.
func (r *Run) Add(one Result) {
	kept, omitted, most := &r.found, &r.omitted, MostResults
	if one.Level < Note {
		kept, omitted, most = &r.tests, &r.testsOmitted, MostTests
	}
	if *kept >= most {
		*omitted++
		return
	}
	*kept++
	one.Figures = slices.Clone(one.Figures)
	short := func(name string, n int) int {
		if n > mostListed {
			one.Figures = append(one.Figures, Figure{name, float64(n - mostListed)})
		}
		return min(n, mostListed)
	}
	one.Methods = slices.Clone(one.Methods[:short("methodsLeftOut", len(one.Methods))])
	one.Related = slices.Clone(one.Related[:short("placesLeftOut", len(one.Related))])
	one.Paths = slices.Clone(one.Paths[:short("pathsLeftOut", len(one.Paths))])
	one.Rule, one.Suite, one.Test = line(one.Rule), line(one.Suite), line(one.Test)
	one.Message = lines(one.Message)
	one.Place = one.Place.bounded()
	for i, m := range one.Methods {
		one.Methods[i] = Method{line(m.Name), m.Source.bounded()}
	}
	for i, p := range one.Related {
		one.Related[i] = p.bounded()
	}
	for i, p := range one.Paths {
		frames := slices.Clone(p.Frames[max(0, len(p.Frames)-mostFrames):])
		for k, name := range frames {
			frames[k] = line(name)
		}
		one.Paths[i] = Path{line(p.Text), frames}
	}
	r.Results = append(r.Results, one)
}

// Fail adds a file that cannot be read.
func (r *Run) Fail(at Place, err error) {
	if len(r.failed) == mostFailed {
		r.failedOmitted++
		return
	}
	at.Text = err.Error()
	r.failed = append(r.failed, at.bounded())
}

// withFailed returns the results, and before them an undecided one for each file that cannot be read.
func (r *Run) withFailed() (all []Result) {
	for _, p := range r.failed {
		all = append(all, Result{Rule: unreadable, Level: Error, Undecided: true, Suite: p.File, Test: unreadable, Message: []string{p.Text}, Place: p})
	}
	return append(all, r.Results...)
}

// unreadable is the title of a file that cannot be read.
const unreadable = "Cannot be read"

// Found returns the number of results, and how many of them Add left out. Passed and skipped tests do not count.
func (r *Run) Found() (n, omitted int) { return r.found + r.omitted, r.omitted }

// notes returns the sentences about the run, and how much it leaves out.
func (r *Run) notes() []string {
	all := lines(r.Notes)
	if r.failedOmitted > 0 {
		all = append(all, fmt.Sprintf("%d more files cannot be read.", r.failedOmitted))
	}
	if r.omitted > 0 {
		all = append(all, fmt.Sprintf("%d more results are left out: a report has at most %d.", r.omitted, MostResults))
	}
	if r.testsOmitted > 0 {
		all = append(all, fmt.Sprintf("%d more passed or skipped tests are left out: a report has at most %d.", r.testsOmitted, MostTests))
	}
	return all
}

// rules returns the rules with a result, and their rows by ID.
func (r *Run) rules() (used []Rule, rows map[string]int) {
	wanted := map[string]bool{}
	for i := range r.Results {
		wanted[r.Results[i].Rule] = true
	}
	rows = map[string]int{}
	for _, rule := range r.Rules {
		rule = Rule{line(rule.ID), line(rule.Title), line(rule.Help)}
		if _, known := rows[rule.ID]; !known && wanted[rule.ID] {
			rows[rule.ID] = len(used)
			used = append(used, rule)
		}
	}
	return used, rows
}

func (p Place) bounded() Place { return Place{line(p.File), p.Line, line(p.Text)} }

// line limits a text to one line of valid, visible characters.
func line(s string) string { return trace.Visible(words.ClipTo(words.Plain(s), mostText)) }

// lines limits the lines of a message.
func lines(all []string) []string {
	var some []string
	for _, s := range all[:min(len(all), mostLines)] {
		some = append(some, line(s))
	}
	if more := len(all) - mostLines; more > 0 {
		some = append(some, fmt.Sprintf("and %d more lines", more))
	}
	return some
}
