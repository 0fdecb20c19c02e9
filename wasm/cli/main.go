// Command traceglass analyses where an Android app's time went, without a browser. Built for the
// browser it is tools.wasm, which the page runs in a worker to export.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"traceglass/parser/input/disk"
	"traceglass/parser/platform"
	"traceglass/render/words"
	"traceglass/render/words/languages"
)

func main() { os.Exit(run(os.Args[1:], terminal(os.Stdout), os.Stderr)) }

// run runs one command line and returns its exit status.
func run(args []string, stdout, stderr io.Writer) int {
	stderr = messages(stderr)
	if len(args) == 1 && slices.Contains([]string{"-v", "-version", "--version"}, args[0]) {
		args = []string{"version"}
	}
	root := newRoot()
	root.SetErr(stderr)
	if status, ok := complete(root, args, stdout); ok {
		return status
	}
	archives = &disk.Archives{}
	defer archives.Close()
	out := bufio.NewWriterSize(stdout, 1<<16)
	root.SetOut(out)
	c, err := execute(root, singleDashes(root, args))
	result := finish(c, err, stderr)
	for _, n := range nameMaps {
		n.report(stderr)
	}
	if err := out.Flush(); err != nil {
		fmt.Fprintf(stderr, "traceglass: %v\n", err)
		result = max(result, 1)
	}
	return result
}

// finish prints the error of a command, unless the command has, and returns the exit status.
func finish(c *cobra.Command, err error, stderr io.Writer) int {
	if err == nil {
		return 0
	}
	if ended, ok := errors.AsType[exit](err); ok {
		return int(ended)
	}
	fmt.Fprintf(stderr, "%s: %v\n", c.CommandPath(), err)
	if _, wrong := errors.AsType[usageError](err); !wrong {
		return status(err)
	}
	if c == c.Root() || c.Name() == "help" {
		fmt.Fprintln(stderr, `Run "traceglass help" for all commands.`)
	} else {
		fmt.Fprintf(stderr, "Run \"traceglass help %s\" for its options.\n", strings.TrimPrefix(c.CommandPath(), c.Root().Name()+" "))
	}
	return statusUsage
}

// commonOptions declares the options of every command. It resets them.
func commonOptions(root *cobra.Command) {
	budget, memberName, originals, nameMaps, language, owners = machineMemory(), "", nil, nil, "", nil
	flags := root.PersistentFlags()
	flags.SortFlags = false
	parse(flags, "mapping", "FILE", "", "Replace names that R8 or ProGuard shortened by their originals, with this map", addMap)
	owned := func(name string, origin platform.Origin, usage string) {
		parse(flags, name, "PACKAGE", "", usage, func(prefix string) error {
			if prefix == "" {
				return errors.New("must be a package, such as com.example.shop")
			}
			owners = owners.With(platform.Owner{Prefix: prefix, Origin: origin})
			return nil
		})
	}
	owned("own", platform.Own, "In a trace, count this package, and the packages in it, as the app's own code. Can be repeated")
	owned("library", platform.Library, "In a trace, count this package, and the packages in it, as a library. Can be repeated")
	parse(flags, "member", "NAME", "", "Read only this file of a zip file or a folder", func(name string) error {
		if memberName = name; name == "" {
			return errors.New("must be the name of a file in a zip file or a folder")
		}
		return nil
	})
	parse(flags, "memory", "SIZE", "", "Limit the memory for a trace, as in 1GB; default: three quarters of the machine's memory. If a trace needs more, only its first part is read, with a warning. For table, that is an error", func(text string) (err error) {
		budget, err = parseSize(text)
		return err
	})
	parse(flags, "lang", "L", "", "The language, "+orList(languages.Codes())+", of text and Markdown for people: from overview, explain, compare and check, and of Markdown from export. Formats for programs are English in every language", setLanguage)
}

// owners are those of -own and -library.
var owners platform.Owners

// standardInput is the file of the system that stands for the argument -.
const standardInput = "/dev/stdin"

// noteUnits says how times of less than a millisecond without a unit are read: probably they are meant otherwise.
func noteUnits(c *cobra.Command) {
	const short = 1_000_000 // ns
	c.Flags().Visit(func(f *pflag.Flag) {
		text := f.Value.String()
		isTime := strings.HasPrefix(f.Name, "from") || f.Name == "to"
		if ns, err := strconv.ParseInt(text, 10, 64); err == nil && ns > 0 && ns < short && isTime {
			fmt.Fprintf(c.ErrOrStderr(), "Note: -%s %s is %[2]s ns. Other times need a unit, such as %[2]sms.\n", f.Name, text)
		}
	})
}

// prepare applies the options of every command. It replaces - in args by standard input.
func prepare(c *cobra.Command, args []string) error {
	for i, arg := range args {
		if arg != "-" || c.Name() == cobra.ShellCompRequestCmd { // which completes it
			continue
		}
		if _, err := os.Stat(standardInput); err != nil {
			return usageError("standard input cannot be read here: save it in a file, and name that")
		}
		args[i] = standardInput
	}
	noteUnits(c)
	// Columns that grow leave garbage. It must be collected before the budget runs out.
	debug.SetMemoryLimit(budget)
	words.SetCatalogue("")
	if f := c.Flags().Lookup("format"); f != nil {
		if chosen, ok := f.Value.(interface{ forPeople() bool }); ok && chosen.forPeople() {
			words.SetCatalogue(language)
		}
	}
	if most := map[bool]int{false: 1, true: 2}[c.Name() == "compare"]; len(nameMaps) > most {
		return usageError("too many -mapping: give one map, or for compare one for each side")
	}
	return nil
}
