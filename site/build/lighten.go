package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// dead lists functions of Go's own packages that no page has a use for and that the linker cannot tell
// are not: what package runtime/metrics would read, what the settings of GODEBUG print, check and count, what
// hears of GODEBUG, what looks for equal types of several modules, what a stack trace prints of memory and of C, and
// the check that the linker sorted its table of functions, which each start of a program does once for all of them:
// long enough for the browser to compile it a second time. Each returns at once. The execution tracer is never on.
// They are 25 KB of the download, and with what is inlined (main.go) an eighth of the functions, all of which a browser
// checks.
//
// And symtab.go finds a function without the table that squeeze blanks, as each of WebAssembly's has a
// number; a goroutine's stack begins eight times as large, since each time that one grows it is copied
// frame by frame; the heap grows by 16 MB at least, not by 512 KB: addresses, until they are used;
// syscall/js asks for the end of a value without the checks that this is right to ask for; the map from names of
// errors to their numbers is made where a file cannot be had, not before main, where it would be 5 KB of the
// download; and a program can be frozen.
var dead = []struct {
	file    string   // in Go's src
	funcs   []string // their first lines
	changes []change
}{
	{"runtime/metrics.go", []string{"func initMetrics() {\n", "func godebug_registerMetric(name string, read func() uint64) {\n"}, nil},
	{"runtime/traceruntime.go", []string{"func traceLockInit() {\n", "func traceThreadDestroy(mp *m) {\n"}, []change{
		{"func traceEnabled() bool {\n\treturn trace.enabled\n", "func traceEnabled() bool {\n\treturn false\n"},
		{"func traceAllocFreeEnabled() bool {\n\treturn trace.enabledWithAllocFree\n", "func traceAllocFreeEnabled() bool {\n\treturn false\n"},
	}},
	{"runtime/mcheckmark.go", []string{"func startCheckmarks() {\n", "func runCheckmark(prepareRootSet func(*gcWork)) {\n", "func checkFinalizersAndCleanups() {\n"}, nil},
	{"runtime/mgcmark_greenteagc.go", []string{"func dumpScanStats() {\n"}, nil},
	{"runtime/mgcscavenge.go", []string{"func printScavTrace(releasedBg, releasedEager uintptr, forced bool) {\n"}, nil},
	{"runtime/mprof.go", []string{"func saveblockevent(cycles, rate int64, skip int, which bucketType) {\n", "func mProf_Malloc(mp *m, p unsafe.Pointer, size uintptr) {\n", "func tryRecordGoroutineProfile(gp1 *g, pcbuf []uintptr, yield func()) {\n"}, nil},
	{"runtime/traceback.go", []string{"func tracebackHexdump(stk stack, frame *stkframe, bad uintptr) {\n", "func printAncestorTraceback(ancestor ancestorInfo) {\n", "func printCgoTraceback(callers *cgoCallers) {\n"}, nil},
	{"runtime/type.go", []string{"func typelinksinit() {\n"}, nil},
	{"runtime/symtab.go", []string{"func moduledataverify1(datap *moduledata) {\n"}, []change{{placed, counted}}},
	{"runtime/proc.go", []string{"func schedtrace(detailed bool) {\n"}, []change{{"\tfn := main_main //", "\tif argc == 0 {\n\t\tawaitBegin()\n\t}\n\tfn := main_main //"}}},
	{"runtime/lock_js.go", nil, []change{{"func handleEvent() {\n", awaiting}}},
	{"runtime/mheap.go", nil, []change{{"ask := alignUp(npage, pallocChunkPages) * pageSize", "ask := alignUp(max(npage, 16<<20/pageSize), pallocChunkPages) * pageSize"}}},
	{"runtime/mfinal.go", nil, []change{{"func SetFinalizer(obj any, finalizer any) {\n", finalizer}}},
	{"syscall/js/js.go", nil, []change{
		{"\t\truntime.SetFinalizer(gcPtr,", "\t\tsetFinalizer(gcPtr,"},
		{"func makeValue(r ref) Value {\n", "func setFinalizer(obj, finalizer any)\n\nfunc makeValue(r ref) Value {\n"},
	}},
	{"runtime/stack.go", nil, []change{{"var startingStackSize uint32 = fixedStack\n", "var startingStackSize uint32 = fixedStack << 3\n"}}},
	{"internal/godebug/godebug.go", []string{"func update(def, env string) {\n"}, nil},
	{"syscall/tables_js.go", nil, []change{
		{"var errnoByCode = map[string]Errno{\n", "func errnoByCode() map[string]Errno {\n\treturn map[string]Errno{\n"},
		{"\t\"EWOULDBLOCK\":     EWOULDBLOCK,\n}\n", "\t\"EWOULDBLOCK\":     EWOULDBLOCK,\n}}\n"},
	}},
	{"syscall/fs_js.go", nil, []change{{"errnoByCode[", "errnoByCode()["}}},
}

