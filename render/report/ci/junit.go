package ci

import (
	"encoding/xml"
	"io"
	"strconv"
	"strings"
)

// The elements that JUnit writes.
type (
	testSuites struct {
		XMLName xml.Name `xml:"testsuites"`
		Name    string   `xml:"name,attr"`
		totals
		Suites []*testSuite `xml:"testsuite"`
	}
	totals struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Skipped  int `xml:"skipped,attr"`
		Time     int `xml:"time,attr"` // some readers need it
	}
	testSuite struct {
		Name string `xml:"name,attr"`
		totals
		Cases []testCase `xml:"testcase"`
		Out   string     `xml:"system-out,omitempty"`
	}
	testCase struct {
		Name       string          `xml:"name,attr"`
		Class      string          `xml:"classname,attr"`
		File       string          `xml:"file,attr,omitempty"`
		Line       int             `xml:"line,attr,omitempty"`
		Time       int             `xml:"time,attr"`
		Properties *testProperties `xml:"properties"`
		Failure    *testFailure    `xml:"failure"`
		Error      *testFailure    `xml:"error"`
		Skipped    *testSkip       `xml:"skipped"`
		Out        string          `xml:"system-out,omitempty"`
	}
	testProperties struct {
		All []testProperty `xml:"property"`
	}
	testProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	testFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
	testSkip struct {
		Message string `xml:"message,attr,omitempty"`
	}
)

func (t *totals) add(c *testCase) {
	t.Tests++
	switch {
	case c.Failure != nil:
		t.Failures++
	case c.Error != nil:
		t.Errors++
	case c.Skipped != nil:
		t.Skipped++
	}
}

// JUnit writes JUnit XML: a suite per subject, and a case per result. A warning or an error is a failure, or an error if
// it is undecided. A note is the output of a passed test.
func JUnit(w io.Writer, r *Run) error {
	all := testSuites{Name: "traceglass " + r.Command}
	known := map[string]*testSuite{}
	tests := r.withFailed()
	for i := range tests {
		one := &tests[i]
		suite := known[one.Suite]
		if suite == nil {
			suite = &testSuite{Name: one.Suite}
			known[one.Suite] = suite
			all.Suites = append(all.Suites, suite)
		}
		c := one.junit()
		suite.Cases = append(suite.Cases, c)
		suite.add(&c)
		all.add(&c)
	}
	if notes := r.notes(); len(notes) > 0 {
		if len(all.Suites) == 0 {
			all.Suites = []*testSuite{{Name: all.Name}}
		}
		all.Suites[0].Out = strings.Join(notes, "\n")
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (r *Result) junit() testCase {
	c := testCase{Name: r.Test, Class: r.Suite, File: r.Place.File, Line: r.Place.Line}
	if len(r.Figures) > 0 {
		c.Properties = &testProperties{}
		for _, f := range r.Figures {
			c.Properties.All = append(c.Properties.All, testProperty{f.Name, strconv.FormatFloat(f.Value, 'f', -1, 64)})
		}
	}
	text := strings.Join(r.Message, "\n")
	first, _, _ := strings.Cut(text, "\n")
	switch {
	case r.Level == Skipped:
		c.Skipped = &testSkip{first}
	case r.Level < Warning:
		c.Out = text
	case r.Undecided:
		c.Error = &testFailure{first, r.Rule, text}
	default:
		c.Failure = &testFailure{first, r.Rule, text}
	}
	return c
}
