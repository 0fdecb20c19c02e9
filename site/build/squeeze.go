package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// squeeze returns the program with its compressed size reduced by a sixth. The program behaves the same,
// except that its stack traces have no lines and shorter names.
//
// Go's linker leaves out every run of 8 or more zeros, which cuts the data into some 80,000 segments.
// Compressors cannot predict their addresses. squeeze puts the zeros back, which leaves a few
// dozen segments. It also blanks tables that only the text of a stack trace needs: see blankLines.
//
// The result always runs. If squeeze does not understand a part of the program, it leaves that part unchanged
// and returns an error. Version is the Go version that linked the program, as "go env GOVERSION" prints it.
func squeeze(program []byte, version string) (squeezed []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			squeezed, err = program, fmt.Errorf("squeeze does not understand the program of %s: %v", version, r)
		}
	}()
	sections, err := readSections(program)
	if err != nil {
		return program, err
	}
	i := slices.IndexFunc(sections, func(s section) bool { return s.id == dataSection })
	if i < 0 {
		return program, errors.New("squeeze finds no data section")
	}
	if slices.ContainsFunc(sections, func(s section) bool { return s.id == dataCountSection }) {
		return program, errors.New("squeeze does not know data segments that are counted")
	}
	segments, err := readSegments(sections[i].body)
	if err != nil {
		return program, err
	}
	segments = join(segments)
	err = fmt.Errorf("squeeze does not know the function tables of %s", version)
	if knownLayout(version) {
		err = blankLines(segments)
	}
	sections[i].body = appendSegments(nil, parted(segments))
	return appendSections(sections), err
}

// layouts lists the releases of Go whose tables of functions blankLines knows. Before you add one, compare its
// moduledata and _func (runtime) and its constants (internal/abi/symtab.go) with the last one. Then run the tests with it.
var layouts = []string{"go1.26", "go1.27"}

// knownLayout reports whether a version, such as go1.27rc1 or go1.26.7, belongs to a release in layouts.
func knownLayout(version string) bool {
	return slices.ContainsFunc(layouts, func(release string) bool {
		rest, ok := strings.CutPrefix(version, release)
		return ok && (rest == "" || rest[0] < '0' || rest[0] > '9')
	})
}

const (
	maxGap   = 64   // longest run of zeros that is put back; for longer runs a new segment is shorter
	leastGap = 4096 // shortest run of zeros that is left out again
)

// join fills small gaps between segments with zeros.
func join(segments []segment) []segment {
	var joined []segment
	for _, s := range segments {
		if n := len(joined) - 1; n >= 0 {
			last := &joined[n]
			if gap := s.at - last.at - int64(len(last.bytes)); 0 <= gap && gap <= maxGap {
				last.bytes = append(append(last.bytes, make([]byte, gap)...), s.bytes...)
				continue
			}
		}
		joined = append(joined, segment{s.at, slices.Clone(s.bytes)})
	}
	return joined
}

// parted splits segments at long runs of zeros, which it leaves out.
func parted(segments []segment) (all []segment) {
	for _, s := range segments {
		for at := 0; at < len(s.bytes); {
			// Skip to the end of the next long run.
			to, zeros := at, 0
			for to+zeros < len(s.bytes) && zeros < leastGap {
				if s.bytes[to+zeros] == 0 {
					zeros++
				} else {
					to, zeros = to+zeros+1, 0
				}
			}
			if zeros < leastGap {
				to, zeros = len(s.bytes), 0
			}
			if to > at {
				all = append(all, segment{s.at + int64(at), s.bytes[at:to]})
			}
			for at = to + zeros; at < len(s.bytes) && s.bytes[at] == 0; at++ {
			}
		}
	}
	return all
}

// lineTableStart begins the header of Go's table of functions since Go 1.20: its magic number, two zeros, the
// size of an instruction, and the size of a pointer. Source: runtime/symtab.go.
var lineTableStart = []byte{0xF1, 0xFF, 0xFF, 0xFF, 0, 0, 1, 8}

// Offsets in a function's record, in bytes. Source: _func in runtime/runtime2.go.
const (
	funcName   = 4  // Offset of its name in the table of names.
	funcSP     = 16 // Table of stack depths.
	funcFile   = 20 // Table of source files.
	funcLine   = 24 // Table of lines.
	funcTables = 28 // Number of tables that follow.
	funcUnit   = 32 // Index of its list of files; its first line follows.
	funcID     = 40 // The runtime's ID for special functions, one byte.
	funcData   = 43 // Number of facts after these tables, one byte.
	funcFirst  = 44 // First of the tables.

	unsafeTable  = 0 // Index of the table of places where a signal must not stop a thread; WebAssembly has no signals.
	inlinedTable = 2 // Index of the table of inlined calls.

	// wrapper is the ID of methods that the compiler writes, for example to call a value's method through a pointer.
	// If that pointer is nil, the runtime reads the method's name and ends the program if the name has an
	// unexpected form. recover reads the calls inlined in such a method. reflect's stubs have the same ID: the
	// runtime finds their arguments by their names. Sources: panicwrap in runtime/error.go, gorecover in
	// runtime/panic.go, argMapInternal in runtime/stkframe.go.
	wrapper = 23

	inlinedCalls = 3 // index of the fact that describes inlined calls
)

// printed are a function's facts that only a stack trace reads: its inlined calls, its arguments, which of its
// arguments are live, and the function that it wraps. Source: internal/abi/symtab.go.
var printed = []uint64{inlinedCalls, 5, 6, 7}

