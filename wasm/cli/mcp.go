//go:build !js

package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"traceglass/parser/input/disk"
	"traceglass/render/answer"
	"traceglass/wasm/mcp"
)

func mcpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "mcp FOLDER...",
		Short: "answer an assistant's questions about the files in folders, by the Model Context Protocol",
		Long: `Serves the questions of ask as tools of the Model Context Protocol, on standard
input and output. An assistant starts it: register this command line with it.

It reads only files below the folders, and writes nothing. A symbolic link that
leads out of them is refused. It keeps files for the next question, within
-memory, and reads a changed file again. It ends when the assistant closes its
standard input.
`,
		Args: func(_ *cobra.Command, folders []string) error {
			switch {
			case len(folders) == 0:
				return usageError("name the folders that may be read")
			case memberName != "":
				return usageError("-member has no use here: a question names a file in a zip file as FILE.zip/NAME")
			}
			for _, f := range folders {
				if info, err := os.Stat(f); err != nil || !info.IsDir() {
					return usageError(fmt.Sprintf("%s is no folder", f))
				}
			}
			return nil
		},
		RunE: func(c *cobra.Command, folders []string) error {
			server, err := mcp.New(mcp.Options{Folders: folders, Memory: budget, Version: version(), Log: c.ErrOrStderr(), Open: openServed})
			if err != nil {
				return err
			}
			defer server.Close()
			return server.Serve(c.Context(), c.InOrStdin(), unbuffered{c.OutOrStdout()})
		},
	}
}

// openServed reads what a question of a client is about.
func openServed(path string, of answer.Kinds, memory int64, file mcp.Opener, log io.Writer) (answer.Subject, error) {
	archives, budget = &disk.Archives{File: file}, memory
	defer archives.Close()
	return openSubject([]string{path}, of, log)
}

// unbuffered writes through the buffer of standard output.
type unbuffered struct{ w io.Writer }

func (u unbuffered) Write(p []byte) (int, error) {
	n, err := u.w.Write(p)
	if f, ok := u.w.(interface{ Flush() error }); ok && err == nil {
		err = f.Flush()
	}
	return n, err
}
