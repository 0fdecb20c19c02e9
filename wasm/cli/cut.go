package main

import (
	"crypto/sha256"
	"encoding/hex"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"traceglass/render/report"
)

// A cutting has the common options of cut and page: the part, how to replace names, and where to
// write.
type cutting struct {
	part  part
	hash  bool
	force bool   // write large files too
	to    string // "" if not given
}

// flags declares the options.
func (c *cutting) flags(flags *pflag.FlagSet) {
	c.part.cutFlags(flags)
	flags.BoolVar(&c.hash, "hash", false, "Replace the names of methods and threads, except main, by hashes. Equal names have equal hashes, and anyone who knows a name can compute its hash")
	flags.BoolVar(&c.force, "force", false, forceUsage)
	flags.StringVarP(&c.to, "output", "o", "", "The `FILE` to write; its folder is created. - is standard output")
}

// names returns how to replace names, nil to keep them.
func (c *cutting) names() report.Hash {
	if c.hash {
		return hashName
	}
	return nil
}

// hashName is the Hash of -hash: 12 hexadecimal digits of SHA-256.
func hashName(parts ...string) string {
	h := sha256.New()
	for _, part := range parts {
		io.WriteString(h, part+"\x00")
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}

func cutCommand() *cobra.Command {
	var o cutting
	c := &cobra.Command{
		Use:   "cut [options] -o FILE TRACE",
		Short: "write a part of a trace as a smaller trace that any program for such files reads; with -hash, without its names",
		Long: `Writes this part as a smaller trace of version 3, or of version 2 if the trace
has one clock. dmtracedump reads it too. Its times start at the range. Times
finer than 1 us are rounded. When you open the file, warnings list these
changes.
`,
		Args: oneFile,
		RunE: func(c *cobra.Command, files []string) error {
			if err := o.part.check(); err != nil {
				return err
			}
			if o.to == "" {
				return noOutput
			}
			stdout, stderr := c.OutOrStdout(), c.ErrOrStderr()
			return ended(eachTrace("cut", files[0], o.to, ".trace", stderr, func(paths []string, _ string, to place) error {
				p, scope, err := readPart(paths, true, false, &o.part)
				if err == nil {
					err = warn(stderr, p)
				}
				if err != nil {
					return err
				}
				return saveTo(to, stdout, o.force, func(w io.Writer) error { return report.Cut(w, p.Index, scope, o.names()) })
			}))
		},
	}
	o.flags(c.Flags())
	return c
}
