package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"traceglass/parser/dump"
	"traceglass/parser/input"
	"traceglass/parser/input/disk"
	"traceglass/render/report"
)

func summaryCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "summary FILE...",
		Short: "print one JSON object per file: facts, threads, and the cost of every method",
		Long: `Prints one JSON object per file, one line each:

  a method trace: its facts and threads, and for every method the calls, and the
      inclusive and exclusive time in nanoseconds
  a recording of simpleperf: the samples of every thread and method, by event
  a thread dump: its processes, states and deadlocks. A file with several
      reports has one object per report; from the second on, "member" ends in
      #2, #3, ...

In a zip file, such as a bug report, or a folder, each trace and each dump has
its own object, with its name in "member". -member NAME prints only that one.
"warnings" lists damage; "complete" is then false.

In a trace that records every call ("sampled": false), times are longer than
real ones, because recording a call takes time. Samples are closer to real
times.
`,
		Args: someFiles,
		RunE: summarise,
	}
}

// summarise prints the summary of each file. It continues after one that cannot be read.
func summarise(c *cobra.Command, paths []string) error {
	stdout, stderr, status := c.OutOrStdout(), c.ErrOrStderr(), 0
	for _, group := range input.Pair(paths) {
		files := make([]string, len(group))
		for i, at := range group {
			files[i] = paths[at]
		}
		if err := summaries(files, stdout, stderr); err != nil {
			fmt.Fprintf(stderr, "traceglass: %s: %v\n", files[0], err)
			status = 1
		}
	}
	return ended(status)
}

// summaries prints the summaries of a .key and its .data, of a file, or of the members of a zip
// file or folder. It continues after a member that cannot be read, and returns the last error.
func summaries(files []string, stdout, stderr io.Writer) error {
	files, remove, err := spool(files)
	if err != nil {
		return err
	}
	defer remove()
	if len(files) == 2 {
		source, err := archives.Open(files...)
		if err != nil {
			return err
		}
		return summary(disk.Member{Paths: files}, source, stdout)
	}
	c, err := archives.Members(files[0], memberName)
	if err != nil {
		return err
	}
	found, left := false, c.LeftOut
	var failure error
	for _, m := range c.Members {
		source, err := archives.Open(m.Paths...)
		if err != nil && !m.Trace && len(c.Members) > 1 {
			leftOut(stderr, files[0], m.Name, err)
			continue
		}
		if err == nil {
			err = summary(m, source, stdout)
		}
		switch {
		case err == nil:
			found = true
		case len(c.Members) == 1:
			return err
		case m.Trace:
			if failure != nil {
				fmt.Fprintf(stderr, "traceglass: %s: %v\n", files[0], failure)
			}
			failure = fmt.Errorf("%s: %w", m.Name, err)
		default:
			left = append(left, m.Name)
		}
	}
	switch {
	case failure != nil:
		return failure
	case !found:
		return errors.New(input.NothingUseful(left).Text)
	case len(left) > 0 && memberName == "":
		fmt.Fprintf(stderr, "traceglass: %s: left out because they are neither traces nor thread dumps: %s\n", files[0], shortList(left))
	}
	return nil
}

// summary prints the summary of one trace or thread dump, and closes source.
func summary(m disk.Member, source *disk.Source, stdout io.Writer) error {
	reports, _, err := readDumps(source, (*dump.Dump).Separate)
	if err != nil {
		return err
	}
	for i, d := range reports {
		if err := report.Dump(stdout, dump.ReportName(m.Name, i, len(reports)), d); err != nil {
			return err
		}
	}
	if len(reports) > 0 {
		return nil
	}
	if !source.Kind.Traces() {
		return withNotes(errors.New(source.Kind.Describe(source.Head)), source)
	}
	samples, err := readSamples(m.Paths)
	if err != nil {
		return err
	}
	if samples != nil {
		return report.Simpleperf(stdout, m.Name, samples)
	}
	p, err := readMethods(m.Paths)
	if err != nil {
		return err
	}
	return report.Summary(stdout, m.Name, p)
}