// A change puts text in the place of other, which stands there once.
type change struct{ from, to string }

// changed changes a source, of which an error says whose it is.
func changed(whose string, source []byte, changes []change) ([]byte, error) {
	for _, c := range changes {
		if n := bytes.Count(source, []byte(c.from)); n != 1 {
			return nil, fmt.Errorf("%s has %q %d times, want once: is what takes its place still right?", whose, c.from, n)
		}
		source = bytes.Replace(source, []byte(c.from), []byte(c.to), 1)
	}
	return source, nil
}

// How findfunc of symtab.go finds a function, and how it does in the site's programs: x is the number
// of the function, by 1<<16.
const (
	placed = `	b := x / abi.FuncTabBucketSize
	i := x % abi.FuncTabBucketSize / (abi.FuncTabBucketSize / nsub)

	ffb := (*findfuncbucket)(add(unsafe.Pointer(datap.findfunctab), b*unsafe.Sizeof(findfuncbucket{})))
	idx := ffb.idx + uint32(ffb.subbuckets[i])
`
	counted = `	_ = nsub
	idx := uint32(x >> 16)
`
)

// How a program without a command line waits before main, to be frozen (freeze.go): for its first event,
// as any event is waited for. Then it draws chance anew.
const awaiting = `var awaitsBegin *g

func awaitBegin() {
	awaitsBegin = getg()
	gopark(nil, nil, waitReasonZero, traceBlockGeneric, 1)
	globalRand.init = false
	randinit()
	mrandinit(getg().m)
}

func handleEvent() {
	if gp := awaitsBegin; gp != nil {
		awaitsBegin = nil
		goready(gp, 1)
	}
`

// What syscall/js asks for each of JavaScript's values, without the checks of SetFinalizer.
const finalizer = `//go:linkname setFinalizerOfValue syscall/js.setFinalizer
func setFinalizerOfValue(obj, finalizer any) {
	createfing()
	o, f := efaceOf(&obj), efaceOf(&finalizer)
	systemstack(func() {
		addfinalizer(o.data, (*funcval)(f.data), 0, o._type, (*ptrtype)(unsafe.Pointer(o._type)))
	})
}

func SetFinalizer(obj any, finalizer any) {
`

// lightened makes functions of a source return at once, and changes it.
func lightened(source []byte, funcs []string, changes []change) ([]byte, error) {
	all := slices.Clone(changes)
	for _, f := range funcs {
		all = append(all, change{f, f + "\tif true {\n\t\treturn\n\t}\n"})
	}
	return changed("Go", source, all)
}

// lighten returns the flag by which go build takes Go's packages without what is dead, as files in
// the folder tmp.
func lighten(tmp, goRoot string) (flag string, err error) {
	replace := make(map[string]string)
	for _, d := range dead {
		original := filepath.Join(goRoot, "src", d.file)
		source, err := os.ReadFile(original)
		if err != nil {
			return "", err
		}
		if source, err = lightened(source, d.funcs, d.changes); err != nil {
			return "", err
		}
		light := filepath.Join(tmp, strings.ReplaceAll(d.file, "/", "-"))
		if err := os.WriteFile(light, source, 0o644); err != nil {
			return "", err
		}
		if replace[original], err = filepath.Abs(light); err != nil {
			return "", err
		}
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	file := filepath.Join(tmp, "overlay.json")
	return "-overlay=" + file, os.WriteFile(file, list, 0o644)
}
