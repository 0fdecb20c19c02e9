//go:build !js

package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"traceglass/parser/input"
	"traceglass/parser/input/disk"
	tables "traceglass/render/report/table"
)

const tableUsage = `usage: traceglass table -o DIR FILE...

  -o DIR   the folder to add the tables to

Adds Parquet tables of each file, a trace or thread dumps, to a folder: files,
threads, methods, edges, claims and stacks. render/report/table/table.md says
what their columns hold. Each file's are in a folder DIR/HASH of their own, by
the SHA-256 of its bytes, with -mapping of the map's after them; it comes there
whole or not at all, and a file whose tables are there is not read again. To ask all of them in DuckDB:

  SELECT name, sum(calls_count) FROM 'DIR/*/methods.parquet' GROUP BY name;
`

// The page does not write tables, so the command built for it has no need of their packages.
func init() {
	commands = append(commands, command{"table", `table -o DIR FILE...
            add Parquet tables of each file to a folder: threads, methods,
            callers, what is said of dumps, stacks.`, tableCommand})
}

// tableCommand adds the tables of each file, and goes on after one that cannot be read.
func tableCommand(args []string, _, stderr io.Writer) (status int) {
	flags := flag.NewFlagSet("table", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() { fmt.Fprint(stderr, tableUsage) }
	dir := flags.String("o", "", "")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	if *dir == "" || flags.NArg() == 0 {
		flags.Usage()
		return 2
	}
	if err := cmp.Or(os.MkdirAll(*dir, 0o755), tables.Sweep(*dir, time.Hour)); err != nil {
		fmt.Fprintf(stderr, "traceglass table: %v\n", err)
		return 1
	}
	for _, group := range input.Pair(flags.Args()) {
		files := make([]string, len(group))
		for i, at := range group {
			files[i] = flags.Arg(at)
		}
		if err := addTables(*dir, files); err != nil {
			fmt.Fprintf(stderr, "traceglass: %s: %v\n", files[0], err)
			status = 1
		}
	}
	return status
}

// addTables adds those of one input, unless they are there.
func addTables(dir string, given []string) error {
	files, remove, err := spool(given)
	if err != nil {
		return err
	}
	defer remove()
	if files, err = disk.Resolve(files); err != nil {
		return err
	}
	all := files
	if originals != nil { // names of another map are other tables
		all = append(slices.Clone(files), originals.file)
	}
	hash, size, err := tables.Hash(all...)
	if err != nil || tables.Has(dir, hash) {
		return err
	}
	c, err := tables.Read(context.Background(), files, tables.Limits{Memory: budget}, tables.Names{Trace: originals.trace, Samples: originals.samples, Dump: originals.dump})
	if err != nil {
		return err
	}
	c.File.File, c.File.Bytes = hash, size
	c.File.Path, c.File.Name = given[0], filepath.Base(given[0])
	return tables.Save(dir, c)
}
