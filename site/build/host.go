package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// A host is to a program what wasm_exec.js is to it in a browser, as far as its main function. What differs
// from visit to visit, so that no package may need it by then, is not there: the time of day, timers, chance,
// objects that are the program's own.
type host struct {
	memory  []byte    // of the program, once that waits
	globals []uint64  // its variables
	values  []jsValue // those that it knows of JavaScript, by the numbers that it knows them by
	said    strings.Builder
	clock   uint64 // nanoseconds
	drawn   bool   // chance, by Go's runtime
}

// A jsValue is the property name of another value, or what its method of that name returns.
type jsValue struct {
	of   int // number of the other
	name string
	args []any // of the method
	uses int   // how many references the program has to it
}

// MarshalJSON lists what run.js needs to have the value again: [of, name, uses, ...args].
func (v jsValue) MarshalJSON() ([]byte, error) {
	return json.Marshal(append([]any{v.of, v.name, v.uses}, v.args...))
}

// known are the values that wasm_exec.js numbers: NaN, 0, null, true, false, the global object, and itself.
var known = make([]jsValue, 7)

const (
	globalObject = 5
	itself       = 6
)

// flags are those by which syscall/js knows the types of the properties that it may ask for, by the
// place of their object. Sources: makeValue there, storeValue in wasm_exec.js, and what browsers have.
var flags = map[string]uint32{
	"Object": isFunction, "Array": isFunction, "Uint8Array": isFunction, "ArrayBuffer": isFunction,
	"process": isObject, "path": isObject, "fs": isObject, "performance": isObject, "fs.constants": isObject,
}

const (
	nanHead    = 0x7FF80000 // above a flag and a value's number: no number of JavaScript's is so
	isObject   = 1
	isFunction = 4
)

// runToMain runs a program that exports its variables, as many as globals, without a command line, and
// so as far as main.
func runToMain(program []byte, globals int) (*host, error) {
	// Most of a program's functions do not run: it is interpreted, not compiled.
	ctx := context.Background()
	engine := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	defer engine.Close(ctx)
	compiled, err := engine.CompileModule(ctx, program)
	if err != nil {
		return nil, err
	}
	// The clock is long before any that the program will see, so that time does not go backwards.
	h := &host{values: known[:len(known):len(known)], clock: 1e9}
	var failed error
	imports := engine.NewHostModuleBuilder("gojs")
	for _, f := range compiled.ImportedFunctions() {
		_, name, _ := f.Import()
		imports.NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(func(_ context.Context, m api.Module, stack []uint64) {
			if failed = h.call(name, frame{m.Memory(), uint32(stack[0])}); failed != nil {
				panic(failed)
			}
		}), f.ParamTypes(), f.ResultTypes()).Export(name)
	}
	if _, err := imports.Instantiate(ctx); err != nil {
		return nil, err
	}
	instance, err := engine.InstantiateModule(ctx, compiled, wazero.NewModuleConfig())
	if err != nil {
		return nil, err
	}
	// Where the command line would be is zeros: no argument, none of the environment.
	if _, err := instance.ExportedFunction("run").Call(ctx, 0, commandLine); err != nil {
		if failed != nil {
			return nil, failed
		}
		return nil, err
	}
	var ok bool
	if h.memory, ok = instance.Memory().Read(0, instance.Memory().Size()); !ok {
		return nil, errors.New("its memory cannot be read")
	}
	for i := range globals {
		h.globals = append(h.globals, instance.ExportedGlobal(globalName(i)).Get())
	}
	return h, nil
}

const commandLine = 4096 // address. Source: wasm_exec.js

// A frame is what a function of the program's imports is called with: the program's memory, and its
// stack there, with the arguments from the 8th byte on, and after them places for results.
type frame struct {
	memory api.Memory
	sp     uint32
}

func (f frame) word(at uint32) uint64 {
	v, _ := f.memory.ReadUint64Le(f.sp + at)
	return v
}

// bytes are those of a string or slice.
func (f frame) bytes(at uint32) []byte {
	b, _ := f.memory.Read(uint32(f.word(at)), uint32(f.word(at+8)))
	return b
}

func (f frame) put(at uint32, v uint64) { f.memory.WriteUint64Le(f.sp+at, v) }

// call does what the program asks for by an import's name. Source: importObject in wasm_exec.js.
func (h *host) call(name string, f frame) error {
	switch name {
	case "runtime.resetMemoryDataView":
	case "runtime.nanotime1":
		h.clock += 1000
		f.put(8, h.clock)
	case "runtime.getRandomData":
		if h.drawn {
			return errors.New("it asks for chance before main")
		}
		h.drawn = true
		for i, b := 0, f.bytes(8); i < len(b); i++ {
			b[i] = byte(i + 1)
		}
	case "runtime.wasmWrite":
		b, _ := f.memory.Read(uint32(f.word(16)), uint32(f.word(24)))
		h.said.Write(b)
	case "runtime.wasmExit":
		return fmt.Errorf("it ended: %s", &h.said)
	case "syscall/js.valueGet":
		return h.get(int(uint32(f.word(8))), string(f.bytes(16)), f)
	case "syscall/js.valueCall":
		return h.method(int(uint32(f.word(8))), string(f.bytes(16)), f)
	default:
		return fmt.Errorf("it calls %s before main", name)
	}
	return nil
}

// get gives the program a property.
func (h *host) get(of int, name string, f frame) error {
	const result = 32
	place := name
	if of != globalObject {
		place = h.values[of].name + "." + name
	}
	if strings.HasPrefix(place, "constants.O_") { // of files that there are none of
		f.put(result, math.Float64bits(-1))
		return nil
	}
	flag, ok := flags[place]
	if !ok {
		return fmt.Errorf("it asks for %s before main", place)
	}
	id := slices.IndexFunc(h.values, func(v jsValue) bool { return v.of == of && v.name == name })
	if id < 0 {
		id = len(h.values)
		h.values = append(h.values, jsValue{of: of, name: name})
	}
	h.use(id, flag, f, result)
	return nil
}

// method gives the program a function of JavaScript's that calls one of its own.
func (h *host) method(of int, name string, f frame) error {
	if of != itself || name != "_makeFuncWrapper" || f.word(40) != 1 {
		return fmt.Errorf("it calls %s before main", name)
	}
	number, _ := f.memory.ReadFloat64Le(uint32(f.word(32)))
	h.values = append(h.values, jsValue{of: of, name: name, args: []any{number}})
	h.use(len(h.values)-1, isFunction, f, 56)
	f.memory.WriteByte(f.sp+64, 1) // it returned
	return nil
}

// use puts a reference to a value where the program expects it.
func (h *host) use(id int, flag uint32, f frame, at uint32) {
	h.values[id].uses++
	f.put(at, uint64(nanHead|flag)<<32|uint64(id))
}
