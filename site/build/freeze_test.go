package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// made is a program of a source by compile or compileFrozen, of lighten's Go, in a folder of its own.
func made(t *testing.T, source string, compile func(tmp, pkg string, flags ...string) ([]byte, error), flags ...string) (program []byte, dir string, err error) {
	t.Helper()
	goRoot, err := output("go", "env", "GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	light, err := lighten(dir, goRoot)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "main.go")
	if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	program, err = compile(dir, file, append(flags, light)...)
	return program, dir, err
}

// TestFreeze: what is done before main is done once, where the program is built, and main runs as it does
// in any program: with what packages made, the values of JavaScript that they hold, fresh chance, the time,
// memory that grows, and calls from outside.
func TestFreeze(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed: no program is run but in the browser's tests")
	}
	program, dir, err := made(t, `package main

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"syscall/js"
	"time"
)

var (
	object, same = js.Global().Get("Object"), js.Global().Get("Object")
	made         = func() map[string]int { println("initialised"); return map[string]int{"a": 1, "b": 2} }()
	called       = js.FuncOf(func(js.Value, []js.Value) any { done <- true; return 7 })
	done         = make(chan bool)
)

func main() {
	var kept [][]byte
	for range 60 {
		kept = append(kept, make([]byte, 1<<20))
	}
	runtime.GC()
	fmt.Println("made", made["a"]+made["b"], len(kept), object.Equal(same), object.New().InstanceOf(object))
	time.Sleep(time.Millisecond)
	fmt.Println("year", time.Now().Year() > 2000)
	js.Global().Set("called", called)
	js.Global().Call("setTimeout", js.Global().Get("call"))
	<-done
	order := make(map[int]bool)
	for i := range 100 {
		order[i] = true
	}
	var all strings.Builder
	for i := range order {
		fmt.Fprint(&all, " ", i)
	}
	fmt.Println("chance", rand.Uint64(), all.String())
	panic("at the end")
}
`, compileFrozen)
	if err != nil {
		t.Fatal(err)
	}
	wasm, script := filepath.Join(dir, "frozen.wasm"), filepath.Join(dir, "run.cjs")
	if err := os.WriteFile(wasm, program, 0o644); err != nil {
		t.Fatal(err)
	}
	goRoot, err := output("go", "env", "GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(script, fmt.Appendf(nil, `
globalThis.fs = require("fs");
globalThis.path = require("path");
globalThis.addEventListener = () => {};
globalThis.call = () => console.log("called", globalThis.called());
require(%q);
require("vm").runInThisContext(fs.readFileSync(%q));
globalThis.traceglassRun(new WebAssembly.Module(fs.readFileSync(%q)), () => console.log("running")).then((reason) => console.log("ended by", reason));
`, filepath.Join(goRoot, "lib/wasm/wasm_exec.js"), "../static/run.js", wasm), 0o644); err != nil {
		t.Fatal(err)
	}
	chance := make(map[string]bool)
	for range 2 {
		out, err := exec.Command(node, script).CombinedOutput()
		text := string(out)
		for _, want := range []string{"made 3 60 true true\n", "running\n", "year true\n", "called 7\n", "panic: at the end\n", "main.main(", "ended by panic: at the end\n"} {
			if !strings.Contains(text, want) {
				t.Errorf("it does not say %q, but %s (%v)", want, text, err)
			}
		}
		if strings.Contains(text, "initialised") {
			t.Errorf("packages are initialised again: %s", text)
		}
		_, after, _ := strings.Cut(text, "chance ")
		number, order, _ := strings.Cut(strings.SplitN(after, "\n", 2)[0], "  ")
		chance[number], chance[order] = true, true
	}
	if len(chance) != 4 {
		t.Errorf("chance is the same in two runs: %v", chance)
	}
}

// TestFreezeRefuses: what would be of the build, and not of the browser, stops the build.
func TestFreezeRefuses(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"time of day", "import \"time\"\n\nvar now = time.Now()\n", "it calls runtime.walltime before main"},
		{"timer", "import \"time\"\n\nfunc init() { time.Sleep(1e6) }\n", "it calls runtime.scheduleTimeoutEvent before main"},
		{"document", "import \"syscall/js\"\n\nvar document = js.Global().Get(\"document\")\n", "it asks for document before main"},
		{"method", "import \"syscall/js\"\n\nvar keys = js.Global().Get(\"Object\").Call(\"keys\", 1)\n", "it calls keys before main"},
		{"object", "import \"syscall/js\"\n\nvar object = js.Global().Get(\"Object\").New()\n", "it calls syscall/js.valueNew before main"},
		{"chance", "import \"crypto/rand\"\n\nfunc init() { rand.Read(make([]byte, 8)) }\n", "it asks for chance before main"},
		{"panic", "func init() { panic(\"unready\") }\n", "it ended: panic: unready"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, _, err := made(t, "package main\n\n"+c.source+"\nfunc main() {}\n", compileFrozen); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v, want %q", err, c.want)
			}
		})
	}
	for _, program := range []string{"", "\x00asm\x01\x00\x00\x00", "\x00asm\x01\x00\x00\x00\x06\x05\x01", "\x00asm\x01\x00\x00\x00\x06\x02\x01\x7f"} {
		if _, err := freeze([]byte(program)); err == nil {
			t.Errorf("%q is frozen without an error", program)
		}
	}
}
