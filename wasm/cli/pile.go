package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"traceglass/parser/anr"
	"traceglass/parser/dump"
	"traceglass/parser/input"
	"traceglass/parser/pile"
	"traceglass/parser/wait"
	"traceglass/render/tell"
)

// explainPile groups the dumps of all files, including those in zip files and folders, by cause.
// It continues after a file that cannot be read. With a base, it compares them with the dumps
// there. It keeps one dump in memory at a time.
func explainPile(files []string, base string, view pileView, write func(io.Writer, *pile.Pile, int) error, stdout, stderr io.Writer) (status int) {
	originals.gather(append(slices.Clone(files), base), func() { readPile(files, base, io.Discard) })
	p, before, status := readPile(files, base, stderr)
	p, before = view.of(p, before)
	if err := write(stdout, p, before); err != nil {
		fmt.Fprintf(stderr, "traceglass: %v\n", err)
		return 1
	}
	return status
}

// readPile returns a pile of the dumps. before is the number of the base's lot, or pile.Whole.
func readPile(files []string, base string, stderr io.Writer) (p *pile.Pile, before, status int) {
	p = &pile.Pile{Tell: tell.Claim}
	read := 0
	var issues []map[string]anr.Issue
	var left []string // files in folders that are not dumps
	t := taker{split: (*dump.Dump).Incidents, ended: func(_ string, r *anr.Reader) { issues = append(issues, r.Issues) }}
	add := func(lot, file string, found bool) {
		err := t.eachDump(file, stderr, func(name string, d *dump.Dump) error {
			if originals.gathering() {
				return nil
			}
			title := file
			if name != "" {
				title += ": " + name
			}
			p.Add(lot, title, read, wait.NewFacts(d), d)
			read++
			return nil
		})
		switch {
		case err != nil && found:
			left = append(left, file)
		case err != nil:
			fmt.Fprintf(stderr, "traceglass: %s: %v\n", file, err)
			status = 1
		}
	}
	all := func(lot, path string) {
		if info, err := os.Stat(path); err != nil || !info.IsDir() {
			add(lot, path, false)
			return
		}
		files, unread := within(path)
		for _, file := range files {
			add(lot, file, true)
		}
		for _, err := range unread {
			fmt.Fprintf(stderr, "traceglass: left out: %v\n", err)
			status = 1
		}
	}
	before = pile.NoBaseline
	if base != "" {
		all("before", base)
		before = p.Batch("before")
		t.seen = anr.Seen{} // a report may be on both sides
	}
	for _, file := range files {
		all("after", file)
	}
	for _, of := range issues {
		p.Join(of)
	}
	if len(left) > 0 {
		fmt.Fprintf(stderr, "traceglass: left out because they are not thread dumps: %s\n", shortList(left))
		if read == 0 {
			status = 1
		}
	}
	if p.Mains.Cut > 0 {
		fmt.Fprintf(stderr, "traceglass: the flame graph of main threads is full: %d stacks end too early in it\n", p.Mains.Cut)
	}
	return p, before, status
}

// within returns the files in a folder and its subfolders, in order, and the errors for parts
// that cannot be listed.
func within(folder string) (files []string, unread []error) {
	filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			unread = append(unread, err)
		case entry.Type().IsRegular() && input.IsFile(name):
			files = append(files, name)
		}
		return nil
	})
	return files, unread
}
