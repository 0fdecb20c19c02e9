//go:build !js

package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"traceglass/parser/input"
	"traceglass/parser/input/disk"
	"traceglass/render/report"
	tables "traceglass/render/report/table"
	"traceglass/wasm/message"
)

func tableCommand() *cobra.Command {
	var dir string
	c := &cobra.Command{
		Use:   "table -o DIR FILE...",
		Short: "add Parquet tables of each file to a folder: threads, methods, callers, findings, claims about dumps, stacks",
		Long: `Adds Parquet tables of each file, a trace or thread dumps, to a folder: files,
threads, methods, edges, findings of the overview, claims and stacks.
render/report/table/table.md describes their columns. The tables of a file are
in their own folder DIR/HASH, named after the digest of its bytes (with
-mapping, also of the map's). Such a folder appears complete or not at all, and
a file that already has one is not read again. A zip file of dumps gets one set
of tables; for any other zip file, and for a folder, each trace and each dump
gets its own. To query all of them in DuckDB:

  SELECT name, sum(calls_count) FROM 'DIR/*/methods.parquet' GROUP BY name;
`,
		Args: someFiles,
		RunE: func(c *cobra.Command, paths []string) error {
			switch dir {
			case standardOutput:
				return usageError(errManyOutputs.Error())
			case "":
				return noOutput
			}
			return addAll(dir, paths, c.ErrOrStderr())
		},
	}
	c.Flags().StringVarP(&dir, "output", "o", "", "The folder `DIR` to add the tables to")
	return c
}

// addAll adds the tables of each file. It continues after one that cannot be read.
func addAll(dir string, paths []string, stderr io.Writer) error {
	if err := cmp.Or(os.MkdirAll(dir, 0o755), tables.Sweep(dir, time.Hour)); err != nil {
		return err
	}
	status := 0
	for _, group := range input.Pair(paths) {
		files := make([]string, len(group))
		for i, at := range group {
			files[i] = paths[at]
		}
		if err := addTables(dir, files, stderr); err != nil {
			fmt.Fprintf(stderr, "traceglass: %s: %v\n", files[0], err)
			status = 1
		}
	}
	return ended(status)
}

// addTables adds the tables of one input. A zip file of dumps has common tables. Members of other
// zip files and of folders have their own.
func addTables(dir string, given []string, stderr io.Writer) error {
	files, remove, err := spool(given)
	if err != nil {
		return err
	}
	defer remove()
	if len(files) == 1 {
		c, err := archives.Members(files[0], memberName)
		if err != nil {
			return err
		}
		info, err := os.Stat(files[0])
		apart := c.Nested || memberName != "" || err == nil && info.IsDir() || slices.ContainsFunc(c.Members, func(m disk.Member) bool { return m.Trace && len(c.Members) > 1 })
		if c.Many && apart {
			return memberTables(dir, &c, stderr)
		}
	}
	if files, err = disk.Resolve(files); err != nil {
		return err
	}
	hash, size, err := tables.Hash(files...)
	if err != nil {
		return err
	}
	return addTable(dir, files, given[0], hash, size, stderr)
}

// memberTables adds the tables of each member. It continues after one that cannot be read, and
// lists the members that are neither traces by name nor dumps.
func memberTables(dir string, c *disk.Contents, stderr io.Writer) error {
	var failure, last error
	found, left := false, c.LeftOut
	for _, m := range c.Members {
		hash, size, err := tables.HashMember(archives, m.Paths...)
		if err == nil {
			err = addTable(dir, m.Paths, m.Paths[0], hash, size, stderr)
		}
		switch {
		case err == nil:
			found = true
		case !m.Trace:
			last, left = fmt.Errorf("%s: %w", m.Name, err), append(left, m.Name)
		default:
			if failure != nil {
				fmt.Fprintf(stderr, "traceglass: %s: %v\n", m.File, failure)
			}
			failure = fmt.Errorf("%s: %w", m.Name, err)
		}
	}
	switch {
	case !found && failure == nil:
		return last
	case len(left) > 0 && memberName == "":
		fmt.Fprintf(stderr, "traceglass: %s: left out because they are neither traces nor thread dumps: %s\n", c.Members[0].File, shortList(left))
	}
	return failure
}

// addTable adds the tables of one trace or dump, or of one file of dumps, unless they exist. It warns of damage.
func addTable(dir string, files []string, given, hash string, size int64, stderr io.Writer) error {
	if originals != nil { // other names make other tables
		sum, _, err := tables.Hash(originals.file)
		if err != nil {
			return err
		}
		both := input.NewDigest()
		io.WriteString(both, hash+"\n"+sum)
		hash = both.String()
	}
	if tables.Has(dir, hash) {
		return nil
	}
	c, err := tables.Read(context.Background(), files, tables.Limits{Memory: budget, Archives: archives}, tables.Names{Trace: originals.trace, Samples: originals.samples, Dump: originals.dump})
	if err != nil {
		return err
	}
	c.File.File, c.File.Bytes = hash, size
	c.File.Path, c.File.Name = given, filepath.Base(given)
	for _, n := range c.File.Receipt {
		if !c.File.Complete && !message.IsHarmless(n.Code) {
			fmt.Fprintf(stderr, "WARNING: %s: %s\n", given, report.Clean(n.Text))
		}
	}
	return tables.Save(dir, c)
}
