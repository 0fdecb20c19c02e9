package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"traceglass/parser/anr"
	"traceglass/parser/dump"
	"traceglass/parser/input"
	"traceglass/parser/input/disk"
)

// dumps reads a thread dump or an export of ANRs, or a zip file or folder of several, and calls do for
// each dump. name is its path in the zip file or folder, "" for the file itself; of several reports in
// a file, the second ends in #2. found is false if there is no dump. Members that are not read are
// listed on stderr, and so is what an export lost.
func (t *taker) dumps(file string, stderr io.Writer, do func(name string, d *dump.Dump) error) (found bool, err error) {
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
		var failed error // of do; the rest is passed over
		n := dump.Numbering{File: m.Name, Do: func(d *dump.Dump, name string, _ int) {
			if failed == nil {
				d, failed = originals.dump(d)
			}
			if failed == nil {
				failed = do(name, d)
			}
		}}
		r, err := t.stream(source, n.Next)
		if n.End(); failed != nil {
			return true, failed
		}
		if t.ended != nil {
			t.ended(m.Name, r)
		}
		if n.Count == 0 && len(r.Issues) == 0 && len(c.Members) > 1 {
			left = append(left, m.Name)
			continue
		}
		if n.Count == 0 && len(r.Issues) == 0 {
			if err == nil && len(r.Skipped) > 0 {
				err = errors.New(nothingButSkipped(r))
			}
			return false, err
		}
		found = true
		for _, s := range r.Damage {
			fmt.Fprintf(stderr, "traceglass: %s: %s\n", strings.TrimSuffix(file+": "+m.Name, ": "), s)
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

// nothingButSkipped says what an export without a report of an ANR holds.
func nothingButSkipped(r *anr.Reader) string {
	var parts []string
	for _, s := range r.Skipped {
		parts = append(parts, fmt.Sprintf("%d × %s", s.Count, strconv.Quote(s.What)))
	}
	return "this export holds no report of an ANR, but " + strings.Join(parts, ", ")
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

// A splitter splits a text into dumps.
type splitter func(*dump.Dump) []*dump.Dump

// A taker takes the dumps from files.
type taker struct {
	split splitter
	ended func(member string, r *anr.Reader) // gets each file's reader at its end; may be nil

	seen anr.Seen
}

// readDumps reads a source as thread dumps or an export of ANRs, and closes it. A text of dumps is
// split. It returns no dumps if there are none. A dump can begin after the first lines of a text.
func readDumps(source *disk.Source, split splitter) ([]*dump.Dump, *anr.Reader, error) {
	var all []*dump.Dump
	r, err := (&taker{split: split}).stream(source, func(d *dump.Dump) { all = append(all, d) })
	if err != nil || len(all) == 0 {
		return nil, r, err
	}
	named, err := named(all)
	return named, r, err
}

// stream reads a source as readDumps does, and passes each dump on as soon as it is complete. It leaves
// out reports that an earlier source has.
func (t *taker) stream(source *disk.Source, each func(*dump.Dump)) (*anr.Reader, error) {
	defer source.Close()
	reader := anr.NewReader(each)
	reader.Seen = &t.seen
	t.seen.File++
	if !source.Kind.MayHoldDump(source.Head) {
		return reader, nil
	}
	if _, err := io.CopyBuffer(onlyWriter{reader}, source, make([]byte, 64<<10)); err != nil {
		return reader, err
	}
	d := reader.Close()
	if d == nil {
		return reader, nil
	}
	d, err := source.Dump(d)
	if err != nil || d == nil {
		return reader, err
	}
	for _, one := range reader.Reports(d, t.split) {
		each(one)
	}
	return reader, nil
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
