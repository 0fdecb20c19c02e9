package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// overall is the help on all commands.
const overall = `A FILE is a method trace or a recording of simpleperf (Android Studio's
Callstack Sample, Macrobenchmark's stack sampling), plain or packed with gzip or
zip. It can also be a .key or a .data file, or a base name: without .trace, or
without .key and .data. The commands summary, explain, export and table also
read thread dumps.

A FILE can also be a zip file, such as a bug report, or a folder. Then a command
reads every trace and every dump in it, and in zip files inside, one after the
other. To read only one, add -member NAME, or write its path:
traces.zip/start.trace. For several traces, export, cut and flamegraph write
into the folder that -o names.

With -mapping mapping.txt, names that R8 or ProGuard shortened are replaced by
their originals everywhere: in traces by exact signature, in dumps by line,
including inlined calls. If a name has several originals, all are listed. The
map may be packed with gzip, or be in an app bundle (.aab) or a zip file.
Standard error shows how many names were found, and whether the map is of the
same build.

The options -from, -to, -thread and -event select a part of a trace. The sums
are the same as in the page with the same selection. Of the clocks wall, cpu and
waiting, waiting is wall minus cpu.

A trace with both clocks shows when a thread was off the CPU. With -switches
(Separate switches in the page), those context switches count as a separate
method in all figures, by Traceview's rule.

The page's Export menu runs these commands on the open file, so it saves the
same bytes.

Options may stand before or after files, with one dash or two. Everything after
-- is a file. The FILE - is standard input, except on Windows. -o - is standard
output, if a command writes one file.

For more about a command, run "traceglass help COMMAND" or
"traceglass COMMAND -help". To complete commands and options with the Tab key,
see "traceglass help completion".

Exit status: 0 if every file was read (a damaged file as far as possible), 1 if
a file could not be read as any known kind, 2 if the command line is wrong, 3 if
the output exceeds 2 GB; -force writes it anyway.
`

const (
	helpWidth  = 80 // columns of the help
	helpColumn = 16 // where its explanations begin
)

// helpCommand is the command that prints the help on another one.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "print the help on a command, or on all commands",
		Long:  "Prints what a command does, and its options.\n",
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
			if len(args) == 0 {
				for _, c := range c.Root().Commands() {
					if c.IsAvailableCommand() {
						names = append(names, cobra.CompletionWithDesc(c.Name(), c.Short))
					}
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			about, rest, err := c.Root().Find(args)
			switch {
			case err != nil || len(rest) == 0:
			case about.HasSubCommands(): // the root, or ask
				err = about.Args(about, rest)
			default:
				err = c.Root().Args(c.Root(), rest)
			}
			if err != nil {
				return err
			}
			writeHelp(c.OutOrStdout(), about)
			return nil
		},
	}
}

// writeHelp writes the help on a command.
func writeHelp(w io.Writer, c *cobra.Command) {
	if c == c.Root() {
		fmt.Fprint(w, "usage: traceglass COMMAND FILE\n\n")
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() || sub.Name() == "help" {
				writeItem(w, 2, helpColumn, sub.Name(), sub.Short)
			}
		}
	} else {
		fmt.Fprintf(w, "usage: %s %s\n", c.Parent().CommandPath(), c.Use)
	}
	fmt.Fprintf(w, "\n%s", c.Long)
	writeOptions(w, "Options:", c.LocalFlags())
	writeOptions(w, "Options of every command:", c.InheritedFlags())
}

// writeOptions writes the help on options.
func writeOptions(w io.Writer, title string, flags *pflag.FlagSet) {
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		if title != "" {
			fmt.Fprintf(w, "\n%s\n", title)
			title = ""
		}
		label, about := describe(f)
		writeItem(w, 2, helpColumn, label, about)
		eachWord(f, func(word, usage string) { writeItem(w, helpColumn, helpColumn+12, word, usage) })
	})
}

// eachWord calls do for each word that is a value of an option and has an explanation.
func eachWord(f *pflag.Flag, do func(word, usage string)) {
	v, ok := f.Value.(worded)
	if !ok {
		return
	}
	names, usages := v.words()
	for i, name := range names {
		if usages[i] != "" {
			do(name, usages[i])
		}
	}
}

// describe returns an option with its value, as in "-o, -output FILE", and its explanation.
func describe(f *pflag.Flag) (label, about string) {
	kind, about := pflag.UnquoteUsage(f)
	label = "-" + f.Name
	if f.Shorthand != "" {
		label = "-" + f.Shorthand + ", " + label
	}
	if kind != "" {
		label += " " + kind
	}
	if v, ok := f.Value.(worded); ok {
		if names, usages := v.words(); strings.Join(usages, "") == "" {
			about = strings.TrimSuffix(orList(names)+"; "+about, "; ")
		}
	}
	switch f.DefValue {
	case "", "0", "false":
	default:
		about += " (default " + f.DefValue + ")"
	}
	return label, about
}

// writeItem writes a name and an explanation, which begins in a column and is wrapped.
func writeItem(w io.Writer, indent, column int, name, about string) {
	line := strings.Repeat(" ", indent) + name
	if len(line) > column-2 {
		fmt.Fprintln(w, line)
		line = ""
	}
	line += strings.Repeat(" ", column-len(line))
	empty := true
	for _, word := range strings.Fields(about) {
		if !empty && len(line)+1+len(word) > helpWidth {
			fmt.Fprintln(w, line)
			line, empty = strings.Repeat(" ", column), true
		}
		if !empty {
			line += " "
		}
		line, empty = line+word, false
	}
	fmt.Fprintln(w, line)
}
