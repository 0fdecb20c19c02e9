package main

import (
	"flag"
	"fmt"
	"io"

	"traceglass/parser/trace"
	"traceglass/render/report/traceview"
)

const traceviewUsage = `usage: traceglass traceview -r [-force] trace
  -r   - Print what Traceview's -r printed: totals, and every thread, call,
         method and time record, in us. t- is the thread's CPU clock, g- the
         global (wall) clock; excl. and incl. are CPU.
  -force  - Write more than 2 GB

As in Traceview, time off the CPU is a call of (context switch): of more than
100 us between two records where there are two clocks, between turns of the
threads where there is only CPU time. The window that Traceview opened without
-r is the web page.
`

func traceviewCommand(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("traceview", flag.ContinueOnError)
	regressed, force := flags.Bool("r", false, ""), flags.Bool("force", false, "")
	if status, ok := parseFlags(flags, traceviewUsage, args, stderr); !ok {
		return status
	}
	switch {
	case !*regressed:
		return wrongUsage(stderr, "traceview", "-r is missing: the window that Traceview opened without it is the web page")
	case flags.NArg() != 1:
		return wrongUsage(stderr, "traceview", oneFile)
	}
	out := limit(stdout, *force)
	return eachText("traceview", flags.Arg(0), out, stderr, func(paths []string) error { return regression(paths, out, stderr) })
}

// regression reads a trace twice, because names and clocks may be at its end.
func regression(files []string, stdout, stderr io.Writer) error {
	reader := trace.NewReader(nowhere{})
	if _, _, err := feed(reader, files, reader.HeldBytes); err != nil {
		return err
	}
	if err := originals.trace(reader.Info()); err != nil {
		return err
	}
	replay := traceview.New(reader.Info())
	again := trace.NewReader(replay)
	again.LearnFrom(reader)
	_, partial, err := feed(again, files, func() int64 { return replay.Held() + 2*reader.HeldBytes() })
	if err != nil {
		return err
	}
	if partial != "" {
		fmt.Fprintf(stderr, "WARNING: %s\n", partial)
	}
	return replay.Regression(stdout)
}
