package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
)

// squeeze rewrites a program's data section so that it compresses to a sixth less of the
// whole. What the program does stays the same.
//
// Where freeze has not laid the data out anew Go's linker did. It leaves out every run of 8 zeros or more
// and so cuts the data into some 80,000 segments, whose addresses no compressor can foresee; the zeros
// would have cost next to nothing. squeeze puts them back, which leaves a few dozen segments.
//
// It also blanks what only the text of a stack trace reads: the tables from code addresses
// to lines and inlined calls, arguments, the names of source files, and the names of functions,
// which it writes anew: of each what shortName leaves. A trace then has our functions, or their
// packages alone, without lines. So does it the tables that tell where a signal may stop a thread:
// WebAssembly has no signals. And the table by which the runtime finds a function by its place in the
// code, 2 MB in which each has as many places as any other: a program of lighten's counts them.
func squeeze(wasm []byte) ([]byte, error) {
	sections, err := readSections(wasm)
	if err != nil {
		return nil, err
	}
	for i := range sections {
		if sections[i].id != dataSection {
			continue
		}
		segments, err := readSegments(sections[i].body)
		if err != nil {
			return nil, err
		}
		segments = join(segments)
		for i := range segments {
			blankLines(segments[i].bytes) // all but one have no table of functions
		}
		if err := blankPlaces(segments); err != nil {
			return nil, err
		}
		sections[i].body = appendSegments(nil, parted(segments))
	}
	return appendSections(sections), nil
}

const (
	maxGap   = 64   // zeros that are put back at most; a new segment costs less than more
	leastGap = 4096 // zeros that are left out, of what freeze or squeeze has laid out
)

// join fills small gaps between segments with zeros.
func join(segments []segment) []segment {
	var joined []segment
	for _, s := range segments {
		if n := len(joined) - 1; n >= 0 {
			last := &joined[n]
			if gap := s.at - last.at - int64(len(last.bytes)); gap <= maxGap {
				last.bytes = append(append(last.bytes, make([]byte, gap)...), s.bytes...)
				continue
			}
		}
		joined = append(joined, segment{s.at, slices.Clone(s.bytes)})
	}
	return joined
}

