package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/input"
	"traceglass/parser/wait"
	"traceglass/render/report"
	"traceglass/render/report/flamegraph"
	"traceglass/render/scene/locks"
)

// A choice selects the process of thread dumps to export.
type choice struct {
	dump    string // name of the dump in a zip file, "" for the one with the best verdict
	process int    // number of the process in its dump, from 1; 0 for the one that did not answer
}

// A shown is one process of a dump.
type shown struct {
	d     *dump.Dump
	facts *wait.Facts
	block int
	name  string // of the file
}

// processExports are the formats for thread dumps. Some formats exist for traces too; the kind of
// the file decides.
var processExports = map[string]func(io.Writer, *shown) error{
	"markdown": func(w io.Writer, s *shown) error { return report.Markdown(w, s.d, s.facts, s.block, s.name) },
	"csv":      func(w io.Writer, s *shown) error { return report.ThreadsCSV(w, s.d, s.facts, s.block) },
	"folded":   func(w io.Writer, s *shown) error { return report.StacksFolded(w, s.d, s.block) },
	"svg": func(w io.Writer, s *shown) error {
		tree, names := report.Merged(s.d, s.block)
		return flamegraph.Stacks(tree, names, locks.BlockName(&s.d.Blocks[s.block])).SVG(w)
	},
	"locks": func(w io.Writer, s *shown) error { return report.LocksSVG(w, s.d, s.facts, s.block) },
}

// exportProcess writes a process of the thread dumps in a file. title is the name of the file.
// done is false if it has no dumps; it may be a trace.
func exportProcess(file, title, format string, c choice, stderr io.Writer, save func(func(io.Writer) error) error) (done bool, err error) {
	if format != "markdown" && format != "locks" && format != "svg" && c == (choice{}) {
		if members, err := traceMembers(file); err == nil && members[0].Trace {
			return false, nil // of a zip file with both, these formats export the trace
		}
	}
	var best *shown
	most, unsaid := -1, false // unsaid: a dump does not name the process that did not answer
	found, err := dumps(file, stderr, (*dump.Dump).Reports, func(name string, d *dump.Dump) error {
		if c.dump != "" && !isCalled(name, c.dump) || len(d.Blocks) == 0 {
			return nil
		}
		s := &shown{d: d, facts: wait.NewFacts(d), name: title}
		if name != "" {
			s.name += "/" + name
		}
		if s.block = s.facts.Suspect(); c.process > 0 {
			var err error
			if s.block, err = numbered(d, c.process); err != nil {
				return err
			}
		}
		if s.block == wait.None {
			unsaid = true
			return nil
		}
		if suspicion := s.facts.Suspicion(s.block); suspicion > most {
			best, most = s, suspicion
		}
		return nil
	})
	switch {
	case err != nil || !found:
		return found, err
	case best == nil && unsaid:
		return true, errors.New("the file does not show which process did not answer: choose one with -process N")
	case best == nil && c.dump == "":
		return true, errors.New("the file contains no process")
	case best == nil:
		return true, fmt.Errorf("the file contains no dump named %q", c.dump)
	}
	return true, save(func(w io.Writer) error { return processExports[format](w, best) })
}

// isCalled reports whether a dump is the wanted one. The name may be its path in the opened file,
// or the last part of that path. For a report it may also be the file's name, as the page shows it.
func isCalled(name, wanted string) bool {
	return name == "" || wanted == name || wanted == input.Leaf(name) || name[0] == '#' && strings.HasSuffix(wanted, " "+name)
}

// numbered returns the block of the n-th process of a dump, from 1, in the order of the page.
func numbered(d *dump.Dump, n int) (block int, err error) {
	left := n
	for i := range d.Blocks {
		if !d.Blocks[i].Joined {
			if left--; left == 0 {
				return i, nil
			}
		}
	}
	return 0, fmt.Errorf("there is no process %d: there are %d", n, n-left)
}
