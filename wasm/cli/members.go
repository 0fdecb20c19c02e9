package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"traceglass/parser/input"
	"traceglass/parser/input/disk"
)

// archives are the zip files that the running command has opened.
var archives *disk.Archives

// memberName is the value of -member, "" for all.
var memberName string

// traceMembers returns the traces of a file: itself, or those in a zip file or a folder. If no
// name looks like a trace, it returns the members that may be one.
func traceMembers(file string) ([]disk.Member, error) {
	c, err := archives.Members(file, memberName)
	if err != nil {
		return nil, err
	}
	var traces []disk.Member
	for _, m := range c.Members {
		if m.Trace {
			traces = append(traces, m)
		}
	}
	switch {
	case len(traces) > 0:
		return traces, nil
	case len(c.Members) > 1:
		return nil, fmt.Errorf("it holds no method trace; %d files in it may be thread dumps", len(c.Members))
	}
	return c.Members, nil
}

// oneTrace returns the only trace of a file, for output that needs exactly one.
func oneTrace(file string) (paths []string, err error) {
	members, err := traceMembers(file)
	if err != nil {
		return nil, err
	}
	if len(members) > 1 {
		return nil, fmt.Errorf("%s contains %d traces: choose one with -member NAME: %s", file, len(members), memberList(members))
	}
	return members[0].Paths, nil
}

// memberList lists the first of many members.
func memberList(members []disk.Member) string {
	var names []string
	for _, m := range members {
		names = append(names, m.Name)
	}
	return shortList(names)
}

// eachTrace calls do for every trace of a file, with its title, and continues after one that cannot
// be read. to is the value of -o. It is a folder if there are several traces, and each gets a file
// with this ending there.
func eachTrace(command, file, to, ending string, stderr io.Writer, do func(paths []string, title string, to place) error) int {
	members, err := traceMembers(file)
	switch {
	case err != nil:
	case len(members) == 1 && members[0].Name == "":
		err = do(members[0].Paths, filepath.Base(file), place{name: to})
	case len(members) == 1:
		err = do(members[0].Paths, input.Leaf(members[0].Name), place{name: to})
	case to == standardOutput, to == "":
		err = fmt.Errorf("%s contains %d traces: choose one with -member NAME: %s. Or name a folder with -o, for one file per trace", file, len(members), memberList(members))
	default:
		return eachFile(command, file, strings.TrimSuffix(to, ".zip"), ending, members, stderr, do)
	}
	if err != nil {
		fmt.Fprintf(stderr, "traceglass %s: %v\n", command, err)
		return status(err)
	}
	return 0
}

// eachFile calls do for each of several traces.
func eachFile(command, file, to, ending string, members []disk.Member, stderr io.Writer, do func(paths []string, title string, to place) error) (worst int) {
	folder, err := place{name: to}.folder()
	if err != nil {
		fmt.Fprintf(stderr, "traceglass %s: %v\n", command, err)
		return 1
	}
	defer folder.Close()
	taken := names{}
	for _, m := range members {
		if err := do(m.Paths, input.Leaf(m.Name), place{folder, taken.nameFor(input.Base(m.Name), ending)}); err != nil {
			fmt.Fprintf(stderr, "traceglass %s: %s: %s: %v\n", command, file, m.Name, err)
			worst = max(worst, status(err))
		}
	}
	return worst
}

// eachText calls do for every trace of a file. If there are several, a line with the name
// precedes each output.
func eachText(command, file string, stdout, stderr io.Writer, do func(paths []string) error) (worst int) {
	members, err := traceMembers(file)
	if err != nil {
		fmt.Fprintf(stderr, "traceglass %s: %v\n", command, err)
		return 1
	}
	for i, m := range members {
		if len(members) > 1 {
			if i > 0 {
				fmt.Fprintln(stdout)
			}
			fmt.Fprintf(stdout, "==> %s <==\n", m.Name)
		}
		if err := do(m.Paths); err != nil {
			name := ""
			if len(members) > 1 {
				name = m.Name + ": "
			}
			fmt.Fprintf(stderr, "traceglass %s: %s%v\n", command, name, err)
			worst = max(worst, status(err))
		}
	}
	return worst
}
