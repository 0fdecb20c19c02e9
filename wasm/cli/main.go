// Command traceglass says where an Android app's time went, without a browser.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

const usage = `usage: traceglass summary FILE...

  summary   print one JSON object a file: what the trace is, its threads, and
            what every method cost. A FILE may be gzipped; a .key and its
            .data count as one file.

Exit status: 0 every file was read (a damaged one as far as it goes), 1 a file
could not be read as any known kind, 2 wrong usage.
`

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run carries out one command line and returns its exit status.
func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("traceglass", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() { fmt.Fprint(stderr, usage) }
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		return 2
	}
	out := bufio.NewWriterSize(stdout, 1<<16)
	defer out.Flush()
	switch {
	case flags.Arg(0) == "summary" && flags.NArg() > 1:
		return summary(flags.Args()[1:], out, stderr)
	case flags.NArg() == 0:
		fmt.Fprint(stderr, usage)
	default:
		fmt.Fprintf(stderr, "traceglass: %q wants a file, or is no command\n%s", flags.Arg(0), usage)
	}
	return 2
}
