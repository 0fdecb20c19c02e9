package main

import (
	"bytes"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// completeValues declares how a shell completes the values of a command's options: words that the option takes, folders,
// files, or nothing.
func completeValues(c *cobra.Command) {
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		kind, _ := pflag.UnquoteUsage(f)
		words, chosen := f.Value.(interface {
			words() (names, usages []string)
		})
		switch {
		case chosen:
			names, usages := words.words()
			for i := range names {
				names[i] = cobra.CompletionWithDesc(names[i], usages[i])
			}
			c.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp))
		case kind == "DIR":
			c.MarkFlagDirname(f.Name)
		case kind != "FILE" && f.NoOptDefVal == "":
			c.RegisterFlagCompletionFunc(f.Name, cobra.NoFileCompletions)
		}
	})
}

// isCompletion reports whether a shell asks for completions of the last argument.
func isCompletion(args []string) bool {
	return len(args) > 1 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd)
}

// complete runs a request for completions. An option that begins with one dash is completed with one.
func complete(root *cobra.Command, args []string, stdout io.Writer) error {
	last := len(args) - 1
	word := args[last]
	line := singleDashes(root, args[1:last])
	single := strings.HasPrefix(word, "-") && !strings.HasPrefix(word, "--")
	if single && len(word) > 1 {
		word = "-" + word
	}
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetArgs(append(append([]string{args[0]}, line...), word))
	err := root.Execute()
	for text := range strings.Lines(out.String()) {
		if single && strings.HasPrefix(text, "--") {
			text = text[1:]
		}
		io.WriteString(stdout, text)
	}
	return err
}
