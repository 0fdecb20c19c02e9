package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/build/constraint"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// The tests in this file check the tree in .github/ARCHITECTURE.md and the direction of imports between its
// rooms.

const module = "traceglass/"

// A room is a package in the output of go list. Packages of this project are named by their folder, such as
// parser/trace, and others by their import path.
type room struct {
	ImportPath, Name, Doc string
	Standard              bool
	Imports               []string
	TestImports           []string
	XTestImports          []string
}

func (r *room) tests() []string { return slices.Concat(r.TestImports, r.XTestImports) }

// A house holds all packages of the project for one target, and their dependencies.
type house map[string]*room

// list runs go list. It includes packages that do not compile, because a wrong import may be the reason.
func list(t *testing.T, target ...string) house {
	t.Helper()
	cmd := exec.Command("go", "list", "-e", "-deps", "-json=ImportPath,Name,Doc,Standard,Imports,TestImports,XTestImports", "./...")
	cmd.Dir = "../.."
	cmd.Env = append(os.Environ(), target...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, errs.String())
	}
	h := house{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var r room
		if err := d.Decode(&r); errors.Is(err, io.EOF) {
			return h
		} else if err != nil {
			t.Fatal(err)
		}
		for _, imports := range [][]string{r.Imports, r.TestImports, r.XTestImports} {
			for i := range imports {
				imports[i] = strings.TrimPrefix(imports[i], module)
			}
		}
		if !r.Standard {
			h[strings.TrimPrefix(r.ImportPath, module)] = &r
		}
	}
}

// own returns the project's packages, sorted.
func (h house) own() (names []string) {
	for name, r := range h {
		if strings.HasPrefix(r.ImportPath, module) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// chain returns the chain of imports from a package to a forbidden one, or nil. It does not follow imports of
// the standard library.
func (h house) chain(from string, deep bool, forbidden func(string) bool) []string {
	before := map[string]string{from: ""}
	for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
		r := h[queue[0]]
		if r == nil || !deep && queue[0] != from {
			continue
		}
		for _, to := range r.Imports {
			if _, seen := before[to]; seen {
				continue
			}
			before[to] = queue[0]
			if forbidden(to) {
				var steps []string
				for at := to; at != ""; at = before[at] {
					steps = append(steps, at)
				}
				slices.Reverse(steps)
				return steps
			}
			queue = append(queue, to)
		}
	}
	return nil
}

// matches reports whether a package matches one of the patterns: a folder, or with /... a folder and all
// folders below it.
func matches(name string, patterns ...string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		if folder, below := strings.CutSuffix(p, "/..."); below {
			return name == folder || strings.HasPrefix(name, folder+"/")
		}
		return name == p
	})
}

// targets are the platforms that the project is compiled for.
var targets = []struct {
	name string
	env  []string
}{
	{"native", nil},
	{"js", []string{"GOOS=js", "GOARCH=wasm"}},
}

// walls list which rooms must not import which others.
var walls = []struct {
	from, to []string
	direct   bool // check only direct imports of from
}{
	// The path from a file to the site: parser, render, wasm, site.
	{from: []string{"parser/..."}, to: []string{"render/...", "wasm/...", "site/...", "syscall/js"}},
	{from: []string{"render/..."}, to: []string{"wasm/...", "site/...", "syscall/js"}},
	{from: []string{"wasm/..."}, to: []string{"site/..."}},
	{from: []string{"parser/trace"}, to: []string{"parser/call", "parser/profile", "parser/dump", "parser/wait", "parser/stack"}},
	{from: []string{"parser/trace", "parser/simpleperf", "parser/dump"}, to: []string{"parser/mapping"}},
	{from: []string{"parser/call"}, to: []string{"parser/profile", "parser/dump", "parser/wait", "parser/stack"}},
	{from: []string{"parser/dump", "parser/wait"}, to: []string{"parser/trace", "parser/call", "parser/profile", "parser/stack"}},

	// The page and the engine share only messages.
	{from: []string{"wasm/message"}, to: []string{"parser/...", "render/...", "wasm/engine/...", "wasm/ui/...", "wasm/worker", "wasm/page/...", "wasm/script", "syscall/js"}},
	{from: []string{"wasm/engine/..."}, to: []string{"wasm/ui/...", "wasm/worker", "wasm/page/...", "wasm/script", "syscall/js"}},
	{from: []string{"wasm/reading"}, to: []string{"wasm/ui/...", "wasm/worker", "wasm/page/...", "wasm/session", "wasm/script", "syscall/js"}},
	{from: []string{"wasm/session"}, to: []string{"wasm/engine/...", "wasm/ui/...", "wasm/worker", "wasm/page/...", "wasm/script", "syscall/js"}},
	{from: []string{"wasm/worker"}, to: []string{"wasm/ui/...", "wasm/page/...", "wasm/session"}},
	{from: []string{"wasm/page/...", "wasm/ui/..."}, to: []string{"wasm/engine/...", "wasm/worker", "wasm/reading"}},
	{from: []string{"wasm/ui/..."}, to: []string{"wasm/page/...", "wasm/session", "wasm/script"}},
	{from: []string{"wasm/app", "wasm/export"}, to: []string{"render/report/formats"}}, // the command loads it, when needed
	{from: []string{"wasm/ui/..."}, to: []string{"parser/...", "render/report/...", "syscall/js"}, direct: true},
}

