package soak

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"traceglass/parser/dump/dumptest"
	"traceglass/parser/trace/tracetest"
)

// A Case is a set of files that are opened together: a file, a .key and its .data, or two files
// to compare.
type Case struct {
	Class         string
	Files         []tracetest.Member
	Size          int64  // total bytes, uncompressed
	Traces, Dumps bool   // the kind of the files before damage
	With          string // the kind of the last file: "" for a trace or dump, else "map" or "budget"
}

// Classes is the number of classes of cases. Consecutive seeds go through all of them.
const Classes = 13

// Files makes cases from seeds.
type Files struct {
	traces, dumps [][]byte
	pairs         [][2][]byte // .key and .data
}

// NewFiles returns the files that cases damage: generated traces of every version and dumps, and
// small files of the shared corpus if it exists. root is the project's folder.
func NewFiles(root string) (*Files, error) {
	f := &Files{}
	for _, version := range []int{1, 2, 3, 0xF2, 0xF3} {
		for i, records := range []int64{40, 300, 900} {
			var file bytes.Buffer
			c := tracetest.Config{Records: records, Threads: 2 + 2*i, Methods: 12 * (i + 1), Depth: 12 * (i + 1), Seed: uint64(i), Version: version}
			if i == 1 && version&0xF == 2 {
				c.Clock = "wall"
			}
			if err := tracetest.Generate(&file, c); err != nil {
				return nil, err
			}
			f.traces = append(f.traces, file.Bytes())
		}
		small := tracetest.Trace{Version: version, Records: "main 0>app.A.a()V 3>app.B.b(I)V 4>?app.A.a()V 5<?app.A.a()V 9<app.B.b(I)V t#7 2>app.C.c 8!app.C.c main 12<app.A.a()V 13<app.D.d"}
		f.traces = append(f.traces, small.Bytes())
		if version < 0xF0 {
			f.pairs = append(f.pairs, [2][]byte{small.Key(), small.Data()})
		}
	}
	var story bytes.Buffer
	if err := dumptest.Story(&story); err != nil {
		return nil, err
	}
	f.dumps = append(f.dumps, story.Bytes())
	for _, h := range dumptest.Hostile {
		f.dumps = append(f.dumps, h.Make(9))
	}
	for pattern, to := range map[string]*[][]byte{"thread-dumps/*.txt": &f.dumps, "method-variants/*.trace": &f.traces} {
		files, err := filepath.Glob(filepath.Join(root, "../shared/corpus", pattern))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			if info, err := os.Stat(file); err != nil || info.Size() > 64<<10 {
				continue
			}
			data, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			*to = append(*to, data)
		}
	}
	return f, nil
}

func pick[T any](from []T, rng *rand.Rand) T { return from[rng.IntN(len(from))] }

