package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// freeze runs a program as far as its main function, and returns the program as it is there: its memory
// and its global variables are what Go's runtime and the initialisation of packages made of them, and are so
// when an instance of it begins. The functions that ran need not run in page and worker, nor be compiled for
// it: a worker's start in node takes 9 ms in place of 30, the page's in Chromium 30 in place of 44.
//
// What the program holds of JavaScript by then is listed in a section "values", for run.js, which goes on by
// the program's export resume (lighten.go). Nothing but the command line's absence tells a program that it
// is to be frozen. The runtime draws chance anew where it goes on, so that nobody foresees how a map lies
// that is filled from a file. Maps that were made before keep the build's seeds: they are to be tables.
func freeze(program []byte) ([]byte, error) {
	sections, err := readSections(program)
	if err != nil {
		return nil, err
	}
	globals, err := globalTypes(sections)
	if err != nil {
		return nil, err
	}
	open := slices.Clone(sections)
	for i := range open {
		if open[i].id == exportSection {
			open[i].body = exportGlobals(open[i].body, len(globals))
		}
	}
	begun, err := runToMain(appendSections(open), len(globals))
	if err != nil {
		return nil, fmt.Errorf("freeze: %w", err)
	}
	values, err := json.Marshal(begun.values[len(known):])
	if err != nil {
		return nil, err
	}
	for i := range sections {
		switch sections[i].id {
		case memorySection:
			sections[i].body = appendUnsigned([]byte{1, 0}, uint64(len(begun.memory)/memoryPage)) // one memory, without a limit
		case globalSection:
			sections[i].body = appendGlobals(globals, begun.globals)
		case dataSection:
			sections[i].body = appendSegments(nil, []segment{{0, begun.memory}}) // of which squeeze leaves the zeros out
		}
	}
	named := append(appendUnsigned(nil, uint64(len(valuesName))), valuesName...)
	return appendSections(append(sections, section{customSection, append(named, values...)})), nil
}

const (
	memoryPage = 1 << 16  // of WebAssembly's memory, bytes
	valuesName = "values" // of the section that lists JavaScript's, [][]any: see jsValue.MarshalJSON
)

// globalTypes are the types of a program's global variables, of which all can be changed and none is imported.
func globalTypes(sections []section) (types []byte, err error) {
	i := slices.IndexFunc(sections, func(s section) bool { return s.id == globalSection })
	if i < 0 {
		return nil, errors.New("freeze: the program has no global variables")
	}
	r := reader{data: sections[i].body}
	for range r.unsigned() {
		kind, changes, op := r.byte(), r.byte(), r.byte()
		if r.signed(); changes != 1 || r.byte() != end || !(kind == typeI32 && op == constI32 || kind == typeI64 && op == constI64) {
			return nil, errors.New("freeze: a global variable is not as Go's are")
		}
		types = append(types, kind)
	}
	return types, r.err
}

// exportGlobals adds all n global variables to a section of exports, by the names that globalName gives them.
func exportGlobals(exports []byte, n int) []byte {
	r := reader{data: exports}
	out := appendUnsigned(nil, r.unsigned()+uint64(n))
	out = append(out, exports[r.at:]...)
	for i := range n {
		name := globalName(i)
		out = append(appendUnsigned(out, uint64(len(name))), name...)
		out = appendUnsigned(append(out, global), uint64(i))
	}
	return out
}

func globalName(i int) string { return fmt.Sprintf("global%d", i) }

func appendGlobals(types []byte, globals []uint64) []byte {
	out := appendUnsigned(nil, uint64(len(types)))
	for i, kind := range types {
		if out = append(out, kind, 1); kind == typeI32 {
			out = appendSigned(append(out, constI32), int64(int32(globals[i])))
		} else {
			out = appendSigned(append(out, constI64), int64(globals[i]))
		}
		out = append(out, end)
	}
	return out
}
