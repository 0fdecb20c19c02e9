package main

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"traceglass/parser/dump"
	"traceglass/parser/wait"
	"traceglass/render/report"
	"traceglass/render/report/formats"
)

const explainUsage = `usage: traceglass explain [-all] FILE...
       traceglass explain -group [-base FILE] [-format text|json|csv|folded] FILE...

Explains thread dumps (traces.txt, anr_..., a bug report, or a zip file or folder of
them). For each process the output shows what its main thread does, why it does not
answer, how certain that is, and the lines that show it; what main did before, if
the dump contains long-running methods; deadlocks, and who waits for whom; threads
with similar names, equal stacks and processor time; and lines that could not be
read. If several dumps show the same process (up to 60 in a row), the output says
whether its main thread is stuck, is slow, or has moved on.

  -all  names, stacks and processor time for every process, not only for the
        one that did not answer and those whose main thread is not idle

-group groups a pile of dumps by cause: the rule of the verdict, the object that
main waited for, its holder, and the first methods of the app's own code, with
numbers replaced by #. From each file, only the process that did not answer counts.
A FILE can then be a folder. Memory holds one dump at a time, however many there are.

  -group   how often each cause occurs, with times, versions and files
  -base    a folder, a zip file or a dump to compare with: which causes are new,
           gone, more frequent or less frequent than in it
  -format  text to read; json, one object; csv, one line per dump; folded, for a
           flame graph of the main threads' stacks; markdown, for an issue tracker:
           the causes with counts, versions and one stack each (default: text)
`

// explainCommand explains each file. It continues after one that cannot be read.
func explainCommand(args []string, stdout, stderr io.Writer) (status int) {
	flags := flag.NewFlagSet("explain", flag.ContinueOnError)
	all := flags.Bool("all", false, "")
	group := flags.Bool("group", false, "")
	base := flags.String("base", "", "")
	format := flags.String("format", "text", "")
	if status, ok := parseFlags(flags, explainUsage, args, stderr); !ok {
		return status
	}
	if flags.NArg() == 0 {
		return wrongUsage(stderr, "explain", noFile)
	}
	write := formats.Causes[*format]
	switch {
	case write == nil:
		return wrongUsage(stderr, "explain", fmt.Sprintf("-format must be text, json, csv, folded or markdown, not %q", *format))
	case *group && *all, !*group && (*format != "text" || *base != ""):
		return wrongUsage(stderr, "explain", "-format and -base need -group, and -all does not work with it")
	case *group:
		return explainPile(flags.Args(), *base, write, stdout, stderr)
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
		err := eachDump(file, stderr, (*dump.Dump).Reports, func(name string, d *dump.Dump) error {
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

// eachDump calls do for a file's dump, or for each dump in a zip file, with its name there. If the
// file has no dump, the error names the file's kind.
func eachDump(file string, stderr io.Writer, split splitter, do func(name string, d *dump.Dump) error) error {
	files, remove, err := spool([]string{file})
	if err != nil {
		return err
	}
	defer remove()
	found, err := dumps(files[0], stderr, split, do)
	if found || err != nil {
		return err
	}
	members, err := traceMembers(files[0])
	if err != nil {
		return err
	}
	source, err := archives.Open(members[0].Paths...)
	if err != nil {
		return err
	}
	defer source.Close()
	if source.Kind.Traces() {
		return fmt.Errorf("this is a %s, not a thread dump, so it has no waits to explain. For its times, run traceglass summary, traceview or flamegraph", source.Kind)
	}
	return withNotes(errors.New(source.Kind.Describe(source.Head)), source)
}
