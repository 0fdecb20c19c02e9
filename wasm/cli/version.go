//go:build !js

package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
)

func init() {
	commands = append(commands, command{"version", `version
            say which traceglass this is.`, versionCommand})
}

// versionCommand says which version, commit and compiler the program was built from, as far as the
// build noted it.
func versionCommand(args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		fmt.Fprint(stderr, "usage: traceglass version\n")
		return 2
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
