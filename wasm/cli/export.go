package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"path/filepath"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/report"
	"traceglass/render/report/dmtracedump"
	"traceglass/render/report/perfetto"
	"traceglass/render/report/pprof"
)

const exportUsage = `usage: traceglass export -format F [-clock C] [-from T] [-to T] [-thread T]
                         [-t percent] [-rows N] [-switches] [-force] [-o file]
                         trace
       traceglass export -format F [-process N] [-dump name] [-force] [-o file]
                         dumps
  -format F   - One of
     csv        the method table for spreadsheets; a name that looks like a
                formula starts with '
     tsv        the method table with tabs
     json       the method table as objects, with the trace's clock, range and
                threads
     folded     stacks of every thread for flame graphs, in us, or in ns if the
                trace's clock is that fine
     speedscope every call, for speedscope
     perfetto   every call, for Perfetto: by far the smallest
     chrome     every call, for chrome://tracing and Perfetto
     firefox    every call, for Firefox Profiler
     pprof      every path, for "go tool pprof": calls, and time by each clock
     dot        the call graph for Graphviz
     text, html the four tables of dmtracedump
  -clock C    - wall, cpu or waiting, for folded, speedscope and firefox (these
                two not waiting), dot, text and html; default: wall, if the trace
                has it. The other formats contain every clock
` + partUsage + `  -t percent  - Share of its caller's inclusive time from which dot shows a
                method: 0 to 99; default: a share with 10 to 60 boxes
  -rows N     - Rows of each table of html, 0 for all; default 1,000, which a
                browser opens at once
  -switches   - Count time off the CPU, if it is more than 100 us between two
                records of a thread, as calls of (context switch), not in
                exclusive times. Needs both clocks. Not for speedscope, chrome
                and firefox, which contain only recorded calls
  -force      - Write more than 2 GB, and paths of more than 1,000 calls in full.
                A stack of n calls has n paths, so that is n * n / 2 names. Without
                -force the status is 3, and such paths end there
  -o file     - The file to write; its folder is created. Default, or with -:
                standard output

Standard error lists damage of the trace, and so does the file if its format has a
place for it.

Of thread dumps (traces.txt, anr_..., a bug report), one process is written: the
one that did not answer, or the one that you select:
  -process N  - The Nth process of the file, in the order of the page, from 1
  -dump NAME  - A process of the dump with this name in a zip file
  -format F   - One of
     markdown   for an issue tracker: verdict, who waits for whom, main's stack,
                time and build
     csv        the threads for spreadsheets
     folded     stacks for flame graphs, one per thread; without idle threads
     svg        a flame graph of these stacks, which needs no other file
     locks      the lock graph as an SVG, which needs no other file
`

// An export describes one format of traceglass export.
type export struct {
	calls bool // the format needs every call, not only sums
	write func(w io.Writer, p *profile.Profile, o exportOptions) error
	bytes func(p *profile.Profile, o exportOptions) int64 // estimates the output of write; nil if it is at most a trace's size
	paths bool                                            // deep paths are cut
}

type exportOptions struct {
	name      string // of the trace
	clock     profile.Clock
	part      profile.Scope
	threshold int // -1 selects the best one
	rows      int // limit for each table of html, 0 for all
	force     bool
}

func (o exportOptions) folded() report.FoldedStacks {
	return report.FoldedStacks{Clock: o.clock, Full: o.force}
}

var exports = map[string]export{
	"csv":  {write: table(report.CSV)},
	"tsv":  {write: table(report.TSV)},
	"json": {write: table(report.JSON)},
	"folded": {
		paths: true,
		bytes: func(p *profile.Profile, o exportOptions) int64 { return o.folded().Bytes(p) },
		write: func(w io.Writer, p *profile.Profile, o exportOptions) error {
			return o.folded().Write(w, p.Index, o.part)
		},
	},
	"speedscope": {calls: true, bytes: perCall(80, false), write: func(w io.Writer, p *profile.Profile, o exportOptions) error {
		return report.Speedscope(w, p.Index, o.part, o.name, o.clock)
	}},
	"chrome": {calls: true, bytes: perCall(110, true), write: func(w io.Writer, p *profile.Profile, o exportOptions) error {
		return report.Chrome(w, p.Index, o.part, o.name)
	}},
	"perfetto": {calls: true, bytes: perCall(28, false), write: func(w io.Writer, p *profile.Profile, o exportOptions) error {
		return perfetto.Write(w, p.Index, o.part, o.name)
	}},
	"firefox": {calls: true, bytes: perCall(50, false), write: func(w io.Writer, p *profile.Profile, o exportOptions) error {
		return report.Firefox(w, p.Index, o.part, o.name, o.clock)
	}},
	"pprof": {
		paths: true,
		bytes: func(p *profile.Profile, o exportOptions) int64 { return pprof.Bytes(p, o.force) },
		write: func(w io.Writer, p *profile.Profile, o exportOptions) error {
			return pprof.Write(w, p.Index, o.part, o.force)
		},
	},
	"dot": {write: func(w io.Writer, p *profile.Profile, o exportOptions) error {
		graph := dmtracedump.FromFigures(p, o.clock, nil)
		if o.threshold < 0 {
			o.threshold = graph.Threshold()
		}
		return graph.Graph(w, o.threshold)
	}},
	"text": {write: func(w io.Writer, p *profile.Profile, o exportOptions) error {
		return dmtracedump.FromFigures(p, o.clock, nil).Text(w)
	}},
	"html": {write: func(w io.Writer, p *profile.Profile, o exportOptions) error {
		return (&dmtracedump.Page{Profile: dmtracedump.FromFigures(p, o.clock, nil), Title: o.name, Rows: o.rows}).Write(w)
	}},
}