// Case returns the case of a seed. Consecutive seeds have different classes.
func (f *Files) Case(seed uint64) Case {
	rng := rand.New(rand.NewPCG(seed, 11))
	one := func(class, name string, data []byte) Case {
		return Case{Class: class, Files: []tracetest.Member{{Name: name, Data: data}}, Size: int64(len(data)), Traces: name == "a.trace", Dumps: name != "a.trace"}
	}
	wrapped := func(class, name string, data, packed []byte) Case {
		return Case{Class: class, Files: []tracetest.Member{{Name: name, Data: packed}}, Size: max(int64(len(data)), int64(len(packed))), Traces: true, Dumps: true}
	}
	switch seed % Classes {
	default:
		return one("trace, damaged", "a.trace", tracetest.Mutate(pick(f.traces, rng), rng))
	case 3:
		data := pick(f.traces, rng)
		return one("trace, cut", "a.trace", data[:rng.IntN(len(data)+1)])
	case 4:
		name := func() string { return pick(tracetest.Evil, rng) + pick(tracetest.Evil, rng) }
		return one("trace, hostile names", "a.trace", tracetest.Named(name(), name(), name(), name(), name()))
	case 5:
		n := 1 + rng.IntN(150)
		data := pick([][]byte{tracetest.Deep(n, rng.IntN(60)), tracetest.Unmatched(n, n), tracetest.Entries(n*3, 1+n/2), tracetest.Recursive(n), tracetest.LongName(n, rng.IntN(400)), tracetest.Threads(n), tracetest.Renamed(n), tracetest.Backwards(n)}, rng)
		if rng.IntN(3) > 0 {
			data = tracetest.Mutate(data, rng)
		}
		return one("trace, hostile shape", "a.trace", data)
	case 6:
		pair, other := pick(f.pairs, rng), pick(f.pairs, rng)
		if rng.IntN(2) == 0 {
			pair[1] = other[1]
		}
		at := rng.IntN(2)
		pair[at] = tracetest.Mutate(pair[at], rng)
		return Case{Class: "pair of .key and .data", Files: []tracetest.Member{{Name: "a.key", Data: pair[0]}, {Name: "a.data", Data: pair[1]}}, Size: int64(len(pair[0]) + len(pair[1])), Traces: true}
	case 7:
		a, b := pick(f.traces, rng), tracetest.Mutate(pick(f.traces, rng), rng)
		if rng.IntN(2) == 0 {
			a, b = b, a
		}
		return Case{Class: "two traces", Files: []tracetest.Member{{Name: "a.trace", Data: a}, {Name: "b.trace", Data: b}}, Size: int64(len(a) + len(b)), Traces: true}
	case 8, 9:
		return one("dump, damaged", "traces.txt", dumptest.Mutate(pick(f.dumps, rng), rng))
	case 10:
		size := 0
		pile := func() []byte {
			var members []tracetest.Member
			for i := range 1 + rng.IntN(6) {
				data := pick(f.dumps, rng)
				if rng.IntN(2) == 0 {
					data = dumptest.Mutate(data, rng)
				}
				size += len(data)
				members = append(members, tracetest.Member{Name: pick([]string{fmt.Sprint("anr_", i), fmt.Sprint("FS/data/anr/traces_", i, ".txt"), "anr_0", "bugreport-a.txt", pick(tracetest.Evil, rng) + ".txt"}, rng), Data: data})
			}
			file := tracetest.Zip(members...)
			if rng.IntN(3) == 0 {
				file = tracetest.Mutate(file, rng)
			}
			return file
		}
		a, b := pile(), pile()
		return Case{Class: "two piles of dumps", Files: []tracetest.Member{{Name: "a.zip", Data: a}, {Name: "b.zip", Data: b}}, Size: int64(max(size, len(a)+len(b))), Dumps: true}
	case 11:
		data := pick(append(f.dumps[:len(f.dumps):len(f.dumps)], f.traces...), rng)
		packed := tracetest.Mutate(tracetest.Gzip(data), rng)
		if rng.IntN(3) == 0 {
			packed = tracetest.Gzip(packed)
		}
		return wrapped("gzip, damaged", "a.trace.gz", data, packed)
	case 12:
		data := pick(f.traces, rng)
		packed := tracetest.Zip(tracetest.Member{Name: pick([]string{"a.trace", "b.trace.gz", "x/a.data", pick(tracetest.Evil, rng)}, rng), Data: data})
		if rng.IntN(3) == 0 {
			packed = tracetest.Overlapping(1+rng.IntN(20), pick(f.dumps, rng), pick([]uint32{0, 1, 1 << 31, 1<<32 - 1}, rng))
			data = bytes.Repeat(packed, 40)
		}
		return wrapped("zip, damaged", "a.zip", data, tracetest.Mutate(packed, rng))
	}
}

// A Hostile is a kind of file that can be made in any size. The cost of a run on it may be
// proportional to its uncompressed size, but not larger.
type Hostile struct {
	Name   string
	Number int  // number of repeated items at size 1
	Paths  bool // the full paths of its calls are longer than the file, by their depth
	Make   func(n int) Case
}

