package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"traceglass/render/answer"
	"traceglass/wasm/soak"
)

func TestMain(m *testing.M) {
	status := soak.Main(m)
	for _, do := range atEnd {
		do()
	}
	os.Exit(status)
}

// atEnd is what several tests share and the last one removes.
var atEnd []func()

// A form is one way to run a command. Its words A and B are the files, OUT a path to write to,
// and BUDGET a budget.
type form struct {
	words  string
	traces bool // it accepts traces
	dumps  bool // it accepts thread dumps
	bound  soak.Bound
	with   string // the kind of B: Case.With
}

// fits reports whether the form accepts the case.
func (f form) fits(c soak.Case) bool {
	return c.With == f.with && (c.Dumps && f.dumps || c.Traces && f.traces)
}

// forms returns all ways to run the command.
func forms() (all []form) {
	add := func(traces, dumps bool, bound soak.Bound, words ...string) {
		for _, w := range words {
			all = append(all, form{words: w, traces: traces, dumps: dumps, bound: bound})
		}
	}
	// A record of a dump without a header may have one byte. Any record may cost 500 steps and a
	// line. The table of method ids needs up to 16 MB per file.
	bound := soak.Bound{Steps: soak.Line{Base: 300_000, Each: 600}, Memory: soak.Line{Base: 60 << 20, Each: 1000}, Output: soak.Line{Base: 200_000, Each: 200}}
	// Each line of records is indented by its depth, as in dmtracedump.
	indented := soak.Bound{Paths: true, Steps: bound.Steps, Memory: bound.Memory, Output: soak.Line{Base: 200_000, Each: 1000}}
	// A path has up to 1,000 names per call.
	paths := soak.Bound{Paths: true, Steps: soak.Line{Base: 1_000_000, Each: 2000}, Memory: soak.Line{Base: 60 << 20, Each: 20_000}, Output: soak.Line{Base: 200_000, Each: 1000}}
	add(true, true, bound, "summary A", "table -o OUT A", "export -format csv A")
	add(true, true, paths, "export -format folded A")
	add(true, false, bound, "export -format tsv A", "export -format json -switches A", "export -format json -from 0.0002s -to 0.0009s -thread main A",
		"dmtracedump A", "dmtracedump -h A", "dmtracedump -faults A", "dmtracedump -compat=0 -clock waiting A", "dmtracedump -d B A", "dmtracedump -h -d B A",
		"dmtracedump -g OUT.dot A", "traceview -r A", "overview A", "overview -format sarif -min-time 0s -min-share 0% A", "overview -format json -from 0.0002s -min-time 0s -min-share 0% A", "export -format text A", "export -format html A", "export -format dot A",
		"export -format speedscope A", "export -format chrome A", "export -format perfetto A", "export -format firefox A", "export -format perfetto -from 0.0002s -to 0.0009s A")
	// These read each file twice.
	twice := bound
	twice.Steps.Each *= 2
	add(true, false, twice, "compare A B -- B A", "compare -format csv A A -- B B")
	add(true, false, bound, "compare -rows 0 A B", "compare -format markdown -from 0.0002s B A", "compare -format csv A B", "check -budget BUDGET -base A B", "check -budget BUDGET -format sarif -base A B")
	add(true, false, paths, "compare -format json A B", "compare -format svg A B", "check -budget BUDGET -base A -format json B A")
	add(true, false, indented, "dmtracedump -o A")
	add(true, false, paths, "export -format pprof A", "flamegraph -o OUT.zip A", "flamegraph -o OUT A", "flamegraph -reverse -o OUT.zip A", "export -format folded -force -clock waiting A")
	add(false, true, bound, "explain A", "explain -format sarif A", "explain -all A B", "explain -group -base B A", "explain -group -format json A", "explain -group -format csv -base B A", "explain -group -format folded A",
		"export -format markdown A", "export -format svg A", "export -format locks A", "export -format csv -process 1 A", "export -format folded -process 2 A")
	// An answer has a limit of its own.
	asked := soak.Bound{Steps: bound.Steps, Memory: bound.Memory, Output: soak.Line{Base: answer.DefaultLimit}}
	add(true, true, asked, "ask overview -format json A", "ask waits -format markdown A")
	add(true, false, asked, "ask why m0 A", "ask diff A B")
	add(false, true, asked, "ask verdict A", "ask causes A B")
	with := func(what string, traces, dumps bool, words ...string) {
		for _, w := range words {
			all = append(all, form{words: w, traces: traces, dumps: dumps, bound: bound, with: what})
		}
	}
	with("map", true, true, "summary -mapping B A")
	with("map", true, false, "export -format csv -mapping B A")
	with("map", false, true, "explain -all -mapping B A", "export -format markdown -mapping B A")
	with("budget", true, false, "check -budget B A", "check -budget B -format json A")
	return all
}

