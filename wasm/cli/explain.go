package main

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"traceglass/parser/dump"
	"traceglass/parser/input"
	"traceglass/parser/input/disk"
	"traceglass/render/report"
)

const explainUsage = `usage: traceglass explain [-all] FILE...

Says of a thread dump (traces.txt, anr_..., a bug report or its zip file), for
each process: what its main thread does and why it does not answer, how far
that is to be believed, and the lines that show it; deadlocks and who waits for
whom; threads of like names, equal stacks and processor time; and what could
not be read.

  -all  names, stacks and processor time for every process, not only for the
        one that did not answer and those whose main thread is not idle
`

// explainCommand explains each file, and goes on after one that cannot be read.
func explainCommand(args []string, stdout, stderr io.Writer) (status int) {
	flags := flag.NewFlagSet("explain", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() { fmt.Fprint(stderr, explainUsage) }
	all := flags.Bool("all", false, "")
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
	for _, file := range flags.Args() {
		title := ""
		if flags.NArg() > 1 {
			title = file
		}
		if err := explain(file, title, *all, stdout, stderr); err != nil {
			fmt.Fprintf(stderr, "traceglass: %s: %v\n", file, err)
			status = 1
		}
	}
	return status
}

// explain explains one file, or each dump in a zip file. A title is written where there is
// more than one.
func explain(file, title string, all bool, stdout, stderr io.Writer) error {
	files, remove, err := spool([]string{file})
	if err != nil {
		return err
	}
	defer remove()
	found, err := dumps(files, stderr, func(name string, d *dump.Dump) error {
		heading := title
		if name != "" {
			heading = file + ": " + name
		}
		if heading != "" {
			if _, err := fmt.Fprintf(stdout, "== %s\n\n", report.Clean(heading)); err != nil {
				return err
			}
		}
		return report.Explain(stdout, d, all)
	})
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
