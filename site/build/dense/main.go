// Command dense is go generate for the interface. Vugu's generator writes the code of all
// components below a folder, and dense changes four things in it. See ../vugu.md for the figures.
//
//   - Blank text nodes are left out. Vugu keeps the line feed and the tabs between two tags as a
//     text node, which each render sends to the document again. A space that shows stands on one
//     line with its neighbours, and stays.
//   - The text of a template goes through package wasm/ui/node, which translates it.
//   - Functions of package wasm/ui/node make the nodes and set their properties.
//   - Package log is not imported. Vugu imports it in each file, and only mentions it.
//
// All folders are generated in one run, because the generator counts the keys of components
// within a run.
//
// Usage:
//
//	go run traceglass/site/build/dense FOLDER
package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/vugu/vugu/gen"

	"traceglass/wasm/ui/node"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: dense FOLDER")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "dense:", err)
		os.Exit(1)
	}
}

func run(root string) error {
	files, err := generate(root)
	if err != nil {
		return err
	}
	for _, name := range files {
		code, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(dense(string(code))), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// generate runs Vugu's generator in all folders below root and returns the files it wrote.
func generate(root string) (files []string, err error) {
	root, err = filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	folders, err := withTemplates(root)
	if err != nil {
		return nil, err
	}
	for _, folder := range folders {
		if err := gen.Run(folder, &gen.ParserGoPkgOpts{SkipGoMod: true, SkipMainGo: true}); err != nil {
			return nil, fmt.Errorf("%s: %w", folder, err)
		}
		written, err := filepath.Glob(filepath.Join(folder, "*_gen.go"))
		if err != nil {
			return nil, err
		}
		files = append(files, written...)
	}
	return files, nil
}

// withTemplates lists the folders below root that hold components, in order.
func withTemplates(root string) (folders []string, err error) {
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if folder := filepath.Dir(path); filepath.Ext(path) == ".vugu" && !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
		return err
	})
	return folders, err
}

// A rewrite replaces each match of a pattern in the generated code. If a pattern matches nothing, the build
// succeeds and TestRewritesApply fails.
type rewrite struct {
	name    string
	pattern *regexp.Regexp
	with    string
}

const (
	quoted    = `("(?:[^"\\]|\\.)*")`
	attribute = `(?:vugu\.VGAttribute)?\{Namespace: "", Key: `
	element   = `&vugu\.VGNode\{Type: vugu\.VGNodeType\(3\), Namespace: "", Data: ` + quoted + `, Attr: \[\]vugu\.VGAttribute`
	appended  = `\n\t*vgparent\.AppendChild\(vgn\)\n`
)

// rewrites are in order: some match what an earlier one writes.
var rewrites = []rewrite{
	{"blank text node", regexp.MustCompile(`\t*vgn = &vugu\.VGNode\{Type: vugu\.VGNodeType\(1\), Data: "(?: |\\t)*\\n(?: |\\t|\\n)*"\}` + appended), ""},
	{"text node", regexp.MustCompile(`vgn = &vugu\.VGNode\{Type: vugu\.VGNodeType\(1\), Data: ` + quoted + `\}` + appended), "node.AppendText(vgparent, ${1})\n"},
	{"attribute that users see or hear", regexp.MustCompile(attribute + `("(?:` + strings.Join(node.Spoken(), "|") + `)"), Val: ` + quoted + `\}`), "${1}, node.Text(${2})"},
	{"attribute", regexp.MustCompile(attribute + quoted + `, Val: ` + quoted + `\}`), "${1}, ${2}"},
	{"element without attributes", regexp.MustCompile(element + `\(nil\)\}` + appended), "node.Element(vgparent, ${1})\n"},
	{"element", regexp.MustCompile(element + `\{(.*)\}\}` + appended), "node.Element(vgparent, ${1}, ${2})\n"},
	{"outermost element", regexp.MustCompile(element + `\{(.*)\}\}`), "node.Element(nil, ${1}, ${2})"},
	{"property", regexp.MustCompile(`\{\n\t*b, err := vjson\.Marshal\((.*)\)\n\t*if err != nil \{\n\t*panic\(err\)\n\t*\}\n\t*vgn\.Prop = append\(vgn\.Prop, vugu\.VGProperty\{Key: ` + quoted + `, JSONVal: vjson\.RawMessage\(b\)\}\)\n\t*\}`), "node.Property(vgn, ${2}, ${1})"},
	{"handler", regexp.MustCompile(`vgn\.DOMEventHandlerSpecList = append\(vgn\.DOMEventHandlerSpecList, vugu\.DOMEventHandlerSpec\{\n\t*EventType:\s*` + quoted + `,\n\t*Func:\s*(.*),\n\t*// TODO.*\n\t*\}\)`), "node.On(vgn, ${1}, ${2})"},
	{"HTML without parts that change", regexp.MustCompile(`vugu\.HTML\(` + quoted + `\)`), "node.HTML(${1})"},
	{"package log", regexp.MustCompile(`(?m)^(?:import "log"|var _ log\.Logger)\n`), ""},
}

var packageLine = regexp.MustCompile(`(?m)^package \w+\n`)

// dense rewrites the code of one file.
func dense(code string) string {
	for _, r := range rewrites {
		code = r.pattern.ReplaceAllString(code, r.with)
	}
	const nodes = `"traceglass/wasm/ui/node"`
	if strings.Contains(code, "node.") && !strings.Contains(code, nodes) {
		code = packageLine.ReplaceAllString(code, "${0}\nimport "+nodes+"\n")
	}
	return code
}
