//go:build !js

package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Only the native command has these. The page compares in its engine, and its build links no Parquet.
func init() {
	commands = append(commands, askCommand, mcpCommand, guideCommand, schemaCommand, compareCommand, checkCommand, tableCommand, completionCommand, versionCommand, referenceCommand)
}

// completionCommand prints the script that completes command lines in a shell.
func completionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "completion bash|zsh|fish",
		Short: "print a script that completes commands, options and values in a shell",
		Long: `Prints a script for a shell. With it, the Tab key completes the names of
commands, options, and values such as those of -format.

  bash   needs the package bash-completion. For this session:
           source <(traceglass completion bash)
         For every session:
           mkdir -p ~/.local/share/bash-completion/completions
           traceglass completion bash \
             >~/.local/share/bash-completion/completions/traceglass
  zsh    For every session, with a folder of $fpath that you can write:
           traceglass completion zsh >"${fpath[1]}/_traceglass"
         If completion is off, add to ~/.zshrc: autoload -U compinit; compinit
  fish   traceglass completion fish >~/.config/fish/completions/traceglass.fish
`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 || args[0] != "bash" && args[0] != "zsh" && args[0] != "fish" {
				return usageError("name one shell: bash, zsh or fish")
			}
			return nil
		},
		ValidArgs: []string{"bash", "zsh", "fish"},
		RunE: func(c *cobra.Command, args []string) error {
			switch args[0] {
			case "bash":
				return c.Root().GenBashCompletionV2(c.OutOrStdout(), true)
			case "zsh":
				return c.Root().GenZshCompletion(c.OutOrStdout())
			}
			return c.Root().GenFishCompletion(c.OutOrStdout(), true)
		},
	}
}

// referenceCommand prints the help on all commands as Markdown, for the documentation.
func referenceCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "reference",
		Short:  "print the help on all commands as Markdown",
		Hidden: true,
		Args:   noFiles,
		RunE: func(c *cobra.Command, _ []string) error {
			w := c.OutOrStdout()
			root := c.Root()
			for _, sub := range root.Commands() {
				if sub.IsAvailableCommand() {
					fmt.Fprintf(w, "## %s\n\n```text\nusage: traceglass %s\n\n%s```\n\n", sub.Name(), sub.Use, sub.Long)
					writeTable(w, sub.LocalFlags())
				}
			}
			fmt.Fprint(w, "## Options of every command\n\n")
			writeTable(w, root.PersistentFlags())
			fmt.Fprintf(w, "## help\n\n```text\n%s```\n", root.Long)
			return nil
		},
	}
}

// writeTable writes options as a table in Markdown.
func writeTable(w io.Writer, flags *pflag.FlagSet) {
	cell := strings.NewReplacer("|", `\|`, "*", `\*`, "<", "&lt;", "_", `\_`)
	rows := 0
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		if rows++; rows == 1 {
			fmt.Fprint(w, "| option | |\n|---|---|\n")
		}
		label, about := describe(f)
		fmt.Fprintf(w, "| `%s` | %s |\n", label, cell.Replace(about))
		eachWord(f, func(word, usage string) { fmt.Fprintf(w, "| `-%s %s` | %s |\n", f.Name, word, cell.Replace(usage)) })
	})
	if rows > 0 {
		fmt.Fprintln(w)
	}
}

// noFiles are the arguments of a command that reads no file.
func noFiles(_ *cobra.Command, files []string) error {
	if len(files) > 0 {
		return usageError("this command takes no file")
	}
	return nil
}