// blankLines blanks tables that only the text of a stack trace needs: lines, inlined calls, arguments and source files.
// It shortens the names of functions (shortName). It also blanks the tables that say where a signal may stop a thread:
// WebAssembly has no signals. If the table of functions is missing or unexpected, it changes nothing.
func blankLines(segments []segment) error {
	for _, s := range segments {
		if base := bytes.Index(s.bytes, lineTableStart); base >= 0 {
			return blankTable(s.bytes[base:])
		}
	}
	return errors.New("squeeze finds no table of functions")
}

// blankTable does the work of blankLines on a table of functions that starts at t[0].
func blankTable(t []byte) error {
	word := func(at uint64) (uint64, bool) {
		if at+4 > uint64(len(t)) {
			return 0, false
		}
		return uint64(binary.LittleEndian.Uint32(t[at:])), true
	}
	if len(t) < 72 {
		return errors.New("the table of functions is cut short")
	}
	functions := binary.LittleEndian.Uint64(t[8:])
	// After the names of functions come the tables of files, and then the functions' own tables.
	names, files := binary.LittleEndian.Uint64(t[32:]), binary.LittleEndian.Uint64(t[40:])
	tables, records := binary.LittleEndian.Uint64(t[56:]), binary.LittleEndian.Uint64(t[64:])
	if functions > 1<<20 || names > files || files > tables || tables > records || records+8*functions > uint64(len(t)) {
		return errors.New("the table of functions is not as expected")
	}

	// First find the bytes of the tables that have other uses, because equal tables are stored once.
	used := make([]bool, records-tables)
	used[0] = true // 0 means no table
	use := func(at uint64) error {
		if at == 0 || at < uint64(len(used)) && used[at] {
			return nil
		}
		// A table is pairs of varints: a difference of values and a difference of addresses. It ends at a
		// value difference of 0 that is not the first.
		for first := true; ; first = false {
			if at >= uint64(len(used)) {
				return errors.New("a table runs over its end")
			}
			last := t[tables+at] == 0 && !first
			for pair := 2; pair > 0 && at < uint64(len(used)); at++ {
				used[at] = true
				if last {
					return nil
				}
				if t[tables+at] < 0x80 {
					pair--
				}
			}
		}
	}
	text := t[names:files]
	fresh, place := []byte{0}, map[string]uint32{"": 0} // short names, each stored once, and their offsets
	type reference struct {
		at uint64
		to uint32
	}
	var changed []reference // nothing is written before everything was read
	for i := range functions {
		offset, _ := word(records + 8*i + 4)
		f := records + offset
		n, ok := word(f + funcTables)
		if !ok || n > 16 || f+funcFirst > uint64(len(t)) {
			return fmt.Errorf("function %d is not as expected", i)
		}
		wraps := t[f+funcID] == wrapper
		kept := []uint64{f + funcSP}
		for k := range n {
			if k == unsafeTable || k == inlinedTable && !wraps {
				changed = append(changed, reference{f + funcFirst + 4*k, 0})
			} else {
				kept = append(kept, f+funcFirst+4*k)
			}
		}
		for _, at := range []uint64{f + funcFile, f + funcLine, f + funcUnit, f + funcUnit + 4} {
			changed = append(changed, reference{at, 0})
		}
		for _, k := range printed {
			if k == inlinedCalls && wraps {
				continue
			}
			if at := f + funcFirst + 4*(n+k); k < uint64(t[f+funcData]) && at+4 <= uint64(len(t)) {
				changed = append(changed, reference{at, math.MaxUint32}) // the offset that means no table
			}
		}
		for _, at := range kept {
			table, ok := word(at)
			if !ok {
				return fmt.Errorf("function %d is cut short", i)
			}
			if err := use(table); err != nil {
				return err
			}
		}
		from, ok := word(f + funcName)
		if !ok || from >= uint64(len(text)) {
			return fmt.Errorf("function %d has no name", i)
		}
		name, _, _ := bytes.Cut(text[from:], []byte{0})
		if !wraps {
			name = shortName(name)
		}
		to, ok := place[string(name)]
		if !ok {
			to = uint32(len(fresh))
			place[string(name)] = to
			fresh = append(append(fresh, name...), 0)
		}
		changed = append(changed, reference{f + funcName, to})
	}
	if len(fresh) > len(text) {
		return errors.New("the names have no room")
	}

	for _, c := range changed {
		binary.LittleEndian.PutUint32(t[c.at:], c.to)
	}
	for i, u := range used {
		if !u {
			t[tables+uint64(i)] = 0
		}
	}
	clear(text[copy(text, fresh):])
	clear(t[files:tables])
	return nil
}

// shown are the prefixes of the packages that draw and print. They have most of the functions.
var shown = []string{"wasm/ui/", "wasm/page.", "wasm/message.", "render/"}

// shortName shortens a function's name for stack traces. Our own functions keep the package's last word and
// the function, without type arguments and numbers of inner functions. Functions in the packages of shown keep
// only the package's word. Functions of package runtime keep "runtime.", which the runtime needs to recognize
// its goroutines. Others become "".
func shortName(name []byte) []byte {
	ours, ok := bytes.CutPrefix(name, []byte("traceglass/"))
	switch {
	case ok:
		name = ours
	case bytes.HasPrefix(name, []byte("runtime.")):
		return []byte("runtime.")
	case !bytes.HasPrefix(name, []byte("main.")):
		return nil
	}
	name, _, _ = bytes.Cut(name, []byte("["))
	word := name[bytes.LastIndexByte(name, '/')+1:]
	if slices.ContainsFunc(shown, func(in string) bool { return bytes.HasPrefix(name, []byte(in)) }) {
		word, _, _ = bytes.Cut(word, []byte("."))
	}
	word, _, _ = bytes.Cut(word, []byte(".func"))
	return word
}
