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
	"traceglass/render/report/formats"
	"traceglass/wasm/export"
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

// Rows of the formats, of a trace and of a process of thread dumps.
var (
	traceFormats   = export.Formats("export", export.Trace...)
	processFormats = export.Formats("export", export.Process)
)

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
	row, one := export.Formatted(*format, traceFormats), export.Formatted(*format, processFormats)
	e := formats.Trace[*format]
	by, known := clocks[*clock]
	of := choice{*inZip, *process}
	switch {
	case *format == "":
		return wrong("-format is missing: name one, such as csv or speedscope")
	case row == nil && one == nil:
		return wrong("there is no format %q", *format)
	case !known:
		return wrong("-clock must be wall, cpu or waiting, not %q", *clock)
	case *switches && e.Calls:
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
	if row == nil {
		fmt.Fprintf(stderr, "traceglass export: %v\n", errNoDumps(*format))
		return 1
	}
	return eachTrace("export", file, *to, row.Ending, stderr, func(paths []string, title string, to place) error {
		p, scope, err := readPart(paths, e.Calls, *switches, &part)
		if err != nil {
			return err
		}
		if file != flags.Arg(0) { // a pipe was copied to a file
			title = given
		}
		o := formats.Options{Name: title, Clock: by.clockFor(p), Part: scope, Threshold: *threshold, Rows: max(0, *rows), Force: *force}
		if e.Calls {
			o.Clock = by.timeAxis(p)
		}
		return exportTrace(&e, p, o, by, func(write func(io.Writer) error) error { return saveTo(to, stdout, *force, write) }, stderr)
	})
}

// exportTrace writes one export.
func exportTrace(e *formats.Format, p *profile.Profile, o formats.Options, by clockChoice, save func(func(io.Writer) error) error, stderr io.Writer) error {
	err := warn(stderr, p)
	if !e.Calls || by.clock != profile.Wall || p.Calls.Primary() != trace.Wall { // calls have positions on the axis
		err = cmp.Or(err, by.check(p))
	}
	if err != nil {
		return err
	}
	if e.Bytes != nil && !o.Force {
		if about := e.Bytes(p, o); about > report.MaxOutput {
			return &errLarge{about}
		}
	}
	if e.Paths {
		warnCut(stderr, p, o.Force)
	}
	return save(func(w io.Writer) error { return e.Write(w, p, o) })
}

// exportDump exports a file of thread dumps. done is false for a trace.
func exportDump(file, title, format string, of choice, stderr io.Writer, save func(func(io.Writer) error) error) (done bool, err error) {
	if export.Formatted(format, processFormats) != nil {
		if done, err := exportProcess(file, title, format, of, stderr, save); done || err != nil {
			return done, err
		}
	}
	if of != (choice{}) {
		return false, errNoDumps(format)
	}
	return false, nil
}

// errNoDumps is the error for a trace with options or a format of thread dumps.
func errNoDumps(format string) error {
	return fmt.Errorf("-format %s, -dump and -process are for thread dumps, but this file contains none", format)
}