// budgetOfAll has every kind of limit, on all methods.
const budgetOfAll = `[[rule]]
method = "*a*"
optional = true
calls = 1
more-calls = 0
new = 0
time = "1us"
self = "1us"
slower = "1%"
[[rule]]
class = "*p*"
optional = true
thread = "main"
calls = 0
`

// run runs a form on files in a folder. It returns how many bytes it wrote to standard output and
// to files.
func (f form) run(dir string, files []string) int64 {
	out := filepath.Join(dir, "out")
	var args []string
	for word := range strings.FieldsSeq(f.words) {
		switch {
		case word == "A":
			args = append(args, files[0])
		case word == "B":
			args = append(args, files[len(files)-1])
		case word == "BUDGET":
			path := filepath.Join(dir, "budget.toml")
			os.WriteFile(path, []byte(budgetOfAll), 0o644)
			args = append(args, path)
		default:
			args = append(args, strings.Replace(word, "OUT", out, 1))
		}
	}
	var n count
	run(args, &n, io.Discard)
	paths, _ := filepath.Glob(out + "*")
	for _, path := range paths {
		filepath.WalkDir(path, func(path string, d os.DirEntry, err error) error {
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
				n += count(info.Size())
			}
			return nil
		})
		os.RemoveAll(path)
	}
	return int64(n)
}

// A count counts the bytes written to it.
type count int64

func (c *count) Write(p []byte) (int, error) {
	*c += count(len(p))
	return len(p), nil
}

// save writes a case's files to a folder and returns their paths.
func save(t *testing.T, dir string, c soak.Case) (paths []string) {
	t.Helper()
	for _, f := range c.Files {
		path := filepath.Join(dir, f.Name)
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}

// entries returns the files in a folder, without the budget that run writes.
func entries(t *testing.T, dir string) (paths []string) {
	t.Helper()
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		if e.Name() != "budget.toml" {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	return paths
}

// formOf returns the form for the file of a seed, the next one for the next of its class. One
// file in ten gets a form that does not accept it.
func formOf(c soak.Case, seed uint64) form {
	var fit []form
	for _, f := range forms() {
		if seed/soak.Classes%10 == 9 || f.fits(c) {
			fit = append(fit, f)
		}
	}
	return fit[seed/soak.Classes%uint64(len(fit))]
}

// TestSoak runs the forms of every command on randomly damaged files, pairs and piles. Nothing
// may panic, and no file may cost more than the limit for its size.
func TestSoak(t *testing.T) {
	files, err := soak.NewFiles("../..")
	if err != nil {
		t.Fatal(err)
	}
	table := soak.NewTable(t)
	dir := t.TempDir()
	from, to := soak.Range(t, 60*soak.Classes)
	for seed := from; seed < to; seed++ {
		c := files.Case(seed)
		paths := save(t, dir, c)
		f := formOf(c, seed)
		table.Add(c.Class, fmt.Sprint("seed ", seed), f.words, c.Size, soak.Measure(func() int64 { return f.run(dir, paths) }), f.bound)
	}
	t.Log("\n" + table.String())
}

// TestHostile runs every form on hostile files of each kind, in two sizes. A file four times as
// large may cost about four times as much.
func TestHostile(t *testing.T) {
	table := soak.NewTable(t)
	for _, h := range soak.Hostiles() {
		dir := t.TempDir()
		c, larger := h.Make(h.Number), h.Make(4*h.Number)
		for _, f := range forms() {
			if !f.fits(c) {
				continue
			}
			paths := save(t, dir, c)
			cost := soak.Measure(func() int64 { return f.run(dir, paths) })
			table.Add(c.Class, fmt.Sprint(h.Number), f.words, c.Size, cost, f.bound)
			save(t, dir, larger)
			more := soak.Measure(func() int64 { return f.run(dir, paths) })
			table.Add(c.Class, fmt.Sprint(4*h.Number), f.words, larger.Size, more, f.bound)
			for _, e := range entries(t, dir) {
				if !slices.Contains(paths, e) {
					t.Fatalf("%s, %s: wrote %s, outside its output", c.Class, f.words, e)
				}
			}
			if !strings.Contains(f.words, "-from ") && !(h.Paths && f.bound.Paths) { // a range has a fixed length; paths grow with calls and depth
				table.Grown(c.Class, f.words, cost, more)
			}
		}
	}
	t.Log("\n" + table.String())
}
