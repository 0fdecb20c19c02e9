package main

import (
	"fmt"
	"io"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/input"
	"traceglass/parser/input/disk"
	"traceglass/render/report"
)

const summaryUsage = `usage: traceglass summary FILE...

Prints one JSON object a file, a line each: of a method trace what it is, its
threads and the calls, inclusive and exclusive time of every method in
nanoseconds; of a recording of simpleperf the samples of every thread and
method by every event; of a thread dump its processes, states and deadlocks. Of a bug
report, or another zip file of dumps, each dump has its object. What was
damaged is in "warnings", and "complete" is then false.
`

// summaryCommand prints the summary of each file, and goes on after one that cannot be
// read.
func summaryCommand(paths []string, stdout, stderr io.Writer) (status int) {
	if len(paths) == 0 || strings.HasPrefix(paths[0], "-") {
		fmt.Fprint(stderr, summaryUsage)
		if len(paths) == 1 && (paths[0] == "-help" || paths[0] == "--help") {
			return 0
		}
		return 2
	}
	for _, group := range input.Pair(paths) {
		files := make([]string, len(group))
		for i, at := range group {
			files[i] = paths[at]
		}
		if err := summary(files, stdout, stderr); err != nil {
			fmt.Fprintf(stderr, "traceglass: %s: %v\n", files[0], err)
			status = 1
		}
	}
	return status
}

// summary prints that of one trace or thread dump, or of each dump in a zip file.
func summary(files []string, stdout, stderr io.Writer) error {
	files, remove, err := spool(files)
	if err != nil {
		return err
	}
	defer remove()
	several, ok := disk.OpenDumps(files[0])
	several.Close()
	if !ok || !several.Trace {
		found, err := dumps(files, stderr, func(_ string, d *dump.Dump) error { return report.Dump(stdout, d) })
		if found || err != nil {
			return err
		}
	}
	samples, err := readSamples(files)
	if err != nil {
		return err
	}
	if samples != nil {
		return report.Simpleperf(stdout, samples)
	}
	p, err := readMethods(files)
	if err != nil {
		return err
	}
	return report.Summary(stdout, p)
}
