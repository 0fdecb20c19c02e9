package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestContributing checks that files, make targets and tests in the guide for contributors exist, and the files that the
// page about the programs names.
func TestContributing(t *testing.T) {
	root := "../../"
	data, err := os.ReadFile(root + ".github/CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	makefile, err := os.ReadFile(root + "Makefile")
	if err != nil {
		t.Fatal(err)
	}
	ignored, err := os.ReadFile(root + ".gitignore")
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]bool{}
	for _, pattern := range []string{"*/*/*_test.go", "*/*/*/*_test.go", "*/*/*/*/*_test.go"} {
		files, err := filepath.Glob(root + pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			source, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range regexp.MustCompile(`(?m)^func (Test\w+)`).FindAllSubmatch(source, -1) {
				tests[string(m[1])] = true
			}
		}
	}
	programs, err := os.ReadFile(root + "wasm/README.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for _, m := range regexp.MustCompile(`(?:\./)?((?:parser|render|wasm|site|testdata|\.ci)/[\w./-]*[\w/])`).FindAllStringSubmatch(text+string(programs), -1) {
		name := strings.TrimSuffix(m[1], "/...")
		if _, err := os.Stat(root + name); err != nil && !strings.Contains(string(ignored), "\n/"+name+"/\n") {
			t.Errorf("there is no %s", name)
		}
	}
	for _, m := range regexp.MustCompile("(?m)[`\n]make ([a-z-]+)").FindAllStringSubmatch(text, -1) {
		if !strings.Contains(string(makefile), "\n"+m[1]+":") {
			t.Errorf("there is no make target %s", m[1])
		}
	}
	for _, name := range regexp.MustCompile(`\bTest[A-Z]\w+`).FindAllString(text, -1) {
		if !tests[name] {
			t.Errorf("there is no test %s", name)
		}
	}
}
