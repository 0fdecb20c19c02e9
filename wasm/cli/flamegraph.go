package main

import (
	"archive/zip"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
	methods "traceglass/render/names"
	"traceglass/render/report"
	"traceglass/render/report/flamegraph"
)

func flamegraphCommand() *cobra.Command {
	var part part
	var by clockChoice
	var reverse, switches, force bool
	var dir string
	c := &cobra.Command{
		Use:   "flamegraph [options] FILE",
		Short: "write a flame graph of every thread into a folder or a zip file: SVGs that need no other file, an index, and the folded stacks",
		Long: `Writes one SVG for all threads together and one for each thread, which need no
other file and no network; index.html; and stacks.folded, which has a line for
every path of every thread, with the time spent in its innermost method.
`,
		Args: oneFile,
		RunE: func(c *cobra.Command, files []string) error {
			if err := part.check(); err != nil {
				return err
			}
			if dir == standardOutput {
				return usageError(errManyOutputs.Error())
			}
			ending := ""
			if strings.HasSuffix(dir, ".zip") {
				ending = ".zip"
			}
			stdout, stderr := c.OutOrStdout(), c.ErrOrStderr()
			return ended(eachTrace("flamegraph", files[0], dir, ending, stderr, func(paths []string, title string, to place) error {
				p, scope, err := readPart(paths, false, switches, &part)
				if err == nil {
					err = cmp.Or(warn(stderr, p), by.check(p))
				}
				if err != nil {
					return err
				}
				g := flamegraphs{p, scope, report.FoldedStacks{Clock: by.clockFor(p), Reverse: reverse, Full: force}, title}
				part.warnIdle(stderr)
				warnCut(stderr, p, force)
				switch about := g.stacks.Bytes(p); {
				case about > report.MaxOutput && !force:
					err = &errLarge{about}
				case ending != "":
					err = create(to, force, g.zip)
				default:
					err = g.folder(to)
				}
				if err != nil {
					return err
				}
				written := to.String()
				if ending == "" {
					written = filepath.Join(written, "index.html")
				}
				fmt.Fprintln(stdout, report.Clean(written))
				return nil
			}))
		},
	}
	part.flags(c.Flags())
	part.filterFlag(c.Flags())
	chooseClock(c, &by, "wall, if the trace has it")
	c.Flags().BoolVar(&reverse, "reverse", false, "Put the innermost methods at the bottom, and their callers above")
	c.Flags().BoolVar(&switches, "switches", false, "Show time off the CPU, if it is more than 100 us between two records of a thread, as a call of (context switch); needs both clocks")
	c.Flags().BoolVar(&force, "force", false, "Write more than 2 GB, and paths of more than 1,000 calls in full")
	c.Flags().StringVarP(&dir, "output", "o", "flamegraphs", "The folder `DIR` to write to, or a zip file if the name ends in .zip")
	return c
}

// A clockChoice is a value of -clock.
type clockChoice struct {
	clock profile.Clock
	auto  bool // wall if the trace has it
}

// chooseClock declares -clock. Without it, the clock is usual.
func chooseClock(c *cobra.Command, to *clockChoice, usual string) {
	to.auto = true
	choose(c, to, "clock", "C", "", "default: "+usual, value[clockChoice]{name: "wall", is: clockChoice{clock: profile.Wall}},
		value[clockChoice]{name: "cpu", is: clockChoice{clock: profile.CPU}}, value[clockChoice]{name: "waiting", is: clockChoice{clock: profile.Waiting}})
}

// check returns an error if a trace lacks the clock.
func (c clockChoice) check(p *profile.Profile) error {
	if c.auto {
		return nil
	}
	return report.HasClock(p.Index, c.clock)
}

// clockFor returns the clock for one trace.
func (c clockChoice) clockFor(p *profile.Profile) profile.Clock {
	if c.auto {
		return profile.Usual(p.Index)
	}
	return c.clock
}

