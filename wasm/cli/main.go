// Command traceglass analyses where an Android app's time went, without a browser. Built for the
// browser it is tools.wasm, which the page runs in a worker to export.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"traceglass/parser/input/disk"
)

// A command is a subcommand of traceglass.
type command struct {
	name  string
	about string // its part of the usage text
	run   func(args []string, stdout, stderr io.Writer) int
}

var commands = []command{
	{"summary", `summary FILE...
            print one JSON object a file: what the trace is, its threads, and
            what every method cost. A .key and its .data count as one file.`, summaryCommand},
	{"explain", `explain [-all] FILE...
              explain -group [-base FILE] [-format F] FILE...
            say of a thread dump, for each process, what its main thread does
            and why it does not answer, how sure that is, the lines that show
            it; deadlocks, who waits for whom. With -group, of a pile of dumps
            how often which cause occurs.`, explainCommand},
	{"dmtracedump", `dmtracedump [-hok] [-s url] [-d trace] [-g outfile] [-t percent]
              [-clock C] [-compat=0] [-faults] [-rows N] [-force] FILE
            print what dmtracedump did: the profile as text or HTML, the list of
            records, the difference of two traces, the call graph; byte for byte
            where it was right, with -faults everywhere.`, dmtracedumpCommand},
	{"traceview", `traceview -r [-force] FILE
            print what Traceview's -r did: every thread, call and method in
            figures.`, traceviewCommand},
	{"flamegraph", `flamegraph [PART] [-clock C] [-reverse] [-switches] [-force]
              [-o dir] FILE
            write a flame graph of every thread as an SVG that stands alone, an
            index, and the folded stacks, into a folder or a zip file.`, flamegraphCommand},
	{"export", `export -format F [PART] [-clock C] [-t percent] [-rows N] [-switches]
              [-force] [-o file] FILE
              export -format F [-process N] [-dump name] [-force] [-o file] FILE
            write the trace for other programs: csv, tsv, json, folded,
            speedscope, perfetto, chrome, firefox, pprof, dot, text, html. Of
            thread dumps one process as markdown for an issue tracker, csv,
            folded, svg (a flame graph) or locks (the lock graph).`, exportCommand},
	{"cut", `cut [-from T] [-to T] [-thread T] [-hash] [-force] -o file FILE
            write a part of a trace as a smaller trace, which any program for
            such files reads; with -hash without its names.`, cutCommand},
	{"page", `page -viewer SITE [-from T] [-to T] [-thread T] [-hash] [-graphs]
              [-view V] [-force] -o file.html FILE...
            write one HTML file with the viewer and the trace, a part of it, or
            thread dumps inside, which opens from disk without a network.`, pageCommand},
}

func usage() string {
	var s strings.Builder
	s.WriteString("usage: traceglass COMMAND FILE\n\n")
	for _, c := range commands {
		fmt.Fprintf(&s, "  %s\n", c.about)
	}
	s.WriteString(`
A FILE is a method trace or a recording of simpleperf (Android Studio's
Callstack Sample, Macrobenchmark's stack sampling), as it is or packed with gzip
or zip; a .key or a .data file; or the base name of one: without .trace, or
without .key and .data; for summary, explain, export and table also a thread
dump. Of a zip file, such as a bug report, or a folder, and of zip files in
these, every trace and every dump is read, one after the other, or with -member
NAME that one alone, which traces.zip/start.trace names too. What export, cut
and flamegraph make of several traces goes to the folder that -o names.

PART is any of -from 1.25s, -to 1.5s, -thread main: a range of the timeline,
which begins at 0, and threads by name or id; and of a recording of samples
-event cpu-cycles, what the clock cpu counts. The sums are then those that the
page shows for the same choice.

With -memory 1GB no more than that is taken by a trace, else three quarters of
the machine's; of one that needs more only the first part is read, and it says
so. For table it is an error.

With -mapping mapping.txt names that R8 or ProGuard has shortened are the
original ones everywhere: in traces by exact signature, in dumps by line, with
what was inlined there; where one stands for several, all are given. The map may
be packed with gzip, or be in an app bundle (.aab) or a zip file. How many names
were found, and whether the map is of the same build, is told on standard error.

With -lang zh what explain, compare and check write as text or markdown, and
export as markdown, is Chinese. What programs read (JSON, CSV, codes) is English
in every language.

C is a clock: wall, cpu, or waiting, which is wall less cpu.

A trace with both clocks tells when a thread was off the CPU. With -switches,
as with Separate switches in the page, those context switches, by Traceview's
rule, count as a separate method in all figures.

The page's Export menu runs these commands on the file that is open: what it
saves is to the byte what they write.

Options may stand before or after files; what follows -- are files. -o - is
standard output, where a command writes one file.

"traceglass help COMMAND" or "traceglass COMMAND -help" says more of a command.

Exit status: 0 every file was read (a damaged one as far as it goes), 1 a file
could not be read as any known kind, 2 wrong usage, 3 what is asked for comes
to more than 2 GB; -force writes it all the same.
`)
	return s.String()
}

func main() { os.Exit(run(os.Args[1:], terminal(os.Stdout), os.Stderr)) }

// run runs one command line and returns its exit status.
func run(args []string, stdout, stderr io.Writer) int {
	stderr = messages(stderr)
	if len(args) == 0 {
		fmt.Fprint(stderr, usage())
		return 2
	}
	switch args[0] {
	case "-h", "-help", "--help", "help":
		if len(args) == 1 {
			fmt.Fprint(stderr, usage())
			return 0
		}
		args = []string{args[1], "-help"}
	}
	for _, c := range commands {
		if c.name == args[0] {
			rest, err := memoryFlag(args[1:])
			if err == nil {
				rest, err = memberFlag(rest)
			}
			if err != nil {
				fmt.Fprintf(stderr, "traceglass %s: %v\n", c.name, err)
				return 2
			}
			if rest, err = languageFlag(c.name, rest); err != nil {
				fmt.Fprintf(stderr, "traceglass %s: %v\n", c.name, err)
				return 2
			}
			rest, err = mappingFlag(rest)
			if most := map[bool]int{false: 1, true: 2}[c.name == "compare"]; err == nil && len(maps) > most {
				err = errors.New("-mapping is given too often: one map is enough, and compare takes one of each side")
			}
			if err != nil {
				fmt.Fprintf(stderr, "traceglass %s: %v\n", c.name, err)
				return 2
			}
			archives = &disk.Archives{}
			defer archives.Close()
			out := bufio.NewWriterSize(stdout, 1<<16)
			status := c.run(rest, out, stderr)
			for _, n := range maps {
				n.report(stderr)
			}
			if err := out.Flush(); err != nil {
				fmt.Fprintf(stderr, "traceglass: %v\n", err)
				status = max(status, 1)
			}
			return status
		}
	}
	fmt.Fprintf(stderr, "traceglass: %q is no command\nRun \"traceglass help\" for all commands.\n", args[0])
	return 2
}