func table(format report.TableFormat) func(io.Writer, *profile.Profile, exportOptions) error {
	return func(w io.Writer, p *profile.Profile, o exportOptions) error {
		return report.Table(w, p, o.name, format)
	}
}

// perCall estimates the size of a scope's calls, with each bytes per call and, if named, the
// length of its method's name.
func perCall(each int64, named bool) func(*profile.Profile, exportOptions) int64 {
	return func(p *profile.Profile, _ exportOptions) (sum int64) {
		for m := range p.Methods {
			one := each
			if named {
				one += int64(len(p.Info.Methods[m].Label()))
			}
			sum += one * (p.Methods[m].Calls + p.Methods[m].Recursive)
		}
		return sum
	}
}

func exportCommand(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("export", flag.ContinueOnError)
	format := flags.String("format", "", "")
	clock := flags.String("clock", "", "")
	threshold := flags.Int("t", -1, "")
	rows := flags.Int("rows", dmtracedump.MaxRows, "")
	switches := flags.Bool("switches", false, "")
	force := flags.Bool("force", false, "")
	to := flags.String("o", "", "")
	inZip := flags.String("dump", "", "")
	process := flags.Int("process", 0, "")
	var part part
	part.flags(flags)
	if status, ok := parseFlags(flags, exportUsage, args, stderr); !ok {
		return status
	}
	wrong := func(format string, args ...any) int {
		return wrongUsage(stderr, "export", fmt.Sprintf(format, args...))
	}
	if err := part.check(); err != nil {
		return wrong("%v", err)
	}
	e, ok := exports[*format]
	by, known := clocks[*clock]
	of := choice{*inZip, *process}
	switch {
	case *format == "":
		return wrong("-format is missing: name one, such as csv or speedscope")
	case !ok && processExports[*format] == nil:
		return wrong("there is no format %q", *format)
	case !known:
		return wrong("-clock must be wall, cpu or waiting, not %q", *clock)
	case *switches && e.calls:
		return wrong("-switches is of figures, and %s lists calls", *format)
	case of.process < 0:
		return wrong("-process wants a number from 1, not %d", of.process)
	case flags.NArg() != 1:
		return wrong(oneFile)
	}
	if *threshold > 99 {
		*threshold = 20
	}
	given := filepath.Base(flags.Arg(0))
	file, remove, err := spoolOne(flags.Arg(0))
	if err == nil {
		defer remove()
		done := false
		save := func(write func(io.Writer) error) error { return saveTo(place{name: *to}, stdout, *force, write) }
		if done, err = exportDump(file, given, *format, of, stderr, save); done && err == nil {
			return 0
		}
	}
	if err != nil {
		fmt.Fprintf(stderr, "traceglass export: %v\n", err)
		return status(err)
	}
	return eachTrace("export", file, *to, exportEnding(*format), stderr, func(paths []string, title string, to place) error {
		p, scope, err := readPart(paths, e.calls, *switches, &part)
		if err != nil {
			return err
		}
		if file != flags.Arg(0) { // a pipe was copied to a file
			title = given
		}
		o := exportOptions{title, by.clockFor(p), scope, *threshold, max(0, *rows), *force}
		if e.calls {
			o.clock = by.timeAxis(p)
		}
		return e.run(p, o, by, func(write func(io.Writer) error) error { return saveTo(to, stdout, *force, write) }, stderr)
	})
}

// exportEnding returns the ending of file names for a format.
func exportEnding(format string) string {
	switch format {
	case "folded", "text":
		return "." + format + ".txt"
	case "speedscope", "chrome", "firefox":
		return "." + format + ".json"
	case "perfetto":
		return ".perfetto-trace"
	case "pprof":
		return ".pb.gz"
	}
	return "." + format
}

// run writes one export.
func (e export) run(p *profile.Profile, o exportOptions, by clockChoice, save func(func(io.Writer) error) error, stderr io.Writer) error {
	err := warn(stderr, p)
	if !e.calls || by.clock != profile.Wall || p.Calls.Primary() != trace.Wall { // calls have positions on the axis
		err = cmp.Or(err, by.check(p))
	}
	if err != nil {
		return err
	}
	if e.bytes != nil && !o.force {
		if about := e.bytes(p, o); about > report.MaxOutput {
			return &errLarge{about}
		}
	}
	if e.paths {
		warnCut(stderr, p, o.force)
	}
	return save(func(w io.Writer) error { return e.write(w, p, o) })
}

// exportDump exports a file of thread dumps. done is false for a trace.
func exportDump(file, title, format string, of choice, stderr io.Writer, save func(func(io.Writer) error) error) (done bool, err error) {
	if processExports[format] == nil && of == (choice{}) {
		return false, nil
	}
	if processExports[format] != nil {
		if done, err := exportProcess(file, title, format, of, stderr, save); done || err != nil {
			return done, err
		}
	}
	if exports[format].write == nil || of != (choice{}) {
		return false, fmt.Errorf("-format %s, -dump and -process are for thread dumps, but this file contains none", format)
	}
	return false, nil
}
