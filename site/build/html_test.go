package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTextIsEscaped: text becomes HTML only in package node, which escapes it, and where a table shows the matches of a search, which
// marked has escaped.
func TestTextIsEscaped(t *testing.T) {
	convert := regexp.MustCompile("vugu\\.HTML\\([^\"`)]")
	allowed := map[string]int{"grid/sheet.go": 1, "node/breaks.go": 2, "node/node.go": 2}
	root := "../../wasm/ui"
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, "_gen.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(strings.TrimPrefix(path, filepath.Clean(root)+string(filepath.Separator)))
		if n := len(convert.FindAll(text, -1)); n != allowed[name] {
			t.Errorf("%s converts text to HTML in %d places, want %d: use node.Escape", name, n, allowed[name])
		}
		delete(allowed, name)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range allowed {
		t.Errorf("%s is missing", name)
	}
}
