package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// image returns a program's memory at the start, and its number of segments.
func image(t *testing.T, wasm []byte) (memory []byte, segments int) {
	t.Helper()
	r := reader{data: wasm, at: 8}
	for r.at < len(wasm) {
		id, size := r.byte(), int(r.unsigned())
		if id != dataSection {
			r.at += size
			continue
		}
		list, err := readSegments(wasm[r.at : r.at+size])
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range list {
			if need := int(s.at) + len(s.bytes); need > len(memory) {
				memory = append(memory, make([]byte, need-len(memory))...)
			}
			copy(memory[s.at:], s.bytes)
		}
		return memory, len(list)
	}
	t.Fatal("no data section")
	return nil, 0
}

// nameBytes returns the addresses in memory that hold functions' names or a function's offset of its name.
func nameBytes(memory []byte) map[int]bool {
	base := bytes.Index(memory, lineTableStart)
	word := func(at int) int { return int(binary.LittleEndian.Uint64(memory[base+at:])) }
	all := map[int]bool{}
	for i := word(32); i < word(40); i++ {
		all[base+i] = true
	}
	for i := range word(8) {
		record := word(64) + int(binary.LittleEndian.Uint32(memory[base+word(64)+8*i+4:]))
		for k := range 4 {
			all[base+record+funcName+k] = true
		}
	}
	return all
}

// crashing is a program that grows its stack and collects garbage. It calls a value's method through a nil
// pointer, calls a function that reflect makes, and panics.
const crashing = `package main

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"time"
)

var (
	kept     [][]byte
	stringer fmt.Stringer // a variable, or the compiler would call the method directly
)

func deep(n int) int {
	var room [100]byte
	kept = append(kept[:n%7], make([]byte, 1000))
	if n == 5000 {
		runtime.GC()
		var nothing *time.Duration
		fmt.Println("nothing is", nothing)
		func() {
			defer func() { fmt.Println("recovered:", recover()) }()
			stringer = nothing
			_ = stringer.String()
		}()
		twice := reflect.MakeFunc(reflect.TypeFor[func(*int, string) string](), func(args []reflect.Value) []reflect.Value {
			runtime.GC()
			return args[1:]
		}).Interface().(func(*int, string) string)
		fmt.Println("made:", twice(new(int), strings.Repeat("kept", n%4+2)))
		panic("at the end")
	}
	room[n%100] = 1
	return deep(n+1) + int(room[50])
}

func main() { deep(0) }
`

// TestSqueezedRuns: a squeezed program and a plain one (-plain) behave the same. Both name their functions in
// a panic's stack trace. Only the plain one has lines.
func TestSqueezedRuns(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed: only the browser tests run a program")
	}
	root, err := goRoot()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	source := filepath.Join(dir, "main.go")
	if err := os.WriteFile(source, []byte(crashing), 0o644); err != nil {
		t.Fatal(err)
	}
	size := map[bool]int{}
	for _, plain := range []bool{true, false} {
		c := &compiler{tmp: dir, plain: plain}
		program, err := c.compile(source, "-gcflags=-l")
		if err != nil {
			t.Fatal(err)
		}
		if c.warned {
			t.Error("squeeze left the program unchanged: does layouts list this Go?")
		}
		size[plain] = len(program)
		memory, _ := image(t, program)
		table := memory[bytes.Index(memory, lineTableStart):]
		names := table[binary.LittleEndian.Uint64(table[32:]):binary.LittleEndian.Uint64(table[40:])]
		for _, name := range []string{"reflect.makeFuncStub", "reflect.methodValueCall"} { // without these names the collector misses arguments
			if !bytes.Contains(names, []byte("\x00"+name+"\x00")) {
				t.Errorf("plain %v: no function is called %s", plain, name)
			}
		}
		file := filepath.Join(dir, fmt.Sprintf("plain-%v.wasm", plain))
		if err := os.WriteFile(file, program, 0o644); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(node, filepath.Join(root, "lib/wasm/wasm_exec_node.js"), file).CombinedOutput()
		for _, want := range []string{
			"nothing is <nil>\n",
			"made: keptkept\n",
			"recovered: value method time.Duration.String called using nil *Duration pointer\n",
			"panic: at the end", "main.main(",
		} {
			if !strings.Contains(string(out), want) {
				t.Errorf("plain %v: it does not print %q, but %.2000s", plain, want, out)
			}
		}
		if err == nil || strings.Count(string(out), "main.deep(") < 50 || strings.Contains(string(out), "main.go:") != plain {
			t.Errorf("plain %v: it ends with %v and prints %.2000s", plain, err, out)
		}
	}
	if size[false] == size[true] {
		t.Error("squeezing changes nothing")
	}
}

