package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"traceglass/parser/dump"
	"traceglass/parser/input/disk"
	"traceglass/parser/mapping"
	"traceglass/parser/simpleperf"
	"traceglass/parser/trace"
	"traceglass/render/tell"
)

// originals is the map of names of -mapping, or nil. For compare with two maps, it is the map of
// the side that is being read.
var originals *namer

// nameMaps are all given maps.
var nameMaps []*namer

// A namer gives files their original names. It reads the parts of the map that a file needs, and
// again when a later file needs more. For a pile of dumps it reads the map once.
type namer struct {
	file   string
	wanted *mapping.Wanted
	m      *mapping.Map
	result *mapping.Result // of all renamed files; nil for none yet

	reads   int  // number of readings of the map
	gathers bool // dumps are read only to collect which names they need
	all     bool // all needed names are known
}

// gather calls read, which reads dumps that will be read again, to collect the names they need.
// The map is then read once for all of them. Without a map, or if a file cannot be read twice,
// gather does nothing.
func (n *namer) gather(files []string, read func()) {
	twice := func(file string) bool {
		info, err := os.Stat(file)
		return err != nil || info.IsDir() || info.Mode().IsRegular()
	}
	if n == nil || slices.ContainsFunc(files, func(file string) bool { return !twice(file) }) {
		return
	}
	n.gathers = true
	read()
	n.gathers, n.all = false, true
}

// gathering reports whether files are read only to collect the names they need.
func (n *namer) gathering() bool { return n != nil && n.gathers }

// addMap adds the map of a -mapping.
func addMap(file string) error {
	nameMaps = append(nameMaps, &namer{file: file, wanted: mapping.NewWanted()})
	originals = nameMaps[0]
	return nil
}

// read reads the wanted parts of the map.
func (n *namer) read(wanted *mapping.Wanted) error {
	if n.m != nil && (n.all || n.wanted.Includes(wanted)) {
		return nil
	}
	n.reads++
	n.wanted.Add(wanted)
	source, err := disk.OpenMapping(n.file)
	if err != nil {
		return fmt.Errorf("%s: %w", n.file, err)
	}
	defer source.Close()
	reader := mapping.NewReader(n.wanted)
	if _, err := io.CopyBuffer(onlyWriter{reader}, source, make([]byte, pieceSize)); err != nil {
		return fmt.Errorf("%s: %w", n.file, withNotes(err, source))
	}
	if n.m, err = reader.Close(); err != nil {
		return fmt.Errorf("%s: %w", n.file, withNotes(err, source))
	}
	for _, note := range source.Notes {
		n.m.Notes = append(n.m.Notes, mapping.Note{Code: note.Code, Count: 1, Text: note.Text})
	}
	return nil
}

func (n *namer) add(r *mapping.Result) {
	if n.result != nil {
		r.Add(n.result)
	}
	n.result = r
}

// trace renames the methods of a trace. Like the other methods it does nothing if n is nil.
func (n *namer) trace(in *trace.Info) error {
	if n == nil {
		return nil
	}
	wanted := mapping.NewWanted()
	wanted.WantTrace(in)
	if err := n.read(wanted); err != nil {
		return err
	}
	result := n.m.NameTrace(in)
	result.Settle()
	if result.Match == mapping.AnotherBuild { // then the names would be wrong
		mapping.UnnameTrace(in)
	}
	n.add(result)
	return nil
}

// lists renames the methods of a trace that is renamed and counted elsewhere too.
func (n *namer) lists(in *trace.Info) {
	if n == nil {
		return
	}
	was := n.result
	n.trace(in)
	n.result = was
}

// samples renames the methods of a recording of samples.
func (n *namer) samples(methods []simpleperf.Method) error {
	if n == nil {
		return nil
	}
	wanted := mapping.NewWanted()
	for i := range methods {
		if methods[i].Class != "" {
			wanted.Method(methods[i].Class, methods[i].Name)
		}
	}
	if err := n.read(wanted); err != nil {
		return err
	}
	n.add(n.m.NameSamples(methods))
	return nil
}

// dump renames a dump.
func (n *namer) dump(d *dump.Dump) (*dump.Dump, error) {
	if n == nil {
		return d, nil
	}
	if n.gathering() {
		n.wanted.WantClasses(d)
		return d, nil
	}
	wanted := mapping.NewWanted()
	if !n.all {
		wanted.WantDump(d)
	}
	if err := n.read(wanted); err != nil {
		return nil, err
	}
	named, result := n.m.NameDump(d)
	n.add(result)
	if result.Settle(); result.Match == mapping.AnotherBuild {
		return d, nil // then the names would be wrong
	}
	return named, nil
}

// report writes what the map did.
func (n *namer) report(stderr io.Writer) {
	if n == nil || n.result == nil {
		return
	}
	for _, s := range tell.Naming(n.result, filepath.Base(n.file)) {
		fmt.Fprintf(stderr, "traceglass: %s\n", s)
	}
}