// floors are the packages that views share. Each may import those before it.
var floors = []string{"wasm/ui/node", "wasm/ui/bar", "wasm/ui/ask", "wasm/ui/canvas", "wasm/ui/list", "wasm/ui/viewstate", "wasm/ui/desk", "wasm/ui/link", "wasm/ui/facts", "wasm/ui/steps", "wasm/ui/filter", "wasm/ui/chips", "wasm/ui/brush", "wasm/ui/menus", "wasm/ui/room", "wasm/ui/flame", "wasm/ui/grid", "wasm/ui/graph"}

// rooms are the rooms of the page: of a trace, of thread dumps, of two traces, and of many runs.
var rooms = []string{"wasm/ui/tracing", "wasm/ui/dumping", "wasm/ui/comparing", "wasm/ui/running"}

// isView reports whether a package is a view: a package directly below a room. Those of two traces share figures.
func isView(name string) bool {
	return slices.Contains(rooms, path.Dir(name)) && name != "wasm/ui/comparing/figures"
}

func TestDirections(t *testing.T) {
	for _, target := range targets {
		h := list(t, target.env...)
		own := h.own()
		views := 0
		stop := func(from string, deep bool, why string, forbidden func(string) bool) {
			if steps := h.chain(from, deep, forbidden); steps != nil {
				t.Errorf("%s: %s: %s", target.name, why, strings.Join(steps, " → "))
			}
		}
		for _, w := range walls {
			if !slices.ContainsFunc(own, func(name string) bool { return matches(name, w.from...) }) {
				t.Errorf("%s: no package %s", target.name, strings.Join(w.from, ", "))
			}
			for _, name := range own {
				if matches(name, w.from...) {
					why := fmt.Sprintf("%s must not import %s", name, strings.Join(w.to, ", "))
					stop(name, !w.direct, why, func(to string) bool { return matches(to, w.to...) })
				}
			}
		}
		for i, name := range floors {
			if h[name] == nil {
				t.Errorf("%s: no package %s", target.name, name)
			}
			stop(name, true, name+" may import only the floors before it", func(to string) bool {
				return matches(to, "wasm/ui/...") && !slices.Contains(floors[:i], to)
			})
		}
		for _, name := range own {
			if isView(name) {
				views++
				stop(name, true, "a view imports no other view, no room, not the app", func(to string) bool {
					return isView(to) || to == "wasm/ui/app" || slices.Contains(rooms, to)
				})
			}
			if slices.Contains(rooms, name) {
				stop(name, true, "a room imports its own views, but no other room and not the app", func(to string) bool {
					return to == "wasm/ui/app" || slices.Contains(rooms, to) || isView(to) && !matches(to, name+"/...")
				})
			}
			stop(name, false, "only tests import the substitute for the browser", func(to string) bool { return to == "wasm/ui/uitest" })
			if h[name].Name != "main" && !matches(name, "wasm/script", "wasm/worker", "wasm/page") {
				stop(name, false, "syscall/js belongs to wasm/script, wasm/worker, wasm/page and to programs", func(to string) bool { return to == "syscall/js" })
			}
			for _, to := range h[name].tests() {
				if matches(name, "wasm/...") && matches(to, "site/...") {
					t.Errorf("%s: no package in wasm may import site, but the tests of %s import %s", target.name, name, to)
				}
			}
		}
		if views < 15 {
			t.Errorf("%s: only %d views found: %v", target.name, views, own)
		}
	}
}

// heavy are packages that app.wasm must not import. dependencies.md has their sizes.
var heavy = []string{"parser/budget", "github.com/pelletier/go-toml/...", "crypto/...", "log", "net/...", "text/template", "html/template",
	"math/big", "go/...", "testing/...", "github.com/parquet-go/...", "github.com/ianlancetaylor/demangle"}

// TestPageImportsNothingHeavy: app.wasm imports no package whose initializer makes the download much larger.
func TestPageImportsNothingHeavy(t *testing.T) {
	h := list(t, "GOOS=js", "GOARCH=wasm")
	if steps := h.chain("wasm/app", true, func(to string) bool { return matches(to, heavy...) }); steps != nil {
		t.Errorf("%s makes app.wasm larger than needed: %s", steps[len(steps)-1], strings.Join(steps, " → "))
	}
}

// served are packages that only the native command imports.
var served = []string{"wasm/mcp", "github.com/modelcontextprotocol/...", "github.com/google/jsonschema-go/..."}

