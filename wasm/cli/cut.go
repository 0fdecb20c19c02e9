package main

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"io"

	"traceglass/render/report"
)

const cutUsage = `usage: traceglass cut [-from T] [-to T] [-thread T] [-hash] [-force] -o file
                      trace
` + cutPart + cutNames + cutFile + `
Writes this part as a smaller trace of version 3, or of version 2 if the trace has
one clock. dmtracedump reads it too. Its times start at the range. Times finer than
1 us are rounded. When you open the file, warnings list these changes.
`

// Descriptions of the other options of a cutting, for usages.
const (
	cutNames = `  -hash       - Replace the names of methods and threads, except main, by hashes.
                Equal names have equal hashes, and anyone who knows a name can
                compute its hash
`
	cutFile = `  -force      - Write more than 2 GB
  -o file     - The file to write; its folder is created. - is standard output
`
)

// A cutting has the common options of cut and page: the part, how to replace names, and where to
// write.
type cutting struct {
	part  part
	hash  report.Hash // nil to keep names
	force bool        // write large files too
	to    string      // "" if not given
}

// parse parses the options in flags and those of c. ok is false if the command must stop with the
// status.
func (c *cutting) parse(flags *flag.FlagSet, usage string, args []string, stderr io.Writer) (status int, ok bool) {
	c.part.cutFlags(flags)
	hashed := flags.Bool("hash", false, "")
	flags.BoolVar(&c.force, "force", false, "")
	flags.StringVar(&c.to, "o", "", "")
	if status, ok := parseFlags(flags, usage, args, stderr); !ok {
		return status, false
	}
	if err := c.part.check(); err != nil {
		return wrongUsage(stderr, flags.Name(), err.Error()), false
	}
	if *hashed {
		c.hash = hashName
	}
	return 0, true
}

// hashName is the Hash of -hash: 12 hexadecimal digits of SHA-256.
func hashName(parts ...string) string {
	h := sha256.New()
	for _, part := range parts {
		io.WriteString(h, part+"\x00")
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}

// cutCommand writes a part of a trace as a trace.
func cutCommand(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("cut", flag.ContinueOnError)
	var c cutting
	if status, ok := c.parse(flags, cutUsage, args, stderr); !ok {
		return status
	}
	switch {
	case flags.NArg() != 1:
		return wrongUsage(stderr, "cut", oneFile)
	case c.to == "":
		return wrongUsage(stderr, "cut", noOutput)
	}
	return eachTrace("cut", flags.Arg(0), c.to, ".trace", stderr, func(paths []string, _ string, to place) error {
		p, scope, err := readPart(paths, true, false, &c.part)
		if err == nil {
			err = warn(stderr, p)
		}
		if err != nil {
			return err
		}
		return saveTo(to, stdout, c.force, func(w io.Writer) error { return report.Cut(w, p.Index, scope, c.hash) })
	})
}