// parted leaves the long runs of zeros in segments out.
func parted(segments []segment) (all []segment) {
	for _, s := range segments {
		for at := 0; at < len(s.bytes); {
			// As far as the next long run, and past it.
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

// lineTableStart begins the header of Go's table of functions since 1.20: its magic number,
// two zeros, the size of an instruction and of a pointer. Source: runtime/symtab.go.
var lineTableStart = []byte{0xF1, 0xFF, 0xFF, 0xFF, 0, 0, 1, 8}

// Places in a function's record, in bytes. Source: _func in runtime/runtime2.go.
const (
	funcName   = 4  // where its name lies among the names
	funcSP     = 16 // table of stack depths
	funcFile   = 20 // table of source files
	funcLine   = 24 // table of lines
	funcTables = 28 // number of tables that follow
	funcUnit   = 32 // where its files are listed, and the line that it begins in
	funcData   = 43 // number of facts after these tables, a byte
	funcFirst  = 44 // first of the tables

	unsafeTable  = 0 // which of them says where a thread must not be stopped by a signal, and there are none
	inlinedTable = 2 // and which is that of inlined calls
)

// printed are a function's facts that only a stack trace reads: its inlined calls, its arguments,
// which of these still live, and the function that it wraps. Source: internal/abi/symtab.go.
var printed = []uint64{3, 5, 6, 7}

// blankLines blanks the line tables of the program whose memory this is, and shortens the names of
// its functions, if its table of functions lies in it and looks as expected; else it changes nothing.
func blankLines(memory []byte) error {
	base := bytes.Index(memory, lineTableStart)
	if base < 0 {
		return errors.New("no table of functions")
	}
	t := memory[base:]
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
	// The names of functions are followed by tables of files, then by those that functions have.
	names, files := binary.LittleEndian.Uint64(t[32:]), binary.LittleEndian.Uint64(t[40:])
	tables, records := binary.LittleEndian.Uint64(t[56:]), binary.LittleEndian.Uint64(t[64:])
	if functions > 1<<20 || names > files || files > tables || tables > records || records+8*functions > uint64(len(t)) {
		return errors.New("the table of functions is not as expected")
	}

	// First see which bytes of the tables other uses have: equal tables are stored once.
	used := make([]bool, records-tables)
	used[0] = true // 0 means no table
	use := func(at uint64) error {
		if at == 0 || at < uint64(len(used)) && used[at] {
			return nil
		}
		// Pairs of varints, a difference of values and one of addresses, up to the
		// difference 0 of a value that is not the first.
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
	fresh, place := []byte{0}, map[string]uint32{"": 0} // short names, each once, and where they lie among them
	type reference struct {
		at uint64
		to uint32
	}
	var changed []reference // nothing is written before all has been read
	for i := range functions {
		offset, _ := word(records + 8*i + 4)
		f := records + offset
		n, ok := word(f + funcTables)
		if !ok || n > 16 || f+funcFirst > uint64(len(t)) {
			return fmt.Errorf("function %d is not as expected", i)
		}
		kept := []uint64{f + funcSP}
		for k := range n {
			if k == unsafeTable || k == inlinedTable {
				changed = append(changed, reference{f + funcFirst + 4*k, 0})
			} else {
				kept = append(kept, f+funcFirst+4*k)
			}
		}
		for _, at := range []uint64{f + funcFile, f + funcLine, f + funcUnit, f + funcUnit + 4} {
			changed = append(changed, reference{at, 0})
		}
		for _, k := range printed {
			if at := f + funcFirst + 4*(n+k); k < uint64(t[f+funcData]) && at+4 <= uint64(len(t)) {
				changed = append(changed, reference{at, math.MaxUint32}) // which stands for none
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
		name = shortName(name)
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

// The runtime's description of a program, in words of 8 bytes: the address of the table of functions, six
// tables in it of three words each, then these. Source: moduledata in runtime/symtab.go.
const (
	placesAt = 19 // address of the table of places
	codeFrom = 20 // where the code begins
	codeTo   = 21 // and ends

	// A bucket of the table of places is for so many places, and says which function is the first in
	// it, in 4 bytes, and how many more begin before each 16th of it, in one each. In WebAssembly a
	// function takes 16 buckets. Source: abi.FuncTabBucketSize and findfuncbucket there.
	bucketPlaces    = 4096
	bucketBytes     = 20
	functionBuckets = 16
)

// blankPlaces blanks the table of places of the program whose memory this is. It is an error if the
// table is not as expected; a program without one stays as it is.
func blankPlaces(segments []segment) error {
	for _, s := range segments {
		if base := bytes.Index(s.bytes, lineTableStart); base >= 0 && len(s.bytes)-base >= 40 {
			names := binary.LittleEndian.Uint64(s.bytes[base+32:])
			return blankPlacesOf(segments, uint64(s.at)+uint64(base), names)
		}
	}
	return nil
}

// blankPlacesOf is blankPlaces of a table of functions at an address, and the place of the names in it.
func blankPlacesOf(segments []segment, functions, names uint64) error {
	start := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, functions), functions+names)
	for _, s := range segments {
		at := bytes.Index(s.bytes, start)
		if at < 0 || len(s.bytes)-at < 8*(codeTo+1) {
			continue
		}
		word := func(i int) uint64 { return binary.LittleEndian.Uint64(s.bytes[at+8*i:]) }
		places := word(codeTo) - word(codeFrom)
		return blankBuckets(segments, int64(word(placesAt)), int64(places/bucketPlaces)) // the last one may be shorter
	}
	return errors.New("squeeze: there is no table of places")
}

// blankBuckets blanks the buckets of a table of places, after a look whether they say nothing.
func blankBuckets(segments []segment, table, buckets int64) error {
	for _, s := range segments {
		from, to := max(table-s.at, 0), min(table+buckets*bucketBytes-s.at, int64(len(s.bytes)))
		for i := from; i < to; i++ {
			var counted [bucketBytes]byte
			bucket, k := (s.at+i-table)/bucketBytes, (s.at+i-table)%bucketBytes
			binary.LittleEndian.PutUint32(counted[:], uint32(bucket/functionBuckets))
			if s.bytes[i] != counted[k] && s.bytes[i] != 0 { // squeezed before
				return errors.New("squeeze: the table of places is not as expected")
			}
			s.bytes[i] = 0
		}
	}
	return nil
}

// shown begin the paths of packages that show and say things. Their functions are the most.
var shown = []string{"wasm/ui/", "wasm/page.", "wasm/message.", "render/"}

// shortName is what is left of a function's name in a stack trace. Of our own it is the last word of the
// package and the function, without the types that it is made for and the numbers of the functions
// within it; of those that show and say things the package's word alone. Of others it is "".
func shortName(name []byte) []byte {
	ours, ok := bytes.CutPrefix(name, []byte("traceglass/"))
	switch {
	case ok:
		name = ours
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
