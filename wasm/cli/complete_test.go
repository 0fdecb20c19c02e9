//go:build !js

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"traceglass/wasm/export"
)

// completions returns what a shell may complete the last word to, and the number that says
// whether files may follow.
func completions(t *testing.T, words ...string) (all []string, directive string) {
	t.Helper()
	var out, errs bytes.Buffer
	if status := run(append([]string{"__complete"}, words...), &out, &errs); status != 0 {
		t.Fatalf("%q: status %d: %s", words, status, errs.String())
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	_, typed, given := strings.Cut(words[len(words)-1], "=")
	if !given {
		typed = words[len(words)-1]
	}
	for _, line := range lines[:len(lines)-1] {
		if name, _, _ := strings.Cut(line, "\t"); strings.HasPrefix(name, typed) { // as the shell does
			all = append(all, name)
		}
	}
	return all, lines[len(lines)-1]
}

// TestCompletion checks completions of commands, options and values.
func TestCompletion(t *testing.T) {
	const (
		files   = ":0"
		nothing = ":4" // no file
		folders = ":16"
	)
	for _, tt := range []struct {
		words     string // § is an empty one
		want      string
		directive string
	}{
		{"com", "compare completion", nothing},
		{"help over", "overview", nothing},
		{"ask -f", "-from -format", nothing},
		{"ask -", "-lang -library -mapping -member -memory -own -from -to -thread -clock -format -limit -help -h", nothing},
		{"export -for", "-format -force", nothing},
		{"export --for", "--format --force", nothing},
		{"export -format sp", "speedscope", nothing},
		{"export --format=sp", "speedscope", nothing},
		{"export -format=fi", "firefox", nothing},
		{"export a.trace -clock §", "wall cpu waiting", nothing},
		{"export -format §", strings.Join(formatNames(), " "), nothing},
		{"explain -group -format m", "markdown", nothing},
		{"compare -format csv -sort in", "inclusive", nothing},
		{"overview -lang §", "", nothing},
		{"export -format csv §", "", files},
		{"export -o §", "", files},
		{"export -rows §", "", nothing},
		{"table -o §", "", folders},
		{"summary -mapping §", "", files},
		{"completion §", "bash zsh fish", nothing},
		{"compare a.trace -- -for", "", files},
	} {
		words := strings.Fields(tt.words)
		if last := len(words) - 1; words[last] == "§" {
			words[last] = ""
		}
		got, directive := completions(t, words...)
		want := strings.Fields(tt.want)
		if !slices.Equal(got, want) || directive != tt.directive {
			t.Errorf("%s: %q %s, want %q %s", tt.words, got, directive, want, tt.directive)
		}
	}
	if got, _ := completions(t, "export", "-"); !slices.Contains(got, "-format") || !slices.Contains(got, "-mapping") {
		t.Errorf("after a dash: %q", got)
	}
}

// formatNames returns the formats of the exports in wasm/export.
func formatNames() (names []string) {
	for _, e := range export.Formats("export", append(slices.Clone(export.Trace), export.Process)...) {
		if name := e.Format(); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// built is the folder with the built command, or the error of its build.
var built = sync.OnceValues(func() (dir string, err error) {
	if dir, err = os.MkdirTemp("", "traceglass"); err != nil {
		return "", err
	}
	atEnd = append(atEnd, func() { os.RemoveAll(dir) })
	if out, err := exec.Command("go", "build", "-o", filepath.Join(dir, "traceglass"), ".").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return dir, nil
})

// TestShells completes in the shells that are installed.
func TestShells(t *testing.T) {
	dir, err := built()
	if err != nil {
		t.Fatal(err)
	}
	for shell, script := range map[string]string{
		"bash": `source /usr/share/bash-completion/bash_completion && source <(traceglass completion bash) || exit
			try() { COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE} COMP_TYPE=9; COMPREPLY=(); __start_traceglass 2>/dev/null; echo "${COMPREPLY[@]}"; }
			try traceglass export -form
			try traceglass export -format spee
			try traceglass overv`,
		"fish": `traceglass completion fish | source
			for line in 'traceglass export -form' 'traceglass export -format spee' 'traceglass overv'; complete -C $line | string split -f 1 \t; end`,
	} {
		t.Run(shell, func(t *testing.T) {
			if _, err := exec.LookPath(shell); err != nil {
				t.Skip(err)
			}
			if _, err := os.Stat("/usr/share/bash-completion/bash_completion"); shell == "bash" && err != nil {
				t.Skip(err)
			}
			c := exec.Command(shell, "-c", script)
			c.Env = append(os.Environ(), "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+t.TempDir())
			out, err := c.CombinedOutput()
			if got := strings.Fields(string(out)); err != nil || !slices.Equal(got, []string{"-format", "speedscope", "overview"}) {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	t.Run("zsh", func(t *testing.T) {
		if _, err := exec.LookPath("zsh"); err != nil {
			t.Skip(err)
		}
		c := exec.Command("zsh", "-n")
		c.Stdin = strings.NewReader(help(t, "completion", "zsh"))
		if out, err := c.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%v: %s", err, out)
		}
	})
}
