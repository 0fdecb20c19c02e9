//go:build !js

package main

import (
	"flag"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
)

const versionUsage = `usage: traceglass version [-help]

Prints the version, commit and compiler of this traceglass, as far as its build
recorded them. go install, and go build in a checkout, record all of them. The page
shows its own version under Help.
`

func init() {
	commands = append(commands, command{"version", `version [-help]
            print the version of this traceglass.`, versionCommand})
}

// versionCommand prints the version, commit and compiler of the program, as far as the build
// recorded them.
func versionCommand(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("version", flag.ContinueOnError)
	if status, ok := parseFlags(flags, versionUsage, args, stderr); !ok {
		return status
	}
	if flags.NArg() > 0 {
		return wrongUsage(stderr, "version", "this command takes no file")
	}
	version, commit := "unknown version", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		version = info.Main.Version
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				commit = ", commit " + s.Value + commit
			case s.Key == "vcs.modified" && s.Value == "true":
				commit += " with changes"
			}
		}
	}
	fmt.Fprintf(stdout, "traceglass %s%s, %s, %s/%s\n", version, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return 0
}