// TestSqueezeUnknown: squeeze leaves parts of a program that it does not understand unchanged, and returns an
// error that names them.
func TestSqueezeUnknown(t *testing.T) {
	program, version := compiled(t)
	again, err := squeeze(program, "go9.9.1")
	if err == nil || !strings.Contains(err.Error(), "go9.9.1") {
		t.Errorf("for an unknown Go the error is %v", err)
	}
	memory, many := image(t, program)
	packed, few := image(t, again)
	if few > many/100 || !bytes.Equal(memory, packed) {
		t.Errorf("for an unknown Go the memory differs, or has %d segments of %d", few, many)
	}

	other := bytes.Replace(program, lineTableStart, []byte("\xF2\xFF\xFF\xFF\x00\x00\x01\x08"), 1)
	if _, err := squeeze(other, version); err == nil || !strings.Contains(err.Error(), "table of functions") {
		t.Errorf("with another table of functions the error is %v", err)
	}
	joined, base := again, bytes.Index(again, lineTableStart) // joined has the whole table in one segment
	for _, change := range []struct {
		at    int // offset in the header of the table of functions
		value uint64
	}{{8, 1 << 19}, {8, 1 << 62}, {64, 1 << 63}, {64, math.MaxUint64}, {32, 1 << 40}, {56, binary.LittleEndian.Uint64(joined[base+64:])}} {
		other := bytes.Clone(joined)
		binary.LittleEndian.PutUint64(other[base+change.at:], change.value)
		if again, err := squeeze(other, version); err == nil || len(again) == 0 {
			t.Errorf("with %d at %d of the table of functions there is no error, and a program of %d bytes", change.value, change.at, len(again))
		}
	}
	counted := append(bytes.Clone(program), dataCountSection, 1, 1)
	if again, err := squeeze(counted, version); err == nil || !bytes.Equal(again, counted) {
		t.Errorf("a program that counts its segments is changed; error %v", err)
	}
	for _, broken := range [][]byte{nil, append(bytes.Clone(magic), 11, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1), []byte("no program"), program[:len(program)-100], program[:8]} {
		if again, err := squeeze(broken, version); err == nil || !bytes.Equal(again, broken) {
			t.Errorf("a broken program of %d bytes became %d; error %v", len(broken), len(again), err)
		}
	}
	for version, want := range map[string]bool{"go1.26": true, "go1.26.7": true, "go1.27rc1": true, "go1.27.3 X:jsonv2": true, "go1.260": false, "go1.2": false, "devel go1.28-abc": false} {
		if knownLayout(version) != want {
			t.Errorf("the tables of %s are known: %v, want %v", version, !want, want)
		}
	}
}

// compiled returns a small program as Go links it, and the Go version.
func compiled(t *testing.T) (program []byte, version string) {
	t.Helper()
	dir := t.TempDir()
	source := filepath.Join(dir, "main.go")
	if err := os.WriteFile(source, []byte("package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(1) }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	program, err := (&compiler{tmp: dir, plain: true}).compile(source)
	if err != nil {
		t.Fatal(err)
	}
	if version, err = output("go", "env", "GOVERSION"); err != nil {
		t.Fatal(err)
	}
	return program, version
}

// TestShortName checks the names that remain in a stack trace.
func TestShortName(t *testing.T) {
	for name, want := range map[string]string{
		"traceglass/parser/trace.(*Reader).readBlock":   "trace.(*Reader).readBlock",
		"traceglass/wasm/worker.(*worker).read.func1.2": "worker.(*worker).read",
		"traceglass/wasm/page.(*page).open.func1.2":     "page",
		"traceglass/wasm/ui/desk.(*Desk).Choose":        "desk",
		"traceglass/parser/wait.most[go.shape.int]":     "wait.most",
		"traceglass/render/scene.(*Axis).To":            "scene",
		"main.main":                                     "main.main",
		"runtime.gcStart.func1":                         "runtime.",
		"runtime/debug.Stack":                           "",
		"":                                              "",
	} {
		if got := string(shortName([]byte(name))); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// TestSqueeze: a squeezed program has the same memory, except for data that stack traces print. The browser
// tests show that it runs.
func TestSqueeze(t *testing.T) {
	before, version := compiled(t)
	after, err := squeeze(before, version)
	if err != nil {
		t.Fatal(err)
	}
	memory, many := image(t, before)
	packed, few := image(t, after)
	if few > many/100 {
		t.Errorf("%d segments of %d are left", few, many)
	}
	if len(packed) != len(memory) {
		t.Fatalf("memory has %d bytes, had %d", len(packed), len(memory))
	}
	named := nameBytes(memory)
	blanked := 0
	for i := range memory {
		if memory[i] != packed[i] && !named[i] {
			word := packed[i&^3 : i&^3+4]
			if packed[i] != 0 && !bytes.Equal(word, []byte{255, 255, 255, 255}) { // the offset that means no table
				t.Fatalf("byte %d of the memory became %d, was %d", i, packed[i], memory[i])
			}
			blanked++
		}
	}
	if blanked < 1000 {
		t.Errorf("%d bytes of line tables were blanked: did they move?", blanked)
	}
	if again, _ := squeeze(after, version); !bytes.Equal(again, after) {
		t.Error("squeezing once more changes the program")
	}
}
