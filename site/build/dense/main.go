// Command dense takes the space between tags out of Vugu's generated code. Vugu keeps the
// line feed and tabs of a template as text nodes, which are sent to the document anew at
// each render: a third of all nodes, and seen by no one. A space that shows is on one line
// with what it parts, and stays.
//
//	go run traceglass/site/build/dense FOLDER
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
)

// space is a text node of white space with a line feed in it, as vugugen writes it.
var space = regexp.MustCompile(`\s*vgn = &vugu\.VGNode\{Type: vugu\.VGNodeType\(1\), Data: "[ \\t]*\\n(?:[ ]|\\t|\\n)*"\}\s*\n\s*vgparent\.AppendChild\(vgn\)`)

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

func run(folder string) error {
	files, err := filepath.Glob(filepath.Join(folder, "*_gen.go"))
	if err != nil {
		return err
	}
	for _, name := range files {
		code, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(name, space.ReplaceAll(code, nil), 0o644); err != nil {
			return err
		}
	}
	return nil
}
