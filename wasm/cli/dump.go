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

// dumps reads a thread dump, or a zip file or folder of several, and calls do for each dump. name
// is its path in the zip file or folder, "" for the file itself; the second of several reports in
// a file ends in #2. found is false if there is no dump. Members that are not read are listed on
// stderr.
func dumps(file string, stderr io.Writer, split splitter, do func(name string, d *dump.Dump) error) (found bool, err error) {
	c, err := archives.Members(file, memberName)
	if err != nil {
		return false, err
	}
	left := c.LeftOut
	trace := false
	for _, m := range c.Members {
		if m.Trace && m.Name != "" {
			trace = true
			left = append(left, m.Name)
			continue
		}
		source, err := archives.Open(m.Paths...)
		if err != nil && m.Name == "" {
			return false, err
		}
		if err != nil {
			leftOut(stderr, file, m.Name, err)
			continue
		}
		reports, err := readDumps(source, split)
		if len(reports) == 0 && len(c.Members) > 1 {
			left = append(left, m.Name)
			continue
		}
		if len(reports) == 0 {
			return false, err
		}
		found = true
		for i, d := range reports {
			if err := do(dump.ReportName(m.Name, i, len(reports)), d); err != nil {
				return found, err
			}
		}
	}
	switch {
	case !found && len(c.Members) > 1 && !trace:
		return false, errors.New(input.NothingUseful(left).Text)
	case found && len(left) > 0 && memberName == "":
		fmt.Fprintf(stderr, "traceglass: %s: left out because they are not thread dumps: %s\n", file, shortList(left))
	}
	return found, nil
}

// leftOut reports why a member cannot be opened.
func leftOut(stderr io.Writer, file, name string, err error) {
	fmt.Fprintf(stderr, "traceglass: %s: left out: %s: %v\n", file, strconv.Quote(name), err)
}

// shortList lists the first of many files, and the number of the others.
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

// A splitter splits a file into dumps.
type splitter func(*dump.Dump) []*dump.Dump

// readDumps reads a source as thread dumps, splits it, and closes it. It returns none if there is
// no dump. A dump can begin after the first lines of a text.
func readDumps(source *disk.Source, split splitter) ([]*dump.Dump, error) {
	d, err := readDump(source)
	if err != nil || d == nil {
		return nil, err
	}
	return named(split(d))
}

// named renames dumps with the map of names, if there is one.
func named(dumps []*dump.Dump) ([]*dump.Dump, error) {
	for i := range dumps {
		d, err := originals.dump(dumps[i])
		if err != nil {
			return nil, err
		}
		dumps[i] = d
	}
	return dumps, nil
}

// readDump reads a source as the text of thread dumps, with the names of the file, and closes it.
// It returns nil if there is no dump.
func readDump(source *disk.Source) (*dump.Dump, error) {
	defer source.Close()
	if !source.Kind.MayHoldDump(source.Head) {
		return nil, nil
	}
	reader := dump.NewReader()
	if _, err := io.CopyBuffer(onlyWriter{reader}, source, make([]byte, 64<<10)); err != nil {
		return nil, err
	}
	return source.Dump(reader)
}
