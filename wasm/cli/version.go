//go:build !js

package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "print the version of this traceglass",
		Long: `Prints the version, commit and compiler of this traceglass, as far as its build
recorded them. go install, and go build in a checkout, record all of them. The
page shows its own version under Help. traceglass -version does the same.
`,
		Args: noFiles,
		RunE: printVersion,
	}
}

// printVersion prints the version, commit and compiler of the program, as far as the build
// recorded them.
func printVersion(c *cobra.Command, _ []string) error {
	commit := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				commit = ", commit " + s.Value + commit
			case s.Key == "vcs.modified" && s.Value == "true":
				commit += " with changes"
			}
		}
	}
	fmt.Fprintf(c.OutOrStdout(), "traceglass %s%s, %s, %s/%s\n", version(), commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return nil
}

// version returns the version of the program, as far as the build recorded it.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.Main.Version
	}
	return "unknown version"
}
