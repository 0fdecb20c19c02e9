package main

import (
	"io"

	"github.com/spf13/cobra"
)

// execute runs a command line of the page. Without cobra's help and completion, tools.wasm is 70 KB smaller, packed
// by brotli.
func execute(root *cobra.Command, args []string) (*cobra.Command, error) {
	c, rest, err := root.Find(args)
	if err != nil {
		return root, err
	}
	if err := c.ParseFlags(rest); err != nil {
		return c, wrongOption(c, err)
	}
	files := c.Flags().Args()
	if err := c.ValidateArgs(files); err != nil {
		return c, err
	}
	if err := prepare(c, files); err != nil {
		return c, err
	}
	return c, c.RunE(c, files)
}

// complete is for shells.
func complete(*cobra.Command, []string, io.Writer) (status int, ok bool) { return 0, false }
