package tracetest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
)

// Files that are small and well formed, and cost far more than their size where work, memory
// or output are not bounded by it.

// list writes a trace of version 3 with one thread, main, of methods with these names and of
// the records that write appends; a record's time is its place among them, in µs.
func list(methods []string, write func(record func(action byte, method int))) []byte {
	var text, data bytes.Buffer
	text.WriteString("*version\n3\nclock=dual\n*threads\n1\tmain\n*methods\n")
	for i, name := range methods {
		fmt.Fprintf(&text, "%#x\tcom.example.App\t%s\t()V\tApp.java\n", 4*i, name)
	}
	text.WriteString("*end\n")
	n := uint32(0)
	write(func(action byte, method int) {
		b := binary.LittleEndian.AppendUint16(nil, 1)
		b = binary.LittleEndian.AppendUint32(b, uint32(4*method)|uint32(action))
		b = binary.LittleEndian.AppendUint32(b, n)
		data.Write(binary.LittleEndian.AppendUint32(b, n))
		n++
	})
	return append(append(text.Bytes(), Trace{}.Data()...), data.Bytes()...)
}

// numbered are names of so many methods, as long as they are to be at least.
func numbered(methods, length int) []string {
	names := make([]string, methods)
	for i := range names {
		names[i] = fmt.Sprintf("m%d", i)
		names[i] += strings.Repeat("x", max(0, length-len(names[i])))
	}
	return names
}

// Unmatched has a stack of so many calls, each of a method of its own, and then exits of
// methods that are not running.
func Unmatched(depth, exits int) []byte {
	return list(numbered(depth+exits, 0), func(record func(byte, int)) {
		for i := range depth {
			record(0, i)
		}
		for i := range exits {
			record(1, depth+i)
		}
	})
}

// Deep goes down through so many calls and back up, each of a method of its own whose name
// has at least so many bytes: its paths, written in full, come to depth² / 2 names.
func Deep(depth, name int) []byte {
	return list(numbered(depth, name), func(record func(byte, int)) {
		for i := range depth {
			record(0, i)
		}
		for i := range depth {
			record(1, depth-1-i)
		}
	})
}

// Entries has nothing but entries, of so many methods in turn: as many paths as records.
func Entries(records, methods int) []byte {
	return list(numbered(methods, 0), func(record func(byte, int)) {
		for i := range records {
			record(0, i%methods)
		}
	})
}
