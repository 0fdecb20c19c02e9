package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"traceglass/parser/trace"
	"traceglass/render/report/traceview"
)

func traceviewCommand() *cobra.Command {
	var regressed, force bool
	c := &cobra.Command{
		Use:   "traceview -r [-force] FILE",
		Short: "print the output of Traceview's -r: figures of every thread, call and method",
		Long: `As in Traceview, time off the CPU is a call of (context switch). With two clocks
that is a gap of more than 100 us between two records. With CPU time only, it is
the time between a thread's turns. Instead of Traceview's window, use the web
page.
`,
		Args: oneFile,
		RunE: func(c *cobra.Command, files []string) error {
			if !regressed {
				return usageError("-r is missing. For Traceview's window, use the web page")
			}
			out, stderr := limit(c.OutOrStdout(), force), c.ErrOrStderr()
			return ended(eachText("traceview", files[0], out, stderr, func(paths []string) error { return regression(paths, out, stderr) }))
		},
	}
	c.Flags().BoolVarP(&regressed, "regression", "r", false, "Print the output of Traceview's -r: totals, and every thread, call, method and time record, in us. t- is the thread's CPU clock, g- the global (wall) clock; excl. and incl. are CPU")
	c.Flags().BoolVar(&force, "force", false, forceUsage)
	return c
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