// timeAxis returns the clock that places calls in time.
func (c clockChoice) timeAxis(p *profile.Profile) profile.Clock {
	if c.auto && p.Calls.Primary() == trace.Wall {
		return profile.Wall
	}
	return c.clockFor(p)
}

// clockName returns the name of a clock, or of the events that a profile counts instead.
func clockName(p *profile.Profile, clock profile.Clock) string {
	switch s := p.Info.Samples; {
	case p.Counts(clock):
		return s.Measures[s.Measure].Name
	case s != nil && clock == profile.Waiting:
		return "Off CPU"
	}
	return [...]string{profile.Wall: "Wall", profile.CPU: "CPU", profile.Waiting: "Waiting"}[clock]
}

// flamegraphs writes the files for a part of a trace.
type flamegraphs struct {
	whole  *profile.Profile // profile of the part
	part   profile.Scope
	stacks report.FoldedStacks
	title  string
}

// folder writes the files to a folder.
func (g *flamegraphs) folder(to place) error {
	folder, err := to.folder()
	if err != nil {
		return err
	}
	defer folder.Close()
	return g.write(func(name string, write func(io.Writer) error) error {
		return create(place{folder, name}, g.stacks.Full, write)
	})
}

// zip writes the files as a zip file without times, so that the bytes are reproducible.
func (g *flamegraphs) zip(w io.Writer) error {
	z := zip.NewWriter(w)
	err := g.write(func(name string, write func(io.Writer) error) error {
		f, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
		if err != nil {
			return err
		}
		return write(f)
	})
	return errors.Join(err, z.Close())
}

// write calls create for each file: all threads, unless only one is selected, then each thread.
func (g *flamegraphs) write(create func(name string, write func(io.Writer) error) error) error {
	index, whole := g.whole.Index, g.whole
	threads := report.Threads(index, g.part)
	page := flamegraph.Page{Title: g.title, Clock: clockName(whole, g.stacks.Clock), Stacks: "stacks.folded", Counted: whole.Counts(g.stacks.Clock)}
	page.Unit, _ = g.stacks.Unit(index)
	if page.Counted {
		page.Unit = page.Clock
	}
	g.stacks.Labels = methods.Labels(index)
	files := names{}
	draw := func(p *profile.Contexts, name, file string) error {
		graph := flamegraph.New(index, p, name, g.stacks)
		entry := flamegraph.Entry{Name: name, File: file, Time: graph.Total}
		for row := 1; row < p.Tree.Len(); row++ {
			entry.Calls += p.Rows[row].Calls
		}
		page.Graphs = append(page.Graphs, entry)
		return create(file, graph.SVG)
	}
	if g.part.Threads == nil || len(threads) > 1 {
		name := "All threads"
		if g.part.Threads != nil {
			name = "The chosen threads"
		}
		if err := draw(&whole.Contexts, name, "all.svg"); err != nil {
			return err
		}
	}
	var failure error
	whole.EachThread(threads, func(t trace.ThreadIndex, p *profile.Contexts) {
		in := &whole.Info.Threads[t]
		if failure == nil {
			failure = draw(p, report.ThreadLabel(in), files.nameFor(threadFile(in), ".svg"))
		}
	})
	if failure != nil {
		return failure
	}
	slices.SortStableFunc(page.Graphs, func(a, b flamegraph.Entry) int { return cmp.Compare(b.Time, a.Time) })
	err := create(page.Stacks, func(w io.Writer) error {
		return g.stacks.Write(w, whole)
	})
	if err != nil {
		return err
	}
	return create("index.html", page.HTML)
}

// threadFile returns a file name for a thread's SVG: its id, and its name without characters that
// links would escape.
func threadFile(t *trace.Thread) string {
	safe := strings.Map(func(c rune) rune {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_':
			return c
		}
		return '_'
	}, t.Name)
	return fmt.Sprintf("thread-%d-%.60s", t.ID, safe)
}
