package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
)

// parseFlags reads a command's options. They may stand before and after files, up to --. Where that ends the command
// ok is false, with its status: after -help, which prints usage, or wrong usage.
func parseFlags(flags *flag.FlagSet, usage string, args []string, stderr io.Writer) (status int, ok bool) {
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	var files []string
	for {
		if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
			fmt.Fprint(stderr, usage)
			return 0, false
		} else if err != nil {
			return wrongUsage(stderr, flags.Name(), err.Error()), false
		}
		rest := flags.Args()
		if at := len(args) - len(rest); len(rest) == 0 || at > 0 && args[at-1] == "--" {
			files = append(files, rest...)
			break
		}
		files, args = append(files, rest[0]), rest[1:]
	}
	flags.Parse(slices.Concat([]string{"--"}, files)) // which only has Args return the files
	return 0, true
}

// wrongUsage prints why a command line cannot be carried out, and where its options are explained.
func wrongUsage(stderr io.Writer, command, why string) int {
	fmt.Fprintf(stderr, "traceglass %s: %s\nRun \"traceglass help %s\" for its options.\n", command, why, command)
	return 2
}

// Reasons why a command line cannot be carried out.
const (
	noFile   = "name a file"
	oneFile  = "name one file"
	noOutput = "-o is missing: name what to write"
)