// Hostiles returns all kinds of hostile files.
func Hostiles() (all []Hostile) {
	file := func(class, name string, number int, paths bool, make func(n int) []byte) {
		all = append(all, Hostile{class, number, paths, func(n int) Case {
			data := make(n)
			return Case{Class: class, Files: []tracetest.Member{{Name: name, Data: data}}, Size: int64(len(data)), Traces: name == "a.trace", Dumps: name != "a.trace"}
		}})
	}
	file("a deep stack", "a.trace", 100, true, func(n int) []byte { return tracetest.Deep(n, 0) })
	file("a deep stack of long names", "a.trace", 40, true, func(n int) []byte { return tracetest.Deep(n, 1000) })
	file("a method that calls itself", "a.trace", 300, true, tracetest.Recursive)
	file("unmatched exits", "a.trace", 120, true, func(n int) []byte { return tracetest.Unmatched(n, n) })
	file("entries alone", "a.trace", 250, true, func(n int) []byte { return tracetest.Entries(n, 50) })
	file("a long name", "a.trace", 1000, false, func(n int) []byte { return tracetest.LongName(n, 1000) })
	file("threads", "a.trace", 200, false, tracetest.Threads)
	file("a method renamed", "a.trace", 150, true, tracetest.Renamed)
	file("times that run back", "a.trace", 1000, false, tracetest.Backwards)
	file("lines in a thread's name", "a.trace", 8000, false, func(n int) []byte {
		return bytes.Replace(tracetest.Bytes("main 0>A 1<A"), []byte("1\tmain\n"), []byte("1\tmain\n"+strings.Repeat("x\n", n)), 1)
	})
	file("zeros after a record", "a.trace", 8000, true, func(n int) []byte { return append(tracetest.Bytes("main 0>A 1<A"), make([]byte, n)...) })
	file("bytes that are no record", "a.trace", 8000, false, func(n int) []byte {
		return append(tracetest.Bytes("main 0>A 1<A"), bytes.Repeat([]byte{0xFF}, n)...)
	})
	file("records of a byte", "a.trace", 2000, true, func(n int) []byte {
		return tracetest.Trace{Encoding: "bare12", NoThreads: true, NoMethods: true, Records: "main#4242" + strings.Repeat(" 0>A 0>A 0>A 0>B", n/4)}.Bytes()
	})
	for _, h := range dumptest.Hostile {
		number := 120
		if h.Name == "bytes of one name" || h.Name == "zeros" || h.Name == "empty lines" || h.Name == "quotes and brackets" {
			number = 10_000
		}
		file(h.Name+" of a dump", "traces.txt", number, false, h.Make)
	}
	wrapped := func(class, name string, number int, make func(n int) ([]byte, int)) {
		all = append(all, Hostile{class, number, strings.Contains(class, "bomb"), func(n int) Case { // zeros are entries
			data, size := make(n)
			return Case{Class: class, Files: []tracetest.Member{{Name: name, Data: data}}, Size: int64(size), Traces: name == "a.trace.gz" || name == "traces.zip", Dumps: name == "a.zip"}
		}})
	}
	wrapped("a gzip bomb", "a.trace.gz", 50_000, func(n int) ([]byte, int) {
		return tracetest.Gzip(append(tracetest.Bytes("main 0>A 1<A"), make([]byte, n)...)), n
	})
	wrapped("a gzip of a gzip bomb", "a.trace.gz", 50_000, func(n int) ([]byte, int) {
		return tracetest.Gzip(tracetest.Gzip(make([]byte, n))), n
	})
	wrapped("gzip members", "a.trace.gz", 300, func(n int) ([]byte, int) {
		file := tracetest.Gzip(tracetest.Bytes("main 0>A 1<A"))
		return append(file, bytes.Repeat(tracetest.Gzip(nil), n)...), len(file) + 20*n
	})
	dump := []byte("----- pid 7 at 2024-01-01 10:00:00 -----\nCmd line: com.example\n\"main\" prio=5 tid=1 Native\n  at a.B.c(B.java:1)\n----- end 7 -----\n")
	wrapped("overlapping zip members", "a.zip", 25, func(n int) ([]byte, int) {
		return tracetest.Overlapping(n, append(dump, make([]byte, 5000)...), 5000), n * (len(dump) + 5000)
	})
	wrapped("zip members that claim 4 GB", "a.zip", 25, func(n int) ([]byte, int) {
		return tracetest.Overlapping(n, dump, 1<<32-1), n * (len(dump) + 60)
	})
	wrapped("zip members that claim nothing", "a.zip", 25, func(n int) ([]byte, int) {
		return tracetest.Overlapping(n, dump, 0), n * (len(dump) + 60)
	})
	wrapped("empty zip members", "a.zip", 60, func(n int) ([]byte, int) {
		file := tracetest.Overlapping(n, nil, 0)
		return file, len(file)
	})
	wrapped("zip members of hostile names", "a.zip", 25, func(n int) ([]byte, int) {
		var members []tracetest.Member
		size := 0
		for i := range n {
			members = append(members, tracetest.Member{Name: tracetest.Evil[i%len(tracetest.Evil)] + fmt.Sprint(i, ".txt"), Data: dump})
			size += len(members[i].Name) + len(dump) + 100
		}
		return tracetest.Zip(members...), size
	})
	// Without the extension, these names are a parent folder, or equal to one another.
	hostile := append([]string{"...trace", "..trace", ".trace", "a.trace", "A.trace", "a-2.trace", "../../a.trace", "a\x1b[2J.trace"}, tracetest.Evil...)
	wrapped("zip members of hostile trace names", "traces.zip", 12, func(n int) ([]byte, int) {
		var members []tracetest.Member
		size := 0
		for i := range n {
			members = append(members, tracetest.Member{Name: hostile[i%len(hostile)], Data: tracetest.Bytes("main 0>A 1<A")})
			size += len(members[i].Name) + len(members[i].Data) + 100
		}
		return tracetest.Zip(members...), size
	})
	wrapped("a directory larger than its file", "a.zip", 200, func(n int) ([]byte, int) {
		file := tracetest.Overlapping(n, dump, 9)
		at := bytes.LastIndex(file, []byte("PK\x05\x06"))
		binary.LittleEndian.PutUint32(file[at+12:], 1<<31)
		return file, len(file)
	})
	with := func(class, name, other, with string, number int, make func(n int) (data, second string)) {
		all = append(all, Hostile{class, number, false, func(n int) Case {
			data, second := make(n)
			return Case{Class: class, Files: []tracetest.Member{{Name: name, Data: []byte(data)}, {Name: other, Data: []byte(second)}},
				Size: int64(len(data) + len(second)), Traces: name == "a.trace", Dumps: name == "traces.txt", With: with}
		}})
	}
	// Each frame or method can be any of the map's. Cost must not grow with their product.
	candidates := func(n int) string {
		var b strings.Builder
		b.WriteString("com.example.Big -> a:\n")
		for i := range n {
			fmt.Fprintf(&b, "    1:9:void original%d(int):7:15 -> a\n", i)
		}
		return b.String()
	}
	with("frames of many candidates", "traces.txt", "mapping.txt", "map", 300, func(n int) (data, second string) {
		frames := "  at a.a(SourceFile:1)\n"
		return strings.Replace(string(dump), "  at a.B.c(B.java:1)\n", strings.Repeat(frames, n), 1), candidates(n)
	})
	with("frames of many lines", "traces.txt", "mapping.txt", "map", 300, func(n int) (data, second string) {
		var frames strings.Builder
		for i := range n {
			fmt.Fprintf(&frames, "  at a.a(SourceFile:%d)\n", i)
		}
		return strings.Replace(string(dump), "  at a.B.c(B.java:1)\n", frames.String(), 1), candidates(n)
	})
	with("methods of many candidates", "a.trace", "mapping.txt", "map", 100, func(n int) (data, second string) {
		var records strings.Builder
		records.WriteString("main")
		for i := range n {
			signature := strings.Repeat("I", i/15) + "ZBCSIJFDZBCSIJF"[i%15:i%15+1]
			fmt.Fprintf(&records, " %d>a.a(%s)V %d<a.a(%s)V", 2*i, signature, 2*i+1, signature)
		}
		return string(tracetest.Bytes(records.String())), candidates(n)
	})
	with("rules of a budget", "a.trace", "budget.toml", "budget", 300, func(n int) (data, second string) {
		return string(tracetest.Bytes("main 0>A 1<A")), strings.Repeat("[[rule]]\nmethod = \"A\"\ncalls = 1\n", n)
	})
	return all
}
