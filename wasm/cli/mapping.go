package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/input/disk"
	"traceglass/parser/mapping"
	"traceglass/parser/simpleperf"
	"traceglass/parser/trace"
	"traceglass/render/tell"
)

// originals is the map of names that -mapping says, nil without one. Of two, for compare, it is that of the
// side that is read.
var originals *namer

// maps are all that were given.
var maps []*namer

// A namer gives what is read its original names. The map is read when it is known what of it is
// needed, and again when a further file needs more; for a pile of dumps once.
type namer struct {
	file   string
	wanted *mapping.Wanted
	m      *mapping.Map
	result *mapping.Result // of all that was named, nil for nothing yet

	reads   int  // how often the map was read
	gathers bool // dumps are read for what they want of the map alone
	all     bool // what is wanted is known
}

// gather has dumps that will be read again read for what they want of the map, which is then read once for
// all of them. Where a file cannot be read twice, or without a map, it does nothing.
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

// gathering reports whether what is read is read for what it wants of the map alone.
func (n *namer) gathering() bool { return n != nil && n.gathers }

// takeMapping sets the map of names as -mapping says, which any command takes that reads traces or
// dumps, and returns the other arguments.
func takeMapping(args []string) ([]string, error) {
	originals, maps = nil, nil
	var rest []string
	for i := 0; i < len(args); i++ {
		name, value, given := strings.Cut(args[i], "=")
		if name != "-mapping" && name != "--mapping" {
			rest = append(rest, args[i])
			continue
		}
		if !given {
			if i++; i == len(args) {
				return nil, errors.New("-mapping wants a file, such as mapping.txt")
			}
			value = args[i]
		}
		maps = append(maps, &namer{file: value, wanted: mapping.NewWanted()})
		originals = maps[0]
	}
	return rest, nil
}

// read reads what of the map is wanted.
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

// trace names the methods of a trace. On a nil namer it does nothing, as the others do.
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
	if result.Match == mapping.AnotherBuild { // for certain: it would be named wrongly
		mapping.UnnameTrace(in)
	}
	n.add(result)
	return nil
}

// lists names methods of a trace that are named elsewhere too, and counted there.
func (n *namer) lists(in *trace.Info) {
	if n == nil {
		return
	}
	was := n.result
	n.trace(in)
	n.result = was
}

// samples names the methods of a recording of samples.
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

// dump names what is in a dump.
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
		return d, nil // for certain: it would be named wrongly
	}
	return named, nil
}

// tell says what the map gave.
func (n *namer) tell(stderr io.Writer) {
	if n == nil || n.result == nil {
		return
	}
	for _, s := range tell.Naming(n.result, filepath.Base(n.file)) {
		fmt.Fprintf(stderr, "traceglass: %s\n", s)
	}
}
