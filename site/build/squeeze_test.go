package main

import (
	"bytes"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// image lays a program's segments out as its memory.
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

// nameBytes are the bytes of a memory in which functions are named: the names, and where each
// function has its own.
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

// TestStack: a squeezed program finds its functions, where it grows its stack and collects garbage too, and
// names them in a panic's stack.
func TestStack(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed: no program is run but in the browser's tests")
	}
	const source = `package main

import "runtime"

var kept [][]byte

func deep(n int) int {
	var room [100]byte
	kept = append(kept[:n%7], make([]byte, 1000))
	if n == 5000 {
		runtime.GC()
		panic("at the end")
	}
	room[n%100] = 1
	return deep(n+1) + int(room[50])
}

func main() { deep(0) }
`
	program, dir, err := made(t, source, compile, "-gcflags=-l")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "squeezed.wasm")
	if err := os.WriteFile(file, program, 0o644); err != nil {
		t.Fatal(err)
	}
	goRoot, err := output("go", "env", "GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(node, filepath.Join(goRoot, "lib/wasm/wasm_exec_node.js"), file).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "panic: at the end") || strings.Count(string(out), "main.deep(") < 50 || !strings.Contains(string(out), "main.main(") {
		t.Errorf("it ends with %v and says %.2000s", err, out)
	}
}

// TestShortName: what is left of the names in a stack trace.
func TestShortName(t *testing.T) {
	for name, want := range map[string]string{
		"traceglass/parser/trace.(*Reader).readBlock":   "trace.(*Reader).readBlock",
		"traceglass/wasm/worker.(*worker).read.func1.2": "worker.(*worker).read",
		"traceglass/wasm/page.(*page).open.func1.2":     "page",
		"traceglass/wasm/ui/desk.(*Desk).Choose":        "desk",
		"traceglass/parser/wait.most[go.shape.int]":     "wait.most",
		"traceglass/render/scene.(*Axis).To":            "scene",
		"main.main":                                     "main.main",
		"runtime.gcStart.func1":                         "",
		"":                                              "",
	} {
		if got := string(shortName([]byte(name))); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// TestSqueeze: a squeezed program has the same memory but for what stack traces print. That it runs,
// the browser tests show.
func TestSqueeze(t *testing.T) {
	dir := t.TempDir()
	source := "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(1) }\n"
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "main.wasm")
	build := exec.Command("go", "build", "-trimpath", "-o", file, filepath.Join(dir, "main.go"))
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	after, err := squeeze(before)
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
			if packed[i] != 0 && !bytes.Equal(word, []byte{255, 255, 255, 255}) { // which stands for none
				t.Fatalf("byte %d of the memory became %d, was %d", i, packed[i], memory[i])
			}
			blanked++
		}
	}
	if blanked < 1000 {
		t.Errorf("%d bytes of line tables were blanked: are they still where they were?", blanked)
	}
	if again, err := squeeze(after); err != nil || !bytes.Equal(again, after) {
		t.Errorf("squeezing once more changes the program; error %v", err)
	}
	if _, err := squeeze(before[:len(before)-100]); err == nil {
		t.Error("a program cut short is squeezed without an error")
	}
}
