//go:build !js

package main

import (
	"bytes"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// execute runs a command line.
func execute(root *cobra.Command, args []string) (*cobra.Command, error) {
	root.SetArgs(args)
	return root.ExecuteC()
}

// completeValues declares how a shell completes the values of a command's options: words that the option takes, folders,
// files, or nothing.
func completeValues(c *cobra.Command) {
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		kind, _ := pflag.UnquoteUsage(f)
		words, chosen := f.Value.(worded)
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

// complete runs a request of a shell for completions of the last argument. ok is false for another command line. An
// option that begins with one dash is completed with one.
func complete(root *cobra.Command, args []string, stdout io.Writer) (status int, ok bool) {
	if len(args) < 2 || args[0] != cobra.ShellCompRequestCmd && args[0] != cobra.ShellCompNoDescRequestCmd {
		return 0, false
	}
	each(root, completeValues)
	last := len(args) - 1
	word := args[last]
	line := singleDashes(root, args[1:last])
	single := strings.HasPrefix(word, "-") && !strings.HasPrefix(word, "--")
	if single && len(word) > 1 {
		word = "-" + word
	}
	var out bytes.Buffer
	root.SetOut(&out)
	if _, err := execute(root, append(append([]string{args[0]}, line...), word)); err != nil {
		status = 1
	}
	for text := range strings.Lines(out.String()) {
		if single && strings.HasPrefix(text, "--") {
			text = text[1:]
		}
		io.WriteString(stdout, text)
	}
	return status, true
}
