package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestWalks checks that the files and functions of the walks in .github/ARCHITECTURE.md exist.
func TestWalks(t *testing.T) {
	data, err := os.ReadFile("../../.github/ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(data), "\n## Three walks\n")
	text, _, _ = strings.Cut(text, "\n## ")
	steps := regexp.MustCompile("(?m)^[0-9]+\\. `([^`]+)` (`.+?`): ").FindAllStringSubmatch(text, -1)
	if all := regexp.MustCompile(`(?m)^[0-9]+\.`).FindAllString(text, -1); len(steps) < 50 || len(steps) != len(all) {
		t.Errorf("%d steps of %d can be read", len(steps), len(all))
	}
	for _, step := range steps {
		file, err := os.ReadFile("../../" + step[1])
		if err != nil {
			t.Error(err)
			continue
		}
		for _, name := range strings.Split(step[2], ", ") {
			name = strings.Trim(name, "`")
			if !declares(step[1], string(file), name) {
				t.Errorf("%s has no function %s", step[1], name)
			}
		}
	}
}

// declares reports whether a file in Go or JavaScript has a function. Methods have the name of their type before them.
func declares(file, text, name string) bool {
	of, method, ok := strings.Cut(name, ".")
	var pattern string
	switch {
	case strings.HasSuffix(file, ".js"):
		pattern = `((async )?function |globalThis\.)` + name + `(\(| = )`
	case ok:
		pattern = `func \(\w+ \*?` + of + `(\[\w+\])?\) ` + method + `\(`
	default:
		pattern = `func ` + name + `\(`
	}
	return regexp.MustCompile(`(?m)^\s*` + pattern).MatchString(text)
}