// TestToolsServeNothing: tools.wasm and app.wasm import no package of the server for assistants.
func TestToolsServeNothing(t *testing.T) {
	imports := func(to string) bool { return matches(to, served...) }
	browser := list(t, "GOOS=js", "GOARCH=wasm")
	for _, program := range []string{"wasm/app", "wasm/cli"} {
		if steps := browser.chain(program, true, imports); steps != nil {
			t.Errorf("%s must not import %s: %s", program, steps[len(steps)-1], strings.Join(steps, " → "))
		}
	}
	if list(t).chain("wasm/cli", true, imports) == nil {
		t.Error("the native command does not serve")
	}
}

// TestPackageComments: each package has a comment on every target.
func TestPackageComments(t *testing.T) {
	for _, target := range targets {
		h := list(t, target.env...)
		for _, name := range h.own() {
			if h[name].Doc == "" {
				t.Errorf("%s: package %s has no comment", target.name, name)
			}
		}
	}
}

// TestArchitectureTree compares the tree in .github/ARCHITECTURE.md with the folders and packages of the project.
func TestArchitectureTree(t *testing.T) {
	text, err := os.ReadFile("../../.github/ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	top := ""
	for _, line := range strings.Split(string(text), "\n") {
		names, _, _ := strings.Cut(strings.TrimSpace(line), "  ")
		if !strings.HasPrefix(line, "    ") || !strings.HasSuffix(names, "/") {
			continue
		}
		for _, name := range strings.Split(names, ", ") {
			name = strings.TrimSuffix(name, "/")
			if strings.HasPrefix(line, "     ") {
				name = top + "/" + name
			} else {
				top = name
			}
			for _, name := range spread(name) {
				if info, err := os.Stat(filepath.Join("../..", name)); err != nil || !info.IsDir() {
					t.Errorf("ARCHITECTURE.md lists %s, which is no folder", name)
				}
				listed[name] = true
			}
		}
	}
	for _, name := range list(t).own() {
		if !listed[name] {
			t.Errorf("the tree in ARCHITECTURE.md has no %s", name)
		}
	}
}

// spread expands `a{b,c}d` to `abd` and `acd`.
func spread(name string) (names []string) {
	before, rest, _ := strings.Cut(name, "{")
	inner, after, _ := strings.Cut(rest, "}")
	for _, part := range strings.Split(inner, ",") {
		names = append(names, before+part+after)
	}
	return names
}

// walk calls see with each file of the project whose name has the given ending.
func walk(t *testing.T, ending string, see func(name string, text string)) {
	t.Helper()
	files := 0
	err := filepath.WalkDir("../..", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "node_modules" || d.Name() == "dist" || len(d.Name()) > 2 && d.Name()[0] == '.') {
			return fs.SkipDir
		}
		if !d.IsDir() && strings.HasSuffix(name, ending) {
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			files++
			see(filepath.ToSlash(strings.TrimPrefix(name, filepath.FromSlash("../../"))), string(text))
		}
		return nil
	})
	if err != nil || files == 0 {
		t.Fatalf("%d files %s; %v", files, ending, err)
	}
}

// TestTopLevel: the top folder contains only the allowed names, and names that begin with a dot.
func TestTopLevel(t *testing.T) {
	entries, err := os.ReadDir("../..")
	if err != nil {
		t.Fatal(err)
	}
	allowed := strings.Fields("wasm site parser render testdata go.mod go.sum Makefile netlify.toml README.md LICENSE")
	for _, e := range entries {
		if name := e.Name(); name[0] != '.' && !slices.Contains(allowed, name) {
			t.Errorf("%s does not belong in the top folder", name)
		}
	}
}

// TestConstraints: build constraints use only the tags of a target.
func TestConstraints(t *testing.T) {
	allowed := []string{"js", "wasm"}
	walk(t, ".go", func(name, text string) {
		if strings.HasPrefix(name, "wasm/fleet/") { // a module of its own, with tags for stores
			return
		}
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "package ") {
				break
			}
			if !constraint.IsGoBuild(line) {
				continue
			}
			expr, err := constraint.Parse(strings.TrimSpace(line))
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			expr.Eval(func(tag string) bool {
				if !slices.Contains(allowed, tag) {
					t.Errorf("%s: %s: tag %s is not one of %v", name, strings.TrimSpace(line), tag, allowed)
				}
				return true
			})
		}
	})
}

// TestTemplateLines: no line of a template is longer than 200 characters.
func TestTemplateLines(t *testing.T) {
	const widest = 200
	walk(t, ".vugu", func(name, text string) {
		for i, line := range strings.Split(text, "\n") {
			if n := utf8.RuneCountInString(line); n > widest {
				t.Errorf("%s:%d has %d characters, more than %d", name, i+1, n, widest)
			}
		}
	})
}
