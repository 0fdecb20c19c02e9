package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
)

// parseFlags parses a command's options, before and after files, up to --. ok is false if the
// command must stop with the status: after -help, which prints usage, or after wrong usage.
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
	flags.Parse(slices.Concat([]string{"--"}, files)) // sets only Args
	return 0, true
}

// wrongUsage prints why a command line is invalid, and how to get help on its options.
func wrongUsage(stderr io.Writer, command, why string) int {
	fmt.Fprintf(stderr, "traceglass %s: %s\nRun \"traceglass help %s\" for its options.\n", command, why, command)
	return 2
}

// Reasons why a command line is invalid.
const (
	noFile   = "name a file"
	oneFile  = "name one file"
	noOutput = "-o is missing: name what to write"
)
