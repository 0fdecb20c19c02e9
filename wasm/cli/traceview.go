package main

import (
	"flag"
	"fmt"
	"io"

	"traceglass/parser/trace"
	"traceglass/render/report/traceview"
)

const traceviewUsage = `usage: traceglass traceview -r [-force] trace
  -r   - Print the output of Traceview's -r: totals, and every thread, call,
         method and time record, in us. t- is the thread's CPU clock, g- the
         global (wall) clock; excl. and incl. are CPU.
  -force  - Write more than 2 GB

As in Traceview, time off the CPU is a call of (context switch). With two clocks
that is a gap of more than 100 us between two records. With CPU time only, it is
the time between a thread's turns. Instead of Traceview's window, use the web page.
`

func traceviewCommand(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("traceview", flag.ContinueOnError)
	regressed, force := flags.Bool("r", false, ""), flags.Bool("force", false, "")
	if status, ok := parseFlags(flags, traceviewUsage, args, stderr); !ok {
		return status
	}
	switch {
	case !*regressed:
		return wrongUsage(stderr, "traceview", "-r is missing. For Traceview's window, use the web page")
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
