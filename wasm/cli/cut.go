package main

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"traceglass/render/report"
)

const cutUsage = `usage: traceglass cut [-from T] [-to T] [-thread T] [-hash] [-force] -o file
                      trace
` + cutPart + `  -hash       - Replace the names of methods and threads, but main's, by hashes:
                equal names have equal ones, and whoever knows a name can tell it
  -force      - Write more than 2 GB
  -o file     - Write there, in a folder that is made; - is standard output

Writes this part as a smaller trace of version 3, or of version 2 where there is
one clock, which dmtracedump reads too. Its times begin with the range. Times
finer than 1 us are rounded. Whoever opens it is told of all that.
`

// cutCommand writes a part of a trace as a trace.
func cutCommand(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("cut", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() { fmt.Fprint(stderr, cutUsage) }
	var part part
	part.cutFlags(flags)
	hashed := flags.Bool("hash", false, "")
	force := flags.Bool("force", false, "")
	to := flags.String("o", "", "")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	if err := part.check(); err != nil {
		fmt.Fprintf(stderr, "traceglass cut: %v\n", err)
		return 2
	}
	if flags.NArg() != 1 || *to == "" {
		fmt.Fprint(stderr, cutUsage)
		return 2
	}
	var hash report.Hash
	if *hashed {
		hash = report.SHA
	}
	return eachTrace("cut", flags.Arg(0), *to, ".trace", stderr, func(paths []string, _, to string) error {
		p, scope, err := readPart(paths, true, false, &part)
		if err == nil {
			err = warn(stderr, p)
		}
		if err != nil {
			return err
		}
		return saveTo(to, stdout, *force, func(w io.Writer) error { return report.Cut(w, p.Index, scope, hash) })
	})
}
