package tracetest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
)

// Files that are small and well formed, and cost far more than their size where work, memory
// or output are not bounded by it.

// list writes a trace of version 3 with one thread, main, the named methods, and the records that
// write appends. The time of a record is its position in µs.
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

// Unmatched has a stack of depth calls of distinct methods, followed by exits of methods that are
// not running.
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

// Deep descends through depth calls and returns. Each call is of a distinct method whose name has
// at least name bytes, so its paths written in full have depth² / 2 names.
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

// Entries has only entries, cycling through methods methods: as many paths as records.
func Entries(records, methods int) []byte {
	return list(numbered(methods, 0), func(record func(byte, int)) {
		for i := range records {
			record(0, i%methods)
		}
	})
}

// Recursive has one method that calls itself to a depth and returns.
func Recursive(depth int) []byte {
	return list(numbered(1, 0), func(record func(byte, int)) {
		for range depth {
			record(0, 0)
		}
		for range depth {
			record(1, 0)
		}
	})
}

// LongName has one method with a name of name bytes and calls calls: a format that repeats the name
// at each call writes calls * name bytes.
func LongName(calls, name int) []byte {
	return list(numbered(1, name), func(record func(byte, int)) {
		for range calls {
			record(0, 0)
			record(1, 0)
		}
	})
}

// Threads has a call on each of threads threads, up to 65,535, without a thread list.
func Threads(threads int) []byte {
	file := list(numbered(1, 0), func(func(byte, int)) {})
	for i := range 2 * threads {
		file = binary.LittleEndian.AppendUint16(file, uint16(1+i/2))
		file = binary.LittleEndian.AppendUint32(file, uint32(i&1))
		file = binary.LittleEndian.AppendUint32(file, uint32(i))
		file = binary.LittleEndian.AppendUint32(file, uint32(i))
	}
	return file
}

// Renamed is a stream that renames one method before each of its calls. All calls stay open.
func Renamed(calls int) []byte {
	file := Trace{Version: 0xF3, NoSummary: true}.Data()
	for i := range calls {
		file = appendMethodPacket(file, fmt.Sprintf("0x4\tcom.example.App\tm%d\t()V\tApp.java\n", i))
		file = append(file, 1, 0, 4, 0, 0, 0) // u2 thread, u4 method and action
		file = binary.LittleEndian.AppendUint32(file, uint32(i))
		file = binary.LittleEndian.AppendUint32(file, uint32(i))
	}
	return file
}

// Backwards has calls whose clocks each start before those of the previous call.
func Backwards(calls int) []byte {
	file := list(numbered(1, 0), func(func(byte, int)) {})
	for i := range 2 * calls {
		file = append(file, 1, 0, byte(i&1), 0, 0, 0)
		file = binary.LittleEndian.AppendUint32(file, uint32(-i*1_000_003))
		file = binary.LittleEndian.AppendUint32(file, uint32(-i*7_000_003))
	}
	return file
}

// Evil lists names that have an effect if they are output unchecked: as HTML, a spreadsheet
// formula, a separate line or cell, a terminal command or another format's marker. Some are not
// valid text.
var Evil = []string{
	`<img src=x onerror=alert(1)>`, `</script><script>alert(1)</script>`, `"><svg/onload=alert(1)>`, `&lt;b&gt;`, `javascript:alert(1)`,
	`=HYPERLINK("http://x","y")`, `+1+1`, `-2+3`, `@SUM(A1)`, `;=1+1`, `a;b,c"d'e`, "a\rb", `a\nb`, `]]>`, `*/`, "{{.}}", `%s%n%d`, `../../etc/passwd`, `..\..\a`, `C:\a`, `CON`,
	"\x1b[2J\x1b]0;x\a", "\x00", "\x7f\x9b31m", "a\u202egpj.b", "\u2066\u2069\ufeff", "\u2028\u2029", "\xff\xfe\xc0\x80", "\xed\xa0\x80", "e\u0301", "👩\u200d💻", strings.Repeat("x", 5000), strings.Repeat("Z͑ͫ", 300), "", " ", ";", "\"", "*end", "*methods", "#", "//",
}

// Named is a small trace with the given names of a thread, a class, a method, its signature and its
// file.
func Named(thread, class, method, signature, source string) []byte {
	var file bytes.Buffer
	fmt.Fprintf(&file, "*version\n3\nclock=dual\n*threads\n1\t%s\n*methods\n0\t%s\t%s\t%s\t%s\n0x4\t%s\t%s\t(I)V\t%s\n*end\n", thread, class, method, signature, source, class, method, source)
	file.Write(Trace{}.Data())
	for at, value := range []uint32{0, 4, 5, 0, 1, 1} {
		file.Write([]byte{1, 0})
		for _, v := range []uint32{value, uint32(300 * at), uint32(400 * at)} {
			file.Write(binary.LittleEndian.AppendUint32(nil, v))
		}
	}
	return file.Bytes()
}
