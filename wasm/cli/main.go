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
            print one JSON object per file: facts about the trace, its threads,
            and the cost of every method. A .key and its .data count as one
            file.`, summaryCommand},
	{"overview", `overview [PART] [-format text|markdown|json] [-min-share P]
              [-min-time D] [-often N] [-each D] [-outlier N] [-repeated N]
              FILE...
            answer where a thread's time went, main's by default: findings,
            waits by cause, phases of the start, frames and messages.`, overviewCommand},
	{"explain", `explain [-all] FILE...
              explain -group [-base FILE] [-format F] FILE...
            explain thread dumps: what the main thread of each process does,
            why it does not answer, how certain that is, the lines that show
            it, deadlocks, and who waits for whom. With -group, count the causes
            in a pile of dumps.`, explainCommand},
	{"dmtracedump", `dmtracedump [-hok] [-s url] [-d trace] [-g outfile] [-t percent]
              [-clock C] [-compat=0] [-faults] [-rows N] [-force] FILE
            print the output of dmtracedump: the profile as text or HTML, the
            list of records, the difference of two traces, or the call graph.
            The output is the same to the byte where dmtracedump was right, and
            with -faults everywhere.`, dmtracedumpCommand},
	{"traceview", `traceview -r [-force] FILE
            print the output of Traceview's -r: figures of every thread, call
            and method.`, traceviewCommand},
	{"flamegraph", `flamegraph [PART] [-clock C] [-reverse] [-switches] [-force]
              [-o dir] FILE
            write a flame graph of every thread into a folder or a zip file: one
            SVG each that needs no other file, an index, and the folded stacks.`, flamegraphCommand},
	{"export", `export -format F [PART] [-clock C] [-t percent] [-rows N] [-switches]
              [-force] [-o file] FILE
              export -format F [-process N] [-dump name] [-force] [-o file] FILE
            write a trace for other programs: csv, tsv, json, folded,
            speedscope, perfetto, chrome, firefox, pprof, dot, text, html. Or
            write one process of a thread dump: markdown for an issue tracker,
            csv, folded, svg (a flame graph) or locks (the lock graph).`, exportCommand},
	{"cut", `cut [-from T] [-to T] [-thread T] [-hash] [-force] -o file FILE
            write a part of a trace as a smaller trace that any program for such
            files reads; with -hash, without its names.`, cutCommand},
	{"page", `page -viewer SITE [-from T] [-to T] [-thread T] [-hash] [-graphs]
              [-view V] [-force] -o file.html FILE...
            write one HTML file that contains the viewer and a trace, a part of
            a trace, or thread dumps. It opens from disk without a network.`, pageCommand},
}

func usage() string {
	var s strings.Builder
	s.WriteString("usage: traceglass COMMAND FILE\n\n")
	for _, c := range commands {
		fmt.Fprintf(&s, "  %s\n", c.about)
	}
	s.WriteString(`
A FILE is a method trace or a recording of simpleperf (Android Studio's
Callstack Sample, Macrobenchmark's stack sampling), plain or packed with gzip or
zip. It can also be a .key or a .data file, or a base name: without .trace, or
without .key and .data. The commands summary, explain, export and table also
read thread dumps.

A FILE can also be a zip file, such as a bug report, or a folder. Then a command
reads every trace and every dump in it, and in zip files inside, one after the
other. To read only one, add -member NAME, or write its path:
traces.zip/start.trace. For several traces, export, cut and flamegraph write
into the folder that -o names.

PART is any of -from 1.25s, -to 1.5s, -thread main: a range of the timeline,
which begins at 0, and threads by name or id. For a recording of samples,
-event cpu-cycles selects the event that the clock cpu counts. The sums are the
same as in the page with the same selection.

-memory 1GB limits the memory for a trace; the default is three quarters of the
machine's memory. If a trace needs more, the command reads only its first part,
and prints a warning. For table, that is an error.

With -mapping mapping.txt, names that R8 or ProGuard shortened are replaced by
their originals everywhere: in traces by exact signature, in dumps by line,
including inlined calls. If a name has several originals, all are listed. The
map may be packed with gzip, or be in an app bundle (.aab) or a zip file.
Standard error shows how many names were found, and whether the map is of the
same build.

With -lang zh, overview, explain, compare and check write text and markdown in
Chinese, and export writes markdown in Chinese. Formats for programs (JSON, CSV,
codes) are English in every language.

C is a clock: wall, cpu, or waiting, which is wall minus cpu.

A trace with both clocks shows when a thread was off the CPU. With -switches
(Separate switches in the page), those context switches count as a separate
method in all figures, by Traceview's rule.

The page's Export menu runs these commands on the open file, so it saves the
same bytes.

Options may stand before or after files. Everything after -- is a file. -o - is
standard output, if a command writes one file.

For more about a command, run "traceglass help COMMAND" or
"traceglass COMMAND -help".

Exit status: 0 if every file was read (a damaged file as far as possible), 1 if
a file could not be read as any known kind, 2 if the command line is wrong, 3 if
the output exceeds 2 GB; -force writes it anyway.
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
				err = errors.New("too many -mapping: give one map, or for compare one for each side")
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
	fmt.Fprintf(stderr, "traceglass: unknown command %q\nRun \"traceglass help\" for all commands.\n", args[0])
	return 2
}
