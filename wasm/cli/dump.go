package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/input"
	"traceglass/parser/input/disk"
)

// dumps reads files that are to be a thread dump, or a zip file of several, and calls do for
// each dump; name is what it is called within a zip file, else "". It reports false for
// what holds none. What of a zip file is not read is told on stderr.
func dumps(files []string, stderr io.Writer, do func(name string, d *dump.Dump) error) (found bool, err error) {
	several, ok := disk.Dumps{}, false
	if len(files) == 1 {
		several, ok = disk.OpenDumps(files[0])
	}
	if !ok {
		source, err := disk.Open(files...)
		if err != nil {
			return false, err
		}
		d, err := readDump(source)
		if d == nil || err != nil {
			return false, err
		}
		return true, do("", d)
	}
	defer several.Close()
	left := several.Left
	for i, name := range several.Names {
		source, err := several.Open(i)
		if err != nil {
			fmt.Fprintf(stderr, "traceglass: %s: left out: %s: %v\n", files[0], strconv.Quote(name), err)
			continue
		}
		d, err := readDump(source)
		if err != nil || d == nil {
			left = append(left, name)
			continue
		}
		found = true
		if err := do(name, d); err != nil {
			return found, err
		}
	}
	switch {
	case !found && len(several.Names) > 1 && !several.Trace:
		return false, errors.New(input.NothingUseful(append(several.Names, several.Left...)).Text)
	case found && len(left) > 0:
		fmt.Fprintf(stderr, "traceglass: %s: left out, being no thread dumps: %s\n", files[0], shortList(left))
	}
	return found, nil
}

// shortList names the first of many files.
func shortList(names []string) string {
	const most = 5
	var quoted []string
	for _, name := range names[:min(len(names), most)] {
		quoted = append(quoted, strconv.Quote(name))
	}
	list := strings.Join(quoted, ", ")
	if more := len(names) - most; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return list
}

// readDump reads a source as a thread dump and closes it; it returns nil for what is none.
// Text that its first lines do not tell may still hold a dump further on.
func readDump(source *disk.Source) (*dump.Dump, error) {
	defer source.Close()
	if !source.Kind.MayHoldDump(source.Head) {
		return nil, nil
	}
	reader := dump.NewReader()
	if _, err := io.CopyBuffer(onlyWriter{reader}, source, make([]byte, 64<<10)); err != nil {
		return nil, err
	}
	d := reader.Close()
	switch {
	case len(d.Blocks) > 0:
	case d.Relative != dump.NoRelative:
		return nil, errors.New(d.Relative.Sentence())
	case source.Kind != input.ThreadDump:
		return nil, nil
	}
	for _, n := range source.Notes {
		d.Receipt.Notes = append(d.Receipt.Notes, dump.Note{Code: n.Code, Count: 1, Line: -1, Text: n.Text})
	}
	return originals.dump(d)
}
