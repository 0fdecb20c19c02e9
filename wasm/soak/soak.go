// Package soak runs programs on files that try to break them, for tests: damaged files, generated
// pairs and piles by seed, and hostile files of each kind by size. The cost of a run is counted,
// not timed: executed blocks of this project's code, allocated bytes, and written bytes. So a
// file costs about the same on every machine, and a limit can be given.
package soak

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"
	"time"
)

// A Cost is the cost of one run.
type Cost struct {
	Steps  int64 // executed blocks of code; 0 if they are not counted
	Memory int64 // total bytes allocated, which is more than are ever in use
	Output int64 // bytes written
	Panic  string
	took   time.Duration // only for the table
}

// A Bound limits the cost of a run: a fixed part and a part per byte of input.
type Bound struct {
	Steps, Memory, Output Line
	Paths                 bool // the run writes each path, or each depth, in full
}

// A Line is Base, plus Each per uncompressed byte of a file.
type Line struct{ Base, Each int64 }

func (l Line) over(value, size int64) bool { return value > l.Base+l.Each*size }

// Measure calls run and returns its cost. run returns how many bytes it wrote.
func Measure(run func() int64) (c Cost) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	clearSteps()
	began := time.Now()
	defer func() {
		if r := recover(); r != nil {
			stack := make([]byte, 2<<10)
			c.Panic = fmt.Sprintf("%v\n%s", r, stack[:runtime.Stack(stack, false)])
		}
		c.took = time.Since(began)
		c.Steps = steps()
		runtime.ReadMemStats(&after)
		c.Memory = int64(after.TotalAlloc - before.TotalAlloc)
	}()
	c.Output = run()
	return c
}

// Range returns the seeds that a test runs: those in the environment variable SOAK, as 5000 for
// the first 5000, or 5000+100 for a hundred from number 5000. Without SOAK it returns 0 to few.
func Range(t *testing.T, few uint64) (from, to uint64) {
	text := os.Getenv("SOAK")
	if text == "" {
		return 0, few
	}
	first, count, ranged := strings.Cut(text, "+")
	if !ranged {
		first, count = "0", text
	}
	from, err := strconv.ParseUint(first, 10, 63)
	n, err2 := strconv.ParseUint(count, 10, 63)
	if err != nil || err2 != nil {
		t.Fatalf("SOAK is %q, want a count of files", text)
	}
	return from, from + n
}

// A Table has a row for each class of runs.
type Table struct {
	t      *testing.T
	order  []string
	rows   map[string]*row
	failed int
}

type row struct {
	files, runs, panics          int
	overSteps, overMem, overOut  int
	size, steps, memory, outputs int64 // maximum over all runs
	perByte                      int64 // maximum steps per byte, for files of 1 KB or more
	took                         time.Duration
	seen                         string // the last file
}

// NewTable returns a table that reports exceeded limits to t.
func NewTable(t *testing.T) *Table { return &Table{t: t, rows: map[string]*row{}} }

// Add records the cost of a run of a class on a file of size uncompressed bytes. file identifies
// the file, for example by its seed; how describes the run.
func (b *Table) Add(class, file, how string, size int64, c Cost, bound Bound) {
	b.t.Helper()
	r := b.rows[class]
	if r == nil {
		r = &row{}
		b.rows[class], b.order = r, append(b.order, class)
	}
	if file != r.seen {
		r.files++
		r.seen = file
	}
	r.runs++
	r.size, r.steps, r.memory, r.outputs = max(r.size, size), max(r.steps, c.Steps), max(r.memory, c.Memory), max(r.outputs, c.Output)
	if size >= 1024 {
		r.perByte = max(r.perByte, c.Steps/size)
	}
	r.took = max(r.took, c.took)
	wrong := func(count *int, format string, args ...any) {
		*count++
		if b.failed++; b.failed <= 20 {
			b.t.Errorf("%s, %s, %s, of %d bytes: %s", class, file, how, size, fmt.Sprintf(format, args...))
		}
	}
	if c.Panic != "" {
		wrong(&r.panics, "panic: %s", c.Panic)
	}
	if bound.Steps.over(c.Steps, size) {
		wrong(&r.overSteps, "%d steps of at most %d + %d a byte", c.Steps, bound.Steps.Base, bound.Steps.Each)
	}
	if bound.Memory.over(c.Memory, size) {
		wrong(&r.overMem, "%d bytes allocated of at most %d + %d a byte", c.Memory, bound.Memory.Base, bound.Memory.Each)
	}
	if bound.Output.over(c.Output, size) {
		wrong(&r.overOut, "%d bytes written of at most %d + %d a byte", c.Output, bound.Output.Base, bound.Output.Each)
	}
}

// Grown checks that a run on a file four times as large costs proportionally more, not
// quadratically.
func (b *Table) Grown(class, how string, small, large Cost) {
	b.t.Helper()
	for _, of := range []struct {
		name         string
		small, large int64
		slack        int64
	}{{"steps", small.Steps, large.Steps, 100_000}, {"bytes allocated", small.Memory, large.Memory, 4 << 20}, {"bytes written", small.Output, large.Output, 100_000}} {
		if of.large > 6*of.small+of.slack {
			b.t.Errorf("%s, %s: %d %s, of a file four times as large %d", class, how, of.small, of.name, of.large)
		}
	}
}

// String formats the table as text.
func (b *Table) String() string {
	var s strings.Builder
	w := tabwriter.NewWriter(&s, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "files\truns\tpanics\tover steps\tover memory\tover output\tlargest KB\tmost steps\tsteps a byte\tmost MB\tmost written KB\tlongest s\t  class\n")
	var sum row
	line := func(r *row, class string) {
		fmt.Fprintf(w, "%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%.2f\t  %s\n", r.files, r.runs, r.panics, r.overSteps, r.overMem, r.overOut,
			r.size>>10, r.steps, r.perByte, r.memory>>20, r.outputs>>10, r.took.Seconds(), class)
	}
	for _, class := range b.order {
		r := b.rows[class]
		line(r, class)
		sum.files, sum.runs, sum.panics = sum.files+r.files, sum.runs+r.runs, sum.panics+r.panics
		sum.overSteps, sum.overMem, sum.overOut = sum.overSteps+r.overSteps, sum.overMem+r.overMem, sum.overOut+r.overOut
		sum.size, sum.steps, sum.memory, sum.outputs = max(sum.size, r.size), max(sum.steps, r.steps), max(sum.memory, r.memory), max(sum.outputs, r.outputs)
		sum.perByte, sum.took = max(sum.perByte, r.perByte), max(sum.took, r.took)
	}
	line(&sum, "all")
	w.Flush()
	return s.String()
}
