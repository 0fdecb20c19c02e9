package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/input"
	"traceglass/parser/wait"
	"traceglass/render/report/formats"
)

// A choice selects the process of thread dumps to export.
type choice struct {
	dump    string // name of the dump in a zip file, "" for the one with the best verdict
	process int    // number of the process in its dump, from 1; 0 for the one that did not answer
}

// exportProcess writes a process of the thread dumps in a file. title is the name of the file.
// done is false if it has no dumps; it may be a trace.
func exportProcess(file, title, format string, c choice, stderr io.Writer, save func(func(io.Writer) error) error) (done bool, err error) {
	if format != "markdown" && format != "locks" && format != "svg" && c == (choice{}) {
		if members, err := traceMembers(file); err == nil && members[0].Trace {
			return false, nil // of a zip file with both, these formats export the trace
		}
	}
	var best *formats.Dumped
	most, unsaid := -1, false // unsaid: a dump does not name the process that did not answer
	found, err := (&taker{split: (*dump.Dump).Reports}).dumps(file, stderr, func(name string, d *dump.Dump) error {
		if c.dump != "" && !isCalled(name, c.dump) || len(d.Blocks) == 0 {
			return nil
		}
		s := &formats.Dumped{Dump: d, Facts: wait.NewFacts(d), Name: title}
		if name != "" {
			s.Name += "/" + name
		}
		if s.Block = s.Facts.Suspect(); c.process > 0 {
			var err error
			if s.Block, err = numbered(d, c.process); err != nil {
				return err
			}
		}
		if s.Block == wait.None {
			unsaid = true
			return nil
		}
		if suspicion := s.Facts.Suspicion(s.Block); suspicion > most {
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
	return true, save(func(w io.Writer) error { return formats.Process[format](w, best) })
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
