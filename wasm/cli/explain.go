package main

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"traceglass/parser/dump"
	"traceglass/parser/input"
	"traceglass/parser/input/disk"
	"traceglass/parser/wait"
	"traceglass/render/report"
)

const explainUsage = `usage: traceglass explain [-all] FILE...
       traceglass explain -group [-format text|json|csv] FILE...

Says of a thread dump (traces.txt, anr_..., a bug report or its zip file), for
each process: what its main thread does and why it does not answer, how far
that is to be believed, and the lines that show it; deadlocks and who waits for
whom; threads of like names, equal stacks and processor time; and what could
not be read. Where several dumps are of one process, up to 60 in a row, it says
whether its main thread stands still, is slow, or has moved on.

  -all  names, stacks and processor time for every process, not only for the
        one that did not answer and those whose main thread is not idle

With -group a pile of dumps comes together by cause: the rule of the verdict,
what main waited for, who held it, and the first methods of the app's own, with
numbers folded to #. Of each file counts the process that did not answer.

  -group   how often each cause occurs, with times, versions and files
  -format  text to read, json as one object, csv with a line a dump (text)
`

// explainCommand explains each file, and goes on after one that cannot be read.
func explainCommand(args []string, stdout, stderr io.Writer) (status int) {
	flags := flag.NewFlagSet("explain", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() { fmt.Fprint(stderr, explainUsage) }
	all := flags.Bool("all", false, "")
	group := flags.Bool("group", false, "")
	format := flags.String("format", "text", "")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		return 2
	}
	if flags.NArg() == 0 {
		flags.Usage()
		return 2
	}
	write := map[string]func(io.Writer, *wait.Pile) error{"text": report.Pile, "json": report.PileJSON, "csv": report.PileCSV}[*format]
	switch {
	case write == nil:
		fmt.Fprintf(stderr, "traceglass: -format is text, json or csv, not %q\n", *format)
		return 2
	case *group && *all, !*group && *format != "text":
		fmt.Fprintln(stderr, "traceglass: -all goes without -group, and -format with it")
		return 2
	case *group:
		return explainPile(flags.Args(), write, stdout, stderr)
	}
	var together []report.TitledDump
	flush := func() {
		if err := report.ExplainAll(stdout, together, *all); err != nil {
			fmt.Fprintf(stderr, "traceglass: %v\n", err)
			status = 1
		}
		together = together[:0]
	}
	for _, file := range flags.Args() {
		title := ""
		if flags.NArg() > 1 {
			title = file
		}
		err := eachDump(file, stderr, func(name string, d *dump.Dump) error {
			one := report.TitledDump{Title: title, Dump: d}
			if name != "" {
				one.Title = file + ": " + name
			}
			if together = append(together, one); len(together) == wait.MostShots {
				flush()
			}
			return nil
		})
		if err != nil {
			flush()
			fmt.Fprintf(stderr, "traceglass: %s: %v\n", file, err)
			status = 1
		}
	}
	flush()
	return status
}

// explainPile groups the dumps of all files, those in zip files too, and goes on after a file
// that cannot be read.
func explainPile(files []string, write func(io.Writer, *wait.Pile) error, stdout, stderr io.Writer) (status int) {
	var pile wait.Pile
	for _, file := range files {
		err := eachDump(file, stderr, func(name string, d *dump.Dump) error {
			title := file
			if name != "" {
				title += ": " + name
			}
			pile.Add(title, d)
			return nil
		})
		if err != nil {
			fmt.Fprintf(stderr, "traceglass: %s: %v\n", file, err)
			status = 1
		}
	}
	if err := write(stdout, &pile); err != nil {
		fmt.Fprintf(stderr, "traceglass: %v\n", err)
		return 1
	}
	return status
}

// eachDump calls do for a file's dump, or for each in a zip file; name is what it is called there.
// Of a file that holds none it says what it is.
func eachDump(file string, stderr io.Writer, do func(name string, d *dump.Dump) error) error {
	files, remove, err := spool([]string{file})
	if err != nil {
		return err
	}
	defer remove()
	found, err := dumps(files, stderr, do)
	if found || err != nil {
		return err
	}
	source, err := disk.Open(files...)
	if err != nil {
		return err
	}
	defer source.Close()
	if source.Kind == input.MethodTrace {
		return errors.New("this is a method trace, which has no waits to explain; traceglass summary, traceview or flamegraph say where its time went")
	}
	return withNotes(errors.New(source.Kind.Describe(source.Head)), source)
}
