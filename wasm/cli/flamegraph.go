//go:build !js

package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/report"
	"traceglass/render/report/flamegraph"
)

const flamegraphUsage = `usage: traceglass flamegraph [-thread T] [-clock C] [-reverse] [-switches] [-o dir] trace
  -thread T  - Only the thread with this name or id
  -clock C   - wall, cpu or waiting; else wall where the trace has it
  -reverse   - Put the innermost methods at the bottom, what called them above
  -switches  - Show time off the CPU, more than 100 us between two records of a
               thread, as a call of (context switch); needs both clocks
  -o dir     - Write there; else to the folder flamegraphs

Writes an SVG for all threads together and one for each, which need no other
file and no network, index.html, and stacks.folded: a line for every path of
every thread with the time, in ns, spent in its innermost method.
`

func flamegraphCommand(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("flamegraph", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() { fmt.Fprint(stderr, flamegraphUsage) }
	thread := flags.String("thread", "", "")
	clock := flags.String("clock", "", "")
	reverse := flags.Bool("reverse", false, "")
	switches := flags.Bool("switches", false, "")
	dir := flags.String("o", "flamegraphs", "")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	by, known := clocks[*clock]
	if flags.NArg() != 1 || !known {
		fmt.Fprint(stderr, flamegraphUsage)
		return 2
	}
	p, err := read(flags.Args(), *switches)
	if err == nil && *switches {
		p = switched(p)
	}
	if err == nil {
		err = flamegraphs(p, by.of(p), *thread, *reverse, *dir, filepath.Base(flags.Arg(0)))
	}
	if err != nil {
		fmt.Fprintf(stderr, "traceglass flamegraph: %v\n", err)
		return 1
	}
	fmt.Fprintf(stdout, "%s\n", filepath.Join(*dir, "index.html"))
	return 0
}

// A clockChoice is a value of -clock.
type clockChoice struct {
	clock profile.Clock
	auto  bool // wall where the trace has it
}

var clocks = map[string]clockChoice{
	"":        {auto: true},
	"wall":    {clock: profile.Wall},
	"cpu":     {clock: profile.CPU},
	"waiting": {clock: profile.Waiting},
}

// of returns the clock for one trace.
func (c clockChoice) of(p *profile.Profile) profile.Clock {
	if c.auto && p.Calls.Primary() == trace.CPU {
		return profile.CPU
	}
	return c.clock
}

var clockNames = [...]string{profile.Wall: "Wall", profile.CPU: "CPU", profile.Waiting: "Waiting"}

// flamegraphs writes the files of a trace.
func flamegraphs(p *profile.Profile, clock profile.Clock, only string, reverse bool, dir, title string) error {
	var threads []trace.ThreadIndex
	for _, t := range report.Threads(p.Index) {
		in := &p.Info.Threads[t]
		if only == "" || in.Name == only || strconv.FormatUint(uint64(in.ID), 10) == only {
			threads = append(threads, t)
		}
	}
	if only != "" && len(threads) == 0 {
		return fmt.Errorf("no thread with calls has the name or id %q", only)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	page := flamegraph.Page{Title: title, Clock: clockNames[clock], Stacks: "stacks.folded"}
	draw := func(p *profile.Profile, name, file string) error {
		g := flamegraph.New(p, clock, name, reverse)
		entry := flamegraph.Entry{Name: name, File: file, Time: g.Total}
		for row := 1; row < p.Tree.Len(); row++ {
			entry.Calls += p.Rows[row].Calls
		}
		page.Graphs = append(page.Graphs, entry)
		return create(filepath.Join(dir, file), g.SVG)
	}
	if only == "" {
		if err := draw(p, "All threads", "all.svg"); err != nil {
			return err
		}
	}
	var one *profile.Profile
	for _, t := range threads {
		in := &p.Info.Threads[t]
		one = p.Index.Profile(report.Only(p.Index, t), one)
		if err := draw(one, report.ThreadLabel(in), fileName(in)); err != nil {
			return err
		}
	}
	slices.SortStableFunc(page.Graphs, func(a, b flamegraph.Entry) int { return cmp.Compare(b.Time, a.Time) })
	err := create(filepath.Join(dir, page.Stacks), func(w io.Writer) error {
		return report.Folded(w, p.Index, threads, clock, reverse)
	})
	if err != nil {
		return err
	}
	return create(filepath.Join(dir, "index.html"), page.HTML)
}

// fileName names a thread's SVG by what of its name is safe in one, and its id.
func fileName(t *trace.Thread) string {
	safe := strings.Map(func(c rune) rune {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_':
			return c
		}
		return '_'
	}, t.Name)
	return fmt.Sprintf("thread-%d-%.60s.svg", t.ID, safe)
}

// create writes a file.
func create(path string, write func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
